//! The naive oracle of bodies: Dijkstra's search over placements, cell by cell from the raw terrain
//! and the raw rules. Shares no code with the engine's boards or searches.

use crate::oracle::Random;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use wayline::body::{Area, BodyKind, Footprint, Heading, Placement, Rule, Sweep, Terrain};

/// What the oracle knows of a map: legality and cost by loops over cells.
pub(crate) struct Truth<'a> {
    pub(crate) terrain: &'a Terrain,
    pub(crate) kind: &'a BodyKind,
    pub(crate) area: Option<Area>,
    pub(crate) taken: &'a [(u32, u32)],
}

impl<'a> Truth<'a> {
    pub(crate) fn new(terrain: &'a Terrain, kind: &'a BodyKind) -> Truth<'a> {
        Truth { terrain, kind, area: None, taken: &[] }
    }

    /// The multiplier of a cell in four millionths; `None` where the body may not be.
    fn cell(&self, x: i64, y: i64) -> Option<u64> {
        if x < 0 || y < 0 || x >= self.terrain.width() as i64 || y >= self.terrain.height() as i64 {
            return None;
        }
        let cell = (x as u32, y as u32);
        if self.terrain.is_blocked(cell)
            || self.taken.contains(&cell)
            || self.area.is_some_and(|area| !area.contains(cell))
        {
            return None;
        }
        let multiplier = self.kind.speeds().multiplier(self.terrain.ground(cell)?)?;
        Some((multiplier * 4e6).round() as u64)
    }

    pub(crate) fn fits(&self, at: Placement) -> bool {
        let cells = self.kind.footprint().cells(at.heading).iter();
        cells
            .into_iter()
            .all(|&(dx, dy)| self.cell(at.x as i64 + dx as i64, at.y as i64 + dy as i64).is_some())
    }

    /// The cost of a move, if it is legal.
    pub(crate) fn cost(&self, from: Placement, index: usize) -> Option<u64> {
        let row = &self.kind.moves(from.heading)[index];
        let mut worst = 0;
        for &(dx, dy) in row.swept() {
            worst = worst.max(self.cell(from.x as i64 + dx as i64, from.y as i64 + dy as i64)?);
        }
        let (dx, dy) = row.offset();
        let to = ((from.x as i64 + dx as i64) as u32, (from.y as i64 + dy as i64) as u32);
        let climb = self.terrain.elevation(to) - self.terrain.elevation((from.x, from.y));
        let speeds = self.kind.speeds();
        let share = if climb > 0 { speeds.uphill() } else { speeds.downhill() };
        // Exact: all factors are whole numbers of four millionths.
        let slope = 4_000_000 + (share * 4e6).round() as u128 * climb.unsigned_abs() as u128;
        let product = row.time() as u128 * worst as u128 * slope;
        Some((product.div_ceil(16_000_000_000_000) as u64).min(65_535))
    }

    /// The cost from a placement to every other, by number; `None` where there is no way.
    pub(crate) fn costs(&self, from: Placement) -> Vec<Option<u64>> {
        let (width, height) = (self.terrain.width(), self.terrain.height());
        let number = |at: Placement| ((at.y * width + at.x) * 4) as usize + at.heading.index();
        let mut best = vec![None; (width * height * 4) as usize];
        if !self.fits(from) {
            return best;
        }
        let mut heap = BinaryHeap::from([(Reverse(0u64), from)]);
        best[number(from)] = Some(0);
        while let Some((Reverse(cost), at)) = heap.pop() {
            if best[number(at)] != Some(cost) {
                continue;
            }
            for (index, row) in self.kind.moves(at.heading).iter().enumerate() {
                let Some(step) = self.cost(at, index) else { continue };
                let (dx, dy) = row.offset();
                let (x, y) = (at.x.wrapping_add_signed(dx), at.y.wrapping_add_signed(dy));
                let to = Placement::new(x, y, row.to());
                let total = cost + step;
                if best[number(to)].is_none_or(|known| total < known) {
                    best[number(to)] = Some(total);
                    heap.push((Reverse(total), to));
                }
            }
        }
        best
    }
}

/// Every placement of a map, fitting or not, by number.
pub(crate) fn placements(terrain: &Terrain) -> Vec<Placement> {
    let (width, height) = (terrain.width(), terrain.height());
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    cells.flat_map(|(x, y)| Heading::ALL.map(|h| Placement::new(x, y, h))).collect()
}

pub(crate) fn random_placement(random: &mut Random, terrain: &Terrain) -> Placement {
    let x = random.below(terrain.width() as u64) as u32;
    let y = random.below(terrain.height() as u64) as u32;
    Placement::new(x, y, Heading::ALL[random.below(4) as usize])
}

/// A map of all kinds of ground, blocked cells, and now and then hills.
pub(crate) fn random_terrain(random: &mut Random, side: u64) -> Terrain {
    let (width, height) = (1 + random.below(side) as u32, 1 + random.below(side) as u32);
    let mut terrain = Terrain::new(width, height).unwrap();
    let density = random.below(45);
    let (varied, hilly) = (random.below(2) == 0, random.below(4) == 0);
    let grounds = b".GSWTHR259\x80\x90\xff";
    for y in 0..height {
        for x in 0..width {
            if varied && random.below(3) == 0 {
                let ground = grounds[random.below(grounds.len() as u64) as usize];
                terrain.set_ground((x, y), ground).unwrap();
            }
            if random.below(100) < density {
                terrain.block((x, y)).unwrap();
            }
            if hilly {
                terrain.set_elevation((x, y), random.below(7) as i32 - 3).unwrap();
            }
        }
    }
    terrain
}

/// A kind with any footprint and any rules.
pub(crate) fn random_kind(random: &mut Random) -> BodyKind {
    if random.below(4) == 0 {
        let presets = BodyKind::presets();
        return BodyKind::preset(presets[random.below(presets.len() as u64) as usize].0).unwrap();
    }
    let side = 1 + random.below(3);
    let mut cells = vec![(0, 0)];
    for _ in 0..random.below(side * side) {
        cells.push((random.below(side) as i32, random.below(side) as i32 - side as i32 / 2));
    }
    let mut builder = BodyKind::builder("any", Footprint::new(cells).unwrap());
    let own_rows = random.below(4) == 0;
    for _ in 0..1 + random.below(8) {
        let longest = if random.below(8) == 0 { 9000 } else { 40 };
        let time = 1 + random.below(longest) as i64;
        let far = if random.below(5) == 0 { 3 } else { 1 };
        let mut offset = || random.below(2 * far + 1) as i32 - far as i32;
        let (dx, dy) = (offset(), offset());
        let to = Heading::ALL[random.below(4) as usize];
        let heading = own_rows.then(|| Heading::ALL[random.below(4) as usize]);
        let sweep = match random.below(6) {
            0 => Sweep::Ends,
            1 => Sweep::Hull,
            2 => Sweep::Cells(vec![(random.below(5) as i32 - 2, random.below(5) as i32 - 2)]),
            _ => Sweep::Usual,
        };
        let goes = (dx, dy, to) != (0, 0, heading.unwrap_or(Heading::E));
        if goes {
            let rule = Rule::step(dx, dy, time).turning_to(to).sweeping(sweep);
            builder = builder.rule(match heading {
                Some(heading) => rule.only_at(heading),
                None => rule,
            });
        }
    }
    builder = builder.rule(Rule::step(1, 0, 10));
    if random.below(2) == 0 {
        builder = builder.rule(Rule::turn(1, 3)).rule(Rule::turn(3, 4));
    }
    if random.below(2) == 0 {
        builder = builder.speed(b'S', 2.5).speed(b'H', 0.3).speed(b'W', 7.01).forbid(b'9');
    }
    if random.below(2) == 0 {
        builder =
            builder.uphill(random.below(4) as f64 / 3.0).downhill(random.below(3) as f64 / 4.0);
    }
    builder.build().unwrap()
}
