//! Lines over the size of a map or a network, both on logarithmic scales, as an SVG picture.

use std::fmt::Write;
use std::process::exit;

/// What is drawn into one frame: a line for each kind.
pub struct Panel {
    pub title: &'static str,
    /// The name of a line and its points: size, value.
    pub lines: Vec<(String, Vec<(f64, f64)>)>,
}

/// What sizes are.
#[derive(Clone, Copy)]
pub enum Scale {
    /// Sides of square maps, marked at powers of two.
    Sides,
    /// Numbers of nodes, marked at powers of ten.
    Nodes,
}

impl Scale {
    /// The sizes in a range that are marked, and how.
    fn marks(self, low: f64, high: f64) -> Vec<(f64, String)> {
        let base: f64 = match self {
            Scale::Sides => 2.0,
            Scale::Nodes => 10.0,
        };
        let powers = low.log(base).round() as i32..=high.log(base).round() as i32;
        // What was asked for is not met to the node, so a mark may lie a little outside.
        let marked = powers.map(|power| base.powi(power)).filter(|size| *size < high * 1.1);
        let mark = |size: f64| match self {
            Scale::Sides => format!("{size}²"),
            Scale::Nodes if size >= 1e6 => format!("{} M", size / 1e6),
            Scale::Nodes if size >= 1e3 => format!("{} k", size / 1e3),
            Scale::Nodes => size.to_string(),
        };
        marked.map(|size| (size, mark(size))).collect()
    }
}

/// Writes the panels to a file, or ends with status 1.
pub fn draw(file: &str, panels: &[Panel], scale: Scale) {
    if let Err(error) = std::fs::write(file, svg(panels, scale)) {
        eprintln!("{file}: {error}");
        exit(1);
    }
}

/// Safe for colour blindness; each with a shape of its own.
const COLOURS: [&str; 5] = ["#0072B2", "#D55E00", "#009E73", "#882255", "#555555"];

const WIDTH: f64 = 280.0;
const HEIGHT: f64 = 220.0;
const MARGIN: f64 = 60.0;

/// The panels side by side, with one legend below.
fn svg(panels: &[Panel], scale: Scale) -> String {
    let (width, height) = ((WIDTH + MARGIN) * panels.len() as f64 + 20.0, HEIGHT + 120.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    for (i, panel) in panels.iter().enumerate() {
        draw_panel(&mut svg, panel, scale, MARGIN + i as f64 * (WIDTH + MARGIN), 40.0);
    }
    for (i, (name, _)) in panels.iter().flat_map(|panel| &panel.lines).enumerate() {
        if i < panels[0].lines.len() {
            let x = MARGIN + i as f64 * (width - MARGIN) / panels[0].lines.len() as f64;
            mark(&mut svg, i, x, height - 22.0);
            _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{name}</text>", x + 10.0, height - 18.0);
        }
    }
    svg + "</svg>\n"
}

fn draw_panel(svg: &mut String, panel: &Panel, scale: Scale, left: f64, top: f64) {
    let points = || panel.lines.iter().flat_map(|(_, points)| points);
    let range = |values: Vec<f64>| {
        let low = values.iter().copied().fold(f64::MAX, f64::min);
        (low, values.iter().copied().fold(f64::MIN, f64::max))
    };
    let (x_low, x_high) = range(points().map(|point| point.0.log2()).collect());
    let (y_low, y_high) = range(points().map(|point| point.1.log10()).collect());
    let (y_low, y_high) = (y_low.floor(), y_high.ceil().max(y_low.floor() + 1.0));
    let x = |value: f64| left + WIDTH * (value.log2() - x_low) / (x_high - x_low).max(1.0);
    let y = |value: f64| top + HEIGHT * (y_high - value.log10()) / (y_high - y_low);
    _ = writeln!(
        svg,
        "<text x=\"{left}\" y=\"{}\" font-weight=\"bold\">{}</text>",
        top - 16.0,
        panel.title
    );
    for power in y_low as i32..=y_high as i32 {
        let (value, at) = (10f64.powi(power), y(10f64.powi(power)));
        _ = writeln!(
            svg,
            "<path d=\"M{left} {at}h{WIDTH}\" stroke=\"#dddddd\"/>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{value}</text>",
            left - 6.0,
            at + 4.0
        );
    }
    for (size, mark) in scale.marks(x_low.exp2(), x_high.exp2()) {
        _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{mark}</text>",
            x(size),
            top + HEIGHT + 18.0
        );
    }
    for (i, (_, points)) in panel.lines.iter().enumerate() {
        let path: Vec<String> =
            points.iter().map(|&(side, value)| format!("{:.1},{:.1}", x(side), y(value))).collect();
        _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>",
            path.join(" "),
            COLOURS[i % COLOURS.len()]
        );
        for &(side, value) in points {
            mark(svg, i, x(side), y(value));
        }
    }
}

/// The shape of a line, at a point.
fn mark(svg: &mut String, line: usize, x: f64, y: f64) {
    let colour = COLOURS[line % COLOURS.len()];
    let shape = match line % 5 {
        0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\""),
        1 => format!("<path d=\"M{:.1} {:.1}h7v7h-7z\"", x - 3.5, y - 3.5),
        2 => format!("<path d=\"M{x:.1} {:.1}l4.5 8h-9z\"", y - 5.0),
        3 => format!("<path d=\"M{x:.1} {:.1}l5 5l-5 5l-5 -5z\"", y - 5.0),
        _ => format!("<path d=\"M{x:.1} {:.1}l-4.5 -8h9z\"", y + 5.0),
    };
    _ = writeln!(svg, "{shape} fill=\"{colour}\"/>");
}
