//! The map as it was when its index was prepared.

use super::Ablation;
use super::hubs::CornerHubs;
use crate::engines::index::label_query::LabelQuery;
use crate::engines::index::metric::Metric;
use crate::engines::index::route::Gait;
use crate::engines::index::visibility::{Eye, Visibility};
use crate::engines::index::{GridIndex, Ways};
use crate::spaces::grid::Cell;

/// An index by labels, asked for the map of its time.
#[derive(Clone, Copy)]
pub(crate) struct Then<'a> {
    pub(super) sight: &'a Visibility,
    pub(super) metric: &'a Metric,
    pub(super) labels: LabelQuery<'a>,
    /// What corners know as cells, if that was gathered.
    pub(super) hubs: Option<&'a CornerHubs>,
    pub(super) ablation: Ablation,
}

impl<'a> Then<'a> {
    /// `None` for an index without labels, or with other rules than eight moves that cut no corner.
    pub(crate) fn of(index: &'a GridIndex) -> Option<Then<'a>> {
        let Ways::Labels(labelled) = &index.ways else { return None };
        if labelled.gait != Gait::DiagonalFirst {
            return None;
        }
        let (sight, metric, labels) = (&labelled.sight, &labelled.metric, labelled.query());
        Some(Then { sight, metric, labels, hubs: None, ablation: Ablation::default() })
    }

    /// The same with what corners know as cells.
    pub(crate) fn with_hubs(self, hubs: Option<&'a CornerHubs>) -> Then<'a> {
        Then { hubs, ..self }
    }

    /// Whether a cell was free; off the map none is.
    #[inline]
    pub(super) fn is_free(&self, cell: Cell) -> bool {
        cell.x < self.sight.width
            && cell.y < self.sight.height
            && self.sight.is_free(cell.x, cell.y)
    }

    /// The eye of a cell that was free.
    #[inline]
    pub(super) fn eye(&self, cell: Cell) -> Eye {
        self.sight.eye(cell.x, cell.y)
    }

    /// What a path without obstacles would cost.
    #[inline]
    pub(super) fn octile(&self, a: Cell, b: Cell) -> u32 {
        self.metric.octile(a.x.abs_diff(b.x), a.y.abs_diff(b.y))
    }
}
