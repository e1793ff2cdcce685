//! The networks: generated ones, and those in `WAYLINE_DATA`.

use super::course::{COUNT, Course};
use crate::maps::Dice;
use std::path::{Path, PathBuf};
use std::process::exit;
use wayline::{Graph, Positions, great_circle};
use wayline_networks::{Network, ReadOptions, Source};

/// Where a network comes from.
pub enum Origin {
    /// A generator, or a file.
    Read(Source),
    /// Four times a file, mirrored side by side.
    FourTimes(Source),
}

/// A network that can be read, by name.
pub struct Named {
    pub name: &'static str,
    origin: Origin,
}

const GENERATED: [(&str, &str); 1] = [("roads:100000:seed=1", "roads:100000:seed=1")];

const NEW_YORK: &str = "roads/USA-road-t.NY.gr.gz";

const FILES: [(&str, &str); 5] = [
    ("Bremen", "roads/bremen_time.gr.gz"),
    ("Heidelberg", "roads/heidelberg.osm.pbf"),
    ("Mannheim", "roads/rnv.osm.pbf"),
    ("Porto", "roads/porto_portugal.osm.pbf"),
    ("New York", NEW_YORK),
];

/// All networks that there are, the smaller ones first.
pub fn all() -> Vec<Named> {
    let generated = |&(name, spec): &(&'static str, &str)| {
        let source = spec.parse().expect("a spec of this file");
        Named { name, origin: Origin::Read(source) }
    };
    let mut networks: Vec<Named> = GENERATED.iter().map(generated).collect();
    match data() {
        None => eprintln!("WAYLINE_DATA is not set: only generated networks are run"),
        Some(folder) => {
            let file = |path| Source::File(folder.join(path));
            networks
                .extend(FILES.map(|(name, path)| Named { name, origin: Origin::Read(file(path)) }));
            let origin = Origin::FourTimes(file(NEW_YORK));
            networks.push(Named { name: "four New Yorks", origin });
        }
    }
    networks
}

fn data() -> Option<PathBuf> {
    std::env::var_os("WAYLINE_DATA").map(|data| Path::new(&data).to_owned())
}

impl Named {
    /// The network, unless it is put together from others.
    pub fn network(&self) -> Option<Network> {
        match &self.origin {
            Origin::Read(source) => Some(read(source)),
            Origin::FourTimes(_) => None,
        }
    }

    pub fn course(&self) -> Course {
        match &self.origin {
            Origin::Read(source) => course(self.name, &read(source)),
            Origin::FourTimes(source) => four_times(self.name, &read(source)),
        }
    }
}

/// Reads or makes a network; for cars, where that matters.
pub fn read(source: &Source) -> Network {
    match source.read(&ReadOptions::default()) {
        Ok(reading) => reading.network,
        Err(error) => {
            eprintln!("{error}");
            exit(1);
        }
    }
}

pub fn course(name: &str, network: &Network) -> Course {
    Course::new(name, network.graph().clone(), network.positions().map(globe))
}

fn globe(positions: &[wayline_networks::Position]) -> Vec<(f64, f64)> {
    positions.iter().map(|&position| position.into()).collect()
}

/// How many places along a border are looked at for a road across.
const CROSSINGS: u32 = 200;

/// The network and its mirror images in the north, in the east, and in the north-east, joined by a
/// road each way from border to border, wherever a node is near enough. A quarter of the pairs are
/// across.
fn four_times(name: &str, network: &Network) -> Course {
    let positions = globe(network.positions().expect("a network with positions"));
    let (one, nodes) = (network.graph(), network.nodes() as u32);
    let north = positions.iter().map(|at| at.0).fold(f64::MIN, f64::max);
    let east = positions.iter().map(|at| at.1).fold(f64::MIN, f64::max);
    let mirrored = |copy: u32, (latitude, longitude): (f64, f64)| {
        let up = if copy & 1 == 0 { latitude } else { 2.0 * north - latitude };
        (up, if copy & 2 == 0 { longitude } else { 2.0 * east - longitude })
    };
    let all: Vec<(f64, f64)> =
        (0..4).flat_map(|copy| positions.iter().map(move |&at| mirrored(copy, at))).collect();

    let edges: Vec<_> = (0..one.edges() as u32).filter_map(|edge| one.edge(edge)).collect();
    let mut list = Vec::with_capacity(4 * edges.len());
    for copy in 0..4 {
        let moved = |node: u32| node + copy * nodes;
        list.extend(edges.iter().map(|&(from, to, cost)| (moved(from), moved(to), cost.to_f64())));
    }
    let mut rates: Vec<f64> = edges
        .iter()
        .map(|&(a, b, cost)| cost.to_f64() / great_circle(all[a as usize], all[b as usize]))
        .filter(|rate| rate.is_finite())
        .collect();
    rates.sort_unstable_by(f64::total_cmp);
    let usual = rates[rates.len() / 2];
    for (border, others) in [(1, [0, 2]), (2, [0, 1])] {
        for node in along_border(&positions, border == 1) {
            for copy in others {
                let [a, b] = [copy, copy ^ border].map(|copy| node + copy * nodes);
                let cost = (great_circle(all[a as usize], all[b as usize]) * usual).ceil().max(1.0);
                list.extend([(a, b, cost), (b, a, cost)]);
            }
        }
    }
    eprintln!("{name}: {} roads across the borders", (list.len() - 4 * edges.len()) / 2);
    let graph = Graph::from_edges(all.len(), list).expect("edges between its nodes");
    let graph = graph.with_positions(Positions::Globe(all.clone())).expect("places on the globe");
    let mut course = Course::new(name, graph, Some(all));
    course.pairs = pairs(nodes);
    course
}

/// The nodes nearest to the northern or eastern border, one for each stretch of it that has a node
/// within a hundredth of the network's extent.
fn along_border(positions: &[(f64, f64)], northern: bool) -> Vec<u32> {
    let place = |&(latitude, longitude): &(f64, f64)| {
        if northern { (longitude, latitude) } else { (latitude, longitude) }
    };
    let range = |values: &dyn Fn((f64, f64)) -> f64| {
        let values = positions.iter().map(|at| values(place(at)));
        values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)))
    };
    let (first, last) = range(&|place| place.0);
    let (far, border) = range(&|place| place.1);
    let mut nearest: Vec<Option<(f64, u32)>> = vec![None; CROSSINGS as usize + 1];
    for (node, at) in (0..).zip(positions) {
        let (along, towards) = place(at);
        let gap = border - towards;
        let stretch = ((along - first) / (last - first) * f64::from(CROSSINGS)) as usize;
        let known = &mut nearest[stretch];
        if gap <= (border - far) / 100.0 && known.is_none_or(|(least, _)| gap < least) {
            *known = Some((gap, node));
        }
    }
    nearest.into_iter().flatten().map(|(_, node)| node).collect()
}

/// Random pairs in four networks of this many nodes: every fourth from one to another.
fn pairs(nodes: u32) -> Vec<(u32, u32)> {
    let mut dice = Dice(5);
    let mut pair = |i: usize| {
        let copy = dice.below(4);
        let other = if i.is_multiple_of(4) { (copy + 1 + dice.below(3)) % 4 } else { copy };
        (copy * nodes + dice.below(nodes), other * nodes + dice.below(nodes))
    };
    (0..COUNT).map(&mut pair).collect()
}
