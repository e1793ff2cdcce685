//! A query on a graph, in numbers: a node is its own.

use super::{Graph, Landmarks, positions::Placed};
use crate::cost::Cost;
use crate::error::Error;
use crate::heuristic::Heuristic;
use crate::query::{Goals, Query, Ties};
use crate::space::{Asker, Ends, Facts, Problem, Searchable};

/// More goals than this, and no estimate is worth its time.
const MANY_GOALS: usize = 16;

/// The estimate of the cost from one node to another.
trait Estimate: Copy {
    const ZERO: bool = false;
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

impl Estimate for &Landmarks {
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
            Heuristic::Landmarks(landmarks) => landmarks.estimate(from, to),
            Heuristic::Custom(estimate) => estimate(&from),
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

/// What is known of an estimate.
#[derive(Clone, Copy)]
struct Known {
    admissible: bool,
    consistent: bool,
}

impl Graph {
    fn useful_positions(&self) -> Option<&Placed> {
        self.placed.as_ref().filter(|placed| placed.is_useful())
    }

    fn know(&self, heuristic: &Heuristic<'_, u32>) -> Result<Known, Error> {
        let known = |admissible, consistent| Ok(Known { admissible, consistent });
        match heuristic {
            Heuristic::Zero => known(true, true),
            Heuristic::Auto => known(true, self.useful_positions().is_none()),
            Heuristic::Positions if self.placed.is_none() => Err(Error::Unsupported {
                algorithm: "positions",
                why: "the nodes have none: use Graph::with_positions",
            }),
            // Rounding may cost it consistency, by a billionth; it never costs admissibility.
            Heuristic::Positions => known(true, false),
            Heuristic::Landmarks(landmarks) => {
                landmarks.check(self)?;
                known(true, true)
            }
            Heuristic::Custom(_) => known(false, false),
            Heuristic::Max(several) => {
                several.iter().try_fold(Known { admissible: true, consistent: true }, |all, one| {
                    let one = self.know(one)?;
                    Ok(Known {
                        admissible: all.admissible && one.admissible,
                        consistent: all.consistent && one.consistent,
                    })
                })
            }
            other => Err(Error::Unsupported {
                algorithm: other.name(),
                why: "it is an estimate for grids; graphs have positions and landmarks",
            }),
        }
    }

    pub(crate) fn check_node(&self, node: u32) -> Result<u32, Error> {
        let nodes = self.nodes();
        if (node as usize) < nodes { Ok(node) } else { Err(Error::NoSuchNode { node, nodes }) }
    }
}

impl Searchable for Graph {
    type State = u32;
    type Memory = Ends;

    fn pose<A: Asker<u32>>(
        &self,
        query: &Query<'_, u32>,
        ends: &mut Ends,
        fresh: bool,
        asker: A,
    ) -> Result<A::Output, Error> {
        if fresh {
            ends.clear();
            for &node in query.starts.as_slice() {
                ends.starts.push(self.check_node(node)?);
            }
            if let Goals::States(goals) = &query.goals {
                for &node in goals.as_slice() {
                    ends.goals.push(self.check_node(node)?);
                }
                if ends.goals.is_empty() {
                    return Err(Error::NoGoal);
                }
                ends.goals.sort_unstable();
                ends.goals.dedup();
            }
            let nodes = self.nodes();
            ends.avoid.extend(query.avoid.iter().filter(|&&node| (node as usize) < nodes));
        }
        let known = self.know(&query.heuristic)?;
        let custom = matches!(query.heuristic, Heuristic::Custom(_));
        let blind = !query.settings.algorithm.info().informed
            || (!custom && (ends.goals.is_empty() || ends.goals.len() > MANY_GOALS));
        let heuristic = if blind { &Heuristic::Zero } else { &query.heuristic };
        let placed = self.useful_positions();
        let facts = Facts {
            admissible: known.admissible || blind,
            consistent: known.consistent || blind,
            informed: false,
            backward: true,
            sight: false,
            equal_steps: false,
            few_costs: false,
            ties: Ties::Newest,
            hopeless: false,
            longest_step: Some(self.longest),
            goals_known: !ends.goals.is_empty(),
            no_jumps: Some("it is for plain grids"),
        };
        let is_goal = match query.goals {
            Goals::When(is_goal) => Some(is_goal),
            _ => None,
        };
        let posed = Posed { graph: self, ends, is_goal, facts };
        Ok(match (heuristic, placed) {
            (Heuristic::Zero, _) | (Heuristic::Auto | Heuristic::Positions, None) => {
                asker.ask(posed.with(Zero))
            }
            (Heuristic::Auto | Heuristic::Positions, Some(placed)) => asker.ask(posed.with(placed)),
            (Heuristic::Landmarks(landmarks), _) => asker.ask(posed.with(*landmarks)),
            _ => asker.ask(posed.with(General { heuristic, placed })),
        })
    }

    fn number(&self, _: &Ends, &node: &u32) -> Option<u32> {
        self.check_node(node).ok()
    }

    fn state(&self, _: &Ends, node: u32) -> u32 {
        node
    }
}

struct Posed<'p> {
    graph: &'p Graph,
    ends: &'p Ends,
    is_goal: Option<&'p (dyn Fn(&u32) -> bool + Sync)>,
    facts: Facts,
}

impl<'p> Posed<'p> {
    fn with<H: Estimate>(mut self, estimate: H) -> GraphProblem<'p, H> {
        self.facts.informed = !H::ZERO;
        GraphProblem { posed: self, estimate }
    }
}

struct GraphProblem<'p, H> {
    posed: Posed<'p>,
    estimate: H,
}

impl<H: Estimate> Problem for GraphProblem<'_, H> {
    type State = u32;

    fn nodes(&self) -> usize {
        self.posed.graph.nodes()
    }

    fn facts(&self) -> Facts {
        self.posed.facts
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
            Some(placed) if H::ZERO => {
                let goals = self.posed.ends.goals.iter();
                goals.map(|&goal| placed.estimate(node, goal)).min().unwrap_or_default()
            }
            _ => self.estimate(node),
        }
    }

    #[inline]
    fn expand(&mut self, node: u32, _: u32, mut emit: impl FnMut(&Self, u32, Cost)) {
        let graph = self.posed.graph;
        let out = graph.out(node);
        for (&head, &cost) in graph.head[out.clone()].iter().zip(&graph.cost[out]) {
            emit(self, head, cost);
        }
    }

    fn expand_back(&mut self, node: u32, _: u32, mut emit: impl FnMut(&Self, u32, Cost)) {
        let graph = self.posed.graph;
        for at in graph.into(node) {
            emit(self, graph.tail[at], graph.cost[graph.place_in[at] as usize]);
        }
    }

    fn moves_of(&self, &node: &u32, mut emit: impl FnMut(u32, Cost)) {
        let graph = self.posed.graph;
        graph.out(node).for_each(|at| emit(graph.head[at], graph.cost[at]));
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
