//! Contours by marching squares: the lines that part what is inside from what is outside on a raster.
//!
//! Every ring has what is inside on its left, so outer rings run counterclockwise and holes clockwise. Where a
//! cell is ambiguous the mean of its corners decides, the same for all; corners are kept away from the
//! raster's own points. So rings neither cross nor touch, themselves or each other.

/// Numbers on a raster, row by row: above zero is inside. The outermost rows and columns are outside.
pub(crate) struct Raster {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) values: Vec<f32>,
}

impl Raster {
    fn value(&self, x: usize, y: usize) -> f32 {
        self.values[y * self.width + x]
    }

    /// The rings, in units of the raster, the first point not repeated at the end.
    pub(crate) fn rings(&self) -> Vec<Vec<[f64; 2]>> {
        // A crossing is on the side of a cell: that to the right of point i is 2i, that above it 2i + 1.
        let mut steps: Vec<(u32, u32)> = Vec::new();
        for y in 0..self.height.saturating_sub(1) {
            for x in 0..self.width.saturating_sub(1) {
                self.steps_in(x, y, &mut steps);
            }
        }
        // Each crossing is left once and come to once.
        steps.sort_unstable();
        let mut taken = vec![false; steps.len()];
        let mut rings = Vec::new();
        for first in 0..steps.len() {
            let mut ring = Vec::new();
            let mut at = first;
            while !taken[at] {
                taken[at] = true;
                ring.push(self.crossing(steps[at].0));
                let next = steps.binary_search_by_key(&steps[at].1, |step| step.0);
                at = next.expect("rings are closed, since the border is outside");
            }
            if !ring.is_empty() {
                rings.push(ring);
            }
        }
        rings
    }

    /// The steps through one cell, from side to side.
    fn steps_in(&self, x: usize, y: usize, steps: &mut Vec<(u32, u32)>) {
        // Counterclockwise from the lower left; y grows upwards.
        let corners =
            [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)].map(|(x, y)| self.value(x, y));
        let inside = corners.map(|value| value > 0.0);
        if inside.iter().all(|&it| it == inside[0]) {
            return;
        }
        let point = (y * self.width + x) as u32;
        let sides = [2 * point, 2 * point + 3, 2 * (point + self.width as u32), 2 * point + 1];
        let leaves = |side: usize| inside[side] && !inside[(side + 1) % 4];
        let enters = |side: usize| !inside[side] && inside[(side + 1) % 4];
        let joined = corners.iter().sum::<f32>() > 0.0;
        for side in (0..4).filter(|&side| leaves(side)) {
            // Around what is outside where the inside is joined, else around what is inside.
            let turn = |step: usize| if joined { (side + step) % 4 } else { (side + 4 - step) % 4 };
            let end = (1..4).map(turn).find(|&side| enters(side));
            steps.push((sides[side], sides[end.expect("who leaves comes back")]));
        }
    }

    fn crossing(&self, side: u32) -> [f64; 2] {
        let (point, up) = ((side / 2) as usize, side % 2 == 1);
        let (x, y) = (point % self.width, point / self.width);
        let (a, b) = match up {
            true => (self.value(x, y), self.value(x, y + 1)),
            false => (self.value(x, y), self.value(x + 1, y)),
        };
        let share = f64::from(a / (a - b)).clamp(0.05, 0.95);
        match up {
            true => [x as f64, y as f64 + share],
            false => [x as f64 + share, y as f64],
        }
    }
}

/// Twice the area inside a ring, negative if it runs clockwise.
pub(crate) fn area(ring: &[[f64; 2]]) -> f64 {
    // From its first point, so that small rings far from the origin keep their digits.
    let Some(&[x, y]) = ring.first() else { return 0.0 };
    let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
    pairs.map(|(a, b)| (a[0] - x) * (b[1] - y) - (b[0] - x) * (a[1] - y)).sum()
}

/// Whether a point is inside a ring, by the even-odd rule.
pub(crate) fn contains(ring: &[[f64; 2]], at: [f64; 2]) -> bool {
    let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
    pairs.filter(|(a, b)| crosses(**a, **b, at)).count() % 2 == 1
}

/// Whether a line from a point to the east crosses a piece of a ring.
pub(crate) fn crosses(a: [f64; 2], b: [f64; 2], at: [f64; 2]) -> bool {
    (a[1] > at[1]) != (b[1] > at[1])
        && at[0] < (b[0] - a[0]) * (at[1] - a[1]) / (b[1] - a[1]) + a[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raster(rows: &[&str]) -> Raster {
        // The first row is the uppermost.
        let width = rows[0].len();
        let letters = rows.iter().rev().flat_map(|row| row.bytes());
        let values = letters.map(|letter| if letter == b'#' { 1.0 } else { -1.0 }).collect();
        Raster { width, height: rows.len(), values }
    }

    #[test]
    fn outer_rings_run_counterclockwise_and_holes_clockwise() {
        let rings =
            raster(&[".......", ".#####.", ".#...#.", ".#.#.#.", ".#...#.", ".#####.", "......."])
                .rings();
        let mut areas: Vec<f64> = rings.iter().map(|ring| area(ring) / 2.0).collect();
        areas.sort_by(f64::total_cmp);
        assert_eq!(areas.len(), 3);
        assert!(areas[0] < 0.0 && areas[1] > 0.0 && areas[2] > -areas[0]);
    }

    #[test]
    fn every_raster_of_three_by_three_is_parted_exactly() {
        for set in 0..512u32 {
            let mut values = vec![-1.0; 25];
            for bit in 0..9 {
                if set >> bit & 1 == 1 {
                    values[(bit as usize / 3 + 1) * 5 + bit as usize % 3 + 1] = 1.0;
                }
            }
            let raster = Raster { width: 5, height: 5, values };
            let rings = raster.rings();
            for y in 0..5 {
                for x in 0..5 {
                    let around = rings.iter().filter(|ring| contains(ring, [x as f64, y as f64]));
                    let inside = around.count() % 2 == 1;
                    assert_eq!(inside, raster.value(x, y) > 0.0, "{set}: {x},{y}");
                }
            }
            // No corner twice.
            let mut corners: Vec<[u64; 2]> =
                rings.iter().flatten().map(|at| at.map(f64::to_bits)).collect();
            let count = corners.len();
            corners.sort_unstable();
            corners.dedup();
            assert_eq!(corners.len(), count);
        }
    }
}
