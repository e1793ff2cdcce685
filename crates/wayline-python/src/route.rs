//! `Route` and `Reach`: what a network answers.

use crate::answer::{guarantee, stats};
use crate::errors;
use crate::pickle;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple, PyType};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, OnceLock};
use wayline::Stats;
use wayline_networks::{
    Isochrone, Network, Polygon, Position, Reach, Route, Stretch, part_of_edge,
};

/// A route through a network: true if one was found.
///
/// >>> import wayline as wl
/// >>> route = wl.Network.open("roads:500:seed=1").route("3", "400")
/// >>> route.points.shape[1], route.to_geojson()["geometry"]["type"]
/// (2, 'LineString')
#[pyclass(frozen, module = "wayline", name = "Route")]
pub(crate) struct PyRoute {
    facts: RouteFacts,
    /// What is read from the network when it is first needed.
    parts: OnceLock<RouteParts>,
    /// A route that was pickled has none, and all its parts.
    found: Option<(Route, Arc<Network>)>,
}

/// What a route knows by itself.
#[derive(Clone, Serialize, Deserialize)]
struct RouteFacts {
    outcome: String,
    cost: f64,
    found: bool,
    optimal: bool,
    guarantee: String,
    algorithm: String,
    stats: Stats,
    edges: Vec<u32>,
}

/// What the network knows about it.
#[derive(Default, Serialize, Deserialize)]
struct RouteParts {
    nodes: Vec<String>,
    metres: f64,
    /// Name, metres, cost.
    legs: Vec<(String, f64, f64)>,
    points: Vec<(f64, f64)>,
}

impl PyRoute {
    pub(crate) fn new(route: Route, network: &Arc<Network>) -> PyRoute {
        let facts = RouteFacts {
            outcome: route.outcome.to_string(),
            cost: route.cost.to_f64(),
            found: route.is_found(),
            optimal: route.is_optimal(),
            guarantee: guarantee(route.guarantee).to_owned(),
            algorithm: route.algorithm.name().to_owned(),
            stats: route.stats,
            edges: route.edges.clone(),
        };
        PyRoute { facts, parts: OnceLock::new(), found: Some((route, Arc::clone(network))) }
    }

    fn parts(&self) -> &RouteParts {
        self.parts.get_or_init(|| {
            let Some((route, network)) = &self.found else { return RouteParts::default() };
            let legs = route.legs(network).into_iter();
            RouteParts {
                nodes: route.nodes.iter().map(|&node| network.id(node).to_owned()).collect(),
                metres: route.metres(network),
                legs: legs.map(|leg| (leg.name, leg.metres, leg.cost.to_f64())).collect(),
                points: pairs(route.points(network)),
            }
        })
    }
}

fn pairs(points: Vec<Position>) -> Vec<(f64, f64)> {
    points.into_iter().map(|at| (at.latitude, at.longitude)).collect()
}

fn positions<'py>(py: Python<'py>, points: &[(f64, f64)]) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let count = points.len();
    let numbers = points.iter().flat_map(|&(latitude, longitude)| [latitude, longitude]);
    let array = numpy::ndarray::Array2::from_shape_vec((count, 2), numbers.collect());
    let array = array.map_err(|error| errors::input(error.to_string()))?;
    Ok(PyArray2::from_owned_array(py, array))
}

#[pymethods]
impl PyRoute {
    /// How the search ended.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Network.open("roads:500:seed=1").route("3", "400").outcome
    /// 'found'
    #[getter]
    fn outcome(&self) -> &str {
        &self.facts.outcome
    }

    /// What the route costs; infinite if there is none.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Network.open("roads:500:seed=1").route("3", "3").cost
    /// 0.0
    #[getter]
    fn cost(&self) -> f64 {
        self.facts.cost
    }

    /// How long it is, in metres; 0 if positions are not known.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Network.open("roads:500:seed=1").route("3", "400").metres > 1000
    /// True
    #[getter]
    fn metres(&self) -> f64 {
        self.parts().metres
    }

    /// The ids of the nodes that it passes.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Network.open("roads:500:seed=1").route("3", "400").nodes[0]
    /// '3'
    #[getter]
    fn nodes(&self) -> Vec<&str> {
        self.parts().nodes.iter().map(String::as_str).collect()
    }

    /// The numbers of the edges that it takes, as an array.
    ///
    /// >>> import wayline as wl
    /// >>> route = wl.Network.open("roads:500:seed=1").route("3", "400")
    /// >>> len(route.edges) == len(route.nodes) - 1
    /// True
    #[getter]
    fn edges<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_iter(py, self.facts.edges.iter().map(|&edge| i64::from(edge)))
    }

    /// Its stretches along one street each, as dicts with `name`, `metres` and `cost`.
    ///
    /// >>> import wayline as wl
    /// >>> sorted(wl.Network.open("roads:500:seed=1").route("3", "400").legs[0])
    /// ['cost', 'metres', 'name']
    #[getter]
    fn legs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let legs = PyList::empty(py);
        for (name, metres, cost) in &self.parts().legs {
            let dict = PyDict::new(py);
            dict.set_item("name", name)?;
            dict.set_item("metres", metres)?;
            dict.set_item("cost", cost)?;
            legs.append(dict)?;
        }
        Ok(legs)
    }

    /// The points of the line that it follows, as an array of (latitude, longitude).
    ///
    /// >>> import wayline as wl
    /// >>> len(wl.Network.open("roads:500:seed=1").route("3", "400").points) > 2
    /// True
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        positions(py, &self.parts().points)
    }

    /// Whether a route was found and the engine knows that none costs less.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Network.open("roads:500:seed=1").route("3", "400").optimal
    /// True
    #[getter]
    fn optimal(&self) -> bool {
        self.facts.optimal
    }

    /// What is known about the cost: `"optimal"`, `"within"`, or `"nothing"`.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Network.open("roads:500:seed=1").route("3", "400").guarantee
    /// 'optimal'
    #[getter]
    fn guarantee(&self) -> &str {
        &self.facts.guarantee
    }

    /// The algorithm that was run.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Network.open("roads:500:seed=1").prepare().route("3", "400").algorithm
    /// 'prepared'
    #[getter]
    fn algorithm(&self) -> &str {
        &self.facts.algorithm
    }

    /// What the search did, in counts.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Network.open("roads:500:seed=1").route("3", "400").stats["expanded"] > 0
    /// True
    #[getter]
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        stats(py, &self.facts.stats)
    }

    /// The route as GeoJSON: a line with its cost and length.
    ///
    /// >>> import wayline as wl
    /// >>> sorted(wl.Network.open("roads:500:seed=1").route("3", "400").to_geojson()["properties"])
    /// ['cost', 'metres', 'outcome']
    fn to_geojson<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("wayline._geo")?.call_method1("route_feature", (slf,))
    }

    /// The route as a `shapely.LineString` in (longitude, latitude).
    fn to_shapely<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("wayline._geo")?.call_method1("shape", (slf.call_method0("to_geojson")?,))
    }

    fn __bool__(&self) -> bool {
        self.facts.found
    }

    fn __repr__(&self) -> String {
        let RouteFacts { outcome, cost, edges, algorithm, .. } = &self.facts;
        match self.facts.found {
            true => format!("Route(cost {cost:.3}, {} edges, by {algorithm})", edges.len()),
            false => format!("Route({outcome}, by {algorithm})"),
        }
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// With all its parts, and without the network.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<pickle::Reduced<'py>> {
        let this = slf.get();
        pickle::reduce(slf, &(&this.facts, this.parts()), PyTuple::empty(slf.py()))
    }

    #[classmethod]
    fn _restore(_: &Bound<'_, PyType>, saved: &Bound<'_, PyBytes>) -> PyResult<PyRoute> {
        let (facts, parts): (RouteFacts, RouteParts) = pickle::restore(saved)?;
        Ok(PyRoute { facts, parts: OnceLock::from(parts), found: None })
    }
}

/// What is within a cost of a place in a network.
///
/// >>> import wayline as wl
/// >>> reach = wl.Network.open("roads:500:seed=1").reach("0", 120.0)
/// >>> len(reach.nodes) == len(reach.costs)
/// True
#[pyclass(frozen, module = "wayline", name = "Reach")]
pub(crate) struct PyReach {
    within: f64,
    /// Ids, and what they cost.
    nodes: Vec<(String, f64)>,
    /// Made when they are first needed.
    lines: OnceLock<Vec<Vec<(f64, f64)>>>,
    area: OnceLock<Vec<Polygon>>,
    /// A result that was pickled has none, and all its parts.
    found: Option<(Reach, Arc<Network>)>,
}

impl PyReach {
    pub(crate) fn new(reach: Reach, network: &Arc<Network>) -> PyReach {
        let nodes = reach.nodes.iter();
        PyReach {
            within: reach.within.to_f64(),
            nodes: nodes
                .map(|&(node, cost)| (network.id(node).to_owned(), cost.to_f64()))
                .collect(),
            lines: OnceLock::new(),
            area: OnceLock::new(),
            found: Some((reach, Arc::clone(network))),
        }
    }

    fn made_lines(&self) -> &[Vec<(f64, f64)>] {
        self.lines.get_or_init(|| {
            let Some((reach, network)) = &self.found else { return Vec::new() };
            let stretches = reach.stretches.iter();
            let line = |at: &Stretch| pairs(part_of_edge(network, at.edge, at.from, at.to));
            stretches.map(line).collect()
        })
    }

    fn made_area(&self) -> &[Polygon] {
        self.area.get_or_init(|| {
            let Some((reach, network)) = &self.found else { return Vec::new() };
            Isochrone::new(network, reach).polygons
        })
    }
}

#[pymethods]
impl PyReach {
    /// The largest cost that was allowed.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Network.open("roads:500:seed=1").reach("0", 120.0).within
    /// 120.0
    #[getter]
    fn within(&self) -> f64 {
        self.within
    }

    /// The ids of the nodes that are reached.
    ///
    /// >>> import wayline as wl
    /// >>> "0" in wl.Network.open("roads:500:seed=1").reach("0", 120.0).nodes
    /// True
    #[getter]
    fn nodes(&self) -> Vec<&str> {
        self.nodes.iter().map(|(id, _)| id.as_str()).collect()
    }

    /// What it costs to reach them, as an array.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Network.open("roads:500:seed=1").reach("0", 120.0).costs.min().item()
    /// 0.0
    #[getter]
    fn costs<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_iter(py, self.nodes.iter().map(|&(_, cost)| cost))
    }

    /// The streets that are reached, or parts of them, as lines of (latitude, longitude).
    ///
    /// >>> import wayline as wl
    /// >>> len(wl.Network.open("roads:500:seed=1").reach("0", 120.0).lines()) > 3
    /// True
    fn lines<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyArray2<f64>>>> {
        self.made_lines().iter().map(|line| positions(py, line)).collect()
    }

    /// The area that is reached, as GeoJSON.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Network.open("roads:500:seed=1").reach("0", 120.0).to_geojson()["properties"]
    /// {'within': 120.0}
    fn to_geojson<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let area = py.detach(|| self.made_area());
        let geometry = PyDict::new(py);
        geometry.set_item("type", "MultiPolygon")?;
        geometry.set_item("coordinates", area)?;
        let properties = PyDict::new(py);
        properties.set_item("within", self.within())?;
        let feature = PyDict::new(py);
        feature.set_item("type", "Feature")?;
        feature.set_item("properties", properties)?;
        feature.set_item("geometry", geometry)?;
        Ok(feature)
    }

    /// The area as a `shapely.MultiPolygon` in (longitude, latitude).
    fn to_shapely<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("wayline._geo")?.call_method1("shape", (slf.call_method0("to_geojson")?,))
    }

    fn __len__(&self) -> usize {
        self.nodes.len()
    }

    fn __repr__(&self) -> String {
        format!("Reach({} nodes within {})", self.nodes.len(), self.within)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// With all its parts, and without the network.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<pickle::Reduced<'py>> {
        let this = slf.get();
        let parts = (this.within, &this.nodes, this.made_lines(), this.made_area());
        pickle::reduce(slf, &parts, PyTuple::empty(slf.py()))
    }

    #[classmethod]
    fn _restore(_: &Bound<'_, PyType>, saved: &Bound<'_, PyBytes>) -> PyResult<PyReach> {
        let (within, nodes, lines, area): (f64, _, Vec<_>, Vec<_>) = pickle::restore(saved)?;
        let (lines, area) = (OnceLock::from(lines), OnceLock::from(area));
        Ok(PyReach { within, nodes, lines, area, found: None })
    }
}
