//! Answers: what was found, with arrays made on demand.

use crate::cells::{Order, freeze};
use crate::draw::Pixels;
use crate::errors;
use crate::pickle;
use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyIterator, PyType};
use std::sync::Arc;
use wayline::{Answer, Cell, Grid, Guarantee, Stats, turning_points};

/// What the engine knows about a cost, as a word.
pub(crate) fn guarantee(guarantee: Guarantee) -> &'static str {
    match guarantee {
        Guarantee::Optimal => "optimal",
        Guarantee::Declared => "declared",
        Guarantee::Within(_) => "within",
        Guarantee::Nothing => "nothing",
    }
}

/// The cost is at most this many times the least.
pub(crate) fn bound<S: Clone>(answer: &Answer<'_, S>) -> f64 {
    match answer.guarantee {
        Guarantee::Optimal | Guarantee::Declared => 1.0,
        Guarantee::Within(factor) => factor,
        Guarantee::Nothing => f64::INFINITY,
    }
}

pub(crate) fn stats<'py>(py: Python<'py>, stats: &Stats) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("expanded", stats.expanded)?;
    dict.set_item("generated", stats.generated)?;
    dict.set_item("reopened", stats.reopened)?;
    dict.set_item("largest_open", stats.largest_open)?;
    Ok(dict)
}

/// `found, cost 5.5, 12 cells, by jps`, in brackets after a name.
pub(crate) fn describe<S: Clone>(name: &str, states: &str, answer: &Answer<'_, S>) -> String {
    let Answer { outcome, cost, algorithm, .. } = answer;
    match answer.is_found() {
        true => format!("{name}(cost {cost}, {} {states}, by {algorithm})", answer.path.len()),
        false => format!("{name}({outcome}, by {algorithm})"),
    }
}

/// The answer to a question about a grid.
///
/// It is true if a path was found. If not, `outcome` says why, and `cost` is infinite.
///
/// >>> import numpy as np, wayline as wl
/// >>> grid = wl.Grid(np.ones((3, 4), dtype=bool))
/// >>> answer = grid.path((0, 0), (2, 3))
/// >>> if answer:
/// ...     print(round(answer.cost, 3), answer.cells.tolist())
/// 3.828 [[0, 0], [1, 1], [2, 2], [2, 3]]
#[pyclass(frozen, module = "wayline", name = "Answer")]
pub(crate) struct PyAnswer {
    answer: Answer<'static, Cell>,
    order: Order,
    /// For pictures; an answer that was pickled has none.
    grid: Option<Arc<Grid>>,
    cells: PyOnceLock<Py<PyArray2<i32>>>,
}

impl PyAnswer {
    pub(crate) fn new(
        answer: Answer<'static, Cell>,
        order: Order,
        grid: Option<Arc<Grid>>,
    ) -> PyAnswer {
        PyAnswer { answer, order, grid, cells: PyOnceLock::new() }
    }
}

#[pymethods]
impl PyAnswer {
    /// How the search ended: `"found"`, `"unreachable"`, or `"stopped: "` and the limit that stopped it.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows([".#."]).path((0, 0), (0, 2)).outcome
    /// 'unreachable'
    #[getter]
    fn outcome(&self) -> String {
        self.answer.outcome.to_string()
    }

    /// What the path costs; infinite if there is none.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows([".#."]).path((0, 0), (0, 2)).cost
    /// inf
    #[getter]
    fn cost(&self) -> f64 {
        self.answer.cost.to_f64()
    }

    /// Every cell from start to goal, as an array of shape (n, 2) and type int32, in the order of the grid. The
    /// array is made once and is read-only; copy it to change it.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).path((0, 0), (0, 2)).cells.tolist()
    /// [[0, 0], [0, 1], [0, 2]]
    #[getter]
    fn cells(&self, py: Python<'_>) -> Py<PyArray2<i32>> {
        let made = self.cells.get_or_init(py, || {
            let array = self.order.array(py, &self.answer.path);
            freeze(&array);
            array.unbind()
        });
        made.clone_ref(py)
    }

    /// Where the path bends, its ends included, as an array like `cells`.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["...", "##.", "##."]).path((0, 0), (2, 2)).turns.tolist()
    /// [[0, 0], [0, 2], [2, 2]]
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i32>> {
        if self.answer.waypoints.is_empty() {
            let turns: Vec<Cell> = turning_points(&self.answer.path).collect();
            return self.order.array(py, &turns);
        }
        self.order.array(py, &self.answer.waypoints)
    }

    /// Whether a path was found and the engine knows that none costs less.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).path((0, 0), (0, 2)).optimal
    /// True
    #[getter]
    fn optimal(&self) -> bool {
        self.answer.is_optimal()
    }

    /// What is known about the cost: `"optimal"`, `"within"` (`bound` times the least), or `"nothing"`.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).path((0, 0), (0, 2), algorithm="greedy").guarantee
    /// 'nothing'
    #[getter]
    fn guarantee(&self) -> &'static str {
        guarantee(self.answer.guarantee)
    }

    /// The cost is at most this many times the least: 1 if the path is optimal, infinite if nothing is known.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).path((0, 0), (0, 2), weight=2.0).bound
    /// 2.0
    #[getter]
    fn bound(&self) -> f64 {
        bound(&self.answer)
    }

    /// The algorithm that was run.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).path((0, 0), (0, 2)).algorithm
    /// 'jps'
    #[getter]
    fn algorithm(&self) -> &'static str {
        self.answer.algorithm.name()
    }

    /// What the search did, in counts: `expanded`, `generated`, `reopened`, `largest_open`.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).path((0, 0), (0, 2), algorithm="astar").stats["expanded"]
    /// 2
    #[getter]
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        stats(py, &self.answer.stats)
    }

    #[getter]
    fn _order(&self) -> &'static str {
        self.order.name()
    }

    fn __bool__(&self) -> bool {
        self.answer.is_found()
    }

    fn __len__(&self) -> usize {
        self.answer.path.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let pairs: Vec<(u32, u32)> =
            self.answer.path.iter().map(|&cell| self.order.pair(cell)).collect();
        pairs.into_pyobject(py)?.try_iter()
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        slf: &Bound<'py, Self>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let cells = slf.get().cells(slf.py());
        as_dtype(cells.bind(slf.py()), dtype, copy)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<PyAnswer>();
        other.is_ok_and(|other| {
            let other = other.get();
            self.order == other.order && self.answer == other.answer
        })
    }

    fn __repr__(&self) -> String {
        describe("Answer", "cells", &self.answer)
    }

    /// The map with the path on it, for notebooks.
    fn _repr_svg_(&self) -> PyResult<Option<String>> {
        let Some(grid) = &self.grid else { return Ok(None) };
        let svg = Pixels::of(grid).svg(&self.answer.path);
        svg.map(Some).map_err(|error| errors::input(error.to_string()))
    }

    /// The path as GeoJSON: a line whose coordinates are (column, row) or (x, y).
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).path((0, 0), (0, 2)).to_geojson()["geometry"]["coordinates"]
    /// [[0, 0], [2, 0]]
    fn to_geojson<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("wayline._geo")?.call_method1("answer_feature", (slf,))
    }

    /// The path as a `shapely.LineString` in (x, y).
    fn to_shapely<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("wayline._geo")?.call_method1("shape", (slf.call_method0("to_geojson")?,))
    }

    /// Draws the path with matplotlib, on `ax` or on the current axes; keywords are those of `plot`.
    #[pyo3(signature = (ax=None, **style))]
    fn plot<'py>(
        slf: &Bound<'py, Self>,
        ax: Option<Bound<'py, PyAny>>,
        style: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("wayline._plot")?.call_method("answer", (slf, ax), style.as_ref())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<pickle::Reduced<'py>> {
        let this = slf.get();
        pickle::reduce(slf, &this.answer, (this.order.name(),))
    }

    #[classmethod]
    fn _restore(
        _: &Bound<'_, PyType>,
        saved: &Bound<'_, PyBytes>,
        order: &str,
    ) -> PyResult<PyAnswer> {
        Ok(PyAnswer::new(pickle::restore(saved)?, Order::named(order)?, None))
    }
}

/// What `__array__` returns of an array that is kept.
pub(crate) fn as_dtype<'py>(
    array: &Bound<'py, PyAny>,
    dtype: Option<Bound<'py, PyAny>>,
    copy: Option<bool>,
) -> PyResult<Bound<'py, PyAny>> {
    match (dtype, copy) {
        (Some(dtype), copy) => {
            let keywords = PyDict::new(array.py());
            keywords.set_item("copy", copy.unwrap_or(false))?;
            array.call_method("astype", (dtype,), Some(&keywords))
        }
        (None, Some(true)) => array.call_method0("copy"),
        (None, _) => Ok(array.clone()),
    }
}
