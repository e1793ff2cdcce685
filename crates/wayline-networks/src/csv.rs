//! Edges, and perhaps nodes, as rows of delimited text.
//!
//! ```text
//! from,to,cost,name                  id,name,lat,lon
//! hel,tll,82,Tallink                 hel,Helsinki,60.17,24.94
//! tll,rix,310,Via Baltica            tll,Tallinn,59.44,24.75
//!                                    rix,Riga,56.95,24.11
//! ```
//!
//! The delimiter is a comma, a semicolon or a tab, whichever comes first in the first row. If a column of
//! the first row is called `from` or the like, it is a header, and columns are found by
//! their names ([`FieldNames`](crate::FieldNames)); otherwise they are those above, in that order. Names may be left out.
//! With a file of nodes, edges may join only those; without, every id is a node.

use crate::fields::FieldName;
use crate::rows::{Row, Rows};
use crate::text::without_mark;
use crate::{Edge, Network, NetworkBuilder, NetworkError, Node, Position, ReadOptions};
use csv::WriterBuilder;
use std::collections::HashMap;
use std::io::{self, Write};

/// How CSV is laid out.
///
/// ```
/// use wayline_networks::{ReadOptions, csv};
/// let options =
///     ReadOptions { fields: "cost=minutes".parse()?, both_ways: true, ..ReadOptions::default() };
/// let text = b"from;to;km;minutes\nHelsinki;Lahti;105;65\n";
/// let network = csv::read(text, None, &options)?.build()?;
/// assert_eq!(network.edges(), 2);
/// assert_eq!(network.graph().edge(1).unwrap().2.to_f64(), 65.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CsvLayout {
    /// What parts fields. Recognised unless given.
    pub delimiter: Option<u8>,
    /// Whether the first row is a header. Recognised unless given.
    pub header: Option<bool>,
}

/// Reads edges, and the nodes they join if these have a file of their own.
///
/// ```
/// use wayline_networks::{ReadOptions, csv};
/// let edges = b"from,to,cost,name\nhel,tll,82,Tallink\n";
/// let nodes = b"id,name,lat,lon\nhel,Helsinki,60.17,24.94\ntll,Tallinn,59.44,24.75\n";
/// let network = csv::read(edges, Some(nodes), &ReadOptions::default())?.build()?;
/// assert_eq!((network.name(1), network.edge_name(0)), ("Tallinn", "Tallink"));
/// # Ok::<(), wayline_networks::NetworkError>(())
/// ```
pub fn read(
    edges: &[u8],
    nodes: Option<&[u8]>,
    options: &ReadOptions,
) -> Result<NetworkBuilder, NetworkError> {
    let mut builder = NetworkBuilder { unit: options.unit, ..NetworkBuilder::default() };
    let mut known = HashMap::new();
    if let Some(nodes) = nodes {
        known = read_nodes(nodes, options, &mut builder).map_err(|error| error.in_file("nodes"))?;
    }
    let (names, limits) = (&options.fields, options.limits);
    let wanted = [names.from(), names.to(), names.cost(), names.name()];
    let listed = nodes.is_some();
    each_row(edges, options, wanted, 3, |row, columns| {
        let mut node = |column: Option<usize>, what: &str| {
            let field = row.expect(column.unwrap_or(usize::MAX), what)?;
            let id = field.text()?;
            match known.get(id) {
                Some(&number) => Ok(number),
                None if id.is_empty() => Err(field.unexpected(what)),
                None if listed => Err(field.unexpected("the id of a node that is listed")),
                None => {
                    let number = builder.nodes.len() as u32;
                    limits.check_nodes(number as u64 + 1).map_err(|problem| row.at(problem))?;
                    known.insert(id.to_owned(), number);
                    builder.nodes.push(Node { id: id.to_owned(), ..Node::default() });
                    Ok(number)
                }
            }
        };
        let from = node(columns[0], "the id of a node")?;
        let to = node(columns[1], "the id of a node")?;
        let cost = row.expect(columns[2].unwrap_or(usize::MAX), "a cost")?.cost()?;
        let name = columns[3].and_then(|column| row.get(column));
        let name = name.map_or(Ok(""), |field| field.text())?.to_owned();
        let count = builder.edges.len() as u64 + 1 + options.both_ways as u64;
        limits.check_edges(count).map_err(|problem| row.at(problem))?;
        let edge = Edge { from, to, cost, name, ..Edge::default() };
        let back = options.both_ways.then(|| edge.reversed());
        builder.edges.push(edge);
        builder.edges.extend(back);
        Ok(())
    })?;
    Ok(builder)
}

/// Reads nodes, and returns their numbers by their ids.
fn read_nodes(
    bytes: &[u8],
    options: &ReadOptions,
    builder: &mut NetworkBuilder,
) -> Result<HashMap<String, u32>, NetworkError> {
    let mut known = HashMap::new();
    let (names, limits) = (&options.fields, options.limits);
    let wanted = [names.id(), names.name(), names.latitude(), names.longitude()];
    each_row(bytes, options, wanted, 1, |row, columns| {
        let field = |column: Option<usize>| column.and_then(|column| row.get(column));
        let id = row.expect(columns[0].unwrap_or(usize::MAX), "the id of a node")?;
        let name = field(columns[1]).map_or(Ok(""), |name| name.text())?.to_owned();
        let given = |column| field(column).filter(|field| !field.bytes.is_empty());
        let position = match (given(columns[2]), given(columns[3])) {
            (None, None) => None,
            (Some(latitude), Some(longitude)) => Some(Position {
                latitude: latitude.degrees("a latitude", 90.0)?,
                longitude: longitude.degrees("a longitude", 180.0)?,
            }),
            (Some(one), None) => return Err(one.unexpected("a longitude as well, or neither")),
            (None, Some(one)) => return Err(one.unexpected("a latitude as well, or neither")),
        };
        let number = builder.nodes.len() as u32;
        limits.check_nodes(number as u64 + 1).map_err(|problem| row.at(problem))?;
        let text = id.text()?.to_owned();
        if text.is_empty() {
            return Err(id.unexpected("the id of a node"));
        }
        if known.insert(text.clone(), number).is_some() {
            return Err(id.unexpected("each id once"));
        }
        builder.nodes.push(Node { id: text, name, position, ..Node::default() });
        Ok(())
    })?;
    Ok(known)
}

/// Hands on each row but the header, with the places of the columns wanted. The first `needed` of them
/// have to be there. No row may have more fields than the first one, or than columns are wanted if that is no
/// header.
fn each_row<const N: usize>(
    bytes: &[u8],
    options: &ReadOptions,
    wanted: [FieldName<'_>; N],
    needed: usize,
    mut read: impl FnMut(Row<'_>, &[Option<usize>; N]) -> Result<(), NetworkError>,
) -> Result<(), NetworkError> {
    let delimiter = options.csv.delimiter.unwrap_or_else(|| delimiter_of(bytes));
    let mut rows = Rows::new(bytes, delimiter, false);
    let mut columns = None;
    let mut most = N;
    while let Some(row) = rows.next_row()? {
        if let Some(columns) = &columns {
            // A comma that was meant as the point of a number, as a rule.
            if let Some(field) = row.fields().skip(most).find(|field| !field.bytes.is_empty()) {
                return Err(field.unexpected(format!("at most {most} fields, as in the first row")));
            }
            read(row, columns)?;
            continue;
        }
        let found = wanted.map(|name| {
            let texts = row.fields().map(|field| field.text().unwrap_or_default());
            name.best(texts.enumerate())
        });
        let is_header = options.csv.header.unwrap_or_else(|| {
            let given = wanted.iter().any(|name| name.is_given());
            given || found[..needed].iter().any(Option::is_some)
        });
        if !is_header {
            let in_order = std::array::from_fn(Some);
            // Nothing but words: whoever has a header and did not say so meant it to be recognised.
            let word = |text: &str| !text.is_empty() && text.parse::<f64>().is_err();
            let words = row.fields().all(|field| field.text().is_ok_and(word));
            read(row, &in_order).map_err(|error| match options.csv.header {
                None if words => error.or_expected(&unnamed(&wanted[..needed])),
                _ => error,
            })?;
            most = most.max(row.fields().count());
            columns = Some(in_order);
            continue;
        }
        if let Some(missing) = found[..needed].iter().position(Option::is_none) {
            let expected = format!(
                "a header with the column '{}'; if it is called something else, name it by --fields {}=NAME",
                wanted[missing].name(),
                wanted[missing].key()
            );
            return Err(row.expect(0, "a header")?.unexpected(expected));
        }
        most = row.fields().count();
        columns = Some(found);
    }
    Ok(())
}

/// What to do about a header none of whose names are known.
fn unnamed(wanted: &[FieldName<'_>]) -> String {
    let names: Vec<String> = wanted.iter().map(|name| format!("{}=NAME", name.key())).collect();
    format!("if this is a header, name its columns by --fields {}", names.join(","))
}

/// Whichever comes first; a comma if none does.
fn delimiter_of(bytes: &[u8]) -> u8 {
    let mut line = without_mark(bytes).trim_ascii_start().iter().take_while(|&&b| b != b'\n');
    line.find(|byte| b",;\t".contains(byte)).copied().unwrap_or(b',')
}

/// Writes the edges: `from,to,cost,name`. Positions and names of nodes go into a file of their own
/// ([`write_nodes`]); shapes and banned turns are left out.
///
/// ```
/// use wayline_networks::{ReadOptions, csv};
/// let text = b"from,to,cost,name\nhel,tll,82,\"Tallink, by sea\"\n";
/// let network = csv::read(text, None, &ReadOptions::default())?.build()?;
/// let mut written = Vec::new();
/// csv::write(&network, &mut written)?;
/// assert_eq!(written, text);
/// # Ok::<(), wayline_networks::NetworkError>(())
/// ```
pub fn write(network: &Network, out: impl Write) -> Result<(), NetworkError> {
    let mut rows = WriterBuilder::new().from_writer(out);
    rows.write_record(["from", "to", "cost", "name"]).map_err(io::Error::from)?;
    for edge in 0..network.edges() as u32 {
        if let Some((from, to, cost)) = network.graph().edge(edge) {
            let cost = cost.to_f64().to_string();
            let row = [network.id(from), network.id(to), &cost, network.edge_name(edge)];
            rows.write_record(row).map_err(io::Error::from)?;
        }
    }
    Ok(rows.flush()?)
}

/// Writes the nodes: `id,name,lat,lon`.
///
/// ```
/// use wayline_networks::{ReadOptions, csv};
/// let nodes = b"id,name,lat,lon\nhel,Helsinki,60.17,24.94\n";
/// let network = csv::read(b"", Some(nodes), &ReadOptions::default())?.build()?;
/// let mut written = Vec::new();
/// csv::write_nodes(&network, &mut written)?;
/// assert_eq!(written, nodes);
/// # Ok::<(), wayline_networks::NetworkError>(())
/// ```
pub fn write_nodes(network: &Network, out: impl Write) -> Result<(), NetworkError> {
    let mut rows = WriterBuilder::new().from_writer(out);
    rows.write_record(["id", "name", "lat", "lon"]).map_err(io::Error::from)?;
    for node in 0..network.nodes() as u32 {
        let [latitude, longitude] = match network.positions() {
            None => ["".to_owned(), "".to_owned()],
            Some(positions) => {
                let at = positions[node as usize];
                [at.latitude.to_string(), at.longitude.to_string()]
            }
        };
        let row = [network.id(node), network.name(node), &latitude, &longitude];
        rows.write_record(row).map_err(io::Error::from)?;
    }
    Ok(rows.flush()?)
}
