//! GraphML: graphs in XML, as many tools exchange them.
//!
//! ```text
//! <graphml>
//!   <key id="w" for="edge" attr.name="weight" attr.type="double"/>
//!   <graph edgedefault="directed">
//!     <node id="hel"/> <node id="tll"/>
//!     <edge source="hel" target="tll"><data key="w">82</data></edge>
//!   </graph>
//! </graphml>
//! ```
//!
//! Attributes are found by their names ([`FieldNames`](crate::FieldNames)): what edges cost (1 if they do
//! not say), what edges and nodes are called, where nodes are. Edges that are not directed lead both
//! ways. Graphs within nodes are read as parts of the whole; ports and hyperedges are ignored.

use crate::text::{A_COST, is_cost, quoted};
use crate::xml::{Document, Next};
use crate::{Edge, Network, NetworkBuilder, NetworkError, Node, Position, ReadOptions};
use quick_xml::events::BytesStart;
use std::collections::{BTreeMap, HashMap};
use std::io::Write;

/// What an attribute means.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Meaning {
    Cost,
    Name,
    Latitude,
    Longitude,
}

/// A `<key>`: an attribute that nodes or edges may have.
#[derive(Clone)]
struct Key {
    id: String,
    /// How well its name fits what it means.
    rank: usize,
    default: Option<String>,
}

/// The attributes of nodes, or those of edges: the one that fits best for each meaning.
type Keys = BTreeMap<Meaning, Key>;

/// What `<data>` says of the element that it is in.
#[derive(Default)]
struct Data {
    cost: Option<f64>,
    name: Option<String>,
    latitude: Option<f64>,
    longitude: Option<f64>,
}

enum Open {
    Node { id: String },
    Edge { source: String, target: String, directed: bool },
}

/// An edge whose ends may not be known yet.
struct Arc {
    ends: [String; 2],
    directed: bool,
    cost: f64,
    name: String,
    /// Where it ends.
    byte: usize,
}

/// Reads a graph.
///
/// ```
/// use wayline_networks::{ReadOptions, graphml};
/// let text = br#"<graphml><graph edgedefault="undirected">
///   <node id="hel"/><node id="tll"/><edge source="hel" target="tll"/>
/// </graph></graphml>"#;
/// let network = graphml::read(text, &ReadOptions::default())?.build()?;
/// assert_eq!((network.nodes(), network.edges()), (2, 2));
/// # Ok::<(), wayline_networks::NetworkError>(())
/// ```
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<NetworkBuilder, NetworkError> {
    let mut reader = GraphMl {
        document: Document::new(bytes, "graphml")?,
        options,
        node_keys: Keys::new(),
        edge_keys: Keys::new(),
        directed: vec![true],
        open: Vec::new(),
        builder: NetworkBuilder { unit: options.unit, ..NetworkBuilder::default() },
        numbers: HashMap::new(),
        arcs: Vec::new(),
    };
    reader.read()?;
    reader.finish()
}

struct GraphMl<'a> {
    document: Document<'a>,
    options: &'a ReadOptions,
    node_keys: Keys,
    edge_keys: Keys,
    /// Whether edges are directed unless they say otherwise, in each graph that is open.
    directed: Vec<bool>,
    open: Vec<(Open, Data)>,
    builder: NetworkBuilder,
    numbers: HashMap<String, u32>,
    arcs: Vec<Arc>,
}

impl GraphMl<'_> {
    fn read(&mut self) -> Result<(), NetworkError> {
        // The names of open elements, so that ends are known by what they end.
        let mut path: Vec<String> = Vec::new();
        loop {
            match self.document.next_part()? {
                Next::Start(element) => {
                    let name = element.name().local_name().into_inner().to_owned();
                    match &name[..] {
                        // Both hold text only, and end here.
                        "data" => self.data(&element)?,
                        "key" => self.key(&element, true)?,
                        _ => {
                            self.begin(&name, &element)?;
                            path.push(name);
                        }
                    }
                }
                Next::Empty(element) => {
                    let name = element.name().local_name().into_inner().to_owned();
                    match &name[..] {
                        "data" => {}
                        "key" => self.key(&element, false)?,
                        _ => {
                            self.begin(&name, &element)?;
                            self.end(&name)?;
                        }
                    }
                }
                Next::End => {
                    if let Some(name) = path.pop() {
                        self.end(&name)?;
                    }
                }
                Next::Text(_) => {}
                Next::Eof => return Ok(()),
            }
        }
    }

    fn key(&mut self, element: &BytesStart<'_>, has_parts: bool) -> Result<(), NetworkError> {
        let id = self.document.need(element, "id")?.into_owned();
        let name = self.document.attribute(element, "attr.name")?;
        let name = name.map_or_else(|| id.clone(), |name| name.into_owned());
        let target = self.document.attribute(element, "for")?;
        let target = target.map_or_else(|| "all".to_owned(), |target| target.into_owned());
        let text = if has_parts { self.text()? } else { String::new() };
        let fields = &self.options.fields;
        let meanings = [
            (fields.cost(), Meaning::Cost),
            (fields.name(), Meaning::Name),
            (fields.latitude(), Meaning::Latitude),
            (fields.longitude(), Meaning::Longitude),
        ];
        let default = Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        for (field, meaning) in meanings {
            let Some(rank) = field.rank(&name) else { continue };
            let key = Key { id: id.clone(), rank, default: default.clone() };
            for (kind, keys) in [("node", &mut self.node_keys), ("edge", &mut self.edge_keys)] {
                let better = keys.get(&meaning).is_none_or(|known| rank < known.rank);
                if better && (target == "all" || target == kind) {
                    keys.insert(meaning, key.clone());
                }
            }
        }
        Ok(())
    }

    /// All text up to the end of the element that was just opened.
    fn text(&mut self) -> Result<String, NetworkError> {
        let (mut depth, mut text) = (1, String::new());
        while depth > 0 {
            match self.document.next_part()? {
                Next::Start(_) => depth += 1,
                Next::End => depth -= 1,
                Next::Text(part) => text.push_str(&part),
                Next::Empty(_) => {}
                Next::Eof => break,
            }
        }
        Ok(text)
    }

    fn data(&mut self, element: &BytesStart<'_>) -> Result<(), NetworkError> {
        let key = self.document.need(element, "key")?.into_owned();
        let text = self.text()?;
        let Some((open, data)) = self.open.last_mut() else { return Ok(()) };
        let keys = match open {
            Open::Node { .. } => &self.node_keys,
            Open::Edge { .. } => &self.edge_keys,
        };
        let mut meant = keys.iter().filter(|(_, known)| known.id == key);
        meant.try_for_each(|(meaning, _)| data.set(*meaning, &text, &self.document))
    }

    fn begin(&mut self, name: &str, element: &BytesStart<'_>) -> Result<(), NetworkError> {
        let document = &self.document;
        match name {
            "graph" => {
                let default = document.attribute(element, "edgedefault")?;
                self.directed.push(default.is_none_or(|text| text != "undirected"));
            }
            "node" => {
                let id = document.need(element, "id")?.into_owned();
                self.open.push((Open::Node { id }, Data::default()));
            }
            "edge" => {
                let source = document.need(element, "source")?.into_owned();
                let target = document.need(element, "target")?.into_owned();
                let directed = match document.attribute(element, "directed")?.as_deref() {
                    Some("true") => true,
                    Some("false") => false,
                    _ => self.directed.last().copied().unwrap_or(true),
                };
                self.open.push((Open::Edge { source, target, directed }, Data::default()));
            }
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, name: &str) -> Result<(), NetworkError> {
        if name == "graph" && self.directed.len() > 1 {
            self.directed.pop();
        }
        if name != "node" && name != "edge" {
            return Ok(());
        }
        let Some((open, mut data)) = self.open.pop() else { return Ok(()) };
        let keys = match open {
            Open::Node { .. } => &self.node_keys,
            Open::Edge { .. } => &self.edge_keys,
        };
        for (&meaning, key) in keys {
            if let Some(default) = key.default.as_ref().filter(|_| !data.has(meaning)) {
                data.set(meaning, default, &self.document)?;
            }
        }
        match open {
            Open::Node { id } => self.add_node(id, data),
            Open::Edge { source, target, directed } => {
                let count = self.arcs.len() as u64 + 1;
                let limits = self.options.limits;
                limits.check_edges(count).map_err(|problem| self.document.wrong(problem))?;
                self.arcs.push(Arc {
                    ends: [source, target],
                    directed,
                    cost: data.cost.unwrap_or(1.0),
                    name: data.name.unwrap_or_default(),
                    byte: self.document.byte(),
                });
                Ok(())
            }
        }
    }

    fn add_node(&mut self, id: String, data: Data) -> Result<(), NetworkError> {
        let number = self.builder.nodes.len() as u32;
        let limits = self.options.limits;
        limits.check_nodes(number as u64 + 1).map_err(|problem| self.document.wrong(problem))?;
        if id.is_empty() {
            return Err(self.document.unexpected("an id without letters", "the id of a node"));
        }
        if self.numbers.insert(id.clone(), number).is_some() {
            let found = format!("the id {} again", quoted(id.as_bytes()));
            return Err(self.document.unexpected(found, "each id once"));
        }
        let position = data.latitude.zip(data.longitude).map(|(a, b)| Position::new(a, b));
        let name = data.name.unwrap_or_default();
        self.builder.nodes.push(Node { id, name, position, ..Node::default() });
        Ok(())
    }

    fn finish(self) -> Result<NetworkBuilder, NetworkError> {
        let mut builder = self.builder;
        for Arc { ends, directed, cost, name, byte } in self.arcs {
            let [from, to] = ends.map(|id| {
                self.numbers.get(&id).copied().ok_or_else(|| {
                    let (line, column) = self.document.place_of(byte);
                    let found = format!("an edge of {}", quoted(id.as_bytes()));
                    NetworkError::unexpected(line, column, found, "the id of a node")
                })
            });
            let (from, to) = (from?, to?);
            let count = builder.edges.len() as u64 + 2;
            let checked = self.options.limits.check_edges(count - directed as u64);
            checked?;
            let edge = Edge { from, to, cost, name, ..Edge::default() };
            let back = (!directed).then(|| edge.reversed());
            builder.edges.push(edge);
            builder.edges.extend(back);
        }
        Ok(builder)
    }
}

impl Data {
    fn has(&self, meaning: Meaning) -> bool {
        match meaning {
            Meaning::Cost => self.cost.is_some(),
            Meaning::Name => self.name.is_some(),
            Meaning::Latitude => self.latitude.is_some(),
            Meaning::Longitude => self.longitude.is_some(),
        }
    }

    fn set(
        &mut self,
        meaning: Meaning,
        text: &str,
        document: &Document<'_>,
    ) -> Result<(), NetworkError> {
        let number = |good: &dyn Fn(f64) -> bool, expected: &str| {
            let number = text.trim().parse().ok().filter(|&number| good(number));
            let found = || quoted(text.trim().as_bytes());
            number.ok_or_else(|| document.unexpected(found(), expected)).map(Some)
        };
        let within = |max: f64| move |degrees: f64| degrees.abs() <= max;
        match meaning {
            Meaning::Cost => self.cost = number(&is_cost, A_COST)?,
            Meaning::Name => self.name = Some(text.to_owned()),
            Meaning::Latitude => self.latitude = number(&within(90.0), "a latitude, in degrees")?,
            Meaning::Longitude => {
                self.longitude = number(&within(180.0), "a longitude, in degrees")?;
            }
        }
        Ok(())
    }
}

/// Text as it is written into XML, so that it is read back as it was.
fn escaped(text: &str) -> String {
    let text = quick_xml::escape::escape(text);
    text.replace('\t', "&#9;").replace('\n', "&#10;").replace('\r', "&#13;")
}

/// Writes ids, names, positions and costs. Shapes and banned turns are left out.
///
/// ```
/// use wayline_networks::{Limits, ReadOptions, generate::Spec, graphml};
/// let network = Spec { nodes: 10, seed: 1 }.generate(Limits::default())?;
/// let mut bytes = Vec::new();
/// graphml::write(&network, &mut bytes)?;
/// let again = graphml::read(&bytes, &ReadOptions::default())?.build()?;
/// assert_eq!(again.positions(), network.positions());
/// # Ok::<(), wayline_networks::NetworkError>(())
/// ```
pub fn write(network: &Network, mut out: impl Write) -> Result<(), NetworkError> {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">")?;
    let keys = [
        ("n", "node", "name", "string"),
        ("lat", "node", "lat", "double"),
        ("lon", "node", "lon", "double"),
        ("cost", "edge", "cost", "double"),
        ("e", "edge", "name", "string"),
    ];
    for (id, kind, name, of) in keys {
        writeln!(
            out,
            "  <key id=\"{id}\" for=\"{kind}\" attr.name=\"{name}\" attr.type=\"{of}\"/>"
        )?;
    }
    writeln!(out, "  <graph edgedefault=\"directed\">")?;
    for node in 0..network.nodes() as u32 {
        write!(out, "    <node id=\"{}\">", escaped(network.id(node)))?;
        if !network.name(node).is_empty() {
            write!(out, "<data key=\"n\">{}</data>", escaped(network.name(node)))?;
        }
        if let Some(positions) = network.positions() {
            let Position { latitude, longitude } = positions[node as usize];
            write!(out, "<data key=\"lat\">{latitude}</data><data key=\"lon\">{longitude}</data>")?;
        }
        writeln!(out, "</node>")?;
    }
    for edge in 0..network.edges() as u32 {
        if let Some((from, to, cost)) = network.graph().edge(edge) {
            let [from, to] = [from, to].map(|node| escaped(network.id(node)));
            write!(out, "    <edge source=\"{from}\" target=\"{to}\">")?;
            write!(out, "<data key=\"cost\">{}</data>", cost.to_f64())?;
            if !network.edge_name(edge).is_empty() {
                write!(out, "<data key=\"e\">{}</data>", escaped(network.edge_name(edge)))?;
            }
            writeln!(out, "</edge>")?;
        }
    }
    writeln!(out, "  </graph>\n</graphml>")?;
    Ok(out.flush()?)
}
