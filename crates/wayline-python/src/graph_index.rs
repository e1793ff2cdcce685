//! `GraphIndex`: a graph that was prepared, for thousands of questions.

use crate::files;
use crate::graph::{PyGraph, Shape, question, raise};
use crate::graph_answer::PyGraphAnswer;
use crate::index::{Asked, matrix_array};
use crate::many::{self, Manner};
use crate::nodes;
use crate::running::{abandonable, answer, cancellable, detached, give_workspace, take_workspace};
use numpy::{PyArray1, PyArray2, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};
use std::sync::atomic::Ordering;
use std::sync::{Arc, RwLock, RwLockReadGuard};
use wayline::{Graph, GraphIndex};

/// An index of a graph: it answers by looking up, in microseconds, and exactly. Made by `Graph.prepare`.
///
/// It is for the graph as it was; if it is of kind `"customizable"`, `update` brings it up to new costs.
///
/// >>> import wayline as wl
/// >>> ring = wl.Graph.from_edges(range(10), [(i + 1) % 10 for i in range(10)], [1.0] * 10)
/// >>> index = ring.prepare()
/// >>> index.path(8, 1).nodes.tolist(), index.matrix([0, 5], [5]).tolist()
/// ([8, 9, 0, 1], [[5.0], [0.0]])
#[pyclass(frozen, module = "wayline", name = "GraphIndex")]
pub(crate) struct PyGraphIndex {
    index: RwLock<GraphIndex>,
    shape: Arc<Shape>,
    /// For pickling: an index is useless without its graph.
    graph: Py<PyGraph>,
}

impl PyGraphIndex {
    pub(crate) fn prepare(graph: &Bound<'_, PyGraph>, asked: Asked) -> PyResult<PyGraphIndex> {
        let this = graph.get();
        let shared = Arc::clone(&this.graph);
        let index = abandonable(graph.py(), move |cancel| {
            let graph = shared.read().unwrap_or_else(|broken| broken.into_inner());
            Ok(GraphIndex::prepare(&graph, &asked.preparation(cancel)?)?)
        });
        let index = RwLock::new(index.map_err(raise)?);
        Ok(PyGraphIndex { index, shape: Arc::clone(&this.shape), graph: graph.clone().unbind() })
    }

    fn read(&self) -> RwLockReadGuard<'_, GraphIndex> {
        self.index.read().unwrap_or_else(|broken| broken.into_inner())
    }

    fn loaded(
        py: Python<'_>,
        graph: &Bound<'_, PyGraph>,
        bytes: &PyReadonlyArray1<'_, u8>,
    ) -> PyResult<PyGraphIndex> {
        let (this, bytes) = (graph.get(), bytes.as_slice()?);
        let index = detached(py, || Ok(GraphIndex::from_bytes(&this.read(), bytes)?));
        let index = RwLock::new(index.map_err(raise)?);
        Ok(PyGraphIndex { index, shape: Arc::clone(&this.shape), graph: graph.clone().unbind() })
    }
}

#[pymethods]
impl PyGraphIndex {
    /// An index from a file that `save` wrote, for the same graph.
    ///
    /// >>> import io, wayline as wl
    /// >>> graph = wl.Graph.from_edges([0, 1], [1, 2], [1.0, 1.5])
    /// >>> file = io.BytesIO()
    /// >>> graph.prepare().save(file)
    /// >>> _ = file.seek(0)
    /// >>> wl.GraphIndex.open(file, graph).cost(0, 2)
    /// 2.5
    #[classmethod]
    fn open(
        _: &Bound<'_, PyType>,
        file: &Bound<'_, PyAny>,
        graph: &Bound<'_, PyGraph>,
    ) -> PyResult<PyGraphIndex> {
        let (bytes, _) = files::read(file)?;
        PyGraphIndex::loaded(file.py(), graph, &bytes)
    }

    /// Writes the index to a file, given by its path or as an object that takes bytes. A file is written
    /// completely or not at all.
    ///
    /// >>> import io, wayline as wl
    /// >>> file = io.BytesIO()
    /// >>> wl.Graph.from_edges([0], [1], [1.0]).prepare().save(file)
    /// >>> len(file.getvalue()) > 20
    /// True
    fn save(&self, file: &Bound<'_, PyAny>) -> PyResult<()> {
        let bytes = file.py().detach(|| self.read().to_bytes());
        files::write(file, &bytes)
    }

    /// What it is made of: `"labels"`, `"hierarchy"` or `"customizable"`.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Graph.from_edges([0], [1], [1.0]).prepare(kind="customizable").kind
    /// 'customizable'
    #[getter]
    fn kind(&self, py: Python<'_>) -> String {
        py.detach(|| self.read().kind().to_string())
    }

    /// How many bytes of memory it takes.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Graph.from_edges([0], [1], [1.0]).prepare().nbytes > 0
    /// True
    #[getter]
    fn nbytes(&self, py: Python<'_>) -> usize {
        py.detach(|| self.read().bytes())
    }

    /// A cheapest path, as `Graph.path` finds it.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Graph.from_edges([0, 1], [1, 2], [1.0, 1.5]).prepare().path(0, 2).edges.tolist()
    /// [0, 1]
    fn path(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
    ) -> PyResult<PyGraphAnswer> {
        let query = question(&self.shape, start, goal)?;
        let answer = detached(py, || answer(&*self.read(), query, |answer| answer.into_owned()));
        let answer = answer.map_err(raise)?;
        Ok(PyGraphAnswer { answer, shape: Arc::clone(&self.shape) })
    }

    /// What a cheapest path costs; infinite if there is none.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Graph.from_edges([0, 1], [1, 2], [1.0, 1.5]).prepare().cost(0, 2)
    /// 2.5
    fn cost(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
    ) -> PyResult<f64> {
        let labels = self.shape.labels();
        let (from, to) = (nodes::one(labels, "start", start)?, nodes::one(labels, "goal", goal)?);
        let cost = detached(py, || {
            let mut work = take_workspace();
            let cost = self.read().cost_with(from, to, &mut work);
            give_workspace(work);
            Ok(cost?.to_f64())
        });
        cost.map_err(raise)
    }

    /// What cheapest paths cost, for rows of starts and goals, over this many threads; 0 is one for each
    /// processor.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Graph.from_edges([0, 1], [1, 2], [1.0, 1.5]).prepare().costs([0, 1], [2, 2]).tolist()
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

    /// What cheapest paths cost from each of some nodes to each of others, as an array with a row for each
    /// start.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Graph.from_edges([0, 1], [1, 2], [1.0, 1.5]).prepare().matrix([0, 1], [1, 2]).tolist()
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
            let (index, mut work) = (self.read(), take_workspace());
            let mut costs = Vec::with_capacity(from.len() * to.len());
            for rows in from.chunks(256) {
                if cancel.load(Ordering::Relaxed) {
                    break;
                }
                costs.extend(index.matrix(rows, &to, &mut work)?);
            }
            give_workspace(work);
            Ok(costs)
        });
        Ok(matrix_array(py, from.len(), to.len(), costs.map_err(raise)?))
    }

    /// Takes over new costs of the graph from which it was made, if it is of kind `"customizable"`.
    ///
    /// >>> import wayline as wl
    /// >>> graph = wl.Graph.from_edges([0, 1], [1, 2], [1.0, 1.5])
    /// >>> index = graph.prepare(kind="customizable")
    /// >>> graph.set_costs([0], [4.0])
    /// >>> index.update(graph)
    /// >>> index.cost(0, 2)
    /// 5.5
    fn update(&self, py: Python<'_>, graph: &Bound<'_, PyGraph>) -> PyResult<()> {
        let graph = graph.get();
        let updated = detached(py, || {
            let graph: Graph = graph.read().clone();
            let mut index = self.index.write().unwrap_or_else(|broken| broken.into_inner());
            Ok(index.update(&graph)?)
        });
        updated.map_err(raise)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("GraphIndex({}, {} bytes)", self.kind(py), self.nbytes(py))
    }

    /// With the graph, which must be as it was when the index was made or updated.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, this) = (slf.py(), slf.get());
        let bytes = py.detach(|| this.read().to_bytes());
        let arguments = (PyBytes::new(py, &bytes), this.graph.clone_ref(py)).into_pyobject(py)?;
        Ok((slf.get_type().getattr("_restore")?, arguments))
    }

    #[classmethod]
    fn _restore(
        class: &Bound<'_, PyType>,
        saved: &Bound<'_, PyBytes>,
        graph: &Bound<'_, PyGraph>,
    ) -> PyResult<PyGraphIndex> {
        let bytes = files::array(saved).into_any().extract()?;
        PyGraphIndex::loaded(class.py(), graph, &bytes)
    }
}
