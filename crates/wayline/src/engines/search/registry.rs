//! Which loop an algorithm of the registry is: one dynamic decision for each advance of a search;
//! everything below is static. The list itself is in `question/algorithm.rs`.

use super::problem::{Facts, Problem};
use super::{
    Loop, Step, Task, any_angle, best_first, bidirectional, blind, iterative, jump, naive, prepared,
};
use crate::question::algorithm::{Algorithm, for_all_algorithms};
use crate::question::answer::Guarantee;
use crate::question::observe::Watch;
use crate::question::settings::Settings;

macro_rules! loops {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, [$($run:tt)*] {
        $($fact:ident: $value:expr),*
    } $summary:literal;)*) => {
        impl Algorithm {
            pub(super) fn refuses(self, facts: &Facts, settings: &Settings) -> Option<&'static str> {
                match self {
                    Algorithm::Auto => None,
                    $(Algorithm::$variant => <$($run)* as Loop>::refuses(facts, settings),)*
                }
            }

            pub(super) fn guarantee(self, facts: &Facts, settings: &Settings) -> Guarantee {
                match self {
                    Algorithm::Auto => Guarantee::Nothing,
                    $(Algorithm::$variant => <$($run)* as Loop>::guarantee(facts, settings),)*
                }
            }

            pub(super) fn begin<P: Problem, V: Watch>(self, task: &mut Task<'_, P, V>) {
                match self {
                    Algorithm::Auto => unreachable!("chosen before"),
                    $(Algorithm::$variant => <$($run)* as Loop>::begin(task),)*
                }
            }

            pub(super) fn advance<P: Problem, V: Watch>(self, task: &mut Task<'_, P, V>) -> Step {
                match self {
                    Algorithm::Auto => unreachable!("chosen before"),
                    $(Algorithm::$variant => <$($run)* as Loop>::advance(task),)*
                }
            }
        }
    };
}
for_all_algorithms!(loops);
