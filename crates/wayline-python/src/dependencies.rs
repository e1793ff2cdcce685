//! `wayline.crowd.Dependencies`: the order in which units pass each other.

use crate::cells::{integers, numbers, shape_of};
use crate::errors;
use numpy::{PyArray1, PyReadonlyArray3, PyUntypedArrayMethods};
use pyo3::prelude::*;
use wayline::Cell;
use wayline::crowd::{Conditions, Dependencies, Plan};

/// Moves, by their unit and their number.
type Moves = Vec<(usize, usize)>;

/// The order in which units pass each other: for each move of each unit, what has to be over before it may begin.
/// However late some units are, no two collide and all arrive, as long as each begins a move only when it may.
///
/// It is made from a plan, an array of shape (moments, units, 2), wherever that comes from; `dependencies()` of a
/// planner gives that of its own plan. Waits are not moves: the moves of a unit are its steps to other cells, from
/// 0.
///
/// >>> from wayline.crowd import Dependencies
/// >>> # The second follows the first.
/// >>> order = Dependencies([[(0, 1), (0, 0)], [(0, 2), (0, 1)], [(0, 3), (0, 2)]])
/// >>> order.after(1, 0)
/// [(0, 0)]
/// >>> # Neither has made a move yet: the second may not begin.
/// >>> order.ready([0, 0]).tolist(), order.ready([1, 0]).tolist()
/// ([True, False], [True, True])
#[pyclass(frozen, module = "wayline.crowd", name = "Dependencies")]
pub(crate) struct PyDependencies {
    order: Dependencies,
}

impl PyDependencies {
    pub(crate) fn new(order: Dependencies) -> PyDependencies {
        PyDependencies { order }
    }

    fn unit(&self, unit: usize) -> PyResult<&[Conditions]> {
        if unit < self.order.units() {
            return Ok(self.order.moves(unit));
        }
        Err(errors::query(format!("there is no unit {unit}: there are {}", self.order.units())))
    }

    fn of(&self, unit: usize, number: usize) -> PyResult<&Conditions> {
        let moves = self.unit(unit)?;
        moves.get(number).ok_or_else(|| {
            errors::query(format!("unit {unit} has {} moves: there is no {number}", moves.len()))
        })
    }
}

#[pymethods]
impl PyDependencies {
    #[new]
    fn py_new(py: Python<'_>, plan: &Bound<'_, PyAny>) -> PyResult<PyDependencies> {
        let array = integers("plan", plan, "integers, an array as a plan is")?;
        let &[_, units, 2] = array.shape() else {
            return Err(errors::wrong_type(format!(
                "the plan has the shape {}: expected (moments, units, 2)",
                shape_of(&array)
            )));
        };
        let array = array.call_method1("astype", (numpy::dtype::<i64>(py),))?;
        let array: PyReadonlyArray3<'_, i64> = array.extract()?;
        let mut paths = vec![Vec::new(); units];
        for moment in array.as_array().outer_iter() {
            for (path, pair) in paths.iter_mut().zip(moment.outer_iter()) {
                let (Ok(first), Ok(second)) = (u32::try_from(pair[0]), u32::try_from(pair[1]))
                else {
                    return Err(errors::query("the plan has numbers of cells that are negative"));
                };
                // Which of the two is the column does not matter to who waits for whom.
                path.push(Cell::new(second, first));
            }
        }
        Ok(PyDependencies { order: py.detach(|| Dependencies::of_plan(&Plan::new(paths))) })
    }

    /// How many moves a unit makes.
    ///
    /// >>> from wayline.crowd import Dependencies
    /// >>> Dependencies([[(0, 0)], [(0, 1)], [(0, 1)]]).moves(0)
    /// 1
    fn moves(&self, unit: usize) -> PyResult<usize> {
        Ok(self.unit(unit)?.len())
    }

    /// The moves of others, as (unit, move), that have to be over before a move of a unit begins.
    ///
    /// >>> from wayline.crowd import Dependencies
    /// >>> Dependencies([[(0, 1), (0, 0)], [(0, 2), (0, 1)]]).after(0, 0)
    /// []
    fn after(&self, unit: usize, number: usize) -> PyResult<Moves> {
        Ok(self.of(unit, number)?.after.clone())
    }

    /// The moves of others, as (unit, move), that begin together with a move of a unit, because all of them go
    /// round in a circle.
    ///
    /// >>> from wayline.crowd import Dependencies
    /// >>> Dependencies([[(0, 0), (0, 1), (1, 1), (1, 0)], [(0, 1), (1, 1), (1, 0), (0, 0)]]).together(0, 0)
    /// [(1, 0), (2, 0), (3, 0)]
    fn together(&self, unit: usize, number: usize) -> PyResult<Moves> {
        Ok(self.of(unit, number)?.with.clone())
    }

    /// Which units may begin their next moves, given how many moves each unit has made, with none of them in the
    /// middle of a move: an array of bool. Units that move together begin together.
    ///
    /// >>> from wayline.crowd import Dependencies
    /// >>> Dependencies([[(0, 1), (0, 0)], [(0, 2), (0, 1)]]).ready([1, 0]).tolist()
    /// [False, True]
    fn ready<'py>(&self, made: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let (py, made) = (made.py(), numbers("moves made", made)?);
        if made.len() != self.order.units() {
            return Err(errors::input(format!(
                "{} numbers of moves: expected one for each of {} units",
                made.len(),
                self.order.units()
            )));
        }
        let ready = (0..made.len()).map(|unit| self.order.may_begin(&made, unit));
        Ok(PyArray1::from_vec(py, ready.collect()))
    }

    fn __len__(&self) -> usize {
        self.order.units()
    }

    fn __repr__(&self) -> String {
        let moves: usize = (0..self.order.units()).map(|unit| self.order.moves(unit).len()).sum();
        format!("Dependencies({} units, {moves} moves)", self.order.units())
    }
}
