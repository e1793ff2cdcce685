//! What is within a cost, and its area: against brute force.

mod random;

use random::{Dice, city};
use wayline::{Cost, Workspace};
use wayline_networks::{
    Edge, Isochrone, Limits, Location, Network, NetworkBuilder, Node, OnEdge, Polygon, Position,
    Reach, Router, generate::Spec, part_of_cost,
};

/// By the even-odd rule, written once more.
fn inside(polygons: &[Polygon], at: Position) -> bool {
    let (x, y) = (at.longitude, at.latitude);
    let mut within = false;
    for polygon in polygons {
        let mut odd = false;
        for ring in polygon {
            for side in ring.windows(2) {
                let ([x1, y1], [x2, y2]) = (side[0], side[1]);
                if (y1 > y) != (y2 > y) && x < (x2 - x1) * (y - y1) / (y2 - y1) + x1 {
                    odd = !odd;
                }
            }
        }
        within |= odd;
    }
    within
}

fn signed_area(ring: &[[f64; 2]]) -> f64 {
    let [x, y] = ring[0];
    let from = |at: [f64; 2]| [at[0] - x, at[1] - y];
    let part = |side: &[[f64; 2]]| {
        let (a, b) = (from(side[0]), from(side[1]));
        a[0] * b[1] - b[0] * a[1]
    };
    ring.windows(2).map(part).sum()
}

/// Every node that is reached is inside, every other outside; rings are closed and run as RFC 7946 wants.
fn judge(network: &Network, reach: &Reach, area: &Isochrone) {
    let mut reached = vec![false; network.nodes()];
    reach.nodes.iter().for_each(|&(node, _)| reached[node as usize] = true);
    let positions = network.positions().unwrap();
    let wrong: Vec<usize> = (0..network.nodes())
        .filter(|&node| inside(&area.polygons, positions[node]) != reached[node])
        .collect();
    assert_eq!(wrong.len(), area.unparted, "{wrong:?} of {}", reach.nodes.len());
    for polygon in &area.polygons {
        for (number, ring) in polygon.iter().enumerate() {
            assert!(ring.len() >= 4 && ring.first() == ring.last());
            assert_eq!(signed_area(ring) > 0.0, number == 0, "{ring:?}");
            for hole in ring.iter().filter(|_| number > 0) {
                let outer = [vec![polygon[0].clone()]];
                assert!(inside(&outer, Position::new(hole[1], hole[0])));
            }
        }
    }
}

#[test]
fn what_is_reached_is_what_routes_reach() {
    let mut dice = Dice::new(21);
    let mut work = Workspace::new();
    for round in 0..6 {
        let network = city(&mut dice, 7, 15 * (round % 3));
        let router = Router::new(&network).unwrap();
        for _ in 0..6 {
            let at = Position::new(52.0 + dice.share() * 0.006, 13.0 + dice.share() * 0.009);
            let from = router.snap(at).unwrap().location;
            let within = Cost::from(5 + dice.below(60) as u32);
            let reach = router.reach(&from, within).unwrap();
            let mut costs = vec![None; network.nodes()];
            reach.nodes.iter().for_each(|&(node, cost)| costs[node as usize] = Some(cost));
            for node in 0..network.nodes() as u32 {
                let route = router.route(&from, &Location::Node(node), &mut work).unwrap();
                let expected = Some(route.cost).filter(|cost| *cost <= within);
                assert_eq!(costs[node as usize], expected, "{from:?} to {node}");
            }
            // Where a street is cut, the cost runs out, unless somebody comes from the other side.
            for stretch in &reach.stretches {
                let place = |fraction: f64| {
                    let on = vec![OnEdge { edge: stretch.edge, fraction }];
                    router.route(&from, &Location::OnEdges(on), &mut Workspace::new()).unwrap().cost
                };
                assert!((0.0..=1.0).contains(&stretch.to) && stretch.from <= stretch.to);
                let (.., price) = network.graph().edge(stretch.edge).unwrap();
                let slack = Cost::from_raw(price.raw() / 1_000_000 + 16);
                assert!(place(stretch.to) <= within + slack, "{stretch:?} {from:?}");
                let begun = matches!(&from, Location::OnEdges(on) if on.iter().any(|on| on.edge == stretch.edge));
                if stretch.to < 1.0 && !begun {
                    let beyond = (stretch.to + 0.01).min(1.0);
                    assert!(place(beyond) > within, "{stretch:?}");
                    assert!(part_of_cost(price, beyond) > part_of_cost(price, stretch.to));
                }
            }
        }
    }
}

#[test]
fn areas_of_cities_part_the_nodes() {
    let mut dice = Dice::new(22);
    for round in 0..30 {
        let network = city(&mut dice, 12, 20 * (round % 2));
        let router = Router::new(&network).unwrap();
        let at = Position::new(52.0 + dice.share() * 0.011, 13.0 + dice.share() * 0.016);
        let from = router.snap(at).unwrap().location;
        for within in [0, 1, 10, 40, 90, 10_000] {
            let reach = router.reach(&from, Cost::from(within)).unwrap();
            let area = Isochrone::new(&network, &reach);
            assert!(!area.polygons.is_empty());
            judge(&network, &reach, &area);
            assert_eq!(area.unparted, 0);
        }
    }
}

#[test]
fn areas_of_generated_roads_part_the_nodes() {
    for (nodes, seed, within) in [(3000, 1, 300), (20_000, 2, 600), (20_000, 3, 120)] {
        let spec: Spec = format!("roads:{nodes}:seed={seed}").parse().unwrap();
        let network = spec.generate(Limits::default()).unwrap();
        let router = Router::new(&network).unwrap();
        let reach = router.reach(&Location::Node(nodes / 2), Cost::from(within)).unwrap();
        assert!(reach.nodes.len() > 20 && reach.nodes.len() < network.nodes());
        let area = Isochrone::new(&network, &reach);
        judge(&network, &reach, &area);
        assert_eq!(area.unparted, 0);
    }
}

/// Nodes strewn at random, many of them very near to each other, with edges between any two.
#[test]
fn areas_of_nonsense_part_the_nodes() {
    let mut dice = Dice::new(23);
    for round in 0..60 {
        let mut builder = NetworkBuilder::default();
        let close = [1e-3, 1e-5, 1e-7][round % 3];
        for _ in 0..60 {
            let near = builder.nodes.last().and_then(|node: &Node| node.position);
            let (latitude, longitude) = match near.filter(|_| dice.below(2) == 0) {
                Some(at) => {
                    (at.latitude + dice.share() * close, at.longitude + dice.share() * close)
                }
                None => (dice.share() * 0.02 - 33.0, dice.share() * 0.02 + 151.0),
            };
            let position = Some(Position::new(latitude, longitude));
            builder.nodes.push(Node { position, ..Node::default() });
        }
        for _ in 0..140 {
            let (from, to) = (dice.below(60) as u32, dice.below(60) as u32);
            let cost = (dice.share() * 10.0).floor();
            builder.edges.push(Edge { from, to, cost, ..Edge::default() });
        }
        let network = builder.build().unwrap();
        let router = Router::new(&network).unwrap();
        for within in [0, 3, 8] {
            let from = Location::Node(dice.below(60) as u32);
            let reach = router.reach(&from, Cost::from(within)).unwrap();
            judge(&network, &reach, &Isochrone::new(&network, &reach));
        }
    }
}

#[test]
fn nodes_at_one_point_are_counted_if_they_cannot_be_parted() {
    let mut builder = NetworkBuilder::default();
    for longitude in [24.0, 24.01, 24.01] {
        let position = Some(Position::new(60.0, longitude));
        builder.nodes.push(Node { position, ..Node::default() });
    }
    builder.edges.push(Edge { from: 0, to: 1, cost: 1.0, ..Edge::default() });
    let network = builder.build().unwrap();
    let router = Router::new(&network).unwrap();
    let reach = router.reach(&Location::Node(0), Cost::from(5)).unwrap();
    let area = Isochrone::new(&network, &reach);
    assert_eq!((reach.nodes.len(), area.unparted), (2, 1));
    judge(&network, &reach, &area);
}

#[test]
fn flights_across_the_antimeridian_stay_on_the_globe() {
    let mut builder = NetworkBuilder::default();
    for (latitude, longitude) in [(-17.8, 177.4), (-13.8, -172.0), (21.3, -157.9), (-37.0, 174.8)] {
        let position = Some(Position::new(latitude, longitude));
        builder.nodes.push(Node { position, ..Node::default() });
    }
    for (from, to) in [(0, 1), (1, 2), (0, 3)] {
        builder.edges.push(Edge { from, to, cost: 1.0, ..Edge::default() });
    }
    let network = builder.build().unwrap();
    let router = Router::new(&network).unwrap();
    let reach = router.reach(&Location::Node(0), Cost::try_from(1.5).unwrap()).unwrap();
    let area = Isochrone::new(&network, &reach);
    judge(&network, &reach, &area);
    for [longitude, latitude] in area.polygons.iter().flatten().flatten() {
        assert!(longitude.abs() <= 180.0 && latitude.abs() <= 90.0);
    }
}
