//! A query in node numbers: the form in which a loop sees it.

use crate::kernel::cost::Cost;
use crate::question::settings::Ties;

/// What is known about a problem before it is searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// The estimate is never more than the true cost, and the engine knows it.
    pub(crate) admissible: bool,
    /// The estimate is never more than the true cost, or its author has declared so.
    pub(crate) declared: bool,
    /// The estimate never falls by more than a move costs, in both directions.
    pub(crate) consistent: bool,
    /// There is an estimate other than zero.
    pub(crate) informed: bool,
    /// There are moves back.
    pub(crate) backward: bool,
    /// There are lines of sight.
    pub(crate) sight: bool,
    /// All moves cost the same: the fewest steps are the least cost.
    pub(crate) equal_steps: bool,
    /// Moves have few different costs, so many states share an f.
    pub(crate) few_costs: bool,
    /// The tie-break that suits the space.
    pub(crate) ties: Ties,
    /// It is certain that there is no path.
    pub(crate) hopeless: bool,
    /// No move costs more, where that is known.
    pub(crate) longest_step: Option<Cost>,
    /// The goals are known states, not a predicate.
    pub(crate) goals_known: bool,
    /// Why jump point search cannot be used; `None` if it can.
    pub(crate) no_jumps: Option<&'static str>,
    /// The ground is not the same everywhere.
    pub(crate) uneven: bool,
    /// Where jump point search can be used, it has something to leap over.
    pub(crate) jumps_pay: bool,
}

/// A query in node numbers.
pub(crate) trait Problem: Sized {
    type State: Clone + PartialEq;

    /// Every number in use is below this. Grows when states are numbered as they are seen.
    fn nodes(&self) -> usize;
    /// Whether states were left out because there were no numbers left.
    fn is_full(&self) -> bool {
        false
    }
    fn ends(&self) -> &Ends;
    fn state(&self, node: u32) -> Self::State;
    fn is_goal(&self, node: u32) -> bool;

    /// The estimate that was asked for.
    fn estimate(&self, node: u32) -> Cost;
    /// The cost from a start to the node, estimated likewise; zero where nothing is known.
    fn estimate_back(&self, node: u32) -> Cost;
    /// How near the goals a node seems, whatever estimate guides the search.
    fn nearness(&self, node: u32) -> Cost;

    /// Emits the moves out of a node that was reached from `parent` (or [`NONE`]). Moves that the
    /// expansion of the parent has made pointless may be left out.
    fn expand(&mut self, node: u32, parent: u32, emit: impl FnMut(&Self, u32, Cost));
    /// Emits the moves into a node.
    fn expand_back(&mut self, node: u32, parent: u32, emit: impl FnMut(&Self, u32, Cost));

    /// The cost of the straight line between two nodes that see each other.
    fn sight(&self, _from: u32, _to: u32) -> Option<Cost> {
        None
    }
    /// The nodes along a line of sight, both ends included.
    fn along(&self, _from: u32, _to: u32, _emit: impl FnMut(u32)) {}

    /// The same by state, for searches that remember nothing but their path.
    fn moves_of(&self, state: &Self::State, emit: impl FnMut(Self::State, Cost));
    fn estimate_of(&self, state: &Self::State) -> Cost;
    fn is_goal_state(&self, state: &Self::State) -> bool;
    /// A state's number, if it has one without being remembered: such searches report it to
    /// observers.
    fn number_of(&self, _state: &Self::State) -> Option<u32> {
        None
    }
}

/// The ends of a query in numbers.
#[derive(Default, Debug)]
pub(crate) struct Ends {
    pub(crate) starts: Vec<u32>,
    /// In ascending order.
    pub(crate) goals: Vec<u32>,
    pub(crate) avoid: Vec<u32>,
    /// Edges to avoid, as the space keeps them, in ascending order. Graphs only.
    pub(crate) avoid_edges: Vec<u32>,
}

impl Ends {
    pub(crate) fn clear(&mut self) {
        self.starts.clear();
        self.goals.clear();
        self.avoid.clear();
        self.avoid_edges.clear();
    }

    /// Whether the node is one of the goals.
    #[inline]
    pub(crate) fn is_goal(&self, node: u32) -> bool {
        match self.goals[..] {
            [goal] => node == goal,
            [] => false,
            ref many => many.binary_search(&node).is_ok(),
        }
    }
}
