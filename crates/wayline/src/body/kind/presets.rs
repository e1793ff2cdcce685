//! The built-in kinds of bodies. A straight step on plain ground takes 10 time units.

use super::body_kind::BodyKind;
use super::footprint::Footprint;
use super::placement::Heading;
use super::rules::{KindBuilder, Rule, Sweep};
use crate::spaces::error::{BodyError, Error, ParseError};

/// The presets, and what each is.
pub(crate) const PRESETS: [(&str, &str); 6] = [
    ("tank", "1x2, pivots in place, backs up slower; swamp and hills slow it"),
    ("cart", "1x2, turns only while moving, backs up much slower; roads are faster"),
    ("infantry", "1x1, all eight directions, turns cheaply; wades through swamp and woods"),
    ("king", "1x1, the eight moves of a chess king; its heading never changes"),
    ("car", "1x2, arcs ahead and back, no pivoting: turns round in three moves"),
    ("ship", "1x3, ahead and in slow wide turns only, on water"),
];

pub(crate) fn preset(name: &str) -> Result<BodyKind, Error> {
    match name {
        "tank" => tank(),
        "cart" => cart(),
        "infantry" => infantry(),
        "king" => king(),
        "car" => car(),
        "ship" => ship(),
        _ => {
            return Err(
                ParseError::unknown("kind of body", name, PRESETS.map(|(name, _)| name)).into()
            );
        }
    }
    .and_then(KindBuilder::build)
    .map_err(Error::from)
}

fn begin(name: &str, length: u32) -> Result<KindBuilder, BodyError> {
    Ok(BodyKind::builder(name, Footprint::rectangle(length, 1)?))
}

/// Ahead by (dx, dy) and then heading north or south.
fn arc(dx: i32, dy: i32, to: Heading, time: i64) -> Rule {
    Rule::step(dx, dy, time).turning_to(to)
}

fn tank() -> Result<KindBuilder, BodyError> {
    Ok(begin("tank", 2)?
        .rule(Rule::step(1, 0, 10))
        .rule(Rule::step(-1, 0, 25))
        .rule(Rule::turn(1, 15))
        .rule(Rule::turn(3, 15))
        .speed(b'S', 3.0)
        .speed(b'H', 2.0)
        .uphill(0.5)
        .downhill(0.125))
}

fn cart() -> Result<KindBuilder, BodyError> {
    Ok(begin("cart", 2)?
        .rule(Rule::step(1, 0, 10))
        .rule(Rule::step(-1, 0, 40))
        .rule(arc(1, 0, Heading::N, 16))
        .rule(arc(1, 0, Heading::S, 16))
        .speed(b'R', 0.5)
        .speed(b'S', 6.0)
        .speed(b'H', 3.0)
        .uphill(1.0)
        .downhill(0.25))
}

fn infantry() -> Result<KindBuilder, BodyError> {
    let mut kind = begin("infantry", 1)?
        .rule(Rule::step(1, 0, 10))
        .rule(Rule::step(1, -1, 14))
        .rule(Rule::step(1, 1, 14))
        .rule(Rule::step(0, -1, 12))
        .rule(Rule::step(0, 1, 12))
        .rule(Rule::step(-1, 0, 15))
        .rule(Rule::step(-1, -1, 21))
        .rule(Rule::step(-1, 1, 21));
    for (quarters, time) in [(1, 1), (3, 1), (2, 2)] {
        kind = kind.rule(Rule::turn(quarters, time));
    }
    Ok(kind.speed(b'S', 2.0).speed(b'T', 2.0).speed(b'H', 1.5).uphill(0.25).downhill(0.125))
}

fn king() -> Result<KindBuilder, BodyError> {
    let mut kind = begin("king", 1)?;
    for (dx, dy) in [(1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1)] {
        kind = kind.rule(Rule::step(dx, dy, 10).sweeping(Sweep::Ends));
    }
    Ok(kind)
}

fn car() -> Result<KindBuilder, BodyError> {
    Ok(begin("car", 2)?
        .rule(Rule::step(1, 0, 10))
        .rule(Rule::step(-1, 0, 15))
        .rule(arc(2, -1, Heading::N, 30))
        .rule(arc(2, 1, Heading::S, 30))
        .rule(arc(-1, -2, Heading::S, 40))
        .rule(arc(-1, 2, Heading::N, 40))
        .speed(b'R', 0.5)
        .speed(b'S', 8.0)
        .speed(b'H', 2.0)
        .uphill(0.5)
        .downhill(0.0))
}

fn ship() -> Result<KindBuilder, BodyError> {
    Ok(begin("ship", 3)?
        .rule(Rule::step(1, 0, 10))
        .rule(arc(2, -2, Heading::N, 60))
        .rule(arc(2, 2, Heading::S, 60))
        .forbid_all()
        .speed(b'W', 1.0))
}
