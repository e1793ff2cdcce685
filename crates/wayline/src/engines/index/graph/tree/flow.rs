//! The fewest nodes that part a graph, by flow.
//!
//! As many paths as possible are laid from some nodes to some others so that no two share a node
//! (Dinic, 1970; each node counts as two joined by an arc for one path). By Menger's theorem as few
//! nodes suffice to cut all of them: those where what can still be reached from the sources ends, or
//! where what still reaches the sinks begins. Two cuts of the same size, of which the one that leaves
//! more even parts is the better.
//!
//! Takes time for each edge times the number of phases, of which there are about as many as a cut is
//! wide.

use super::adjacency::Adjacency;

const NONE: u32 = u32::MAX;
/// Stands for whatever is beyond the first and the last node of a path.
const OUTSIDE: u32 = u32::MAX - 1;

const SOURCE: u8 = 1;
const SINK: u8 = 2;

/// Nodes that part a graph.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    pub(super) nodes: Vec<u32>,
    /// How many nodes are left on the smaller side.
    pub(super) smaller_side: usize,
}

impl Cut {
    /// Whether it is better than another: fewer nodes for each that it parts from the others.
    pub(super) fn is_better_than(&self, other: &Cut) -> bool {
        let weigh = |a: &Cut, b: &Cut| a.nodes.len() as u64 * b.smaller_side as u64;
        weigh(self, other) < weigh(other, self)
    }
}

/// The scratch memory: what is known about each half of each node. The half that paths enter has an even
/// number, the half that they leave an odd one.
#[derive(Debug, Default)]
pub(super) struct Flow {
    side: Vec<u8>,
    /// The nodes before and after on the path through a node.
    before: Vec<u32>,
    after: Vec<u32>,
    level: Vec<u32>,
    /// How many of the arcs out of a half have been tried in this phase.
    tried: Vec<u32>,
    queue: Vec<u32>,
    trail: Vec<u32>,
    sources: Vec<u32>,
    sinks: Vec<u32>,
    /// Counts what was looked at.
    pub(super) work: u64,
}

impl Flow {
    /// The two cuts between sources and sinks that are nearest to either, unless they have more nodes
    /// than `most`. Sources and sinks themselves may be cut out.
    pub(super) fn cuts(
        &mut self,
        graph: &Adjacency,
        sources: &[u32],
        sinks: &[u32],
        most: u64,
    ) -> Option<[Cut; 2]> {
        self.begin(graph, sources, sinks);
        let mut paths = 0;
        while self.look_ahead(graph) {
            let laid = self.lay_paths(graph);
            paths += laid;
            if laid == 0 || paths > most {
                return None;
            }
        }
        Some([self.cut_near_sources(graph), self.cut_near_sinks(graph)])
    }

    fn begin(&mut self, graph: &Adjacency, sources: &[u32], sinks: &[u32]) {
        let nodes = graph.nodes();
        self.side.clear();
        self.side.resize(nodes, 0);
        for (list, mark) in [(sources, SOURCE), (sinks, SINK)] {
            list.iter().for_each(|&node| self.side[node as usize] = mark);
        }
        // A path needs to leave the sources only once, and likewise to enter the sinks.
        let side = &self.side;
        let on_border = |node: &u32| {
            let own = side[*node as usize];
            graph.at(*node).iter().any(|&other| side[other as usize] != own)
        };
        self.sources.clear();
        self.sources.extend(sources.iter().copied().filter(on_border));
        self.sinks.clear();
        self.sinks.extend(sinks.iter().copied().filter(on_border));
        for list in [&mut self.before, &mut self.after] {
            list.clear();
            list.resize(nodes, NONE);
        }
        self.level.resize((2 * nodes).max(self.level.len()), NONE);
        self.tried.resize((2 * nodes).max(self.tried.len()), 0);
    }

    /// The half that one more path could go on to from where it enters a node: through it, or back
    /// along the path that is there.
    #[inline]
    fn beyond_entrance(&self, node: u32) -> u32 {
        match self.before[node as usize] {
            NONE => 2 * node + 1,
            OUTSIDE => NONE,
            before => 2 * before + 1,
        }
    }

    /// The halves that one more path could go on to from where it leaves a node, by number.
    #[inline]
    fn beyond_exit(&self, graph: &Adjacency, node: u32, number: u32) -> Option<u32> {
        let neighbours = graph.at(node);
        match neighbours.get(number as usize) {
            Some(&next) => {
                let open = self.after[node as usize] != next && self.side[next as usize] != SOURCE;
                Some(if open { 2 * next } else { NONE })
            }
            None if number as usize == neighbours.len() => {
                Some(if self.before[node as usize] == NONE { NONE } else { 2 * node })
            }
            None => None,
        }
    }

    #[inline]
    fn is_end(&self, half: u32) -> bool {
        let node = (half / 2) as usize;
        half % 2 == 1 && self.side[node] == SINK && self.after[node] != OUTSIDE
    }

    /// How far each half is from the sources, up to the first sinks. Whether there are any.
    fn look_ahead(&mut self, graph: &Adjacency) -> bool {
        self.level[..2 * graph.nodes()].fill(NONE);
        self.queue.clear();
        for &source in &self.sources {
            self.level[2 * source as usize] = 0;
            self.queue.push(2 * source);
        }
        let (mut at, mut end) = (0, NONE);
        while at < self.queue.len() {
            let half = self.queue[at];
            at += 1;
            let level = self.level[half as usize] + 1;
            if level > end {
                break;
            }
            if self.is_end(half) {
                end = level;
                continue;
            }
            let node = half / 2;
            if half.is_multiple_of(2) {
                let next = self.beyond_entrance(node);
                self.reach(next, level);
            } else {
                let mut number = 0;
                while let Some(next) = self.beyond_exit(graph, node, number) {
                    self.reach(next, level);
                    number += 1;
                }
            }
        }
        self.work += 3 * at as u64;
        end != NONE
    }

    #[inline]
    fn reach(&mut self, half: u32, level: u32) {
        if half != NONE && self.level[half as usize] == NONE {
            self.level[half as usize] = level;
            self.queue.push(half);
        }
    }

    /// Lays paths that go one level further with each half, as many as there are room for.
    fn lay_paths(&mut self, graph: &Adjacency) -> u64 {
        self.tried[..2 * graph.nodes()].fill(0);
        let mut laid = 0;
        for i in 0..self.sources.len() {
            let source = self.sources[i];
            if self.before[source as usize] != OUTSIDE && self.find_path(graph, 2 * source) {
                self.lay_path();
                laid += 1;
            }
        }
        laid
    }

    /// Searches in depth; halves that lead nowhere are not entered again in this phase.
    fn find_path(&mut self, graph: &Adjacency, start: u32) -> bool {
        self.trail.clear();
        if self.level[start as usize] != 0 {
            return false;
        }
        self.trail.push(start);
        while let Some(&half) = self.trail.last() {
            if self.is_end(half) {
                return true;
            }
            let number = self.tried[half as usize];
            self.tried[half as usize] += 1;
            let next = match half.is_multiple_of(2) {
                true if number == 0 => Some(self.beyond_entrance(half / 2)),
                true => None,
                false => self.beyond_exit(graph, half / 2, number),
            };
            match next {
                None => {
                    self.level[half as usize] = NONE;
                    self.trail.pop();
                }
                Some(NONE) => {}
                Some(next) => {
                    if self.level[next as usize] == self.level[half as usize] + 1 {
                        self.trail.push(next);
                    }
                }
            }
        }
        false
    }

    /// Lays the path of the trail: where it runs against another, both go on as the other did.
    fn lay_path(&mut self) {
        let Flow { trail, before, after, level, .. } = self;
        for pair in trail.windows(2) {
            let (from, to) = (pair[0] / 2, pair[1] / 2);
            if pair[0].is_multiple_of(2) && from != to {
                after[to as usize] = NONE;
                before[from as usize] = NONE;
            }
        }
        for pair in trail.windows(2) {
            let (from, to) = (pair[0] / 2, pair[1] / 2);
            if !pair[0].is_multiple_of(2) && from != to {
                after[from as usize] = to;
                before[to as usize] = from;
            }
        }
        let (first, last) = (trail[0] / 2, trail[trail.len() - 1] / 2);
        before[first as usize] = OUTSIDE;
        after[last as usize] = OUTSIDE;
        // Each half is on one path at most.
        trail.iter().for_each(|&half| level[half as usize] = NONE);
    }

    /// Where what can be reached from the sources ends.
    fn cut_near_sources(&mut self, graph: &Adjacency) -> Cut {
        // The last look ahead has found all of it.
        let reached = |half: u32| self.level[half as usize] != NONE;
        let (mut nodes, mut inside) = (Vec::new(), 0);
        for node in 0..graph.nodes() as u32 {
            match (reached(2 * node), reached(2 * node + 1)) {
                (true, false) => nodes.push(node),
                (_, true) => inside += 1,
                (false, false) => inside += usize::from(self.side[node as usize] == SOURCE),
            }
        }
        cut(graph, nodes, inside)
    }

    /// Where what can reach the sinks begins.
    fn cut_near_sinks(&mut self, graph: &Adjacency) -> Cut {
        self.level[..2 * graph.nodes()].fill(NONE);
        self.queue.clear();
        for i in 0..self.sinks.len() {
            self.reach(2 * self.sinks[i] + 1, 0);
        }
        let mut at = 0;
        while at < self.queue.len() {
            let half = self.queue[at];
            at += 1;
            let node = half / 2;
            let (before, after) = (self.before[node as usize], self.after[node as usize]);
            if !half.is_multiple_of(2) {
                match (before, after) {
                    (NONE, _) => self.reach(2 * node, 0),
                    (_, NONE | OUTSIDE) => {}
                    (_, after) => self.reach(2 * after, 0),
                }
            } else {
                if before != NONE {
                    self.reach(2 * node + 1, 0);
                }
                if self.side[node as usize] == SOURCE {
                    continue;
                }
                for &other in graph.at(node) {
                    let open = self.after[other as usize] != node;
                    if open && self.side[other as usize] != SINK {
                        self.reach(2 * other + 1, 0);
                    }
                }
            }
        }
        self.work += 3 * at as u64;
        let reached = |half: u32| self.level[half as usize] != NONE;
        let (mut nodes, mut inside) = (Vec::new(), 0);
        for node in 0..graph.nodes() as u32 {
            match (reached(2 * node), reached(2 * node + 1)) {
                (false, true) => nodes.push(node),
                (true, _) => inside += 1,
                (false, false) => inside += usize::from(self.side[node as usize] == SINK),
            }
        }
        cut(graph, nodes, inside)
    }
}

fn cut(graph: &Adjacency, nodes: Vec<u32>, inside: usize) -> Cut {
    let outside = graph.nodes() - nodes.len() - inside;
    Cut { smaller_side: inside.min(outside), nodes }
}
