//! The native half of the Python package `wayline`: numpy arrays in, the engine's answers out.
//!
//! Every class is frozen: what it holds is shared between threads without the interpreter's lock. What can
//! be changed (`LiveGrid`, `Graph`, `World`) has a lock of its own, which is only taken while the
//! interpreter's is released, so that no two threads wait for each other.
//!
//! Documentation comments of classes and methods are docstrings, with examples that are run by the tests.

// Settings of the engine may get more fields: they are made by assignments.
#![allow(clippy::field_reassign_with_default)]

mod answer;
mod batch;
mod body;
mod body_planner;
mod cells;
mod crowd;
mod dependencies;
mod distances;
mod draw;
mod errors;
mod files;
mod flow;
mod graph;
mod graph_answer;
mod graph_index;
mod grid;
mod index;
mod landmarks;
mod layer;
mod live;
mod many;
mod network;
mod nodes;
mod options;
mod packing;
mod pickle;
mod route;
mod rows;
mod running;
mod steering;
mod terrain;
mod trace;
mod world;

use pyo3::pymodule;

/// The native half of the package `wayline`.
// By what is said above of classes and locks, free-threaded Python need not bring its lock back for it.
#[pymodule(gil_used = false)]
mod _wayline {
    use pyo3::prelude::*;
    use pyo3::types::PyDict;

    #[pymodule_export]
    use crate::answer::PyAnswer;
    #[pymodule_export]
    use crate::batch::{PyBatch, PyBatchAnswers};
    #[pymodule_export]
    use crate::body::{PyBody, PyBodyAnswer};
    #[pymodule_export]
    use crate::body_planner::PyBodyPlanner;
    #[pymodule_export]
    use crate::crowd::{PyLifelong, PyPlanner};
    #[pymodule_export]
    use crate::dependencies::PyDependencies;
    #[pymodule_export]
    use crate::distances::PyDistances;
    #[pymodule_export]
    use crate::flow::PyFlow;
    #[pymodule_export]
    use crate::graph::PyGraph;
    #[pymodule_export]
    use crate::graph_answer::PyGraphAnswer;
    #[pymodule_export]
    use crate::graph_index::PyGraphIndex;
    #[pymodule_export]
    use crate::grid::PyGrid;
    #[pymodule_export]
    use crate::index::PyGridIndex;
    #[pymodule_export]
    use crate::landmarks::PyLandmarks;
    #[pymodule_export]
    use crate::layer::PyLayer;
    #[pymodule_export]
    use crate::live::PyLiveGrid;
    #[pymodule_export]
    use crate::network::PyNetwork;
    #[pymodule_export]
    use crate::route::{PyReach, PyRoute};
    #[pymodule_export]
    use crate::steering::PySteering;
    #[pymodule_export]
    use crate::terrain::PyTerrain;
    #[pymodule_export]
    use crate::trace::PyTrace;
    #[pymodule_export]
    use crate::world::PyWorld;

    /// The page that shows searches, if this was built with it.
    #[pyfunction]
    fn _page() -> Option<&'static str> {
        include!(concat!(env!("OUT_DIR"), "/page.rs"))
    }

    /// The algorithms, by name, with what each is for.
    ///
    /// >>> import wayline as wl
    /// >>> wl.algorithms()["greedy"]
    /// 'by the estimate alone: quick, and easily led astray'
    #[pyfunction]
    fn algorithms(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let known = PyDict::new(py);
        for info in wayline::algorithms() {
            known.set_item(info.name, info.summary)?;
        }
        Ok(known)
    }

    /// The estimates that searches on grids know, by name, with what each is.
    ///
    /// >>> import wayline as wl
    /// >>> "octile" in wl.heuristics()
    /// True
    #[pyfunction]
    fn heuristics(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let known = PyDict::new(py);
        for (name, summary) in wayline::Heuristic::<wayline::Cell>::summaries() {
            known.set_item(name, summary)?;
        }
        Ok(known)
    }

    /// The open lists, by name, with what each is.
    ///
    /// >>> import wayline as wl
    /// >>> list(wl.open_lists())
    /// ['array', 'node-array', 'heap', 'pairing', 'bucket']
    #[pyfunction]
    fn open_lists(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let known = PyDict::new(py);
        for open in wayline::Open::ALL {
            known.set_item(open.name(), open.summary())?;
        }
        Ok(known)
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
