//! Pictures: a map and what was seen on it, as pixels with numbered colours, from which PNG, GIF and SVG are made.

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::fmt::Write;
use wayline::body::Terrain;
use wayline::{Cell, Grid};

/// Shades from plain to the slowest ground.
const SHADES: u8 = 16;
/// Numbers of colours; the first ones are ground.
pub(crate) const WALL: u8 = SHADES;
pub(crate) const OPEN: u8 = SHADES + 1;
pub(crate) const CLOSED: u8 = SHADES + 2;
const PATH: u8 = SHADES + 3;
const START: u8 = SHADES + 4;
const GOAL: u8 = SHADES + 5;
/// What a frame of a GIF leaves as it is.
const UNCHANGED: u8 = SHADES + 6;

/// Colours that every eye can tell apart; the same as the command line's.
fn palette() -> Vec<u8> {
    let mut colors = Vec::new();
    for shade in 0..SHADES {
        let grey = 255 - (115 * u16::from(shade) / u16::from(SHADES - 1)) as u8;
        colors.extend([grey; 3]);
    }
    for rgb in [0x2B2B2B, 0x56B4E9, 0x0072B2, 0xD55E00, 0x009E73, 0x882255, 0x000000u32] {
        colors.extend(&rgb.to_be_bytes()[1..]);
    }
    colors
}

/// A picture of a map, a pixel a cell.
pub(crate) struct Pixels {
    width: usize,
    height: usize,
    colors: Vec<u8>,
}

impl Pixels {
    pub(crate) fn of(grid: &Grid) -> Pixels {
        let highest = if grid.is_weighted() {
            grid.cells().map(|cell| grid.multiplier(cell)).fold(1.0, f64::max)
        } else {
            1.0
        };
        let look = |cell: Cell| {
            if !grid.is_free(cell) {
                return WALL;
            }
            if highest <= 1.0 {
                return 0;
            }
            let share = (grid.multiplier(cell).max(1.0) - 1.0) / (highest - 1.0);
            (share * f64::from(SHADES - 1)).round() as u8
        };
        let colors = grid.cells().map(look).collect();
        Pixels { width: grid.width() as usize, height: grid.height() as usize, colors }
    }

    /// Ground: what is blocked, and what is not plain in a shade between.
    pub(crate) fn of_terrain(terrain: &Terrain) -> Pixels {
        let look = |cell: Cell| match (terrain.is_blocked(cell), terrain.ground(cell)) {
            (true, _) => WALL,
            (false, Some(b'.')) => 0,
            _ => SHADES / 2,
        };
        let (width, height) = (terrain.width(), terrain.height());
        let row = |y| (0..width).map(move |x| look(Cell::new(x, y)));
        let colors = (0..height).flat_map(row).collect();
        Pixels { width: width as usize, height: height as usize, colors }
    }

    /// What cells are free, for those who have nothing but that.
    pub(crate) fn set(&mut self, cell: Cell, color: u8) {
        let at = cell.y as usize * self.width + cell.x as usize;
        if let Some(pixel) = self.colors.get_mut(at) {
            *pixel = color;
        }
    }

    pub(crate) fn path(&mut self, path: &[Cell]) {
        for &cell in path {
            self.set(cell, PATH);
        }
        if let [first, .., last] = path {
            self.set(*first, START);
            self.set(*last, GOAL);
        }
    }

    /// So many pixels a cell, so that small maps can be seen and large ones are not enlarged.
    fn scale(&self, wanted: usize) -> usize {
        (wanted / self.width.max(self.height).max(1)).clamp(1, 64)
    }

    fn scaled(&self, scale: usize) -> Pixels {
        let mut colors = Vec::with_capacity(self.colors.len() * scale * scale);
        for row in self.colors.chunks(self.width.max(1)) {
            let wide: Vec<u8> =
                row.iter().flat_map(|&color| std::iter::repeat_n(color, scale)).collect();
            for _ in 0..scale {
                colors.extend(&wide);
            }
        }
        Pixels { width: self.width * scale, height: self.height * scale, colors }
    }

    /// As a PNG of about this many pixels a side, if the map is smaller.
    pub(crate) fn png(&self, wanted: usize) -> Result<Vec<u8>, png::EncodingError> {
        let picture = self.scaled(self.scale(wanted));
        let mut bytes = Vec::new();
        let mut encoder =
            png::Encoder::new(&mut bytes, picture.width as u32, picture.height as u32);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(palette());
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&picture.colors)?;
        writer.finish()?;
        Ok(bytes)
    }

    /// As SVG, with a path as a line of about this many pixels a side.
    pub(crate) fn svg(&self, path: &[Cell]) -> Result<String, png::EncodingError> {
        self.svg_along(&wayline::turning_points(path).collect::<Vec<Cell>>())
    }

    /// The same, with a line from point to point.
    pub(crate) fn svg_along(&self, bends: &[Cell]) -> Result<String, png::EncodingError> {
        let (width, height) = (self.width, self.height);
        let side = 480.0 / width.max(height) as f64;
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{:.0}\" \
             height=\"{:.0}\">\n<image width=\"{width}\" height=\"{height}\" \
             style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{}\"/>\n",
            (width as f64 * side).max(1.0),
            (height as f64 * side).max(1.0),
            base64(&self.png(1)?)
        );
        let center = |n: u32| f64::from(n) + 0.5;
        if let (Some(first), Some(last)) = (bends.first(), bends.last()) {
            // At least two pixels wide, however large the map.
            let line = (2.5 / side).max(0.3);
            text.push_str("<polyline fill=\"none\" stroke=\"#D55E00\" stroke-linejoin=\"round\" ");
            _ = write!(text, "stroke-width=\"{line:.3}\" points=\"");
            for bend in bends {
                _ = write!(text, "{},{} ", center(bend.x), center(bend.y));
            }
            text.push_str("\"/>\n");
            for (cell, color) in [(first, "#009E73"), (last, "#882255")] {
                let (x, y, radius) = (center(cell.x), center(cell.y), line * 1.6);
                _ = writeln!(
                    text,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius:.3}\" fill=\"{color}\"/>"
                );
            }
        }
        text.push_str("</svg>");
        Ok(text)
    }
}

/// Frames of a film, each a list of pixels that change, as a GIF that shows the last one for longer.
pub(crate) fn gif(
    first: &Pixels,
    frames: &[Vec<(Cell, u8)>],
    wanted: usize,
    hundredths: u16,
) -> Result<Vec<u8>, String> {
    let scale = first.scale(wanted);
    let picture = first.scaled(scale);
    let side = |pixels: usize| {
        u16::try_from(pixels).map_err(|_| {
            format!(
                "the map is {}x{}: a GIF has at most 65535 pixels a side",
                first.width, first.height
            )
        })
    };
    let (width, height) = (side(picture.width)?, side(picture.height)?);
    let text = |error: gif::EncodingError| error.to_string();
    let mut encoder = Encoder::new(Vec::new(), width, height, &palette()).map_err(text)?;
    encoder.set_repeat(Repeat::Infinite).map_err(text)?;
    let whole = Frame {
        width,
        height,
        delay: hundredths,
        buffer: picture.colors.into(),
        ..Frame::default()
    };
    encoder.write_frame(&whole).map_err(text)?;
    for (number, changes) in frames.iter().enumerate() {
        let Some((low, high)) = bounds(changes) else { continue };
        let (across, down) = ((high.x - low.x) as usize + 1, (high.y - low.y) as usize + 1);
        let mut part =
            Pixels { width: across, height: down, colors: vec![UNCHANGED; across * down] };
        for &(cell, color) in changes {
            part.set(Cell::new(cell.x - low.x, cell.y - low.y), color);
        }
        let part = part.scaled(scale);
        let last = number + 1 == frames.len();
        let frame = Frame {
            left: side(low.x as usize * scale)?,
            top: side(low.y as usize * scale)?,
            width: side(part.width)?,
            height: side(part.height)?,
            delay: if last { 200 } else { hundredths },
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            buffer: part.colors.into(),
            ..Frame::default()
        };
        encoder.write_frame(&frame).map_err(text)?;
    }
    encoder.into_inner().map_err(|error| error.to_string())
}

/// The changes that draw a path over what was there.
pub(crate) fn path_changes(path: &[Cell]) -> Vec<(Cell, u8)> {
    let mut changes: Vec<(Cell, u8)> = path.iter().map(|&cell| (cell, PATH)).collect();
    if let [first, .., last] = &mut *changes {
        (first.1, last.1) = (START, GOAL);
    }
    changes
}

fn bounds(changes: &[(Cell, u8)]) -> Option<(Cell, Cell)> {
    let &(first, _) = changes.first()?;
    Some(changes.iter().fold((first, first), |(low, high), &(cell, _)| {
        (
            Cell::new(low.x.min(cell.x), low.y.min(cell.y)),
            Cell::new(high.x.max(cell.x), high.y.max(cell.y)),
        )
    }))
}

/// As in a data URL.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let at = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for digit in 0..4 {
            let known = digit <= three.len();
            let six = (bits >> (18 - 6 * digit)) & 63;
            text.push(if known { DIGITS[six as usize] as char } else { '=' });
        }
    }
    text
}
