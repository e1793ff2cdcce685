//! A plan for bodies as moving pictures: each in a colour of its own, with an outline where it goes.

use super::bodies::Bodies;
use super::order_file::after_move;
use crate::animation::encode;
use crate::body::figure::{Figure, Pose, diamond};
use crate::body::scenery;
use crate::canvas::Point;
use crate::palette;
use crate::sketch::{Scale, Sketch};
use std::io;
use wayline::body::Goal;
use wayline::crowd::{BodyMove, BodyPlan, BodyUnit};

/// The widest or highest a film gets where the map allows it.
const ENOUGH: u32 = 800;
/// The most frames.
const FRAMES: u64 = 400;
/// Time units from frame to frame where there is time, and hundredths of a second for each.
const STEP: u64 = 5;
const SHOWN: u16 = 6;
/// How long the last frame stays.
const PAUSE: u16 = 150;
/// The frame around it, in pixels.
const FRAME: usize = 6;

pub(super) fn draw(asked: &Bodies, plan: &BodyPlan) -> io::Result<Vec<u8>> {
    let Bodies { terrain, kinds, units } = asked;
    let (width, height) = (terrain.width(), terrain.height());
    let figures: Vec<Figure> = kinds.iter().map(|kind| Figure::of(kind)).collect();
    let ground = scenery::colors(terrain);
    let scale = Scale::of(width, height, ENOUGH, ENOUGH);
    let scale = Scale { pixels: scale.pixels.min(32), ..scale };
    let end = plan.makespan();
    let step = end.div_ceil(FRAMES).max(STEP);
    let frames = || {
        (0..end).step_by(step as usize).chain([end]).map(|time| {
            let (mut shapes, mut over) = (Vec::new(), Vec::new());
            for (number, unit) in units.iter().enumerate() {
                let color = palette::UNITS[number % palette::UNITS.len()];
                let figure = &figures[unit.kind];
                match unit.goal {
                    Goal::At(goal) => shapes.extend(figure.outline(goal, color)),
                    goal => {
                        let cell = goal.cell();
                        let (x, y) = (f64::from(cell.x) + 0.5, f64::from(cell.y) + 0.5);
                        shapes.push(diamond(Point { x, y }, color));
                    }
                }
                let pose = pose(asked, unit, &plan.moves()[number], time);
                over.extend(figure.solid(pose, color));
            }
            shapes.append(&mut over);
            let title = String::new();
            Sketch { width, height, ground: ground.clone(), shapes, title }.paint(scale, FRAME)
        })
    };
    encode(frames, SHOWN, PAUSE)
}

/// Where a unit is at a time.
fn pose(asked: &Bodies, unit: &BodyUnit, moves: &[BodyMove], time: u64) -> Pose {
    let started = moves.partition_point(|made| made.begin <= time);
    let Some(made) = started.checked_sub(1).map(|last| moves[last]) else {
        return unit.start.into();
    };
    let to = after_move(&asked.kinds[unit.kind], made.from, made.index);
    let share = (time - made.begin) as f64 / (made.end - made.begin).max(1) as f64;
    Pose::from(made.from).towards(to.into(), share.min(1.0))
}
