//! Small maps, drawn by hand: what becomes of ways, barriers, ferries and restrictions.

use std::fmt::Write;
use wayline_networks::osm::{self, OsmReading, Profile};
use wayline_networks::{Format, Limits, Network, Part, ReadOptions, read};

/// A map in the making. Nodes are at 60° north, 100 m or so apart from those with the next number.
#[derive(Default)]
struct Map {
    nodes: String,
    ways: String,
    relations: String,
    known: Vec<i64>,
}

fn tags(text: &str) -> String {
    let pairs = text.split_whitespace().map(|pair| pair.split_once('=').unwrap());
    pairs.map(|(key, value)| format!("<tag k='{key}' v='{value}'/>")).collect()
}

impl Map {
    fn node(mut self, id: i64, with: &str) -> Map {
        self.known.push(id);
        let (lat, lon) = (60.0 + 0.001 * (id / 10) as f64, 25.0 + 0.002 * (id % 10) as f64);
        writeln!(self.nodes, "<node id='{id}' lat='{lat}' lon='{lon}'>{}</node>", tags(with))
            .unwrap();
        self
    }

    /// A way over these nodes, which are made if they are not there yet.
    fn way(mut self, id: i64, nodes: &[i64], with: &str) -> Map {
        for &node in nodes {
            if !self.known.contains(&node) {
                self = self.node(node, "");
            }
        }
        let refs: String = nodes.iter().map(|node| format!("<nd ref='{node}'/>")).collect();
        writeln!(self.ways, "<way id='{id}'>{refs}{}</way>", tags(with)).unwrap();
        self
    }

    fn street(self, id: i64, nodes: &[i64]) -> Map {
        self.way(id, nodes, "highway=residential")
    }

    /// Members are written as `from=1 via:node=2 to=3`; those without a type are ways.
    fn restriction(mut self, members: &str, with: &str) -> Map {
        let member = |part: &str| {
            let (role, id) = part.split_once('=').unwrap();
            let (role, kind) = role.split_once(':').unwrap_or((role, "way"));
            format!("<member type='{kind}' ref='{id}' role='{role}'/>")
        };
        let members: String = members.split_whitespace().map(member).collect();
        let tags = tags(&format!("type=restriction {with}"));
        writeln!(self.relations, "<relation id='1'>{members}{tags}</relation>").unwrap();
        self
    }

    fn text(&self) -> String {
        format!("<osm version='0.6'>\n{}{}{}</osm>\n", self.nodes, self.ways, self.relations)
    }

    fn read_for(&self, profile: &str) -> (Network, OsmReading) {
        let profile = Profile::named(profile).unwrap();
        let reading =
            osm::read(self.text().as_bytes(), Format::OsmXml, &profile, Limits::default()).unwrap();
        (reading.builder.clone().build().unwrap(), reading)
    }

    fn network(&self) -> Network {
        self.read_for("car").0
    }

    /// The banned turns, as the nodes that they lead over.
    fn bans(&self) -> Vec<String> {
        bans(&self.network())
    }

    /// The one reason why restrictions were left out.
    fn why(&self) -> String {
        let (network, reading) = self.read_for("car");
        assert!(network.bans().is_empty());
        let omissions = reading.left_out.omissions();
        assert_eq!(omissions.len(), 1, "{omissions:?}");
        assert_eq!((omissions[0].part, omissions[0].count), (Part::Restrictions, 1));
        omissions[0].why.to_owned()
    }
}

fn ids(network: &Network, edges: &[u32]) -> String {
    let ends = |edge: &u32| network.graph().edge(*edge).unwrap();
    let first = network.id(ends(&edges[0]).0);
    edges.iter().fold(first.to_owned(), |text, edge| text + ">" + network.id(ends(edge).1))
}

fn bans(network: &Network) -> Vec<String> {
    let mut bans: Vec<_> = network.bans().iter().map(|ban| ids(network, &ban.edges)).collect();
    bans.sort();
    bans
}

/// The edges, as the nodes that they lead over.
fn edges(network: &Network) -> Vec<String> {
    let mut edges: Vec<_> = (0..network.edges() as u32).map(|e| ids(network, &[e])).collect();
    edges.sort();
    edges
}

fn cost(network: &Network, edge: &str) -> f64 {
    let edge = (0..network.edges() as u32).find(|&e| ids(network, &[e]) == edge).unwrap();
    network.graph().edge(edge).unwrap().2.to_f64()
}

#[test]
fn ways_are_cut_at_junctions_only() {
    let map = Map::default().street(1, &[1, 2, 3, 4]).street(2, &[13, 3, 23]);
    let network = map.network();
    assert_eq!(edges(&network), ["13>3", "1>3", "23>3", "3>1", "3>13", "3>23", "3>4", "4>3"]);
    let through = (0..8).find(|&e| ids(&network, &[e]) == "1>3").unwrap();
    assert_eq!(network.points(through).count(), 3);
    let metres = network.metres(through);
    assert!((220.0..225.0).contains(&metres), "{metres}");
    // 30 km/h, in whole ticks.
    let seconds = cost(&network, "1>3");
    assert!((seconds - metres * 3.6 / 30.0).abs() <= 0.5 / 1024.0);
    assert_eq!((seconds * 1024.0).fract(), 0.0);
}

#[test]
fn ways_of_others_make_no_junctions() {
    let map = Map::default().street(1, &[1, 2, 3]).way(2, &[12, 2, 22], "highway=footway");
    assert_eq!(edges(&map.network()), ["1>3", "3>1"]);
    assert_eq!(map.read_for("foot").0.edges(), 8);
}

#[test]
fn one_ways_lead_one_way() {
    let map = Map::default()
        .way(1, &[1, 2], "highway=residential oneway=yes")
        .way(2, &[2, 3], "highway=residential oneway=-1")
        .way(3, &[3, 4], "highway=motorway")
        .way(4, &[11, 12, 13, 11], "highway=tertiary junction=roundabout");
    assert_eq!(edges(&map.network()), ["11>11", "1>2", "3>2", "3>4"]);
    assert_eq!(map.read_for("foot").0.edges(), 2 + 2 + 2);
}

#[test]
fn names_are_those_of_ways_or_their_numbers() {
    let map = Map::default()
        .way(1, &[1, 2], "highway=primary name=Main ref=B3")
        .way(2, &[2, 3], "highway=primary ref=B3")
        .street(3, &[3, 4]);
    let network = map.network();
    let names: Vec<_> = (0..6).map(|edge| network.edge_name(edge)).collect();
    assert_eq!(names, ["Main", "Main", "B3", "B3", "", ""]);
}

#[test]
fn barriers_part_ways() {
    let map = Map::default().node(2, "barrier=bollard").street(1, &[1, 2, 3]);
    let network = map.network();
    assert_eq!(edges(&network), ["1>2", "2#2>3", "2>1", "3>2#2"]);
    assert_eq!(edges(&map.read_for("bike").0), ["1>3", "3>1"]);
    let open = Map::default().node(2, "barrier=bollard motor_vehicle=yes").street(1, &[1, 2, 3]);
    assert_eq!(edges(&open.network()), ["1>3", "3>1"]);
    let gate = Map::default().node(2, "barrier=gate access=private").street(1, &[1, 2, 3]);
    assert_eq!(edges(&gate.network()).len(), 4);
}

#[test]
fn ferries_take_their_duration_by_length() {
    let map = Map::default()
        .way(1, &[1, 2, 3], "route=ferry duration=00:30 motor_vehicle=yes")
        .street(2, &[2, 12]);
    let network = map.network();
    let [first, second] = [cost(&network, "1>2"), cost(&network, "2>3")];
    assert!((first + second - 1800.0).abs() < 0.01, "{first} {second}");
    assert!((first - second).abs() < 1.0);
}

#[test]
fn nodes_that_are_missing_cut_ways() {
    let mut map = Map::default().street(1, &[1, 2, 3, 4, 5]);
    map.nodes = map.nodes.replace("<node id='3' lat='60' lon='25.006'></node>\n", "");
    let (network, reading) = map.read_for("car");
    assert_eq!(edges(&network), ["1>2", "2>1", "4>5", "5>4"]);
    assert_eq!(reading.left_out.count(Part::Nodes), 1);
}

#[test]
fn odd_ways_do_no_harm() {
    let map = Map::default()
        .street(1, &[1])
        .street(2, &[2, 2])
        .street(3, &[3, 3, 4, 4])
        .street(4, &[5, 6, 5])
        .street(5, &[]);
    assert_eq!(edges(&map.network()), ["3>4", "4>3", "5>5", "5>5"]);
}

#[test]
fn only_the_largest_part_is_kept_unless_asked_for_all() {
    let map = Map::default()
        .street(1, &[1, 2, 3])
        .street(2, &[2, 12])
        .way(3, &[3, 13], "highway=residential oneway=yes")
        .street(4, &[31, 32])
        .restriction("from=1 via:node=2 to=2", "restriction=no_left_turn");
    let all = ReadOptions { largest_part: Some(false), ..ReadOptions::default() };
    let whole = read(map.text().as_bytes(), None, &all).unwrap();
    assert_eq!((whole.network.nodes(), whole.left_out.count(Part::Nodes)), (7, 0));
    let reading = read(map.text().as_bytes(), None, &ReadOptions::default()).unwrap();
    assert_eq!((reading.network.nodes(), reading.left_out.count(Part::Nodes)), (4, 3));
    assert_eq!(reading.left_out.count(Part::Edges), 3);
}

/// A crossing: streets 1 (1-5), 2 (5-9), 3 (35-5), 4 (5-75) meet at node 5.
fn crossing() -> Map {
    Map::default().street(1, &[1, 5]).street(2, &[5, 9]).street(3, &[35, 5]).street(4, &[5, 75])
}

#[test]
fn no_turns_at_a_node() {
    for kind in ["no_left_turn", "no_right_turn", "no_straight_on"] {
        let map = crossing().restriction("from=1 via:node=5 to=3", &format!("restriction={kind}"));
        assert_eq!(map.bans(), ["1>5>35"]);
        assert_eq!(map.read_for("car").1.restrictions, 1);
    }
}

#[test]
fn only_turns_at_a_node_ban_all_others() {
    let map = crossing().restriction("from=1 via:node=5 to=3", "restriction=only_left_turn");
    assert_eq!(map.bans(), ["1>5>1", "1>5>75", "1>5>9"]);
}

#[test]
fn edges_next_to_the_node_are_meant() {
    // Both ways have junctions before and after.
    let map = Map::default()
        .street(1, &[1, 3, 5])
        .street(2, &[5, 7, 9])
        .street(3, &[33, 3])
        .street(4, &[7, 37])
        .street(5, &[5, 25])
        .restriction("from=1 via:node=5 to=2", "restriction=no_straight_on");
    assert_eq!(map.bans(), ["3>5>7"]);
}

#[test]
fn u_turns_on_the_same_way() {
    let end = crossing().restriction("from=1 via:node=5 to=1", "restriction=no_u_turn");
    assert_eq!(end.bans(), ["1>5>1"]);
    let middle = Map::default()
        .street(1, &[1, 2, 3])
        .restriction("from=1 via:node=2 to=1", "restriction=no_u_turn");
    assert_eq!(middle.bans(), ["1>2>1", "3>2>3"]);
}

#[test]
fn several_members_of_no_entry_and_no_exit() {
    let entry = crossing().restriction("from=1 from=2 via:node=5 to=3", "restriction=no_entry");
    assert_eq!(entry.bans(), ["1>5>35", "9>5>35"]);
    let exit = crossing().restriction("from=1 via:node=5 to=3 to=4", "restriction=no_exit");
    assert_eq!(exit.bans(), ["1>5>35", "1>5>75"]);
    let other = crossing().restriction("from=1 from=2 via:node=5 to=3", "restriction=no_left_turn");
    assert_eq!(other.why(), "without one from, one via and one to");
}

/// Two carriageways, 1 (1>3) and 2 (13>11), joined by the street 3 (3-8-13), which the street 4 (8-9)
/// leaves in the middle; 5 (3>5) and 6 (15>13) go on.
fn dual_carriageway() -> Map {
    Map::default()
        .way(1, &[1, 3], "highway=primary oneway=yes")
        .way(2, &[13, 11], "highway=primary oneway=yes")
        .street(3, &[3, 8, 13])
        .street(4, &[8, 9])
        .way(5, &[3, 5], "highway=primary oneway=yes")
        .way(6, &[15, 13], "highway=primary oneway=yes")
}

#[test]
fn no_turns_over_a_way() {
    let map = dual_carriageway().restriction("from=1 via=3 to=2", "restriction=no_u_turn");
    assert_eq!(map.bans(), ["1>3>8>13>11"]);
}

#[test]
fn only_turns_over_a_way_ban_leaving_it_early() {
    let map = dual_carriageway().restriction("from=1 via=3 to=2", "restriction=only_u_turn");
    assert_eq!(map.bans(), ["1>3>5", "1>3>8>13>8", "1>3>8>3", "1>3>8>9"]);
}

#[test]
fn turns_over_several_ways() {
    let map = Map::default()
        .street(1, &[1, 2])
        .street(2, &[2, 3])
        .street(3, &[4, 3])
        .street(4, &[4, 5])
        .street(5, &[3, 13])
        .street(6, &[2, 12])
        .street(7, &[4, 14])
        .restriction("from=1 via=2 via=3 to=4", "restriction=no_straight_on");
    assert_eq!(map.bans(), ["1>2>3>4>5"]);
}

#[test]
fn a_part_of_a_via_way_will_do() {
    let map = Map::default()
        .street(1, &[11, 2])
        .street(2, &[1, 2, 3, 4])
        .street(3, &[3, 13])
        .restriction("from=1 via=2 to=3", "restriction=no_u_turn");
    assert_eq!(map.bans(), ["11>2>3>13"]);
}

#[test]
fn restrictions_for_some_vehicles() {
    let bans = |with: &str, profile: &str| {
        let map = crossing().restriction("from=1 via:node=5 to=3", with);
        self::bans(&map.read_for(profile).0).len()
    };
    assert_eq!(bans("restriction=no_left_turn except=bicycle", "car"), 1);
    assert_eq!(bans("restriction=no_left_turn except=bicycle", "bike"), 0);
    assert_eq!(bans("restriction=no_left_turn except=psv;motorcar", "car"), 0);
    assert_eq!(bans("restriction:motorcar=no_left_turn", "car"), 1);
    assert_eq!(bans("restriction:motorcar=no_left_turn", "bike"), 0);
    assert_eq!(bans("restriction:hgv=no_left_turn", "car"), 0);
    assert_eq!(bans("restriction=no_left_turn", "bike"), 1);
    assert_eq!(bans("restriction=no_left_turn", "foot"), 0);
    assert_eq!(bans("restriction:foot=no_left_turn", "foot"), 1);
}

#[test]
fn restrictions_that_cannot_be_used_are_counted_by_reason() {
    let at_five = |with: &str| crossing().restriction("from=1 via:node=5 to=3", with).why();
    assert_eq!(at_five("restriction:conditional=no_left_turn"), "hold at certain times only");
    let hours = "restriction=no_left_turn hour_on=07:00 hour_off=09:00";
    assert_eq!(at_five(hours), "hold at certain times only");
    assert_eq!(at_five("restriction:hgv=no_left_turn"), "for other travellers");
    assert_eq!(at_five("restriction=maybe"), "of an unknown kind");

    let with = |members: &str| crossing().restriction(members, "restriction=no_left_turn").why();
    assert_eq!(with("from=1 to=3"), "without one from, one via and one to");
    assert_eq!(with("from=1 via:node=5"), "without one from, one via and one to");
    assert_eq!(with("from=1 via:node=5 via=2 to=3"), "without one from, one via and one to");
    assert_eq!(with("from=99 via:node=5 to=3"), "with ways that are not in the network");
    assert_eq!(with("from=1 via:node=99 to=3"), "with ways that are not in the network");
    assert_eq!(
        with("from=1 via:node=75 to=3"),
        "whose ways do not meet in a direction that is open"
    );
    assert_eq!(with("from=1 via=99 to=3"), "with ways that are not in the network");

    let against = Map::default()
        .street(1, &[1, 2])
        .way(2, &[3, 2], "highway=primary oneway=yes")
        .restriction("from=1 via:node=2 to=2", "restriction=only_straight_on");
    assert_eq!(against.why(), "whose ways do not meet in a direction that is open");

    let unsplit = Map::default()
        .street(1, &[1, 2, 3])
        .street(2, &[2, 12])
        .restriction("from=2 via:node=2 to=1", "restriction=no_left_turn");
    assert_eq!(unsplit.why(), "whose ways meet more than once");
}

#[test]
fn restrictions_survive_the_reduction_to_the_largest_part() {
    // Node 0 is left out, so all numbers change.
    let map = Map::default()
        .way(9, &[0, 1], "highway=residential oneway=yes")
        .street(1, &[1, 5])
        .street(2, &[5, 9])
        .street(3, &[35, 5])
        .restriction("from=1 via:node=5 to=3", "restriction=only_left_turn");
    let reading = read(map.text().as_bytes(), None, &ReadOptions::default()).unwrap();
    assert_eq!(reading.left_out.count(Part::Nodes), 1);
    assert_eq!(bans(&reading.network), ["1>5>1", "1>5>9"]);
    assert_eq!(reading.restrictions, 1);
}

#[test]
fn damaged_maps_are_refused_at_a_line_and_column() {
    let error = |text: &str| {
        let options = ReadOptions { format: Some(Format::OsmXml), ..ReadOptions::default() };
        read(text.as_bytes(), None, &options).unwrap_err().to_string()
    };
    let cut = error("<osm>\n <node id='1' lat='60' lon='25'>\n");
    assert_eq!(cut, "line 3, column 1: found the end of the file, expected the end of an element");
    let no_id = error("<osm>\n <node lat='60' lon='25'/></osm>");
    assert_eq!(no_id, "line 2, column 2: found <node> without it, expected the attribute id");
    let bad = error("<osm>\n\n<node id='x' lat='60' lon='25'/></osm>");
    assert_eq!(bad, "line 3, column 1: found id='x', expected a number");
    let far = error("<osm><node id='1' lat='99' lon='25'/></osm>");
    assert!(far.starts_with("line 1, column 6: found lat=99 lon=25, expected a place"), "{far}");
    let other = error("<html></html>");
    assert_eq!(other, "line 1, column 1: found <html>, expected <osm>");
    assert!(error("<osm></way></osm>").contains("this is not XML"));
    let member = error("<osm><relation id='1'><member type='x' ref='1'/></relation></osm>");
    assert!(member.contains("found x, expected node, way or relation"), "{member}");
}

#[test]
fn limits_hold() {
    let map = crossing().text();
    let read = |limits: Limits| {
        osm::read(map.as_bytes(), Format::OsmXml, &Profile::default(), limits).map(|_| ())
    };
    assert!(read(Limits { nodes: 5, edges: 8, ..Limits::default() }).is_ok());
    assert!(read(Limits { nodes: 4, ..Limits::default() }).is_err());
    assert!(read(Limits { edges: 7, ..Limits::default() }).is_err());
}
