//! A plan as moving pictures: every unit a disc of its own colour, its goal a small square.

use crate::animation::encode;
use crate::canvas::{Canvas, Point};
use crate::palette::{self, Rgb};
use std::io;
use wayline::crowd::{Plan, Unit};
use wayline::{Cell, Grid};

/// The widest or highest a film gets where the map allows it.
const ENOUGH: usize = 800;
/// The most frames.
const FRAMES: usize = 400;
/// Frames from one step to the next where there is time, and hundredths of a second for each.
const BETWEEN: usize = 4;
const SHOWN: u16 = 4;
/// How long the last frame stays.
const PAUSE: u16 = 150;

pub(super) fn draw(grid: &Grid, units: &[Unit], plan: &Plan) -> io::Result<Vec<u8>> {
    let side = grid.width().max(grid.height()) as usize;
    let scale = (ENOUGH / side).clamp(1, 24);
    let ground = ground(grid, units, scale);
    let steps = plan.makespan() as usize;
    // As smooth as there are frames for; a long plan skips steps.
    let (between, skipped) = match steps {
        _ if steps * BETWEEN <= FRAMES => (BETWEEN, 1),
        _ => (1, steps.div_ceil(FRAMES).max(1)),
    };
    let frames = || {
        (0..=steps.div_ceil(skipped) * between).map(|frame| {
            let (time, part) =
                (frame / between * skipped, (frame % between) as f64 / between as f64);
            let mut canvas = Canvas { pixels: ground.pixels.clone(), ..ground };
            for unit in 0..plan.units() {
                let (from, to) = (plan.at(unit, time), plan.at(unit, time + 1));
                place(&mut canvas, scale, between_cells(from, to, part), color(unit));
            }
            canvas
        })
    };
    encode(frames, SHOWN, PAUSE)
}

fn color(unit: usize) -> Rgb {
    palette::UNITS[unit % palette::UNITS.len()]
}

/// In cells, from the upper left corner.
fn between_cells(from: Cell, to: Cell, part: f64) -> Point {
    let mid = |from: u32, to: u32| f64::from(from) * (1.0 - part) + f64::from(to) * part + 0.5;
    Point { x: mid(from.x, to.x), y: mid(from.y, to.y) }
}

fn place(canvas: &mut Canvas, scale: usize, at: Point, color: Rgb) {
    let at = Point { x: at.x * scale as f64, y: at.y * scale as f64 };
    if scale < 4 {
        let (x, y) = (at.x as usize / scale * scale, at.y as usize / scale * scale);
        return square(canvas, x, y, scale, color);
    }
    canvas.fill(at, scale as f64 * 0.42, color, |off| off.length());
}

fn square(canvas: &mut Canvas, left: usize, top: usize, side: usize, color: Rgb) {
    for y in top..(top + side).min(canvas.height) {
        for x in left..(left + side).min(canvas.width) {
            canvas.pixels[y * canvas.width + x] = color;
        }
    }
}

/// Walls, floor, and the goals as pale squares.
fn ground(grid: &Grid, units: &[Unit], scale: usize) -> Canvas {
    let (width, height) = (grid.width() as usize * scale, grid.height() as usize * scale);
    let mut canvas = Canvas { width, height, pixels: vec![palette::WALL; width * height] };
    for cell in grid.cells().filter(|&cell| grid.is_free(cell)) {
        let (x, y) = (cell.x as usize * scale, cell.y as usize * scale);
        square(&mut canvas, x, y, scale, palette::FLOOR);
    }
    let inset = scale / 4;
    for (unit, Unit { goal, .. }) in units.iter().enumerate() {
        let (x, y) = (goal.x as usize * scale + inset, goal.y as usize * scale + inset);
        let pale = palette::FLOOR.under(color(unit), 0.35);
        square(&mut canvas, x, y, scale - 2 * inset, pale);
    }
    canvas
}
