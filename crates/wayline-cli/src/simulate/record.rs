//! What happened in a simulation.

use wayline::body::{Placement, PlanState, Tick, UnitId, World, WorldEvent};
use wayline_maps::simulation::Simulation;

/// Everything that is reported afterwards.
pub(super) struct Record {
    pub(super) ticks: u64,
    pub(super) time: u64,
    pub(super) replans: Vec<Replan>,
    pub(super) units: Vec<UnitRecord>,
    /// Cells changed in all.
    pub(super) edits: u64,
    pub(super) deadlocks: u64,
    /// Every move, in order, if they are wanted.
    pub(super) moves: Option<Vec<Move>>,
    /// In the order they happened.
    pub(super) log: Vec<(u64, Entry)>,
}

/// A move that was started.
pub(super) struct Move {
    pub(super) tick: u64,
    pub(super) unit: UnitId,
    pub(super) from: Placement,
    pub(super) to: Placement,
}

/// One plan.
pub(super) struct Replan {
    pub(super) tick: u64,
    pub(super) unit: UnitId,
    pub(super) state: PlanState,
    /// Whether it is a detour around others.
    pub(super) around: bool,
    pub(super) cost: Option<u32>,
    pub(super) expanded: u64,
    pub(super) repaired: u64,
    pub(super) method: String,
    /// What a search from scratch took, and what it found, if it was asked.
    pub(super) scratch: Option<(Option<u32>, u64)>,
    /// Whether it is the first since the unit was sent there.
    pub(super) first: bool,
    /// Why there is no path, where there is none.
    pub(super) why: Option<String>,
}

#[derive(Clone, Default)]
pub(super) struct UnitRecord {
    pub(super) moves: u64,
    pub(super) waits: u64,
    pub(super) plans: u64,
    pub(super) goals_reached: u64,
    /// When it was at its last goal.
    pub(super) done_at: Option<u64>,
    /// Whether it has a last goal at all.
    must_arrive: bool,
    planned_since_sent: bool,
}

/// A line of the log.
pub(super) enum Entry {
    Map {
        blocked: u64,
        freed: u64,
        changed: u64,
    },
    Planned(usize),
    /// Only where every move is wanted.
    Moved {
        unit: UnitId,
        from: Placement,
        to: Placement,
    },
    Waits {
        unit: UnitId,
        behind: UnitId,
    },
    Arrived {
        unit: UnitId,
    },
    StepsAside {
        unit: UnitId,
        behind: UnitId,
    },
    Stuck {
        unit: UnitId,
        behind: UnitId,
    },
    Deadlock {
        units: Vec<UnitId>,
    },
    Held {
        unit: UnitId,
    },
}

/// How a simulation ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    AllArrived,
    /// Some unit will never arrive: it has no path, or is stuck for good.
    NoPath,
    OutOfTicks,
}

impl Record {
    pub(super) fn new(simulation: &Simulation, units: usize, with_moves: bool) -> Record {
        let unit = |i: usize| {
            let orders = &simulation.units[i];
            UnitRecord {
                must_arrive: !orders.goals.is_empty() && !orders.repeat,
                ..Default::default()
            }
        };
        Record {
            ticks: 0,
            time: 0,
            replans: Vec::new(),
            units: (0..units).map(unit).collect(),
            edits: 0,
            deadlocks: 0,
            moves: with_moves.then(Vec::new),
            log: Vec::new(),
        }
    }

    pub(super) fn tick(&mut self, tick: &Tick) {
        self.ticks = tick.number + 1;
        self.time = tick.end;
        let (mut blocked, mut freed, mut changed) = (0, 0, 0);
        for event in &tick.events {
            if let WorldEvent::Edited { edit } = event {
                use wayline::body::Edit;
                match edit {
                    Edit::Block(_) => blocked += 1,
                    Edit::Free(_) => freed += 1,
                    _ => changed += 1,
                }
            }
        }
        self.edits += blocked + freed + changed;
        // What the map is like at first is not news.
        if blocked + freed + changed > 0 && tick.number > 0 {
            self.log.push((tick.number, Entry::Map { blocked, freed, changed }));
        }
        for event in &tick.events {
            let Some(entry) = self.entry(tick, event) else { continue };
            // Several cells wait for the same unit: once is enough.
            let again = match (&entry, self.log.last()) {
                (Entry::Held { unit }, Some((when, Entry::Held { unit: last }))) => {
                    (tick.number, unit) == (*when, last)
                }
                _ => false,
            };
            if !again {
                self.log.push((tick.number, entry));
            }
        }
    }

    fn entry(&mut self, tick: &Tick, event: &WorldEvent) -> Option<Entry> {
        match event {
            WorldEvent::Planned {
                unit,
                state,
                around,
                cost,
                expanded,
                repaired,
                method,
                scratch,
                ..
            } => {
                let record = &mut self.units[unit.index()];
                let first = !std::mem::replace(&mut record.planned_since_sent, true);
                record.plans += 1;
                self.replans.push(Replan {
                    tick: tick.number,
                    unit: *unit,
                    state: *state,
                    around: *around,
                    cost: *cost,
                    expanded: *expanded,
                    repaired: *repaired,
                    method: method.to_string(),
                    scratch: scratch.map(|scratch| (scratch.cost, scratch.expanded)),
                    first,
                    why: None,
                });
                Some(Entry::Planned(self.replans.len() - 1))
            }
            WorldEvent::Moves { unit, from, to, .. } => {
                self.units[unit.index()].moves += 1;
                let moves = self.moves.as_mut()?;
                moves.push(Move { tick: tick.number, unit: *unit, from: *from, to: *to });
                Some(Entry::Moved { unit: *unit, from: *from, to: *to })
            }
            WorldEvent::Waits { unit, behind, .. } => {
                self.units[unit.index()].waits += 1;
                Some(Entry::Waits { unit: *unit, behind: *behind })
            }
            WorldEvent::Arrived { unit, .. } => {
                let record = &mut self.units[unit.index()];
                record.goals_reached += 1;
                record.planned_since_sent = false;
                Some(Entry::Arrived { unit: *unit })
            }
            WorldEvent::StepsAside { unit, behind, .. } => {
                Some(Entry::StepsAside { unit: *unit, behind: *behind })
            }
            WorldEvent::Stuck { unit, behind } => {
                Some(Entry::Stuck { unit: *unit, behind: *behind })
            }
            WorldEvent::Deadlock { units } => {
                self.deadlocks += 1;
                Some(Entry::Deadlock { units: units.clone() })
            }
            WorldEvent::EditHeld { unit, .. } => Some(Entry::Held { unit: *unit }),
            _ => None,
        }
    }

    /// A unit has reached its last goal.
    pub(super) fn done(&mut self, unit: UnitId) {
        self.units[unit.index()].done_at = Some(self.ticks.saturating_sub(1));
    }

    /// Whether some unit has a last goal, and every unit that has one has reached it.
    pub(super) fn all_done(&self) -> bool {
        let mut travellers = self.units.iter().filter(|unit| unit.must_arrive).peekable();
        travellers.peek().is_some() && travellers.all(|unit| unit.done_at.is_some())
    }

    /// The units that have a last goal and have not reached it.
    fn late(&self) -> impl Iterator<Item = usize> {
        let late = |unit: &UnitRecord| unit.must_arrive && unit.done_at.is_none();
        (0..self.units.len()).filter(move |&i| late(&self.units[i]))
    }

    /// Whether none of the units that have not arrived has a path, or moves.
    pub(super) fn no_unit_can_go_on(&self, world: &World, units: &[UnitId]) -> bool {
        let stranded = |i: usize| {
            let unit = world.unit(units[i]);
            unit.is_ok_and(|unit| unit.plan() == PlanState::NoPath && unit.moving_to().is_none())
        };
        self.late().next().is_some() && self.late().all(stranded)
    }

    /// How it ended; `for_good` if nothing more would have happened.
    pub(super) fn ended(&self, for_good: bool) -> Ending {
        match self.late().next() {
            None => Ending::AllArrived,
            Some(_) if for_good => Ending::NoPath,
            Some(_) => Ending::OutOfTicks,
        }
    }
}
