//! A search in slices: so many expansions a frame.

use super::{Ended, advance};
use crate::answer::Answer;
use crate::error::Error;
use crate::query::Query;
use crate::space::Searchable;
use crate::workspace::Workspace;

/// A search that is run a slice at a time. It expands the same states in the same order as one that
/// is run in one go, and the space cannot change meanwhile.
///
/// ```
/// use wayline::{Algorithm, Grid, Query, Slices, Workspace};
///
/// let grid = Grid::new(200, 200)?;
/// let query = Query::new((0, 0), (199, 120)).algorithm(Algorithm::AStar);
/// let mut work = Workspace::new();
/// let mut slices = Slices::new(&grid, &query, &mut work);
/// let mut frames = 0;
/// let answer = loop {
///     frames += 1;
///     if let Some(answer) = slices.step(50)? {
///         break answer;
///     }
/// };
/// assert!(answer.is_found() && frames > 1);
/// # Ok::<(), wayline::Error>(())
/// ```
pub struct Slices<'a, S: Searchable> {
    space: &'a S,
    query: &'a Query<'a, S::State>,
    work: &'a mut Workspace<S>,
    begun: bool,
    ended: Option<Ended>,
}

impl<'a, S: Searchable> Slices<'a, S> {
    /// A search that has not begun.
    ///
    /// ```
    /// # use wayline::{Grid, Query, Slices, Workspace};
    /// # let (grid, query, mut work) = (Grid::new(2, 2)?, Query::new((0, 0), (1, 1)), Workspace::new());
    /// let slices = Slices::new(&grid, &query, &mut work);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn new(
        space: &'a S,
        query: &'a Query<'a, S::State>,
        work: &'a mut Workspace<S>,
    ) -> Slices<'a, S> {
        Slices { space, query, work, begun: false, ended: None }
    }

    /// Expands at most so many states; the answer once there is one, and from then on.
    ///
    /// ```
    /// # use wayline::{Grid, Query, Slices, Workspace};
    /// # let (grid, query, mut work) = (Grid::new(2, 2)?, Query::new((0, 0), (1, 1)), Workspace::new());
    /// let mut slices = Slices::new(&grid, &query, &mut work);
    /// assert!(slices.step(100)?.is_some());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn step(&mut self, expansions: u64) -> Result<Option<Answer<'_, S::State>>, Error> {
        if self.ended.is_none() {
            if matches!(self.query.goals, crate::query::Goals::Everywhere) {
                return Err(Error::NoGoal);
            }
            let fresh = !self.begun;
            self.ended = advance(self.space, self.query, self.work, &mut (), fresh, expansions)?;
            self.begun = true;
        }
        Ok(self.ended.map(|ended| ended.answer(self.work)))
    }
}
