//! Options that would be ignored are refused, and what was decided for the user is explained. What an
//! algorithm takes is known from the engine's registry.

use super::Solve;
use crate::answered::Answered;
use crate::failure::Failure;
use crate::output;
use wayline::{Algorithm, AlgorithmInfo, Limit, Moves, Outcome, Stop};

/// An option, whether it was given, and which algorithms take it.
struct Setting {
    flag: &'static str,
    given: bool,
    taken_by: fn(&AlgorithmInfo) -> bool,
}

impl Solve {
    fn options(&self) -> [Setting; 5] {
        [
            Setting {
                flag: "--heuristic",
                given: !self.heuristic.is_empty(),
                taken_by: |info| info.informed,
            },
            Setting {
                flag: "--open",
                given: self.open.is_some(),
                taken_by: |info| info.takes_open,
            },
            Setting {
                flag: "--ties",
                given: self.ties.is_some(),
                taken_by: |info| info.takes_ties,
            },
            Setting {
                flag: "--weight",
                given: self.weight.is_some(),
                taken_by: |info| info.takes_weight,
            },
            Setting {
                flag: "--stop",
                // The other rule is what they all do.
                given: self.stop == Some(Stop::Generated),
                taken_by: |info| info.takes_stop,
            },
        ]
    }

    /// Refuses options that the algorithm would ignore.
    pub(super) fn refuse_what_is_ignored(&self) -> Result<(), Failure> {
        let info = self.algorithm.info();
        if self.index.is_some() || info.prepared {
            return self.refuse_what_an_index_ignores();
        }
        for Setting { flag, given, taken_by } in self.options() {
            if given && !taken_by(info) {
                let takers = wayline::algorithms().iter().filter(|info| {
                    !info.prepared && info.algorithm != Algorithm::Auto && taken_by(info)
                });
                let takers: Vec<_> = takers.map(|info| info.name).collect();
                return Err(Failure::Input(format!(
                    "{flag} has no effect on {}: leave it out, or choose an --algorithm that takes \
                     it: {}",
                    info.name,
                    takers.join(", ")
                )));
            }
        }
        if info.any_angle && self.rules.rules().moves == Moves::Four {
            return Err(Failure::Input(format!(
                "{} moves at any angle: --moves 4 does not allow that: leave one out",
                info.name
            )));
        }
        Ok(())
    }

    fn refuse_what_an_index_ignores(&self) -> Result<(), Failure> {
        let searching = [
            ("--closest", self.closest),
            ("--max-expansions", self.max_expansions.is_some()),
            ("--max-ms", self.max_ms.is_some()),
            ("--trace", self.trace.is_some()),
        ];
        let options = self.options().map(|option| (option.flag, option.given));
        match options.into_iter().chain(searching).find(|(_, given)| *given) {
            Some((flag, _)) => Err(Failure::Input(format!(
                "{flag} is for searches, and a path is read from an index without one: leave one out"
            ))),
            None => Ok(()),
        }
    }

    /// Explains what the user did not ask for: a limit of ours, and what `auto` made of an option.
    pub(super) fn explain(&self, finding: &Answered) {
        let struck = finding.outcome == Outcome::Stopped(Limit::Expansions);
        if let (Some(cap), true, None) =
            (self.algorithm.info().grid_cap, struck, self.max_expansions)
        {
            output::note(&format!(
                "{} was stopped after {cap} expansions, since on a map it may take forever; \
                 --max-expansions N allows more",
                self.algorithm
            ));
        }
        if self.algorithm != Algorithm::Auto {
            return;
        }
        let picked = finding.algorithm.info();
        for Setting { flag, given, taken_by } in self.options() {
            if given && !taken_by(picked) {
                output::note(&format!(
                    "auto picked {}, on which {flag} has no effect; choose an --algorithm",
                    picked.name
                ));
            }
        }
        if self.open.is_some() && picked.takes_open {
            output::note(&format!(
                "because of --open, auto picked {}; without it, it may find another path of the \
                 same cost",
                picked.name
            ));
        }
    }

    /// The estimates asked for, as they were.
    pub(super) fn heuristic_name(&self) -> String {
        match self.heuristic.is_empty() {
            true => "auto".to_owned(),
            false => self.heuristic.join(","),
        }
    }
}
