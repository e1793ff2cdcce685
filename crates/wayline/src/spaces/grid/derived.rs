//! What is derived from a map at its first query, and whether a limit on time leaves room for it.
//!
//! Connected components and the lines of jump point search make queries faster, but may take longer to derive than
//! a query is allowed. So they are derived only if the limit is several times what that takes. This is counted
//! from the size of the map, not measured: the same query does the same on every machine. Queries without a limit
//! on time always derive; later queries find it done.

use super::Grid;
use super::components::Components;
use super::jump::{Lines, Planes};
use std::time::Duration;

/// The least limit that leaves room, in nanoseconds a cell: deriving takes about five for the
/// components and five for the lines.
const ROOM: u64 = 20;

impl Grid {
    pub(crate) fn has_time_for_components(&self, limit: Option<Duration>) -> bool {
        self.components.get().is_some() || has_room(limit, self.width as u64 * self.height as u64)
    }

    pub(crate) fn has_time_for_lines(&self, limit: Option<Duration>) -> bool {
        // Lines have whole words, however short they are.
        let words = |length: u32| u64::from(length).div_ceil(64) * 64;
        let rows = self.height as u64 * words(self.width);
        let columns = self.width as u64 * words(self.height);
        self.lines.get().is_some() || has_room(limit, rows.max(columns))
    }
}

impl Grid {
    /// Derives everything that jump point search needs from a map.
    pub(crate) fn derive_for_jumps(&self) {
        self.kept();
        self.known_components();
    }

    /// How many bytes the cells take, and what was derived for jump point search.
    pub(crate) fn bytes_for_jumps(&self) -> usize {
        let steps = self.steps.get().map_or(0, Vec::len);
        let components = self.components.get().map_or(0, Components::bytes);
        let planes = self.planes.get().map_or(0, Planes::bytes);
        let lines = self.lines.get().map_or(0, Lines::bytes);
        self.bits.len() + steps + components + planes + lines
    }
}

fn has_room(limit: Option<Duration>, cells: u64) -> bool {
    limit.is_none_or(|time| time.as_nanos() >= u128::from(ROOM * cells))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::search::search;
    use crate::engines::workspace::Workspace;
    use crate::question::query::Query;
    use crate::question::settings::Limits;

    #[test]
    fn little_time_is_not_spent_on_deriving() {
        let grid = Grid::from_fn(1000, 700, |cell| cell.x % 9 > 0 || cell.y % 5 == 0).unwrap();
        let mut work = Workspace::new();
        let mut ask = |time: Option<u64>| {
            let time = time.map(Duration::from_millis);
            let limits = Limits { time, ..Limits::default() };
            let query = Query::new((1, 1), (5, 6)).limits(limits);
            let answer = search(&grid, &query, &mut work).unwrap();
            (answer.algorithm, answer.outcome, answer.cost, answer.path.to_vec(), answer.stats)
        };
        let derived = || (grid.components.get().is_some(), grid.lines.get().is_some());
        ask(Some(2));
        assert_eq!(derived(), (false, false));
        let free_to_derive = ask(None);
        assert_eq!(derived(), (true, true));
        // What was derived is used, and does not change the answer.
        assert_eq!(ask(Some(3_600_000)), free_to_derive);
        assert!(grid.has_time_for_components(None));
        let copy = grid.bare_copy();
        let hour = Some(Duration::from_secs(3600));
        assert!(copy.has_time_for_lines(hour) && copy.has_time_for_components(hour));
    }
}
