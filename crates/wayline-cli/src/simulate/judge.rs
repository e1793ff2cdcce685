//! Whether a simulation went as it should: every plan, and every tick.

use std::sync::Arc;
use wayline::Cost;
use wayline::body::{BodyKind, PlanState, World, WorldEvent};
use wayline::check::{self, Traffic};

/// The most flaws that are kept.
const MOST: usize = 100;

#[derive(Default)]
pub(super) struct Judge {
    traffic: Traffic,
    kinds: Vec<Arc<BodyKind>>,
    flaws: Vec<String>,
}

impl Judge {
    /// Looks at the tick that has just passed.
    pub(super) fn tick(&mut self, world: &World) {
        if self.kinds.is_empty() {
            self.kinds = world.kinds().cloned().collect();
        }
        let tick = world.last_tick();
        if let Err(flaw) = self.traffic.tick(world.terrain(), &self.kinds, tick) {
            self.flaw(format!("tick {}: {flaw}", tick.number));
        }
        for event in &tick.events {
            if let Err(flaw) = planned(event).and_then(|()| self.path(world, event)) {
                self.flaw(format!("tick {}: {flaw}", tick.number));
            }
        }
    }

    fn flaw(&mut self, flaw: String) {
        if self.flaws.len() < MOST {
            self.flaws.push(flaw);
        }
    }

    /// A path that leads to the goal is legal, sweep by sweep, and costs what the unit says.
    fn path(&self, world: &World, event: &WorldEvent) -> Result<(), String> {
        let WorldEvent::Planned { unit, state: PlanState::Exact | PlanState::Around, .. } = event
        else {
            return Ok(());
        };
        let (Ok(body), Ok(goals)) = (world.unit(*unit), world.goals(*unit)) else { return Ok(()) };
        // It may have made another step since, which its traffic judges.
        if !matches!(body.plan(), PlanState::Exact | PlanState::Around) {
            return Ok(());
        }
        let Some(&from) = body.path().first() else { return Ok(()) };
        let kind = &self.kinds[body.kind().index()];
        match check::body_path(world.terrain(), kind, body.path(), from, goals) {
            Ok(cost) if cost == Cost::from(body.remaining()) => Ok(()),
            Ok(cost) => Err(format!(
                "the path of unit {unit} costs {cost}, and is said to cost {}",
                body.remaining()
            )),
            Err(flaw) => Err(format!("the path of unit {unit}: {flaw}")),
        }
    }

    pub(super) fn flaws(self) -> Vec<String> {
        self.flaws
    }
}

/// A plan costs what a search from scratch says.
fn planned(event: &WorldEvent) -> Result<(), String> {
    let WorldEvent::Planned { unit, state, cost, scratch, .. } = event else { return Ok(()) };
    let Some(scratch) = scratch else {
        return Err(format!("the plan of unit {unit} was not compared"));
    };
    let shown = |cost: Option<u32>| cost.map_or("no path".to_owned(), |cost| cost.to_string());
    match state {
        // The budget ended it: nothing is claimed.
        PlanState::Partial | PlanState::Idle => Ok(()),
        _ if *cost == scratch.cost => Ok(()),
        _ => Err(format!(
            "the plan of unit {unit} ({state}) says {}, a search from scratch {}",
            shown(*cost),
            shown(scratch.cost)
        )),
    }
}
