//! `World`: many units on a map that changes.

use crate::body::PyBody;
use crate::cells::Order;
use crate::pickle;
use crate::running::detached;
use crate::terrain::{PyTerrain, rows};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyType};
use std::sync::{Arc, Mutex, MutexGuard};
use wayline::Cell;
use wayline::body::{
    BodyKind, Edit, Formation, Goal, KindId, PlanState, Settings, Terrain, Tick, UnitId, World,
    WorldEvent,
};

/// Many units on a map that changes: they are sent to goals, plan within a budget, go around each other, and
/// replan when the map changes. The same events happen on every machine.
///
/// `tick` is how many time units a tick has. Units are numbered from 0.
///
/// >>> import wayline as wl
/// >>> world = wl.World(wl.Terrain(["." * 12] * 6))
/// >>> unit = world.add(wl.Body.preset("tank"), (2, 2, "E"))
/// >>> world.send(unit, (2, 9))
/// >>> while not world.arrived(unit):
/// ...     events = world.tick()
/// >>> world.placement(unit)[:2]
/// (2, 9)
#[pyclass(frozen, module = "wayline", name = "World")]
pub(crate) struct PyWorld {
    world: Mutex<Inner>,
    order: Order,
}

/// A world, and its units and kinds by their numbers.
struct Inner {
    world: World,
    kinds: Vec<(Arc<BodyKind>, KindId)>,
    units: Vec<UnitId>,
}

impl Inner {
    fn of(world: World) -> Inner {
        let units: Vec<UnitId> = world.units().map(|unit| unit.id()).collect();
        Inner { world, kinds: Vec::new(), units }
    }

    fn unit(&self, number: u32) -> Result<UnitId, wayline::BodyError> {
        let known = self.units.iter().find(|unit| unit.index() == number as usize);
        known.copied().ok_or(wayline::BodyError::NotInWorld { what: "unit", number })
    }
}

impl PyWorld {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.world.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// Does something with the world, without the interpreter's lock.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        run: impl FnOnce(&mut Inner) -> Result<T, wayline::Error> + Send,
    ) -> PyResult<T> {
        let done = detached(py, || Ok(run(&mut self.lock())?));
        done.map_err(|failure| failure.raise(self.order))
    }

    fn event<'py>(&self, py: Python<'py>, event: &WorldEvent) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let at = |placement| self.order.triple(placement);
        let name = match event {
            WorldEvent::Edited { edit } => {
                dict.set_item("cell", self.order.pair(edit.cell()))?;
                "edited"
            }
            WorldEvent::EditHeld { edit, unit } => {
                dict.set_item("cell", self.order.pair(edit.cell()))?;
                dict.set_item("unit", unit.index())?;
                "edit held"
            }
            WorldEvent::Planned { unit, state, around, cost, expanded, .. } => {
                dict.set_item("unit", unit.index())?;
                dict.set_item("state", state.to_string())?;
                dict.set_item("around", around)?;
                dict.set_item("cost", cost)?;
                dict.set_item("expanded", expanded)?;
                "planned"
            }
            WorldEvent::Moves { unit, from, to, begin, end } => {
                dict.set_item("unit", unit.index())?;
                dict.set_item("from", at(*from))?;
                dict.set_item("to", at(*to))?;
                dict.set_item("begin", begin)?;
                dict.set_item("end", end)?;
                "moves"
            }
            WorldEvent::Waits { unit, behind, time } => {
                dict.set_item("unit", unit.index())?;
                dict.set_item("behind", behind.index())?;
                dict.set_item("time", time)?;
                "waits"
            }
            WorldEvent::Arrived { unit, time } => {
                dict.set_item("unit", unit.index())?;
                dict.set_item("time", time)?;
                "arrived"
            }
            WorldEvent::NoPath { unit } => {
                dict.set_item("unit", unit.index())?;
                "no path"
            }
            WorldEvent::Stuck { unit, behind } => {
                dict.set_item("unit", unit.index())?;
                dict.set_item("behind", behind.index())?;
                "stuck"
            }
            WorldEvent::Deadlock { units } => {
                let units: Vec<usize> = units.iter().map(|unit| unit.index()).collect();
                dict.set_item("units", units)?;
                "deadlock"
            }
            WorldEvent::StepsAside { unit, behind, circle, .. } => {
                let circle: Vec<usize> = circle.iter().map(|unit| unit.index()).collect();
                dict.set_item("unit", unit.index())?;
                dict.set_item("behind", behind.index())?;
                dict.set_item("circle", circle)?;
                "steps aside"
            }
            // Kinds that a later engine may add.
            _ => "other",
        };
        dict.set_item("event", name)?;
        Ok(dict)
    }
}

#[pymethods]
impl PyWorld {
    #[new]
    #[pyo3(signature = (terrain, *, tick=10, patience=20, detour=100, sight=12))]
    fn py_new(
        terrain: &Bound<'_, PyTerrain>,
        tick: u32,
        patience: u32,
        detour: u32,
        sight: u32,
    ) -> PyResult<PyWorld> {
        let PyTerrain { terrain, order } = terrain.get();
        let settings =
            Settings::default().tick(tick).patience(patience).detour(detour).sight(sight);
        let world = World::new((**terrain).clone(), settings);
        Ok(PyWorld { world: Mutex::new(Inner::of(world)), order: *order })
    }

    /// Puts a unit of some kind on the map, at (row, column, heading), and returns its number.
    ///
    /// >>> import wayline as wl
    /// >>> wl.World(wl.Terrain(["." * 9] * 9)).add(wl.Body.preset("tank"), (4, 4, "N"))
    /// 0
    fn add(
        &self,
        py: Python<'_>,
        body: &Bound<'_, PyBody>,
        at: &Bound<'_, PyAny>,
    ) -> PyResult<usize> {
        let (kind, at) = (Arc::clone(&body.get().kind), self.order.placement("placement", at)?);
        self.with(py, |inner| {
            let known = inner.kinds.iter().find(|(known, _)| Arc::ptr_eq(known, &kind));
            let id = match known {
                Some(&(_, id)) => id,
                None => {
                    let id = inner.world.add_kind(Arc::clone(&kind));
                    inner.kinds.push((kind, id));
                    id
                }
            };
            let unit = inner.world.add_unit(id, at)?;
            inner.units.push(unit);
            Ok(unit.index())
        })
    }

    /// Takes a unit off the map.
    ///
    /// >>> import wayline as wl
    /// >>> world = wl.World(wl.Terrain(["." * 9] * 9))
    /// >>> unit = world.add(wl.Body.preset("king"), (4, 4, "N"))
    /// >>> world.remove(unit)
    /// >>> world.units
    /// []
    fn remove(&self, py: Python<'_>, unit: u32) -> PyResult<()> {
        self.with(py, |inner| {
            let id = inner.unit(unit)?;
            inner.world.remove_unit(id)?;
            inner.units.retain(|&known| known != id);
            Ok(())
        })
    }

    /// Sends a unit to a goal: (row, column), optionally with a heading or with how near to come; or to the
    /// nearest of a list of goals.
    ///
    /// >>> import wayline as wl
    /// >>> world = wl.World(wl.Terrain(["." * 9] * 9))
    /// >>> unit = world.add(wl.Body.preset("king"), (4, 4, "N"))
    /// >>> world.send(unit, [(0, 0), (4, 6)])
    fn send(&self, py: Python<'_>, unit: u32, goal: &Bound<'_, PyAny>) -> PyResult<()> {
        let goals: Vec<Goal> = match goal.cast::<PyList>() {
            Ok(goals) => goals
                .iter()
                .map(|goal| self.order.body_goal("goal", &goal))
                .collect::<PyResult<_>>()?,
            Err(_) => vec![self.order.body_goal("goal", goal)?],
        };
        self.with(py, |inner| {
            let id = inner.unit(unit)?;
            inner.world.send_to_nearest(id, &goals)
        })
    }

    /// Sends units to a goal together: each gets a place of its own there, or as near as there is room. Returns
    /// these places as (row, column, heading), in the order of the units; units may trade them on the way.
    ///
    /// >>> import wayline as wl
    /// >>> world = wl.World(wl.Terrain(["." * 30] * 12))
    /// >>> units = [world.add(wl.Body.preset("tank"), (row, 3, "E")) for row in (1, 4, 7)]
    /// >>> places = world.send_group(units, (5, 24))
    /// >>> while not all(world.arrived(unit) for unit in units):
    /// ...     events = world.tick()
    /// >>> sorted(places) == sorted(world.placement(unit) for unit in units)
    /// True
    fn send_group(
        &self,
        py: Python<'_>,
        units: Vec<u32>,
        goal: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<(u32, u32, String)>> {
        let goal = self.order.body_goal("goal", goal)?;
        let places = self.with(py, |inner| {
            let units: Result<Vec<UnitId>, _> = units.iter().map(|&it| inner.unit(it)).collect();
            inner.world.send_group(&units?, goal)
        })?;
        Ok(places.into_iter().map(|at| self.order.triple(at)).collect())
    }

    /// Sends units together to a goal, (row, column, heading), where they line up as a `"line"`, a `"column"` or a
    /// `"box"` and face in its heading. Returns the places, in the order of the units; units may trade them on the
    /// way. A unit that has no place in the formation, because of a wall, gets the nearest that is left.
    ///
    /// >>> import wayline as wl
    /// >>> world = wl.World(wl.Terrain(["." * 40] * 20))
    /// >>> units = [world.add(wl.Body.preset("king"), (2, 3 * i, "E")) for i in range(3)]
    /// >>> sorted(world.send_formation(units, (15, 30, "N"), "line"))
    /// [(15, 28, 'N'), (15, 30, 'N'), (15, 32, 'N')]
    fn send_formation(
        &self,
        py: Python<'_>,
        units: Vec<u32>,
        goal: &Bound<'_, PyAny>,
        formation: &str,
    ) -> PyResult<Vec<(u32, u32, String)>> {
        let goal = self.order.placement("goal", goal)?;
        let places = self.with(py, |inner| {
            let formation: Formation = formation.parse()?;
            let units: Result<Vec<UnitId>, _> = units.iter().map(|&it| inner.unit(it)).collect();
            inner.world.send_formation(&units?, goal, formation)
        })?;
        Ok(places.into_iter().map(|at| self.order.triple(at)).collect())
    }

    /// Has a unit stop where it is.
    ///
    /// >>> import wayline as wl
    /// >>> world = wl.World(wl.Terrain(["." * 9] * 9))
    /// >>> unit = world.add(wl.Body.preset("king"), (4, 4, "N"))
    /// >>> world.halt(unit)
    fn halt(&self, py: Python<'_>, unit: u32) -> PyResult<()> {
        self.with(py, |inner| {
            let id = inner.unit(unit)?;
            Ok(inner.world.halt(id)?)
        })
    }

    /// Blocks a cell, as soon as no unit is on it.
    ///
    /// >>> import wayline as wl
    /// >>> world = wl.World(wl.Terrain(["..."]))
    /// >>> world.block((0, 1))
    /// >>> [event["event"] for event in world.tick()], world.terrain.to_rows()
    /// (['edited'], ['.#.'])
    fn block(&self, py: Python<'_>, cell: &Bound<'_, PyAny>) -> PyResult<()> {
        let cell = self.order.one("cell", cell)?;
        self.with(py, |inner| Ok(inner.world.edit(Edit::block(cell))?))
    }

    /// Frees a cell.
    ///
    /// >>> import wayline as wl
    /// >>> world = wl.World(wl.Terrain([".#."]))
    /// >>> world.free((0, 1))
    /// >>> events = world.tick()
    /// >>> world.terrain.to_rows()
    /// ['...']
    fn free(&self, py: Python<'_>, cell: &Bound<'_, PyAny>) -> PyResult<()> {
        let cell = self.order.one("cell", cell)?;
        self.with(py, |inner| Ok(inner.world.edit(Edit::free(cell))?))
    }

    /// Changes the ground of a cell, by a letter or a name such as `"water"`.
    ///
    /// >>> import wayline as wl
    /// >>> world = wl.World(wl.Terrain(["..."]))
    /// >>> world.set_ground((0, 1), "water")
    /// >>> events = world.tick()
    /// >>> world.terrain.to_rows()
    /// ['.W.']
    fn set_ground(&self, py: Python<'_>, cell: &Bound<'_, PyAny>, ground: &str) -> PyResult<()> {
        let cell = self.order.one("cell", cell)?;
        self.with(py, |inner| {
            Ok(inner.world.edit(Edit::ground(cell, Terrain::ground_named(ground)?))?)
        })
    }

    /// Lets a tick pass, in which at most this many states are expanded to plan, and returns what happened, as
    /// dicts: `event` is `"edited"`, `"edit held"`, `"planned"`, `"moves"`, `"waits"`, `"arrived"`, `"no path"`,
    /// `"stuck"`, `"deadlock"` or `"steps aside"`. For `"no path"`, `why_not` gives the reason.
    ///
    /// >>> import wayline as wl
    /// >>> world = wl.World(wl.Terrain(["...."]))
    /// >>> unit = world.add(wl.Body.preset("king"), (0, 0, "E"))
    /// >>> world.send(unit, (0, 3))
    /// >>> [event["event"] for event in world.tick()][0]
    /// 'planned'
    #[pyo3(signature = (expansions=100_000))]
    fn tick<'py>(&self, py: Python<'py>, expansions: u64) -> PyResult<Bound<'py, PyList>> {
        let tick: Tick = self.with(py, |inner| Ok(inner.world.tick(expansions).clone()))?;
        let events: PyResult<Vec<_>> =
            tick.events.iter().map(|event| self.event(py, event)).collect();
        PyList::new(py, events?)
    }

    /// The time, in time units.
    ///
    /// >>> import wayline as wl
    /// >>> world = wl.World(wl.Terrain(["..."]), tick=5)
    /// >>> events = world.tick()
    /// >>> world.now
    /// 5
    #[getter]
    fn now(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |inner| Ok(inner.world.now()))
    }

    /// The numbers of all units.
    ///
    /// >>> import wayline as wl
    /// >>> wl.World(wl.Terrain(["..."])).units
    /// []
    #[getter]
    fn units(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        self.with(py, |inner| Ok(inner.units.iter().map(|unit| unit.index()).collect()))
    }

    /// The ground as it is now.
    ///
    /// >>> import wayline as wl
    /// >>> wl.World(wl.Terrain(["..."])).terrain.shape
    /// (1, 3)
    #[getter]
    fn terrain(&self, py: Python<'_>) -> PyResult<PyTerrain> {
        let terrain = self.with(py, |inner| Ok(Arc::new(inner.world.terrain().clone())))?;
        Ok(PyTerrain { terrain, order: self.order })
    }

    /// Where a unit is: (row, column, heading).
    ///
    /// >>> import wayline as wl
    /// >>> world = wl.World(wl.Terrain(["...."]))
    /// >>> world.placement(world.add(wl.Body.preset("king"), (0, 2, "E")))
    /// (0, 2, 'E')
    fn placement(&self, py: Python<'_>, unit: u32) -> PyResult<(u32, u32, String)> {
        let at = self.with(py, |inner| Ok(inner.world.unit(inner.unit(unit)?)?.placement()))?;
        Ok(self.order.triple(at))
    }

    /// The rest of a unit's path, as (row, column, heading).
    ///
    /// >>> import wayline as wl
    /// >>> world = wl.World(wl.Terrain(["...."]))
    /// >>> unit = world.add(wl.Body.preset("king"), (0, 0, "E"))
    /// >>> world.send(unit, (0, 3))
    /// >>> events = world.tick()
    /// >>> world.path(unit)[-1][:2]
    /// (0, 3)
    fn path(&self, py: Python<'_>, unit: u32) -> PyResult<Vec<(u32, u32, String)>> {
        let path =
            self.with(py, |inner| Ok(inner.world.unit(inner.unit(unit)?)?.path().to_vec()))?;
        Ok(path.into_iter().map(|at| self.order.triple(at)).collect())
    }

    /// Whether a unit is at its goal, or has none.
    ///
    /// >>> import wayline as wl
    /// >>> world = wl.World(wl.Terrain(["...."]))
    /// >>> world.arrived(world.add(wl.Body.preset("king"), (0, 0, "E")))
    /// True
    fn arrived(&self, py: Python<'_>, unit: u32) -> PyResult<bool> {
        self.with(py, |inner| {
            let unit = inner.world.unit(inner.unit(unit)?)?;
            Ok(unit.has_arrived() || unit.plan() == PlanState::Idle)
        })
    }

    /// What is known about a unit's plan: `"idle"`, `"exact"`, `"around"`, `"partial"`, `"aside"`, or `"no path"`.
    ///
    /// >>> import wayline as wl
    /// >>> world = wl.World(wl.Terrain(["...."]))
    /// >>> world.plan(world.add(wl.Body.preset("king"), (0, 0, "E")))
    /// 'idle'
    fn plan(&self, py: Python<'_>, unit: u32) -> PyResult<String> {
        self.with(py, |inner| Ok(inner.world.unit(inner.unit(unit)?)?.plan().to_string()))
    }

    /// Why a unit has no path to its goal, in a sentence; `None` if there is one.
    ///
    /// >>> import wayline as wl
    /// >>> world = wl.World(wl.Terrain(["." * 20] * 9))
    /// >>> unit = world.add(wl.Body.preset("king"), (4, 4, "E"))
    /// >>> world.send(unit, (4, 15, "N"))
    /// >>> world.why_not(unit)
    /// 'the goal can be reached only with heading E'
    fn why_not(&self, py: Python<'_>, unit: u32) -> PyResult<Option<String>> {
        self.with(py, |inner| {
            let id = inner.unit(unit)?;
            Ok(inner.world.why_not(id)?.map(|why| why.to_string()))
        })
    }

    /// The unit that holds a cell; `None` if none does.
    ///
    /// >>> import wayline as wl
    /// >>> world = wl.World(wl.Terrain(["...."]))
    /// >>> unit = world.add(wl.Body.preset("king"), (0, 0, "E"))
    /// >>> world.holder((0, 0)), world.holder((0, 1))
    /// (0, None)
    fn holder(&self, py: Python<'_>, cell: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        let cell: Cell = self.order.one("cell", cell)?;
        self.with(py, |inner| Ok(inner.world.holder(cell).map(|unit| unit.index())))
    }

    /// The ground with units on it, as rows of text: a digit is a unit.
    ///
    /// >>> import wayline as wl
    /// >>> world = wl.World(wl.Terrain(["...."]))
    /// >>> unit = world.add(wl.Body.preset("king"), (0, 1, "E"))
    /// >>> world.to_rows()
    /// ['.0..']
    fn to_rows(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.with(py, |inner| {
            let terrain = inner.world.terrain();
            let look = |(y, row): (usize, String)| -> String {
                let letter = |(x, letter): (usize, char)| {
                    let unit = inner.world.holder(Cell::new(x as u32, y as u32));
                    unit.map_or(letter, |unit| char::from(b'0' + (unit.index() % 10) as u8))
                };
                row.chars().enumerate().map(letter).collect()
            };
            Ok(rows(terrain).into_iter().enumerate().map(look).collect())
        })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |inner| {
            let (terrain, units, now) =
                (inner.world.terrain(), inner.units.len(), inner.world.now());
            Ok(format!(
                "World({} x {}, {units} units, now {now})",
                terrain.height(),
                terrain.width()
            ))
        })
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<PyWorld> {
        let inner = self.with(py, |inner| {
            let Inner { world, kinds, units } = inner;
            Ok(Inner { world: world.clone(), kinds: kinds.clone(), units: units.clone() })
        })?;
        Ok(PyWorld { world: Mutex::new(inner), order: self.order })
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<PyWorld> {
        self.__copy__(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<pickle::Reduced<'py>> {
        let this = slf.get();
        let world = this.with(slf.py(), |inner| Ok(inner.world.clone()))?;
        pickle::reduce(slf, &world, (this.order.name(),))
    }

    #[classmethod]
    fn _restore(
        _: &Bound<'_, PyType>,
        saved: &Bound<'_, PyBytes>,
        order: &str,
    ) -> PyResult<PyWorld> {
        let world = Inner::of(pickle::restore(saved)?);
        Ok(PyWorld { world: Mutex::new(world), order: Order::named(order)? })
    }
}
