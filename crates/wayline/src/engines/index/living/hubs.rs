//! What every corner knows about hubs, as a cell at which paths begin.
//!
//! A corner's label is something else: it is about paths that turn there, and says nothing about paths that set
//! out into quadrants of the other class. What a cell gathers from the corners it sees covers those, but gathering
//! takes a microsecond, and a search asks at every jump point, nearly all of which are corners. So it is gathered
//! once for each corner, without hubs to which a more important one lies on a shortest path.
//!
//! Those are not missed: of all corners on shortest paths between a cell and a goal, the most important one is in
//! what both of them gather (see `labels.rs`), and nothing more important lies on a path to it.

use super::then::Then;
use crate::engines::index::label_query::LabelWork;
use crate::engines::index::labels::Entry;
use crate::engines::index::metric::UNREACHED;
use crate::engines::index::visibility::Corner;
use crate::spaces::grid::Cell;

/// For each corner, the hubs that a path from it may lead to, with the least cost.
pub(crate) struct CornerHubs {
    firsts: Vec<u32>,
    entries: Vec<Entry>,
}

impl CornerHubs {
    /// Gathers them all; `None` if they took more than this many bytes.
    pub(crate) fn of(then: &Then<'_>, memory: u64) -> Option<CornerHubs> {
        let labels = then.labels.labels;
        let most = memory.min(u32::MAX as u64 * size_of::<Entry>() as u64);
        let label_of = |corner: usize| &labels.entries[labels.labels[corner].whole()];
        // A corner is its own hub at no cost.
        let mut corner_of = vec![0; labels.labels.len()];
        for corner in 0..labels.labels.len() {
            for entry in label_of(corner).iter().filter(|entry| entry.cost == 0) {
                corner_of[entry.hub as usize] = corner;
            }
        }
        let mut hubs = CornerHubs { firsts: vec![0], entries: Vec::new() };
        let (mut work, mut gathered) = (LabelWork::default(), Vec::new());
        let mut known = vec![UNREACHED; labels.labels.len()];
        for label in &labels.labels {
            let Corner { x, y, .. } = label.corner;
            gathered.clear();
            then.labels.gather(&then.eye(Cell::new(x as u32, y as u32)), &mut work, &mut gathered);
            // The most important first.
            gathered.sort_unstable_by_key(|entry| entry.hub);
            let first = hubs.entries.len();
            for &entry in &gathered {
                let mut of_hub = label_of(corner_of[entry.hub as usize]).iter();
                if !of_hub.any(|other| known[other.hub as usize] + other.cost <= entry.cost) {
                    known[entry.hub as usize] = entry.cost;
                    hubs.entries.push(entry);
                }
            }
            for entry in &hubs.entries[first..] {
                known[entry.hub as usize] = UNREACHED;
            }
            if (size_of_val(&*hubs.entries) + size_of_val(&*hubs.firsts)) as u64 > most {
                return None;
            }
            hubs.firsts.push(hubs.entries.len() as u32);
        }
        hubs.entries.shrink_to_fit();
        Some(hubs)
    }

    #[inline]
    pub(super) fn of_corner(&self, corner: u32) -> &[Entry] {
        let corner = corner as usize;
        &self.entries[self.firsts[corner] as usize..self.firsts[corner + 1] as usize]
    }
}
