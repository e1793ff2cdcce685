//! [`Steering`]: discs that move between cells, at any angle, and do not collide.
//!
//! `choosing.rs` is how an agent chooses its velocity: `half_planes.rs` has the method, `walls.rs` what cells
//! forbid, and `neighbours.rs` finds the agents nearby. `course.rs` decides where to go.

mod choosing;
mod course;
mod half_planes;
mod neighbours;
mod vector;
mod walls;

use crate::kernel::parallel::Workers;
use crate::spaces::error::{BodyError, Error};
use crate::spaces::grid::{Cell, Corners, Grid};
use choosing::Scene;
use half_planes::HalfPlane;
use neighbours::Buckets;
use std::fmt;
use std::ops::Range;
use vector::Vector;

/// The largest disc and the fastest, in cells and cells per second; the longest tick, in seconds.
const LARGEST: f64 = 16.0;
const FASTEST: f64 = 1000.0;
const LONGEST: f64 = 10.0;
/// No agent moves farther at once: longer ticks are split.
const FARTHEST: f64 = 0.5;
/// What is kept between a disc and a wall, for rounding, in cells.
const GAP: f64 = 0.001;
/// After this many ticks of standing still, an agent that is held up gives way.
const PATIENCE: u8 = 20;
/// The parts of a move that are tried until no agent is in the way.
const PARTS: [f64; 4] = [1.0, 0.5, 0.25, 0.0];

/// A disc on a map: where its middle is, and its radius, in cells. The cell `(x, y)` is the square from `x` to
/// `x + 1` and from `y` to `y + 1`, so its middle is at `x + 0.5`, `y + 0.5`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// Where its middle is, to the right.
    pub x: f64,
    /// Where its middle is, downwards.
    pub y: f64,
    /// From its middle to its rim.
    pub radius: f64,
}

#[derive(Clone, Copy, Debug)]
struct Agent {
    position: Vector,
    velocity: Vector,
    radius: f64,
    fastest: f64,
    aim: Aim,
    /// What it would do in this tick if it were alone.
    preferred: Vector,
    /// For how many ticks it has hardly moved.
    held_up: u8,
    gone: bool,
}

/// What an agent would do if it were alone.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Aim {
    Velocity(Vector),
    /// To a point, to stop there or to go on.
    Point {
        at: Vector,
        stop: bool,
    },
}

/// A move of an agent in a tick.
#[derive(Clone, Copy, Default)]
struct Step {
    whole: Vector,
    /// Which of the [`PARTS`] of it is made, and where that leads.
    part: u8,
    to: Vector,
}

/// What one thread needs.
#[derive(Default)]
struct Scratch {
    near: Vec<(f64, u32)>,
    planes: Vec<HalfPlane>,
    projected: Vec<HalfPlane>,
}

/// Local avoidance: discs with positions and velocities between cells that keep off walls and each other.
///
/// Each agent has a radius, a greatest speed and something it wants: a velocity, a point, or to
/// [follow](Steering::follow) a [`Field`](crate::Field) around walls. In a tick, all agents choose a velocity at
/// the same time, as near to what they want as the others allow, and each does its share to avoid a collision
/// within the next second (ORCA; see `half_planes.rs`). Agents that meet head-on pass on the right; an agent
/// behind makes way for one in front; and an agent that is held up for long goes back for a moment.
///
/// ```
/// use wayline::{FieldQuery, Grid, check, crowd::Steering};
///
/// let grid = Grid::from_fn(20, 9, |cell| cell.x != 10 || cell.y == 4)?; // A wall with a door.
/// let mut steering = Steering::new(&grid);
/// for i in 0..12 {
///     steering.add_agent((1.5 + f64::from(i % 3), 2.5 + f64::from(i / 3)), 0.3, 2.0)?;
/// }
/// let field = grid.field(&FieldQuery::towards((17, 4)))?;
/// let mut judge = check::Discs::new();
/// for _ in 0..400 {
///     for agent in 0..12 {
///         steering.follow(agent, &field)?;
///     }
///     steering.tick(0.05)?;
///     judge.tick(&grid, steering.discs())?;
/// }
/// assert!(steering.discs().flatten().all(|disc| disc.x > 11.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// **What holds in every tick**, however crowded it is and whatever agents want: no disc comes nearer to a blocked
/// cell or to the border of the map than its radius, no two discs overlap, all along the straight lines on which
/// they move, and no agent is faster than it may be. [`check::Discs`](crate::check::Discs) is the judge of this.
/// It is not claimed that every agent arrives: agents know their neighbours, not the crowd, and may hold each
/// other up in narrow places. Where that matters, let them follow a [`Flow`](super::Flow) or a
/// [`World`](crate::body::World), whose units [arrive](Steering::head_for).
///
/// **The same everywhere.** Positions are `f64`, and result only from additions, multiplications, divisions,
/// square roots and comparisons, in a fixed order. IEEE 754 says how each of these is rounded, to the last bit;
/// Rust neither reorders nor fuses them, nor computes with more digits (on every target but 32-bit x86 without
/// SSE2). So the same calls give the same bytes on every machine, with any number of
/// [threads](Steering::set_threads).
///
/// O(1) for each agent and tick: it looks at the twelve nearest agents among those in the cells around it.
pub struct Steering {
    grid: Grid,
    agents: Vec<Agent>,
    steps: Vec<Step>,
    buckets: Buckets,
    /// Agents that might be in another's way, and those that were.
    doubtful: Vec<u32>,
    hindered: Vec<u32>,
    workers: Workers<Scratch>,
    ticks: u64,
}

impl fmt::Debug for Steering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Steering")
            .field("grid", &self.grid)
            .field("agents", &self.agents.len())
            .field("ticks", &self.ticks)
            .finish_non_exhaustive()
    }
}

fn bad(field: &str, what: String) -> BodyError {
    BodyError::BadRule { field: field.to_owned(), what }
}

/// A number that is finite and from zero, or above it, to a most.
fn number(field: &str, value: f64, above_zero: bool, most: f64) -> Result<f64, BodyError> {
    let fine = if above_zero { value > 0.0 } else { value >= 0.0 };
    if fine && value <= most {
        return Ok(value);
    }
    let from = if above_zero { "above 0" } else { "from 0" };
    Err(bad(field, format!("{value}: expected a number {from}, at most {most}")))
}

impl Steering {
    /// Starts without agents, on a copy of the grid. Only its walls matter, not its ground or its rules.
    pub fn new(grid: &Grid) -> Steering {
        Steering {
            grid: grid.clone(),
            agents: Vec::new(),
            steps: Vec::new(),
            buckets: Buckets::default(),
            doubtful: Vec::new(),
            hindered: Vec::new(),
            workers: Workers::new(1, Scratch::default),
            ticks: 0,
        }
    }

    /// Sets on how many threads velocities are chosen. The velocities do not depend on it.
    pub fn set_threads(&mut self, threads: usize) {
        self.workers = Workers::new(threads, Scratch::default);
    }

    /// Puts an agent on the map: where its middle is, its radius in cells, and how many cells it may go in a
    /// second. Its number is the number of agents added before it.
    ///
    /// Passages have to be a little wider than the agent: a radius of 0.49 fits through a single cell, 0.5 does
    /// not.
    ///
    /// ```
    /// use wayline::{Grid, crowd::Steering};
    /// let mut steering = Steering::new(&Grid::new(9, 9)?);
    /// let ant = steering.add_agent((0.5, 0.5), 0.4, 1.5)?;
    /// assert_eq!(steering.position(ant), Some((0.5, 0.5)));
    /// let error = steering.add_agent((1.0, 0.5), 0.4, 1.5).unwrap_err();
    /// assert_eq!(error.to_string(), "position: agent 0 is there");
    /// # Ok::<(), wayline::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is a wall or an agent in the way, or it is off the map, or a number is out of range: radii are
    /// above 0 and at most 16, speeds from 0 to 1000.
    pub fn add_agent(
        &mut self,
        position: (f64, f64),
        radius: f64,
        max_speed: f64,
    ) -> Result<usize, BodyError> {
        let radius = number("radius", radius, true, LARGEST)?;
        let fastest = number("max_speed", max_speed, false, FASTEST)?;
        let position = self.on_map("position", position)?;
        if !walls::is_clear(&self.grid, position, position, radius) {
            return Err(bad("position", format!("a disc of radius {radius} meets a wall there")));
        }
        let overlaps = |(_, agent): &(usize, &Agent)| {
            let apart = agent.radius + radius;
            !agent.gone && (agent.position - position).squared() < apart * apart
        };
        if let Some((other, _)) = self.agents.iter().enumerate().find(overlaps) {
            return Err(bad("position", format!("agent {other} is there")));
        }
        if self.agents.len() >= u32::MAX as usize {
            let (count, max) = (self.agents.len(), u32::MAX as usize);
            return Err(BodyError::TooMany { what: "agents", count, max });
        }
        let (velocity, aim) = (Vector::ZERO, Aim::Point { at: position, stop: true });
        let preferred = Vector::ZERO;
        self.agents.push(Agent {
            position,
            velocity,
            radius,
            fastest,
            aim,
            preferred,
            held_up: 0,
            gone: false,
        });
        Ok(self.agents.len() - 1)
    }

    /// Puts agents of one radius and speed on the map, all of them or none. Their numbers follow each other.
    ///
    /// # Errors
    ///
    /// As for [`add_agent`](Steering::add_agent), and if two of them overlap.
    pub fn add_agents(
        &mut self,
        positions: &[(f64, f64)],
        radius: f64,
        max_speed: f64,
    ) -> Result<Range<usize>, BodyError> {
        let first = self.agents.len();
        for &position in positions {
            if let Err(error) = self.add_agent(position, radius, max_speed) {
                self.agents.truncate(first);
                return Err(error);
            }
        }
        Ok(first..self.agents.len())
    }

    /// Takes an agent off the map. Its number is not used again.
    ///
    /// # Errors
    ///
    /// If there is no such agent.
    pub fn remove_agent(&mut self, agent: usize) -> Result<(), BodyError> {
        self.known(agent)?.gone = true;
        Ok(())
    }

    /// Blocks or frees a cell.
    ///
    /// # Errors
    ///
    /// If the cell is off the map, or a disc is on a cell that is to be blocked.
    pub fn set_free(&mut self, cell: impl Into<Cell>, free: bool) -> Result<(), Error> {
        let cell = cell.into();
        let was = self.grid.is_free(cell);
        self.grid.set_free(cell, free)?;
        let touching = |(_, agent): &(usize, &Agent)| {
            !agent.gone
                && !walls::is_clear(&self.grid, agent.position, agent.position, agent.radius)
        };
        if !free && let Some((agent, _)) = self.agents.iter().enumerate().find(touching) {
            self.grid.set_free(cell, was)?;
            return Err(bad("cell", format!("agent {agent} is on it")).into());
        }
        Ok(())
    }

    /// Makes an agent want a velocity from now on, in cells per second. More than its greatest speed is cut down.
    ///
    /// # Errors
    ///
    /// If there is no such agent, or a number is not finite.
    pub fn prefer(&mut self, agent: usize, velocity: (f64, f64)) -> Result<(), BodyError> {
        let (x, y) = velocity;
        if !(x.is_finite() && y.is_finite()) {
            return Err(bad("velocity", "expected two finite numbers".to_owned()));
        }
        // No product of these is infinite.
        let within = |part: f64| part.clamp(-1e9, 1e9);
        self.known(agent)?.aim = Aim::Velocity(Vector::new(within(x), within(y)));
        Ok(())
    }

    /// Makes an agent want to be at a point from now on, straight ahead. It stops there, makes way for others and
    /// comes back.
    ///
    /// This is also how agents follow units that move from cell to cell, and arrive:
    ///
    /// ```
    /// use wayline::{Grid, crowd::{Flow, Steering}};
    /// let grid = Grid::new(20, 20)?;
    /// let (mut flow, mut steering) = (Flow::new(&grid)?, Steering::new(&grid));
    /// let unit = flow.add_unit((2, 3), 1)?;
    /// let agent = steering.add_agent((2.5, 3.5), 0.3, 8.0)?;
    /// flow.send(&[unit], (15, 15))?;
    /// for tick in 0..100 {
    ///     if tick % 4 == 0 {
    ///         flow.tick();
    ///     }
    ///     let cell = flow.cell(unit).expect("nobody was removed");
    ///     steering.head_for(agent, (f64::from(cell.x) + 0.5, f64::from(cell.y) + 0.5))?;
    ///     steering.tick(0.05)?;
    /// }
    /// assert_eq!(steering.position(agent), Some((15.5, 15.5)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such agent, or the point is off the map.
    pub fn head_for(&mut self, agent: usize, point: (f64, f64)) -> Result<(), BodyError> {
        let at = self.on_map("point", point)?;
        self.known(agent)?.aim = Aim::Point { at, stop: true };
        Ok(())
    }

    /// The map as an agent with this radius can use it: a cell is free if the agent has room at its middle, and
    /// paths cut no corners. Make the fields to [follow](Steering::follow) on this map.
    ///
    /// ```
    /// use wayline::{Grid, crowd::Steering};
    /// let steering = Steering::new(&Grid::from_rows(["......", "...#..", "......"])?);
    /// assert!(steering.room_for(0.5)?.is_free((2, 1)));
    /// assert!(!steering.room_for(0.8)?.is_free((1, 0)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the radius is not above 0 and at most 16.
    pub fn room_for(&self, radius: f64) -> Result<Grid, Error> {
        let radius = number("radius", radius, true, LARGEST)?;
        let grid = &self.grid;
        let has_room = |cell: Cell| {
            let middle = course::middle(cell);
            grid.is_free(cell) && walls::is_clear(grid, middle, middle, radius)
        };
        let room = Grid::from_fn(grid.width(), grid.height(), has_room)?;
        Ok(room.with_rules(grid.rules().corners(Corners::Never)))
    }

    /// Lets this many seconds pass. A tick in which some agent might go more than half a cell is split into
    /// several.
    ///
    /// # Errors
    ///
    /// If it is not a number above 0 and at most 10; then nothing changes.
    pub fn tick(&mut self, seconds: f64) -> Result<(), BodyError> {
        let seconds = number("seconds", seconds, true, LONGEST)?;
        let here = || self.agents.iter().filter(|agent| !agent.gone);
        let fastest = here().map(|agent| agent.fastest).fold(0.0, f64::max);
        let largest = here().map(|agent| agent.radius).fold(0.0, f64::max);
        let parts = (fastest * seconds / FARTHEST).ceil().max(1.0);
        for _ in 0..parts as u32 {
            self.advance(seconds / parts, fastest, largest);
        }
        Ok(())
    }

    fn advance(&mut self, seconds: f64, fastest: f64, largest: f64) {
        self.buckets.fill(self.grid.width(), self.grid.height(), largest, &self.agents);
        for (number, agent) in self.agents.iter_mut().enumerate() {
            agent.preferred = agent.wanted(seconds);
            if agent.held_up >= PATIENCE {
                agent.give_way(number as u64, self.ticks);
            }
        }
        self.ticks += 1;
        self.steps.clear();
        self.steps.resize(self.agents.len(), Step::default());
        let Steering { grid, agents, steps, buckets, workers, .. } = self;
        let scene = Scene { grid, agents, buckets, seconds, fastest, largest };
        let mut numbered: Vec<(usize, &mut Step)> = steps.iter_mut().enumerate().collect();
        workers.for_each(&mut numbered, 4000, |(agent, step), scratch| {
            **step = scene.step(*agent, scratch);
        });
        self.make_way(seconds, fastest, largest);
        for (agent, step) in
            self.agents.iter_mut().zip(&self.steps).filter(|(agent, _)| !agent.gone)
        {
            agent.velocity = ((step.to - agent.position) * (1.0 / seconds)).at_most(agent.fastest);
            agent.position = step.to;
            agent.count_delay();
        }
    }

    /// If the moves of two agents would make them overlap, one shortens its move, first the one that has to yield,
    /// until none overlap. This ends: an agent that does not move at all is where it was, and none overlapped
    /// there.
    fn make_way(&mut self, seconds: f64, fastest: f64, largest: f64) {
        let Steering { agents, steps, buckets, doubtful, hindered, .. } = self;
        doubtful.clear();
        doubtful.extend(
            (0..agents.len() as u32).filter(|&agent| steps[agent as usize].whole != Vector::ZERO),
        );
        while !doubtful.is_empty() {
            hindered.clear();
            for &number in doubtful.iter() {
                let (agent, step) = (&agents[number as usize], steps[number as usize]);
                let reach = agent.radius + largest + 2.0 * fastest * seconds;
                buckets.around(agent.position, reach, |other| {
                    let (also, its) = (&agents[other], steps[other]);
                    let (offset, radii) =
                        (agent.position - also.position, agent.radius + also.radius);
                    if other as u32 != number && !keep_apart(offset, step.to - its.to, radii) {
                        let share = agent.share(also);
                        let yields = (share, number) > (1.0 - share, other as u32);
                        let itself = if yields { !step.is_none() } else { its.is_none() };
                        hindered.push(if itself { number } else { other as u32 });
                    }
                });
            }
            hindered.sort_unstable();
            hindered.dedup();
            hindered.retain(|&agent| !steps[agent as usize].is_none());
            for &agent in hindered.iter() {
                steps[agent as usize].shorten(agents[agent as usize].position);
            }
            std::mem::swap(doubtful, hindered);
        }
    }

    /// The map as it is.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// All agents by number; `None` for agents that were removed.
    pub fn discs(&self) -> impl Iterator<Item = Option<Disc>> {
        let disc = |agent: &Agent| {
            let Agent { position: Vector { x, y }, radius, .. } = *agent;
            (!agent.gone).then_some(Disc { x, y, radius })
        };
        self.agents.iter().map(disc)
    }

    /// Where the middle of an agent is; `None` if there is no such agent.
    pub fn position(&self, agent: usize) -> Option<(f64, f64)> {
        self.agent(agent).map(|agent| (agent.position.x, agent.position.y))
    }

    /// How an agent moved in the last tick, in cells per second; `None` if there is no such agent.
    pub fn velocity(&self, agent: usize) -> Option<(f64, f64)> {
        self.agent(agent).map(|agent| (agent.velocity.x, agent.velocity.y))
    }

    fn agent(&self, agent: usize) -> Option<&Agent> {
        self.agents.get(agent).filter(|agent| !agent.gone)
    }

    fn known(&mut self, agent: usize) -> Result<&mut Agent, BodyError> {
        let number = u32::try_from(agent).unwrap_or(u32::MAX);
        let known = self.agents.get_mut(agent).filter(|agent| !agent.gone);
        known.ok_or(BodyError::NotInWorld { what: "agent", number })
    }

    fn on_map(&self, what: &str, (x, y): (f64, f64)) -> Result<Vector, BodyError> {
        let (width, height) = (self.grid.width(), self.grid.height());
        if (0.0..=f64::from(width)).contains(&x) && (0.0..=f64::from(height)).contains(&y) {
            return Ok(Vector::new(x, y));
        }
        Err(bad(what, format!("it is off the map, which is {width}x{height}")))
    }
}

impl Step {
    fn is_none(&self) -> bool {
        self.whole == Vector::ZERO || usize::from(self.part) + 1 == PARTS.len()
    }

    fn shorten(&mut self, from: Vector) {
        self.part += 1;
        let part = PARTS[usize::from(self.part)];
        self.to = if part == 0.0 { from } else { from + self.whole * part };
    }
}

/// Whether two discs are no nearer to each other than both radii, all along their straight paths: given the
/// position of one relative to the other, at the start and at the end. At the start they are far enough apart.
fn keep_apart(from: Vector, to: Vector, radii: f64) -> bool {
    let reach = radii * radii;
    if to.squared() < reach {
        return false;
    }
    let along = to - from;
    let (length, at) = (along.squared(), -from.dot(along));
    let side = along.cross(from);
    !(0.0 < at && at < length && side * side < reach * length)
}
