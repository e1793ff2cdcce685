//! The saved form of a [`Graph`], and the checks that a loaded one must pass.
//!
//! A document has `version` (1); `degrees`, how many edges leave each node; `edges` as (number, head, cost),
//! sorted by the node they leave and then by number; `closed`, the edges that are closed, as (number, tail, head,
//! cost) by number; `names`, one a node, or fewer if nodes were added later; `positions`, or null. Floats are
//! saved as their bits, so that every format preserves them. The loaded graph gives the same answers with the same
//! counts. A document is as long as the graph is large, so that a short one cannot ask for much memory.

use super::Graph;
use super::positions::{Placed, Points};
use crate::kernel::cost::Cost;
use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(rename = "Graph", deny_unknown_fields)]
struct Document {
    version: u32,
    degrees: Vec<u32>,
    edges: Vec<(u32, u32, Cost)>,
    closed: Vec<(u32, u32, u32, Cost)>,
    names: Vec<String>,
    positions: Option<Positions>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Positions {
    least_cost_per_length: u64,
    points: Vector,
}

/// In a plane, or on the unit sphere.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Vector {
    Plane(Vec<(u64, u64)>),
    Sphere(Vec<(u64, u64, u64)>),
}

impl Positions {
    fn of(placed: &Placed) -> Positions {
        let (points, least) = placed.parts();
        let points = match points {
            Points::Plane(points) => {
                let bits = points.iter().map(|&(x, y)| (x.to_bits(), y.to_bits()));
                Vector::Plane(bits.collect())
            }
            Points::Sphere(points) => {
                let bits = points.iter().map(|&[x, y, z]| (x.to_bits(), y.to_bits(), z.to_bits()));
                Vector::Sphere(bits.collect())
            }
        };
        Positions { least_cost_per_length: least.to_bits(), points }
    }

    /// `None` if they are not positions of the graph's nodes.
    fn of_graph(&self, graph: &Graph) -> Option<Placed> {
        let (count, points) = match &self.points {
            Vector::Plane(points) => {
                let floats = points.iter().map(|&(x, y)| (f64::from_bits(x), f64::from_bits(y)));
                (points.len(), Points::Plane(floats.collect()))
            }
            Vector::Sphere(points) => {
                let floats = points.iter().map(|&(x, y, z)| [x, y, z].map(f64::from_bits));
                (points.len(), Points::Sphere(floats.collect()))
            }
        };
        let least = f64::from_bits(self.least_cost_per_length);
        let right = count == graph.nodes();
        right.then(|| Placed::from_parts(points, least, graph.open_edges())).flatten()
    }
}

impl Serialize for Graph {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let nodes = 0..self.nodes() as u32;
        let closed = self.closed.iter().map(|(&edge, &(from, to, cost))| (edge, from, to, cost));
        let mut closed: Vec<_> = closed.collect();
        closed.sort_unstable();
        Document {
            version: VERSION,
            degrees: nodes.clone().map(|node| self.out(node).len() as u32).collect(),
            edges: nodes.flat_map(|node| self.edges_from(node)).collect(),
            closed,
            names: self.names.clone(),
            positions: self.placed.as_ref().map(Positions::of),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Graph {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Graph, D::Error> {
        let it = Document::deserialize(deserializer)?;
        if it.version != VERSION {
            let found = Unexpected::Unsigned(it.version.into());
            return Err(D::Error::invalid_value(found, &"a graph of version 1"));
        }
        let (nodes, open) = (it.degrees.len(), it.edges.len());
        let count = open + it.closed.len();
        if nodes.max(count) > Graph::MAX {
            return Err(D::Error::custom("more nodes or edges than a graph may have"));
        }
        let leaving: u64 = it.degrees.iter().map(|&degree| u64::from(degree)).sum();
        if leaving != open as u64 {
            return Err(D::Error::invalid_length(open, &"as many edges as leave the nodes"));
        }
        let tails = (0..).zip(&it.degrees);
        let tails = tails.flat_map(|(node, &degree)| (0..degree).map(move |_| node));
        let mut list = vec![None; count];
        let open = tails.zip(&it.edges).map(|(tail, &(edge, head, cost))| (edge, tail, head, cost));
        for (number, tail, head, cost) in open.chain(it.closed.iter().copied()) {
            if tail.max(head) as usize >= nodes || cost > Cost::MAX_MOVE {
                return Err(D::Error::custom(format_args!(
                    "edge {number} ({tail} -> {head}, {cost}): expected ends below {nodes} and a \
                     cost of at most {}",
                    Cost::MAX_MOVE
                )));
            }
            match list.get_mut(number as usize) {
                Some(free @ None) => *free = Some((tail, head, cost)),
                _ => {
                    let found = Unexpected::Unsigned(number.into());
                    return Err(D::Error::invalid_value(found, &"each edge number once"));
                }
            }
        }
        let list: Vec<_> = list.into_iter().flatten().collect();
        let mut graph = Graph::from_list(nodes, &list);
        for (edge, ..) in it.closed {
            graph.close(edge).map_err(D::Error::custom)?;
        }
        if it.names.len() > nodes {
            return Err(D::Error::invalid_length(it.names.len(), &"at most one name a node"));
        }
        graph.set_names(it.names);
        if let Some(positions) = &it.positions {
            let placed = positions.of_graph(&graph);
            graph.placed = Some(placed.ok_or_else(|| {
                D::Error::custom("positions that are not one a node, or too high a cost per length")
            })?);
        }
        Ok(graph)
    }
}
