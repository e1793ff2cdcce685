//! The judge of worlds: reads what every unit did in a tick, cell by cell and row by row, and shares
//! nothing with the world that it judges.

use super::Flaw;
use super::body::{move_cost, stands};
use crate::body::{BodyKind, Placement, Span, Terrain, Tick, UnitId};
use crate::spaces::grid::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Judges tick after tick of a [`World`](crate::body::World): every unit is accounted for at all times, every move
/// is legal, begins where the last one ended and takes as long as it costs, and no two units are on a cell at the
/// same time.
///
/// ```
/// use wayline::body::{BodyKind, Heading, Settings, Terrain, World};
/// use wayline::check::Traffic;
///
/// let mut world = World::new(Terrain::new(20, 9)?, Settings::default());
/// let tank = world.add_kind(BodyKind::preset("tank")?);
/// let unit = world.add_unit(tank, (1, 1, Heading::E))?;
/// world.send(unit, (15, 7))?;
/// let kinds: Vec<_> = world.kinds().cloned().collect();
/// let mut judge = Traffic::new();
/// for _ in 0..30 {
///     world.tick(10_000);
///     judge.tick(world.terrain(), &kinds, world.last_tick())?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Traffic {
    /// Where the ticks seen so far ended, and what each unit was doing then.
    end: Option<u64>,
    last: BTreeMap<UnitId, Span>,
}

impl Traffic {
    /// A judge that has seen nothing yet.
    ///
    /// ```
    /// let judge = wayline::check::Traffic::new();
    /// ```
    pub fn new() -> Traffic {
        Traffic::default()
    }

    /// Judges the next tick, on the terrain as it was during that tick. Units may have come and gone between
    /// ticks.
    ///
    /// ```
    /// use wayline::body::{Settings, Terrain, World};
    /// let mut world = World::new(Terrain::new(20, 9)?, Settings::default());
    /// world.tick(0);
    /// let mut judge = wayline::check::Traffic::new();
    /// judge.tick(world.terrain(), &[], world.last_tick())?;
    /// // The same tick again is not what follows it.
    /// assert!(judge.tick(world.terrain(), &[], world.last_tick()).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tick(
        &mut self,
        terrain: &Terrain,
        kinds: &[Arc<BodyKind>],
        tick: &Tick,
    ) -> Result<(), Flaw> {
        if tick.end <= tick.begin || self.end.is_some_and(|end| end != tick.begin) {
            return Err(Flaw::Gap { unit: None, time: tick.begin });
        }
        let mut by_unit: BTreeMap<UnitId, Vec<Span>> = BTreeMap::new();
        for &span in &tick.spans {
            by_unit.entry(span.unit).or_default().push(span);
        }
        let mut held: Vec<(Cell, u64, u64, UnitId)> = Vec::new();
        for (&unit, spans) in &by_unit {
            let mut before = self.last.get(&unit).copied();
            let mut time = tick.begin;
            for &span in spans {
                let kind = kinds.get(span.kind.index()).ok_or(Flaw::NoMove { step: 0 })?;
                let follows = match before {
                    // A move that goes on.
                    Some(last) if last.end > tick.begin && time == tick.begin => last == span,
                    Some(last) => span.at == after(kind, last)? && span.begin == time,
                    None => span.begin == time,
                };
                if !follows || span.end <= span.begin || span.end <= time {
                    return Err(Flaw::Gap { unit: Some(unit), time });
                }
                match span.step {
                    None => stands(terrain, kind, span.at)?,
                    Some(step) => {
                        let cost = move_cost(terrain, kind, span.at, step)?;
                        // What began earlier was timed then, on the terrain of then.
                        if span.begin >= tick.begin && span.end - span.begin != cost {
                            return Err(Flaw::WrongTime { unit, begin: span.begin, cost });
                        }
                    }
                }
                for cell in cells(kind, span)? {
                    held.push((cell, span.begin.max(tick.begin), span.end.min(tick.end), unit));
                }
                (time, before) = (span.end, Some(span));
            }
            if time < tick.end {
                return Err(Flaw::Gap { unit: Some(unit), time });
            }
        }
        held.sort_unstable();
        let mut latest: Option<(Cell, u64, UnitId)> = None;
        for (cell, begin, end, unit) in held {
            if let Some((same, until, other)) = latest
                && same == cell
                && until > begin
                && other != unit
            {
                return Err(Flaw::Overlap { one: other, other: unit, cell, time: begin });
            }
            latest = match latest {
                Some((same, until, other)) if same == cell && until > end => {
                    Some((same, until, other))
                }
                _ => Some((cell, end, unit)),
            };
        }
        self.end = Some(tick.end);
        self.last = by_unit
            .into_iter()
            .filter_map(|(unit, spans)| spans.last().map(|&last| (unit, last)))
            .collect();
        Ok(())
    }
}

/// Where a unit is after what it did.
fn after(kind: &BodyKind, span: Span) -> Result<Placement, Flaw> {
    let Some(step) = span.step else { return Ok(span.at) };
    let row = kind.moves(span.at.heading).get(step).ok_or(Flaw::NoMove { step })?;
    let (dx, dy) = row.offset();
    let (x, y) = (span.at.x as i64 + dx as i64, span.at.y as i64 + dy as i64);
    Ok(Placement::new(x as u32, y as u32, row.to()))
}

/// The cells that a unit is on during a span.
fn cells(kind: &BodyKind, span: Span) -> Result<Vec<Cell>, Flaw> {
    let offsets = match span.step {
        None => kind.footprint().cells(span.at.heading),
        Some(step) => kind.moves(span.at.heading).get(step).ok_or(Flaw::NoMove { step })?.swept(),
    };
    let cell = |&(dx, dy): &(i32, i32)| {
        let (x, y) = (span.at.x as i64 + dx as i64, span.at.y as i64 + dy as i64);
        Cell::new(x as u32, y as u32)
    };
    Ok(offsets.iter().map(cell).collect())
}
