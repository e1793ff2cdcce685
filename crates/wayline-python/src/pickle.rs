//! How values travel to other processes: as the bytes that serde makes of them, checked when they arrive.

use crate::errors;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What `__reduce__` returns: the class method `_restore`, and its arguments.
pub(crate) type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

pub(crate) fn save<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyBytes>> {
    let bytes = postcard::to_stdvec(value);
    let bytes = bytes
        .map_err(|error| errors::raise("WaylineError", format!("cannot be pickled: {error}")))?;
    Ok(PyBytes::new(py, &bytes))
}

pub(crate) fn restore<T: DeserializeOwned>(saved: &Bound<'_, PyBytes>) -> PyResult<T> {
    postcard::from_bytes(saved.as_bytes())
        .map_err(|error| errors::input(format!("this is not what was pickled: {error}")))
}

/// The value and some more arguments, for `_restore` of its class.
pub(crate) fn reduce<'py, T>(
    object: &Bound<'py, T>,
    value: &impl Serialize,
    more: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error: Into<PyErr>>,
) -> PyResult<Reduced<'py>> {
    let py = object.py();
    let saved = save(py, value)?.into_any();
    let more = more.into_pyobject(py).map_err(Into::into)?;
    let arguments: Vec<Bound<'py, PyAny>> = std::iter::once(saved).chain(more.iter()).collect();
    let arguments = PyTuple::new(py, arguments)?;
    Ok((object.as_any().get_type().getattr("_restore")?, arguments))
}
