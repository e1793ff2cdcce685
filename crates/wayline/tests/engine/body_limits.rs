//! Limits of searches for bodies are exact, and costs are as documented.

use crate::bodies::{best_of, fitting, random_goals};
use crate::body_oracle::{Truth, random_kind, random_terrain};
use crate::oracle::Random;
use wayline::body::{
    BodyKind, BodyMap, BodyQuery, Estimate, Footprint, GoalField, Heading, PathMemory, Placement,
    Rule, Terrain,
};
use wayline::{Cost, Limit, Limits, Outcome, Search, Workspace, search};

const ESTIMATES: [Estimate; 5] =
    [Estimate::Auto, Estimate::Zero, Estimate::Free, Estimate::Field, Estimate::SharedField];

fn at_most(expansions: u64) -> Limits<'static> {
    Limits::default().expansions(expansions)
}

/// A search that needs N expansions is not stopped by a limit of N; with less it is, after exactly as
/// many as it was allowed.
#[test]
fn a_limit_on_expansions_is_exact() {
    let mut random = Random(8);
    let (mut stopped, mut finished) = (0, 0);
    for round in 0..150 {
        let terrain = random_terrain(&mut random, 14);
        let kind = random_kind(&mut random);
        let truth = Truth::new(&terrain, &kind);
        let from = fitting(&mut random, &truth);
        let goals = random_goals(&mut random, &truth);
        let map = BodyMap::new(kind.clone(), &terrain);
        let mut query =
            BodyQuery::to_nearest(from, &goals).estimate(ESTIMATES[round % ESTIMATES.len()]);
        if round % 7 == 0 {
            query = query.backward();
        }
        // A new workspace each time: a field that is shared would need less the second time.
        let ask = |limits: Limits<'static>| {
            let mut work = Workspace::new();
            let answer = search(&map, &query.clone().limits(limits), &mut work).unwrap();
            (answer.outcome, answer.cost, answer.stats.expanded)
        };
        let free = ask(Limits::default());
        assert_eq!(ask(at_most(free.2)), free, "{from} {goals:?} {round}");
        finished += 1;
        for n in [0, 1, 2, free.2 / 3, free.2 / 2, free.2.saturating_sub(1)] {
            if n < free.2 {
                let (outcome, _, expanded) = ask(at_most(n));
                assert_eq!((outcome, expanded), (Outcome::Stopped(Limit::Expansions), n));
                stopped += 1;
            }
        }
    }
    assert!(finished == 150 && stopped > 300, "{finished} {stopped}");
}

#[test]
fn replanning_keeps_to_limits_exactly() {
    let mut random = Random(88);
    let mut stopped = 0;
    for _ in 0..150 {
        let terrain = random_terrain(&mut random, 12);
        let kind = random_kind(&mut random);
        let truth = Truth::new(&terrain, &kind);
        let from = fitting(&mut random, &truth);
        let goals = random_goals(&mut random, &truth);
        let map = BodyMap::new(kind.clone(), &terrain);
        let query = BodyQuery::to_nearest(from, &goals);
        let by_paths = |limits| {
            let query = query.clone().limits(limits);
            let mut work = Workspace::new();
            let answer = PathMemory::new(&map).plan(&terrain, &map, &query, &mut work).unwrap();
            (answer.outcome, answer.stats.expanded)
        };
        let by_field = |limits| {
            let query = query.clone().limits(limits);
            let mut work = Workspace::new();
            let answer = GoalField::new(&map).plan(&terrain, &map, &query, &mut work).unwrap();
            (answer.outcome, answer.stats.expanded)
        };
        for ask in [&by_paths as &dyn Fn(Limits<'static>) -> _, &by_field] {
            let free: (Outcome, u64) = ask(Limits::default());
            assert_eq!(ask(at_most(free.1)), free);
            for n in [0, free.1 / 2, free.1.saturating_sub(1)] {
                if n < free.1 {
                    assert_eq!(ask(at_most(n)), (Outcome::Stopped(Limit::Expansions), n));
                    stopped += 1;
                }
            }
        }
    }
    assert!(stopped > 200, "{stopped}");
}

/// A slice expands exactly as many states as it was given, but for the last one.
#[test]
fn slices_are_exact() {
    let terrain = Terrain::new(40, 40).unwrap();
    let map = BodyMap::new(BodyKind::preset("tank").unwrap(), &terrain);
    let query = BodyQuery::new((0, 0, Heading::W), (30, 20));
    let mut work = Workspace::new();
    let whole = search(&map, &query, &mut work).unwrap().stats.expanded;
    let mut slices = Search::new(query);
    let mut steps = 1;
    let expanded = loop {
        if let Some(answer) = slices.step(&map, 7).unwrap() {
            break answer.stats.expanded;
        }
        steps += 1;
    };
    assert_eq!((expanded, steps), (whole, whole.div_ceil(7).max(1)));
}

/// Time x multiplier x slope, rounded up: of the numbers as they were given.
#[test]
fn costs_are_of_the_factors_as_given() {
    let kind = |multiplier: f64, uphill: f64, time: i64| {
        BodyKind::builder("cart", Footprint::rectangle(1, 1).unwrap())
            .rule(Rule::step(1, 0, time))
            .speed(b'R', multiplier)
            .uphill(uphill)
            .build()
            .unwrap()
    };
    let mut terrain = Terrain::from_rows(["RR", "RR"]).unwrap();
    terrain.set_elevation((1, 1), 1).unwrap();
    let cost = |kind: BodyKind, y: u32| {
        let map = BodyMap::new(kind, &terrain);
        map.move_cost(Placement::new(0, y, Heading::E), 0).unwrap()
    };
    assert_eq!(cost(kind(0.3, 0.0, 10), 0), 3);
    assert_eq!(cost(kind(0.1, 0.0, 10), 0), 1);
    assert_eq!(cost(kind(0.7, 0.0, 100), 0), 70);
    assert_eq!(cost(kind(1.1, 0.0, 1000), 0), 1100);
    assert_eq!(cost(kind(1.0001, 0.0, 10_000), 0), 10_001);
    assert_eq!(cost(kind(2.0 / 3.0, 0.0, 3), 0), 2);
    assert_eq!(cost(kind(1.0 / 256.0, 0.0, 256), 0), 1);
    assert_eq!(cost(kind(0.3, 0.0, 11), 0), 4);
    assert_eq!(cost(kind(1.0, 0.1, 10), 1), 11);
    assert_eq!(cost(kind(0.3, 0.1, 100), 1), 33);
    assert_eq!(cost(kind(255.0, 255.0, 10_000), 1), BodyKind::MAX_COST);
    // The judge agrees.
    let goal = [wayline::body::Goal::At(Placement::new(1, 1, Heading::E))];
    let path = [Placement::new(0, 1, Heading::E), Placement::new(1, 1, Heading::E)];
    let judged = wayline::check::body_path(&terrain, &kind(0.3, 0.1, 100), &path, path[0], &goal);
    assert_eq!(judged, Ok(Cost::from(33)));
}

/// The best of several starts in one search, whatever guides it and wherever a limit lies.
#[test]
fn several_starts_are_one_search() {
    let mut random = Random(10);
    let mut work = Workspace::new();
    let (mut asked, mut found) = (0, 0);
    for round in 0..400 {
        let terrain = random_terrain(&mut random, 12);
        let kind = random_kind(&mut random);
        let truth = Truth::new(&terrain, &kind);
        let one = fitting(&mut random, &truth);
        let goals = random_goals(&mut random, &truth);
        let starts = match round % 2 {
            0 => Heading::ALL.map(|heading| Placement { heading, ..one }),
            _ => [one, fitting(&mut random, &truth), fitting(&mut random, &truth), one],
        };
        let costs = starts.map(|from| best_of(&truth, &truth.costs(from), &kind, &goals));
        let best = costs.into_iter().flatten().min().map(|best| Cost::from(best as u32));
        let map = BodyMap::new(kind.clone(), &terrain);
        for estimate in ESTIMATES {
            let query = BodyQuery::between(&starts, &goals).estimate(estimate);
            for (query, is_backward) in [(query.clone(), false), (query.backward(), true)] {
                let answer = search(&map, &query, &mut work).unwrap();
                assert_eq!(answer.is_optimal().then_some(answer.cost), best, "{starts:?}");
                asked += 1;
                let Some(best) = best else { continue };
                found += 1;
                let from = answer.path[0];
                assert!(starts.contains(&from));
                let path = answer.path.to_vec();
                let judged = wayline::check::body_path(&terrain, &kind, &path, from, &goals);
                assert_eq!(judged, Ok(best));
                // Given in another order, they are the same question.
                let mut turned = starts;
                turned.reverse();
                let again = BodyQuery::between(&turned, &goals).estimate(estimate);
                let again = if is_backward { again.backward() } else { again };
                if estimate != Estimate::SharedField {
                    assert_eq!(search(&map, &again, &mut work).unwrap().path, path);
                }
                // A limit that the path keeps to takes nothing from the proof; a lower one stops.
                let limit = |cost| Limits::default().cost(cost);
                let answer = search(&map, &query.clone().limits(limit(best)), &mut work).unwrap();
                assert!(answer.is_optimal() && answer.cost == best);
                if let Some(less) = (best.raw() >> Cost::FRACTION_BITS).checked_sub(1) {
                    let limits = limit(Cost::from(less as u32));
                    let answer = search(&map, &query.clone().limits(limits), &mut work).unwrap();
                    assert_eq!(answer.outcome, Outcome::Stopped(Limit::Cost));
                }
            }
        }
    }
    assert!(asked == 4_000 && found > 1_000, "{found} of {asked}");
    let map = BodyMap::new(random_kind(&mut random), &Terrain::new(3, 3).unwrap());
    let goals = [(1, 1).into()];
    assert_eq!(
        search(&map, &BodyQuery::between(&[], &goals), &mut work).unwrap_err(),
        wayline::QueryError::NoStart
    );
}
