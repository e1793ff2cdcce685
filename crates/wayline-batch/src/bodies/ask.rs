//! Asks a map for a body's paths: by a search, or by a field for several questions with one goal.

use super::{Arena, Question};
use crate::answers::{Part, Plain, Status, placement_state};
use crate::batch::{Asked, Worker};
use crate::known::Found;
use crate::plan::{self, Kind, Task};
use wayline::body::{BodyQuery, GoalField, Placement};
use wayline::{Answer, Cost, QueryError, Workspace, search};

/// Answers the questions of a task.
pub(super) fn answer(
    task: &Task,
    questions: &[Question],
    maps: &[Found<Arena>],
    worker: &mut Worker,
    asked: &Asked<'_>,
) -> Part {
    let mut part = Part::default();
    let group = task.questions.iter().map(|&question| &questions[question as usize]);
    match task.kind {
        Kind::Single => group.for_each(|question| {
            let Ok(map) = &maps[question.map as usize] else { return };
            alone(map, question, worker, asked, &mut part);
        }),
        _ => {
            let Some(first) = group.clone().next() else { return part };
            let Ok(map) = &maps[first.map as usize] else { return part };
            let mut field = GoalField::new(&map.map);
            match field.aim(&map.terrain, &map.map, &[first.to]) {
                Ok(()) => {
                    group.for_each(|it| by_field(map, it, &mut field, asked.paths, &mut part))
                }
                Err(error) => {
                    group.for_each(|it| part.add_bad(it.row, error.to_string(), asked.paths));
                }
            }
        }
    }
    part
}

/// The work of a search, on average.
pub(super) fn mean_work<'q>(
    map: &Arena,
    questions: impl Iterator<Item = &'q Question>,
    worker: &mut Worker,
    asked: &Asked<'_>,
) -> u64 {
    let (mut work, mut count) = (0, 0);
    for question in questions {
        let answer = searched(map, question, &mut worker.work, asked);
        work += answer.map_or(0, |answer| plan::work_of(&answer));
        count += 1;
    }
    (work / count.max(1)).max(1)
}

fn searched<'w>(
    map: &Arena,
    question: &Question,
    work: &'w mut Workspace,
    asked: &Asked<'_>,
) -> Result<Answer<'w, Placement>, QueryError> {
    let starts: Vec<Placement> = map.fitting(question.from).collect();
    let query = BodyQuery::between(starts, vec![question.to]);
    // The path that a field reads; with a limit there are no fields, and all that counts is what fits in.
    let query = match asked.max_expansions {
        None => query.canonical(),
        Some(_) => query.limits(asked.limits()),
    };
    search(&map.map, &query, work)
}

fn alone(
    map: &Arena,
    question: &Question,
    worker: &mut Worker,
    asked: &Asked<'_>,
    part: &mut Part,
) {
    let row = question.row;
    match searched(map, question, &mut worker.work, asked) {
        Err(error) => part.add_bad(row, error.to_string(), asked.paths),
        Ok(answer) if !answer.is_found() => part.add_none(row, answer.outcome.into(), asked.paths),
        Ok(answer) => {
            let plain = Plain::found(answer.cost, answer.steps());
            match asked.paths {
                true => part.add_with_path(row, plain, answer.path.iter().map(placement_state)),
                false => part.add(row, plain),
            }
        }
    }
}

fn by_field(map: &Arena, question: &Question, field: &mut GoalField, paths: bool, part: &mut Part) {
    // Of equally cheap starts the first heading.
    let starts = map.fitting(question.from);
    let best = starts.filter_map(|start| Some((field.cost(&map.map, start)?, start)));
    let Some((cost, start)) = best.min_by_key(|&(cost, _)| cost) else {
        return part.add_none(question.row, Status::Unreachable, paths);
    };
    let path: Vec<Placement> =
        std::iter::successors(Some(start), |&at| field.next_step(&map.map, at)).collect();
    let plain = Plain::found(Cost::from(cost), path.len() - 1);
    match paths {
        true => part.add_with_path(question.row, plain, path.iter().map(placement_state)),
        false => part.add(question.row, plain),
    }
}
