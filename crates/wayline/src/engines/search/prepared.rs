//! The place of the prepared index in the list of algorithms: it has a name here, and is asked elsewhere.

use super::Loop;
use crate::engines::search::problem::Facts;
use crate::question::answer::Guarantee;
use crate::question::settings::Settings;

pub(super) struct Prepared;

impl Loop for Prepared {
    fn refuses(_: &Facts, _: &Settings) -> Option<&'static str> {
        Some("it is not a search: prepare an index (GridIndex, GraphIndex) and ask that")
    }
    fn guarantee(_: &Facts, _: &Settings) -> Guarantee {
        Guarantee::Optimal
    }
}
