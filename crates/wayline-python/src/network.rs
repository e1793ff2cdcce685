//! `Network`: roads and flights from files, with places instead of numbers.

use crate::errors::{self, Failure};
use crate::graph::raise;
use crate::index::{Asked, matrix_array};
use crate::options::most;
use crate::route::{PyReach, PyRoute};
use crate::running::{abandonable, cancellable, detached, give_workspace, take_workspace};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use self_cell::self_cell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use wayline::GraphIndex;
use wayline_networks::{
    Engine, FieldNames, Location, Network, Position, ReadOptions, Router, Snap, Source, TurnRules,
    osm::Profile,
};

/// From this many nodes on, a search takes so long that you may want to press Ctrl-C.
const LARGE: usize = 200_000;

/// A network, and the index that was prepared from it, if one was.
pub(crate) struct Owned {
    pub(crate) network: Arc<Network>,
    index: Option<GraphIndex>,
}

self_cell!(
    /// A router borrows its network and its index; here they are kept together.
    pub(crate) struct Routing {
        owner: Owned,
        #[not_covariant]
        dependent: Router,
    }
);

impl Routing {
    fn of(network: Arc<Network>, index: Option<GraphIndex>) -> Result<Routing, wayline::Error> {
        Routing::try_new(Owned { network, index }, |owned| {
            let router = Router::new(&owned.network)?;
            Ok(match &owned.index {
                Some(index) => router.by(Engine::Index(index)),
                None => router,
            })
        })
    }

    fn network(&self) -> &Network {
        &self.borrow_owner().network
    }
}

/// A network of roads, streets or flights.
///
/// A place is the id or the name of a node, or (latitude, longitude), which means the nearest place on a street.
/// Banned turns are never made.
///
/// >>> import wayline as wl
/// >>> roads = wl.Network.open("roads:2000:seed=1")
/// >>> route = roads.route("0", "1999")
/// >>> bool(route), route.cost > 60, len(route.legs) > 3
/// (True, True, True)
#[pyclass(frozen, module = "wayline", name = "Network")]
pub(crate) struct PyNetwork {
    roads: Arc<Routing>,
    /// Where it came from, and for which profile it was read: this is pickled.
    origin: Origin,
}

impl PyNetwork {
    /// The network itself.
    pub(crate) fn shared(&self) -> Arc<Network> {
        self.roads.borrow_owner().network.clone()
    }

    /// A place as Python writes it.
    fn place(&self, what: &str, object: &Bound<'_, PyAny>) -> PyResult<Snap> {
        if let Ok(text) = object.extract::<String>() {
            return self.find(&text);
        }
        if let Ok([latitude, longitude]) = object.extract::<[f64; 2]>() {
            let position = Position::new(latitude, longitude);
            if !position.is_valid() {
                return Err(errors::network(format!(
                    "the {what} ({latitude}, {longitude}) is off the globe: expected (latitude, longitude)"
                )));
            }
            let snap = self.roads.with_dependent(|_, router| router.snap(position));
            return snap.ok_or_else(|| {
                errors::network(
                    "the nodes of this network have no positions: expected the id of one",
                )
            });
        }
        if let Ok(number) = object.extract::<i64>() {
            return self.find(&number.to_string());
        }
        Err(errors::wrong_type(format!(
            "the {what} is {}: expected an id, a name or (latitude, longitude)",
            object.get_type().name()?
        )))
    }

    fn find(&self, text: &str) -> PyResult<Snap> {
        let found = self.roads.with_dependent(|_, router| router.find(text));
        found.map_err(|error| errors::network(error.to_string()))
    }

    fn places(&self, what: &str, object: &Bound<'_, PyAny>) -> PyResult<Vec<Location>> {
        object.try_iter()?.map(|place| Ok(self.place(what, &place?)?.location)).collect()
    }

    /// Asks the router: at once if that takes microseconds, or else so that Ctrl-C is noticed.
    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&Router<'_>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let roads = Arc::clone(&self.roads);
        if roads.borrow_owner().index.is_some() || roads.network().nodes() < LARGE {
            return detached(py, move || roads.with_dependent(|_, router| ask(router)));
        }
        abandonable(py, move |_| roads.with_dependent(|_, router| ask(router)))
    }
}

/// See `Network.open`.
#[derive(Clone)]
struct Origin {
    source: String,
    profile: Option<String>,
    largest_part: Option<bool>,
    turn_costs: Option<BTreeMap<String, f64>>,
    fields: Option<BTreeMap<String, String>>,
}

/// What turns cost, as Python writes it.
fn turn_rules(costs: BTreeMap<String, f64>) -> Result<TurnRules, Failure> {
    let parts: Vec<String> = costs
        .iter()
        .map(|(turn, cost)| match turn.as_str() {
            "u_turn" => format!("u-turn={cost}"),
            other => format!("{other}={cost}"),
        })
        .collect();
    if parts.is_empty() {
        return Ok(TurnRules::default());
    }
    let failed = |_| {
        let text = "turn_costs: expected any of left, right and u_turn, each with a number from 0";
        Failure::Python(errors::network(text))
    };
    parts.join(",").parse().map_err(failed)
}

/// What a file calls its fields, as Python writes it.
fn field_names(names: BTreeMap<String, String>) -> Result<FieldNames, Failure> {
    let mut fields = FieldNames::default();
    for (what, name) in names {
        let field = match what.as_str() {
            "from" => &mut fields.from,
            "to" => &mut fields.to,
            "cost" => &mut fields.cost,
            "oneway" => &mut fields.oneway,
            "name" => &mut fields.name,
            "id" => &mut fields.id,
            "lat" => &mut fields.latitude,
            "lon" => &mut fields.longitude,
            _ => {
                let expected = "expected any of from, to, cost, oneway, name, id, lat and lon";
                let text = format!("fields has '{what}': {expected}");
                return Err(Failure::Python(errors::network(text)));
            }
        };
        *field = Some(name);
    }
    Ok(fields)
}

#[pymethods]
impl PyNetwork {
    /// A network from a file, in any of the formats OpenStreetMap (`.osm.pbf`, `.osm`), DIMACS, CSV, OpenFlights,
    /// GraphML or GeoJSON; or generated, from a line such as `"roads:10000:seed=1"`. For OpenStreetMap, `profile`
    /// says who travels: `"car"`, `"bike"`, `"foot"`, or a TOML file. With `largest_part`, only the largest part
    /// is kept in which every place can be reached from every other. `turn_costs` says what turns at junctions
    /// cost: any of `"left"`, `"right"` and `"u_turn"`, in the unit of the network's costs. If a CSV, GraphML or
    /// GeoJSON file has unusual names for `"from"`, `"to"`, `"cost"`, `"oneway"`, `"name"`, `"id"`, `"lat"` and
    /// `"lon"`, `fields` gives them: `{"from": "a", "cost": "minutes"}`.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Network.open("roads:500:seed=1").nodes > 400
    /// True
    /// >>> slow = wl.Network.open("roads:500:seed=1", turn_costs={"left": 8, "right": 3, "u_turn": 30})
    /// >>> slow.route("3", "400").cost > wl.Network.open("roads:500:seed=1").route("3", "400").cost
    /// True
    #[classmethod]
    #[pyo3(signature = (source, *, profile=None, largest_part=None, turn_costs=None, fields=None))]
    fn open(
        class: &Bound<'_, PyType>,
        source: &Bound<'_, PyAny>,
        profile: Option<String>,
        largest_part: Option<bool>,
        turn_costs: Option<BTreeMap<String, f64>>,
        fields: Option<BTreeMap<String, String>>,
    ) -> PyResult<PyNetwork> {
        let py = class.py();
        let source: String = py.import("os")?.call_method1("fspath", (source,))?.extract()?;
        let origin = Origin {
            source: source.clone(),
            profile: profile.clone(),
            largest_part,
            turn_costs: turn_costs.clone(),
            fields: fields.clone(),
        };
        let read = abandonable(py, move |_| {
            let failed = |text: String| Failure::Python(errors::network(text));
            let unread = |error| Failure::Python(errors::reading(&error));
            let mut options = ReadOptions::default();
            if let Some(name) = profile {
                options.profile = Profile::open(&name).map_err(unread)?;
            }
            options.fields = fields.map(field_names).transpose()?.unwrap_or_default();
            options.largest_part = largest_part;
            options.turns = turn_costs.map(turn_rules).transpose()?;
            let source: Source = source.parse().map_err(|error| failed(format!("{error}")))?;
            let reading = source.read(&options).map_err(unread)?;
            Ok(Routing::of(Arc::new(reading.network), None)?)
        });
        Ok(PyNetwork { roads: Arc::new(read.map_err(raise)?), origin })
    }

    /// How many nodes there are.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Network.open("roads:500:seed=1").nodes > 0
    /// True
    #[getter]
    fn nodes(&self) -> usize {
        self.roads.network().nodes()
    }

    /// How many edges there are.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Network.open("roads:500:seed=1").edges > 500
    /// True
    #[getter]
    fn edges(&self) -> usize {
        self.roads.network().edges()
    }

    /// The same network with an index, which answers in microseconds.
    ///
    /// >>> import wayline as wl
    /// >>> roads = wl.Network.open("roads:500:seed=1")
    /// >>> roads.prepare().route("0", "400").cost == roads.route("0", "400").cost
    /// True
    #[pyo3(signature = (*, kind=None, threads=0))]
    fn prepare(&self, py: Python<'_>, kind: Option<&str>, threads: usize) -> PyResult<PyNetwork> {
        let asked = Asked { kind: kind.map(str::to_owned), threads, ..Asked::default() };
        let before = Arc::clone(&self.roads);
        let roads = abandonable(py, move |cancel| {
            let settings = asked.preparation(cancel)?;
            let index = before
                .with_dependent(|_, router| GraphIndex::prepare(router.graph(), &settings))?;
            Ok(Routing::of(Arc::clone(&before.borrow_owner().network), Some(index))?)
        });
        Ok(PyNetwork { roads: Arc::new(roads.map_err(raise)?), origin: self.origin.clone() })
    }

    /// Where a place is: (latitude, longitude) of the node, or of the nearest place on a street. `None` if
    /// positions are not known.
    ///
    /// >>> import wayline as wl
    /// >>> roads = wl.Network.open("roads:500:seed=1")
    /// >>> latitude, longitude = roads.position("7")
    /// >>> near = roads.position((latitude, longitude))
    /// >>> abs(near[0] - latitude) < 1e-6, abs(near[1] - longitude) < 1e-6
    /// (True, True)
    fn position(&self, place: &Bound<'_, PyAny>) -> PyResult<Option<(f64, f64)>> {
        let snap = self.place("place", place)?;
        Ok(snap.position.map(|at| (at.latitude, at.longitude)))
    }

    /// The cheapest route from one place to another.
    ///
    /// >>> import wayline as wl
    /// >>> route = wl.Network.open("roads:500:seed=1").route("3", "400")
    /// >>> route.nodes[0], route.nodes[-1], route.optimal
    /// ('3', '400', True)
    fn route(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
    ) -> PyResult<PyRoute> {
        let (from, to) = (self.place("start", start)?.location, self.place("goal", goal)?.location);
        let route = self.ask(py, move |router| {
            let mut work = take_workspace();
            let route = router.route(&from, &to, &mut work)?;
            give_workspace(work);
            Ok(route)
        });
        Ok(PyRoute::new(route.map_err(raise)?, &self.roads.borrow_owner().network))
    }

    /// What the cheapest routes cost from each of some places to each of others, as an array with a row for
    /// each start; infinite where there is no route.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Network.open("roads:500:seed=1").matrix(["0", "1"], ["0", "400", "7"]).shape
    /// (2, 3)
    fn matrix<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        goals: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let (from, to) = (self.places("start", starts)?, self.places("goal", goals)?);
        let costs = cancellable(py, |cancel| {
            let mut work = take_workspace();
            let mut costs = Vec::with_capacity(from.len() * to.len());
            for rows in from.chunks(64) {
                if cancel.load(Ordering::Relaxed) {
                    break;
                }
                costs.extend(
                    self.roads.with_dependent(|_, router| router.costs(rows, &to, &mut work))?,
                );
            }
            give_workspace(work);
            Ok(costs)
        });
        Ok(matrix_array(py, from.len(), to.len(), costs.map_err(raise)?))
    }

    /// Everything within a cost of a place.
    ///
    /// >>> import wayline as wl
    /// >>> reach = wl.Network.open("roads:500:seed=1").reach("0", 120.0)
    /// >>> len(reach) > 5, reach.to_geojson()["geometry"]["type"]
    /// (True, 'MultiPolygon')
    fn reach(&self, py: Python<'_>, place: &Bound<'_, PyAny>, within: f64) -> PyResult<PyReach> {
        let from = self.place("place", place)?.location;
        let Some(within) = most(within).map_err(raise)? else {
            return Err(errors::query("within is infinite: expected a cost"));
        };
        let reach = self.ask(py, move |router| Ok(router.reach(&from, within)?));
        Ok(PyReach::new(reach.map_err(raise)?, &self.roads.borrow_owner().network))
    }

    /// The ids, names and positions of all nodes, as a dict of lists and an array of shape (nodes, 2).
    ///
    /// >>> import wayline as wl
    /// >>> sorted(wl.Network.open("roads:500:seed=1").table())
    /// ['id', 'name', 'position']
    fn table<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let network = self.roads.network();
        let numbers = 0..network.nodes() as u32;
        let table = PyDict::new(py);
        table.set_item("id", numbers.clone().map(|node| network.id(node)).collect::<Vec<_>>())?;
        table.set_item("name", numbers.map(|node| network.name(node)).collect::<Vec<_>>())?;
        let positions = network.positions().map(|all| {
            let numbers = all.iter().flat_map(|at| [at.latitude, at.longitude]);
            PyArray1::from_iter(py, numbers).call_method1("reshape", ((all.len(), 2),))
        });
        table.set_item("position", positions.transpose()?)?;
        Ok(table)
    }

    fn __repr__(&self) -> String {
        let network = self.roads.network();
        let prepared = if self.roads.borrow_owner().index.is_some() { ", prepared" } else { "" };
        format!("Network({} nodes, {} edges{prepared})", network.nodes(), network.edges())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// Pickled as the file that it came from, which is read again there.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let this = slf.get();
        let Origin { source, profile, largest_part, turn_costs, fields } = this.origin.clone();
        let index = this.roads.borrow_owner().index.is_some();
        let arguments =
            (source, profile, largest_part, turn_costs, fields, index).into_pyobject(slf.py())?;
        Ok((slf.get_type().getattr("_restore")?, arguments))
    }

    #[classmethod]
    fn _restore(
        class: &Bound<'_, PyType>,
        source: &Bound<'_, PyAny>,
        profile: Option<String>,
        largest_part: Option<bool>,
        turn_costs: Option<BTreeMap<String, f64>>,
        fields: Option<BTreeMap<String, String>>,
        prepared: bool,
    ) -> PyResult<PyNetwork> {
        let network = PyNetwork::open(class, source, profile, largest_part, turn_costs, fields)?;
        if prepared { network.prepare(class.py(), None, 0) } else { Ok(network) }
    }
}
