//! The judge of plans for crowds of bodies: follows every body from move to move, notes which cells it holds from
//! when until when, and shares nothing with the planner.

use super::Flaw;
use super::body::{is_at, move_cost, stands};
use super::crowd::Conflict;
use crate::body::{BodyKind, Placement, Terrain, UnitId};
use crate::crowd::{BodyPlan, BodyUnit};
use crate::spaces::error::End;
use crate::spaces::grid::Cell;
use std::sync::Arc;

/// A unit holds a cell from one time until another.
type Hold = (Cell, u64, u64, usize);

/// Judges a plan. The moves of every unit must lead from its start to its goal; each must be legal, begin where
/// the last one ended and not before, and take as long as it costs; and no two units may hold the same cell, where
/// a moving unit holds all cells that the move sweeps, and a resting unit the cells that it covers. Returns the
/// sum of costs: the sum of the times when units have made their last moves.
///
/// ```
/// use std::sync::Arc;
/// use wayline::body::{BodyKind, Heading, Placement, Terrain};
/// use wayline::check;
/// use wayline::crowd::{BodyMove, BodyPlan, BodyUnit};
/// let terrain = Terrain::from_rows(["...."])?;
/// let tank = [Arc::new(BodyKind::preset("tank")?)];
/// let from = Placement::new(0, 0, Heading::E);
/// let units = [BodyUnit::new(0, from, (1, 0))];
/// let ahead = |end| BodyPlan::new(vec![vec![BodyMove { from, index: 0, begin: 5, end }]]);
/// assert_eq!(check::body_crowd(&terrain, &tank, &units, &ahead(15))?, 15);
/// let flaw = check::body_crowd(&terrain, &tank, &units, &ahead(14)).unwrap_err();
/// assert_eq!(flaw.to_string(), "time 5: unit 0 begins a move that should take 10, and does not");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The first flaw found.
pub fn body_crowd(
    terrain: &Terrain,
    kinds: &[Arc<BodyKind>],
    units: &[BodyUnit],
    plan: &BodyPlan,
) -> Result<u64, Flaw> {
    if units.len() != plan.units() {
        return Err(Flaw::WrongUnits { expected: units.len(), found: plan.units() });
    }
    let (mut held, mut sum) = (Vec::new(), 0);
    for number in 0..units.len() {
        let arrived = follow(terrain, kinds, units, plan, number, &mut held);
        sum += arrived.map_err(|flaw| match flaw {
            // These name the unit themselves.
            Flaw::Gap { .. } | Flaw::WrongTime { .. } => flaw,
            flaw => Flaw::OfUnit { unit: number, flaw: Box::new(flaw) },
        })?;
    }
    held.sort_unstable();
    // Of all that began before, on the same cell, the one that lasts longest.
    let mut longest: Option<Hold> = None;
    for (cell, begin, end, second) in held {
        if let Some((same, _, until, first)) = longest
            && same == cell
        {
            if until > begin && first != second {
                let time = begin as usize;
                let (first, second) = (first.min(second), first.max(second));
                return Err(Flaw::Conflict(Conflict { time, first, second, cell, passing: false }));
            }
            if until > end {
                continue;
            }
        }
        longest = Some((cell, begin, end, second));
    }
    Ok(sum)
}

/// Follows one unit, and notes what it holds; returns when it has made its last move.
fn follow(
    terrain: &Terrain,
    kinds: &[Arc<BodyKind>],
    units: &[BodyUnit],
    plan: &BodyPlan,
    number: usize,
    held: &mut Vec<Hold>,
) -> Result<u64, Flaw> {
    let unit = &units[number];
    let kind = kinds.get(unit.kind).ok_or(Flaw::NoMove { step: 0 })?;
    let id = UnitId(number as u32);
    let (mut at, mut time) = (unit.start, 0);
    stands(terrain, kind, at)?;
    let mut hold = |at: Placement, cells: &[(i32, i32)], begin: u64, end: u64| {
        for &(dx, dy) in cells.iter().filter(|_| begin < end) {
            let cell = Cell::new(at.x.wrapping_add_signed(dx), at.y.wrapping_add_signed(dy));
            held.push((cell, begin, end, number));
        }
    };
    for (step, made) in plan.moves()[number].iter().enumerate() {
        if made.from != at || made.begin < time {
            return Err(Flaw::Gap { unit: Some(id), time: made.begin });
        }
        let cost = move_cost(terrain, kind, at, made.index)?;
        if made.begin.checked_add(cost) != Some(made.end) {
            return Err(Flaw::WrongTime { unit: id, begin: made.begin, cost });
        }
        let row = kind.moves(at.heading).get(made.index).ok_or(Flaw::NoMove { step })?;
        hold(at, kind.footprint().cells(at.heading), time, made.begin);
        hold(at, row.swept(), made.begin, made.end);
        let (dx, dy) = row.offset();
        let (x, y) = (at.x.wrapping_add_signed(dx), at.y.wrapping_add_signed(dy));
        (at, time) = (Placement::new(x, y, row.to()), made.end);
    }
    if !is_at(kind, at, unit.goal) {
        return Err(Flaw::WrongEnd(End::Goal));
    }
    hold(at, kind.footprint().cells(at.heading), time, u64::MAX);
    Ok(time)
}
