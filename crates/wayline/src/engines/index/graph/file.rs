//! An index of a graph as bytes.
//!
//! ```text
//! magic    8   "WAYGRAPH"
//! version  2   3
//! kind     2   0 labels, 2 hierarchy, both by contraction; of a tree 3 labels, 4 hierarchy,
//!              5 customizable
//! graph    8   the fingerprint of nodes, edges and costs; for a customizable index, of nodes and edges
//! payload  ..  of a tree: for each node, the least important first, its number (4)
//!              labels: entries out (4) and in (4); for both lists the length for each node (4); for
//!              both lists for each entry hub (4), cost (8), next edge (4)
//!              hierarchy: arcs out (4) and in (4), where the core's begin (2 x 4); for each node, the
//!              least important first, its number and how many arcs lead out and in (3 x 4); for each
//!              arc out, then in, cost (8), node (4), the edge or its two halves (2 x 4)
//! checksum 8   over everything before
//! ```
//!
//! All numbers are little-endian. A checksum finds accidental changes; what was changed on purpose
//! is checked as well, as far as it can be without preparing anew: every entry's edge leads
//! to a node that has the same hub, closer by what the edge costs, and every chain of them ends at
//! the hub; every arc is an edge of the graph or joins two arcs over a less important node. So whatever
//! the bytes are, an answer is a path that exists and costs no more than it says. Of a tree only the order
//! of the nodes is kept, which is what takes long to find: the rest is made again, of the costs that the
//! graph has then, so that with any order all answers are right.

use super::hierarchy::{Arc, Hierarchy, NONE};
use super::labels::{FAR, HubLabels, HubLink, Lists};
use super::tree::{Extra, Tree};
use super::{Content, GraphIndex};
use crate::kernel::cost::Cost;
use crate::kernel::wire::{Format, Opened, Reader, Writer};
use crate::spaces::error::IndexError;
use crate::spaces::graph::Graph;

const FORMAT: Format = Format { magic: b"WAYGRAPH", version: 3 };
const LABELS: u16 = 0;
const HIERARCHY: u16 = 2;
const TREE_LABELS: u16 = 3;
const TREE_HIERARCHY: u16 = 4;
const CUSTOMIZABLE: u16 = 5;
/// No arc stands for more edges than this many times the nodes: a shortest path passes each node once,
/// or now and then twice where edges cost nothing.
const LONGEST: u64 = 16;

impl GraphIndex {
    /// The index as bytes, for a file. The same graph gives the same bytes on every platform.
    ///
    /// ```
    /// use wayline::{Graph, GraphIndex, Preparation};
    /// let graph = Graph::from_edges(3, [(0, 1, 1.0), (1, 2, 1.0)])?;
    /// let bytes = GraphIndex::prepare(&graph, &Preparation::default())?.to_bytes();
    /// assert!(GraphIndex::from_bytes(&graph, &bytes).is_ok());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let kind = match &self.content {
            Content::Labels(_) => LABELS,
            Content::Hierarchy(_) => HIERARCHY,
            Content::Tree(tree) => match tree.extra() {
                Extra::Labels => TREE_LABELS,
                Extra::Nothing => TREE_HIERARCHY,
                Extra::Editing => CUSTOMIZABLE,
            },
        };
        let mut file = FORMAT.start(kind);
        file.u64(match &self.content {
            Content::Tree(tree) if kind == CUSTOMIZABLE => tree.shape_fingerprint(),
            _ => self.fingerprint,
        });
        match &self.content {
            Content::Tree(tree) => tree.its_order().iter().for_each(|&node| file.u32(node)),
            Content::Labels(labels) => write_labels(labels, &mut file),
            Content::Hierarchy(hierarchy) => write_hierarchy(hierarchy, &mut file),
        }
        file.sealed()
    }

    /// The index of a graph from bytes that [`to_bytes`](GraphIndex::to_bytes) made for the same
    /// graph with the same costs. Anything else is an error: another graph, another version, bytes
    /// that are missing or have changed.
    ///
    /// ```
    /// use wayline::{Graph, GraphIndex, IndexError, Preparation};
    /// let mut graph = Graph::from_edges(3, [(0, 1, 1.0), (1, 2, 1.0)])?;
    /// let bytes = GraphIndex::prepare(&graph, &Preparation::default())?.to_bytes();
    /// graph.set_cost(0, 5.0)?;
    /// let error = GraphIndex::from_bytes(&graph, &bytes).unwrap_err();
    /// assert_eq!(error, IndexError::OtherMap);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn from_bytes(graph: &Graph, bytes: &[u8]) -> Result<GraphIndex, IndexError> {
        let mut index = GraphIndex::without_content(graph);
        let (kind, fingerprint, payload) = open(bytes)?;
        let expected = match kind {
            CUSTOMIZABLE => Tree::shape_fingerprint_of(graph),
            _ => index.fingerprint,
        };
        if fingerprint != expected {
            return Err(IndexError::OtherMap);
        }
        index.content = match kind {
            LABELS => Content::Labels(read_labels(graph, payload)?),
            HIERARCHY => Content::Hierarchy(read_hierarchy(graph, payload)?),
            TREE_LABELS => Content::Tree(Box::new(read_tree(graph, payload, Extra::Labels)?)),
            TREE_HIERARCHY => Content::Tree(Box::new(read_tree(graph, payload, Extra::Nothing)?)),
            CUSTOMIZABLE => Content::Tree(Box::new(read_tree(graph, payload, Extra::Editing)?)),
            _ => return Err(IndexError::Damaged("a kind that nobody knows")),
        };
        Ok(index)
    }
}

/// Checks everything around the payload: the kind, and what the graph is known by.
fn open(bytes: &[u8]) -> Result<(u16, u64, Reader<'_>), IndexError> {
    let Opened { kind, mut reader, intact } = FORMAT.open(bytes)?;
    let fingerprint = reader.u64()?;
    if intact { Ok((kind, fingerprint, reader)) } else { Err(IndexError::Checksum) }
}

fn read_tree(graph: &Graph, mut reader: Reader<'_>, extra: Extra) -> Result<Tree, IndexError> {
    let nodes = graph.nodes();
    if reader.bytes.len() != 4 * nodes {
        return Err(LENGTH);
    }
    let (mut order, mut seen) = (Vec::with_capacity(nodes), vec![false; nodes]);
    for _ in 0..nodes {
        let node = reader.u32()?;
        match seen.get_mut(node as usize) {
            Some(seen) if !*seen => *seen = true,
            _ => return Err(ASTRAY),
        }
        order.push(node);
    }
    Tree::of(graph, &order, extra, u64::MAX, 1)
        .map_err(|_| IndexError::Damaged("an order without separators"))
}

fn write_labels(labels: &HubLabels, file: &mut Writer) {
    let both = [&labels.out, &labels.into];
    for lists in both {
        file.u32(lists.hubs.len() as u32);
    }
    for lists in both {
        lists.first.windows(2).for_each(|ends| file.u32(ends[1] - ends[0]));
    }
    for Lists { hubs, costs, links, .. } in both {
        for ((&hub, &cost), link) in hubs.iter().zip(costs).zip(links) {
            file.u32(hub);
            file.u64(cost);
            file.u32(link.edge);
        }
    }
}

const LENGTH: IndexError = IndexError::Damaged("its length is not what it says");
const ASTRAY: IndexError = IndexError::Damaged("a path that leads nowhere");

fn read_labels(graph: &Graph, mut reader: Reader<'_>) -> Result<HubLabels, IndexError> {
    let nodes = graph.nodes();
    let totals = [reader.u32()?, reader.u32()?];
    // Nothing is allocated before the lengths are known to be true.
    let length = 8 * nodes as u64 + 16 * (totals[0] as u64 + totals[1] as u64);
    if reader.bytes.len() as u64 != length {
        return Err(LENGTH);
    }
    let mut firsts = [Vec::with_capacity(nodes + 1), Vec::with_capacity(nodes + 1)];
    for (first, total) in firsts.iter_mut().zip(totals) {
        let mut at = 0u32;
        first.push(at);
        for _ in 0..nodes {
            at = at.checked_add(reader.u32()?).ok_or(LENGTH)?;
            first.push(at);
        }
        if at != total {
            return Err(LENGTH);
        }
    }
    let mut node_of_hub = vec![NONE; nodes];
    let [out, into] = firsts;
    let out = read_lists(graph, &mut reader, out, true, &mut node_of_hub)?;
    let into = read_lists(graph, &mut reader, into, false, &mut node_of_hub)?;
    Ok(HubLabels { out, into })
}

fn read_lists(
    graph: &Graph,
    reader: &mut Reader<'_>,
    first: Vec<u32>,
    out: bool,
    node_of_hub: &mut [u32],
) -> Result<Lists, IndexError> {
    let total = first.last().map_or(0, |&total| total as usize);
    let mut lists = Lists {
        first,
        hubs: Vec::with_capacity(total),
        costs: Vec::with_capacity(total),
        links: Vec::with_capacity(total),
    };
    for _ in 0..total {
        let (hub, cost, edge) = (reader.u32()?, reader.u64()?, reader.u32()?);
        if hub as usize >= node_of_hub.len() || cost == FAR {
            return Err(IndexError::Damaged("a hub or a cost that cannot be"));
        }
        lists.hubs.push(hub);
        lists.costs.push(cost);
        lists.links.push(HubLink { edge, entry: NONE });
    }
    for node in 0..graph.nodes() as u32 {
        if !lists.hubs[lists.of(node)].windows(2).all(|pair| pair[0] < pair[1]) {
            return Err(IndexError::Damaged("hubs that are not in their order"));
        }
        for at in lists.of(node) {
            let (hub, cost, HubLink { edge, .. }) =
                (lists.hubs[at], lists.costs[at], lists.links[at]);
            if edge == NONE {
                let known = &mut node_of_hub[hub as usize];
                if cost != 0 || (*known != NONE && *known != node) {
                    return Err(ASTRAY);
                }
                *known = node;
                continue;
            }
            let (tail, head, step) = graph.open_edge(edge).ok_or(ASTRAY)?;
            let (here, next) = if out { (tail, head) } else { (head, tail) };
            let list = lists.of(next);
            let place = lists.hubs[list.clone()].binary_search(&hub).map_err(|_| ASTRAY)?;
            let entry = list.start + place;
            if here != node || lists.costs[entry].checked_add(step.raw()) != Some(cost) {
                return Err(ASTRAY);
            }
            lists.links[at].entry = entry as u32;
        }
    }
    check_ends(&lists)?;
    Ok(lists)
}

/// Edges that cost nothing could lead in a round: every chain of entries must have an end.
fn check_ends(lists: &Lists) -> Result<(), IndexError> {
    let mut walked_by = vec![NONE; lists.links.len()];
    for start in 0..lists.links.len() as u32 {
        let mut at = start;
        while at != NONE && walked_by[at as usize] == NONE {
            walked_by[at as usize] = start;
            at = lists.links[at as usize].entry;
        }
        // It has come to its end, or to where an earlier walk went on to one.
        if at != NONE && walked_by[at as usize] == start {
            return Err(ASTRAY);
        }
    }
    Ok(())
}

fn write_hierarchy(hierarchy: &Hierarchy, file: &mut Writer) {
    let Hierarchy { ups, outs, ins, core } = hierarchy;
    [outs.len() as u32, ins.len() as u32, core[0], core[1]]
        .into_iter()
        .for_each(|number| file.u32(number));
    // In the order in which they were taken away, as far as their arcs show it; that of
    // nodes without arcs does not matter.
    let mut order: Vec<u32> = (0..ups.len() as u32).collect();
    order.sort_unstable_by_key(|&node| {
        let up = ups[node as usize];
        (up.out[0], up.into[0], up.out[1], up.into[1], node)
    });
    for node in order {
        let up = ups[node as usize];
        [node, up.out[1] - up.out[0], up.into[1] - up.into[0]]
            .into_iter()
            .for_each(|number| file.u32(number));
    }
    for arc in outs.iter().chain(ins) {
        file.u64(arc.cost);
        [arc.to, arc.first, arc.second].into_iter().for_each(|number| file.u32(number));
    }
}

fn read_hierarchy(graph: &Graph, mut reader: Reader<'_>) -> Result<Hierarchy, IndexError> {
    let nodes = graph.nodes();
    let (outs, ins) = (reader.u32()?, reader.u32()?);
    let core = [reader.u32()?, reader.u32()?];
    if reader.bytes.len() as u64 != 12 * nodes as u64 + 20 * (outs as u64 + ins as u64) {
        return Err(LENGTH);
    }
    let mut hierarchy = Hierarchy { core, ..Hierarchy::new(nodes) };
    // Which node each arc belongs to, by the place of the node in the order.
    let mut owners = [Vec::with_capacity(outs as usize), Vec::with_capacity(ins as usize)];
    let mut order = Vec::with_capacity(nodes);
    let mut seen = vec![false; nodes];
    for place in 0..nodes as u32 {
        let (node, counts) = (reader.u32()?, [reader.u32()?, reader.u32()?]);
        let seen = seen.get_mut(node as usize).ok_or(ASTRAY)?;
        if std::mem::replace(seen, true) {
            return Err(ASTRAY);
        }
        order.push(node);
        let mut ranges = [[0; 2]; 2];
        for side in 0..2 {
            let (owners, total) = (&mut owners[side], [outs, ins][side] as usize);
            if counts[side] as usize > total - owners.len() {
                return Err(LENGTH);
            }
            ranges[side][0] = owners.len() as u32;
            owners.resize(owners.len() + counts[side] as usize, place);
            ranges[side][1] = owners.len() as u32;
        }
        let up = &mut hierarchy.ups[node as usize];
        (up.out, up.into) = (ranges[0], ranges[1]);
    }
    if [owners[0].len(), owners[1].len()] != [outs as usize, ins as usize] {
        return Err(LENGTH);
    }
    let mut arcs = |count: u32| -> Result<Vec<Arc>, IndexError> {
        let arc = |_| {
            let cost = reader.u64()?;
            let (to, first, second) = (reader.u32()?, reader.u32()?, reader.u32()?);
            Ok(Arc { cost, to, first, second })
        };
        (0..count).map(arc).collect()
    };
    (hierarchy.outs, hierarchy.ins) = (arcs(outs)?, arcs(ins)?);
    check_arcs(graph, &hierarchy, &owners, &order)?;
    Ok(hierarchy)
}

/// Every arc is an edge, or joins two arcs of a node before its own in the order, so that unpacking
/// ends; and it costs what these cost.
fn check_arcs(
    graph: &Graph,
    hierarchy: &Hierarchy,
    owners: &[Vec<u32>; 2],
    order: &[u32],
) -> Result<(), IndexError> {
    let Hierarchy { ups, outs, ins, .. } = hierarchy;
    let most = LONGEST * order.len() as u64;
    // How many edges each arc stands for.
    let mut edges = [vec![0u64; outs.len()], vec![0u64; ins.len()]];
    for (place, &node) in order.iter().enumerate() {
        let up = ups[node as usize];
        let here = up.leaving().map(|at| (0, at)).chain(up.entering().map(|at| (1, at)));
        for (side, at) in here {
            let arc = if side == 0 { outs[at] } else { ins[at] };
            let ends = if side == 0 { (node, arc.to) } else { (arc.to, node) };
            if arc.to as usize >= order.len() {
                return Err(ASTRAY);
            }
            if arc.second == NONE {
                if graph.open_edge(arc.first) != Some((ends.0, ends.1, Cost::from_raw(arc.cost))) {
                    return Err(ASTRAY);
                }
                edges[side][at] = 1;
                continue;
            }
            let (i, j) = (arc.first as usize, arc.second as usize);
            let (Some(first), Some(second)) = (ins.get(i), outs.get(j)) else { return Err(ASTRAY) };
            let between = owners[1][i];
            let joined = (first.to, second.to) == ends && between == owners[0][j];
            let length = edges[1][i] + edges[0][j];
            if !joined
                || between as usize >= place
                || first.cost.checked_add(second.cost) != Some(arc.cost)
                || length > most
            {
                return Err(ASTRAY);
            }
            edges[side][at] = length;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::index::{IndexKind, Preparation};
    use crate::kernel::wire::sealed_again;
    use crate::{Query, Workspace, search};

    /// A small town with parallel streets, a free one in a round, and a node that is cut off.
    fn town() -> Graph {
        let roads =
            [(0, 1), (1, 2), (2, 3), (3, 0), (1, 4), (4, 5), (5, 1), (2, 5), (5, 6), (6, 3)];
        let there = roads.iter().enumerate().map(|(i, &(a, b))| (a, b, (i % 4) as f64));
        let back = roads.iter().enumerate().map(|(i, &(a, b))| (b, a, (i % 3) as f64));
        Graph::from_edges(8, there.chain(back).chain([(0, 1, 0.0), (4, 4, 1.0)])).unwrap()
    }

    /// One of every kind, those of a tree and those by contraction.
    fn all_indices(graph: &Graph) -> Vec<GraphIndex> {
        let settings = |kind| Preparation { kind: Some(kind), ..Preparation::default() };
        let trees = IndexKind::OF_GRAPHS.map(|kind| GraphIndex::prepare(graph, &settings(kind)));
        let others = [IndexKind::Labels, IndexKind::Hierarchy]
            .map(|kind| GraphIndex::prepare_by_contraction(graph, &settings(kind)));
        trees.into_iter().chain(others).map(Result::unwrap).collect()
    }

    #[test]
    fn what_was_written_is_read_and_answers_the_same() {
        let graph = town();
        let (mut work, mut again) = (Workspace::new(), Workspace::new());
        for (index, twin) in all_indices(&graph).into_iter().zip(all_indices(&graph)) {
            let bytes = index.to_bytes();
            assert_eq!(bytes, twin.to_bytes());
            let read = GraphIndex::from_bytes(&graph, &bytes).unwrap();
            assert_eq!((read.kind(), read.bytes()), (index.kind(), index.bytes()));
            assert_eq!(read.to_bytes(), bytes);
            assert!(read.fits(&graph));
            for from in 0..8u32 {
                for to in 0..8u32 {
                    let query = Query::new(from, to);
                    let answer = search(&read, &query, &mut again);
                    assert_eq!(search(&index, &query, &mut work), answer);
                }
            }
        }
        for nodes in 0..3 {
            let graph = Graph::from_edges(nodes, []).unwrap();
            for index in all_indices(&graph) {
                assert!(GraphIndex::from_bytes(&graph, &index.to_bytes()).is_ok());
            }
        }
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_noticed() {
        let graph = town();
        for index in all_indices(&graph) {
            let bytes = index.to_bytes();
            for at in 0..bytes.len() {
                assert!(GraphIndex::from_bytes(&graph, &bytes[..at]).is_err());
                for bit in 0..8 {
                    let mut bytes = bytes.clone();
                    bytes[at] ^= 1 << bit;
                    assert!(GraphIndex::from_bytes(&graph, &bytes).is_err(), "byte {at} bit {bit}");
                }
            }
        }
    }

    #[test]
    fn lies_under_a_right_checksum_do_no_harm() {
        let graph = town();
        let mut work = Workspace::new();
        let (mut changed, mut read) = (0, 0);
        for index in all_indices(&graph) {
            let bytes = index.to_bytes();
            for at in 8..bytes.len() - 8 {
                for change in 1..=255 {
                    let mut bytes = bytes.clone();
                    bytes[at] ^= change;
                    changed += 1;
                    let Ok(index) = GraphIndex::from_bytes(&graph, &sealed_again(bytes)) else {
                        continue;
                    };
                    read += 1;
                    for (from, to) in (0..64).map(|pair| (pair / 8, pair % 8)) {
                        let route = search(&index, &Query::new(from, to), &mut work).unwrap();
                        if !route.is_found() {
                            continue;
                        }
                        let judged = crate::check::graph_edges(&graph, &route.edges, from, to);
                        // Without its rounds a path that is not the shortest may cost less.
                        assert!(judged.is_ok_and(|cost| cost <= route.cost), "byte {at}");
                    }
                }
            }
        }
        println!("{changed} lies, {read} taken for the truth, and did no harm");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let graph = town();
        let error = |graph: &Graph, bytes: &[u8]| match GraphIndex::from_bytes(graph, bytes) {
            Err(error) => error,
            other => panic!("{other:?}"),
        };
        for index in all_indices(&graph) {
            let bytes = index.to_bytes();
            let mut other = graph.clone();
            other.set_cost(3, 7.0).unwrap();
            match index.kind() {
                IndexKind::Customizable => assert!(GraphIndex::from_bytes(&other, &bytes).is_ok()),
                _ => assert_eq!(error(&other, &bytes), IndexError::OtherMap),
            }
            other.add_edge(0, 1, 1.0).unwrap();
            assert_eq!(error(&other, &bytes), IndexError::OtherMap);
            let mut newer = bytes.clone();
            newer[8] = 9;
            assert_eq!(
                error(&graph, &newer),
                IndexError::Version { found: 9, known: FORMAT.version }
            );
            assert_eq!(error(&graph, b"WAYINDEX"), IndexError::NotAnIndex);
            assert_eq!(error(&graph, &bytes[..12]), IndexError::CutShort);
            let mut changed = bytes.clone();
            changed[20] ^= 1;
            assert_eq!(error(&graph, &changed), IndexError::Checksum);
        }
    }
}
