//! [`WaylineBody`]: a unit that takes up room and has a heading, on the terrain of a map.

use crate::clock;
use crate::events::{Recording, events, most_events};
use crate::ground::{letter, terrain_of};
use crate::kind_rows;
use crate::replan::WaylineReplanner;
use crate::to_js::{JsObject, numbers, or_null, thrown, words};
use crate::value::{Named, Value};
use js_sys::Int32Array;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};
use wayline::body::{
    BodyKind, BodyMap, BodyQuery, Estimate, Footprint, Goal, Heading, Hindrance, Placement, Sweep,
    Terrain, WhyNot, why_not, why_unfit,
};
use wayline::{
    Answer, Cell, Cost, Event, Grid, Limit, Limits, Outcome, Search, Stats, Workspace, check,
    search_watched,
};

/// The largest map for bodies: four headings a cell, and a table for each of their moves.
const MOST_CELLS: u64 = 1 << 22;
/// How many placements are expanded between two looks at the clock.
const SLICE: u64 = 4096;
/// How many events pass between two looks at the clock.
const GLANCE: u64 = 4096;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { BodyAnswer, BodyOptions, BodyPlace, BodyQuery, BodyRecording, Replanned, ReplannedRecording, WaylineMap } from "./engine.js";
"#;

#[wasm_bindgen]
extern "C" {
    /// A map, which lives in another module: what it tells of itself is all there is.
    #[wasm_bindgen(typescript_type = "WaylineMap")]
    pub type SomeMap;
    #[wasm_bindgen(method, getter, structural)]
    fn width(this: &SomeMap) -> u32;
    #[wasm_bindgen(method, getter, structural)]
    fn height(this: &SomeMap) -> u32;
    #[wasm_bindgen(method, structural)]
    fn blocked(this: &SomeMap) -> Vec<u8>;
    #[wasm_bindgen(method, structural)]
    fn multipliers(this: &SomeMap) -> Vec<f32>;
    #[wasm_bindgen(method, structural)]
    fn elevations(this: &SomeMap) -> Vec<i32>;
}

/// The map as it is now.
fn grid_of(map: &SomeMap) -> Result<Grid, String> {
    let (width, height) = (map.width(), map.height());
    fits(width, height)?;
    let (blocked, multipliers, elevations) = (map.blocked(), map.multipliers(), map.elevations());
    let number = |cell: Cell| (cell.y * width + cell.x) as usize;
    let is_free = |cell: Cell| blocked.get(number(cell)).is_some_and(|&blocked| blocked == 0);
    let mut grid = Grid::from_fn(width, height, is_free).map_err(words)?;
    for cell in grid.cells() {
        if let Some(&multiplier) = multipliers.get(number(cell)).filter(|&&m| m != 1.0) {
            grid.set_multiplier(cell, multiplier.into()).map_err(words)?;
        }
        if let Some(&elevation) = elevations.get(number(cell)).filter(|&&e| e != 0) {
            grid.set_elevation(cell, elevation).map_err(words)?;
        }
    }
    Ok(grid)
}

fn fits(width: u32, height: u32) -> Result<(), String> {
    let cells = width as u64 * height as u64;
    if cells <= MOST_CELLS {
        return Ok(());
    }
    Err(format!("a map of {cells} cells: expected at most {MOST_CELLS} for bodies"))
}

/// A body on a map. Its placements are numbered (y * width + x) * 4 + heading, with the headings
/// east, north, west and south.
#[wasm_bindgen]
pub struct WaylineBody {
    placed: Rc<RefCell<Placed>>,
}

/// A kind of body on its terrain: shared by the body and its replanners.
pub(crate) struct Placed {
    pub(crate) kind: Arc<BodyKind>,
    pub(crate) terrain: Terrain,
    pub(crate) map: BodyMap,
    pub(crate) work: Workspace,
    /// The ground that was named for bodies, by cell; 0 where it is the map's. Empty before any was.
    named: Vec<u8>,
}

/// What was asked.
struct Asked {
    from: Placement,
    to: Goal,
    estimate: Estimate,
    backward: bool,
    max_expansions: Option<u64>,
    max_cost: Option<Cost>,
    max_ms: Option<f64>,
    why: bool,
}

/// What was found.
pub(crate) struct Planned {
    pub(crate) outcome: Outcome,
    optimal: bool,
    pub(crate) cost: Cost,
    path: Vec<Placement>,
    pub(crate) stats: Stats,
    ms: f64,
    verdict: Option<Result<(), String>>,
    why: Option<WhyNot>,
}

impl Planned {
    pub(crate) fn new(answer: &Answer<'_, Placement>, ms: f64, time_is_up: bool) -> Planned {
        Planned {
            // Time is the host's business here, so the engine was cancelled when it was up.
            outcome: match answer.outcome {
                Outcome::Stopped(Limit::Cancelled) if time_is_up => Outcome::Stopped(Limit::Time),
                other => other,
            },
            optimal: answer.is_optimal(),
            cost: answer.cost,
            path: answer.path.to_vec(),
            stats: answer.stats,
            ms,
            verdict: None,
            why: None,
        }
    }
}

impl Placed {
    fn made(grid: &Grid, named: &Named) -> Result<Placed, String> {
        fits(grid.width(), grid.height())?;
        let kind = Arc::new(kind(named)?);
        let terrain = terrain_of(grid).map_err(words)?;
        let map = BodyMap::new(kind.clone(), &terrain);
        Ok(Placed { kind, terrain, map, work: Workspace::new(), named: Vec::new() })
    }

    #[cfg(test)]
    pub(crate) fn on_plain(width: u32, height: u32, preset: &str) -> Result<Placed, String> {
        let named = vec![("preset".to_owned(), Value::Text(preset.to_owned()))];
        Placed::made(&Grid::new(width, height).map_err(words)?, &named)
    }

    pub(crate) fn number(&self, placement: Placement) -> u32 {
        let Placement { x, y, heading } = placement;
        (y * self.terrain.width() + x) * 4 + heading.index() as u32
    }

    /// A placement by its number, `[x, y, "E"]` or `"x,y,E"`.
    pub(crate) fn placement(&self, name: &str, value: &Value) -> Result<Placement, String> {
        match self.goal(name, value)? {
            Goal::At(placement) => Ok(placement),
            _ => Err(format!("{name}: expected a heading too, as in \"3,4,E\"")),
        }
    }

    /// The same, or `[x, y]`, `"x,y"` with any heading, or `"x,y~2"` for that near.
    pub(crate) fn goal(&self, name: &str, value: &Value) -> Result<Goal, String> {
        let goal = match value {
            Value::List(parts) => {
                let parts = parts.iter().map(|part| part.text(name));
                parts.collect::<Result<Vec<_>, _>>()?.join(",").parse().map_err(words)?
            }
            Value::Text(text) => text.parse().map_err(words)?,
            number => {
                let number = number.whole(name)?;
                let width = self.terrain.width() as u64;
                let (cell, heading) = (number / 4, Heading::ALL[(number % 4) as usize]);
                let side = |side: u64| u32::try_from(side).unwrap_or(u32::MAX);
                Goal::At(Placement::new(side(cell % width), side(cell / width), heading))
            }
        };
        if self.terrain.contains(goal.cell()) {
            return Ok(goal);
        }
        let (width, height) = (self.terrain.width(), self.terrain.height());
        Err(format!("{name}: {} is off the map, which is {width}x{height}", goal.cell()))
    }

    fn asked(&self, named: &Named) -> Result<Asked, String> {
        let of = |name: &str| named.iter().find(|(given, _)| given == name).map(|(_, value)| value);
        let end = |name: &str| of(name).ok_or_else(|| format!("{name}: expected where"));
        let mut asked = Asked {
            from: self.placement("from", end("from")?)?,
            to: self.goal("to", end("to")?)?,
            estimate: Estimate::Auto,
            backward: false,
            max_expansions: None,
            max_cost: None,
            max_ms: None,
            why: false,
        };
        for (name, value) in named {
            match &name[..] {
                "from" | "to" => {}
                "estimate" => asked.estimate = estimate(&value.text(name)?)?,
                "backward" => asked.backward = value.flag(name)?,
                "maxExpansions" => asked.max_expansions = Some(value.whole(name)?),
                "maxCost" => {
                    asked.max_cost = Some(Cost::try_from(value.number(name)?).map_err(words)?);
                }
                "maxMs" => asked.max_ms = Some(value.number(name)?.max(0.0)),
                "why" => asked.why = value.flag(name)?,
                _ => {
                    return Err(format!(
                        "unknown option '{name}': expected one of from, to, estimate, backward, \
                         maxExpansions, maxCost, maxMs, why"
                    ));
                }
            }
        }
        Ok(asked)
    }

    /// The query, with limits that the clock can be part of.
    fn query<'q>(asked: &Asked, time_is_up: &'q AtomicBool) -> BodyQuery<'q> {
        let limits = Limits::default()
            .expansions(asked.max_expansions)
            .cost(asked.max_cost)
            .cancel(time_is_up);
        let query = BodyQuery::new(asked.from, asked.to).estimate(asked.estimate).limits(limits);
        if asked.backward { query.backward() } else { query }
    }

    fn planned(&mut self, asked: &Asked) -> Result<Planned, String> {
        let time_is_up = AtomicBool::new(false);
        let query = Placed::query(asked, &time_is_up);
        let began = clock::now();
        let work = std::mem::take(&mut self.work);
        let mut search = Search::with_workspace(query.clone(), work);
        let slice = if asked.max_ms.is_some() { SLICE } else { u64::MAX };
        let planned = loop {
            if let Some(answer) = search.step(&self.map, slice).map_err(words)? {
                let late = time_is_up.load(Ordering::Relaxed);
                break Planned::new(&answer, clock::now() - began, late);
            }
            if asked.max_ms.is_some_and(|most| clock::now() - began >= most) {
                time_is_up.store(true, Ordering::Relaxed);
            }
        };
        self.work = search.into_workspace();
        self.explained(planned, asked, &query)
    }

    fn recorded(&mut self, asked: &Asked, most: usize) -> Result<(Planned, Recording), String> {
        let time_is_up = AtomicBool::new(false);
        let query = Placed::query(asked, &time_is_up);
        let (mut recording, mut seen) = (Recording::default(), 0u64);
        let began = clock::now();
        let mut watch = |event: &Event| {
            recording.keep(event, most, Some);
            seen += 1;
            let glance = seen.is_multiple_of(GLANCE);
            if glance && asked.max_ms.is_some_and(|most| clock::now() - began >= most) {
                time_is_up.store(true, Ordering::Relaxed);
            }
        };
        let answer =
            search_watched(&self.map, &query, &mut self.work, &mut watch).map_err(words)?;
        let late = time_is_up.load(Ordering::Relaxed);
        let planned = Planned::new(&answer, clock::now() - began, late);
        Ok((self.explained(planned, asked, &query)?, recording))
    }

    /// With the judge's word on the path, or why there is none.
    fn explained(
        &mut self,
        mut planned: Planned,
        asked: &Asked,
        query: &BodyQuery<'_>,
    ) -> Result<Planned, String> {
        self.judged(&mut planned, asked.from, asked.to);
        if asked.why && planned.outcome == Outcome::Unreachable {
            let Placed { map, terrain, work, .. } = self;
            planned.why = why_not(map, terrain, query, work).map_err(words)?;
        }
        Ok(planned)
    }

    /// With the judge's word on the way, if there is one.
    pub(crate) fn judged(&self, planned: &mut Planned, from: Placement, to: Goal) {
        if planned.outcome == Outcome::Found {
            let cost = check::body_path(&self.terrain, &self.kind, &planned.path, from, &[to]);
            planned.verdict = Some(match cost {
                Ok(cost) if cost == planned.cost => Ok(()),
                Ok(cost) => Err(format!("the way costs {cost}, the answer says {}", planned.cost)),
                Err(flaw) => Err(flaw.to_string()),
            });
        }
    }

    pub(crate) fn to_js(&self, planned: &Planned) -> JsObject {
        let path: Vec<u32> = planned.path.iter().map(|&at| self.number(at)).collect();
        let cell = |cell: &Cell| cell.y * self.terrain.width() + cell.x;
        let in_the_way: Vec<u32> =
            planned.why.iter().flat_map(cells_of).map(|there| cell(&there)).collect();
        JsObject::new()
            .with_outcome(planned.outcome, planned.cost, planned.stats)
            .with("optimal", planned.optimal)
            .with("steps", path.len().saturating_sub(1) as f64)
            .with("path", numbers(&path))
            .with("ms", planned.ms)
            .with_verdict(&planned.verdict)
            .with("why", or_null(planned.why.as_ref().map(words)))
            .with("whyCells", numbers(&in_the_way))
    }

    /// Makes the terrain what the map is now; how many cells changed.
    fn synced(&mut self, grid: &Grid) -> Result<u32, String> {
        if (grid.width(), grid.height()) != (self.terrain.width(), self.terrain.height()) {
            return Err("the map has another size now: make the body anew".to_owned());
        }
        let before = self.terrain.edits();
        for (number, cell) in grid.cells().enumerate() {
            if self.terrain.is_blocked(cell) == grid.is_free(cell) {
                self.terrain.set_blocked(cell, !grid.is_free(cell)).map_err(words)?;
            }
            // Ground that was named for bodies is not on the map, and stays.
            let named = self.named.get(number).is_some_and(|&letter| letter != 0);
            if !named {
                self.terrain.set_ground(cell, letter(grid.multiplier(cell))).map_err(words)?;
            }
            if self.terrain.elevation(cell) != grid.elevation(cell) {
                self.terrain.set_elevation(cell, grid.elevation(cell)).map_err(words)?;
            }
        }
        self.map.refresh(&self.terrain).map_err(words)?;
        Ok((self.terrain.edits() - before) as u32)
    }

    fn set_ground(&mut self, cells: &[u32], ground: &str) -> Result<(), String> {
        let ground = Terrain::ground_named(ground).map_err(words)?;
        let width = self.terrain.width();
        let last = width * self.terrain.height() - 1;
        if let Some(number) = cells.iter().find(|&&number| number > last) {
            return Err(format!("there is no cell {number}: the last is {last}"));
        }
        if self.named.is_empty() {
            self.named = vec![0; last as usize + 1];
        }
        for &number in cells {
            let cell = Cell::new(number % width, number / width);
            self.terrain.set_ground(cell, ground).map_err(words)?;
            self.named[number as usize] = ground;
        }
        self.map.refresh(&self.terrain).map(|_| ()).map_err(words)
    }
}

/// An estimate by its name.
fn estimate(name: &str) -> Result<Estimate, String> {
    let known = [
        ("auto", Estimate::Auto),
        ("zero", Estimate::Zero),
        ("euclid", Estimate::Euclid),
        ("steps", Estimate::Steps),
        ("free", Estimate::Free),
        ("field", Estimate::Field),
    ];
    let found = known.iter().find(|(known, _)| *known == name).map(|(_, estimate)| *estimate);
    found.ok_or_else(|| {
        format!("unknown estimate '{name}': expected auto, zero, euclid, steps, free or field")
    })
}

/// The kind of body that options describe.
fn kind(named: &Named) -> Result<BodyKind, String> {
    let (mut preset, mut footprint) = (None, None);
    for (name, value) in named {
        match &name[..] {
            "preset" => preset = Some(BodyKind::preset(&value.text(name)?).map_err(words)?),
            "rules" => preset = Some(kind_rows::read(&value.text(name)?)?),
            "footprint" => {
                let rows = value.text(name)?;
                let rows: Vec<&str> = rows.lines().collect();
                footprint = Some(Footprint::from_rows(rows).map_err(words)?);
            }
            _ => {
                return Err(format!(
                    "unknown '{name}' of a body: expected preset, footprint, rules"
                ));
            }
        }
    }
    let preset = match preset {
        Some(preset) => preset,
        None => BodyKind::preset("tank").map_err(words)?,
    };
    let Some(footprint) = footprint else { return Ok(preset) };
    let mut built = BodyKind::builder(preset.name(), footprint).speeds(preset.speeds().clone());
    for rule in preset.rules() {
        // What another footprint sweeps follows from the move.
        built = built.rule(rule.sweeping(Sweep::Usual));
    }
    built.build().map_err(words)
}

/// The cells that are in the way.
fn in_the_way(why: &Hindrance) -> Vec<Cell> {
    [&why.blocked[..], &why.forbidden, &why.outside, &why.taken].concat()
}

/// The cells that a reason speaks of.
fn cells_of(why: &WhyNot) -> Vec<Cell> {
    match why {
        WhyNot::Start(why) | WhyNot::Goal { hindrance: why, .. } => in_the_way(why),
        WhyNot::Taken(cells) | WhyNot::OutOfBounds(cells) | WhyNot::Forbidden(cells) => {
            cells.clone()
        }
        WhyNot::TooNarrow { gap } => gap.clone(),
        WhyNot::NoRoomToTurn { at, .. } => vec![at.cell()],
        _ => Vec::new(),
    }
}

#[wasm_bindgen]
impl WaylineBody {
    /// A body on the map as it is now: a preset, with a footprint of its own if one is given.
    #[wasm_bindgen(constructor)]
    pub fn new(
        map: &SomeMap,
        #[wasm_bindgen(unchecked_param_type = "BodyOptions | undefined")] options: JsValue,
    ) -> Result<WaylineBody, JsError> {
        let named = Value::named(&options).map_err(thrown)?;
        let grid = grid_of(map).map_err(thrown)?;
        let placed = Placed::made(&grid, &named).map_err(thrown)?;
        Ok(WaylineBody { placed: Rc::new(RefCell::new(placed)) })
    }

    /// Takes over what changed on the map since; how many cells did. Repairs, does not start anew.
    pub fn sync(&mut self, map: &SomeMap) -> Result<u32, JsError> {
        let grid = grid_of(map).map_err(thrown)?;
        self.placed.borrow_mut().synced(&grid).map_err(thrown)
    }

    /// Sets the ground of cells: a name (`water`, `swamp`, `road`, ...) or a letter.
    #[wasm_bindgen(js_name = setGround)]
    pub fn set_ground(&mut self, cells: &[u32], ground: &str) -> Result<(), JsError> {
        self.placed.borrow_mut().set_ground(cells, ground).map_err(thrown)
    }

    /// The cheapest way between two placements.
    #[wasm_bindgen(unchecked_return_type = "BodyAnswer")]
    pub fn plan(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "BodyQuery")] options: JsValue,
    ) -> Result<JsValue, JsError> {
        let named = Value::named(&options).map_err(thrown)?;
        let mut placed = self.placed.borrow_mut();
        let asked = placed.asked(&named).map_err(thrown)?;
        let planned = placed.planned(&asked).map_err(thrown)?;
        Ok(placed.to_js(&planned).done())
    }

    /// The same with everything the search did; the numbers of events are those of placements.
    #[wasm_bindgen(unchecked_return_type = "BodyRecording")]
    pub fn record(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "BodyQuery")] options: JsValue,
        #[wasm_bindgen(unchecked_param_type = "{ events?: number } | undefined")] limits: JsValue,
    ) -> Result<JsValue, JsError> {
        let named = Value::named(&options).map_err(thrown)?;
        let limits = Value::named(&limits).map_err(thrown)?;
        let most = most_events(&limits).map_err(thrown)?;
        let mut placed = self.placed.borrow_mut();
        let asked = placed.asked(&named).map_err(thrown)?;
        let (planned, recording) = placed.recorded(&asked, most).map_err(thrown)?;
        Ok(placed.to_js(&planned).with("events", events(recording).done()).done())
    }

    /// Plans to one goal again and again, and remembers what earlier plans have learnt.
    pub fn replanner(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyPlace | [number, number]")] to: JsValue,
    ) -> Result<WaylineReplanner, JsError> {
        let goal = self.placed.borrow().goal("to", &Value::of(&to)).map_err(thrown)?;
        Ok(WaylineReplanner::new(self.placed.clone(), goal))
    }

    /// The cost of a way, if the judge finds nothing wrong with it; else the error says what is.
    pub fn judge(
        &self,
        path: &[u32],
        #[wasm_bindgen(unchecked_param_type = "BodyPlace")] from: JsValue,
        #[wasm_bindgen(unchecked_param_type = "BodyPlace | [number, number]")] to: JsValue,
    ) -> Result<f64, JsError> {
        let placed = self.placed.borrow();
        let placement = |&number: &u32| placed.placement("path", &Value::Number(number as f64));
        let path: Vec<Placement> =
            path.iter().map(placement).collect::<Result<_, _>>().map_err(thrown)?;
        let from = placed.placement("from", &Value::of(&from)).map_err(thrown)?;
        let to = placed.goal("to", &Value::of(&to)).map_err(thrown)?;
        let cost = check::body_path(&placed.terrain, &placed.kind, &path, from, &[to]);
        Ok(cost.map_err(thrown)?.to_f64())
    }

    /// The cells that the body covers at a placement, as x and y in turn; some may be off the map.
    pub fn covers(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyPlace")] at: JsValue,
    ) -> Result<Int32Array, JsError> {
        let placed = self.placed.borrow();
        let at = placed.placement("at", &Value::of(&at)).map_err(thrown)?;
        let cells = placed.kind.footprint().at(at);
        let cells: Vec<i32> = cells.flat_map(|(x, y)| [x as i32, y as i32]).collect();
        Ok(Int32Array::from(&cells[..]))
    }

    /// Why the body does not fit at a placement, and the cells in its way; `null` if it fits.
    #[wasm_bindgen(unchecked_return_type = "{ why: string, cells: Uint32Array } | null")]
    pub fn unfit(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyPlace")] at: JsValue,
    ) -> Result<JsValue, JsError> {
        let placed = self.placed.borrow();
        let at = placed.placement("at", &Value::of(&at)).map_err(thrown)?;
        let Some(why) = why_unfit(&placed.kind, &placed.terrain, at, None) else {
            return Ok(JsValue::NULL);
        };
        let width = placed.terrain.width();
        let cells: Vec<u32> = in_the_way(&why).iter().map(|cell| cell.y * width + cell.x).collect();
        let object = JsObject::new().with("why", why.to_string());
        Ok(object.with("cells", numbers(&cells)).done())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(name: &str, text: &str) -> (String, Value) {
        (name.to_owned(), Value::Text(text.to_owned()))
    }

    fn tank(spec: &str, more: &[(String, Value)]) -> Result<(Grid, Placed), String> {
        let map = spec
            .parse::<wayline_maps::generate::Spec>()
            .unwrap()
            .generate(Default::default())
            .unwrap();
        let named = [&[text("preset", "tank")], more].concat();
        let body = Placed::made(&map, &named)?;
        Ok((map, body))
    }

    #[test]
    fn a_way_passes_the_judge() {
        let (_, mut body) = tank("open:20x20", &[]).unwrap();
        let asked = body.asked(&vec![text("from", "2,2,E"), text("to", "15,12,W")]).unwrap();
        let planned = body.planned(&asked).unwrap();
        assert!(planned.optimal);
        assert_eq!(planned.verdict, Some(Ok(())));
    }

    #[test]
    fn edits_of_the_map_are_taken_over() {
        let (mut map, mut body) = tank("open:20x20", &[]).unwrap();
        let asked = body.asked(&vec![text("from", "2,10,E"), text("to", "17,10,E")]).unwrap();
        let before = body.planned(&asked).unwrap().cost;
        for y in 4..16 {
            map.set_free((10, y), false).unwrap();
        }
        assert_eq!(body.synced(&map), Ok(12));
        let after = body.planned(&asked).unwrap();
        assert!(after.cost > before);
        assert_eq!(after.verdict, Some(Ok(())));
        let anew = Placed::made(&map, &vec![text("preset", "tank")]);
        assert_eq!(anew.unwrap().planned(&asked).unwrap().cost, after.cost);
    }

    #[test]
    fn a_drawn_footprint_takes_the_place_of_the_presets() {
        let (_, body) = tank("open:20x20", &[text("footprint", "P##\n###")]).unwrap();
        assert_eq!(body.kind.footprint().cells(Heading::E).len(), 6);
        assert!(tank("open:9x9", &[text("footprint", "##")]).err().unwrap().contains("pivot"));
        assert!(tank("open:9x9", &[text("preset", "tnk")]).err().unwrap().contains("tnk"));
    }

    #[test]
    fn reasons_are_given_when_asked_for() {
        let (mut map, mut body) = tank("open:20x20", &[]).unwrap();
        for y in 0..20 {
            map.set_free((10, y), false).unwrap();
        }
        body.synced(&map).unwrap();
        let why = ("why".to_owned(), Value::Flag(true));
        let asked = vec![text("from", "2,10,E"), text("to", "17,10,E"), why];
        let asked = body.asked(&asked).unwrap();
        let planned = body.planned(&asked).unwrap();
        assert_eq!(planned.outcome, Outcome::Unreachable);
        assert_eq!(planned.why, Some(WhyNot::Apart));
    }

    #[test]
    fn placements_off_the_map_are_refused() {
        let (_, body) = tank("open:20x20", &[]).unwrap();
        let bad = vec![text("from", "2,2,E"), text("to", "20,2,E")];
        assert!(body.asked(&bad).err().unwrap().contains("off the map"));
        assert!(body.asked(&vec![text("from", "2,2")]).is_err());
        let number = Value::Number(4e9);
        assert!(body.placement("at", &number).unwrap_err().contains("off the map"));
    }
}
