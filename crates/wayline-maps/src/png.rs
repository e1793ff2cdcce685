//! PNG maps: black is blocked, white is plain, and the darker the [grey](mod@crate::grey), the slower
//! the ground.
//!
//! Any PNG can be read: colours become grey by their luma, transparent pixels lie on white, deep ones keep their
//! upper eight bits, and of an animation the first picture counts. All of this is in integers, so the map is the
//! same everywhere. The picture is decoded row by row and never held as a whole.

use crate::{Limits, MapError, Problem, grey};
use std::io::{Cursor, Write};
use wayline::{Cell, Grid};

/// The longest side of a picture that is read. Rows are held whole while they are decoded, a dozen
/// at a time, at up to eight bytes a pixel; and a map that is thin and tall takes twice the memory
/// of others.
const MAX_SIDE: u32 = 1 << 17;
/// How much of what is not picture (palettes, notes, profiles) is read.
const MAX_METADATA: usize = 4 << 20;

/// Reads a map.
///
/// ```
/// use wayline_maps::{Limits, png};
/// let mut bytes = Vec::new();
/// png::write(&wayline::Grid::from_rows([".#", "3."])?, &mut bytes)?;
/// let grid = png::read(&bytes, Limits::default())?;
/// assert!(!grid.is_free((1, 0)));
/// assert_eq!(grid.multiplier((0, 1)), 3.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(bytes: &[u8], limits: Limits) -> Result<Grid, MapError> {
    let limits_of_decoder = ::png::Limits { bytes: MAX_METADATA };
    let mut decoder = ::png::Decoder::new_with_limits(Cursor::new(bytes), limits_of_decoder);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(::png::Transformations::normalize_to_color8());

    let header = decoder.read_header_info().map_err(bad_png)?;
    let interlaced = header.interlaced;
    let (width, height) = limits.check(header.width as u64, header.height as u64)?;
    if width.max(height) > MAX_SIDE {
        let found = format!("a picture of {width}x{height} pixels");
        let expected = format!("at most {MAX_SIDE} along a side");
        return Err(Problem::Unexpected { found, expected }.into());
    }
    let mut picture = decoder.read_info().map_err(bad_png)?;
    let palette = picture.info().palette.as_deref().unwrap_or_default();
    if palette.len() % 3 != 0 {
        // The decoder would panic on the colour cut short.
        return Err(bad_png("its palette is not a whole number of colours"));
    }
    let channels = picture.output_color_type().0.samples();

    let mut grid = Grid::new(width, height)?;
    for Scan { first, step, y, pixels } in scans(width, height, interlaced) {
        let row = picture.next_row().map_err(bad_png)?;
        let row = row.as_ref().map_or([].as_slice(), |row| row.data());
        if row.len() != pixels * channels {
            return Err(bad_png("its first picture is smaller than its header says"));
        }
        for (pixel, x) in row.chunks_exact(channels).zip((first..).step_by(step)) {
            grey::set(&mut grid, Cell::new(x, y), luma(pixel), limits)?;
        }
    }
    // The checksums behind the last row, and the mark at the end: a file cut short has none.
    picture.finish().map_err(bad_png)?;
    Ok(grid)
}

/// Writes a map as a picture in 256 greys. It refuses multipliers for which there is no grey.
///
/// ```
/// let mut grid = wayline::Grid::new(2, 2)?;
/// assert!(wayline_maps::png::write(&grid, Vec::new()).is_ok());
/// grid.set_multiplier((0, 0), 0.5)?;
/// assert!(wayline_maps::png::write(&grid, Vec::new()).is_err());
/// # Ok::<(), wayline::Error>(())
/// ```
pub fn write(grid: &Grid, out: impl Write) -> Result<(), MapError> {
    grey::check(grid)?;
    let mut encoder = ::png::Encoder::new(out, grid.width(), grid.height());
    encoder.set_color(::png::ColorType::Grayscale);
    encoder.set_depth(::png::BitDepth::Eight);
    // Large patches of one grey compress best as they are.
    encoder.set_filter(::png::Filter::NoFilter);
    let mut picture = encoder.write_header().map_err(not_written)?;
    let mut rows = picture.stream_writer().map_err(not_written)?;
    let mut row = Vec::with_capacity(grid.width() as usize);
    for y in 0..grid.height() {
        row.clear();
        row.extend((0..grid.width()).map(|x| grey::of(grid, Cell::new(x, y))));
        rows.write_all(&row)?;
    }
    rows.finish().map_err(not_written)?;
    picture.finish().map_err(not_written)
}

/// The luma of a pixel over white, rounded to nearest.
fn luma(pixel: &[u8]) -> u8 {
    let over_white = |value: u32, alpha: u32| (value * alpha + 255 * (255 - alpha) + 127) / 255;
    let luma = |r: u8, g: u8, b: u8| {
        (299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b) + 500) / 1000
    };
    let grey = match *pixel {
        [grey] => grey.into(),
        [grey, alpha] => over_white(grey.into(), alpha.into()),
        [r, g, b] => luma(r, g, b),
        [r, g, b, alpha] => over_white(luma(r, g, b), alpha.into()),
        _ => 255,
    };
    grey as u8
}

/// One row as it comes from the file: `pixels` cells of row `y`, from column `first` on.
struct Scan {
    first: u32,
    step: usize,
    y: u32,
    pixels: usize,
}

/// The rows in the order in which the file holds them: from the top, or in the seven passes of
/// Adam7, of which those without pixels are left out.
fn scans(width: u32, height: u32, interlaced: bool) -> impl Iterator<Item = Scan> {
    // First column, step between columns, first row, step between rows.
    const WHOLE: [(u32, u32, u32, u32); 1] = [(0, 1, 0, 1)];
    const ADAM7: [(u32, u32, u32, u32); 7] = [
        (0, 8, 0, 8),
        (4, 8, 0, 8),
        (0, 4, 4, 8),
        (2, 4, 0, 4),
        (0, 2, 2, 4),
        (1, 2, 0, 2),
        (0, 1, 1, 2),
    ];
    let passes = if interlaced { ADAM7.as_slice() } else { WHOLE.as_slice() };
    passes.iter().filter(move |pass| pass.0 < width).flat_map(move |&(first, step, top, down)| {
        let pixels = (width - first).div_ceil(step) as usize;
        let rows = (top..height).step_by(down as usize);
        rows.map(move |y| Scan { first, step: step as usize, y, pixels })
    })
}

fn bad_png(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> MapError {
    Problem::BadPng(error.into()).into()
}

fn not_written(error: ::png::EncodingError) -> MapError {
    match error {
        ::png::EncodingError::IoError(error) => error.into(),
        other => std::io::Error::other(other).into(),
    }
}
