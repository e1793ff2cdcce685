//! A picture of a search or of bodies as SVG: one path a colour, made of as few rectangles as it
//! takes.

use crate::canvas::Point;
use crate::output;
use crate::palette::{self, Rgb};
use crate::scene::{Ground, Look, Scene, Seen};
use crate::sketch::{Form, Shape, Sketch};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use wayline::Cell;

/// Writes an SVG. Its unit is a block of the scene: a cell, where the map is not very large.
pub(crate) fn write_svg(scene: &Scene<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (width, height) = (scene.width, scene.height);
    let side = width.max(height) as f64;
    let line = (side / 300.0).max(0.26);
    let marker = (side / 110.0).max(0.42);
    // A frame, so that ends at the edge of the map are seen whole.
    let frame = (marker * 1.2 * 100.0).round() / 100.0;
    let (outer_width, outer_height) = (width as f64 + frame * 2.0, height as f64 + frame * 2.0);
    let scale = (960.0 / side).max(1.0);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-{frame} -{frame} {outer_width:.2} \
         {outer_height:.2}\" width=\"{:.0}\" height=\"{:.0}\" role=\"img\">",
        outer_width * scale,
        outer_height * scale
    )?;
    let (from, to) = (scene.ends.from, scene.ends.to);
    writeln!(out, "<title>A path from {from} to {to}</title>")?;
    let (floor, wall) = (palette::FLOOR.hex(), palette::WALL.hex());
    writeln!(
        out,
        "<rect x=\"-{frame}\" y=\"-{frame}\" width=\"{outer_width:.2}\" \
         height=\"{outer_height:.2}\" fill=\"{wall}\"/>\n<rect width=\"{width}\" \
         height=\"{height}\" fill=\"{floor}\"/>"
    )?;
    writeln!(out, "<g shape-rendering=\"crispEdges\">")?;
    let plain = Look { ground: Ground::Free(0), seen: Seen::Nothing };
    for (look, shape) in shapes(width, height, &scene.looks, plain) {
        writeln!(
            out,
            "<path class=\"{}\" fill=\"{}\" d=\"{shape}\"/>",
            name(look),
            look.color().hex()
        )?;
    }
    writeln!(out, "</g>")?;

    let center = |cell: Cell| {
        let middle = |n: u32, block: u32| (f64::from(n) + 0.5) / f64::from(block);
        (middle(cell.x, scene.block.0), middle(cell.y, scene.block.1))
    };
    let mut points = String::new();
    for &cell in scene.turns {
        let (x, y) = center(cell);
        let _ = write!(points, "{}{x},{y}", if points.is_empty() { "" } else { " " });
    }
    let joints = "fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\"";
    for (color, breadth, opacity) in [(palette::FLOOR, 1.7, 0.85), (palette::PATH, 1.0, 1.0)] {
        writeln!(
            out,
            "<polyline points=\"{points}\" {joints} stroke=\"{}\" stroke-width=\"{:.3}\" \
             stroke-opacity=\"{opacity}\"/>",
            color.hex(),
            line * breadth
        )?;
    }
    let edge = format!("stroke=\"{}\" stroke-width=\"{:.3}\"", palette::FLOOR.hex(), marker * 0.3);
    let (x, y) = center(from);
    let start = palette::START.hex();
    writeln!(
        out,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{marker:.3}\" fill=\"{start}\" {edge}>\
         <title>start {from}</title></circle>"
    )?;
    let (x, y) = center(to);
    let (goal, reach) = (palette::GOAL.hex(), marker * 1.25);
    writeln!(
        out,
        "<path d=\"M{:.3} {y}L{x} {:.3} {:.3} {y} {x} {:.3}z\" fill=\"{goal}\" {edge}>\
         <title>goal {to}</title></path>",
        x - reach,
        y - reach,
        x + reach,
        y + reach
    )?;
    writeln!(out, "</svg>")
}

fn name(look: Look) -> &'static str {
    match look {
        Look { ground: Ground::Wall, .. } => "wall",
        Look { seen: Seen::Closed(_), .. } => "closed",
        Look { seen: Seen::Open, .. } => "open",
        Look { .. } => "slow",
    }
}

/// Writes bodies as SVG. Its unit is a cell.
pub(crate) fn write_sketch(sketch: &Sketch, out: &mut dyn Write) -> io::Result<()> {
    let (width, height) = (sketch.width, sketch.height);
    let scale = (960.0 / f64::from(width.max(height))).max(1.0);
    let frame = 0.25;
    let (outer_width, outer_height) =
        (f64::from(width) + frame * 2.0, f64::from(height) + frame * 2.0);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-{frame} -{frame} {outer_width} \
         {outer_height}\" width=\"{:.0}\" height=\"{:.0}\" role=\"img\">",
        outer_width * scale,
        outer_height * scale
    )?;
    writeln!(out, "<title>{}</title>", escaped(&sketch.title))?;
    let (floor, wall) = (palette::FLOOR.hex(), palette::WALL.hex());
    writeln!(
        out,
        "<rect x=\"-{frame}\" y=\"-{frame}\" width=\"{outer_width}\" height=\"{outer_height}\" \
         fill=\"{wall}\"/>\n<rect width=\"{width}\" height=\"{height}\" fill=\"{floor}\"/>\n\
         <g shape-rendering=\"crispEdges\">"
    )?;
    let ground = shapes(width as usize, height as usize, &sketch.ground, palette::FLOOR);
    for (color, shape) in ground {
        writeln!(out, "<path fill=\"{}\" d=\"{shape}\"/>", color.hex())?;
    }
    writeln!(out, "</g>")?;
    for shape in &sketch.shapes {
        write_shape(shape, f64::from(width.max(height)), out)?;
    }
    writeln!(out, "</svg>")
}

fn write_shape(shape: &Shape, side: f64, out: &mut dyn Write) -> io::Result<()> {
    let Shape { form, color, opacity } = shape;
    let color: Rgb = *color;
    let look = format!("opacity=\"{opacity}\"");
    let points = |points: &[Point]| {
        let points: Vec<_> = points.iter().map(|p| format!("{:.3},{:.3}", p.x, p.y)).collect();
        points.join(" ")
    };
    match form {
        Form::Blob { boxes, radius, at, angle } => {
            let mut d = String::new();
            for b in boxes {
                let (w, h) = (b.high.x - b.low.x, b.high.y - b.low.y);
                let _ = write!(d, "M{:.3} {:.3}h{w:.3}v{h:.3}h-{w:.3}z", b.low.x, b.low.y);
            }
            let fill = color.hex();
            // Clockwise in SVG.
            writeln!(
                out,
                "<path d=\"{d}\" transform=\"translate({:.3} {:.3}) rotate({:.3})\" fill=\"{fill}\" \
                 stroke=\"{fill}\" stroke-width=\"{:.3}\" stroke-linejoin=\"round\" {look}/>",
                at.x,
                at.y,
                -angle.to_degrees(),
                radius * 2.0
            )
        }
        Form::Polygon(corners) => {
            writeln!(
                out,
                "<polygon points=\"{}\" fill=\"{}\" {look}/>",
                points(corners),
                color.hex()
            )
        }
        Form::Line { bends, breadth } => writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.3}\" \
             stroke-linejoin=\"round\" stroke-linecap=\"round\" {look}/>",
            points(bends),
            color.hex(),
            breadth.max(side / 600.0)
        ),
    }
}

fn escaped(text: &str) -> String {
    // Control characters are not allowed in XML at all.
    output::one_line(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// For each look, all its rectangles as one path; none for the plain one. Runs of equal blocks in a
/// row become one, and runs that continue in the next row become higher.
fn shapes<L: Copy + Ord>(
    width: usize,
    height: usize,
    looks: &[L],
    plain: L,
) -> BTreeMap<L, String> {
    let mut shapes: BTreeMap<L, String> = BTreeMap::new();
    // Runs that may still grow downwards: where they begin, their length, and their first row.
    let mut growing: BTreeMap<(usize, usize), (L, usize)> = BTreeMap::new();
    for y in 0..=height {
        let row = looks.get(y * width..(y + 1) * width).unwrap_or_default();
        let mut next = BTreeMap::new();
        for (x, length, look) in runs(row, plain) {
            match growing.remove(&(x, length)) {
                Some((same, first)) if same == look => next.insert((x, length), (look, first)),
                Some((other, first)) => {
                    close(&mut shapes, other, x, length, first, y);
                    next.insert((x, length), (look, y))
                }
                None => next.insert((x, length), (look, y)),
            };
        }
        for ((x, length), (look, first)) in growing {
            close(&mut shapes, look, x, length, first, y);
        }
        growing = next;
    }
    shapes
}

/// The runs of a row that are not plain.
fn runs<L: Copy + Eq>(row: &[L], plain: L) -> Vec<(usize, usize, L)> {
    let mut runs = Vec::new();
    let mut x = 0;
    for run in row.chunk_by(|a, b| a == b) {
        if run[0] != plain {
            runs.push((x, run.len(), run[0]));
        }
        x += run.len();
    }
    runs
}

fn close<L: Ord>(
    shapes: &mut BTreeMap<L, String>,
    look: L,
    x: usize,
    length: usize,
    first: usize,
    end: usize,
) {
    let _ =
        write!(shapes.entry(look).or_default(), "M{x} {first}h{length}v{}h-{length}z", end - first);
}
