//! `GraphAnswer`: the answer to a question about a graph.

use crate::answer::{bound, describe, guarantee, stats};
use crate::graph::Shape;
use crate::nodes::NodeNames;
use crate::pickle;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyType};
use std::sync::Arc;
use wayline::Answer;

/// The answer to a question about a graph: true if a path was found.
///
/// >>> import wayline as wl
/// >>> answer = wl.Graph.from_edges([0, 1], [1, 2], [1.0, 1.5]).path(0, 2)
/// >>> bool(answer), answer.cost, answer.nodes.tolist()
/// (True, 2.5, [0, 1, 2])
#[pyclass(frozen, module = "wayline", name = "GraphAnswer")]
pub(crate) struct PyGraphAnswer {
    pub(crate) answer: Answer<'static, u32>,
    pub(crate) shape: Arc<Shape>,
}

#[pymethods]
impl PyGraphAnswer {
    /// How the search ended: `"found"`, `"unreachable"`, or `"stopped: "` and the limit that stopped it.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Graph.from_edges([0], [1], [1.0]).path(1, 0).outcome
    /// 'unreachable'
    #[getter]
    fn outcome(&self) -> String {
        self.answer.outcome.to_string()
    }

    /// What the path costs; infinite if there is none.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Graph.from_edges([0], [1], [1.5]).path(0, 1).cost
    /// 1.5
    #[getter]
    fn cost(&self) -> f64 {
        self.answer.cost.to_f64()
    }

    /// The nodes of the path, by their numbers, as an array.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Graph.from_edges([0], [1], [1.5]).path(0, 1).nodes.tolist()
    /// [0, 1]
    #[getter]
    fn nodes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_iter(py, self.answer.path.iter().map(|&node| i64::from(node)))
    }

    /// The nodes of the path, by the names that they have in the graph from which this one was made.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Graph.from_edges([0], [1], [1.5], labels=["a", "b"]).path("a", "b").labels
    /// ['a', 'b']
    #[getter]
    fn labels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let nodes = self.answer.path.iter();
        match self.shape.labels() {
            None => PyList::new(py, nodes),
            Some(labels) => {
                let list = labels.list.bind(py);
                let called: PyResult<Vec<_>> =
                    nodes.map(|&node| list.get_item(node as usize)).collect();
                PyList::new(py, called?)
            }
        }
    }

    /// The edges of the path, by their places in the arrays that the graph was made from, as an array.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Graph.from_edges([0, 0], [1, 1], [1.5, 1.0]).path(0, 1).edges.tolist()
    /// [1]
    #[getter]
    fn edges<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let Shape { edges, both_ways, .. } = *self.shape;
        let number = |edge: u32| if both_ways && edge >= edges { edge - edges } else { edge };
        PyArray1::from_iter(py, self.answer.edges.iter().map(|&edge| i64::from(number(edge))))
    }

    /// Whether a path was found and the engine knows that none costs less.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Graph.from_edges([0], [1], [1.5]).path(0, 1).optimal
    /// True
    #[getter]
    fn optimal(&self) -> bool {
        self.answer.is_optimal()
    }

    /// What is known about the cost: `"optimal"`, `"within"` (`bound` times the least), or `"nothing"`.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Graph.from_edges([0], [1], [1.5]).path(0, 1).guarantee
    /// 'optimal'
    #[getter]
    fn guarantee(&self) -> &'static str {
        guarantee(self.answer.guarantee)
    }

    /// The cost is at most this many times the least.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Graph.from_edges([0], [1], [1.5]).path(0, 1).bound
    /// 1.0
    #[getter]
    fn bound(&self) -> f64 {
        bound(&self.answer)
    }

    /// The algorithm that was run.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Graph.from_edges([0], [1], [1.5]).path(0, 1, algorithm="dijkstra").algorithm
    /// 'dijkstra'
    #[getter]
    fn algorithm(&self) -> &'static str {
        self.answer.algorithm.name()
    }

    /// What the search did, in counts.
    ///
    /// >>> import wayline as wl
    /// >>> sorted(wl.Graph.from_edges([0], [1], [1.5]).path(0, 1).stats)
    /// ['expanded', 'generated', 'largest_open', 'reopened']
    #[getter]
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        stats(py, &self.answer.stats)
    }

    fn __bool__(&self) -> bool {
        self.answer.is_found()
    }

    fn __len__(&self) -> usize {
        self.answer.path.len()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyGraphAnswer>().is_ok_and(|other| self.answer == other.get().answer)
    }

    fn __repr__(&self) -> String {
        describe("GraphAnswer", "nodes", &self.answer)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<pickle::Reduced<'py>> {
        let (py, this) = (slf.py(), slf.get());
        let labels = this.shape.labels().map(|labels| labels.list.clone_ref(py));
        pickle::reduce(slf, &this.answer, (this.shape.edges, this.shape.both_ways, labels))
    }

    #[classmethod]
    fn _restore(
        _: &Bound<'_, PyType>,
        saved: &Bound<'_, PyBytes>,
        edges: u32,
        both_ways: bool,
        labels: Option<&Bound<'_, PyList>>,
    ) -> PyResult<PyGraphAnswer> {
        let labels = labels.map(NodeNames::new).transpose()?;
        Ok(PyGraphAnswer {
            answer: pickle::restore(saved)?,
            shape: Arc::new(Shape { edges, both_ways, labels }),
        })
    }
}
