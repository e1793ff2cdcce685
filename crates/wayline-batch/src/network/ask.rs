//! Asks a network: an index, a field for several questions, or a search.

use super::{Index, Plan, Question};
use crate::answers::{Part, Plain, Status};
use crate::batch::{Asked, Worker};
use crate::plan::Kind;
use wayline::{FieldQuery, Graph, Query, search};
use wayline_networks::{Location, Router};

/// The nodes of a path of states; what leads to an arrival is not a step.
fn nodes<'a>(
    router: Option<&'a Router<'_>>,
    states: impl Iterator<Item = u32> + 'a,
) -> impl Iterator<Item = u64> + 'a {
    let mut last = None;
    states
        .map(move |state| router.map_or(state, |router| router.turns().node(state)))
        .filter(move |&node| last.replace(node) != Some(node))
        .map(u64::from)
}

/// Answers questions between nodes that share an end.
pub(super) fn by_field<'q>(
    kind: Kind,
    mut group: impl Iterator<Item = &'q Question> + Clone,
    router: Option<&Router<'_>>,
    graph: &Graph,
    asked: &Asked<'_>,
    part: &mut Part,
) -> Result<(), wayline::Error> {
    let goal_of = |node: u32| router.map_or(node, |router| router.turns().goal(node));
    let ends = |question: &Question| match (&question.from, &question.to) {
        (Location::Node(from), Location::Node(to)) => (*from, goal_of(*to)),
        _ => (u32::MAX, u32::MAX),
    };
    let Some((from, to)) = group.clone().next().map(ends) else { return Ok(()) };
    let towards = kind == Kind::Towards;
    let query = if towards { FieldQuery::towards(to) } else { FieldQuery::away_from(from) };
    let field = graph.field(&query)?;
    for question in group.by_ref() {
        let (from, to) = ends(question);
        let end = if towards { from } else { to };
        match field.cost(end) {
            None => part.add_none(question.row, Status::Unreachable, asked.paths),
            Some(cost) => {
                let path = field.path(end).unwrap_or_default();
                let steps = nodes(router, path.iter().copied()).count().saturating_sub(1);
                let plain = Plain::found(cost, steps);
                match asked.paths {
                    true => {
                        part.add_with_path(question.row, plain, nodes(router, path.into_iter()))
                    }
                    false => part.add(question.row, plain),
                }
            }
        }
    }
    Ok(())
}

/// Answers one question, by an index or a search.
pub(super) fn alone(
    question: &Question,
    router: Option<&Router<'_>>,
    graph: &Graph,
    plan: &Plan,
    worker: &mut Worker,
    asked: &Asked<'_>,
    part: &mut Part,
) {
    let Question { row, from, to } = question;
    let work = &mut worker.work;
    let (Location::Node(from), Location::Node(to)) = (from, to) else {
        let Some(router) = router else { return };
        let route = match &plan.index {
            Index::Network(routing) => {
                routing.with_dependent(|_, router| router.route(from, to, work))
            }
            _ => router.clone().limits(asked.limits()).route(from, to, work),
        };
        match route {
            Err(error) => part.add_bad(*row, error.to_string(), asked.paths),
            Ok(route) if !route.is_found() => {
                part.add_none(*row, route.outcome.into(), asked.paths)
            }
            Ok(route) => {
                let plain = Plain::found(route.cost, route.edges.len());
                match asked.paths {
                    true => part.add_with_path(*row, plain, route.nodes.into_iter().map(u64::from)),
                    false => part.add(*row, plain),
                }
            }
        }
        return;
    };
    let goal = router.map_or(*to, |router| router.turns().goal(*to));
    let query = Query::new(*from, goal);
    let answer = match &plan.index {
        Index::Graph(index) => search(&**index, &query, work),
        Index::Network(routing) => match &routing.borrow_owner().index {
            Some(index) => search(index, &query, work),
            None => search(graph, &query, work),
        },
        Index::None => search(graph, &query.limits(asked.limits()), work),
    };
    match answer {
        Err(error) => part.add_bad(*row, error.to_string(), asked.paths),
        Ok(answer) if !answer.is_found() => part.add_none(*row, answer.outcome.into(), asked.paths),
        Ok(answer) => {
            let steps = nodes(router, answer.path.iter().copied()).count().saturating_sub(1);
            let plain = Plain::found(answer.cost, steps);
            match asked.paths {
                true => part.add_with_path(*row, plain, nodes(router, answer.path.iter().copied())),
                false => part.add(*row, plain),
            }
        }
    }
}
