//! Jump point search on a weighted grid: leaps over even ground, A* everywhere else.
//!
//! A cell is an *inner* one if its 3x3 is free and of one ground (see `grid/even.rs`): every step in that 3x3 is
//! legal, and costs S if it is straight and D if it is diagonal. Two cells are joined over such ground by many
//! paths of the same cost, and as on plain grids only one of them is followed.
//!
//! **What is left out.** Of two paths, the *earlier* one is the one that costs less, then the one with fewer
//! steps, then fewer diagonals, then earlier diagonals (with four moves, which have no diagonals, earlier steps
//! along columns). A step from x to d, where x was reached from p, is left out if there is an earlier path from p
//! to d in one or two steps. Replacing makes a path earlier, and this cannot go on endlessly: among the cheapest
//! paths to any cell there is one from which nothing is left out. So a search that leaves out nothing else finds
//! the least cost.
//!
//! Where d is an inner cell, x and everything around d have its ground, and so has p if it touches d:
//!
//! ```text
//!   p  x  .   turns by a right angle or more: p reaches d itself, or past the corner
//!   d  .  .   (diagonally to x, then to d: straight and straight), at no more cost
//!
//!   .  a  d   half a right angle: past a in the place of x. Only the first step may lie on other
//!   p  x  .   ground, so one comparison of S, D and that step in both lengths says which of the two is
//!             earlier; p has to be allowed to step to a, which is known from the legal steps of x
//! ```
//!
//! If d is not an inner cell, only the step back is left out; if all free cells around x are of one ground, so is
//! whatever jump point search leaves out on plain grids (`turns.rs`).
//!
//! **Leaps.** So an inner cell that was reached straight is left straight on; one that was reached diagonally is
//! also left by the two straight steps beside. It need not wait in the open list: the line is followed to the
//! first cell where something else is left over, by words of bits if it is straight; along walls on even ground it
//! goes on, and ends where nothing is left. Of the cells in between, those on diagonals remember at which cost
//! they were crossed, so that a line that comes there for more ends.
//!
//! **Ties.** A cell may be reached at the same cost from several places, and what one of them leaves out, another
//! may have to take. So a cell knows all steps by which it was reached at its cost, takes whatever any of them
//! leaves over, and is expanded once more if another one turns up later. Costs are final at the first expansion:
//! estimates are consistent, and the path from which nothing is left out always has a cell that waits at its least
//! cost. (The proof needs this; without it, none of 4,000 answers on random maps was wrong.)
//!
//! Time and memory: as A* over the cells that are not inner ones, and two bits a cell for leaping; 16 bytes a
//! place. Where no two neighbours are alike, it does what A* does.
//!
//! Reference: M. Carlson, S. K. Moghadam, D. D. Harabor, P. J. Stuckey, M. Ebrahimi, "Optimal pathfinding on
//! weighted grid maps" (2023).

#[cfg(test)]
mod tests;

use super::turns::{Turns, turns};
use crate::engines::search::on_grid::{MarksTo, UnevenGrid};
use crate::engines::search::problem::Ends;
use crate::engines::search::weighted_grid::UnevenCells;
use crate::engines::search::{Brakes, Engine, Run, Step};
use crate::engines::workspace::{Core, Found};
use crate::kernel::cost::Cost;
use crate::kernel::node::NONE;
use crate::kernel::open::{BucketQueue, Key, Queue};
use crate::question::answer::{Limit, Outcome};
use crate::question::observe::{EventKind, Watch, notify};
use crate::question::open_list::TieRule;
use crate::spaces::grid::{Cell, Corners, EvenGround, Moves, Rules, STEPS, around, turning_points};

/// The engine: see [the module](self).
pub(crate) struct OverTerrain<'a, V> {
    pub(crate) grid: UnevenGrid<'a, MarksTo<'a>>,
    pub(crate) even: &'a EvenGround,
    pub(crate) rules: Rules,
    pub(crate) ends: &'a Ends,
    pub(crate) watch: &'a mut V,
}

/// How a place was reached at its cost.
#[derive(Clone, Copy, Default)]
pub(crate) struct Leap {
    /// Where from.
    parent: u32,
    /// The steps that led there, a bit each: all of them, and those that were not followed up yet.
    came: u8,
    fresh: u8,
    /// The steps that were taken from there.
    taken: u8,
    /// Whether the landmarks were asked.
    measured: bool,
}

impl<V: Watch> Engine<Cell> for OverTerrain<'_, V> {
    fn begin(&mut self, core: &mut Core) {
        let Core { uneven_cells: cells, leaps, bucket, run, .. } = core;
        let (grid, start) = (&self.grid, self.ends.starts[0]);
        cells.begin(grid.places(), grid.span, true);
        if leaps.len() < grid.places() {
            leaps.resize(grid.places(), Leap::default());
        }
        let apart = grid.apart(start);
        let f = grid.estimate::<true>(grid.column_and_row(start), apart, grid.elevation(start));
        bucket.begin(f, Some(Cost::from_raw(grid.longest_step.raw() / FINER)));
        cells.costs[start as usize] = cells.zero;
        cells.aparts[start as usize] = apart;
        // Nothing leads there at no cost, so that the start stays what it is.
        leaps[start as usize] =
            Leap { parent: NONE, came: 0, fresh: u8::MAX, taken: 0, measured: true };
        bucket.push(Key::new(f, TieRule::newest(0), start));
        run.opened(false, true);
        run.measured();
        notify(self.watch, EventKind::Generate, start, NONE, Cost::ZERO, f);
    }

    fn advance(&mut self, core: &mut Core, brakes: Brakes<'_>) -> (Step, Cost) {
        if self.grid.climbs() {
            self.advance_over::<true>(core, brakes)
        } else {
            self.advance_over::<false>(core, brakes)
        }
    }

    fn write_path(&mut self, core: &Core, found: &mut Found<Cell>) {
        found.path.extend(core.trail.iter().map(|&place| self.grid.cell(place)));
        found.waypoints.extend(turning_points(&found.path));
    }
}

/// What a test may leave out, to show that it is needed.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Condition {
    /// What plain grids leave out is left out only where all free cells around are of one ground.
    OneGround,
    /// Whether the diagonal comes first goes by what the first step costs.
    FirstStep,
    /// A diagonal cannot come first past a blocked corner.
    Corner,
    /// Leaps end at the goal.
    Goal,
}

#[cfg(not(test))]
#[inline(always)]
fn is_dropped(_: Condition) -> bool {
    false
}

#[cfg(test)]
use tests::is_dropped;

/// As for A* (`weighted_grid.rs`).
const FINER: u64 = 32;

impl<V: Watch> OverTerrain<'_, V> {
    fn advance_over<const CLIMBS: bool>(
        &mut self,
        core: &mut Core,
        brakes: Brakes<'_>,
    ) -> (Step, Cost) {
        let Core { uneven_cells: cells, leaps, bucket, run, trail, .. } = core;
        let (goal, goal_row) = (self.grid.goal, self.grid.column_and_row(self.grid.goal).1);
        let mut search = Leaping {
            grid: &self.grid,
            even: self.even,
            four: self.rules.moves == Moves::Four,
            turns: turns(self.rules.moves, self.rules.corners),
            natural: &NATURAL[usize::from(self.rules.moves == Moves::Four)],
            all_corners: self.rules.corners == Corners::Never,
            goal_column: self.grid.column_and_row(goal).0,
            goal_row,
            cells,
            leaps: &mut leaps[..],
            queue: bucket,
            run,
            watch: self.watch,
            from: NONE,
            lengths: [0; 2],
        };
        let most = brakes.limits.cost;
        let step = loop {
            let fresh = |place: u32| search.leaps[place as usize].fresh == 0;
            let Some(key) = search.queue.pop(fresh) else {
                break Step::Done(Outcome::Unreachable);
            };
            let place = key.node();
            if search.leaps[place as usize].fresh == 0 {
                continue;
            }
            if most.is_some_and(|most| key.f() > most) {
                break Step::Done(Outcome::Stopped(Limit::Cost));
            }
            if place == goal {
                search.run.open -= 1;
                break Step::Done(Outcome::Found);
            }
            let expanded = search.run.stats.expanded;
            let stopped = brakes.stopped(expanded);
            if stopped.is_some() || expanded >= brakes.pause_at {
                search.queue.push(key);
                break stopped.map_or(Step::Paused, |limit| Step::Done(Outcome::Stopped(limit)));
            }
            search.run.open -= 1;
            search.expand::<CLIMBS>(place, key.f());
            search.run.measured();
        };
        let Step::Done(Outcome::Found) = step else { return (step, Cost::INFINITE) };
        let cost = Cost::from_raw(search.cells.costs[goal as usize] - search.cells.zero);
        trace_back(&self.grid, leaps, self.rules.moves == Moves::Four, trail);
        (step, cost)
    }
}

/// What is left over at an inner cell, by the step that led there, with eight moves and with four: straight
/// on, and from diagonals (with four moves, columns) the steps beside.
const NATURAL: [[u8; 8]; 2] = {
    let mut natural = [[0; 8]; 2];
    let mut step = 0;
    while step < 8 {
        let on = 1u8.rotate_left(step);
        natural[0][step as usize] = on;
        natural[1][step as usize] = on;
        if step % 2 == 1 {
            natural[0][step as usize] |= on.rotate_left(1) | on.rotate_right(1);
        }
        if step % 4 == 0 {
            natural[1][step as usize] |= on.rotate_left(2) | on.rotate_right(2);
        }
        step += 1;
    }
    natural
};

/// A search as it goes on.
struct Leaping<'e, 'g, V> {
    grid: &'e UnevenGrid<'g, MarksTo<'g>>,
    even: &'e EvenGround,
    four: bool,
    turns: &'static Turns,
    natural: &'static [u8; 8],
    /// Whether a diagonal needs both of its corners free.
    all_corners: bool,
    goal_column: u32,
    goal_row: u32,
    cells: &'e mut UnevenCells,
    leaps: &'e mut [Leap],
    queue: &'e mut BucketQueue,
    run: &'e mut Run,
    watch: &'e mut V,
    /// What is being expanded, and what a straight and a diagonal step cost on its ground.
    from: u32,
    lengths: [u64; 2],
}

impl<V: Watch> Leaping<'_, '_, V> {
    fn expand<const CLIMBS: bool>(&mut self, place: u32, f: Cost) {
        let grid = self.grid;
        let g = self.cells.costs[place as usize];
        self.from = place;
        self.lengths = grid.flat_lengths(place, place);
        let inner = self.even.inner_around(place, grid.stride());
        let Leap { parent, came, fresh, taken, .. } = self.leaps[place as usize];
        let steps = if came == 0 {
            grid.legal_at(place)
        } else {
            self.steps_to_take(place, fresh, inner) & !taken
        };
        let leap = &mut self.leaps[place as usize];
        (leap.fresh, leap.taken) = (0, taken | steps);
        // Reached once more at the same cost, and nothing is left to be done about it.
        if steps == 0 && taken != 0 {
            return;
        }
        self.run.stats.expanded += 1;
        if self.watch.watches() {
            let g = Cost::from_raw(g - self.cells.zero);
            notify(self.watch, EventKind::Expand, place, parent, g, f);
        }
        let totals = grid.around::<CLIMBS>(place).map(|step| g + step);
        let known = around(&self.cells.costs, place, grid.offsets, 0);
        let mut left = steps;
        for step in 0..8 {
            left &= !(u8::from(totals[step] > known[step]) << step);
        }
        let (column, row) = grid.column_and_row(place);
        let at = |step: usize| {
            let (dx, dy) = STEPS[step];
            (column.wrapping_add_signed(dx), row.wrapping_add_signed(dy))
        };
        while left != 0 {
            let step = left.trailing_zeros() as usize & 7;
            left &= left - 1;
            let (next, at, total) = (grid.next(place, step), at(step), totals[step]);
            if self.is_long(step) {
                self.leap_far::<CLIMBS>(next, at, total, step);
            } else if next == grid.goal {
                self.reach::<CLIMBS>(next, at, total, step);
            } else {
                match self.on_the_way(next, step) {
                    Some(0) => {}
                    Some(_) if !self.crosses(next, total, step) => {}
                    Some(_) => self.leap::<CLIMBS>(next, at, total, step),
                    None => self.reach::<CLIMBS>(next, at, total, step),
                }
            }
        }
    }

    /// Notes at which cost a cell is crossed that is no node, and by which step. Whether that is worth following:
    /// not if it has been crossed for less, or in the same way.
    #[inline]
    fn crosses(&mut self, place: u32, g: u64, step: usize) -> bool {
        let (cost, leap) = (&mut self.cells.costs[place as usize], &mut self.leaps[place as usize]);
        let bit = 1 << step;
        if g < *cost {
            let measured = *cost < self.cells.end && leap.measured;
            *cost = g;
            *leap = Leap { parent: self.from, came: bit, fresh: 0, taken: 0, measured };
            return true;
        }
        let follows = g == *cost && leap.came & bit == 0;
        leap.came |= if follows { bit } else { 0 };
        follows
    }

    /// Whether a step comes first on the paths that are followed, so that others leave its line.
    #[inline]
    fn is_long(&self, step: usize) -> bool {
        if self.four { step.is_multiple_of(4) } else { step % 2 == 1 }
    }

    /// Which steps to take from a place, given the steps that led there and those that lead to inner
    /// cells.
    fn steps_to_take(&self, place: u32, came: u8, inner: u8) -> u8 {
        let legal = self.grid.legal_at(place);
        let is_even = self.is_even(place, legal);
        let (mut steps, mut came) = (0, came);
        while came != 0 {
            let step = came.trailing_zeros() as usize & 7;
            came &= came - 1;
            let to_outer = if is_even {
                self.turns[step][legal as usize]
            } else {
                legal & !(1 << ((step + 4) % 8))
            };
            let mut to_inner = 1u8 << step;
            let beside = |turn: u32| 1u8.rotate_left(step as u32 + turn);
            if self.four {
                if self.is_long(step) {
                    to_inner |= beside(2) | beside(6);
                }
            } else if self.is_long(step) {
                if self.diagonal_first(place, step) {
                    to_inner |= beside(1) | beside(7);
                }
            } else if !self.diagonal_first(place, step) {
                to_inner |= beside(1) | beside(7);
            } else if self.all_corners && !is_dropped(Condition::Corner) {
                // Where the corner behind is blocked, the diagonal cannot come first.
                for (turn, behind) in [(1, 3), (7, 5)] {
                    if legal & beside(behind) == 0 {
                        to_inner |= beside(turn);
                    }
                }
            }
            steps |= to_outer & !inner | to_inner & inner;
        }
        steps & legal
    }

    /// Whether two steps to an inner cell beyond a place, of which one is diagonal, cost no more with the
    /// diagonal first, where the first comes from where a step to the place comes from.
    fn diagonal_first(&self, place: u32, step: usize) -> bool {
        let from = self.grid.next(place, (step + 4) % 8);
        let [straight, diagonal] = self.grid.flat_lengths(from, place);
        is_dropped(Condition::FirstStep) || diagonal + self.lengths[0] <= straight + self.lengths[1]
    }

    /// Which steps are left over at a place that was reached by a step, where that is no node: an inner cell,
    /// or one of even ground beside walls where nothing is forced. `None` where it is one.
    #[inline]
    fn on_the_way(&self, place: u32, step: usize) -> Option<u8> {
        let natural = self.natural[step];
        if self.even.is_inner(place) {
            return Some(natural);
        }
        let legal = self.grid.legal_at(place);
        if !self.is_even(place, legal) {
            return None;
        }
        let steps = self.turns[step][legal as usize];
        (steps & !natural == 0).then_some(steps)
    }

    /// Whether what plain grids leave out can be left out at a place that is not an inner cell. Where nothing is
    /// blocked around, it cannot: it would be one.
    #[inline]
    fn is_even(&self, place: u32, legal: u8) -> bool {
        let dropped = is_dropped(Condition::OneGround);
        !self.four && (dropped || legal != u8::MAX && self.grid.is_even_around(place))
    }

    /// Straight on from a place, to the first cell that has to be a node, or the goal.
    #[inline]
    fn leap<const CLIMBS: bool>(
        &mut self,
        mut place: u32,
        mut at: (u32, u32),
        mut g: u64,
        step: usize,
    ) {
        let (dx, dy) = STEPS[step];
        loop {
            let mut far = match self.even.is_inner(place) {
                false => 1,
                true if dy == 0 => self.even.across(place, dx > 0),
                true => self.even.along(at.0, at.1, dy > 0),
            };
            let ahead = match dy {
                0 if at.1 == self.goal_row => (self.goal_column as i32 - at.0 as i32) * dx,
                0 => 0,
                _ if at.0 == self.goal_column => (self.goal_row as i32 - at.1 as i32) * dy,
                _ => 0,
            };
            if ahead > 0 && !is_dropped(Condition::Goal) {
                far = far.min(ahead as u32);
            }
            place = place.wrapping_add(self.grid.offsets[step].wrapping_mul(far));
            at.0 = at.0.wrapping_add_signed(dx * far as i32);
            at.1 = at.1.wrapping_add_signed(dy * far as i32);
            g += u64::from(far) * self.lengths[0];
            if place == self.grid.goal {
                return self.reach::<CLIMBS>(place, at, g, step);
            }
            match self.on_the_way(place, step) {
                Some(0) => return,
                Some(_) => {}
                None => return self.reach::<CLIMBS>(place, at, g, step),
            }
        }
    }

    /// The same along a line that others leave at every cell, beginning with this one.
    fn leap_far<const CLIMBS: bool>(
        &mut self,
        mut place: u32,
        mut at: (u32, u32),
        mut g: u64,
        step: usize,
    ) {
        let (turns, length) =
            if self.four { ([2, 6], self.lengths[0]) } else { ([1, 7], self.lengths[1]) };
        let (dx, dy) = STEPS[step];
        while place != self.grid.goal
            && let Some(steps) = self.on_the_way(place, step)
        {
            if !self.crosses(place, g, step) {
                return;
            }
            for turn in turns {
                let aside = (step + turn) % 8;
                if steps >> aside & 1 != 0 {
                    self.leap::<CLIMBS>(place, at, g, aside);
                }
            }
            if steps >> step & 1 == 0 {
                return;
            }
            place = self.grid.next(place, step);
            at = (at.0.wrapping_add_signed(dx), at.1.wrapping_add_signed(dy));
            g += length;
        }
        self.reach::<CLIMBS>(place, at, g, step);
    }

    /// A place has been reached by a step, at a cost.
    #[inline]
    fn reach<const CLIMBS: bool>(&mut self, place: u32, at: (u32, u32), total: u64, step: usize) {
        let cost = &mut self.cells.costs[place as usize];
        if total > *cost {
            return;
        }
        let leap = &mut self.leaps[place as usize];
        let (is_new, bit) = (*cost >= self.cells.end, 1 << step);
        let waits = !is_new && leap.fresh != 0;
        let measured = !is_new && leap.measured;
        if total < *cost {
            *cost = total;
            *leap = Leap { parent: self.from, came: bit, fresh: bit, taken: 0, measured: true };
        } else {
            if leap.came & bit != 0 {
                return;
            }
            leap.came |= bit;
            leap.fresh |= bit;
            leap.measured = true;
            if waits {
                return;
            }
        }
        if !measured {
            self.cells.aparts[place as usize] = self.grid.apart(place);
        }
        let apart = self.cells.aparts[place as usize];
        let height = if CLIMBS { self.grid.elevation(place) } else { 0 };
        let g = Cost::from_raw(total - self.cells.zero);
        let f = g + self.grid.estimate::<CLIMBS>(at, apart, height);
        self.queue.push(Key::new(f, TieRule::newest(self.run.stats.generated), place));
        self.run.opened(false, !waits);
        notify(self.watch, EventKind::Generate, place, self.from, g, f);
    }
}

/// Writes down every place from the start to the goal.
fn trace_back(
    grid: &UnevenGrid<'_, MarksTo<'_>>,
    leaps: &[Leap],
    four: bool,
    trail: &mut Vec<u32>,
) {
    let mut place = grid.goal;
    trail.push(place);
    loop {
        let parent = leaps[place as usize].parent;
        if parent == NONE {
            break;
        }
        let (from, mut at) = (grid.column_and_row(parent), grid.column_and_row(place));
        while at != from {
            let (dx, dy) = (from.0 as i32 - at.0 as i32, from.1 as i32 - at.1 as i32);
            // Backwards: first what is straight, or along the row, then the rest.
            let step = match four {
                true if dx != 0 => (dx.signum(), 0),
                false if dx.abs() > dy.abs() => (dx.signum(), 0),
                false if dx.abs() == dy.abs() => (dx.signum(), dy.signum()),
                _ => (0, dy.signum()),
            };
            at = (at.0.wrapping_add_signed(step.0), at.1.wrapping_add_signed(step.1));
            trail.push(at.1 * grid.stride() + at.0);
        }
        place = parent;
    }
    trail.reverse();
}
