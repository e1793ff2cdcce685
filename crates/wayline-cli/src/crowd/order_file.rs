//! Who passes before whom, as JSON: each move of each unit, and what it waits for.

use crate::body::json::At;
use serde_json::{Value, json};
use std::sync::Arc;
use wayline::body::{BodyKind, Placement};
use wayline::crowd::{BodyPlan, BodyUnit, Conditions, Dependencies, Plan};

fn waiting(conditions: &Conditions) -> (Value, Value) {
    (json!(conditions.after), json!(conditions.with))
}

/// Of units of one cell: waits are left out.
pub(super) fn of_cells(plan: &Plan) -> Value {
    let order = Dependencies::of_plan(plan);
    let unit = |(unit, path): (usize, &Vec<wayline::Cell>)| {
        let steps = path.windows(2).enumerate().filter(|(_, pair)| pair[0] != pair[1]);
        let moves = steps.zip(order.moves(unit)).map(|((time, pair), conditions)| {
            let [from, to] = [pair[0], pair[1]].map(|cell| [cell.x, cell.y]);
            let (after, with) = waiting(conditions);
            let (begin, end) = (time, time + 1);
            json!({ "from": from, "to": to, "begin": begin, "end": end, "after": after, "with": with })
        });
        json!({ "moves": moves.collect::<Vec<_>>() })
    };
    let units: Vec<_> = plan.paths().iter().enumerate().map(unit).collect();
    json!({ "makespan": plan.makespan(), "sum_of_costs": plan.sum_of_costs(), "units": units })
}

/// Of bodies: also which of their heading's moves each is.
pub(super) fn of_bodies(kinds: &[Arc<BodyKind>], units: &[BodyUnit], plan: &BodyPlan) -> Value {
    let order = Dependencies::of_bodies(kinds, units, plan);
    let unit = |(number, unit): (usize, &BodyUnit)| {
        let kind = &kinds[unit.kind];
        let moves = plan.moves()[number].iter().zip(order.moves(number));
        let moves = moves.map(|(made, conditions)| {
            let (after, with) = waiting(conditions);
            json!({
                "from": At::from(made.from),
                "to": At::from(after_move(kind, made.from, made.index)),
                "index": made.index,
                "begin": made.begin,
                "end": made.end,
                "after": after,
                "with": with,
            })
        });
        json!({
            "body": kind.name(),
            "start": At::from(unit.start),
            "goal": At::from(unit.goal),
            "moves": moves.collect::<Vec<_>>(),
        })
    };
    let units: Vec<_> = units.iter().enumerate().map(unit).collect();
    json!({ "makespan": plan.makespan(), "sum_of_costs": plan.sum_of_costs(), "units": units })
}

/// Where a move of a plan leads.
pub(super) fn after_move(kind: &BodyKind, from: Placement, index: usize) -> Placement {
    let row = &kind.moves(from.heading)[index];
    let (dx, dy) = row.offset();
    Placement::new(from.x.wrapping_add_signed(dx), from.y.wrapping_add_signed(dy), row.to())
}
