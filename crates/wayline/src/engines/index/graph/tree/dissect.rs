//! An order of nodes by nested dissection: the few nodes that part the graph in two are the most
//! important ones, then those that part each of the parts, and so on (George, 1973).
//!
//! Where a part is cut is found by inertial flow (Schild and Sommer, "On Balanced Separators in Road
//! Networks", 2015): the quarter of its nodes that lies farthest in some direction and the opposite
//! quarter are to be parted by as few nodes as possible, in each of four directions; the best cut is
//! taken.
//!
//! Where many nodes lie at the same points, as the states of a junction do that tell how it was come to,
//! a cut is first looked for among the points: see [`Coarse`].
//!
//! All parts of one size are cut in one round, several threads at a time; the order does not depend on
//! how many there are.

use super::adjacency::Adjacency;
use super::coarse::Coarse;
use super::flow::{Cut, Flow};
use crate::engines::index::preparation::{Effort, GivenUp};
use crate::kernel::parallel::Workers;
use std::ops::Range;

/// Parts of at most this many nodes are ordered by which node has the fewest neighbours left.
const SMALL: usize = 24;

/// A place in the plane, of which only comparisons along the four directions matter.
pub(super) type Point = (i64, i64);

const DIRECTIONS: [fn(Point) -> i64; 4] = [|(x, _)| x, |(_, y)| y, |(x, y)| x + y, |(x, y)| x - y];

/// A part that is still to be ordered.
struct Part {
    graph: Adjacency,
    points: Vec<Point>,
    /// What the nodes are called in the whole graph.
    names: Vec<u32>,
    /// Where in the order its nodes begin.
    place: usize,
    /// Which nodes lie at the same point, if many do.
    groups: Vec<u32>,
    coarse: Option<Coarse>,
}

/// A cut to be made: of a whole part, or in one direction only while there are few parts.
struct Task {
    part: usize,
    directions: Range<usize>,
    best: Option<Cut>,
}

/// Where in an order the nodes of a cut are, and the largest of the parts that it leaves.
pub(super) struct Parted {
    pub(super) nodes: Range<usize>,
    pub(super) side: Range<usize>,
}

/// The nodes, least important first, and all cuts. Gives up where no few nodes part the graph.
pub(super) fn dissect(
    graph: Adjacency,
    points: Vec<Point>,
    groups: Vec<u32>,
    effort: &mut Effort<'_>,
) -> Result<(Vec<u32>, Vec<Parted>), GivenUp> {
    let nodes = graph.nodes();
    let (mut order, mut parted) = (vec![0; nodes], Vec::new());
    let mut workers = Workers::new(effort.threads(), Flow::default);
    let mut number = vec![u32::MAX; nodes];
    let names = (0..nodes as u32).collect();
    let whole = Part { names, graph, points, place: 0, groups, coarse: None };
    let mut parts = whole.components(0, &mut number);
    let mut done = 0;
    while !parts.is_empty() {
        let (small, mut large): (Vec<_>, Vec<_>) =
            parts.into_iter().partition(|part| part.names.len() <= SMALL);
        for part in small {
            part.order_by_degree(&mut order[part.place..]);
            done += part.names.len();
        }
        for part in &mut large {
            part.coarse = Coarse::of(&part.graph, &part.points, &part.groups, &mut number);
        }
        let mut tasks = tasks_for(&large, effort.threads());
        let work_each = large.iter().map(|part| part.names.len() as u64).max().unwrap_or(0);
        workers.for_each(&mut tasks, work_each, |task, flow| {
            let part = &large[task.part];
            for direction in task.directions.clone() {
                task.best = part.cut(DIRECTIONS[direction], flow, task.best.take());
            }
        });
        effort.spend(workers.each().map(|flow| std::mem::take(&mut flow.work)).sum())?;
        let mut cuts: Vec<Option<Cut>> = large.iter().map(|_| None).collect();
        for task in tasks {
            let best = &mut cuts[task.part];
            *best = better(best.take(), task.best);
        }
        parts = Vec::new();
        for (part, cut) in large.into_iter().zip(cuts) {
            let mut cut: Vec<u32> =
                cut.map_or_else(|| (0..part.names.len() as u32).collect(), |cut| cut.nodes);
            part.sort_along(&mut cut);
            if cut.len() > WIDE && 8 * cut.len() > part.names.len() {
                return Err(GivenUp::Explodes);
            }
            let rest = part.names.len() - cut.len();
            for (place, &node) in order[part.place + rest..].iter_mut().zip(&cut) {
                *place = part.names[node as usize];
            }
            done += cut.len();
            let pieces = part.without(&cut, &mut number);
            if let Some(largest) = pieces.iter().max_by_key(|piece| piece.names.len()) {
                let (first, side) = (part.place + rest, largest.place);
                parted.push(Parted {
                    nodes: first..first + cut.len(),
                    side: side..side + largest.names.len(),
                });
            }
            parts.extend(pieces);
        }
        effort.tell(0.5 * done as f32 / nodes as f32);
    }
    Ok((order, parted))
}

/// A cut of more nodes than this, and of more than an eighth of its part, is a sign that the graph
/// should not be dissected.
const WIDE: usize = 250;

fn tasks_for(parts: &[Part], threads: usize) -> Vec<Task> {
    let apart = parts.len() < 2 * threads;
    let tasks = (0..parts.len()).flat_map(|part| {
        let each = if apart { 1 } else { DIRECTIONS.len() };
        let firsts = (0..DIRECTIONS.len()).step_by(each);
        firsts.map(move |first| Task { part, directions: first..first + each, best: None })
    });
    tasks.collect()
}

/// The better of two cuts, the first of equal ones.
fn better(one: Option<Cut>, other: Option<Cut>) -> Option<Cut> {
    match (one, other) {
        (Some(one), Some(other)) => Some(if other.is_better_than(&one) { other } else { one }),
        (one, other) => one.or(other),
    }
}

/// The quarter of some points that lies farthest in a direction, and the opposite quarter.
fn quarters(points: &[Point], along: fn(Point) -> i64) -> (Vec<u32>, Vec<u32>) {
    let quarter = points.len() / 4;
    let mut sorted: Vec<(i64, u32)> =
        (0..).zip(points).map(|(node, &point)| (along(point), node)).collect();
    sorted.select_nth_unstable(quarter - 1);
    sorted[quarter..].select_nth_unstable(points.len() - 2 * quarter);
    let nodes = |sorted: &[(i64, u32)]| sorted.iter().map(|&(_, node)| node).collect();
    (nodes(&sorted[..quarter]), nodes(&sorted[points.len() - quarter..]))
}

impl Part {
    /// The best of a cut in one direction and of the best so far.
    fn cut(&self, along: fn(Point) -> i64, flow: &mut Flow, best: Option<Cut>) -> Option<Cut> {
        // A cut of more nodes would not be better however evenly it parts.
        let most = best.as_ref().map_or(u64::MAX, |best| {
            let nodes = self.names.len() as u64;
            best.nodes.len() as u64 * nodes / (2 * best.smaller_side as u64).max(1)
        });
        let (graph, points) = match &self.coarse {
            Some(coarse) => (&coarse.graph, &coarse.points),
            None => (&self.graph, &self.points),
        };
        let (sources, sinks) = quarters(points, along);
        let cuts = flow.cuts(graph, &sources, &sinks, most);
        let cut = cuts.into_iter().flatten().fold(None, |best, cut| better(best, Some(cut)));
        let cut = match (&self.coarse, cut) {
            (Some(coarse), Some(cut)) => Some(coarse.refine(&self.graph, cut, &sources, flow)),
            (_, cut) => cut,
        };
        better(best, cut)
    }

    /// Puts the nodes of a cut in order from one end of it to the other: so that a part that is cut off
    /// later, and touches a stretch of it, has these nodes side by side.
    fn sort_along(&self, cut: &mut [u32]) {
        let extent = |direction: usize| {
            let places = cut.iter().map(|&node| DIRECTIONS[direction](self.points[node as usize]));
            let (least, most) = places.fold((i64::MAX, i64::MIN), |(least, most), place| {
                (least.min(place), most.max(place))
            });
            // Diagonals are longer by the root of two.
            let extent = most.abs_diff(least) as u128;
            extent * extent * if direction < 2 { 2 } else { 1 }
        };
        let Some(longest) = (0..DIRECTIONS.len())
            .max_by_key(|&direction| (extent(direction), std::cmp::Reverse(direction)))
        else {
            return;
        };
        cut.sort_unstable_by_key(|&node| (DIRECTIONS[longest](self.points[node as usize]), node));
    }

    /// What is left without some nodes, in connected pieces.
    fn without(&self, cut: &[u32], number: &mut [u32]) -> Vec<Part> {
        let mut is_cut = vec![false; self.names.len()];
        cut.iter().for_each(|&node| is_cut[node as usize] = true);
        let rest: Vec<u32> =
            (0..self.names.len() as u32).filter(|&node| !is_cut[node as usize]).collect();
        if rest.is_empty() {
            return Vec::new();
        }
        self.only(&rest, self.place, number).components(self.place, number)
    }

    fn only(&self, nodes: &[u32], place: usize, number: &mut [u32]) -> Part {
        Part {
            graph: self.graph.part(nodes, number),
            points: nodes.iter().map(|&node| self.points[node as usize]).collect(),
            names: nodes.iter().map(|&node| self.names[node as usize]).collect(),
            place,
            groups: match &*self.groups {
                [] => Vec::new(),
                groups => nodes.iter().map(|&node| groups[node as usize]).collect(),
            },
            coarse: None,
        }
    }

    fn components(self, mut place: usize, number: &mut [u32]) -> Vec<Part> {
        let nodes = self.names.len();
        let mut seen = vec![false; nodes];
        let mut pieces = Vec::new();
        for start in 0..nodes as u32 {
            if std::mem::replace(&mut seen[start as usize], true) {
                continue;
            }
            let mut piece = vec![start];
            let mut at = 0;
            while at < piece.len() {
                for &other in self.graph.at(piece[at]) {
                    if !std::mem::replace(&mut seen[other as usize], true) {
                        piece.push(other);
                    }
                }
                at += 1;
            }
            if piece.len() == nodes {
                return vec![Part { place, ..self }];
            }
            piece.sort_unstable();
            pieces.push(self.only(&piece, place, number));
            place += piece.len();
        }
        pieces
    }

    /// Takes away the node that has the fewest neighbours, which become neighbours of each other, and
    /// again, until none is left.
    fn order_by_degree(&self, order: &mut [u32]) {
        let mut left: Vec<u32> = (0..self.names.len() as u32).collect();
        let set =
            |node: &u32| self.graph.at(*node).iter().fold(0u32, |set, other| set | 1 << other);
        let mut neighbours: Vec<u32> = left.iter().map(set).collect();
        for place in order.iter_mut().take(left.len()) {
            let least =
                (0..left.len()).min_by_key(|&at| neighbours[left[at] as usize].count_ones());
            let node = left.remove(least.expect("one is left for each place"));
            let own = std::mem::take(&mut neighbours[node as usize]);
            for &other in left.iter().filter(|&&other| own >> other & 1 == 1) {
                let joined = neighbours[other as usize] | own;
                neighbours[other as usize] = joined & !(1 << other) & !(1 << node);
            }
            *place = self.names[node as usize];
        }
    }
}
