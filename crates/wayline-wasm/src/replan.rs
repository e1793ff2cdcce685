//! [`WaylineReplanner`]: plans again and again to one goal, and remembers.

use crate::body::{Placed, Planned};
use crate::clock;
use crate::events::{Recording, events, most_events};
use crate::to_js::{JsObject, numbers, thrown, words};
use crate::value::Value;
use js_sys::Uint32Array;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};
use wayline::body::{BodyQuery, Goal, Placement, Replanner};
use wayline::{Event, EventKind};

/// Plans for a body to one goal, while the map changes. Exact, whatever it remembers.
#[wasm_bindgen]
pub struct WaylineReplanner {
    placed: Rc<RefCell<Placed>>,
    replanner: Replanner,
    goal: Goal,
}

/// A plan, and what it took.
struct Replanned {
    planned: Planned,
    recording: Recording,
    /// Placements that were expanded by this very plan, in order.
    expanded: Vec<u32>,
}

impl WaylineReplanner {
    pub(crate) fn new(placed: Rc<RefCell<Placed>>, goal: Goal) -> WaylineReplanner {
        let replanner = Replanner::new(&placed.borrow().map);
        WaylineReplanner { placed, replanner, goal }
    }

    fn planned(&mut self, from: Placement, most: usize) -> Result<Replanned, String> {
        let Placed { terrain, map, work, .. } = &mut *self.placed.borrow_mut();
        let query = BodyQuery::new(from, self.goal);
        let (mut recording, mut expanded) = (Recording::default(), Vec::new());
        let mut watch = |event: &Event| {
            if event.kind == EventKind::Expand {
                expanded.push(event.node);
            }
            if most > 0 {
                recording.keep(event, most, Some);
            }
        };
        let began = clock::now();
        let answer = self.replanner.plan_watched(terrain, map, &query, work, &mut watch);
        let planned = Planned::new(&answer.map_err(words)?, clock::now() - began, false);
        Ok(Replanned { planned, recording, expanded })
    }

    fn answer(&mut self, from: &JsValue, most: usize) -> Result<(JsObject, Recording), String> {
        let from = self.placed.borrow().placement("from", &Value::of(from))?;
        let Replanned { mut planned, recording, expanded } = self.planned(from, most)?;
        let placed = self.placed.borrow();
        placed.judged(&mut planned, from, self.goal);
        let object = placed
            .to_js(&planned)
            .with("method", words(self.replanner.method()))
            .with("learnt", self.replanner.learnt(&placed.map).count() as f64)
            .with("repaired", self.replanner.repaired() as f64)
            .with("expandedPlaces", numbers(&expanded));
        Ok((object, recording))
    }
}

#[wasm_bindgen]
impl WaylineReplanner {
    /// The cheapest way from a placement, on the map as the body knows it: after edits, `sync` the body
    /// first.
    #[wasm_bindgen(unchecked_return_type = "Replanned")]
    pub fn plan(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "BodyPlace")] from: JsValue,
    ) -> Result<JsValue, JsError> {
        Ok(self.answer(&from, 0).map_err(thrown)?.0.done())
    }

    /// The same with everything that was done.
    #[wasm_bindgen(unchecked_return_type = "ReplannedRecording")]
    pub fn record(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "BodyPlace")] from: JsValue,
        #[wasm_bindgen(unchecked_param_type = "{ events?: number } | undefined")] limits: JsValue,
    ) -> Result<JsValue, JsError> {
        let limits = Value::named(&limits).map_err(thrown)?;
        let most = most_events(&limits).map_err(thrown)?;
        let (object, recording) = self.answer(&from, most).map_err(thrown)?;
        Ok(object.with("events", events(recording).done()).done())
    }

    /// The cells where something is known about a placement of the body.
    pub fn learnt(&self) -> Uint32Array {
        let placed = self.placed.borrow();
        let width = placed.terrain.width();
        let cells = self.replanner.learnt(&placed.map).map(|at| at.y * width + at.x);
        let mut cells: Vec<u32> = cells.collect();
        cells.dedup();
        numbers(&cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayline::Workspace;
    use wayline::body::{BodyKind, BodyMap, Heading, Terrain};
    use wayline::{Outcome, Stats};

    #[test]
    fn what_was_learnt_is_used_again() {
        let placed = Placed::on_plain(40, 30, "tank").unwrap();
        let goal = Goal::At(Placement::new(35, 20, Heading::E));
        let mut replanner = WaylineReplanner::new(Rc::new(RefCell::new(placed)), goal);
        let from = Placement::new(2, 2, Heading::E);
        let first = replanner.planned(from, 100_000).unwrap();
        assert_eq!(first.planned.outcome, Outcome::Found);
        assert_eq!(first.expanded.len() as u64, first.planned.stats.expanded);
        assert!(first.recording.events > first.expanded.len());
        let again = replanner.planned(from, 1000).unwrap();
        assert_eq!(again.planned.cost, first.planned.cost);
        assert_eq!(again.planned.stats, Stats::default());
        let terrain = Terrain::new(40, 30).unwrap();
        let map = BodyMap::new(BodyKind::preset("tank").unwrap(), &terrain);
        let query = BodyQuery::new(from, goal);
        let mut work = Workspace::new();
        let plain = wayline::search(&map, &query, &mut work).unwrap();
        assert_eq!(plain.cost, first.planned.cost);
    }
}
