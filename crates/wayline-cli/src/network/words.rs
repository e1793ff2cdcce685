//! Costs, lengths, ids and names of a network as people and programs read them.

use crate::table::count;
use serde_json::Value;
use wayline::{Cost, Outcome};
use wayline_networks::{Location, Network, Snap, Unit};

/// A cost in the unit that suits it.
pub(crate) fn cost(unit: Unit, cost: Cost) -> String {
    match unit {
        Unit::Seconds => time(cost.to_f64()),
        Unit::Metres => length(cost.to_f64()),
        Unit::Kilometres => length(1000.0 * cost.to_f64()),
        _ => number(cost.to_f64()),
    }
}

/// The name of a unit in JSON.
pub(crate) fn unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Seconds => "seconds",
        Unit::Metres => "metres",
        Unit::Kilometres => "kilometres",
        _ => "plain",
    }
}

/// `1 h 5 min`, `12 min 30 s`, `45.2 s`.
pub(crate) fn time(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match whole {
        0..60 => format!("{} s", number((seconds * 10.0).round() / 10.0)),
        60..3600 => of_two((whole / 60, "min"), (whole % 60, "s")),
        _ => {
            let minutes = (seconds / 60.0).round() as u64;
            of_two((minutes / 60, "h"), (minutes % 60, "min"))
        }
    }
}

/// `1 h 5 min`, and `1 h` where there is nothing more.
fn of_two(large: (u64, &str), small: (u64, &str)) -> String {
    let text = format!("{} {}", count(large.0), large.1);
    if small.0 == 0 { text } else { format!("{text} {} {}", small.0, small.1) }
}

/// `350 m`, `12.4 km`.
pub(crate) fn length(metres: f64) -> String {
    match metres {
        short if short < 999.5 => format!("{short:.0} m"),
        middle if middle < 99_950.0 => format!("{:.1} km", middle / 1000.0),
        long => format!("{} km", count((long / 1000.0).round() as u64)),
    }
}

/// With as many digits as it has, and no more than three after the point.
pub(crate) fn number(number: f64) -> String {
    let text = format!("{number:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The ids of a network as JSON: numbers where every id is one, text otherwise.
pub(crate) struct Ids<'n> {
    network: &'n Network,
    numbers: bool,
}

impl<'n> Ids<'n> {
    pub(crate) fn new(network: &'n Network) -> Ids<'n> {
        // As it would be written again, so that nothing is lost: 007 is text.
        let is_number = |id: &str| id.parse::<u64>().is_ok_and(|number| number.to_string() == id);
        let numbers = (0..network.nodes() as u32).all(|node| is_number(network.id(node)));
        Ids { network, numbers }
    }

    pub(crate) fn id(&self, node: u32) -> Value {
        let id = self.network.id(node);
        match id.parse::<u64>() {
            Ok(number) if self.numbers => number.into(),
            _ => id.into(),
        }
    }
}

/// What people call a node: its name with its id, or its id.
pub(crate) fn node(network: &Network, node: u32) -> String {
    match (network.name(node), network.id(node)) {
        ("", id) => format!("node {id}"),
        (name, id) => format!("{name} ({id})"),
    }
}

/// What people call a place: its node, or its street and where on it.
pub(crate) fn place(network: &Network, place: &Snap) -> String {
    let at = place
        .position
        .map_or(String::new(), |at| format!("{:.5},{:.5}", at.latitude, at.longitude));
    match &place.location {
        Location::Node(node) => self::node(network, *node),
        Location::OnEdges(on) => match on.first().map(|on| network.edge_name(on.edge)) {
            Some(name) if !name.is_empty() => format!("{name} at {at}"),
            _ => at,
        },
        _ => at,
    }
}

/// The word for an outcome in JSON, and the limit if there was one.
pub(crate) fn outcome(outcome: Outcome) -> (&'static str, Option<String>) {
    match outcome {
        Outcome::Found => ("found", None),
        Outcome::Unreachable => ("unreachable", None),
        Outcome::Stopped(limit) => ("limit", Some(limit.to_string())),
    }
}

/// A cost as JSON: `null` where there is none.
pub(crate) fn json(cost: Cost) -> Value {
    if cost.is_infinite() { Value::Null } else { cost.to_f64().into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_as_people_read_them() {
        assert_eq!(time(4.26), "4.3 s");
        assert_eq!(time(59.7), "1 min");
        assert_eq!(time(750.0), "12 min 30 s");
        assert_eq!(time(3600.0 * 25.0 + 61.0), "25 h 1 min");
        assert_eq!((length(350.2), length(1240.0)), ("350 m".into(), "1.2 km".into()));
        assert_eq!(length(9_905_600.0), "9,906 km");
        assert_eq!((number(2.5), number(3.0)), ("2.5".into(), "3".into()));
    }
}
