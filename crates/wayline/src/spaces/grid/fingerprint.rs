//! A number that stands for everything a path's cost depends on: cells, ground and rules.
//!
//! Anything prepared from a map keeps the map's fingerprint, and is refused on a map that has a different one: the
//! same map after an edit, or another map altogether. If an edit is taken back, it fits again, except for a map's
//! very first multiplier or elevation: from then on the map keeps a list of them.

use super::{Charge, Corners, Grid, Moves};
use crate::kernel::fingerprint::Mixer;

impl Grid {
    /// See [the module](self). Made when first wanted after an edit, in about a nanosecond a cell.
    pub(crate) fn fingerprint(&self) -> u64 {
        *self.fingerprint.get_or_init(|| {
            let mut mixer = Mixer::default();
            mixer.add((self.width as u64) << 32 | self.height as u64);
            let (rules, steps) = (self.rules, self.rules.steps);
            let corners = match rules.corners {
                Corners::Never => 0,
                Corners::One => 1,
                Corners::Always => 2,
            };
            let enters = u64::from(rules.charge == Charge::Enter);
            mixer.add(enters << 3 | corners << 1 | u64::from(rules.moves == Moves::Eight));
            for cost in [steps.straight(), steps.diagonal(), rules.uphill] {
                mixer.add(cost.raw());
            }
            mixer.add_all(&self.bits, 8, u64::from);
            let (multipliers, elevations) = self.ground.lists();
            mixer.add_all(multipliers, 16, u64::from);
            mixer.add_all(elevations, 32, |elevation| elevation as u32 as u64);
            for link in self.links.all() {
                mixer.add((link.from as u64) << 32 | link.to as u64);
                mixer.add(link.cost.raw());
            }
            mixer.0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::cost::Cost;
    use crate::spaces::grid::{Rules, StepCosts};

    #[test]
    fn every_edit_changes_it_and_taking_it_back_restores_it() {
        let mut grid = Grid::from_fn(70, 9, |cell| (cell.x + cell.y) % 5 > 0).unwrap();
        grid.set_multiplier((0, 0), 3.0).unwrap();
        grid.set_elevation((0, 0), 3).unwrap();
        let mut seen = std::collections::BTreeSet::from([grid.fingerprint()]);
        let first = grid.fingerprint();
        for cell in grid.cells() {
            let (free, multiplier) = (grid.is_free(cell), grid.multiplier(cell));
            let elevation = grid.elevation(cell);
            grid.set_free(cell, !free).unwrap();
            assert!(seen.insert(grid.fingerprint()), "{cell}");
            grid.set_free(cell, free).unwrap();
            grid.set_multiplier(cell, 200.0).unwrap();
            assert!(seen.insert(grid.fingerprint()), "{cell}");
            grid.set_multiplier(cell, multiplier).unwrap();
            grid.set_elevation(cell, -7).unwrap();
            assert!(seen.insert(grid.fingerprint()), "{cell}");
            grid.set_elevation(cell, elevation).unwrap();
            assert_eq!(grid.fingerprint(), first);
            assert_eq!(grid.clone().fingerprint(), first);
        }
        for cost in [1.0, 2.0] {
            for (from, to) in [((0, 0), (9, 9 - 1)), ((9, 8), (0, 0)), ((0, 0), (0, 0))] {
                grid.add_link(from, to, cost).unwrap();
                assert!(seen.insert(grid.fingerprint()), "{from:?} {to:?}");
                assert_eq!(grid.clone().fingerprint(), grid.bare_copy().fingerprint());
                assert!(grid.remove_link(from, to));
                assert_eq!(grid.fingerprint(), first);
            }
        }
        let rules = grid.rules();
        for other in [
            Rules { moves: Moves::Four, ..rules },
            Rules { corners: Corners::One, ..rules },
            Rules { corners: Corners::Always, ..rules },
            Rules { steps: StepCosts::UNIFORM, ..rules },
            Rules { uphill: Cost::from_raw(1), ..rules },
            Rules { charge: Charge::Enter, ..rules },
        ] {
            grid.set_rules(other);
            assert!(seen.insert(grid.fingerprint()), "{other:?}");
        }
        grid.set_rules(rules);
        assert_eq!(grid.fingerprint(), first);
    }
}
