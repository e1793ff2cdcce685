//! `wayline.crowd.BodyPlanner`: plans for units with headings, footprints and moves of their own.

use crate::body::PyBody;
use crate::cells::Order;
use crate::crowd::{as_many_of_both, ends_some_time, refused, run};
use crate::dependencies::PyDependencies;
use crate::errors::{self, Failure};
use crate::running::{detached, lock, threads as as_many};
use crate::terrain::PyTerrain;
use pyo3::prelude::*;
use pyo3::types::PyIterator;
use std::sync::{Arc, Mutex};
use wayline::body::{BodyKind, Goal, Placement};
use wayline::crowd::{BodyMove, BodyPlan, BodyPlanner, BodyUnit, Dependencies};

/// When a move begins, when it is over, and where it leads.
type Move = (u64, u64, (u32, u32, String));

/// Plans for one crowd of bodies on one terrain: units with headings, footprints and moves of their own.
///
/// `bodies` is one for all units, or one for each. `starts` are (row, column, heading); `goals` may also be (row,
/// column) or (row, column, how near to come). Each move takes as long as it costs, and for all that time its unit
/// holds every cell that it sweeps; no two units ever hold the same cell. Work is counted: with the same
/// `max_expansions`, the plan is the same on every machine.
///
/// >>> import wayline as wl
/// >>> from wayline.crowd import BodyPlanner
/// >>> corridor = wl.Terrain(["........", "###..###", "###..###"])
/// >>> planner = BodyPlanner(corridor, wl.Body.preset("tank"), [(0, 0, "E"), (0, 7, "W")], [(0, 6, "E"), (0, 1, "W")])
/// >>> planner.find()
/// 'found'
/// >>> limit = planner.improve(max_expansions=10_000)
/// >>> planner.sum_of_costs >= planner.lower_bound, planner.at(planner.makespan)
/// (True, [(0, 6, 'E'), (0, 1, 'W')])
#[pyclass(frozen, module = "wayline.crowd", name = "BodyPlanner")]
pub(crate) struct PyBodyPlanner {
    planner: Mutex<BodyPlanner>,
    kinds: Vec<Arc<BodyKind>>,
    units: Vec<BodyUnit>,
    order: Order,
}

impl PyBodyPlanner {
    /// Looks at the plan, if there is one.
    fn look<T: Send>(&self, py: Python<'_>, look: impl FnOnce(&BodyPlan) -> T + Send) -> Option<T> {
        // The lock is taken while the interpreter's is released: nobody waits for both.
        py.detach(|| lock(&self.planner).plan().map(look))
    }

    /// Where a move of a unit leads.
    fn end_of(&self, unit: usize, made: &BodyMove) -> Placement {
        let kind = &self.kinds[self.units[unit].kind];
        let Some(row) = kind.moves(made.from.heading).get(made.index) else { return made.from };
        let (dx, dy) = row.offset();
        let (x, y) = (made.from.x.wrapping_add_signed(dx), made.from.y.wrapping_add_signed(dy));
        Placement::new(x, y, row.to())
    }
}

/// One body for all, or one for each; each kind once.
fn kinds_of(bodies: &Bound<'_, PyAny>, units: usize) -> PyResult<(Vec<Arc<BodyKind>>, Vec<usize>)> {
    if let Ok(body) = bodies.cast::<PyBody>() {
        return Ok((vec![Arc::clone(&body.get().kind)], vec![0; units]));
    }
    let (mut kinds, mut of): (Vec<Arc<BodyKind>>, Vec<usize>) = (Vec::new(), Vec::new());
    for body in PyIterator::from_object(bodies)? {
        let kind = Arc::clone(&body?.cast::<PyBody>()?.get().kind);
        let known = kinds.iter().position(|known| Arc::ptr_eq(known, &kind));
        of.push(known.unwrap_or(kinds.len()));
        if known.is_none() {
            kinds.push(kind);
        }
    }
    if of.len() != units {
        return Err(errors::input(format!(
            "there are {} bodies and {units} starts: expected one body for all, or one for each",
            of.len()
        )));
    }
    Ok((kinds, of))
}

#[pymethods]
impl PyBodyPlanner {
    #[new]
    #[pyo3(signature = (terrain, bodies, starts, goals, *, threads=0))]
    fn py_new(
        py: Python<'_>,
        terrain: &Bound<'_, PyTerrain>,
        bodies: &Bound<'_, PyAny>,
        starts: &Bound<'_, PyAny>,
        goals: &Bound<'_, PyAny>,
        threads: usize,
    ) -> PyResult<PyBodyPlanner> {
        let PyTerrain { terrain, order } = terrain.get();
        let starts: Vec<Placement> = PyIterator::from_object(starts)?
            .map(|start| order.placement("start", &start?))
            .collect::<PyResult<_>>()?;
        let goals: Vec<Goal> = PyIterator::from_object(goals)?
            .map(|goal| order.body_goal("goal", &goal?))
            .collect::<PyResult<_>>()?;
        as_many_of_both(starts.len(), goals.len())?;
        let (kinds, of) = kinds_of(bodies, starts.len())?;
        let ends = starts.into_iter().zip(goals);
        let units: Vec<BodyUnit> =
            of.into_iter().zip(ends).map(|(kind, (a, b))| BodyUnit::new(kind, a, b)).collect();
        let planner = detached(py, || {
            Ok(BodyPlanner::with_threads(terrain, &kinds, &units, as_many(threads)))
        });
        let planner = planner.map_err(|failure: Failure| failure.raise(*order))?;
        let planner = Mutex::new(planner.map_err(|error| refused(&error, *order))?);
        Ok(PyBodyPlanner { planner, kinds, units, order: *order })
    }

    /// Searches for a first plan: `"found"`, `"unreachable"` (it is proved that there is none), or `"stopped: "`
    /// and the limit that stopped it. If you call it again, it goes on from there.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import BodyPlanner
    /// >>> ends = [(0, 0, "E"), (0, 2, "E")]
    /// >>> BodyPlanner(wl.Terrain(["..."]), wl.Body.preset("king"), ends, ends[::-1]).find()
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
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import BodyPlanner
    /// >>> planner = BodyPlanner(wl.Terrain(["...."]), wl.Body.preset("king"), [(0, 0, "E")], [(0, 3)])
    /// >>> planner.find(), planner.improve(max_seconds=1.0)
    /// ('found', None)
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

    /// The moves of each unit, in the order of time: when each begins, when it is over, and the (row, column,
    /// heading) that it leads to. In between, a unit rests where it is. `None` before there is a plan.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import BodyPlanner
    /// >>> planner = BodyPlanner(wl.Terrain(["...."]), wl.Body.preset("king"), [(0, 0, "E")], [(0, 2)])
    /// >>> outcome = planner.find(max_seconds=10)
    /// >>> planner.plan()
    /// [[(0, 10, (0, 1, 'E')), (10, 20, (0, 2, 'E'))]]
    fn plan(&self, py: Python<'_>) -> Option<Vec<Vec<Move>>> {
        let of = |unit: usize, moves: &Vec<BodyMove>| {
            let one = |made: &BodyMove| {
                (made.begin, made.end, self.order.triple(self.end_of(unit, made)))
            };
            moves.iter().map(one).collect()
        };
        self.look(py, |plan| plan.moves().iter().enumerate().map(|(i, all)| of(i, all)).collect())
    }

    /// Where every unit is at a time, as (row, column, heading): where the last move that is over by then led.
    /// `None` before there is a plan.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import BodyPlanner
    /// >>> planner = BodyPlanner(wl.Terrain(["...."]), wl.Body.preset("king"), [(0, 0, "E")], [(0, 2)])
    /// >>> outcome = planner.find(max_seconds=10)
    /// >>> planner.at(15)
    /// [(0, 1, 'E')]
    fn at(&self, py: Python<'_>, time: u64) -> Option<Vec<(u32, u32, String)>> {
        let of = |(unit, moves): (usize, &Vec<BodyMove>)| {
            let over = moves.iter().take_while(|made| made.end <= time).last();
            let at = over.map_or(self.units[unit].start, |made| self.end_of(unit, made));
            self.order.triple(at)
        };
        self.look(py, |plan| plan.moves().iter().enumerate().map(of).collect())
    }

    /// The order in which units pass each other, for units that are late; `None` before there is a plan.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import BodyPlanner
    /// >>> planner = BodyPlanner(wl.Terrain(["...."]), wl.Body.preset("king"), [(0, 0, "E")], [(0, 2)])
    /// >>> outcome = planner.find(max_seconds=10)
    /// >>> planner.dependencies()
    /// Dependencies(1 units, 2 moves)
    fn dependencies(&self, py: Python<'_>) -> Option<PyDependencies> {
        let order =
            self.look(py, |plan| Dependencies::of_bodies(&self.kinds, &self.units, plan))?;
        Some(PyDependencies::new(order))
    }

    /// The sum of the times when units have made their last moves; `None` before there is a plan.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import BodyPlanner
    /// >>> planner = BodyPlanner(wl.Terrain(["...."]), wl.Body.preset("king"), [(0, 0, "E")], [(0, 2)])
    /// >>> outcome = planner.find(max_seconds=10)
    /// >>> planner.sum_of_costs
    /// 20
    #[getter]
    fn sum_of_costs(&self, py: Python<'_>) -> Option<u64> {
        self.look(py, BodyPlan::sum_of_costs)
    }

    /// When the last unit has made its last move; `None` before there is a plan.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import BodyPlanner
    /// >>> planner = BodyPlanner(wl.Terrain(["...."]), wl.Body.preset("king"), [(0, 0, "E")], [(0, 2)])
    /// >>> planner.makespan is None
    /// True
    #[getter]
    fn makespan(&self, py: Python<'_>) -> Option<u64> {
        self.look(py, BodyPlan::makespan)
    }

    /// No plan has a smaller sum of costs than this: what each unit would take alone.
    ///
    /// >>> import wayline as wl
    /// >>> from wayline.crowd import BodyPlanner
    /// >>> BodyPlanner(wl.Terrain(["...."]), wl.Body.preset("king"), [(0, 0, "E")], [(0, 2)]).lower_bound
    /// 20
    #[getter]
    fn lower_bound(&self, py: Python<'_>) -> u64 {
        py.detach(|| lock(&self.planner).lower_bound())
    }

    fn __len__(&self) -> usize {
        self.units.len()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        match self.sum_of_costs(py) {
            Some(cost) => format!("BodyPlanner({} units, sum of costs {cost})", self.units.len()),
            None => format!("BodyPlanner({} units, no plan yet)", self.units.len()),
        }
    }
}
