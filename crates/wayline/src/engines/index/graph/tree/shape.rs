//! The tree of a graph in some order, which depends on its edges and not on what they cost.
//!
//! If nodes are taken away in order and the neighbours of each become neighbours of each other, then
//! all neighbours that a node still has when its turn comes, those *above* it, lie on one path to the
//! root of a tree: the parent of a node is the first of them to be taken away (Liu, "The Role of
//! Elimination Trees in Sparse Factorization", 1990; for shortest paths Dibbelt, Strasser and Wagner,
//! "Customizable Contraction Hierarchies", 2016). So a neighbour above is known by its depth, a search
//! upwards from a node touches the nodes of one path, and what it knows fits in an array as long as the
//! tree is deep.
//!
//! ```text
//!         g        depth 0        above a: c, f, g   (depths 2, 1, 0: one run)
//!         f              1        above b: c, g      (depths 2 and 0: two runs)
//!       c   e            2        above d: e, f
//!      a b d             3
//! ```
//!
//! Most neighbours above lie side by side on that path, since a separator is cut as a whole: they are
//! stored as *runs* of depths, each over arcs that lie side by side too. The inner loops of everything
//! else here go over runs, several arcs at a time.

use super::adjacency::Adjacency;
use super::directions::{DOWN, UP};
use super::metric::shift;
use crate::engines::index::preparation::GivenUp;
use std::ops::Range;

pub(super) const NONE: u32 = u32::MAX;

/// Arcs from a node to neighbours above it of consecutive depths, the first of which is here. The run
/// ends where the next one begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DepthRun {
    /// The depth of the first neighbour, with a bit for each direction in which nothing ever leads.
    marked: u32,
    pub(super) arc: u32,
}

/// A tree is not as deep as this; nothing leads up, or down.
const DEPTH: u32 = (1 << 30) - 1;
const NOT_UP: u32 = 1 << 30;
const NOT_DOWN: u32 = 1 << 31;

impl DepthRun {
    #[inline(always)]
    pub(super) fn depth(self) -> u32 {
        self.marked & DEPTH
    }

    /// Whether one of its arcs may lead somewhere, up or down.
    #[inline(always)]
    pub(super) fn leads(self, up: bool) -> bool {
        self.marked & if up { NOT_UP } else { NOT_DOWN } == 0
    }
}

/// What is looked up together.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    depth: u32,
    first_run: u32,
    /// How many nodes the subtree below has, the node included.
    size: u32,
}

/// Nodes are numbered so that every subtree is a range that ends with its root.
#[derive(Debug)]
pub(super) struct Shape {
    /// The number in the tree of each node of the graph.
    pub(super) number: Vec<u32>,
    /// With one more at the end.
    nodes: Vec<Node>,
    /// With one more at the end.
    runs: Vec<DepthRun>,
    /// How many nodes the longest path to a root has.
    pub(super) height: usize,
    /// Runs that may lead up, and those that may lead down, where many lead one way only.
    climbs: [Stretches; 2],
}

/// The runs of each node that may lead somewhere in one direction.
#[derive(Debug, Default)]
struct Stretches {
    first: Vec<u32>,
    list: Vec<Stretch>,
}

/// Arcs in one direction: the depth of the first neighbour, and where they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    depth: u32,
    place: u32,
    length: u32,
}

impl Stretch {
    /// The arcs of a run, in a direction for which this much is added to their numbers.
    #[inline(always)]
    pub(super) fn of(pair: &[DepthRun], shift: usize) -> Stretch {
        let (depth, length) = (pair[0].depth(), pair[1].arc - pair[0].arc);
        Stretch { depth, place: pair[0].arc + shift as u32, length }
    }

    #[inline(always)]
    pub(super) fn depths(self) -> Range<usize> {
        self.depth as usize..self.depth as usize + self.length as usize
    }

    #[inline(always)]
    pub(super) fn places(self) -> Range<usize> {
        self.place as usize..self.place as usize + self.length as usize
    }
}

impl Stretches {
    /// Of a shape whose runs are not marked yet. A few arcs that lead nowhere cost less than another stretch.
    fn of(shape: &Shape, ways: &[u8], way: u8) -> Stretches {
        let mut stretches = Stretches { first: vec![0], list: Vec::new() };
        for node in 0..shape.nodes() as u32 {
            let runs = shape.runs(node);
            let shift = shift(runs, way == UP) as u32;
            for pair in runs.windows(2) {
                // The stretch that may go on, and the first arc after it.
                let mut open: Option<(usize, u32)> = None;
                for arc in (pair[0].arc..pair[1].arc).filter(|&arc| ways[arc as usize] & way != 0) {
                    match &mut open {
                        Some((last, end)) if arc - *end <= GAP => {
                            stretches.list[*last].length += arc + 1 - *end;
                            *end = arc + 1;
                        }
                        _ => {
                            let depth = pair[0].depth() + arc - pair[0].arc;
                            let stretch = Stretch { depth, place: arc + shift, length: 1 };
                            stretches.list.push(stretch);
                            open = Some((stretches.list.len() - 1, arc + 1));
                        }
                    }
                }
            }
            stretches.first.push(stretches.list.len() as u32);
        }
        stretches
    }
}

/// What a tree takes, in units of work: what a search does for a node or an edge takes as long as about
/// eight arcs do that lie side by side.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Counts {
    /// A question that climbs from both ends, on average.
    pub(in super::super) climb: u64,
    /// What arcs cost, all of them.
    pub(in super::super) customize: u64,
    /// Labels for all nodes.
    pub(in super::super) labels: u64,
    /// A question that looks up two labels, on average.
    pub(in super::super) look_up: u64,
}

/// How many arcs that lie side by side are one unit of work.
const ARCS_A_UNIT: u64 = 8;

/// The most arcs, and pairs of arcs, for each node and in all, with which a tree is worth having.
const MOST_ARCS: u64 = 48;
const MOST_PAIRS: u64 = 2_000;
const FEW_ARCS: u64 = 1 << 20;
const FEW_PAIRS: u64 = 50_000_000;
/// So many arcs that lead nowhere are passed along with those around them.
const GAP: u32 = 4;
/// Fewer arcs are not worth a run of their own.
const FEW: usize = 4;
/// The most neighbours above one node.
const MOST_ABOVE: usize = 1 << 15;

impl Shape {
    /// The tree of the nodes in this order, least important first. Gives up where it would be enormous.
    pub(super) fn of(graph: &Adjacency, order: &[u32]) -> Result<Shape, GivenUp> {
        let nodes = order.len();
        let mut rank = vec![0u32; nodes];
        for (place, &node) in (0..).zip(order) {
            rank[node as usize] = place;
        }
        let above = Above::of(graph, order, &rank)?;
        let number = above.numbers();
        let node = Node { parent: NONE, depth: 0, first_run: 0, size: 1 };
        let mut shape = Shape {
            number: rank.iter().map(|&rank| number[rank as usize]).collect(),
            nodes: vec![node; nodes + 1],
            runs: Vec::new(),
            height: 0,
            climbs: Default::default(),
        };
        let mut by_number = vec![0u32; nodes];
        for (rank, &number) in (0..).zip(&number) {
            by_number[number as usize] = rank;
        }
        for node in (0..nodes).rev() {
            if let Some(&parent) = above.at(by_number[node]).first() {
                let parent = number[parent as usize];
                shape.nodes[node].parent = parent;
                shape.nodes[node].depth = shape.depth(parent) + 1;
            }
            shape.height = shape.height.max(shape.nodes[node].depth as usize + 1);
        }
        let mut arc = 0;
        for (node, &rank) in by_number.iter().enumerate() {
            let Node { parent, size, .. } = shape.nodes[node];
            if parent != NONE {
                shape.nodes[parent as usize].size += size;
            }
            shape.nodes[node].first_run = shape.runs.len() as u32;
            let mut next_depth = NONE;
            for &other in above.at(rank).iter().rev() {
                let depth = shape.depth(number[other as usize]);
                if depth != next_depth {
                    shape.runs.push(DepthRun { marked: depth, arc });
                }
                next_depth = depth + 1;
                arc += 1;
            }
        }
        shape.nodes[nodes].first_run = shape.runs.len() as u32;
        shape.runs.push(DepthRun { marked: 0, arc });
        Ok(shape)
    }

    /// Marks in which [directions](super::directions) arcs can lead somewhere: runs are parted where that
    /// changes for several arcs at once.
    pub(super) fn mark(&mut self, ways: &[u8]) {
        self.climbs = [UP, DOWN].map(|way| Stretches::of(self, ways, way));
        let runs = std::mem::take(&mut self.runs);
        for node in 0..self.nodes() {
            let own = self.nodes[node].first_run as usize..self.nodes[node + 1].first_run as usize;
            self.nodes[node].first_run = self.runs.len() as u32;
            for pair in runs[own.start..own.end + 1].windows(2) {
                let mut depth = pair[0].depth();
                let mut arc = pair[0].arc;
                // Whether the last run is of few arcs, and may have more that are unlike each other.
                let mut is_mixed = false;
                for same in ways[arc as usize..pair[1].arc as usize].chunk_by(|a, b| a == b) {
                    let few = same.len() < FEW;
                    let marks = u32::from(!same[0] & (UP | DOWN)) << DEPTH.count_ones();
                    match self.runs.last_mut() {
                        Some(last) if few && is_mixed => last.marked &= marks | DEPTH,
                        _ => self.runs.push(DepthRun { marked: depth | marks, arc }),
                    }
                    is_mixed = few;
                    depth += same.len() as u32;
                    arc += same.len() as u32;
                }
            }
        }
        self.nodes[self.number.len()].first_run = self.runs.len() as u32;
        self.runs.extend(runs.last());
    }

    pub(super) fn nodes(&self) -> usize {
        self.number.len()
    }

    pub(super) fn arcs(&self) -> usize {
        self.runs[self.runs.len() - 1].arc as usize
    }

    /// What it takes to make something of it, and to ask.
    pub(super) fn counts(&self) -> Counts {
        let nodes = self.nodes() as u64;
        let mut climb = vec![0u64; self.nodes()];
        let (mut climbs, mut pairs, mut depths, mut labels) = (0, 0, 0, 0);
        for node in (0..self.nodes() as u32).rev() {
            let (arcs, depth) = (self.leading(node), u64::from(self.depth(node)));
            let above = self.nodes[node as usize].parent;
            let before = if above == NONE { 0 } else { climb[above as usize] };
            // A node takes as long as a few arcs besides.
            climb[node as usize] = before + arcs + 4;
            climbs += climb[node as usize];
            pairs += arcs * arcs.saturating_sub(1) / 2 + 4 * arcs;
            depths += depth + 1;
            // Those with less hang on others.
            labels += if arcs > 2 { arcs * depth } else { 1 };
        }
        let both_ways = |count: u64| 2 * count / ARCS_A_UNIT;
        let mean = |sum: u64| both_ways(sum / nodes.max(1)).max(1);
        Counts {
            climb: mean(climbs),
            customize: both_ways(pairs),
            labels: both_ways(labels),
            look_up: mean(depths),
        }
    }

    /// How many of a node's arcs may lead somewhere: half of those that do one way only.
    fn leading(&self, node: u32) -> u64 {
        let ways = |run: DepthRun| u64::from(run.leads(true)) + u64::from(run.leads(false));
        let runs = self.runs(node).windows(2);
        runs.map(|pair| ways(pair[0]) * u64::from(pair[1].arc - pair[0].arc))
            .sum::<u64>()
            .div_ceil(2)
    }

    pub(super) fn bytes(&self) -> usize {
        let climbs =
            self.climbs.iter().map(|climb| size_of_val(&*climb.first) + size_of_val(&*climb.list));
        size_of_val(&*self.number)
            + size_of_val(&*self.nodes)
            + size_of_val(&*self.runs)
            + climbs.sum::<usize>()
    }

    #[inline]
    pub(super) fn parent(&self, node: u32) -> u32 {
        self.nodes[node as usize].parent
    }

    #[inline]
    pub(super) fn depth(&self, node: u32) -> u32 {
        self.nodes[node as usize].depth
    }

    /// The nodes of the subtree with this root.
    #[inline]
    pub(super) fn subtree(&self, root: u32) -> Range<u32> {
        root + 1 - self.nodes[root as usize].size..root + 1
    }

    /// The runs of a node, by depth, with one more to tell where the last of them ends.
    #[inline]
    pub(super) fn runs(&self, node: u32) -> &[DepthRun] {
        let node = node as usize;
        &self.runs[self.nodes[node].first_run as usize..self.nodes[node + 1].first_run as usize + 1]
    }

    /// The runs of a node that may lead up, or down, where many lead one way only; `None` elsewhere.
    #[inline]
    pub(super) fn stretches(&self, node: u32, up: bool) -> Option<&[Stretch]> {
        let Stretches { first, list } = &self.climbs[usize::from(!up)];
        let [from, to] = [0, 1].map(|next| first.get(node as usize + next));
        Some(&list[*from? as usize..*to? as usize])
    }

    /// The arcs of a node, by the depth of their upper ends.
    #[inline]
    pub(super) fn arcs_of(&self, node: u32) -> Range<usize> {
        self.first_arc(node)..self.first_arc(node + 1)
    }

    /// The first arc of a node; of the node after the last one, how many there are.
    pub(super) fn first_arc(&self, node: u32) -> usize {
        self.runs[self.nodes[node as usize].first_run as usize].arc as usize
    }

    /// The arc from a node to the one above it at a depth.
    #[inline]
    pub(super) fn arc(&self, node: u32, depth: u32) -> Option<usize> {
        let runs = self.runs(node);
        let last = runs.len() - 1;
        let at = runs[..last].partition_point(|run| run.depth() <= depth).checked_sub(1)?;
        let arc = runs[at].arc + (depth - runs[at].depth());
        (arc < runs[at + 1].arc).then_some(arc as usize)
    }
}

/// The neighbours above each node, by ascending rank; nodes are called by their ranks.
struct Above {
    first: Vec<u32>,
    lists: Vec<u32>,
}

impl Above {
    fn of(graph: &Adjacency, order: &[u32], rank: &[u32]) -> Result<Above, GivenUp> {
        let nodes = order.len() as u64;
        let mut above = Above { first: vec![0], lists: Vec::new() };
        // What each node inherits from those whose parent it is.
        let mut inherited: Vec<Vec<u32>> = vec![Vec::new(); order.len()];
        let mut pairs = 0;
        for (place, &node) in (0u32..).zip(order) {
            let mut list = std::mem::take(&mut inherited[place as usize]);
            let later = graph.at(node).iter().map(|&other| rank[other as usize]);
            list.extend(later.filter(|&other| other > place));
            list.sort_unstable();
            list.dedup();
            above.lists.extend_from_slice(&list);
            let arcs = above.lists.len() as u64;
            pairs += (list.len() * list.len()) as u64 / 2;
            let enormous = arcs > MOST_ARCS * nodes + FEW_ARCS
                || pairs > MOST_PAIRS * nodes + FEW_PAIRS
                || list.len() >= MOST_ABOVE
                || arcs >= 1 << 30;
            if enormous {
                return Err(GivenUp::Explodes);
            }
            above.first.push(arcs as u32);
            if let Some((&parent, rest)) = list.split_first() {
                let inherited = &mut inherited[parent as usize];
                match inherited.is_empty() {
                    // The list itself, so that a path does not copy what it hands on at each step.
                    true => {
                        list.remove(0);
                        *inherited = list;
                    }
                    false => inherited.extend_from_slice(rest),
                }
            }
        }
        Ok(above)
    }

    fn at(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.lists[self.first[node] as usize..self.first[node + 1] as usize]
    }

    /// Numbers for the nodes so that each subtree is a range with its root at the end.
    fn numbers(&self) -> Vec<u32> {
        let nodes = self.first.len() - 1;
        let parent = |node: usize| self.at(node as u32).first().map(|&parent| parent as usize);
        let mut size = vec![1u32; nodes];
        for node in 0..nodes {
            if let Some(parent) = parent(node) {
                size[parent] += size[node];
            }
        }
        // From the roots down: a node has the last number of its range, its children share the rest.
        let mut end = vec![0u32; nodes];
        let mut number = vec![0u32; nodes];
        let mut roots_end = nodes as u32;
        for node in (0..nodes).rev() {
            let range_end = match parent(node) {
                Some(parent) => &mut end[parent],
                None => &mut roots_end,
            };
            number[node] = *range_end - 1;
            *range_end -= size[node];
            end[node] = number[node];
        }
        number
    }
}
