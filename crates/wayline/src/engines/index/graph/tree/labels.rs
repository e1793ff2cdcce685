//! What each node knows about all nodes above it, so that a query is one pass over two lists.
//!
//! The label of a node has the cost to every ancestor, by depth, along paths that only climb, and that
//! from every ancestor. Between two nodes the cheapest sum over common ancestors is what a path costs,
//! as for any [query](super::climb); no hubs need to be compared, since the same place means the same
//! ancestor (after Ouyang et al., "When Hierarchy Meets 2-Hop-Labeling", 2018, whose labels have exact
//! costs instead).
//!
//! Half the nodes of a road network are bends and dead ends. A node whose whole subtree has at most two
//! neighbours above each has no label: its *ports*, at most two nodes with labels through which
//! everything outside of that subtree is reached, have one.

use super::metric::{Metric, shift};
use super::shape::{NONE, Shape};
use super::weight::Weight;
use std::ops::Range;

#[derive(Debug)]
pub(super) struct Labels<W> {
    /// For each node where its label is, or its ports.
    places: Vec<u32>,
    to: Vec<W>,
    from: Vec<W>,
    ports: Vec<Ports<W>>,
    /// For each node the highest node of the path that it is on: see [`Labels::common`].
    top: Vec<u32>,
}

/// The nodes with labels through which a node without one is left and entered, the lower one first.
#[derive(Clone, Copy, Debug)]
struct Ports<W> {
    /// The root of the subtree of nodes without labels.
    root: u32,
    ports: [Port<W>; 2],
}

/// Nothing is infinitely far beyond a node that is not there.
#[derive(Clone, Copy, Debug)]
struct Port<W> {
    node: u32,
    to: W,
    from: W,
}

impl<W: Weight> Port<W> {
    const NOWHERE: Port<W> = Port { node: NONE, to: W::INFINITE, from: W::INFINITE };
}

/// Marks ports among the places.
const PORTS: u32 = 1 << 31;

impl<W: Weight> Labels<W> {
    /// How many bytes they will take.
    pub(super) fn bytes_for(shape: &Shape) -> usize {
        let is_plain = plain_nodes(shape);
        let plain = is_plain.iter().filter(|&&plain| plain).count();
        let labelled = (0..shape.nodes() as u32).filter(|&node| !is_plain[node as usize]);
        let entries: usize = labelled.map(|node| shape.depth(node) as usize + 1).sum();
        let each = 2 * size_of::<u32>();
        each * shape.nodes() + plain * size_of::<Ports<W>>() + 2 * entries * size_of::<W>()
    }

    /// Makes the labels, if they are not too large to be numbered.
    pub(super) fn of(shape: &Shape, metric: &Metric<W>) -> Option<Labels<W>> {
        let nodes = shape.nodes() as u32;
        let is_plain = plain_nodes(shape);
        let (mut places, mut entries, mut plain) = (Vec::with_capacity(nodes as usize), 0u64, 0);
        for node in 0..nodes {
            if is_plain[node as usize] {
                places.push(plain | PORTS);
                plain += 1;
            } else {
                places.push(entries as u32);
                entries += shape.depth(node) as u64 + 1;
            }
            if entries >= PORTS as u64 {
                return None;
            }
        }
        let nowhere = Ports { root: NONE, ports: [Port::NOWHERE; 2] };
        let mut labels = Labels {
            places,
            to: vec![W::INFINITE; entries as usize],
            from: vec![W::INFINITE; entries as usize],
            ports: vec![nowhere; plain as usize],
            top: path_tops(shape),
        };
        // From the roots down: the labels of all ancestors are there.
        let mut path = vec![NONE; shape.height];
        for node in (0..nodes).rev() {
            path[shape.depth(node) as usize] = node;
            match labels.places[node as usize] & PORTS {
                0 => labels.add_label(shape, metric, node, &path),
                _ => labels.add_ports(shape, metric, node, &path),
            }
        }
        Some(labels)
    }

    fn range(&self, shape: &Shape, node: u32) -> Range<usize> {
        let first = self.places[node as usize] as usize;
        first..first + shape.depth(node) as usize + 1
    }

    fn add_label(&mut self, shape: &Shape, metric: &Metric<W>, node: u32, path: &[u32]) {
        let range = self.range(shape, node);
        for (up, labels) in [(true, &mut self.to), (false, &mut self.from)] {
            // Ancestors have higher numbers, so their labels come later.
            let (own, later) = labels.split_at_mut(range.end);
            let own = &mut own[range.start..];
            for (depth, cost) in arcs(shape, metric, node, up) {
                let above = self.places[path[depth] as usize] as usize - range.end;
                let above = &later[above..above + depth + 1];
                for (own, &above) in own.iter_mut().zip(above) {
                    *own = above.plus(cost).min(*own);
                }
            }
            own[range.len() - 1] = W::default();
        }
    }

    fn add_ports(&mut self, shape: &Shape, metric: &Metric<W>, node: u32, path: &[u32]) {
        let mut ports = Ports { root: node, ports: [Port::NOWHERE; 2] };
        let to = arcs(shape, metric, node, true);
        let from = arcs(shape, metric, node, false);
        for ((depth, to), (_, from)) in to.zip(from) {
            let above = path[depth];
            let place = self.places[above as usize];
            if place & PORTS == 0 {
                ports.offer(Port { node: above, to, from });
                continue;
            }
            let theirs = self.ports[(place & !PORTS) as usize];
            if above == shape.parent(node) {
                ports.root = theirs.root;
            }
            for port in theirs.ports.into_iter().filter(|port| port.node != NONE) {
                let (to, from) = (port.to.plus(to), port.from.plus(from));
                ports.offer(Port { node: port.node, to, from });
            }
        }
        if ports.ports[1].node < ports.ports[0].node {
            ports.ports.swap(0, 1);
        }
        self.ports[(self.places[node as usize] & !PORTS) as usize] = ports;
    }

    pub(super) fn bytes(&self) -> usize {
        let Labels { places, to, from, ports, top } = self;
        let lists = size_of_val(&**to) + size_of_val(&**from) + size_of_val(&**ports);
        size_of_val(&**places) + size_of_val(&**top) + lists
    }

    /// What a cheapest path costs. It makes no claim about two nodes that hang on the same ports: then the
    /// path may not pass them.
    #[inline]
    pub(super) fn cost(&self, shape: &Shape, from: u32, to: u32) -> Option<W> {
        let (starts, ends) = (self.ports(from), self.ports(to));
        if starts.root == ends.root && starts.root != NONE {
            return None;
        }
        let common = self.common(shape, starts.ports[0].node, ends.ports[0].node);
        let mut best = W::INFINITE;
        for start in starts.ports.into_iter().filter(|start| start.node != NONE) {
            for end in ends.ports.into_iter().filter(|end| end.node != NONE) {
                let ends = start.to.plus(end.from);
                // The second of two ports is an ancestor of the first.
                let depths = [start.node, end.node].map(|node| shape.depth(node) as usize + 1);
                let length = common.min(depths[0]).min(depths[1]);
                if ends < best && length > 0 {
                    let between = least_sum(
                        &self.to[self.places[start.node as usize] as usize..][..length],
                        &self.from[self.places[end.node as usize] as usize..][..length],
                    );
                    best = between.min(W::INFINITE).plus(ends).min(best);
                }
            }
        }
        Some(best)
    }

    /// A node with a label is its own port.
    #[inline]
    fn ports(&self, node: u32) -> Ports<W> {
        let place = self.places[node as usize];
        match place & PORTS {
            0 => {
                let own = Port { node, to: W::default(), from: W::default() };
                Ports { root: NONE, ports: [own, Port::NOWHERE] }
            }
            _ => self.ports[(place & !PORTS) as usize],
        }
    }

    /// How many ancestors two nodes have in common, themselves included: along paths of which there
    /// are few between any node and the root.
    #[inline]
    fn common(&self, shape: &Shape, one: u32, other: u32) -> usize {
        let (mut one, mut other) = (one, other);
        loop {
            if one == NONE || other == NONE {
                return 0;
            }
            let tops = [one, other].map(|node| self.top[node as usize]);
            if tops[0] == tops[1] {
                // The higher of two on one path.
                return shape.depth(one.max(other)) as usize + 1;
            }
            // The lower path does not reach up to what they have in common.
            if tops[0] < tops[1] {
                one = shape.parent(tops[0]);
            } else {
                other = shape.parent(tops[1]);
            }
        }
    }
}

impl<W: Weight> Ports<W> {
    fn offer(&mut self, port: Port<W>) {
        let ports = &mut self.ports;
        let known = ports.iter_mut().find(|known| known.node == port.node || known.node == NONE);
        let known = known.expect("at most two ports");
        let (to, from) = (port.to.min(known.to), port.from.min(known.from));
        *known = Port { node: port.node, to, from };
    }
}

/// The arcs of a node: the depth of their upper ends, and what they cost.
pub(super) fn arcs<'a, W: Weight>(
    shape: &'a Shape,
    metric: &'a Metric<W>,
    node: u32,
    up: bool,
) -> impl Iterator<Item = (usize, W)> + 'a {
    let runs = shape.runs(node);
    let shift = shift(runs, up);
    runs.windows(2).flat_map(move |pair| {
        let costs = &metric.cost[pair[0].arc as usize + shift..pair[1].arc as usize + shift];
        (pair[0].depth() as usize..).zip(costs.iter().copied())
    })
}

/// Nodes with subtrees of which no node has more than two neighbours above.
fn plain_nodes(shape: &Shape) -> Vec<bool> {
    let mut plain = vec![true; shape.nodes()];
    for node in 0..shape.nodes() as u32 {
        let parent = shape.parent(node);
        // A root has to have a label, or there would be no ports.
        let most = if shape.subtree(node).len() == 1 { 2 } else { 1 };
        plain[node as usize] &= shape.arcs_of(node).len() <= most && parent != NONE;
        if parent != NONE {
            plain[parent as usize] &= plain[node as usize];
        }
    }
    plain
}

/// Parts the tree into paths, each of which goes on to the child with the largest subtree: whatever
/// node one starts from, few of them lead to the root.
fn path_tops(shape: &Shape) -> Vec<u32> {
    let nodes = shape.nodes() as u32;
    let mut heavy = vec![NONE; nodes as usize];
    for node in (0..nodes).filter(|&node| shape.parent(node) != NONE) {
        let heaviest = &mut heavy[shape.parent(node) as usize];
        if *heaviest == NONE || shape.subtree(node).len() > shape.subtree(*heaviest).len() {
            *heaviest = node;
        }
    }
    let mut tops: Vec<u32> = (0..nodes).collect();
    for node in (0..nodes).rev().filter(|&node| shape.parent(node) != NONE) {
        let parent = shape.parent(node) as usize;
        if heavy[parent] == node {
            tops[node as usize] = tops[parent];
        }
    }
    tops
}

/// The least sum of two costs at the same place.
#[inline]
pub(super) fn least_sum<W: Weight>(one: &[W], other: &[W]) -> W {
    let sums = one.iter().zip(other).map(|(&one, &other)| one.plus(other));
    sums.fold(W::INFINITE, W::min)
}
