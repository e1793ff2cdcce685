//! The order of a graph's nodes, for which they have to lie somewhere in a plane.

use super::adjacency::Adjacency;
use super::dissect::{Point, dissect};
use super::reduce::{Reduced, reduce};
use crate::engines::index::preparation::{Effort, Stop};
use crate::spaces::graph::Graph;

/// The nodes, least important first.
pub(super) fn order(
    graph: &Graph,
    adjacency: &Adjacency,
    effort: &mut Effort<'_>,
) -> Result<Vec<u32>, Stop> {
    effort.spend(4 * graph.edges() as u64)?;
    let Reduced { gone, left, rest } = reduce(adjacency);
    let points = match graph.plane() {
        Some(plane) => left.iter().map(|&node| plane[node as usize]).collect(),
        None => by_hops(&rest),
    };
    let mut order = gone;
    let dissected = dissect(rest, points, effort)?;
    order.extend(dissected.into_iter().map(|node| left[node as usize]));
    Ok(order)
}

/// Points for nodes that have none: how much farther it is to one node than to another one at the far
/// end of the graph, counted in hops, and the same for two ends across.
fn by_hops(graph: &Adjacency) -> Vec<Point> {
    let nodes = graph.nodes();
    let mut points = vec![(0, 0); nodes];
    // From five nodes of each component, which share no others.
    let mut hops: [Vec<u32>; 5] = std::array::from_fn(|_| vec![UNSEEN; nodes]);
    for start in 0..nodes as u32 {
        if hops[0][start as usize] != UNSEEN {
            continue;
        }
        let component = count_hops(graph, start, &mut hops[0]);
        let mut from = component[component.len() - 1];
        for turn in 1..5 {
            let found = count_hops(graph, from, &mut hops[turn]);
            from = found[found.len() - 1];
            if turn == 2 {
                // The farthest from both ends.
                let nearest = |node: u32| hops[1][node as usize].min(hops[2][node as usize]);
                let across = found.into_iter().max_by_key(|&node| (nearest(node), node));
                from = across.unwrap_or(from);
            }
        }
        for node in component {
            let at = |turn: usize| i64::from(hops[turn][node as usize]);
            points[node as usize] = (at(1) - at(2), at(3) - at(4));
        }
    }
    points
}

const UNSEEN: u32 = u32::MAX;

/// Counts the edges from one node to each of its component, which it returns, the farthest last.
fn count_hops(graph: &Adjacency, start: u32, hops: &mut [u32]) -> Vec<u32> {
    let mut found = vec![start];
    let mut at = 0;
    hops[start as usize] = 0;
    while at < found.len() {
        let node = found[at];
        at += 1;
        for &other in graph.at(node) {
            if hops[other as usize] == UNSEEN {
                hops[other as usize] = hops[node as usize] + 1;
                found.push(other);
            }
        }
    }
    found
}
