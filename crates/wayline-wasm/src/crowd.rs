//! The module for crowds: a world of units of one cell that are sent about, tick by tick.

use crate::ground::terrain_of;
use crate::to_js::{JsObject, numbers, thrown, words};
use js_sys::{Float32Array, Int32Array, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};
use wayline::body::{
    BodyKind, Edit, Heading, KindId, PlanState, Settings, Terrain, Unit, UnitId, World,
};
use wayline::{Cell, Grid};
use wayline_maps::generate::Spec;
use wayline_maps::{Limits, Map};

/// The largest map, and the most units: what a page can draw and an engine can move in a frame.
const LIMITS: Limits = Limits { cells: 1 << 18, weighted_cells: 1 << 18 };
const MOST_UNITS: usize = 2000;
/// Half a straight step.
const TICK: u32 = 5;
/// States that are expanded for plans in a tick.
const BUDGET: u64 = 60_000;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What happened in a tick: entry i belongs to unit i. */
export interface CrowdTick {
  /** Time units since the beginning: a straight step takes ten. */
  now: number;
  /** x and y of each unit, one after the other, between cells while it moves. */
  at: Float32Array;
  /** The unit that it waits for, or -1. */
  waits: Int32Array;
  /** 0 idle, 1 under way, 2 aside for others, 3 arrived, 4 without a path. */
  states: Uint8Array;
  /** Every cell, 1 for blocked; null if no wall changed. */
  blocked: Uint8Array | null;
}
"#;

/// A world of units of one cell.
#[wasm_bindgen]
pub struct WaylineCrowd {
    world: World,
    kind: KindId,
    units: Vec<UnitId>,
    edits: u64,
}

#[wasm_bindgen]
impl WaylineCrowd {
    /// On the map of a generator, such as `rooms:64x40:seed=1`.
    pub fn generate(spec: &str) -> Result<WaylineCrowd, JsError> {
        let made = spec.parse::<Spec>().and_then(|spec| spec.generate(LIMITS));
        WaylineCrowd::on(&Map::from(made.map_err(thrown)?).grid).map_err(thrown)
    }

    /// On a map from the bytes of a file: Moving AI or ASCII.
    pub fn read(bytes: &[u8]) -> Result<WaylineCrowd, JsError> {
        let map = wayline_maps::read_within(bytes, None, LIMITS).map_err(thrown)?;
        WaylineCrowd::on(&map.grid).map_err(thrown)
    }

    /// The width of the map.
    #[wasm_bindgen(getter)]
    pub fn width(&self) -> u32 {
        self.world.terrain().width()
    }

    /// The height of the map.
    #[wasm_bindgen(getter)]
    pub fn height(&self) -> u32 {
        self.world.terrain().height()
    }

    /// Every cell, row by row: 1 for blocked.
    pub fn blocked(&self) -> Vec<u8> {
        let terrain = self.world.terrain();
        let all = (0..terrain.height()).flat_map(|y| (0..terrain.width()).map(move |x| (x, y)));
        all.map(|cell| u8::from(terrain.is_blocked(cell))).collect()
    }

    /// Puts a unit on each of these cells; they are numbered in this order, after those there are.
    pub fn add(&mut self, cells: &[u32]) -> Result<(), JsError> {
        self.add_all(cells).map_err(thrown)
    }

    /// Sends units to a cell together: each gets a place of its own there or near it. Returns these.
    #[wasm_bindgen(js_name = sendGroup)]
    pub fn send_group(&mut self, units: &[u32], cell: u32) -> Result<Vec<u32>, JsError> {
        self.sent(units, cell).map_err(thrown)
    }

    /// Sends each unit to a cell of its own, as scenarios do.
    #[wasm_bindgen(js_name = sendEach)]
    pub fn send_each(&mut self, units: &[u32], cells: &[u32]) -> Result<(), JsError> {
        self.sent_each(units, cells).map_err(thrown)
    }

    /// Blocks cells, or frees them. A cell that a unit stands on is blocked once it is left.
    #[wasm_bindgen(js_name = setBlocked)]
    pub fn set_blocked(&mut self, cells: &[u32], blocked: bool) -> Result<(), JsError> {
        self.edit(cells, blocked).map_err(thrown)
    }

    /// Lets half a step's time pass.
    #[wasm_bindgen(unchecked_return_type = "CrowdTick")]
    pub fn tick(&mut self) -> JsValue {
        let changed = self.step();
        let Seen { at, waits, states } = self.seen();
        let blocked = changed.then(|| Uint8Array::from(&self.blocked()[..]));
        JsObject::new()
            .with("now", self.world.now() as f64)
            .with("at", Float32Array::from(&at[..]))
            .with("waits", Int32Array::from(&waits[..]))
            .with("states", Uint8Array::from(&states[..]))
            .with("blocked", blocked.map_or(JsValue::NULL, Into::into))
            .done()
    }

    /// The cells that units were sent to, by unit: where they will stand, or 4294967295 for nowhere.
    pub fn goals(&self) -> JsValue {
        let goals: Vec<u32> = self.all().map(|unit| self.goal(unit)).collect();
        numbers(&goals).into()
    }
}

/// What is seen of the units.
struct Seen {
    at: Vec<f32>,
    waits: Vec<i32>,
    states: Vec<u8>,
}

impl WaylineCrowd {
    fn on(grid: &Grid) -> Result<WaylineCrowd, String> {
        let terrain: Terrain = terrain_of(grid).map_err(words)?;
        let edits = terrain.edits();
        let mut world = World::new(terrain, Settings::default().tick(TICK));
        let kind = world.add_kind(BodyKind::preset("king").map_err(words)?);
        Ok(WaylineCrowd { world, kind, units: Vec::new(), edits })
    }

    fn cell(&self, number: u32) -> Result<Cell, String> {
        let width = self.width().max(1);
        let cell = Cell::new(number % width, number / width);
        if self.world.terrain().contains(cell) {
            return Ok(cell);
        }
        let last = self.width() * self.height() - 1;
        Err(format!("there is no cell {number}: the last is {last}"))
    }

    fn known(&self, units: &[u32]) -> Result<Vec<UnitId>, String> {
        let known = |&unit: &u32| {
            let none = || format!("there is no unit {unit}: there are {}", self.units.len());
            self.units.get(unit as usize).copied().ok_or_else(none)
        };
        units.iter().map(known).collect()
    }

    fn all(&self) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter_map(|&unit| self.world.unit(unit).ok())
    }

    fn add_all(&mut self, cells: &[u32]) -> Result<(), String> {
        if self.units.len() + cells.len() > MOST_UNITS {
            let count = self.units.len() + cells.len();
            return Err(format!("{count} units: expected at most {MOST_UNITS}"));
        }
        for &number in cells {
            let Cell { x, y } = self.cell(number)?;
            let unit = self.world.add_unit(self.kind, (x, y, Heading::E)).map_err(words)?;
            self.units.push(unit);
        }
        Ok(())
    }

    fn sent(&mut self, units: &[u32], cell: u32) -> Result<Vec<u32>, String> {
        let (units, Cell { x, y }) = (self.known(units)?, self.cell(cell)?);
        let places = self.world.send_group(&units, (x, y)).map_err(words)?;
        let width = self.width();
        Ok(places.iter().map(|place| place.cell().y * width + place.cell().x).collect())
    }

    fn sent_each(&mut self, units: &[u32], cells: &[u32]) -> Result<(), String> {
        if units.len() != cells.len() {
            return Err(format!("{} cells: expected {}", cells.len(), units.len()));
        }
        let units = self.known(units)?;
        let cells = cells.iter().map(|&cell| self.cell(cell)).collect::<Result<Vec<_>, _>>()?;
        for (unit, Cell { x, y }) in units.into_iter().zip(cells) {
            self.world.send(unit, (x, y)).map_err(words)?;
        }
        Ok(())
    }

    fn edit(&mut self, cells: &[u32], blocked: bool) -> Result<(), String> {
        let cells = cells.iter().map(|&cell| self.cell(cell)).collect::<Result<Vec<_>, _>>()?;
        for cell in cells {
            let edit = if blocked { Edit::block(cell) } else { Edit::free(cell) };
            self.world.edit(edit).map_err(words)?;
        }
        Ok(())
    }

    /// Whether walls changed.
    fn step(&mut self) -> bool {
        self.world.tick(BUDGET);
        let edits = self.world.terrain().edits();
        std::mem::replace(&mut self.edits, edits) != edits
    }

    fn goal(&self, unit: &Unit) -> u32 {
        let own = unit.place().map(|place| place.cell());
        let sent = || self.world.goals(unit.id()).ok()?.first().map(|goal| goal.cell());
        own.or_else(sent).map_or(u32::MAX, |cell| cell.y * self.width() + cell.x)
    }

    fn seen(&self) -> Seen {
        let now = self.world.now();
        let mut seen = Seen { at: Vec::new(), waits: Vec::new(), states: Vec::new() };
        let mut numbers =
            vec![-1; self.units.iter().map(|unit| unit.index() + 1).max().unwrap_or(0)];
        for (number, unit) in self.units.iter().enumerate() {
            numbers[unit.index()] = number as i32;
        }
        for unit in self.all() {
            let from = unit.placement().cell();
            let (mut x, mut y) = (from.x as f32, from.y as f32);
            if let Some((to, ends)) = unit.moving_to() {
                let to = to.cell();
                let (dx, dy) = (to.x as f32 - x, to.y as f32 - y);
                let takes = if dx != 0.0 && dy != 0.0 { 14.0 } else { 10.0 };
                let share = (1.0 - ends.saturating_sub(now) as f32 / takes).clamp(0.0, 1.0);
                (x, y) = (x + dx * share, y + dy * share);
            }
            seen.at.extend([x, y]);
            let waits = unit.waits_for().and_then(|(other, _)| numbers.get(other.index()));
            seen.waits.push(waits.copied().unwrap_or(-1));
            seen.states.push(match unit.plan() {
                _ if unit.has_arrived() => 3,
                PlanState::Idle => 0,
                PlanState::Aside => 2,
                PlanState::NoPath => 4,
                _ => 1,
            });
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room() -> WaylineCrowd {
        let rows = ["............", ".....#......", ".....#......", ".....#......", "............"];
        WaylineCrowd::on(&Grid::from_rows(rows).unwrap()).unwrap()
    }

    #[test]
    fn a_group_walks_together_and_nobody_shares_a_cell() {
        let mut crowd = room();
        crowd.add_all(&[0, 1, 12, 13, 24, 25]).unwrap();
        let places = crowd.sent(&[0, 1, 2, 3, 4, 5], 2 * 12 + 9).unwrap();
        assert_eq!(places.len(), 6);
        for _ in 0..200 {
            crowd.step();
            let mut cells: Vec<_> = crowd.all().map(|unit| unit.placement().cell()).collect();
            cells.sort();
            assert!(cells.windows(2).all(|pair| pair[0] != pair[1]));
        }
        let seen = crowd.seen();
        assert_eq!(seen.states, [3; 6]);
        let mut stand: Vec<u32> =
            seen.at.chunks(2).map(|at| at[1] as u32 * 12 + at[0] as u32).collect();
        let mut places = places;
        stand.sort_unstable();
        places.sort_unstable();
        assert_eq!(stand, places);
    }

    #[test]
    fn a_door_that_is_shut_while_they_walk_is_gone_around() {
        let mut crowd = room();
        crowd.add_all(&[0]).unwrap();
        crowd.sent_each(&[0], &[11]).unwrap();
        for _ in 0..4 {
            crowd.step();
        }
        crowd.edit(&[5], true).unwrap();
        assert!(crowd.step());
        for _ in 0..120 {
            assert!(!crowd.step());
        }
        assert_eq!(crowd.seen().states, [3]);
        assert_eq!(crowd.blocked()[5], 1);
    }

    #[test]
    fn what_is_not_there_is_named() {
        let mut crowd = room();
        assert!(crowd.add_all(&[60]).unwrap_err().contains("the last is 59"));
        assert!(crowd.add_all(&[17]).is_err(), "a wall");
        assert!(crowd.sent(&[3], 0).unwrap_err().contains("no unit 3"));
        assert!(crowd.sent_each(&[], &[1]).unwrap_err().contains("expected 0"));
        assert!(crowd.add_all(&vec![0; 2001]).unwrap_err().contains("at most 2000"));
    }
}
