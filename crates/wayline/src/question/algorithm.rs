//! The one place that lists all algorithms. A new one is a new file and a new entry here; the
//! command line, the tests and the benchmarks find it by themselves. `pseudocode.md` describes each algorithm in a
//! few lines.

use crate::spaces::error::ParseError;
use std::fmt;
use std::str::FromStr;

/// What there is to know about an algorithm before it is run.
///
/// ```
/// for info in wayline::algorithms() {
///     println!("{:14} {}", info.name, info.summary);
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AlgorithmInfo {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Its name, as on the command line.
    pub name: &'static str,
    /// What it is for.
    pub summary: &'static str,
    /// Whether its path costs the least (given an admissible estimate, as it is by default).
    pub optimal: bool,
    /// Whether it needs something prepared from the map.
    pub prepared: bool,
    /// Whether an estimate guides it.
    pub informed: bool,
    /// Whether it takes an open list ([`Open`](crate::Open)).
    pub takes_open: bool,
    /// Whether it takes a tie-break ([`Ties`](crate::Ties)).
    pub takes_ties: bool,
    /// Whether it takes a weight ([`Query::weight`](crate::Query::weight)).
    pub takes_weight: bool,
    /// Whether it can stop when the goal is first seen ([`Stop::Generated`](crate::Stop::Generated)).
    pub takes_stop: bool,
    /// Whether its paths are lines of sight at any angle, not steps of the grid.
    pub any_angle: bool,
    /// Whether it is only for plain grids (no terrain, no elevation) with one start and one goal.
    pub plain_grids_only: bool,
    /// Whether it is only for grids, with one start and one goal: of any ground, or
    /// [plain ones](AlgorithmInfo::plain_grids_only).
    pub grids_only: bool,
    /// The most states it expands unless the limits say otherwise.
    pub cap: Option<u64>,
    /// The most states worth waiting for on a grid, where it may take forever: for programs that search for
    /// somebody else. The engine itself does not stop there.
    pub grid_cap: Option<u64>,
}

/// What is true of most algorithms; entries say where they differ.
const USUAL: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::Auto,
    name: "",
    summary: "",
    optimal: false,
    prepared: false,
    informed: false,
    takes_open: false,
    takes_ties: false,
    takes_weight: false,
    takes_stop: true,
    any_angle: false,
    plain_grids_only: false,
    grids_only: false,
    cap: None,
    grid_cap: None,
};

/// Hands the list of all algorithms to a macro: the names and facts are made from it here, and what runs
/// them in `engines/search/registry.rs`. In brackets: the loop.
macro_rules! for_all_algorithms {
    ($then:ident) => {
        $then! {
            /// Depth-first.
            Dfs = "dfs", [blind::DepthFirst] {

            } "depth-first: some path, often a long one, with little memory";

            /// Breadth-first.
            Bfs = "bfs", [blind::BreadthFirst] {

            } "breadth-first: the fewest steps, whatever they cost";

            /// Dijkstra's algorithm.
            Dijkstra = "dijkstra", [best_first::Dijkstra] {
                optimal: true, takes_open: true, takes_ties: true
            } "by cost alone, in rings around the start: when nothing is known of the goal";

            /// A*.
            AStar = "astar", [best_first::AStar] {
                optimal: true, informed: true, takes_open: true, takes_ties: true
            } "cost so far plus an estimate to go, nodes reopened: the exact all-rounder";

            /// Greedy best-first search.
            Greedy = "greedy", [best_first::Greedy] {
                informed: true, takes_open: true, takes_ties: true
            } "by the estimate alone: quick, and easily led astray";

            /// Weighted A*.
            Weighted = "weighted", [best_first::Weighted] {
                informed: true, takes_open: true, takes_ties: true, takes_weight: true
            } "A* that trusts the estimate more: at most a given number of times the optimum";

            /// Bidirectional search.
            Bidirectional = "bidirectional", [bidirectional::Bidirectional] {
                optimal: true, informed: true, takes_ties: true
            } "from both ends until they meet: for graphs without a good estimate";

            /// Jump point search.
            Jps = "jps", [jump::Jump<true>] {
                optimal: true, informed: true, takes_stop: false, grids_only: true
            } "A* by leaps from turn to turn: the fastest on grids with nothing prepared";

            /// Jump point search that keeps nothing between queries.
            JpsBare = "jps-bare", [jump::Jump<false>] {
                optimal: true, informed: true, takes_stop: false, plain_grids_only: true, grids_only: true
            } "the same, keeping nothing between queries but the cells: when the map changes all the time";

            /// By an index that was prepared from the map: see [`GridIndex`](crate::GridIndex), which you ask
            /// directly. A search refuses this algorithm.
            Prepared = "prepared", [prepared::Prepared] {
                optimal: true, informed: true, takes_stop: false, prepared: true, plain_grids_only: true,
                grids_only: true
            } "no search at all: read from an index, in microseconds";

            /// IDA*.
            Ida = "ida", [iterative::Ida] {
                // It keeps no record of where it was, and on a grid takes the same paths over and over.
                optimal: true, informed: true, takes_stop: false, grid_cap: Some(20_000_000)
            } "depth-first with a rising bound: puzzles too large for memory; not for grids";

            /// The naive path queue.
            Naive = "naive", [naive::Naive] {
                optimal: true, informed: true, takes_ties: true, cap: Some(200_000), grid_cap: Some(200_000)
            } "a queue of paths and no closed set, capped: shows why the others keep one";

            /// Theta*.
            Theta = "theta", [any_angle::Theta] {
                informed: true, takes_ties: true, any_angle: true
            } "at any angle, by lines of sight: mostly shorter than grid paths, not always the shortest";
        }
    };
}
pub(crate) use for_all_algorithms;

macro_rules! names_and_facts {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, [$($run:tt)*] {
        $($fact:ident: $value:expr),*
    } $summary:literal;)*) => {
        /// The algorithms.
        ///
        /// ```
        /// use wayline::Algorithm;
        /// assert_eq!("astar".parse(), Ok(Algorithm::AStar));
        /// assert!(Algorithm::AStar.info().optimal);
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Algorithm {
            /// Whichever suits the question: always an exact one.
            #[default]
            Auto,
            $($(#[$doc])* $variant,)*
        }

        const REGISTRY: &[AlgorithmInfo] = &[
            AlgorithmInfo {
                name: "auto",
                summary: "picks the fastest exact search for the question and says which",
                optimal: true,
                informed: true,
                takes_open: true,
                takes_ties: true,
                ..USUAL
            },
            $(AlgorithmInfo {
                algorithm: Algorithm::$variant,
                name: $name,
                summary: $summary,
                $($fact: $value,)*
                ..USUAL
            },)*
        ];
    };
}
for_all_algorithms!(names_and_facts);

impl Algorithm {
    /// What there is to know about it.
    ///
    /// ```
    /// assert!(!wayline::Algorithm::Greedy.info().optimal);
    /// ```
    pub fn info(self) -> &'static AlgorithmInfo {
        let found = REGISTRY.iter().find(|info| info.algorithm == self);
        found.expect("the same macro makes the enum and the list")
    }

    /// Its name, as on the command line.
    ///
    /// ```
    /// assert_eq!(wayline::Algorithm::AStar.name(), "astar");
    /// ```
    pub fn name(self) -> &'static str {
        self.info().name
    }
}

impl FromStr for Algorithm {
    type Err = ParseError;
    fn from_str(name: &str) -> Result<Algorithm, ParseError> {
        let found = REGISTRY.iter().find(|info| info.name == name);
        found.map(|info| info.algorithm).ok_or_else(|| {
            ParseError::unknown("algorithm", name, REGISTRY.iter().map(|info| info.name))
        })
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// All algorithms there are.
///
/// ```
/// let exact = wayline::algorithms().iter().filter(|info| info.optimal).count();
/// assert!(exact >= 5);
/// ```
pub fn algorithms() -> &'static [AlgorithmInfo] {
    REGISTRY
}
