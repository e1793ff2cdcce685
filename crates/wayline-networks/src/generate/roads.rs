//! Land divided by roads, until there are as many junctions as asked for.

use super::dice::Dice;
use super::land::{self, Point};
use super::names;
use crate::{Edge, NetworkBuilder, Node, Position, Unit, strong, whole_ticks};
use std::collections::HashMap;

/// What a road is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Motorway,
    Main,
    Street,
}

/// Centimetres of side for each junction of a network, squared: how much land it gets.
const SPACING: i64 = 17_000;
/// What is wider than this is divided by motorways, in centimetres.
const MOTORWAYS: i64 = 1_500_000;
/// What is wider than this is divided by main roads.
const MAIN_ROADS: i64 = 160_000;
/// RoadPlan have a point on the map at least this often.
const SHAPE: i64 = 30_000;
/// Along a road, places count from 0 to this.
const END: u32 = 1 << 30;

/// A line from one point to another, with junctions along it.
struct Road {
    from: Point,
    to: Point,
    class: Class,
    /// Only from lower to higher places, or only the other way round.
    one_way: Option<bool>,
}

impl Road {
    fn point(&self, place: u32) -> Point {
        let between = |a: i64, b: i64| a + ((b - a) * place as i64) / END as i64;
        (between(self.from.0, self.to.0), between(self.from.1, self.to.1))
    }
}

/// A piece of a road, as the side of a block sees it.
#[derive(Clone, Copy)]
struct Side {
    road: u32,
    from: u32,
    to: u32,
}

impl Side {
    /// The sides before and after a place.
    fn split(self, place: u32) -> [Side; 2] {
        [Side { to: place, ..self }, Side { from: place, ..self }]
    }
}

/// Land with four sides, in order around it, each going from one corner to the next. Corners are
/// junctions where there are any.
struct Block {
    sides: [Side; 4],
    corners: [Option<u32>; 4],
    /// How many junctions it may still get.
    budget: u32,
}

#[derive(Default)]
struct RoadPlan {
    roads: Vec<Road>,
    /// Where each junction is.
    points: Vec<Point>,
    /// The junctions along roads: (road, place).
    at: HashMap<(u32, u32), u32>,
}

impl RoadPlan {
    fn junction(&mut self, road: u32, place: u32) -> u32 {
        let point = self.roads[road as usize].point(place);
        *self.at.entry((road, place)).or_insert_with(|| {
            self.points.push(point);
            self.points.len() as u32 - 1
        })
    }

    /// Also at the end of another road.
    fn ends_at(&mut self, road: u32, place: u32, junction: u32) {
        self.at.insert((road, place), junction);
    }

    fn ends(&self, side: Side) -> [Point; 2] {
        let road = &self.roads[side.road as usize];
        [road.point(side.from), road.point(side.to)]
    }

    fn length(&self, side: Side) -> i64 {
        let [a, b] = self.ends(side);
        distance(a, b)
    }
}

/// By integers only.
fn distance(a: Point, b: Point) -> i64 {
    let (x, y) = (a.0 - b.0, a.1 - b.1);
    ((x * x + y * y) as u64).isqrt() as i64
}

/// Makes a network of exactly this many nodes.
pub(super) fn generate(nodes: u32, seed: u64) -> NetworkBuilder {
    let mut dice = Dice::new(seed);
    let mut roads = RoadPlan::default();
    let mut blocks = vec![outskirts(&mut roads, nodes)];
    let mut leaves = Vec::new();
    while let Some(block) = blocks.pop() {
        match divide(&mut roads, &mut dice, &block) {
            Some(halves) => blocks.extend(halves),
            None => leaves.push(block),
        }
    }
    let yards = yards(&mut roads, &leaves, nodes);
    network(&roads, &yards, seed)
}

/// The whole land, with a main road around it.
fn outskirts(roads: &mut RoadPlan, nodes: u32) -> Block {
    let side = (SPACING * SPACING * nodes as i64).isqrt();
    let corners = [(0, 0), (side, 0), (side, side), (0, side)];
    for i in 0..4 {
        let (from, to) = (corners[i], corners[(i + 1) % 4]);
        roads.roads.push(Road { from, to, class: Class::Main, one_way: None });
    }
    let mut junctions = [None; 4];
    for (i, junction) in junctions.iter_mut().enumerate() {
        let number = roads.junction(i as u32, 0);
        roads.ends_at((i as u32 + 3) % 4, END, number);
        *junction = Some(number);
    }
    let sides = [0, 1, 2, 3].map(|road| Side { road, from: 0, to: END });
    // A tenth of the junctions are ends of yards.
    Block { sides, corners: junctions, budget: ((nodes as u64 - 4) * 9 / 10) as u32 }
}

/// Divides a block by a road between its longer sides, if it may get junctions for that.
fn divide(roads: &mut RoadPlan, dice: &mut Dice, block: &Block) -> Option<[Block; 2]> {
    if block.budget < 2 {
        return None;
    }
    let long = |i: usize| roads.length(block.sides[i]) + roads.length(block.sides[i + 2]);
    let first = if long(0) >= long(1) { 0 } else { 1 };
    let turn = |i: usize| (first + i) % 4;
    let [side, next, across, last] = [0, 1, 2, 3].map(|i| block.sides[turn(i)]);

    let width = long(first) / 2;
    let class = match width {
        _ if width > MOTORWAYS => Class::Motorway,
        _ if width > MAIN_ROADS => Class::Main,
        _ => Class::Street,
    };
    // Places are eighths of a side, so that roads from both sides meet often enough.
    let mut place = |side: Side| {
        let eighths = 3 + dice.below(3) as i64;
        (side.from as i64 + (side.to as i64 - side.from as i64) * eighths / 8) as u32
    };
    let places = [place(side), place(across)];
    let ends = [(side, places[0]), (across, places[1])];
    let points = ends.map(|(side, place)| roads.roads[side.road as usize].point(place));
    let one_way = (class == Class::Street && dice.percent(15)).then(|| dice.percent(50));
    let number = roads.roads.len() as u32;
    roads.roads.push(Road { from: points[0], to: points[1], class, one_way });

    // Streets pass motorways by, unless they would not meet anything then.
    let meets = ends.map(|(side, _)| {
        class != Class::Street || roads.roads[side.road as usize].class != Class::Motorway
    });
    let meets = if meets == [false; 2] { [true; 2] } else { meets };
    let before = roads.points.len();
    let mut corners = [None; 2];
    for end in 0..2 {
        if meets[end] {
            let (side, place) = ends[end];
            let junction = roads.junction(side.road, place);
            roads.ends_at(number, [0, END][end], junction);
            corners[end] = Some(junction);
        }
    }
    let budget = block.budget - (roads.points.len() - before) as u32;

    let ([side_near, side_far], [across_far, across_near]) =
        (side.split(places[0]), across.split(places[1]));
    let new = Side { road: number, from: 0, to: END };
    let back = Side { road: number, from: END, to: 0 };
    let corner = |i: usize| block.corners[turn(i)];
    let halves = [
        ([side_near, new, across_near, last], [corner(0), corners[0], corners[1], corner(3)]),
        ([side_far, next, across_far, back], [corners[0], corner(1), corner(2), corners[1]]),
    ];
    // Towns and open country: large blocks are not as dense as each other.
    let area = |sides: [Side; 4]| {
        let width = (roads.length(sides[0]) + roads.length(sides[2])) / 200;
        width * (roads.length(sides[1]) + roads.length(sides[3])) / 200
    };
    let weight = |sides: [Side; 4], dice: &mut Dice| {
        let denser = if width > MAIN_ROADS { 60 + dice.below(81) as i64 } else { 100 };
        (area(sides) * denser).max(1) as u64
    };
    let weights = [weight(halves[0].0, dice), weight(halves[1].0, dice)];
    let share = budget as u64 * weights[0] / (weights[0] + weights[1]);
    let budgets = [share as u32, budget - share as u32];
    let [one, two] =
        [0, 1].map(|i| Block { sides: halves[i].0, corners: halves[i].1, budget: budgets[i] });
    Some([one, two])
}

/// Short streets from corners of blocks to their insides, until there are enough junctions. Returns
/// from which junction to which.
fn yards(roads: &mut RoadPlan, leaves: &[Block], nodes: u32) -> Vec<(u32, u32)> {
    let mut yards = Vec::new();
    for corner in 0..4 {
        let corners = leaves.iter().filter_map(|block| Some((block, block.corners[corner]?)));
        let corners: Vec<(&Block, u32)> = corners.collect();
        let wanted = (nodes as usize - roads.points.len()).min(corners.len());
        // Spread evenly over all blocks.
        let due = |blocks: usize| blocks * wanted / corners.len();
        for (number, &(block, from)) in corners.iter().enumerate() {
            if due(number + 1) == due(number) {
                continue;
            }
            let [(x, y), _] = roads.ends(block.sides[corner]);
            let [(far_x, far_y), _] = roads.ends(block.sides[(corner + 2) % 4]);
            roads.points.push((x + (far_x - x) * 2 / 5, y + (far_y - y) * 2 / 5));
            yards.push((from, roads.points.len() as u32 - 1));
        }
    }
    yards
}

/// The roads as edges.
fn network(roads: &RoadPlan, yards: &[(u32, u32)], seed: u64) -> NetworkBuilder {
    let position = |point: Point| land::position(point, seed);
    let mut builder = NetworkBuilder { unit: Unit::Seconds, ..NetworkBuilder::default() };
    let node = |&point: &Point| Node { position: Some(position(point)), ..Node::default() };
    builder.nodes = roads.points.iter().map(node).collect();

    let mut stops: Vec<_> = roads.at.iter().map(|(&(road, at), &node)| (road, at, node)).collect();
    stops.sort_unstable();
    // Which edges lead one way only, by number.
    let mut single = Vec::new();
    for pair in stops.windows(2) {
        let [(road, from, a), (next, to, b)] = [pair[0], pair[1]];
        if road != next {
            continue;
        }
        let Road { class, one_way, .. } = roads.roads[road as usize];
        let line = &roads.roads[road as usize];
        let pieces = distance(line.point(from), line.point(to)) / SHAPE;
        let between = |piece: i64| {
            let place = from as i64 + (to as i64 - from as i64) * piece / (pieces + 1);
            position(line.point(place as u32))
        };
        let edge = Edge {
            from: a,
            to: b,
            cost: 0.0,
            name: names::name(road, class, seed),
            shape: (1..=pieces).map(between).collect(),
        };
        let edge = if one_way == Some(false) { edge.reversed() } else { edge };
        add(&mut builder, edge, speed(class), one_way.is_some(), &mut single);
    }
    for &(from, to) in yards {
        let name = names::name(u32::MAX - from, Class::Street, seed);
        let edge = Edge { from, to, name, ..Edge::default() };
        add(&mut builder, edge, YARD, false, &mut single);
    }
    // One-way streets that lead where nothing leads back from are not one-way.
    let part = strong::parts(&builder).0;
    for edge in single {
        let edge: &Edge = &builder.edges[edge];
        if part[edge.from as usize] != part[edge.to as usize] {
            let back = edge.reversed();
            builder.edges.push(back);
        }
    }
    builder
}

/// Kilometres an hour.
fn speed(class: Class) -> f64 {
    match class {
        Class::Motorway => 110.0,
        Class::Main => 65.0,
        Class::Street => 35.0,
    }
}

const YARD: f64 = 15.0;

fn add(
    builder: &mut NetworkBuilder,
    mut edge: Edge,
    speed: f64,
    one_way: bool,
    single: &mut Vec<usize>,
) {
    let end = |node: u32| builder.nodes[node as usize].position.into_iter();
    let points = end(edge.from).chain(edge.shape.iter().copied()).chain(end(edge.to));
    let mut last: Option<Position> = None;
    let metres: f64 =
        points.map(|at| last.replace(at).map_or(0.0, |last| last.metres_to(at))).sum();
    edge.cost = whole_ticks(metres * 3.6 / speed);
    if one_way {
        single.push(builder.edges.len());
        builder.edges.push(edge);
    } else {
        let back = edge.reversed();
        builder.edges.extend([edge, back]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LeftOut, Part};

    #[test]
    fn there_are_as_many_nodes_as_asked_for() {
        for nodes in (4..200).chain([1000, 4321, 50_000]) {
            for seed in 0..3 {
                let made = generate(nodes, seed);
                assert_eq!(made.nodes.len(), nodes as usize, "seed {seed}");
            }
        }
    }

    #[test]
    fn every_node_reaches_every_other() {
        for (nodes, seed) in [(4, 0), (97, 1), (1000, u64::MAX), (20_000, 3), (20_000, 4)] {
            let mut made = generate(nodes, seed);
            let mut left_out = LeftOut::default();
            strong::keep_largest(&mut made, &mut left_out);
            assert_eq!(left_out.count(Part::Nodes), 0, "roads:{nodes}:seed={seed}");
        }
    }

    /// No two edges cross, looked at as they lie on the plane before it is bent.
    #[test]
    fn roads_meet_only_at_junctions() {
        let nodes = 600;
        let mut roads = RoadPlan::default();
        let mut dice = Dice::new(5);
        let mut blocks = vec![outskirts(&mut roads, nodes)];
        let mut leaves = Vec::new();
        while let Some(block) = blocks.pop() {
            match divide(&mut roads, &mut dice, &block) {
                Some(halves) => blocks.extend(halves),
                None => leaves.push(block),
            }
        }
        let yards = yards(&mut roads, &leaves, nodes);
        let made = network(&roads, &yards, 5);
        let side = |a: Point, b: Point, c: Point| {
            ((b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)).signum()
        };
        let ends = |edge: &Edge| [edge.from, edge.to].map(|node| roads.points[node as usize]);
        for one in &made.edges {
            for two in &made.edges {
                let [a, b] = ends(one);
                let [c, d] = ends(two);
                let crosses =
                    side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
                // Junctions are rounded to centimetres, so ends may be off by one.
                let near = |p: Point, q: Point| distance(p, q) <= 2;
                let touches = [a, b].iter().any(|&p| near(p, c) || near(p, d));
                assert!(!crosses || touches, "{a:?}-{b:?} and {c:?}-{d:?}");
            }
        }
    }

    #[test]
    fn the_result_is_pinned() {
        let made = generate(5000, 1);
        let one_way = made.edges.iter().filter(|edge| {
            !made.edges.iter().any(|back| (back.from, back.to) == (edge.to, edge.from))
        });
        let ticks: f64 = made.edges.iter().map(|edge| edge.cost * 1024.0).sum();
        assert_eq!((made.edges.len(), one_way.count(), ticks as u64), (13529, 581, 296_213_777));
    }
}
