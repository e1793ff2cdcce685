//! A body's path as a picture: its footprints along the way.

use super::figure::{Figure, Pose, diamond};
use super::scenery;
use crate::canvas::Point;
use crate::palette;
use crate::sketch::{Form, Shape, Sketch};
use wayline::body::{BodyKind, Goal, Placement, Terrain};

/// A path from a placement to a goal, or what was asked for if there is none.
pub(crate) fn sketch(
    terrain: &Terrain,
    kind: &BodyKind,
    path: &[Placement],
    from: Placement,
    goal: Goal,
) -> Sketch {
    let figure = Figure::of(kind);
    let mut shapes = Vec::new();
    for &placement in &traces(kind, path) {
        shapes.extend(figure.trace(placement, palette::PATH));
    }
    let bends: Vec<Point> = path.iter().map(|&placement| figure.middle(placement)).collect();
    let breadth = f64::from(terrain.width().max(terrain.height())) / 320.0;
    for (color, times, opacity) in [(palette::FLOOR, 1.8, 0.8), (palette::PATH, 1.0, 1.0)] {
        let breadth = breadth.max(0.14) * times;
        let form = Form::Line { bends: bends.clone(), breadth };
        shapes.push(Shape { form, color, opacity });
    }
    match (path.last(), goal) {
        (Some(&last), _) => shapes.extend(figure.solid(last, palette::GOAL)),
        (None, Goal::At(placement)) => shapes.extend(figure.solid(placement, palette::GOAL)),
        (None, _) => {
            let cell = goal.cell();
            let middle = Point { x: f64::from(cell.x) + 0.5, y: f64::from(cell.y) + 0.5 };
            shapes.push(diamond(middle, palette::GOAL));
        }
    }
    shapes.extend(figure.solid(Pose::from(from), palette::START));
    Sketch {
        width: terrain.width(),
        height: terrain.height(),
        ground: scenery::colors(terrain),
        shapes,
        title: format!("The {} from {from} to {goal}", kind.name()),
    }
}

/// As many placements as can be told apart: at least a body's length from each other, and every
/// turn.
fn traces(kind: &BodyKind, path: &[Placement]) -> Vec<Placement> {
    let cells = kind.footprint().cells(wayline::body::Heading::E);
    let xs = || cells.iter().map(|cell| cell.0);
    let length = xs().max().unwrap_or(0).abs_diff(xs().min().unwrap_or(0)) + 1;
    let mut traces: Vec<Placement> = Vec::new();
    for &placement in path {
        let new = traces.last().is_none_or(|last| {
            let far = last.x.abs_diff(placement.x).max(last.y.abs_diff(placement.y)) >= length;
            far || last.heading != placement.heading
        });
        if new {
            traces.push(placement);
        }
    }
    traces
}
