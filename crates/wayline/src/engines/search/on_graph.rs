//! A query on a graph, in numbers: a node is its own.

use crate::engines::asked::sealed::Sealed;
use crate::engines::asked::{Numbered, Searchable};
use crate::engines::search::iterative::Deepening;
use crate::engines::search::problem::{Ends, Facts, Problem};
use crate::engines::search::{self, Ended, Order, Slice};
use crate::engines::workspace::{Core, Found, Workspace};
use crate::kernel::cost::Cost;
use crate::question::answer::Answer;
use crate::question::heuristic::Heuristic;
use crate::question::observe::{Observer, Watch};
use crate::question::query::Query;
use crate::question::settings::Ties;
use crate::spaces::error::QueryError;
use crate::spaces::graph::{Graph, GraphLandmarks, positions::Placed};

/// More goals than this, and no estimate is worth its time.
const MANY_GOALS: usize = 16;

/// The estimate of the cost from one node to another.
trait Estimate: Copy {
    const ZERO: bool = false;
    /// Whether there are edges to avoid. Part of the type, so that searches without do not ask.
    const AVOIDS: bool = false;
    fn between(&self, from: u32, to: u32) -> Cost;
}

#[derive(Clone, Copy)]
struct Zero;

impl Estimate for Zero {
    const ZERO: bool = true;
    #[inline]
    fn between(&self, _: u32, _: u32) -> Cost {
        Cost::ZERO
    }
}

impl Estimate for &Placed {
    #[inline]
    fn between(&self, from: u32, to: u32) -> Cost {
        self.estimate(from, to)
    }
}

impl Estimate for &GraphLandmarks {
    #[inline]
    fn between(&self, from: u32, to: u32) -> Cost {
        self.estimate(from, to)
    }
}

/// The largest of several, or the user's own.
#[derive(Clone, Copy)]
struct General<'q> {
    heuristic: &'q Heuristic<'q, u32>,
    placed: Option<&'q Placed>,
}

impl General<'_> {
    fn evaluate(&self, heuristic: &Heuristic<'_, u32>, from: u32, to: u32) -> Cost {
        match heuristic {
            Heuristic::Auto | Heuristic::Positions => {
                self.placed.map_or(Cost::ZERO, |placed| placed.estimate(from, to))
            }
            Heuristic::GraphLandmarks(landmarks) => landmarks.estimate(from, to),
            Heuristic::Custom(estimate) | Heuristic::Admissible(estimate) => estimate(&from),
            Heuristic::Max(several) => {
                let all = several.iter().map(|one| self.evaluate(one, from, to));
                all.max().unwrap_or_default()
            }
            _ => Cost::ZERO,
        }
    }
}

impl Estimate for General<'_> {
    fn between(&self, from: u32, to: u32) -> Cost {
        self.evaluate(self.heuristic, from, to)
    }
}

/// Any estimate, in a query with edges to avoid.
#[derive(Clone, Copy)]
struct Avoiding<'q>(General<'q>);

impl Estimate for Avoiding<'_> {
    const AVOIDS: bool = true;
    fn between(&self, from: u32, to: u32) -> Cost {
        self.0.between(from, to)
    }
}

/// What is known about an estimate.
#[derive(Clone, Copy)]
struct Known {
    admissible: bool,
    declared: bool,
    consistent: bool,
}

impl Graph {
    fn useful_positions(&self) -> Option<&Placed> {
        self.placed.as_ref().filter(|placed| placed.is_useful())
    }

    fn know(&self, heuristic: &Heuristic<'_, u32>) -> Result<Known, QueryError> {
        let known =
            |admissible, consistent| Ok(Known { admissible, declared: admissible, consistent });
        match heuristic {
            Heuristic::Zero => known(true, true),
            Heuristic::Auto => known(true, self.useful_positions().is_none()),
            Heuristic::Positions if self.placed.is_none() => Err(QueryError::Unsupported {
                algorithm: "positions",
                why: "the nodes have none: use Graph::with_positions",
            }),
            // Rounding may cost it consistency, by a billionth; it never costs admissibility.
            Heuristic::Positions => known(true, false),
            Heuristic::GraphLandmarks(landmarks) => {
                landmarks.check(self)?;
                known(true, true)
            }
            Heuristic::Custom(_) => known(false, false),
            Heuristic::Admissible(_) => Ok(Known { declared: true, ..known(false, false)? }),
            Heuristic::Max(several) => several.iter().try_fold(known(true, true)?, |all, one| {
                let one = self.know(one)?;
                Ok(Known {
                    admissible: all.admissible && one.admissible,
                    declared: all.declared && one.declared,
                    consistent: all.consistent && one.consistent,
                })
            }),
            other => Err(QueryError::Unsupported {
                algorithm: other.name(),
                why: "it is an estimate for grids; graphs have positions and landmarks",
            }),
        }
    }

    pub(crate) fn check_node(&self, node: u32) -> Result<u32, QueryError> {
        let nodes = self.nodes();
        if (node as usize) < nodes { Ok(node) } else { Err(QueryError::NoSuchNode { node, nodes }) }
    }
}

impl Sealed for Graph {}

impl Searchable for Graph {
    type State = u32;
    type Goal = u32;

    fn advance(
        &self,
        query: &Query<'_, u32>,
        work: &mut Workspace,
        observer: Option<&mut dyn Observer>,
        slice: Slice,
    ) -> Result<Option<Ended>, QueryError> {
        let Workspace { core, ends, nodes, node_stack, .. } = work;
        if slice.fresh {
            self.put_ends(query, ends)?;
        }
        let known = self.know(&query.heuristic)?;
        let custom = matches!(query.heuristic, Heuristic::Custom(_) | Heuristic::Admissible(_));
        let blind = !query.settings.algorithm.info().informed
            || (!custom && (ends.goals.is_empty() || ends.goals.len() > MANY_GOALS));
        let heuristic = if blind { &Heuristic::Zero } else { &query.heuristic };
        let placed = self.useful_positions();
        let zero = match heuristic {
            Heuristic::Zero => true,
            Heuristic::Auto | Heuristic::Positions => placed.is_none(),
            _ => false,
        };
        let facts = Facts {
            admissible: known.admissible || blind,
            declared: known.declared || blind,
            consistent: known.consistent || blind,
            informed: !zero,
            backward: true,
            sight: false,
            equal_steps: false,
            few_costs: false,
            ties: Ties::Newest,
            hopeless: false,
            longest_step: Some(self.longest),
            goals_known: !ends.goals.is_empty(),
            no_jumps: Some("it is for grids"),
            uneven: false,
            jumps_pay: false,
        };
        let order = Order::new(facts, query.settings)?;
        let posed = Posed { graph: self, ends, is_goal: query.goals.predicate(), informed: !zero };
        let mut asked = Asked { order: &order, posed, core, nodes, node_stack, slice };
        let general = General { heuristic, placed };
        let ended = match (heuristic, placed) {
            // Where code is fetched over a network, there is one loop for all.
            _ if cfg!(target_arch = "wasm32")
                || observer.is_some()
                || !ends.avoid_edges.is_empty() =>
            {
                asked.run(Avoiding(general), &mut { observer })
            }
            _ if zero => asked.run(Zero, &mut ()),
            (Heuristic::Auto | Heuristic::Positions, Some(placed)) => asked.run(placed, &mut ()),
            (Heuristic::GraphLandmarks(landmarks), _) => asked.run(*landmarks, &mut ()),
            _ => asked.run(general, &mut ()),
        };
        if ended.is_some() {
            self.put_edges(ends, &nodes.path, &mut nodes.edges);
        }
        Ok(ended)
    }

    fn answer<'w>(&self, work: &'w Workspace, ended: Ended) -> Answer<'w, u32> {
        work.nodes.answer(ended)
    }

    fn current_revision(&self) -> u64 {
        self.revision
    }
}

impl Numbered for Graph {
    fn number(&self, _: &Workspace, &node: &u32) -> Option<u32> {
        self.check_node(node).ok()
    }

    fn state(&self, _: &Workspace, node: u32) -> u32 {
        node
    }
}

/// A query for the general loops, with the memory they need.
struct Asked<'a> {
    order: &'a Order<'a>,
    posed: Posed<'a>,
    core: &'a mut Core,
    nodes: &'a mut Found<u32>,
    node_stack: &'a mut Deepening<u32>,
    slice: Slice,
}

impl Asked<'_> {
    fn run<H: Estimate, V: Watch>(&mut self, estimate: H, watch: &mut V) -> Option<Ended> {
        let problem = GraphProblem { posed: self.posed, estimate };
        let mut engine = search::General::new(self.order, problem, self.node_stack, watch);
        self.order.run(self.core, self.nodes, self.slice, &mut engine)
    }
}

impl Graph {
    /// Puts the ends of a query into numbers.
    fn put_ends(&self, query: &Query<'_, u32>, ends: &mut Ends) -> Result<(), QueryError> {
        ends.clear();
        for &node in query.starts.as_slice() {
            ends.starts.push(self.check_node(node)?);
        }
        for &node in query.goals.states() {
            ends.goals.push(self.check_node(node)?);
        }
        ends.goals.sort_unstable();
        ends.goals.dedup();
        let nodes = self.nodes();
        ends.avoid.extend(query.avoid.iter().filter(|&&node| (node as usize) < nodes));
        let places = query.avoid_edges.iter().filter_map(|&edge| self.rows.place(edge));
        ends.avoid_edges.extend(places.map(|place| place as u32));
        ends.avoid_edges.sort_unstable();
        Ok(())
    }

    /// Lists the edges along a path: of parallel ones the cheapest, then the one with the smallest
    /// number.
    fn put_edges(&self, ends: &Ends, path: &[u32], edges: &mut Vec<u32>) {
        let rows = &self.rows;
        for pair in path.windows(2) {
            let out = self.out(pair[0]);
            let (heads, costs) = (&rows.head[out.clone()], &rows.cost[out.clone()]);
            let mut best: Option<(Cost, usize)> = None;
            for (at, &head) in heads.iter().enumerate() {
                // A row is in the order of numbers, so the first of equals has the smallest.
                if head == pair[1]
                    && best.is_none_or(|(least, _)| costs[at] < least)
                    && ends.avoid_edges.binary_search(&((out.start + at) as u32)).is_err()
                {
                    best = Some((costs[at], out.start + at));
                }
            }
            edges.extend(best.map(|(_, at)| rows.edge[at]));
        }
    }
}

#[derive(Clone, Copy)]
struct Posed<'p> {
    graph: &'p Graph,
    ends: &'p Ends,
    is_goal: Option<&'p (dyn Fn(&u32) -> bool + Sync)>,
    informed: bool,
}

struct GraphProblem<'p, H> {
    posed: Posed<'p>,
    estimate: H,
}

impl<H: Estimate> GraphProblem<'_, H> {
    /// Whether the edge at a place may be taken.
    #[inline]
    fn takes(&self, place: usize) -> bool {
        !H::AVOIDS || self.posed.ends.avoid_edges.binary_search(&(place as u32)).is_err()
    }
}

impl<H: Estimate> Problem for GraphProblem<'_, H> {
    type State = u32;

    fn nodes(&self) -> usize {
        self.posed.graph.nodes()
    }

    fn ends(&self) -> &Ends {
        self.posed.ends
    }

    fn state(&self, node: u32) -> u32 {
        node
    }

    #[inline]
    fn is_goal(&self, node: u32) -> bool {
        match self.posed.is_goal {
            None => self.posed.ends.is_goal(node),
            Some(is_goal) => is_goal(&node),
        }
    }

    #[inline]
    fn estimate(&self, node: u32) -> Cost {
        match self.posed.ends.goals[..] {
            _ if H::ZERO => Cost::ZERO,
            [goal] => self.estimate.between(node, goal),
            // Only the user's own estimate does without a known goal.
            [] => self.estimate.between(node, node),
            ref goals => {
                let all = goals.iter().map(|&goal| self.estimate.between(node, goal));
                all.min().unwrap_or_default()
            }
        }
    }

    fn estimate_back(&self, node: u32) -> Cost {
        let starts = self.posed.ends.starts.iter();
        starts.map(|&start| self.estimate.between(start, node)).min().unwrap_or_default()
    }

    fn nearness(&self, node: u32) -> Cost {
        match self.posed.graph.useful_positions() {
            Some(placed) if !self.posed.informed => {
                let goals = self.posed.ends.goals.iter();
                goals.map(|&goal| placed.estimate(node, goal)).min().unwrap_or_default()
            }
            _ => self.estimate(node),
        }
    }

    #[inline]
    fn expand(&mut self, node: u32, _: u32, mut emit: impl FnMut(&Self, u32, Cost)) {
        let graph = self.posed.graph;
        if H::AVOIDS {
            return self.moves_of(&node, |head, cost| emit(self, head, cost));
        }
        let out = graph.out(node);
        for (&head, &cost) in graph.rows.head[out.clone()].iter().zip(&graph.rows.cost[out]) {
            emit(self, head, cost);
        }
    }

    fn expand_back(&mut self, node: u32, _: u32, mut emit: impl FnMut(&Self, u32, Cost)) {
        let graph = self.posed.graph;
        for at in graph.into(node) {
            let place = graph.rows.place_in[at] as usize;
            if self.takes(place) {
                emit(self, graph.rows.tail[at], graph.rows.cost[place]);
            }
        }
    }

    fn moves_of(&self, &node: &u32, mut emit: impl FnMut(u32, Cost)) {
        let graph = self.posed.graph;
        let taken = graph.out(node).filter(|&at| self.takes(at));
        taken.for_each(|at| emit(graph.rows.head[at], graph.rows.cost[at]));
    }

    fn estimate_of(&self, &node: &u32) -> Cost {
        self.estimate(node)
    }

    fn is_goal_state(&self, &node: &u32) -> bool {
        self.is_goal(node)
    }

    fn number_of(&self, &node: &u32) -> Option<u32> {
        Some(node)
    }
}
