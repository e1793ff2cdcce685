//! Narrow passages: units that come towards each other keep right, or take turns where there is no room for both.
//!
//! A cell lies in a passage if the free cells across it, in its row or its column, are few. These are its
//! *section*. A unit in a passage, or about to enter one, claims the sections that its path leads through, in its
//! direction. If others come towards it, it looks for a path that keeps to the right half of the passage. If there
//! is none, it does not enter before the units that are inside or have a higher rank are through; it waits
//! outside. Units that meet inside nevertheless make way by rank.

use super::aside::Rank;
use super::record::{KindId, PlanState, UnitId};
use super::{Kind, Route, World};
use crate::body::kind::Placement;
use crate::body::map::Terrain;
use crate::body::search::BodyQuery;
use crate::kernel::cost::Cost;
use crate::question::answer::Outcome;
use crate::question::settings::Limits;
use crate::spaces::grid::Cell;
use rustc_hash::FxHashMap;

/// How many cells across a passage has at most.
pub(super) const WIDEST: u32 = 8;
/// How many steps before it enters a passage a unit claims it, so that others keep right; and how many
/// before it does so that they wait. How many of its steps count.
pub(super) const EARLY: usize = 32;
const SOON: usize = 16;
const STEPS: usize = 80;
/// Time units that keeping right may cost; states expanded to look for such a path; time units before the search
/// is repeated after it failed.
const KEEPING_RIGHT: u32 = 120;
const EFFORT: u64 = 6_000;
/// How far from a section's first cell an edit may matter to what is [oncoming](Narrows::for_oncoming) there.
pub(super) const REACH: u32 = 2 * WIDEST + APRON as u32 + 2;
const PAUSE: u64 = 200;
/// Time units before a unit that shares its goals is shown its lane again.
const PAUSE_IN_LANES: u64 = 30;
/// Time units for which a unit keeps right after the last section where others came towards it.
const STAY_RIGHT: u64 = 400;
/// How many cells before and behind a passage are left to units that come towards another.
const APRON: i32 = 8;
/// Not in a passage.
const OPEN: u32 = u32::MAX;

/// The sections of passages, and the units that claim them.
#[derive(Clone, Default)]
pub(super) struct Narrows {
    /// The first cell across, and the direction of the passage in the lowest bit: 1 if it leads from row
    /// to row. And how many cells there are across.
    sections: Vec<u32>,
    widths: Vec<u8>,
    seen_edits: Option<u64>,
    /// For each section, the units that claim it in each of both directions.
    claims: FxHashMap<u32, [Claims; 2]>,
}

/// Units inside come first, then units that soon will be, then by rank.
type Claim = (u8, Rank);

/// The first of the units that claim a section in a direction, and of those that do not keep right.
#[derive(Clone, Copy, Default)]
struct Claims {
    any: Option<Claim>,
    astray: Option<Claim>,
    /// The kind of one of them, and whether there are others.
    kind: Option<KindId>,
    mixed: bool,
}

/// A section on a path.
pub(super) struct Passing {
    pub(super) section: u32,
    /// Towards larger x or y.
    pub(super) forward: bool,
    keeps_right: bool,
    /// Whether there is room for it in the right half.
    fits: bool,
    /// Steps before the passage.
    pub(super) after: usize,
    /// Cells across, and which of them the unit passes.
    pub(super) width: u32,
    pub(super) columns: (usize, usize),
}

impl Narrows {
    /// Brings the sections up to date with the terrain.
    pub(super) fn follow(&mut self, terrain: &Terrain) {
        let (width, height) = (terrain.width(), terrain.height());
        if self.seen_edits == Some(terrain.edits()) {
            return;
        }
        let mut derive = |x: u32, y: u32| {
            let place = (y * width + x) as usize;
            (self.sections[place], self.widths[place]) = section(terrain, x, y);
        };
        match self.seen_edits.and_then(|seen| terrain.edited_since(seen)) {
            Some(cells) => {
                for Cell { x, y } in cells {
                    let range =
                        |at: u32, side: u32| at.saturating_sub(WIDEST)..(at + WIDEST + 1).min(side);
                    range(x, width).for_each(|x| derive(x, y));
                    range(y, height).for_each(|y| derive(x, y));
                }
            }
            None => {
                let cells = width as usize * height as usize;
                self.sections.resize(cells, OPEN);
                self.widths.resize(cells, 0);
                for y in 0..height {
                    for x in 0..width {
                        let place = (y * width + x) as usize;
                        (self.sections[place], self.widths[place]) = section(terrain, x, y);
                    }
                }
            }
        }
        self.seen_edits = Some(terrain.edits());
    }

    /// Whether a number may be that of a section.
    #[cfg(feature = "serde")]
    pub(super) fn is_section(&self, section: u32) -> bool {
        (section as usize / 2) < self.sections.len()
    }

    /// Whether there is such a section now.
    pub(super) fn has(&self, section: u32) -> bool {
        self.sections.get(section as usize / 2) == Some(&section)
    }

    /// Emits the cells of a section that belong to units that come towards one that passes it, and those before
    /// and behind the passage that they need to get there and away.
    pub(super) fn for_oncoming(
        &self,
        terrain: &Terrain,
        section: u32,
        forward: bool,
        mut emit: impl FnMut(Cell),
    ) {
        let (first, across) = (section / 2, section & 1 == 1);
        let first = Cell::new(first % terrain.width(), first / terrain.width());
        let (side, along) = if across { ((1, 0), (0, 1)) } else { ((0, 1), (1, 0)) };
        let moved = |cell: Cell, (dx, dy): (i32, i32), by: i32| {
            Cell::new(cell.x.wrapping_add_signed(dx * by), cell.y.wrapping_add_signed(dy * by))
        };
        let free = |cell: Cell| terrain.contains(cell) && !terrain.is_blocked(cell);
        let width = (0..=WIDEST).take_while(|&i| free(moved(first, side, i as i32))).count() as u32;
        let right = right_half(section, width, forward);
        for i in (0..width).filter(|i| !(right.0..right.1).contains(i)) {
            let cell = moved(first, side, i as i32);
            emit(cell);
            for ahead in [1, -1] {
                for by in 1..=APRON {
                    let beyond = moved(cell, along, ahead * by);
                    let open = free(beyond)
                        && self.sections[(beyond.y * terrain.width() + beyond.x) as usize] == OPEN;
                    if !open {
                        break;
                    }
                    emit(beyond);
                }
            }
        }
    }
}

/// The section of a cell, and how many cells it has.
fn section(terrain: &Terrain, x: u32, y: u32) -> (u32, u8) {
    if terrain.is_blocked((x, y)) {
        return (OPEN, 0);
    }
    // How many cells are free on one side.
    let run = |dx: i32, dy: i32| {
        let mut cells = 0;
        let (mut x, mut y) = (x, y);
        while cells <= WIDEST {
            (x, y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            if x >= terrain.width() || y >= terrain.height() || terrain.is_blocked((x, y)) {
                break;
            }
            cells += 1;
        }
        cells
    };
    let (left, up) = (run(-1, 0), run(0, -1));
    let (across, down) = (left + 1 + run(1, 0), up + 1 + run(0, 1));
    let width = terrain.width();
    if across <= WIDEST && across <= down {
        ((y * width + x - left) * 2 + 1, across as u8)
    } else if down <= WIDEST {
        (((y - up) * width + x) * 2, down as u8)
    } else {
        (OPEN, 0)
    }
}

/// The first and last cell of the right half of a section, from its first cell on.
fn right_half(section: u32, width: u32, forward: bool) -> (u32, u32) {
    // To the right of east is south, and of south is west.
    match forward == (section & 1 == 0) {
        true => (width.div_ceil(2), width),
        false => (0, width / 2),
    }
}

impl World {
    /// Lets every unit claim the passage ahead.
    pub(super) fn claim_passages(&mut self) {
        let mut claims = std::mem::take(&mut self.narrows.claims);
        claims.clear();
        for unit in self.units.iter().flatten() {
            if unit.is_on_its_way() && unit.aside.is_none() {
                let (inside, rank) =
                    (self.is_in_passage(unit.next_placement()), self.rank(unit.id));
                let shared = self.shares_route(unit);
                self.for_passage(unit.id, EARLY, |at| {
                    let claim = (if inside { 0 } else { 1 + (at.after > SOON) as u8 }, rank);
                    let held = &mut claims.entry(at.section).or_default()[at.forward as usize];
                    let kind = *held.kind.get_or_insert(unit.kind);
                    held.mixed |= kind != unit.kind;
                    if held.any.is_none_or(|held| claim < held) {
                        held.any = Some(claim);
                    }
                    // A unit that can be shown a lane will keep to it.
                    let astray = !(at.keeps_right || shared && at.fits);
                    if astray && held.astray.is_none_or(|held| claim < held) {
                        held.astray = Some(claim);
                    }
                    true
                });
            }
        }
        self.narrows.claims = claims;
    }

    /// Whether a unit is about to enter a passage that others come through towards it, and has to let them pass
    /// first.
    pub(super) fn must_hold(&self, id: UnitId) -> bool {
        let Some(unit) = &self.units[id.index()] else { return false };
        if unit.aside.is_some() || self.is_in_passage(unit.at) {
            return false;
        }
        if self.is_queued(id) {
            return true;
        }
        // A unit that is shown a lane will keep to it. Those of other kinds turn in other places, and need room.
        let in_lane = unit.keeps_right && self.shares_route(unit);
        let own = (1, self.rank(id));
        let mut free = true;
        self.for_passage(id, SOON, |at| {
            let against = self.claims_against(&at);
            let alike = !against.mixed && against.kind == Some(unit.kind);
            let keeps_right = at.keeps_right || in_lane && at.fits && alike;
            let against = if keeps_right { against.astray } else { against.any };
            free = against.is_none_or(|held| own < held);
            free
        });
        !free
    }

    /// Whether others will be at the passage before a unit for so long that it need not go there yet.
    pub(super) fn is_queued(&self, id: UnitId) -> bool {
        self.queued.get(id.index()).copied().unwrap_or(false)
    }

    /// The cells across that are open to units that pass a section in a direction.
    pub(super) fn open_columns(&self, at: &Passing) -> (usize, usize) {
        let (low, high) = match self.claims_against(at).any {
            Some(_) => right_half(at.section, at.width, at.forward),
            None => (0, at.width),
        };
        (low as usize, high as usize)
    }

    fn claims_against(&self, at: &Passing) -> Claims {
        self.narrows
            .claims
            .get(&at.section)
            .map_or(Claims::default(), |both| both[!at.forward as usize])
    }

    /// Lets units keep right that come through a passage that others come through towards them.
    pub(super) fn keep_right(&mut self, budget: u64) {
        let mut sections = Vec::new();
        for i in 0..self.units.len() {
            let Some(unit) = &self.units[i] else { continue };
            if !unit.is_on_its_way() || unit.aside.is_some() || unit.path().len() < 2 {
                continue;
            }
            let Some(route) = unit.route else { continue };
            let shared = self.shares_route(unit);
            let id = unit.id;
            let ready = unit.plan == PlanState::Exact
                && unit.whole
                && !self.is_in_passage(unit.next_placement());
            if !(shared || ready || unit.keeps_right) {
                continue;
            }
            let (mut met, mut astray) = (false, false);
            sections.clear();
            self.for_passage(id, EARLY, |at| {
                let against = at.fits && self.claims_against(&at).any.is_some();
                met |= against;
                astray |= against && !at.keeps_right;
                if at.fits {
                    sections.push((at.section, at.forward));
                }
                true
            });
            met &= shared;
            if met {
                if let Some(unit) = &mut self.units[i] {
                    unit.keeps_right_until = self.now + STAY_RIGHT;
                }
            } else if shared {
                met = unit.keeps_right && self.now < unit.keeps_right_until;
            }
            let Some(unit) = &self.units[i] else { continue };
            if unit.keeps_right != met {
                let Some(unit) = &mut self.units[i] else { continue };
                (unit.keeps_right, unit.nearest, unit.sidled) = (met, u32::MAX, false);
            }
            let left = budget.saturating_sub(self.tick.plans());
            let may = self.units[i].as_ref().is_some_and(|unit| unit.keep_right_at <= self.now);
            if !astray || !may {
                continue;
            }
            if shared {
                let divided = self.divide(route, &sections, left);
                let left = budget.saturating_sub(self.tick.plans());
                if matches!(divided, Ok(true)) && left > 0 {
                    // A plan that could not be looked for is wanted again.
                    _ = self.plan_route(id, left);
                }
                if let Some(unit) = &mut self.units[i] {
                    unit.keep_right_at = self.now + PAUSE_IN_LANES;
                }
            } else if ready && left >= EFFORT {
                self.look_for_right_half(id);
            }
        }
    }

    /// Looks for a path that keeps to the right half of the passage ahead.
    fn look_for_right_half(&mut self, id: UnitId) {
        let mut taken = std::mem::take(&mut self.taken);
        taken.clear();
        let width = self.terrain.width();
        self.for_passage(id, EARLY, |at| {
            let first = at.section / 2;
            let cells = at.width;
            let (from, to) = right_half(at.section, cells, at.forward);
            let step = if at.section & 1 == 1 { 1 } else { width };
            for i in (0..cells).filter(|i| !(from..to).contains(i)) {
                let place = first + i * step;
                taken.push(Cell::new(place % width, place / width));
            }
            true
        });
        taken.sort_unstable_by_key(|cell| (cell.y, cell.x));
        taken.dedup();
        let World { units, routes, kinds, terrain, work, tick, now, .. } = self;
        let Some(unit) = &mut units[id.index()] else { return };
        let Some(route) = unit.route.and_then(|route| routes[route].as_mut()) else { return };
        let Route { goals, replanner, .. } = route;
        let Kind { map, others, .. } = &mut kinds[unit.kind.index()];
        taken.iter().for_each(|&cell| _ = others.take(cell));
        let limits = Limits {
            cost: Some(Cost::from(unit.left.saturating_add(KEEPING_RIGHT))),
            expansions: Some(EFFORT),
            ..Limits::default()
        };
        let query = BodyQuery::to_nearest(unit.next_placement(), &*goals).limits(limits);
        let replan = replanner.replan(terrain, map, &query.around(others), work, &mut ());
        taken.iter().for_each(|&cell| _ = others.leave(cell));
        unit.keep_right_at = *now + PAUSE;
        if let Ok(replan) = replan {
            tick.expanded += replan.stats.expanded;
            tick.repaired += replan.repaired;
            let found = replan.outcome == Outcome::Found;
            if found {
                unit.follow(map, &work.core.path, true);
                (unit.plan, unit.keep_right_at) = (PlanState::Around, *now);
            }
        }
        self.taken = taken;
    }

    /// Whether a step leads into a passage.
    pub(super) fn enters_passage(&self, from: Placement, to: Placement) -> bool {
        !self.is_in_passage(from) && self.is_in_passage(to)
    }

    pub(super) fn is_in_passage(&self, at: Placement) -> bool {
        self.section_at(at) != OPEN
    }

    fn section_at(&self, at: Placement) -> u32 {
        self.narrows.sections.get(self.place(at.cell())).copied().unwrap_or(OPEN)
    }

    /// Emits the sections of the passage that a unit's path is in, or enters after this many steps at the
    /// latest, until told to stop.
    pub(super) fn for_passage(
        &self,
        id: UnitId,
        soon: usize,
        mut emit: impl FnMut(Passing) -> bool,
    ) {
        let Some(unit) = &self.units[id.index()] else { return };
        let kind = self.kinds[unit.kind.index()].map.kind();
        let (mut inside, mut after, width) = (false, 0, self.terrain.width());
        for (i, pair) in unit.path().windows(2).take(STEPS).enumerate() {
            let section = self.section_at(pair[1]);
            if section == OPEN {
                if inside || i + 1 >= soon {
                    return;
                }
                after = i + 1;
                continue;
            }
            inside = true;
            let across = section & 1 == 1;
            let (from, to) = match across {
                false => (pair[0].x, pair[1].x),
                true => (pair[0].y, pair[1].y),
            };
            if from == to {
                continue;
            }
            let (first, forward) = (section / 2, to > from);
            let begin = if across { first % width } else { first / width } as i64;
            let cells = self.narrows.widths[self.place(pair[1].cell())] as u32;
            let (low, high) = right_half(section, cells, forward);
            let beside = |(x, y)| if across { x } else { y } - begin;
            let (mut least, mut most) = (i64::MAX, i64::MIN);
            for beside in kind.footprint().at(pair[1]).map(beside) {
                (least, most) = (least.min(beside), most.max(beside));
            }
            let keeps_right = least >= low as i64 && most < high as i64;
            let fits = most - least < (high - low) as i64;
            let columns =
                (least.clamp(0, cells as i64) as usize, (most + 1).clamp(0, cells as i64) as usize);
            if !emit(Passing { section, forward, keeps_right, fits, after, width: cells, columns })
            {
                return;
            }
        }
    }
}
