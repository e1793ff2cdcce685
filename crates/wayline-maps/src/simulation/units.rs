//! Which units there are, and where they go.

use super::{MAX_UNITS, Named, Simulation, UnitOrders};
use crate::MapError;
use crate::fields::{Field, Table, either};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wayline::body::{BodyKind, Goal, Placement, Terrain};

pub(super) fn read(
    table: &Table<'_>,
    kinds: &mut Named,
    terrain: &Terrain,
) -> Result<Vec<UnitOrders>, MapError> {
    let rows = table.rows("units")?;
    if rows.len() > MAX_UNITS {
        let what = format!("units: {}: expected at most {MAX_UNITS}", rows.len());
        return Err(table.bad(what));
    }
    let mut names = BTreeSet::new();
    let mut units = Vec::with_capacity(rows.len());
    for (i, row) in rows.iter().enumerate() {
        row.only(&["name", "body", "start", "goal", "goals", "repeat"])?;
        let body = row.need("body", "the name of a body of [bodies], or of a preset")?;
        let kind = kind_of(&body, kinds)?;
        let name = match row.get("name") {
            Some(field) => field.text("a name")?.to_owned(),
            None => format!("{} {}", kinds[kind].0, i + 1),
        };
        if !names.insert(name.clone()) {
            let what = format!("another unit is called {name:?} too: expected a name of its own");
            return Err(row.get("name").map_or_else(|| row.bad(&what), |field| field.bad(&what)));
        }
        let start = row.need("start", "a placement such as \"3,4,E\"")?;
        let start: Placement = start.parse("a placement such as \"3,4,E\"")?;
        let goals = match (row.get("goal"), row.get("goals")) {
            (Some(_), Some(goals)) => {
                return Err(goals.bad("there is a 'goal' as well: expected one of them"));
            }
            (Some(goal), None) => vec![self::goal(&goal, terrain)?],
            (None, Some(goals)) => {
                let list = goals.list("a list of goals such as [\"3,4,E\", \"9,9\"]")?;
                list.iter().map(|field| goal(field, terrain)).collect::<Result<_, _>>()?
            }
            (None, None) => Vec::new(),
        };
        let repeat = row.get("repeat").map_or(Ok(false), |field| field.flag())?;
        units.push(UnitOrders { name, kind, start, goals, repeat });
    }
    Ok(units)
}

fn goal(field: &Field<'_>, terrain: &Terrain) -> Result<Goal, MapError> {
    let goal: Goal = field.parse("a goal such as \"3,4,E\", \"3,4\" or \"3,4~1\"")?;
    if terrain.contains(goal.cell()) {
        return Ok(goal);
    }
    let (width, height) = (terrain.width(), terrain.height());
    Err(field.bad(format!("{goal} is off the map, which is {width}x{height}")))
}

/// The place of a kind by its name; a preset is added when it is first named.
fn kind_of(field: &Field<'_>, kinds: &mut Named) -> Result<usize, MapError> {
    let name = field.text("the name of a body")?;
    if let Some(known) = kinds.iter().position(|(known, _)| known == name) {
        return Ok(known);
    }
    match BodyKind::preset(name) {
        Ok(preset) => kinds.push((name.to_owned(), Arc::new(preset))),
        Err(_) => {
            let presets = BodyKind::presets().iter().map(|(name, _)| (*name).to_owned());
            let known: Vec<_> = kinds.iter().map(|(name, _)| name.clone()).chain(presets).collect();
            return Err(field.expected(&either(&known)));
        }
    }
    Ok(kinds.len() - 1)
}

/// Whether there is room for every unit; the error points to the start of the one that has none.
pub(super) fn place_all(table: &Table<'_>, simulation: &Simulation) -> Result<(), MapError> {
    let Simulation { terrain, kinds, units, .. } = simulation;
    let mut taken: BTreeMap<(i64, i64), usize> = Default::default();
    let rows = table.rows("units")?;
    for (i, unit) in units.iter().enumerate() {
        let kind = &kinds[unit.kind];
        for (x, y) in kind.footprint().at(unit.start) {
            let cell = u32::try_from(x).ok().zip(u32::try_from(y).ok());
            let cell = cell.filter(|&cell| terrain.contains(cell));
            let ground = cell.and_then(|cell| terrain.ground(cell)).unwrap_or_default();
            let why = match cell {
                None => format!("{x},{y} is off the map"),
                Some(cell) if terrain.is_blocked(cell) => format!("{x},{y} is blocked"),
                Some(_) if kind.speeds().multiplier(ground).is_none() => {
                    format!("{x},{y} is '{}', where it cannot go", ground.escape_ascii())
                }
                Some(_) => match taken.insert((x, y), i) {
                    Some(other) => format!("{x},{y} is taken by {}", units[other].name),
                    None => continue,
                },
            };
            let what = format!("the {} does not fit at {}: {why}", kind.name(), unit.start);
            let field = rows.get(i).and_then(|row| row.get("start"));
            return Err(field.map_or_else(|| table.bad(&what), |field| field.bad(&what)));
        }
    }
    Ok(())
}
