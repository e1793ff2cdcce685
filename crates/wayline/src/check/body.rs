//! The judge of bodies: reads the terrain cell by cell and the rules row by row, and shares nothing
//! with boards or searches.

use super::Flaw;
use crate::body::{BodyKind, Goal, Move, Placement, Speeds, Terrain};
use crate::kernel::cost::Cost;
use crate::spaces::error::End;
use crate::spaces::grid::Cell;

/// Verifies a body's path, sweep by sweep, and returns its cost in time units, by the cheapest legal move between
/// each two placements.
///
/// ```
/// use wayline::body::{BodyKind, Goal, Heading, Placement, Terrain};
/// use wayline::{check, Cost};
/// let terrain = Terrain::from_rows(["....", "...#"])?;
/// let tank = BodyKind::preset("tank")?;
/// let path = [Placement::new(0, 0, Heading::E), Placement::new(1, 0, Heading::E)];
/// let goal = [Goal::At(path[1])];
/// assert_eq!(check::body_path(&terrain, &tank, &path, path[0], &goal)?, Cost::from(10));
/// // Turning right at the wall sweeps a blocked cell.
/// let path = [Placement::new(2, 0, Heading::E), Placement::new(2, 0, Heading::S)];
/// let flaw = check::body_path(&terrain, &tank, &path, path[0], &[Goal::At(path[1])]).unwrap_err();
/// assert_eq!(flaw.to_string(), "step 1: 3,1 is blocked");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn body_path(
    terrain: &Terrain,
    kind: &BodyKind,
    path: &[Placement],
    from: Placement,
    goals: &[Goal],
) -> Result<Cost, Flaw> {
    let (Some(&first), Some(&last)) = (path.first(), path.last()) else { return Err(Flaw::Empty) };
    if first != from {
        return Err(Flaw::WrongEnd(End::Start));
    }
    if !goals.iter().any(|&goal| is_at(kind, last, goal)) {
        return Err(Flaw::WrongEnd(End::Goal));
    }
    if first.x >= terrain.width() || first.y >= terrain.height() {
        return Err(Flaw::BodyOffMap { step: 0, x: first.x as i64, y: first.y as i64 });
    }
    for &(dx, dy) in kind.footprint().cells(first.heading) {
        multiplier(terrain, kind, 0, first, (dx, dy))?;
    }
    let mut total = 0u128;
    for (i, pair) in path.windows(2).enumerate() {
        total += step(terrain, kind, i + 1, pair[0], pair[1])?;
    }
    Ok(Cost::from(u32::try_from(total).unwrap_or(u32::MAX)))
}

/// Whether a body may stand somewhere, or what is wrong with that.
pub(super) fn stands(terrain: &Terrain, kind: &BodyKind, at: Placement) -> Result<(), Flaw> {
    let cells = kind.footprint().cells(at.heading).iter();
    cells.into_iter().try_for_each(|&cell| multiplier(terrain, kind, 0, at, cell).map(|_| ()))
}

/// What one of a heading's moves costs, or what is wrong with it.
pub(super) fn move_cost(
    terrain: &Terrain,
    kind: &BodyKind,
    from: Placement,
    index: usize,
) -> Result<u64, Flaw> {
    let row = kind.moves(from.heading).get(index).ok_or(Flaw::NoMove { step: index })?;
    let (dx, dy) = row.offset();
    let (x, y) = (from.x as i64 + dx as i64, from.y as i64 + dy as i64);
    let to = Placement::new(x as u32, y as u32, row.to());
    cost(terrain, kind, 1, from, to, row).map(|cost| cost as u64)
}

pub(super) fn is_at(kind: &BodyKind, placement: Placement, goal: Goal) -> bool {
    match goal {
        Goal::At(there) => placement == there,
        Goal::Pivot(cell) => placement.cell() == cell,
        Goal::Near { cell, reach } => kind.footprint().at(placement).any(|(x, y)| {
            x.abs_diff(cell.x as i64) <= reach as u64 && y.abs_diff(cell.y as i64) <= reach as u64
        }),
    }
}

/// The cost of the cheapest legal move between two placements, or what is wrong with the first.
fn step(
    terrain: &Terrain,
    kind: &BodyKind,
    step: usize,
    from: Placement,
    to: Placement,
) -> Result<u128, Flaw> {
    let leads_there = |row: &&Move| {
        let (dx, dy) = row.offset();
        (from.x as i64 + dx as i64, from.y as i64 + dy as i64) == (to.x as i64, to.y as i64)
            && row.to() == to.heading
    };
    let rows = kind.moves(from.heading).iter().filter(leads_there);
    let costs = rows.map(|row| cost(terrain, kind, step, from, to, row));
    let best = costs.reduce(|best, other| match (best, other) {
        (Ok(a), Ok(b)) => Ok(a.min(b)),
        (Err(_), Ok(one)) | (Ok(one), Err(_)) => Ok(one),
        (Err(first), Err(_)) => Err(first),
    });
    best.unwrap_or(Err(Flaw::NoMove { step }))
}

fn cost(
    terrain: &Terrain,
    kind: &BodyKind,
    step: usize,
    from: Placement,
    to: Placement,
    row: &Move,
) -> Result<u128, Flaw> {
    let mut worst = 0;
    for &cell in row.swept() {
        worst = worst.max(multiplier(terrain, kind, step, from, cell)?);
    }
    let climb = terrain.elevation(to.cell()) as i64 - terrain.elevation(from.cell()) as i64;
    let each = if climb > 0 { kind.speeds().uphill() } else { kind.speeds().downhill() };
    let slope = parts(1.0) + parts(each) * climb.unsigned_abs() as u128;
    let exact = row.time() as u128 * worst * slope;
    let whole = parts(1.0) * parts(1.0);
    let rounded = exact / whole + u128::from(!exact.is_multiple_of(whole));
    Ok(rounded.clamp(1, BodyKind::MAX_COST as u128))
}

/// A factor as a whole number of parts.
fn parts(factor: f64) -> u128 {
    (factor * Speeds::PARTS as f64).round() as u128
}

/// The multiplier of one swept cell, in parts.
fn multiplier(
    terrain: &Terrain,
    kind: &BodyKind,
    step: usize,
    from: Placement,
    (dx, dy): (i32, i32),
) -> Result<u128, Flaw> {
    let (x, y) = (from.x as i64 + dx as i64, from.y as i64 + dy as i64);
    if x < 0 || y < 0 || x >= terrain.width() as i64 || y >= terrain.height() as i64 {
        return Err(Flaw::BodyOffMap { step, x, y });
    }
    let cell = Cell::new(x as u32, y as u32);
    if terrain.is_blocked(cell) {
        return Err(Flaw::Blocked { step, cell });
    }
    let ground = terrain.ground(cell).unwrap_or(0);
    match kind.speeds().multiplier(ground) {
        Some(multiplier) => Ok(parts(multiplier)),
        None => Err(Flaw::Forbidden { step, cell, ground }),
    }
}
