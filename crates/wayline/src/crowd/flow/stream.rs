//! [`Stream`] and [`Filling`]: the costs to one goal for units of one size, refilled a slice at a time.
//!
//! Dijkstra's algorithm from the goal in small whole numbers, so that the open list is a ring of stacks (R. B.
//! Dial, "Algorithm 360: shortest-path forest with topological ordering", 1969): O(n) for n cells. A straight step
//! costs [`STRAIGHT`], and more where units wait: crowded cells are stamped, and a stamp is charged to every unit
//! that enters. One list of costs is read while the other is filled; when it is full, they change places, and
//! filling begins again. So the next filling sees an edit, a crowd before a door and more units for the same goal
//! alike, and no tick takes longer for any of them.
//!
//! The cells that are nearest to the goal, as many as the group needs, are its *area*: a unit that stands there
//! has arrived. Cells on which others rest are not counted. Stamps are charged only outside of it, so it does not
//! change while it fills up.
//!
//! This is not [`Field`](crate::Field), whose costs are exact and which is filled or repaired at once: a
//! repair after thousands of stamps would take as long as filling, in one tick.

use crate::spaces::grid::{Cell, Grid};

/// A straight step. Diagonals are in proportion, rounded: 17 by default.
pub(super) const STRAIGHT: u32 = 12;
/// The most that a stamp adds to a step.
pub(super) const MOST_STAMPED: u8 = 84;
/// After this many ticks in which no unit has found room in it, an area grows.
const PATIENCE: u32 = 40;
/// No step costs as much: a diagonal at most two straight steps, and a stamp.
const RING: usize = 128;
/// Whatever is this near to an area would be part of it if it were a little larger.
const NEAR: u32 = 10 * STRAIGHT;
/// The cost of a place that is not reached.
pub(super) const UNREACHED: u32 = u32::MAX;

/// What units of one size with one goal read. See [the module](self).
pub(super) struct Stream {
    pub(super) goal: Cell,
    /// Which of the sizes.
    pub(super) size: usize,
    /// How many units go there, or have arrived.
    pub(super) units: u32,
    /// By place.
    pub(super) costs: Vec<u32>,
    /// All that costs no more is the area.
    area: u32,
    /// Whether the costs of all places that can be reached are known. Later ones replace them as a whole.
    pub(super) full: bool,
}

/// The costs of a stream while they are filled.
pub(super) struct Filling {
    goal: Cell,
    size: usize,
    /// Its units' number in the list of units that rest.
    pub(super) group: u16,
    /// Whether any unit is on the way there.
    pub(super) wanted: bool,
    /// Whether its stream was never full.
    pub(super) first: bool,
    /// How many cells the group needs.
    pub(super) needed: u32,
    /// How many have arrived, the most that ever had, and for how many ticks that has not changed although a unit
    /// is near.
    pub(super) arrived: u32,
    pub(super) most_arrived: u32,
    pub(super) unchanged: u32,
    pub(super) near: bool,
    /// The same when filling began.
    needs: u32,
    costs: Vec<u32>,
    ring: Vec<Vec<u32>>,
    /// How many wait in the ring.
    waiting: usize,
    /// The cost of the stack at hand.
    at: u32,
    settled: u32,
    area: u32,
    begun: bool,
    done: bool,
}

/// The map as units of one size see it, and what is charged.
#[derive(Clone, Copy)]
pub(super) struct Ground<'f> {
    /// By size: how many cells across, and where such units fit.
    pub(super) sizes: &'f [(u32, Grid)],
    pub(super) offsets: [u32; 8],
    /// What straight and diagonal steps cost.
    pub(super) lengths: [u32; 2],
    pub(super) stamps: &'f [u8],
    /// The goal, counted from one, whose unit rests there; zero if none does.
    pub(super) resting: &'f [u16],
}

impl Stream {
    pub(super) fn new(goal: Cell, size: usize) -> (Stream, Filling) {
        let (costs, ring) = (Vec::new(), vec![Vec::new(); RING]);
        let filling = Filling {
            goal,
            size,
            group: 0,
            wanted: false,
            first: true,
            needed: 0,
            arrived: 0,
            most_arrived: 0,
            unchanged: 0,
            near: false,
            needs: 0,
            costs: Vec::new(),
            ring,
            waiting: 0,
            at: 0,
            settled: 0,
            area: 0,
            begun: false,
            done: false,
        };
        (Stream { goal, size, units: 0, costs, area: 0, full: false }, filling)
    }

    /// Whether a place is part of the area.
    #[inline]
    pub(super) fn is_area(&self, place: u32) -> bool {
        self.full && self.costs[place as usize] <= self.area
    }

    /// Whether a place is part of the area, or a few steps from it.
    #[inline]
    pub(super) fn is_near(&self, place: u32) -> bool {
        self.full && self.costs[place as usize] <= self.area.saturating_add(NEAR)
    }

    /// Whether no path leads from a place to the goal.
    #[inline]
    pub(super) fn is_cut_off(&self, place: u32) -> bool {
        self.full && self.costs[place as usize] == UNREACHED
    }

    /// Fills costs that were never full. They are read as far as they are known.
    pub(super) fn fill_first(
        &mut self,
        filling: &mut Filling,
        ground: Ground<'_>,
        most: u32,
    ) -> u32 {
        std::mem::swap(&mut self.costs, &mut filling.costs);
        let used = filling.fill(ground, most);
        std::mem::swap(&mut self.costs, &mut filling.costs);
        if filling.done {
            (self.area, self.full) = (filling.area, true);
            (filling.first, filling.begun, filling.done) = (false, false, false);
        }
        used
    }

    /// Reads what was filled, if it is full.
    pub(super) fn install(&mut self, filling: &mut Filling) {
        if filling.done {
            std::mem::swap(&mut self.costs, &mut filling.costs);
            self.area = filling.area;
            (filling.begun, filling.done) = (false, false);
        }
    }
}

impl Filling {
    /// Fills on, over at most this many cells, and returns how many there were. Stops when it is full.
    pub(super) fn fill(&mut self, ground: Ground<'_>, most: u32) -> u32 {
        if self.done {
            return 0;
        }
        if !self.begun {
            self.begin(ground);
        }
        let left = self.spread(ground, most);
        self.done = self.waiting == 0;
        most - left
    }

    /// From all places where a unit covers the goal.
    fn begin(&mut self, ground: Ground<'_>) {
        let (side, grid) = &ground.sizes[self.size];
        self.costs.clear();
        self.costs.resize(Grid::places(grid.width(), grid.height()), UNREACHED);
        (self.at, self.settled, self.begun) = (0, 0, true);
        // Until as many are settled as are needed, all that is reached is part of the area.
        (self.needs, self.area) = (self.needed, UNREACHED - 1);
        let goal = self.goal;
        for y in goal.y.saturating_sub(side - 1)..=goal.y {
            for x in goal.x.saturating_sub(side - 1)..=goal.x {
                let place = grid.place(Cell::new(x, y));
                if grid.bit(place) {
                    self.costs[place as usize] = 0;
                    self.ring[0].push(place);
                    self.waiting += 1;
                }
            }
        }
    }

    /// How much of the allowance is left.
    fn spread(&mut self, ground: Ground<'_>, mut left: u32) -> u32 {
        let legal = ground.sizes[self.size].1.known_steps();
        while self.waiting > 0 && left > 0 {
            let Some(place) = self.ring[self.at as usize % RING].pop() else {
                self.at += 1;
                continue;
            };
            self.waiting -= 1;
            if self.costs[place as usize] != self.at {
                continue;
            }
            left -= 1;
            let resting = ground.resting[place as usize];
            if self.settled < self.needs && (resting == 0 || resting == self.group) {
                self.settled += 1;
                if self.settled == self.needs {
                    self.area = self.at;
                }
            }
            let inside = self.settled < self.needs;
            let stamp = if inside { 0 } else { u32::from(ground.stamps[place as usize]) };
            let mut steps = legal[place as usize];
            while steps != 0 {
                let step = steps.trailing_zeros() as usize & 7;
                steps &= steps - 1;
                let next = place.wrapping_add(ground.offsets[step]);
                let total = self.at + ground.lengths[step % 2] + stamp;
                let known = &mut self.costs[next as usize];
                if total < *known {
                    *known = total;
                    self.ring[total as usize % RING].push(next);
                    self.waiting += 1;
                }
            }
        }
        left
    }

    /// The area grows if a unit is near and none has found room in it for a while: units with other goals may want
    /// the same cells, or squares may have left gaps that no square fits into.
    pub(super) fn grow_if_crowded(&mut self) {
        if self.arrived > self.most_arrived {
            (self.most_arrived, self.unchanged) = (self.arrived, 0);
        }
        self.unchanged += u32::from(self.near);
        if self.unchanged > PATIENCE {
            self.needed = self.needed.saturating_add(self.needed / 8 + 1);
            self.unchanged = 0;
        }
    }

    pub(super) fn bytes(&self) -> usize {
        (self.costs.len() + self.ring.iter().map(Vec::capacity).sum::<usize>()) * 4
    }
}
