//! The largest strongly connected part of a network.

use crate::{LeftOut, NetworkBuilder, Part};

const OUTSIDE: &str = "outside the largest strongly connected part";

/// Keeps only the largest part in which every node can be reached from every other; the first of
/// several of one size. Banned turns play no role in what can be reached; those of which all edges
/// are kept are kept, the others could not be taken any more.
pub(crate) fn keep_largest(builder: &mut NetworkBuilder, left_out: &mut LeftOut) {
    const GONE: u32 = u32::MAX;
    let (part_of, largest) = parts(builder);
    // The new numbers of what is kept.
    let numbered = |keep: &mut dyn Iterator<Item = bool>| -> Vec<u32> {
        let mut next = 0..GONE;
        keep.map(|keep| if keep { next.next().unwrap_or(GONE) } else { GONE }).collect()
    };
    let nodes = numbered(&mut part_of.iter().map(|&part| part == largest));
    let inside = |node: u32| nodes[node as usize] != GONE;
    let edges = numbered(&mut builder.edges.iter().map(|e| inside(e.from) && inside(e.to)));

    let counts = [builder.nodes.len(), builder.edges.len()];
    let mut kept = nodes.iter().map(|&number| number != GONE);
    builder.nodes.retain(|_| kept.next().unwrap_or_default());
    let mut kept = edges.iter().map(|&number| number != GONE);
    builder.edges.retain(|_| kept.next().unwrap_or_default());
    builder.bans.retain(|ban| ban.edges.iter().all(|&edge| edges[edge as usize] != GONE));
    let kept = |edge: u32| edges.get(edge as usize).is_some_and(|&number| number != GONE);
    builder.turn_costs.retain(|turn| kept(turn.from) && kept(turn.to));
    for turn in &mut builder.turn_costs {
        [turn.from, turn.to] = [turn.from, turn.to].map(|edge| edges[edge as usize]);
    }
    for edge in &mut builder.edges {
        [edge.from, edge.to] = [edge.from, edge.to].map(|node| nodes[node as usize]);
    }
    for ban in &mut builder.bans {
        ban.edges.iter_mut().for_each(|edge| *edge = edges[*edge as usize]);
    }
    let [nodes, edges] = counts;
    left_out.add(Part::Nodes, OUTSIDE, (nodes - builder.nodes.len()) as u64);
    left_out.add(Part::Edges, OUTSIDE, (edges - builder.edges.len()) as u64);
}

/// The strongly connected part of each node, and the largest of all. Tarjan's algorithm ("Depth-first
/// search and linear graph algorithms", 1972), without recursion.
pub(crate) fn parts(builder: &NetworkBuilder) -> (Vec<u32>, u32) {
    const NEW: u32 = u32::MAX;
    let nodes = builder.nodes.len();
    let mut first = vec![0_u32; nodes + 1];
    builder.edges.iter().for_each(|edge| first[edge.from as usize + 1] += 1);
    for node in 0..nodes {
        first[node + 1] += first[node];
    }
    let mut heads = vec![0; builder.edges.len()];
    let mut free = first.clone();
    for edge in &builder.edges {
        let slot = &mut free[edge.from as usize];
        heads[*slot as usize] = edge.to;
        *slot += 1;
    }

    // When a node was found, and the earliest found node still open that it leads to.
    let (mut found, mut low) = (vec![NEW; nodes], vec![NEW; nodes]);
    let mut part_of = vec![NEW; nodes];
    let mut next_edge = first.clone();
    let (mut open, mut path) = (Vec::new(), Vec::new());
    let (mut clock, mut part) = (0, 0);
    let mut largest = (0, 0);
    for root in 0..nodes as u32 {
        if found[root as usize] != NEW {
            continue;
        }
        path.push(root);
        while let Some(&node) = path.last() {
            let at = node as usize;
            if found[at] == NEW {
                (found[at], low[at]) = (clock, clock);
                clock += 1;
                open.push(node);
            }
            if next_edge[at] < first[at + 1] {
                let head = heads[next_edge[at] as usize] as usize;
                next_edge[at] += 1;
                if found[head] == NEW {
                    path.push(head as u32);
                } else if part_of[head] == NEW {
                    low[at] = low[at].min(found[head]);
                }
                continue;
            }
            path.pop();
            if let Some(&before) = path.last() {
                low[before as usize] = low[before as usize].min(low[at]);
            }
            if low[at] == found[at] {
                let start = open.iter().rposition(|&member| member == node).unwrap_or(0);
                let size = open.len() - start;
                open.drain(start..).for_each(|member| part_of[member as usize] = part);
                if size > largest.1 {
                    largest = (part, size);
                }
                part += 1;
            }
        }
    }
    (part_of, largest.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ban, Edge, Node};
    use proptest::prelude::*;

    fn builder(nodes: usize, pairs: &[(u32, u32)]) -> NetworkBuilder {
        let edge = |&(from, to): &(u32, u32)| Edge { from, to, cost: 1.0, ..Edge::default() };
        let node = |id: usize| Node { id: id.to_string(), ..Node::default() };
        NetworkBuilder {
            nodes: (0..nodes).map(node).collect(),
            edges: pairs.iter().map(edge).collect(),
            ..NetworkBuilder::default()
        }
    }

    #[test]
    fn bans_follow_their_edges() {
        let mut roads = builder(4, &[(0, 1), (1, 2), (2, 3), (3, 1)]);
        roads.bans = vec![Ban { edges: vec![0, 1] }, Ban { edges: vec![1, 2] }];
        let mut left_out = LeftOut::default();
        keep_largest(&mut roads, &mut left_out);
        assert_eq!(roads.bans, [Ban { edges: vec![0, 1] }]);
        assert_eq!(roads.edges[0].from, 0);
        assert_eq!(roads.nodes[0].id, "1");
        assert_eq!(left_out.count(Part::Nodes), 1);
    }

    #[test]
    fn a_long_line_takes_no_stack() {
        let pairs: Vec<_> = (0..200_000).map(|node| (node, node + 1)).collect();
        let mut line = builder(200_001, &pairs);
        keep_largest(&mut line, &mut LeftOut::default());
        assert_eq!((line.nodes.len(), line.edges.len()), (1, 0));
    }

    proptest! {
        /// By the definition: which nodes each node reaches, and is reached by.
        #[test]
        fn the_part_is_the_largest(pairs in proptest::collection::vec((0..9_u32, 0..9_u32), 0..24)) {
            let mut reaches = [[false; 9]; 9];
            (0..9).for_each(|node| reaches[node][node] = true);
            pairs.iter().for_each(|&(from, to)| reaches[from as usize][to as usize] = true);
            for via in 0..9 {
                for from in 0..9 {
                    for to in 0..9 {
                        reaches[from][to] |= reaches[from][via] && reaches[via][to];
                    }
                }
            }
            let size = |a: usize| (0..9).filter(|&b| reaches[a][b] && reaches[b][a]).count();
            let largest = (0..9).map(size).max().unwrap();
            let mut kept = builder(9, &pairs);
            keep_largest(&mut kept, &mut LeftOut::default());
            prop_assert_eq!(kept.nodes.len(), largest);
            let ids: Vec<usize> = kept.nodes.iter().map(|node| node.id.parse().unwrap()).collect();
            prop_assert!(ids.iter().all(|&a| ids.iter().all(|&b| reaches[a][b])));
        }
    }
}
