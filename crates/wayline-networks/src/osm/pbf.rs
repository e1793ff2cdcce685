//! OSM, packed: blocks of protocol buffers, as
//! [the wiki](https://wiki.openstreetmap.org/wiki/PBF_Format) describes them. Only what is needed is
//! declared; the rest is skipped.

use super::elements::{Element, Kind, Member, Role, Tags, Wanted};
use crate::{Limits, NetworkError, Position, Problem};
use flate2::read::ZlibDecoder;
use prost::Message;
use std::borrow::Cow;
use std::io::Read;

/// No header of a block is longer; the format says so.
const MAX_HEADER: usize = 64 << 10;
/// No block is longer, packed or not; the format says so.
const MAX_BLOCK: usize = 32 << 20;

#[derive(Clone, PartialEq, Message)]
struct BlobHeader {
    #[prost(string, tag = "1")]
    kind: String,
    #[prost(int32, tag = "3")]
    size: i32,
}

#[derive(Clone, PartialEq, Message)]
struct Blob {
    #[prost(bytes = "vec", optional, tag = "1")]
    raw: Option<Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "3")]
    zlib: Option<Vec<u8>>,
}

#[derive(Clone, PartialEq, Message)]
struct HeaderBlock {
    #[prost(string, repeated, tag = "4")]
    required_features: Vec<String>,
}

#[derive(Clone, PartialEq, Message)]
struct StringTable {
    #[prost(bytes = "vec", repeated, tag = "1")]
    texts: Vec<Vec<u8>>,
}

/// A block, as far as nodes are wanted.
#[derive(Clone, PartialEq, Message)]
struct NodesBlock {
    #[prost(message, optional, tag = "1")]
    strings: Option<StringTable>,
    #[prost(message, repeated, tag = "2")]
    groups: Vec<NodesGroup>,
    #[prost(int32, optional, tag = "17")]
    granularity: Option<i32>,
    #[prost(int64, optional, tag = "19")]
    latitude_offset: Option<i64>,
    #[prost(int64, optional, tag = "20")]
    longitude_offset: Option<i64>,
}

#[derive(Clone, PartialEq, Message)]
struct NodesGroup {
    #[prost(message, repeated, tag = "1")]
    nodes: Vec<Node>,
    #[prost(message, optional, tag = "2")]
    dense: Option<DenseNodes>,
}

#[derive(Clone, PartialEq, Message)]
struct Node {
    #[prost(sint64, tag = "1")]
    id: i64,
    #[prost(uint32, repeated, tag = "2")]
    keys: Vec<u32>,
    #[prost(uint32, repeated, tag = "3")]
    values: Vec<u32>,
    #[prost(sint64, tag = "8")]
    latitude: i64,
    #[prost(sint64, tag = "9")]
    longitude: i64,
}

#[derive(Clone, PartialEq, Message)]
struct DenseNodes {
    #[prost(sint64, repeated, tag = "1")]
    ids: Vec<i64>,
    #[prost(sint64, repeated, tag = "8")]
    latitudes: Vec<i64>,
    #[prost(sint64, repeated, tag = "9")]
    longitudes: Vec<i64>,
    /// Keys and values in turn, with a zero after those of each node.
    #[prost(int32, repeated, tag = "10")]
    tags: Vec<i32>,
}

/// A block, as far as ways and relations are wanted.
#[derive(Clone, PartialEq, Message)]
struct WaysBlock {
    #[prost(message, optional, tag = "1")]
    strings: Option<StringTable>,
    #[prost(message, repeated, tag = "2")]
    groups: Vec<WaysGroup>,
}

#[derive(Clone, PartialEq, Message)]
struct WaysGroup {
    #[prost(message, repeated, tag = "3")]
    ways: Vec<Way>,
    #[prost(message, repeated, tag = "4")]
    relations: Vec<Relation>,
}

#[derive(Clone, PartialEq, Message)]
struct Way {
    #[prost(int64, tag = "1")]
    id: i64,
    #[prost(uint32, repeated, tag = "2")]
    keys: Vec<u32>,
    #[prost(uint32, repeated, tag = "3")]
    values: Vec<u32>,
    #[prost(sint64, repeated, tag = "8")]
    nodes: Vec<i64>,
}

#[derive(Clone, PartialEq, Message)]
struct Relation {
    #[prost(uint32, repeated, tag = "2")]
    keys: Vec<u32>,
    #[prost(uint32, repeated, tag = "3")]
    values: Vec<u32>,
    #[prost(int32, repeated, tag = "8")]
    roles: Vec<i32>,
    #[prost(sint64, repeated, tag = "9")]
    members: Vec<i64>,
    #[prost(int32, repeated, tag = "10")]
    kinds: Vec<i32>,
}

type ReadElement<'r> = &'r mut dyn FnMut(Element<'_>) -> Result<(), NetworkError>;

pub(super) fn each(
    bytes: &[u8],
    wanted: Wanted,
    limits: Limits,
    read: ReadElement<'_>,
) -> Result<(), NetworkError> {
    let (mut at, mut unpacked) = (0, 0);
    while at < bytes.len() {
        let bad =
            |what: &str| NetworkError::from(Problem::BadPbf(what.to_owned())).at_byte(at as u64);
        let mut rest = &bytes[at..];
        let size = take(&mut rest, 4).map(|size| [size[0], size[1], size[2], size[3]]);
        let size = u32::from_be_bytes(size.ok_or_else(|| bad(CUT))?) as usize;
        if size > MAX_HEADER {
            return Err(bad("the header of a block is longer than 64 KiB"));
        }
        let header = take(&mut rest, size).ok_or_else(|| bad(CUT))?;
        let header = BlobHeader::decode(header).map_err(|error| bad(&error.to_string()))?;
        let size = usize::try_from(header.size).ok().filter(|&size| size <= MAX_BLOCK);
        let size = size.ok_or_else(|| bad("a block is longer than 32 MiB"))?;
        let blob = take(&mut rest, size).ok_or_else(|| bad(CUT))?;
        let blob = Blob::decode(blob).map_err(|error| bad(&error.to_string()))?;
        let block = contents(&blob).map_err(|what| bad(&what))?;
        unpacked += block.len() as u64;
        if unpacked > limits.bytes {
            return Err(Problem::TooLong { max: limits.bytes }.into());
        }
        let done = match (&header.kind[..], wanted) {
            ("OSMHeader", _) => check_features(&block).map_err(Failure::Bad),
            ("OSMData", Wanted::Nodes) => each_node(&block, read),
            ("OSMData", Wanted::WaysAndRelations) => each_way(&block, read),
            _ => Ok(()),
        };
        done.map_err(|failure| match failure {
            Failure::Bad(what) => bad(&what),
            Failure::Refused(error) => error,
        })?;
        at = bytes.len() - rest.len();
    }
    Ok(())
}

const CUT: &str = "the file ends within a block";

/// Why a block was not read to its end.
enum Failure {
    /// It is damaged.
    Bad(String),
    /// The reader of its elements refused something.
    Refused(NetworkError),
}

impl From<prost::DecodeError> for Failure {
    fn from(error: prost::DecodeError) -> Failure {
        Failure::Bad(error.to_string())
    }
}

impl From<&str> for Failure {
    fn from(what: &str) -> Failure {
        Failure::Bad(what.to_owned())
    }
}

impl From<NetworkError> for Failure {
    fn from(error: NetworkError) -> Failure {
        Failure::Refused(error)
    }
}

/// The first bytes, which are removed; none if there are fewer.
fn take<'a>(rest: &mut &'a [u8], size: usize) -> Option<&'a [u8]> {
    let (taken, left) = rest.split_at_checked(size)?;
    *rest = left;
    Some(taken)
}

fn contents(blob: &Blob) -> Result<Cow<'_, [u8]>, String> {
    match (&blob.raw, &blob.zlib) {
        (Some(raw), _) => Ok(Cow::Borrowed(raw)),
        (None, Some(zlib)) => {
            let mut block = Vec::new();
            let mut packed = ZlibDecoder::new(&zlib[..]).take(MAX_BLOCK as u64 + 1);
            packed.read_to_end(&mut block).map_err(|error| error.to_string())?;
            if block.len() > MAX_BLOCK {
                return Err("a block is longer than 32 MiB".to_owned());
            }
            Ok(Cow::Owned(block))
        }
        (None, None) => Err("a block is packed in a manner other than zlib".to_owned()),
    }
}

fn check_features(block: &[u8]) -> Result<(), String> {
    let header = HeaderBlock::decode(block).map_err(|error| error.to_string())?;
    let known = ["OsmSchema-V0.6", "DenseNodes"];
    let unknown = header.required_features.iter().find(|feature| !known.contains(&&feature[..]));
    unknown.map_or(Ok(()), |feature| Err(format!("it needs the feature {feature:?}")))
}

/// The texts of a block. Those that are not UTF-8 are empty: no tag that matters has any.
fn texts(strings: &Option<StringTable>) -> Vec<&str> {
    let texts = strings.iter().flat_map(|strings| &strings.texts);
    texts.map(|text| str::from_utf8(text).unwrap_or_default()).collect()
}

/// Puts the tags into the list.
fn look_up<'t>(
    texts: &[&'t str],
    pairs: impl Iterator<Item = (usize, usize)>,
    tags: &mut Vec<(&'t str, &'t str)>,
) -> Result<(), Failure> {
    tags.clear();
    for (key, value) in pairs {
        let pair = texts.get(key).zip(texts.get(value));
        let (&key, &value) = pair.ok_or("a tag is not in the table of strings")?;
        tags.push((key, value));
    }
    Ok(())
}

fn pairs(keys: &[u32], values: &[u32]) -> impl Iterator<Item = (usize, usize)> {
    keys.iter().zip(values).map(|(&key, &value)| (key as usize, value as usize))
}

/// Adds up numbers that were written as differences.
fn sums(differences: &[i64]) -> impl Iterator<Item = i64> {
    let mut sum = 0_i64;
    differences.iter().map(move |&difference| {
        sum = sum.wrapping_add(difference);
        sum
    })
}

fn each_node(block: &[u8], read: ReadElement<'_>) -> Result<(), Failure> {
    let block = NodesBlock::decode(block)?;
    let texts = texts(&block.strings);
    let granularity = block.granularity.unwrap_or(100) as i64;
    let degrees = |offset: Option<i64>, number: i64| {
        let nano = granularity.checked_mul(number)?.checked_add(offset.unwrap_or(0))?;
        Some(nano as f64 / 1e9)
    };
    let position = |latitude: i64, longitude: i64| {
        let latitude = degrees(block.latitude_offset, latitude);
        let longitude = degrees(block.longitude_offset, longitude);
        let at = latitude.zip(longitude).map(|(a, b)| Position::new(a, b));
        at.filter(|at| at.is_valid()).ok_or("a node is not on the globe")
    };
    let mut tags = Vec::new();
    for group in &block.groups {
        for node in &group.nodes {
            look_up(&texts, pairs(&node.keys, &node.values), &mut tags)?;
            let at = position(node.latitude, node.longitude)?;
            read(Element::Node { id: node.id, at, tags: Tags(&tags) })?;
        }
        let Some(dense) = &group.dense else { continue };
        let places = sums(&dense.latitudes).zip(sums(&dense.longitudes));
        let mut rest = &dense.tags[..];
        for (id, (latitude, longitude)) in sums(&dense.ids).zip(places) {
            let end = rest.iter().step_by(2).position(|&key| key == 0).map(|pair| 2 * pair);
            let own = &rest[..end.unwrap_or(rest.len())];
            rest = end.map_or(&[], |end| &rest[end + 1..]);
            // Negative numbers become ones that no table has.
            let own = own.chunks_exact(2).map(|pair| (pair[0] as usize, pair[1] as usize));
            look_up(&texts, own, &mut tags)?;
            read(Element::Node { id, at: position(latitude, longitude)?, tags: Tags(&tags) })?;
        }
    }
    Ok(())
}

fn each_way(block: &[u8], read: ReadElement<'_>) -> Result<(), Failure> {
    let block = WaysBlock::decode(block)?;
    let texts = texts(&block.strings);
    let (mut tags, mut nodes, mut members) = (Vec::new(), Vec::new(), Vec::new());
    for group in &block.groups {
        for way in &group.ways {
            look_up(&texts, pairs(&way.keys, &way.values), &mut tags)?;
            nodes.clear();
            nodes.extend(sums(&way.nodes));
            read(Element::Way { id: way.id, nodes: &nodes, tags: Tags(&tags) })?;
        }
        for relation in &group.relations {
            look_up(&texts, pairs(&relation.keys, &relation.values), &mut tags)?;
            members.clear();
            let parts = sums(&relation.members).zip(&relation.kinds).zip(&relation.roles);
            for ((id, &kind), &role) in parts {
                let kind = match kind {
                    0 => Kind::Node,
                    1 => Kind::Way,
                    2 => Kind::Relation,
                    _ => return Err("a member is not a node, a way or a relation".into()),
                };
                let role =
                    texts.get(role as usize).ok_or("a role is not in the table of strings")?;
                members.push(Member { kind, id, role: Role::of(role) });
            }
            read(Element::Relation { members: &members, tags: Tags(&tags) })?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::osm::{self, Profile};
    use crate::{Format, Place};
    use flate2::Compression;
    use flate2::write::ZlibEncoder;
    use std::io::Write;

    /// A block, with its header, packed or not.
    fn block(kind: &str, message: &impl Message, pack: bool) -> Vec<u8> {
        let bytes = message.encode_to_vec();
        let blob = if pack {
            let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
            packed.write_all(&bytes).unwrap();
            Blob { raw: None, zlib: Some(packed.finish().unwrap()) }
        } else {
            Blob { raw: Some(bytes), zlib: None }
        };
        let blob = blob.encode_to_vec();
        let header = BlobHeader { kind: kind.to_owned(), size: blob.len() as i32 };
        let header = header.encode_to_vec();
        [&(header.len() as u32).to_be_bytes()[..], &header, &blob].concat()
    }

    fn strings(texts: &[&str]) -> Option<StringTable> {
        Some(StringTable { texts: texts.iter().map(|text| text.as_bytes().to_vec()).collect() })
    }

    /// Three nodes in a row, the last a bollard; a street over them; a restriction that names nothing.
    fn file(pack: bool) -> Vec<u8> {
        let features = ["OsmSchema-V0.6", "DenseNodes"].map(str::to_owned).to_vec();
        let dense = DenseNodes {
            ids: vec![1, 1],
            latitudes: vec![600_000_000, 10_000],
            longitudes: vec![250_000_000, 0],
            tags: vec![0, 1, 2, 0],
        };
        let plain = Node {
            id: 3,
            keys: vec![3],
            values: vec![4],
            latitude: 600_020_000,
            longitude: 250_000_000,
        };
        let nodes = NodesBlock {
            strings: strings(&["", "highway", "crossing", "barrier", "bollard"]),
            groups: vec![NodesGroup { nodes: vec![plain], dense: Some(dense) }],
            ..NodesBlock::default()
        };
        let way = Way { id: 7, keys: vec![1, 3], values: vec![2, 4], nodes: vec![1, 1, 1] };
        let restriction = Relation {
            keys: vec![5],
            values: vec![6],
            roles: vec![7],
            members: vec![7],
            kinds: vec![1],
        };
        let ways = WaysBlock {
            strings: strings(&[
                "",
                "highway",
                "residential",
                "name",
                "A",
                "type",
                "restriction",
                "from",
            ]),
            groups: vec![WaysGroup { ways: vec![way], relations: vec![restriction] }],
        };
        [
            block("OSMHeader", &HeaderBlock { required_features: features }, pack),
            block("OSMData", &nodes, pack),
            block("OSMData", &ways, pack),
        ]
        .concat()
    }

    fn read(bytes: &[u8]) -> Result<osm::OsmReading, NetworkError> {
        osm::read(bytes, Format::OsmPbf, &Profile::default(), Limits::default())
    }

    #[test]
    fn nodes_ways_and_relations_are_read() {
        for pack in [false, true] {
            let bytes = file(pack);
            assert_eq!(Format::of_bytes(&bytes), Some(Format::OsmPbf));
            let reading = read(&bytes).unwrap();
            assert_eq!(reading.left_out.omissions().len(), 1, "{:?}", reading.left_out);
            let network = reading.builder.build().unwrap();
            assert_eq!((network.nodes(), network.edges()), (2, 2));
            assert_eq!((network.id(0), network.id(1), network.edge_name(1)), ("1", "3", "A"));
            let points: Vec<_> = network.points(0).map(|at| at.latitude).collect();
            assert_eq!(points, [60.0, 60.001, 60.002]);
        }
    }

    #[test]
    fn damaged_files_are_refused_at_the_block_that_is() {
        let bytes = file(true);
        let header = block("OSMHeader", &HeaderBlock::default(), true).len() as u64;
        for cut in 1..bytes.len() {
            // Whole blocks alone are a file; what is missing then are whole blocks.
            if let Err(error) = read(&bytes[..cut]) {
                assert!(matches!(error.place(), Some(Place::Byte(_))), "{error}");
            }
        }
        let error = read(&bytes[..bytes.len() - 1]).unwrap_err();
        assert!(matches!(error.place(), Some(Place::Byte(byte)) if byte > header));
        assert!(error.to_string().contains("the file ends within a block"), "{error}");
    }

    #[test]
    fn features_that_are_not_known_are_refused() {
        let features = vec!["HistoricalInformation".to_owned()];
        let bytes = block("OSMHeader", &HeaderBlock { required_features: features }, false);
        let error = read(&bytes).unwrap_err().to_string();
        assert!(error.contains("HistoricalInformation"), "{error}");
    }

    #[test]
    fn numbers_that_are_too_large_are_refused() {
        let node =
            Node { id: i64::MAX, latitude: i64::MAX, longitude: i64::MIN, ..Node::default() };
        let group = NodesGroup { nodes: vec![node], dense: None };
        let nodes = NodesBlock { groups: vec![group], ..NodesBlock::default() };
        let error = read(&block("OSMData", &nodes, false)).unwrap_err().to_string();
        assert!(error.contains("not on the globe"), "{error}");
        let deltas = Way { id: 1, nodes: vec![i64::MAX, i64::MAX], ..Way::default() };
        let group = WaysGroup { ways: vec![deltas], relations: Vec::new() };
        let ways = WaysBlock { groups: vec![group], ..WaysBlock::default() };
        assert!(read(&block("OSMData", &ways, false)).is_ok());
        let member =
            Relation { members: vec![1], kinds: vec![9], roles: vec![0], ..Relation::default() };
        let group = WaysGroup { ways: Vec::new(), relations: vec![member] };
        let ways = WaysBlock { groups: vec![group], ..WaysBlock::default() };
        let error = read(&block("OSMData", &ways, false)).unwrap_err().to_string();
        assert!(error.contains("not a node, a way or a relation"), "{error}");
    }

    /// A few bytes that would unpack to more than a block may have.
    #[test]
    fn bombs_are_refused() {
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
        packed.write_all(&vec![0; MAX_BLOCK + 1]).unwrap();
        let blob = Blob { raw: None, zlib: Some(packed.finish().unwrap()) };
        assert!(contents(&blob).is_err());
    }
}
