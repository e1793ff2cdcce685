//! The place of the prepared index in the list of algorithms: it is known by name, and asked
//! elsewhere.

use super::{Loop, Step, Task};
use crate::answer::{Guarantee, Outcome};
use crate::observe::Observer;
use crate::query::Settings;
use crate::space::{Facts, Problem};

pub(super) struct Prepared;

impl Loop for Prepared {
    fn refuses(_: &Facts, _: &Settings) -> Option<&'static str> {
        Some("it is no search: prepare a GridIndex from the map and ask that")
    }
    fn guarantee(_: &Facts, _: &Settings) -> Guarantee {
        Guarantee::Optimal
    }
    // Never reached: it always refuses.
    fn begin<P: Problem, V: Observer>(_: &mut Task<'_, P, V>) {}
    fn advance<P: Problem, V: Observer>(_: &mut Task<'_, P, V>) -> Step {
        Step::Done(Outcome::Unreachable)
    }
}
