//! `Distances`: what it costs to get everywhere on a grid, or from everywhere.

use crate::answer::as_dtype;
use crate::cells::{Order, freeze};
use crate::errors::{self, Failure};
use crate::layer::PyLayer;
use crate::options::most;
use crate::packing;
use crate::pickle;
use crate::running::{abandonable, detached};
use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyType};
use std::ops::Deref;
use std::sync::{Arc, Mutex};
use wayline::{Cell, Cost, Direction, Field, FieldQuery, Grid, Layer, LayeredGrid};

/// From this many cells on, filling takes so long that you may want to press Ctrl-C.
const LARGE: usize = 1 << 22;

/// Fields that are no longer in use, whose memory is reused.
static SPARE: Mutex<Vec<Field<Grid>>> = Mutex::new(Vec::new());
/// How many of them are kept, if they are not large.
const KEPT: usize = 2;

/// A field whose memory is used again when it is dropped.
struct Reused {
    /// Always there until then.
    field: Option<Field<Grid>>,
    large: bool,
}

impl Reused {
    fn fill(
        grid: &Grid,
        layer: Option<&Layer>,
        query: &FieldQuery<Cell>,
    ) -> Result<Reused, wayline::Error> {
        let under = layer.map_or(LayeredGrid::from(grid), |layer| grid.under(layer));
        let large = grid.width() as usize * grid.height() as usize >= LARGE;
        let spare = SPARE.try_lock().ok().filter(|_| !large).and_then(|mut spare| spare.pop());
        let field = match spare {
            Some(mut field) => field.fill(under, query).map(|()| field),
            None => under.field(query),
        };
        Ok(Reused { field: Some(field?), large })
    }
}

impl Deref for Reused {
    type Target = Field<Grid>;

    fn deref(&self) -> &Field<Grid> {
        self.field.as_ref().expect("it is taken by nobody but drop")
    }
}

impl Drop for Reused {
    fn drop(&mut self) {
        if !self.large
            && let Some(field) = self.field.take()
            && let Ok(mut spare) = SPARE.try_lock()
            && spare.len() < KEPT
        {
            spare.push(field);
        }
    }
}

/// What it costs to get from the nearest of some cells to every cell, or from every cell to the nearest of some;
/// with the next step of every path.
///
/// To numpy it is an array: `np.asarray(distances)`, `distances[3, 4]`, `distances.costs`. Square brackets index
/// as numpy does; cells in calls are in the order of the grid.
///
/// >>> import wayline as wl
/// >>> grid = wl.Grid.from_rows(["...", ".#.", "..."])
/// >>> home = grid.distances(towards=[(0, 0)])
/// >>> home[2, 2], home.next_step((2, 2)), home.descend((0, 2)).tolist()
/// (4.0, (1, 2), [[0, 2], [0, 1], [0, 0]])
#[pyclass(frozen, module = "wayline", name = "Distances")]
pub(crate) struct PyDistances {
    grid: Arc<Grid>,
    order: Order,
    layer: Option<Py<PyLayer>>,
    field: Reused,
    costs: PyOnceLock<Py<PyArray2<f64>>>,
}

impl PyDistances {
    pub(crate) fn of(
        py: Python<'_>,
        ground: (Arc<Grid>, Option<Py<PyLayer>>),
        order: Order,
        starts: Option<&Bound<'_, PyAny>>,
        towards: Option<&Bound<'_, PyAny>>,
        within: Option<f64>,
    ) -> PyResult<PyDistances> {
        let cells =
            |what, object| order.ends(what, object).map(|ends| ends.into_list().into_owned());
        let query = match (starts, towards) {
            (Some(starts), None) => FieldQuery::away_from_any(cells("start", starts)?),
            (None, Some(goals)) => FieldQuery::towards_any(cells("goal", goals)?),
            _ => {
                return Err(errors::query(
                    "distances are from starts or towards goals: expected distances(starts) or \
                     distances(towards=goals)",
                ));
            }
        };
        let within = within.map(most).transpose();
        let within = within.map_err(|failure| failure.raise(order))?.flatten();
        let query = match within {
            Some(cost) => query.within(cost),
            None => query,
        };
        PyDistances::filled(py, ground, order, query).map_err(|failure| failure.raise(order))
    }

    fn filled(
        py: Python<'_>,
        (grid, layer): (Arc<Grid>, Option<Py<PyLayer>>),
        order: Order,
        query: FieldQuery<Cell>,
    ) -> Result<PyDistances, Failure> {
        let under = layer.as_ref().map(|layer| Arc::clone(&layer.get().layer));
        let cells = grid.width() as usize * grid.height() as usize;
        let field = if cells < LARGE {
            detached(py, || Ok(Reused::fill(&grid, under.as_deref(), &query)?))
        } else {
            let grid = Arc::clone(&grid);
            abandonable(py, move |_| Ok(Reused::fill(&grid, under.as_deref(), &query)?))
        }?;
        Ok(PyDistances { grid, order, layer, field, costs: PyOnceLock::new() })
    }
}

impl PyDistances {
    pub(crate) fn field(&self) -> &Field<Grid> {
        &self.field
    }
}

/// Direction, seeds and bound, as they are pickled.
type Saved = (bool, Vec<(u32, u32, u64)>, Option<u64>);

#[pymethods]
impl PyDistances {
    /// The costs, an array of shape (rows, columns) and type float64; infinite where there is no path. It is made
    /// once and is read-only.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..#."]).distances([(0, 0)]).costs.tolist()
    /// [[0.0, 1.0, inf, inf]]
    #[getter]
    fn costs(&self, py: Python<'_>) -> Py<PyArray2<f64>> {
        let made = self.costs.get_or_init(py, || {
            let rows = self.field.rows().map(|row| row.map(Cost::to_f64));
            let array = packing::by_row(py, &self.grid, rows);
            freeze(&array);
            array.unbind()
        });
        made.clone_ref(py)
    }

    /// What it costs to get to a cell, or from it; infinite where there is no path.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..#."]).distances([(0, 0)]).cost((0, 1))
    /// 1.0
    fn cost(&self, cell: &Bound<'_, PyAny>) -> PyResult<f64> {
        Ok(self.field.cost(self.order.one("cell", cell)?).map_or(f64::INFINITY, Cost::to_f64))
    }

    /// The next cell on a cheapest path from a cell towards the nearest seed; `None` on a seed, and where there
    /// is no path.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).distances(towards=[(0, 0)]).next_step((0, 2))
    /// (0, 1)
    fn next_step(&self, cell: &Bound<'_, PyAny>) -> PyResult<Option<(u32, u32)>> {
        let next = self.field.next_step(self.order.one("cell", cell)?);
        Ok(next.map(|cell| self.order.pair(cell)))
    }

    /// The next cells of many cells, as an array of shape (n, 2): a cell that has no next one stays.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).distances(towards=[(0, 0)]).next_steps([(0, 2), (0, 0)]).tolist()
    /// [[0, 1], [0, 0]]
    fn next_steps<'py>(&self, cells: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let list = self.order.list("list of cells", cells)?;
        let next: Vec<Cell> =
            list.into_iter().map(|cell| self.field.next_step(cell).unwrap_or(cell)).collect();
        Ok(self.order.array(cells.py(), &next))
    }

    /// All cells from a cell to the nearest seed, both included, as an array of shape (n, 2); empty where there
    /// is no path.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).distances(towards=[(0, 0)]).descend((0, 2)).tolist()
    /// [[0, 2], [0, 1], [0, 0]]
    fn descend<'py>(&self, cell: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let path: Vec<Cell> = self.field.descend(self.order.one("cell", cell)?).collect();
        Ok(self.order.array(cell.py(), &path))
    }

    /// A cheapest path in the direction of travel: from the nearest start to a cell, or from a cell to the
    /// nearest goal, as an array of shape (n, 2).
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).distances([(0, 0)]).path((0, 2)).tolist()
    /// [[0, 0], [0, 1], [0, 2]]
    fn path<'py>(&self, cell: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let path = self.field.path(self.order.one("cell", cell)?).unwrap_or_default();
        Ok(self.order.array(cell.py(), &path))
    }

    /// How many cells were reached.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..#."]).distances([(0, 0)]).reached
    /// 2
    #[getter]
    fn reached(&self) -> usize {
        self.field.len()
    }

    /// Rows and columns.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..#."]).distances([(0, 0)]).shape
    /// (1, 4)
    #[getter]
    pub(crate) fn shape(&self) -> (u32, u32) {
        (self.grid.height(), self.grid.width())
    }

    fn __getitem__<'py>(
        slf: &Bound<'py, Self>,
        key: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let item = slf.get().costs(py).bind(py).as_any().get_item(key)?;
        // A number of Python's own, as a list has.
        match item.hasattr("ndim")? && item.getattr("ndim")?.extract::<usize>()? == 0 {
            true => item.call_method0("item"),
            false => Ok(item),
        }
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        as_dtype(self.costs(py).bind(py), dtype, copy)
    }

    fn __repr__(&self) -> String {
        let query = self.field.query();
        let direction = match query.direction() {
            Direction::Towards => "towards",
            Direction::AwayFrom => "from",
        };
        let (seeds, reached) = (query.seeds().len(), self.field.len());
        format!("Distances({direction} {seeds} cells, {reached} reached)")
    }

    /// Draws the distances with matplotlib, on `ax` or on the current axes; keywords are those of `imshow`.
    #[pyo3(signature = (ax=None, **style))]
    fn plot<'py>(
        slf: &Bound<'py, Self>,
        ax: Option<Bound<'py, PyAny>>,
        style: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("wayline._plot")?.call_method("distances", (slf, ax), style.as_ref())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// The question is pickled, not the answer: it is answered again, and the answer is the same everywhere.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<pickle::Reduced<'py>> {
        let this = slf.get();
        let query = this.field.query();
        let seeds =
            query.seeds().iter().map(|&(cell, cost)| (cell.x, cell.y, cost.raw())).collect();
        let saved: Saved =
            (query.direction() == Direction::Towards, seeds, query.bound().map(Cost::raw));
        let py = slf.py();
        let grid = pickle::save(py, &*this.grid)?;
        let layer = this.layer.as_ref().map(|layer| layer.clone_ref(py));
        pickle::reduce(slf, &saved, (grid, this.order.name(), layer))
    }

    #[classmethod]
    fn _restore(
        class: &Bound<'_, PyType>,
        saved: &Bound<'_, PyBytes>,
        grid: &Bound<'_, PyBytes>,
        order: &str,
        layer: Option<Py<PyLayer>>,
    ) -> PyResult<PyDistances> {
        let (towards, seeds, bound): Saved = pickle::restore(saved)?;
        let none = std::iter::empty::<Cell>();
        let mut query =
            if towards { FieldQuery::towards_any(none) } else { FieldQuery::away_from_any(none) };
        for (x, y, cost) in seeds {
            query = query.seed(Cell::new(x, y), Cost::from_raw(cost));
        }
        if let Some(bound) = bound {
            query = query.within(Cost::from_raw(bound));
        }
        let (py, order) = (class.py(), Order::named(order)?);
        // A layer brings the map that it fits.
        let grid = match &layer {
            Some(layer) => layer.get().grid(py),
            None => Arc::new(pickle::restore(grid)?),
        };
        let made = PyDistances::filled(py, (grid, layer), order, query);
        made.map_err(|failure| failure.raise(order))
    }
}
