//! The search for a witness: another path between two neighbours of a node, no more expensive than the
//! one through it. Where there is one, contraction needs no shortcut for the node.

pub(super) use crate::kernel::metric::WitnessCost;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How many nodes a search may settle before it gives up: a shortcut too many is never wrong.
const LIMIT: u32 = 40;

pub(super) trait WitnessArc {
    type Cost: WitnessCost;
    fn head(&self) -> u32;
    fn cost(&self) -> Self::Cost;
}

/// The scratch memory of searches for a witness, and the shortcuts that they could not do without.
pub(super) struct Witness<C: WitnessCost, S> {
    pub(super) cost: Vec<C>,
    /// What a path to this node must cost at most to do without the one in between; `FAR` where none
    /// is wanted, and once it is found.
    pub(super) wanted: Vec<C>,
    touched: Vec<u32>,
    open: BinaryHeap<Reverse<C::Key>>,
    pub(super) shortcuts: Vec<S>,
}

impl<C: WitnessCost, S> Witness<C, S> {
    pub(super) fn new(nodes: usize) -> Witness<C, S> {
        Witness {
            cost: vec![C::FAR; nodes],
            wanted: vec![C::FAR; nodes],
            touched: Vec::new(),
            open: BinaryHeap::new(),
            shortcuts: Vec::new(),
        }
    }

    /// Settles nodes from `from` on, by those that it passes, until everything wanted is found, nothing
    /// cheap enough is left, or it has taken too long. Returns how many it settled.
    pub(super) fn search<A: WitnessArc<Cost = C>>(
        &mut self,
        arcs: &[Vec<A>],
        from: u32,
        passes: impl Fn(u32) -> bool,
        bound: C,
        mut missing: u32,
    ) -> u32 {
        self.cost[from as usize] = C::ZERO;
        self.touched.push(from);
        self.open.push(Reverse(C::ZERO.key(from)));
        let mut settled = 0;
        while let Some(Reverse(least)) = self.open.pop() {
            let (known, at) = C::of(least);
            if known > self.cost[at as usize] {
                continue;
            }
            settled += 1;
            if known >= bound || settled > LIMIT || missing == 0 {
                break;
            }
            for arc in &arcs[at as usize] {
                let (head, total) = (arc.head(), known.plus(arc.cost()));
                let best = &mut self.cost[head as usize];
                if total > bound || total >= *best || !passes(head) {
                    continue;
                }
                if *best == C::FAR {
                    self.touched.push(head);
                }
                *best = total;
                let wanted = &mut self.wanted[head as usize];
                if *wanted != C::FAR && total <= *wanted {
                    *wanted = C::FAR;
                    missing -= 1;
                }
                self.open.push(Reverse(total.key(head)));
            }
        }
        self.open.clear();
        settled
    }

    pub(super) fn clear(&mut self) {
        for node in self.touched.drain(..) {
            self.cost[node as usize] = C::FAR;
        }
    }
}
