//! What has changed on a map since its index was prepared.

use super::group::Group;
use super::then::Then;
use crate::spaces::grid::{Cell, Grid};

/// More changed cells than this are not kept track of: preparing again is due.
const MOST_CHANGED: usize = 512;

/// The cells that differ between the map of an index and the map now, and what follows from them.
#[derive(Default)]
pub(crate) struct Difference {
    /// Free then, blocked now.
    pub(super) blocked: Vec<Cell>,
    /// Blocked then, free now: in groups of cells that touch each other.
    pub(super) groups: Vec<Group>,
    /// Of the groups those over which something may have become shorter.
    pub(super) marks: Vec<Mark>,
    /// How many vertices all groups have.
    pub(super) vertices: usize,
    freed: usize,
    overwhelmed: bool,
}

/// Where a group is, and how much there is to it: every query looks at all of these.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    /// One of its cells. The others are fewer than so many steps away.
    pub(super) cell: Cell,
    pub(super) steps: u32,
    pub(super) group: u32,
    /// The portals at which a shorter traverse ends; `u32::MAX` if that is not known.
    pub(super) ends: u32,
}

impl Difference {
    /// The difference that some edits have made. Cells may be named that are as they were.
    pub(crate) fn of(then: &Then<'_>, now: &Grid, edited: &[Cell]) -> Difference {
        let mut difference = Difference::default();
        let mut cells = edited.to_vec();
        cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
        cells.dedup();
        for cell in cells {
            if then.is_free(cell) != now.is_free(cell) {
                difference.changed(then, now, cell);
            }
        }
        difference
    }

    /// How many cells differ.
    pub(crate) fn len(&self) -> usize {
        self.blocked.len() + self.freed
    }

    /// Whether the index is one of the map as it is.
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0 && !self.overwhelmed
    }

    /// Whether so much has changed that it is not kept track of any more.
    pub(crate) fn is_overwhelmed(&self) -> bool {
        self.overwhelmed
    }

    /// Takes note of a cell that has just changed.
    pub(crate) fn changed(&mut self, then: &Then<'_>, now: &Grid, cell: Cell) {
        if self.overwhelmed {
            return;
        }
        if then.is_free(cell) {
            match self.blocked.iter().position(|&other| other == cell) {
                Some(at) => _ = self.blocked.swap_remove(at),
                None => self.blocked.push(cell),
            }
        }
        // Moves have become legal or illegal only beside freed cells that touch this one.
        let mut cells = Vec::new();
        self.groups.retain_mut(|group| {
            let touched = group.touches(cell);
            if touched {
                cells.append(&mut group.cells);
            }
            !touched
        });
        if !then.is_free(cell) {
            if now.is_free(cell) {
                self.freed += 1;
                cells.push(cell);
            } else {
                self.freed -= 1;
                cells.retain(|&other| other != cell);
            }
        }
        if self.len() > MOST_CHANGED {
            *self = Difference { overwhelmed: true, ..Difference::default() };
            return;
        }
        while let Some(cell) = cells.pop() {
            let mut together = vec![cell];
            let mut seen = 0;
            while let Some(&cell) = together.get(seen) {
                seen += 1;
                together.extend(cells.extract_if(.., |other| super::group::touch(*other, cell)));
            }
            self.groups.push(Group::of(then, now, together));
        }
        self.vertices = 0;
        for group in &mut self.groups {
            group.first = self.vertices;
            self.vertices += group.vertices.len();
        }
        self.marks.clear();
        for (number, group) in (0..).zip(&self.groups).filter(|(_, group)| group.counts()) {
            let ends = if group.is_vague { u32::MAX } else { group.ends };
            let steps = group.cells.len() as u32 + 1;
            self.marks.push(Mark { cell: group.cells[0], steps, group: number, ends });
        }
    }

    /// The group that a vertex belongs to.
    pub(super) fn group_of(&self, vertex: usize) -> &Group {
        let after = self.groups.partition_point(|group| group.first <= vertex);
        &self.groups[after - 1]
    }

    /// The group and number of the vertex in a cell that was freed.
    pub(super) fn freed_vertex(&self, cell: Cell) -> Option<(usize, usize)> {
        self.groups.iter().enumerate().find_map(|(number, group)| {
            let vertex = group.vertices.iter().position(|vertex| vertex.cell == cell)?;
            (!group.vertices[vertex].was_free).then_some((number, group.first + vertex))
        })
    }
}
