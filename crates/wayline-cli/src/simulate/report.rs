//! A simulation in words, and as JSON.

use super::record::{Ending, Entry, Move, Record, Replan};
use crate::body::json::At;
use crate::output::one_line;
use crate::table::{count, counted, table};
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Write;
use wayline::body::{PlanState, UnitId, World};
use wayline_maps::simulation::Simulation;

/// The most lines of the log that are shown, unless every move is.
const LINES: usize = 60;

pub(super) struct Report<'a> {
    pub(super) record: &'a Record,
    pub(super) simulation: &'a Simulation,
    pub(super) world: &'a World,
    pub(super) units: &'a [UnitId],
}

#[derive(Serialize)]
pub(super) struct Json<'a> {
    title: &'a str,
    ended: &'static str,
    ticks: u64,
    time: u64,
    edits: u64,
    deadlocks: u64,
    units: Vec<UnitJson<'a>>,
    replans: Vec<ReplanJson<'a>>,
    /// With `--moves`.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveJson<'a>>>,
    expanded: u64,
    expanded_from_scratch: Option<u64>,
    verified: Option<bool>,
    flaws: Option<&'a [String]>,
}

#[derive(Serialize)]
struct UnitJson<'a> {
    name: &'a str,
    body: &'a str,
    at: Option<At>,
    arrived: bool,
    arrived_tick: Option<u64>,
    goals_reached: u64,
    moves: u64,
    waits: u64,
    plans: u64,
    plan: String,
}

#[derive(Serialize)]
struct MoveJson<'a> {
    tick: u64,
    unit: &'a str,
    from: At,
    to: At,
}

#[derive(Serialize)]
struct ReplanJson<'a> {
    tick: u64,
    unit: &'a str,
    cost: Option<u32>,
    expanded: u64,
    expanded_from_scratch: Option<u64>,
    optimal: bool,
    state: String,
    around: bool,
    repaired: u64,
    method: &'a str,
    first: bool,
    why: Option<&'a str>,
}

impl Replan {
    /// Whether it is the best there is, or there is none: proven, and as from scratch if that was
    /// asked.
    fn is_optimal(&self) -> bool {
        let proven = matches!(self.state, PlanState::Exact | PlanState::Around | PlanState::NoPath);
        proven && self.scratch.is_none_or(|(cost, _)| cost == self.cost)
    }
}

impl<'a> Report<'a> {
    fn name(&self, unit: UnitId) -> &'a str {
        &self.simulation.units[unit.index()].name
    }

    /// The name as it may be printed.
    fn shown(&self, unit: UnitId) -> Cow<'a, str> {
        one_line(self.name(unit))
    }

    pub(super) fn json(&self, ended: Ending, flaws: Option<&'a [String]>) -> Json<'a> {
        let record = self.record;
        let replan = |replan: &'a Replan| ReplanJson {
            tick: replan.tick,
            unit: self.name(replan.unit),
            cost: replan.cost,
            expanded: replan.expanded,
            expanded_from_scratch: replan.scratch.map(|(_, expanded)| expanded),
            optimal: replan.is_optimal(),
            state: replan.state.to_string(),
            around: replan.around,
            repaired: replan.repaired,
            method: &replan.method,
            first: replan.first,
            why: replan.why.as_deref(),
        };
        let a_move = |Move { tick, unit, from, to }: &Move| MoveJson {
            tick: *tick,
            unit: self.name(*unit),
            from: (*from).into(),
            to: (*to).into(),
        };
        Json {
            title: &self.simulation.title,
            ended: match ended {
                Ending::AllArrived => "arrived",
                Ending::NoPath => "no path",
                Ending::OutOfTicks => "out of ticks",
            },
            ticks: record.ticks,
            time: record.time,
            edits: record.edits,
            deadlocks: record.deadlocks,
            units: self.units.iter().map(|&unit| self.unit(unit)).collect(),
            replans: record.replans.iter().map(replan).collect(),
            moves: record.moves.as_ref().map(|moves| moves.iter().map(a_move).collect()),
            expanded: record.replans.iter().map(|replan| replan.expanded).sum(),
            expanded_from_scratch: self.scratch_expanded(),
            verified: flaws.map(<[String]>::is_empty),
            flaws,
        }
    }

    fn scratch_expanded(&self) -> Option<u64> {
        self.record.replans.iter().map(|replan| replan.scratch.map(|(_, expanded)| expanded)).sum()
    }

    fn unit(&self, id: UnitId) -> UnitJson<'a> {
        let orders = &self.simulation.units[id.index()];
        let record = &self.record.units[id.index()];
        let unit = self.world.unit(id).ok();
        UnitJson {
            name: &orders.name,
            body: self.simulation.kinds[orders.kind].name(),
            at: unit.as_ref().map(|unit| unit.placement().into()),
            arrived: record.done_at.is_some(),
            arrived_tick: record.done_at,
            goals_reached: record.goals_reached,
            moves: record.moves,
            waits: record.waits,
            plans: record.plans,
            plan: unit.map_or(String::new(), |unit| unit.plan().to_string()),
        }
    }

    pub(super) fn text(&self, ended: Ending, flaws: Option<&[String]>) -> String {
        let record = self.record;
        let mut text = String::new();
        if !self.simulation.title.is_empty() {
            let _ = writeln!(text, "{}\n", one_line(&self.simulation.title));
        }
        // Every move means every move.
        let lines = if record.moves.is_some() { usize::MAX } else { LINES };
        for (tick, entry) in record.log.iter().take(lines) {
            let _ = writeln!(text, "{tick:>5}  {}", self.entry(entry));
        }
        if record.log.len() > lines {
            let more = count((record.log.len() - lines) as u64);
            let _ = writeln!(text, "       and {more} more (--format json has every plan)");
        }
        text.push('\n');
        let rows: Vec<Vec<String>> = self.units.iter().map(|&unit| self.row(unit)).collect();
        let head = ["unit", "body", "at", "plan", "arrived", "moves", "waits", "plans"];
        text += &table(4, &head, &rows);
        text.push('\n');
        let mut line = |name: &str, said: String| {
            let _ = writeln!(text, "{name:<10}{said}");
        };
        let ticks = counted(record.ticks, "tick");
        line(
            "ended",
            match ended {
                Ending::AllArrived => {
                    format!("after {ticks}: every unit with a last goal has arrived")
                }
                Ending::NoPath => format!("after {ticks}: some unit will never arrive"),
                Ending::OutOfTicks => format!("after {ticks}, before all had arrived"),
            },
        );
        let expanded = record.replans.iter().map(|replan| replan.expanded).sum();
        let scratch = self
            .scratch_expanded()
            .map_or(String::new(), |scratch| format!(" ({} from scratch)", count(scratch)));
        let plans = count(record.replans.len() as u64);
        line("plans", format!("{plans}, {} expanded{scratch}", counted(expanded, "state")));
        line("map", format!("{} changed", counted(record.edits, "cell")));
        match flaws {
            Some([]) => line(
                "verified",
                "every plan against a search from scratch, every tick for \
                                          overlaps, every move for legality"
                    .to_owned(),
            ),
            Some(flaws) => line(
                "WRONG",
                format!("{}; the first: {}", counted(flaws.len() as u64, "flaw"), flaws[0]),
            ),
            None => {}
        }
        text
    }

    fn row(&self, id: UnitId) -> Vec<String> {
        let unit = self.unit(id);
        let placed = self.world.unit(id).map_or(String::new(), |unit| unit.placement().to_string());
        let arrived = match (unit.arrived_tick, unit.goals_reached) {
            (Some(tick), _) => format!("tick {tick}"),
            (None, 0) => "-".to_owned(),
            (None, 1) => "once".to_owned(),
            (None, times) => format!("{times} times"),
        };
        let numbers = [unit.moves, unit.waits, unit.plans].map(count);
        let names = [unit.name, unit.body].map(|name| one_line(name).into_owned());
        let words = names.into_iter().chain([placed, unit.plan, arrived]);
        words.chain(numbers).collect()
    }

    fn entry(&self, entry: &Entry) -> String {
        let name = |unit: &UnitId| self.shown(*unit);
        match entry {
            Entry::Map { blocked, freed, changed } => {
                let parts = [(blocked, "blocked"), (freed, "freed"), (changed, "changed ground")];
                let parts = parts.iter().filter(|(cells, _)| **cells > 0);
                let parts: Vec<_> = parts.map(|(cells, what)| format!("{cells} {what}")).collect();
                format!("the map: {}", parts.join(", "))
            }
            Entry::Planned(i) => self.planned(&self.record.replans[*i]),
            Entry::Moved { unit, from, to } => format!("{} moves from {from} to {to}", name(unit)),
            Entry::Waits { unit, behind } => format!("{} waits for {}", name(unit), name(behind)),
            Entry::Arrived { unit } => format!("{} has arrived", name(unit)),
            Entry::StepsAside { unit, behind } => {
                format!("{} steps aside for {}", name(unit), name(behind))
            }
            Entry::Stuck { unit, behind } => {
                format!("{} is stuck behind {}, which will not move", name(unit), name(behind))
            }
            Entry::Deadlock { units } => {
                let names: Vec<_> = units.iter().map(name).collect();
                format!("deadlock: {} wait for each other", names.join(", "))
            }
            Entry::Held { unit } => format!("a change of the map waits for {}", name(unit)),
        }
    }

    fn planned(&self, replan: &Replan) -> String {
        let again = if replan.first { "plans" } else { "plans again" };
        let what = match (replan.state, replan.cost) {
            // It keeps the plan it has.
            (_, None) if replan.around => "no detour around the others is short enough".to_owned(),
            (PlanState::NoPath, _) => match &replan.why {
                Some(why) => format!("there is no path: {why}"),
                None => "there is no path".to_owned(),
            },
            (PlanState::Partial, _) => "part of the path; the budget is used up".to_owned(),
            (_, Some(cost)) if replan.around => format!("{cost} time units, around others"),
            (_, Some(cost)) => format!("{cost} time units"),
            (state, None) => state.to_string(),
        };
        let scratch = replan
            .scratch
            .map_or(String::new(), |(_, expanded)| format!(", {} from scratch", count(expanded)));
        let name = self.shown(replan.unit);
        format!("{name} {again}: {what} ({} expanded{scratch})", count(replan.expanded))
    }
}
