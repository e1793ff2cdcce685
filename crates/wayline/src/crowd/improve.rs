//! [`Improver`]: makes a plan cheaper by replanning a few units, again and again.
//!
//! A handful of units that are in each other's way are taken out and planned again one after another, in an order
//! left to chance, among all others, which keep their paths. Whatever costs no more is kept. The units to take out
//! are chosen by several methods, and methods that have paid off are used more often.
//!
//! Several handfuls are tried at a time, by as many threads as there are, on the same plan; then those that still
//! fit together are kept, in their order. So the plan does not depend on the number of threads.
//!
//! Li, Chen, Harabor, Stuckey, Koenig: *Anytime multi-agent path finding via large neighborhood search*,
//! IJCAI 2021.

use super::dice::Dice;
use super::pibt::Setting;
use super::reservations::Reservations;
use super::roadmap::NONE;
use super::single::{Asked, Single};
use crate::kernel::parallel::Workers;

/// How many handfuls are tried at a time. Fixed, for the sake of the same plan everywhere.
const ROUND: usize = 16;
/// The sizes of handfuls.
const SIZES: [usize; 4] = [1, 2, 4, 8];
/// How much the distance to go counts when one is planned, in quarters: see [`Asked::weight`].
const WEIGHTS: [u32; 2] = [4, 8];

/// How to choose a handful.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    /// A unit that loses much time, and units in its way.
    Delayed,
    /// Units that pass through the same place.
    Crossing,
    /// Any units.
    Random,
}
const CHOICES: [Choice; 3] = [Choice::Delayed, Choice::Crossing, Choice::Random];

/// How a handful is chosen and planned: a choice, a size and a weight, as a number.
const RECIPES: usize = CHOICES.len() * SIZES.len() * WEIGHTS.len();

/// One handful: its units, and what came of it.
#[derive(Default)]
struct Trial {
    units: Vec<u32>,
    paths: Vec<Vec<u32>>,
    recipe: usize,
    seed: u64,
    work: u64,
    works: bool,
}

/// What a thread has of its own.
struct Bench {
    paths: Vec<Vec<u32>>,
    reservations: Reservations,
    single: Single,
}

pub(super) struct Improver {
    paths: Vec<Vec<u32>>,
    reservations: Reservations,
    workers: Workers<Option<Bench>>,
    trials: Vec<Trial>,
    dice: Dice,
    /// How well each recipe has paid of late, in steps saved for some amount of work.
    merits: [f32; RECIPES],
}

impl Improver {
    pub(super) fn new(
        setting: &Setting,
        paths: Vec<Vec<u32>>,
        seed: u64,
        threads: usize,
    ) -> Improver {
        let reservations = Reservations::new(setting.roadmap.len(), &paths);
        Improver {
            paths,
            reservations,
            workers: Workers::new(threads, || None),
            trials: (0..ROUND).map(|_| Trial::default()).collect(),
            dice: Dice::new(seed),
            merits: [1.0; RECIPES],
        }
    }

    pub(super) fn paths(&self) -> &[Vec<u32>] {
        &self.paths
    }

    /// One for each step of each unit but those in which it rests at its goal.
    pub(super) fn loss(&self, setting: &Setting) -> u64 {
        let paid = |(path, &goal): (&Vec<u32>, &u32)| {
            path.windows(2).filter(|step| step[0] != goal || step[1] != goal).count() as u64
        };
        self.paths.iter().zip(&setting.goals).map(paid).sum()
    }

    fn delay(&self, setting: &Setting, unit: u32) -> u32 {
        let least = setting.distances.from_start[unit as usize];
        self.paths[unit as usize].len() as u32 - 1 - least
    }

    /// One round. Takes from `work` what was done.
    pub(super) fn round(&mut self, setting: &Setting, work: &mut u64) {
        for at in 0..ROUND {
            let mut trial = std::mem::take(&mut self.trials[at]);
            trial.recipe = self.pick_recipe();
            trial.seed = self.dice.roll();
            self.choose(setting, &mut trial);
            self.trials[at] = trial;
        }
        let (paths, reservations) = (&self.paths, &self.reservations);
        self.workers.for_each(&mut self.trials, 1 << 16, |trial, bench| {
            let bench = bench.get_or_insert_with(|| Bench {
                paths: paths.clone(),
                reservations: reservations.clone(),
                single: Single::default(),
            });
            bench.attempt(setting, trial);
        });
        self.keep(work);
    }

    /// By merit; none is ever without any.
    fn pick_recipe(&mut self) -> usize {
        let total: f32 = self.merits.iter().sum();
        let mut left = (self.dice.roll() >> 40) as f32 / (1 << 24) as f32 * total;
        for (recipe, &merit) in self.merits.iter().enumerate() {
            left -= merit;
            if left < 0.0 {
                return recipe;
            }
        }
        0
    }

    fn choose(&mut self, setting: &Setting, trial: &mut Trial) {
        let all = self.paths.len();
        let (way, size) = (trial.choice(), trial.size().min(all));
        let units = &mut trial.units;
        units.clear();
        match way {
            Choice::Delayed => self.around_delayed(setting, size, units),
            Choice::Crossing => self.crossing(setting, size, units),
            Choice::Random => {}
        }
        while units.len() < size {
            let unit = self.dice.below(all) as u32;
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
    }

    /// Walks from somewhere on the path of a unit that loses time towards its goal, as if alone, and takes
    /// every unit that it meets.
    fn around_delayed(&mut self, setting: &Setting, size: usize, units: &mut Vec<u32>) {
        let sample = [(); 8].map(|()| self.dice.below(self.paths.len()) as u32);
        let delays = sample.map(|unit| (self.delay(setting, unit), unit));
        let Some(&(1.., worst)) = delays.iter().max() else { return };
        units.push(worst);
        for _ in 0..10 {
            if units.len() >= size {
                return;
            }
            let path = &self.paths[worst as usize];
            let mut time = self.dice.below(path.len());
            let mut cell = path[time];
            let latest = path.len();
            while time < latest && units.len() < size {
                let beside = setting.roadmap.beside(cell);
                let mut next = cell;
                let turn = self.dice.below(beside.len().max(1));
                for at in 0..beside.len() {
                    let other = beside[(at + turn) % beside.len()];
                    if setting.distances.nearer(worst, cell, other) {
                        next = other;
                        break;
                    }
                }
                // Nothing nearer: it is at its goal.
                if next == cell {
                    break;
                }
                time += 1;
                for met in [
                    self.reservations.who(next, time as u32),
                    self.reservations.who(next, time as u32 - 1),
                ] {
                    if met != NONE && met != worst && !units.contains(&met) && units.len() < size {
                        units.push(met);
                    }
                }
                cell = next;
            }
        }
    }

    /// Units that pass a crossing at about the same time, and crossings near it.
    fn crossing(&mut self, setting: &Setting, size: usize, units: &mut Vec<u32>) {
        // A busy place: where a unit is at some moment.
        let unit = self.dice.below(self.paths.len());
        let path = &self.paths[unit];
        let time = self.dice.below(path.len());
        let mut cells = vec![path[time]];
        let mut at = 0;
        while at < cells.len() && units.len() < size && cells.len() < 200 {
            let cell = cells[at];
            at += 1;
            let stays = self.reservations.at(cell);
            let place = stays.partition_point(|stay| stay.until < time as u32);
            let around = place.saturating_sub(2)..(place + 3).min(stays.len());
            for stay in &stays[around] {
                if !units.contains(&stay.unit) && units.len() < size {
                    units.push(stay.unit);
                }
            }
            for &next in setting.roadmap.beside(cell) {
                if !cells.contains(&next) {
                    cells.push(next);
                }
            }
        }
    }

    /// Keeps what is better and still fits.
    fn keep(&mut self, work: &mut u64) {
        let Improver { paths, reservations, trials, merits, .. } = self;
        let mut kept: Vec<(u32, Vec<u32>, Vec<u32>)> = Vec::new();
        for trial in trials.iter_mut() {
            *work = work.saturating_sub(trial.work);
            let saved = if trial.works { trial.saved(paths) } else { 0 };
            let merit = saved.max(0) as f32 * 1e4 / (trial.work + 100) as f32;
            merits[trial.recipe] = (0.99 * merits[trial.recipe] + 0.01 * merit).max(0.02);
            if !trial.works || saved < 0 {
                continue;
            }
            // A unit may have changed in this very round.
            if trial.units.iter().any(|unit| kept.iter().any(|(other, ..)| other == unit)) {
                continue;
            }
            for &unit in &trial.units {
                reservations.remove(unit, &paths[unit as usize]);
            }
            let fit = trial.paths.iter().all(|path| reservations.admit(path));
            for (&unit, path) in trial.units.iter().zip(&mut trial.paths) {
                let old = &mut paths[unit as usize];
                if fit {
                    kept.push((unit, old.clone(), path.clone()));
                    std::mem::swap(old, path);
                }
                reservations.add(unit, old);
            }
        }
        for bench in self.workers.each().flatten() {
            for (unit, old, _) in &kept {
                bench.reservations.remove(*unit, old);
            }
            for (unit, _, new) in &kept {
                bench.reservations.add(*unit, new);
                bench.paths[*unit as usize].clone_from(new);
            }
        }
    }
}

impl Trial {
    fn choice(&self) -> Choice {
        CHOICES[self.recipe % CHOICES.len()]
    }

    fn size(&self) -> usize {
        SIZES[self.recipe / CHOICES.len() % SIZES.len()]
    }

    fn weight(&self) -> u32 {
        WEIGHTS[self.recipe / CHOICES.len() / SIZES.len()]
    }

    /// How many steps it saves.
    fn saved(&self, paths: &[Vec<u32>]) -> i64 {
        let old: usize = self.units.iter().map(|&unit| paths[unit as usize].len()).sum();
        let new: usize = self.paths.iter().map(Vec::len).sum();
        old as i64 - new as i64
    }
}

impl Bench {
    /// Plans a handful anew; the plan itself stays as it was.
    fn attempt(&mut self, setting: &Setting, trial: &mut Trial) {
        let Bench { paths, reservations, single, .. } = self;
        let weight = trial.weight();
        Dice::new(trial.seed).shuffle(&mut trial.units);
        trial.paths.resize_with(trial.units.len(), Vec::new);
        for &unit in &trial.units {
            reservations.remove(unit, &paths[unit as usize]);
        }
        let least = |unit: u32| setting.distances.from_start[unit as usize];
        // What may be spent beyond the least each needs, all together.
        let length = |unit: u32| paths[unit as usize].len() as u32 - 1;
        let mut spare: u32 = trial.units.iter().map(|&unit| length(unit) - least(unit)).sum();
        let allowed = 20_000 + 200 * trial.units.len() as u64;
        let mut left = allowed;
        let mut planned = 0;
        for (&unit, path) in trial.units.iter().zip(&mut trial.paths) {
            let latest = least(unit) + spare;
            let asked = Asked { setting, others: reservations, unit, latest, weight };
            if !single.search(&asked, &mut left, path) {
                break;
            }
            spare -= path.len() as u32 - 1 - least(unit);
            reservations.add(unit, path);
            planned += 1;
        }
        for (&unit, path) in trial.units[..planned].iter().zip(&trial.paths) {
            reservations.remove(unit, path);
        }
        for &unit in &trial.units {
            reservations.add(unit, &paths[unit as usize]);
        }
        trial.works = planned == trial.units.len();
        trial.work = allowed - left + trial.units.len() as u64;
    }
}
