//! [`Pushing`]: what each unit does next, by priority inheritance over manoeuvres.
//!
//! Every unit has a manoeuvre, and no two of them collide; at first, it is what is left of the last one and a wait
//! at its end. The unit of highest priority picks the best manoeuvre that at most one other unit is in the way of.
//! That one then has to pick another, and inherits the priority for it; if it cannot, the next best is tried. So
//! at any time every unit knows how to go on for a few moments without a collision, whatever happens. Then units
//! that did not get what they like best pick again, round after round, and others may have to make room, if all
//! units involved gain by it together; the gains of units with high priority count most.
//!
//! References: K. Okumura, M. Machida, X. Défago, Y. Tamura, "Priority inheritance with backtracking for iterative
//! multi-agent path finding" (2022); E. Yukhnevich, A. Andreychuk, "Enhancing PIBT via multi-action operations"
//! (2025), for manoeuvres of several actions.

use super::manoeuvres::{Explorer, HORIZON, Manoeuvre, Pose, Spots};
use super::streets::Streets;
use super::tables::Tables;
use crate::crowd::dice::mix;
use crate::crowd::roadmap::NONE;
use crate::kernel::parallel::Workers;

/// How often a unit is asked to pick anew in one step.
const ASKED: u32 = 10;
/// How long a chain of pushes may be.
const CHAIN: usize = 64;
/// How often units are asked in a step, at least, and for each unit. What is left after the first round goes into
/// further ones.
const EFFORT: u64 = 80_000;
const EFFORT_EACH: u64 = 5;
const ROUNDS: u64 = 8;
/// How much a gain of the first in the order counts compared with one of the last.
const WEIGHT: i64 = 11;
/// Units whose manoeuvres one thread lists at a time, and about what it takes to list those of one.
const TOGETHER: usize = 32;
const LISTING: u64 = 100;

pub(super) struct Pushing {
    /// The unit on each cell now, and after this many actions.
    now: Vec<u32>,
    then: Vec<Vec<u32>>,
    pub(super) plans: Vec<Manoeuvre>,
    lists: Vec<Lists>,
    workers: Workers<Spots>,
    /// In which round each was asked last, and how often.
    asked: Vec<(u64, u32)>,
    round: u64,
    /// Whether each waits for others to make room.
    asking: Vec<bool>,
    /// Whether each has made room for another in this step.
    pushed: Vec<bool>,
    /// The place of each in the order of priority.
    rank: Vec<u32>,
    /// The order in which units pick again.
    again: Vec<u32>,
    /// What units that picked again had before.
    before: Vec<(u32, Manoeuvre)>,
    /// How often units were asked in this step.
    asks: u64,
}

/// The manoeuvres of some units, which one thread lists.
struct Lists {
    /// The first of them; the others follow it.
    first: usize,
    list: Vec<Manoeuvre>,
    /// Where in the list those of each begin, best first, and where the last ones end.
    begins: Vec<u32>,
    /// What the manoeuvre that each has is worth now.
    kept: Vec<i32>,
}

impl Lists {
    fn fill(&mut self, scene: Scene<'_>, plans: &[Manoeuvre], spots: &mut Spots) {
        let Scene { streets, tables, poses, step, .. } = scene;
        let Lists { first, list, begins, kept } = self;
        list.clear();
        begins.clear();
        kept.clear();
        let units = (*first..).zip(&poses[*first..]).take(TOGETHER);
        for (unit, &pose) in units {
            let begin = list.len();
            begins.push(begin as u32);
            let chance = mix(step << 32 | unit as u64) as u32;
            let mut explorer = Explorer { streets, tables, list, spots, pose, chance };
            kept.push(explorer.cost_of(plans[unit].actions));
            explorer.list();
            list[begin..].sort_unstable_by_key(|it| it.cost);
        }
        begins.push(list.len() as u32);
    }
}

/// What does not change within a step.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) streets: &'a Streets,
    pub(super) tables: &'a Tables,
    pub(super) poses: &'a [Pose],
    pub(super) step: u64,
    /// Units that do not make room for the good of all.
    pub(super) firm: &'a [bool],
}

impl Pushing {
    pub(super) fn new(streets: &Streets, poses: &[Pose], threads: usize) -> Pushing {
        let mut now = vec![NONE; streets.len()];
        for (unit, pose) in poses.iter().enumerate() {
            now[pose.cell as usize] = unit as u32;
        }
        Pushing {
            then: vec![now.clone(); HORIZON],
            now,
            plans: poses.iter().map(|pose| Manoeuvre::stay(pose.cell)).collect(),
            lists: (0..poses.len())
                .step_by(TOGETHER)
                .map(|first| Lists { first, list: vec![], begins: vec![], kept: vec![] })
                .collect(),
            workers: Workers::new(threads, Spots::default),
            asked: vec![(0, 0); poses.len()],
            round: 0,
            asking: vec![false; poses.len()],
            pushed: vec![false; poses.len()],
            rank: vec![0; poses.len()],
            again: Vec::new(),
            before: Vec::new(),
            asks: 0,
        }
    }

    /// The unit on a cell; [`NONE`] if there is none.
    pub(super) fn who(&self, cell: u32) -> u32 {
        self.now[cell as usize]
    }

    /// Finds all units' manoeuvres, with the units that come first in the order picking first.
    pub(super) fn pick(&mut self, scene: Scene<'_>, order: &[u32]) {
        self.list_all(scene);
        self.pushed.fill(false);
        self.round += 1;
        self.asks = 0;
        for (rank, &unit) in order.iter().enumerate() {
            self.rank[unit as usize] = rank as u32;
        }
        for &unit in order {
            if !self.pushed[unit as usize] {
                let rank = self.rank[unit as usize];
                self.before.clear();
                self.ask(scene, unit, Some(rank), 0, true);
            }
        }
        self.improve(scene, order);
    }

    /// Lists the manoeuvres of all, and what those that they have are worth now.
    fn list_all(&mut self, scene: Scene<'_>) {
        let Pushing { lists, workers, plans, .. } = self;
        let work = TOGETHER as u64 * LISTING;
        workers.for_each(lists, work, |lists, spots| lists.fill(scene, plans, spots));
        let kept = lists.iter().flat_map(|lists| &lists.kept);
        for (plan, &cost) in plans.iter_mut().zip(kept) {
            plan.cost = cost;
        }
    }

    /// The manoeuvres of a unit, best first.
    fn listed(&self, unit: u32) -> &[Manoeuvre] {
        let Lists { list, begins, .. } = &self.lists[unit as usize / TOGETHER];
        let at = unit as usize % TOGETHER;
        &list[begins[at] as usize..begins[at + 1] as usize]
    }

    /// Lets units that do not have what they like best pick again, and any unit make room, if all that do so gain
    /// by it together.
    fn improve(&mut self, scene: Scene<'_>, order: &[u32]) {
        let most = EFFORT + EFFORT_EACH * order.len() as u64;
        let mut again = std::mem::take(&mut self.again);
        again.clear();
        again.extend_from_slice(order);
        for round in 0..ROUNDS {
            let mut gained = false;
            for &unit in &again {
                let best = self.listed(unit)[0].cost;
                if self.plans[unit as usize].cost > best && self.asks < most {
                    self.round += 1;
                    self.before.clear();
                    self.ask(scene, unit, None, 0, true);
                    gained |= self.keep_if_better();
                }
            }
            if !gained || self.asks >= most {
                break;
            }
            // Another order finds other exchanges.
            again.sort_unstable_by_key(|&unit| {
                (mix(scene.step << 36 ^ round << 32 ^ u64::from(unit)), unit)
            });
        }
        self.again = again;
    }

    /// What a gain of a unit counts.
    fn weight(&self, unit: u32) -> i64 {
        const ONE: i64 = 256;
        let units = self.rank.len() as i64;
        let place = (units - i64::from(self.rank[unit as usize])) * ONE / units;
        ONE.pow(3) + (WEIGHT - 1) * place.pow(3)
    }

    /// Takes back what was picked last if it is not better for all together.
    fn keep_if_better(&mut self) -> bool {
        let mut gain = 0;
        // Of one that picked twice, what it had first counts.
        for at in 0..self.before.len() {
            let (unit, old) = self.before[at];
            if self.before[..at].iter().all(|it| it.0 != unit) {
                let less = old.cost - self.plans[unit as usize].cost;
                gain += self.weight(unit) * i64::from(less);
            }
        }
        if gain <= 0 {
            for at in 0..self.before.len() {
                let unit = self.before[at].0;
                let plan = self.plans[unit as usize];
                self.lift(unit, &plan);
            }
            for at in (0..self.before.len()).rev() {
                let (unit, old) = self.before[at];
                self.plans[unit as usize] = old;
            }
            for at in 0..self.before.len() {
                let unit = self.before[at].0;
                let plan = self.plans[unit as usize];
                self.put(unit, plan);
            }
        }
        gain > 0
    }

    /// Lets a unit pick, and units that are in its way: those of lower rank, or without a rank all that are not
    /// firm. `false` if it can only keep what it has.
    fn ask(
        &mut self,
        scene: Scene<'_>,
        unit: u32,
        rank: Option<u32>,
        chain: usize,
        first: bool,
    ) -> bool {
        self.asks += 1;
        let at = unit as usize;
        let (round, times) = self.asked[at];
        self.asked[at] = (self.round, if round == self.round { times + 1 } else { 1 });
        self.asking[at] = true;
        let old = self.plans[at];
        self.lift(unit, &old);
        let from = scene.poses[at].cell;
        let mut done = false;
        for listed in 0..self.listed(unit).len() {
            let plan = self.listed(unit)[listed];
            // What it has is as good.
            if first && plan.cost >= old.cost {
                break;
            }
            let Some(other) = self.in_the_way(unit, from, &plan) else { continue };
            if other != NONE && !self.may_ask(scene, other, rank, chain) {
                continue;
            }
            if other == NONE {
                self.before.push((unit, old));
                self.put(unit, plan);
                done = true;
                break;
            }
            let theirs = self.plans[other as usize];
            self.lift(other, &theirs);
            let logged = self.before.len();
            self.before.push((unit, old));
            self.put(unit, plan);
            if self.ask(scene, other, rank, chain + 1, false) {
                self.pushed[other as usize] = true;
                done = true;
                break;
            }
            self.before.truncate(logged);
            self.lift(unit, &plan);
            self.put(other, theirs);
        }
        // Otherwise the caller puts back what was there.
        if !done {
            self.plans[at] = old;
            if first {
                self.put(unit, old);
            }
        }
        self.asking[at] = false;
        done
    }

    fn may_ask(&self, scene: Scene<'_>, other: u32, rank: Option<u32>, chain: usize) -> bool {
        let at = other as usize;
        let (round, times) = self.asked[at];
        let is_tired = round == self.round && times >= ASKED;
        let yields = rank.map_or(!scene.firm[at], |rank| self.rank[at] >= rank);
        !self.asking[at] && !is_tired && yields && chain < CHAIN
    }

    /// The unit a manoeuvre would collide with: [`NONE`] if there is none, `None` if there are several.
    fn in_the_way(&self, unit: u32, from: u32, plan: &Manoeuvre) -> Option<u32> {
        let mut other = NONE;
        let mut meet = |who: u32| {
            if who == NONE || who == unit || who == other {
                return true;
            }
            let first = other == NONE;
            other = who;
            first
        };
        let mut from = from;
        for (moment, &to) in plan.cells.iter().enumerate() {
            let then = &self.then[moment];
            if !meet(then[to as usize]) {
                return None;
            }
            if to != from {
                let before = if moment == 0 { &self.now } else { &self.then[moment - 1] };
                let opposite = before[to as usize];
                if opposite != NONE && then[from as usize] == opposite && !meet(opposite) {
                    return None;
                }
            }
            from = to;
        }
        Some(other)
    }

    fn lift(&mut self, unit: u32, plan: &Manoeuvre) {
        for (then, &cell) in self.then.iter_mut().zip(&plan.cells) {
            if then[cell as usize] == unit {
                then[cell as usize] = NONE;
            }
        }
    }

    fn put(&mut self, unit: u32, plan: Manoeuvre) {
        for (then, &cell) in self.then.iter_mut().zip(&plan.cells) {
            then[cell as usize] = unit;
        }
        self.plans[unit as usize] = plan;
    }

    /// The first action of every unit is done: what follows moves up.
    pub(super) fn advance(&mut self) {
        self.then.rotate_left(1);
        std::mem::swap(&mut self.now, &mut self.then[HORIZON - 1]);
        let last = HORIZON - 1;
        self.then[last].fill(NONE);
        for (unit, plan) in self.plans.iter_mut().enumerate() {
            *plan = plan.after_first();
            self.then[last][plan.cells[last] as usize] = unit as u32;
        }
    }
}
