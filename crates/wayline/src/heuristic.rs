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
//!
//! All are in units of the straight step, times the smallest terrain multiplier of the map. The
//! engine works out which of them is the largest that is still admissible and uses it unless asked
//! otherwise ([`Heuristic::Auto`]). Asking for an inadmissible one is allowed, and the answer then
//! carries no guarantee.
//!
//! **Never square.** "Leave out the root, it is slow, and squared distances compare alike" is
//! advice that two well-known articles give. Squares do compare alike, but f = g + h adds them to
//! a g that is not squared: h² outweighs g, and the search turns greedy. Squaring both does not
//! help: a sum of squares is not the square of a sum, so g² is no longer a path's cost. Tests in
//! this crate (`tests/squared_estimates.rs`) show a worse path for each.

use crate::cost::Cost;
use crate::error::Error;
use crate::graph::Landmarks;

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
    /// Nothing is known.
    Zero,
    /// Grids: columns and rows apart, added.
    Manhattan,
    /// Grids: the larger of columns and rows apart.
    Chebyshev,
    /// Grids: diagonals first, then straight.
    Octile,
    /// Grids: as the crow flies.
    Euclidean,
    /// Grids: the square of that. Never admissible; see [the module](self).
    SquaredEuclidean,
    /// Graphs: by the positions of the nodes, scaled by the smallest cost per length.
    Positions,
    /// Graphs: by the triangle inequality through landmarks.
    Landmarks(&'q Landmarks),
    /// Your own. Nothing is claimed about it.
    Custom(&'q (dyn Fn(&S) -> Cost + Sync)),
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

    /// The estimate with a name.
    ///
    /// ```
    /// use wayline::{Cell, Heuristic};
    /// assert!(matches!(Heuristic::<Cell>::named("octile")?, Heuristic::Octile));
    /// assert!(Heuristic::<Cell>::named("magic").is_err());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn named(name: &str) -> Result<Heuristic<'q, S>, Error> {
        Ok(match name {
            "auto" => Heuristic::Auto,
            "zero" => Heuristic::Zero,
            "manhattan" => Heuristic::Manhattan,
            "chebyshev" => Heuristic::Chebyshev,
            "octile" => Heuristic::Octile,
            "euclidean" => Heuristic::Euclidean,
            "squared-euclidean" => Heuristic::SquaredEuclidean,
            _ => return Err(Error::unknown("heuristic", name, NAMES)),
        })
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Heuristic::Auto => "auto",
            Heuristic::Zero => "zero",
            Heuristic::Manhattan => "manhattan",
            Heuristic::Chebyshev => "chebyshev",
            Heuristic::Octile => "octile",
            Heuristic::Euclidean => "euclidean",
            Heuristic::SquaredEuclidean => "squared-euclidean",
            Heuristic::Positions => "positions",
            Heuristic::Landmarks(_) => "landmarks",
            Heuristic::Custom(_) => "custom",
            Heuristic::Max(_) => "max",
        }
    }
}

/// `scale` times the square root of `square`, rounded down, exactly.
pub(crate) fn scaled_root(scale: u64, square: u64) -> u64 {
    let exact = scale as u128 * scale as u128 * square as u128;
    // A floating point guess is off by a few units in the last place; integers settle it.
    let mut root = ((square as f64).sqrt() * scale as f64) as u64;
    while root as u128 * root as u128 > exact {
        root -= 1;
    }
    while (root as u128 + 1) * (root as u128 + 1) <= exact {
        root += 1;
    }
    root
}

#[cfg(test)]
mod tests {
    use super::scaled_root;

    #[test]
    fn roots_are_rounded_down_exactly() {
        for scale in [1u64, 3, 1 << 20, 1 << 32, 10_000 << 32] {
            for square in (0..2000).chain([999_999_999, 2 * 16384 * 16384]) {
                let exact = scale as u128 * scale as u128 * square as u128;
                assert_eq!(scaled_root(scale, square) as u128, exact.isqrt(), "{scale} {square}");
            }
        }
    }
}
