//! Asks a map: an index, a field for several questions, or a search.

use super::{Map, Question};
use crate::answers::{Part, Plain, Status, cell_state};
use crate::batch::{Asked, Worker};
use crate::known::Found;
use crate::plan::{Kind, Task};
use wayline::{Cell, Cost, FieldQuery, GridIndex, Query, StepCosts, search};

/// Answers the questions of a task.
pub(super) fn answer(
    task: &Task,
    questions: &[Question],
    maps: &[Found<Map>],
    worker: &mut Worker,
    asked: &Asked<'_>,
) -> Part {
    let mut part = Part::default();
    let mut group = task.questions.iter().map(|&question| &questions[question as usize]);
    if task.kind == Kind::Single {
        let map_of = |question: &u32| questions[*question as usize].map;
        for some in task.questions.chunk_by(|a, b| map_of(a) == map_of(b)) {
            let Ok(map) = &maps[map_of(&some[0]) as usize] else { continue };
            let some = some.iter().map(|&question| questions[question as usize]);
            match map.index().filter(|_| !asked.paths) {
                Some(index) => by_index(map, index, &some.collect::<Vec<_>>(), worker, &mut part),
                None => some.for_each(|one| alone(map, &one, worker, asked, &mut part)),
            }
        }
        return part;
    }
    let Some(first) = group.clone().next() else { return part };
    let Ok(map) = &maps[first.map as usize] else { return part };
    let query = match task.kind {
        Kind::Towards => FieldQuery::towards(first.to),
        _ => FieldQuery::away_from(first.from),
    };
    let field = match map.grid.field(&query) {
        Ok(field) => field,
        Err(error) => {
            group.for_each(|question| part.add_bad(question.row, error.to_string(), asked.paths));
            return part;
        }
    };
    for question in group.by_ref() {
        let end = if task.kind == Kind::Towards { question.from } else { question.to };
        match field.cost(end) {
            Some(cost) if asked.paths => {
                let path = field.path(end).unwrap_or_default();
                let answer = Plain::found(cost, path.len().saturating_sub(1));
                part.add_with_path(question.row, answer, path.into_iter().map(cell_state));
            }
            Some(cost) => {
                part.add(question.row, Plain::found(cost, field.descend(end).count() - 1));
            }
            None => part.add_none(question.row, Status::Unreachable, asked.paths),
        }
    }
    part
}

/// Costs and steps by an index.
fn by_index(
    map: &Map,
    index: &GridIndex,
    questions: &[Question],
    worker: &mut Worker,
    part: &mut Part,
) {
    let exact = map.grid.rules().steps == StepCosts::default();
    let pairs: Vec<_> = questions.iter().map(|asked| (asked.from, asked.to)).collect();
    let work = &mut worker.work;
    let mut known = Vec::with_capacity(pairs.len());
    index.costs_with(&pairs, work, |pair, cost| known.push((pair, cost)));
    for (pair, cost) in known {
        let Question { row, from, to, .. } = questions[pair];
        let answer = match cost {
            Ok(cost) if cost.is_infinite() => Ok(Plain::none(Status::Unreachable)),
            Ok(cost) => match steps_of(cost).filter(|_| exact) {
                Some(steps) => Ok(Plain::found(cost, steps)),
                None => index.turns_with(from, to, work).map(|answer| {
                    let pairs = answer.waypoints.windows(2);
                    let length = |pair: &[Cell]| {
                        pair[0].x.abs_diff(pair[1].x).max(pair[0].y.abs_diff(pair[1].y)) as usize
                    };
                    Plain::found(cost, pairs.map(length).sum())
                }),
            },
            Err(error) => Err(error),
        };
        match answer {
            Ok(answer) => part.add(row, answer),
            Err(error) => part.add_bad(row, error.to_string(), false),
        }
    }
}

fn alone(map: &Map, question: &Question, worker: &mut Worker, asked: &Asked<'_>, part: &mut Part) {
    let Question { row, from, to, .. } = *question;
    let work = &mut worker.work;
    let query = Query::new(from, to).limits(asked.limits());
    let answer = match map.index() {
        Some(index) => search(index, &Query::new(from, to), work),
        None => search(&map.grid, &query, work),
    };
    match answer {
        Err(error) => part.add_bad(row, error.to_string(), asked.paths),
        Ok(answer) if !answer.is_found() => part.add_none(row, answer.outcome.into(), asked.paths),
        Ok(answer) => {
            let plain = Plain::found(answer.cost, answer.steps());
            match asked.paths {
                true => {
                    part.add_with_path(row, plain, answer.path.iter().map(|&cell| cell_state(cell)))
                }
                false => part.add(row, plain),
            }
        }
    }
}

/// How many steps a path on a plain map has, from its cost alone: straight steps cost a whole number, so the
/// digits after the point come from the diagonal ones, and identify how many there are up to 2^29.
fn steps_of(cost: Cost) -> Option<usize> {
    /// A diagonal step costs `8 * ODD` units beside a whole number.
    const ODD: u32 = (Cost::SQRT_2.raw() as u32) >> 3;
    /// The number by which `ODD` is one, modulo 2^32, by Newton's iteration: each step doubles the digits.
    const INVERSE: u32 = {
        let mut inverse = ODD;
        let mut round = 0;
        while round < 5 {
            inverse = inverse.wrapping_mul(2u32.wrapping_sub(ODD.wrapping_mul(inverse)));
            round += 1;
        }
        inverse
    };
    let fraction = cost.raw() as u32;
    let diagonal = u64::from((fraction >> 3).wrapping_mul(INVERSE) & ((1 << 29) - 1));
    let straight = cost.raw().checked_sub(diagonal * Cost::SQRT_2.raw())?;
    (straight % Cost::ONE.raw() == 0).then(|| (diagonal + straight / Cost::ONE.raw()) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_tells_how_many_steps_there_are() {
        for diagonal in (0..50_000_000u64).step_by(99_991).chain(0..300) {
            for straight in [0, 1, 2, 77, 1_000_003] {
                let raw = diagonal * Cost::SQRT_2.raw() + straight * Cost::ONE.raw();
                assert_eq!(steps_of(Cost::from_raw(raw)), Some((diagonal + straight) as usize));
            }
        }
        assert_eq!(steps_of(Cost::from_raw(Cost::ONE.raw() + 1)), None);
    }
}
