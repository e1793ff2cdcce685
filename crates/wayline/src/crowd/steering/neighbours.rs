//! [`Buckets`]: which agents are near, by the cells of a coarse raster.

use super::Agent;
use super::vector::Vector;

const NONE: u32 = u32::MAX;

/// The agents of each square of the map, as linked lists.
#[derive(Default)]
pub(super) struct Buckets {
    side: f64,
    columns: i64,
    rows: i64,
    first: Vec<u32>,
    next: Vec<u32>,
    used: Vec<u32>,
}

impl Buckets {
    /// Puts all agents where they are. The time is that of the agents, but for the first call and larger radii.
    pub(super) fn fill(&mut self, width: u32, height: u32, largest: f64, agents: &[Agent]) {
        let side = (2.0 * largest).max(1.0);
        if side != self.side {
            let count = |cells: u32| (f64::from(cells) / side).floor() as i64 + 1;
            (self.side, self.columns, self.rows) = (side, count(width), count(height));
            self.first.clear();
            self.first.resize((self.columns * self.rows) as usize, NONE);
        } else {
            self.used.iter().for_each(|&bucket| self.first[bucket as usize] = NONE);
        }
        self.used.clear();
        self.next.resize(agents.len(), NONE);
        for (number, agent) in agents.iter().enumerate().filter(|(_, agent)| !agent.gone) {
            let [x, y] = self.square(agent.position);
            let bucket = (y * self.columns + x) as u32;
            self.used.push(bucket);
            self.next[number] = self.first[bucket as usize];
            self.first[bucket as usize] = number as u32;
        }
    }

    fn square(&self, at: Vector) -> [i64; 2] {
        let square = |at: f64, end: i64| ((at / self.side).floor() as i64).clamp(0, end - 1);
        [square(at.x, self.columns), square(at.y, self.rows)]
    }

    /// All agents within a distance, and some that are farther.
    pub(super) fn around(&self, at: Vector, reach: f64, mut each: impl FnMut(usize)) {
        let rim = Vector::new(reach, reach);
        let ([left, top], [right, bottom]) = (self.square(at - rim), self.square(at + rim));
        for y in top..=bottom {
            for x in left..=right {
                self.bucket(x, y, &mut each);
            }
        }
    }

    fn bucket(&self, x: i64, y: i64, each: &mut impl FnMut(usize)) {
        let mut agent = self.first[(y * self.columns + x) as usize];
        while agent != NONE {
            each(agent as usize);
            agent = self.next[agent as usize];
        }
    }

    /// The nearest within a reach, as many as fit: by the distance to their rims, then by number.
    pub(super) fn nearest(
        &self,
        agents: &[Agent],
        of: usize,
        (reach, largest, most): (f64, f64, usize),
        found: &mut Vec<(f64, u32)>,
    ) {
        found.clear();
        let at = agents[of].position;
        let [column, row] = self.square(at);
        let rings = (reach / self.side).floor() as i64 + 1;
        for ring in 0..=rings {
            // No agent farther out is nearer than this.
            let least = (ring - 1) as f64 * self.side - largest;
            if found.len() == most && found[most - 1].0 < least {
                break;
            }
            let mut each = |other: usize| {
                let agent = &agents[other];
                let key = ((agent.position - at).length() - agent.radius, other as u32);
                if other == of || key.0 + agent.radius > reach {
                    return;
                }
                let before =
                    |one: &(f64, u32)| one.0.total_cmp(&key.0).then(one.1.cmp(&key.1)).is_lt();
                let place = found.partition_point(before);
                if place < most {
                    found.truncate(most - 1);
                    found.insert(place, key);
                }
            };
            for y in (row - ring).max(0)..=(row + ring).min(self.rows - 1) {
                let whole = (y - row).abs() == ring;
                let step = if whole { 1 } else { (2 * ring).max(1) };
                let mut x = column - ring;
                while x <= column + ring {
                    if (0..self.columns).contains(&x) {
                        self.bucket(x, y, &mut each);
                    }
                    x += step;
                }
            }
        }
    }
}
