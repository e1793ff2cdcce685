//! Whether an answer is right: the engine's own judge, and a plain Dijkstra beside it.

use crate::answered::Answered;
use crate::ends::Ends;
use crate::failure::Failure;
use crate::interrupt;
use wayline::{
    Algorithm, Cost, Grid, Guarantee, Limits, Open, Outcome, Query, Workspace, check, search,
};

/// How far costs of lines at any angle may be apart: their lengths are rounded.
const LINE_SLACK: f64 = 1e-6;

/// Goes over the path of an answer, move by move, and adds up its cost. What is wrong, in words.
pub(crate) fn path(grid: &Grid, answer: &Answered, ends: Ends) -> Result<(), String> {
    // A path to the closest cell ends where it ends.
    let to = match answer.path.last() {
        Some(&last) if !answer.is_found() => last,
        _ => ends.to,
    };
    let at_any_angle = answer.is_at_any_angle();
    let cost = if at_any_angle {
        check::line_path(grid, &answer.waypoints, ends.from, to)
    } else {
        check::grid_path(grid, &answer.path, ends.from, to)
    };
    let cost = cost.map_err(|flaw| flaw.to_string())?;
    let apart = (cost.to_f64() - answer.cost.to_f64()).abs();
    if cost == answer.cost || (at_any_angle && apart <= LINE_SLACK * (1.0 + cost.to_f64())) {
        Ok(())
    } else {
        Err(format!("the path costs {cost}, and is said to cost {}", answer.cost))
    }
}

/// Whether an answer is what it claims to be. What is wrong, in words, if anything is.
pub(crate) fn answer(
    grid: &Grid,
    answer: &Answered,
    ends: Ends,
    work: &mut Workspace,
) -> Result<Result<(), String>, Failure> {
    if !answer.path.is_empty()
        && let Err(flaw) = path(grid, answer, ends)
    {
        return Ok(Err(flaw));
    }
    let claims = matches!(answer.guarantee, Guarantee::Optimal | Guarantee::Within(_));
    let claims = claims && answer.is_found() || answer.outcome == Outcome::Unreachable;
    // A blocked goal is surely not reached, and not a question that Dijkstra takes.
    if !claims || !grid.is_free(ends.to) {
        return Ok(Ok(()));
    }
    let limits = Limits::default().cancel(interrupt::flag());
    let query = Query::new(ends.from, ends.to)
        .algorithm(Algorithm::Dijkstra)
        .open(Open::Heap)
        .without_shortcut()
        .limits(limits);
    let plain = interrupt::heeding(|| search(grid, &query, work))??;
    Ok(match (answer.is_found(), plain.is_found()) {
        (true, true) => bounded(answer, plain.cost),
        (false, true) => Err(format!("there is a path: Dijkstra's costs {}", plain.cost)),
        (true, false) => Err("Dijkstra finds no path".to_owned()),
        (false, false) => Ok(()),
    })
}

fn bounded(answer: &Answered, optimum: Cost) -> Result<(), String> {
    let said = answer.cost;
    match answer.guarantee {
        Guarantee::Optimal if said != optimum => {
            Err(format!("said to be optimal at {said}, but Dijkstra's path costs {optimum}"))
        }
        Guarantee::Within(bound) if said.to_f64() > optimum.to_f64() * bound + LINE_SLACK => {
            Err(format!(
                "said to cost at most {bound} times the optimum {optimum}, but it costs {said}"
            ))
        }
        _ => Ok(()),
    }
}
