//! [`Plan`]: where every unit is at every moment.

use crate::spaces::grid::Cell;

/// A plan for a crowd: a path for each unit, with one cell for each moment from zero on, waits included. A path
/// ends when its unit has arrived for good; from then on, the unit rests at its goal.
///
/// ```
/// use wayline::crowd::Plan;
/// use wayline::Cell;
/// let cells = |cells: &[(u32, u32)]| cells.iter().copied().map(Cell::from).collect::<Vec<_>>();
/// let plan = Plan::new(vec![cells(&[(0, 0), (1, 0), (1, 0), (2, 0)]), cells(&[(5, 5)])]);
/// assert_eq!(plan.sum_of_costs(), 3);
/// assert_eq!(plan.at(0, 2), Cell::new(1, 0));
/// assert_eq!(plan.at(1, 99), Cell::new(5, 5));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    paths: Vec<Vec<Cell>>,
}

impl Plan {
    /// A plan from paths, wherever they come from. An empty path is left as it is: the judge refuses it.
    pub fn new(paths: Vec<Vec<Cell>>) -> Plan {
        Plan { paths }
    }

    /// The path of each unit.
    pub fn paths(&self) -> &[Vec<Cell>] {
        &self.paths
    }

    /// How many units there are.
    pub fn units(&self) -> usize {
        self.paths.len()
    }

    /// Where a unit is at a moment.
    ///
    /// # Panics
    ///
    /// If there is no such unit, or its path is empty.
    pub fn at(&self, unit: usize, time: usize) -> Cell {
        let path = &self.paths[unit];
        path[time.min(path.len() - 1)]
    }

    /// When the last unit arrives.
    pub fn makespan(&self) -> u64 {
        self.arrivals().max().unwrap_or(0)
    }

    /// The sum of the times when units arrive for good.
    pub fn sum_of_costs(&self) -> u64 {
        self.arrivals().sum()
    }

    fn arrivals(&self) -> impl Iterator<Item = u64> {
        self.paths.iter().map(|path| {
            let rest = path.iter().rev().take_while(|&cell| Some(cell) == path.last()).count();
            (path.len() - rest) as u64
        })
    }
}
