//! More routes than one: the next shortest (Yen), and plausibly different ones (plateaus).

use crate::router::{Arrival, Departure};
use crate::{Location, Route, Router};
use std::collections::{BTreeSet, HashSet};
use wayline::{
    Algorithm, Cost, Error, Field, FieldQuery, Graph, Guarantee, Heuristic, Limits, Outcome, Query,
    Workspace, search,
};

/// What makes a route one that people would want in addition to the best one (Abraham, Delling, Goldberg and
/// Werneck, "Alternative Routes in Road Networks", 2010).
///
/// ```
/// use wayline_networks::Difference;
/// let far = Difference { stretch: 0.5, ..Difference::default() };
/// assert_eq!(far.sharing, 0.8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// It costs at most this much more than the best one, as a share of that: bounded stretch.
    pub stretch: f64,
    /// It shares at most this much with the routes before it, as a share of the best one's cost: limited sharing.
    pub sharing: f64,
    /// Some part of it that is not a detour (a plateau of the trees from both ends) costs at least this much, as a
    /// share of the best one's cost: local optimality.
    pub plateau: f64,
}

impl Default for Difference {
    /// The values of the paper, with a plateau of a tenth: 0.25, 0.8 and 0.1.
    fn default() -> Difference {
        Difference { stretch: 0.25, sharing: 0.8, plateau: 0.1 }
    }
}

impl Router<'_> {
    /// The cheapest route, the second cheapest and so on, up to `count` of them: Yen's algorithm (1971)
    /// with Lawler's improvement, each deviation found by A* with exact estimates.
    ///
    /// They are loopless: none passes a place twice. Where turns are banned, none comes to a node twice with the
    /// same turns forbidden to it, so it may pass the node a second time to get around a ban. Routes that differ
    /// in one of two parallel edges count as two.
    ///
    /// ```
    /// use wayline::Workspace;
    /// use wayline_networks::{Edge, Location, NetworkBuilder, Node, Router};
    /// let mut builder = NetworkBuilder::default();
    /// builder.nodes = vec![Node::default(); 3];
    /// for (from, to, cost) in [(0, 2, 5.0), (0, 1, 2.0), (1, 2, 2.0), (1, 2, 9.0)] {
    ///     builder.edges.push(Edge { from, to, cost, ..Edge::default() });
    /// }
    /// let network = builder.build()?;
    /// let (from, to) = (Location::Node(0), Location::Node(2));
    /// let routes = Router::new(&network)?.shortest(&from, &to, 9, &mut Workspace::new())?;
    /// let edges: Vec<_> = routes.into_iter().map(|route| route.edges).collect();
    /// assert_eq!(edges, [vec![1, 2], vec![0], vec![1, 3]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shortest(
        &self,
        from: &Location,
        to: &Location,
        count: usize,
        work: &mut Workspace,
    ) -> Result<Vec<Route>, Error> {
        let (departures, arrivals) = (self.departures(from)?, self.arrivals(to)?);
        // Who passes over its own start or goal could have started or ended there.
        let own = [from, to].into_iter().flat_map(|end| match end {
            Location::OnEdges(on) => on.iter().map(|on| on.edge).collect(),
            Location::Node(_) => Vec::new(),
        });
        let closed: HashSet<u32> = own.collect();
        let all = 0..self.graph().edges() as u32;
        let closed: Vec<u32> = match closed.is_empty() {
            true => Vec::new(),
            false => {
                let own =
                    |edge: &u32| self.turns.edge(*edge).is_some_and(|it| closed.contains(&it));
                all.filter(own).collect()
            }
        };
        let mut routes: Vec<Route> = self.direct(from, to).into_iter().collect();
        for arrival in &arrivals {
            let goals = arrival.states.iter().copied();
            let towards = self.graph().field(&FieldQuery::towards_any(goals))?;
            for departure in &departures {
                let yen =
                    Yen { router: self, towards: &towards, departure, arrival, closed: &closed };
                for edges in yen.run(count, work)? {
                    routes.push(self.put_together(&edges, departure, arrival));
                }
            }
        }
        routes.sort_by(|a, b| (a.cost, &a.edges).cmp(&(b.cost, &b.edges)));
        routes.truncate(count);
        for (place, route) in routes.iter_mut().enumerate() {
            route.algorithm = Algorithm::AStar;
            route.guarantee = if place == 0 { Guarantee::Optimal } else { Guarantee::Nothing };
        }
        Ok(routes)
    }

    /// The cheapest route, and up to `count - 1` others that are plausibly different from it and from each
    /// other: those that lead over the longest plateaus of the trees of cheapest paths from both ends.
    ///
    /// ```
    /// use wayline_networks::{Difference, Edge, Location, NetworkBuilder, Node, Router};
    /// // Two streets side by side, and a parallel edge that makes no other route.
    /// let mut builder = NetworkBuilder::default();
    /// builder.nodes = vec![Node::default(); 5];
    /// let first = [(0, 1, 5.0), (1, 2, 5.0), (1, 2, 5.1)];
    /// for (from, to, cost) in first.into_iter().chain([(0, 3, 3.0), (3, 4, 5.0), (4, 2, 3.0)]) {
    ///     builder.edges.push(Edge { from, to, cost, ..Edge::default() });
    /// }
    /// let network = builder.build()?;
    /// let (from, to) = (Location::Node(0), Location::Node(2));
    /// let difference = Difference::default();
    /// let router = Router::new(&network)?;
    /// let routes = router.different(&from, &to, 3, &difference)?;
    /// let edges: Vec<_> = routes.into_iter().map(|route| route.edges).collect();
    /// assert_eq!(edges, [vec![0, 1], vec![3, 4, 5]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn different(
        &self,
        from: &Location,
        to: &Location,
        count: usize,
        difference: &Difference,
    ) -> Result<Vec<Route>, Error> {
        let (departures, arrivals) = (self.departures(from)?, self.arrivals(to)?);
        let trees = Trees::new(self, departures, arrivals)?;
        let mut routes: Vec<Route> = Vec::new();
        let Some(best) = trees.cheapest() else {
            return Ok(self.direct(from, to).map(optimal).into_iter().collect());
        };
        let direct = self.direct(from, to).filter(|route| route.cost <= best);
        let optimum = direct.as_ref().map_or(best, |route| route.cost);
        routes.extend(direct.map(optimal));
        let share = |of: f64| optimum.to_f64() * of;
        let most = optimum.to_f64() + share(difference.stretch);
        let mut taken: HashSet<u32> = HashSet::new();
        taken.extend(routes.iter().flat_map(|route| &route.edges));
        for plateau in trees.plateaus(most) {
            if routes.len() >= count {
                break;
            }
            let long = plateau.length.to_f64() >= share(difference.plateau);
            if !routes.is_empty() && !long {
                continue;
            }
            let Some(route) = trees.route(plateau.via) else { continue };
            let is_new = |at: &usize| !taken.contains(&route.edges[*at]);
            let places = 0..route.edges.len();
            let new: Cost = places.filter(is_new).map(|at| route.cost_of(self.network(), at)).sum();
            let shared = (route.cost - new).to_f64();
            if routes.is_empty() {
                taken.extend(&route.edges);
                routes.push(optimal(route));
            } else if shared <= share(difference.sharing) && new > Cost::ZERO {
                taken.extend(&route.edges);
                routes.push(route);
            }
        }
        Ok(routes)
    }
}

fn optimal(route: Route) -> Route {
    Route { guarantee: Guarantee::Optimal, algorithm: Algorithm::Dijkstra, ..route }
}

/// The shortest paths between one departure and one arrival.
struct Yen<'a, 'n> {
    router: &'a Router<'n>,
    /// What it costs to the arrival: exact where nothing is avoided, so an estimate where something is.
    towards: &'a Field<Graph>,
    departure: &'a Departure,
    arrival: &'a Arrival,
    closed: &'a [u32],
}

/// A path: its cost, its edges, and how many of these it shares with the path it deviates from.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Path {
    cost: Cost,
    edges: Vec<u32>,
    deviates: usize,
}

impl Yen<'_, '_> {
    fn run(&self, count: usize, work: &mut Workspace) -> Result<Vec<Vec<u32>>, Error> {
        let mut known: Vec<Path> = Vec::new();
        let mut waiting: BTreeSet<Path> = BTreeSet::new();
        let none = Path { cost: Cost::ZERO, edges: Vec::new(), deviates: 0 };
        waiting.extend(self.spur(&none, 0, &[], None, work)?);
        while known.len() < count {
            let Some(next) = waiting.pop_first() else { break };
            // The same path may wait as a deviation of two others.
            waiting.retain(|path| path.edges != next.edges);
            known.push(next.clone());
            let left = count - known.len();
            if left == 0 {
                break;
            }
            // Nothing before the place where it deviates: that was asked when its original was expanded.
            for place in next.deviates..next.edges.len() {
                let most = waiting.iter().nth(left - 1).map(|path| path.cost);
                waiting.extend(self.spur(&next, place, &known, most, work)?);
            }
        }
        Ok(known.into_iter().map(|path| path.edges).collect())
    }

    /// The shortest path that begins as a path does, up to a place, and goes on as no known one does.
    fn spur(
        &self,
        path: &Path,
        place: usize,
        known: &[Path],
        most: Option<Cost>,
        work: &mut Workspace,
    ) -> Result<Option<Path>, Error> {
        let graph = self.router.graph();
        let root = &path.edges[..place];
        let (mut passed, mut at, mut cost) = (Vec::new(), self.departure.state, Cost::ZERO);
        for &edge in root {
            let (_, head, price) = graph.edge(edge).expect("paths are of known edges");
            passed.push(at);
            (at, cost) = (head, cost + price);
        }
        let same = known.iter().filter(|other| other.edges.starts_with(root));
        let mut avoid: Vec<u32> =
            same.filter_map(|other| other.edges.get(place).copied()).collect();
        avoid.extend(self.closed);
        let estimate = |state: &u32| self.towards.cost(*state).unwrap_or(Cost::INFINITE);
        let most = most.map(|most| most - cost);
        let asked = self.router.limits_asked();
        let query = Query::to_nearest(at, &self.arrival.states)
            .avoid(&passed)
            .avoid_edges(&avoid)
            .algorithm(Algorithm::AStar)
            .heuristic(Heuristic::Admissible(&estimate))
            .limits(Limits::default().cost(most).cancel(asked.cancel));
        let answer = search(graph, &query, work)?;
        if answer.outcome != Outcome::Found {
            return Ok(None);
        }
        let edges = root.iter().chain(answer.edges.iter()).copied().collect();
        Ok(Some(Path { cost: cost + answer.cost, edges, deviates: place }))
    }
}

/// The trees of cheapest paths from the start and to the goal.
struct Trees<'a, 'n> {
    router: &'a Router<'n>,
    departures: Vec<Departure>,
    arrivals: Vec<Arrival>,
    ahead: Field<Graph>,
    back: Field<Graph>,
}

/// A stretch that is in both trees.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Plateau {
    /// What the route over it costs besides the plateau: the less, the better.
    besides: Cost,
    via: u32,
    length: Cost,
}

impl<'a, 'n> Trees<'a, 'n> {
    fn new(
        router: &'a Router<'n>,
        departures: Vec<Departure>,
        arrivals: Vec<Arrival>,
    ) -> Result<Trees<'a, 'n>, Error> {
        let none: [u32; 0] = [];
        let (mut ahead, mut back) =
            (FieldQuery::away_from_any(none), FieldQuery::towards_any(none));
        for Departure { state, cost, .. } in &departures {
            ahead = ahead.seed(*state, *cost);
        }
        for Arrival { states, cost, .. } in &arrivals {
            back = states.iter().fold(back, |back, &state| back.seed(state, *cost));
        }
        let graph = router.graph();
        let (ahead, back) = (graph.field(&ahead)?, graph.field(&back)?);
        Ok(Trees { router, departures, arrivals, ahead, back })
    }

    /// What the cheapest route over a state costs.
    fn over(&self, state: u32) -> Option<Cost> {
        Some(self.ahead.cost(state)? + self.back.cost(state)?)
    }

    fn states(&self) -> std::ops::Range<u32> {
        0..self.router.graph().nodes() as u32
    }

    fn cheapest(&self) -> Option<Cost> {
        self.states().filter_map(|state| self.over(state)).min()
    }

    /// Whether a step is in both trees.
    fn joined(&self, from: u32, to: u32) -> bool {
        self.ahead.next_step(to) == Some(from) && self.back.next_step(from) == Some(to)
    }

    /// All plateaus of routes that cost no more than this, the best first.
    fn plateaus(&self, most: f64) -> Vec<Plateau> {
        let mut found = Vec::new();
        for first in self.states() {
            let Some(cost) = self.over(first).filter(|cost| cost.to_f64() <= most) else {
                continue;
            };
            // Only where one begins.
            if self.ahead.next_step(first).is_some_and(|before| self.joined(before, first)) {
                continue;
            }
            let mut last = first;
            while let Some(next) = self.back.next_step(last).filter(|&to| self.joined(last, to)) {
                last = next;
            }
            let [begin, end] = [first, last].map(|state| self.ahead.cost(state));
            let length = end.unwrap_or_default() - begin.unwrap_or_default();
            found.push(Plateau { besides: cost - length, via: first, length });
        }
        found.sort_unstable();
        found
    }

    /// The route over a state; none if it goes in a round.
    fn route(&self, via: u32) -> Option<Route> {
        let mut path = self.ahead.path(via)?;
        path.extend(self.back.path(via)?.into_iter().skip(1));
        let mut nodes = HashSet::new();
        if !path.iter().all(|state| nodes.insert(*state)) {
            return None;
        }
        let edges = self.router.graph().edges_along(&path)?;
        let (start, goal) = (path.first()?, path.last()?);
        let departure = self.departures.iter().filter(|one| one.state == *start);
        let arrival = self.arrivals.iter().filter(|one| one.states.contains(goal));
        let departure = departure.min_by_key(|one| one.cost)?;
        let arrival = arrival.min_by_key(|one| one.cost)?;
        Some(self.router.put_together(&edges, departure, arrival))
    }
}
