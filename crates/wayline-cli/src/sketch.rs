//! A picture of bodies as a list of shapes, in cells: drawn as pixels here, written as shapes by
//! [`svg`](crate::svg). Frames of a film are sketches too.

use crate::canvas::{Canvas, Point};
use crate::palette::{self, Rgb};

/// What is to be seen.
pub(crate) struct Sketch {
    /// In cells.
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// The colour of each cell, row by row.
    pub(crate) ground: Vec<Rgb>,
    /// On top of it, the last in front.
    pub(crate) shapes: Vec<Shape>,
    pub(crate) title: String,
}

/// One thing on top of the map. Its measures are in cells; the cell 0,0 reaches from 0 to 1.
pub(crate) struct Shape {
    pub(crate) form: Form,
    pub(crate) color: Rgb,
    /// From 0 to 1.
    pub(crate) opacity: f64,
}

pub(crate) enum Form {
    /// Everything within a radius of these boxes, turned to the left by an angle about their origin
    /// and moved.
    Blob { boxes: Vec<Box>, radius: f64, at: Point, angle: f64 },
    /// A convex polygon.
    Polygon(Vec<Point>),
    /// A line, at least a pixel broad.
    Line { bends: Vec<Point>, breadth: f64 },
}

/// From one corner to another.
#[derive(Clone, Copy)]
pub(crate) struct Box {
    pub(crate) low: Point,
    pub(crate) high: Point,
}

/// Turns a place about the origin, to the left as seen (y grows downwards).
pub(crate) fn turned(p: Point, angle: f64) -> Point {
    let (sin, cos) = angle.sin_cos();
    Point { x: p.x * cos + p.y * sin, y: p.y * cos - p.x * sin }
}

impl Box {
    fn away(self, p: Point) -> f64 {
        let out = |p: f64, low: f64, high: f64| (low - p).max(p - high).max(0.0);
        let beyond =
            Point { x: out(p.x, self.low.x, self.high.x), y: out(p.y, self.low.y, self.high.y) };
        beyond.length()
    }
}

/// How many pixels a cell gets, or cells a pixel.
#[derive(Clone, Copy)]
pub(crate) struct Scale {
    pub(crate) pixels: usize,
    pub(crate) block: u32,
}

impl Scale {
    /// So that a map gets at least this large if it is small, and at most that large.
    pub(crate) fn of(width: u32, height: u32, enough: u32, most: u32) -> Scale {
        let longest = width.max(height).max(1);
        let pixels = (enough / longest).max(1);
        Scale { pixels: pixels as usize, block: longest.div_ceil(most) }
    }

    fn per_cell(self) -> f64 {
        self.pixels as f64 / f64::from(self.block)
    }
}

impl Sketch {
    /// The pixels of it, in a frame of wall of this many.
    pub(crate) fn paint(&self, scale: Scale, frame: usize) -> Canvas {
        let mut canvas = self.paint_ground(scale, frame);
        let unit = scale.per_cell();
        let place = |p: Point| Point { x: p.x * unit + frame as f64, y: p.y * unit + frame as f64 };
        for Shape { form, color, opacity } in &self.shapes {
            match form {
                Form::Blob { boxes, radius, at, angle } => {
                    let reach = boxes.iter().flat_map(|b| [b.low, b.high]);
                    let reach = reach.map(Point::length).fold(0.0, f64::max) + radius;
                    let middle = place(*at);
                    canvas.cover(middle, reach * unit, *color, *opacity, |p| {
                        let p = turned(p.minus(middle), -angle);
                        let p = Point { x: p.x / unit, y: p.y / unit };
                        let away = boxes.iter().map(|b| b.away(p)).fold(f64::MAX, f64::min);
                        (radius - away) * unit
                    });
                }
                Form::Polygon(corners) => {
                    let corners: Vec<Point> = corners.iter().map(|&p| place(p)).collect();
                    canvas.polygon(&corners, *color, *opacity);
                }
                Form::Line { bends, breadth } => {
                    let bends: Vec<Point> = bends.iter().map(|&p| place(p)).collect();
                    canvas.line(&bends, (breadth * unit / 2.0).max(0.5), *color, *opacity);
                }
            }
        }
        canvas
    }

    fn paint_ground(&self, scale: Scale, frame: usize) -> Canvas {
        let Scale { pixels: side, block } = scale;
        let blocks = |cells: u32| cells.div_ceil(block) as usize;
        let (across, down) = (blocks(self.width), blocks(self.height));
        let (width, height) = (across * side + frame * 2, down * side + frame * 2);
        let mut pixels = vec![palette::WALL; width * height];
        // Fine lines between large cells, so that they can be counted; not within walls.
        let ruled = side >= 8;
        // The cell in the middle of a block stands for it.
        let cell = |n: usize, most: u32| (n as u32 * block + block / 2).min(most - 1) as usize;
        for y in 0..down * side {
            let row = &mut pixels[(y + frame) * width + frame..][..across * side];
            let from = cell(y / side, self.height) * self.width as usize;
            for (x, square) in row.chunks_exact_mut(side).enumerate() {
                let color = self.ground[from + cell(x, self.width)];
                let edge = match ruled && color != palette::WALL {
                    true => color.under(palette::WALL, 0.08),
                    false => color,
                };
                square.fill(if y % side == 0 { edge } else { color });
                square[0] = edge;
            }
        }
        Canvas { width, height, pixels }
    }
}
