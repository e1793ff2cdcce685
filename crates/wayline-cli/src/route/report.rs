//! A trip in words, as JSON, as GeoJSON and as GPX.

use crate::network::{geojson, words};
use crate::solve::report::Lines;
use crate::table::{count, counted, table};
use serde_json::{Value, json};
use std::fmt::Write;
use wayline::{Cost, Guarantee, Outcome};
use wayline_networks::{Engine, Leg, Location, Network, Position, Route, Snap};

/// The most legs that are listed; JSON has all of them.
const LISTED: usize = 60;

/// Routes from stop to stop.
pub(crate) struct Trip {
    /// From where, over what, to where.
    pub(crate) stops: Vec<Snap>,
    /// A route from each stop to the next, as far as there are any.
    pub(crate) stages: Vec<Route>,
    /// The same question answered several times, the best first.
    pub(crate) alternatives: Vec<Route>,
    pub(crate) what: What,
}

/// What the alternatives are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    /// There are none.
    Best,
    Shortest,
    Different,
}

impl Trip {
    /// A trip whose stops cannot all be reached.
    pub(crate) fn unreachable(stops: Vec<Snap>, engine: Engine<'_>) -> Trip {
        let none = Route::unreachable(engine);
        Trip { stops, stages: vec![none], alternatives: Vec::new(), what: What::Best }
    }

    pub(crate) fn outcome(&self) -> Outcome {
        let failed = self.stages.iter().map(|stage| stage.outcome).find(|it| *it != Outcome::Found);
        failed.unwrap_or(Outcome::Found)
    }

    fn is_found(&self) -> bool {
        self.outcome() == Outcome::Found
    }

    fn cost(&self) -> Cost {
        match self.is_found() {
            true => self.stages.iter().map(|stage| stage.cost).sum(),
            false => Cost::INFINITE,
        }
    }

    /// What is known of the whole: as much as of the least certain part.
    fn guarantee(&self) -> Guarantee {
        let rank = |stage: &&Route| match stage.guarantee {
            Guarantee::Optimal => 0,
            Guarantee::Declared => 1,
            Guarantee::Within(_) => 2,
            Guarantee::Nothing => 3,
        };
        let least = self.stages.iter().max_by_key(rank);
        least.map_or(Guarantee::Nothing, |stage| stage.guarantee)
    }

    pub(crate) fn title(&self, network: &Network) -> String {
        let [first, last] = [0, self.stops.len() - 1].map(|at| &self.stops[at]);
        let ends = [first, last].map(|place| words::place(network, place));
        format!("A route from {} to {}", ends[0], ends[1])
    }
}

/// What there is to report.
pub(crate) struct Report<'a> {
    pub(crate) network: &'a Network,
    pub(crate) trip: &'a Trip,
    pub(crate) micros: f64,
    /// What the judge says, if asked.
    pub(crate) verdict: Option<Result<(), String>>,
}

impl Report<'_> {
    pub(crate) fn json(&self) -> Value {
        let Report { network, trip, .. } = self;
        let ids = words::Ids::new(network);
        let (outcome, limit) = words::outcome(trip.outcome());
        let found: &[Route] = if trip.is_found() { &trip.stages } else { &[] };
        let mut nodes: Vec<u32> = Vec::new();
        for stage in found {
            let known = nodes.last().is_some_and(|last| stage.nodes.first() == Some(last));
            nodes.extend(stage.nodes.iter().skip(usize::from(known)));
        }
        let edges: Vec<u32> = found.iter().flat_map(|stage| stage.edges.iter().copied()).collect();
        let sum = |of: fn(&Route) -> u64| trip.stages.iter().map(of).sum::<u64>();
        let legs: Vec<Value> = found.iter().flat_map(|stage| self.legs(stage)).collect();
        let algorithm = trip.stages.first().map(|stage| stage.algorithm.name());
        let mut object = json!({
            "found": trip.is_found(),
            "outcome": outcome,
            "limit": limit,
            "optimal": trip.is_found() && trip.guarantee() == Guarantee::Optimal,
            "cost": words::json(trip.cost()),
            "unit": words::unit(network.unit()),
            "metres": self.metres(found),
            "nodes": nodes.iter().map(|&node| ids.id(node)).collect::<Vec<_>>(),
            "edges": edges,
            "legs": legs,
            "stops": trip.stops.iter().map(|stop| self.stop(stop, &ids)).collect::<Vec<_>>(),
            "expanded": sum(|stage| stage.stats.expanded),
            "generated": sum(|stage| stage.stats.generated),
            "micros": self.micros,
            "algorithm": algorithm,
            "verified": self.verdict.as_ref().map(Result::is_ok),
        });
        if trip.what != What::Best {
            let all = trip.alternatives.iter().enumerate().map(|(number, route)| {
                json!({
                    "kind": self.kind(number),
                    "cost": words::json(route.cost),
                    "metres": self.metres(std::slice::from_ref(route)),
                    "nodes": route.nodes.iter().map(|&node| ids.id(node)).collect::<Vec<_>>(),
                    "edges": route.edges,
                    "legs": self.legs(route).collect::<Vec<_>>(),
                })
            });
            object["alternatives"] = all.collect();
        }
        object
    }

    fn kind(&self, number: usize) -> &'static str {
        match self.trip.what {
            _ if number == 0 => "best",
            What::Different => "different",
            _ => "next shortest",
        }
    }

    fn metres(&self, routes: &[Route]) -> Option<f64> {
        self.network.positions()?;
        let metres: f64 = routes.iter().map(|route| route.metres(self.network)).sum();
        Some((metres * 10.0).round() / 10.0)
    }

    fn legs(&self, route: &Route) -> impl Iterator<Item = Value> {
        let placed = self.network.positions().is_some();
        route.legs(self.network).into_iter().map(move |leg| {
            json!({
                "name": leg.name,
                "cost": words::json(leg.cost),
                "metres": placed.then_some((leg.metres * 10.0).round() / 10.0),
                "edges": leg.edges.len(),
            })
        })
    }

    fn stop(&self, stop: &Snap, ids: &words::Ids<'_>) -> Value {
        let (node, name) = match &stop.location {
            Location::Node(node) => (ids.id(*node), self.network.name(*node)),
            _ => (Value::Null, ""),
        };
        let on = match &stop.location {
            Location::OnEdges(on) => {
                on.iter().map(|on| json!({"edge": on.edge, "fraction": on.fraction})).collect()
            }
            _ => Vec::new(),
        };
        json!({
            "node": node,
            "name": name,
            "latitude": stop.position.map(|at| at.latitude),
            "longitude": stop.position.map(|at| at.longitude),
            "on": on,
            "metres_away": (stop.metres * 10.0).round() / 10.0,
        })
    }

    pub(crate) fn text(&self) -> String {
        let Report { network, trip, .. } = self;
        let names: Vec<String> =
            trip.stops.iter().map(|stop| words::place(network, stop)).collect();
        let mut lines = Lines::default();
        let failed = trip.stages.len() - 1;
        match trip.outcome() {
            Outcome::Found => {
                let vias = match &names[1..names.len() - 1] {
                    [] => String::new(),
                    vias => format!(" over {}", vias.join(", ")),
                };
                let (from, to) = (&names[0], &names[names.len() - 1]);
                lines.add("found", format!("a route from {from} to {to}{vias}"));
            }
            Outcome::Unreachable => lines.add(
                "no path",
                format!("{} cannot be reached from {}", names[failed + 1], names[failed]),
            ),
            Outcome::Stopped(limit) => lines.add_stop(limit, &names[failed], &names[failed + 1]),
        }
        if trip.is_found() {
            let cost = words::cost(network.unit(), trip.cost());
            lines.add("cost", format!("{cost}, {}", trip.guarantee()));
            let edges: usize = trip.stages.iter().map(|stage| stage.edges.len()).sum();
            let length = match self.metres(&trip.stages) {
                Some(metres) => format!("{} on ", words::length(metres)),
                None => String::new(),
            };
            lines.add("length", format!("{length}{}", counted(edges as u64, "edge")));
        }
        let mut stats = trip.stages[0].stats;
        for stage in &trip.stages[1..] {
            stats.expanded += stage.stats.expanded;
            stats.generated += stage.stats.generated;
            stats.reopened += stage.stats.reopened;
            stats.largest_open = stats.largest_open.max(stage.stats.largest_open);
        }
        lines.add_search(trip.stages[0].algorithm, &stats, self.micros);
        lines.add_verdict(
            self.verdict.as_ref(),
            "every edge and turn, the cost, and Dijkstra's cost",
        );
        let mut text = lines.text;
        if trip.what != What::Best {
            text.push_str(&self.listed_alternatives());
        } else if trip.is_found() {
            for (number, stage) in trip.stages.iter().enumerate() {
                if trip.stages.len() > 1 {
                    let (from, to) = (&names[number], &names[number + 1]);
                    let cost = words::cost(network.unit(), stage.cost);
                    let _ = writeln!(text, "\nfrom {from} to {to}: {cost}");
                } else {
                    text.push('\n');
                }
                text.push_str(&self.listed_legs(stage));
            }
        }
        text
    }

    fn listed_alternatives(&self) -> String {
        let unit = self.network.unit();
        let rows = self.trip.alternatives.iter().enumerate().map(|(number, route)| {
            let mut legs = route.legs(self.network);
            legs.retain(|leg| !leg.name.is_empty());
            // The streets that most of it is on.
            legs.sort_by_key(|leg| std::cmp::Reverse(leg.cost));
            let mut streets: Vec<String> = Vec::new();
            for leg in legs {
                if streets.len() < 3 && !streets.contains(&leg.name) {
                    streets.push(leg.name);
                }
            }
            vec![
                (number + 1).to_string(),
                self.kind(number).to_owned(),
                streets.join(", "),
                words::cost(unit, route.cost),
                self.metres(std::slice::from_ref(route)).map(words::length).unwrap_or_default(),
                count(route.edges.len() as u64),
            ]
        });
        let rows: Vec<Vec<String>> = rows.collect();
        format!("\n{}", table(3, &["", "kind", "mostly on", "cost", "length", "edges"], &rows))
    }

    /// A table of streets; where these have no names, of the nodes on the way.
    fn listed_legs(&self, route: &Route) -> String {
        let (network, unit) = (self.network, self.network.unit());
        let placed = network.positions().is_some();
        let legs = route.legs(network);
        let costs = |cost: Cost, metres: f64| {
            let length = if placed { words::length(metres) } else { String::new() };
            [words::cost(unit, cost), length]
        };
        let has_names = route.nodes.iter().all(|&node| !network.name(node).is_empty());
        let has_streets = legs.iter().any(|leg| !leg.name.is_empty());
        let (head, mut rows): (&[&str], Vec<Vec<String>>) = if has_streets && !has_names {
            let row = |leg: &Leg| {
                let name = if leg.name.is_empty() { "(no name)" } else { &leg.name };
                std::iter::once(name.to_owned()).chain(costs(leg.cost, leg.metres)).collect()
            };
            (&["along"], legs.iter().map(row).collect())
        } else {
            let row = |at: usize| {
                let edge = route.edges[at];
                let (_, head, _) = network.graph().edge(edge).unwrap_or_default();
                let mut row = vec![words::node(network, head)];
                if has_streets {
                    row.push(network.edge_name(edge).to_owned());
                }
                row.extend(costs(route.cost_of(network, at), network.metres(edge)));
                row
            };
            let head: &[&str] = if has_streets { &["to", "by"] } else { &["to"] };
            (head, (0..route.edges.len()).map(row).collect())
        };
        if rows.is_empty() {
            return String::new();
        }
        let more = rows.len().saturating_sub(LISTED);
        rows.truncate(LISTED);
        let titles = [head, &["cost", if placed { "length" } else { "" }]].concat();
        let mut text = table(head.len(), &titles, &rows);
        if more > 0 {
            let _ = writeln!(text, "... and {more} more, which --format json has");
        }
        text
    }

    /// The routes and the stops.
    pub(crate) fn features(&self) -> Vec<Value> {
        let network = self.network;
        let unit = words::unit(network.unit());
        let route = |(number, route): (usize, &Route)| {
            let properties = json!({
                "kind": if self.trip.what == What::Best { "best" } else { self.kind(number) },
                "cost": words::json(route.cost),
                "unit": unit,
                "metres": self.metres(std::slice::from_ref(route)),
                "edges": route.edges,
            });
            geojson::feature(geojson::line(&route.points(network)), properties)
        };
        let mut features: Vec<Value> = self.routes().iter().enumerate().map(route).collect();
        let ids = words::Ids::new(network);
        for (number, stop) in self.trip.stops.iter().enumerate() {
            let Some(at) = stop.position else { continue };
            let mut properties = self.stop(stop, &ids);
            properties["role"] = match number {
                0 => "from".into(),
                last if last + 1 == self.trip.stops.len() => "to".into(),
                _ => "via".into(),
            };
            features.push(geojson::feature(geojson::point(at), properties));
        }
        features
    }

    fn routes(&self) -> Vec<Route> {
        let routes = match self.trip.what {
            What::Best => &self.trip.stages,
            _ => &self.trip.alternatives,
        };
        routes.iter().filter(|route| route.is_found()).cloned().collect()
    }

    pub(crate) fn gpx(&self) -> Vec<u8> {
        let network = self.network;
        let track = |(number, route): (usize, &Route)| {
            let cost = words::cost(network.unit(), route.cost);
            (format!("{} {}: {cost}", self.kind(number), number + 1), route.points(network))
        };
        let tracks: Vec<(String, Vec<Position>)> =
            self.routes().iter().enumerate().map(track).collect();
        let stops = self.trip.stops.iter();
        let stops = stops.filter_map(|stop| Some((words::place(network, stop), stop.position?)));
        geojson::gpx(&tracks, &stops.collect::<Vec<_>>())
    }
}
