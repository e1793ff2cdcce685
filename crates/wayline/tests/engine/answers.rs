//! What an answer says: ends, limits, slices, threads, and that nothing but the question decides
//! it.

use crate::oracle::{Random, free_cell, grid_costs, random_grid};
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use wayline::{
    Algorithm, Answer, Cell, Cost, End, Event, EventKind, Grid, Guarantee, Limit, Limits, Open,
    Outcome, Query, QueryError, Recorder, Search, Stats, Stop, Ties, Workspace, algorithms, batch,
    check, compass_words, reach, search, search_watched, smooth, turning_points,
};

/// Everything an answer says, to compare.
type Said = (Outcome, Cost, Vec<Cell>, Stats);

fn said(answer: Answer<'_, Cell>) -> Said {
    (answer.outcome, answer.cost, answer.path.to_vec(), answer.stats)
}

/// Random questions: with walls, with no way through, some with terrain.
fn questions(seed: u64, count: usize, side: u32) -> Vec<(Grid, Cell, Cell)> {
    let mut random = Random(seed);
    let mut all = Vec::new();
    while all.len() < count {
        let density = random.below(45);
        let mut grid = random_grid(&mut random, side, side, density);
        if random.below(3) == 0 {
            for cell in grid.cells() {
                grid.set_multiplier(cell, 1.0 + random.below(8) as f64).unwrap();
            }
        }
        let ends = (free_cell(&mut random, &grid), free_cell(&mut random, &grid));
        if let (Some(from), Some(to)) = ends {
            all.push((grid, from, to));
        }
    }
    all
}

/// Every algorithm that can be run on these questions in reasonable time.
fn all_algorithms(grid: &Grid) -> impl Iterator<Item = Algorithm> + '_ {
    let all = algorithms().iter().map(|info| info.algorithm);
    all.filter(|&algorithm| match algorithm {
        Algorithm::Ida | Algorithm::Prepared => false,
        Algorithm::Theta => !grid.is_weighted(),
        leaping if leaping.info().plain_grids_only => !grid.is_weighted(),
        _ => true,
    })
}

fn limited(algorithm: Algorithm) -> Limits<'static> {
    let naive = algorithm == Algorithm::Naive;
    Limits::default().expansions(naive.then_some(2000))
}

#[test]
fn a_dirty_workspace_answers_as_a_fresh_one() {
    let mut dirty = Workspace::new();
    for (grid, from, to) in questions(31, 60, 20) {
        for algorithm in all_algorithms(&grid) {
            let query = Query::new(from, to)
                .algorithm(algorithm)
                .limits(limited(algorithm))
                .without_shortcut();
            let fresh = said(search(&grid, &query, &mut Workspace::new()).unwrap());
            assert_eq!(said(search(&grid, &query, &mut dirty).unwrap()), fresh, "{algorithm}");
        }
    }
}

#[test]
fn slices_answer_as_one_go() {
    let mut random = Random(32);
    for (grid, from, to) in questions(33, 60, 20) {
        for algorithm in all_algorithms(&grid).chain([Algorithm::Ida]) {
            let limits = match algorithm {
                Algorithm::Ida => Limits::default().expansions(3000),
                other => limited(other),
            };
            let query = Query::new(from, to).algorithm(algorithm).limits(limits).without_shortcut();
            let one_go = said(search(&grid, &query, &mut Workspace::new()).unwrap());
            let mut slices = Search::new(query);
            let sliced = loop {
                if let Some(answer) = slices.step(&grid, 1 + random.below(7)).unwrap() {
                    break said(answer);
                }
            };
            assert_eq!(sliced, one_go, "{algorithm}");
        }
    }
}

#[test]
fn threads_do_not_matter() {
    let (grid, _, _) = questions(34, 1, 64).remove(0);
    let mut random = Random(35);
    let queries: Vec<Query<'_, Cell>> = (0..300)
        .map(|i| {
            let free = [(); 2].map(|()| free_cell(&mut random, &grid).unwrap());
            let query = Query::new(free[0], free[1]);
            if i % 50 == 0 { Query::new(free[0], Cell::new(99, 99)) } else { query }
        })
        .collect();
    let one = batch(&grid, &queries, 1, said);
    assert_eq!(one.len(), 300);
    assert!(one[0].is_err() && one[1].is_ok());
    for threads in [2, 8] {
        assert_eq!(batch(&grid, &queries, threads, said), one);
    }
}

#[test]
fn the_open_list_changes_nothing_but_the_time() {
    for (grid, from, to) in questions(36, 60, 24) {
        for algorithm in
            [Algorithm::AStar, Algorithm::Dijkstra, Algorithm::Weighted, Algorithm::Greedy]
        {
            for ties in [Ties::Newest, Ties::HighG, Ties::LowG] {
                let query = Query::new(from, to).algorithm(algorithm).ties(ties).without_shortcut();
                let heap = query.clone().open(Open::Heap);
                let expected = said(search(&grid, &heap, &mut Workspace::new()).unwrap());
                for open in Open::ALL {
                    let query = query.clone().open(open);
                    let answer = said(search(&grid, &query, &mut Workspace::new()).unwrap());
                    assert_eq!(answer, expected, "{algorithm} {open} {ties:?}");
                }
            }
        }
    }
}

#[test]
fn steps_left_out_as_pointless_change_no_count() {
    // Terrain switches the short cut in expansion off; terrain of ones costs the same.
    for (grid, from, to) in questions(37, 200, 24) {
        if grid.is_weighted() {
            continue;
        }
        let mut full = grid.clone();
        full.set_multiplier((0, 0), 2.0).unwrap();
        full.set_multiplier((0, 0), 1.0).unwrap();
        assert!(full.is_weighted());
        for algorithm in [Algorithm::AStar, Algorithm::Dijkstra, Algorithm::Bidirectional] {
            let query = Query::new(from, to).algorithm(algorithm).without_shortcut();
            let with = said(search(&grid, &query, &mut Workspace::new()).unwrap());
            let without = said(search(&full, &query, &mut Workspace::new()).unwrap());
            assert_eq!(with, without, "{algorithm}");
        }
    }
}

#[test]
fn expansions_are_those_of_the_textbook() {
    // With ties aside: everything with f below the optimum is expanded, nothing with f above.
    for (grid, from, to) in questions(38, 40, 20) {
        let truth = grid_costs(&grid, from);
        let Some(best) = truth[(to.y * 20 + to.x) as usize] else { continue };
        let query = Query::new(from, to).algorithm(Algorithm::Dijkstra);
        let mut work = Workspace::new();
        let answer = search(&grid, &query, &mut work).unwrap();
        let below = truth.iter().flatten().filter(|&&cost| cost < best).count() as u64;
        let upto = truth.iter().flatten().filter(|&&cost| cost <= best).count() as u64;
        assert!((below..upto).contains(&answer.stats.expanded));
        assert_eq!(answer.stats.reopened, 0);
    }
}

/// A question that is known to be hopeless has no path, whatever the workspace was used for before.
#[test]
fn nothing_is_left_of_an_earlier_search() {
    let grid = Grid::from_rows(["...#."]).unwrap();
    for info in algorithms().iter().filter(|info| !info.prepared) {
        let mut work = Workspace::new();
        let query = |to| Query::new((0, 0), (to, 0)).algorithm(info.algorithm);
        assert_eq!(search(&grid, &query(2), &mut work).unwrap().path.len(), 3, "{}", info.name);
        let hopeless = search(&grid, &query(4), &mut work).unwrap();
        assert_eq!(hopeless.outcome, Outcome::Unreachable, "{}", info.name);
        assert!(hopeless.path.is_empty() && hopeless.waypoints.is_empty(), "{}", info.name);
    }
}

#[test]
fn start_is_goal() {
    let grid = Grid::new(5, 5).unwrap();
    for info in algorithms().iter().filter(|info| !info.prepared) {
        for stop in [Stop::Settled, Stop::Generated] {
            if info.grids_only && stop != Stop::Settled {
                continue;
            }
            let query = Query::new((2, 2), (2, 2)).algorithm(info.algorithm).stop(stop);
            let mut work = Workspace::new();
            let answer = search(&grid, &query, &mut work).unwrap();
            assert!(answer.is_found(), "{}", info.name);
            assert_eq!(
                (answer.cost, &*answer.path),
                (Cost::ZERO, &[Cell::new(2, 2)][..]),
                "{}",
                info.name
            );
            assert_eq!(answer.stats.expanded, 0, "{}", info.name);
        }
    }
}

#[test]
fn several_starts_and_goals() {
    for (grid, from, to) in questions(39, 60, 18) {
        let mut random = Random(from.x as u64 * 100 + to.y as u64);
        let mut some = || -> Vec<Cell> {
            (0..1 + random.below(4)).filter_map(|_| free_cell(&mut random, &grid)).collect()
        };
        let (starts, goals) = (some(), some());
        let best = starts
            .iter()
            .flat_map(|&start| {
                let truth = grid_costs(&grid, start);
                goals.iter().filter_map(|goal| truth[(goal.y * 18 + goal.x) as usize]).min()
            })
            .min();
        let mut work = Workspace::new();
        for algorithm in [Algorithm::AStar, Algorithm::Dijkstra, Algorithm::Bidirectional] {
            let query = Query::between(&starts, &goals).algorithm(algorithm);
            let answer = search(&grid, &query, &mut work).unwrap();
            assert_eq!(answer.is_found(), best.is_some());
            if let Some(best) = best {
                assert_eq!(answer.cost, best, "{algorithm}");
                let (first, last) = (answer.path[0], *answer.path.last().unwrap());
                assert!(starts.contains(&first) && goals.contains(&last));
                assert_eq!(check::grid_path(&grid, &answer.path, first, last), Ok(best));
            }
        }
    }
}

#[test]
fn a_predicate_for_a_goal() {
    let grid = Grid::from_rows(["......", ".####.", "......"]).unwrap();
    let mut work = Workspace::new();
    let bottom = |cell: &Cell| cell.y == 2;
    let answer = search(&grid, &Query::until((2, 0), &bottom), &mut work).unwrap();
    assert!(answer.is_optimal());
    assert_eq!(answer.cost, Cost::from(4));
    let nowhere = |_: &Cell| false;
    let answer = search(&grid, &Query::until((2, 0), &nowhere), &mut work).unwrap();
    assert_eq!(answer.outcome, Outcome::Unreachable);
    let query = Query::until((2, 0), &bottom).algorithm(Algorithm::Bidirectional);
    assert!(matches!(search(&grid, &query, &mut work), Err(QueryError::Unsupported { .. })));
}

#[test]
fn the_closest_that_can_be_reached() {
    for (grid, from, to) in questions(40, 80, 16) {
        let truth = grid_costs(&grid, from);
        let mut work = Workspace::new();
        for algorithm in [Algorithm::Auto, Algorithm::AStar, Algorithm::Dijkstra] {
            let answer =
                search(&grid, &Query::new(from, to).algorithm(algorithm).closest(), &mut work)
                    .unwrap();
            let end = *answer.path.last().unwrap();
            let cost = |cell: Cell| truth[(cell.y * 16 + cell.x) as usize];
            assert_eq!(check::grid_path(&grid, &answer.path, from, end), Ok(answer.cost));
            assert_eq!(cost(end), Some(answer.cost), "{algorithm}");
            if cost(to).is_some() {
                assert!(answer.is_optimal() && end == to);
                continue;
            }
            assert_eq!(answer.outcome, Outcome::Unreachable);
            let least = if grid.is_weighted() { None } else { Some(octile(end, to)) };
            for cell in grid.cells().filter(|&cell| cost(cell).is_some()) {
                if let Some(least) = least {
                    let key = |cell| (octile(cell, to), cost(cell).unwrap());
                    assert!(key(cell) >= (least, answer.cost), "{cell} is closer than {end}");
                }
            }
        }
    }
    // A blocked goal is one that cannot be reached.
    let grid = Grid::from_rows(["...", "..#"]).unwrap();
    let mut work = Workspace::new();
    let query = Query::new((0, 0), (2, 1));
    assert_eq!(
        search(&grid, &query, &mut work).unwrap_err(),
        QueryError::Blocked { end: End::Goal, cell: Cell::new(2, 1) }
    );
    let answer = search(&grid, &query.closest(), &mut work).unwrap();
    assert_eq!(answer.cost, Cost::SQRT_2);
}

fn octile(a: Cell, b: Cell) -> Cost {
    let (dx, dy) = (a.x.abs_diff(b.x) as u64, a.y.abs_diff(b.y) as u64);
    let (long, short) = (dx.max(dy), dx.min(dy));
    Cost::from_raw((long - short) * Cost::ONE.raw() + short * Cost::SQRT_2.raw())
}

#[test]
fn states_to_avoid() {
    for (grid, from, to) in questions(41, 80, 16) {
        let mut random = Random(to.x as u64 * 31 + from.y as u64);
        let avoid: Vec<Cell> = (0..20).filter_map(|_| free_cell(&mut random, &grid)).collect();
        let mut work = Workspace::new();
        let mut costs = HashSet::new();
        for algorithm in [Algorithm::AStar, Algorithm::Dijkstra, Algorithm::Bidirectional] {
            for open in [Open::Array, Open::Heap, Open::Bucket] {
                let query = Query::new(from, to).algorithm(algorithm).open(open).avoid(&avoid);
                let answer = search(&grid, &query, &mut work).unwrap();
                assert!(answer.path.iter().skip(1).all(|cell| !avoid.contains(cell)));
                if from != to && avoid.contains(&to) {
                    assert!(!answer.is_found());
                }
                costs.insert((answer.is_found(), answer.cost));
            }
        }
        assert_eq!(costs.len(), 1, "{costs:?}");
    }
}

#[test]
fn limits() {
    let grid = Grid::new(60, 60).unwrap();
    let mut work = Workspace::new();
    let query = Query::new((0, 0), (59, 30)).algorithm(Algorithm::Dijkstra);
    let stopped = |limits: Limits<'_>, work: &mut Workspace| {
        let answer = search(&grid, &query.clone().limits(limits), work).unwrap();
        (answer.outcome, answer.stats.expanded)
    };
    let few = Limits::default().expansions(100);
    assert_eq!(stopped(few, &mut work), (Outcome::Stopped(Limit::Expansions), 100));
    let none = Limits::default().expansions(0);
    assert_eq!(stopped(none, &mut work), (Outcome::Stopped(Limit::Expansions), 0));
    let quick = Limits::default().time(Duration::ZERO);
    assert_eq!(stopped(quick, &mut work), (Outcome::Stopped(Limit::Time), 0));
    let cancel = AtomicBool::new(true);
    let cancelled = Limits::default().cancel(&cancel);
    assert_eq!(stopped(cancelled, &mut work), (Outcome::Stopped(Limit::Cancelled), 0));
    // A limit that is just enough is no limit.
    let best = search(&grid, &query, &mut work).unwrap();
    let (cost, expanded) = (best.cost, best.stats.expanded);
    let enough = Limits::default().expansions(expanded).cost(cost);
    for info in algorithms()
        .iter()
        .filter(|info| info.optimal && !matches!(info.name, "naive" | "prepared"))
    {
        let query = query.clone().algorithm(info.algorithm);
        let within = search(&grid, &query.clone().limits(enough), &mut work).unwrap();
        assert!(within.is_optimal() && within.cost == cost, "{}", info.name);
        let less = Cost::from_raw(cost.raw() - 1);
        let tight = Limits::default().cost(less);
        let beyond = search(&grid, &query.limits(tight), &mut work).unwrap();
        assert_eq!(beyond.outcome, Outcome::Stopped(Limit::Cost), "{}", info.name);
        assert!(beyond.path.is_empty() && beyond.cost.is_infinite(), "{}", info.name);
    }
}

#[test]
fn cancelling_from_another_thread() {
    let grid = Grid::new(1000, 1000).unwrap();
    let cancel = AtomicBool::new(false);
    let outcome = std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let limits = Limits::default().cancel(&cancel);
            let mut work = Workspace::new();
            loop {
                let query =
                    Query::new((0, 0), (999, 998)).algorithm(Algorithm::Dijkstra).limits(limits);
                let outcome = search(&grid, &query, &mut work).unwrap().outcome;
                if outcome != Outcome::Found {
                    return outcome;
                }
            }
        });
        std::thread::sleep(Duration::from_millis(20));
        cancel.store(true, std::sync::atomic::Ordering::Relaxed);
        search.join().unwrap()
    });
    assert_eq!(outcome, Outcome::Stopped(Limit::Cancelled));
}

#[test]
fn stopping_when_the_goal_is_seen_is_not_exact() {
    // The goal is seen first across the swamp, and reached best around it.
    let grid = Grid::from_rows(["..999..", "..999..", "......."]).unwrap();
    let mut work = Workspace::new();
    let query = Query::new((1, 0), (5, 0)).algorithm(Algorithm::Greedy);
    let seen = search(&grid, &query.clone().stop(Stop::Generated), &mut work).unwrap();
    assert_eq!(seen.guarantee, Guarantee::Nothing);
    let mut differ = 0;
    for (grid, from, to) in questions(42, 200, 12) {
        let query = Query::new(from, to).algorithm(Algorithm::AStar);
        let exact = search(&grid, &query, &mut work).unwrap();
        let (found, best) = (exact.is_found(), exact.cost);
        let quick = search(&grid, &query.stop(Stop::Generated), &mut work).unwrap();
        assert_eq!(quick.is_found(), found);
        if found && from != to {
            assert!(!quick.is_optimal() && quick.cost >= best);
            assert_eq!(check::grid_path(&grid, &quick.path, from, to), Ok(quick.cost));
            differ += u32::from(quick.cost > best);
        }
    }
    assert!(differ > 0, "no map on which the two differ");
    // And one to keep: two paths into the goal, the expensive one seen first.
    let grid = Grid::from_rows(["1.9", "1#1", "111"]).unwrap();
    let query = Query::new((0, 0), (2, 1)).algorithm(Algorithm::Dijkstra);
    let exact = search(&grid, &query, &mut work).unwrap().cost;
    let quick = search(&grid, &query.stop(Stop::Generated), &mut work).unwrap().cost;
    assert!(quick >= exact);
}

#[test]
fn everything_within_a_cost() {
    for (grid, from, _) in questions(43, 40, 16) {
        let truth = grid_costs(&grid, from);
        let most = Cost::from(6);
        let limits = Limits::default().cost(most);
        let mut work = Workspace::new();
        let reached = reach(&grid, &Query::everywhere(from).limits(limits), &mut work).unwrap();
        for cell in grid.cells() {
            let best = truth[(cell.y * 16 + cell.x) as usize];
            assert_eq!(reached.cost_to(&cell), best.filter(|&best| best <= most));
            if let Some(path) = reached.path_to(&cell) {
                assert_eq!(check::grid_path(&grid, &path, from, cell).ok(), best);
            }
        }
        let costs: Vec<Cost> = reached.iter().map(|(_, cost)| cost).collect();
        assert!(costs.is_sorted());
        // One to many: the goals, and no more than needed.
        let goals: Vec<Cell> = reached.iter().map(|(cell, _)| cell).take(5).collect();
        let many = reach(&grid, &Query::between(&[from], &goals), &mut Workspace::new())
            .map(|many| goals.iter().map(|goal| many.cost_to(goal)).collect::<Vec<_>>())
            .unwrap();
        let expected: Vec<_> =
            goals.iter().map(|goal| truth[(goal.y * 16 + goal.x) as usize]).collect();
        assert_eq!(many, expected);
    }
}

/// A search that is kept: refused once the space has changed, started again with the memory it has, watched
/// slice by slice as in one go.
#[test]
fn a_search_is_kept() {
    let mut grid = Grid::from_rows([".....", ".###.", "....."]).unwrap();
    let query = Query::new((0, 1), (4, 1)).algorithm(Algorithm::AStar);
    let mut work = Workspace::new();
    let mut whole = Recorder::default();
    let cost = search_watched(&grid, &query, &mut work, &mut whole).unwrap().cost;
    let mut kept = Search::with_workspace(query.clone(), work);
    assert!(!kept.is_done() && kept.stats() == Stats::default());
    let mut slices = Recorder::default();
    while kept.step_watched(&grid, 1, &mut slices).unwrap().is_none() {}
    assert_eq!(slices.events(), whole.events());
    assert!(kept.is_done() && kept.stats().expanded > 3);
    assert_eq!(kept.step(&grid, 0).unwrap().map(|answer| answer.cost), Some(cost));
    grid.set_free((2, 0), false).unwrap();
    assert_eq!(kept.step(&grid, 1), Err(QueryError::Changed));
    kept.restart(query.clone());
    assert!(!kept.is_done());
    assert_eq!(kept.step(&grid, u64::MAX).unwrap().map(|answer| answer.cost), Some(cost));
    // What it gives back serves another question.
    let mut work = kept.into_workspace();
    assert_eq!(search(&grid, &query, &mut work).unwrap().cost, cost);
}

/// From several starts each cell costs what it costs from the nearest; and where a predicate says what is a
/// goal, all there are were reached once everything was.
#[test]
fn everywhere_from_several_starts_and_until() {
    for (grid, from, to) in questions(45, 20, 12) {
        let truth = [grid_costs(&grid, from), grid_costs(&grid, to)];
        let mut work = Workspace::new();
        let reached = reach(&grid, &Query::everywhere_from(&[from, to]), &mut work).unwrap();
        for cell in grid.cells() {
            let at = (cell.y * 12 + cell.x) as usize;
            let best = truth.iter().filter_map(|truth| truth[at]).min();
            assert_eq!(reached.cost_to(&cell), best, "{cell}");
        }
        let everything = reach(&grid, &Query::everywhere(from), &mut work).unwrap();
        let (settled, ended) = (everything.len(), everything.outcome());
        assert_eq!(ended, Outcome::Unreachable, "there is no goal");
        for (is_goal, outcome) in [(true, Outcome::Found), (false, Outcome::Unreachable)] {
            let predicate = |cell: &Cell| is_goal && *cell == from;
            let reached = reach(&grid, &Query::until(from, &predicate), &mut work).unwrap();
            assert_eq!((reached.outcome(), reached.len()), (outcome, settled));
        }
    }
    let (grid, none, mut work) = (Grid::new(2, 2).unwrap(), [].as_slice(), Workspace::new());
    let refused = reach(&grid, &Query::everywhere_from(none), &mut work);
    assert_eq!(refused.map(|reached| reached.len()), Err(QueryError::NoStart));
}

#[test]
fn what_a_watcher_sees_adds_up() {
    for (grid, from, to) in questions(44, 40, 16) {
        let rememberers = all_algorithms(&grid).filter(|&algorithm| algorithm != Algorithm::Naive);
        for algorithm in rememberers.chain([Algorithm::Ida]) {
            let expansions = (algorithm == Algorithm::Ida).then_some(2000);
            let limits = Limits::default().expansions(expansions);
            let query = Query::new(from, to).algorithm(algorithm).without_shortcut().limits(limits);
            let mut recorder = Recorder::default();
            let mut work = Workspace::new();
            let watched = said(search_watched(&grid, &query, &mut work, &mut recorder).unwrap());
            assert_eq!(watched, said(search(&grid, &query, &mut work).unwrap()), "{algorithm}");
            let count = |kind| recorder.events().iter().filter(|event| event.kind == kind).count();
            assert_eq!(count(EventKind::Expand) as u64, watched.3.expanded, "{algorithm}");
            let put = count(EventKind::Generate) + count(EventKind::Update);
            assert_eq!(put as u64, watched.3.generated, "{algorithm}");
        }
    }
}

#[test]
fn large_maps_are_searched_alike() {
    // Large enough that records lie in bands: the general loop, which watchers get, has none.
    let mut random = Random(48);
    let grid = random_grid(&mut random, 1201, 903, 30);
    let (mut work, mut watched) = (Workspace::new(), Workspace::new());
    for _ in 0..4 {
        let ends = [(); 2].map(|()| free_cell(&mut random, &grid).unwrap());
        let query = Query::new(ends[0], ends[1]).algorithm(Algorithm::AStar);
        let general =
            said(search_watched(&grid, &query, &mut watched, &mut |_: &Event| {}).unwrap());
        let answer = search(&grid, &query, &mut work).unwrap();
        if answer.is_found() {
            let judged = check::grid_path(&grid, &answer.path, ends[0], ends[1]);
            assert_eq!(judged, Ok(answer.cost));
        }
        assert_eq!(said(answer), general);
    }
}

#[test]
fn ends_that_are_blocked_or_off_the_map_say_which() {
    let grid = Grid::from_rows(["..#"]).unwrap();
    let mut work = Workspace::new();
    let mut error = |from: (u32, u32), to: (u32, u32)| {
        search(&grid, &Query::new(from, to), &mut work).unwrap_err().to_string()
    };
    assert_eq!(error((2, 0), (0, 0)), "the start 2,0 is blocked");
    assert_eq!(error((0, 0), (2, 0)), "the goal 2,0 is blocked");
    assert!(error((0, 7), (0, 0)).starts_with("the start 0,7 is off the map, which is 3x1"));
    assert!(
        error((0, 0), (u32::MAX, u32::MAX)).starts_with("the goal 4294967295,4294967295 is off")
    );
}

#[test]
fn a_path_in_words_turns_and_drawn_tight() {
    let grid = Grid::from_rows(["....", ".##.", "...."]).unwrap();
    let mut work = Workspace::new();
    let answer = search(&grid, &Query::new((1, 0), (2, 2)), &mut work).unwrap();
    let words: Vec<String> = compass_words(&answer.path).map(|way| way.to_string()).collect();
    assert_eq!(words.len(), answer.steps());
    let turns: Vec<Cell> = turning_points(&answer.path).collect();
    assert_eq!((turns[0], turns[turns.len() - 1]), (Cell::new(1, 0), Cell::new(2, 2)));
    for (grid, from, to) in questions(45, 100, 20) {
        if grid.is_weighted() {
            continue;
        }
        let answer = search(&grid, &Query::new(from, to), &mut work).unwrap();
        let tight = smooth(&grid, &answer.path);
        if answer.is_found() {
            let length = check::line_path(&grid, &tight, from, to).unwrap();
            assert!(length.to_f64() <= answer.cost.to_f64() + 1e-6);
        }
    }
}

#[test]
fn lines_of_sight_agree_with_the_judge() {
    for (grid, from, _) in questions(46, 60, 14) {
        for corners in [wayline::Corners::Never, wayline::Corners::One, wayline::Corners::Always] {
            let grid = grid.clone().with_rules(grid.rules().corners(corners));
            for to in grid.cells().filter(|&cell| grid.is_free(cell)) {
                let judged = check::line_path(&grid, &[from, to], from, to).is_ok();
                assert_eq!(grid.line_of_sight(from, to), judged, "{from} {to} {corners:?}");
                assert_eq!(grid.line_of_sight(from, to), grid.line_of_sight(to, from));
            }
        }
    }
}

#[test]
fn edits_take_effect_at_once() {
    let mut random = Random(47);
    let mut grid = random_grid(&mut random, 12, 12, 30);
    let mut work = Workspace::new();
    for _ in 0..600 {
        let cell = Cell::new(random.below(12) as u32, random.below(12) as u32);
        grid.set_free(cell, random.below(2) == 0).unwrap();
        let ends = (free_cell(&mut random, &grid), free_cell(&mut random, &grid));
        let (Some(from), Some(to)) = ends else { continue };
        let best = grid_costs(&grid, from)[(to.y * 12 + to.x) as usize];
        let answer = search(&grid, &Query::new(from, to), &mut work).unwrap();
        assert_eq!(answer.is_found().then_some(answer.cost), best);
    }
}
