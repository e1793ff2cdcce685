//! The rules of a map, as flags that several commands have.

use crate::flags;
use clap::Args;
use wayline::{Corners, Moves, Rules, StepCosts};

#[derive(Args)]
pub(crate) struct RuleFlags {
    /// Whether a cell has four neighbours, or eight (the default)
    #[arg(long, value_name = "4|8", value_parser = flags::moves())]
    #[arg(help_heading = "Rules", hide_possible_values = true)]
    moves: Option<Moves>,
    /// When a diagonal may pass a blocked cell: never (the default), one or always
    ///
    /// never: both cells beside it must be free. one: at least one of them. always: neither.
    #[arg(long, value_name = "never|one|always", help_heading = "Rules")]
    #[arg(value_parser = flags::named::<Corners>(), hide_possible_values = true)]
    corners: Option<Corners>,
    /// What a straight and a diagonal step cost: exact (the default) is 1 and the root of 2
    #[arg(long, value_name = "exact|uniform|S,D", help_heading = "Rules")]
    #[arg(allow_hyphen_values = true)]
    #[arg(value_parser = flags::step_costs(), hide_possible_values = true)]
    step_costs: Option<StepCosts>,
}

impl RuleFlags {
    pub(crate) fn rules(&self) -> Rules {
        let mut rules = Rules::default();
        rules.moves = self.moves.unwrap_or(rules.moves);
        rules.corners = self.corners.unwrap_or(rules.corners);
        rules.steps = self.step_costs.unwrap_or(rules.steps);
        rules
    }

    /// Whether any of them was given.
    pub(crate) fn are_given(&self) -> bool {
        self.moves.is_some() || self.corners.is_some() || self.step_costs.is_some()
    }
}
