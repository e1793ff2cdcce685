//! `Grid`: a map of cells from an array.

use crate::answer::{PyAnswer, as_dtype};
use crate::cells::Order;
use crate::distances::PyDistances;
use crate::draw::Pixels;
use crate::errors::{self, Failure};
use crate::files;
use crate::index::{Asked, PyGridIndex};
use crate::landmarks::PyLandmarks;
use crate::layer::PyLayer;
use crate::many::{Manner, Under, ask_costs};
use crate::options::Options;
use crate::packing::{self, Packed};
use crate::pickle;
use crate::rows;
use crate::running::{ask, ask_borrowing};
use crate::trace::PyTrace;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyType};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use wayline::{Cell, Grid, Moves, Query};

/// A map of cells, from an array.
///
/// The array is bool (free cells), uint8 (0 is blocked, anything else is the cost to enter), float32 or float64
/// (the cost to enter; inf and nan are blocked). A straight step costs what the entered cell costs, a diagonal one
/// the square root of two times that. Costs of cells are kept to 1/65280 of the largest (of 0.03 if all are
/// smaller), and exactly if they are multiples of 1/256 up to 255.
///
/// `moves` is 4 or 8. `corners` says when a diagonal step may pass blocked cells: `"never"` (both cells beside it
/// are free), `"one"`, `"always"`. `order` is how cells are written everywhere: `"rc"`, (row, column), as numpy
/// indexes, or `"xy"`. `step_costs` is `"exact"`, `"uniform"` (diagonals cost 1) or a pair. With `charge="mean"`,
/// a step is charged for half of each of its two cells, and costs the same in both directions.
///
/// `elevation` is an array of whole numbers: going up costs `uphill` for each unit gained, in addition to all
/// else.
///
/// A grid does not change; `LiveGrid` does.
///
/// >>> import numpy as np, wayline as wl
/// >>> grid = wl.Grid(np.array([[1, 1, 1], [1, 0, 1], [1, 9, 1]], dtype=np.uint8))
/// >>> grid.path((2, 0), (2, 2)).cost
/// 6.0
/// >>> hill = wl.Grid(np.ones((1, 3), dtype=bool), elevation=[[0, 20, 0]], uphill=0.5)
/// >>> hill.path((0, 0), (0, 2)).cost
/// 12.0
#[pyclass(frozen, module = "wayline", name = "Grid")]
pub(crate) struct PyGrid {
    pub(crate) grid: Arc<Grid>,
    pub(crate) order: Order,
    /// How many times the engine's multipliers the costs are.
    pub(crate) unit: f64,
}

/// From, to, cost.
type Link = ((u32, u32), (u32, u32), f64);

impl PyGrid {
    pub(crate) fn new(grid: Grid, order: Order) -> PyGrid {
        PyGrid { grid: Arc::new(grid), order, unit: 1.0 }
    }

    /// The same map again.
    pub(crate) fn share(&self) -> PyGrid {
        PyGrid { grid: Arc::clone(&self.grid), order: self.order, unit: self.unit }
    }
}

#[pymethods]
impl PyGrid {
    #[new]
    #[pyo3(signature = (array, *, moves=8, corners="never", order="rc", step_costs=None, charge="enter",
        elevation=None, uphill=0.0))]
    #[allow(clippy::too_many_arguments)]
    fn py_new(
        array: &Bound<'_, PyAny>,
        moves: u8,
        corners: &str,
        order: &str,
        step_costs: Option<&Bound<'_, PyAny>>,
        charge: &str,
        elevation: Option<&Bound<'_, PyAny>>,
        uphill: f64,
    ) -> PyResult<PyGrid> {
        let order = Order::named(order)?;
        let rules = packing::rules(moves, corners, step_costs, charge, uphill)?;
        let Packed { mut grid, unit } = packing::pack(array, rules)?;
        if let Some(array) = elevation {
            let shape = (grid.height(), grid.width());
            let set =
                packing::elevate(shape, array, |cell, number| grid.set_elevation(cell, number))?;
            set.map_err(|error| errors::engine(error, order))?;
        }
        Ok(PyGrid { grid: Arc::new(grid), order, unit })
    }

    /// A grid from rows of text: `.` is free, `#` is blocked, and a digit is the cost to enter.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..#", "9.."]).shape
    /// (2, 3)
    #[classmethod]
    #[pyo3(signature = (rows, *, moves=8, corners="never", order="rc", step_costs=None, charge="enter",
        uphill=0.0))]
    #[allow(clippy::too_many_arguments)]
    fn from_rows(
        _: &Bound<'_, PyType>,
        rows: Vec<String>,
        moves: u8,
        corners: &str,
        order: &str,
        step_costs: Option<&Bound<'_, PyAny>>,
        charge: &str,
        uphill: f64,
    ) -> PyResult<PyGrid> {
        let rules = packing::rules(moves, corners, step_costs, charge, uphill)?;
        let grid = Grid::from_rows(rows).map_err(|error| errors::engine(error, Order::Rc))?;
        Ok(PyGrid::new(grid.with_rules(rules), Order::named(order)?))
    }

    /// A map from a file: Moving AI's `.map`, rows of text, or a PNG picture, whose dark pixels are blocked.
    ///
    /// >>> import pathlib, tempfile, wayline as wl
    /// >>> path = pathlib.Path(tempfile.mkdtemp()) / "yard.txt"
    /// >>> _ = path.write_text("..#\n...\n")
    /// >>> wl.Grid.open(path).free_cells
    /// 5
    #[classmethod]
    #[pyo3(signature = (file, *, moves=8, corners="never", order="rc", step_costs=None, charge="enter",
        uphill=0.0))]
    #[allow(clippy::too_many_arguments)]
    fn open(
        _: &Bound<'_, PyType>,
        file: &Bound<'_, PyAny>,
        moves: u8,
        corners: &str,
        order: &str,
        step_costs: Option<&Bound<'_, PyAny>>,
        charge: &str,
        uphill: f64,
    ) -> PyResult<PyGrid> {
        let rules = packing::rules(moves, corners, step_costs, charge, uphill)?;
        let (bytes, format) = files::read(file)?;
        let format = format.and_then(|path| wayline_maps::Format::of_path(&path));
        let map = wayline_maps::read(bytes.as_slice()?, format);
        let map = map.map_err(|error| errors::input(error.to_string()))?;
        Ok(PyGrid::new(map.grid.with_rules(rules), Order::named(order)?))
    }

    /// A map from a line of text with a generator, its size and its settings: `maze`, `rooms`, `caves`, `random`
    /// and more.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.generate("maze:64x48:seed=1").shape
    /// (48, 64)
    #[classmethod]
    #[pyo3(signature = (spec, *, moves=8, corners="never", order="rc", step_costs=None, charge="enter",
        uphill=0.0))]
    #[allow(clippy::too_many_arguments)]
    fn generate(
        _: &Bound<'_, PyType>,
        spec: &str,
        moves: u8,
        corners: &str,
        order: &str,
        step_costs: Option<&Bound<'_, PyAny>>,
        charge: &str,
        uphill: f64,
    ) -> PyResult<PyGrid> {
        let rules = packing::rules(moves, corners, step_costs, charge, uphill)?;
        let spec: wayline_maps::generate::Spec =
            spec.parse().map_err(|error| errors::input(format!("{error}")))?;
        let grid = spec.generate(wayline_maps::Limits::default());
        let grid = grid.map_err(|error| errors::input(error.to_string()))?;
        Ok(PyGrid::new(grid.with_rules(rules), Order::named(order)?))
    }

    /// A map from a picture (a PIL image, or a file that PIL opens): pixels brighter than `free_above`, from 0 to
    /// 255, are free. Other keywords are those of `Grid`.
    #[classmethod]
    #[pyo3(signature = (image, *, free_above=127, **keywords))]
    fn from_image<'py>(
        class: &Bound<'py, PyType>,
        image: &Bound<'py, PyAny>,
        free_above: i64,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let module = class.py().import("wayline._images")?;
        module.call_method("grid_from_image", (class, image, free_above), keywords)
    }

    /// An occupancy map of ROS, from its `.yaml` file and the picture that it names. If `unknown` is true, cells
    /// that are free or unknown are free; otherwise only free ones. Other keywords are those of `Grid`.
    #[classmethod]
    #[pyo3(signature = (yaml, *, unknown=false, **keywords))]
    fn from_ros<'py>(
        class: &Bound<'py, PyType>,
        yaml: &Bound<'py, PyAny>,
        unknown: bool,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let module = class.py().import("wayline._images")?;
        module.call_method("grid_from_ros", (class, yaml, unknown), keywords)
    }

    /// Rows and columns.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["...", "..."]).shape
    /// (2, 3)
    #[getter]
    fn shape(&self) -> (u32, u32) {
        (self.grid.height(), self.grid.width())
    }

    /// How many neighbours a cell has: 4 or 8.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).moves
    /// 8
    #[getter]
    fn moves(&self) -> u8 {
        match self.grid.rules().moves {
            Moves::Four => 4,
            _ => 8,
        }
    }

    /// When a diagonal step may pass blocked cells: `"never"`, `"one"`, `"always"`.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).corners
    /// 'never'
    #[getter]
    fn corners(&self) -> &'static str {
        self.grid.rules().corners.name()
    }

    /// How cells are written: `"rc"` or `"xy"`.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."], order="xy").path((0, 0), (2, 0)).cells[-1].tolist()
    /// [2, 0]
    #[getter]
    fn order(&self) -> &'static str {
        self.order.name()
    }

    /// How many cells are free.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows([".#."]).free_cells
    /// 2
    #[getter]
    fn free_cells(&self) -> usize {
        self.grid.free_cells()
    }

    /// Which cells are free, as an array of bool.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows([".#."]).free.tolist()
    /// [[True, False, True]]
    #[getter]
    fn free<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<bool>> {
        packing::free(py, &self.grid)
    }

    /// What cells cost to enter, as an array of float64; infinite where they are blocked.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows([".#3"]).enter_costs.tolist()
    /// [[1.0, inf, 3.0]]
    #[getter]
    fn enter_costs<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f64>> {
        packing::costs(py, &self.grid, self.unit)
    }

    /// How high cells are, as an array of int32.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid([[True, True]], elevation=[[0, 7]]).elevation.tolist()
    /// [[0, 7]]
    #[getter]
    fn elevation<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i32>> {
        packing::by_cell(py, &self.grid, |cell| self.grid.elevation(cell))
    }

    /// What each unit of elevation gained costs.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."], uphill=0.5).uphill
    /// 0.5
    #[getter]
    fn uphill(&self) -> f64 {
        self.grid.rules().uphill.to_f64()
    }

    /// The same map with links: steps from one cell to any other, such as stairs, ferries and teleporters. Each is
    /// (from, to, cost), and with `two_way` leads back as well. A link that is already there gets the new cost.
    ///
    /// >>> import wayline as wl
    /// >>> floors = wl.Grid.from_rows(["..#..", "..#.."]).with_links([((0, 1), (1, 3), 2.5)], two_way=True)
    /// >>> floors.path((0, 0), (1, 4)).cost, floors.path((1, 4), (0, 0)).cost
    /// (4.5, 4.5)
    #[pyo3(signature = (links, *, two_way=false))]
    fn with_links(
        &self,
        links: Vec<(Bound<'_, PyAny>, Bound<'_, PyAny>, f64)>,
        two_way: bool,
    ) -> PyResult<PyGrid> {
        let mut grid = (*self.grid).clone();
        for (from, to, cost) in links {
            let (from, to) = (self.order.one("link", &from)?, self.order.one("link", &to)?);
            let added = match two_way {
                true => grid.add_two_way_link(from, to, cost),
                false => grid.add_link(from, to, cost),
            };
            added.map_err(|error| errors::engine(error, self.order))?;
        }
        Ok(PyGrid { grid: Arc::new(grid), order: self.order, unit: self.unit })
    }

    /// All links, each (from, to, cost).
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows([".#."]).with_links([((0, 0), (0, 2), 3)]).links
    /// [((0, 0), (0, 2), 3.0)]
    #[getter]
    fn links(&self) -> Vec<Link> {
        let pair = |cell| self.order.pair(cell);
        self.grid.links().map(|(from, to, cost)| (pair(from), pair(to), cost.to_f64())).collect()
    }

    /// A cheapest path from `start` to `goal`, each a cell, or several of which the nearest are taken.
    ///
    /// `algorithm` is a name from `wayline.algorithms()`; the default picks the fastest exact one. `heuristic`
    /// (from `wayline.heuristics()`) names an estimate, and `weight` makes it weighted A*, at most that many times
    /// the least cost. `open` (from `wayline.open_lists()`) is the open list, and `ties` says which of equal cells
    /// comes first: `"newest"`, `"high-g"`, `"low-g"`. `max_cost`, `max_expansions` and `max_seconds` stop the
    /// search. If they do, or if there is no path, `closest` answers with the path to the reached cell that is
    /// nearest to the goal. `avoid` is cells not to enter, `layer` a `Layer` of additional costs. With
    /// `shortcut=False`, the search is made even where the map is known to have no path.
    ///
    /// >>> import wayline as wl
    /// >>> grid = wl.Grid.from_rows(["....", ".##.", "...."])
    /// >>> grid.path((1, 0), (1, 3)).cost
    /// 5.0
    /// >>> grid.path((1, 0), (1, 3), avoid=[(0, 1)]).cells.max(axis=0).tolist()
    /// [2, 3]
    /// >>> grid.path((1, 0), [(1, 3), (2, 1)]).cells[-1].tolist()
    /// [2, 1]
    #[pyo3(signature = (start, goal, *, algorithm=None, heuristic=None, weight=None, open=None, ties=None,
        max_expansions=None, max_cost=None, max_seconds=None, closest=false, avoid=None, layer=None, shortcut=true))]
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
        layer: Option<&Bound<'_, PyLayer>>,
        shortcut: bool,
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
            shortcut: Some(shortcut),
        };
        let query = self.question(start, goal, &options)?;
        let answer = self.asked(py, query, layer, |answer| answer.into_owned());
        let answer = answer.map_err(|failure| failure.raise(self.order))?;
        Ok(PyAnswer::new(answer, self.order, Some(Arc::clone(&self.grid))))
    }

    /// What a cheapest path costs; infinite if there is none. Keywords are those of `path`.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..#."]).cost((0, 0), (0, 1))
    /// 1.0
    #[pyo3(signature = (start, goal, *, algorithm=None, heuristic=None, weight=None, open=None, ties=None,
        max_expansions=None, max_cost=None, max_seconds=None, avoid=None, layer=None, shortcut=true))]
    #[allow(clippy::too_many_arguments)]
    fn cost(
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
        avoid: Option<&Bound<'_, PyAny>>,
        layer: Option<&Bound<'_, PyLayer>>,
        shortcut: bool,
    ) -> PyResult<f64> {
        let options = Options {
            algorithm,
            heuristic,
            weight,
            open,
            ties,
            max_expansions,
            max_cost,
            max_seconds,
            closest: false,
            avoid,
            shortcut: Some(shortcut),
        };
        let query = self.question(start, goal, &options)?;
        let cost = self.asked(py, query, layer, |answer| answer.cost.to_f64());
        cost.map_err(|failure| failure.raise(self.order))
    }

    /// Cheapest paths for rows of starts and goals, over this many threads; 0 is one for each processor. A single
    /// start or goal serves all rows. The answers do not depend on the number of threads.
    ///
    /// With `cells=False`, only costs are kept. An end on a blocked cell is an error that names its row, or with
    /// `blocked="inf"` an infinite cost.
    ///
    /// >>> import wayline as wl
    /// >>> grid = wl.Grid.from_rows(["....", "...."])
    /// >>> paths = grid.paths([(0, 0), (1, 0)], [(0, 3), (1, 1)])
    /// >>> paths.costs.tolist(), paths.offsets.tolist(), paths[1].tolist()
    /// ([3.0, 1.0], [0, 4, 6], [[1, 0], [1, 1]])
    #[pyo3(signature = (starts, goals, *, threads=0, cells=true, blocked="raise", layer=None))]
    #[allow(clippy::too_many_arguments)]
    fn paths<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        goals: &Bound<'py, PyAny>,
        threads: usize,
        cells: bool,
        blocked: &str,
        layer: Option<&Bound<'py, PyLayer>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let pairs = rows::pairs(self.order, starts, goals)?;
        let blocked_is_infinite = rows::blocked_is_infinite(blocked)?;
        let manner = Manner { threads, blocked_is_infinite };
        match layer {
            Some(layer) => rows::paths(py, &self.under(layer), &pairs, &manner, self.order, cells),
            None => rows::paths(py, &*self.grid, &pairs, &manner, self.order, cells),
        }
    }

    /// What cheapest paths cost, for rows of starts and goals, as an array: `paths` without the cells.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["...."]).costs((0, 0), [(0, 1), (0, 3)]).tolist()
    /// [1.0, 3.0]
    #[pyo3(signature = (starts, goals, *, threads=0, blocked="raise", layer=None))]
    fn costs<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        goals: &Bound<'py, PyAny>,
        threads: usize,
        blocked: &str,
        layer: Option<&Bound<'py, PyLayer>>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let pairs = rows::pairs(self.order, starts, goals)?;
        let blocked_is_infinite = rows::blocked_is_infinite(blocked)?;
        let manner = Manner { threads, blocked_is_infinite };
        let costs = match layer {
            Some(layer) => ask_costs(py, &self.under(layer), &pairs, &manner),
            None => ask_costs(py, &*self.grid, &pairs, &manner),
        };
        Ok(PyArray1::from_vec(py, costs.map_err(|failure| failure.raise(self.order))?))
    }

    /// What it costs to get from the nearest of `starts` to every cell, or with `towards` from every cell to the
    /// nearest of those; infinite where there is no path, or none `within` that cost. `layer` is a `Layer` of
    /// additional costs.
    ///
    /// >>> import numpy as np, wayline as wl
    /// >>> grid = wl.Grid.from_rows(["...", ".#.", "..."])
    /// >>> np.asarray(grid.distances([(0, 0)], within=2.0)).tolist()
    /// [[0.0, 1.0, 2.0], [1.0, inf, inf], [2.0, inf, inf]]
    #[pyo3(signature = (starts=None, *, within=None, towards=None, layer=None))]
    fn distances(
        slf: &Bound<'_, Self>,
        starts: Option<&Bound<'_, PyAny>>,
        within: Option<f64>,
        towards: Option<&Bound<'_, PyAny>>,
        layer: Option<Py<PyLayer>>,
    ) -> PyResult<PyDistances> {
        let PyGrid { grid, order, .. } = slf.get();
        PyDistances::of(slf.py(), (Arc::clone(grid), layer), *order, starts, towards, within)
    }

    /// Prepares an index of the map, which answers thousands of questions in microseconds each. For plain maps (no
    /// costs on cells), four or eight moves, every corner rule, and diagonals that cost one to two straight steps.
    /// Maps with costs are refused: for them, `landmarks()` makes searches several times as fast.
    ///
    /// `kind` is `"labels"` or `"jumps"`; the default is the fastest that suits the map. `max_bytes` and
    /// `max_milliseconds` (counted as work, the same on every machine) limit what preparing may take.
    ///
    /// >>> import wayline as wl
    /// >>> index = wl.Grid.from_rows(["....", ".##.", "...."]).prepare()
    /// >>> index.cost((1, 0), (1, 3))
    /// 5.0
    #[pyo3(signature = (*, kind=None, threads=0, max_bytes=None, max_milliseconds=None))]
    fn prepare(
        &self,
        py: Python<'_>,
        kind: Option<&str>,
        threads: usize,
        max_bytes: Option<u64>,
        max_milliseconds: Option<u64>,
    ) -> PyResult<PyGridIndex> {
        let kind = kind.map(str::to_owned);
        let asked = Asked { kind, threads, max_bytes, max_milliseconds };
        let index = PyGridIndex::prepare(py, &self.grid, self.order, asked);
        index.map_err(|failure| failure.raise(self.order))
    }

    /// Landmarks of the map: searches that use them are just as exact, and several times as fast where cells have
    /// costs. They are for maps that cannot have an index and get many questions. They take 2 bytes a cell for
    /// each of `count`, or 4 if only the cell entered is charged; by default, there are as many as fit into 64 MB,
    /// at most 64, or 24.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows([".9."]).landmarks(8).cost((0, 0), (0, 2))
    /// 10.0
    #[pyo3(signature = (count=None))]
    fn landmarks(&self, py: Python<'_>, count: Option<&Bound<'_, PyAny>>) -> PyResult<PyLandmarks> {
        PyLandmarks::choose(py, self, crate::landmarks::count(count)?)
    }

    /// Searches for a path and remembers what the search did, so that you can watch it. Keywords are those of
    /// `path`.
    ///
    /// >>> import wayline as wl
    /// >>> trace = wl.Grid.from_rows(["....", ".##.", "...."]).trace((1, 0), (1, 3), algorithm="astar")
    /// >>> trace.answer.cost, len(trace) > 8
    /// (5.0, True)
    #[pyo3(signature = (start, goal, *, algorithm=None, heuristic=None, weight=None, open=None, ties=None,
        max_expansions=None, max_cost=None, closest=false, avoid=None, layer=None, shortcut=false))]
    #[allow(clippy::too_many_arguments)]
    fn trace(
        slf: &Bound<'_, Self>,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
        algorithm: Option<&str>,
        heuristic: Option<&str>,
        weight: Option<f64>,
        open: Option<&str>,
        ties: Option<&str>,
        max_expansions: Option<u64>,
        max_cost: Option<f64>,
        closest: bool,
        avoid: Option<&Bound<'_, PyAny>>,
        layer: Option<&Bound<'_, PyLayer>>,
        shortcut: bool,
    ) -> PyResult<PyTrace> {
        let this = slf.get();
        let options = Options {
            algorithm,
            heuristic,
            weight,
            open,
            ties,
            max_expansions,
            max_cost,
            closest,
            avoid,
            shortcut: Some(shortcut),
            ..Options::default()
        };
        let ends = (this.order.one("start", start)?, this.order.one("goal", goal)?);
        let query = this.question(start, goal, &options)?;
        // A trace is pickled as what was asked, and searched for again.
        let asked = PyDict::new(slf.py());
        asked.set_item("algorithm", algorithm)?;
        asked.set_item("heuristic", heuristic)?;
        asked.set_item("weight", weight)?;
        asked.set_item("open", open)?;
        asked.set_item("ties", ties)?;
        asked.set_item("max_expansions", max_expansions)?;
        asked.set_item("max_cost", max_cost)?;
        asked.set_item("closest", closest)?;
        asked.set_item("avoid", avoid)?;
        asked.set_item("layer", layer)?;
        asked.set_item("shortcut", shortcut)?;
        let query = match layer {
            Some(layer) => query.layer(&layer.get().layer),
            None => query,
        };
        PyTrace::of(slf, ends, query, asked.unbind())
    }

    /// Whether a straight line between the middles of two cells touches nothing blocked.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["...", ".#."]).line_of_sight((0, 0), (0, 2))
    /// True
    fn line_of_sight(&self, start: &Bound<'_, PyAny>, goal: &Bound<'_, PyAny>) -> PyResult<bool> {
        let (from, to) = (self.order.one("start", start)?, self.order.one("goal", goal)?);
        Ok(self.grid.line_of_sight(from, to))
    }

    /// The same map with everything blocked that is within `radius` of a blocked cell, or of the edge: for
    /// round bodies.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["......", "......", "......"]).inflated(1.0).to_rows()
    /// ['######', '#....#', '######']
    fn inflated(&self, radius: f64) -> PyResult<PyGrid> {
        let grid = self.grid.inflated(radius).map_err(|error| errors::engine(error, self.order))?;
        Ok(PyGrid { grid: Arc::new(grid), order: self.order, unit: self.unit })
    }

    /// How far each cell is from the nearest blocked one or the edge, as an array: 0 is blocked, 1 is beside a
    /// wall. A square of 2c - 1 cells a side around a cell with clearance c is free.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["...", "...", "..."]).clearance().tolist()
    /// [[1, 1, 1], [1, 2, 1], [1, 1, 1]]
    fn clearance<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u32>> {
        let clearance = self.grid.clearance();
        packing::by_cell(py, &self.grid, |cell| clearance.at(cell))
    }

    /// The map as rows of text: `.` is free, `#` is blocked, and a digit is the cost to enter, rounded.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..#", "9.."]).to_rows()
    /// ['..#', '9..']
    fn to_rows(&self) -> Vec<String> {
        let look =
            |cell: Cell| match (self.grid.is_free(cell), self.grid.multiplier(cell) * self.unit) {
                (false, _) => '#',
                (true, 1.0) => '.',
                (true, cost) => char::from(b'0' + cost.round().clamp(1.0, 9.0) as u8),
            };
        let row = |y| (0..self.grid.width()).map(|x| look(Cell::new(x, y))).collect();
        (0..self.grid.height()).map(row).collect()
    }

    fn __repr__(&self) -> String {
        let rules = self.grid.rules();
        let weighted = if self.grid.is_weighted() { ", weighted" } else { "" };
        format!(
            "Grid({} x {}, {} free{weighted}, moves={}, corners='{}', order='{}')",
            self.grid.height(),
            self.grid.width(),
            self.grid.free_cells(),
            rules.moves,
            rules.corners,
            self.order.name()
        )
    }

    /// The map, for notebooks.
    fn _repr_svg_(&self) -> PyResult<String> {
        let svg = Pixels::of(&self.grid).svg(&[]);
        svg.map_err(|error| errors::input(error.to_string()))
    }

    /// Draws the map with matplotlib, on `ax` or on the current axes; keywords are those of `imshow`.
    #[pyo3(signature = (ax=None, **style))]
    fn plot<'py>(
        slf: &Bound<'py, Self>,
        ax: Option<Bound<'py, PyAny>>,
        style: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("wayline._plot")?.call_method("grid", (slf, ax), style.as_ref())
    }

    /// What cells cost to enter if the costs differ, or else which cells are free.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        _ = copy;
        let array = match self.grid.is_weighted() {
            true => packing::costs(py, &self.grid, self.unit).into_any(),
            false => packing::free(py, &self.grid).into_any(),
        };
        as_dtype(&array, dtype, None)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<PyGrid>() else { return Ok(false) };
        let (py, other) = (other.py(), other.get());
        if self.order != other.order || self.unit != other.unit {
            return Ok(false);
        }
        let saved = |grid: &Grid| pickle::save(py, grid);
        Ok(saved(&self.grid)?.as_bytes() == saved(&other.grid)?.as_bytes())
    }

    fn __hash__(&self) -> u64 {
        let mut hash = DefaultHasher::new();
        (self.grid.width(), self.grid.height(), self.grid.free_cells()).hash(&mut hash);
        hash.finish()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<pickle::Reduced<'py>> {
        let this = slf.get();
        pickle::reduce(slf, &*this.grid, (this.order.name(), this.unit))
    }

    #[classmethod]
    fn _restore(
        _: &Bound<'_, PyType>,
        saved: &Bound<'_, PyBytes>,
        order: &str,
        unit: f64,
    ) -> PyResult<PyGrid> {
        Ok(PyGrid { grid: Arc::new(pickle::restore(saved)?), order: Order::named(order)?, unit })
    }
}

impl PyGrid {
    fn asked<T: Send>(
        &self,
        py: Python<'_>,
        query: Query<'static, Cell>,
        layer: Option<&Bound<'_, PyLayer>>,
        keep: impl FnOnce(wayline::Answer<'_, Cell>) -> T + Send,
    ) -> Result<T, Failure> {
        match layer {
            Some(layer) => ask_borrowing(py, &*self.grid, query.layer(&layer.get().layer), keep),
            None => ask(py, &*self.grid, query, keep),
        }
    }

    fn under<'a>(&'a self, layer: &'a Bound<'_, PyLayer>) -> Under<'a> {
        Under { grid: &self.grid, layer: &layer.get().layer }
    }

    fn question<'q>(
        &self,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
        options: &Options<'_, '_>,
    ) -> PyResult<Query<'q, Cell>> {
        let query = self.order.ends("start", start)?.query(self.order.ends("goal", goal)?);
        let query = options.apply_to_cells(self.order, query);
        query.map_err(|failure: Failure| failure.raise(self.order))
    }
}
