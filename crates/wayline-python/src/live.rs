//! `LiveGrid`: a map that changes, edited by slicing.

use crate::answer::PyAnswer;
use crate::cells::{Order, as_array};
use crate::distances::PyDistances;
use crate::errors::{self, Failure};
use crate::grid::PyGrid;
use crate::many::{self, Manner};
use crate::options::Options;
use crate::packing::{self, Packed};
use crate::pickle;
use crate::rows::{self, Rows};
use crate::running::{abandonable, answer, cancellable, detached};
use numpy::{PyArray1, PyArray2, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PySlice, PyTuple, PyType};
use std::sync::{Arc, RwLock, RwLockReadGuard};
use wayline::{Algorithm, Cell, Grid, LiveGrid};

/// A map whose cells can be freed and blocked between questions.
///
/// It answers by an index where that is up to date, and by a search where it is not; an index of the new cells is
/// prepared in the background. Costs of answers never depend on when you ask. With `algorithm`, it always answers
/// by one method (`"prepared"` waits for the index), so that not even the choice among equally good paths depends
/// on timing.
///
/// Edit it with numpy's indices: numbers, slices, masks, arrays of numbers. Everything else is as in `Grid`.
///
/// >>> import numpy as np, wayline as wl
/// >>> live = wl.LiveGrid(np.ones((4, 6), dtype=bool))
/// >>> live[0:3, 2] = False
/// >>> live.path((0, 0), (0, 5)).cells.max(axis=0).tolist()
/// [3, 5]
/// >>> live[1, 2] = True
/// >>> live.cost((1, 0), (1, 5))
/// 5.0
#[pyclass(frozen, module = "wayline", name = "LiveGrid")]
pub(crate) struct PyLiveGrid {
    live: Arc<RwLock<LiveGrid>>,
    order: Order,
    unit: f64,
    pinned: Option<Algorithm>,
}

impl PyLiveGrid {
    fn new(grid: Grid, order: Order, unit: f64, pinned: Option<Algorithm>) -> PyLiveGrid {
        let live = LiveGrid::new(grid);
        let live = match pinned {
            Some(algorithm) => live.pin(algorithm),
            None => live,
        };
        PyLiveGrid { live: Arc::new(RwLock::new(live)), order, unit, pinned }
    }

    fn read(&self) -> RwLockReadGuard<'_, LiveGrid> {
        self.live.read().unwrap_or_else(|broken| broken.into_inner())
    }

    /// Asks the map as it is now. The lock is taken while the interpreter's is released.
    fn with<T: Send>(&self, py: Python<'_>, ask: impl FnOnce(&LiveGrid) -> T + Send) -> T {
        py.detach(|| ask(&self.read()))
    }

    fn raise(&self, failure: Failure) -> PyErr {
        failure.raise(self.order)
    }

    /// The cells that a key of numpy's names, row by row, and the shape of what it names.
    fn selected(
        &self,
        py: Python<'_>,
        key: &Bound<'_, PyAny>,
    ) -> PyResult<(Vec<Cell>, Vec<usize>)> {
        let (height, width) = self.with(py, |live| (live.grid().height(), live.grid().width()));
        let all = PyTuple::new(py, [key])?;
        let keys = key.cast::<PyTuple>().unwrap_or(&all);
        if keys.len() <= 2 {
            let whole = PySlice::full(py).into_any();
            let columns = if keys.len() == 2 { keys.get_item(1)? } else { whole };
            if keys.len() > 0
                && let (Some(rows), Some(columns)) =
                    (span(&keys.get_item(0)?, height)?, span(&columns, width)?)
            {
                let cells = rows
                    .places
                    .iter()
                    .flat_map(|&y| columns.places.iter().map(move |&x| Cell::new(x, y)));
                let shape = [&rows, &columns].into_iter().filter(|span| !span.single);
                return Ok((cells.collect(), shape.map(|span| span.places.len()).collect()));
            }
        }
        // Masks, arrays of numbers and whatever else numpy has: it is asked which places they name.
        let numpy = py.import("numpy")?;
        let count = u64::from(width) * u64::from(height);
        let places =
            numpy.call_method1("arange", (count,))?.call_method1("reshape", ((height, width),))?;
        let chosen = as_array(&places.get_item(key)?)?;
        let shape = chosen.shape().to_vec();
        let flat: PyReadonlyArray1<'_, i64> =
            chosen.call_method1("astype", ("int64",))?.call_method0("ravel")?.extract()?;
        let cell = |&place: &i64| {
            Cell::new(
                (place as u64 % u64::from(width)) as u32,
                (place as u64 / u64::from(width)) as u32,
            )
        };
        Ok((flat.as_array().iter().map(cell).collect(), shape))
    }
}

/// The rows or columns that a number or a slice names.
struct Span {
    places: Vec<u32>,
    single: bool,
}

fn span(key: &Bound<'_, PyAny>, length: u32) -> PyResult<Option<Span>> {
    if let Ok(slice) = key.cast::<PySlice>() {
        let indices = slice.indices(length as isize)?;
        let mut at = indices.start;
        let mut places = Vec::with_capacity(indices.slicelength);
        for _ in 0..indices.slicelength {
            places.push(at as u32);
            at += indices.step;
        }
        return Ok(Some(Span { places, single: false }));
    }
    // True and False are masks to numpy, not numbers.
    if key.is_instance_of::<pyo3::types::PyBool>() {
        return Ok(None);
    }
    let Ok(number) = key.extract::<i64>() else { return Ok(None) };
    let length = i64::from(length);
    let at = if number < 0 { number + length } else { number };
    if !(0..length).contains(&at) {
        return Err(pyo3::exceptions::PyIndexError::new_err(format!(
            "index {number} is out of bounds for {length} rows or columns"
        )));
    }
    Ok(Some(Span { places: vec![at as u32], single: true }))
}

#[pymethods]
impl PyLiveGrid {
    #[new]
    #[pyo3(signature = (array, *, moves=8, corners="never", order="rc", step_costs=None, charge="enter",
        algorithm=None))]
    fn py_new(
        array: &Bound<'_, PyAny>,
        moves: u8,
        corners: &str,
        order: &str,
        step_costs: Option<&Bound<'_, PyAny>>,
        charge: &str,
        algorithm: Option<&str>,
    ) -> PyResult<PyLiveGrid> {
        let order = Order::named(order)?;
        let pinned = algorithm.map(str::parse).transpose();
        let pinned = pinned.map_err(|error| errors::engine(error, order))?;
        if let Ok(grid) = array.cast::<PyGrid>() {
            let grid = grid.get();
            return Ok(PyLiveGrid::new((*grid.grid).clone(), grid.order, grid.unit, pinned));
        }
        let Packed { grid, unit } =
            packing::pack(array, packing::rules(moves, corners, step_costs, charge, 0.0)?)?;
        Ok(PyLiveGrid::new(grid, order, unit, pinned))
    }

    /// Rows and columns.
    ///
    /// >>> import numpy as np, wayline as wl
    /// >>> wl.LiveGrid(np.ones((4, 6), dtype=bool)).shape
    /// (4, 6)
    #[getter]
    fn shape(&self, py: Python<'_>) -> (u32, u32) {
        self.with(py, |live| (live.grid().height(), live.grid().width()))
    }

    /// How cells are written: `"rc"` or `"xy"`.
    ///
    /// >>> import numpy as np, wayline as wl
    /// >>> wl.LiveGrid(np.ones((4, 6), dtype=bool)).order
    /// 'rc'
    #[getter]
    fn order(&self) -> &'static str {
        self.order.name()
    }

    /// Which cells are free now, as an array of bool.
    ///
    /// >>> import numpy as np, wayline as wl
    /// >>> live = wl.LiveGrid(np.ones((1, 3), dtype=bool))
    /// >>> live[0, 1] = False
    /// >>> live.free.tolist()
    /// [[True, False, True]]
    #[getter]
    fn free<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<bool>> {
        let grid = self.with(py, |live| live.grid().clone());
        packing::free(py, &grid)
    }

    /// The map as it is now, as a `Grid` of its own.
    ///
    /// >>> import numpy as np, wayline as wl
    /// >>> wl.LiveGrid(np.ones((4, 6), dtype=bool)).snapshot().free_cells
    /// 24
    fn snapshot(&self, py: Python<'_>) -> PyGrid {
        let grid = self.with(py, |live| live.grid().clone());
        PyGrid { grid: Arc::new(grid), order: self.order, unit: self.unit }
    }

    /// Whether the next question is answered by an index.
    ///
    /// >>> import numpy as np, wayline as wl
    /// >>> live = wl.LiveGrid(np.ones((4, 6), dtype=bool))
    /// >>> live.prepare()
    /// >>> live.is_prepared
    /// True
    #[getter]
    fn is_prepared(&self, py: Python<'_>) -> bool {
        self.with(py, LiveGrid::is_prepared)
    }

    /// Waits until the index is ready, or it is known that there will be none.
    ///
    /// >>> import numpy as np, wayline as wl
    /// >>> live = wl.LiveGrid(np.ones((4, 6), dtype=bool), moves=4)
    /// >>> live.prepare()
    /// >>> live.is_prepared
    /// True
    fn prepare(&self, py: Python<'_>) -> PyResult<()> {
        let live = Arc::clone(&self.live);
        let waited = abandonable(py, move |_| {
            live.read().unwrap_or_else(|broken| broken.into_inner()).prepare();
            Ok(())
        });
        waited.map_err(|failure| self.raise(failure))
    }

    /// A cheapest path on the map as it is now: see `Grid.path`.
    ///
    /// >>> import numpy as np, wayline as wl
    /// >>> wl.LiveGrid(np.ones((4, 6), dtype=bool)).path((0, 0), (0, 5)).cost
    /// 5.0
    #[pyo3(signature = (start, goal, *, algorithm=None, heuristic=None, weight=None, open=None, ties=None,
        max_expansions=None, max_cost=None, max_seconds=None, closest=false, avoid=None))]
    #[allow(clippy::too_many_arguments)]
    fn path(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
        algorithm: Option<&str>,
        heuristic: Option<&str>,
        weight: Option<f64>,
        open: Option<&str>,
        ties: Option<&str>,
        max_expansions: Option<u64>,
        max_cost: Option<f64>,
        max_seconds: Option<f64>,
        closest: bool,
        avoid: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyAnswer> {
        let options = Options {
            algorithm,
            heuristic,
            weight,
            open,
            ties,
            max_expansions,
            max_cost,
            max_seconds,
            closest,
            avoid,
            ..Options::default()
        };
        let query = self.order.ends("start", start)?.query(self.order.ends("goal", goal)?);
        let query =
            options.apply_to_cells(self.order, query).map_err(|failure| self.raise(failure))?;
        let answer = detached(py, || answer(&*self.read(), query, |answer| answer.into_owned()));
        Ok(PyAnswer::new(answer.map_err(|failure| self.raise(failure))?, self.order, None))
    }

    /// What a cheapest path costs on the map as it is now; infinite if there is none.
    ///
    /// >>> import numpy as np, wayline as wl
    /// >>> wl.LiveGrid(np.ones((4, 6), dtype=bool)).cost((0, 0), (0, 5))
    /// 5.0
    fn cost(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
    ) -> PyResult<f64> {
        let query = self.order.ends("start", start)?.query(self.order.ends("goal", goal)?);
        let cost = detached(py, || answer(&*self.read(), query, |answer| answer.cost.to_f64()));
        cost.map_err(|failure| self.raise(failure))
    }

    /// Cheapest paths for rows of starts and goals, all on the same map: see `Grid.paths`.
    ///
    /// >>> import numpy as np, wayline as wl
    /// >>> wl.LiveGrid(np.ones((4, 6), dtype=bool)).paths((0, 0), [(0, 5), (3, 3)]).costs.round(2).tolist()
    /// [5.0, 4.24]
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
        let asked = cancellable(py, |cancel| {
            let live = &*self.read();
            match cells {
                true => many::paths(live, &pairs, &manner, self.order, cancel).map(Rows::Paths),
                false => many::costs(live, &pairs, &manner, cancel).map(Rows::Costs),
            }
        });
        asked.map_err(|failure| self.raise(failure))?.answer(py)
    }

    /// What cheapest paths cost, for rows of starts and goals: see `Grid.costs`.
    ///
    /// >>> import numpy as np, wayline as wl
    /// >>> wl.LiveGrid(np.ones((4, 6), dtype=bool)).costs((0, 0), [(0, 5), (0, 1)]).tolist()
    /// [5.0, 1.0]
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
        let costs = cancellable(py, |cancel| many::costs(&*self.read(), &pairs, &manner, cancel));
        Ok(PyArray1::from_vec(py, costs.map_err(|failure| self.raise(failure))?))
    }

    /// What it costs to get everywhere on the map as it is now: see `Grid.distances`.
    ///
    /// >>> import numpy as np, wayline as wl
    /// >>> wl.LiveGrid(np.ones((1, 3), dtype=bool)).distances([(0, 0)]).costs.tolist()
    /// [[0.0, 1.0, 2.0]]
    #[pyo3(signature = (starts=None, *, within=None, towards=None))]
    fn distances(
        &self,
        py: Python<'_>,
        starts: Option<&Bound<'_, PyAny>>,
        within: Option<f64>,
        towards: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyDistances> {
        let grid = self.with(py, |live| Arc::new(live.grid().clone()));
        PyDistances::of(py, (grid, None), self.order, starts, towards, within)
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        key: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (cells, shape) = self.selected(py, key)?;
        let free: Vec<bool> =
            self.with(py, |live| cells.iter().map(|&cell| live.grid().is_free(cell)).collect());
        if shape.is_empty() && free.len() == 1 {
            return Ok(pyo3::types::PyBool::new(py, free[0]).to_owned().into_any());
        }
        PyArray1::from_vec(py, free).call_method1("reshape", (shape,))
    }

    fn __setitem__(
        &self,
        py: Python<'_>,
        key: &Bound<'_, PyAny>,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (cells, shape) = self.selected(py, key)?;
        let value = as_array(value)?;
        if value.dtype().getattr("kind")?.extract::<char>()? != 'b' {
            return Err(errors::wrong_type(format!(
                "a cell is set to a value of type {}: expected True (free) or False (blocked)",
                value.dtype().str()?
            )));
        }
        let numpy = py.import("numpy")?;
        let values = numpy.call_method1("broadcast_to", (value, shape));
        let values = values.map_err(|error| errors::input(error.to_string()))?;
        let bytes =
            numpy.call_method1("ascontiguousarray", (values,))?.call_method1("view", ("uint8",))?;
        let values: PyReadonlyArray1<'_, u8> = bytes.call_method0("ravel")?.extract()?;
        let values: Vec<u8> = values.as_array().to_vec();
        let edited = detached(py, || {
            let mut live = self.live.write().unwrap_or_else(|broken| broken.into_inner());
            for (&cell, &value) in cells.iter().zip(&values) {
                live.set_free(cell, value != 0)?;
            }
            Ok(())
        });
        edited.map_err(|failure| self.raise(failure))
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        _ = copy;
        crate::answer::as_dtype(&self.free(py), dtype, None)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        self.with(py, |live| {
            let grid = live.grid();
            let state = if live.is_prepared() { "prepared" } else { "searched" };
            format!(
                "LiveGrid({} x {}, {} free, {state})",
                grid.height(),
                grid.width(),
                grid.free_cells()
            )
        })
    }

    /// The map, for notebooks.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        let svg = self.with(py, |live| crate::draw::Pixels::of(live.grid())).svg(&[]);
        svg.map_err(|error| errors::input(error.to_string()))
    }

    fn __copy__(&self, py: Python<'_>) -> PyLiveGrid {
        let grid = self.with(py, |live| live.grid().clone());
        PyLiveGrid::new(grid, self.order, self.unit, self.pinned)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyLiveGrid {
        self.__copy__(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<pickle::Reduced<'py>> {
        let this = slf.get();
        let grid = this.with(slf.py(), |live| live.grid().clone());
        pickle::reduce(slf, &grid, (this.order.name(), this.unit, this.pinned.map(Algorithm::name)))
    }

    #[classmethod]
    fn _restore(
        _: &Bound<'_, PyType>,
        saved: &Bound<'_, PyBytes>,
        order: &str,
        unit: f64,
        algorithm: Option<&str>,
    ) -> PyResult<PyLiveGrid> {
        let order = Order::named(order)?;
        let pinned = algorithm.map(str::parse).transpose();
        let pinned = pinned.map_err(|error| errors::engine(error, order))?;
        Ok(PyLiveGrid::new(pickle::restore(saved)?, order, unit, pinned))
    }
}
