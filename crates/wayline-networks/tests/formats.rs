//! Small files of every format but OSM: what is read, and what is said of those that are wrong.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use std::path::PathBuf;
use wayline::Cost;
use wayline_networks::csv::CsvLayout;
use wayline_networks::{
    Format, Limits, Network, Part, Position, Problem, ReadOptions, Source, Unit, read, read_file,
};

fn options(format: Format) -> ReadOptions {
    ReadOptions { format: Some(format), ..ReadOptions::default() }
}

fn network(format: Format, text: &str) -> Network {
    read(text.as_bytes(), None, &options(format)).unwrap().network
}

fn error(format: Format, text: &str) -> String {
    read(text.as_bytes(), None, &options(format)).unwrap_err().to_string()
}

fn edge(network: &Network, edge: u32) -> (&str, &str, f64) {
    let (from, to, cost) = network.graph().edge(edge).unwrap();
    (network.id(from), network.id(to), cost.to_f64())
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

/// A folder of its own for a test, gone when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("wayline-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn dimacs_keeps_parallel_arcs_and_loops() {
    let text = "c roads\n\np sp 3 4\na 1 2 5\na 1 2 7\na 3 3 0\na 2 1 2.5\n";
    let roads = network(Format::Dimacs, text);
    assert_eq!((roads.nodes(), roads.edges(), roads.unit()), (3, 4, Unit::Plain));
    let edges: Vec<_> = (0..4).map(|e| edge(&roads, e)).collect();
    assert_eq!(edges, [("1", "2", 5.0), ("1", "2", 7.0), ("3", "3", 0.0), ("2", "1", 2.5)]);
}

#[test]
fn dimacs_without_a_header_counts_from_zero() {
    let roads = network(Format::Dimacs, "a 0 2 172\r\na 2 1 146\r\n");
    assert_eq!(roads.nodes(), 3);
    assert_eq!((edge(&roads, 0), edge(&roads, 1)), (("0", "2", 172.0), ("2", "1", 146.0)));
}

#[test]
fn dimacs_errors() {
    let error = |text: &str| error(Format::Dimacs, text);
    assert_eq!(
        error("p sp 2 1\na 1 3 5\n"),
        "line 2, column 5: found '3', expected the number of a node, from 1 to 2"
    );
    assert_eq!(
        error("p sp 2 1\na 0 1 5\n"),
        "line 2, column 3: found '0', expected the number of a node, from 1 to 2"
    );
    assert_eq!(
        error("p sp 2 2\na 1 2 5\n"),
        "line 3, column 1: found the end of the file after 1 arcs, expected 2, as the header says"
    );
    assert_eq!(
        error("p sp 2 1\na 1 2 -5\n"),
        "line 2, column 7: found '-5', expected a cost: a number from 0 to 2147483648"
    );
    assert_eq!(
        error("p sp 2 1\na 1 2\n"),
        "line 2, column 6: found the end of the line, expected a cost"
    );
    assert_eq!(
        error("p sp 2 1\na 1 2 5 6\n"),
        "line 2, column 9: found '6', expected the end of the line"
    );
    assert!(error("a 0 1 5\np sp 2 1\n").contains("one header only"));
    assert!(error("p max 2 1\n").starts_with("line 1, column 3: found 'max', expected sp"));
    assert!(error("x\n").contains("expected c, p or a"));
    assert!(error("").contains("the end of the file, expected a header"));
}

#[test]
fn dimacs_promises_are_checked_before_memory_is_taken() {
    let error = |text: &str| error(Format::Dimacs, text);
    assert!(error("p sp 4000000000 1\n").contains("4000000000 nodes or more"));
    assert!(error("p sp 60000000 1\n").contains("60000000 nodes, expected at most 65536"));
    assert!(error("a 0 60000000 1\n").contains("60000001 nodes, expected at most 65536"));
    assert!(error("p sp 2 99999999999\n").contains("99999999999 edges or more"));
}

#[test]
fn positions_are_found_beside_the_arcs() {
    let folder = Folder::new("dimacs");
    let arcs = "p sp 2 1\na 1 2 803\n";
    let positions = "p aux sp co 2\nv 1 -73530767 41085396\nv 2 -73530538 41086098\n";
    folder.file("NY-d.east.co.gz", packed(positions.as_bytes()));
    for name in ["NY-d.east.gr", "NY-t.east.gr"] {
        let file = folder.file(name, arcs);
        let roads = read_file(&file, &ReadOptions::default()).unwrap().network;
        assert_eq!(roads.positions().unwrap()[0], Position::new(41.085396, -73.530767));
    }
    let lone = folder.file("lone.gr.gz", packed(arcs.as_bytes()));
    assert!(read_file(&lone, &ReadOptions::default()).unwrap().network.positions().is_none());
    let bad = folder.file("lone.co", "v 1 -73530767 91000000\n");
    let error = read_file(&lone, &ReadOptions::default()).unwrap_err();
    assert_eq!(error.file(), Some(&*bad));
    assert!(error.to_string().contains("lone.co:1:15: found '91000000', expected a latitude"));
    folder.file("lone.co", "v 1 -73530767 41085396\n");
    let error = read_file(&lone, &ReadOptions::default()).unwrap_err().to_string();
    assert!(error.contains("node 2 has no position"), "{error}");
    let given = ReadOptions {
        nodes_file: Some(folder.0.join("NY-d.east.co.gz")),
        ..ReadOptions::default()
    };
    assert!(read_file(&lone, &given).unwrap().network.positions().is_some());
}

#[test]
fn csv_with_and_without_a_header() {
    let flights = network(Format::Csv, "HEL,TLL,82,AY\nTLL,HEL,83\n");
    assert_eq!(
        (edge(&flights, 0), edge(&flights, 1)),
        (("HEL", "TLL", 82.0), ("TLL", "HEL", 83.0))
    );
    assert_eq!((flights.edge_name(0), flights.edge_name(1)), ("AY", ""));
    let roads = network(Format::Csv, "Weight;Target;Source\n1.5;b;a\n\n2;\"c;d\";b\n");
    assert_eq!((edge(&roads, 0), edge(&roads, 1)), (("a", "b", 1.5), ("b", "c;d", 2.0)));
    let both = network(Format::Csv, "from,to,length,cost\na,b,7,3\n");
    assert_eq!(edge(&both, 0), ("a", "b", 3.0));
    let tabs = network(Format::Csv, "from\tto\tcost\n1\t2\t3\n");
    assert_eq!(edge(&tabs, 0), ("1", "2", 3.0));
}

#[test]
fn csv_by_option() {
    let read = |text: &str, options: ReadOptions| {
        let options = ReadOptions { format: Some(Format::Csv), ..options };
        read(text.as_bytes(), None, &options).unwrap().network
    };
    let csv = CsvLayout { delimiter: Some(b'|'), header: Some(false) };
    let roads = read("from|to|5\n", ReadOptions { csv, both_ways: true, ..ReadOptions::default() });
    assert_eq!((edge(&roads, 0), edge(&roads, 1)), (("from", "to", 5.0), ("to", "from", 5.0)));
    let fields = "from=a,to=b,cost=minutes,name=via".parse().unwrap();
    let roads = read(
        "minutes,km,via,b,a\n7,3,Main,y,x\n",
        ReadOptions { fields, unit: Unit::Seconds, ..ReadOptions::default() },
    );
    assert_eq!((edge(&roads, 0), roads.edge_name(0)), (("x", "y", 7.0), "Main"));
    assert_eq!(roads.unit(), Unit::Seconds);
}

#[test]
fn csv_errors() {
    let error = |text: &str| error(Format::Csv, text);
    assert_eq!(
        error("from,to,cost\na,b,much\n"),
        "line 2, column 5: found 'much', expected a cost: a number from 0 to 2147483648"
    );
    assert_eq!(
        error("from,to,cost\n\n\n\"a,\nb\",b,-1\n"),
        "line 5, column 6: found '-1', expected a cost: a number from 0 to 2147483648"
    );
    let advice = "if this is a header, name its columns by --fields from=NAME,to=NAME,cost=NAME";
    assert_eq!(
        error("a,b\n"),
        format!(
            "line 1, column 4: found the end of the row after 2 fields, expected a cost; {advice}"
        )
    );
    assert!(error("from,to,price\na,b,1\n").contains("a header with the column 'cost'"));
    assert!(error("from,to,price\na,b,1\n").ends_with("name it by --fields cost=NAME"));
    assert!(error("a,b,minutes\nx,y,1\n").ends_with(advice));
    assert!(!error("a,b,1\nx,y,minutes\n").contains("--fields"));
    assert_eq!(error("a,,1\n"), "line 1, column 3: found nothing, expected the id of a node");
    assert!(error("from,to,cost\na\n").contains("after 1 field,"));
    // A comma in a number, where commas part the fields.
    assert_eq!(
        error("from,to,cost\na,b,1,5\n"),
        "line 2, column 7: found '5', expected at most 3 fields, as in the first row"
    );
    assert!(error("a,b,1\nb,c,2,street,3\n").starts_with("line 2, column 14: found '3'"));
    let kept = |text: &str| network(Format::Csv, text).edges();
    assert_eq!(kept("a,b,1\nb,c,2,street\nc,d,3,,,\n"), 3);
    assert_eq!(kept("from,to,cost\na,b,1,\n"), 1);
    let bytes = read(b"a,\xff,1\n", None, &options(Format::Csv)).unwrap_err().to_string();
    assert!(bytes.starts_with("line 1, column 3: ") && bytes.ends_with("expected text in UTF-8"));
}

#[test]
fn csv_nodes_are_found_beside_the_edges() {
    let folder = Folder::new("csv");
    let edges = folder.file("baltic-edges.csv", "from,to,cost\nhel,tll,82\n");
    let nodes = "id,name,lat,lon\nhel,Helsinki,60.17,24.94\ntll,Tallinn,59.44,24.75\nrix,Riga,56.95,24.11\n";
    let file = folder.file("baltic-nodes.csv", nodes);
    let network = read_file(&edges, &ReadOptions::default()).unwrap().network;
    assert_eq!((network.nodes(), network.name(2)), (3, "Riga"));
    assert_eq!(network.positions().unwrap()[1], Position::new(59.44, 24.75));

    let error = |nodes: &str| {
        std::fs::write(&file, nodes).unwrap();
        read_file(&edges, &ReadOptions::default()).unwrap_err().to_string()
    };
    let unknown = error("id,name\nhel,Helsinki\n");
    assert!(
        unknown.ends_with(
            "baltic-edges.csv:2:5: found 'tll', expected the id of a node that is listed"
        )
    );
    let twice = error("hel\nhel\n");
    assert!(twice.ends_with("baltic-nodes.csv:2:1: found 'hel', expected each id once"), "{twice}");
    let off = error("hel,Helsinki,60.17,240.94\n");
    assert!(off.contains("baltic-nodes.csv:1:20: found '240.94', expected a longitude"), "{off}");
    let half = error("hel,Helsinki,60.17\n");
    assert!(half.contains("expected a longitude as well"), "{half}");
}

const AIRPORTS: &str = r#"421,"Helsinki Vantaa Airport","Helsinki","Finland","HEL","EFHK",60.3172,24.9633,179,2,"E"
1382,"Charles de Gaulle \"CDG\"","Paris","France","CDG","LFPG",49.0128,2.55,392,1,"E"
5,"Field","",\N,\N,\N,0,0,0
"#;
const ROUTES: &str = "AY,2350,HEL,421,CDG,1382,,0,320\nAF,137,HEL,421,CDG,1382,Y,0,320\n\
                      AF,137,CDG,1382,HEL,421,Y,0,320\nAF,137,CDG,1382,XXX,\\N,Y,0,320\n";

#[test]
fn openflights() {
    let folder = Folder::new("flights");
    let airports = folder.file("airports.dat", AIRPORTS);
    let routes = folder.file("routes.dat.gz", packed(ROUTES.as_bytes()));
    for named in [&airports, &routes, &folder.0] {
        let reading = read_file(named, &ReadOptions::default()).unwrap();
        let flights = reading.network;
        assert_eq!((flights.nodes(), flights.edges(), flights.unit()), (3, 2, Unit::Kilometres));
        assert_eq!(flights.node_with_code("EFHK"), flights.node_with_id("421"));
        assert_eq!(flights.name(0), "Helsinki Vantaa Airport");
        assert_eq!(flights.name(1), "Paris, Charles de Gaulle \"CDG\"");
        assert_eq!(flights.edge_name(0), "AY, AF");
        assert_eq!(edge(&flights, 0).2.round(), 1896.0);
        assert_eq!(reading.left_out.count(Part::Edges), 1);
    }
    std::fs::remove_file(&routes).unwrap();
    let error = read_file(&airports, &ReadOptions::default()).unwrap_err();
    assert!(matches!(error.problem(), Problem::NoSecondFile(name) if name == "routes.dat"));
    folder.file("routes.dat", "AY,2350,HEL\n");
    let error = read_file(&folder.0, &ReadOptions::default()).unwrap_err().to_string();
    assert!(error.contains("routes.dat:1:12: found the end of the row after 3 fields"), "{error}");
    folder.file("airports.dat", "1,\"a\\\",\",b,c,d,e,91,0\n");
    let error = read_file(&folder.0, &ReadOptions::default()).unwrap_err().to_string();
    assert!(error.contains("airports.dat:1:18: found '91', expected a latitude"), "{error}");
}

const GRAPHML: &str = r#"<?xml version="1.0"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d0" for="edge" attr.name="Weight" attr.type="double"><default>4</default></key>
  <key id="d1" for="node" attr.name="label" attr.type="string"/>
  <key id="d2" for="all" attr.name="colour"/>
  <graph edgedefault="undirected">
    <node id="a"><data key="d1">A &amp; B</data><data key="d2">red</data></node>
    <node id="b"/>
    <edge source="a" target="b"/>
    <edge source="b" target="a" directed="true"><data key="d0"> 2.5 </data></edge>
  </graph>
</graphml>"#;

#[test]
fn graphml() {
    let graph = network(Format::GraphMl, GRAPHML);
    let edges: Vec<_> = (0..3).map(|e| edge(&graph, e)).collect();
    assert_eq!(edges, [("a", "b", 4.0), ("b", "a", 4.0), ("b", "a", 2.5)]);
    assert_eq!(graph.name(0), "A & B");
    let both = GRAPHML.replace("attr.name=\"colour\"", "attr.name=\"cost\"").replace("red", "2");
    assert_eq!(edge(&network(Format::GraphMl, &both), 0), ("a", "b", 1.0));
    let error = |text: &str| error(Format::GraphMl, text);
    let unknown = error(&GRAPHML.replace("target=\"b\"", "target=\"c\""));
    assert_eq!(unknown, "line 9, column 5: found an edge of 'c', expected the id of a node");
    let twice = error(&GRAPHML.replace("<node id=\"b\"/>", "<node id=\"a\"/>"));
    assert_eq!(twice, "line 8, column 5: found the id 'a' again, expected each id once");
    let bad = error(&GRAPHML.replace(" 2.5 ", "cheap"));
    assert!(
        bad.starts_with("line 10, ") && bad.contains("found 'cheap', expected a cost"),
        "{bad}"
    );
    assert_eq!(error("<osm/>"), "line 1, column 1: found <osm>, expected <graphml>");
    assert_eq!(error(" "), "line 1, column 2: found the end of the file, expected <graphml>");
    assert_eq!(network(Format::GraphMl, "<graphml/>").nodes(), 0);
    assert!(error("<graphml><graph>").contains("the end of the file"));
}

#[test]
fn geojson_lines_meet_at_their_ends() {
    let text = r#"{"type":"FeatureCollection","features":[
      {"type":"Feature","properties":{"name":"Main"},"geometry":{"type":"LineString","coordinates":[[0,0],[0.001,0.001],[0.002,0]]}},
      {"type":"Feature","properties":{"name":"Side","oneway":"-1"},"geometry":{"type":"MultiLineString","coordinates":[[[0.002,0],[0.003,0]],[[0.003,0],[-0.0,-0.0]]]}},
      {"type":"Feature","properties":null,"geometry":{"type":"Point","coordinates":[0,0]}},
      {"type":"Feature","properties":null,"geometry":null}]}"#;
    let reading = read(text.as_bytes(), None, &ReadOptions::default()).unwrap();
    let roads = reading.network;
    assert_eq!((roads.nodes(), roads.edges(), roads.unit()), (3, 4, Unit::Metres));
    let edges: Vec<_> = (0..4)
        .map(|e| {
            let (a, b, _) = edge(&roads, e);
            (a, b)
        })
        .collect();
    assert_eq!(edges, [("0", "1"), ("1", "0"), ("2", "1"), ("0", "2")]);
    assert_eq!(roads.points(1).nth(1), Some(Position::new(0.001, 0.001)));
    assert_eq!(edge(&roads, 0).2.round(), 315.0);
    assert_eq!(reading.left_out.count(Part::Edges), 2);
    let alone = r#"{"type":"LineString","coordinates":[[0,0],[1,1]]}"#;
    assert_eq!(network(Format::GeoJson, alone).edges(), 2);
    let one = format!(r#"{{"type":"Feature","properties":{{"cost":"5"}},"geometry":{alone}}}"#);
    assert_eq!(edge(&network(Format::GeoJson, &one), 1), ("1", "0", 5.0));
    let both = one.replace("\"cost\"", "\"length\":1,\"cost\"");
    assert_eq!(edge(&network(Format::GeoJson, &both), 1), ("1", "0", 5.0));
}

/// Not every reader of JSON does that.
#[test]
fn geojson_numbers_are_read_to_the_last_bit() {
    for i in 1..2000_u32 {
        let cost = f64::from(i).sqrt() * 1e5;
        let line = r#"{"type":"LineString","coordinates":[[0,0],[1,1]]}"#;
        let text =
            format!(r#"{{"type":"Feature","properties":{{"cost":{cost}}},"geometry":{line}}}"#);
        let read = network(Format::GeoJson, &text).graph().edge(0).unwrap().2;
        assert_eq!(read, Cost::try_from(cost).unwrap(), "{cost}");
    }
}

#[test]
fn geojson_errors() {
    let error = |text: &str| error(Format::GeoJson, text);
    let line = |properties: &str, coordinates: &str| {
        format!(
            r#"{{"type":"Feature","properties":{properties},"geometry":{{"type":"LineString","coordinates":{coordinates}}}}}"#
        )
    };
    assert!(
        error("{\n\"type\": }")
            .starts_with("line 2, column 9: this is not GeoJSON: expected value")
    );
    assert!(error(&line("{}", "[[0,0]]")).contains("a line of one point or none in feature 0"));
    assert!(error(&line("{}", "[[0,0],[0,99]]")).contains("expected longitude and latitude"));
    assert!(error(&line(r#"{"cost":-1}"#, "[[0,0],[1,1]]")).contains("found '-1' in feature 0"));
    assert!(error(&line(r#"{"oneway":"perhaps"}"#, "[[0,0],[1,1]]")).contains("'perhaps'"));
    let two = format!(
        r#"{{"type":"FeatureCollection","features":[{},{}]}}"#,
        line(r#"{"cost":1}"#, "[[0,0],[1,1]]"),
        line("{}", "[[0,0],[1,1]]")
    );
    assert!(error(&two).contains("feature 1 without a cost"));
    let deep = format!("{{\"type\":\"FeatureCollection\",\"features\":{}", "[".repeat(100_000));
    assert!(error(&deep).contains("this is not GeoJSON"));
}

#[test]
fn any_format_may_be_compressed() {
    for text in ["p sp 2 1\na 1 2 5\n", GRAPHML, "<osm version='0.6'></osm>"] {
        let plain = read(text.as_bytes(), None, &ReadOptions::default()).unwrap().network;
        let again = read(&packed(text.as_bytes()), None, &ReadOptions::default()).unwrap().network;
        assert_eq!((plain.nodes(), plain.edges()), (again.nodes(), again.edges()));
    }
    let bytes = packed(b"p sp 2 1\na 1 2 5\n");
    let cut = read(&bytes[..bytes.len() - 4], None, &ReadOptions::default()).unwrap_err();
    assert!(matches!(cut.problem(), Problem::BadGzip(_)));
}

#[test]
fn compressed_files_do_not_grow_past_the_limit() {
    let bomb = packed(&vec![b' '; 10_000_000]);
    let limits = Limits { bytes: 100_000, ..Limits::default() };
    let error = read(&bomb, None, &ReadOptions { limits, ..ReadOptions::default() }).unwrap_err();
    assert!(matches!(error.problem(), Problem::TooLong { max: 100_000 }));
}

#[test]
fn files_that_are_no_networks() {
    let error = read(b"hello", None, &ReadOptions::default()).unwrap_err();
    assert!(matches!(error.problem(), Problem::UnknownFormat));
    let folder = Folder::new("none");
    let file = folder.file("notes.txt", "hello");
    let error = read_file(&file, &ReadOptions::default()).unwrap_err().to_string();
    assert!(error.contains("notes.txt: neither name nor content"), "{error}");
    let error = read_file(&folder.0, &ReadOptions::default()).unwrap_err();
    assert!(matches!(error.problem(), Problem::NoSecondFile(name) if name == "airports.dat"));
    assert!("roads:x".parse::<Source>().is_err());
    assert!("mazes:5".parse::<Source>().unwrap_err().to_string().contains("expected roads"));
    assert!(matches!("roads.csv".parse::<Source>().unwrap(), Source::File(_)));
}

#[test]
fn content_goes_before_the_name() {
    let folder = Folder::new("names");
    let file = folder.file("network.osm", "p sp 2 1\na 1 2 5\n");
    assert_eq!(read_file(&file, &ReadOptions::default()).unwrap().network.edges(), 1);
}
