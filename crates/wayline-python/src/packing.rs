//! Arrays to grids and back. An array is read once, in place, and not kept.

use crate::cells::{Order, as_array, shape_of};
use crate::errors::{self, Failure};
use numpy::ndarray::ArrayView2;
use numpy::{Element, PyArray2, PyReadonlyArray2, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use wayline::{Cell, Cost, Grid, Moves, Rules, StepCosts};

/// The most a cell may cost, in units that the engine keeps 256ths of.
const MOST: f64 = 255.0;

/// A grid, and how many times the engine's multipliers its costs are.
pub(crate) struct Packed {
    pub(crate) grid: Grid,
    pub(crate) unit: f64,
}

/// The rules that the keywords of `Grid` name.
pub(crate) fn rules(
    moves: u8,
    corners: &str,
    step_costs: Option<&Bound<'_, PyAny>>,
    charge: &str,
    uphill: f64,
) -> PyResult<Rules> {
    fn refused(error: impl Into<wayline::Error>) -> PyErr {
        errors::engine(error, Order::Rc)
    }
    let mut rules = Rules::default();
    rules.moves = match moves {
        4 => Moves::Four,
        8 => Moves::Eight,
        _ => return Err(errors::input(format!("moves is {moves}: expected 4 or 8"))),
    };
    rules.corners = corners.parse().map_err(refused)?;
    rules.charge = charge.parse().map_err(refused)?;
    rules.uphill = Cost::try_from(uphill).map_err(refused)?;
    if let Some(steps) = step_costs {
        rules.steps = match steps.extract::<(f64, f64)>() {
            Ok((straight, diagonal)) => StepCosts::new(straight, diagonal).map_err(refused)?,
            Err(_) => match steps.extract::<String>() {
                Ok(name) => name.parse().map_err(refused)?,
                Err(_) => {
                    return Err(errors::wrong_type(
                        "step_costs: expected 'exact', 'uniform' or a pair such as (10, 14)",
                    ));
                }
            },
        };
    }
    Ok(rules)
}

/// A grid from any array: see `Grid` in `grid.rs`.
pub(crate) fn pack(object: &Bound<'_, PyAny>, rules: Rules) -> PyResult<Packed> {
    let mut array = as_array(object)?;
    if array.ndim() == 1 && array.dtype().getattr("kind")?.extract::<char>()? == 'U' {
        return Err(errors::wrong_type("a list of text: Grid.from_rows reads rows of letters"));
    }
    if array.ndim() != 2 {
        return Err(errors::wrong_type(format!(
            "the array has the shape {}: expected two dimensions, rows and columns",
            shape_of(&array)
        )));
    }
    let dtype = array.dtype();
    let (kind, size) =
        (dtype.getattr("kind")?.extract::<char>()?, dtype.getattr("itemsize")?.extract()?);
    // What Rust cannot read where it lies is copied: foreign byte orders, half and extended precision.
    let native = dtype.getattr("isnative")?.extract::<bool>()?;
    let copied = match (kind, size) {
        ('f', 4 | 8) if native && array.is_aligned() => None,
        ('f', 2) => Some("float32"),
        ('f', 4) => Some("float32"),
        ('f', _) => Some("float64"),
        _ => None,
    };
    if let Some(name) = copied {
        let copy = array.call_method1("astype", (name,))?;
        array = copy.cast_into::<PyUntypedArray>()?;
    }
    match (kind, size) {
        ('b', _) => {
            // Not as Rust's bool: numpy has arrays whose bytes are neither 0 nor 1.
            let bytes = array.call_method1("view", ("uint8",))?;
            plain(&bytes.extract::<PyReadonlyArray2<'_, u8>>()?.as_array(), rules)
        }
        ('u', 1) => weighted(&array.extract::<PyReadonlyArray2<'_, u8>>()?.as_array(), rules, |cost| {
            (cost != 0).then_some(f64::from(cost))
        }),
        ('f', 2 | 4) => floats::<f32>(&array, rules),
        ('f', _) => floats::<f64>(&array, rules),
        _ => {
            return Err(errors::wrong_type(format!(
                "the array is of type {}: expected bool (free cells), uint8 (0 is blocked, else the cost to \
                 enter), float32 or float64 (the cost to enter; inf and nan are blocked). Convert it, for \
                 example by array.astype('float32') or array != 0",
                array.dtype().str()?
            )));
        }
    }
    .map_err(|failure| failure.raise(Order::Rc))
}

fn floats<T: Element + Copy + Into<f64>>(
    array: &Bound<'_, PyUntypedArray>,
    rules: Rules,
) -> Result<Packed, Failure> {
    let array = array.extract::<PyReadonlyArray2<'_, T>>()?;
    weighted(&array.as_array(), rules, |cost| {
        let cost: f64 = cost.into();
        cost.is_finite().then_some(cost)
    })
}

/// Width and height, checked.
fn size<T>(array: &ArrayView2<'_, T>) -> Result<(u32, u32), Failure> {
    let (height, width) = array.dim();
    match (u32::try_from(width), u32::try_from(height)) {
        (Ok(width), Ok(height)) => Ok((width, height)),
        _ => {
            let (width, height) = (width as u64, height as u64);
            Err(wayline::GridError::BadSize { width, height, max: Grid::MAX_CELLS }.into())
        }
    }
}

fn plain(array: &ArrayView2<'_, u8>, rules: Rules) -> Result<Packed, Failure> {
    let (width, height) = size(array)?;
    let grid = match array.as_slice() {
        // Cells are asked for row by row.
        Some(bytes) => {
            let mut bytes = bytes.iter();
            Grid::from_fn(width, height, |_| bytes.next().is_some_and(|&byte| byte != 0))
        }
        None => Grid::from_fn(width, height, |Cell { x, y }| array[[y as usize, x as usize]] != 0),
    }?;
    Ok(Packed { grid: grid.with_rules(rules), unit: 1.0 })
}

fn weighted<T: Copy>(
    array: &ArrayView2<'_, T>,
    mut rules: Rules,
    cost: impl Fn(T) -> Option<f64>,
) -> Result<Packed, Failure> {
    let (width, height) = size(array)?;
    let unit = unit(array, &cost)?;
    if unit != 1.0 {
        let scaled = |step: Cost| step.to_f64() * unit;
        rules.steps =
            StepCosts::new(scaled(rules.steps.straight()), scaled(rules.steps.diagonal()))?;
    }
    let cell_cost = |value: T| cost(value).map(|cost| cost / unit);
    let grid = match array.as_slice() {
        Some(values) => {
            let mut values = values.iter();
            Grid::from_costs(width, height, |_| values.next().and_then(|&value| cell_cost(value)))
        }
        None => Grid::from_costs(width, height, |Cell { x, y }| {
            cell_cost(array[[y as usize, x as usize]])
        }),
    }?;
    Ok(Packed { grid: grid.with_rules(rules), unit })
}

/// The engine keeps costs of cells in 256ths, from 1 to 65,280 of them. Where that is not exact, they are
/// kept in the smallest unit, a power of two, in which the largest cost is at most 255, and the costs of
/// steps make up for it.
fn unit<T: Copy>(
    array: &ArrayView2<'_, T>,
    cost: &impl Fn(T) -> Option<f64>,
) -> Result<f64, Failure> {
    let (mut least, mut largest, mut exact) = (f64::INFINITY, 0.0f64, true);
    for (at, &value) in array.indexed_iter() {
        let Some(cost) = cost(value) else { continue };
        if cost <= 0.0 {
            return Err(errors::input(format!(
                "the cell at row {}, column {} costs {cost}: expected a cost above 0, or inf or nan for \
                 a blocked cell",
                at.0, at.1
            ))
            .into());
        }
        (least, largest) = (least.min(cost), largest.max(cost));
        exact &= (cost * 256.0).fract() == 0.0;
    }
    if largest == 0.0 || (exact && largest <= MOST) {
        return Ok(1.0);
    }
    let unit = (largest / MOST).log2().ceil().exp2().clamp(1.0 / 8192.0, 4096.0);
    if largest / unit > MOST || least / unit < 1.0 / 256.0 {
        return Err(errors::input(format!(
            "cells cost from {least} to {largest}: expected costs from 0.0000005 to {}, the largest at most \
             65280 times the least",
            MOST * 4096.0
        ))
        .into());
    }
    Ok(unit)
}

/// Numbers for every cell of a map, from an array of its shape.
pub(crate) fn per_cell<'py, T: Element + Copy>(
    what: &str,
    object: &Bound<'py, PyAny>,
    (height, width): (u32, u32),
) -> PyResult<PyReadonlyArray2<'py, T>> {
    let array = as_array(object)?;
    if *array.shape() != [height as usize, width as usize] {
        return Err(errors::wrong_type(format!(
            "the {what} has the shape {}: expected that of the map, ({height}, {width})",
            shape_of(&array)
        )));
    }
    let array = array.call_method1("astype", (numpy::dtype::<T>(object.py()),))?;
    array.extract()
}

/// Sets elevations by an array of integers.
pub(crate) fn elevate<E>(
    shape: (u32, u32),
    object: &Bound<'_, PyAny>,
    mut set: impl FnMut(Cell, i32) -> Result<(), E>,
) -> PyResult<Result<(), E>> {
    let kind = as_array(object)?.dtype().getattr("kind")?.extract::<char>()?;
    if !matches!(kind, 'i' | 'u' | 'b') {
        return Err(errors::wrong_type(
            "the elevation: expected whole numbers, for example array.round().astype('int32')",
        ));
    }
    // Wider than what is kept, so that nothing wraps around.
    let array = per_cell::<i64>("elevation", object, shape)?;
    for ((row, column), &number) in array.as_array().indexed_iter() {
        let elevation = i32::try_from(number).map_err(|_| {
            errors::input(format!("the elevation at row {row}, column {column} is {number}"))
        })?;
        if let Err(error) = set(Cell::new(column as u32, row as u32), elevation) {
            return Ok(Err(error));
        }
    }
    Ok(Ok(()))
}

/// Which cells are free.
pub(crate) fn free<'py>(py: Python<'py>, grid: &Grid) -> Bound<'py, PyArray2<bool>> {
    by_cell(py, grid, |cell| grid.is_free(cell))
}

/// What cells cost to enter; infinite where they are blocked.
pub(crate) fn costs<'py>(py: Python<'py>, grid: &Grid, unit: f64) -> Bound<'py, PyArray2<f64>> {
    by_cell(py, grid, |cell| match grid.is_free(cell) {
        true => grid.multiplier(cell) * unit,
        false => f64::INFINITY,
    })
}

pub(crate) fn by_cell<'py, T: Element>(
    py: Python<'py>,
    grid: &Grid,
    value: impl Fn(Cell) -> T,
) -> Bound<'py, PyArray2<T>> {
    let value = &value;
    by_row(
        py,
        grid,
        (0..grid.height()).map(|y| (0..grid.width()).map(move |x| value(Cell::new(x, y)))),
    )
}

/// Values row by row, as an array. Not by one iterator over all, which does not know how many there are.
pub(crate) fn by_row<'py, T: Element>(
    py: Python<'py>,
    grid: &Grid,
    rows: impl Iterator<Item = impl Iterator<Item = T>>,
) -> Bound<'py, PyArray2<T>> {
    let shape = (grid.height() as usize, grid.width() as usize);
    let mut values = Vec::with_capacity(shape.0 * shape.1);
    in_large_pages(values.spare_capacity_mut());
    rows.for_each(|row| values.extend(row));
    let array = numpy::ndarray::Array2::from_shape_vec(shape, values);
    PyArray2::from_owned_array(py, array.expect("there is one value for each cell"))
}

/// Asks for large pages if an array is large, as numpy does for its own: otherwise most of the time to fill one
/// may go into getting its memory, page by page.
pub(crate) fn in_large_pages<T>(values: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        /// No page is larger than this but the large ones.
        const PAGE: usize = 1 << 16;
        const LARGE: usize = 1 << 22;
        let first = values.as_mut_ptr().cast::<u8>();
        let skipped = first.addr().next_multiple_of(PAGE) - first.addr();
        let bytes = size_of_val(values).saturating_sub(skipped) / PAGE * PAGE;
        if bytes >= LARGE {
            // SAFETY: the range is within the array, and what is in it stays. Where the advice is not taken, nothing
            // is lost.
            #[expect(unsafe_code)]
            let _ = unsafe {
                rustix::mm::madvise(
                    first.wrapping_add(skipped).cast(),
                    bytes,
                    rustix::mm::Advice::LinuxHugepage,
                )
            };
        }
    }
    let _ = values;
}
