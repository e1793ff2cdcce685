//! Every network under `WAYLINE_DATA`: how many nodes, edges and restrictions it has.

use std::path::PathBuf;
use wayline_networks::osm::Profile;
use wayline_networks::{
    Format, Part, ReadOptions, Reading, Unit, read, read_file, write, write_nodes,
};

fn file(name: &str) -> PathBuf {
    let data = std::env::var_os("WAYLINE_DATA").expect("WAYLINE_DATA names a folder with data");
    PathBuf::from(data).join(name)
}

fn reading(name: &str) -> Reading {
    read_file(&file(name), &ReadOptions::default()).unwrap()
}

#[test]
#[ignore = "needs data: set WAYLINE_DATA, and run with --ignored"]
fn data_dimacs() {
    for (name, nodes, edges, placed) in [
        ("roads/USA-road-t.NY.gr.gz", 264_346, 733_846, true),
        ("roads/USA-road-d.NY.gr.gz", 264_346, 733_846, true),
        ("roads/bremen_dist.gr.gz", 40_461, 86_475, false),
        ("roads/bremen_time.gr.gz", 40_461, 86_475, false),
    ] {
        let Reading { network, left_out, .. } = reading(name);
        assert_eq!((network.nodes(), network.edges()), (nodes, edges), "{name}");
        assert_eq!((network.positions().is_some(), network.unit()), (placed, Unit::Plain));
        assert!(left_out.omissions().is_empty());

        let (mut arcs, mut positions) = (Vec::new(), Vec::new());
        write(&network, Format::Dimacs, &mut arcs).unwrap();
        write_nodes(&network, Format::Dimacs, &mut positions).unwrap();
        let positions = placed.then_some(&positions[..]);
        let again = read(&arcs, positions, &ReadOptions::default()).unwrap().network;
        assert!((0..edges as u32).all(|e| network.graph().edge(e) == again.graph().edge(e)));
        assert_eq!(network.positions(), again.positions());
    }
    let new_york = reading("roads/USA-road-d.NY.gr.gz").network;
    assert_eq!(new_york.node_with_id("1"), Some(0));
    assert_eq!(new_york.graph().edge(0).map(|(a, b, c)| (a, b, c.to_f64())), Some((0, 1, 803.0)));
}

#[test]
#[ignore = "needs data: set WAYLINE_DATA, and run with --ignored"]
fn data_openflights() {
    let Reading { network, left_out, .. } = reading("graphs/routes.dat");
    assert_eq!((network.nodes(), network.edges()), (7698, 36_907));
    assert_eq!(left_out.count(Part::Edges), 892);
    let [helsinki, tokyo] = ["HEL", "NRT"].map(|code| network.node_with_code(code).unwrap());
    assert!(network.name(helsinki).contains("Helsinki"));
    let flight = network.graph().edge_between(helsinki, tokyo).unwrap();
    assert!(network.edge_name(flight).split(", ").any(|airline| airline == "AY"));
    assert_eq!(network.graph().edge(flight).unwrap().2.to_f64().round(), 7829.0);
}

#[test]
#[ignore = "needs data: set WAYLINE_DATA, and run with --ignored"]
fn data_osm() {
    // For cars: nodes and edges of the largest part, restrictions in force, and nodes and restrictions left
    // out. Then the nodes for bicycles and on foot: the bridges of Mannheim are missing there.
    let expected = [
        ("roads/heidelberg.osm.pbf", [16_290, 37_525, 448, 1514, 28], [20_685, 30_145]),
        ("roads/porto_portugal.osm.pbf", [66_825, 158_205, 330, 982, 27], [64_901, 71_141]),
        ("roads/rnv.osm.pbf", [42_471, 94_671, 0, 741, 0], [21_275, 20_394]),
        ("graphs/andorra.osm.pbf", [1882, 3823, 0, 55, 0], [2171, 1822]),
        ("graphs/monaco.osm.gz", [519, 996, 0, 55, 0], [531, 1136]),
        ("graphs/moscow.osm.gz", [529, 1207, 76, 111, 30], [556, 962]),
        ("graphs/north-bayreuth.osm.gz", [2319, 5576, 38, 114, 2], [2613, 2685]),
    ];
    for (name, counts, others) in expected {
        let Reading { network, restrictions, left_out } = reading(name);
        let left = [Part::Nodes, Part::Restrictions].map(|part| left_out.count(part));
        let [nodes, edges] = [network.nodes() as u64, network.edges() as u64];
        assert_eq!([nodes, edges, restrictions, left[0], left[1]], counts, "{name}");
        // Costs are whole ticks, and no edge is faster than anyone may drive.
        for edge in 0..edges as u32 {
            let cost = network.graph().edge(edge).unwrap().2.to_f64();
            assert_eq!((cost * 1024.0).fract(), 0.0);
            assert!(network.metres(edge) <= (cost + 1.0 / 1024.0) * 130.0 / 3.6);
        }
        let [bike, foot] = ["bike", "foot"].map(|profile| {
            let profile = Profile::named(profile).unwrap();
            let options = ReadOptions { profile, ..ReadOptions::default() };
            read_file(&file(name), &options).unwrap().network
        });
        assert_eq!([bike.nodes(), foot.nodes()], others, "{name}");
        assert!(foot.bans().is_empty(), "signs are for vehicles");
    }
}

/// Written in every format, and read back.
#[test]
#[ignore = "needs data: set WAYLINE_DATA, and run with --ignored"]
fn data_round_trips() {
    let network = reading("graphs/north-bayreuth.osm.gz").network;
    for format in [Format::Csv, Format::GraphMl, Format::GeoJson] {
        let (mut bytes, mut nodes) = (Vec::new(), Vec::new());
        write(&network, format, &mut bytes).unwrap();
        let second = (format == Format::Csv).then(|| {
            write_nodes(&network, format, &mut nodes).unwrap();
            &nodes[..]
        });
        let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
        let again = read(&bytes, second, &options).unwrap().network;
        assert_eq!(again.nodes(), network.nodes(), "{format}");
        for edge in 0..network.edges() as u32 {
            let [a, b] = [&network, &again].map(|n| {
                let (from, to, cost) = n.graph().edge(edge).unwrap();
                (n.id(from).to_owned(), n.id(to).to_owned(), cost, n.edge_name(edge).to_owned())
            });
            assert_eq!(a, b, "{format}");
        }
        if format == Format::GeoJson {
            assert!((0..network.edges() as u32).all(|e| network.points(e).eq(again.points(e))));
        } else {
            assert_eq!(again.positions(), network.positions());
        }
    }
}
