//! GeoJSON: lines on the globe.
//!
//! Every `LineString`, and every line of a `MultiLineString`, is an edge in both directions, or in one if
//! its property `oneway` says so (`true`, `yes`, `1`, or `-1` for against the line). Lines that end at
//! the same coordinates meet there; lines that cross elsewhere do not. An edge costs what its property
//! `cost` (or the like: [`FieldNames`]) says; if no line has it, its length in metres.
//! With the properties `from_node` and `to_node`, lines meet where these are equal, wherever they end.
//! Features that are not lines are left out.

use crate::fields::FieldName;
use crate::text::{A_COST, is_cost, quoted};
use crate::{
    Edge, FieldNames, Format, LeftOut, Network, NetworkBuilder, NetworkError, Node, Part, Position,
    Problem, ReadOptions, Unit,
};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::io::Write;

/// A document: a collection, a feature, or a geometry alone.
#[derive(Deserialize)]
struct Document {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    features: Vec<Feature>,
    #[serde(default)]
    geometry: Option<Geometry>,
    #[serde(default)]
    properties: Option<Map<String, Value>>,
    #[serde(default)]
    coordinates: Value,
}

#[derive(Deserialize)]
struct Feature {
    #[serde(default)]
    geometry: Option<Geometry>,
    #[serde(default)]
    properties: Option<Map<String, Value>>,
}

#[derive(Deserialize)]
#[serde(tag = "type")]
enum Geometry {
    LineString {
        coordinates: Vec<Vec<f64>>,
    },
    MultiLineString {
        coordinates: Vec<Vec<Vec<f64>>>,
    },
    #[serde(other)]
    Other,
}

/// Reads lines.
///
/// ```
/// use wayline_networks::{ReadOptions, geojson};
/// let text = br#"{"type": "FeatureCollection", "features": [{"type": "Feature",
///   "properties": {"name": "Broadway", "oneway": "yes"},
///   "geometry": {"type": "LineString", "coordinates": [[24.95, 60.18], [24.96, 60.19]]}}]}"#;
/// let (builder, _) = geojson::read(text, &ReadOptions::default())?;
/// let network = builder.build()?;
/// assert_eq!((network.nodes(), network.edges()), (2, 1));
/// assert_eq!(network.graph().edge(0).unwrap().2.to_f64().round(), 1242.0);
/// # Ok::<(), wayline_networks::NetworkError>(())
/// ```
pub fn read(
    bytes: &[u8],
    options: &ReadOptions,
) -> Result<(NetworkBuilder, LeftOut), NetworkError> {
    let document: Document =
        serde_json::from_slice(crate::text::without_mark(bytes)).map_err(|error| {
            // Its text ends with the place, which is said already.
            let text = error.to_string();
            let what = text.rsplit_once(" at line ").map_or(&text[..], |(what, _)| what);
            NetworkError::at(error.line(), error.column(), Problem::BadJson(what.to_owned()))
        })?;
    let features = match &document.kind[..] {
        "FeatureCollection" => document.features,
        "Feature" => {
            vec![Feature { geometry: document.geometry, properties: document.properties }]
        }
        kind => {
            let mut alone = Map::new();
            alone.insert("type".to_owned(), Value::String(kind.to_owned()));
            alone.insert("coordinates".to_owned(), document.coordinates);
            let geometry = serde_json::from_value(Value::Object(alone));
            let geometry = geometry.map_err(|error| Problem::BadJson(error.to_string()))?;
            vec![Feature { geometry: Some(geometry), properties: None }]
        }
    };
    let mut lines = Lines::new(options);
    for (number, feature) in features.into_iter().enumerate() {
        lines.add(number, feature)?;
    }
    lines.finish()
}

/// What makes two ends of lines the same node.
#[derive(PartialEq, Eq, Hash)]
enum End {
    At(u64, u64),
    Called(String),
}

struct Lines<'o> {
    options: &'o ReadOptions,
    builder: NetworkBuilder,
    numbers: HashMap<End, u32>,
    left_out: LeftOut,
    /// How many edges have a cost, and the first feature that has none.
    costs: usize,
    without: Option<usize>,
}

impl Lines<'_> {
    fn new(options: &ReadOptions) -> Lines<'_> {
        Lines {
            options,
            builder: NetworkBuilder::default(),
            numbers: HashMap::new(),
            left_out: LeftOut::default(),
            costs: 0,
            without: None,
        }
    }

    fn add(&mut self, number: usize, feature: Feature) -> Result<(), NetworkError> {
        let lines = match feature.geometry {
            Some(Geometry::LineString { coordinates }) => vec![coordinates],
            Some(Geometry::MultiLineString { coordinates }) => coordinates,
            Some(Geometry::Other) | None => {
                self.left_out.add(Part::Edges, "features that are not lines", 1);
                return Ok(());
            }
        };
        let properties = feature.properties.unwrap_or_default();
        let properties = Properties { number, fields: &self.options.fields, properties };
        for line in lines {
            self.add_line(&line, &properties)?;
        }
        Ok(())
    }

    fn add_line(
        &mut self,
        line: &[Vec<f64>],
        properties: &Properties<'_>,
    ) -> Result<(), NetworkError> {
        let position = |pair: &Vec<f64>| {
            let at = match pair[..] {
                [longitude, latitude, ..] => Some(Position { latitude, longitude }),
                _ => None,
            };
            at.filter(|at| at.is_valid()).ok_or_else(|| {
                let found = format!("the coordinates {pair:?}");
                properties.wrong(found, "longitude and latitude, in degrees")
            })
        };
        let points = line.iter().map(position).collect::<Result<Vec<_>, _>>()?;
        let [first, between @ .., last] = &points[..] else {
            return Err(properties.wrong("a line of one point or none", "two points or more"));
        };
        let [from_name, to_name] = properties.ends();
        let from = self.node(*first, from_name)?;
        let to = self.node(*last, to_name)?;
        let cost = properties.cost()?;
        let length = points.windows(2).map(|pair| pair[0].metres_to(pair[1])).sum();
        let edge = Edge {
            from,
            to,
            cost: cost.unwrap_or(length),
            name: properties.name(),
            shape: between.to_vec(),
        };
        let [forward, backward] = properties.directions()?;
        let edges = self.builder.edges.len() as u64 + forward as u64 + backward as u64;
        self.options.limits.check_edges(edges)?;
        match cost {
            Some(_) => self.costs += 1,
            None => self.without = self.without.or(Some(properties.number)),
        }
        let back = backward.then(|| edge.reversed());
        self.builder.edges.extend(forward.then_some(edge));
        self.builder.edges.extend(back);
        Ok(())
    }

    fn node(&mut self, at: Position, name: Option<String>) -> Result<u32, NetworkError> {
        let id = name.clone().unwrap_or_default();
        // Zero has two forms.
        let [latitude, longitude] = [at.latitude, at.longitude].map(|d| (d + 0.0).to_bits());
        let end = name.map_or(End::At(latitude, longitude), End::Called);
        let next = self.builder.nodes.len() as u32;
        if let Some(&number) = self.numbers.get(&end) {
            return Ok(number);
        }
        self.options.limits.check_nodes(next as u64 + 1)?;
        self.numbers.insert(end, next);
        self.builder.nodes.push(Node { id, position: Some(at), ..Node::default() });
        Ok(next)
    }

    fn finish(mut self) -> Result<(NetworkBuilder, LeftOut), NetworkError> {
        self.builder.unit = match (self.costs, self.without) {
            (0, _) => Unit::Metres,
            (_, None) => self.options.unit,
            (_, Some(number)) => {
                let found = format!("feature {number} without a cost");
                let expected = "a cost for each line or for none".to_owned();
                return Err(Problem::Unexpected { found, expected }.into());
            }
        };
        Ok((self.builder, self.left_out))
    }
}

/// What a feature says of its lines.
struct Properties<'o> {
    /// The feature's number, from zero.
    number: usize,
    fields: &'o FieldNames,
    properties: Map<String, Value>,
}

impl Properties<'_> {
    fn wrong(&self, found: impl Into<String>, expected: impl Into<String>) -> NetworkError {
        let found = format!("{} in feature {}", found.into(), self.number);
        Problem::Unexpected { found, expected: expected.into() }.into()
    }

    /// The property with this name. Null counts as missing.
    fn get(&self, name: FieldName<'_>) -> Option<&Value> {
        let known = self.properties.iter().filter(|(_, value)| !value.is_null());
        name.best(known.map(|(key, value)| (value, key)))
    }

    fn ends(&self) -> [Option<String>; 2] {
        let ends = self.fields.ends().map(|name| self.get(name).map(text));
        // Both or neither.
        if ends.iter().all(Option::is_some) { ends } else { [None, None] }
    }

    fn name(&self) -> String {
        self.get(self.fields.name()).map(text).unwrap_or_default()
    }

    fn cost(&self) -> Result<Option<f64>, NetworkError> {
        let Some(value) = self.get(self.fields.cost()) else {
            return Ok(None);
        };
        let number = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok());
        let number = number.filter(|&number| is_cost(number));
        number.map(Some).ok_or_else(|| self.wrong(quoted(text(value).as_bytes()), A_COST))
    }

    /// Whether the line leads forward and backward.
    fn directions(&self) -> Result<[bool; 2], NetworkError> {
        let Some(value) = self.get(self.fields.oneway()) else {
            return Ok([true; 2]);
        };
        match &text(value).to_ascii_lowercase()[..] {
            "true" | "yes" | "1" => Ok([true, false]),
            "-1" | "reverse" => Ok([false, true]),
            "" | "false" | "no" | "0" => Ok([true; 2]),
            other => {
                let expected = "oneway: yes, no or -1, true or false";
                Err(self.wrong(quoted(other.as_bytes()), expected))
            }
        }
    }
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Writes each edge as a line, with its shape: `from_node`, `to_node`, `cost`, `name`, `oneway`. Needs
/// positions. Nodes without edges, names of nodes, and banned turns are left out.
///
/// ```
/// use wayline_networks::{Limits, ReadOptions, generate::Spec, geojson};
/// let network = Spec { nodes: 10, seed: 1 }.generate(Limits::default())?;
/// let mut bytes = Vec::new();
/// geojson::write(&network, &mut bytes)?;
/// let (again, _) = geojson::read(&bytes, &ReadOptions::default())?;
/// assert_eq!(again.build()?.edges(), network.edges());
/// # Ok::<(), wayline_networks::NetworkError>(())
/// ```
pub fn write(network: &Network, mut out: impl Write) -> Result<(), NetworkError> {
    if network.positions().is_none() && network.nodes() > 0 {
        let what = "a network without positions".to_owned();
        let expected = "positions for all nodes";
        return Err(Problem::CannotHold { format: Format::GeoJson, what, expected }.into());
    }
    writeln!(out, "{{\"type\":\"FeatureCollection\",\"features\":[")?;
    let edges = network.edges() as u32;
    for edge in 0..edges {
        let Some((from, to, cost)) = network.graph().edge(edge) else { continue };
        let [from, to] = [from, to].map(|node| Value::from(network.id(node)));
        let name = Value::from(network.edge_name(edge));
        let points: Vec<_> =
            network.points(edge).map(|at| format!("[{},{}]", at.longitude, at.latitude)).collect();
        let comma = if edge + 1 < edges { "," } else { "" };
        writeln!(
            out,
            "{{\"type\":\"Feature\",\"properties\":{{\"from_node\":{from},\"to_node\":{to},\
             \"cost\":{},\"name\":{name},\"oneway\":true}},\"geometry\":{{\"type\":\"LineString\",\
             \"coordinates\":[{}]}}}}{comma}",
            cost.to_f64(),
            points.join(",")
        )?;
    }
    writeln!(out, "]}}")?;
    Ok(out.flush()?)
}
