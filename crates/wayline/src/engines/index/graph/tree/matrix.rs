//! Many costs at once: one climb for each row and each column, and then sums of what they found.

use super::climb::ClimbWork;
use super::labels::least_sum;
use super::priced::Priced;
use super::shape::Shape;
use super::weight::{Holds, Weight};

/// That of no path.
pub(super) const FAR: u64 = u64::MAX;

impl<W: Weight> Priced<W> {
    /// What paths cost from each of some nodes to each of some others, row by row; nothing that cannot
    /// be held by a sum.
    pub(super) fn matrix<S: Holds<W>>(
        &self,
        shape: &Shape,
        from: &[u32],
        to: &[u32],
        work: &mut ClimbWork<S>,
    ) -> Vec<u64> {
        let costs = &self.metric.cost;
        // What is known about the nodes above each column's, by depth, one after another.
        let (mut known, mut first) = (Vec::new(), vec![0]);
        let columns: Vec<u32> = to.iter().map(|&node| shape.number[node as usize]).collect();
        for &column in &columns {
            work.back.climb_to_root::<false, W>(shape, costs, column);
            known.extend_from_slice(work.back.found(shape, column).1);
            first.push(known.len());
        }
        let mut matrix = Vec::with_capacity(from.len().saturating_mul(to.len()));
        let mut starts = Vec::new();
        for &row in from {
            let row = shape.number[row as usize];
            work.ahead.climb_to_root::<true, W>(shape, costs, row);
            let (path, own) = work.ahead.found(shape, row);
            starts.clear();
            starts.extend(path.iter().map(|&node| shape.subtree(node).start));
            for (&column, ends) in columns.iter().zip(first.windows(2)) {
                let theirs = &known[ends[0]..ends[1]];
                // The nodes above the row's that are also above the column's.
                let most = own.len().min(theirs.len());
                let subtrees = path[..most].iter().zip(&starts[..most]);
                let common =
                    count_while(subtrees.len(), |at| starts[at] <= column && column <= path[at]);
                let cost = least_sum(&own[..common], &theirs[..common]);
                let found = Some(cost).filter(|&cost| cost < S::INFINITE);
                matrix.push(found.and_then(|cost| self.raw(cost)).unwrap_or(FAR));
            }
        }
        matrix
    }
}

/// How many of the first places, of this many, something holds for; for none after these.
#[inline]
fn count_while(places: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut from, mut length) = (0, places);
    while length > 0 {
        let half = length / 2;
        let on = holds(from + half);
        from = if on { from + half + 1 } else { from };
        length = if on { length - half - 1 } else { half };
    }
    from
}
