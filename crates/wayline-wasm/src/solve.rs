//! [`solve`]: one path, and what the judge says of it.

use crate::clock;
use crate::map::WaylineMap;
use crate::options::{Options, Verify};
use crate::to_js::{JsObject, numbers, or_null, words};
use std::sync::atomic::{AtomicBool, Ordering};
use wayline::{
    Algorithm, Answer, Budget, Cell, Cost, Grid, GridIndex, Guarantee, Limit, Limits, Open,
    Outcome, Preparation, Query, Search, Stats, Workspace, check, search, turning_points,
};

/// How many states are expanded between two looks at the clock.
const SLICE: u64 = 4096;
/// How far costs of lines at any angle may be apart: their lengths are rounded.
const LINE_SLACK: f64 = 1e-6;

/// What was found, and what is known about it.
pub(crate) struct Solved {
    pub(crate) from: Cell,
    pub(crate) to: Cell,
    pub(crate) outcome: Outcome,
    pub(crate) cost: Cost,
    pub(crate) path: Vec<Cell>,
    waypoints: Vec<Cell>,
    guarantee: Guarantee,
    pub(crate) algorithm: Algorithm,
    pub(crate) stats: Stats,
    pub(crate) ms: f64,
    /// What the judge says, if asked.
    pub(crate) verdict: Option<Result<(), String>>,
}

impl Solved {
    pub(crate) fn new(
        (from, to): (Cell, Cell),
        answer: &Answer<'_, Cell>,
        ms: f64,
        time_is_up: bool,
    ) -> Solved {
        // Time is the host's business here, so the engine was cancelled when it was up.
        let outcome = match answer.outcome {
            Outcome::Stopped(Limit::Cancelled) if time_is_up => Outcome::Stopped(Limit::Time),
            other => other,
        };
        Solved {
            from,
            to,
            outcome,
            cost: answer.cost,
            path: answer.path.to_vec(),
            waypoints: answer.waypoints.to_vec(),
            guarantee: answer.guarantee,
            algorithm: answer.algorithm,
            stats: answer.stats,
            ms,
            verdict: None,
        }
    }

    pub(crate) fn is_found(&self) -> bool {
        self.outcome == Outcome::Found
    }

    pub(crate) fn is_optimal(&self) -> bool {
        self.is_found() && self.guarantee == Guarantee::Optimal
    }

    pub(crate) fn is_at_any_angle(&self) -> bool {
        self.algorithm == Algorithm::Theta
    }

    /// At most this many times the optimum, if that is known.
    pub(crate) fn bound(&self) -> Option<f64> {
        match self.guarantee {
            _ if !self.is_found() => None,
            Guarantee::Optimal => Some(1.0),
            Guarantee::Within(bound) => Some(bound),
            Guarantee::Declared | Guarantee::Nothing => None,
        }
    }

    /// Where the path bends, its ends included.
    pub(crate) fn turns(&self) -> Vec<Cell> {
        if self.waypoints.is_empty() {
            turning_points(&self.path).collect()
        } else {
            self.waypoints.clone()
        }
    }
}

/// The ends asked for; those left out are the map's.
pub(crate) fn ends(map: &mut WaylineMap, options: &Options) -> Result<(Cell, Cell), String> {
    match (options.from, options.to) {
        (Some(from), Some(to)) => Ok((from, to)),
        (from, to) => {
            let (start, goal) = map.far_ends()?;
            Ok((from.unwrap_or(start), to.unwrap_or(goal)))
        }
    }
}

/// Finds a path.
pub(crate) fn solve(map: &mut WaylineMap, options: &Options) -> Result<Solved, String> {
    set_rules(map, options);
    let ends = ends(map, options)?;
    let mut solved = match options.algorithm {
        Algorithm::Prepared => read_from_index(map, options, ends)?,
        _ => searched(map, options, ends)?,
    };
    solved.verdict = match options.verify {
        Verify::Nothing => None,
        Verify::Path => Some(judge(&map.grid, &solved)),
        Verify::Dijkstra => Some(
            judge(&map.grid, &solved)
                .and_then(|()| beside_dijkstra(&map.grid, &solved, &mut map.work)),
        ),
    };
    Ok(solved)
}

pub(crate) fn set_rules(map: &mut WaylineMap, options: &Options) {
    if map.grid.rules() != options.rules {
        map.grid.set_rules(options.rules);
        map.index = None;
    }
}

fn searched(
    map: &mut WaylineMap,
    options: &Options,
    (from, to): (Cell, Cell),
) -> Result<Solved, String> {
    let WaylineMap { grid, work, .. } = map;
    let time_is_up = AtomicBool::new(false);
    let limits = Limits::default().cancel(&time_is_up);
    let query = options.query(from, to, limits)?;
    // Made at the first question otherwise, and no part of the search.
    grid.surely_apart(from, to);
    let began = clock::now();
    let Some(most) = options.max_ms else {
        let answer = search(grid, &query, work).map_err(words)?;
        return Ok(Solved::new((from, to), &answer, clock::now() - began, false));
    };
    let mut slices = Search::with_workspace(query, std::mem::take(work));
    let solved = loop {
        if let Some(answer) = slices.step(grid, SLICE).map_err(words)? {
            let late = time_is_up.load(Ordering::Relaxed);
            break Solved::new((from, to), &answer, clock::now() - began, late);
        }
        if clock::now() - began >= most {
            time_is_up.store(true, Ordering::Relaxed);
        }
    };
    *work = slices.into_workspace();
    Ok(solved)
}

/// Reads the path from an index, which is made of the map at the first question.
fn read_from_index(
    map: &mut WaylineMap,
    options: &Options,
    (from, to): (Cell, Cell),
) -> Result<Solved, String> {
    if options.closest {
        return Err("closest is for searches: choose another algorithm".to_owned());
    }
    let WaylineMap { grid, index, work, .. } = map;
    if index.is_none() {
        let work = Budget::milliseconds(20_000).work;
        let budget = Budget::default().memory(1 << 29).work(work);
        let settings = Preparation::default().budget(budget);
        *index = Some(GridIndex::prepare(grid, &settings).map_err(words)?);
    }
    let index = index.as_ref().ok_or("there is no index")?;
    let began = clock::now();
    let limits = Limits::default().cost(options.max_cost);
    let answer = search(index, &Query::new(from, to).limits(limits), work).map_err(words)?;
    let ms = clock::now() - began;
    Ok(Solved::new((from, to), &answer, ms, false))
}

/// Goes over a path, move by move, and adds up its cost. What is wrong, in words.
pub(crate) fn judge(grid: &Grid, solved: &Solved) -> Result<(), String> {
    // Of no path there is nothing to judge; one to the closest cell ends where it ends.
    let Some(&last) = solved.path.last() else { return Ok(()) };
    let to = if solved.is_found() { solved.to } else { last };
    let cost = if solved.is_at_any_angle() {
        check::line_path(grid, &solved.waypoints, solved.from, to)
    } else {
        check::grid_path(grid, &solved.path, solved.from, to)
    };
    let cost = cost.map_err(words)?;
    let apart = (cost.to_f64() - solved.cost.to_f64()).abs();
    let rounded = solved.is_at_any_angle() && apart <= LINE_SLACK * (1.0 + cost.to_f64());
    if cost == solved.cost || rounded {
        Ok(())
    } else {
        Err(format!("the path costs {cost}, the answer says {}", solved.cost))
    }
}

/// Whether what an answer claims is what plain Dijkstra says too.
fn beside_dijkstra(grid: &Grid, solved: &Solved, work: &mut Workspace) -> Result<(), String> {
    let bound = solved.bound();
    let claims = bound.is_some() || solved.outcome == Outcome::Unreachable;
    // A blocked goal is surely not reached, and not a question that Dijkstra takes.
    if !claims || !grid.is_free(solved.to) {
        return Ok(());
    }
    let query = Query::new(solved.from, solved.to)
        .algorithm(Algorithm::Dijkstra)
        .open(Open::Heap)
        .without_shortcut();
    let plain = search(grid, &query, work).map_err(words)?;
    match (solved.is_found(), plain.is_found()) {
        (false, false) => Ok(()),
        (false, true) => Err(format!("there is a path: Dijkstra's costs {}", plain.cost)),
        (true, false) => Err("Dijkstra finds no path".to_owned()),
        (true, true) if solved.is_optimal() && solved.cost != plain.cost => Err(format!(
            "said to be optimal at {}, but Dijkstra's path costs {}",
            solved.cost, plain.cost
        )),
        (true, true) => {
            let most = plain.cost.to_f64() * bound.unwrap_or(f64::INFINITY) + LINE_SLACK;
            if solved.cost.to_f64() <= most {
                Ok(())
            } else {
                Err(format!("costs {}, more than was promised: {most}", solved.cost))
            }
        }
    }
}

/// An answer.
pub(crate) fn to_js(map: &WaylineMap, solved: &Solved) -> JsObject {
    JsObject::new()
        .with_outcome(solved.outcome, solved.cost, solved.stats)
        .with("optimal", solved.is_optimal())
        .with("bound", or_null(solved.bound()))
        .with("steps", solved.path.len().saturating_sub(1) as f64)
        .with("path", numbers(&map.numbers(&solved.path)))
        .with("turns", numbers(&map.numbers(&solved.turns())))
        .with("anyAngle", solved.is_at_any_angle())
        .with("algorithm", solved.algorithm.name())
        .with("from", map.number(solved.from))
        .with("to", map.number(solved.to))
        .with("ms", solved.ms)
        .with_verdict(&solved.verdict)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;
    use wayline::algorithms;

    fn solved(spec: &str, options: &[(&str, &str)]) -> Result<Solved, String> {
        let mut map = WaylineMap::generated(spec)?;
        let named = options.iter();
        let named = named.map(|&(name, text)| (name.to_owned(), Value::Text(text.to_owned())));
        let options = Options::read(&named.collect(), &map.grid)?;
        solve(&mut map, &options)
    }

    #[test]
    fn every_algorithm_passes_the_judge() {
        for info in algorithms() {
            let options = [("algorithm", info.name), ("verify", "dijkstra"), ("from", "0,0")];
            let options = [&options[..], &[("to", "6,6"), ("maxExpansions", "100000")]].concat();
            let solved = solved("open:7x7", &options).unwrap();
            assert_eq!(solved.verdict, Some(Ok(())), "{}", info.name);
            assert!(solved.is_found() || !info.optimal || info.cap.is_some(), "{}", info.name);
        }
    }

    #[test]
    fn time_that_is_up_is_called_so() {
        let options = [("algorithm", "dijkstra"), ("maxMs", "0"), ("verify", "none")];
        let solved = solved("open:300x300", &options).unwrap();
        assert_eq!(solved.outcome, Outcome::Stopped(Limit::Time));
    }

    #[test]
    fn ends_left_out_are_far_apart() {
        let solved = solved("maze:40x40:seed=3", &[]).unwrap();
        assert!(solved.is_optimal() && solved.path.len() > 80);
    }

    #[test]
    fn bad_ends_are_refused() {
        let blocked = solved("maze:9x9", &[("from", "0,0"), ("to", "1,1")]).err().unwrap();
        assert!(blocked.contains("blocked"), "{blocked}");
        let off = solved("open:9x9", &[("from", "0,0"), ("to", "99,1")]).err().unwrap();
        assert!(off.contains("off the map"), "{off}");
    }
}
