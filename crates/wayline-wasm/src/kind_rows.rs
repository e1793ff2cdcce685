//! A kind of body as rows of numbers: what the module that reads TOML hands to the one that plans.
//!
//! A parser of TOML would make the module for bodies larger than it should be to fetch. So the rules
//! are read by a module of their own, and travel as text that takes no parser: in the first row the
//! cells of the footprint, in the second what a unit of elevation costs up and down and then each
//! ground with its multiplier, and in each further row a move: the heading it is for or -1, dx, dy, the
//! heading after it, its time, and the cells that it sweeps.

#[cfg(feature = "bodies")]
use wayline::body::Footprint;
use wayline::body::{BodyKind, Heading, Rule, Sweep};

/// The rows of a kind.
#[cfg(any(feature = "rules", test))]
pub(crate) fn write(kind: &BodyKind) -> String {
    use std::fmt::Write;
    let mut text = String::new();
    let pairs = |text: &mut String, cells: &[(i32, i32)]| {
        for (dx, dy) in cells {
            let _ = write!(text, "{dx} {dy} ");
        }
    };
    pairs(&mut text, kind.footprint().cells(Heading::E));
    let speeds = kind.speeds();
    let _ = write!(text, "\n{} {}", speeds.uphill(), speeds.downhill());
    for ground in 0..=u8::MAX {
        if let Some(multiplier) = speeds.multiplier(ground) {
            let _ = write!(text, " {ground} {multiplier}");
        }
    }
    for Rule { heading, dx, dy, to, time, sweep, .. } in kind.rules() {
        let heading = heading.map_or(-1, |heading| heading.index() as i32);
        let _ = write!(text, "\n{heading} {dx} {dy} {} {time} ", to.index());
        if let Sweep::Cells(cells) = &sweep {
            pairs(&mut text, cells);
        }
    }
    text
}

/// The kind that rows describe.
#[cfg(feature = "bodies")]
pub(crate) fn read(text: &str) -> Result<BodyKind, String> {
    use crate::to_js::words;
    let damaged = || "rules: expected rows of numbers, as readRules makes them".to_owned();
    let numbers = |row: &str| -> Option<Vec<f64>> {
        row.split_ascii_whitespace().map(crate::value::read_number).collect()
    };
    let cells = |row: &[f64]| -> Vec<(i32, i32)> {
        row.chunks_exact(2).map(|pair| (pair[0] as i32, pair[1] as i32)).collect()
    };
    let heading = |number: f64| Heading::ALL.get(number as usize).copied();
    let mut rows = text.lines().map(|row| numbers(row).ok_or_else(damaged));
    let mut row = || rows.next().ok_or_else(damaged)?;
    let footprint = Footprint::new(cells(&row()?)).map_err(words)?;
    let mut built = BodyKind::builder("body", footprint).forbid_all();
    let [uphill, downhill, grounds @ ..] = &row()?[..] else { return Err(damaged()) };
    built = built.uphill(*uphill).downhill(*downhill);
    for pair in grounds.chunks_exact(2) {
        built = built.speed(pair[0] as u8, pair[1]);
    }
    for row in rows {
        let [at, dx, dy, to, time, swept @ ..] = &row?[..] else { return Err(damaged()) };
        let rule = Rule::step(*dx as i32, *dy as i32, *time as i64)
            .turning_to(heading(*to).ok_or_else(damaged)?)
            .sweeping(Sweep::Cells(cells(swept)));
        built = built.rule(match *at {
            -1.0 => rule,
            at => rule.only_at(heading(at).ok_or_else(damaged)?),
        });
    }
    built.build().map_err(words)
}

#[cfg(all(test, feature = "bodies"))]
mod tests {
    use super::*;

    /// The same except for its name, which is not among the rows.
    fn same(one: &BodyKind, other: &BodyKind) -> bool {
        one.footprint() == other.footprint()
            && one.speeds() == other.speeds()
            && one.rules() == other.rules()
            && one.turns_alike() == other.turns_alike()
    }

    #[test]
    fn every_preset_comes_back_as_it_was() {
        for (name, _) in BodyKind::presets() {
            let kind = BodyKind::preset(name).unwrap();
            assert!(same(&read(&write(&kind)).unwrap(), &kind), "{name}");
        }
    }

    #[test]
    fn what_toml_can_say_comes_back_as_it_was() {
        let files = [
            "preset = 'tank'\nfootprint = { length = 3, width = 2 }\n[[more_moves]]\ndy = 1\ntime = 30",
            "footprint = [[0, 0], [-2, 1]]\n[[moves]]\nheading = 'N'\ndy = -1\nto = 'N'\ntime = 9999",
            "footprint = ['P#']\n[[moves]]\ndx = 1\ntime = 7\nswept = [[1, 0], [1, 1]]\n[terrain]\n\
             swamp = 0.333333\nothers = 'forbidden'\nx = 255\nuphill = 0.1\ndownhill = 0.000001",
        ];
        for file in files {
            let kind = wayline_maps::bodies::read(file.as_bytes()).unwrap();
            assert!(same(&read(&write(&kind)).unwrap(), &kind), "{file}");
        }
    }

    #[test]
    fn rows_of_anything_else_are_refused() {
        let tank = write(&BodyKind::preset("tank").unwrap());
        let rows: Vec<&str> = tank.lines().collect();
        for left_out in 0..2 {
            let kept = rows.iter().enumerate().filter(|&(i, _)| i != left_out).map(|(_, row)| *row);
            assert!(read(&kept.collect::<Vec<_>>().join("\n")).is_err(), "{left_out}");
        }
        for bad in ["", "0 0", "P#", "0 0\n0 0 46 1\n7 1 0 0 10", "0 0\n0 0 46 1\n-1 1 0 9 10 0 0"]
        {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert!(read("0 0\n0 0 46 1\n-1 1 0 0 0 0 0 1 0").unwrap_err().contains("moves[0].time"));
    }
}
