//! A graph whose nodes are states of streets, seen from farther away.
//!
//! Where turns cost something there is a state for each street into a junction, and so for each way along a
//! street: several times as many nodes, several times as many neighbours, and twice as wide a cut, so
//! that to find it by flow takes twenty times as long. But a cut through streets is one of their states, and
//! one through junctions would have more of them. So all states of a street count as one at first; then the
//! graph itself is cut, by flow again, among the few nodes round the cut that was found.

use super::adjacency::Adjacency;
use super::dissect::Point;
use super::flow::{Cut, Flow};

/// Streets with what joins their states.
pub(super) struct Coarse {
    pub(super) graph: Adjacency,
    pub(super) points: Vec<Point>,
    /// The street of each node.
    point_of: Vec<u32>,
}

/// Fewer streets are not worth it.
const WORTHWHILE: usize = 32;

/// Numbers the streets that some nodes are states of, where most are, or nothing. A node is one of a street
/// if all edges to it come from one other point: the two that lead to and fro are of the same street.
pub(super) fn streets_of(
    nodes: &[u32],
    points: &[Point],
    edges: impl Iterator<Item = (u32, u32)>,
) -> Vec<u32> {
    let mut entered_from: Vec<Option<Point>> = vec![None; points.len()];
    for (from, to) in edges {
        let (from, own) = (points[from as usize], points[to as usize]);
        let known = &mut entered_from[to as usize];
        // Its own point stands for several.
        *known = Some(if known.is_none_or(|known| known == from) { from } else { own });
    }
    let street = |(place, &node): (u32, &u32)| {
        let own = points[node as usize];
        match entered_from[node as usize] {
            Some(from) if from != own => ((own.min(from), own.max(from), 0), place),
            _ => ((own, own, 1 + place), place),
        }
    };
    let mut sorted: Vec<_> = (0..).zip(nodes).map(street).collect();
    sorted.sort_unstable();
    let (mut streets, mut count) = (vec![0; nodes.len()], 0);
    for same in sorted.chunk_by(|one, other| one.0 == other.0) {
        same.iter().for_each(|&(_, place)| streets[place as usize] = count);
        count += 1;
    }
    if 3 * count as usize > 2 * nodes.len() { Vec::new() } else { streets }
}

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Near,
    Cut,
    Far,
}

impl Coarse {
    /// The points of a part of the graph, if that is worth it. `number` is scratch memory, one for each
    /// node of the whole graph, and full of [`NONE`](u32::MAX) before and after.
    pub(super) fn of(
        graph: &Adjacency,
        points: &[Point],
        groups: &[u32],
        number: &mut [u32],
    ) -> Option<Coarse> {
        // The nodes at each point, one after the other.
        let (mut first, mut at_points, mut point_of) = (vec![0u32], Vec::new(), Vec::new());
        for (&group, &point) in groups.iter().zip(points) {
            let known = &mut number[group as usize];
            if *known == u32::MAX {
                *known = at_points.len() as u32;
                at_points.push(point);
                first.push(0);
            }
            first[*known as usize + 1] += 1;
            point_of.push(*known);
        }
        groups.iter().for_each(|&group| number[group as usize] = u32::MAX);
        let count = at_points.len();
        if count < WORTHWHILE {
            return None;
        }
        for point in 0..count {
            first[point + 1] += first[point];
        }
        let mut next = first.clone();
        let mut members = vec![0u32; groups.len()];
        for (node, &point) in (0..).zip(&point_of) {
            let at = &mut next[point as usize];
            members[*at as usize] = node;
            *at += 1;
        }
        let mut coarse = Adjacency::with_capacity(count);
        let (mut seen_by, mut list) = (vec![u32::MAX; count], Vec::new());
        for point in 0..count as u32 {
            let own = first[point as usize] as usize..first[point as usize + 1] as usize;
            seen_by[point as usize] = point;
            list.clear();
            for &other in members[own].iter().flat_map(|&node| graph.at(node)) {
                let other = point_of[other as usize];
                if std::mem::replace(&mut seen_by[other as usize], point) != point {
                    list.push(other);
                }
            }
            list.sort_unstable();
            coarse.push(list.iter().copied());
        }
        Some(Coarse { graph: coarse, points: at_points, point_of })
    }

    /// The fewest nodes of the graph itself near a cut of its points that part it as well: all within two
    /// steps of the cut are looked at. Some of the `sources` are on one side of the cut, and none on the
    /// other.
    pub(super) fn refine(
        &self,
        graph: &Adjacency,
        cut: Cut,
        sources: &[u32],
        flow: &mut Flow,
    ) -> Cut {
        let sides = self.sides(&cut, sources);
        let side = |node: u32| sides[self.point_of[node as usize] as usize];
        let nodes = graph.nodes();
        let near = (0..nodes as u32).filter(|&node| side(node) == Side::Near).count();
        let mut band: Vec<u32> = (0..nodes as u32).filter(|&n| side(n) == Side::Cut).collect();
        let at_cut = band.len();
        let smaller_side = near.min(nodes - near - at_cut);
        let mut number = vec![u32::MAX; nodes];
        band.iter().for_each(|&node| number[node as usize] = 0);
        let mut done = 0;
        for _ in 0..2 {
            let end = band.len();
            for at in std::mem::replace(&mut done, end)..end {
                for &other in graph.at(band[at]) {
                    if std::mem::replace(&mut number[other as usize], 0) == u32::MAX {
                        band.push(other);
                    }
                }
            }
        }
        number.fill(u32::MAX);
        let part = graph.part(&band, &mut number);
        // The outermost on either side; all where there are none two steps away.
        let ends = [Side::Near, Side::Far].map(|end| {
            let from = |first: usize| {
                let band = (first as u32..).zip(&band[first..]);
                band.filter(|&(_, &node)| side(node) == end).map(|(at, _)| at).collect::<Vec<_>>()
            };
            Some(from(done)).filter(|list| !list.is_empty()).unwrap_or_else(|| from(0))
        });
        let cuts = match ends.iter().any(Vec::is_empty) {
            true => None,
            false => flow.cuts(&part, &ends[0], &ends[1], u64::MAX),
        };
        let better = cuts.into_iter().flatten().min_by_key(|cut| cut.nodes.len());
        let chosen: Vec<u32> = match better.filter(|cut| cut.nodes.len() < at_cut) {
            Some(cut) => cut.nodes.iter().map(|&at| band[at as usize]).collect(),
            None => band[..at_cut].to_vec(),
        };
        Cut { nodes: chosen, smaller_side }
    }

    /// The side of each point: near are all that can be reached from the sources.
    fn sides(&self, cut: &Cut, sources: &[u32]) -> Vec<Side> {
        let mut sides = vec![Side::Far; self.graph.nodes()];
        cut.nodes.iter().for_each(|&point| sides[point as usize] = Side::Cut);
        let mut found: Vec<u32> = Vec::new();
        let mut reach = |point: u32, found: &mut Vec<u32>| {
            if sides[point as usize] == Side::Far {
                sides[point as usize] = Side::Near;
                found.push(point);
            }
        };
        sources.iter().for_each(|&source| reach(source, &mut found));
        let mut at = 0;
        while at < found.len() {
            for &other in self.graph.at(found[at]) {
                reach(other, &mut found);
            }
            at += 1;
        }
        sides
    }
}
