//! Any bytes give a network or an error: random ones, pieces of good files, and what fuzzing ever found.

mod checks;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use wayline_networks::{ReadOptions, read_file};

type Check = fn(&[u8]);

const CHECKS: [(&str, Check); 9] = [
    ("dimacs", checks::dimacs),
    ("network_csv", checks::csv),
    ("openflights", checks::openflights),
    ("osm_xml", checks::osm_xml),
    ("osm_pbf", checks::osm_pbf),
    ("graphml", checks::graphml),
    ("geojson", checks::geojson),
    ("profile", checks::profile),
    ("network", checks::network),
];

/// What formats are made of.
const WORDS: [&str; 64] = [
    "p sp 3 2\n",
    "a 1 2 5\n",
    "a 2 3 1e9\n",
    "a 0 1 0.5\n",
    "v 1 0 0\n",
    "c\n",
    "\0",
    "\n",
    ",",
    "\"",
    "1",
    "2",
    "-1",
    "0",
    "x",
    "1e308",
    "from,to,cost\n",
    "id,lat,lon\n",
    "a,b,3\n",
    "1,a,b,c,AAA,AAAA,1,2\n",
    "AY,1,AAA,1,AAA,1\n",
    "<osm>",
    "</osm>",
    "<node id='1' lat='1' lon='2'/>",
    "<node id='2' lat='1' lon='3'><tag k='barrier' v='bollard'/></node>",
    "<node id='3' lat='2' lon='3'/>",
    "<way id='1'><nd ref='1'/><nd ref='2'/><tag k='highway' v='primary'/></way>",
    "<way id='2'><nd ref='2'/><nd ref='3'/><nd ref='1'/><tag k='highway' v='primary'/></way>",
    "<way id='3'>",
    "</way>",
    "<nd ref='3'/>",
    "<tag k='oneway' v='yes'/>",
    "<tag k='highway' v='residential'/>",
    "<relation id='1'>",
    "</relation>",
    "<member type='way' ref='1' role='from'/>",
    "<member type='node' ref='2' role='via'/>",
    "<member type='way' ref='2' role='via'/>",
    "<member type='way' ref='2' role='to'/>",
    "<tag k='type' v='restriction'/>",
    "<tag k='restriction' v='only_left_turn'/>",
    "<graphml>",
    "<graph>",
    "</graph></graphml>",
    "<node id='a'/>",
    "<node id='b'><data key='y'>5</data><data key='x'>5</data></node>",
    "<edge source='a' target='b'/>",
    "<key id='y' attr.name='lat'/>",
    "<key id='x' attr.name='lon'/>",
    "<edge source='b' target='a'>",
    "<data key='c'>7</data></edge>",
    "<key id='c' attr.name='cost' for='edge'/>",
    "&lt;",
    "<!--",
    "]]>",
    "{\"type\":\"FeatureCollection\",\"features\":[",
    "{\"type\":\"LineString\",\"coordinates\":[[0,0],[1,1]]}",
    "{\"type\":\"Feature\",\"properties\":{\"cost\":2,\"oneway\":-1},\"geometry\":",
    "}",
    "]}",
    "roads:50:seed=3",
    "\x1f\u{8b}",
    "[speeds.highway]\n",
    "name = 'car'\n",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_bytes(bytes in vec(any::<u8>(), 0..200)) {
        for (_, check) in CHECKS {
            check(&bytes);
        }
    }

    #[test]
    fn pieces_of_good_files(words in vec(select(&WORDS[..]), 0..30)) {
        for (_, check) in CHECKS {
            check(words.concat().as_bytes());
        }
    }

    /// Good maps with a few bytes changed.
    #[test]
    fn damaged_files(which in 0..4_usize, damage in vec((any::<Index>(), any::<u8>()), 0..4), cut in any::<Index>()) {
        let files = [
            "p sp 3 2\na 1 2 5\na 2 3 8\n\0p aux sp co 3\nv 1 0 0\nv 2 5 5\nv 3 9 9\n",
            "<osm><node id='1' lat='1' lon='2'/><node id='2' lat='1' lon='3'/><node id='3' lat='2' lon='3'/>\
             <way id='1'><nd ref='1'/><nd ref='2'/><tag k='highway' v='primary'/></way>\
             <way id='2'><nd ref='2'/><nd ref='3'/><tag k='highway' v='primary'/></way>\
             <relation id='1'><member type='way' ref='1' role='from'/><member type='node' ref='2' role='via'/>\
             <member type='way' ref='2' role='to'/><tag k='type' v='restriction'/>\
             <tag k='restriction' v='only_left_turn'/></relation></osm>",
            "<graphml><key id='c' for='edge' attr.name='cost'/><graph edgedefault='undirected'><node id='a'/>\
             <node id='b'/><edge source='a' target='b'><data key='c'>7</data></edge></graph></graphml>",
            "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":{\"cost\":2},\
             \"geometry\":{\"type\":\"LineString\",\"coordinates\":[[0,0],[1,1],[2,0]]}}]}",
        ];
        let mut bytes = files[which].as_bytes().to_vec();
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        for (_, check) in CHECKS {
            check(&bytes);
            check(&bytes[..cut.index(bytes.len())]);
        }
    }
}

/// Everything in `testdata/regressions/TARGET` stays fixed, and so do the files that fuzzers begin with.
#[test]
fn what_fuzzing_ever_found() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let mut seeds = 0;
    for (name, check) in CHECKS {
        for folder in ["testdata/regressions", "fuzz/seeds"] {
            for entry in std::fs::read_dir(format!("{root}/{folder}/{name}")).into_iter().flatten()
            {
                check(&std::fs::read(entry.unwrap().path()).unwrap());
                seeds += (folder == "fuzz/seeds") as usize;
            }
        }
    }
    assert!(seeds >= CHECKS.len(), "a seed or more for each");
}

/// The seed of a format that hardly anyone can read by eye.
#[test]
fn seeds_are_good_files() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds");
    for name in ["packed.osm.pbf", "raw.osm.pbf"] {
        let file = format!("{root}/osm_pbf/{name}");
        let options = ReadOptions { largest_part: Some(false), ..ReadOptions::default() };
        let reading = read_file(file.as_ref(), &options).unwrap();
        assert_eq!((reading.network.nodes(), reading.network.edges()), (6, 6), "{name}");
        assert_eq!((reading.restrictions, reading.network.bans().len()), (1, 2), "{name}");
    }
}
