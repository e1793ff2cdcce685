//! What the edges of a tree's graph cost, and all that is made of it.

use super::change::Editing;
use super::climb::ClimbWork;
use super::labels::Labels;
use super::metric::Metric;
use super::shape::Shape;
use super::weight::{Holds, Weight};
use super::{Edge, Extra};
use crate::engines::index::preparation::Stop;

/// Costs in a unit, with what was made of them.
#[derive(Debug)]
pub(super) struct Priced<W> {
    /// What one means, as a raw cost.
    pub(super) unit: u64,
    pub(super) metric: Metric<W>,
    /// A path may cost more than can be held.
    pub(super) saturates: bool,
    labels: Option<Labels<W>>,
    editing: Option<Editing<W>>,
}

impl<W: Weight> Priced<W> {
    /// Nothing if costs are too large to be held. Labels are made if all of it fits in the memory.
    pub(super) fn of(
        shape: &Shape,
        edges: &[Edge],
        unit: u64,
        extra: Extra,
        memory: u64,
        threads: usize,
    ) -> Result<Option<Priced<W>>, Stop> {
        let mut edge_cost = Vec::new();
        if !in_units(edges, unit, &mut edge_cost) {
            return Ok(None);
        }
        let mut metric = Metric::new(shape.arcs());
        let editing = Editing::of(shape, edges, edge_cost);
        let Some(most) = metric.customize(shape, editing.sources(), threads) else {
            return Ok(None);
        };
        let labels = match extra {
            Extra::Labels => {
                let bytes = Labels::<W>::bytes_for(shape).saturating_add(metric.bytes());
                if bytes.saturating_add(shape.bytes()) as u64 > memory {
                    return Err(Stop::Memory);
                }
                Some(Labels::of(shape, &metric).ok_or(Stop::Memory)?)
            }
            _ => None,
        };
        let editing = (extra == Extra::Editing).then_some(editing);
        let saturates = metric.saturates(shape, most);
        Ok(Some(Priced { unit, metric, saturates, labels, editing }))
    }

    pub(super) fn extra(&self) -> Extra {
        match (&self.labels, &self.editing) {
            (Some(_), _) => Extra::Labels,
            (None, Some(_)) => Extra::Editing,
            (None, None) => Extra::Nothing,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let labels = self.labels.as_ref().map_or(0, Labels::bytes);
        self.metric.bytes() + labels + self.editing.as_ref().map_or(0, Editing::bytes)
    }

    /// What a cheapest path costs, if that can be held.
    #[inline]
    pub(super) fn cost(
        &self,
        shape: &Shape,
        ends: (u32, u32),
        work: &mut ClimbWork<W>,
    ) -> Option<u64> {
        let looked_up = self.labels.as_ref().and_then(|labels| labels.cost(shape, ends.0, ends.1));
        let found = match looked_up {
            Some(cost) => Some(cost).filter(|&cost| cost < W::INFINITE),
            None => work.search::<false, W>(shape, &self.metric, ends).map(|peak| peak.cost),
        };
        found.and_then(|cost| self.raw(cost))
    }

    pub(super) fn edges(
        &self,
        shape: &Shape,
        ends: (u32, u32),
        work: &mut ClimbWork<W>,
        edges: &mut Vec<u32>,
    ) -> Option<u64> {
        self.search(shape, ends, work, edges)
    }

    /// Sums may need more bits than arcs do.
    fn search<S: Holds<W>>(
        &self,
        shape: &Shape,
        ends: (u32, u32),
        work: &mut ClimbWork<S>,
        edges: &mut Vec<u32>,
    ) -> Option<u64> {
        let peak = work.search::<true, W>(shape, &self.metric, ends)?;
        work.unpack(shape, &self.metric, ends, peak, edges);
        self.raw(peak.cost)
    }

    /// A cost that is too large to be held is that of no path.
    #[inline]
    pub(super) fn raw(&self, cost: impl Weight) -> Option<u64> {
        cost.units().checked_mul(self.unit).filter(|&raw| raw != u64::MAX)
    }

    /// Changes what an edge costs. `false` if the cost is not in the unit, or something too large.
    pub(super) fn set_cost(&mut self, shape: &Shape, edge: u32, changed: Edge) -> bool {
        let (from, to, _) = changed;
        let mut cost = Vec::new();
        if !in_units(&[changed], self.unit, &mut cost) {
            return false;
        }
        let editing = self.editing.as_mut().expect("a tree that can be edited");
        let held = editing.set_cost(shape, &mut self.metric, (edge, from, to), cost[0]);
        // Not worth a look at all arcs: where there is no path it is searched for once more.
        self.saturates = true;
        held
    }

    /// Changes what all edges cost, in the same way.
    pub(super) fn set_costs(&mut self, shape: &Shape, edges: &[Edge], threads: usize) -> bool {
        let editing = self.editing.as_mut().expect("a tree that can be edited");
        if !in_units(edges, self.unit, &mut editing.edge_cost) {
            return false;
        }
        match self.metric.customize(shape, editing.sources(), threads) {
            Some(most) => self.saturates = self.metric.saturates(shape, most),
            None => return false,
        }
        true
    }
}

impl Priced<i32> {
    /// What a cheapest path costs that may cost more than fits in 32 bits.
    #[cold]
    pub(super) fn large_cost(
        &self,
        shape: &Shape,
        ends: (u32, u32),
        work: &mut ClimbWork<u64>,
    ) -> Option<u64> {
        if !self.saturates {
            return None;
        }
        let peak = work.search::<false, i32>(shape, &self.metric, ends)?;
        self.raw(peak.cost)
    }

    #[cold]
    pub(super) fn large_edges(
        &self,
        shape: &Shape,
        ends: (u32, u32),
        work: &mut ClimbWork<u64>,
        edges: &mut Vec<u32>,
    ) -> Option<u64> {
        if self.saturates { self.search(shape, ends, work, edges) } else { None }
    }
}

/// Finds the costs of edges in a unit, if they are multiples of it and can be held.
fn in_units<W: Weight>(edges: &[Edge], unit: u64, costs: &mut Vec<W>) -> bool {
    // Multiplied by the inverse of an odd number, its multiples become small and all others large.
    let zeros = unit.trailing_zeros();
    let odd = unit >> zeros;
    // Right in three bits, and in twice as many after each step.
    let inverse = (0..5)
        .fold(odd, |inverse, _| inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse))));
    let (most, below) = (u64::MAX / odd, (1u64 << zeros) - 1);
    costs.clear();
    costs.reserve(edges.len());
    for &(_, _, cost) in edges {
        let units = (cost.raw() >> zeros).wrapping_mul(inverse);
        if cost.is_infinite() {
            costs.push(W::INFINITE);
        } else if let Some(cost) = W::of(units).filter(|_| units <= most && cost.raw() & below == 0)
        {
            costs.push(cost);
        } else {
            return false;
        }
    }
    true
}
