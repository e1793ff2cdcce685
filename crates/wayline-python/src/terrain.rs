//! `Terrain`: the ground that bodies move on; and where they are on it, as Python writes it.

use crate::cells::{Order, as_array};
use crate::draw::Pixels;
use crate::errors;
use crate::files;
use crate::grid::PyGrid;
use crate::pickle;
use numpy::PyUntypedArrayMethods;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple, PyType};
use std::sync::Arc;
use wayline::Cell;
use wayline::body::{Goal, Heading, Placement, Terrain};

/// The ground that bodies move on.
///
/// Made from rows of letters (`.` is plain, `#` is blocked, `W` is water, `S` swamp, `T` trees, `H` hills, `R`
/// road; any other letter is a ground of your own), from an array of bool, or from a `Grid`, with its elevation
/// and with its costs, which slow bodies down. `elevation` is an array of whole numbers. `order` is how cells are
/// written, as in `Grid`.
///
/// >>> import wayline as wl
/// >>> wl.Terrain(["......", "..##..", "......"]).shape
/// (3, 6)
#[pyclass(frozen, module = "wayline", name = "Terrain")]
pub(crate) struct PyTerrain {
    pub(crate) terrain: Arc<Terrain>,
    pub(crate) order: Order,
}

/// A direction, by its letter.
pub(crate) fn heading(object: &Bound<'_, PyAny>) -> PyResult<Heading> {
    let name = object.extract::<String>().unwrap_or_default();
    let known = [Heading::E, Heading::S, Heading::W, Heading::N];
    let found = known.into_iter().find(|heading| heading.to_string().eq_ignore_ascii_case(&name));
    found.ok_or_else(|| {
        let given = object.repr().map_or_else(|_| name.clone(), |text| text.to_string());
        errors::query(format!("the heading is {given}: expected 'N', 'E', 'S' or 'W'"))
    })
}

impl Order {
    /// (row, column, heading).
    pub(crate) fn placement(self, what: &str, object: &Bound<'_, PyAny>) -> PyResult<Placement> {
        match self.body_goal(what, object)? {
            Goal::At(placement) => Ok(placement),
            _ => Err(errors::wrong_type(format!(
                "the {what} has no heading: expected a triple such as (2, 5, 'E')"
            ))),
        }
    }

    /// (row, column), (row, column, heading) or (row, column, reach).
    pub(crate) fn body_goal(self, what: &str, object: &Bound<'_, PyAny>) -> PyResult<Goal> {
        let Ok(parts) = object.cast::<PyTuple>() else {
            return Ok(Goal::Pivot(self.one(what, object)?));
        };
        let cell = || self.one(what, parts.get_slice(0, 2).as_any());
        match parts.len() {
            3 => {
                let (cell, third) = (cell()?, parts.get_item(2)?);
                if third.is_instance_of::<PyString>() {
                    return Ok(Goal::At(Placement::new(cell.x, cell.y, heading(&third)?)));
                }
                let reach = third.extract::<u32>().map_err(|_| {
                    errors::wrong_type(format!(
                        "the third part of the {what}: expected a heading such as 'E', or how near to come"
                    ))
                })?;
                Ok(Goal::Near { cell, reach })
            }
            _ => Ok(Goal::Pivot(self.one(what, object)?)),
        }
    }

    /// A goal in words, as the user writes cells.
    pub(crate) fn describe_goal(self, goal: Goal) -> String {
        let cell = self.describe(goal.cell());
        match goal {
            Goal::At(at) => format!("{cell} heading {}", at.heading),
            Goal::Near { reach, .. } => format!("{cell} or at most {reach} away"),
            _ => cell,
        }
    }

    pub(crate) fn triple(self, placement: Placement) -> (u32, u32, String) {
        let (a, b) = self.pair(placement.cell());
        (a, b, placement.heading.to_string())
    }
}

fn terrain_of(object: &Bound<'_, PyAny>, order: Order) -> PyResult<(Terrain, Order)> {
    let refused = |error: wayline::GridError| errors::engine(error, order);
    if let Ok(grid) = object.cast::<PyGrid>() {
        let PyGrid { grid, order, unit } = grid.get();
        let mut terrain = Terrain::new(grid.width(), grid.height()).map_err(refused)?;
        for cell in grid.cells() {
            if !grid.is_free(cell) {
                terrain.block(cell).map_err(refused)?;
            } else if grid.is_weighted() {
                let ground = Terrain::graded(grid.multiplier(cell) * unit);
                terrain.set_ground(cell, ground).map_err(refused)?;
            }
            if grid.elevation(cell) != 0 {
                terrain.set_elevation(cell, grid.elevation(cell)).map_err(refused)?;
            }
        }
        return Ok((terrain, *order));
    }
    if let Ok(rows) = object.extract::<Vec<String>>() {
        return Ok((Terrain::from_rows(rows).map_err(refused)?, order));
    }
    let array = as_array(object)?;
    if array.ndim() != 2 || array.dtype().getattr("kind")?.extract::<char>()? != 'b' {
        return Err(errors::wrong_type(
            "a terrain: expected rows of letters, an array of bool or a Grid",
        ));
    }
    let rules = crate::packing::rules(8, "never", None, "enter", 0.0)?;
    let grid = crate::packing::pack(&array, rules)?.grid;
    let mut terrain = Terrain::new(grid.width(), grid.height()).map_err(refused)?;
    for cell in grid.cells().filter(|&cell| !grid.is_free(cell)) {
        terrain.block(cell).map_err(refused)?;
    }
    Ok((terrain, order))
}

#[pymethods]
impl PyTerrain {
    #[new]
    #[pyo3(signature = (ground, *, order="rc", elevation=None))]
    fn py_new(
        ground: &Bound<'_, PyAny>,
        order: &str,
        elevation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyTerrain> {
        let (mut terrain, order) = terrain_of(ground, Order::named(order)?)?;
        if let Some(array) = elevation {
            let shape = (terrain.height(), terrain.width());
            let set = |cell: Cell, number| terrain.set_elevation(cell, number);
            let set = crate::packing::elevate(shape, array, set)?;
            set.map_err(|error| errors::engine(error, order))?;
        }
        Ok(PyTerrain { terrain: Arc::new(terrain), order })
    }

    /// A terrain from a file: Moving AI's `.map` and rows of text with their letters, or a PNG picture, whose dark pixels
    /// are blocked and whose grey ones are slow.
    ///
    /// >>> import pathlib, tempfile, wayline as wl
    /// >>> path = pathlib.Path(tempfile.mkdtemp()) / "river.txt"
    /// >>> _ = path.write_text("..#\n.WW\n")
    /// >>> wl.Terrain.open(path).to_rows()
    /// ['..#', '.WW']
    #[classmethod]
    #[pyo3(signature = (file, *, order="rc"))]
    fn open(_: &Bound<'_, PyType>, file: &Bound<'_, PyAny>, order: &str) -> PyResult<PyTerrain> {
        let (bytes, path) = files::read(file)?;
        let format = path.and_then(|path| wayline_maps::Format::of_path(&path));
        let limits = wayline_maps::Limits::default();
        let map = wayline_maps::read_terrain(bytes.as_slice()?, format, limits);
        let map = map.map_err(|error| errors::input(error.to_string()))?;
        Ok(PyTerrain { terrain: Arc::new(map.terrain), order: Order::named(order)? })
    }

    /// Rows and columns.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Terrain(["...", "..."]).shape
    /// (2, 3)
    #[getter]
    fn shape(&self) -> (u32, u32) {
        (self.terrain.height(), self.terrain.width())
    }

    /// How cells are written: `"rc"` or `"xy"`.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Terrain(["..."], order="xy").order
    /// 'xy'
    #[getter]
    fn order(&self) -> &'static str {
        self.order.name()
    }

    /// The ground as rows of letters; blocked cells are `#`.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Terrain(["..W", "#.."]).to_rows()
    /// ['..W', '#..']
    fn to_rows(&self) -> Vec<String> {
        rows(&self.terrain)
    }

    fn __repr__(&self) -> String {
        format!("Terrain({} x {})", self.terrain.height(), self.terrain.width())
    }

    /// The ground, for notebooks.
    fn _repr_svg_(&self) -> PyResult<String> {
        Pixels::of_terrain(&self.terrain).svg(&[]).map_err(|error| errors::input(error.to_string()))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<pickle::Reduced<'py>> {
        let this = slf.get();
        pickle::reduce(slf, &*this.terrain, (this.order.name(),))
    }

    #[classmethod]
    fn _restore(
        _: &Bound<'_, PyType>,
        saved: &Bound<'_, PyBytes>,
        order: &str,
    ) -> PyResult<PyTerrain> {
        Ok(PyTerrain { terrain: Arc::new(pickle::restore(saved)?), order: Order::named(order)? })
    }
}

/// The ground as rows of letters.
pub(crate) fn rows(terrain: &Terrain) -> Vec<String> {
    let look = |cell: Cell| match (terrain.is_blocked(cell), terrain.ground(cell)) {
        (true, _) => '#',
        (false, Some(ground)) if ground.is_ascii() => char::from(ground),
        // Ground that only slows bodies down has no letter.
        _ => ',',
    };
    let row = |y| (0..terrain.width()).map(|x| look(Cell::new(x, y))).collect();
    (0..terrain.height()).map(row).collect()
}
