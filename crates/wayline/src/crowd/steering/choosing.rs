//! How an agent chooses its velocity in a tick.

use super::half_planes::{self, Encounter};
use super::neighbours::Buckets;
use super::vector::Vector;
use super::{Agent, Aim, PARTS, PATIENCE, Scratch, Step, walls};
use crate::crowd::dice::mix;
use crate::spaces::grid::Grid;

/// For how many seconds collisions are foreseen, and with how many others at most.
const HORIZON: f64 = 1.0;
const NEIGHBOURS: usize = 12;
/// Discs farther away than this are ignored, in cells and radii.
const SIGHT: f64 = 8.0;
/// What is kept between two discs if they cannot avoid each other: as a part of their radii.
const GAP_BETWEEN: f64 = 0.03;
/// How far an agent that meets others turns to the right, as the tangent of the angle.
const RIGHTWARDS: f64 = 0.8;
/// For how many ticks one that was held up gives way.
const WHILE: u8 = 12;

/// What every agent sees when it chooses.
pub(super) struct Scene<'s> {
    pub(super) grid: &'s Grid,
    pub(super) agents: &'s [Agent],
    pub(super) buckets: &'s Buckets,
    pub(super) seconds: f64,
    pub(super) fastest: f64,
    pub(super) largest: f64,
}

impl Scene<'_> {
    pub(super) fn step(&self, number: usize, scratch: &mut Scratch) -> Step {
        let agent = &self.agents[number];
        let stay = Step { whole: Vector::ZERO, part: 0, to: agent.position };
        if agent.gone || agent.fastest == 0.0 {
            return stay;
        }
        let whole = self.velocity(number, scratch) * self.seconds;
        let mut step = Step { whole, part: 0, to: agent.position + whole };
        // Half-planes of walls leave a gap, so only rounding could lead into one.
        while !walls::is_clear(self.grid, agent.position, step.to, agent.radius) {
            if usize::from(step.part) + 1 == PARTS.len() {
                return stay;
            }
            step.shorten(agent.position);
        }
        step
    }

    /// The velocity nearest to what an agent wants that walls and others allow.
    fn velocity(&self, number: usize, scratch: &mut Scratch) -> Vector {
        let agent = &self.agents[number];
        let Scratch { near, planes, projected } = scratch;
        planes.clear();
        let (radius, seconds) = (agent.radius, self.seconds);
        let (position, most) = (agent.position, (agent.fastest, seconds));
        walls::half_planes(self.grid, position, radius, most, agent.preferred, planes);
        let walls = planes.len();
        let seen = (HORIZON * (agent.fastest + self.fastest)).min(SIGHT);
        let reach = agent.radius + self.largest + seen;
        self.buckets.nearest(self.agents, number, (reach, self.largest, NEIGHBOURS), near);
        let preferred = agent.preferred;
        let mut met = false;
        for &(_, other) in near.iter() {
            let other = &self.agents[other as usize];
            let offset = other.position - agent.position;
            let against = preferred.dot(other.preferred) < 0.0;
            met |= against && offset.dot(preferred) > 0.0;
            let encounter = Encounter {
                offset,
                velocity: agent.velocity,
                relative: agent.velocity - other.velocity,
                radius: (agent.radius + other.radius) * (1.0 + GAP_BETWEEN),
                horizon: HORIZON,
                at_once: seconds,
                share: if against { 0.5 } else { agent.share(other) },
            };
            planes.push(encounter.half_plane());
        }
        let preferred =
            if met { preferred + preferred.to_the_right() * RIGHTWARDS } else { preferred };
        half_planes::best(planes, walls, agent.fastest, preferred, projected)
    }
}

impl Agent {
    /// Its share of avoiding the other; the rest is the other's. Of two that go in much the same direction, the
    /// one in front leaves it to the one behind, or neither would be first through a door.
    pub(super) fn share(&self, other: &Agent) -> f64 {
        let ahead = (other.position - self.position).dot(self.preferred + other.preferred);
        match (self.fastest > 0.0, other.fastest > 0.0) {
            // An agent that cannot move leaves all of it to others.
            (_, false) => 1.0,
            (false, _) => 0.0,
            _ if ahead > 0.0 => 0.75,
            _ if ahead < 0.0 => 0.25,
            _ => 0.5,
        }
    }

    /// Counts ticks in which it is held up; when it has given way for a while it tries again.
    pub(super) fn count_delay(&mut self) {
        let moving = 16.0 * self.velocity.squared() >= self.preferred.squared();
        self.held_up = if self.held_up >= PATIENCE + WHILE {
            0
        } else if self.held_up < PATIENCE && moving {
            self.held_up.saturating_sub(2)
        } else {
            self.held_up + 1
        };
    }

    /// Agents that block each other do so for good if none goes back. One in four does, straight or to a side, by
    /// chance: a chance that is the same everywhere.
    pub(super) fn give_way(&mut self, number: u64, ticks: u64) {
        let begin = ticks - u64::from(self.held_up - PATIENCE);
        let chance = mix((number << 32) ^ begin);
        if chance.is_multiple_of(4) {
            let side = [1.0, -1.0, 0.0, 1.0][(chance >> 8) as usize % 4];
            let back = self.preferred.to_the_right() * side - self.preferred;
            self.preferred = back.at_most(self.fastest);
        }
    }

    /// What it would do if it were alone.
    pub(super) fn wanted(&self, seconds: f64) -> Vector {
        match self.aim {
            Aim::Velocity(velocity) => velocity.at_most(self.fastest),
            Aim::Point { at, stop } => {
                let far = at - self.position;
                let length = far.length();
                // It would be there before the tick is over.
                if length <= self.fastest * seconds {
                    return if stop {
                        far * (1.0 / seconds)
                    } else {
                        far * (self.fastest / length.max(1e-9))
                    };
                }
                far * (self.fastest / length)
            }
        }
    }
}
