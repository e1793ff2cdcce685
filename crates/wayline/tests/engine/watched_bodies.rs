//! Searches for bodies that are watched: the answer is the same, and events agree with counts.

use crate::bodies::fitting;
use crate::body_oracle::{Truth, random_kind, random_placement, random_terrain};
use crate::oracle::{Random, effort};
use std::collections::HashMap;
use wayline::body::{BodyMap, BodyQuery, Estimate, Method, Placement, Replanner};
use wayline::{Answer, Event, EventKind, Recorder, Stats, Workspace, search, search_watched};

/// Outcome, cost, path and counts.
fn whole(answer: &Answer<'_, Placement>) -> (String, Vec<Placement>, Stats) {
    (format!("{:?} {}", answer.outcome, answer.cost), answer.path.to_vec(), answer.stats)
}

fn count(events: &[Event], kind: EventKind) -> u64 {
    events.iter().filter(|event| event.kind == kind).count() as u64
}

#[test]
fn watching_changes_nothing_and_events_agree_with_counts() {
    let mut random = Random(41);
    for _ in 0..(150 * effort()) {
        let terrain = random_terrain(&mut random, 12);
        let kind = random_kind(&mut random);
        let truth = Truth::new(&terrain, &kind);
        let (from, to) = (fitting(&mut random, &truth), random_placement(&mut random, &terrain));
        let map = BodyMap::new(kind, &terrain);
        let mut work = Workspace::new();
        for estimate in [Estimate::Auto, Estimate::Zero, Estimate::Euclid, Estimate::Free] {
            for backward in [false, true] {
                let mut query = BodyQuery::new(from, to).estimate(estimate);
                if backward {
                    query = query.backward();
                }
                let unwatched = whole(&search(&map, &query, &mut work).unwrap());
                let mut seen = Recorder::default();
                let answer = search_watched(&map, &query, &mut work, &mut seen).unwrap();
                assert_eq!(whole(&answer), unwatched);
                let events = seen.events();
                let stats = answer.stats;
                let expanded = count(events, EventKind::Expand);
                // A field's places are counted among the expanded, and are no events.
                if estimate == Estimate::Auto && !backward {
                    assert!(expanded <= stats.expanded);
                } else {
                    assert_eq!(expanded, stats.expanded);
                }
                assert_eq!(expanded, count(events, EventKind::Close));
                let (new, better) =
                    (count(events, EventKind::Generate), count(events, EventKind::Update));
                assert_eq!(new + better, stats.generated);
                let mut g = HashMap::new();
                for event in events {
                    match event.kind {
                        EventKind::Generate => {
                            assert!(g.insert(event.node, event.g).is_none());
                        }
                        EventKind::Update => {
                            assert!(g.insert(event.node, event.g).is_some_and(|old| old > event.g));
                        }
                        _ => assert_eq!(g.get(&event.node), Some(&event.g)),
                    }
                    assert!(event.parent.is_none_or(|parent| g.contains_key(&parent)));
                }
            }
        }
    }
}

#[test]
fn a_watched_replanner_tells_what_it_expands() {
    let mut random = Random(42);
    for round in 0..(60 * effort()) {
        let mut terrain = random_terrain(&mut random, 12);
        let kind = random_kind(&mut random);
        let truth = Truth::new(&terrain, &kind);
        let (from, to) = (fitting(&mut random, &truth), fitting(&mut random, &truth));
        let mut map = BodyMap::new(kind, &terrain);
        let (mut watched, mut unwatched) = (Replanner::new(&map), Replanner::new(&map));
        if round % 2 == 0 {
            watched.shared_by(9);
            unwatched.shared_by(9);
        }
        let mut work = Workspace::new();
        for _ in 0..6 {
            let query = BodyQuery::new(from, to);
            let mut seen = Recorder::default();
            let answer =
                watched.plan_watched(&terrain, &map, &query, &mut work, &mut seen).unwrap();
            let (stats, told) = (answer.stats, whole(&answer));
            assert_eq!(count(seen.events(), EventKind::Expand), stats.expanded);
            assert_eq!(told, whole(&unwatched.plan(&terrain, &map, &query, &mut work).unwrap()));
            assert!(watched.method() == Method::Field || round % 2 == 1);
            assert_eq!(watched.method(), unwatched.method());
            let known: Vec<u32> =
                watched.learnt(&map).map(|placement| map.state(placement).unwrap()).collect();
            assert!(known.is_sorted());
            let cell = random_placement(&mut random, &terrain).cell();
            terrain.set_blocked(cell, random.below(2) == 0).unwrap();
            map.refresh(&terrain).unwrap();
        }
    }
}
