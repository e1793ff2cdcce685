//! [`Labelled`]: a map with labels, which every query reads and none searches.

use super::contraction::CornerContraction;
use super::corner_graph::CornerGraph;
use super::label_query::{LabelQuery, LabelWork};
use super::labels::{CornerLabels, distance};
use super::metric::{Length, Metric};
use super::preparation::{Effort, GivenUp};
use super::route::{Gait, Turns};
use super::visibility::{Eye, Visibility};
use crate::kernel::cost::Cost;
use crate::spaces::error::{End, QueryError};
use crate::spaces::grid::{Cell, Rules};

/// What cells see and what corners know, costs being kept in 32 bits or in 64.
pub(super) struct Labelled<L = u32> {
    pub(super) sight: Visibility,
    pub(super) labels: CornerLabels<L>,
    pub(super) metric: Metric<L>,
    pub(super) gait: Gait,
}

impl<L: Length> Labelled<L> {
    pub(super) fn new(
        sight: Visibility,
        labels: CornerLabels<L>,
        metric: Metric<L>,
        rules: &Rules,
    ) -> Labelled<L> {
        Labelled { sight, labels, metric, gait: Gait::of(rules) }
    }

    pub(super) fn bytes(&self) -> usize {
        self.sight.bytes() + self.labels.bytes()
    }

    #[inline(always)]
    pub(super) fn query(&self) -> LabelQuery<'_, L> {
        LabelQuery { sight: &self.sight, labels: &self.labels, metric: &self.metric }
    }

    /// What a shortest path costs: infinite if there is none.
    #[inline]
    pub(super) fn cost(
        &self,
        from: Cell,
        to: Cell,
        work: &mut LabelWork<L>,
    ) -> Result<Cost, QueryError> {
        let (from, to) = self.ends(from, to)?;
        Ok(self.metric.cost(self.query().cost(&from, &to, work)))
    }

    /// The same, and where the path turns.
    #[inline]
    pub(super) fn turns(
        &self,
        from: Cell,
        to: Cell,
        work: &mut LabelWork<L>,
        turns: &mut Turns,
    ) -> Result<Cost, QueryError> {
        let (from, to) = self.ends(from, to)?;
        turns.gait = self.gait;
        let cost = self.query().turns(&from, &to, work, turns);
        if self.gait == Gait::Square && cost < L::UNREACHED {
            turns.square(&self.sight);
        }
        Ok(self.metric.cost(cost))
    }

    /// The costs from each of some cells to each of others, row by row.
    pub(super) fn matrix(
        &self,
        from: &[Cell],
        to: &[Cell],
        work: &mut LabelWork<L>,
    ) -> Result<Vec<Cost>, QueryError> {
        let eyes = |end: End, cells: &[Cell]| -> Result<Vec<Eye>, QueryError> {
            cells.iter().map(|&cell| self.end(end, cell)).collect()
        };
        let (from, to) = (eyes(End::Start, from)?, eyes(End::Goal, to)?);
        let costs = self.query().costs(&from, &to, work);
        Ok(costs.into_iter().map(|cost| self.metric.cost(cost)).collect())
    }

    #[inline]
    pub(super) fn ends(&self, from: Cell, to: Cell) -> Result<(Eye, Eye), QueryError> {
        Ok((self.end(End::Start, from)?, self.end(End::Goal, to)?))
    }

    #[inline]
    fn end(&self, end: End, cell: Cell) -> Result<Eye, QueryError> {
        let Visibility { width, height, .. } = self.sight;
        if cell.x >= width || cell.y >= height {
            return Err(QueryError::OffMap { end, cell, width, height });
        }
        if !self.sight.is_free(cell.x, cell.y) {
            return Err(QueryError::Blocked { end, cell });
        }
        Ok(self.sight.eye(cell.x, cell.y))
    }
}

/// The corners by importance, by what steps cost; with `force`, whatever it takes within the budget.
pub(super) fn order<L: Length>(
    sight: &Visibility,
    graph: &CornerGraph,
    metric: &Metric<L>,
    force: bool,
    effort: &mut Effort<'_>,
) -> Result<Vec<u32>, GivenUp> {
    let corners = &sight.corners;
    let cost = |a: u32, b: u32| distance(metric, corners[a as usize], corners[b as usize]);
    CornerContraction::new(graph, cost, sight.free_cells(), force).order(effort)
}

/// Labels of a map, within this much memory.
pub(super) fn label<L: Length>(
    sight: &Visibility,
    graph: &CornerGraph,
    order: &[u32],
    metric: &Metric<L>,
    memory: u64,
    effort: &mut Effort<'_>,
) -> Result<CornerLabels<L>, GivenUp> {
    let memory = memory.checked_sub(sight.bytes() as u64).ok_or(GivenUp::Memory)?;
    let longest = longest_entry(sight, metric).ok_or(GivenUp::TooLong)?;
    let labels = CornerLabels::of(&sight.corners, graph, order, metric, longest, memory, effort)?;
    if labels.bytes() as u64 > memory { Err(GivenUp::Memory) } else { Ok(labels) }
}

/// The most that an entry of a label may cost, so that no path of the map costs [`Length::UNREACHED`]: none
/// costs more than by way of the most important corner of its part of the map, which is in all labels
/// there, and from each end to the corners that it sees.
pub(super) fn longest_entry<L: Length>(sight: &Visibility, metric: &Metric<L>) -> Option<L> {
    let (long, short) = (sight.width.max(sight.height), sight.width.min(sight.height));
    let ends: u64 = (L::from(long) * metric.straight + L::from(short) * metric.diagonal).into();
    let most = L::UNREACHED.into().checked_sub(1)?.checked_sub(2 * ends)? / 2;
    L::try_from(most).ok()
}
