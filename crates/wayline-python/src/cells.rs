//! Cells as Python writes them: (row, column) or (x, y), a pair or an array of pairs.

use crate::errors;
use numpy::{
    Element, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::borrow::Cow;
use wayline::{Cell, Query};

/// In which order a cell's two numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// (row, column), as numpy indexes.
    Rc,
    /// (x, y).
    Xy,
}

impl Order {
    pub(crate) fn named(name: &str) -> PyResult<Order> {
        match name {
            "rc" => Ok(Order::Rc),
            "xy" => Ok(Order::Xy),
            _ => Err(errors::input(format!(
                "unknown order '{name}': expected 'rc' (row, column) or 'xy'"
            ))),
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Order::Rc => "rc",
            Order::Xy => "xy",
        }
    }

    /// A cell's numbers as the user writes them.
    pub(crate) fn pair(self, cell: Cell) -> (u32, u32) {
        match self {
            Order::Rc => (cell.y, cell.x),
            Order::Xy => (cell.x, cell.y),
        }
    }

    pub(crate) fn describe(self, cell: Cell) -> String {
        match self {
            Order::Rc => format!("(row {}, column {})", cell.y, cell.x),
            Order::Xy => format!("({}, {})", cell.x, cell.y),
        }
    }

    #[inline]
    fn cell(self, what: &str, pair: (i64, i64)) -> PyResult<Cell> {
        let (x, y) = match self {
            Order::Rc => (pair.1, pair.0),
            Order::Xy => pair,
        };
        match (u32::try_from(x), u32::try_from(y)) {
            (Ok(x), Ok(y)) => Ok(Cell::new(x, y)),
            _ => Err(errors::query(format!(
                "the {what} ({}, {}) is off the map: numbers of cells begin at 0, and negative ones do \
                 not count from the end",
                pair.0, pair.1
            ))),
        }
    }

    /// A single cell.
    pub(crate) fn one(self, what: &str, object: &Bound<'_, PyAny>) -> PyResult<Cell> {
        match self.ends(what, object)? {
            Ends::One(cell) => Ok(cell),
            Ends::Many(_) => Err(errors::wrong_type(format!(
                "the {what} is a list of cells: expected one cell, a pair of integers"
            ))),
        }
    }

    /// A single cell, or several.
    #[inline]
    pub(crate) fn ends(self, what: &str, object: &Bound<'_, PyAny>) -> PyResult<Ends> {
        // The usual case: a tuple of two integers.
        if let Ok(tuple) = object.cast::<PyTuple>()
            && tuple.len() == 2
            && let (Ok(a), Ok(b)) = (
                tuple.get_borrowed_item(0).and_then(|a| a.extract::<i64>()),
                tuple.get_borrowed_item(1).and_then(|b| b.extract::<i64>()),
            )
        {
            return Ok(Ends::One(self.cell(what, (a, b))?));
        }
        let array = integers(what, object, CELLS)?;
        match *array.shape() {
            [2] => {
                let pair = array.call_method1("reshape", (1, 2))?;
                Ok(Ends::One(self.list(what, &pair)?[0]))
            }
            _ => Ok(Ends::Many(self.list(what, &array)?)),
        }
    }

    /// An array of cells, (n, 2).
    pub(crate) fn list(self, what: &str, object: &Bound<'_, PyAny>) -> PyResult<Vec<Cell>> {
        let array = integers(what, object, CELLS)?;
        if array.len() == 0 {
            return Ok(Vec::new());
        }
        let &[_, 2] = array.shape() else {
            return Err(errors::wrong_type(format!(
                "the {what} has the shape {}: expected cells, an array of shape (n, 2)",
                shape_of(&array)
            )));
        };
        if let Ok(array) = array.extract::<PyReadonlyArray2<'_, i64>>()
            && array.is_aligned()
        {
            let mut cells = Vec::with_capacity(array.shape()[0]);
            match array.as_slice() {
                Ok(numbers) => {
                    for pair in numbers.chunks_exact(2) {
                        cells.push(self.cell(what, (pair[0], pair[1]))?);
                    }
                }
                Err(_) => {
                    for row in array.as_array().outer_iter() {
                        cells.push(self.cell(what, (row[0], row[1]))?);
                    }
                }
            }
            return Ok(cells);
        }
        if let Ok(array) = array.extract::<PyReadonlyArray2<'_, i32>>()
            && array.is_aligned()
        {
            let rows = array.as_array();
            let pair = |a: i32, b: i32| (i64::from(a), i64::from(b));
            return rows.outer_iter().map(|row| self.cell(what, pair(row[0], row[1]))).collect();
        }
        let py = object.py();
        let array = array.call_method1("astype", (numpy::dtype::<i64>(py),))?;
        let array: PyReadonlyArray2<'_, i64> = array.extract()?;
        array.as_array().outer_iter().map(|row| self.cell(what, (row[0], row[1]))).collect()
    }

    /// A path as an array that cannot be written to, since it is kept.
    pub(crate) fn array<'py>(self, py: Python<'py>, cells: &[Cell]) -> Bound<'py, PyArray2<i32>> {
        let pairs = cells.iter().flat_map(|&cell| {
            let (a, b) = self.pair(cell);
            [a as i32, b as i32]
        });
        pairs_array(py, pairs.collect())
    }
}

/// Numbers of units: one, or an array of them.
pub(crate) fn numbers(what: &str, object: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    let array = integers(what, object, "a list of integers")?;
    let array = array.call_method1("astype", (numpy::dtype::<i64>(object.py()),))?;
    let array: PyReadonlyArray1<'_, i64> = array.call_method0("ravel")?.extract()?;
    let number = |&number: &i64| {
        usize::try_from(number)
            .map_err(|_| errors::query(format!("{what}: there is no {number}, they begin at 0")))
    };
    array.as_array().iter().map(number).collect()
}

/// Numbers two by two, as an array of shape (n, 2).
pub(crate) fn pairs_array(py: Python<'_>, numbers: Vec<i32>) -> Bound<'_, PyArray2<i32>> {
    let shape = (numbers.len() / 2, 2);
    let array = numpy::ndarray::Array2::from_shape_vec(shape, numbers);
    PyArray2::from_owned_array(py, array.expect("there are two numbers for each cell"))
}

/// Makes an array read-only that nobody else has yet.
pub(crate) fn freeze<T: Element>(array: &Bound<'_, PyArray2<T>>) {
    array.readwrite().make_nonwriteable();
}

/// Cells as Python writes them.
const CELLS: &str = "integers, such as (3, 4) or an array of shape (n, 2)";

/// Anything array-like, as an array of integers; for anything else, the error says what was expected.
pub(crate) fn integers<'py>(
    what: &str,
    object: &Bound<'py, PyAny>,
    expected: &str,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    let array = as_array(object)?;
    let kind = array.dtype().getattr("kind")?.extract::<char>()?;
    if matches!(kind, 'i' | 'u') || array.len() == 0 {
        return Ok(array);
    }
    Err(errors::wrong_type(format!(
        "the {what} is of type {}: expected {}",
        array.dtype().str()?,
        expected
    )))
}

/// `numpy.asarray`.
pub(crate) fn as_array<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    if let Ok(array) = object.cast::<PyUntypedArray>() {
        return Ok(array.clone());
    }
    let numpy = object.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (object,));
    let array = array.map_err(|error| errors::wrong_type(error.to_string()))?;
    Ok(array.cast_into::<PyUntypedArray>()?)
}

/// A shape as Python writes it.
pub(crate) fn shape_of(array: &Bound<'_, PyUntypedArray>) -> String {
    let sides: Vec<String> = array.shape().iter().map(usize::to_string).collect();
    match &*sides {
        [one] => format!("({one},)"),
        _ => format!("({})", sides.join(", ")),
    }
}

/// One end of a question.
pub(crate) enum Ends {
    One(Cell),
    Many(Vec<Cell>),
}

impl Ends {
    /// The question between two ends: between the nearest of several.
    pub(crate) fn query<'q>(self, goals: Ends) -> Query<'q, Cell> {
        match (self, goals) {
            (Ends::One(from), Ends::One(to)) => Query::new(from, to),
            (from, to) => Query::between(from.into_list(), to.into_list()),
        }
    }

    pub(crate) fn into_list<'q>(self) -> Cow<'q, [Cell]> {
        match self {
            Ends::One(cell) => Cow::Owned(vec![cell]),
            Ends::Many(cells) => Cow::Owned(cells),
        }
    }
}
