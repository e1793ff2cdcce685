//! `Body` and `BodyAnswer`: units that take up room and have a heading.

use crate::answer::{bound, describe, guarantee, stats};
use crate::cells::{Order, pairs_array};
use crate::draw::Pixels;
use crate::errors::{self, Failure};
use crate::files;
use crate::pickle;
use crate::running::{answer, detached};
use crate::terrain::{PyTerrain, heading as parsed_heading};
use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyIterator, PyTuple, PyType};
use std::sync::{Arc, Mutex};
use wayline::body::{BodyKind, BodyMap, BodyQuery, Heading, Placement, Terrain, why_not};
use wayline::{Answer, Cell, Limits, Workspace};

/// A kind of body: what it covers, how it moves, and on what ground.
///
/// >>> import wayline as wl
/// >>> tank = wl.Body.preset("tank")
/// >>> terrain = wl.Terrain(["......", "####..", "......", "......"])
/// >>> answer = tank.path(terrain, (0, 0, "E"), (2, 1))
/// >>> answer.cost > 0, answer.headings[0]
/// (True, 'E')
#[pyclass(frozen, module = "wayline", name = "Body")]
pub(crate) struct PyBody {
    pub(crate) kind: Arc<BodyKind>,
    /// The map that was asked about last, as this body sees it.
    last: Mutex<Option<(Arc<Terrain>, Arc<BodyMap>)>>,
}

impl PyBody {
    fn new(kind: BodyKind) -> PyBody {
        PyBody { kind: Arc::new(kind), last: Mutex::new(None) }
    }

    /// The terrain as this body sees it.
    fn map(&self, terrain: &Arc<Terrain>) -> Result<Arc<BodyMap>, Failure> {
        // Not waiting: after a fork, nobody may be there to unlock it.
        if let Ok(last) = self.last.try_lock()
            && let Some((known, map)) = &*last
            && Arc::ptr_eq(known, terrain)
        {
            return Ok(Arc::clone(map));
        }
        let map = Arc::new(BodyMap::new(Arc::clone(&self.kind), terrain));
        if let Ok(mut last) = self.last.try_lock() {
            *last = Some((Arc::clone(terrain), Arc::clone(&map)));
        }
        Ok(map)
    }
}

#[pymethods]
impl PyBody {
    /// A kind of body that comes with the engine: `Body.presets()` lists them.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Body.preset("tank").name
    /// 'tank'
    #[classmethod]
    fn preset(_: &Bound<'_, PyType>, name: &str) -> PyResult<PyBody> {
        BodyKind::preset(name).map(PyBody::new).map_err(|error| errors::engine(error, Order::Rc))
    }

    /// The names of the kinds that come with the engine, with what they are.
    ///
    /// >>> import wayline as wl
    /// >>> "tank" in wl.Body.presets()
    /// True
    #[classmethod]
    fn presets<'py>(class: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyDict>> {
        let presets = PyDict::new(class.py());
        for (name, summary) in BodyKind::presets() {
            presets.set_item(name, summary)?;
        }
        Ok(presets)
    }

    /// A kind of body from TOML: a file, or the text itself. `docs/bodies.md` describes the format.
    ///
    /// >>> import wayline as wl
    /// >>> text = wl.Body.preset("tank").to_toml()
    /// >>> wl.Body.from_toml(text).name
    /// 'tank'
    #[classmethod]
    fn from_toml(_: &Bound<'_, PyType>, source: &Bound<'_, PyAny>) -> PyResult<PyBody> {
        let text = source.extract::<String>().ok().filter(|text| text.contains('\n'));
        let kind = match text {
            Some(text) => wayline_maps::bodies::read(text.as_bytes()),
            None => wayline_maps::bodies::read(files::read(source)?.0.as_slice()?),
        };
        kind.map(PyBody::new).map_err(|error| errors::input(error.to_string()))
    }

    /// The kind as TOML.
    ///
    /// >>> import wayline as wl
    /// >>> "footprint" in wl.Body.preset("tank").to_toml()
    /// True
    fn to_toml(&self) -> PyResult<String> {
        let mut text = Vec::new();
        let written = wayline_maps::bodies::write(&self.kind, &mut text);
        written.map_err(|error| errors::input(error.to_string()))?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Its name.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Body.preset("king").name
    /// 'king'
    #[getter]
    fn name(&self) -> &str {
        self.kind.name()
    }

    /// The cells that it covers at a heading, as offsets from its pivot.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Body.preset("king").footprint("E")
    /// [(0, 0)]
    fn footprint(&self, heading: &Bound<'_, PyAny>) -> PyResult<Vec<(i32, i32)>> {
        let heading = parsed_heading(heading)?;
        Ok(self.kind.footprint().cells(heading).iter().map(|&(x, y)| (y, x)).collect())
    }

    /// A cheapest path on a terrain, in whole time units. The start is (row, column, heading), or in the order of
    /// the terrain. The goal is the same, or has no heading, or says how near to come instead of a heading.
    ///
    /// >>> import wayline as wl
    /// >>> king = wl.Body.preset("king")
    /// >>> king.path(wl.Terrain(["....."]), (0, 0, "E"), (0, 3)).cells.tolist()
    /// [[0, 0], [0, 1], [0, 2], [0, 3]]
    #[pyo3(signature = (terrain, start, goal, *, max_expansions=None))]
    fn path(
        &self,
        py: Python<'_>,
        terrain: &Bound<'_, PyTerrain>,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
        max_expansions: Option<u64>,
    ) -> PyResult<PyBodyAnswer> {
        let PyTerrain { terrain, order } = terrain.get();
        let mut query =
            BodyQuery::new(order.placement("start", start)?, order.body_goal("goal", goal)?);
        if max_expansions.is_some() {
            let mut limits = Limits::default();
            limits.expansions = max_expansions;
            query = query.limits(limits);
        }
        let found = detached(py, || {
            let map = self.map(terrain)?;
            answer(&*map, query, |answer| answer.into_owned())
        });
        let answer = found.map_err(|failure| failure.raise(*order))?;
        Ok(PyBodyAnswer { answer, order: *order, terrain: Some(Arc::clone(terrain)) })
    }

    /// Why there is no path, in words; `None` if there is one, or no reason was found.
    ///
    /// >>> import wayline as wl
    /// >>> tank = wl.Body.preset("tank")
    /// >>> terrain = wl.Terrain(["......", "......", "......"])
    /// >>> tank.why_not(terrain, (1, 1, "E"), (1, 4)) is None
    /// True
    fn why_not(
        &self,
        py: Python<'_>,
        terrain: &Bound<'_, PyTerrain>,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
    ) -> PyResult<Option<String>> {
        let PyTerrain { terrain, order } = terrain.get();
        let query =
            BodyQuery::new(order.placement("start", start)?, order.body_goal("goal", goal)?);
        let why = detached(py, || {
            let map = self.map(terrain)?;
            let why = why_not(&map, terrain, &query, &mut Workspace::new())?;
            Ok(why.map(|why| why.to_string()))
        });
        why.map_err(|failure| failure.raise(*order))
    }

    fn __repr__(&self) -> String {
        let cells = self.kind.footprint().cells(Heading::E).len();
        format!("Body('{}', {cells} cells)", self.kind.name())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<pickle::Reduced<'py>> {
        pickle::reduce(slf, &*slf.get().kind, PyTuple::empty(slf.py()))
    }

    #[classmethod]
    fn _restore(_: &Bound<'_, PyType>, saved: &Bound<'_, PyBytes>) -> PyResult<PyBody> {
        Ok(PyBody::new(pickle::restore(saved)?))
    }
}

/// The answer to a question about a body: true if a path was found.
///
/// >>> import wayline as wl
/// >>> answer = wl.Body.preset("king").path(wl.Terrain(["..."]), (0, 0, "E"), (0, 2))
/// >>> list(answer)
/// [(0, 0, 'E'), (0, 1, 'E'), (0, 2, 'E')]
#[pyclass(frozen, module = "wayline", name = "BodyAnswer")]
pub(crate) struct PyBodyAnswer {
    answer: Answer<'static, Placement>,
    order: Order,
    /// Where it is drawn; an answer that was pickled has none.
    terrain: Option<Arc<Terrain>>,
}

#[pymethods]
impl PyBodyAnswer {
    /// How the search ended.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Body.preset("king").path(wl.Terrain([".#."]), (0, 0, "E"), (0, 2)).outcome
    /// 'unreachable'
    #[getter]
    fn outcome(&self) -> String {
        self.answer.outcome.to_string()
    }

    /// What the path costs, in time units; infinite if there is none.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Body.preset("king").path(wl.Terrain(["..."]), (0, 0, "E"), (0, 2)).cost > 0
    /// True
    #[getter]
    fn cost(&self) -> f64 {
        self.answer.cost.to_f64()
    }

    /// The cells of its pivot, as an array of shape (n, 2).
    ///
    /// >>> import wayline as wl
    /// >>> wl.Body.preset("king").path(wl.Terrain(["..."]), (0, 0, "E"), (0, 2)).cells.shape
    /// (3, 2)
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i32>> {
        let numbers = self.answer.path.iter().flat_map(|placement| {
            let (a, b) = self.order.pair(placement.cell());
            [a as i32, b as i32]
        });
        pairs_array(py, numbers.collect())
    }

    /// Its headings, a letter for each cell.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Body.preset("king").path(wl.Terrain(["..."]), (0, 0, "E"), (0, 2)).headings
    /// ['E', 'E', 'E']
    #[getter]
    fn headings(&self) -> Vec<String> {
        self.answer.path.iter().map(|placement| placement.heading.to_string()).collect()
    }

    /// Whether a path was found and the engine knows that none costs less.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Body.preset("king").path(wl.Terrain(["..."]), (0, 0, "E"), (0, 2)).optimal
    /// True
    #[getter]
    fn optimal(&self) -> bool {
        self.answer.is_optimal()
    }

    /// What is known about the cost: `"optimal"`, `"within"`, or `"nothing"`.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Body.preset("king").path(wl.Terrain(["..."]), (0, 0, "E"), (0, 2)).guarantee
    /// 'optimal'
    #[getter]
    fn guarantee(&self) -> &'static str {
        guarantee(self.answer.guarantee)
    }

    /// The cost is at most this many times the least.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Body.preset("king").path(wl.Terrain(["..."]), (0, 0, "E"), (0, 2)).bound
    /// 1.0
    #[getter]
    fn bound(&self) -> f64 {
        bound(&self.answer)
    }

    /// The algorithm that was run.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Body.preset("king").path(wl.Terrain(["..."]), (0, 0, "E"), (0, 2)).algorithm
    /// 'astar'
    #[getter]
    fn algorithm(&self) -> &'static str {
        self.answer.algorithm.name()
    }

    /// What the search did, in counts.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Body.preset("king").path(wl.Terrain(["..."]), (0, 0, "E"), (0, 2)).stats["expanded"] > 0
    /// True
    #[getter]
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        stats(py, &self.answer.stats)
    }

    #[getter]
    fn _order(&self) -> &'static str {
        self.order.name()
    }

    /// The ground with the path of its pivot on it, for notebooks.
    fn _repr_svg_(&self) -> PyResult<Option<String>> {
        let Some(terrain) = &self.terrain else { return Ok(None) };
        let mut pivots: Vec<Cell> = self.answer.path.iter().map(|at| at.cell()).collect();
        pivots.dedup();
        let svg = Pixels::of_terrain(terrain).svg_along(&pivots);
        svg.map(Some).map_err(|error| errors::input(error.to_string()))
    }

    /// Draws the path of its pivot with matplotlib, on `ax` or on the current axes; keywords are those of `plot`.
    #[pyo3(signature = (ax=None, **style))]
    fn plot<'py>(
        slf: &Bound<'py, Self>,
        ax: Option<Bound<'py, PyAny>>,
        style: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("wayline._plot")?.call_method("answer", (slf, ax), style.as_ref())
    }

    fn __bool__(&self) -> bool {
        self.answer.is_found()
    }

    fn __len__(&self) -> usize {
        self.answer.path.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let triples: Vec<_> = self.answer.path.iter().map(|&at| self.order.triple(at)).collect();
        triples.into_pyobject(py)?.try_iter()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<PyBodyAnswer>();
        other
            .is_ok_and(|other| self.order == other.get().order && self.answer == other.get().answer)
    }

    fn __repr__(&self) -> String {
        describe("BodyAnswer", "placements", &self.answer)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<pickle::Reduced<'py>> {
        let this = slf.get();
        pickle::reduce(slf, &this.answer, (this.order.name(),))
    }

    #[classmethod]
    fn _restore(
        _: &Bound<'_, PyType>,
        saved: &Bound<'_, PyBytes>,
        order: &str,
    ) -> PyResult<PyBodyAnswer> {
        Ok(PyBodyAnswer {
            answer: pickle::restore(saved)?,
            order: Order::named(order)?,
            terrain: None,
        })
    }
}
