//! A simulation as moving pictures.

use crate::animation;
use crate::body::figure::{Figure, Pose, diamond};
use crate::body::scenery;
use crate::canvas::{Canvas, Point};
use crate::failure::Failure;
use crate::palette::{self, Rgb};
use crate::sketch::{Form, Scale, Shape, Sketch};
use indicatif::ProgressBar;
use wayline::Cell;
use wayline::body::{Edit, Goal, Placement, Terrain, World, WorldEvent};
use wayline_maps::simulation::Simulation;

/// The widest or highest a film gets, and what a small map is enlarged to.
const ENOUGH: u32 = 800;
/// The most frames, and the most bytes.
const FRAMES: u64 = 450;
const BYTES: usize = 3_000_000;
/// Time units from frame to frame where there is time, and how long each is shown, in hundredths of
/// a second.
const STEP: u64 = 5;
const SHOWN: u16 = 6;
/// How long the last frame stays.
const PAUSE: u16 = 150;

/// What is kept while the world runs.
pub(super) struct Film {
    width: u32,
    height: u32,
    figures: Vec<Figure>,
    units: Vec<Track>,
    /// The colour of each cell at first.
    ground: Vec<Rgb>,
    /// When which cell became which colour.
    changes: Vec<(u64, usize, Rgb)>,
    /// Cells that were free at first.
    free: Vec<bool>,
    end: u64,
}

/// What one unit did.
struct Track {
    figure: usize,
    color: Rgb,
    start: Placement,
    moves: Vec<Move>,
    plans: Vec<Plan>,
}

struct Move {
    begin: u64,
    end: u64,
    from: Placement,
    to: Placement,
}

/// What it meant to do from a time on; nothing, once it had arrived.
struct Plan {
    begin: u64,
    path: Vec<Placement>,
    goal: Option<Goal>,
}

/// How far a unit has come in its track.
#[derive(Clone, Copy, Default)]
struct Cursor {
    in_moves: usize,
    in_plans: usize,
    in_path: usize,
}

impl Film {
    pub(super) fn new(world: &World, simulation: &Simulation) -> Film {
        let terrain = world.terrain();
        let cells = || {
            (0..terrain.height()).flat_map(|y| (0..terrain.width()).map(move |x| Cell::new(x, y)))
        };
        let mut ground = scenery::colors(terrain);
        // Where something will be blocked now and then, a shade of it shows from the beginning.
        let period = simulation.ticks.min(2000);
        for edit in (0..period).flat_map(|tick| simulation.edits_at(tick)) {
            if let Edit::Block(cell) = edit
                && !terrain.is_blocked(cell)
            {
                ground[index(terrain, cell)] = doorway(scenery::color(terrain, cell));
            }
        }
        let units = simulation.units.iter().enumerate().map(|(i, unit)| Track {
            figure: unit.kind,
            color: palette::UNITS[i % palette::UNITS.len()],
            start: unit.start,
            moves: Vec::new(),
            plans: Vec::new(),
        });
        Film {
            width: terrain.width(),
            height: terrain.height(),
            figures: simulation.kinds.iter().map(|kind| Figure::of(kind)).collect(),
            units: units.collect(),
            ground,
            changes: Vec::new(),
            free: cells().map(|cell| !terrain.is_blocked(cell)).collect(),
            end: 0,
        }
    }

    /// Takes in the tick that has just passed.
    pub(super) fn tick(&mut self, world: &World) {
        let (tick, terrain) = (world.last_tick(), world.terrain());
        self.end = tick.end;
        for event in &tick.events {
            match event {
                WorldEvent::Edited { edit } => {
                    let cell = edit.cell();
                    let at = index(terrain, cell);
                    let color = match edit {
                        Edit::Block(_) if self.free[at] => palette::BLOCKER,
                        Edit::Free(_) if self.free[at] => doorway(scenery::color(terrain, cell)),
                        _ => scenery::color(terrain, cell),
                    };
                    self.changes.push((tick.begin, at, color));
                }
                WorldEvent::Moves { unit, from, to, begin, end } => {
                    let (begin, end, from, to) = (*begin, *end, *from, *to);
                    self.units[unit.index()].moves.push(Move { begin, end, from, to });
                }
                WorldEvent::Planned { unit, .. } => {
                    let path = world.unit(*unit).map_or(Vec::new(), |unit| unit.path().to_vec());
                    let goal = world.goals(*unit).ok().and_then(|goals| goals.first().copied());
                    self.units[unit.index()].plans.push(Plan { begin: tick.begin, path, goal });
                }
                WorldEvent::Arrived { unit, time } => {
                    let nothing = Plan { begin: *time, path: Vec::new(), goal: None };
                    self.units[unit.index()].plans.push(nothing);
                }
                _ => {}
            }
        }
    }

    /// Makes the GIF; with fewer frames where it would get too large.
    pub(super) fn develop(
        &self,
        progress: impl Fn(u64) -> ProgressBar,
    ) -> Result<Vec<u8>, Failure> {
        let mut step = self.end.div_ceil(FRAMES).max(STEP);
        let mut enough = ENOUGH;
        loop {
            let progress = progress(self.end / step * 2);
            let scale = self.scale(enough);
            let frames = || {
                let times = (0..self.end).step_by(step as usize).chain([self.end]);
                Reel::new(self, times, scale).inspect(|_| progress.inc(1))
            };
            let bytes = animation::encode(frames, SHOWN, PAUSE).map_err(Failure::Stdout)?;
            progress.finish_and_clear();
            if bytes.len() <= BYTES || (step > self.end / 40 && enough < 200) {
                return Ok(bytes);
            }
            // Half as many frames, as long as there are plenty; then smaller ones.
            if step < self.end / 80 { step *= 2 } else { enough = enough * 2 / 3 }
        }
    }

    fn scale(&self, enough: u32) -> Scale {
        let scale = Scale::of(self.width, self.height, enough, enough);
        Scale { pixels: scale.pixels.min(32), ..scale }
    }
}

fn index(terrain: &Terrain, cell: Cell) -> usize {
    cell.y as usize * terrain.width() as usize + cell.x as usize
}

fn doorway(ground: Rgb) -> Rgb {
    ground.under(palette::BLOCKER, 0.22)
}

/// The frames of a film, one after the other.
struct Reel<'a, T> {
    film: &'a Film,
    times: T,
    scale: Scale,
    ground: Vec<Rgb>,
    next_change: usize,
    cursors: Vec<Cursor>,
}

impl<'a, T: Iterator<Item = u64>> Reel<'a, T> {
    fn new(film: &'a Film, times: T, scale: Scale) -> Reel<'a, T> {
        let (ground, cursors) = (film.ground.clone(), vec![Cursor::default(); film.units.len()]);
        Reel { film, times, scale, ground, next_change: 0, cursors }
    }
}

impl<T: Iterator<Item = u64>> Iterator for Reel<'_, T> {
    type Item = Canvas;

    fn next(&mut self) -> Option<Canvas> {
        let time = self.times.next()?;
        let film = self.film;
        while let Some(&(when, at, color)) = film.changes.get(self.next_change)
            && when <= time
        {
            self.ground[at] = color;
            self.next_change += 1;
        }
        let (mut under, mut over) = (Vec::new(), Vec::new());
        for (track, cursor) in film.units.iter().zip(&mut self.cursors) {
            let figure = &film.figures[track.figure];
            let here = track.at(time, cursor);
            if let Some(plan) = track.plan(time, cursor) {
                under.extend(track.goal(figure, plan));
                under.extend(track.line(figure, plan, here, cursor));
            }
            over.extend(figure.solid(here.0, track.color));
        }
        under.append(&mut over);
        let sketch = Sketch {
            width: film.width,
            height: film.height,
            ground: self.ground.clone(),
            shapes: under,
            title: String::new(),
        };
        let mut canvas = sketch.paint(self.scale, FRAME);
        bar(&mut canvas, time as f64 / film.end.max(1) as f64);
        Some(canvas)
    }
}

/// The frame around a film, in pixels.
const FRAME: usize = 6;

/// How far the film has come, at its lower edge.
fn bar(canvas: &mut Canvas, share: f64) {
    let (width, height) = (canvas.width, canvas.height);
    let filled = FRAME + ((width - 2 * FRAME) as f64 * share) as usize;
    for y in height - FRAME + 2..height - 2 {
        canvas.pixels[y * width + FRAME..y * width + filled].fill(palette::SLOWEST);
    }
}

impl Track {
    /// Where it is at a time, and the placement it is at or moves to.
    fn at(&self, time: u64, cursor: &mut Cursor) -> (Pose, Placement) {
        while self.moves.get(cursor.in_moves + 1).is_some_and(|next| next.begin <= time) {
            cursor.in_moves += 1;
        }
        match self.moves.get(cursor.in_moves) {
            Some(&Move { begin, end, from, to }) if begin <= time => {
                let share = (time - begin) as f64 / (end - begin).max(1) as f64;
                (Pose::from(from).towards(to.into(), share.min(1.0)), to)
            }
            _ => (self.start.into(), self.start),
        }
    }

    /// What it means to do at a time.
    fn plan(&self, time: u64, cursor: &mut Cursor) -> Option<&Plan> {
        while self.plans.get(cursor.in_plans + 1).is_some_and(|next| next.begin <= time) {
            (cursor.in_plans, cursor.in_path) = (cursor.in_plans + 1, 0);
        }
        self.plans.get(cursor.in_plans).filter(|plan| plan.begin <= time)
    }

    /// Where it wants to go.
    fn goal(&self, figure: &Figure, plan: &Plan) -> Vec<Shape> {
        match plan.goal {
            None => Vec::new(),
            Some(Goal::At(placement)) => figure.outline(placement, self.color).into(),
            Some(goal) => {
                let cell = goal.cell();
                let middle = Point { x: f64::from(cell.x) + 0.5, y: f64::from(cell.y) + 0.5 };
                vec![diamond(middle, self.color)]
            }
        }
    }

    /// The rest of its path, as a thin line.
    fn line(
        &self,
        figure: &Figure,
        plan: &Plan,
        (pose, at): (Pose, Placement),
        cursor: &mut Cursor,
    ) -> Option<Shape> {
        // It is somewhere on its way, further than before.
        let rest = plan.path.get(cursor.in_path..)?;
        let ahead = rest.iter().position(|&placement| placement == at).unwrap_or(0);
        cursor.in_path += ahead;
        let rest = &rest[ahead..];
        let bends = std::iter::once(figure.middle(pose));
        let bends: Vec<Point> = bends.chain(rest.iter().map(|&p| figure.middle(p))).collect();
        let form = Form::Line { bends, breadth: 0.12 };
        (rest.len() > 1).then_some(Shape { form, color: self.color, opacity: 0.6 })
    }
}
