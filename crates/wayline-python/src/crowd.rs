//! `wayline.crowd`: plans for many units that never collide, and crowds that never rest.

use crate::cells::Order;
use crate::dependencies::PyDependencies;
use crate::errors::{self, Failure};
use crate::grid::PyGrid;
use crate::options::Options;
use crate::running::{cancellable, detached, lock, threads as as_many};
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyIterator;
use std::sync::Mutex;
use wayline::Cell;
use wayline::body::Placement;
use wayline::crowd::{Action, CrowdError, Dependencies, Lifelong, Plan, Planner, Unit};

/// The engine's message, with cells as the user writes them.
pub(crate) fn refused(error: &CrowdError, order: Order) -> PyErr {
    let at = |cell: &Cell| order.describe(*cell);
    let message = match error {
        CrowdError::EightMoves => {
            "units of a crowd step to four sides: give the grid moves=4".to_owned()
        }
        CrowdError::NotFree { unit, end, cell } => {
            format!("unit {unit}: the {end} {} is not a free cell", at(cell))
        }
        CrowdError::Shared { first, second, end, cell } => format!(
            "units {first} and {second} have the same {end}, {}: each needs its own",
            at(cell)
        ),
        CrowdError::DoesNotFit { unit, end, goal } => {
            format!("unit {unit}: it does not fit at its {end}, {}", order.describe_goal(*goal))
        }
        CrowdError::Apart { cell } => {
            format!("{} is not a free cell that the first unit can reach", at(cell))
        }
        _ => error.to_string(),
    };
    errors::query(message)
}

/// Refuses ends that are not pairs.
pub(crate) fn as_many_of_both(starts: usize, goals: usize) -> PyResult<()> {
    if starts == goals {
        return Ok(());
    }
    let text = format!("there are {starts} starts and {goals} goals: expected as many of each");
    Err(errors::input(text))
}

/// Has a planner do something that takes long, within a limit on expansions and on seconds, while listening for
/// Ctrl-C.
pub(crate) fn run<P: Send, T: Send>(
    py: Python<'_>,
    planner: &Mutex<P>,
    order: Order,
    (max_expansions, max_seconds): (Option<u64>, Option<f64>),
    run: impl FnOnce(&mut P, &wayline::Limits<'_>) -> T + Send,
) -> PyResult<T> {
    let options = Options { max_expansions, max_seconds, ..Options::default() };
    let limits = options.limits().map_err(|failure| failure.raise(order))?;
    let done = cancellable(py, |cancel| Ok(run(&mut lock(planner), &limits.cancel(cancel))));
    done.map_err(|failure| failure.raise(order))
}

/// Refuses to improve a plan without any limit.
pub(crate) fn ends_some_time(expansions: Option<u64>, seconds: Option<f64>) -> PyResult<()> {
    match (expansions, seconds) {
        (None, None) => Err(errors::query(
            "improve: expected max_expansions or max_seconds, since it may never end by itself",
        )),
        _ => Ok(()),
    }
}

/// Plans for one crowd on one grid of four moves: a first plan soon, better ones later.
///
/// All units move at the same time, one step in one of four directions or none. No two are ever on the same cell,
/// and no two ever change places. Work is counted: with the same `max_expansions`, the plan is the same on every
/// machine.
///
/// >>> import wayline as wl
/// >>> from wayline.crowd import Planner
/// >>> corridor = wl.Grid.from_rows([".....", "##.##"], moves=4)
/// >>> planner = Planner(corridor, starts=[(0, 0), (0, 4)], goals=[(0, 4), (0, 0)])
/// >>> planner.find()
/// 'found'
/// >>> planner.improve(max_expansions=10_000)
/// >>> planner.sum_of_costs, planner.makespan, planner.optimal
/// (11, 6, True)
/// >>> planner.plan()[:, 0].tolist()[:3]
/// [[0, 0], [0, 1], [0, 2]]
#[pyclass(frozen, module = "wayline.crowd", name = "Planner")]
pub(crate) struct PyPlanner {
    planner: Mutex<Planner>,
    units: usize,
    order: Order,
}

impl PyPlanner {
    fn look<T: Send>(&self, py: Python<'_>, look: impl FnOnce(&Planner) -> T + Send) -> T {
        // The lock is taken while the interpreter's is released: nobody waits for both.
        py.detach(|| look(&lock(&self.planner)))
    }
}

#[pymethods]
impl PyPlanner {
    #[new]
    #[pyo3(signature = (grid, starts, goals, *, threads=0))]
    fn py_new(
        py: Python<'_>,
        grid: &Bound<'_, PyGrid>,
        starts: &Bound<'_, PyAny>,
        goals: &Bound<'_, PyAny>,
        threads: usize,
    ) -> PyResult<PyPlanner> {
        let PyGrid { grid, order, .. } = grid.get();
        let (starts, goals) = (order.list("starts", starts)?, order.list("goals", goals)?);
        as_many_of_both(starts.len(), goals.len())?;
        let units: Vec<Unit> =
            starts.into_iter().zip(goals).map(|(a, b)| Unit::new(a, b)).collect();
        let planner = detached(py, || Ok(Planner::with_threads(grid, &units, as_many(threads))));
        let planner = planner.map_err(|failure: Failure| failure.raise(*order))?;
        let planner = Mutex::new(planner.map_err(|error| refused(&error, *order))?);
        Ok(PyPlanner { planner, units: units.len(), order: *order })
    }

    /// Searches for a first plan: `"found"`, `"unreachable"` (it is proved that there is none), or `"stopped: "`
    /// and the limit that stopped it. If you call it again, it goes on from there.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Planner
    /// >>> Planner(wl.Grid.from_rows(["..."], moves=4), [(0, 0), (0, 2)], [(0, 2), (0, 0)]).find()
    /// 'unreachable'
    #[pyo3(signature = (*, max_expansions=None, max_seconds=None))]
    fn find(
        &self,
        py: Python<'_>,
        max_expansions: Option<u64>,
        max_seconds: Option<f64>,
    ) -> PyResult<String> {
        run(py, &self.planner, self.order, (max_expansions, max_seconds), |planner, limits| {
            planner.find(limits).to_string()
        })
    }

    /// Makes the plan cheaper, for at most this many expansions or seconds. Returns the limit that stopped it;
    /// `None` if no plan costs less. Does nothing before there is a plan.
    ///
    /// >>> import numpy as np, wayline as wl
    /// >>> from wayline.crowd import Planner
    /// >>> planner = Planner(wl.Grid(np.ones((4, 4), bool), moves=4), [(0, 0)], [(3, 3)])
    /// >>> planner.find(), planner.improve(max_seconds=1.0), planner.optimal
    /// ('found', None, True)
    #[pyo3(signature = (*, max_expansions=None, max_seconds=None))]
    fn improve(
        &self,
        py: Python<'_>,
        max_expansions: Option<u64>,
        max_seconds: Option<f64>,
    ) -> PyResult<Option<String>> {
        ends_some_time(max_expansions, max_seconds)?;
        run(py, &self.planner, self.order, (max_expansions, max_seconds), |planner, limits| {
            planner.improve(limits).map(|limit| limit.to_string())
        })
    }

    /// Where every unit is at every moment: an array of shape (moments, units, 2) and type int32, in the order of
    /// the grid. `None` before there is a plan.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Planner
    /// >>> planner = Planner(wl.Grid.from_rows(["...", "..."], moves=4), [(0, 0)], [(1, 1)])
    /// >>> planner.plan() is None
    /// True
    /// >>> planner.find(), planner.plan().shape
    /// ('found', (3, 1, 2))
    fn plan<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray3<i32>>>> {
        let Some(plan) = self.look(py, Planner::plan) else { return Ok(None) };
        let moments = plan.makespan() as usize + 1;
        let mut numbers = Vec::with_capacity(2 * moments * self.units);
        for moment in 0..moments {
            for unit in 0..self.units {
                let (first, second) = self.order.pair(plan.at(unit, moment));
                numbers.extend([first as i32, second as i32]);
            }
        }
        PyArray1::from_vec(py, numbers).reshape([moments, self.units, 2]).map(Some)
    }

    /// The order in which units pass each other, for units that are late; `None` before there is a plan.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Planner
    /// >>> planner = Planner(wl.Grid.from_rows(["...."], moves=4), [(0, 1), (0, 0)], [(0, 3), (0, 2)])
    /// >>> outcome = planner.find(max_seconds=10)
    /// >>> planner.dependencies().after(1, 0)
    /// [(0, 0)]
    fn dependencies(&self, py: Python<'_>) -> Option<PyDependencies> {
        let plan = self.look(py, Planner::plan)?;
        Some(PyDependencies::new(py.detach(|| Dependencies::of_plan(&plan))))
    }

    /// The sum of the times when units arrive for good; `None` before there is a plan.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Planner
    /// >>> planner = Planner(wl.Grid.from_rows(["...", "..."], moves=4), [(0, 0), (1, 0)], [(0, 2), (1, 1)])
    /// >>> outcome = planner.find(max_seconds=10)
    /// >>> planner.sum_of_costs
    /// 3
    #[getter]
    fn sum_of_costs(&self, py: Python<'_>) -> Option<u64> {
        self.look(py, Planner::sum_of_costs)
    }

    /// When the last unit arrives; `None` before there is a plan.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Planner
    /// >>> planner = Planner(wl.Grid.from_rows(["...", "..."], moves=4), [(0, 0), (1, 0)], [(0, 2), (1, 1)])
    /// >>> outcome = planner.find(max_seconds=10)
    /// >>> planner.makespan
    /// 2
    #[getter]
    fn makespan(&self, py: Python<'_>) -> Option<u64> {
        self.look(py, |planner| planner.plan().as_ref().map(Plan::makespan))
    }

    /// No plan costs less than this.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Planner
    /// >>> planner = Planner(wl.Grid.from_rows(["...", "..."], moves=4), [(0, 0), (1, 0)], [(0, 2), (1, 1)])
    /// >>> outcome = planner.find(max_seconds=10)
    /// >>> planner.lower_bound
    /// 3
    #[getter]
    fn lower_bound(&self, py: Python<'_>) -> u64 {
        self.look(py, Planner::lower_bound)
    }

    /// Whether it is proved that no plan has a smaller sum of costs.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Planner
    /// >>> planner = Planner(wl.Grid.from_rows(["...", "..."], moves=4), [(0, 0), (1, 0)], [(0, 2), (1, 1)])
    /// >>> outcome = planner.find(max_seconds=10)
    /// >>> planner.optimal
    /// True
    #[getter]
    fn optimal(&self, py: Python<'_>) -> bool {
        self.look(py, |planner| planner.sum_of_costs() == Some(planner.lower_bound()))
    }

    fn __len__(&self) -> usize {
        self.units
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        match self.sum_of_costs(py) {
            Some(cost) => format!("Planner({} units, sum of costs {cost})", self.units),
            None => format!("Planner({} units, no plan yet)", self.units),
        }
    }
}

/// A crowd that never rests: tasks come in, units take them, go from stop to stop, and take the next.
///
/// Units take up one cell of a grid of four moves and have a heading: `starts` are (row, column, heading). In each
/// step every unit goes forward, makes a quarter turn, or waits. The crowd itself decides which unit takes which
/// task.
///
/// >>> import numpy as np, wayline as wl
/// >>> from wayline.crowd import Lifelong
/// >>> floor = wl.Grid(np.ones((5, 12), bool), moves=4)
/// >>> robots = Lifelong(floor, [(0, 0, "E"), (4, 11, "W")])
/// >>> [robots.add_task([(2, column), (4, column)]) for column in (1, 5, 9)]
/// [0, 1, 2]
/// >>> while robots.finished < 3:
/// ...     actions = robots.step()
/// >>> robots.steps < 40
/// True
#[pyclass(frozen, module = "wayline.crowd", name = "Lifelong")]
pub(crate) struct PyLifelong {
    robots: Mutex<Lifelong>,
    units: usize,
    order: Order,
}

impl PyLifelong {
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        run: impl FnOnce(&mut Lifelong) -> T + Send,
    ) -> PyResult<T> {
        let done = detached(py, || Ok(run(&mut lock(&self.robots))));
        done.map_err(|failure| failure.raise(self.order))
    }
}

#[pymethods]
impl PyLifelong {
    #[new]
    #[pyo3(signature = (grid, starts, *, threads=0))]
    fn py_new(
        py: Python<'_>,
        grid: &Bound<'_, PyGrid>,
        starts: &Bound<'_, PyAny>,
        threads: usize,
    ) -> PyResult<PyLifelong> {
        let PyGrid { grid, order, .. } = grid.get();
        let starts: Vec<Placement> = PyIterator::from_object(starts)?
            .map(|start| order.placement("start", &start?))
            .collect::<PyResult<_>>()?;
        let robots = detached(py, || Ok(Lifelong::with_threads(grid, &starts, as_many(threads))));
        let robots = robots.map_err(|failure: Failure| failure.raise(*order))?;
        let robots = Mutex::new(robots.map_err(|error| refused(&error, *order))?);
        Ok(PyLifelong { robots, units: starts.len(), order: *order })
    }

    /// Adds a task: the cells that a unit has to visit, in order. Returns its number.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Lifelong
    /// >>> robots = Lifelong(wl.Grid.from_rows(["...."], moves=4), [(0, 1, "E")])
    /// >>> robots.add_task([(0, 3), (0, 0)])
    /// 0
    fn add_task(&self, py: Python<'_>, stops: &Bound<'_, PyAny>) -> PyResult<usize> {
        let stops = self.order.list("stops", stops)?;
        let added = self.with(py, |robots| robots.add_task(stops))?;
        added.map_err(|error| refused(&error, self.order))
    }

    /// Every unit does one action: an array of type int8, with 0 for forward, 1 for a turn to the left, 2 for a
    /// turn to the right, and 3 for a wait.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Lifelong
    /// >>> robots = Lifelong(wl.Grid.from_rows(["..."], moves=4), [(0, 0, "E")])
    /// >>> task = robots.add_task([(0, 2)])
    /// >>> robots.step().tolist()
    /// [0]
    fn step<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let number = |action: &Action| match action {
            Action::Forward => 0,
            Action::TurnLeft => 1,
            Action::TurnRight => 2,
            _ => 3,
        };
        let actions: Vec<i8> =
            self.with(py, |robots| robots.step().iter().map(number).collect())?;
        Ok(PyArray1::from_vec(py, actions))
    }

    /// Where every unit is: an array of shape (units, 2) and type int32.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Lifelong
    /// >>> robots = Lifelong(wl.Grid.from_rows(["...."], moves=4), [(0, 1, "E")])
    /// >>> robots.cells.tolist()
    /// [[0, 1]]
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let units = self.units;
        let cells: Vec<Cell> = self.with(py, |robots| {
            (0..units).filter_map(|unit| robots.placement(unit)).map(Placement::cell).collect()
        })?;
        Ok(self.order.array(py, &cells))
    }

    /// Where a unit is: (row, column, heading).
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Lifelong
    /// >>> robots = Lifelong(wl.Grid.from_rows(["...."], moves=4), [(0, 1, "E")])
    /// >>> robots.placement(0)
    /// (0, 1, 'E')
    fn placement(&self, py: Python<'_>, unit: usize) -> PyResult<(u32, u32, String)> {
        let at = self.with(py, |robots| robots.placement(unit))?;
        Ok(self.order.triple(at.ok_or_else(|| self.no_unit(unit))?))
    }

    /// Which task a unit has; `None` for a unit that is free.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Lifelong
    /// >>> robots = Lifelong(wl.Grid.from_rows(["...."], moves=4), [(0, 1, "E")])
    /// >>> robots.task(0) is None
    /// True
    fn task(&self, py: Python<'_>, unit: usize) -> PyResult<Option<usize>> {
        if unit >= self.units {
            return Err(self.no_unit(unit));
        }
        self.with(py, |robots| robots.task(unit))
    }

    /// The stops that were visited in the last step: (unit, task, which of its stops).
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Lifelong
    /// >>> robots = Lifelong(wl.Grid.from_rows(["...."], moves=4), [(0, 1, "E")])
    /// >>> task = robots.add_task([(0, 2)])
    /// >>> actions = robots.step()
    /// >>> robots.visits
    /// [(0, 0, 0)]
    #[getter]
    fn visits(&self, py: Python<'_>) -> PyResult<Vec<(usize, usize, usize)>> {
        self.with(py, |robots| {
            robots.visits().iter().map(|visit| (visit.unit, visit.task, visit.stop)).collect()
        })
    }

    /// How many steps were done.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Lifelong
    /// >>> robots = Lifelong(wl.Grid.from_rows(["...."], moves=4), [(0, 1, "E")])
    /// >>> actions = robots.step()
    /// >>> robots.steps
    /// 1
    #[getter]
    fn steps(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |robots| robots.steps())
    }

    /// How many tasks are done.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Lifelong
    /// >>> robots = Lifelong(wl.Grid.from_rows(["...."], moves=4), [(0, 1, "E")])
    /// >>> robots.finished
    /// 0
    #[getter]
    fn finished(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |robots| robots.finished())
    }

    /// How many tasks no unit has taken yet.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Lifelong
    /// >>> robots = Lifelong(wl.Grid.from_rows(["...."], moves=4), [(0, 1, "E")])
    /// >>> task = robots.add_task([(0, 2)])
    /// >>> robots.waiting
    /// 1
    #[getter]
    fn waiting(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |robots| robots.waiting())
    }

    fn __len__(&self) -> usize {
        self.units
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |robots| format!("{robots:?}"))
    }
}

impl PyLifelong {
    fn no_unit(&self, unit: usize) -> PyErr {
        errors::query(format!(
            "there is no unit {unit}: they are numbered from 0 to {}",
            self.units.saturating_sub(1)
        ))
    }
}
