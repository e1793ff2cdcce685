//! The initial bounds, before anything was learnt: consistent, and the same whatever is blocked.

use crate::body::kind::Placement;
use crate::body::map::BodyMap;
use crate::body::map::obstacle_free::FreeTable;
use crate::body::search::free_ends::FreeEnds;
use crate::body::search::guide::{Around, At, NO_PATH, Pace, Steps};
use std::sync::Arc;

/// The estimate for one set of goals: the exact table of a plain if they have one pivot, or else the
/// fewest steps.
#[derive(Clone)]
pub(super) struct InitialBound {
    steps: Steps,
    free: FreeEnds,
    is_free: bool,
    /// Of the kind, on the fastest ground that the map ever had.
    table: Arc<FreeTable>,
}

impl InitialBound {
    /// For no goals yet.
    pub(super) fn new(map: &BodyMap) -> InitialBound {
        let table = map.free_table().clone();
        let steps = Steps { around: Around::of(std::iter::empty()), pace: table.pace() };
        InitialBound { steps, free: FreeEnds::default(), is_free: false, table }
    }

    /// What no move is faster than.
    pub(super) fn pace(&self) -> Pace {
        self.table.pace()
    }

    /// Whether it still holds: there is no faster ground than ever before.
    pub(super) fn suits(&self, map: &BodyMap) -> bool {
        Arc::ptr_eq(&self.table, map.free_table())
    }

    /// For goals at these placements, and nothing learnt yet.
    pub(super) fn begin(&mut self, map: &BodyMap, ends: impl Iterator<Item = Placement> + Clone) {
        self.table = map.free_table().clone();
        self.steps = Steps { around: Around::of(ends.clone()), pace: self.table.pace() };
        self.is_free = self.free.prepare(&self.table, ends, false);
    }

    /// For other goals, with bounds that were learnt for those before. Returns how much these have to
    /// fall so that none is above the new estimate by more than it was above the old: `NO_PATH` if that
    /// cannot be said.
    ///
    /// Steps make a norm: from anywhere to the old goals is no further than to the new and on from
    /// there, and the path on is longest from a corner of their rectangle; one more, for rounding. The
    /// table is not a norm, so from here on there are steps alone: they fall short of it by no more than
    /// its largest part that is not for steps.
    pub(super) fn change(&mut self, ends: impl Iterator<Item = Placement>) -> u32 {
        let around = Around::of(ends);
        let corners = around.corners().map(|corner| self.steps.away(corner).saturating_add(1));
        let on = corners.into_iter().fold(0, u32::max);
        let more = if self.is_free { self.free.most_beside_steps() } else { 0 };
        (self.is_free, self.steps.around) = (false, around);
        if more == NO_PATH { NO_PATH } else { on.saturating_add(more) }
    }

    /// The exact table of a plain, if it is that.
    pub(super) fn table(&mut self) -> Option<&mut FreeEnds> {
        self.is_free.then_some(&mut self.free)
    }

    /// Whether there are placements of which it says that no path leads to the goals, whatever is free.
    pub(super) fn knows_of_no_path(&self) -> bool {
        self.is_free && self.free.most_beside_steps() == NO_PATH
    }

    /// The fewest steps.
    pub(super) fn steps(&self) -> Steps {
        self.steps
    }

    /// Whether it is the exact table of a plain.
    #[cfg(feature = "serde")]
    pub(super) fn is_free(&self) -> bool {
        self.is_free
    }

    /// The fewest steps, even if there is a table.
    #[cfg(feature = "serde")]
    pub(super) fn use_steps(&mut self) {
        self.is_free = false;
    }

    #[inline(always)]
    pub(super) fn estimate(&self, at: At) -> u32 {
        if self.is_free { self.free.cost(at) } else { self.steps.cost(at) }
    }

    pub(super) fn bytes(&self) -> usize {
        self.free.bytes()
    }
}
