//! [`Ink`]: how much of each pixel many fine lines cover together, and filled areas.

use crate::canvas::{Canvas, Point};
use crate::palette::Rgb;

/// Ink on paper: where lines lie over each other it is thicker.
pub(crate) struct Ink {
    width: usize,
    height: usize,
    /// Row by row, above one where several lines meet.
    cover: Vec<f32>,
}

impl Ink {
    pub(crate) fn new(width: usize, height: usize) -> Ink {
        Ink { width, height, cover: vec![0.0; width * height] }
    }

    /// A straight line: each pixel gets the area that is covered, times a strength.
    pub(crate) fn line(&mut self, a: Point, b: Point, breadth: f64, strength: f64) {
        let Some((a, b)) = self.clipped(a, b, breadth + 1.0) else { return };
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        // Along the longer side, column by column or row by row.
        let steep = dy.abs() > dx.abs();
        let turn = |p: Point| if steep { (p.y, p.x) } else { (p.x, p.y) };
        let (mut from, mut to) = (turn(a), turn(b));
        if from.0 > to.0 {
            std::mem::swap(&mut from, &mut to);
        }
        let long = to.0 - from.0;
        if long <= 0.0 {
            return;
        }
        let slope = (to.1 - from.1) / long;
        let half = breadth / 2.0 * (1.0 + slope * slope).sqrt();
        let (most, across) =
            if steep { (self.height, self.width) } else { (self.width, self.height) };
        for step in (from.0.floor().max(0.0) as usize)..(to.0.ceil().max(0.0) as usize).min(most) {
            let (low, high) = (from.0.max(step as f64), to.0.min(step as f64 + 1.0));
            let middle = from.1 + slope * ((low + high) / 2.0 - from.0);
            let (top, bottom) = (middle - half, middle + half);
            let rows = top.floor().max(0.0) as usize..(bottom.ceil().max(0.0) as usize).min(across);
            for row in rows {
                let covered = bottom.min(row as f64 + 1.0) - top.max(row as f64);
                let area = (high - low).max(0.0) * covered.max(0.0) * strength;
                let place = if steep { step * self.width + row } else { row * self.width + step };
                self.cover[place] += area as f32;
            }
        }
    }

    /// The part of a line that is near the picture (Liang and Barsky 1984).
    fn clipped(&self, a: Point, b: Point, margin: f64) -> Option<(Point, Point)> {
        let (mut enter, mut leave) = (0.0f64, 1.0f64);
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let (width, height) = (self.width as f64, self.height as f64);
        let sides = [
            (-dx, a.x + margin),
            (dx, width + margin - a.x),
            (-dy, a.y + margin),
            (dy, height + margin - a.y),
        ];
        for (towards, room) in sides {
            if towards == 0.0 {
                if room < 0.0 {
                    return None;
                }
            } else if towards < 0.0 {
                enter = enter.max(room / towards);
            } else {
                leave = leave.min(room / towards);
            }
        }
        let at = |share: f64| Point { x: a.x + dx * share, y: a.y + dy * share };
        (enter <= leave).then(|| (at(enter), at(leave)))
    }

    /// What is inside rings, holes left out: by the even-odd rule, eight lines a pixel.
    pub(crate) fn fill(&mut self, rings: &[Vec<Point>], strength: f64) {
        const LINES: usize = 8;
        let mut crossings: Vec<Vec<f64>> = vec![Vec::new(); self.height * LINES];
        for ring in rings {
            for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                let (a, b) = if a.y <= b.y { (a, b) } else { (b, a) };
                let number = |y: f64| (y * LINES as f64 - 0.5).ceil().max(0.0) as usize;
                for line in number(a.y)..number(b.y).min(crossings.len()) {
                    let y = (line as f64 + 0.5) / LINES as f64;
                    crossings[line].push(a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y));
                }
            }
        }
        for (line, across) in crossings.iter_mut().enumerate() {
            across.sort_by(f64::total_cmp);
            for pair in across.chunks_exact(2) {
                let (low, high) = (pair[0].max(0.0), pair[1].min(self.width as f64));
                for x in low.floor() as usize..(high.ceil().max(0.0) as usize).min(self.width) {
                    let covered = high.min(x as f64 + 1.0) - low.max(x as f64);
                    let place = line / LINES * self.width + x;
                    self.cover[place] += (covered.max(0.0) * strength / LINES as f64) as f32;
                }
            }
        }
    }

    /// Lays it over a picture, in a colour, with this much of it at most.
    pub(crate) fn onto(&self, canvas: &mut Canvas, color: Rgb, most: f64) {
        for (pixel, &cover) in canvas.pixels.iter_mut().zip(&self.cover) {
            if cover > 0.0 {
                *pixel = pixel.under(color, f64::from(cover).min(1.0) * most);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    #[test]
    fn lines_cover_their_area_wherever_they_are_cut() {
        for (a, b) in [(at(1.5, 2.0), at(8.25, 6.5)), (at(3.0, 1.0), at(4.0, 9.0))] {
            let mut whole = Ink::new(10, 10);
            whole.line(a, b, 1.0, 1.0);
            let mut pieces = Ink::new(10, 10);
            let between = |share: f64| at(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share);
            for step in 0..10 {
                let (from, to) = (f64::from(step) / 10.0, f64::from(step + 1) / 10.0);
                pieces.line(between(from), between(to), 1.0, 1.0);
            }
            let sum = |ink: &Ink| ink.cover.iter().map(|&it| f64::from(it)).sum::<f64>();
            let length = ((b.x - a.x).powi(2) + (b.y - a.y).powi(2)).sqrt();
            assert!((sum(&whole) - length).abs() < 0.01, "{}", sum(&whole));
            assert!((sum(&pieces) - length).abs() < 0.01, "{}", sum(&pieces));
        }
        let mut outside = Ink::new(4, 4);
        outside.line(at(-1e9, -5.0), at(1e9, -5.0), 1.0, 1.0);
        assert!(outside.cover.iter().all(|&it| it == 0.0));
    }

    #[test]
    fn areas_leave_their_holes_out() {
        let square =
            |low: f64, high: f64| vec![at(low, low), at(high, low), at(high, high), at(low, high)];
        let mut ink = Ink::new(10, 10);
        ink.fill(&[square(1.0, 9.0), square(3.0, 7.0)], 1.0);
        let sum: f32 = ink.cover.iter().sum();
        assert!((sum - 48.0).abs() < 0.01, "{sum}");
        assert_eq!((ink.cover[5 * 10 + 5], ink.cover[2 * 10 + 5]), (0.0, 1.0));
    }
}
