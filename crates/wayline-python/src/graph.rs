//! `Graph`: nodes and edges, from arrays.

use crate::cells::{Order, as_array};
use crate::errors::{self, Failure};
use crate::graph_answer::PyGraphAnswer;
use crate::graph_index::PyGraphIndex;
use crate::index::{Asked, matrix_array};
use crate::many::{self, Manner};
use crate::nodes::{self, NodeNames};
use crate::options::{Options, most};
use crate::pickle;
use crate::running::{abandonable, answer, cancellable, detached};
use numpy::{PyArray1, PyArray2, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyType};
use std::sync::atomic::Ordering;
use std::sync::{Arc, RwLock, RwLockReadGuard};
use wayline::{Cost, Field, FieldQuery, Graph, Positions, Query};

/// A graph of nodes, numbered from 0, and edges with costs.
///
/// Made by `from_edges`, or from scipy.sparse, networkx and rustworkx. Costs can be changed; the shape cannot.
/// Nodes that come from networkx or rustworkx keep their names.
///
/// >>> import wayline as wl
/// >>> city = wl.Graph.from_edges([0, 1, 0, 2], [1, 3, 2, 3], [2.0, 2.0, 1.5, 3.0])
/// >>> city.path(0, 3).nodes.tolist()
/// [0, 1, 3]
/// >>> city.set_costs([1], [9.0])
/// >>> city.path(0, 3).nodes.tolist()
/// [0, 2, 3]
#[pyclass(frozen, module = "wayline", name = "Graph")]
pub(crate) struct PyGraph {
    pub(crate) graph: Arc<RwLock<Graph>>,
    pub(crate) shape: Arc<Shape>,
}

/// What does not change about a graph.
pub(crate) struct Shape {
    /// How many edges were given: if they lead both ways, edge e + edges is the way back along e.
    pub(crate) edges: u32,
    pub(crate) both_ways: bool,
    pub(crate) labels: Option<NodeNames>,
}

impl Shape {
    pub(crate) fn labels(&self) -> Option<&NodeNames> {
        self.labels.as_ref()
    }
}

/// Numbers as `f64`, from anything array-like.
fn floats<'py>(what: &str, object: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, f64>> {
    let array = as_array(object)?.call_method1("astype", ("float64",));
    let array = array.map_err(|_| errors::wrong_type(format!("the {what}: expected numbers")))?;
    if array.getattr("ndim")?.extract::<usize>()? != 1 {
        return Err(errors::wrong_type(format!("the {what}: expected one dimension")));
    }
    array.extract()
}

impl PyGraph {
    pub(crate) fn read(&self) -> RwLockReadGuard<'_, Graph> {
        self.graph.read().unwrap_or_else(|broken| broken.into_inner())
    }

    pub(crate) fn pairs(
        shape: &Shape,
        starts: &Bound<'_, PyAny>,
        goals: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<(u32, u32)>> {
        let from = nodes::list(shape.labels(), "start", starts)?;
        let to = nodes::list(shape.labels(), "goal", goals)?;
        match (from.len(), to.len()) {
            (1, _) => Ok(to.into_iter().map(|to| (from[0], to)).collect()),
            (_, 1) => Ok(from.into_iter().map(|from| (from, to[0])).collect()),
            (a, b) if a == b => Ok(from.into_iter().zip(to).collect()),
            (a, b) => Err(errors::input(format!(
                "{a} starts and {b} goals: expected as many of both, or one of either"
            ))),
        }
    }
}

pub(crate) fn raise(failure: Failure) -> PyErr {
    failure.raise(Order::Xy)
}

#[pymethods]
impl PyGraph {
    /// A graph from three arrays: where edges begin, where they end, and what they cost. The number of an edge is
    /// its place in them. `directed=False` makes every edge lead both ways. `nodes` is the number of nodes, if
    /// there are more than the edges name. `positions`, of shape (nodes, 2), guide the search: (x, y), or with
    /// `globe=True` (latitude, longitude) in degrees.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Graph.from_edges([0, 1], [1, 2], [1.0, 2.5], directed=False).cost(2, 0)
    /// 3.5
    #[classmethod]
    #[pyo3(signature = (src, dst, cost, *, directed=true, nodes=None, positions=None, globe=false, labels=None))]
    #[allow(clippy::too_many_arguments)]
    fn from_edges(
        class: &Bound<'_, PyType>,
        src: &Bound<'_, PyAny>,
        dst: &Bound<'_, PyAny>,
        cost: &Bound<'_, PyAny>,
        directed: bool,
        nodes: Option<usize>,
        positions: Option<&Bound<'_, PyAny>>,
        globe: bool,
        labels: Option<&Bound<'_, PyList>>,
    ) -> PyResult<PyGraph> {
        let (from, to) = (nodes::numbers("list src", src)?, nodes::numbers("list dst", dst)?);
        let cost = floats("costs", cost)?;
        let cost = cost.as_slice()?;
        if from.len() != to.len() || from.len() != cost.len() {
            return Err(errors::input(format!(
                "{} starts, {} ends and {} costs of edges: expected as many of each",
                from.len(),
                to.len(),
                cost.len()
            )));
        }
        let most = from.iter().chain(&to).max().map_or(0, |&node| node as usize + 1);
        let nodes = nodes.unwrap_or(most);
        let there = || from.iter().zip(&to).zip(cost).map(|((&from, &to), &cost)| (from, to, cost));
        let back = || there().map(|(from, to, cost)| (to, from, cost));
        let graph = match directed {
            true => Graph::from_edges(nodes, there()),
            false => Graph::from_edges(nodes, there().chain(back())),
        };
        let mut graph = graph.map_err(|error| raise(error.into()))?;
        if let Some(positions) = positions {
            let array = as_array(positions)?.call_method1("astype", ("float64",))?;
            let array: PyReadonlyArray2<'_, f64> = array.extract()?;
            if array.shape()[1] != 2 {
                return Err(errors::wrong_type(
                    "the positions: expected an array of shape (nodes, 2)",
                ));
            }
            let pairs = array.as_array().outer_iter().map(|at| (at[0], at[1])).collect();
            let positions = if globe { Positions::Globe(pairs) } else { Positions::Plane(pairs) };
            graph = graph.with_positions(positions).map_err(|error| raise(error.into()))?;
        }
        let labels = labels.map(NodeNames::new).transpose()?;
        _ = class;
        let shape = Shape { edges: from.len() as u32, both_ways: !directed, labels };
        Ok(PyGraph { graph: Arc::new(RwLock::new(graph)), shape: Arc::new(shape) })
    }

    /// A graph from a sparse matrix of scipy, as `scipy.sparse.csgraph` takes it: an entry in row i and column j
    /// is what the edge from i to j costs.
    #[classmethod]
    #[pyo3(signature = (matrix, *, directed=true))]
    fn from_scipy<'py>(
        class: &Bound<'py, PyType>,
        matrix: &Bound<'py, PyAny>,
        directed: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        class.py().import("wayline._graphs")?.call_method1("from_scipy", (class, matrix, directed))
    }

    /// A graph from networkx. `weight` is the attribute that has the costs, or a number for all edges.
    #[classmethod]
    #[pyo3(signature = (graph, *, weight="weight"))]
    fn from_networkx<'py>(
        class: &Bound<'py, PyType>,
        graph: &Bound<'py, PyAny>,
        weight: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        class.py().import("wayline._graphs")?.call_method1("from_networkx", (class, graph, weight))
    }

    /// A graph from rustworkx. `cost` turns the data of an edge into a number; by default, the data is the cost.
    /// Nodes are called by their indices in rustworkx.
    #[classmethod]
    #[pyo3(signature = (graph, *, cost=None))]
    fn from_rustworkx<'py>(
        class: &Bound<'py, PyType>,
        graph: &Bound<'py, PyAny>,
        cost: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        class.py().import("wayline._graphs")?.call_method1("from_rustworkx", (class, graph, cost))
    }

    /// A graph from a table with a row for each edge: pandas, polars, pyarrow, or anything else that has columns
    /// or the Arrow interface. `src`, `dst` and `cost` are names of columns; other keywords are those of
    /// `from_edges`. Nodes are numbers from 0, or names, by which you can then call them.
    ///
    /// >>> import pyarrow as pa, wayline as wl
    /// >>> ferries = pa.table({"src": ["hel", "tll"], "dst": ["tll", "arn"], "cost": [2.0, 15.5]})
    /// >>> wl.Graph.from_frame(ferries).cost("hel", "arn")
    /// 17.5
    #[classmethod]
    #[pyo3(signature = (frame, *, src="src", dst="dst", cost="cost", **keywords))]
    fn from_frame<'py>(
        class: &Bound<'py, PyType>,
        frame: &Bound<'py, PyAny>,
        src: &str,
        dst: &str,
        cost: &str,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let module = class.py().import("wayline._graphs")?;
        module.call_method("from_frame", (class, frame, src, dst, cost), keywords)
    }

    /// A graph from lines, as geopandas has them: lines that end at the same point meet there. Their cost is a
    /// column, or by default their length. Nodes are called by their points.
    #[classmethod]
    #[pyo3(signature = (lines, *, cost=None, directed=false))]
    fn from_geopandas<'py>(
        class: &Bound<'py, PyType>,
        lines: &Bound<'py, PyAny>,
        cost: Option<&str>,
        directed: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        class
            .py()
            .import("wayline._graphs")?
            .call_method1("from_geopandas", (class, lines, cost, directed))
    }

    /// How many nodes there are.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Graph.from_edges([0], [1], [1.0]).nodes
    /// 2
    #[getter]
    fn nodes(&self, py: Python<'_>) -> usize {
        py.detach(|| self.read().nodes())
    }

    /// How many edges were given.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Graph.from_edges([0], [1], [1.0], directed=False).edges
    /// 1
    #[getter]
    fn edges(&self) -> u32 {
        self.shape.edges
    }

    /// The names of nodes, in the order of their numbers; `None` if they have only numbers.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Graph.from_edges([0], [1], [1.0], labels=["a", "b"]).labels
    /// ['a', 'b']
    #[getter]
    fn labels(&self, py: Python<'_>) -> Option<Py<PyList>> {
        self.shape.labels().map(|labels| labels.list.clone_ref(py))
    }

    /// What edges cost, as an array in the order of their numbers.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Graph.from_edges([0, 1], [1, 0], [1.0, 2.5]).costs_of_edges.tolist()
    /// [1.0, 2.5]
    #[getter]
    fn costs_of_edges<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let costs: Vec<f64> = py.detach(|| {
            let graph = self.read();
            let cost = |edge| graph.edge(edge).map_or(f64::NAN, |(_, _, cost)| cost.to_f64());
            (0..self.shape.edges).map(cost).collect()
        });
        PyArray1::from_vec(py, costs)
    }

    /// A cheapest path from one node to another, or between the nearest of several. Keywords are those of
    /// `Grid.path`; `avoid` is nodes not to enter.
    ///
    /// >>> import wayline as wl
    /// >>> graph = wl.Graph.from_edges([0, 1, 0], [1, 2, 2], [1.0, 1.5, 4.0])
    /// >>> path = graph.path(0, 2)
    /// >>> path.cost, path.nodes.tolist(), path.edges.tolist()
    /// (2.5, [0, 1, 2], [0, 1])
    #[pyo3(signature = (start, goal, *, algorithm=None, heuristic=None, weight=None,
        max_expansions=None, max_cost=None, max_seconds=None, avoid=None))]
    #[allow(clippy::too_many_arguments)]
    fn path(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
        algorithm: Option<&str>,
        heuristic: Option<&str>,
        weight: Option<f64>,
        max_expansions: Option<u64>,
        max_cost: Option<f64>,
        max_seconds: Option<f64>,
        avoid: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyGraphAnswer> {
        let options = Options {
            algorithm,
            heuristic,
            weight,
            max_expansions,
            max_cost,
            max_seconds,
            ..Options::default()
        };
        let mut query = options.apply(question(&self.shape, start, goal)?).map_err(raise)?;
        if let Some(avoid) = avoid {
            query = query.avoid(nodes::list(self.shape.labels(), "list of nodes to avoid", avoid)?);
        }
        let answer = detached(py, || answer(&*self.read(), query, |answer| answer.into_owned()));
        let answer = answer.map_err(raise)?;
        Ok(PyGraphAnswer { answer, shape: Arc::clone(&self.shape) })
    }

    /// What a cheapest path costs; infinite if there is none.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Graph.from_edges([0], [1], [1.5]).cost(1, 0)
    /// inf
    fn cost(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
    ) -> PyResult<f64> {
        let query = question(&self.shape, start, goal)?;
        let cost = detached(py, || answer(&*self.read(), query, |answer| answer.cost.to_f64()));
        cost.map_err(raise)
    }

    /// What cheapest paths cost, for rows of starts and goals, over this many threads; 0 is one for each
    /// processor.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Graph.from_edges([0, 1], [1, 2], [1.0, 1.5]).costs([0, 1], [2, 2]).tolist()
    /// [2.5, 1.5]
    #[pyo3(signature = (starts, goals, *, threads=0))]
    fn costs<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        goals: &Bound<'py, PyAny>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let pairs = PyGraph::pairs(&self.shape, starts, goals)?;
        let manner = Manner { threads, blocked_is_infinite: false };
        let costs = cancellable(py, |cancel| many::costs(&*self.read(), &pairs, &manner, cancel));
        Ok(PyArray1::from_vec(py, costs.map_err(raise)?))
    }

    /// What it costs to get from the nearest of `starts` to every node, or from every node `towards` the nearest
    /// of some, as an array; infinite where there is no path, or none `within` that cost.
    ///
    /// >>> import wayline as wl
    /// >>> graph = wl.Graph.from_edges([0, 1], [1, 2], [1.0, 1.5])
    /// >>> graph.distances([0]).tolist(), graph.distances(towards=[1]).tolist()
    /// ([0.0, 1.0, 2.5], [1.0, 0.0, inf])
    #[pyo3(signature = (starts=None, *, within=None, towards=None))]
    fn distances<'py>(
        &self,
        py: Python<'py>,
        starts: Option<&Bound<'py, PyAny>>,
        within: Option<f64>,
        towards: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let labels = self.shape.labels();
        let mut query = match (starts, towards) {
            (Some(starts), None) => {
                FieldQuery::away_from_any(nodes::list(labels, "start", starts)?)
            }
            (None, Some(goals)) => FieldQuery::towards_any(nodes::list(labels, "goal", goals)?),
            _ => {
                return Err(errors::query(
                    "distances are from starts or towards goals: expected distances(starts) or \
                     distances(towards=goals)",
                ));
            }
        };
        if let Some(within) = within.map(most).transpose().map_err(raise)?.flatten() {
            query = query.within(within);
        }
        let graph = Arc::clone(&self.graph);
        let costs = abandonable(py, move |_| {
            let graph = graph.read().unwrap_or_else(|broken| broken.into_inner());
            let field = graph.field(&query)?;
            let cost = |node: u32| field.cost(node).map_or(f64::INFINITY, Cost::to_f64);
            Ok((0..graph.nodes() as u32).map(cost).collect::<Vec<f64>>())
        });
        Ok(PyArray1::from_vec(py, costs.map_err(raise)?))
    }

    /// What cheapest paths cost from each of some nodes to each of others, as an array with a row for each start.
    /// If there are many, `prepare` first.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Graph.from_edges([0, 1], [1, 2], [1.0, 1.5]).matrix([0, 1], [1, 2]).tolist()
    /// [[1.0, 2.5], [0.0, 1.5]]
    fn matrix<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        goals: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let from = nodes::list(self.shape.labels(), "start", starts)?;
        let to = nodes::list(self.shape.labels(), "goal", goals)?;
        let costs = cancellable(py, |cancel| {
            let graph = self.read();
            let mut field: Option<Field<Graph>> = None;
            let mut costs = Vec::with_capacity(from.len() * to.len());
            for &start in &from {
                if cancel.load(Ordering::Relaxed) {
                    break;
                }
                let query = FieldQuery::away_from(start).nearest(usize::MAX, to.iter().copied());
                let field = match &mut field {
                    Some(field) => {
                        field.fill(&*graph, &query)?;
                        field
                    }
                    none => none.insert(graph.field(&query)?),
                };
                costs.extend(to.iter().map(|&goal| field.cost(goal).unwrap_or(Cost::INFINITE)));
            }
            Ok(costs)
        });
        Ok(matrix_array(py, from.len(), to.len(), costs.map_err(raise)?))
    }

    /// Changes what edges cost, by their numbers.
    ///
    /// >>> import wayline as wl
    /// >>> graph = wl.Graph.from_edges([0, 0], [1, 1], [1.0, 2.0])
    /// >>> graph.set_costs([0], [5.0])
    /// >>> graph.cost(0, 1)
    /// 2.0
    fn set_costs(
        &self,
        py: Python<'_>,
        edges: &Bound<'_, PyAny>,
        costs: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let edges = nodes::numbers("edge", edges)?;
        let costs = floats("costs", costs)?;
        let costs = costs.as_slice()?;
        if edges.len() != costs.len() {
            return Err(errors::input(format!(
                "{} edges and {} costs: expected as many of both",
                edges.len(),
                costs.len()
            )));
        }
        let Shape { edges: count, both_ways, .. } = *self.shape;
        // All are looked at before any is changed.
        for (&edge, &cost) in edges.iter().zip(costs) {
            if edge >= count {
                let error = wayline::GraphError::NoSuchEdge { edge, edges: count as usize };
                return Err(raise(error.into()));
            }
            Cost::try_from(cost).map_err(|bad| errors::input(format!("edge {edge}: {bad}")))?;
        }
        let changed = detached(py, || {
            let mut graph = self.graph.write().unwrap_or_else(|broken| broken.into_inner());
            for (&edge, &cost) in edges.iter().zip(costs) {
                graph.set_cost(edge, cost)?;
                if both_ways {
                    graph.set_cost(edge + count, cost)?;
                }
            }
            Ok(())
        });
        changed.map_err(raise)
    }

    /// Prepares an index, which answers thousands of questions in microseconds each. `kind` is `"labels"`,
    /// `"hierarchy"` or `"customizable"` (for costs that change); the default is the fastest that suits the graph.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Graph.from_edges([0, 1], [1, 2], [1.0, 1.5]).prepare().cost(0, 2)
    /// 2.5
    #[pyo3(signature = (*, kind=None, threads=0, max_bytes=None, max_milliseconds=None))]
    fn prepare(
        slf: &Bound<'_, Self>,
        kind: Option<&str>,
        threads: usize,
        max_bytes: Option<u64>,
        max_milliseconds: Option<u64>,
    ) -> PyResult<PyGraphIndex> {
        let kind = kind.map(str::to_owned);
        PyGraphIndex::prepare(slf, Asked { kind, threads, max_bytes, max_milliseconds })
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let both = if self.shape.both_ways { " both ways" } else { "" };
        format!("Graph({} nodes, {} edges{both})", self.nodes(py), self.shape.edges)
    }

    fn __copy__(&self, py: Python<'_>) -> PyGraph {
        let graph = py.detach(|| self.read().clone());
        PyGraph { graph: Arc::new(RwLock::new(graph)), shape: Arc::clone(&self.shape) }
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyGraph {
        self.__copy__(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<pickle::Reduced<'py>> {
        let (py, this) = (slf.py(), slf.get());
        let graph = py.detach(|| this.read().clone());
        pickle::reduce(slf, &graph, (this.shape.edges, this.shape.both_ways, this.labels(py)))
    }

    #[classmethod]
    fn _restore(
        _: &Bound<'_, PyType>,
        saved: &Bound<'_, PyBytes>,
        edges: u32,
        both_ways: bool,
        labels: Option<&Bound<'_, PyList>>,
    ) -> PyResult<PyGraph> {
        let labels = labels.map(NodeNames::new).transpose()?;
        let graph = Arc::new(RwLock::new(pickle::restore(saved)?));
        Ok(PyGraph { graph, shape: Arc::new(Shape { edges, both_ways, labels }) })
    }
}

/// The question between nodes, or between the nearest of several.
pub(crate) fn question<'q>(
    shape: &Shape,
    start: &Bound<'_, PyAny>,
    goal: &Bound<'_, PyAny>,
) -> PyResult<Query<'q, u32>> {
    let labels = shape.labels();
    if let (Ok(from), Ok(to)) =
        (nodes::one(labels, "start", start), nodes::one(labels, "goal", goal))
    {
        return Ok(Query::new(from, to));
    }
    let from = nodes::list(labels, "start", start)?;
    let to = nodes::list(labels, "goal", goal)?;
    Ok(Query::between(from, to))
}
