//! Pixels, and shapes drawn on them with soft edges.

use crate::palette::Rgb;
use std::io::{self, Write};
use std::ops::Range;

/// A place in the picture, in pixels.
#[derive(Clone, Copy)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Point {
    pub(crate) fn minus(self, other: Point) -> Point {
        Point { x: self.x - other.x, y: self.y - other.y }
    }

    fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }

    pub(crate) fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// How far from a straight piece of line.
    fn to_segment(self, a: Point, b: Point) -> f64 {
        let (along, here) = (b.minus(a), self.minus(a));
        let square = along.dot(along);
        let share = if square > 0.0 { (here.dot(along) / square).clamp(0.0, 1.0) } else { 0.0 };
        here.minus(Point { x: along.x * share, y: along.y * share }).length()
    }
}

/// A picture in the making.
pub(crate) struct Canvas {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) pixels: Vec<Rgb>,
}

impl Canvas {
    /// Writes a PNG.
    pub(crate) fn write_png(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut encoder = png::Encoder::new(out, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Balanced);
        let mut writer = encoder.write_header().map_err(io::Error::other)?;
        let bytes: Vec<u8> = self.pixels.iter().flat_map(|&Rgb(r, g, b)| [r, g, b]).collect();
        writer.write_image_data(&bytes).map_err(io::Error::other)?;
        writer.finish().map_err(io::Error::other)
    }

    /// A line through points, with round joints, soft at its edges.
    pub(crate) fn line(&mut self, bends: &[Point], radius: f64, color: Rgb, strength: f64) {
        if bends.len() < 2 {
            return;
        }
        let least = |side: fn(&Point) -> f64| bends.iter().map(side).fold(f64::MAX, f64::min);
        let most = |side: fn(&Point) -> f64| bends.iter().map(side).fold(0.0, f64::max);
        let (low, high) = (
            Point { x: least(|p| p.x), y: least(|p| p.y) },
            Point { x: most(|p| p.x), y: most(|p| p.y) },
        );
        let (xs, ys) = self.box_around(low, high, radius);
        // Each pixel is covered once, by whichever piece covers it most: where two pieces meet, no
        // darker spot.
        let mut cover = vec![0u8; xs.len() * ys.len()];
        for pair in bends.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            for (x, y) in self.around(a, b, radius) {
                let here = Point { x: x as f64 + 0.5, y: y as f64 + 0.5 };
                let share = (radius + 0.5 - here.to_segment(a, b)).clamp(0.0, 1.0);
                let cover = &mut cover[(y - ys.start) * xs.len() + x - xs.start];
                *cover = (*cover).max((share * 255.0) as u8);
            }
        }
        for (y, row) in ys.zip(cover.chunks_exact(xs.len().max(1))) {
            let pixels = &mut self.pixels[y * self.width..][xs.clone()];
            for (pixel, &share) in pixels.iter_mut().zip(row).filter(|(_, share)| **share > 0) {
                *pixel = pixel.under(color, f64::from(share) / 255.0 * strength);
            }
        }
    }

    /// A shape around a point, given by how far out a place in it is.
    pub(crate) fn fill(&mut self, at: Point, radius: f64, color: Rgb, out: impl Fn(Point) -> f64) {
        for (x, y) in self.around(at, at, radius * 1.5) {
            let here = Point { x: x as f64 + 0.5, y: y as f64 + 0.5 };
            let share = (radius + 0.5 - out(here.minus(at))).clamp(0.0, 1.0);
            let pixel = &mut self.pixels[y * self.width + x];
            *pixel = pixel.under(color, share);
        }
    }

    /// Whatever is within this many pixels of a point and inside, which is given in pixels, negative
    /// outside.
    pub(crate) fn cover(
        &mut self,
        at: Point,
        reach: f64,
        color: Rgb,
        strength: f64,
        inside: impl Fn(Point) -> f64,
    ) {
        for (x, y) in self.around(at, at, reach) {
            let here = Point { x: x as f64 + 0.5, y: y as f64 + 0.5 };
            let share = (inside(here) + 0.5).clamp(0.0, 1.0);
            if share > 0.0 {
                let pixel = &mut self.pixels[y * self.width + x];
                *pixel = pixel.under(color, share * strength);
            }
        }
    }

    /// A convex polygon, whichever way round its corners go.
    pub(crate) fn polygon(&mut self, corners: &[Point], color: Rgb, strength: f64) {
        let [first, ..] = corners else { return };
        let reach = corners.iter().map(|p| p.minus(*first).length()).fold(0.0, f64::max);
        let sides = || corners.iter().zip(corners.iter().cycle().skip(1));
        let area: f64 = sides().map(|(a, b)| a.x * b.y - b.x * a.y).sum();
        self.cover(*first, reach, color, strength, |p| {
            let inside = sides().map(|(a, b)| {
                let (along, here) = (b.minus(*a), p.minus(*a));
                (along.x * here.y - along.y * here.x) * area.signum() / along.length().max(1e-9)
            });
            inside.fold(f64::MAX, f64::min)
        });
    }

    /// The pixels of the box around a piece of line.
    pub(crate) fn around(
        &self,
        a: Point,
        b: Point,
        margin: f64,
    ) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (xs, ys) = self.box_around(a, b, margin);
        ys.flat_map(move |y| xs.clone().map(move |x| (x, y)))
    }

    fn box_around(&self, a: Point, b: Point, margin: f64) -> (Range<usize>, Range<usize>) {
        // A cast of a negative number gives zero: the edge of the picture.
        let range = |a: f64, b: f64, end: usize| {
            let (low, high) = (a.min(b) - margin - 1.0, a.max(b) + margin + 2.0);
            (low as usize).min(end)..(high as usize).min(end)
        };
        (range(a.x, b.x, self.width), range(a.y, b.y, self.height))
    }
}
