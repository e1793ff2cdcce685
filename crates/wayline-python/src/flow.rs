//! `wayline.crowd.Flow`: thousands of units that share a few goals.

use crate::cells::{Order, numbers, pairs_array};
use crate::errors::Failure;
use crate::grid::PyGrid;
use crate::running::{detached, lock, repeated, threads as as_many};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use std::sync::Mutex;
use wayline::Cell;
use wayline::crowd::Flow;

/// Large groups on a grid, each unit a square of cells, that flow to shared goals.
///
/// One field of costs serves all units that have a goal and a size in common. In a tick, every unit makes at most
/// one step, by the moves of the grid; no two are ever on the same cell, change places or cross. Around a goal
/// lies an area in which its group finds room: a unit in it has arrived. The ticks are the same on every machine,
/// whatever `threads` is. `slice` is how many cells of fields are filled in a tick: with more, units learn of
/// crowds and edits sooner.
///
/// >>> import numpy as np, wayline as wl
/// >>> from wayline.crowd import Flow
/// >>> free = np.ones((30, 60), bool)
/// >>> free[np.arange(30) % 10 != 4, 30] = False
/// >>> flow = Flow(wl.Grid(free))
/// >>> units = flow.add_all([(row, column) for row in range(5, 15) for column in range(2, 12)])
/// >>> flow.send(units, (15, 50))
/// >>> while flow.on_their_way:
/// ...     flow.tick()
/// >>> bool(flow.arrived.all()), flow.ticks < 200
/// (True, True)
#[pyclass(frozen, module = "wayline.crowd", name = "Flow")]
pub(crate) struct PyFlow {
    flow: Mutex<Flow>,
    order: Order,
}

impl PyFlow {
    /// Does something with the flow, without the interpreter's lock.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        run: impl FnOnce(&mut Flow) -> Result<T, Failure> + Send,
    ) -> PyResult<T> {
        detached(py, || run(&mut lock(&self.flow))).map_err(|failure| failure.raise(self.order))
    }

    /// Something about each unit, including units that were removed.
    fn of_each<T: Send>(
        &self,
        py: Python<'_>,
        of: impl Fn(&Flow, usize, Option<(Cell, u32)>) -> T + Send + Sync,
    ) -> PyResult<Vec<T>> {
        self.with(py, |flow| {
            Ok(flow.units().enumerate().map(|(unit, here)| of(flow, unit, here)).collect())
        })
    }
}

#[pymethods]
impl PyFlow {
    #[new]
    #[pyo3(signature = (grid, *, threads=0, slice=None))]
    fn py_new(
        py: Python<'_>,
        grid: &Bound<'_, PyGrid>,
        threads: usize,
        slice: Option<u32>,
    ) -> PyResult<PyFlow> {
        let PyGrid { grid, order, .. } = grid.get();
        let flow = detached(py, || Ok(Flow::new(grid)?));
        let mut flow = flow.map_err(|failure| failure.raise(*order))?;
        flow.set_threads(as_many(threads));
        if let Some(cells) = slice {
            flow.set_slice(cells);
        }
        Ok(PyFlow { flow: Mutex::new(flow), order: *order })
    }

    /// Puts a unit on the map, a square of `size` x `size` cells of which this is the upper left one, and returns its
    /// number.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Flow
    /// >>> flow = Flow(wl.Grid.from_rows(["...", "..."]))
    /// >>> flow.add((0, 1), size=2), flow.unit_at((1, 2))
    /// (0, 0)
    #[pyo3(signature = (cell, *, size=1))]
    fn add(&self, py: Python<'_>, cell: &Bound<'_, PyAny>, size: u32) -> PyResult<usize> {
        let cell = self.order.one("cell", cell)?;
        self.with(py, |flow| Ok(flow.add_unit(cell, size)?))
    }

    /// Puts units of one size on the map, and returns their numbers. If there is no room for one, none is added.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Flow
    /// >>> flow = Flow(wl.Grid.from_rows(["...", "..."]))
    /// >>> flow.add_all([(0, 0), (1, 2)]).tolist()
    /// [0, 1]
    #[pyo3(signature = (cells, *, size=1))]
    fn add_all<'py>(
        &self,
        py: Python<'py>,
        cells: &Bound<'py, PyAny>,
        size: u32,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let cells = self.order.list("list of cells", cells)?;
        let added = self.with(py, |flow| Ok(flow.add_units(&cells, size)?))?;
        Ok(PyArray1::from_iter(py, added.map(|unit| unit as i64)))
    }

    /// Takes a unit off the map. Its number is not used again.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Flow
    /// >>> flow = Flow(wl.Grid.from_rows(["..."]))
    /// >>> unit = flow.add((0, 1))
    /// >>> flow.remove(unit)
    /// >>> flow.cells.tolist()
    /// [[-1, -1]]
    fn remove(&self, py: Python<'_>, unit: usize) -> PyResult<()> {
        self.with(py, |flow| Ok(flow.remove_unit(unit)?))
    }

    /// Sends units, by their numbers, to a goal, which they share with all units that were sent there before.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Flow
    /// >>> flow = Flow(wl.Grid.from_rows(["....."]))
    /// >>> flow.send(flow.add_all([(0, 0)]), (0, 4))
    /// >>> flow.tick(4)
    /// >>> flow.cells.tolist()
    /// [[0, 4]]
    fn send(
        &self,
        py: Python<'_>,
        units: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (units, goal) = (numbers("units", units)?, self.order.one("goal", goal)?);
        self.with(py, |flow| Ok(flow.send(&units, goal)?))
    }

    /// Takes a unit's goal away. It stays where it is, and makes way for others.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Flow
    /// >>> flow = Flow(wl.Grid.from_rows(["....."]))
    /// >>> flow.send(flow.add_all([(0, 0)]), (0, 4))
    /// >>> flow.halt(0)
    /// >>> flow.on_their_way
    /// 0
    fn halt(&self, py: Python<'_>, unit: usize) -> PyResult<()> {
        self.with(py, |flow| Ok(flow.halt(unit)?))
    }

    /// Blocks a cell on which there is no unit. No unit enters it from now on; fields follow within some ticks.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Flow
    /// >>> flow = Flow(wl.Grid.from_rows(["..."]))
    /// >>> flow.block((0, 1))
    /// >>> flow.grid.free.tolist()
    /// [[True, False, True]]
    fn block(&self, py: Python<'_>, cell: &Bound<'_, PyAny>) -> PyResult<()> {
        let cell = self.order.one("cell", cell)?;
        self.with(py, |flow| Ok(flow.set_free(cell, false)?))
    }

    /// Frees a cell.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Flow
    /// >>> flow = Flow(wl.Grid.from_rows([".#."]))
    /// >>> flow.free((0, 1))
    /// >>> flow.grid.free.all().item()
    /// True
    fn free(&self, py: Python<'_>, cell: &Bound<'_, PyAny>) -> PyResult<()> {
        let cell = self.order.one("cell", cell)?;
        self.with(py, |flow| Ok(flow.set_free(cell, true)?))
    }

    /// Lets this many ticks pass. In each of them, every unit makes a step, or none.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Flow
    /// >>> flow = Flow(wl.Grid.from_rows(["..."]))
    /// >>> flow.tick(10)
    /// >>> flow.ticks
    /// 10
    #[pyo3(signature = (count=1))]
    fn tick(&self, py: Python<'_>, count: u64) -> PyResult<()> {
        let tick = || {
            lock(&self.flow).tick();
            Ok(())
        };
        detached(py, || repeated(count, tick)).map_err(|failure| failure.raise(self.order))
    }

    /// Where every unit is, by number: an array of shape (units, 2) and type int32, with the upper left cell of
    /// each; -1 for units that were removed.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Flow
    /// >>> flow = Flow(wl.Grid.from_rows(["...", "..."]))
    /// >>> units = flow.add_all([(0, 0), (1, 2)])
    /// >>> flow.cells.tolist()
    /// [[0, 0], [1, 2]]
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let order = self.order;
        let pairs = self.of_each(py, |_, _, here| {
            here.map_or([-1, -1], |(cell, _)| {
                let (first, second) = order.pair(cell);
                [first as i32, second as i32]
            })
        })?;
        Ok(pairs_array(py, pairs.into_iter().flatten().collect()))
    }

    /// How many cells across each unit is, by number: an array of type int32; 0 for units that were removed.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Flow
    /// >>> flow = Flow(wl.Grid.from_rows(["...", "..."]))
    /// >>> units = flow.add((0, 0), size=2), flow.add((1, 2))
    /// >>> flow.sizes.tolist()
    /// [2, 1]
    #[getter]
    fn sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let sizes = self.of_each(py, |_, _, here| here.map_or(0, |(_, size)| size as i32))?;
        Ok(PyArray1::from_vec(py, sizes))
    }

    /// Which units are in the area around their goal, by number: an array of bool. A unit that is pushed out of it
    /// returns.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Flow
    /// >>> flow = Flow(wl.Grid.from_rows(["..."]))
    /// >>> flow.send(flow.add_all([(0, 0)]), (0, 2))
    /// >>> flow.tick(2)
    /// >>> flow.arrived.tolist()
    /// [True]
    #[getter]
    fn arrived<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let arrived = self.of_each(py, |flow, unit, _| flow.has_arrived(unit))?;
        Ok(PyArray1::from_vec(py, arrived))
    }

    /// Which units cannot get to their goals on the map as it is, as far as their fields know: an array of bool.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Flow
    /// >>> flow = Flow(wl.Grid.from_rows([".#."]))
    /// >>> flow.send(flow.add_all([(0, 0)]), (0, 2))
    /// >>> flow.tick(2)
    /// >>> flow.cut_off.tolist()
    /// [True]
    #[getter]
    fn cut_off<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let cut_off = self.of_each(py, |flow, unit, _| flow.is_cut_off(unit))?;
        Ok(PyArray1::from_vec(py, cut_off))
    }

    /// Where a unit is going, or has arrived; `None` if it is not going anywhere.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Flow
    /// >>> flow = Flow(wl.Grid.from_rows(["..."]))
    /// >>> flow.goal(flow.add((0, 0))) is None
    /// True
    fn goal(&self, py: Python<'_>, unit: usize) -> PyResult<Option<(u32, u32)>> {
        let goal = self.with(py, |flow| Ok(flow.goal(unit)))?;
        Ok(goal.map(|cell| self.order.pair(cell)))
    }

    /// The number of the unit on a cell; `None` if there is none.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Flow
    /// >>> flow = Flow(wl.Grid.from_rows(["..."]))
    /// >>> flow.unit_at((0, 1)) is None
    /// True
    fn unit_at(&self, py: Python<'_>, cell: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        let cell = self.order.one("cell", cell)?;
        self.with(py, |flow| Ok(flow.unit_at(cell)))
    }

    /// How many units have a goal, have not arrived and are not cut off from it.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Flow
    /// >>> flow = Flow(wl.Grid.from_rows(["....."]))
    /// >>> flow.send(flow.add_all([(0, 0)]), (0, 4))
    /// >>> flow.on_their_way
    /// 1
    #[getter]
    fn on_their_way(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |flow| Ok(flow.on_their_way()))
    }

    /// How many ticks have passed.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Flow
    /// >>> Flow(wl.Grid.from_rows(["..."])).ticks
    /// 0
    #[getter]
    fn ticks(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |flow| Ok(flow.ticks()))
    }

    /// The map as it is.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Flow
    /// >>> Flow(wl.Grid.from_rows(["..."])).grid.shape
    /// (1, 3)
    #[getter]
    fn grid(&self, py: Python<'_>) -> PyResult<PyGrid> {
        let grid = self.with(py, |flow| Ok(flow.grid().clone()))?;
        Ok(PyGrid::new(grid, self.order))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |flow| Ok(flow.units().count()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |flow| {
            let (units, going) = (flow.units().flatten().count(), flow.on_their_way());
            let (rows, columns) = (flow.grid().height(), flow.grid().width());
            Ok(format!("Flow({rows} x {columns}, {units} units, {going} on their way)"))
        })
    }
}
