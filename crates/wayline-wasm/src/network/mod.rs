//! The module for networks: graphs with names and positions, made, read, changed and searched.
//!
//! What is searched is a copy of the network's graph, which edits change; names, positions and shapes stay
//! as they were read. Networks read here ban no turns, so a node is a state.

mod answer;
mod read;

use crate::clock;
use crate::events::{self, EVENTS, MOST_EVENTS, Recording};
use crate::to_js::{JsObject, numbers, thrown, words};
use answer::Answered;
use js_sys::{Array, Float64Array};
use std::collections::HashMap;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};
use wayline::{
    Algorithm, ContractedGraph, Cost, Event, EventKind, FieldQuery, Graph, Query, Stats, Workspace,
    search, search_watched,
};
use wayline_networks::generate::Spec;
use wayline_networks::{Network, Position, Unit};

/// The name of what is prepared and then climbed: a hierarchy by contraction, as articles draw it.
const HIERARCHY: &str = "hierarchy";

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

/// A network: nodes and edges with names and positions, and the costs that edits gave them.
#[wasm_bindgen]
pub struct WaylineNetwork {
    network: Network,
    graph: Graph,
    work: Workspace,
    left_out: Vec<String>,
    /// Prepared when it is asked for, and again after edits.
    hierarchy: Option<Prepared>,
}

/// A hierarchy, and how long it took to prepare, in milliseconds.
struct Prepared {
    graph: ContractedGraph,
    ms: f64,
}

/// What can be reached: nodes with their costs, and edges as far as the cost lasts, from 0 to 1.
#[derive(Debug, Default, PartialEq)]
struct Reached {
    nodes: Vec<u32>,
    costs: Vec<f64>,
    edges: Vec<u32>,
    shares: Vec<f64>,
}

#[wasm_bindgen]
impl WaylineNetwork {
    /// Roads from a line of text: `roads:5000:seed=1`.
    pub fn generate(spec: &str) -> Result<WaylineNetwork, JsError> {
        let spec: Spec = spec.parse().map_err(thrown)?;
        Ok(WaylineNetwork::of(spec.generate(read::LIMITS).map_err(thrown)?, Vec::new()))
    }

    /// A network from the bytes of a file: CSV, GeoJSON or DIMACS, by content and name; the second file, if
    /// there is one, has the nodes. `both_ways`: rows of CSV lead both ways.
    pub fn read(
        name: &str,
        bytes: &[u8],
        nodes: Option<Vec<u8>>,
        both_ways: bool,
        unit: &str,
    ) -> Result<WaylineNetwork, JsError> {
        let unit = unit_of(unit).map_err(thrown)?;
        let read = read::read(name, bytes, nodes.as_deref(), both_ways, unit);
        let (network, left_out) = read.map_err(thrown)?;
        Ok(WaylineNetwork::of(network, left_out))
    }

    /// A network of parts: an id, a name and a position (latitude, longitude) for each node, two nodes, a
    /// cost and a name for each edge.
    #[wasm_bindgen(js_name = fromParts)]
    #[allow(clippy::too_many_arguments)]
    pub fn from_parts(
        ids: Vec<String>,
        names: Vec<String>,
        positions: &[f64],
        from: &[u32],
        to: &[u32],
        costs: &[f64],
        edge_names: Vec<String>,
        unit: &str,
    ) -> Result<WaylineNetwork, JsError> {
        let unit = unit_of(unit).map_err(thrown)?;
        let parts = read::Parts { ids, names, positions, from, to, costs, edge_names, unit };
        Ok(WaylineNetwork::of(parts.build().map_err(thrown)?, Vec::new()))
    }

    /// How many nodes there are.
    #[wasm_bindgen(getter)]
    pub fn nodes(&self) -> u32 {
        self.graph.nodes() as u32
    }

    /// How many edges there are.
    #[wasm_bindgen(getter)]
    pub fn edges(&self) -> u32 {
        self.graph.edges() as u32
    }

    /// Everything that is drawn: names, positions, edges with their shapes and costs.
    #[wasm_bindgen(unchecked_return_type = "NetworkParts")]
    pub fn parts(&self) -> JsValue {
        let WaylineNetwork { network, graph, .. } = self;
        let texts = |texts: &mut dyn Iterator<Item = &str>| -> Array {
            texts.map(JsValue::from_str).collect()
        };
        let pairs = |positions: &[Position]| {
            let flat: Vec<f64> =
                positions.iter().flat_map(|at| [at.latitude, at.longitude]).collect();
            Float64Array::from(&flat[..])
        };
        let (mut from, mut to, mut costs) = (Vec::new(), Vec::new(), Vec::new());
        let (mut first_point, mut points) = (vec![0], Vec::new());
        let (mut known, mut edge_names, mut name_of_edge) =
            (HashMap::new(), Vec::new(), Vec::new());
        for edge in 0..graph.edges() as u32 {
            let (tail, head, cost) = graph.edge(edge).unwrap_or_default();
            from.push(tail);
            to.push(head);
            costs.push(cost.to_f64());
            let shape: Vec<Position> = network.points(edge).collect();
            points.extend_from_slice(shape.get(1..shape.len().max(1) - 1).unwrap_or_default());
            first_point.push(points.len() as u32);
            let name = network.edge_name(edge);
            name_of_edge.push(*known.entry(name).or_insert_with(|| {
                edge_names.push(name);
                edge_names.len() as u32 - 1
            }));
        }
        let all = 0..graph.nodes() as u32;
        JsObject::new()
            .with("unit", word_for(network.unit()))
            .with("ids", texts(&mut all.clone().map(|node| network.id(node))))
            .with("names", texts(&mut all.map(|node| network.name(node))))
            .with("positions", network.positions().map_or(JsValue::NULL, |all| pairs(all).into()))
            .with("from", numbers(&from))
            .with("to", numbers(&to))
            .with("costs", Float64Array::from(&costs[..]))
            .with("firstPoint", numbers(&first_point))
            .with("points", pairs(&points))
            .with("edgeNames", texts(&mut edge_names.into_iter()))
            .with("nameOfEdge", numbers(&name_of_edge))
            .with("leftOut", texts(&mut self.left_out.iter().map(|text| &text[..])))
            .done()
    }

    /// What an edge costs from now on.
    #[wasm_bindgen(js_name = setCost)]
    pub fn set_cost(&mut self, edge: u32, cost: f64) -> Result<(), JsError> {
        self.graph.set_cost(edge, cost).map_err(thrown)
    }

    /// Closes an edge, or opens it again.
    #[wasm_bindgen(js_name = setClosed)]
    pub fn set_closed(&mut self, edge: u32, closed: bool) -> Result<(), JsError> {
        let changed = if closed { self.graph.close(edge) } else { self.graph.reopen(edge) };
        changed.map(|_| ()).map_err(thrown)
    }

    /// Finds a path from one node to another, by an algorithm of the engine's or by `hierarchy`.
    #[wasm_bindgen(unchecked_return_type = "NetworkAnswer")]
    pub fn solve(&mut self, from: u32, to: u32, algorithm: &str) -> Result<JsValue, JsError> {
        Ok(self.solved(from, to, algorithm).map_err(thrown)?.to_js().done())
    }

    /// The same, with everything the search did; `most` events are kept.
    #[wasm_bindgen(unchecked_return_type = "NetworkRecording")]
    pub fn record(
        &mut self,
        from: u32,
        to: u32,
        algorithm: &str,
        most: Option<u32>,
    ) -> Result<JsValue, JsError> {
        let most = most.map_or(EVENTS, |most| u64::from(most).min(MOST_EVENTS) as usize);
        let (answered, recording) = self.recorded(from, to, algorithm, most).map_err(thrown)?;
        Ok(answered.to_js().with("events", events::events(recording).done()).done())
    }

    /// Everything within a cost of a node, edges cut where the cost runs out.
    #[wasm_bindgen(unchecked_return_type = "Reached")]
    pub fn reach(&self, from: u32, within: f64) -> Result<JsValue, JsError> {
        let Reached { nodes, costs, edges, shares } = self.reached(from, within).map_err(thrown)?;
        Ok(JsObject::new()
            .with("nodes", numbers(&nodes))
            .with("costs", Float64Array::from(&costs[..]))
            .with("edges", numbers(&edges))
            .with("shares", Float64Array::from(&shares[..]))
            .done())
    }
}

impl WaylineNetwork {
    fn of(network: Network, left_out: Vec<String>) -> WaylineNetwork {
        let graph = network.graph().clone();
        WaylineNetwork { network, graph, work: Workspace::new(), left_out, hierarchy: None }
    }

    /// Makes sure that there is a hierarchy of the graph as it is.
    fn prepare(&mut self) -> Result<(), String> {
        if self.hierarchy.as_ref().is_some_and(|known| known.graph.fits(&self.graph)) {
            return Ok(());
        }
        let began = clock::now();
        let graph = ContractedGraph::prepare(&self.graph).map_err(words)?;
        self.hierarchy = Some(Prepared { graph, ms: clock::now() - began });
        Ok(())
    }

    /// By the hierarchy: what it climbed over is counted as what other searches expand.
    fn climbed(
        &mut self,
        from: u32,
        to: u32,
        most: usize,
    ) -> Result<(Answered, Recording), String> {
        self.prepare()?;
        let WaylineNetwork { graph, work, hierarchy, .. } = self;
        let Some(Prepared { graph: contracted, ms: prepared }) = hierarchy else {
            return Err("there is no hierarchy".to_owned());
        };
        let began = clock::now();
        contracted.path(from, to, work, None).map_err(words)?;
        let ms = clock::now() - began;
        let (mut recording, mut stats) = (Recording::default(), Stats::default());
        let mut watch = |event: &Event| {
            stats.expanded += u64::from(event.kind == EventKind::Expand);
            stats.generated +=
                u64::from(matches!(event.kind, EventKind::Generate | EventKind::Update));
            recording.keep(event, most, Some);
        };
        let answer = contracted.path(from, to, work, Some(&mut watch)).map_err(words)?;
        let mut answered = Answered::new(graph, (from, to), &answer, ms);
        (answered.stats, answered.prepared, answered.algorithm) =
            (stats, Some(*prepared), HIERARCHY);
        Ok((answered, recording))
    }

    fn solved(&mut self, from: u32, to: u32, algorithm: &str) -> Result<Answered, String> {
        if algorithm == HIERARCHY {
            return Ok(self.climbed(from, to, 0)?.0);
        }
        let algorithm: Algorithm = algorithm.parse().map_err(words)?;
        let query = Query::new(from, to).algorithm(algorithm);
        let began = clock::now();
        let answer = search(&self.graph, &query, &mut self.work).map_err(words)?;
        let ms = clock::now() - began;
        Ok(Answered::new(&self.graph, (from, to), &answer, ms))
    }

    fn recorded(
        &mut self,
        from: u32,
        to: u32,
        algorithm: &str,
        most: usize,
    ) -> Result<(Answered, Recording), String> {
        if algorithm == HIERARCHY {
            return self.climbed(from, to, most);
        }
        let algorithm: Algorithm = algorithm.parse().map_err(words)?;
        let query = Query::new(from, to).algorithm(algorithm);
        let mut recording = Recording::default();
        let mut watch = |event: &Event| recording.keep(event, most, Some);
        let began = clock::now();
        let answer =
            search_watched(&self.graph, &query, &mut self.work, &mut watch).map_err(words)?;
        let ms = clock::now() - began;
        Ok((Answered::new(&self.graph, (from, to), &answer, ms), recording))
    }

    fn reached(&self, from: u32, within: f64) -> Result<Reached, String> {
        let within = Cost::try_from(within).map_err(words)?;
        let query = FieldQuery::away_from(from).within(within);
        let field = self.graph.field(&query).map_err(words)?;
        let mut reached = Reached::default();
        for (node, cost) in field.iter() {
            reached.nodes.push(node);
            reached.costs.push(cost.to_f64());
            for (edge, _, price) in self.graph.edges_from(node) {
                let left = within - cost;
                reached.edges.push(edge);
                let whole = left >= price;
                let share = if whole { 1.0 } else { left.raw() as f64 / price.raw() as f64 };
                reached.shares.push(share);
            }
        }
        Ok(reached)
    }
}

fn unit_of(word: &str) -> Result<Unit, String> {
    match word {
        "seconds" => Ok(Unit::Seconds),
        "metres" => Ok(Unit::Metres),
        "kilometres" => Ok(Unit::Kilometres),
        "" => Ok(Unit::Plain),
        other => {
            Err(format!("unit '{other}': expected seconds, metres, kilometres or an empty text"))
        }
    }
}

fn word_for(unit: Unit) -> &'static str {
    match unit {
        Unit::Seconds => "seconds",
        Unit::Metres => "metres",
        Unit::Kilometres => "kilometres",
        _ => "",
    }
}

#[cfg(test)]
mod tests;
