//! Paths in node numbers, by where each node was reached from.

use super::node::NONE;

/// Follows parents from a node to its start, and leaves the trail from start to node.
#[inline]
pub(crate) fn trace_back(trail: &mut Vec<u32>, end: u32, mut parent: impl FnMut(u32) -> u32) {
    trail.clear();
    let mut node = end;
    while node != NONE {
        trail.push(node);
        node = parent(node);
    }
    trail.reverse();
}
