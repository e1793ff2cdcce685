//! Snapping, routes between places on streets, alternatives: against brute force.

mod random;

use random::{Dice, city, network};
use wayline::{
    Algorithm, Cost, GraphError, GraphIndex, IndexKind, Outcome, Preparation, Workspace,
};
use wayline_networks::{
    Ban, Difference, Edge, Engine, Location, Network, NetworkBuilder, Node, OnEdge, PlaceError,
    Position, Route, Router, Streets, TurnCost, check, part_of_cost, part_of_edge,
};

/// The least distance to any edge: along each of its pieces in many small steps.
fn nearest_by_steps(network: &Network, to: Position) -> f64 {
    let mut best = f64::INFINITY;
    for edge in 0..network.edges() as u32 {
        for step in 0..=400 {
            let share = f64::from(step) / 400.0;
            let place = part_of_edge(network, edge, share, share)[0];
            best = best.min(place.metres_to(to));
        }
    }
    best
}

#[test]
fn snapping_agrees_with_brute_force() {
    let mut dice = Dice::new(1);
    let network = city(&mut dice, 6, 0);
    let streets = Streets::new(&network);
    for _ in 0..200 {
        let to = Position::new(51.999 + dice.share() * 0.008, 12.999 + dice.share() * 0.012);
        let snap = streets.nearest(to).unwrap();
        let expected = nearest_by_steps(&network, to);
        // Steps are up to 0.3 metres apart, which matters little to the side and a bit at the foot.
        assert!((snap.metres - expected).abs() < 0.2, "{} {expected}", snap.metres);
        assert!(snap.metres <= expected + 1e-6);
        assert!((snap.position.unwrap().metres_to(to) - snap.metres).abs() < 1e-6);
        if let Location::OnEdges(on) = &snap.location {
            for OnEdge { edge, fraction } in on {
                let place = part_of_edge(&network, *edge, *fraction, *fraction)[0];
                assert!(
                    place.metres_to(snap.position.unwrap()) < 0.01,
                    "edge {edge} at {fraction}"
                );
            }
            // Both directions, where there are both.
            let (tail, head, _) = network.graph().edge(on[0].edge).unwrap();
            let both = network.graph().edge_between(head, tail).is_some();
            assert_eq!(on.len(), 1 + usize::from(both));
            if let [one, other] = on[..] {
                assert!((one.fraction + other.fraction - 1.0).abs() < 1e-6);
            }
        }
    }
}

/// Flights: long arcs, high latitudes, across the antimeridian.
fn flights() -> Network {
    let mut builder = NetworkBuilder::default();
    let places = [(60.3, 24.9), (35.8, 140.4), (21.3, -157.9), (-17.8, 177.4), (78.2, 15.5)];
    for (latitude, longitude) in places {
        let position = Some(Position::new(latitude, longitude));
        builder.nodes.push(Node { position, ..Node::default() });
    }
    for (from, to) in [(0, 1), (1, 2), (2, 3), (3, 1), (0, 4), (4, 1)] {
        builder.edges.push(Edge { from, to, cost: 1.0, ..Edge::default() });
    }
    builder.build().unwrap()
}

#[test]
fn snapping_works_on_long_arcs_at_high_latitudes_and_across_the_antimeridian() {
    let network = flights();
    let streets = Streets::new(&network);
    let mut dice = Dice::new(2);
    let asked = [(80.0, 60.0), (89.9, 100.0), (0.0, 179.99), (0.0, -179.99), (-90.0, 0.0)];
    let random = (0..60).map(|_| (dice.share() * 180.0 - 90.0, dice.share() * 360.0 - 180.0));
    for (latitude, longitude) in asked.into_iter().chain(random) {
        let to = Position::new(latitude, longitude);
        let snap = streets.nearest(to).unwrap();
        let expected = nearest_by_steps(&network, to);
        assert!(snap.metres <= expected + 0.001, "{to:?}: {} {expected}", snap.metres);
        assert!(snap.metres > expected - 20_000.0, "{to:?}: {} {expected}", snap.metres);
    }
    assert_eq!(streets.nearest(Position::new(91.0, 0.0)), None);
}

#[test]
fn a_place_at_a_junction_is_its_node() {
    let network = city(&mut Dice::new(3), 4, 0);
    let streets = Streets::new(&network);
    for (node, &at) in (0..).zip(network.positions().unwrap()) {
        let snap = streets.nearest(at).unwrap();
        assert_eq!(snap.location, Location::Node(node));
        assert!(snap.metres < 1e-6);
    }
}

/// The same network with each given place as a node of its own, which splits the edges it is on.
fn with_places(network: &Network, places: [&Location; 2]) -> (Network, [u32; 2]) {
    let nodes = vec![Node::default(); network.nodes() + 2];
    let mut builder = NetworkBuilder { nodes, ..NetworkBuilder::default() };
    let mut new = [0, 0];
    for (number, place) in places.iter().enumerate() {
        new[number] = match place {
            Location::Node(node) => *node,
            _ => (network.nodes() + number) as u32,
        };
    }
    // The pieces of each edge, in order.
    let mut pieces: Vec<Vec<u32>> = Vec::new();
    for edge in 0..network.edges() as u32 {
        let (tail, head, cost) = network.graph().edge(edge).unwrap();
        let mut cuts: Vec<(f64, u32)> = Vec::new();
        for (number, place) in places.iter().enumerate() {
            if let Location::OnEdges(on) = place {
                cuts.extend(
                    on.iter().filter(|on| on.edge == edge).map(|on| (on.fraction, new[number])),
                );
            }
        }
        cuts.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        cuts.push((1.0, head));
        let (mut from, mut before, mut own) = (tail, Cost::ZERO, Vec::new());
        for (fraction, to) in cuts {
            let sofar = part_of_cost(cost, fraction);
            own.push(builder.edges.len() as u32);
            let cost = (sofar - before).to_f64();
            builder.edges.push(Edge { from, to, cost, ..Edge::default() });
            (from, before) = (to, sofar);
        }
        pieces.push(own);
    }
    for ban in network.bans() {
        // A ban holds for who comes by the last piece of its first edge and goes on by the first piece of
        // its last one, through all pieces of those between.
        let mut edges = Vec::new();
        for (place, &edge) in ban.edges.iter().enumerate() {
            let own = &pieces[edge as usize];
            match place {
                0 => edges.push(own[own.len() - 1]),
                last if last + 1 == ban.edges.len() => edges.push(own[0]),
                _ => edges.extend(own),
            }
        }
        builder.bans.push(Ban { edges });
    }
    for turn in network.turn_costs() {
        let (before, after) = (&pieces[turn.from as usize], &pieces[turn.to as usize]);
        let (from, to) = (before[before.len() - 1], after[0]);
        builder.turn_costs.push(TurnCost { from, to, cost: turn.cost });
    }
    (builder.build().unwrap(), new)
}

#[test]
fn routes_between_places_on_streets_cost_what_they_cost_with_nodes_there() {
    let mut dice = Dice::new(4);
    let mut work = Workspace::new();
    let (mut found, mut same) = (0, 0);
    for seed in 0..12 {
        let network = city(&mut dice, 5, 12 * (seed % 3));
        let router = Router::new(&network).unwrap();
        let settings = Preparation::default().kind(IndexKind::Hierarchy);
        let index = GraphIndex::prepare(router.graph(), &settings).unwrap();
        for _ in 0..60 {
            let place = |dice: &mut Dice| {
                let at = Position::new(52.0 + dice.share() * 0.004, 13.0 + dice.share() * 0.006);
                router.snap(at).unwrap().location
            };
            let (from, mut to) = (place(&mut dice), place(&mut dice));
            if dice.below(6) == 0 {
                // Both on one street.
                if let Location::OnEdges(on) = &from {
                    let share = dice.share();
                    let other = |on: &OnEdge| OnEdge { edge: on.edge, fraction: share };
                    to = Location::OnEdges(on[..1].iter().map(other).collect());
                    same += 1;
                }
            }
            let (split, ends) = with_places(&network, [&from, &to]);
            // A stop between turns would lift a ban: no route passes its own ends anyway.
            let by_nodes = Router::new(&split).unwrap();
            let [start, goal] = ends.map(Location::Node);
            let expected = by_nodes.route(&start, &goal, &mut work).unwrap();
            let engines = [
                Engine::Search(Algorithm::Auto),
                Engine::Search(Algorithm::Dijkstra),
                Engine::Search(Algorithm::Bidirectional),
                Engine::Index(&index),
            ];
            for engine in engines {
                let route = router.clone().by(engine).route(&from, &to, &mut work).unwrap();
                assert_eq!(route.cost, expected.cost, "{from:?} {to:?} {engine:?}");
                assert_eq!(route.check(&network), Ok(()), "{route:?}");
                assert_eq!(route.is_optimal(), route.is_found());
                judge_ends(&route, &from, &to);
                found += usize::from(route.is_found());
            }
            let (from, to) = ([from], [to]);
            let costs = router.costs(&from, &to, &mut work).unwrap();
            assert_eq!(costs, [expected.cost]);
            let by_index = router.clone().by(Engine::Index(&index));
            assert_eq!(by_index.costs(&from, &to, &mut work).unwrap(), costs);
        }
    }
    assert!(found > 1500 && same > 30, "{found} {same}");
}

/// Whether a route begins and ends where it should.
fn judge_ends(route: &Route, from: &Location, to: &Location) {
    if !route.is_found() {
        return;
    }
    match from {
        Location::Node(node) => assert_eq!(route.nodes.first(), Some(node)),
        Location::OnEdges(on) => {
            let first = OnEdge { edge: route.edges[0], fraction: route.begins };
            assert!(on.contains(&first), "{first:?} {on:?}");
        }
        _ => unreachable!(),
    }
    match to {
        Location::Node(node) => assert_eq!(route.nodes.last(), Some(node)),
        Location::OnEdges(on) => {
            let last = OnEdge { edge: *route.edges.last().unwrap(), fraction: route.ends };
            assert!(on.contains(&last), "{last:?} {on:?}");
        }
        _ => unreachable!(),
    }
}

#[test]
fn legs_and_points_add_up() {
    let mut dice = Dice::new(5);
    let network = city(&mut dice, 6, 8);
    let router = Router::new(&network).unwrap();
    let mut work = Workspace::new();
    for _ in 0..100 {
        let mut place = || {
            let at = Position::new(52.0 + dice.share() * 0.005, 13.0 + dice.share() * 0.0075);
            router.snap(at).unwrap()
        };
        let (from, to) = (place(), place());
        let route = router.route(&from.location, &to.location, &mut work).unwrap();
        if !route.is_found() {
            continue;
        }
        let legs = route.legs(&network);
        assert_eq!(legs.iter().map(|leg| leg.cost).sum::<Cost>(), route.cost);
        assert!(legs.windows(2).all(|pair| pair[0].name != pair[1].name));
        let points = route.points(&network);
        let (first, last) = (points[0], points[points.len() - 1]);
        assert!(
            first.metres_to(from.position.unwrap()) < 0.01
                && last.metres_to(to.position.unwrap()) < 0.01
        );
        let length: f64 = points.windows(2).map(|pair| pair[0].metres_to(pair[1])).sum();
        assert!((length - route.metres(&network)).abs() < 0.01, "{length}");
    }
}

/// All loopless paths of states between two nodes, by depth-first search.
fn all_paths(router: &Router<'_>, from: u32, to: u32) -> Vec<(Cost, Vec<u32>)> {
    fn go_on(
        router: &Router<'_>,
        goal: u32,
        at: u32,
        passed: &mut Vec<u32>,
        edges: &mut Vec<u32>,
        cost: Cost,
        found: &mut Vec<(Cost, Vec<u32>)>,
    ) {
        if at == goal {
            let own = edges.iter().filter_map(|&edge| router.turns().edge(edge)).collect();
            return found.push((cost, own));
        }
        passed.push(at);
        for (edge, head, price) in router.graph().edges_from(at) {
            if !passed.contains(&head) {
                edges.push(edge);
                go_on(router, goal, head, passed, edges, cost + price, found);
                edges.pop();
            }
        }
        passed.pop();
    }
    let mut found = Vec::new();
    let turns = router.turns();
    let (start, goal) = (turns.start(from), turns.goal(to));
    go_on(router, goal, start, &mut Vec::new(), &mut Vec::new(), Cost::ZERO, &mut found);
    found.sort();
    found
}

#[test]
fn the_next_shortest_are_those_of_a_search_through_all_paths() {
    let mut work = Workspace::new();
    let mut compared = 0;
    for seed in 0..250 {
        let network = network(&mut Dice::new(seed + 77), 6, 13, (seed % 4) as usize * 2, false);
        let router = Router::new(&network).unwrap();
        for (from, to) in [(0, 1), (2, 3), (4, 5), (5, 0)] {
            let all = all_paths(&router, from, to);
            for count in [1, 2, 5, 40] {
                let routes = router
                    .shortest(&Location::Node(from), &Location::Node(to), count, &mut work)
                    .unwrap();
                let costs: Vec<Cost> = routes.iter().map(|route| route.cost).collect();
                let expected: Vec<Cost> = all.iter().take(count).map(|path| path.0).collect();
                assert_eq!(costs, expected, "seed {seed}, {from} to {to}: {count}");
                let mut distinct: Vec<_> = routes.iter().map(|route| &route.edges).collect();
                distinct.sort();
                distinct.dedup();
                assert_eq!(distinct.len(), routes.len());
                for route in &routes {
                    assert_eq!(route.check(&network), Ok(()));
                }
                compared += routes.len();
            }
        }
    }
    assert!(compared > 3000, "{compared}");
}

#[test]
fn alternatives_between_places_begin_with_the_best_and_are_valid() {
    let mut dice = Dice::new(6);
    let mut work = Workspace::new();
    let mut different = 0;
    for seed in 0..6 {
        let network = city(&mut dice, 9, 10 * (seed % 2));
        let router = Router::new(&network).unwrap();
        for _ in 0..20 {
            let mut place = || {
                let at = Position::new(52.0 + dice.share() * 0.008, 13.0 + dice.share() * 0.012);
                router.snap(at).unwrap().location
            };
            let (from, to) = (place(), place());
            let best = router.route(&from, &to, &mut work).unwrap();
            let shortest = router.shortest(&from, &to, 5, &mut work).unwrap();
            let rule = Difference::default();
            let others = router.different(&from, &to, 4, &rule).unwrap();
            if !best.is_found() {
                assert!(shortest.is_empty() && others.is_empty());
                continue;
            }
            for routes in [&shortest, &others] {
                assert_eq!(routes[0].cost, best.cost);
                assert!(routes[0].is_optimal());
                for route in routes {
                    assert_eq!(route.check(&network), Ok(()), "{route:?}");
                    judge_ends(route, &from, &to);
                }
            }
            assert!(shortest.is_sorted_by_key(|route| route.cost));
            different += others.len() - 1;
            let optimum = best.cost.to_f64();
            for (place, route) in others.iter().enumerate().skip(1) {
                assert!(route.cost.to_f64() <= optimum * (1.0 + rule.stretch) + 1e-6);
                let taken = |edge: &u32| others[..place].iter().any(|one| one.edges.contains(edge));
                let shared: f64 = (0..route.edges.len())
                    .filter(|&at| taken(&route.edges[at]))
                    .map(|at| route.cost_of(&network, at).to_f64())
                    .sum();
                assert!(shared <= optimum * rule.sharing + 1e-6);
            }
        }
    }
    assert!(different > 20, "{different}");
}

#[test]
fn the_best_order_is_no_more_expensive_than_any_other() {
    let network = city(&mut Dice::new(7), 7, 20);
    let router = Router::new(&network).unwrap();
    let mut work = Workspace::new();
    let [start, a, b, c, end] = [0, 40, 12, 33, 48].map(Location::Node);
    let stops = [a, b, c];
    let order = router.best_order(&start, &stops, &end, &mut work).unwrap().unwrap();
    let mut whole = |order: &[usize]| {
        let between = order.iter().map(|&stop| &stops[stop]);
        let all: Vec<&Location> = std::iter::once(&start).chain(between).chain([&end]).collect();
        let mut cost = |pair: &[&Location]| router.route(pair[0], pair[1], &mut work).unwrap().cost;
        all.windows(2).map(&mut cost).sum::<Cost>()
    };
    let best = whole(&order);
    for other in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        assert!(best <= whole(&other));
    }
    let many = vec![Location::Node(1); 13];
    let error = router.best_order(&start, &many, &end, &mut work).unwrap_err();
    assert!(matches!(error, wayline::Error::Graph(GraphError::TooMany { max: 12, .. })));
}

#[test]
fn avoided_edges_are_not_taken_nor_begun_on() {
    let network = city(&mut Dice::new(8), 5, 5);
    let mut work = Workspace::new();
    let plain = Router::new(&network).unwrap();
    let (from, to) = (Location::Node(0), Location::Node(24));
    let route = plain.route(&from, &to, &mut work).unwrap();
    let avoided = [route.edges[1], route.edges[2]];
    let router = Router::new(&network).unwrap().avoiding(&avoided).unwrap();
    let around = router.route(&from, &to, &mut work).unwrap();
    assert!(around.cost >= route.cost && !around.edges.iter().any(|edge| avoided.contains(edge)));
    let on = Location::OnEdges(vec![OnEdge { edge: avoided[0], fraction: 0.5 }]);
    assert_eq!(router.route(&on, &to, &mut work).unwrap().outcome, Outcome::Unreachable);
    assert_eq!(router.route(&on, &on, &mut work).unwrap().outcome, Outcome::Unreachable);
}

#[test]
fn what_was_searched_is_known_to_who_draws() {
    let network = city(&mut Dice::new(9), 8, 6);
    let router = Router::new(&network).unwrap().by(Engine::Search(Algorithm::Dijkstra));
    let mut work = Workspace::new();
    let (from, to) = (Location::Node(0), Location::Node(63));
    let route = router.route(&from, &to, &mut work).unwrap();
    let seen = router.searched(&from, &to, &mut work).unwrap();
    assert_eq!(seen.len() as u64, route.stats.expanded);
    assert!(seen.iter().all(|&node| (node as usize) < network.nodes()));
}

#[test]
fn places_are_found_by_id_code_name_and_position() {
    let mut builder = NetworkBuilder::default();
    for (id, name, code) in [("7", "Oslo", "OSL"), ("8", "Bergen", "BGO"), ("9", "Bergen", "XXX")] {
        builder.nodes.push(Node {
            id: id.to_owned(),
            name: name.to_owned(),
            codes: vec![code.to_owned()],
            position: Some(Position::new(60.0, 10.0)),
        });
    }
    builder.edges.push(Edge { from: 0, to: 1, cost: 1.0, ..Edge::default() });
    let network = builder.build().unwrap();
    let router = Router::new(&network).unwrap();
    for text in ["7", "OSL", "osl", " Oslo ", "oSLO"] {
        assert_eq!(router.find(text).unwrap().location, Location::Node(0), "{text}");
    }
    assert!((router.find("-1.5, 2").unwrap().metres / 1e6 - 6.88).abs() < 0.1);
    let error = router.find("bergen").unwrap_err();
    assert_eq!(
        error.to_string(),
        "2 nodes are called 'bergen', with the ids 8, 9: expected one of these"
    );
    let error = router.find("Olso").unwrap_err().to_string();
    assert!(error.contains("did you mean Oslo?"), "{error}");
    let error = router.find("OSLL").unwrap_err().to_string();
    assert!(error.contains("OSL"), "{error}");
    assert!(matches!(router.find("95,10"), Err(PlaceError::OffGlobe { .. })));
    for nonsense in ["", ",", "1,2,3", "\u{0}", "nan,nan"] {
        assert!(router.find(nonsense).is_err(), "{nonsense}");
    }
    let flat = NetworkBuilder { nodes: vec![Node::default()], ..Default::default() };
    let flat = flat.build().unwrap();
    let error = Router::new(&flat).unwrap().find("1.5,2").unwrap_err();
    assert!(matches!(error, PlaceError::NoPositions { .. }));
}

#[test]
fn the_judge_finds_what_is_wrong() {
    let network = city(&mut Dice::new(10), 4, 0);
    let router = Router::new(&network).unwrap();
    let (from, to) = (Location::Node(0), Location::Node(15));
    let route = router.route(&from, &to, &mut Workspace::new()).unwrap();
    let mut dearer = route.clone();
    dearer.cost = route.cost + Cost::from(1);
    assert!(dearer.check(&network).is_err());
    let mut torn = route.clone();
    torn.edges.remove(1);
    assert!(matches!(torn.check(&network), Err(check::RouteFlaw::Gap { .. })));
    let mut elsewhere = route.clone();
    elsewhere.nodes[1] = 15;
    assert!(elsewhere.check(&network).is_err());
    let mut unknown = route;
    unknown.edges[0] = 999;
    assert!(unknown.check(&network).is_err());
}
