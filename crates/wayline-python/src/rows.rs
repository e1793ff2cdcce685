//! Questions in rows, and their answers.

use crate::cells::{Ends, Order, pairs_array};
use crate::errors;
use crate::many::Answers;
use numpy::PyArray1;
use pyo3::prelude::*;
use wayline::Cell;

/// Questions row by row; a single start or goal serves all rows.
pub(crate) fn pairs(
    order: Order,
    starts: &Bound<'_, PyAny>,
    goals: &Bound<'_, PyAny>,
) -> PyResult<Vec<(Cell, Cell)>> {
    Ok(match (order.ends("start", starts)?, order.ends("goal", goals)?) {
        (Ends::One(from), Ends::One(to)) => vec![(from, to)],
        (Ends::One(from), Ends::Many(to)) => to.into_iter().map(|to| (from, to)).collect(),
        (Ends::Many(from), Ends::One(to)) => from.into_iter().map(|from| (from, to)).collect(),
        (Ends::Many(from), Ends::Many(to)) if from.len() == to.len() => {
            from.into_iter().zip(to).collect()
        }
        (Ends::Many(from), Ends::Many(to)) => {
            return Err(errors::input(format!(
                "{} starts and {} goals: expected as many of both, or one of either",
                from.len(),
                to.len()
            )));
        }
    })
}

/// Whether blocked ends have an infinite cost, or are errors.
pub(crate) fn blocked_is_infinite(name: &str) -> PyResult<bool> {
    match name {
        "raise" => Ok(false),
        "inf" => Ok(true),
        _ => Err(errors::query(format!("unknown blocked '{name}': expected 'raise' or 'inf'"))),
    }
}

/// Answers as `Paths`.
pub(crate) fn paths(
    py: Python<'_>,
    order: Order,
    answers: Answers<Cell>,
) -> PyResult<Bound<'_, PyAny>> {
    let costs = PyArray1::from_vec(py, answers.costs);
    let class = py.import("wayline._paths")?.getattr("Paths")?;
    if answers.offsets.is_empty() {
        return class.call1((costs, py.None(), py.None()));
    }
    let offsets = PyArray1::from_vec(py, answers.offsets);
    let numbers = answers.states.iter().flat_map(|&cell| {
        let (a, b) = order.pair(cell);
        [a as i32, b as i32]
    });
    class.call1((costs, offsets, pairs_array(py, numbers.collect())))
}
