//! [`trade`]: units that have not begun their tasks trade them.
//!
//! When a unit gets a task, it is not known which units will soon be free, or where others will be by the time they
//! arrive. So until a unit has come to the first stop, nothing is settled: of any two, each may as well do
//! what the other was going to do. Partners are drawn by lot, a few for each unit in each step; over the many steps
//! that a way takes, most of those that matter get their turn.

use crate::crowd::dice::Dice;
use crate::crowd::roadmap::NONE;

/// How many partners each tries in a step.
const PARTNERS: usize = 20;

/// A unit without a task, or with one that it has not begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trader {
    pub(super) unit: u32,
    pub(super) cell: u32,
    /// Its task, and the first stop of that; [`NONE`] if it has none.
    pub(super) task: u32,
    pub(super) first: u32,
}

/// Trades where the ways of both to their first stops get shorter together, as far as the bounds between cells can
/// tell. A unit without a task has no way to go.
pub(super) fn trade(traders: &mut [Trader], step: u64, between: impl Fn(u32, u32) -> u32) {
    let way = |cell: u32, first: u32| if first == NONE { 0 } else { between(cell, first) };
    let mut dice = Dice::new(step);
    for at in 0..traders.len() {
        let mut own = way(traders[at].cell, traders[at].first);
        for _ in 0..PARTNERS {
            let other = dice.below(traders.len());
            let (one, two) = (traders[at], traders[other]);
            if one.first == two.first {
                continue;
            }
            let (theirs, instead) = (way(two.cell, two.first), way(one.cell, two.first));
            // The second way is looked at only where the first leaves anything to gain.
            if instead < own + theirs && instead + way(two.cell, one.first) < own + theirs {
                (traders[at].task, traders[at].first) = (two.task, two.first);
                (traders[other].task, traders[other].first) = (one.task, one.first);
                own = instead;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apart(a: u32, b: u32) -> u32 {
        a.abs_diff(b)
    }

    fn trader(unit: u32, cell: u32, task: u32, first: u32) -> Trader {
        Trader { unit, cell, task, first }
    }

    #[test]
    fn ways_that_cross_are_traded() {
        let mut traders = [trader(0, 0, 5, 100), trader(1, 100, 6, 0)];
        trade(&mut traders, 3, apart);
        assert_eq!(traders, [trader(0, 0, 6, 0), trader(1, 100, 5, 100)]);
    }

    #[test]
    fn a_unit_without_a_task_takes_one_over_where_it_is_nearer() {
        let mut traders = [trader(0, 0, 5, 100), trader(1, 90, NONE, NONE)];
        trade(&mut traders, 3, apart);
        assert_eq!(traders, [trader(0, 0, NONE, NONE), trader(1, 90, 5, 100)]);
    }

    #[test]
    fn ways_get_shorter_and_no_task_is_lost() {
        let mut traders: Vec<Trader> =
            (0..50).map(|unit| trader(unit, unit * 37 % 101, unit, unit * 53 % 101)).collect();
        let ways =
            |traders: &[Trader]| -> u32 { traders.iter().map(|it| apart(it.cell, it.first)).sum() };
        let before = ways(&traders);
        for step in 0..20 {
            let last = ways(&traders);
            trade(&mut traders, step, apart);
            assert!(ways(&traders) <= last);
        }
        assert!(ways(&traders) < before / 2);
        let mut tasks: Vec<u32> = traders.iter().map(|it| it.task).collect();
        tasks.sort_unstable();
        assert!(tasks.into_iter().eq(0..50));
        trade(&mut [], 0, apart);
    }
}
