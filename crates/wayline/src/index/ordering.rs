//! The outer loop of contraction, the same for corners of a grid and nodes of a graph: take away the
//! least important node, look again at what is known of the others when their turn comes.

use super::preparation::Stop;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A graph from which nodes are taken away, one after the other.
pub(super) trait Shrinking {
    fn nodes(&self) -> usize;
    /// Finds what has to be put in if the node is taken away, and says how unimportant that makes it:
    /// the least goes first.
    fn weigh(&mut self, node: u32) -> Result<u64, Stop>;
    /// Takes away the node that was weighed last.
    fn take_away(&mut self, node: u32);
    /// The nodes that are left, least important first, if the rest is too dense to go on; told the
    /// next node and how many are left.
    fn order_of_dense_rest(&mut self, next: u32, rest: usize) -> Result<Option<Vec<u32>>, Stop>;
    /// Tells how much is done, of one half.
    fn tell(&self, done: f32);
}

/// The nodes, most important first.
pub(super) fn by_importance(graph: &mut impl Shrinking) -> Result<Vec<u32>, Stop> {
    let nodes = graph.nodes();
    let mut queue = BinaryHeap::with_capacity(nodes);
    for node in 0..nodes as u32 {
        queue.push(Reverse((graph.weigh(node)?, node)));
    }
    let mut order = Vec::with_capacity(nodes);
    while let Some(Reverse((known, node))) = queue.pop() {
        if let Some(rest) = graph.order_of_dense_rest(node, nodes - order.len())? {
            order.extend(rest);
            break;
        }
        // What is known may be out of date: it goes back into the queue if it is no longer the least.
        let now = graph.weigh(node)?;
        if now > known && queue.peek().is_some_and(|&Reverse((least, _))| now > least) {
            queue.push(Reverse((now, node)));
            continue;
        }
        graph.take_away(node);
        order.push(node);
        if order.len() % 256 == 0 {
            graph.tell(0.5 * order.len() as f32 / nodes as f32);
        }
    }
    order.reverse();
    Ok(order)
}
