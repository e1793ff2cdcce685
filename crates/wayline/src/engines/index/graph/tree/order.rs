//! The order of a graph's nodes, for which they have to lie somewhere in a plane.

use super::adjacency::{Adjacency, ends_of};
use super::coarse::streets_of;
use super::directions::arrange;
use super::dissect::{Point, dissect};
use super::reduce::{Reduced, reduce};
use crate::engines::index::preparation::{Effort, GivenUp};
use crate::spaces::graph::Graph;

/// The nodes, least important first. Edges that are closed count if `closed_too`.
pub(super) fn order(
    graph: &Graph,
    closed_too: bool,
    effort: &mut Effort<'_>,
) -> Result<Vec<u32>, GivenUp> {
    effort.spend(4 * graph.edges() as u64)?;
    let adjacency = Adjacency::of(graph, closed_too);
    let tips = if adjacency.one_way { tips_of(graph, closed_too, &adjacency) } else { Vec::new() };
    let Reduced { gone, left, rest } = reduce(&adjacency, &tips);
    let (points, streets) = match graph.plane() {
        Some(plane) => {
            let streets = match adjacency.one_way {
                true => streets_of(&left, &plane, ends_of(graph, closed_too)),
                false => Vec::new(),
            };
            (left.iter().map(|&node| plane[node as usize]).collect(), streets)
        }
        None => (by_hops(&rest), Vec::new()),
    };
    let mut order = gone;
    let first = order.len();
    let (dissected, cuts) = dissect(rest, points, streets, effort)?;
    order.extend(dissected.into_iter().map(|node| left[node as usize]));
    if adjacency.one_way {
        arrange(&adjacency, ends_of(graph, closed_too), (&mut order, first), &cuts)?;
    }
    Ok(order)
}

/// A tip with more neighbours is none: all of them become neighbours of each other.
const FEW: usize = 8;

/// The nodes that no path leads through, since no edge leads into them, or none out.
fn tips_of(graph: &Graph, closed_too: bool, adjacency: &Adjacency) -> Vec<u32> {
    let mut ends = vec![[false; 2]; graph.nodes()];
    for (from, to) in ends_of(graph, closed_too).filter(|(from, to)| from != to) {
        ends[from as usize][0] = true;
        ends[to as usize][1] = true;
    }
    let is_tip = |&node: &u32| {
        ends[node as usize] != [true, true] && (1..=FEW).contains(&adjacency.at(node).len())
    };
    (0..graph.nodes() as u32).filter(is_tip).collect()
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
