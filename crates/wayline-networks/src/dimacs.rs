//! The format of the 9th DIMACS challenge: arcs in `.gr`, positions in `.co`.
//!
//! ```text
//! c a comment                        c positions of nodes
//! p sp 3 2                           p aux sp co 3
//! a 1 2 803                          v 1 -73530767 41085396
//! a 2 3 158                          v 2 -73530538 41086098
//!                                    v 3 -73519366 41048796
//! ```
//!
//! The header `p sp NODES ARCS` comes before the arcs, `a FROM TO COST`, whose nodes are numbered from
//! one. Some files have no header: then nodes are numbered from zero, and there are as many as arcs
//! mention. All arcs are kept, also parallel ones and loops; a node's id is its number in the file.
//! Positions are longitude and latitude, in millionths of a degree. Costs mean whatever they mean.

use crate::text::{Word, Words, lines};
use crate::{Edge, Limits, Network, NetworkBuilder, NetworkError, Node, Position, Problem};
use std::io::Write;

/// A node's number in the file, given as a word.
#[derive(Clone, Copy)]
enum NodeNumbers {
    /// From one, up to what the header says.
    FromOne { nodes: u32 },
    /// From zero, without a header.
    FromZero { max: u64 },
}

impl NodeNumbers {
    fn node(self, word: Word<'_>) -> Result<u32, NetworkError> {
        let number = word.whole();
        match self {
            NodeNumbers::FromOne { nodes } => number
                .filter(|number| (1..=nodes as u64).contains(number))
                .map(|number| number as u32 - 1)
                .ok_or_else(|| word.unexpected(format!("the number of a node, from 1 to {nodes}"))),
            NodeNumbers::FromZero { max } => {
                let number = number.ok_or_else(|| word.unexpected("the number of a node"))?;
                if number >= max {
                    let problem =
                        Problem::TooMany { what: "nodes", count: number.saturating_add(1), max };
                    return Err(NetworkError::at(word.line, word.column, problem));
                }
                Ok(number as u32)
            }
        }
    }
}

/// Reads arcs.
///
/// ```
/// use wayline_networks::{Limits, dimacs};
/// let network = dimacs::read(b"p sp 3 2\na 1 2 803\na 2 3 158\n", Limits::default())?.build()?;
/// assert_eq!((network.nodes(), network.edges()), (3, 2));
/// assert_eq!(network.node_with_id("3"), Some(2));
///
/// let headless = dimacs::read(b"a 0 2 803\na 2 1 158\n", Limits::default())?.build()?;
/// assert_eq!(headless.node_with_id("2"), Some(2));
/// # Ok::<(), wayline_networks::NetworkError>(())
/// ```
pub fn read(bytes: &[u8], limits: Limits) -> Result<NetworkBuilder, NetworkError> {
    let max = limits.nodes.min(wayline::Graph::MAX as u64);
    let mut numbering = None;
    let mut promised = 0;
    let mut builder = NetworkBuilder::default();
    let mut nodes = 0;
    let mut last = 0;
    for line in lines(bytes) {
        last = line.number;
        let mut words = line.words();
        let Some(kind) = words.next() else { continue };
        match kind.text {
            b"c" => {}
            b"p" if numbering.is_some() => {
                return Err(kind.unexpected("one header only, before all arcs"));
            }
            b"p" => {
                (nodes, promised) = header(&mut words, bytes.len(), limits)?;
                numbering = Some(NodeNumbers::FromOne { nodes });
                builder.edges.reserve((promised as usize).min(bytes.len() / 8));
            }
            b"a" => {
                let numbering = *numbering.get_or_insert(NodeNumbers::FromZero { max });
                let from = numbering.node(words.expect("the number of a node")?)?;
                let to = numbering.node(words.expect("the number of a node")?)?;
                let cost = words.expect("a cost")?.cost()?;
                words.end()?;
                let edges = builder.edges.len() as u64 + 1;
                limits.check_edges(edges).map_err(|p| NetworkError::at(line.number, 1, p))?;
                if let NodeNumbers::FromZero { .. } = numbering {
                    nodes = nodes.max(from + 1).max(to + 1);
                }
                builder.edges.push(Edge { from, to, cost, ..Edge::default() });
            }
            _ => return Err(kind.unexpected("c, p or a: a comment, the header or an arc")),
        }
    }
    let arcs = builder.edges.len() as u64;
    match numbering {
        None => Err(NetworkError::unexpected(
            last + 1,
            1,
            "the end of the file",
            "a header, p sp NODES ARCS, or arcs, a FROM TO COST",
        )),
        Some(NodeNumbers::FromOne { .. }) if arcs != promised => Err(NetworkError::unexpected(
            last + 1,
            1,
            format!("the end of the file after {arcs} arcs"),
            format!("{promised}, as the header says"),
        )),
        Some(NodeNumbers::FromOne { .. }) => {
            let node = |number: u32| Node { id: number.to_string(), ..Node::default() };
            builder.nodes = (1..=nodes).map(node).collect();
            Ok(builder)
        }
        Some(NodeNumbers::FromZero { .. }) => {
            // A few bytes can name a high number; nodes that nothing leads to take memory all the same.
            plausible(nodes as u64, bytes.len())?;
            builder.nodes = vec![Node::default(); nodes as usize];
            Ok(builder)
        }
    }
}

/// What the header promises: nodes and arcs.
fn header(words: &mut Words<'_>, bytes: usize, limits: Limits) -> Result<(u32, u64), NetworkError> {
    let kind = words.expect("sp")?;
    if kind.text != b"sp" {
        return Err(kind.unexpected("sp: a problem of shortest paths"));
    }
    let word = words.expect("the number of nodes")?;
    let nodes = word.whole().ok_or_else(|| word.unexpected("the number of nodes"))?;
    let checked = limits.check_nodes(nodes).map_err(NetworkError::from);
    checked.and_then(|()| plausible(nodes, bytes)).map_err(|error| error.placed(word))?;
    let word = words.expect("the number of arcs")?;
    let arcs = word.whole().ok_or_else(|| word.unexpected("the number of arcs"))?;
    limits.check_edges(arcs).map_err(|problem| NetworkError::from(problem).placed(word))?;
    words.end()?;
    Ok((nodes as u32, arcs))
}

/// Refuses to allocate memory for far more nodes than this many bytes of arcs can mention.
fn plausible(nodes: u64, bytes: usize) -> Result<(), NetworkError> {
    const ALWAYS: u64 = 1 << 16;
    let max = ALWAYS.max(bytes as u64);
    if nodes <= max {
        return Ok(());
    }
    let expected = format!("at most {max}, more than {bytes} bytes of arcs can join");
    Err(Problem::Unexpected { found: format!("{nodes} nodes"), expected }.into())
}

/// Reads positions, and gives them to the nodes that [`read`] has made.
///
/// ```
/// use wayline_networks::{Limits, dimacs};
/// let mut builder = dimacs::read(b"p sp 1 0\n", Limits::default())?;
/// dimacs::read_positions(b"p aux sp co 1\nv 1 -73530767 41085396\n", &mut builder)?;
/// assert_eq!(builder.nodes[0].position.unwrap().latitude, 41.085396);
/// # Ok::<(), wayline_networks::NetworkError>(())
/// ```
pub fn read_positions(bytes: &[u8], builder: &mut NetworkBuilder) -> Result<(), NetworkError> {
    // Files without a header number from zero, as their arcs do.
    let from_one = builder.nodes.first().is_some_and(|node| node.id == "1");
    let nodes = builder.nodes.len() as u32;
    let numbering = match from_one {
        true => NodeNumbers::FromOne { nodes },
        false => NodeNumbers::FromZero { max: nodes.into() },
    };
    for line in lines(bytes) {
        let mut words = line.words();
        let Some(kind) = words.next() else { continue };
        match kind.text {
            b"c" | b"p" => {}
            b"v" => {
                let node = numbering.node(words.expect("the number of a node")?)?;
                let mut degrees = |what: &str, max: f64| {
                    let word = words.expect(what)?;
                    let degrees = word.number().map(|number| number / 1e6);
                    degrees.filter(|degrees| degrees.abs() <= max).ok_or_else(|| {
                        word.unexpected(format!("{what}, in millionths of a degree"))
                    })
                };
                let longitude = degrees("a longitude", 180.0)?;
                let latitude = degrees("a latitude", 90.0)?;
                words.end()?;
                builder.nodes[node as usize].position = Some(Position { latitude, longitude });
            }
            _ => return Err(kind.unexpected("c, p or v: a comment, the header or a position")),
        }
    }
    Ok(())
}

/// Writes the arcs, with a header. Nodes are numbered from one; ids, names, shapes and banned turns
/// are left out.
///
/// ```
/// use wayline_networks::{Limits, dimacs};
/// let text = b"p sp 3 2\na 1 2 803\na 2 3 0.5\n";
/// let network = dimacs::read(text, Limits::default())?.build()?;
/// let mut written = Vec::new();
/// dimacs::write(&network, &mut written)?;
/// assert_eq!(written, text);
/// # Ok::<(), wayline_networks::NetworkError>(())
/// ```
pub fn write(network: &Network, mut out: impl Write) -> Result<(), NetworkError> {
    writeln!(out, "p sp {} {}", network.nodes(), network.edges())?;
    for edge in 0..network.edges() as u32 {
        if let Some((from, to, cost)) = network.graph().edge(edge) {
            writeln!(out, "a {} {} {}", from + 1, to + 1, cost.to_f64())?;
        }
    }
    Ok(())
}

/// Writes the positions, to the millionth of a degree.
///
/// ```
/// use wayline_networks::{Limits, dimacs};
/// let mut builder = dimacs::read(b"p sp 1 0\n", Limits::default())?;
/// let text = b"p aux sp co 1\nv 1 -73530767 41085396\n";
/// dimacs::read_positions(text, &mut builder)?;
/// let mut written = Vec::new();
/// dimacs::write_positions(&builder.build()?, &mut written)?;
/// assert_eq!(written, text);
/// # Ok::<(), wayline_networks::NetworkError>(())
/// ```
pub fn write_positions(network: &Network, mut out: impl Write) -> Result<(), NetworkError> {
    let positions = network.positions().unwrap_or_default();
    writeln!(out, "p aux sp co {}", positions.len())?;
    for (number, at) in (1..).zip(positions) {
        let [longitude, latitude] = [at.longitude, at.latitude].map(|d| (d * 1e6).round() as i64);
        writeln!(out, "v {number} {longitude} {latitude}")?;
    }
    Ok(())
}
