//! [`Improver`]: makes a plan cheaper, by planning one unit or a handful again among all others.
//!
//! A round takes a unit that is late out of the timetable, together with some of the units it meets, and lets them
//! plan one after another, each for the earliest arrival among all units that are in the table by then. If the sum
//! of their arrivals is no larger than before, that stays, or else everything is as it was. So a plan never gets
//! worse, and is valid at any time.
//!
//! Li, Chen, Harabor, Stuckey, Koenig: *Anytime multi-agent path finding via large neighborhood search*, IJCAI
//! 2021.

use super::plan::{BodyMove, BodyPlan};
use super::setting::Setting;
use super::timetable::Timetable;
use crate::crowd::dice::Dice;

/// How many units are planned again at a time.
const SIZES: [usize; 4] = [1, 2, 4, 8];
/// The most nodes that planning one unit may look at.
const FOR_ONE: u64 = 50_000;

pub(super) struct Improver {
    plan: BodyPlan,
    timetable: Timetable,
    dice: Dice,
    /// The units to be planned again, and what they did before.
    chosen: Vec<u32>,
    before: Vec<Vec<BodyMove>>,
}

impl Improver {
    pub(super) fn new(setting: &Setting, plan: BodyPlan, seed: u64) -> Improver {
        let mut timetable = Timetable::new(setting);
        for (unit, moves) in plan.moves().iter().enumerate() {
            timetable.enter(setting, unit as u32, moves);
        }
        Improver { plan, timetable, dice: Dice::new(seed), chosen: Vec::new(), before: Vec::new() }
    }

    pub(super) fn plan(&self) -> &BodyPlan {
        &self.plan
    }

    fn arrival(&self, unit: u32) -> u64 {
        self.plan.moves()[unit as usize].last().map_or(0, |last| last.end)
    }

    /// Plans a handful again; returns how many nodes that took.
    pub(super) fn round(&mut self, setting: &Setting) -> u64 {
        self.choose(setting);
        let cost = |unit: u32| u64::from(setting.cost(unit, setting.starts[unit as usize]));
        let mut least: u64 = self.chosen.iter().map(|&unit| cost(unit)).sum();
        let mut left: u64 = self.chosen.iter().map(|&unit| self.arrival(unit)).sum();
        self.before.clear();
        for &unit in &self.chosen {
            let moves = std::mem::take(self.plan.moves_of(unit));
            self.timetable.remove(setting, unit, &moves);
            self.before.push(moves);
        }
        let mut spent = self.chosen.len() as u64;
        let mut planned = 0;
        for &unit in &self.chosen {
            least -= cost(unit);
            let mut work = FOR_ONE;
            let latest = left - least;
            let moves = self.timetable.earliest(setting, unit, latest, &mut work);
            spent += FOR_ONE - work;
            let Some(moves) = moves else { break };
            left -= moves.last().map_or(0, |last| last.end);
            self.timetable.enter(setting, unit, &moves);
            *self.plan.moves_of(unit) = moves;
            planned += 1;
        }
        if planned < self.chosen.len() {
            for &unit in &self.chosen[..planned] {
                let moves = std::mem::take(self.plan.moves_of(unit));
                self.timetable.remove(setting, unit, &moves);
            }
            for (&unit, moves) in self.chosen.iter().zip(self.before.drain(..)) {
                self.timetable.enter(setting, unit, &moves);
                *self.plan.moves_of(unit) = moves;
            }
        }
        spent
    }

    /// A unit that is late, the later the likelier, and some of the units it meets.
    fn choose(&mut self, setting: &Setting) {
        let units = setting.units();
        let two = [(); 2].map(|()| self.dice.below(units) as u32);
        let late = |unit: u32| {
            self.arrival(unit) - u64::from(setting.cost(unit, setting.starts[unit as usize]))
        };
        let first = if late(two[0]) >= late(two[1]) { two[0] } else { two[1] };
        self.chosen.clear();
        self.chosen.push(first);
        let size = SIZES[self.dice.below(SIZES.len())].min(units);
        let of_kind = setting.of(first);
        let moves = &self.plan.moves()[first as usize];
        for _ in 0..4 * size {
            if self.chosen.len() == size || moves.is_empty() {
                break;
            }
            let made = moves[self.dice.below(moves.len())];
            let Some(state) = of_kind.map.state(made.from) else { continue };
            let swept = of_kind.swept(state, made.index as u8);
            let nth = self.dice.below(swept.clone().count());
            let number = self.dice.roll();
            let met = swept.clone().nth(nth).and_then(|cell| self.timetable.visitor(cell, number));
            if let Some(met) = met
                && !self.chosen.contains(&met)
            {
                self.chosen.push(met);
            }
        }
        self.dice.shuffle(&mut self.chosen);
    }
}
