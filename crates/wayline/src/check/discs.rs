//! The judge of steering: follows discs from tick to tick, and shares nothing with what moves them.

use super::{Conflict, Flaw};
use crate::crowd::Disc;
use crate::spaces::grid::{Cell, Grid};

/// Anything smaller than this is no flaw, in cells: rounding may take that much away between ticks.
const TOLERANCE: f64 = 1e-6;
/// At how many moments of a tick discs are checked against walls.
const MOMENTS: u32 = 16;

/// Follows the agents of a [`Steering`](crate::crowd::Steering), each a disc, from tick to tick.
///
/// No disc may overlap a blocked cell or leave the map, and no two may overlap, neither at a tick nor on the
/// straight lines between two ticks; a millionth of a cell is tolerated. Ticks should be short enough that no disc
/// goes more than half a cell in one: the paths of [longer ones](crate::crowd::Steering::tick) are not straight.
///
/// ```
/// use wayline::{Grid, check, crowd::Disc};
/// let grid = Grid::new(5, 5)?;
/// let disc = |x| Some(Disc { x, y: 2.5, radius: 0.5 });
/// let mut judge = check::Discs::new();
/// judge.tick(&grid, [disc(1.0), disc(4.0)])?;
/// judge.tick(&grid, [disc(1.5), disc(3.5)])?;
/// let flaw = judge.tick(&grid, [disc(3.0), disc(2.0)]).unwrap_err();
/// assert_eq!(flaw.to_string(), "time 2: units 0 and 1 change places at 3,2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Discs {
    ticks: usize,
    before: Vec<Option<Disc>>,
}

impl Discs {
    /// A judge that does not know any disc yet.
    pub fn new() -> Discs {
        Discs::default()
    }

    /// Judges where all discs are, by number; `None` for discs that are not there. Discs it does not know may have
    /// appeared anywhere.
    ///
    /// # Errors
    ///
    /// The first flaw.
    pub fn tick(
        &mut self,
        grid: &Grid,
        discs: impl IntoIterator<Item = Option<Disc>>,
    ) -> Result<(), Flaw> {
        let now: Vec<_> = discs.into_iter().collect();
        let mut moves: Vec<(usize, Disc, Disc)> = Vec::new();
        for (unit, to) in now.iter().enumerate() {
            let Some(to) = *to else { continue };
            let from = self.before.get(unit).copied().flatten().unwrap_or(to);
            for moment in 0..=MOMENTS {
                let part = f64::from(moment) / f64::from(MOMENTS);
                let between = |from: f64, to: f64| from * (1.0 - part) + to * part;
                let at = Disc { x: between(from.x, to.x), y: between(from.y, to.y), ..to };
                let judged = off_walls(grid, at, self.ticks);
                judged.map_err(|flaw| Flaw::OfUnit { unit, flaw: Box::new(flaw) })?;
            }
            moves.push((unit, from, to));
        }
        self.collisions(&mut moves)?;
        self.before = now;
        self.ticks += 1;
        Ok(())
    }

    /// All pairs whose moves have columns in common.
    fn collisions(&self, moves: &mut [(usize, Disc, Disc)]) -> Result<(), Flaw> {
        let left = |(_, from, to): &(usize, Disc, Disc)| from.x.min(to.x) - to.radius;
        moves.sort_by(|one, other| left(one).total_cmp(&left(other)));
        for (i, one) in moves.iter().enumerate() {
            let right = one.1.x.max(one.2.x) + one.2.radius;
            for other in moves[i + 1..].iter().take_while(|other| left(other) <= right) {
                let radii = one.2.radius + other.2.radius - TOLERANCE;
                let at_last = (one.2.x - other.2.x).hypot(one.2.y - other.2.y) < radii;
                if at_last || nearest(one, other) < radii {
                    let (first, second) = (one.0.min(other.0), one.0.max(other.0));
                    let at = if first == one.0 { one.2 } else { other.2 };
                    let cell = Cell::new(at.x as u32, at.y as u32);
                    let (time, passing) = (
                        self.ticks,
                        nearest(one, other) < radii && !at_last || crossed(one, other),
                    );
                    return Err(Flaw::Conflict(Conflict { time, first, second, cell, passing }));
                }
            }
        }
        Ok(())
    }
}

type Move = (usize, Disc, Disc);

/// The least distance of two middles while both move.
fn nearest((_, from, to): &Move, (_, its_from, its_to): &Move) -> f64 {
    let (x, y) = (from.x - its_from.x, from.y - its_from.y);
    let (dx, dy) = (to.x - its_to.x - x, to.y - its_to.y - y);
    let length = dx * dx + dy * dy;
    let when = if length > 0.0 { (-(x * dx + y * dy) / length).clamp(0.0, 1.0) } else { 0.0 };
    (x + dx * when).hypot(y + dy * when)
}

/// Whether the two have passed to each other's far side.
fn crossed((_, from, to): &Move, (_, its_from, its_to): &Move) -> bool {
    let (x, y) = (from.x - its_from.x, from.y - its_from.y);
    x * (to.x - its_to.x) + y * (to.y - its_to.y) < 0.0
}

fn off_walls(grid: &Grid, disc: Disc, step: usize) -> Result<(), Flaw> {
    let Disc { x, y, radius } = disc;
    let cell = Cell::new(x as u32, y as u32);
    let reach = radius - TOLERANCE;
    let (right, bottom) = (f64::from(grid.width()), f64::from(grid.height()));
    // A position that is not a number is off the map, too.
    if !(x >= reach && y >= reach && x <= right - reach && y <= bottom - reach) {
        return Err(Flaw::OffMap { step, cell });
    }
    for row in (y - reach) as u32..=(y + reach) as u32 {
        for column in (x - reach) as u32..=(x + reach) as u32 {
            let near = Cell::new(column, row);
            let gap =
                |at: f64, low: u32| (f64::from(low) - at).max(at - f64::from(low) - 1.0).max(0.0);
            let free = !grid.contains(near) || grid.is_free(near);
            if !free && gap(x, column).hypot(gap(y, row)) < reach {
                return Err(Flaw::Blocked { step, cell: near });
            }
        }
    }
    Ok(())
}
