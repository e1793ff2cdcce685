//! Many questions to one index: an order in which neighbours follow each other, and costs that share work.

use super::labelled::Labelled;
use super::metric::Length;
use super::{Content, GridIndex};
use crate::engines::index::label_query::LabelWork;
use crate::engines::workspace::Workspace;
use crate::kernel::cost::Cost;
use crate::spaces::error::QueryError;
use crate::spaces::grid::Cell;

/// This many questions in a row that share an end pay for gathering what can be known from there. That takes about
/// as many instructions as a question, and each question after it half of them (8,800, 8,100 and 3,900 on a map of
/// 512x512).
const SHARED: usize = 4;

/// Cells are numbered by squares of this many columns and rows (two to the power of it): what the cells of one see fits
/// into the nearest caches.
const SIDE: u32 = 5;

/// Fewer questions are not worth an order, nor are fewer than one for this many cells of the map: these are counted.
const FEWEST: usize = 256;
const CELLS_EACH: usize = 16;

impl GridIndex {
    /// What shortest paths cost for many pairs of cells: the same costs as from
    /// [`cost_with`](GridIndex::cost_with), handed over with the number of the pair, in the order that takes the
    /// least time. Questions whose goals are near each other follow each other, and questions that share an end
    /// share work.
    ///
    /// ```
    /// use wayline::{Cell, Cost, Grid, GridIndex, Preparation, Workspace};
    /// let index = GridIndex::prepare(&Grid::from_rows(["....#.."])?, &Preparation::default())?;
    /// let cell = |x| Cell::new(x, 0);
    /// let pairs = [(cell(0), cell(3)), (cell(0), cell(4)), (cell(0), cell(5))];
    /// let mut costs = vec![None; pairs.len()];
    /// index.costs_with(&pairs, &mut Workspace::new(), |pair, cost| costs[pair] = cost.ok());
    /// assert_eq!(costs, [Some(Cost::from(3)), None, Some(Cost::INFINITE)]);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn costs_with(
        &self,
        pairs: &[(Cell, Cell)],
        work: &mut Workspace,
        mut answer: impl FnMut(usize, Result<Cost, QueryError>),
    ) {
        match &self.content {
            Content::Labels(labels) => labels.costs(pairs, &mut work.index.labels, answer),
            #[cfg(not(target_arch = "wasm32"))]
            Content::Wide(labels) => labels.costs(pairs, &mut work.index.wide, answer),
            Content::Jumps(_) => {
                for (pair, &(from, to)) in pairs.iter().enumerate() {
                    answer(pair, self.find_cost(from, to, work));
                }
            }
        }
    }

    /// The numbers of many pairs of cells, in an order in which answering them one by one takes less time: pairs
    /// with the same end follow each other, and then pairs near each other.
    ///
    /// ```
    /// use wayline::{Cell, Grid, GridIndex, Preparation};
    /// let index = GridIndex::prepare(&Grid::new(9, 9)?, &Preparation::default())?;
    /// let pair = |i: u32| (Cell::new(i % 9, i % 7), Cell::new(i % 5, i % 8));
    /// let mut order = index.order(&(0..5000).map(pair).collect::<Vec<_>>());
    /// order.sort();
    /// assert!(order.into_iter().eq(0..5000));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn order(&self, pairs: &[(Cell, Cell)]) -> Vec<u32> {
        match &self.content {
            Content::Labels(labels) => labels.squares().order(pairs).0,
            #[cfg(not(target_arch = "wasm32"))]
            Content::Wide(labels) => labels.squares().order(pairs).0,
            Content::Jumps(_) => (0..pairs.len() as u32).collect(),
        }
    }
}

impl<L: Length> Labelled<L> {
    fn squares(&self) -> Squares {
        let squares = |cells: u32| (cells as usize).div_ceil(1 << SIDE);
        let (across, down) = (squares(self.sight.width), squares(self.sight.height));
        Squares { across, count: across * down }
    }

    fn costs(
        &self,
        pairs: &[(Cell, Cell)],
        work: &mut LabelWork<L>,
        mut answer: impl FnMut(usize, Result<Cost, QueryError>),
    ) {
        let (order, shared) = self.squares().order(pairs);
        let end = |&row: &u32| shared.of(pairs[row as usize]);
        for rows in order.chunk_by(|a, b| end(a) == end(b)) {
            let rows = rows.iter().map(|&row| (row as usize, pairs[row as usize]));
            if rows.len() < SHARED {
                rows.for_each(|(row, (from, to))| answer(row, self.cost(from, to, work)));
                continue;
            }
            let mut gathered = None;
            for (row, (from, to)) in rows {
                // The same both ways: an index is of a map whose steps can be taken back.
                let cost = self.ends(from, to).map(|(from, to)| {
                    let (near, far) = if shared == Shared::Goals { (from, to) } else { (to, from) };
                    let goal = gathered.get_or_insert_with(|| {
                        self.query().gather_goal(&far, work);
                        far
                    });
                    self.metric.cost(self.query().cost_to_gathered(&near, goal, work))
                });
                answer(row, cost);
            }
        }
    }
}

/// Which ends of questions are shared by more of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shared {
    Starts,
    Goals,
}

impl Shared {
    #[inline(always)]
    fn of(self, (from, to): (Cell, Cell)) -> Cell {
        if self == Shared::Starts { from } else { to }
    }

    fn other(self) -> Shared {
        if self == Shared::Starts { Shared::Goals } else { Shared::Starts }
    }
}

/// A map divided into squares, whose cells are numbered one square after the other.
#[derive(Clone, Copy)]
struct Squares {
    across: usize,
    count: usize,
}

impl Squares {
    /// Of the square that a cell is in; the number of squares for those that are off the map.
    #[inline(always)]
    fn square(self, cell: Cell) -> usize {
        let (column, row) = ((cell.x >> SIDE) as usize, (cell.y >> SIDE) as usize);
        if column < self.across {
            (row.saturating_mul(self.across) + column).min(self.count)
        } else {
            self.count
        }
    }

    /// Of the cell.
    #[inline(always)]
    fn number(self, cell: Cell) -> usize {
        let within = |at: u32| (at & ((1 << SIDE) - 1)) as usize;
        self.square(cell) << (2 * SIDE) | within(cell.y) << SIDE | within(cell.x)
    }

    fn order(self, pairs: &[(Cell, Cell)]) -> (Vec<u32>, Shared) {
        let numbers = (self.count + 1) << (2 * SIDE);
        let plain: Vec<u32> = (0..pairs.len() as u32).collect();
        if pairs.len() < FEWEST || pairs.len() < numbers / CELLS_EACH {
            return (plain, Shared::Goals);
        }
        let distinct = |shared: Shared| {
            let mut seen = vec![0u64; numbers / 64];
            for &pair in pairs {
                let number = self.number(shared.of(pair));
                seen[number / 64] |= 1 << (number % 64);
            }
            seen.iter().map(|word| u64::from(word.count_ones())).sum::<u64>()
        };
        let shared = match distinct(Shared::Starts) < distinct(Shared::Goals) {
            true => Shared::Starts,
            false => Shared::Goals,
        };
        let end = |shared: Shared, row: u32| shared.of(pairs[row as usize]);
        let by_other = sorted(&plain, self.count + 1, |row| self.square(end(shared.other(), row)));
        (sorted(&by_other, numbers, |row| self.number(end(shared, row))), shared)
    }
}

/// Rows by their keys below `keys`; of equal ones, in the order that they have.
fn sorted(rows: &[u32], keys: usize, key: impl Fn(u32) -> usize) -> Vec<u32> {
    let mut places = vec![0u32; keys + 1];
    for &row in rows {
        places[key(row) + 1] += 1;
    }
    for at in 0..keys {
        places[at + 1] += places[at];
    }
    let mut sorted = vec![0; rows.len()];
    for &row in rows {
        let place = &mut places[key(row)];
        sorted[*place as usize] = row;
        *place += 1;
    }
    sorted
}
