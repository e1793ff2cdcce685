//! What happens around the choices of a tick: areas are measured, units moved, fields filled by turns.

use super::pushing::{Mover, NONE, Pushing};
use super::stream::{Filling, Ground, MOST_STAMPED, Stream};
use super::{Flow, IDLE};

/// What a unit that waits adds to the stamp of its cell.
const STAMP: u8 = 4;
/// How often a unit may be thwarted before it lets others go first.
const PATIENCE: u8 = 12;

impl Flow {
    /// How many cells each group needs: units of one cell a quarter more than they are, others twice their cells,
    /// since squares leave gaps.
    pub(super) fn measure_areas(&mut self) {
        for at in 0..self.streams.len() {
            let Some(goal) = self.streams[at].as_ref().map(|stream| stream.goal) else { continue };
            let (mut units, mut cells, mut largest) = (0, 0, 1);
            for stream in self.streams.iter().flatten().filter(|stream| stream.goal == goal) {
                let side = u64::from(self.sizes[stream.size].0);
                units += stream.units;
                cells += u64::from(stream.units) * side * side;
                largest = largest.max(side);
            }
            let needed = match (units, largest) {
                (1, _) => 1,
                (_, 1) => cells + cells / 4 + 3,
                _ => 2 * cells + 8 * largest * largest,
            };
            let same = |one: &Option<Stream>| one.as_ref().is_some_and(|one| one.goal == goal);
            let group = self.streams.iter().position(same).unwrap_or(at);
            if let Some(filling) = &mut self.fillings[at] {
                // Beyond this many goals some are taken for each other, and their areas may be too small.
                filling.group = 1 + (group % usize::from(IDLE - 1)) as u16;
                filling.needed = needed.min(u64::from(u32::MAX / 2)) as u32;
                filling.most_arrived = 0;
            }
        }
    }

    /// Every unit goes where it chose to.
    pub(super) fn move_all(&mut self) {
        let stride = self.grid().stride();
        self.pushing.finish();
        let Flow { sizes, movers, ranks, order, pushing, stamps, .. } = self;
        let side = |mover: &Mover| sizes[mover.size as usize].0;
        for &unit in order.iter() {
            let mover = &movers[unit as usize];
            if pushing.next[unit as usize] != mover.place {
                for place in Pushing::square(mover.place, side(mover), stride) {
                    pushing.now[place as usize] = NONE;
                }
            }
        }
        for &unit in order.iter() {
            let mover = &mut movers[unit as usize];
            let next = pushing.next[unit as usize];
            if next != mover.place {
                mover.place = next;
                for place in Pushing::square(next, side(mover), stride) {
                    pushing.now[place as usize] = unit;
                }
            } else if mover.is_going() {
                let stamp = &mut stamps[mover.place as usize];
                *stamp = (*stamp + STAMP).min(MOST_STAMPED);
            }
        }
        for &unit in &pushing.thwarted {
            let rank = &mut ranks[unit as usize];
            rank.thwarted += 1;
            if rank.thwarted >= PATIENCE {
                (rank.sent, rank.thwarted) = (self.ticks + 1, 0);
                self.sorted = false;
            }
        }
    }

    /// Which units have arrived, which rest where, and which are on the way where.
    pub(super) fn look_around(&mut self) {
        for filling in self.fillings.iter_mut().flatten() {
            (filling.wanted, filling.arrived, filling.near) = (false, 0, false);
        }
        self.on_their_way = 0;
        for place in self.rested.drain(..) {
            self.resting[place as usize] = 0;
        }
        let stride = self.sizes[0].1.stride();
        for &unit in &self.order {
            let mover = &mut self.movers[unit as usize];
            let at = mover.stream as usize;
            let mut group = IDLE;
            if let (Some(Some(stream)), Some(Some(filling))) =
                (self.streams.get(at), self.fillings.get_mut(at))
            {
                mover.arrived = stream.is_area(mover.place);
                mover.cut_off = stream.is_cut_off(mover.place);
                // Units that are cut off wait for the map to change.
                filling.wanted |= !mover.arrived;
                filling.arrived += u32::from(mover.arrived);
                filling.near |= !mover.arrived && stream.is_near(mover.place);
                group = if mover.arrived { filling.group } else { IDLE };
            }
            if mover.is_going() {
                self.on_their_way += 1;
                continue;
            }
            for place in Pushing::square(mover.place, self.sizes[mover.size as usize].0, stride) {
                self.resting[place as usize] = group;
                self.rested.push(place);
            }
        }
    }
}

/// Fills the streams that are wanted, each at most once and one after the other.
pub(super) fn fill_by_turns(
    fillings: &mut [Option<Filling>],
    turn: &mut usize,
    ground: Ground<'_>,
    mut left: u32,
) {
    let count = fillings.len();
    let first = *turn;
    for at in (0..count).map(|i| (first + i) % count) {
        let Some(filling) = fillings[at].as_mut().filter(|one| one.wanted && !one.first) else {
            continue;
        };
        if left == 0 {
            *turn = at;
            return;
        }
        let used = filling.fill(ground, left);
        left -= used;
        *turn = if left == 0 { at } else { (at + 1) % count };
    }
}
