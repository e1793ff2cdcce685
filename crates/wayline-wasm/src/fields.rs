//! The module for fields: what it costs from every cell to a goal, and what a layer of danger changes.

use crate::to_js::{JsObject, numbers, or_null, thrown, words};
use js_sys::Float32Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};
use wayline::{Cell, Cost, Field, FieldQuery, Grid, Layer, Moves, StepCosts};

/// The largest map: what a page can draw.
const MOST_CELLS: usize = 1 << 22;
/// No step, in what is handed to JavaScript.
const NONE: u32 = u32::MAX;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What it costs to the goal from everywhere, by cell. */
export interface Field {
  /** Infinite where there is no path. */
  costs: Float32Array;
  /** The cell to go to next; 0xFFFFFFFF at the goal, and where there is no path. */
  next: Uint32Array;
  /** A cheapest path from the start, both ends included; empty where there is none. */
  path: Uint32Array;
  /** What that path costs, danger included; null where there is none. */
  cost: number | null;
  /** How much of it is danger. */
  danger: number;
}
"#;

/// A map, and how dangerous its cells are.
#[wasm_bindgen]
pub struct WaylineField {
    grid: Grid,
    danger: Vec<u8>,
}

#[wasm_bindgen]
impl WaylineField {
    /// The map, by cell: 1 for blocked, and multipliers of the ground, none for plain ground.
    #[wasm_bindgen(constructor)]
    pub fn new(
        width: u32,
        height: u32,
        blocked: &[u8],
        multipliers: &[f32],
    ) -> Result<WaylineField, JsError> {
        WaylineField::of(width, height, blocked, multipliers).map_err(thrown)
    }

    /// How steps are made: 4 or 8 ways, corners by name, all steps as long as each other or not.
    #[wasm_bindgen(js_name = setRules)]
    pub fn set_rules(&mut self, moves: u8, corners: &str, uniform: bool) -> Result<(), JsError> {
        let mut rules = self.grid.rules();
        rules.moves = if moves == 4 { Moves::Four } else { Moves::Eight };
        rules.corners = corners.parse().map_err(thrown)?;
        rules.steps = if uniform { StepCosts::UNIFORM } else { StepCosts::default() };
        self.grid.set_rules(rules);
        Ok(())
    }

    /// Elevations by cell, and what each unit of them costs going up.
    #[wasm_bindgen(js_name = setElevations)]
    pub fn set_elevations(&mut self, elevations: &[i32], uphill: f64) -> Result<(), JsError> {
        self.raised(elevations, uphill).map_err(thrown)
    }

    /// What it costs more to enter each cell; none where nothing is dangerous.
    #[wasm_bindgen(js_name = setDanger)]
    pub fn set_danger(&mut self, danger: Vec<u8>) {
        self.danger = danger;
    }

    /// The field towards a cell, and the path from another one by it.
    #[wasm_bindgen(unchecked_return_type = "Field")]
    pub fn towards(&self, goal: u32, from: u32) -> Result<JsValue, JsError> {
        let found = self.found(goal, from).map_err(thrown)?;
        Ok(JsObject::new()
            .with("costs", Float32Array::from(&found.costs[..]))
            .with("next", numbers(&found.next))
            .with("path", numbers(&found.path))
            .with("cost", or_null(found.cost.map(Cost::to_f64)))
            .with("danger", found.danger)
            .done())
    }
}

/// A field, by cell, and a path.
struct Found {
    costs: Vec<f32>,
    next: Vec<u32>,
    path: Vec<u32>,
    cost: Option<Cost>,
    danger: f64,
}

impl WaylineField {
    fn of(
        width: u32,
        height: u32,
        blocked: &[u8],
        multipliers: &[f32],
    ) -> Result<WaylineField, String> {
        let cells = width as usize * height as usize;
        if cells > MOST_CELLS {
            return Err(format!(
                "a map of {cells} cells: expected at most {MOST_CELLS} for fields"
            ));
        }
        let number = |cell: Cell| (cell.y * width + cell.x) as usize;
        let is_free = |cell: Cell| blocked.get(number(cell)) == Some(&0);
        let mut grid = Grid::from_fn(width, height, is_free).map_err(words)?;
        for (cell, &multiplier) in grid.cells().zip(multipliers) {
            if multiplier != 1.0 {
                grid.set_multiplier(cell, multiplier.into()).map_err(words)?;
            }
        }
        Ok(WaylineField { grid, danger: Vec::new() })
    }

    fn raised(&mut self, elevations: &[i32], uphill: f64) -> Result<(), String> {
        for (cell, &elevation) in self.grid.cells().zip(elevations) {
            if elevation != 0 {
                self.grid.set_elevation(cell, elevation).map_err(words)?;
            }
        }
        let mut rules = self.grid.rules();
        rules.uphill = Cost::try_from(uphill).map_err(words)?;
        self.grid.set_rules(rules);
        Ok(())
    }

    fn number(&self, cell: Cell) -> u32 {
        cell.y * self.grid.width() + cell.x
    }

    fn danger_of(&self, cell: Cell) -> f64 {
        self.danger.get(self.number(cell) as usize).map_or(0.0, |&danger| danger.into())
    }

    fn field(&self, goal: Cell) -> Result<Field<Grid>, String> {
        let query = FieldQuery::towards(goal);
        if self.danger.iter().all(|&danger| danger == 0) {
            return self.grid.field(&query).map_err(words);
        }
        let layer = Layer::added(&self.grid, |cell| Some(self.danger_of(cell))).map_err(words)?;
        self.grid.under(&layer).field(&query).map_err(words)
    }

    fn found(&self, goal: u32, from: u32) -> Result<Found, String> {
        let width = self.grid.width();
        let cell = |number: u32| Cell::new(number % width, number / width);
        let field = self.field(cell(goal))?;
        let cost = |cell: Cell| field.cost(cell).map_or(f32::INFINITY, |cost| cost.to_f64() as f32);
        let next = |cell: Cell| field.next_step(cell).map_or(NONE, |next| self.number(next));
        let path = field.path(cell(from)).unwrap_or_default();
        Ok(Found {
            costs: self.grid.cells().map(cost).collect(),
            next: self.grid.cells().map(next).collect(),
            cost: field.cost(cell(from)),
            danger: path.iter().skip(1).map(|&cell| self.danger_of(cell)).sum(),
            path: path.iter().map(|&cell| self.number(cell)).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayline::{Query, Workspace, search};

    fn open(width: u32, height: u32) -> WaylineField {
        WaylineField::of(width, height, &vec![0; (width * height) as usize], &[]).unwrap()
    }

    #[test]
    fn a_path_bends_around_danger() {
        let mut field = open(9, 9);
        let straight = field.found(4 * 9 + 8, 4 * 9).unwrap();
        assert_eq!((straight.cost.map(Cost::to_f64), straight.danger), (Some(8.0), 0.0));
        assert!(straight.path.contains(&(4 * 9 + 4)));
        // A column with one safe cell.
        field.danger =
            (0..81).map(|cell| if cell % 9 == 4 && cell != 4 { 20 } else { 0 }).collect();
        let around = field.found(4 * 9 + 8, 4 * 9).unwrap();
        assert!(around.path.contains(&4), "{:?}", around.path);
        assert_eq!(around.danger, 0.0);
        // No safe cell: straight through, and what that costs more is said.
        field.danger[4] = 20;
        let through = field.found(4 * 9 + 8, 4 * 9).unwrap();
        assert_eq!((through.cost.map(Cost::to_f64), through.danger), (Some(28.0), 20.0));
    }

    #[test]
    fn costs_and_steps_are_those_of_searches_from_everywhere() {
        let spec: wayline_maps::generate::Spec = "caves:24x18:seed=4".parse().unwrap();
        let grid = spec.generate(Default::default()).unwrap();
        let blocked: Vec<u8> = grid.cells().map(|cell| u8::from(!grid.is_free(cell))).collect();
        let mut field = WaylineField::of(24, 18, &blocked, &[]).unwrap();
        field.danger = (0..24 * 18).map(|cell| (cell * 7 % 11) as u8).collect();
        let goal = blocked.iter().position(|&blocked| blocked == 0).unwrap() as u32;
        let to = Cell::new(goal % 24, goal / 24);
        let found = field.found(goal, goal).unwrap();
        let layer = Layer::added(&field.grid, |cell| Some(field.danger_of(cell))).unwrap();
        let mut work = Workspace::new();
        for (number, cell) in field.grid.cells().enumerate().filter(|&(n, _)| blocked[n] == 0) {
            let query = Query::new(cell, to).layer(&layer);
            let answer = search(&field.grid, &query, &mut work).unwrap();
            assert_eq!(found.costs[number], answer.cost.to_f64() as f32, "{cell}");
            let ends = cell == to || answer.cost.is_infinite();
            assert_eq!(found.next[number] == NONE, ends, "{cell}");
        }
    }

    #[test]
    fn ground_rules_and_slopes_count() {
        let mut field = WaylineField::of(3, 1, &[0, 0, 0], &[1.0, 3.0, 1.0]).unwrap();
        let plain = field.found(2, 0).unwrap().cost.unwrap().to_f64();
        field.raised(&[0, 2, 2], 5.0).unwrap();
        let steep = field.found(2, 0).unwrap().cost.unwrap().to_f64();
        assert_eq!(steep, plain + 10.0);
        let mut field = open(2, 2);
        assert!(field.found(3, 0).unwrap().cost.unwrap().to_f64() < 2.0);
        assert!(field.set_rules(4, "never", false).is_ok());
        assert_eq!(field.found(3, 0).unwrap().cost.unwrap().to_f64(), 2.0);
    }

    #[test]
    fn a_goal_in_a_wall_is_refused() {
        let field = WaylineField::of(2, 1, &[0, 1], &[]).unwrap();
        assert!(field.found(1, 0).is_err());
        assert!(field.found(7, 0).is_err());
        assert_eq!(field.found(0, 1).unwrap().cost, None);
    }
}
