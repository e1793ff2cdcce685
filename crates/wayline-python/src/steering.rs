//! `wayline.crowd.Steering`: discs that move between cells.

use crate::cells::{Order, as_array, numbers, shape_of};
use crate::distances::PyDistances;
use crate::errors::{self, Failure};
use crate::grid::PyGrid;
use crate::running::{detached, lock, repeated, threads as as_many};
use numpy::{PyArray1, PyArray2, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use std::sync::Mutex;
use wayline::crowd::Steering;

/// Two numbers: x and y.
type Pair = (f64, f64);

impl Order {
    /// Positions or velocities, (n, 2); a single pair is one row.
    fn pairs(self, what: &str, object: &Bound<'_, PyAny>) -> PyResult<Vec<Pair>> {
        let array = as_array(object)?;
        let [.., 2] = *array.shape() else {
            return Err(errors::wrong_type(format!(
                "the {what} has the shape {}: expected a pair of numbers, or an array of shape (n, 2)",
                shape_of(&array)
            )));
        };
        let numbers = array.call_method1("astype", (numpy::dtype::<f64>(object.py()),));
        let numbers = numbers.map_err(|error| errors::wrong_type(error.to_string()))?;
        let rows: PyReadonlyArray2<'_, f64> =
            numbers.call_method1("reshape", (-1, 2))?.extract()?;
        let pair = |row: numpy::ndarray::ArrayView1<'_, f64>| self.swapped((row[0], row[1]));
        Ok(rows.as_array().outer_iter().map(pair).collect())
    }

    /// From the user's order to x and y, or back.
    fn swapped(self, (first, second): Pair) -> Pair {
        match self {
            Order::Rc => (second, first),
            Order::Xy => (first, second),
        }
    }
}

/// Local avoidance: discs with positions and velocities between cells that keep off walls and each other.
///
/// Each agent has a radius in cells, a greatest speed in cells per second and something it wants: a velocity, a
/// point, or to follow distances around walls. In a tick, all agents choose a velocity at the same time, as near
/// to what they want as the others allow. Positions are in the order of the grid; the middle of the cell (row,
/// column) is (row + 0.5, column + 0.5). No disc ever comes nearer to a wall than its radius, and no two overlap;
/// it is not claimed that every agent arrives. The same calls give the same numbers, to the last bit, on every
/// machine.
///
/// >>> import numpy as np, wayline as wl
/// >>> from wayline.crowd import Steering
/// >>> free = np.ones((9, 20), bool)
/// >>> free[np.arange(9) != 4, 10] = False
/// >>> grid = wl.Grid(free)
/// >>> steering = Steering(grid)
/// >>> agents = steering.add_all([(2.5 + i // 3, 1.5 + i % 3) for i in range(12)], radius=0.3, max_speed=2.0)
/// >>> home = grid.distances(towards=[(4, 17)])
/// >>> for tick in range(400):
/// ...     there = steering.follow(agents, home)
/// ...     steering.tick(0.05)
/// >>> bool((steering.positions[:, 1] > 11).all())
/// True
#[pyclass(frozen, module = "wayline.crowd", name = "Steering")]
pub(crate) struct PySteering {
    steering: Mutex<Steering>,
    order: Order,
}

impl PySteering {
    /// Does something with the agents, without the interpreter's lock.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        run: impl FnOnce(&mut Steering) -> Result<T, Failure> + Send,
    ) -> PyResult<T> {
        let done = detached(py, || run(&mut lock(&self.steering)));
        done.map_err(|failure| failure.raise(self.order))
    }

    /// What some agents want: a row for each, or one for all. If a row is invalid, nothing is changed.
    fn want(
        &self,
        agents: &Bound<'_, PyAny>,
        (what, pairs): (&str, &Bound<'_, PyAny>),
        fine: impl Fn(&Steering, Pair) -> Result<(), &'static str> + Send + Sync,
        want: impl Fn(&mut Steering, usize, Pair) -> Result<(), wayline::BodyError> + Send + Sync,
    ) -> PyResult<()> {
        let (numbers, pairs) = (numbers("agents", agents)?, self.order.pairs(what, pairs)?);
        if pairs.len() != 1 && pairs.len() != numbers.len() {
            return Err(errors::input(format!(
                "{} agents and {} {what}: expected as many of both, or one of these for all",
                numbers.len(),
                pairs.len()
            )));
        }
        self.with(agents.py(), |steering| {
            check_agents(steering, numbers.iter().copied())?;
            for (row, &pair) in pairs.iter().enumerate() {
                let refused = |why| errors::input(format!("row {row} of {what}: {why}"));
                fine(steering, pair).map_err(|why| Failure::Python(refused(why)))?;
            }
            let rows = numbers.iter().zip(pairs.iter().cycle());
            rows.into_iter().try_for_each(|(&agent, &pair)| Ok(want(steering, agent, pair)?))
        })
    }

    /// Two numbers for each agent; NaN for agents that were removed.
    fn of_each<'py>(
        &self,
        py: Python<'py>,
        of: impl Fn(&Steering, usize) -> Option<Pair> + Send + Sync,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let order = self.order;
        let numbers: Vec<f64> = self.with(py, |steering| {
            let pair = |agent| match of(steering, agent).map(|pair| order.swapped(pair)) {
                Some((first, second)) => [first, second],
                None => [f64::NAN; 2],
            };
            Ok((0..steering.discs().count()).flat_map(pair).collect())
        })?;
        let shape = (numbers.len() / 2, 2);
        let array = numpy::ndarray::Array2::from_shape_vec(shape, numbers);
        Ok(PyArray2::from_owned_array(py, array.expect("there are two numbers for each agent")))
    }
}

/// Refuses numbers that no agent has, before anything is changed.
fn check_agents(
    steering: &Steering,
    mut agents: impl Iterator<Item = usize>,
) -> Result<(), wayline::BodyError> {
    match agents.find(|&agent| steering.position(agent).is_none()) {
        Some(agent) => {
            let number = u32::try_from(agent).unwrap_or(u32::MAX);
            Err(wayline::BodyError::NotInWorld { what: "agent", number })
        }
        None => Ok(()),
    }
}

#[pymethods]
impl PySteering {
    #[new]
    #[pyo3(signature = (grid, *, threads=0))]
    fn py_new(grid: &Bound<'_, PyGrid>, threads: usize) -> PySteering {
        let PyGrid { grid, order, .. } = grid.get();
        let mut steering = Steering::new(grid);
        steering.set_threads(as_many(threads));
        PySteering { steering: Mutex::new(steering), order: *order }
    }

    /// Puts an agent on the map, its middle at a position, and returns its number. Passages have to be a little
    /// wider than the agent: a radius of 0.49 fits through a single cell, 0.5 does not.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Steering
    /// >>> Steering(wl.Grid.from_rows(["..."])).add((0.5, 1.5), radius=0.4, max_speed=1.5)
    /// 0
    #[pyo3(signature = (position, *, radius, max_speed))]
    fn add(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        radius: f64,
        max_speed: f64,
    ) -> PyResult<usize> {
        let [position] = *self.order.pairs("position", position)? else {
            return Err(errors::wrong_type("the position: expected one, a pair of numbers"));
        };
        self.with(py, |steering| Ok(steering.add_agent(position, radius, max_speed)?))
    }

    /// Puts agents of one radius and speed on the map, and returns their numbers. If there is no room for one, none is
    /// added.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Steering
    /// >>> Steering(wl.Grid.from_rows(["..."])).add_all([(0.5, 0.5), (0.5, 2.5)], radius=0.4, max_speed=1.5).tolist()
    /// [0, 1]
    #[pyo3(signature = (positions, *, radius, max_speed))]
    fn add_all<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
        radius: f64,
        max_speed: f64,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let positions = self.order.pairs("positions", positions)?;
        let added =
            self.with(py, |steering| Ok(steering.add_agents(&positions, radius, max_speed)?))?;
        Ok(PyArray1::from_iter(py, added.map(|agent| agent as i64)))
    }

    /// Takes an agent off the map. Its number is not used again.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Steering
    /// >>> steering = Steering(wl.Grid.from_rows(["..."]))
    /// >>> steering.remove(steering.add((0.5, 1.5), radius=0.4, max_speed=1.5))
    /// >>> steering.positions.tolist()
    /// [[nan, nan]]
    fn remove(&self, py: Python<'_>, agent: usize) -> PyResult<()> {
        self.with(py, |steering| Ok(steering.remove_agent(agent)?))
    }

    /// Makes agents, by their numbers, want a velocity from now on, in cells per second: one for each or one for
    /// all.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Steering
    /// >>> steering = Steering(wl.Grid.from_rows(["......"]))
    /// >>> steering.prefer(steering.add((0.5, 1.5), radius=0.4, max_speed=1.5), (0.0, 1.0))
    /// >>> steering.tick(0.25)
    /// >>> steering.positions.tolist()
    /// [[0.5, 1.75]]
    fn prefer(&self, agents: &Bound<'_, PyAny>, velocities: &Bound<'_, PyAny>) -> PyResult<()> {
        let finite = |_: &Steering, (x, y): Pair| match x.is_finite() && y.is_finite() {
            true => Ok(()),
            false => Err("expected finite numbers"),
        };
        self.want(agents, ("velocities", velocities), finite, Steering::prefer)
    }

    /// Makes agents want to be at a point from now on, straight ahead: one for each or one for all. They stop
    /// there, make way for others and come back.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Steering
    /// >>> steering = Steering(wl.Grid.from_rows(["......"]))
    /// >>> steering.head_for(steering.add((0.5, 1.5), radius=0.4, max_speed=1.0), (0.5, 3.5))
    /// >>> steering.tick(0.25, count=10)
    /// >>> steering.positions.tolist()
    /// [[0.5, 3.5]]
    fn head_for(&self, agents: &Bound<'_, PyAny>, points: &Bound<'_, PyAny>) -> PyResult<()> {
        let on_map = |steering: &Steering, (x, y): Pair| {
            let (width, height) = (steering.grid().width().into(), steering.grid().height().into());
            match (0.0..=width).contains(&x) && (0.0..=height).contains(&y) {
                true => Ok(()),
                false => Err("it is off the map"),
            }
        };
        self.want(agents, ("points", points), on_map, Steering::head_for)
    }

    /// Makes agents want, until the next call, to go on along cheapest paths of distances towards a goal, as
    /// straight as walls allow. Call it before each tick. Returns whether there is a path for each, as an array of
    /// bool; an agent without one stops. The distances have to be those of the same map, or of the map that is
    /// left for larger agents.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Steering
    /// >>> grid = wl.Grid.from_rows([".....", ".###.", "....."])
    /// >>> steering = Steering(grid)
    /// >>> agent = steering.add((0.5, 0.5), radius=0.4, max_speed=1.0)
    /// >>> home = steering.room_for(0.4).distances(towards=[(2, 4)])
    /// >>> while steering.positions[agent].tolist() != [2.5, 4.5]:
    /// ...     assert steering.follow(agent, home).all()
    /// ...     steering.tick(0.1)
    fn follow<'py>(
        &self,
        agents: &Bound<'py, PyAny>,
        distances: &Bound<'py, PyDistances>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let (py, agents, distances) = (agents.py(), numbers("agents", agents)?, distances.get());
        let field = distances.field();
        let (height, width) = distances.shape();
        let led: Vec<bool> = self.with(py, |steering| {
            if (steering.grid().width(), steering.grid().height()) != (width, height) {
                return Err(Failure::Python(errors::input(format!(
                    "the distances are of a map of {height} rows and {width} columns: expected one of {} and {}",
                    steering.grid().height(),
                    steering.grid().width()
                ))));
            }
            check_agents(steering, agents.iter().copied())?;
            agents.iter().map(|&agent| Ok(steering.follow(agent, field)?)).collect()
        })?;
        Ok(PyArray1::from_vec(py, led))
    }

    /// The map as an agent with this radius can use it: make the distances that it follows on this map.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Steering
    /// >>> steering = Steering(wl.Grid.from_rows(["......", "...#..", "......"]))
    /// >>> steering.room_for(0.8).free.sum().item()
    /// 1
    fn room_for(&self, py: Python<'_>, radius: f64) -> PyResult<PyGrid> {
        let grid = self.with(py, |steering| Ok(steering.room_for(radius)?))?;
        Ok(PyGrid::new(grid, self.order))
    }

    /// Blocks a cell on which there is no agent.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Steering
    /// >>> steering = Steering(wl.Grid.from_rows(["..."]))
    /// >>> steering.block((0, 1))
    /// >>> steering.grid.free.tolist()
    /// [[True, False, True]]
    fn block(&self, py: Python<'_>, cell: &Bound<'_, PyAny>) -> PyResult<()> {
        let cell = self.order.one("cell", cell)?;
        self.with(py, |steering| Ok(steering.set_free(cell, false)?))
    }

    /// Frees a cell.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Steering
    /// >>> steering = Steering(wl.Grid.from_rows([".#."]))
    /// >>> steering.free((0, 1))
    /// >>> steering.grid.free.all().item()
    /// True
    fn free(&self, py: Python<'_>, cell: &Bound<'_, PyAny>) -> PyResult<()> {
        let cell = self.order.one("cell", cell)?;
        self.with(py, |steering| Ok(steering.set_free(cell, true)?))
    }

    /// Lets a tick of this many seconds pass, or several of them.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Steering
    /// >>> Steering(wl.Grid.from_rows(["..."])).tick(0.05, count=20)
    #[pyo3(signature = (seconds, *, count=1))]
    fn tick(&self, py: Python<'_>, seconds: f64, count: u64) -> PyResult<()> {
        let tick = || Ok(lock(&self.steering).tick(seconds)?);
        detached(py, || repeated(count, tick)).map_err(|failure| failure.raise(self.order))
    }

    /// Where every agent is, by number: an array of shape (agents, 2) and type float64; NaN for agents that were
    /// removed.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Steering
    /// >>> steering = Steering(wl.Grid.from_rows(["..."]))
    /// >>> agent = steering.add((0.5, 1.5), radius=0.4, max_speed=1.5)
    /// >>> steering.positions.tolist()
    /// [[0.5, 1.5]]
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.of_each(py, Steering::position)
    }

    /// How every agent moved in the last tick, in cells per second: an array of shape (agents, 2); NaN for agents
    /// that were removed.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Steering
    /// >>> steering = Steering(wl.Grid.from_rows(["..."]))
    /// >>> agent = steering.add((0.5, 1.5), radius=0.4, max_speed=1.5)
    /// >>> steering.velocities.tolist()
    /// [[0.0, 0.0]]
    #[getter]
    fn velocities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.of_each(py, Steering::velocity)
    }

    /// The radius of every agent, by number: an array of type float64; NaN for agents that were removed.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Steering
    /// >>> steering = Steering(wl.Grid.from_rows(["..."]))
    /// >>> agent = steering.add((0.5, 1.5), radius=0.25, max_speed=1.5)
    /// >>> steering.radii.tolist()
    /// [0.25]
    #[getter]
    fn radii<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let radii: Vec<f64> = self.with(py, |steering| {
            Ok(steering.discs().map(|disc| disc.map_or(f64::NAN, |disc| disc.radius)).collect())
        })?;
        Ok(PyArray1::from_vec(py, radii))
    }

    /// The map as it is.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import Steering
    /// >>> Steering(wl.Grid.from_rows(["..."])).grid.shape
    /// (1, 3)
    #[getter]
    fn grid(&self, py: Python<'_>) -> PyResult<PyGrid> {
        let grid = self.with(py, |steering| Ok(steering.grid().clone()))?;
        Ok(PyGrid::new(grid, self.order))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |steering| Ok(steering.discs().count()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |steering| {
            let (rows, columns) = (steering.grid().height(), steering.grid().width());
            let agents = steering.discs().flatten().count();
            Ok(format!("Steering({rows} x {columns}, {agents} agents)"))
        })
    }
}
