//! [`WaylineMap`]: a map that JavaScript holds, with the memory of the searches on it.

use crate::to_js::{thrown, words};
use js_sys::{Float32Array, Int32Array, Uint8Array, Uint32Array};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};
use wayline::{Cell, Grid, GridIndex, Query, Workspace, reach};
use wayline_maps::generate::Spec;
use wayline_maps::{Format, Limits, Map, grey};

/// The largest map: 4096x4096 cells. Address space is 4 GiB here, and a search takes some forty
/// bytes a cell.
pub(crate) const LIMITS: Limits = Limits { cells: 1 << 24, weighted_cells: 1 << 24 };

/// A map of cells. Cells are numbered row by row: y * width + x.
#[wasm_bindgen]
pub struct WaylineMap {
    pub(crate) grid: Grid,
    start: Option<Cell>,
    goal: Option<Cell>,
    pub(crate) work: Workspace,
    pub(crate) index: Option<GridIndex>,
}

impl WaylineMap {
    pub(crate) fn of(map: Map) -> WaylineMap {
        let Map { grid, start, goal } = map;
        WaylineMap { grid, start, goal, work: Workspace::new(), index: None }
    }

    pub(crate) fn sized(width: f64, height: f64) -> Result<Grid, String> {
        let side = |side: f64| (side.fract() == 0.0 && side >= 0.0).then_some(side as u64);
        let (Some(width), Some(height)) = (side(width), side(height)) else {
            return Err("a map's width and height are whole numbers".to_owned());
        };
        if width.saturating_mul(height) > LIMITS.cells {
            let most = LIMITS.cells;
            return Err(format!(
                "a map of {width}x{height} cells: expected at least 1x1 and at most {most} in all"
            ));
        }
        let side = |side: u64| u32::try_from(side).unwrap_or(0);
        Grid::new(side(width), side(height)).map_err(words)
    }

    pub(crate) fn generated(spec: &str) -> Result<WaylineMap, String> {
        let made = spec.parse::<Spec>().and_then(|spec| spec.generate(LIMITS));
        Ok(WaylineMap::of(Map::from(made.map_err(words)?)))
    }

    pub(crate) fn number(&self, cell: Cell) -> u32 {
        cell.y * self.grid.width() + cell.x
    }

    pub(crate) fn cell(&self, number: u32) -> Result<Cell, String> {
        let width = self.grid.width();
        let cell = Cell::new(number % width, number / width);
        if self.grid.contains(cell) {
            return Ok(cell);
        }
        let last = width * self.grid.height() - 1;
        Err(format!("there is no cell {number}: the last is {last}"))
    }

    pub(crate) fn numbers(&self, cells: &[Cell]) -> Vec<u32> {
        cells.iter().map(|&cell| self.number(cell)).collect()
    }

    /// The ends a map has, or a pair that is far apart.
    pub(crate) fn far_ends(&mut self) -> Result<(Cell, Cell), String> {
        if let (Some(start), Some(goal)) = (self.start, self.goal) {
            return Ok((start, goal));
        }
        let somewhere = self.roomiest().ok_or("the map has no free cell: nowhere to start")?;
        // A double sweep: what is farthest from anywhere is at an outer end of the map.
        let from = match self.start.or(self.goal) {
            Some(end) => end,
            None => self.farthest(somewhere)?,
        };
        let to = self.farthest(from)?;
        Ok(if self.goal.is_some() { (to, from) } else { (from, to) })
    }

    /// A cell from which the most others can be reached: the first in reading order.
    fn roomiest(&mut self) -> Option<Cell> {
        let mut unseen = vec![true; self.grid.cells().count()];
        let (mut best, mut left) = (None, self.grid.free_cells());
        for cell in self.grid.cells() {
            if !self.grid.is_free(cell) || !unseen[self.number(cell) as usize] {
                continue;
            }
            let width = self.grid.width();
            let reached = reach(&self.grid, &Query::everywhere(cell), &mut self.work).ok()?;
            let size = reached.len();
            reached.iter().for_each(|(seen, _)| unseen[(seen.y * width + seen.x) as usize] = false);
            if best.is_none_or(|(most, _)| size > most) {
                best = Some((size, cell));
            }
            left = left.saturating_sub(size);
            if best.is_some_and(|(most, _)| most >= left) {
                break;
            }
        }
        best.map(|(_, cell)| cell)
    }

    fn farthest(&mut self, from: Cell) -> Result<Cell, String> {
        let reached = reach(&self.grid, &Query::everywhere(from), &mut self.work).map_err(words)?;
        Ok(reached.iter().last().map_or(from, |(cell, _)| cell))
    }

    /// Changes cells one by one; how many became another.
    fn edit(
        &mut self,
        cells: &[u32],
        mut edit: impl FnMut(&mut Grid, Cell) -> Result<bool, wayline::GridError>,
    ) -> Result<u32, String> {
        // All or nothing: numbers are looked at before anything is changed.
        for &number in cells {
            self.cell(number)?;
        }
        let mut changed = 0;
        for &number in cells {
            let cell = self.cell(number)?;
            changed += u32::from(edit(&mut self.grid, cell).map_err(words)?);
        }
        if changed > 0 {
            self.index = None;
        }
        Ok(changed)
    }
}

#[wasm_bindgen]
impl WaylineMap {
    /// A map of free cells.
    #[wasm_bindgen(constructor)]
    pub fn new(width: f64, height: f64) -> Result<WaylineMap, JsError> {
        let grid = WaylineMap::sized(width, height).map_err(thrown)?;
        Ok(WaylineMap::of(Map::from(grid)))
    }

    /// The map of a generator, such as `random:512x512:density=0.3:seed=7`.
    pub fn generate(spec: &str) -> Result<WaylineMap, JsError> {
        WaylineMap::generated(spec).map_err(thrown)
    }

    /// Reads a map from the bytes of a file: Moving AI or ASCII, recognised by their contents. For
    /// pictures there is `readPicture`.
    pub fn read(bytes: &[u8]) -> Result<WaylineMap, JsError> {
        if Format::of_bytes(bytes) == Some(Format::Png) {
            return Err(thrown("a picture: expected readPicture to be asked for it"));
        }
        wayline_maps::read_within(bytes, None, LIMITS).map(WaylineMap::of).map_err(thrown)
    }

    /// The bytes of a file. Formats: `map` (Moving AI), `txt` (ASCII). For pictures there is
    /// `writePicture`.
    pub fn write(
        &self,
        #[wasm_bindgen(unchecked_param_type = "\"map\" | \"txt\"")] format: &str,
    ) -> Result<Vec<u8>, JsError> {
        let format = match format {
            "map" => Format::MovingAi,
            "txt" => Format::Ascii,
            _ => return Err(thrown(format!("unknown format '{format}': expected map, txt"))),
        };
        let map = Map { grid: self.grid.clone(), start: self.start, goal: self.goal };
        let mut bytes = Vec::new();
        wayline_maps::write(&map, format, &mut bytes).map_err(thrown)?;
        Ok(bytes)
    }

    /// A map from greys, a byte for each cell: 0 blocked, 255 plain, between them slower ground the
    /// darker it is.
    #[wasm_bindgen(js_name = fromGreys)]
    pub fn from_greys(width: f64, height: f64, greys: &[u8]) -> Result<WaylineMap, JsError> {
        let empty = WaylineMap::sized(width, height).map_err(thrown)?;
        let grid = grey::read(empty.width(), empty.height(), greys, LIMITS).map_err(thrown)?;
        Ok(WaylineMap::of(Map::from(grid)))
    }

    /// The greys of the cells. What no grey stands for is an error.
    pub fn greys(&self) -> Result<Vec<u8>, JsError> {
        grey::write(&self.grid).map_err(thrown)
    }

    /// A map of its own with the same cells.
    #[wasm_bindgen(js_name = clone)]
    pub fn copied(&self) -> WaylineMap {
        WaylineMap::of(Map { grid: self.grid.clone(), start: self.start, goal: self.goal })
    }

    /// A map of another size with the same cells as far as they go; the rest is free.
    pub fn resized(&self, width: f64, height: f64) -> Result<WaylineMap, JsError> {
        let old = &self.grid;
        let mut grid = WaylineMap::sized(width, height).map_err(thrown)?;
        for cell in grid.cells().filter(|&cell| old.contains(cell) && !old.is_free(cell)) {
            grid.set_free(cell, false).map_err(thrown)?;
        }
        copy_ground(old, &mut grid).map_err(thrown)?;
        let kept = |end: Option<Cell>| end.filter(|&cell| grid.contains(cell));
        let (start, goal) = (kept(self.start), kept(self.goal));
        Ok(WaylineMap::of(Map { grid, start, goal }))
    }

    /// Columns.
    #[wasm_bindgen(getter)]
    pub fn width(&self) -> u32 {
        self.grid.width()
    }

    /// Rows.
    #[wasm_bindgen(getter)]
    pub fn height(&self) -> u32 {
        self.grid.height()
    }

    /// How many cells are free.
    #[wasm_bindgen(getter, js_name = freeCells)]
    pub fn free_cells(&self) -> u32 {
        self.grid.free_cells() as u32
    }

    /// How many connected parts the free cells fall into.
    pub fn components(&self) -> u32 {
        self.grid.components() as u32
    }

    /// The start marked in an ASCII map.
    #[wasm_bindgen(getter)]
    pub fn start(&self) -> Option<u32> {
        self.start.map(|cell| self.number(cell))
    }

    /// Marks the start, for files that hold it.
    #[wasm_bindgen(setter)]
    pub fn set_start(&mut self, start: Option<u32>) -> Result<(), JsError> {
        self.start = start.map(|number| self.cell(number)).transpose().map_err(thrown)?;
        Ok(())
    }

    /// The goal marked in an ASCII map.
    #[wasm_bindgen(getter)]
    pub fn goal(&self) -> Option<u32> {
        self.goal.map(|cell| self.number(cell))
    }

    /// Marks the goal, for files that hold it.
    #[wasm_bindgen(setter)]
    pub fn set_goal(&mut self, goal: Option<u32>) -> Result<(), JsError> {
        self.goal = goal.map(|number| self.cell(number)).transpose().map_err(thrown)?;
        Ok(())
    }

    /// The start and the goal: those marked, else two free cells far apart.
    pub fn ends(&mut self) -> Result<Uint32Array, JsError> {
        let (from, to) = self.far_ends().map_err(thrown)?;
        Ok(Uint32Array::from(&[self.number(from), self.number(to)][..]))
    }

    /// A byte for each cell: 0 free, 1 blocked.
    pub fn blocked(&self) -> Uint8Array {
        let cells: Vec<u8> =
            self.grid.cells().map(|cell| u8::from(!self.grid.is_free(cell))).collect();
        Uint8Array::from(&cells[..])
    }

    /// The terrain multiplier of each cell; empty where there is only plain ground.
    pub fn multipliers(&self) -> Float32Array {
        if !self.grid.is_weighted() {
            return Float32Array::new_with_length(0);
        }
        // Whole 256ths below 256, so nothing is rounded.
        let cells: Vec<f32> =
            self.grid.cells().map(|cell| self.grid.multiplier(cell) as f32).collect();
        Float32Array::from(&cells[..])
    }

    /// The elevation of each cell; empty where all is even.
    pub fn elevations(&self) -> Int32Array {
        if !self.grid.is_weighted() {
            return Int32Array::new_with_length(0);
        }
        let cells: Vec<i32> = self.grid.cells().map(|cell| self.grid.elevation(cell)).collect();
        Int32Array::from(&cells[..])
    }

    /// Blocks or frees cells; how many changed.
    #[wasm_bindgen(js_name = setBlocked)]
    pub fn set_blocked(&mut self, cells: &[u32], blocked: bool) -> Result<u32, JsError> {
        self.edit(cells, |grid, cell| grid.set_free(cell, !blocked)).map_err(thrown)
    }

    /// Sets every cell: 0 free, anything else blocked. How many changed.
    #[wasm_bindgen(js_name = setAllBlocked)]
    pub fn set_all_blocked(&mut self, cells: &[u8]) -> Result<u32, JsError> {
        self.replace(cells).map_err(thrown)
    }

    /// Sets the terrain multiplier of cells, from 1/256 to 255, kept to 1/256; how many changed.
    #[wasm_bindgen(js_name = setMultiplier)]
    pub fn set_multiplier(&mut self, cells: &[u32], multiplier: f64) -> Result<u32, JsError> {
        let edit = |grid: &mut Grid, cell: Cell| {
            let before = grid.multiplier(cell);
            grid.set_multiplier(cell, multiplier)?;
            Ok(grid.multiplier(cell) != before)
        };
        let changed = self.edit(cells, edit).map_err(thrown)?;
        if multiplier == 1.0 {
            self.forget_plain_ground().map_err(thrown)?;
        }
        Ok(changed)
    }

    /// Sets the elevation of cells; how many changed.
    #[wasm_bindgen(js_name = setElevation)]
    pub fn set_elevation(&mut self, cells: &[u32], elevation: i32) -> Result<u32, JsError> {
        let edit = |grid: &mut Grid, cell: Cell| {
            let before = grid.elevation(cell);
            grid.set_elevation(cell, elevation)?;
            Ok(grid.elevation(cell) != before)
        };
        let changed = self.edit(cells, edit).map_err(thrown)?;
        if elevation == 0 {
            self.forget_plain_ground().map_err(thrown)?;
        }
        Ok(changed)
    }
}

impl WaylineMap {
    fn replace(&mut self, cells: &[u8]) -> Result<u32, String> {
        let expected = self.grid.width() as usize * self.grid.height() as usize;
        if cells.len() != expected {
            return Err(format!("{} cells: expected {expected}, one for each", cells.len()));
        }
        let width = self.grid.width();
        let number = |cell: Cell| (cell.y * width + cell.x) as usize;
        let differs = |cell: &Cell| self.grid.is_free(*cell) != (cells[number(*cell)] == 0);
        let changed = self.grid.cells().filter(differs).count() as u32;
        if changed > 0 {
            // Made anew: what is derived from the cells would be repaired by every single edit.
            let is_free = |cell: Cell| cells[number(cell)] == 0;
            let mut grid = Grid::from_fn(width, self.grid.height(), is_free).map_err(words)?;
            copy_ground(&self.grid, &mut grid).map_err(words)?;
            (self.grid, self.index) = (grid.with_rules(self.grid.rules()), None);
        }
        Ok(changed)
    }

    /// Where the last terrain was taken away the map is plain again, and faster searches are
    /// possible.
    fn forget_plain_ground(&mut self) -> Result<(), String> {
        let grid = &self.grid;
        let is_plain = |cell: Cell| grid.multiplier(cell) == 1.0 && grid.elevation(cell) == 0;
        if grid.is_weighted() && grid.cells().all(is_plain) {
            let bare = Grid::from_fn(grid.width(), grid.height(), |cell| grid.is_free(cell));
            self.grid = bare.map_err(words)?.with_rules(grid.rules());
        }
        Ok(())
    }
}

/// Terrain and elevation, as far as both maps go.
fn copy_ground(old: &Grid, new: &mut Grid) -> Result<(), wayline::GridError> {
    if !old.is_weighted() {
        return Ok(());
    }
    for cell in new.cells().filter(|&cell| old.contains(cell)) {
        new.set_multiplier(cell, old.multiplier(cell))?;
        new.set_elevation(cell, old.elevation(cell))?;
    }
    Ok(())
}
