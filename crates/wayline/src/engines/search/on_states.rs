//! Spaces whose states are numbered as they are seen.

use crate::engines::asked::{Numbered, Searchable};
use crate::engines::search::iterative::Deepening;
use crate::engines::search::problem::{Ends, Facts, Problem};
use crate::engines::search::{self, Ended, Order, Slice};
use crate::engines::workspace::{Core, Found, Workspace};
use crate::kernel::cost::Cost;
use crate::kernel::node::NONE;
use crate::question::answer::Answer;
use crate::question::heuristic::Heuristic;
use crate::question::observe::{Observer, Watch, with_watch};
use crate::question::query::Query;
use crate::question::settings::Ties;
use crate::spaces::error::QueryError;
use crate::spaces::space::Space;
use crate::spaces::space::sealed::Token;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// The states seen so far, with their numbers.
struct Numbering<S> {
    states: Vec<S>,
    numbers: HashTable<u32>,
    /// For dense numbers: which of the states may have it. What earlier searches left behind is not
    /// cleared; see [`Numbering::look_up`].
    dense: Vec<u32>,
    ends: Ends,
    /// The moves out of a state, before they are numbered.
    moves: Vec<(S, Cost)>,
    /// There were no numbers left for a state.
    full: bool,
}

impl<S> Default for Numbering<S> {
    fn default() -> Numbering<S> {
        let (states, moves) = (Vec::new(), Vec::new());
        let (numbers, ends) = (HashTable::new(), Ends::default());
        Numbering { states, numbers, dense: Vec::new(), ends, moves, full: false }
    }
}

/// States with this dense number or a larger one are hashed: the array would take over a gigabyte.
const MOST_DENSE: u32 = 1 << 28;
/// Room for this many states from the start.
const FIRST_ROOM: usize = 1 << 12;

impl<S: Eq + Hash> Numbering<S> {
    fn clear(&mut self) {
        self.states.clear();
        self.numbers.clear();
        // A search sees hundreds of states at least: without this the first ones are moved ten times.
        self.states.reserve(FIRST_ROOM);
        self.numbers.reserve(FIRST_ROOM, |_| unreachable!("there is nothing to move"));
        self.ends.clear();
        self.full = false;
    }

    /// Forgets all states, and numbers the ends of a query.
    fn put_ends<T: Space<State = S>>(&mut self, space: &T, starts: &[S], goals: &[S], avoid: &[S])
    where
        S: Clone,
    {
        self.clear();
        for state in starts {
            let number = self.number(space, state.clone());
            self.ends.starts.push(number);
        }
        for state in goals {
            let number = self.number(space, state.clone());
            self.ends.goals.push(number);
        }
        self.ends.goals.sort_unstable();
        self.ends.goals.dedup();
        for state in avoid {
            let number = self.number(space, state.clone());
            self.ends.avoid.push(number);
        }
    }

    fn find<T: Space<State = S>>(&self, space: &T, state: &S) -> Option<u32> {
        if let Some(number) = space.dense_number(state)
            && let Some(&known) = self.dense.get(number as usize)
            && self.states.get(known as usize) == Some(state)
        {
            return Some(known);
        }
        let hash = FxBuildHasher.hash_one(state);
        self.numbers.find(hash, |&number| self.states[number as usize] == *state).copied()
    }

    /// The number of a state, a new one if it is new.
    #[inline]
    fn number<T: Space<State = S>>(&mut self, space: &T, state: S) -> u32 {
        match space.dense_number(&state) {
            Some(dense) if dense < MOST_DENSE => self.look_up(space, dense, state),
            _ => self.hash(state),
        }
    }

    /// The same by a dense number. An entry of the array counts only if the state that it names has
    /// that dense number, so nothing has to be cleared (P. Briggs, L. Torczon, "An efficient
    /// representation for sparse sets", 1993), and a numbering that gives two states one number
    /// makes a search slower, not wrong: the second is hashed.
    #[inline]
    fn look_up<T: Space<State = S>>(&mut self, space: &T, dense: u32, state: S) -> u32 {
        if dense as usize >= self.dense.len() {
            self.dense.resize(dense as usize + 1, NONE);
        }
        let slot = &mut self.dense[dense as usize];
        match self.states.get(*slot as usize) {
            Some(known) if *known == state => *slot,
            Some(known) if space.dense_number(known) == Some(dense) => self.hash(state),
            _ => {
                let number = self.states.len() as u32;
                *slot = number;
                self.states.push(state);
                number
            }
        }
    }

    /// The same by hashing.
    #[inline]
    fn hash(&mut self, state: S) -> u32 {
        let hash = FxBuildHasher.hash_one(&state);
        let states = &mut self.states;
        let entry = self.numbers.entry(
            hash,
            |&number| states[number as usize] == state,
            |&number| FxBuildHasher.hash_one(&states[number as usize]),
        );
        match entry {
            hashbrown::hash_table::Entry::Occupied(known) => *known.get(),
            hashbrown::hash_table::Entry::Vacant(vacant) => {
                let number = states.len() as u32;
                vacant.insert(number);
                states.push(state);
                number
            }
        }
    }
}

/// What a workspace keeps for one kind of states.
pub(crate) struct StateMemory<S> {
    seen: Numbering<S>,
    found: Found<S>,
    stack: Deepening<S>,
}

impl<S> Default for StateMemory<S> {
    fn default() -> StateMemory<S> {
        let (seen, found, stack) = (Numbering::default(), Found::default(), Deepening::default());
        StateMemory { seen, found, stack }
    }
}

impl<S: Clone> StateMemory<S> {
    pub(crate) fn answer(&self, ended: Ended) -> Answer<'_, S> {
        self.found.answer(ended)
    }
}

impl<T: Space> Searchable for T {
    type State = T::State;
    type Goal = T::State;

    fn advance(
        &self,
        query: &Query<'_, T::State>,
        work: &mut Workspace,
        observer: Option<&mut dyn Observer>,
        slice: Slice,
    ) -> Result<Option<Ended>, QueryError> {
        let (core, memory) = work.split::<StateMemory<T::State>>();
        with_watch!(observer, |watch| advance(self, query, core, memory, watch, slice))
    }

    fn answer<'w>(&self, work: &'w Workspace, ended: Ended) -> Answer<'w, T::State> {
        let memory = work.memory::<StateMemory<T::State>>();
        memory.expect("a search that ended left its memory").answer(ended)
    }

    fn current_revision(&self) -> u64 {
        self.revision()
    }
}

impl<T: Space> Numbered for T {
    fn number(&self, work: &Workspace, state: &T::State) -> Option<u32> {
        work.memory::<StateMemory<T::State>>()?.seen.find(self, state)
    }

    fn state(&self, work: &Workspace, node: u32) -> T::State {
        let memory = work.memory::<StateMemory<T::State>>();
        memory.expect("a search that ended left its memory").seen.states[node as usize].clone()
    }
}

/// Starts or continues a search over states that are numbered as they are seen.
fn advance<T: Space>(
    space: &T,
    query: &Query<'_, T::State>,
    core: &mut Core,
    memory: &mut StateMemory<T::State>,
    watch: &mut impl Watch,
    slice: Slice,
) -> Result<Option<Ended>, QueryError> {
    let StateMemory { seen, found, stack } = memory;
    let (starts, goals) = (query.starts.as_slice(), query.goals.states());
    if slice.fresh {
        query.refuse_avoided_edges(
            "a space of states has no edges that have numbers: leave moves out in Space::moves, or \
             avoid states",
        )?;
        query.refuse_layer("layers are for grids: have Space::moves cost what they should")?;
        seen.put_ends(space, starts, goals, &query.avoid);
    }
    let informed = query.settings.algorithm.info().informed;
    let estimate = match query.heuristic {
        _ if !informed => Guide::Nothing,
        Heuristic::Zero => Guide::Nothing,
        Heuristic::Auto if goals.is_empty() => Guide::Nothing,
        Heuristic::Auto => Guide::Own,
        Heuristic::Custom(estimate) | Heuristic::Admissible(estimate) => Guide::Given(estimate),
        other => {
            return Err(QueryError::Unsupported {
                algorithm: other.name(),
                why: "a space of states has its own estimate: implement Space::estimate, or pass one \
                      as Heuristic::Custom or Admissible",
            });
        }
    };
    let admissible = match estimate {
        Guide::Nothing => true,
        Guide::Own => space.vouched(Token),
        Guide::Given(_) => false,
    };
    let declared = match estimate {
        Guide::Own => admissible || space.admissible(),
        _ => admissible || matches!(query.heuristic, Heuristic::Admissible(_)),
    };
    let facts = Facts {
        admissible,
        declared,
        // This is not known about any estimate, so only zero counts.
        consistent: matches!(estimate, Guide::Nothing),
        informed: !matches!(estimate, Guide::Nothing),
        backward: goals.first().is_some_and(|goal| space.moves_back(goal, |_, _| {})),
        sight: false,
        equal_steps: false,
        few_costs: false,
        ties: Ties::HighG,
        hopeless: !goals.is_empty()
            && goals.iter().all(|goal| starts.iter().all(|start| space.surely_apart(start, goal))),
        longest_step: None,
        goals_known: !goals.is_empty(),
        no_jumps: Some("it is for grids"),
        uneven: false,
        jumps_pay: false,
    };
    let order = Order::new(facts, query.settings)?;
    let problem = StateProblem { space, seen, goals, query, estimate };
    let mut engine = search::General::new(&order, problem, stack, watch);
    Ok(order.run(core, found, slice, &mut engine))
}

/// Where the estimate comes from.
enum Guide<'q, S> {
    Nothing,
    Own,
    Given(&'q (dyn Fn(&S) -> Cost + Sync)),
}

struct StateProblem<'p, T: Space> {
    space: &'p T,
    seen: &'p mut Numbering<T::State>,
    goals: &'p [T::State],
    query: &'p Query<'p, T::State>,
    estimate: Guide<'p, T::State>,
}

impl<T: Space> StateProblem<'_, T> {
    /// Numbers the listed moves and emits them.
    #[inline]
    fn emit_moves(&mut self, mut emit: impl FnMut(&Self, u32, Cost)) {
        let mut moves = std::mem::take(&mut self.seen.moves);
        if self.seen.states.len() + moves.len() >= NONE as usize {
            self.seen.full = true;
            moves.clear();
        }
        for (state, cost) in moves.drain(..) {
            let number = self.seen.number(self.space, state);
            emit(self, number, cost);
        }
        self.seen.moves = moves;
    }
}

impl<T: Space> Problem for StateProblem<'_, T> {
    type State = T::State;

    fn nodes(&self) -> usize {
        self.seen.states.len()
    }

    fn is_full(&self) -> bool {
        self.seen.full
    }

    fn ends(&self) -> &Ends {
        &self.seen.ends
    }

    fn state(&self, node: u32) -> T::State {
        self.seen.states[node as usize].clone()
    }

    fn is_goal(&self, node: u32) -> bool {
        match self.query.goals.predicate() {
            Some(is_goal) => is_goal(&self.seen.states[node as usize]),
            None => self.seen.ends.is_goal(node),
        }
    }

    #[inline]
    fn estimate(&self, node: u32) -> Cost {
        match self.estimate {
            Guide::Nothing => Cost::ZERO,
            _ => self.estimate_of(&self.seen.states[node as usize]),
        }
    }

    fn estimate_back(&self, _: u32) -> Cost {
        Cost::ZERO
    }

    fn nearness(&self, node: u32) -> Cost {
        match self.estimate {
            Guide::Nothing => {
                let state = &self.seen.states[node as usize];
                let all = self.goals.iter().map(|goal| self.space.estimate(state, goal));
                all.min().unwrap_or_default()
            }
            _ => self.estimate(node),
        }
    }

    #[inline]
    fn expand(&mut self, node: u32, _: u32, emit: impl FnMut(&Self, u32, Cost)) {
        let Numbering { states, moves, .. } = &mut *self.seen;
        self.space.moves(&states[node as usize], |state, cost| moves.push((state, cost)));
        self.emit_moves(emit);
    }

    fn expand_back(&mut self, node: u32, _: u32, emit: impl FnMut(&Self, u32, Cost)) {
        let Numbering { states, moves, .. } = &mut *self.seen;
        self.space.moves_back(&states[node as usize], |state, cost| moves.push((state, cost)));
        self.emit_moves(emit);
    }

    fn moves_of(&self, state: &T::State, emit: impl FnMut(T::State, Cost)) {
        self.space.moves(state, emit);
    }

    fn estimate_of(&self, state: &T::State) -> Cost {
        match self.estimate {
            Guide::Nothing => Cost::ZERO,
            Guide::Given(estimate) => estimate(state),
            Guide::Own => {
                let all = self.goals.iter().map(|goal| self.space.estimate(state, goal));
                all.min().unwrap_or_default()
            }
        }
    }

    fn is_goal_state(&self, state: &T::State) -> bool {
        match self.query.goals.predicate() {
            Some(is_goal) => is_goal(state),
            None => self.goals.contains(state),
        }
    }
}
