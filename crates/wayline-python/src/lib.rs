//! The native half of the Python package `wayline`: numpy arrays in, the engine's answers out.
//!
//! Every class is frozen: what it holds is shared between threads without the interpreter's lock. What can
//! be changed (`LiveGrid`, `Graph`, `World`) has a lock of its own, which is only taken while the
//! interpreter's is released, so that no two threads wait for each other.
//!
//! Documentation comments of classes and methods are docstrings, with examples that are run by the tests.

mod answer;
mod cells;
mod distances;
mod draw;
mod errors;
mod files;
mod grid;
mod index;
mod many;
mod options;
mod packing;
mod pickle;
mod running;
mod trace;

use pyo3::pymodule;

/// The native half of the package `wayline`.
#[pymodule]
mod _wayline {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::answer::PyAnswer;
    #[pymodule_export]
    use crate::distances::PyDistances;
    #[pymodule_export]
    use crate::grid::PyGrid;
    #[pymodule_export]
    use crate::index::PyGridIndex;
    #[pymodule_export]
    use crate::trace::PyTrace;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
