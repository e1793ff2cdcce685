//! Charts as SVG, in the page's own colours.

use super::page::text;
use std::fmt::Write;

/// How many colours there are; see `page.css`.
pub(super) const COLORS: usize = 6;
/// The most dots of a series: more make a page heavy and no clearer.
const DOTS: usize = 1200;
/// The most points of a curve.
const KNOTS: usize = 240;

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 340.0;
const LEFT: f64 = 62.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 46.0;

/// What belongs to one algorithm.
pub(super) struct Series<'a> {
    pub(super) name: &'static str,
    pub(super) color: usize,
    /// For each query its map, the length of its path and its time in microseconds.
    pub(super) points: Vec<(&'a str, (f64, f64))>,
}

/// A logarithmic axis over whole decades.
#[derive(Clone, Copy)]
struct Log {
    low: i32,
    high: i32,
    from: f64,
    to: f64,
}

impl Log {
    fn over(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Log {
        let positive = values.filter(|value| *value > 0.0);
        let bounds = positive.fold(None, |bounds, value| {
            let (low, high) = bounds.unwrap_or((value, value));
            Some((value.min(low), value.max(high)))
        });
        let (low, high) = bounds.unwrap_or((1.0, 10.0));
        let low = low.log10().floor() as i32;
        Log { low, high: (high.log10().ceil() as i32).max(low + 1), from, to }
    }

    fn at(self, value: f64) -> f64 {
        let log = if value > 0.0 { value.log10() } else { f64::from(self.low) };
        let share = (log - f64::from(self.low)) / f64::from(self.high - self.low);
        self.from + (self.to - self.from) * share.clamp(0.0, 1.0)
    }

    fn ticks(self) -> impl Iterator<Item = (f64, String)> {
        (self.low..=self.high).map(move |decade| {
            let value = 10f64.powi(decade);
            let label = match decade {
                ..0 => format!("{value:.*}", decade.unsigned_abs() as usize),
                0..=3 => format!("{value}"),
                4..=5 => format!("{}k", value / 1e3),
                _ => format!("{}M", value / 1e6),
            };
            (self.at(value), label)
        })
    }
}

/// For each series, time against the length of the path, both logarithmic. All have the same axes.
pub(super) fn scatters<'s, 'a>(
    series: &'s [Series<'a>],
    across: &str,
) -> Vec<(&'s Series<'a>, String)> {
    let all = || series.iter().flat_map(|one| one.points.iter().map(|(_, point)| *point));
    let x = Log::over(all().map(|point| point.0), LEFT, WIDTH - RIGHT);
    let y = Log::over(all().map(|point| point.1), HEIGHT - BOTTOM, TOP);
    series.iter().map(|one| (one, scatter(one, across, x, y))).collect()
}

fn scatter(series: &Series<'_>, across: &str, x: Log, y: Log) -> String {
    let Series { name, color, points } = series;
    let title = format!("Time of {name} against {across}");
    let mut svg = frame(&title, across, "time (µs)");
    grid(&mut svg, x.ticks(), y.ticks());
    let _ = write!(svg, "<g class=\"dots s{color}\">");
    let step = points.len().div_ceil(DOTS).max(1);
    for (map, (length, time)) in points.iter().step_by(step) {
        let map = text(map);
        let _ = write!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"2.2\"><title>{map}: {length:.1}, \
             {time:.2} µs</title></circle>",
            x.at(*length),
            y.at(*time)
        );
    }
    svg + "</g></svg>"
}

/// The share of queries that are done within a time.
pub(super) fn distribution(series: &[Series<'_>]) -> String {
    let all = series.iter().flat_map(|one| one.points.iter().map(|(_, point)| point.1));
    let x = Log::over(all, LEFT, WIDTH - RIGHT);
    let y = |share: f64| HEIGHT - BOTTOM + (TOP - HEIGHT + BOTTOM) * share;
    let mut svg = frame("Distribution of times", "time (µs)", "queries done within it");
    let shares = [0.0, 0.25, 0.5, 0.75, 1.0];
    grid(&mut svg, x.ticks(), shares.map(|s| (y(s), format!("{:.0}%", s * 100.0))).into_iter());
    for Series { name, color, points } in series {
        let mut times: Vec<f64> = points.iter().map(|(_, point)| point.1).collect();
        times.sort_by(f64::total_cmp);
        let (count, step) = (times.len(), times.len().div_ceil(KNOTS).max(1));
        let mut line = format!("M{:.1} {:.1}", x.at(times[0]), y(0.0));
        // A step up at each time; the last one always, so that the curve ends at all of them.
        let knots = (0..count).filter(|at| (at + 1) % step == 0 || at + 1 == count);
        for at in knots {
            let share = (at + 1) as f64 / count as f64;
            let _ = write!(line, "H{:.1}V{:.1}", x.at(times[at]), y(share));
        }
        let median = times[(count - 1) / 2];
        let _ = write!(
            svg,
            "<path class=\"curve s{color}\" d=\"{line}\"><title>{name}: half of {count} queries \
             within {median:.2} µs</title></path>"
        );
    }
    svg + "</svg>"
}

/// What one algorithm took on one map: to prepare, and to answer in the mean.
pub(super) struct Deal<'a> {
    pub(super) name: &'static str,
    pub(super) map: &'a str,
    pub(super) color: usize,
    /// Milliseconds, or bytes a cell.
    pub(super) price: f64,
    /// Microseconds.
    pub(super) time: f64,
}

/// What preparing buys: the mean time of a query against its price, both logarithmic. Whatever
/// prepares nothing stands at the left edge.
pub(super) fn deals(deals: &[Deal<'_>], price: &str) -> String {
    let x = Log::over(deals.iter().map(|deal| deal.price), LEFT, WIDTH - RIGHT);
    let y = Log::over(deals.iter().map(|deal| deal.time), HEIGHT - BOTTOM, TOP);
    let mut svg = frame("What preparing buys", price, "mean time of a query (µs)");
    grid(&mut svg, x.ticks(), y.ticks());
    for Deal { name, map, color, price, time } in deals {
        let _ = write!(
            svg,
            "<g class=\"dots s{color}\"><circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\"><title>{}, \
             {name}: {price:.1}, {time:.2} µs</title></circle></g>",
            x.at(*price),
            y.at(*time),
            text(map)
        );
    }
    svg + "</svg>"
}

fn frame(title: &str, across: &str, up: &str) -> String {
    let (middle, center) = ((LEFT + WIDTH - RIGHT) / 2.0, (TOP + HEIGHT - BOTTOM) / 2.0);
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{title}\">\
         <text class=\"axis\" x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{across}</text>\
         <text class=\"axis\" transform=\"translate(14 {center}) rotate(-90)\" \
         text-anchor=\"middle\">{up}</text>",
        HEIGHT - 8.0
    )
}

fn grid(
    svg: &mut String,
    across: impl Iterator<Item = (f64, String)>,
    up: impl Iterator<Item = (f64, String)>,
) {
    let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    for (x, label) in across {
        let _ = write!(
            svg,
            "<path class=\"grid\" d=\"M{x:.1} {TOP}V{bottom}\"/><text x=\"{x:.1}\" y=\"{}\" \
             text-anchor=\"middle\">{label}</text>",
            bottom + 17.0
        );
    }
    for (y, label) in up {
        let _ = write!(
            svg,
            "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{right}\"/><text x=\"{}\" y=\"{:.1}\" \
             text-anchor=\"end\">{label}</text>",
            LEFT - 8.0,
            y + 4.0
        );
    }
}
