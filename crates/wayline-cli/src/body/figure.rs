//! A body as shapes: its cells joined, with a mark at its front.

use crate::canvas::Point;
use crate::palette::{self, Rgb};
use crate::sketch::{Box, Form, Shape, turned};
use wayline::body::{BodyKind, Heading, Placement};

/// The shapes of a kind of body.
pub(crate) struct Figure {
    /// Its cells heading east, about the middle of the pivot, thinner by the radius.
    boxes: Vec<Box>,
    /// The middle of its front, heading east.
    front: Point,
    /// Its own middle, heading east.
    middle: Point,
    /// How long the mark is.
    mark: f64,
}

/// How far a body stays from the edges of its cells.
const GAP: f64 = 0.10;
const RADIUS: f64 = 0.24;
/// The pale edge around it.
const EDGE: f64 = 0.07;

/// Where a body is drawn: on its way from one placement to the next, if it is to move smoothly.
#[derive(Clone, Copy)]
pub(crate) struct Pose {
    pub(crate) at: Point,
    pub(crate) angle: f64,
}

impl From<Placement> for Pose {
    fn from(placement: Placement) -> Pose {
        let at = Point { x: f64::from(placement.x) + 0.5, y: f64::from(placement.y) + 0.5 };
        Pose { at, angle: placement.heading.index() as f64 * std::f64::consts::FRAC_PI_2 }
    }
}

impl Pose {
    /// A share of the way to another.
    pub(crate) fn towards(self, to: Pose, share: f64) -> Pose {
        let mix = |a: f64, b: f64| a + (b - a) * share;
        let whole = std::f64::consts::TAU;
        // The shorter way round.
        let turn = (to.angle - self.angle).rem_euclid(whole);
        let turn = if turn > whole / 2.0 { turn - whole } else { turn };
        Pose {
            at: Point { x: mix(self.at.x, to.at.x), y: mix(self.at.y, to.at.y) },
            angle: self.angle + turn * share,
        }
    }

    fn place(self, p: Point) -> Point {
        let p = turned(p, self.angle);
        Point { x: p.x + self.at.x, y: p.y + self.at.y }
    }
}

impl Figure {
    pub(crate) fn of(kind: &BodyKind) -> Figure {
        let cells = kind.footprint().cells(Heading::E);
        let has = |dx: i32, dy: i32| cells.contains(&(dx, dy));
        let inset = |joined: bool| if joined { 0.5 } else { 0.5 - GAP - RADIUS };
        let boxes = cells.iter().map(|&(x, y)| {
            let (cx, cy) = (f64::from(x), f64::from(y));
            Box {
                low: Point { x: cx - inset(has(x - 1, y)), y: cy - inset(has(x, y - 1)) },
                high: Point { x: cx + inset(has(x + 1, y)), y: cy + inset(has(x, y + 1)) },
            }
        });
        let foremost = cells.iter().map(|cell| cell.0).max().unwrap_or(0);
        let mean = |ys: Vec<i32>| ys.iter().sum::<i32>() as f64 / ys.len().max(1) as f64;
        let front = cells.iter().filter(|cell| cell.0 == foremost).map(|cell| cell.1).collect();
        Figure {
            boxes: boxes.collect(),
            front: Point { x: f64::from(foremost), y: mean(front) },
            middle: Point {
                x: mean(cells.iter().map(|cell| cell.0).collect()),
                y: mean(cells.iter().map(|cell| cell.1).collect()),
            },
            mark: if cells.len() > 4 { 0.36 } else { 0.22 },
        }
    }

    /// Its middle, for lines along its path.
    pub(crate) fn middle(&self, pose: impl Into<Pose>) -> Point {
        pose.into().place(self.middle)
    }

    fn blob(&self, pose: Pose, more: f64, color: Rgb, opacity: f64) -> Shape {
        let (boxes, radius) = (self.boxes.clone(), RADIUS + more);
        Shape { form: Form::Blob { boxes, radius, at: pose.at, angle: pose.angle }, color, opacity }
    }

    fn wedge(&self, pose: Pose, color: Rgb, opacity: f64) -> Shape {
        let Point { x, y } = self.front;
        let size = self.mark;
        let corner = |dx: f64, dy: f64| pose.place(Point { x: x + dx * size, y: y + dy * size });
        let corners = vec![corner(1.0, 0.0), corner(-0.6, 1.0), corner(-0.6, -1.0)];
        Shape { form: Form::Polygon(corners), color, opacity }
    }

    /// A pale trace of where it was.
    pub(crate) fn trace(&self, pose: impl Into<Pose>, color: Rgb) -> [Shape; 2] {
        let pose = pose.into();
        [self.blob(pose, 0.0, color, 0.30), self.wedge(pose, color, 0.55)]
    }

    /// As itself, with an edge and its front marked.
    pub(crate) fn solid(&self, pose: impl Into<Pose>, color: Rgb) -> [Shape; 3] {
        let pose = pose.into();
        [
            self.blob(pose, EDGE, palette::FLOOR, 0.9),
            self.blob(pose, 0.0, color, 1.0),
            self.wedge(pose, palette::FLOOR, 0.95),
        ]
    }

    /// Where it should go: an outline.
    pub(crate) fn outline(&self, pose: impl Into<Pose>, color: Rgb) -> [Shape; 3] {
        let pose = pose.into();
        [
            self.blob(pose, 0.02, color, 0.75),
            self.blob(pose, -0.08, palette::FLOOR, 0.85),
            self.wedge(pose, color, 0.75),
        ]
    }
}

/// A diamond in a cell: a goal at no heading.
pub(crate) fn diamond(at: Point, color: Rgb) -> Shape {
    let corner = |dx: f64, dy: f64| Point { x: at.x + dx * 0.34, y: at.y + dy * 0.34 };
    let corners = vec![corner(1.0, 0.0), corner(0.0, 1.0), corner(-1.0, 0.0), corner(0.0, -1.0)];
    Shape { form: Form::Polygon(corners), color, opacity: 0.9 }
}
