//! Where each unit goes in a tick: priority inheritance with backtracking, extended to squares.
//!
//! Units choose by rank, each the neighbouring cell that is nearest to its goal. A unit that stands there and has
//! not chosen yet has to move first, and inherits the rank for it; if it cannot, the next best cell is tried. A
//! unit chooses once a tick, so a tick takes time in proportion to the number of units.
//!
//! A larger unit claims all cells that its step sweeps, and every unit in them has to leave. No unit enters what
//! it held when the tick began until the next tick: then it does not matter if the last of several units that have
//! to leave cannot. So a larger unit is never pushed in the middle of a chain; one that stands in the way is
//! asked, and chooses right after.
//!
//! The invariant: each place is claimed by at most one unit, and a unit that has chosen holds what it claimed. Two
//! units never change places, and the paths of two never cross in the middle of four cells.
//!
//! Reference: K. Okumura, M. Machida, X. Défago, Y. Tamura, "Priority inheritance with backtracking for
//! iterative multi-agent path finding" (2022).

use super::stream::{Stream, UNREACHED};
use crate::crowd::dice::mix;
use crate::spaces::grid::{Cell, Grid};

pub(super) const NONE: u32 = u32::MAX;
/// The number of the step that stays.
const STAY: u64 = 8;

/// What is fixed while units choose.
pub(super) struct Scene<'f> {
    /// By size: how many cells across, and the map as such units see it.
    pub(super) sizes: &'f [(u32, Grid)],
    pub(super) streams: &'f [Option<Stream>],
    pub(super) offsets: [u32; 8],
    pub(super) tick: u64,
}

/// What a unit is while it chooses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover {
    /// Where its upper left cell is.
    pub(super) place: u32,
    /// Which of the sizes.
    pub(super) size: u8,
    pub(super) arrived: bool,
    /// No path leads to where it is going.
    pub(super) cut_off: bool,
    /// Where it is going; [`NONE`] if it is not going anywhere.
    pub(super) stream: u32,
}

impl Mover {
    /// Whether it is on its way.
    pub(super) fn is_going(&self) -> bool {
        self.stream != NONE && !self.arrived && !self.cut_off
    }
}

/// A unit of one cell that is choosing.
struct Choice {
    unit: u32,
    /// Sorted: the cost, the order among equals, the step.
    cells: [u64; 9],
    count: u8,
    tried: u8,
}

/// Cells that a unit wants to be left.
#[derive(Clone, Copy)]
struct Wanted {
    /// The upper left one.
    corner: u32,
    columns: u32,
    rows: u32,
}

/// Where units stand, and where they go.
#[derive(Default)]
pub(super) struct Pushing {
    /// The unit on each place.
    pub(super) now: Vec<u32>,
    /// The unit that claims it.
    then: Vec<u32>,
    /// The places that are claimed, some of them twice.
    claimed: Vec<u32>,
    /// Where each unit will be.
    pub(super) next: Vec<u32>,
    choices: Vec<Choice>,
    /// Larger units that stand in another's way, and what they are to leave.
    asked: Vec<(u32, Wanted)>,
    /// Units that could not go on because the unit they pushed could not move.
    pub(super) thwarted: Vec<u32>,
    pushed: bool,
}

impl Pushing {
    pub(super) fn new(places: usize) -> Pushing {
        Pushing { now: vec![NONE; places], then: vec![NONE; places], ..Pushing::default() }
    }

    pub(super) fn bytes(&self) -> usize {
        (self.now.len() + self.then.len() + self.claimed.len() + self.next.len()) * 4
    }

    /// The places of a square, row by row.
    pub(super) fn square(place: u32, side: u32, stride: u32) -> impl Iterator<Item = u32> {
        (0..side).flat_map(move |row| (0..side).map(move |column| place + row * stride + column))
    }

    /// Lets every unit choose: first the units that are on their way, by rank, then the others.
    pub(super) fn choose_all(&mut self, scene: &Scene<'_>, movers: &[Mover], order: &[u32]) {
        self.next.clear();
        self.next.resize(movers.len(), NONE);
        self.thwarted.clear();
        self.asked.clear();
        let stride = scene.offsets[4];
        for &unit in order {
            let mover = movers[unit as usize];
            let side = scene.sizes[mover.size as usize].0;
            if side > 1 {
                for place in Pushing::square(mover.place, side, stride) {
                    self.claim(unit, place);
                }
            }
        }
        for on_the_way in [true, false] {
            for &unit in order {
                let mover = movers[unit as usize];
                let going = mover.is_going();
                if going != on_the_way || self.next[unit as usize] != NONE {
                    continue;
                }
                self.pushed = false;
                let moved = match (scene.sizes[mover.size as usize].0, going) {
                    (1, true) => self.choose(scene, movers, unit),
                    (1, false) => {
                        self.settle(scene, movers, unit);
                        true
                    }
                    _ if going || mover.arrived => self.choose_square(scene, movers, unit, None),
                    _ => {
                        self.next[unit as usize] = mover.place;
                        true
                    }
                };
                let mut yielded = false;
                while let Some((other, wanted)) = self.asked.pop() {
                    if self.next[other as usize] == NONE {
                        yielded |= self.choose_square(scene, movers, other, Some(wanted));
                    }
                }
                if self.pushed && !moved && !yielded {
                    self.thwarted.push(unit);
                }
            }
        }
    }

    /// Forgets the claims.
    pub(super) fn finish(&mut self) {
        for place in self.claimed.drain(..) {
            self.then[place as usize] = NONE;
        }
    }

    fn claim(&mut self, unit: u32, place: u32) {
        self.then[place as usize] = unit;
        self.claimed.push(place);
    }

    fn take(&mut self, unit: u32, place: u32) {
        self.next[unit as usize] = place;
        self.claim(unit, place);
    }

    /// A unit that has arrived, or goes nowhere, comes nearer where there is room, and pushes no other.
    fn settle(&mut self, scene: &Scene<'_>, movers: &[Mover], unit: u32) {
        let own = movers[unit as usize].place;
        let mut to = own;
        if movers[unit as usize].arrived {
            let choice = self.consider(scene, movers, unit);
            for &key in &choice.cells[..choice.count as usize] {
                if key & 15 == STAY {
                    break;
                }
                let place = own.wrapping_add(scene.offsets[key as usize & 7]);
                let nearer = key >> 8 < choice.cost_of_staying();
                if nearer
                    && self.now[place as usize] == NONE
                    && self.is_open(scene, movers, own, key)
                {
                    to = place;
                    break;
                }
            }
        }
        self.take(unit, to);
    }

    /// Lets a unit of one cell choose, and all units that have to make way for it; returns whether it gets where
    /// it wants to. Written without recursion: a push may run through the whole crowd.
    fn choose(&mut self, scene: &Scene<'_>, movers: &[Mover], unit: u32) -> bool {
        let bottom = self.choices.len();
        let first = self.consider(scene, movers, unit);
        self.choices.push(first);
        let mut yielded = true;
        while self.choices.len() > bottom {
            let Some(mut choice) = self.choices.pop() else { break };
            // The unit that was asked to make way has done so, or stays where it is.
            if choice.tried > 0 && yielded {
                continue;
            }
            let own = movers[choice.unit as usize].place;
            let Some(place) = self.next_place(scene, movers, &mut choice, own) else {
                self.take(choice.unit, own);
                yielded = false;
                continue;
            };
            self.take(choice.unit, place);
            let there = self.now[place as usize];
            let asks = there != NONE && there != choice.unit && self.next[there as usize] == NONE;
            // Staying is what it wanted only if nothing was nearer.
            yielded = true;
            if asks {
                self.pushed = true;
                self.choices.push(choice);
                let next = self.consider(scene, movers, there);
                self.choices.push(next);
            } else if place == own {
                yielded = false;
            }
        }
        yielded
    }

    /// The next place that no unit claims, or comes from head-on.
    fn next_place(
        &mut self,
        scene: &Scene<'_>,
        movers: &[Mover],
        choice: &mut Choice,
        own: u32,
    ) -> Option<u32> {
        while choice.tried < choice.count {
            let key = choice.cells[choice.tried as usize];
            choice.tried += 1;
            if key & 15 == STAY {
                // Claimed by the unit that pushes, if one does.
                if self.then[own as usize] == NONE {
                    return Some(own);
                }
                continue;
            }
            let place = own.wrapping_add(scene.offsets[key as usize & 7]);
            let there = self.now[place as usize];
            if there != NONE && scene.sizes[movers[there as usize].size as usize].0 > 1 {
                if self.next[there as usize] == NONE {
                    let wanted = Wanted { corner: place, columns: 1, rows: 1 };
                    self.asked.push((there, wanted));
                }
                continue;
            }
            if self.is_open(scene, movers, own, key) {
                return Some(place);
            }
        }
        None
    }

    /// Whether a unit of one cell can make a step: no unit claims the place, comes from there head-on, or crosses.
    fn is_open(&self, scene: &Scene<'_>, movers: &[Mover], own: u32, key: u64) -> bool {
        let step = key as usize & 7;
        let place = own.wrapping_add(scene.offsets[step]);
        let goes = |from: u32, to: u32| {
            let there = self.now[from as usize];
            there != NONE
                && movers[there as usize].place == from
                && self.next[there as usize] == to
                && scene.sizes[movers[there as usize].size as usize].0 == 1
        };
        if self.then[place as usize] != NONE || goes(place, own) {
            return false;
        }
        if step % 2 == 1 {
            let one = own.wrapping_add(scene.offsets[step - 1]);
            let other = own.wrapping_add(scene.offsets[(step + 1) % 8]);
            return !goes(one, other) && !goes(other, one);
        }
        true
    }

    /// The steps of a unit, best first: by cost, then places without a unit, then by chance.
    fn consider(&self, scene: &Scene<'_>, movers: &[Mover], unit: u32) -> Choice {
        let mover = movers[unit as usize];
        let grid = &scene.sizes[mover.size as usize].1;
        let stream = scene.streams.get(mover.stream as usize).and_then(Option::as_ref);
        let (mut cells, mut count) = ([u64::MAX; 9], 0);
        let chance = mix(scene.tick << 32 | u64::from(unit)) as u32;
        let mut steps = grid.known_steps()[mover.place as usize];
        let costs = stream.map_or(&[][..], |stream| &stream.costs);
        let cost = |place: u32| match stream {
            None => 0,
            Some(stream) => match costs.get(place as usize) {
                Some(&cost) if cost != UNREACHED => cost,
                // Cut off, it stays where it is; not known yet, it heads for the goal.
                _ if stream.full => UNREACHED,
                _ => UNREACHED / 2 + straight(grid.cell_at(place), stream.goal),
            },
        };
        let mut put = |cost: u32, taken: bool, tie: u32, step: u64| {
            let key = u64::from(cost) << 8 | u64::from(taken) << 7 | u64::from(tie & 7) << 4 | step;
            let mut at = count;
            while at > 0 && cells[at - 1] > key {
                cells[at] = cells[at - 1];
                at -= 1;
            }
            cells[at] = key;
            count += 1;
        };
        // Its own place comes after one that is as near and empty, before one that is taken.
        put(cost(mover.place), true, 0, STAY);
        while steps != 0 {
            let step = steps.trailing_zeros();
            steps &= steps - 1;
            let place = mover.place.wrapping_add(scene.offsets[step as usize & 7]);
            let taken = self.now[place as usize] != NONE;
            put(cost(place), taken, chance.wrapping_add(step), u64::from(step));
        }
        Choice { unit, cells, count: count as u8, tried: 0 }
    }

    /// Lets a larger unit choose; returns whether it moves. One that is asked to leave would rather move than not:
    /// to where it is out of the way, or farther from the middle of what it is to leave.
    fn choose_square(
        &mut self,
        scene: &Scene<'_>,
        movers: &[Mover],
        unit: u32,
        asked: Option<Wanted>,
    ) -> bool {
        let mover = movers[unit as usize];
        let (side, stride) = (scene.sizes[mover.size as usize].0, scene.offsets[4]);
        let mut choice = self.consider(scene, movers, unit);
        let staying = choice.cost_of_staying();
        let target = |key: u64| mover.place.wrapping_add(scene.offsets[key as usize & 7]);
        let keys = &mut choice.cells[..choice.count as usize];
        if let Some(wanted) = asked {
            let grid = &scene.sizes[0].1;
            keys.sort_by_key(|&key| {
                let to = if key & 15 == STAY { mover.place } else { target(key) };
                (in_the_way(grid, to, side, wanted), key)
            });
        }
        // No unit pushes it back on the way down.
        self.next[unit as usize] = mover.place;
        for &key in &*keys {
            if key & 15 == STAY || !(key >> 8 < staying || asked.is_some()) {
                continue;
            }
            // The rectangle that both squares are in, which is what the step sweeps, or more.
            let step = key as usize & 7;
            let (west, north) = (matches!(step, 5..=7), matches!(step, 7 | 0 | 1));
            let swept = Wanted {
                corner: mover.place - u32::from(west) - if north { stride } else { 0 },
                columns: side + u32::from(!matches!(step, 0 | 4)),
                rows: side + u32::from(!matches!(step, 2 | 6)),
            };
            if self.sweep(scene, movers, unit, swept, mover.arrived && asked.is_none()) {
                self.next[unit as usize] = target(key);
                return true;
            }
        }
        false
    }

    /// Claims what a step of a larger unit sweeps and has every unit leave it, or claims nothing.
    fn sweep(
        &mut self,
        scene: &Scene<'_>,
        movers: &[Mover],
        unit: u32,
        wanted: Wanted,
        gently: bool,
    ) -> bool {
        let (Wanted { corner, columns, rows }, stride) = (wanted, scene.offsets[4]);
        let swept =
            || (0..rows).flat_map(move |row| (0..columns).map(move |x| corner + row * stride + x));
        let mut possible = true;
        for place in swept() {
            let (there, claims) = (self.now[place as usize], self.then[place as usize]);
            let other = there != NONE && there != unit;
            if other && scene.sizes[movers[there as usize].size as usize].0 > 1 {
                possible = false;
                self.pushed = true;
                if self.next[there as usize] == NONE && !gently {
                    self.asked.push((there, wanted));
                }
            }
            // A unit that has chosen to stay has claimed its place.
            possible &= claims == NONE || claims == unit;
            possible &= !(gently && other);
        }
        if !possible {
            return false;
        }
        for place in swept() {
            self.claim(unit, place);
        }
        let mut free = true;
        for place in swept() {
            let there = self.now[place as usize];
            if there != NONE && there != unit && self.next[there as usize] == NONE {
                self.pushed = true;
                self.choose(scene, movers, there);
            }
            free &= self.then[place as usize] == unit;
            if !free {
                break;
            }
        }
        if !free {
            for place in swept() {
                if self.then[place as usize] == unit && self.now[place as usize] != unit {
                    self.then[place as usize] = NONE;
                }
            }
        }
        free
    }
}

impl Choice {
    fn cost_of_staying(&self) -> u64 {
        let staying = self.cells.iter().find(|&&key| key & 15 == STAY);
        staying.map_or(0, |&key| key >> 8)
    }
}

/// How much a square at a place is in the way of units that want some cells: how many of them it covers, then how
/// near to their middle it is.
fn in_the_way(grid: &Grid, place: u32, side: u32, wanted: Wanted) -> (u32, std::cmp::Reverse<u32>) {
    let (at, corner) = (grid.cell_at(place), grid.cell_at(wanted.corner));
    let common = |a: u32, long: u32, b: u32, across: u32| {
        (a + long).min(b + across).saturating_sub(a.max(b))
    };
    let columns = common(at.x, side, corner.x, wanted.columns);
    let rows = common(at.y, side, corner.y, wanted.rows);
    let (x, y) = (2 * corner.x + wanted.columns, 2 * corner.y + wanted.rows);
    let (dx, dy) = ((2 * at.x + side).abs_diff(x), (2 * at.y + side).abs_diff(y));
    (columns * rows, std::cmp::Reverse(dx * dx + dy * dy))
}

/// About as far as a king goes, in the costs of streams.
pub(super) fn straight(one: Cell, other: Cell) -> u32 {
    let (dx, dy) = (one.x.abs_diff(other.x), one.y.abs_diff(other.y));
    12 * dx.max(dy) + 5 * dx.min(dy)
}
