//! [`BodyPlan`]: which moves every body makes, and when.

use super::pushing::Step;
use super::setting::Setting;
use crate::body::kind::Placement;

/// A move of a plan: from where, which of the heading's [moves](crate::body::BodyKind::moves), from when until
/// when. For all that time, its body holds the cells that the move sweeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BodyMove {
    /// Where the body is before it.
    pub from: Placement,
    /// Which of the moves of that heading.
    pub index: usize,
    /// When it begins, in time units.
    pub begin: u64,
    /// When it is over.
    pub end: u64,
}

/// A plan for bodies: the moves of each, in the order of time. Between two moves, before the first and after
/// the last, a body rests where it is.
///
/// ```
/// use wayline::body::{Heading, Placement};
/// use wayline::crowd::{BodyMove, BodyPlan};
/// let from = Placement::new(0, 0, Heading::E);
/// let plan = BodyPlan::new(vec![vec![BodyMove { from, index: 0, begin: 5, end: 15 }], vec![]]);
/// assert_eq!((plan.units(), plan.makespan(), plan.sum_of_costs()), (2, 15, 15));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BodyPlan {
    moves: Vec<Vec<BodyMove>>,
}

impl BodyPlan {
    /// A plan from moves, wherever they come from: [`check::body_crowd`](crate::check::body_crowd) says whether
    /// they can be made.
    pub fn new(moves: Vec<Vec<BodyMove>>) -> BodyPlan {
        BodyPlan { moves }
    }

    /// The moves of each unit.
    pub fn moves(&self) -> &[Vec<BodyMove>] {
        &self.moves
    }

    /// How many units there are.
    pub fn units(&self) -> usize {
        self.moves.len()
    }

    /// When the last unit has made its last move.
    pub fn makespan(&self) -> u64 {
        self.arrivals().max().unwrap_or(0)
    }

    /// The sum of the times when units have made their last moves.
    pub fn sum_of_costs(&self) -> u64 {
        self.arrivals().sum()
    }

    pub(super) fn moves_of(&mut self, unit: u32) -> &mut Vec<BodyMove> {
        &mut self.moves[unit as usize]
    }

    fn arrivals(&self) -> impl Iterator<Item = u64> {
        self.moves.iter().map(|moves| moves.last().map_or(0, |last| last.end))
    }
}

/// Gives each move of a sequence the earliest possible time: when its unit has made the move before, and all units
/// that had any of its cells before have left them.
pub(super) fn scheduled(setting: &Setting, steps: &[Step]) -> BodyPlan {
    let mut free_from = vec![0_u64; setting.cells];
    let mut moves = vec![Vec::new(); setting.units()];
    for step in steps {
        let of_kind = setting.of(step.unit);
        let own: &mut Vec<BodyMove> = &mut moves[step.unit as usize];
        let swept = of_kind.swept(step.from, step.index);
        let begin = swept.clone().map(|cell| free_from[cell]).max().unwrap_or(0);
        let begin = begin.max(own.last().map_or(0, |last| last.end));
        let end = begin + u64::from(step.time);
        swept.for_each(|cell| free_from[cell] = end);
        let from = of_kind.map.placement(step.from);
        own.push(BodyMove { from, index: usize::from(step.index), begin, end });
    }
    BodyPlan { moves }
}
