//! An index that survives edits: queries on a map that has changed since its index was prepared.
//!
//! What is asked, in this order:
//!
//! 1. Labels give the old path. If no freed cell could make it shorter and it is still open, or can be repaired by
//!    taking the same steps in another order, it is a shortest one: see `open.rs`.
//! 2. Freed cells make new moves: see `group.rs`. What everything costs by old paths and new moves is known
//!    once the goal's labels are loaded: see `to_goal.rs`. If a path of that cost is open, it is a shortest one.
//! 3. Otherwise a search that these costs guide: see `search.rs`. Only for eight moves that cut no corner.
//! 4. Where all that would be more work than a search from nothing, it says so, and the map is searched.
//!
//! Time: that of a prepared query, and a few comparisons for each turn of the path and blocked cell; a look
//! into the labels for every jump point of a search. Memory: a list of hubs for each corner, half
//! as much as the labels take, and for each portal.

mod difference;
mod group;
mod hubs;
mod lately;
mod open;
mod search;
#[cfg(test)]
mod tests;
mod then;
mod to_goal;

pub(crate) use difference::Difference;
pub(crate) use hubs::CornerHubs;
pub(crate) use then::Then;

use crate::engines::index::label_query::LabelWork;
use crate::engines::index::metric::UNREACHED;
use crate::engines::index::route::Turns;
use crate::kernel::cost::Cost;
use crate::spaces::grid::{Cell, Corners, Grid};
use difference::Mark;
use lately::{Kind, Lately};
use open::{Broken, Now};
use search::{Course, End, Guide, Leaps};
use to_goal::ToGoal;

/// Portals that count, beyond which a search from nothing is less work than finding out about them all.
const MOST_PORTALS: u32 = 24;

/// Over fewer steps than this, a search from nothing takes no longer than a query to the labels.
const SHORT: u32 = 32;

/// A search from nothing takes about as long for a path of so few turns as it takes to begin a guided one.
const FEW_TURNS: usize = 20;

/// A path that has to make a detour of more than this many steps is found just as quickly from nothing.
const FEW_STEPS: u32 = 6;

/// How much searching a query may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// None.
    None,
    /// As long as that is less work than a search from nothing.
    Little,
    /// Whatever it takes.
    #[cfg_attr(not(test), expect(dead_code, reason = "for tests: a search is what they look at"))]
    Any,
}

/// The scratch memory of queries on a map that has changed.
#[derive(Default)]
pub(crate) struct LivingScratch {
    labels: LabelWork,
    turns: Turns,
    to_goal: ToGoal,
    leaps: Leaps,
    /// What is left of the path behind the end of a search.
    rest: Turns,
    spare: Vec<Cell>,
    /// The groups of freed cells that count.
    groups: Vec<u32>,
    lately: Lately,
}

impl LivingScratch {
    /// The turns of the path that was found.
    pub(crate) fn turns(&self) -> &[Cell] {
        &self.turns.cells
    }
}

/// What became of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reply {
    /// Infinite if there is no path.
    pub(crate) cost: Cost,
    /// Jump points that were expanded: none if there was no search.
    pub(crate) expanded: u64,
}

/// An index, the map now, and what lies between.
pub(crate) struct Living<'a> {
    pub(crate) then: Then<'a>,
    pub(crate) grid: &'a Grid,
    pub(crate) difference: &'a Difference,
    /// The number of the index.
    pub(crate) number: u64,
}

/// For tests: which of the conditions of correctness are left out.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ablation {
    /// New moves are not looked at.
    new_moves: bool,
    /// Hubs alone say what a cell costs, not what leads straight to a source.
    straight: bool,
    /// A corner costs what its label says, not what it gathers.
    gathered: bool,
    /// Portals are made sources once, whatever improves by that.
    rounds: bool,
    /// Of the group of a freed end only those portals count where a shorter traverse ends.
    freed_ends: bool,
    /// A search is guided by the groups that could shorten the old path, not by all.
    all_groups: bool,
    /// A cell beside a diagonal does not bar it.
    beside: bool,
    /// A search ends at any old path that is open, whatever it costs.
    exact_rest: bool,
}

/// What is known about the path before a search.
struct Lead {
    /// No path costs less.
    least: u32,
    broken: Option<Broken>,
}

impl Living<'_> {
    /// A shortest path between two free cells if that is likely to be less work than a search from nothing, going by
    /// where the edits are, and, if it `remembers`, by what became of questions like this one.
    pub(crate) fn likely_path(
        &self,
        from: Cell,
        to: Cell,
        effort: Effort,
        remembers: bool,
        work: &mut LivingScratch,
    ) -> Option<Reply> {
        // What limits a search is no reason to prefer one.
        if effort != Effort::None && self.is_unlikely(from, to) {
            return None;
        }
        if effort == Effort::None || !remembers {
            return self.path(from, to, effort, work);
        }
        let kind = Kind::of(self.number, from, to);
        if work.lately.passes_over(&kind) {
            return None;
        }
        let reply = self.path(from, to, effort, work);
        match reply {
            Some(_) => work.lately.answered(&kind),
            None => work.lately.failed(&kind),
        }
        reply
    }

    /// Whether the edits alone say that the index will not answer, or not any sooner than a search.
    fn is_unlikely(&self, from: Cell, to: Cell) -> bool {
        let direct = self.then.octile(from, to);
        let by = |cell: Cell| self.then.octile(from, cell) + self.then.octile(cell, to);
        let difference = self.difference;
        if from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)) < SHORT {
            let is_near = |cell: Cell| by(cell) <= 2 * direct;
            return difference.blocked.iter().any(|&cell| is_near(cell))
                || difference.marks.iter().any(|mark| is_near(mark.cell));
        }
        // Paths are longer than they would be without obstacles: what is about on the way may shorten them.
        let most = direct + direct / 16;
        let mut ends = 0u32;
        difference.marks.iter().any(|mark| {
            if by(mark.cell) <= most {
                ends = ends.saturating_add(mark.ends);
            }
            ends > MOST_PORTALS
        })
    }

    /// A shortest path between two free cells; its turns are in the scratch memory. `None` where a search
    /// from nothing is less work, or would be more than is allowed.
    pub(crate) fn path(
        &self,
        from: Cell,
        to: Cell,
        effort: Effort,
        work: &mut LivingScratch,
    ) -> Option<Reply> {
        let reply =
            |cost: u32, expanded| Some(Reply { cost: self.then.metric.cost(cost), expanded });
        if self.difference.is_overwhelmed() {
            return None;
        }
        if from == to {
            work.turns.start(from);
            return reply(0, 0);
        }
        let both = self.then.is_free(from) && self.then.is_free(to);
        let mut old = UNREACHED;
        if both {
            let (from, to) = (self.then.eye(from), self.then.eye(to));
            old = self.then.turns(&from, &to, &mut work.labels, &mut work.turns);
        }
        let mut lead = Lead { least: old, broken: None };
        let ablation = self.then.ablation;
        self.find_groups(|mark| self.could_shorten(mark, from, to, old), &mut work.groups)?;
        if both && (work.groups.is_empty() || ablation.new_moves) {
            if old >= UNREACHED {
                return None;
            }
            lead.broken = self.mend(effort, work);
            if lead.broken.is_none() {
                return reply(old, 0);
            }
        } else {
            let LivingScratch { to_goal, labels, groups, .. } = work;
            to_goal.begin(&self.then, self.difference, (from, to), groups, labels);
            lead.least = to_goal.of_start(&self.then, self.difference, from, labels);
            if lead.least >= UNREACHED {
                return None;
            }
            if !(both && lead.least == old) {
                self.trace(from, to, lead.least, work)?;
            }
            lead.broken = self.mend(effort, work);
            if lead.broken.is_none() {
                return reply(lead.least, 0);
            }
        }
        self.search(from, to, lead, effort, work)
    }

    fn now(&self) -> Now<'_> {
        let (grid, blocked) = (self.grid, &self.difference.blocked[..]);
        let corners = if self.then.ablation.beside { Corners::Always } else { self.then.corners() };
        Now { grid, blocked, corners }
    }

    /// How many broken segments of a path a search is worth.
    fn most_broken(&self, effort: Effort, turns: &[Cell]) -> usize {
        match effort {
            Effort::Any => usize::MAX,
            Effort::Little => usize::from(self.then.guides() && turns.len() >= FEW_TURNS),
            Effort::None => 0,
        }
    }

    fn is_walled(&self, turns: &[Cell], Broken { first, .. }: Broken) -> bool {
        self.now().is_walled(turns[first], turns[first + 1])
    }

    /// Opens the path as far as that can be done without a detour, or until a search is not worth it.
    fn mend(&self, effort: Effort, work: &mut LivingScratch) -> Option<Broken> {
        let now = self.now();
        if self.difference.blocked.is_empty() {
            return None;
        }
        let first = now.first_broken(&work.turns.cells)?;
        let most = self.most_broken(effort, &work.turns.cells);
        let broken = now.mend(&mut work.turns.cells, first, most);
        if broken.is_none() {
            // Mending may have left turns that are none.
            work.spare.clear();
            work.spare.append(&mut work.turns.cells);
            work.turns.start(work.spare[0]);
            for &cell in &work.spare[1..] {
                work.turns.leg(cell);
            }
        }
        broken
    }

    /// Whether a path over new moves of a group could cost less than the old path.
    fn could_shorten(&self, mark: &Mark, from: Cell, to: Cell, old: u32) -> bool {
        let by = |cell: Cell| self.then.octile(from, cell) + self.then.octile(cell, to);
        // All of it is within this many steps of any of its cells.
        let near = 2 * mark.steps * self.then.metric.diagonal;
        let group = &self.difference.groups[mark.group as usize];
        mark.ends == u32::MAX
            || by(mark.cell) < old + near
                && group.vertices.iter().any(|vertex| vertex.is_end && by(vertex.cell) < old)
    }

    /// The groups that count; `None` if they have more portals than a query is to look at, or it is not known which.
    fn find_groups(&self, counts: impl Fn(&Mark) -> bool, found: &mut Vec<u32>) -> Option<()> {
        found.clear();
        let mut ends = 0u32;
        for mark in self.difference.marks.iter().filter(|mark| counts(mark)) {
            ends = ends.saturating_add(mark.ends);
            if ends > MOST_PORTALS {
                return None;
            }
            found.push(mark.group);
        }
        Some(())
    }

    /// Puts together a shortest path of the union, given what it costs.
    fn trace(&self, from: Cell, to: Cell, least: u32, work: &mut LivingScratch) -> Option<()> {
        let LivingScratch { labels, turns, to_goal, rest, .. } = work;
        turns.start(from);
        let (mut at, mut cost) = (from, least);
        let mut vertex = match self.then.is_free(from) {
            true => None,
            false => Some(self.difference.freed_vertex(from)?.1 as u32),
        };
        while at != to {
            if vertex.is_none() {
                let source = to_goal.onward(&self.then, at, cost, labels)?;
                self.then.turns(&self.then.eye(at), &source.eye, labels, rest);
                for &cell in &rest.cells[1..] {
                    turns.leg(cell);
                }
                at = Cell::new(source.eye.x, source.eye.y);
                if at == to {
                    break;
                }
                vertex = Some(source.vertex);
            }
            // From a source new moves lead on, and so the goal comes nearer every time.
            vertex.and_then(|vertex| to_goal.next(vertex))?;
            while let Some(next) = vertex.and_then(|vertex| to_goal.next(vertex)) {
                let group = self.difference.group_of(next as usize);
                at = group.vertices[next as usize - group.first].cell;
                turns.leg(at);
                vertex = Some(next);
            }
            cost = vertex.map_or(cost, |vertex| to_goal.of_vertex(vertex));
            vertex = None;
        }
        Some(())
    }

    /// A search on the map now, from the end of the old path that is nearer to where it is broken.
    fn search(
        &self,
        from: Cell,
        to: Cell,
        lead: Lead,
        effort: Effort,
        work: &mut LivingScratch,
    ) -> Option<Reply> {
        let turns = work.turns.cells.len();
        let broken = lead.broken.map_or(0, |broken| broken.count);
        if !self.then.guides() || broken > self.most_broken(effort, &work.turns.cells) {
            return None;
        }
        let (most, highest) = match effort {
            Effort::Any => (u64::MAX, UNREACHED),
            // The way around a wall is long.
            _ if lead.broken.is_some_and(|broken| self.is_walled(&work.turns.cells, broken)) => {
                return None;
            }
            // Jump point search takes about a microsecond for each turn of the path, whatever the map.
            _ => (turns as u64 / 2, lead.least + FEW_STEPS * self.then.metric.straight),
        };
        // What could not have shortened the old path may shorten the way around what is blocked.
        if !self.then.ablation.all_groups {
            self.find_groups(|_| true, &mut work.groups)?;
        }
        let turns = &work.turns.cells;
        let cost = |turns: &[Cell]| -> u32 {
            turns.windows(2).map(|ends| self.then.octile(ends[0], ends[1])).sum()
        };
        // What the old path costs behind the last place where it is broken.
        let (mut turned, mut behind) = (false, 0);
        if let Some(Broken { first, last, .. }) = lead.broken {
            turned = turns.len() - 1 - last < first;
            behind = if turned { cost(&turns[..first + 1]) } else { cost(&turns[last + 1..]) };
        }
        let (start, goal) = if turned { (to, from) } else { (from, to) };
        let LivingScratch { labels, turns, to_goal, leaps, rest, spare, groups, .. } = work;
        to_goal.begin(&self.then, self.difference, (start, goal), groups, labels);
        let course = Course {
            then: &self.then,
            grid: self.grid,
            start,
            goal,
            least: lead.least,
            highest,
            most,
        };
        let now = self.now();
        let mut known =
            Known { then: &self.then, now, goal, to_goal, labels, rest, behind, wait: 0, pause: 0 };
        let end = leaps.run(&course, &mut known);
        let expanded = leaps.expanded;
        let cost = match end {
            End::Goal(cost) | End::Open(cost) => self.then.metric.cost(cost),
            End::Unreachable => return Some(Reply { cost: Cost::INFINITE, expanded }),
            End::GaveUp => return None,
        };
        spare.clear();
        spare.extend(leaps.back());
        turns.start(start);
        for &cell in spare.iter().rev() {
            turns.leg(cell);
        }
        match end {
            End::Open(_) => rest.cells[1..].iter().for_each(|&cell| turns.leg(cell)),
            _ => turns.leg(goal),
        }
        if turned {
            turns.cells.reverse();
        }
        Some(Reply { cost, expanded })
    }
}

/// What guides a search: the costs on the union.
struct Known<'a> {
    then: &'a Then<'a>,
    now: Now<'a>,
    goal: Cell,
    to_goal: &'a ToGoal,
    labels: &'a mut LabelWork,
    rest: &'a mut Turns,
    /// What the old path costs behind the last place where it is broken.
    behind: u32,
    /// How many jump points to pass before an old path is tried again: trying in vain takes time.
    wait: u32,
    pause: u32,
}

impl Guide for Known<'_> {
    fn estimate(&mut self, cell: Cell) -> u32 {
        // New moves from a freed cell are not followed: it is the odd one among jump points.
        match self.then.is_free(cell) {
            true => self.to_goal.of_cell(self.then, cell, self.labels),
            false => self.then.octile(cell, self.goal),
        }
    }

    fn is_open(&mut self, cell: Cell, cost: u32) -> bool {
        if cost > self.behind || !self.then.is_free(cell) || !self.then.is_free(self.goal) {
            return false;
        }
        if self.wait > 0 {
            self.wait -= 1;
            return false;
        }
        self.pause = 2 * self.pause + 1;
        self.wait = self.pause;
        let (from, to) = (self.then.eye(cell), self.then.eye(self.goal));
        let old = self.then.turns(&from, &to, self.labels, self.rest);
        (old == cost || self.then.ablation.exact_rest)
            && (self.now.is_still_open(&self.rest.cells)
                || self.now.mend(&mut self.rest.cells, 0, 0).is_none())
    }
}
