//! The map as it was when its index was prepared.

use super::Ablation;
use super::hubs::CornerHubs;
use crate::engines::index::label_query::{LabelQuery, LabelWork};
use crate::engines::index::metric::{Metric, UNREACHED};
use crate::engines::index::route::{Gait, Turns};
use crate::engines::index::visibility::{Eye, Visibility};
use crate::engines::index::{Content, GridIndex};
use crate::spaces::grid::{Cell, Corners, Moves, Rules};

/// An index by labels, asked for the map of its time.
#[derive(Clone, Copy)]
pub(crate) struct Then<'a> {
    pub(super) sight: &'a Visibility,
    pub(super) metric: &'a Metric,
    pub(super) labels: LabelQuery<'a>,
    rules: Rules,
    gait: Gait,
    /// What corners know as cells, if that was gathered.
    pub(super) hubs: Option<&'a CornerHubs>,
    pub(super) ablation: Ablation,
}

impl<'a> Then<'a> {
    /// `None` for an index without labels, or whose labels have 64 bits.
    pub(crate) fn of(index: &'a GridIndex) -> Option<Then<'a>> {
        let Content::Labels(labelled) = &index.content else { return None };
        Some(Then {
            sight: &labelled.sight,
            metric: &labelled.metric,
            labels: labelled.query(),
            rules: index.rules,
            gait: labelled.gait,
            hubs: None,
            ablation: Ablation::default(),
        })
    }

    /// Whether it guides searches: the proof in `search.rs` is for eight moves that cut no corner.
    pub(crate) fn guides(&self) -> bool {
        self.gait == Gait::DiagonalFirst
    }

    /// Between which cells a diagonal step may be taken.
    pub(super) fn corners(&self) -> Corners {
        self.rules.corners
    }

    /// Whether a step is legal on a map, by the rules of the index.
    pub(super) fn legal(
        &self,
        is_free: impl Fn(Cell) -> bool,
        from: Cell,
        (dx, dy): (i32, i32),
    ) -> bool {
        let beside =
            |dx, dy| Cell::new(from.x.wrapping_add_signed(dx), from.y.wrapping_add_signed(dy));
        let passes = dx == 0
            || dy == 0
            || self.rules.moves == Moves::Eight
                && self.rules.corners.lets_pass(is_free(beside(dx, 0)), is_free(beside(0, dy)));
        passes && is_free(from) && is_free(beside(dx, dy))
    }

    /// The turns of a shortest path between two cells as the map was, and what it costs.
    pub(super) fn turns(
        &self,
        from: &Eye,
        to: &Eye,
        work: &mut LabelWork,
        turns: &mut Turns,
    ) -> u32 {
        turns.gait = self.gait;
        let cost = self.labels.turns(from, to, work, turns);
        if self.gait == Gait::Square && cost < UNREACHED {
            turns.square(self.sight);
        }
        cost
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
