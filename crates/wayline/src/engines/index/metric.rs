//! The [`Metric`] of a grid's rules.

use super::frame::Frame;
pub(super) use crate::kernel::metric::{Length, Metric, UNREACHED};
use crate::spaces::grid::{Moves, Rules};

impl<L: Length> Metric<L> {
    /// `None` for steps that have no integers of the size in the same proportion. Four moves are eight whose
    /// diagonals cost two straight steps.
    pub(super) fn of(rules: &Rules) -> Option<Metric<L>> {
        let straight = rules.steps.straight().raw();
        let diagonal = match rules.moves {
            Moves::Four => 2 * straight,
            Moves::Eight => rules.steps.diagonal().raw(),
        };
        Metric::new(straight, diagonal, Frame::of(rules).is_turned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::cost::Cost;
    use crate::spaces::grid::{Corners, StepCosts};

    fn steps(straight: f64, diagonal: f64) -> Rules {
        Rules::default().steps(StepCosts::new(straight, diagonal).unwrap())
    }

    /// Every metric gives back what this many steps cost.
    fn gives_back<L: Length>(rules: Rules) {
        let metric = Metric::<L>::of(&rules).unwrap();
        let diagonal = match rules.moves {
            Moves::Four => 2 * rules.steps.straight().raw(),
            Moves::Eight => rules.steps.diagonal().raw(),
        };
        for (straights, diagonals) in [(0, 0), (1, 0), (0, 1), (7, 9000), (32_088, 0), (0, 16_000)]
        {
            let cost = L::from(straights) * metric.straight + L::from(diagonals) * metric.diagonal;
            let raw = straights as u64 * rules.steps.straight().raw() + diagonals as u64 * diagonal;
            assert_eq!(metric.cost(cost), Cost::from_raw(raw), "{rules:?} {straights} {diagonals}");
        }
    }

    #[test]
    fn counts_of_steps_are_found_again() {
        let four = Rules::default().moves(Moves::Four);
        let all = [Rules::default(), four, steps(10.0, 14.0), steps(1.0, 1.0), steps(3.0, 6.0)];
        for (rules, corners) in all.into_iter().flat_map(|rules| Corners::ALL.map(|c| (rules, c))) {
            gives_back::<u32>(rules.corners(corners));
            gives_back::<u64>(rules.corners(corners));
        }
        gives_back::<u64>(steps(1.0, 1.4143));
    }

    #[test]
    fn other_steps_are_reduced() {
        let metric = Metric::<u32>::of(&steps(10.0, 14.0)).unwrap();
        assert_eq!((metric.straight, metric.diagonal), (5, 7));
        assert_eq!(metric.cost(12), Cost::from(24));
        assert_eq!(metric.cost(UNREACHED), Cost::INFINITE);
        assert_eq!(Metric::<u32>::of(&steps(1.0, 1.4143)), None);
    }

    /// Wherever labels are read in part, two border steps are more expensive than what they lead to.
    #[test]
    fn borders_are_more_expensive_than_middles() {
        let four = Rules::default().moves(Moves::Four);
        for rules in [Rules::default(), four, steps(1.0, 1.0), steps(1.0, 2.0), steps(4.0, 5.0)] {
            for corners in Corners::ALL {
                let rules = rules.corners(corners);
                let Metric { middle, border, .. } = Metric::<u32>::of(&rules).unwrap();
                let middles = if Frame::of(&rules).is_turned { 2 * middle } else { middle };
                assert!(2 * border > middles, "{rules:?}");
            }
        }
    }
}
