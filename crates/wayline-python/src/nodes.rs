//! Nodes of graphs as Python writes them: numbers, or the labels that they had in the original graph.

use crate::cells::integers;
use crate::errors;
use numpy::{PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

/// The names of nodes, if they have more than numbers.
pub(crate) struct NodeNames {
    /// In the order of the numbers.
    pub(crate) list: Py<PyList>,
    pub(crate) numbers: Py<PyDict>,
}

impl NodeNames {
    pub(crate) fn new(list: &Bound<'_, PyList>) -> PyResult<NodeNames> {
        let numbers = PyDict::new(list.py());
        for (number, label) in list.iter().enumerate() {
            numbers.set_item(label, number)?;
        }
        Ok(NodeNames { list: list.clone().unbind(), numbers: numbers.unbind() })
    }
}

/// One node.
pub(crate) fn one(
    labels: Option<&NodeNames>,
    what: &str,
    object: &Bound<'_, PyAny>,
) -> PyResult<u32> {
    if let Some(labels) = labels {
        // What cannot be hashed is not a label.
        return match labels.numbers.bind(object.py()).get_item(object) {
            Ok(Some(number)) => number.extract(),
            _ => Err(errors::query(format!(
                "the {what} {} is not a node of the graph",
                object.repr()?
            ))),
        };
    }
    match object.extract::<i64>() {
        Ok(number) => u32::try_from(number).map_err(|_| {
            errors::query(format!("the {what} {number} is not a node: they begin at 0"))
        }),
        Err(_) => Err(errors::wrong_type(format!(
            "the {what} is {}: expected the number of a node",
            object.get_type().name()?
        ))),
    }
}

/// Several nodes, or one.
pub(crate) fn list(
    labels: Option<&NodeNames>,
    what: &str,
    object: &Bound<'_, PyAny>,
) -> PyResult<Vec<u32>> {
    if labels.is_some() {
        match one(labels, what, object) {
            Ok(node) => return Ok(vec![node]),
            // Its letters are not labels.
            Err(error) if object.is_instance_of::<PyString>() => return Err(error),
            Err(_) => {}
        }
        let nodes = object.try_iter()?;
        return nodes.map(|node| one(labels, what, &node?)).collect();
    }
    numbers(what, object)
}

/// Several numbers, or one.
pub(crate) fn numbers(what: &str, object: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
    let expected = "the numbers of nodes, integers from 0; from_frame takes names";
    let array = integers(what, object, expected)?;
    if array.ndim() > 1 {
        return Err(errors::wrong_type(format!(
            "the {what} has {} dimensions: expected a list of numbers",
            array.ndim()
        )));
    }
    let array = array.call_method1("astype", ("int64",))?.call_method0("ravel")?;
    let array: PyReadonlyArray1<'_, i64> = array.extract()?;
    let number = |&number: &i64| {
        u32::try_from(number).map_err(|_| {
            errors::query(format!("the {what} {number} does not exist: numbers begin at 0"))
        })
    };
    array.as_array().iter().map(number).collect()
}
