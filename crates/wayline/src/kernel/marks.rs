//! Marks on nodes: a bit each, and a list of those that have one, so that they are soon wiped off.

/// Nodes that are marked, in the order in which they were.
#[derive(Clone, Default)]
pub(crate) struct Marks {
    bits: Vec<u64>,
    pub(crate) list: Vec<u32>,
}

impl Marks {
    /// No node is marked, of this many.
    pub(crate) fn begin(&mut self, nodes: usize) {
        for node in self.list.drain(..) {
            self.bits[node as usize / 64] = 0;
        }
        if self.bits.len() < nodes.div_ceil(64) {
            self.bits = vec![0; nodes.div_ceil(64)];
        }
    }

    /// `false` if it was marked before.
    pub(crate) fn mark(&mut self, node: u32) -> bool {
        let (word, bit) = (&mut self.bits[node as usize / 64], 1 << (node % 64));
        let new = *word & bit == 0;
        if new {
            *word |= bit;
            self.list.push(node);
        }
        new
    }

    /// Whether it is marked.
    pub(crate) fn has(&self, node: u32) -> bool {
        self.bits[node as usize / 64] & 1 << (node % 64) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_marked_once_and_wiped_off_together() {
        let mut marks = Marks::default();
        marks.begin(200);
        assert!(marks.mark(3) && marks.mark(199) && !marks.mark(3));
        assert!(marks.has(199) && !marks.has(198));
        assert_eq!(marks.list, [3, 199]);
        marks.begin(300);
        assert!((0..300).all(|node| !marks.has(node)) && marks.list.is_empty());
    }
}
