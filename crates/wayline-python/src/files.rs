//! Files: a path (a string or a `pathlib.Path`), or an object that reads or writes bytes.

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;

/// The bytes of a file, mapped into memory where there is a path, and the path.
pub(crate) fn read<'py>(
    file: &Bound<'py, PyAny>,
) -> PyResult<(PyReadonlyArray1<'py, u8>, Option<PathBuf>)> {
    let (bytes, path): (Bound<'py, PyAny>, Option<PathBuf>) =
        file.py().import("wayline._files")?.call_method1("read", (file,))?.extract()?;
    Ok((bytes.extract::<PyReadonlyArray1<'py, u8>>()?, path))
}

/// Writes a file, completely or not at all.
pub(crate) fn write(file: &Bound<'_, PyAny>, bytes: &[u8]) -> PyResult<()> {
    let py = file.py();
    py.import("wayline._files")?.call_method1("write", (file, PyBytes::new(py, bytes))).map(drop)
}

/// Bytes that were pickled, as an array.
pub(crate) fn array<'py>(bytes: &Bound<'py, PyBytes>) -> Bound<'py, PyArray1<u8>> {
    PyArray1::from_slice(bytes.py(), bytes.as_bytes())
}
