//! Situations for crowds: who stands where on which map, and who is sent where. The same number gives the
//! same situation everywhere.

use std::sync::Arc;
use wayline::body::{
    BodyKind, BodyQuery, Footprint, Goal, Heading, Placement, Rule, Settings, Terrain, UnitId,
    World,
};
use wayline::{Cell, Workspace, search};

/// A generator of numbers: splitmix64.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((((z ^ (z >> 31)) >> 32) * bound as u64) >> 32) as u32
    }
}

pub(crate) struct Situation {
    pub(crate) name: String,
    pub(crate) terrain: Terrain,
    pub(crate) kinds: Vec<Arc<BodyKind>>,
    /// By kind and placement.
    pub(crate) units: Vec<(usize, Placement)>,
    /// Units that are sent somewhere together; the others idle.
    pub(crate) orders: Vec<(Vec<usize>, Goal)>,
    /// Cells across what everybody has to pass through; 0 if there is nothing of the kind.
    pub(crate) door: u32,
    /// Groups that have to take turns, since there is no room for both.
    pub(crate) turns: u64,
}

/// The 1x1 of eight directions, the 1x2 that pivots, and a 2x2 that pivots.
fn three_sizes() -> Vec<Arc<BodyKind>> {
    let mut hauler = BodyKind::builder("hauler", Footprint::rectangle(2, 2).unwrap());
    for rule in [Rule::step(1, 0, 10), Rule::step(-1, 0, 20), Rule::turn(1, 15), Rule::turn(3, 15)]
    {
        hauler = hauler.rule(rule);
    }
    vec![
        BodyKind::preset("infantry").unwrap().into(),
        BodyKind::preset("tank").unwrap().into(),
        hauler.build().unwrap().into(),
    ]
}

impl Situation {
    fn new(name: impl Into<String>, terrain: Terrain, kinds: Vec<Arc<BodyKind>>) -> Situation {
        let (units, orders) = (Vec::new(), Vec::new());
        Situation { name: name.into(), terrain, kinds, units, orders, door: 0, turns: 1 }
    }

    /// Puts units of kinds in turn at random places of a rectangle, as far as there is room; which.
    fn crowd(
        &mut self,
        dice: &mut Dice,
        kinds: &[usize],
        count: usize,
        (left, top, right, bottom): (u32, u32, u32, u32),
    ) -> Vec<usize> {
        let mut taken: Vec<(i64, i64)> =
            self.units.iter().flat_map(|&(kind, at)| covered(&self.kinds[kind], at)).collect();
        taken.sort_unstable();
        let first = self.units.len();
        for _ in 0..200 * count {
            if self.units.len() == first + count {
                break;
            }
            let kind = kinds[(self.units.len() - first) % kinds.len()];
            let (x, y) = (left + dice.below(right - left), top + dice.below(bottom - top));
            let at = Placement::new(x, y, Heading::ALL[dice.below(4) as usize]);
            let cells = covered(&self.kinds[kind], at);
            let inside = |&(x, y): &(i64, i64)| {
                (left as i64..right as i64).contains(&x)
                    && (top as i64..bottom as i64).contains(&y)
                    && !self.terrain.is_blocked((x as u32, y as u32))
            };
            if cells.iter().all(|cell| inside(cell) && taken.binary_search(cell).is_err()) {
                for cell in cells {
                    let place = taken.binary_search(&cell).unwrap_err();
                    taken.insert(place, cell);
                }
                self.units.push((kind, at));
            }
        }
        (first..self.units.len()).collect()
    }

    fn order(&mut self, units: Vec<usize>, cell: (u32, u32), reach: u32) {
        self.orders.push((units, Goal::Near { cell: cell.into(), reach }));
    }

    pub(crate) fn world(&self, settings: Settings) -> (World, Vec<UnitId>) {
        let mut world = World::new(self.terrain.clone(), settings);
        let kinds: Vec<_> = self.kinds.iter().map(|k| world.add_kind(k.clone())).collect();
        let add = |&(kind, at): &(usize, Placement)| world.add_unit(kinds[kind], at).unwrap();
        let units = self.units.iter().map(add).collect();
        (world, units)
    }

    /// What the nearest and the farthest of them need when they are alone, and who has a path at all.
    pub(crate) fn alone(&self) -> (u64, u64, Vec<bool>) {
        let (world, units) = self.world(Settings::default());
        let mut work = Workspace::new();
        let (mut least, mut most, mut has_path) = (u64::MAX, 0, vec![false; units.len()]);
        for (members, goal) in &self.orders {
            for &unit in members {
                let unit_now = world.unit(units[unit]).unwrap();
                let map = world.map(unit_now.kind()).unwrap();
                let query = BodyQuery::new(unit_now.placement(), *goal);
                let answer = search(map, &query, &mut work).unwrap();
                if answer.is_found() {
                    has_path[unit] = true;
                    let cost = answer.cost.to_f64() as u64;
                    (least, most) = (least.min(cost), most.max(cost));
                }
            }
        }
        (least, most, has_path)
    }

    /// What the fastest way to get everybody there takes at least, if the least and the most that they need
    /// alone are these: the farthest arrives; and after the first has, the doors have to let all others
    /// through; and those who take turns go one after the other.
    pub(crate) fn bound(&self, least: u64, most: u64) -> u64 {
        (self.turns * most).max(least + self.through_doors())
    }

    /// What the doors need to let everybody through: a body blocks its width for its length and the
    /// cell ahead of it.
    fn through_doors(&self) -> u64 {
        let need = |kind: &BodyKind| {
            let cells = kind.footprint().cells(Heading::E);
            let side = |at: fn(&(i32, i32)) -> i32| {
                cells.iter().map(at).max().unwrap() - cells.iter().map(at).min().unwrap() + 1
            };
            (side(|cell| cell.1) * (side(|cell| cell.0) + 1)) as u64 * 10
        };
        let members = self.orders.iter().flat_map(|(units, _)| units);
        let all: u64 = members.map(|&unit| need(&self.kinds[self.units[unit].0])).sum();
        if self.door == 0 { 0 } else { all / self.door as u64 }
    }
}

fn covered(kind: &BodyKind, at: Placement) -> Vec<(i64, i64)> {
    kind.footprint().at(at).collect()
}

fn block(terrain: &mut Terrain, (left, top, right, bottom): (u32, u32, u32, u32)) {
    for y in top..bottom.min(terrain.height()) {
        for x in left..right.min(terrain.width()) {
            terrain.block((x, y)).unwrap();
        }
    }
}

/// Blocks of 6x6 at random places, as many as leave a good half of the map free.
fn blocks(dice: &mut Dice, side: u32) -> Terrain {
    let mut terrain = Terrain::new(side, side).unwrap();
    for _ in 0..side * side / 144 {
        let (x, y) = (dice.below(side), dice.below(side));
        block(&mut terrain, (x, y, x + 6, y + 6));
    }
    terrain
}

fn clear(terrain: &mut Terrain, cell: Cell, reach: u32) {
    for y in cell.y - reach..=cell.y + reach {
        for x in cell.x - reach..=cell.x + reach {
            terrain.free((x, y)).unwrap();
        }
    }
}

/// 100 tanks from all over the map to one place.
pub(crate) fn tanks(seed: u64) -> Situation {
    let dice = &mut Dice(seed);
    let terrain = blocks(dice, 512);
    let kinds = vec![BodyKind::preset("tank").unwrap().into()];
    let mut all = Situation::new("100 tanks to one place", terrain, kinds);
    let units = all.crowd(dice, &[0], 100, (0, 0, 512, 512));
    all.order(units, (200 + dice.below(112), 200 + dice.below(112)), 14);
    all
}

/// 300 units of three sizes from one hall into the next, through two doors.
pub(crate) fn two_doors(seed: u64) -> Situation {
    let dice = &mut Dice(seed);
    let mut terrain = Terrain::new(160, 80).unwrap();
    block(&mut terrain, (79, 0, 81, 80));
    for door in [10 + dice.below(20), 45 + dice.below(20)] {
        for (x, y) in (door..door + 4).flat_map(|y| [(79, y), (80, y)]) {
            terrain.free((x, y)).unwrap();
        }
    }
    let mut all = Situation::new("300 of three sizes through two doors", terrain, three_sizes());
    all.door = 8;
    let units = all.crowd(dice, &[0, 1, 2], 300, (2, 2, 60, 78));
    all.order(units, (125, 40), 32);
    all
}

/// Two groups of 100 swap halls through a corridor of four cells.
pub(crate) fn swap(seed: u64) -> Situation {
    let dice = &mut Dice(seed);
    let mut terrain = Terrain::new(120, 40).unwrap();
    block(&mut terrain, (45, 0, 75, 18));
    block(&mut terrain, (45, 22, 75, 40));
    let mut all = Situation::new("two groups of 100 swap", terrain, three_sizes());
    all.door = 4;
    let kinds: &[usize] = if seed & 1 == 0 { &[1] } else { &[0, 1] };
    let left = all.crowd(dice, kinds, 100, (1, 1, 38, 39));
    let right = all.crowd(dice, kinds, 100, (82, 1, 119, 39));
    all.order(left, (100, 20), 18);
    all.order(right, (19, 20), 18);
    all
}

/// Two groups of this many units swap halls through a corridor this many cells wide, of a length and at a place
/// that the dice decide. Where there is no room for two of the widest side by side, they take turns.
pub(crate) fn swap_through(seed: u64, across: u32, kinds: &[usize], each: usize) -> Situation {
    let dice = &mut Dice(seed);
    let widest = if kinds.contains(&2) { 2 } else { 1 };
    let cells: usize = kinds.iter().map(|&kind| [1, 2, 4][kind]).sum();
    // A quarter of a hall is taken.
    let side = ((each * cells / kinds.len() * 4) as f64).sqrt().ceil().max(12.0) as u32 + 2;
    let (length, top) = (4 + dice.below(20), 2 + dice.below(side - across - 4));
    let width = 2 * side + length;
    let mut terrain = Terrain::new(width, side).unwrap();
    block(&mut terrain, (side, 0, side + length, top));
    block(&mut terrain, (side, top + across, side + length, side));
    let name = format!("{seed}: {each} of {kinds:?} swap through {across}");
    let mut all = Situation::new(name, terrain, three_sizes());
    (all.door, all.turns) = (across, if across < 2 * widest { 2 } else { 1 });
    let left = all.crowd(dice, kinds, each, (1, 1, side - 2, side - 1));
    let right = all.crowd(dice, kinds, each, (width - side + 2, 1, width - 1, side - 1));
    let reach = side / 2 - 2;
    all.order(left, (width - side / 2, side / 2), reach);
    all.order(right, (side / 2, side / 2), reach);
    all
}

/// 500 units sent to five places at once.
pub(crate) fn five_places(seed: u64) -> Situation {
    let dice = &mut Dice(seed);
    let mut terrain = blocks(dice, 256);
    let goals: Vec<Cell> =
        [(40, 40), (210, 50), (128, 128), (50, 210), (200, 200)].map(Cell::from).to_vec();
    for &goal in &goals {
        clear(&mut terrain, goal, 8);
    }
    let mut all = Situation::new("500 to five places", terrain, three_sizes());
    let units = all.crowd(dice, &[0, 0, 1, 1, 2], 500, (0, 0, 256, 256));
    for (i, &goal) in goals.iter().enumerate() {
        let members = units.iter().copied().filter(|unit| unit % 5 == i).collect();
        all.order(members, (goal.x, goal.y), 16);
    }
    all
}

/// Smaller ones of five sorts: a door, a head-on meeting in a corridor with side rooms, a hall with idle
/// units in the way, crossing groups, and rooms.
pub(crate) fn small(seed: u64) -> Situation {
    let dice = &mut Dice(seed);
    let kinds: &[usize] = [&[0][..], &[1], &[0, 1], &[0, 1, 2]][(seed / 5 % 4) as usize];
    let widest = if kinds.contains(&2) { 2 } else { 1 };
    match seed % 5 {
        0 => {
            let (width, door) = (40, widest + dice.below(3));
            let mut terrain = Terrain::new(width, 24).unwrap();
            block(&mut terrain, (20, 0, 21, 24));
            let top = 4 + dice.below(14);
            (top..top + door).for_each(|y| terrain.free((20, y)).unwrap());
            let mut all =
                Situation::new(format!("{seed}: a door of {door}"), terrain, three_sizes());
            all.door = door;
            let count = 12 + dice.below(18) as usize;
            let units = all.crowd(dice, kinds, count, (1, 1, 18, 23));
            all.order(units, (31, 12), 8);
            all
        }
        1 => {
            // Two halls, a corridor, and rooms beside it large enough to turn round in.
            let (across, room) = (widest, 4);
            let mut terrain = Terrain::new(60, 21).unwrap();
            block(&mut terrain, (15, 0, 45, 21));
            for (x, y) in (15..45).flat_map(|x| (10..10 + across).map(move |y| (x, y))) {
                terrain.free((x, y)).unwrap();
            }
            for i in 0..2 {
                let left = 18 + 12 * i + dice.below(6);
                let top = if dice.below(2) == 0 { 10 - room } else { 10 + across };
                for (x, y) in
                    (left..left + room).flat_map(|x| (top..top + room).map(move |y| (x, y)))
                {
                    terrain.free((x, y)).unwrap();
                }
            }
            let mut all = Situation::new(format!("{seed}: head-on"), terrain, three_sizes());
            (all.door, all.turns) = (across, 2);
            let (one, other) = (1 + dice.below(4) as usize, 1 + dice.below(4) as usize);
            let left = all.crowd(dice, kinds, one, (1, 3, 13, 18));
            let right = all.crowd(dice, kinds, other, (47, 3, 59, 18));
            all.order(left, (53, 10), 5);
            all.order(right, (7, 10), 5);
            all
        }
        2 => {
            let mut terrain = Terrain::new(44, 30).unwrap();
            block(&mut terrain, (20, 0, 24, 12));
            block(&mut terrain, (20, 18, 24, 30));
            let mut all =
                Situation::new(format!("{seed}: idle in the way"), terrain, three_sizes());
            all.door = 6;
            let idle = 4 + dice.below(5) as usize;
            all.crowd(dice, kinds, idle, (18, 11, 26, 19));
            let count = 12 + dice.below(8) as usize;
            let units = all.crowd(dice, kinds, count, (1, 1, 17, 29));
            all.order(units, (35, 15), 8);
            all
        }
        3 => {
            let mut terrain = Terrain::new(40, 40).unwrap();
            for _ in 0..8 {
                let (x, y) = (8 + dice.below(20), 8 + dice.below(20));
                block(&mut terrain, (x, y, x + 3, y + 3));
            }
            let mut all = Situation::new(format!("{seed}: crossing"), terrain, three_sizes());
            let count = 8 + dice.below(8) as usize;
            for (from, to) in [
                ((0, 10, 8, 30), (35, 20)),
                ((32, 10, 40, 30), (4, 20)),
                ((10, 0, 30, 8), (20, 35)),
                ((10, 32, 30, 40), (20, 4)),
            ] {
                let units = all.crowd(dice, kinds, count, from);
                all.order(units, to, 4);
            }
            all
        }
        _ => {
            // Rooms of 9x9 with doors, and everybody somewhere else.
            let mut terrain = Terrain::new(41, 41).unwrap();
            for i in (0..41).step_by(10) {
                block(&mut terrain, (i, 0, i + 1, 41));
                block(&mut terrain, (0, i, 41, i + 1));
            }
            let door = widest + 1;
            for (i, j) in (1..4).flat_map(|i| (0..4).map(move |j| (10 * i, 10 * j))) {
                let at = 1 + dice.below(8 - door);
                for k in 0..door {
                    terrain.free((i, j + at + k)).unwrap();
                    terrain.free((j + at + k, i)).unwrap();
                }
            }
            let mut all = Situation::new(format!("{seed}: rooms"), terrain, three_sizes());
            let count = 16 + dice.below(8) as usize;
            let units = all.crowd(dice, kinds, count, (1, 1, 40, 40));
            for (i, goal) in [(5, 5), (35, 5), (5, 35), (35, 35)].into_iter().enumerate() {
                let members = units.iter().copied().filter(|unit| unit % 4 == i).collect();
                all.order(members, goal, 4);
            }
            all
        }
    }
}
