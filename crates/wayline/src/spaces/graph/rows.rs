//! Compressed sparse rows that can be edited.
//!
//! The open edges of a node lie side by side, by ascending number, so that a search reads a row from front to back
//! and never has to check whether an edge is open. Closed edges are not in the rows at all.
//!
//! ```text
//!   slots   0 0 0 . 1 1 2 2 2 .   .   .       '.' is free
//!           row 0   1   row 2                 row 0 can grow by one, row 2 by three
//! ```
//!
//! A row grows into the free slot after it. Where that is taken, the row moves to the end of the slots
//! and leaves as much room there as it takes: m edges added one by one are O(m) moves. Rows are
//! packed again when less than about a quarter of the slots is in use. Which slots a row takes up
//! depends on the order of the edits; what it holds, and in which order, does not.

use crate::kernel::cost::Cost;
use std::ops::Range;

/// No node, and no place: what a free slot holds.
const FREE: u32 = u32::MAX;

/// The slots of a node.
#[derive(Clone, Copy, Debug)]
struct Row {
    first: u32,
    end: u32,
}

impl Row {
    #[inline]
    fn range(self) -> Range<usize> {
        self.first as usize..self.end as usize
    }
}

/// The open edges, by the node they leave and once more by the node they enter.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    out: Vec<Row>,
    /// The node that an edge leads to; [`FREE`] in free slots.
    pub(crate) head: Vec<u32>,
    pub(crate) cost: Vec<Cost>,
    /// The edge's number.
    pub(crate) edge: Vec<u32>,
    /// Where the edge with a number is in the lists above; [`FREE`] if it is closed.
    place: Vec<u32>,

    into: Vec<Row>,
    /// The node that an edge comes from; [`FREE`] in free slots.
    pub(crate) tail: Vec<u32>,
    /// Where the edge is in the lists above.
    pub(crate) place_in: Vec<u32>,
    /// Where the edge with a number is in these two lists; [`FREE`] if it is closed.
    entry: Vec<u32>,
}

impl Rows {
    /// Edges, each numbered by its place in the list, between nodes that exist.
    pub(crate) fn of(nodes: usize, edges: &[(u32, u32, Cost)]) -> Rows {
        let (out, edge) = sorted_by(nodes, edges, |&(from, _, _)| from);
        let (into, edge_in) = sorted_by(nodes, edges, |&(_, to, _)| to);
        let place = inverse(&edge);
        Rows {
            out,
            head: edge.iter().map(|&edge| edges[edge as usize].1).collect(),
            cost: edge.iter().map(|&edge| edges[edge as usize].2).collect(),
            edge,
            into,
            tail: edge_in.iter().map(|&edge| edges[edge as usize].0).collect(),
            place_in: edge_in.iter().map(|&edge| place[edge as usize]).collect(),
            entry: inverse(&edge_in),
            place,
        }
    }

    pub(crate) fn nodes(&self) -> usize {
        self.out.len()
    }

    /// How many edges there are, open and closed.
    pub(crate) fn edges(&self) -> usize {
        self.place.len()
    }

    /// The slots of the edges out of a node.
    #[inline]
    pub(crate) fn leaving(&self, node: u32) -> Range<usize> {
        self.out[node as usize].range()
    }

    /// The slots of the edges into a node.
    #[inline]
    pub(crate) fn entering(&self, node: u32) -> Range<usize> {
        self.into[node as usize].range()
    }

    /// The slot among the edges out of nodes of an edge that is open.
    pub(crate) fn place(&self, edge: u32) -> Option<usize> {
        let place = *self.place.get(edge as usize)?;
        (place != FREE).then_some(place as usize)
    }

    /// Where an open edge leads from and to, and what it costs.
    pub(crate) fn edge(&self, edge: u32) -> Option<(u32, u32, Cost)> {
        let place = self.place(edge)?;
        let from = self.tail[self.entry[edge as usize] as usize];
        Some((from, self.head[place], self.cost[place]))
    }

    pub(crate) fn add_node(&mut self) {
        self.out.push(Row { first: 0, end: 0 });
        self.into.push(Row { first: 0, end: 0 });
    }

    /// A number for a new edge, which is closed at first.
    pub(crate) fn add_edge(&mut self) -> u32 {
        self.place.push(FREE);
        self.entry.push(FREE);
        self.place.len() as u32 - 1
    }

    fn slots(&self) -> usize {
        self.head.len().max(self.tail.len())
    }

    /// Whether rows have left so much room behind that they should be packed.
    pub(crate) fn is_loose(&self) -> bool {
        self.slots() > 4 * (self.edges() + self.nodes()) + 64
    }

    /// Whether a row that moves might not find a number for its slots.
    pub(crate) fn is_full(&self) -> bool {
        self.slots() > 1 << 30
    }

    /// Puts an edge that is closed into its rows. O(degree).
    pub(crate) fn open(&mut self, edge: u32, from: u32, to: u32, cost: Cost) {
        self.make_room_out(from);
        let row = self.leaving(from);
        let at = row.start + self.edge[row.clone()].partition_point(|&other| other < edge);
        self.head.copy_within(at..row.end, at + 1);
        self.cost.copy_within(at..row.end, at + 1);
        self.edge.copy_within(at..row.end, at + 1);
        (self.head[at], self.cost[at], self.edge[at]) = (to, cost, edge);
        self.place[edge as usize] = at as u32;
        self.out[from as usize].end += 1;
        self.moved_out(at + 1..row.end + 1);

        self.make_room_in(to);
        let row = self.entering(to);
        let before = |&place: &u32| self.edge[place as usize] < edge;
        let at_in = row.start + self.place_in[row.clone()].partition_point(before);
        self.tail.copy_within(at_in..row.end, at_in + 1);
        self.place_in.copy_within(at_in..row.end, at_in + 1);
        (self.tail[at_in], self.place_in[at_in]) = (from, at as u32);
        self.into[to as usize].end += 1;
        self.moved_in(at_in..row.end + 1);
    }

    /// Takes an open edge out of its rows: where it led from and to, and what it cost. O(degree).
    pub(crate) fn close(&mut self, edge: u32) -> Option<(u32, u32, Cost)> {
        let (from, to, cost) = self.edge(edge)?;
        let (at, at_in) = (self.place[edge as usize], self.entry[edge as usize]);
        let (at, at_in) = (at as usize, at_in as usize);

        let row = self.entering(to);
        self.tail.copy_within(at_in + 1..row.end, at_in);
        self.place_in.copy_within(at_in + 1..row.end, at_in);
        self.tail[row.end - 1] = FREE;
        self.into[to as usize].end -= 1;
        self.moved_in(at_in..row.end - 1);

        let row = self.leaving(from);
        self.head.copy_within(at + 1..row.end, at);
        self.cost.copy_within(at + 1..row.end, at);
        self.edge.copy_within(at + 1..row.end, at);
        self.head[row.end - 1] = FREE;
        self.out[from as usize].end -= 1;
        self.moved_out(at..row.end - 1);

        self.place[edge as usize] = FREE;
        self.entry[edge as usize] = FREE;
        Some((from, to, cost))
    }

    /// Sees to it that the slot after a row of edges out of a node is free.
    fn make_room_out(&mut self, node: u32) {
        if let Some(moved) = make_room(&mut self.out[node as usize], &mut self.head) {
            self.cost.resize(self.head.len(), Cost::ZERO);
            self.edge.resize(self.head.len(), FREE);
            let row = self.leaving(node);
            self.cost.copy_within(moved.clone(), row.start);
            self.edge.copy_within(moved, row.start);
            self.moved_out(row);
        }
    }

    /// Likewise of edges into a node.
    fn make_room_in(&mut self, node: u32) {
        if let Some(moved) = make_room(&mut self.into[node as usize], &mut self.tail) {
            self.place_in.resize(self.tail.len(), FREE);
            let row = self.entering(node);
            self.place_in.copy_within(moved, row.start);
            self.moved_in(row);
        }
    }

    /// Notes where edges are now that lie in other slots than before.
    fn moved_out(&mut self, slots: Range<usize>) {
        for at in slots {
            let edge = self.edge[at] as usize;
            self.place[edge] = at as u32;
            self.place_in[self.entry[edge] as usize] = at as u32;
        }
    }

    fn moved_in(&mut self, slots: Range<usize>) {
        for at in slots {
            let edge = self.edge[self.place_in[at] as usize];
            self.entry[edge as usize] = at as u32;
        }
    }
}

/// Sees to it that the slot after a row is free, and returns the slots that the row was in before if
/// the list has grown. Only the list of nodes given is brought up to date.
fn make_room(row: &mut Row, nodes: &mut Vec<u32>) -> Option<Range<usize>> {
    let before = row.range();
    if nodes.get(before.end) == Some(&FREE) {
        return None;
    }
    let room = (2 * before.len()).max(2);
    let first = if before.end == nodes.len() { before.start } else { nodes.len() };
    nodes.resize(first + room, FREE);
    if first != before.start {
        nodes.copy_within(before.clone(), first);
        nodes[before.clone()].fill(FREE);
        *row = Row { first: first as u32, end: (first + before.len()) as u32 };
    }
    Some(before)
}

/// Sorts edges by one of their ends, keeping their order: the row of each node, and which edges are
/// in it.
fn sorted_by<E>(nodes: usize, edges: &[E], end: impl Fn(&E) -> u32) -> (Vec<Row>, Vec<u32>) {
    let mut rows = vec![Row { first: 0, end: 0 }; nodes];
    for edge in edges {
        rows[end(edge) as usize].end += 1;
    }
    let mut next = 0;
    for row in &mut rows {
        let length = row.end;
        *row = Row { first: next, end: next };
        next += length;
    }
    let mut sorted = vec![0u32; edges.len()];
    for (number, edge) in edges.iter().enumerate() {
        let row = &mut rows[end(edge) as usize];
        sorted[row.end as usize] = number as u32;
        row.end += 1;
    }
    (rows, sorted)
}

/// Where each number is in a list that has every number once.
fn inverse(list: &[u32]) -> Vec<u32> {
    let mut places = vec![0; list.len()];
    for (at, &number) in list.iter().enumerate() {
        places[number as usize] = at as u32;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every list agrees with every other, and with a plain list of the edges.
    fn agrees(rows: &Rows, plain: &[Option<(u32, u32, Cost)>]) {
        assert_eq!(rows.edges(), plain.len());
        for node in 0..rows.nodes() as u32 {
            let row: Vec<_> = rows.leaving(node).map(|at| rows.edge[at]).collect();
            let leave = |&(_, edge): &(usize, &Option<(u32, u32, Cost)>)| {
                edge.is_some_and(|(from, _, _)| from == node)
            };
            let expected: Vec<_> =
                plain.iter().enumerate().filter(leave).map(|(i, _)| i as u32).collect();
            assert_eq!(row, expected, "out of {node}");
            let row: Vec<_> =
                rows.entering(node).map(|at| rows.edge[rows.place_in[at] as usize]).collect();
            let enter = |&(_, edge): &(usize, &Option<(u32, u32, Cost)>)| {
                edge.is_some_and(|(_, to, _)| to == node)
            };
            let expected: Vec<_> =
                plain.iter().enumerate().filter(enter).map(|(i, _)| i as u32).collect();
            assert_eq!(row, expected, "into {node}");
        }
        for (edge, expected) in plain.iter().enumerate() {
            assert_eq!(rows.edge(edge as u32), *expected, "edge {edge}");
        }
        let used = |list: &[u32]| list.iter().filter(|&&node| node != FREE).count();
        let open = plain.iter().flatten().count();
        assert_eq!((used(&rows.head), used(&rows.tail)), (open, open));
    }

    #[test]
    fn rows_agree_with_a_plain_list_after_every_edit() {
        let mut seed = 3u64;
        let mut random = move |n: usize| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as usize % n
        };
        let mut opened = 0;
        for _ in 0..40 {
            let nodes = 1 + random(6);
            let given: Vec<_> = (0..random(12))
                .map(|_| (random(nodes) as u32, random(nodes) as u32, Cost::from(random(9) as u32)))
                .collect();
            let mut rows = Rows::of(nodes, &given);
            let mut ends = given.clone();
            let mut plain: Vec<_> = given.into_iter().map(Some).collect();
            agrees(&rows, &plain);
            for _ in 0..120 {
                match random(8) {
                    0 => rows.add_node(),
                    1..3 => {
                        let nodes = rows.nodes();
                        let (from, to) = (random(nodes) as u32, random(nodes) as u32);
                        let cost = Cost::from(random(9) as u32);
                        let edge = rows.add_edge();
                        rows.open(edge, from, to, cost);
                        ends.push((from, to, cost));
                        plain.push(Some((from, to, cost)));
                    }
                    _ if ends.is_empty() => {}
                    _ => {
                        let edge = random(ends.len());
                        if plain[edge].is_some() {
                            assert_eq!(rows.close(edge as u32), plain[edge].take());
                            assert_eq!(rows.close(edge as u32), None);
                        } else {
                            let (from, to, cost) = ends[edge];
                            rows.open(edge as u32, from, to, cost);
                            plain[edge] = Some(ends[edge]);
                            opened += 1;
                        }
                    }
                }
                agrees(&rows, &plain);
            }
        }
        assert!(opened > 500, "{opened}");
    }

    #[test]
    fn adding_one_by_one_moves_few_edges_and_wastes_little() {
        let mut rows = Rows::of(1000, &[]);
        for i in 0..20_000u32 {
            let edge = rows.add_edge();
            rows.open(edge, i * 7 % 1000, i * 13 % 1000, Cost::ONE);
            assert!(!rows.is_loose());
        }
    }
}
