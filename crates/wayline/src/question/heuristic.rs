//! Estimates of the cost still to go.
//!
//! | estimate | admissible on a grid when | use it |
//! | --- | --- | --- |
//! | zero | always | to make A* Dijkstra |
//! | Manhattan | 4 moves, or diagonals that cost at least 2 straights | 4 moves |
//! | Chebyshev | diagonals cost at least a straight | 8 moves, uniform steps |
//! | octile | 8 moves, diagonals from 1 to 2 straights; 4 moves, up to 2 | 8 moves |
//! | Euclidean | 4 moves, or diagonals of at least √2 straights | any angle |
//! | squared Euclidean | never | to see what goes wrong |
//! | landmarks | always, on the map they were made for | weighted maps with many questions |
//!
//! All but landmarks are in units of the straight step, times the smallest terrain multiplier of the map. The
//! engine works out which of them is the largest that is still admissible, and uses it unless you ask for another
//! ([`Heuristic::Auto`]). You may ask for an inadmissible one; the answer then carries no guarantee.
//!
//! **Never square.** "Leave out the root, it is slow, and squared distances compare alike" is the advice of two
//! well-known articles. Squares do compare alike, but f = g + h adds them to a g that is not squared: h² outweighs
//! g, and the search turns greedy. Squaring both does not help: a sum of squares is not the square of a sum, so g²
//! is no longer a path's cost. Tests in this crate (`tests/engine/squared_estimates.rs`) show a worse path for
//! each.

use crate::kernel::cost::Cost;
use crate::spaces::error::ParseError;
use crate::spaces::graph::GraphLandmarks;
use crate::spaces::grid::GridLandmarks;
use std::fmt;
use std::str::FromStr;

/// Which estimate guides a search.
///
/// ```
/// use wayline::{search, Cost, Grid, Heuristic, Query, Workspace};
///
/// let grid = Grid::new(20, 20)?;
/// let mut work = Workspace::new();
/// let query = Query::new((0, 0), (19, 19));
/// // Manhattan overestimates diagonals: allowed, and said.
/// let asked = query.clone().heuristic(Heuristic::Manhattan);
/// assert!(!search(&grid, &asked, &mut work)?.is_optimal());
/// assert!(search(&grid, &query, &mut work)?.is_optimal());
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Default)]
#[non_exhaustive]
pub enum Heuristic<'q, S> {
    /// The best one the engine knows to be admissible.
    #[default]
    Auto,
    /// No estimate: zero everywhere.
    Zero,
    /// Grids: the difference in columns plus the difference in rows.
    Manhattan,
    /// Grids: the larger of the differences in columns and rows.
    Chebyshev,
    /// Grids: diagonals first, then straight steps.
    Octile,
    /// Grids: as the crow flies.
    Euclidean,
    /// Grids: the square of that. Never admissible; see [the module](self).
    SquaredEuclidean,
    /// Graphs: by the positions of the nodes, scaled by the smallest cost per length.
    Positions,
    /// Graphs: by the triangle inequality through landmarks.
    GraphLandmarks(&'q GraphLandmarks),
    /// Grids: by the triangle inequality through landmarks, or what [`Heuristic::Auto`] says, if that
    /// is more.
    GridLandmarks(&'q GridLandmarks),
    /// Your own. Nothing is claimed about it.
    Custom(&'q (dyn Fn(&S) -> Cost + Sync)),
    /// Your own, which you declare admissible: never more than the true cost. It is not checked, and the answer
    /// says so: [`Guarantee::Declared`](crate::Guarantee::Declared).
    Admissible(&'q (dyn Fn(&S) -> Cost + Sync)),
    /// The largest of several: admissible when all of them are.
    Max(&'q [Heuristic<'q, S>]),
}

impl<S> Clone for Heuristic<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Heuristic<'_, S> {}

/// The estimates that have a name, as a command line or a form offers them.
pub(crate) const NAMES: [&str; 7] =
    ["auto", "zero", "manhattan", "chebyshev", "octile", "euclidean", "squared-euclidean"];

/// What they are, in the same order.
const SUMMARIES: [&str; 7] = [
    "the largest that never overestimates here",
    "nothing is known: A* becomes Dijkstra",
    "columns and rows apart, added: for four moves; overestimates diagonals",
    "the larger of columns and rows apart: for eight moves that cost the same",
    "diagonals first, then straight: for eight moves",
    "as the crow flies: for any angle",
    "the square of that: always overestimates, to see what goes wrong",
];

impl<'q, S> Heuristic<'q, S> {
    /// The names of the estimates that need nothing but a grid.
    ///
    /// ```
    /// use wayline::{Cell, Heuristic};
    /// assert!(Heuristic::<Cell>::names().contains(&"octile"));
    /// ```
    pub fn names() -> &'static [&'static str] {
        &NAMES
    }

    /// The same names, each with what it is in a few words.
    ///
    /// ```
    /// use wayline::{Cell, Heuristic};
    /// let names = Heuristic::<Cell>::summaries().map(|(name, _)| name);
    /// assert!(names.eq(Heuristic::<Cell>::names().iter().copied()));
    /// ```
    pub fn summaries() -> impl Iterator<Item = (&'static str, &'static str)> {
        NAMES.into_iter().zip(SUMMARIES)
    }

    /// The estimate with a name.
    ///
    /// ```
    /// use wayline::{Cell, Heuristic};
    /// assert!(matches!(Heuristic::<Cell>::named("octile")?, Heuristic::Octile));
    /// assert!(Heuristic::<Cell>::named("magic").is_err());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn named(name: &str) -> Result<Heuristic<'q, S>, ParseError> {
        Ok(match name {
            "auto" => Heuristic::Auto,
            "zero" => Heuristic::Zero,
            "manhattan" => Heuristic::Manhattan,
            "chebyshev" => Heuristic::Chebyshev,
            "octile" => Heuristic::Octile,
            "euclidean" => Heuristic::Euclidean,
            "squared-euclidean" => Heuristic::SquaredEuclidean,
            _ => return Err(ParseError::unknown("heuristic", name, NAMES)),
        })
    }

    /// The name. [`named`](Heuristic::named) knows only those of [`names`](Heuristic::names): the others are made
    /// from something that has no name.
    ///
    /// ```
    /// use wayline::{Cell, Heuristic};
    /// assert_eq!(Heuristic::<Cell>::Octile.name(), "octile");
    /// ```
    pub fn name(&self) -> &'static str {
        match self {
            Heuristic::Auto => "auto",
            Heuristic::Zero => "zero",
            Heuristic::Manhattan => "manhattan",
            Heuristic::Chebyshev => "chebyshev",
            Heuristic::Octile => "octile",
            Heuristic::Euclidean => "euclidean",
            Heuristic::SquaredEuclidean => "squared-euclidean",
            Heuristic::Positions => "positions",
            Heuristic::GraphLandmarks(_) => "landmarks",
            Heuristic::GridLandmarks(_) => "grid-landmarks",
            Heuristic::Custom(_) => "custom",
            Heuristic::Admissible(_) => "admissible",
            Heuristic::Max(_) => "max",
        }
    }

    /// Whether it is one of these, or is made of one.
    pub(crate) fn is_or_has(&self, which: fn(&Self) -> bool) -> bool {
        match self {
            Heuristic::Max(several) => several.iter().any(|one| one.is_or_has(which)),
            one => which(one),
        }
    }
}

impl<S> FromStr for Heuristic<'_, S> {
    type Err = ParseError;
    fn from_str(name: &str) -> Result<Self, ParseError> {
        Heuristic::named(name)
    }
}

impl<S> fmt::Display for Heuristic<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl<S> fmt::Debug for Heuristic<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Heuristic({self})")
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::engines::asked::Searchable;
    use crate::engines::search::problem::{Facts, Problem};
    use crate::kernel::node::NONE;
    use crate::question::query::Query;
    use crate::spaces::grid::{Cell, Charge, Corners, Grid, Layer, Moves, Rules, StepCosts};
    use crate::{Algorithm, Graph, Open, Positions, SlidingPuzzle, Workspace, search};

    /// Looks at every node and every move of a problem, edge by edge. An estimate that claims to be admissible has
    /// to be zero at the goal and never above the true cost; one that claims to be consistent must never fall by
    /// more than a move costs, in either direction. Returns whether it claimed to be admissible.
    pub(crate) fn edge_by_edge(problem: &mut impl Problem, facts: &Facts) -> bool {
        // Everything that the start reaches.
        let mut nodes = problem.ends().starts.clone();
        let mut edges: Vec<(u32, u32, Cost)> = Vec::new();
        let mut seen: std::collections::HashSet<u32> = nodes.iter().copied().collect();
        while let Some(node) = nodes.pop() {
            problem.expand(node, NONE, |_, next, cost| {
                edges.push((node, next, cost));
                if seen.insert(next) {
                    nodes.push(next);
                }
            });
        }
        if !facts.admissible {
            return false;
        }
        for &goal in problem.ends().goals.iter().filter(|goal| seen.contains(goal)) {
            assert_eq!(problem.estimate(goal), Cost::ZERO);
        }
        if facts.consistent {
            for &(a, b, cost) in &edges {
                assert!(problem.estimate(a) <= cost + problem.estimate(b));
                assert!(problem.estimate_back(b) <= cost + problem.estimate_back(a));
            }
        }
        // True costs to the goal, by relaxing every edge until nothing changes.
        let mut truth: std::collections::HashMap<u32, Cost> =
            problem.ends().goals.iter().map(|&goal| (goal, Cost::ZERO)).collect();
        loop {
            let mut changed = false;
            for &(a, b, cost) in &edges {
                if let Some(&known) = truth.get(&b) {
                    let entry = truth.entry(a).or_insert(Cost::INFINITE);
                    if cost + known < *entry {
                        *entry = cost + known;
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        for (&node, &cost) in &truth {
            assert!(problem.estimate(node) <= cost);
        }
        true
    }

    std::thread_local! {
        /// What the last search to start was found to be, edge by edge, where that is wanted.
        static LOOKED: std::cell::Cell<Option<bool>> = const { std::cell::Cell::new(None) };
    }

    /// Called for every problem that a general search starts on.
    pub(crate) fn look(problem: &mut impl Problem, facts: &Facts) {
        if LOOKED.get().is_some() {
            LOOKED.set(Some(edge_by_edge(problem, facts)));
        }
    }

    /// Starts a search and looks at its problem. An open list is asked for, since loops that are
    /// written out for some grids choose their own.
    fn posed<S: Searchable>(space: &S, query: Query<'_, S::State, S::Goal>) -> bool {
        LOOKED.set(Some(false));
        let query = query.algorithm(Algorithm::AStar).open(Open::Heap).without_shortcut();
        search(space, &query, &mut Workspace::new()).unwrap();
        LOOKED.take().expect("it was set")
    }

    struct Random(u64);

    impl Random {
        fn below(&mut self, n: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 % n
        }
    }

    #[test]
    fn grids_edge_by_edge() {
        let mut random = Random(99);
        let (mut held, mut refused) = (0, 0);
        for round in 0..1500 {
            let (width, height) = (1 + random.below(9) as u32, 1 + random.below(9) as u32);
            let mut grid = Grid::from_fn(width, height, |_| random.below(4) > 0).unwrap();
            let steps = match random.below(4) {
                0 => StepCosts::UNIFORM,
                1 => StepCosts::new(10.0, 14.0).unwrap(),
                2 => StepCosts::new(1.0 + random.below(3) as f64, 0.5 + random.below(8) as f64)
                    .unwrap(),
                _ => StepCosts::EXACT,
            };
            grid.set_rules(Rules {
                moves: if random.below(3) == 0 { Moves::Four } else { Moves::Eight },
                corners: [Corners::Never, Corners::One, Corners::Always][round % 3],
                steps,
                uphill: Cost::try_from(random.below(3) as f64 / 3.0).unwrap(),
                charge: if round % 4 == 2 { Charge::Enter } else { Charge::Mean },
            });
            for cell in grid.cells() {
                if round % 2 == 0 {
                    let multiplier = (1 + random.below(900)) as f64 / 256.0;
                    grid.set_multiplier(cell, multiplier).unwrap();
                }
                if round % 5 == 0 {
                    grid.set_elevation(cell, random.below(9) as i32 - 4).unwrap();
                }
            }
            let free: Vec<Cell> = grid.cells().filter(|&cell| grid.is_free(cell)).collect();
            if free.is_empty() {
                continue;
            }
            let mut pick = || free[random.below(free.len() as u64) as usize];
            let (from, to) = (pick(), [pick(), pick()]);
            let goals = if round % 3 == 0 { &to[..] } else { &to[..1] };
            let starts = [from];
            let several = [Heuristic::Octile, Heuristic::Manhattan, Heuristic::Euclidean];
            let asked = NAMES.map(|name| Heuristic::named(name).unwrap());
            let landmarks = GridLandmarks::choose(&grid, random.below(12) as usize).unwrap();
            let guided = [Heuristic::GridLandmarks(&landmarks), Heuristic::Chebyshev];
            let more = [Heuristic::Max(&several), guided[0], Heuristic::Max(&guided)];
            let layer = Layer::multiplied(&grid, |_| Some((1 + random.below(700)) as f64 / 256.0));
            let layer = layer.unwrap();
            for heuristic in asked {
                posed(&grid, Query::between(&starts, goals).heuristic(heuristic).layer(&layer));
            }
            for heuristic in asked.into_iter().chain(more) {
                let query = Query::between(&starts, goals).heuristic(heuristic);
                match posed(&grid, query) {
                    true => held += 1,
                    false => refused += 1,
                }
            }
        }
        assert!(held > 5000 && refused > 1000, "{held} {refused}");
    }

    #[test]
    fn links_edge_by_edge() {
        let mut random = Random(101);
        let mut held = 0;
        for round in 0..600 {
            let (width, height) = (1 + random.below(9) as u32, 1 + random.below(9) as u32);
            let mut grid = Grid::from_fn(width, height, |_| random.below(4) > 0).unwrap();
            grid.set_rules(Rules {
                moves: if random.below(3) == 0 { Moves::Four } else { Moves::Eight },
                uphill: Cost::try_from(random.below(3) as f64 / 3.0).unwrap(),
                charge: Charge::ALL[round % 2],
                ..Rules::default()
            });
            let any = |grid: &Grid, random: &mut Random| {
                let (w, h) = (grid.width() as u64, grid.height() as u64);
                Cell::new(random.below(w) as u32, random.below(h) as u32)
            };
            for _ in 0..random.below(12) {
                let (from, to) = (any(&grid, &mut random), any(&grid, &mut random));
                grid.add_link(from, to, (1 + random.below(40)) as f64 / 8.0).unwrap();
                if round % 3 == 0 {
                    grid.set_multiplier(to, (1 + random.below(900)) as f64 / 256.0).unwrap();
                    grid.set_elevation(from, random.below(9) as i32 - 4).unwrap();
                }
            }
            let ends = [(); 4].map(|()| any(&grid, &mut random));
            if ends.iter().any(|&end| !grid.is_free(end)) {
                continue;
            }
            let layer = Layer::multiplied(&grid, |_| Some((1 + random.below(700)) as f64 / 256.0));
            let layer = layer.unwrap();
            let several = [Heuristic::Octile, Heuristic::Chebyshev];
            let named = NAMES.map(|name| Heuristic::named(name).unwrap());
            for heuristic in named.into_iter().chain([Heuristic::Max(&several)]) {
                let query = Query::between(&ends[..2], &ends[2..]).heuristic(heuristic);
                held += u32::from(posed(&grid, query.clone()));
                held += u32::from(posed(&grid, query.layer(&layer)));
            }
        }
        assert!(held > 1000, "{held}");
    }

    #[test]
    fn graphs_edge_by_edge() {
        let mut random = Random(100);
        for round in 0..400 {
            let nodes = 1 + random.below(12) as u32;
            let edges: Vec<(u32, u32, f64)> = (0..random.below(40))
                .map(|_| {
                    let (a, b) = (random.below(nodes as u64), random.below(nodes as u64));
                    (a as u32, b as u32, random.below(1000) as f64 / 7.0)
                })
                .collect();
            let points: Vec<(f64, f64)> = (0..nodes)
                .map(|_| (random.below(180) as f64 - 90.0, random.below(360) as f64))
                .collect();
            let positions =
                if round % 2 == 0 { Positions::Plane(points) } else { Positions::Globe(points) };
            let graph = Graph::from_edges(nodes as usize, edges).unwrap();
            let graph = graph.with_positions(positions).unwrap();
            let landmarks = GraphLandmarks::new(&graph, 3);
            let (from, to) = (random.below(nodes as u64) as u32, random.below(nodes as u64) as u32);
            let several = [Heuristic::Positions, Heuristic::GraphLandmarks(&landmarks)];
            let all = [Heuristic::Auto, several[0], several[1], Heuristic::Max(&several)];
            for heuristic in all {
                let query = Query::new(from, to).heuristic(heuristic);
                assert!(posed(&graph, query));
            }
        }
    }

    #[test]
    fn puzzles_edge_by_edge() {
        let puzzle = SlidingPuzzle::new(3, 2).unwrap();
        for tiles in [[1, 2, 3, 4, 5, 0], [5, 4, 3, 2, 1, 0], [0, 3, 1, 5, 2, 4]] {
            let query = Query::new(puzzle.solved(), puzzle.board(&tiles).unwrap());
            assert!(posed(&puzzle, query));
        }
    }
}
