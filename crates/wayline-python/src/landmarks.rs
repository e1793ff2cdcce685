//! `Landmarks`: bounds that know a map's ground, for searches on maps with costs and many questions.

use crate::answer::PyAnswer;
use crate::errors::{self, Failure};
use crate::grid::PyGrid;
use crate::many::{Guided, Manner, ask_costs};
use crate::options::Options;
use crate::rows;
use crate::running::{abandonable, ask_borrowing};
use numpy::PyArray1;
use pyo3::prelude::*;
use std::sync::Arc;
use wayline::{Answer, Cell, GridLandmarks, Heuristic};

/// Landmarks of a map: exact costs between a few cells and all others, from which searches know how far it is.
/// Answers are as exact as those of the `Grid`, and several times as fast on maps with costs. Made by
/// `Grid.landmarks`.
///
/// >>> import numpy as np, wayline as wl
/// >>> grid = wl.Grid(np.random.default_rng(1).uniform(1, 9, (60, 80)).astype(np.float32))
/// >>> marks = grid.landmarks()
/// >>> guided, alone = marks.path((3, 4), (50, 70)), grid.path((3, 4), (50, 70))
/// >>> guided.cost == alone.cost and guided.stats["expanded"] < alone.stats["expanded"]
/// True
#[pyclass(frozen, module = "wayline", name = "Landmarks")]
pub(crate) struct PyLandmarks {
    landmarks: Arc<GridLandmarks>,
    grid: PyGrid,
    /// How many were asked for, if a number was given.
    count: Option<usize>,
}

/// How they are made again: the method, and its arguments.
type Chosen<'py> = (Bound<'py, PyAny>, (PyGrid, Option<usize>));

impl PyLandmarks {
    pub(crate) fn choose(
        py: Python<'_>,
        grid: &PyGrid,
        count: Option<usize>,
    ) -> PyResult<PyLandmarks> {
        let map = Arc::clone(&grid.grid);
        let made = abandonable(py, move |_| {
            Ok(Arc::new(match count {
                Some(count) => GridLandmarks::choose(&map, count)?,
                None => GridLandmarks::prepare(&map)?,
            }))
        });
        let landmarks = made.map_err(|failure| failure.raise(grid.order))?;
        Ok(PyLandmarks { landmarks, grid: grid.share(), count })
    }

    fn guided(&self) -> Guided<'_> {
        Guided { grid: &self.grid.grid, landmarks: &self.landmarks }
    }

    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
        options: &Options<'_, '_>,
        keep: impl FnOnce(Answer<'_, Cell>) -> T + Send,
    ) -> PyResult<T> {
        let order = self.grid.order;
        let query = order.ends("start", start)?.query(order.ends("goal", goal)?);
        let query = query.heuristic(Heuristic::GridLandmarks(&self.landmarks));
        let answer = options.apply(query);
        let answer = answer.and_then(|query| ask_borrowing(py, &*self.grid.grid, query, keep));
        answer.map_err(|failure: Failure| failure.raise(order))
    }
}

#[pymethods]
impl PyLandmarks {
    /// The landmarks, as an array of cells.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["....", "...."]).landmarks(2).cells.shape
    /// (2, 2)
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, numpy::PyArray2<i32>> {
        self.grid.order.array(py, self.landmarks.cells())
    }

    /// How many bytes of memory they take.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).landmarks(8).nbytes > 0
    /// True
    #[getter]
    fn nbytes(&self) -> usize {
        self.landmarks.bytes()
    }

    /// The map that they belong to.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).landmarks(8).grid.shape
    /// (1, 3)
    #[getter]
    fn grid(&self) -> PyGrid {
        self.grid.share()
    }

    /// A cheapest path, as `Grid.path` finds it.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows([".9."]).landmarks(8).path((0, 0), (0, 2)).cost
    /// 10.0
    #[pyo3(signature = (start, goal, *, max_cost=None, max_expansions=None, max_seconds=None))]
    fn path(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
        max_cost: Option<f64>,
        max_expansions: Option<u64>,
        max_seconds: Option<f64>,
    ) -> PyResult<PyAnswer> {
        let options = Options { max_cost, max_expansions, max_seconds, ..Options::default() };
        let answer = self.ask(py, start, goal, &options, |answer| answer.into_owned())?;
        Ok(PyAnswer::new(answer, self.grid.order, Some(Arc::clone(&self.grid.grid))))
    }

    /// What a cheapest path costs; infinite if there is none.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows([".9."]).landmarks(8).cost((0, 0), (0, 2))
    /// 10.0
    fn cost(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
    ) -> PyResult<f64> {
        self.ask(py, start, goal, &Options::default(), |answer| answer.cost.to_f64())
    }

    /// Cheapest paths for rows of starts and goals: see `Grid.paths`.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows([".9."]).landmarks(8).paths((0, 0), [(0, 1), (0, 2)]).offsets.tolist()
    /// [0, 2, 5]
    #[pyo3(signature = (starts, goals, *, threads=0, cells=true, blocked="raise"))]
    fn paths<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        goals: &Bound<'py, PyAny>,
        threads: usize,
        cells: bool,
        blocked: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let order = self.grid.order;
        let pairs = rows::pairs(order, starts, goals)?;
        let blocked_is_infinite = rows::blocked_is_infinite(blocked)?;
        let manner = Manner { threads, blocked_is_infinite };
        rows::paths(py, &self.guided(), &pairs, &manner, order, cells)
    }

    /// What cheapest paths cost, for rows of starts and goals: see `Grid.costs`.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["...."]).landmarks(8).costs((0, 0), [(0, 1), (0, 3)]).tolist()
    /// [1.0, 3.0]
    #[pyo3(signature = (starts, goals, *, threads=0, blocked="raise"))]
    fn costs<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        goals: &Bound<'py, PyAny>,
        threads: usize,
        blocked: &str,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let order = self.grid.order;
        let pairs = rows::pairs(order, starts, goals)?;
        let blocked_is_infinite = rows::blocked_is_infinite(blocked)?;
        let manner = Manner { threads, blocked_is_infinite };
        let costs = ask_costs(py, &self.guided(), &pairs, &manner);
        Ok(PyArray1::from_vec(py, costs.map_err(|failure| failure.raise(order))?))
    }

    fn __repr__(&self) -> String {
        let (count, map) = (self.landmarks.cells().len(), &self.grid.grid);
        format!("Landmarks({count} of {} x {} cells)", map.height(), map.width())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// They are chosen again where they are needed: the same map has the same landmarks.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Chosen<'py>> {
        let choose = slf.py().get_type::<PyGrid>().getattr("landmarks")?;
        let this = slf.get();
        Ok((choose, (this.grid.share(), this.count)))
    }
}

/// How many landmarks a caller may ask for.
pub(crate) fn count(asked: Option<&Bound<'_, PyAny>>) -> PyResult<Option<usize>> {
    let Some(asked) = asked else { return Ok(None) };
    let most = GridLandmarks::MAX;
    let count = asked.extract::<usize>().ok().filter(|count| (1..=most).contains(count));
    count.map(Some).ok_or_else(|| {
        let given = asked.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
        errors::query(format!("count is {given}: expected a whole number from 1 to {most}"))
    })
}
