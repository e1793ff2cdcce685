//! [`Setting`]: what is fixed about a crowd of bodies.

use super::BodyUnit;
use crate::body::kind::{BodyKind, Goal, Heading};
use crate::body::map::{BodyMap, Terrain};
use crate::body::search::goal_states;
use crate::crowd::error::CrowdError;
use crate::crowd::planner::MOST_BYTES;
use crate::crowd::roadmap::NONE;
use crate::kernel::parallel::Workers;
use crate::kernel::time_queue::TimeQueue;
use crate::spaces::error::{End, Error};
use crate::spaces::grid::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The cost where no path leads to the goal.
pub(super) const NO_WAY: u32 = u32::MAX;

/// What each unit is, where it is, and what it costs to get to its goal from everywhere.
pub(super) struct Setting {
    kinds: Vec<OfKind>,
    /// Of each unit.
    kind: Vec<u32>,
    pub(super) starts: Vec<u32>,
    /// Of each unit, by the number of a placement: zero where it has arrived.
    costs: Vec<Arc<Vec<u32>>>,
    pub(super) cells: usize,
    /// The most moves that a heading of any kind has.
    pub(super) most_moves: usize,
}

/// A kind on the map, and its cells as differences of numbers.
pub(super) struct OfKind {
    pub(super) map: BodyMap,
    footprint: [Vec<i32>; 4],
    swept: [Vec<Vec<i32>>; 4],
}

/// One legal move: which of its heading's it is, where it leads, how long it takes.
#[derive(Clone, Copy)]
pub(super) struct Legal {
    pub(super) index: u8,
    pub(super) to: u32,
    pub(super) time: u32,
}

impl Setting {
    pub(super) fn new(
        terrain: &Terrain,
        kinds: &[Arc<BodyKind>],
        units: &[BodyUnit],
        threads: usize,
    ) -> Result<Setting, CrowdError> {
        let of_kind = |kind: &Arc<BodyKind>| OfKind::new(Arc::clone(kind), terrain);
        let kinds = kinds.iter().map(of_kind).collect::<Result<Vec<_>, Error>>();
        let kinds = kinds.map_err(|error| CrowdError::Map(error.to_string()))?;
        let cells = terrain.width() as usize * terrain.height() as usize;
        let mut fields: BTreeMap<(usize, Vec<u32>), usize> = BTreeMap::new();
        let (mut starts, mut field_of) = (Vec::new(), Vec::new());
        for (unit, asked) in units.iter().enumerate() {
            let kind =
                kinds.get(asked.kind).ok_or(CrowdError::NoKind { unit, kind: asked.kind })?;
            let state = kind.map.state(asked.start).filter(|_| kind.map.fits(asked.start));
            let (end, goal) = (End::Start, Goal::At(asked.start));
            starts.push(state.ok_or(CrowdError::DoesNotFit { unit, end, goal })?);
            let mut goals = Vec::new();
            // A goal off the map leaves the list empty.
            if goal_states(&kind.map, &[asked.goal], &mut goals).is_err() || goals.is_empty() {
                return Err(CrowdError::DoesNotFit { unit, end: End::Goal, goal: asked.goal });
            }
            let new = fields.len();
            field_of.push(*fields.entry((asked.kind, goals)).or_insert(new));
        }
        let bytes = (fields.len() as u64).saturating_mul(cells as u64 * 16);
        if bytes > MOST_BYTES {
            let (units, most) = (units.len(), MOST_BYTES);
            return Err(CrowdError::TooLarge { units, cells, bytes, most });
        }
        let mut made: Vec<_> =
            fields.into_iter().map(|(asked, place)| (place, asked, Vec::new())).collect();
        let mut workers = Workers::new(threads, TimeQueue::default);
        workers.for_each(&mut made, cells as u64 * 16, |(_, (kind, goals), costs), queue| {
            *costs = costs_to(&kinds[*kind].map, goals, queue);
        });
        made.sort_unstable_by_key(|&(place, ..)| place);
        let made: Vec<_> = made.into_iter().map(|(.., costs)| Arc::new(costs)).collect();
        let most_moves = |kind: &OfKind| kind.swept.iter().map(Vec::len).max().unwrap_or(0);
        let setting = Setting {
            most_moves: kinds.iter().map(most_moves).max().unwrap_or(0),
            kind: units.iter().map(|unit| unit.kind as u32).collect(),
            costs: field_of.into_iter().map(|field| Arc::clone(&made[field])).collect(),
            kinds,
            starts,
            cells,
        };
        setting.refuse_overlaps(units)?;
        let apart = |&unit: &usize| setting.cost(unit as u32, setting.starts[unit]) == NO_WAY;
        match (0..units.len()).find(apart) {
            Some(unit) => Err(CrowdError::Unreachable { unit }),
            None => Ok(setting),
        }
    }

    /// Refuses starts that overlap, and goals that do at their placements.
    fn refuse_overlaps(&self, units: &[BodyUnit]) -> Result<(), CrowdError> {
        for end in [End::Start, End::Goal] {
            let mut holders = vec![NONE; self.cells];
            for (unit, asked) in units.iter().enumerate() {
                let of_kind = self.of(unit as u32);
                let state = match (end, asked.goal) {
                    (End::Start, _) => self.starts[unit],
                    (End::Goal, Goal::At(goal)) => of_kind.map.state(goal).unwrap_or(0),
                    _ => continue,
                };
                for cell in of_kind.footprint(state) {
                    let first = std::mem::replace(&mut holders[cell], unit as u32);
                    if first != NONE {
                        let (first, width) = (first as usize, of_kind.map.width() as usize);
                        let cell = Cell::new((cell % width) as u32, (cell / width) as u32);
                        return Err(CrowdError::Shared { first, second: unit, end, cell });
                    }
                }
            }
        }
        Ok(())
    }

    pub(super) fn units(&self) -> usize {
        self.starts.len()
    }

    #[inline]
    pub(super) fn of(&self, unit: u32) -> &OfKind {
        &self.kinds[self.kind[unit as usize] as usize]
    }

    /// What it costs a unit from a placement to its goal, if it is alone; zero at the goal.
    #[inline]
    pub(super) fn cost(&self, unit: u32, state: u32) -> u32 {
        self.costs[unit as usize][state as usize]
    }

    /// One of the moves of a unit out of a placement, if it is legal and it may still arrive after it.
    pub(super) fn legal(&self, unit: u32, state: u32, index: usize) -> Option<Legal> {
        let mut found = None;
        self.of(unit).for_each_move(state, |legal| {
            if legal.index as usize == index && self.cost(unit, legal.to) != NO_WAY {
                found = Some(legal);
            }
        });
        found
    }

    /// The least sum of costs there can be.
    pub(super) fn bound(&self) -> u64 {
        let costs = self.starts.iter().enumerate();
        costs.map(|(unit, &start)| u64::from(self.cost(unit as u32, start))).sum()
    }
}

impl OfKind {
    fn new(kind: Arc<BodyKind>, terrain: &Terrain) -> Result<OfKind, Error> {
        let width = terrain.width() as i32;
        let flat = |cells: &[(i32, i32)]| cells.iter().map(|&(dx, dy)| dy * width + dx).collect();
        let footprint = Heading::ALL.map(|heading| flat(kind.footprint().cells(heading)));
        let swept = Heading::ALL
            .map(|heading| kind.moves(heading).iter().map(|row| flat(row.swept())).collect());
        Ok(OfKind { map: BodyMap::new(kind, terrain), footprint, swept })
    }

    /// The cells that it covers at a placement where it fits.
    #[inline]
    pub(super) fn footprint(&self, state: u32) -> impl Iterator<Item = usize> + Clone + '_ {
        let pivot = state / 4;
        let cells = self.footprint[state as usize & 3].iter();
        cells.map(move |&away| pivot.wrapping_add_signed(away) as usize)
    }

    /// The cells that a legal move out of a placement sweeps.
    #[inline]
    pub(super) fn swept(&self, state: u32, index: u8) -> impl Iterator<Item = usize> + Clone + '_ {
        let pivot = state / 4;
        let cells = self.swept[state as usize & 3][index as usize].iter();
        cells.map(move |&away| pivot.wrapping_add_signed(away) as usize)
    }

    /// Where a legal move out of a placement leads.
    pub(super) fn after(&self, state: u32, index: u8) -> u32 {
        let row = &self.map.kind().moves(Heading::ALL[state as usize & 3])[index as usize];
        let (dx, dy) = row.offset();
        let pivot = (state / 4).wrapping_add_signed(dy * self.map.width() as i32 + dx);
        pivot * 4 + row.to().index() as u32
    }

    /// All legal moves out of a placement.
    #[inline]
    pub(super) fn for_each_move(&self, state: u32, mut emit: impl FnMut(Legal)) {
        let map = &self.map;
        map.for_each_move(map.placement(state), |to, time, index| {
            if let Some(to) = map.state(to) {
                emit(Legal { index: index as u8, to, time });
            }
        });
    }
}

/// What it costs from every placement to the nearest goal: Dijkstra, backwards.
fn costs_to(map: &BodyMap, goals: &[u32], queue: &mut TimeQueue) -> Vec<u32> {
    let mut costs = vec![NO_WAY; map.states()];
    queue.begin(0);
    for &goal in goals {
        costs[goal as usize] = 0;
        queue.push(0, goal);
    }
    while let Some((cost, state)) = queue.pop() {
        if costs[state as usize] < cost {
            continue;
        }
        map.for_each_move_back(map.placement(state), |from, time, _| {
            let from = map.state(from).unwrap_or(0);
            let known = &mut costs[from as usize];
            if let Some(total) = cost.checked_add(time)
                && total < *known
            {
                *known = total;
                queue.push(total, from);
            }
        });
    }
    costs
}
