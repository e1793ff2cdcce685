//! What Rust refuses becomes an exception of `wayline/_errors.py`, with Rust's message.

use crate::cells::Order;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use wayline::{BodyError, Cell, Error, GraphError, GridError, QueryError};
use wayline_networks::{NetworkError, Problem};

/// Why a call failed, before it is known in which order the user writes cells.
pub(crate) enum Failure {
    Engine(Error),
    /// The same, of one of many questions.
    Row(usize, Error),
    /// Ctrl-C, or whatever else a signal handler raised.
    Python(PyErr),
    /// A bug of the engine, with what it said.
    Panic(String),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Engine(error)
    }
}

wayline::from_each_error!(Failure);

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Failure {
        Failure::Python(error)
    }
}

impl Failure {
    pub(crate) fn raise(self, order: Order) -> PyErr {
        match self {
            Failure::Engine(error) => engine(error, order),
            Failure::Row(row, error) => {
                raise(class_of(&error), format!("row {row}: {}", message(&error, order)))
            }
            Failure::Python(error) => error,
            Failure::Panic(what) => raise(
                "InternalError",
                format!("the engine failed: {what}. This is a bug of wayline: please report it"),
            ),
        }
    }
}

/// An exception of a class of `wayline/_errors.py`.
pub(crate) fn raise(class: &'static str, message: impl Into<String>) -> PyErr {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let message = message.into();
    Python::attach(|py| {
        let module = MODULE.get_or_try_init(py, || py.import("wayline._errors").map(Bound::unbind));
        match module.and_then(|module| module.bind(py).getattr(class)) {
            Ok(class) => match class.cast_into::<PyType>() {
                Ok(class) => PyErr::from_type(class, message),
                Err(error) => error.into(),
            },
            Err(error) => error,
        }
    })
}

/// A wrong value in an argument.
pub(crate) fn input(message: impl Into<String>) -> PyErr {
    raise("InputError", message)
}

/// An argument of a wrong type.
pub(crate) fn wrong_type(message: impl Into<String>) -> PyErr {
    raise("WrongType", message)
}

/// A question that cannot be asked.
pub(crate) fn query(message: impl Into<String>) -> PyErr {
    raise("QueryError", message)
}

/// A file or a place of a network that was not understood.
pub(crate) fn network(message: impl Into<String>) -> PyErr {
    raise("NetworkError", message)
}

/// Why a network was not read: the system's message about a file becomes Python's.
pub(crate) fn reading(error: &NetworkError) -> PyErr {
    let (Problem::Io(io), Some(path)) = (error.problem(), error.file()) else {
        return network(error.to_string());
    };
    let Some(number) = io.raw_os_error() else { return network(error.to_string()) };
    Python::attach(|py| {
        let reason = py.import("os")?.call_method1("strerror", (number,))?;
        let made = py.import("wayline._errors")?.call_method1("of_file", (number, reason, path))?;
        Ok(PyErr::from_value(made))
    })
    .unwrap_or_else(|error: PyErr| error)
}

pub(crate) fn engine(error: impl Into<Error>, order: Order) -> PyErr {
    let error = error.into();
    raise(class_of(&error), message(&error, order))
}

fn class_of(error: &Error) -> &'static str {
    match error {
        // Landmarks and layers are arguments, which do not fit.
        Error::Query(QueryError::StaleLandmarks(_) | QueryError::StaleLayer(_)) => "InputError",
        Error::Query(_)
        | Error::Parse(_)
        | Error::Grid(GridError::NoSuchCell { .. })
        | Error::Graph(GraphError::NoSuchNode { .. } | GraphError::NoSuchEdge { .. })
        | Error::Body(BodyError::NoRoom { .. } | BodyError::NotInWorld { .. }) => "QueryError",
        Error::Index(_) => "PreparationError",
        _ => "InputError",
    }
}

/// Rust's message, with cells as the user writes them.
fn message(error: &Error, order: Order) -> String {
    let at = |cell: Cell| order.describe(cell);
    match (error, order) {
        (Error::Query(QueryError::Blocked { end, cell }), Order::Rc) => {
            format!("the {end} {} is blocked", at(*cell))
        }
        (Error::Query(QueryError::OffMap { end, cell, width, height }), Order::Rc) => format!(
            "the {end} {} is off the map, which has {height} rows and {width} columns",
            at(*cell)
        ),
        (Error::Grid(GridError::NoSuchCell { cell, width, height }), Order::Rc) => format!(
            "the cell {} is off the map, which has {height} rows and {width} columns",
            at(*cell)
        ),
        (Error::Body(BodyError::NoRoom { placement, what }), Order::Rc) => {
            format!("there is no room at {}: {what}", at(placement.cell()))
        }
        _ => error.to_string(),
    }
}
