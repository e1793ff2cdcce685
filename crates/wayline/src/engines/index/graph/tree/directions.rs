//! Which arcs of a tree can ever lead somewhere, up or down: that depends on the directions of edges, and
//! not on what they cost.
//!
//! The tree takes two nodes for neighbours whatever the direction. Where streets lead both ways that is as
//! it should be. But where turns cost something, a node is the state after an edge, and a street across
//! a cut is two of them, one each way: a climb from one side enters only those that lead away from
//! it, and is entered only from the others. So half of all arcs to a cut lead nowhere upwards, and the
//! other half nowhere downwards. If the nodes of each cut are put in order by the side they are entered
//! from, then these are long runs, which are marked and passed over.

use super::adjacency::Adjacency;
use super::dissect::Parted;
use super::shape::{NONE, Shape};
use super::sources::Below;
use crate::engines::index::preparation::GivenUp;

/// Bits for each arc.
pub(super) const UP: u8 = 1;
pub(super) const DOWN: u8 = 2;

/// The directions in which each arc can lead somewhere, in a graph with these edges, by numbers in the tree.
pub(super) fn directions(shape: &Shape, edges: impl Iterator<Item = (u32, u32)>) -> Vec<u8> {
    let mut ways = vec![0u8; shape.arcs()];
    for (from, to) in edges.filter(|(from, to)| from != to) {
        let (lower, upper) = (from.min(to), from.max(to));
        let arc = shape.arc(lower, shape.depth(upper)).expect("an arc for each edge");
        ways[arc] |= if from < to { UP } else { DOWN };
    }
    let below = Below::of(shape);
    for node in 0..shape.nodes() as u32 {
        let (runs, first_arc) = (shape.runs(node), shape.first_arc(node));
        let (done, own) = ways.split_at_mut(first_arc);
        for pair in below.pairs(node) {
            let [higher, lower] = [0, 1].map(|arc| done[pair.place as usize / 2 + arc]);
            own[pair.joins as usize - first_arc] |= higher & back(lower);
        }
        for &(lower, arc) in below.arcs(node) {
            // Down to the lower node and up from it, or the other way round.
            let both = back(done[arc as usize]);
            let mut into = 0;
            for pair in shape.runs(lower).windows(2).take_while(|pair| pair[0].arc < arc) {
                let depth = pair[0].depth();
                while runs[into + 1].arc - runs[into].arc <= depth - runs[into].depth() {
                    into += 1;
                }
                let at = (runs[into].arc + depth - runs[into].depth()) as usize - first_arc;
                let over = &done[pair[0].arc as usize..pair[1].arc.min(arc) as usize];
                own[at..].iter_mut().zip(over).for_each(|(own, over)| *own |= over & both);
            }
        }
    }
    ways
}

/// Down where it was up.
fn back(way: u8) -> u8 {
    (way & UP) << 1 | way >> 1
}

/// Puts the nodes of each cut in order, in an order of a graph's nodes that was dissected from some place
/// on: first those that are entered from one side of it, then the others.
pub(super) fn arrange(
    graph: &Adjacency,
    edges: impl Iterator<Item = (u32, u32)>,
    (order, first): (&mut [u32], usize),
    cuts: &[Parted],
) -> Result<(), GivenUp> {
    let shape = Shape::of(graph, order)?;
    let number = |node: u32| shape.number[node as usize];
    let ways = directions(&shape, edges.map(|(from, to)| (number(from), number(to))));
    // By numbers in the tree: places in the order, and one side of the cuts that nodes belong to.
    let (mut place_of, mut side_of) = (vec![None; order.len()], vec![None; order.len()]);
    let order = &mut order[first..];
    for (place, &node) in order.iter().enumerate() {
        place_of[number(node) as usize] = Some(place);
    }
    for cut in cuts {
        for &node in &order[cut.nodes.clone()] {
            side_of[number(node) as usize] = Some(&cut.side);
        }
    }
    let mut is_entered = vec![false; shape.nodes()];
    let mut path = vec![NONE; shape.height];
    for node in (0..shape.nodes() as u32).rev() {
        path[shape.depth(node) as usize] = node;
        for pair in shape.runs(node).windows(2) {
            let depths = pair[0].depth() as usize..;
            for (arc, depth) in (pair[0].arc as usize..pair[1].arc as usize).zip(depths) {
                let above = path[depth] as usize;
                let (side, place) = (side_of[above], place_of[node as usize]);
                let is_beside = side.zip(place).is_some_and(|(side, place)| side.contains(&place));
                is_entered[above] |= is_beside && ways[arc] & UP != 0;
            }
        }
    }
    for cut in cuts {
        order[cut.nodes.clone()].sort_by_key(|&node| !is_entered[number(node) as usize]);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::adjacency::ends_of;
    use super::*;
    use crate::spaces::graph::Graph;

    /// Whether a path leads from one node to another over nodes with lower numbers than both.
    fn leads(ends: &[(u32, u32)], from: u32, to: u32) -> bool {
        let (mut found, mut at) = (vec![from], 0);
        while at < found.len() {
            let node = found[at];
            for &(_, next) in ends.iter().filter(|&&(tail, _)| tail == node) {
                if next == to {
                    return true;
                }
                if next < from.min(to) && !found.contains(&next) {
                    found.push(next);
                }
            }
            at += 1;
        }
        false
    }

    #[test]
    fn arcs_lead_where_paths_over_lower_nodes_do() {
        let mut seed = 5u64;
        let mut dice = |below: u64| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) % below) as u32
        };
        let mut one_way = 0;
        for _ in 0..300 {
            let nodes = 2 + dice(14);
            let edges: Vec<_> =
                (0..dice(40)).map(|_| (dice(nodes.into()), dice(nodes.into()), 1.0)).collect();
            let graph = Graph::from_edges(nodes as usize, edges).unwrap();
            let order: Vec<u32> = (0..nodes).collect();
            let mut shape = Shape::of(&Adjacency::of(&graph, true), &order).unwrap();
            let number = shape.number.clone();
            let number = |node: u32| number[node as usize];
            let ends: Vec<_> =
                ends_of(&graph, true).map(|(from, to)| (number(from), number(to))).collect();
            let ways = directions(&shape, ends.iter().copied());
            shape.mark(&ways);
            let mut path = vec![NONE; shape.height];
            for node in (0..nodes).rev() {
                path[shape.depth(node) as usize] = node;
                for pair in shape.runs(node).windows(2) {
                    for (arc, depth) in (pair[0].arc..pair[1].arc).zip(pair[0].depth()..) {
                        let (way, above) = (ways[arc as usize], path[depth as usize]);
                        let truth = [leads(&ends, node, above), leads(&ends, above, node)];
                        assert_eq!([way & UP != 0, way & DOWN != 0], truth, "{ends:?}");
                        // A run that is passed over has no arc that leads there.
                        assert!(truth[0] <= pair[0].leads(true), "{ends:?}");
                        assert!(truth[1] <= pair[0].leads(false), "{ends:?}");
                        one_way += usize::from(truth[0] != truth[1]);
                    }
                }
            }
        }
        assert!(one_way > 1_000, "{one_way}");
    }
}
