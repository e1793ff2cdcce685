//! Nodes with at most two neighbours come first in an order: dead ends, and the bends of roads.
//!
//! Taking such a node away joins its two neighbours, if it has two: nothing becomes denser, and the
//! rest, often half the size, is what is worth dissecting. They go in rounds, no two neighbours in one,
//! so that a long road leaves a shallow tree and not a deep one.

use super::adjacency::Adjacency;

/// What is left of a graph.
pub(super) struct Reduced {
    /// The nodes that were taken away, in order.
    pub(super) gone: Vec<u32>,
    /// Those that are left.
    pub(super) left: Vec<u32>,
    /// The rest, its nodes numbered as in `left`.
    pub(super) rest: Adjacency,
}

/// Takes away the `tips` first, which no path leads through: nothing is joined by them.
pub(super) fn reduce(graph: &Adjacency, tips: &[u32]) -> Reduced {
    let nodes = graph.nodes();
    // Lists keep those that are gone until they are read: a hub may have a million dead ends.
    let mut lists: Vec<Vec<u32>> = (0..nodes as u32).map(|node| graph.at(node).to_vec()).collect();
    let mut degree: Vec<u32> = lists.iter().map(|list| list.len() as u32).collect();
    let mut gone = tips.to_vec();
    let mut is_gone = vec![false; nodes];
    for &tip in tips {
        is_gone[tip as usize] = true;
        graph.at(tip).iter().for_each(|&other| degree[other as usize] -= 1);
    }
    // The last round in which a neighbour of the node went.
    let mut disturbed = vec![0u32; nodes];
    let few = |&node: &u32| !is_gone[node as usize] && degree[node as usize] <= 2;
    let mut next: Vec<u32> = (0..nodes as u32).filter(few).collect();
    let mut round = 0;
    while !next.is_empty() {
        round += 1;
        for node in std::mem::take(&mut next) {
            if is_gone[node as usize] || degree[node as usize] > 2 {
                continue;
            }
            if disturbed[node as usize] == round {
                next.push(node);
                continue;
            }
            is_gone[node as usize] = true;
            gone.push(node);
            let mut neighbours = std::mem::take(&mut lists[node as usize]);
            neighbours.retain(|&other| !is_gone[other as usize]);
            for &other in &neighbours {
                disturbed[other as usize] = round;
                degree[other as usize] -= 1;
            }
            if let [a, b] = neighbours[..] {
                let shorter = if lists[a as usize].len() < lists[b as usize].len() { a } else { b };
                if !lists[shorter as usize].contains(&(a ^ b ^ shorter)) {
                    for (node, other) in [(a, b), (b, a)] {
                        lists[node as usize].push(other);
                        degree[node as usize] += 1;
                    }
                }
            }
            next.extend(neighbours.iter().filter(|&&other| degree[other as usize] <= 2));
        }
    }
    let left: Vec<u32> = (0..nodes as u32).filter(|&node| !is_gone[node as usize]).collect();
    let mut number = vec![u32::MAX; nodes];
    for (new, &node) in (0..).zip(&left) {
        number[node as usize] = new;
    }
    for &node in &left {
        let list = &mut lists[node as usize];
        list.retain(|&other| !is_gone[other as usize]);
        list.iter_mut().for_each(|other| *other = number[*other as usize]);
        list.sort_unstable();
    }
    let rest: Vec<Vec<u32>> =
        left.iter().map(|&node| std::mem::take(&mut lists[node as usize])).collect();
    Reduced { gone, left, rest: Adjacency::of_lists(&rest) }
}
