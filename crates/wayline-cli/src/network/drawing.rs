//! A picture of a network on a plain Mercator map: its streets, what was searched, routes, areas, marks.
//! As PNG, and as SVG.

use super::geojson::escaped;
use super::ink::Ink;
use crate::canvas::{Canvas, Point};
use crate::failure::Failure;
use crate::output_file::OutputFile;
use crate::palette::{self, Rgb};
use crate::picture::Kind;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use wayline_networks::{Network, Position, part_of_edge};

/// The longer side of a picture, in pixels.
const SIDE: f64 = 1600.0;
/// Paper, and streets from the slow to the fast.
const PAPER: Rgb = Rgb(0xFB, 0xFA, 0xF6);
const STREETS: [Rgb; 3] = [Rgb(0x9A, 0x9A, 0x9A), Rgb(0x76, 0x76, 0x76), Rgb(0x50, 0x50, 0x50)];
const BREADTHS: [f64; 3] = [0.9, 1.5, 2.6];
/// The same of those that were searched.
const SEARCHED: [Rgb; 3] = [palette::OPEN, Rgb(0x2E, 0x94, 0xCF), palette::CLOSED];

/// What is to be seen.
pub(crate) struct Drawing<'a> {
    pub(crate) network: &'a Network,
    pub(crate) title: String,
    /// The nodes that a search expanded.
    pub(crate) searched: &'a [u32],
    /// Polygons with holes: rings, longitude and latitude.
    pub(crate) areas: &'a [Vec<Vec<[f64; 2]>>],
    /// Stretches of streets to be emphasised.
    pub(crate) reached: &'a [Vec<Position>],
    /// Routes, the best first.
    pub(crate) routes: &'a [Vec<Position>],
    /// The first is where routes begin, the last where they end, others are stops.
    pub(crate) marks: &'a [Position],
    /// Whether the last mark is a goal.
    pub(crate) has_goal: bool,
}

/// A file that will have a picture, made before the work starts.
pub(crate) struct PictureFile<'a> {
    path: &'a Path,
    kind: Kind,
    file: OutputFile,
}

impl<'a> PictureFile<'a> {
    pub(crate) fn create(path: &'a Path) -> Result<PictureFile<'a>, Failure> {
        Ok(PictureFile { path, kind: Kind::of(path)?, file: OutputFile::create(path)? })
    }

    pub(crate) fn write(self, drawing: &Drawing<'_>) -> Result<(), Failure> {
        let unwritable = |source| Failure::Unwritable { path: self.path.to_owned(), source };
        self.file.finish(|out| match self.kind {
            Kind::Png => drawing.paint().write_png(out).map_err(unwritable),
            Kind::Svg => drawing.write_svg(out).map_err(unwritable),
        })
    }
}

/// What part of the globe is seen, and how large.
struct View {
    west: f64,
    north: f64,
    scale: f64,
    width: usize,
    height: usize,
}

/// Mercator, in radians; y grows to the south.
fn mercator(at: Position) -> Point {
    let latitude = at.latitude.clamp(-85.0, 85.0).to_radians();
    let y = (std::f64::consts::FRAC_PI_4 + latitude / 2.0).tan().ln();
    Point { x: at.longitude.to_radians(), y: -y }
}

impl View {
    /// A view of all these points, with some room around them.
    fn of(points: impl Iterator<Item = Position>) -> View {
        let far = f64::INFINITY;
        let bounds = points.map(mercator).fold([far, far, -far, -far], |[w, n, e, s], p| {
            [w.min(p.x), n.min(p.y), e.max(p.x), s.max(p.y)]
        });
        let [west, north, east, south] = if bounds[0] <= bounds[2] { bounds } else { [0.0; 4] };
        // Not narrower than two to one, and not a single point.
        let longest = (east - west).max(south - north).max(1e-6);
        let (wide, high) = ((east - west).max(longest * 0.6), (south - north).max(longest * 0.6));
        let scale = SIDE * 0.9 / wide.max(high);
        let margin = SIDE * 0.05 / scale;
        let (width, height) = (wide + 2.0 * margin, high + 2.0 * margin);
        View {
            west: (west + east - width) / 2.0,
            north: (north + south - height) / 2.0,
            scale,
            width: (width * scale).round() as usize,
            height: (height * scale).round() as usize,
        }
    }

    fn place(&self, at: Position) -> Point {
        let p = mercator(at);
        Point { x: (p.x - self.west) * self.scale, y: (p.y - self.north) * self.scale }
    }

    /// A line on the picture, in several where it crosses the antimeridian.
    fn line(&self, points: &[Position]) -> Vec<Vec<Point>> {
        let apart = |a: &Position, b: &Position| (a.longitude - b.longitude).abs() <= 180.0;
        let pieces = points.chunk_by(apart);
        pieces.map(|piece| piece.iter().map(|&at| self.place(at)).collect()).collect()
    }

    fn shows(&self, line: &[Point]) -> bool {
        let far = f64::INFINITY;
        let [west, north, east, south] = line.iter().fold([far, far, -far, -far], |b, p| {
            [b[0].min(p.x), b[1].min(p.y), b[2].max(p.x), b[3].max(p.y)]
        });
        east >= 0.0 && south >= 0.0 && west <= self.width as f64 && north <= self.height as f64
    }
}

/// The streets that are seen, by how fast they are, and those that were searched.
struct Streets {
    lines: [Vec<Vec<Point>>; 3],
    searched: [Vec<Vec<Point>>; 3],
}

impl Drawing<'_> {
    fn view(&self) -> View {
        let positions = self.network.positions().unwrap_or(&[]);
        let searched = self.searched.iter().map(|&node| positions[node as usize]);
        let routes = self.routes.iter().chain(self.reached).flatten().copied();
        let area = |&[longitude, latitude]: &[f64; 2]| Position::new(latitude, longitude);
        let areas = self.areas.iter().flatten().flatten().map(area);
        let seen = searched.chain(routes).chain(areas).chain(self.marks.iter().copied());
        let mut seen = seen.peekable();
        match seen.peek() {
            Some(_) => View::of(seen),
            None => View::of(positions.iter().copied()),
        }
    }

    fn streets(&self, view: &View) -> Streets {
        let (network, graph) = (self.network, self.network.graph());
        let searched: HashSet<u32> = self.searched.iter().copied().collect();
        let mut seen: Vec<(f64, bool, Vec<Point>)> = Vec::new();
        for edge in 0..network.edges() as u32 {
            let Some((tail, head, cost)) = graph.edge(edge) else { continue };
            // One line for both directions.
            if tail > head && graph.edge_between(head, tail).is_some() {
                continue;
            }
            let touched = searched.contains(&tail) || searched.contains(&head);
            // Where costs are lengths, all are as fast as each other.
            let speed = match cost.to_f64() {
                0.0 => 0.0,
                cost => network.metres(edge) / cost,
            };
            for line in view.line(&part_of_edge(network, edge, 0.0, 1.0)) {
                if view.shows(&line) {
                    seen.push((speed, touched, line));
                }
            }
        }
        let mut speeds: Vec<f64> = seen.iter().map(|line| line.0).collect();
        speeds.sort_by(f64::total_cmp);
        // Nearly as fast as the fastest are motorways, half as fast main roads; where all are as fast as
        // each other there are neither.
        let quantile = |share: f64| {
            let place = (speeds.len() as f64 * share) as usize;
            speeds.get(place.min(speeds.len().max(1) - 1)).copied().unwrap_or(0.0)
        };
        let (usual, fastest) = (quantile(0.5) * 1.1, quantile(0.997));
        let (main, motorway) = ((fastest * 0.5).max(usual), (fastest * 0.8).max(usual));
        let mut streets = Streets { lines: Default::default(), searched: Default::default() };
        for (speed, touched, line) in seen {
            let class = usize::from(speed > main) + usize::from(speed > main && speed > motorway);
            match touched {
                true => streets.searched[class].push(line),
                false => streets.lines[class].push(line),
            }
        }
        streets
    }

    /// As pixels.
    fn paint(&self) -> Canvas {
        let view = self.view();
        let streets = self.streets(&view);
        let (width, height) = (view.width, view.height);
        let mut canvas = Canvas { width, height, pixels: vec![PAPER; width * height] };
        let strength = strength(&streets, &view);
        for (class, lines) in streets.lines.iter().enumerate() {
            let breadth = BREADTHS[class];
            ink(&view, lines, breadth, strength).onto(&mut canvas, STREETS[class], 0.85);
        }
        for (class, lines) in streets.searched.iter().enumerate() {
            let breadth = BREADTHS[class] * 1.25;
            ink(&view, lines, breadth, strength.max(0.3)).onto(&mut canvas, SEARCHED[class], 0.95);
        }
        for area in self.areas {
            let rings: Vec<Vec<Point>> = area.iter().map(|ring| ring_of(&view, ring)).collect();
            let mut inside = Ink::new(width, height);
            inside.fill(&rings, 1.0);
            inside.onto(&mut canvas, palette::OPEN, 0.28);
            let mut edge = Ink::new(width, height);
            for ring in &rings {
                for pair in ring.windows(2) {
                    edge.line(pair[0], pair[1], 1.8, 1.0);
                }
            }
            edge.onto(&mut canvas, palette::CLOSED, 0.8);
        }
        if !self.reached.is_empty() {
            let lines: Vec<_> = self.reached.iter().flat_map(|line| view.line(line)).collect();
            ink(&view, &lines, 1.1, 0.6).onto(&mut canvas, palette::CLOSED, 0.75);
        }
        // The best on top.
        for (number, route) in self.routes.iter().enumerate().rev() {
            for line in view.line(route) {
                let breadth = if number == 0 { 3.2 } else { 2.4 };
                canvas.line(&line, breadth + 2.0, palette::FLOOR, 0.9);
                canvas.line(&line, breadth, color(number), 1.0);
            }
        }
        for (number, &mark) in self.marks.iter().enumerate() {
            let at = view.place(mark);
            let (size, round) = (11.0, |p: Point| p.length());
            let diamond = |p: Point| (p.x.abs() + p.y.abs()) / 1.25;
            if number == 0 {
                canvas.fill(at, size * 1.35, palette::FLOOR, round);
                canvas.fill(at, size, palette::START, round);
            } else if self.has_goal && number + 1 == self.marks.len() {
                canvas.fill(at, size * 1.35, palette::FLOOR, diamond);
                canvas.fill(at, size, palette::GOAL, diamond);
            } else {
                canvas.fill(at, size, palette::FLOOR, round);
                canvas.fill(at, size * 0.7, palette::PATH, round);
            }
        }
        canvas
    }

    /// As shapes.
    fn write_svg(&self, out: &mut dyn Write) -> io::Result<()> {
        let view = self.view();
        let streets = self.streets(&view);
        let (width, height) = (view.width, view.height);
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\">\n<title>{}</title>\n<rect \
             width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n<g fill=\"none\" \
             stroke-linejoin=\"round\" stroke-linecap=\"round\">",
            escaped(&self.title),
            PAPER.hex()
        )?;
        let stroke = |class: &str, color: Rgb, breadth: f64, opacity: f64| {
            format!(
                "<path class=\"{class}\" stroke=\"{}\" stroke-width=\"{breadth:.1}\" \
                 stroke-opacity=\"{opacity:.2}\"",
                color.hex()
            )
        };
        let strength = strength(&streets, &view).max(0.15);
        for (class, lines) in streets.lines.iter().enumerate() {
            let path = stroke("street", STREETS[class], BREADTHS[class], strength * 0.85);
            writeln!(out, "{path} d=\"{}\"/>", data(lines, false))?;
        }
        for (class, lines) in streets.searched.iter().enumerate() {
            let breadth = BREADTHS[class] * 1.25;
            let path = stroke("searched", SEARCHED[class], breadth, strength.max(0.5));
            writeln!(out, "{path} d=\"{}\"/>", data(lines, false))?;
        }
        for area in self.areas {
            let rings: Vec<Vec<Point>> = area.iter().map(|ring| ring_of(&view, ring)).collect();
            let path = stroke("reach", palette::CLOSED, 1.8, 0.8);
            let fill = palette::OPEN.hex();
            writeln!(
                out,
                "{path} fill=\"{fill}\" fill-opacity=\"0.22\" fill-rule=\"evenodd\" d=\"{}\"/>",
                data(&rings, true)
            )?;
        }
        let reached: Vec<_> = self.reached.iter().flat_map(|line| view.line(line)).collect();
        if !reached.is_empty() {
            let path = stroke("reached", palette::CLOSED, 1.1, 0.6);
            writeln!(out, "{path} d=\"{}\"/>", data(&reached, false))?;
        }
        for (number, route) in self.routes.iter().enumerate().rev() {
            let line = data(&view.line(route), false);
            let breadth = if number == 0 { 6.4 } else { 4.8 };
            let edge = stroke("route-edge", palette::FLOOR, breadth + 4.0, 0.9);
            let path = stroke("route", color(number), breadth, 1.0);
            writeln!(out, "{edge} d=\"{line}\"/>\n{path} d=\"{line}\"/>")?;
        }
        writeln!(out, "</g>")?;
        let edge = format!("stroke=\"{}\" stroke-width=\"4\"", palette::FLOOR.hex());
        for (number, &mark) in self.marks.iter().enumerate() {
            let Point { x, y } = view.place(mark);
            if self.has_goal && number > 0 && number + 1 == self.marks.len() {
                let (fill, r) = (palette::GOAL.hex(), 14.0);
                let corners = format!("M{:.1} {y:.1}l{r} -{r} {r} {r} -{r} {r}z", x - r);
                writeln!(out, "<path class=\"goal\" d=\"{corners}\" fill=\"{fill}\" {edge}/>")?;
            } else {
                let (class, fill, r) = match number {
                    0 => ("start", palette::START, 11),
                    _ => ("stop", palette::PATH, 8),
                };
                let fill = fill.hex();
                writeln!(
                    out,
                    "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r}\" \
                     fill=\"{fill}\" {edge}/>"
                )?;
            }
        }
        writeln!(out, "</svg>")
    }
}

/// The colour of a route: those of units, told apart by every eye.
fn color(number: usize) -> Rgb {
    const ROUTES: [Rgb; 5] =
        [palette::PATH, palette::UNITS[4], palette::START, palette::UNITS[5], palette::GOAL];
    ROUTES[number % ROUTES.len()]
}

/// How dark lines are: so that they stay apart from each other where there are many.
fn strength(streets: &Streets, view: &View) -> f64 {
    let long = |line: &Vec<Point>| line.windows(2).map(|p| p[1].minus(p[0]).length()).sum::<f64>();
    let all = streets.lines.iter().chain(&streets.searched).flatten();
    let ink: f64 = all.map(long).sum();
    (0.45 * (view.width * view.height) as f64 / ink.max(1.0)).clamp(0.03, 1.0)
}

fn ink(view: &View, lines: &[Vec<Point>], breadth: f64, strength: f64) -> Ink {
    let mut ink = Ink::new(view.width, view.height);
    for line in lines {
        for pair in line.windows(2) {
            ink.line(pair[0], pair[1], breadth, strength);
        }
    }
    ink
}

fn ring_of(view: &View, ring: &[[f64; 2]]) -> Vec<Point> {
    let place = |&[longitude, latitude]: &[f64; 2]| view.place(Position::new(latitude, longitude));
    ring.iter().map(place).collect()
}

/// Lines as the data of a path, to a tenth of a pixel. What is too small to be seen is left out.
fn data(lines: &[Vec<Point>], closed: bool) -> String {
    let mut text = String::new();
    for line in lines {
        let mut last: Option<(i64, i64)> = None;
        for (at, point) in line.iter().enumerate() {
            let here = ((point.x * 10.0).round() as i64, (point.y * 10.0).round() as i64);
            let near = |last: (i64, i64)| here.0.abs_diff(last.0) + here.1.abs_diff(last.1) < 5;
            if last.is_some_and(near) && at + 1 < line.len() {
                continue;
            }
            let letter = if last.is_none() { "M" } else { "L" };
            let (x, y) = (here.0 as f64 / 10.0, here.1 as f64 / 10.0);
            let _ = write!(text, "{letter}{x} {y}");
            last = Some(here);
        }
        if closed {
            text.push('Z');
        }
    }
    text
}
