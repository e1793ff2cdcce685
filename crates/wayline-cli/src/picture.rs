//! Pictures of a search: PNG here, [SVG](crate::svg) next door.

use crate::canvas::{Canvas, Point};
use crate::failure::Failure;
use crate::palette;
use crate::scene::Scene;
use std::io::{self, Write};
use std::path::Path;
use wayline::Cell;

/// The kinds of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Png,
    Svg,
}

impl Kind {
    /// By the extension of the file.
    pub(crate) fn of(path: &Path) -> Result<Kind, Failure> {
        let extension = path.extension().and_then(|extension| extension.to_str());
        match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("png") => Ok(Kind::Png),
            Some("svg") => Ok(Kind::Svg),
            _ => Err(Failure::Input(format!(
                "{}: unknown kind of picture: expected a name that ends in .png or .svg",
                path.display()
            ))),
        }
    }
}

/// The widest or highest a picture gets.
const MOST: u32 = 4096;
/// What a small map is enlarged to.
const ENOUGH: u32 = 960;

/// How many cells of a map become one block, so that it fits a picture.
pub(crate) fn block_for(width: u32, height: u32) -> u32 {
    width.max(height).div_ceil(MOST).max(1)
}

/// Writes a PNG.
pub(crate) fn write_png(scene: &Scene<'_>, out: &mut dyn Write) -> io::Result<()> {
    paint(scene).write_png(out)
}

/// The size of a marker, from its middle.
fn marker(side: f64, breadth: f64) -> f64 {
    (side * 0.42).max(breadth / 110.0).max(4.0)
}

fn paint(scene: &Scene<'_>) -> Canvas {
    let longest = scene.width.max(scene.height);
    let pixels = (ENOUGH as usize).div_ceil(longest).max(1);
    // A frame, so that ends at the edge of the map are seen whole; not where every pixel counts.
    let frame = match longest * pixels {
        large if large > 2048 => 0,
        breadth => (marker(pixels as f64, breadth as f64) * 1.2) as usize,
    };
    let mut canvas = blocks(scene, pixels, frame);
    // Sizes in pixels: a cell's when cells are large, the picture's when they are dots.
    let side = pixels as f64;
    let breadth = canvas.width.max(canvas.height) as f64;
    let line = (side * 0.26).max(breadth / 300.0).max(1.6);
    let marker = marker(side, breadth);

    let per_cell = (side / f64::from(scene.block.0), side / f64::from(scene.block.1));
    let center = |cell: Cell| {
        let middle = |n: u32, scale: f64| (f64::from(n) + 0.5) * scale + frame as f64;
        Point { x: middle(cell.x, per_cell.0), y: middle(cell.y, per_cell.1) }
    };
    let bends: Vec<Point> = scene.turns.iter().map(|&cell| center(cell)).collect();
    // A pale edge under the line keeps it apart from blue and black alike.
    canvas.line(&bends, line / 2.0 + line * 0.35, palette::FLOOR, 0.85);
    canvas.line(&bends, line / 2.0, palette::PATH, 1.0);
    // Two shapes, for those who see no difference in colour.
    let (start, goal) = (center(scene.ends.from), center(scene.ends.to));
    canvas.fill(start, marker * 1.3, palette::FLOOR, |p| p.length());
    canvas.fill(start, marker, palette::START, |p| p.length());
    // A diamond of the same area.
    let diamond = |p: Point| (p.x.abs() + p.y.abs()) / 1.25;
    canvas.fill(goal, marker * 1.3, palette::FLOOR, diamond);
    canvas.fill(goal, marker, palette::GOAL, diamond);
    canvas
}

/// The map and what was seen of it, a square of pixels a block, in a frame of wall.
fn blocks(scene: &Scene<'_>, side: usize, frame: usize) -> Canvas {
    let (width, height) = (scene.width * side + frame * 2, scene.height * side + frame * 2);
    let mut pixels = vec![palette::WALL; width * height];
    // Fine lines between large cells, so that they can be counted; not within walls.
    let ruled = side >= 10;
    for y in 0..scene.height * side {
        let row = &mut pixels[(y + frame) * width + frame..][..scene.width * side];
        for (x, cell) in row.chunks_exact_mut(side).enumerate() {
            let color = scene.look(x, y / side).color();
            let edge = match ruled && color != palette::WALL {
                true => color.under(palette::WALL, 0.10),
                false => color,
            };
            cell.fill(if y % side == 0 { edge } else { color });
            cell[0] = edge;
        }
    }
    Canvas { width, height, pixels }
}
