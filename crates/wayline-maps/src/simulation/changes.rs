//! What happens to the map: edits at a tick, and cycles (doors, tides) that never end.

use super::ground::{Drawn, named};
use super::{MAX_TICKS, within};
use crate::MapError;
use crate::fields::{Field, Table};
use wayline::Cell;
use wayline::body::Edit;

/// The most cells that all changes together may be about.
const MAX_CELLS: usize = 1 << 20;

/// All changes of a simulation.
#[derive(Default)]
pub(super) struct Changes {
    once: Vec<Once>,
    cycles: Vec<Cycle>,
}

struct Once {
    tick: u64,
    cells: Vec<Cell>,
    change: Change,
}

/// Phases one after the other, again and again, as if they had always done so.
struct Cycle {
    cells: Vec<Cell>,
    phases: [(u64, Change); 2],
    /// How many ticks later than at 0 the first phase begins.
    delay: u64,
}

#[derive(Clone, Copy)]
enum Change {
    Block,
    Free,
    /// Whatever the cell was, it is free ground of this letter.
    Replace(u8),
    /// The ground changes; a blocked cell stays blocked.
    Ground(u8),
}

impl Change {
    fn of(self, cell: Cell) -> Edit {
        match self {
            Change::Block => Edit::Block(cell),
            Change::Free => Edit::Free(cell),
            Change::Replace(letter) => Edit::Replace(cell, letter),
            Change::Ground(letter) => Edit::Ground(cell, letter),
        }
    }
}

impl Changes {
    /// In the order of the file: edits, doors, tides.
    pub(super) fn at(&self, tick: u64) -> Vec<Edit> {
        let once = self.once.iter().filter(|once| once.tick == tick);
        let once = once.map(|once| (&once.cells, once.change));
        let cycles = self.cycles.iter().filter_map(|cycle| Some((&cycle.cells, cycle.at(tick)?)));
        let changes = once.chain(cycles);
        changes.flat_map(|(cells, change)| cells.iter().map(move |&cell| change.of(cell))).collect()
    }

    pub(super) fn any_after(&self, tick: u64) -> bool {
        !self.cycles.is_empty() || self.once.iter().any(|once| once.tick > tick)
    }

    pub(super) fn read(table: &Table<'_>, drawn: &Drawn) -> Result<Changes, MapError> {
        let mut changes = Changes::default();
        let mut room = MAX_CELLS;
        for row in table.rows("edits")? {
            row.only(&["tick", "at", "marked", "becomes"])?;
            row.need("tick", "when, such as tick = 20")?;
            let tick = within(&row, "tick", 0, MAX_TICKS, 0)?;
            const BECOMES: &str = "\"blocked\", \"free\", or a ground by letter or name";
            let becomes = row.need("becomes", BECOMES)?;
            let change = match becomes.text(BECOMES)? {
                "blocked" => Change::Block,
                "free" => Change::Free,
                ground => Change::Replace(named(&becomes, ground)?),
            };
            let cells = cells(&row, drawn, &mut room)?;
            changes.once.push(Once { tick, cells, change });
        }
        for row in table.rows("doors")? {
            row.only(&["at", "marked", "open", "closed", "delay"])?;
            let phases = [("open", Change::Free), ("closed", Change::Block)];
            changes.cycles.push(cycle(&row, drawn, &mut room, phases)?);
        }
        for row in table.rows("tides")? {
            row.only(&["at", "marked", "high", "low", "high_for", "low_for", "delay"])?;
            let ground = |key: &str| {
                let field = row.need(key, "a letter or the name of a ground, such as \"water\"")?;
                let letter = named(&field, field.text("a letter or the name of a ground")?)?;
                Ok::<_, MapError>(Change::Ground(letter))
            };
            let phases = [("high_for", ground("high")?), ("low_for", ground("low")?)];
            changes.cycles.push(cycle(&row, drawn, &mut room, phases)?);
        }
        Ok(changes)
    }
}

impl Cycle {
    /// The change at a tick; at the first one, the phase that started before.
    fn at(&self, tick: u64) -> Option<Change> {
        let [(first, one), (second, other)] = self.phases;
        let period = first + second;
        let at = (tick + period - self.delay % period) % period;
        match at {
            0 => Some(one),
            at if at == first => Some(other),
            at if tick == 0 => Some(if at < first { one } else { other }),
            _ => None,
        }
    }
}

fn cycle(
    row: &Table<'_>,
    drawn: &Drawn,
    room: &mut usize,
    phases: [(&str, Change); 2],
) -> Result<Cycle, MapError> {
    let cells = cells(row, drawn, room)?;
    let phase = |(key, change): (&str, Change)| {
        row.need(key, &format!("for how many ticks, such as {key} = 20"))?;
        Ok::<_, MapError>((within(row, key, 1, MAX_TICKS, 1)?, change))
    };
    let [first, second] = phases;
    let phases = [phase(first)?, phase(second)?];
    Ok(Cycle { cells, phases, delay: within(row, "delay", 0, MAX_TICKS, 0)? })
}

/// The cells that a row is about: `at` places, or `marked` with a letter in the map.
fn cells(row: &Table<'_>, drawn: &Drawn, room: &mut usize) -> Result<Vec<Cell>, MapError> {
    match (row.get("at"), row.get("marked")) {
        (Some(at), None) => places(&at, drawn, room),
        (None, Some(mark)) => {
            const LETTER: &str = "one letter or sign of the map";
            let [letter] = *mark.text(LETTER)?.as_bytes() else {
                return Err(mark.expected(LETTER));
            };
            let cells: Vec<Cell> = drawn.marked(letter).collect();
            if cells.is_empty() {
                let letter = letter.escape_ascii();
                return Err(mark.bad(format!("no cell of the map is drawn as '{letter}'")));
            }
            take(&mark, cells.len(), room)?;
            Ok(cells)
        }
        _ => Err(row.bad("expected one of at and marked, for where it is")),
    }
}

/// `"3,4"`, `"3,4..9,5"`, or a list of them.
fn places(field: &Field<'_>, drawn: &Drawn, room: &mut usize) -> Result<Vec<Cell>, MapError> {
    let texts = if field.is_list() { field.list("places")? } else { vec![field.clone()] };
    let mut cells = Vec::new();
    for text in texts {
        const PLACE: &str = "a cell such as \"3,4\", a rectangle such as \"3,4..9,5\", or a list";
        let written = text.text(PLACE)?;
        let corner = |text: &str| {
            let (x, y) = text.split_once(',')?;
            Some(Cell::new(x.trim().parse().ok()?, y.trim().parse().ok()?))
        };
        let (one, other) = written.split_once("..").unwrap_or((written, written));
        let (a, b) = corner(one).zip(corner(other)).ok_or_else(|| text.expected(PLACE))?;
        if let Some(off) = [a, b].into_iter().find(|&cell| !drawn.terrain.contains(cell)) {
            let (width, height) = (drawn.terrain.width(), drawn.terrain.height());
            return Err(text.bad(format!("{off} is off the map, which is {width}x{height}")));
        }
        let (xs, ys) = (a.x.min(b.x)..=a.x.max(b.x), a.y.min(b.y)..=a.y.max(b.y));
        take(&text, xs.clone().count() * ys.clone().count(), room)?;
        cells.extend(ys.flat_map(|y| xs.clone().map(move |x| Cell::new(x, y))));
    }
    Ok(cells)
}

/// Takes some of the cells that changes may be about.
fn take(field: &Field<'_>, cells: usize, room: &mut usize) -> Result<(), MapError> {
    *room = room.checked_sub(cells).ok_or_else(|| {
        field.bad(format!("more than {MAX_CELLS} cells in all changes: expected fewer"))
    })?;
    Ok(())
}
