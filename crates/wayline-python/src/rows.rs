//! Questions in rows, and their answers.

use crate::cells::{Ends, Order, pairs_array};
use crate::errors;
use crate::many::{AskedForPaths, Manner, Paths, ask_costs, ask_paths};
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

/// Cheapest paths, with their cells or without, as `Paths`.
pub(crate) fn paths<'py, A: AskedForPaths>(
    py: Python<'py>,
    space: &A,
    pairs: &[(Cell, Cell)],
    manner: &Manner,
    order: Order,
    cells: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let rows = match cells {
        true => ask_paths(py, space, pairs, manner, order).map(Rows::Paths),
        false => ask_costs(py, space, pairs, manner).map(Rows::Costs),
    };
    rows.map_err(|failure| failure.raise(order))?.answer(py)
}

/// The answers to questions in rows.
pub(crate) enum Rows {
    Costs(Vec<f64>),
    Paths(Paths),
}

impl Rows {
    /// As `Paths`.
    pub(crate) fn answer(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let class = py.import("wayline._paths")?.getattr("Paths")?;
        match self {
            Rows::Costs(costs) => {
                class.call1((PyArray1::from_vec(py, costs), py.None(), py.None()))
            }
            Rows::Paths(Paths { costs, offsets, cells }) => {
                let (costs, offsets) =
                    (PyArray1::from_vec(py, costs), PyArray1::from_vec(py, offsets));
                class.call1((costs, offsets, pairs_array(py, cells)))
            }
        }
    }
}
