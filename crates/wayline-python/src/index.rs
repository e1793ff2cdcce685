//! `GridIndex`: a map that was prepared, for thousands of questions.

use crate::answer::PyAnswer;
use crate::cells::Order;
use crate::errors::Failure;
use crate::files;
use crate::grid::PyGrid;
use crate::many::{Manner, ask_costs};
use crate::options::Options;
use crate::pickle;
use crate::rows;
use crate::running::{
    abandonable, ask, cancellable, detached, give_workspace, take_workspace, threads,
};
use numpy::{PyArray1, PyArray2, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use wayline::{Budget, Cost, Grid, GridIndex, Preparation};

/// An index of a map: it answers by looking up, in microseconds, and exactly. Made by `Grid.prepare`.
///
/// >>> import wayline as wl
/// >>> index = wl.Grid.from_rows(["....", ".##.", "...."]).prepare()
/// >>> index.path((1, 0), (1, 3)).cells.shape
/// (6, 2)
/// >>> index.costs((1, 0), [(1, 3), (0, 1)]).round(3).tolist()
/// [5.0, 2.0]
#[pyclass(frozen, module = "wayline", name = "GridIndex")]
pub(crate) struct PyGridIndex {
    pub(crate) index: Arc<GridIndex>,
    pub(crate) grid: Arc<Grid>,
    order: Order,
}

/// How an index is to be prepared: the keywords of `prepare`.
#[derive(Default)]
pub(crate) struct Asked {
    pub(crate) kind: Option<String>,
    pub(crate) threads: usize,
    pub(crate) max_bytes: Option<u64>,
    pub(crate) max_milliseconds: Option<u64>,
}

impl Asked {
    pub(crate) fn preparation<'a>(
        &self,
        cancel: &'a AtomicBool,
    ) -> Result<Preparation<'a>, Failure> {
        let mut budget = self.max_milliseconds.map_or_else(Budget::default, Budget::milliseconds);
        budget.memory = self.max_bytes;
        let mut settings = Preparation::default();
        settings.kind = self.kind.as_deref().map(str::parse).transpose()?;
        settings.budget = budget;
        settings.threads = threads(self.threads);
        settings.cancel = Some(cancel);
        Ok(settings)
    }
}

/// Rows of costs, as an array.
pub(crate) fn matrix_array<'py>(
    py: Python<'py>,
    rows: usize,
    columns: usize,
    costs: Vec<Cost>,
) -> Bound<'py, PyArray2<f64>> {
    let costs = costs.into_iter().map(Cost::to_f64).collect();
    let array = numpy::ndarray::Array2::from_shape_vec((rows, columns), costs);
    PyArray2::from_owned_array(py, array.expect("there is a cost for each pair"))
}

impl PyGridIndex {
    pub(crate) fn prepare(
        py: Python<'_>,
        grid: &Arc<Grid>,
        order: Order,
        asked: Asked,
    ) -> Result<PyGridIndex, Failure> {
        let map = Arc::clone(grid);
        let index = abandonable(py, move |cancel| {
            Ok(GridIndex::prepare(&map, &asked.preparation(cancel)?)?)
        })?;
        Ok(PyGridIndex { index: Arc::new(index), grid: Arc::clone(grid), order })
    }

    fn read(
        py: Python<'_>,
        grid: Arc<Grid>,
        order: Order,
        bytes: &PyReadonlyArray1<'_, u8>,
    ) -> PyResult<PyGridIndex> {
        let bytes = bytes.as_slice()?;
        let index = detached(py, || Ok(GridIndex::from_bytes(&grid, bytes)?));
        let index = Arc::new(index.map_err(|failure| failure.raise(order))?);
        Ok(PyGridIndex { index, grid, order })
    }
}

#[pymethods]
impl PyGridIndex {
    /// An index from a file that `save` wrote (or `wayline prepare`), for the same map. The file is mapped into
    /// memory, so that many processes read it only once. Anything else is an error: another map, other rules, a
    /// damaged file.
    ///
    /// >>> import io, wayline as wl
    /// >>> grid = wl.Grid.from_rows(["..."])
    /// >>> file = io.BytesIO()
    /// >>> grid.prepare().save(file)
    /// >>> _ = file.seek(0)
    /// >>> wl.GridIndex.open(file, grid).cost((0, 0), (0, 2))
    /// 2.0
    #[classmethod]
    fn open(
        _: &Bound<'_, PyType>,
        file: &Bound<'_, PyAny>,
        grid: &Bound<'_, PyGrid>,
    ) -> PyResult<PyGridIndex> {
        let (bytes, _) = files::read(file)?;
        let grid = grid.get();
        PyGridIndex::read(file.py(), Arc::clone(&grid.grid), grid.order, &bytes)
    }

    /// Writes the index to a file, given by its path or as an object that takes bytes. A file is written
    /// completely or not at all.
    ///
    /// >>> import io, wayline as wl
    /// >>> file = io.BytesIO()
    /// >>> wl.Grid.from_rows(["..."]).prepare().save(file)
    /// >>> file.getvalue()[:8]
    /// b'WAYINDEX'
    fn save(&self, file: &Bound<'_, PyAny>) -> PyResult<()> {
        files::write(file, &self.index.to_bytes())
    }

    /// What it is made of: `"labels"` or `"jumps"`.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).prepare().kind
    /// 'labels'
    #[getter]
    fn kind(&self) -> String {
        self.index.kind().to_string()
    }

    /// How many bytes of memory it takes.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).prepare().nbytes > 0
    /// True
    #[getter]
    fn nbytes(&self) -> usize {
        self.index.bytes()
    }

    /// The map that it was prepared from.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).prepare().grid.shape
    /// (1, 3)
    #[getter]
    fn grid(&self) -> PyGrid {
        PyGrid { grid: Arc::clone(&self.grid), order: self.order, unit: 1.0 }
    }

    /// A cheapest path, as `Grid.path` finds it. The only limit it takes is `max_cost`.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).prepare().path((0, 0), (0, 2)).algorithm
    /// 'prepared'
    #[pyo3(signature = (start, goal, *, max_cost=None))]
    fn path(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
        max_cost: Option<f64>,
    ) -> PyResult<PyAnswer> {
        let query = self.order.ends("start", start)?.query(self.order.ends("goal", goal)?);
        let options = Options { max_cost, ..Options::default() };
        let answer = options.apply(query);
        let answer =
            answer.and_then(|query| ask(py, &*self.index, query, |answer| answer.into_owned()));
        let answer = answer.map_err(|failure| failure.raise(self.order))?;
        Ok(PyAnswer::new(answer, self.order, Some(Arc::clone(&self.grid))))
    }

    /// What a cheapest path costs; infinite if there is none.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).prepare().cost((0, 0), (0, 2))
    /// 2.0
    fn cost(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
    ) -> PyResult<f64> {
        let (from, to) = (self.order.one("start", start)?, self.order.one("goal", goal)?);
        let cost = detached(py, || {
            let mut work = take_workspace();
            let cost = self.index.cost_with(from, to, &mut work);
            give_workspace(work);
            Ok(cost?.to_f64())
        });
        cost.map_err(|failure| failure.raise(self.order))
    }

    /// Cheapest paths for rows of starts and goals: see `Grid.paths`.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).prepare().paths((0, 0), [(0, 1), (0, 2)]).costs.tolist()
    /// [1.0, 2.0]
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
        let pairs = rows::pairs(self.order, starts, goals)?;
        let blocked_is_infinite = rows::blocked_is_infinite(blocked)?;
        let manner = Manner { threads, blocked_is_infinite };
        rows::paths(py, &*self.index, &pairs, &manner, self.order, cells)
    }

    /// What cheapest paths cost, for rows of starts and goals: see `Grid.costs`.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).prepare().costs([(0, 0), (0, 1)], (0, 2)).tolist()
    /// [2.0, 1.0]
    #[pyo3(signature = (starts, goals, *, threads=0, blocked="raise"))]
    fn costs<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        goals: &Bound<'py, PyAny>,
        threads: usize,
        blocked: &str,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let pairs = rows::pairs(self.order, starts, goals)?;
        let blocked_is_infinite = rows::blocked_is_infinite(blocked)?;
        let manner = Manner { threads, blocked_is_infinite };
        let costs = ask_costs(py, &*self.index, &pairs, &manner);
        Ok(PyArray1::from_vec(py, costs.map_err(|failure| failure.raise(self.order))?))
    }

    /// What cheapest paths cost from each of some cells to each of others, as an array with a row for each start.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).prepare().matrix([(0, 0), (0, 1)], [(0, 0), (0, 2)]).tolist()
    /// [[0.0, 2.0], [1.0, 1.0]]
    fn matrix<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        goals: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let from = self.order.ends("start", starts)?.into_list();
        let to = self.order.ends("goal", goals)?.into_list();
        let costs = cancellable(py, |cancel| {
            let mut work = take_workspace();
            let mut costs = Vec::with_capacity(from.len() * to.len());
            // Some rows at a time, so that Ctrl-C is heard.
            for rows in from.chunks(64) {
                if cancel.load(Ordering::Relaxed) {
                    break;
                }
                costs.extend(self.index.matrix(rows, &to, &mut work)?);
            }
            give_workspace(work);
            Ok(costs)
        });
        let costs = costs.map_err(|failure| failure.raise(self.order))?;
        Ok(matrix_array(py, from.len(), to.len(), costs))
    }

    fn __repr__(&self) -> String {
        let (kind, bytes) = (self.index.kind(), self.index.bytes());
        format!("GridIndex({} x {}, {kind}, {bytes} bytes)", self.grid.height(), self.grid.width())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// Pickled with the map and the whole index: to share it with many processes, `save` and `open` are better.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<pickle::Reduced<'py>> {
        let this = slf.get();
        let index = PyBytes::new(slf.py(), &this.index.to_bytes());
        pickle::reduce(slf, &*this.grid, (index, this.order.name()))
    }

    #[classmethod]
    fn _restore(
        class: &Bound<'_, PyType>,
        grid: &Bound<'_, PyBytes>,
        index: &Bound<'_, PyBytes>,
        order: &str,
    ) -> PyResult<PyGridIndex> {
        let bytes = files::array(index).into_any().extract()?;
        PyGridIndex::read(
            class.py(),
            Arc::new(pickle::restore(grid)?),
            Order::named(order)?,
            &bytes,
        )
    }
}
