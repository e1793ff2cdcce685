//! Restrictions beside their definition: on random maps, which walks do they ban?
//!
//! The definition here goes by the names of ways and the ids of nodes, as a driver reads signs; it knows nothing of
//! how the reader finds edges.

use proptest::prelude::*;
use std::fmt::Write;
use wayline_networks::osm::{self, Profile};
use wayline_networks::{Format, Limits, Network};

/// A way over nodes of a lattice of 3x3; its name is its id.
#[derive(Clone, Debug)]
struct Way {
    id: usize,
    nodes: Vec<usize>,
    one_way: bool,
}

#[derive(Clone, Debug)]
enum Via {
    Node(usize),
    Way(usize),
}

#[derive(Clone, Debug)]
struct Restriction {
    only: bool,
    from: usize,
    via: Via,
    to: usize,
}

/// Rows as one way or as two, columns as two, each perhaps one-way.
fn ways(one_ways: u32, joined: u32) -> Vec<Way> {
    let mut lines = Vec::new();
    for i in 0..3 {
        let row = [3 * i, 3 * i + 1, 3 * i + 2];
        match joined >> i & 1 {
            0 => lines.extend([row[..2].to_vec(), row[1..].to_vec()]),
            _ => lines.push(row.to_vec()),
        }
        lines.extend([vec![i, i + 3], vec![i + 3, i + 6]]);
    }
    let way = |(id, nodes)| Way { id, nodes, one_way: one_ways >> id & 1 == 1 };
    lines.into_iter().enumerate().map(way).collect()
}

fn map(ways: &[Way], restriction: &Restriction) -> String {
    let mut text = String::from("<osm>");
    for node in 0..9 {
        let (lat, lon) = (60.0 + 0.01 * (node / 3) as f64, 25.0 + 0.02 * (node % 3) as f64);
        write!(text, "<node id='{node}' lat='{lat}' lon='{lon}'/>").unwrap();
    }
    for Way { id, nodes, one_way } in ways {
        write!(text, "<way id='{id}'>").unwrap();
        nodes.iter().for_each(|node| write!(text, "<nd ref='{node}'/>").unwrap());
        let one_way = if *one_way { "yes" } else { "no" };
        write!(
            text,
            "<tag k='highway' v='primary'/><tag k='name' v='{id}'/><tag k='oneway' v='{one_way}'/></way>"
        )
        .unwrap();
    }
    let (via, kind) = match restriction.via {
        Via::Node(node) => (node, "node"),
        Via::Way(way) => (way, "way"),
    };
    let value = if restriction.only { "only_straight_on" } else { "no_straight_on" };
    let Restriction { from, to, .. } = restriction;
    write!(
        text,
        "<relation id='1'><member type='way' ref='{from}' role='from'/>\
         <member type='{kind}' ref='{via}' role='via'/><member type='way' ref='{to}' role='to'/>\
         <tag k='type' v='restriction'/><tag k='restriction' v='{value}'/></relation></osm>"
    )
    .unwrap();
    text
}

/// An edge as a driver sees it: from where to where, on which way.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Step {
    from: usize,
    to: usize,
    way: usize,
}

fn step(network: &Network, edge: u32) -> Step {
    let (from, to, _) = network.graph().edge(edge).unwrap();
    let [from, to] = [from, to].map(|node| network.id(node).parse().unwrap());
    Step { from, to, way: network.edge_name(edge).parse().unwrap() }
}

/// All sequences of this many edges.
fn walks(network: &Network, length: usize) -> Vec<Vec<u32>> {
    let edges = 0..network.edges() as u32;
    let mut walks: Vec<Vec<u32>> = edges.clone().map(|edge| vec![edge]).collect();
    for _ in 1..length {
        let longer = |walk: &Vec<u32>| {
            let end = step(network, walk[walk.len() - 1]).to;
            let next = edges.clone().filter(move |&edge| step(network, edge).from == end);
            next.map(|edge| [&walk[..], &[edge]].concat()).collect::<Vec<_>>()
        };
        walks = walks.iter().flat_map(longer).collect();
    }
    walks
}

/// The nodes that one passes on the restricted path, from where `from` ends to where `to` begins, if only one path
/// is meant.
fn corridor(steps: &[Step], ways: &[Way], restriction: &Restriction) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    let corridors: Vec<Vec<usize>> = match restriction.via {
        Via::Node(node) => vec![vec![node]],
        // All stretches of the way, in both directions.
        Via::Way(way) => {
            let nodes = &ways[way].nodes;
            let pairs = (0..nodes.len()).flat_map(|a| (0..nodes.len()).map(move |b| (a, b)));
            let stretch = |(a, b): (usize, usize)| match a < b {
                true => nodes[a..=b].to_vec(),
                false => nodes[b..=a].iter().rev().copied().collect(),
            };
            pairs.filter(|(a, b)| a != b).map(stretch).collect()
        }
    };
    for corridor in corridors {
        let open = corridor.windows(2).all(|pair| {
            let Via::Way(way) = restriction.via else { return true };
            steps.contains(&Step { from: pair[0], to: pair[1], way })
        });
        let (first, last) = (corridor[0], corridor[corridor.len() - 1]);
        let enters = steps.iter().filter(|s| s.way == restriction.from && s.to == first).count();
        let leaves = steps.iter().filter(|s| s.way == restriction.to && s.from == last).count();
        (0..if open { enters * leaves } else { 0 }).for_each(|_| found.push(corridor.clone()));
    }
    if found.len() > 1 {
        // The whole of the via way goes before parts of it.
        if let Via::Way(way) = restriction.via {
            found.retain(|corridor| corridor.len() == ways[way].nodes.len());
        }
    }
    (found.len() == 1).then(|| found.remove(0))
}

/// Whether a restriction forbids a walk.
fn forbids(restriction: &Restriction, corridor: &[usize], walk: &[Step]) -> bool {
    (0..walk.len()).any(|start| {
        let first = walk[start];
        if first.way != restriction.from || first.to != corridor[0] {
            return false;
        }
        let mut rest = walk[start + 1..].iter();
        for pair in corridor.windows(2) {
            let Some(next) = rest.next() else { return false };
            let Via::Way(way) = restriction.via else { return false };
            if *next != (Step { from: pair[0], to: pair[1], way }) {
                return restriction.only;
            }
        }
        rest.next().is_some_and(|last| (last.way == restriction.to) != restriction.only)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn bans_are_what_signs_say(
        one_ways in any::<u32>(),
        joined in 0..8_u32,
        only in any::<bool>(),
        places in any::<[prop::sample::Index; 3]>(),
        over_way in any::<bool>(),
    ) {
        let ways = ways(one_ways & one_ways >> 7, joined);
        // Ways that meet, so that most restrictions make sense.
        let meets = |a: usize, b: usize| ways[a].nodes.iter().any(|node| ways[b].nodes.contains(node));
        let from = places[0].index(ways.len());
        let near = |way: usize| (0..ways.len()).filter(|&other| other != way && meets(way, other)).collect::<Vec<_>>();
        let (via, to) = if over_way {
            let via = near(from)[places[1].index(near(from).len())];
            (Via::Way(via), near(via)[places[2].index(near(via).len())])
        } else {
            let node = ways[from].nodes[places[1].index(ways[from].nodes.len())];
            let at = |way: &usize| ways[*way].nodes.contains(&node);
            let there: Vec<usize> = near(from).into_iter().filter(at).collect();
            (Via::Node(node), there[places[2].index(there.len())])
        };
        let restriction = Restriction { only, from, via, to };
        let text = map(&ways, &restriction);
        let reading = osm::read(text.as_bytes(), Format::OsmXml, &Profile::default(), Limits::default()).unwrap();
        let used = reading.restrictions == 1;
        let network = reading.builder.build().unwrap();
        let steps: Vec<Step> = (0..network.edges() as u32).map(|edge| step(&network, edge)).collect();
        let corridor = corridor(&steps, &ways, &restriction);
        prop_assert_eq!(corridor.is_some(), used, "{:?} {:?}", &restriction, &corridor);
        for length in 1..5 {
            for walk in walks(&network, length) {
                let banned = network.bans().iter().any(|ban| walk.windows(ban.edges.len()).any(|part| part == ban.edges));
                let steps: Vec<Step> = walk.iter().map(|&edge| step(&network, edge)).collect();
                let forbidden = corridor.as_ref().is_some_and(|corridor| forbids(&restriction, corridor, &steps));
                prop_assert_eq!(banned, forbidden, "{:?} {:?}", &restriction, &steps);
            }
        }
    }
}
