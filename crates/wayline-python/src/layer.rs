//! `Layer`: costs that single questions add to a map.

use crate::errors;
use crate::grid::PyGrid;
use crate::packing;
use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use std::sync::Arc;
use wayline::{Cell, Grid, Layer};

/// Additional costs on a map, for questions that name the layer (`grid.path(a, b, layer=danger)`): an extra cost
/// to enter a cell (`Layer.added`), or a factor by which its ground is multiplied (`Layer.multiplied`). Cells that
/// are inf or nan are closed. The map stays as it is, and may have any number of layers: danger on one side's map,
/// mud that only carts mind.
///
/// >>> import numpy as np, wayline as wl
/// >>> grid = wl.Grid(np.ones((3, 5), dtype=bool))
/// >>> fire = np.zeros((3, 5))
/// >>> fire[1, 2] = 10.0
/// >>> danger = wl.Layer.added(grid, fire)
/// >>> grid.cost((1, 0), (1, 4)), round(grid.cost((1, 0), (1, 4), layer=danger), 3)
/// (4.0, 4.828)
#[pyclass(frozen, module = "wayline", name = "Layer")]
pub(crate) struct PyLayer {
    pub(crate) layer: Arc<Layer>,
    /// The map that it fits.
    on: Py<PyGrid>,
    multiplies: bool,
}

impl PyLayer {
    /// The map that it fits.
    pub(crate) fn grid(&self, py: Python<'_>) -> Arc<Grid> {
        Arc::clone(&self.on.bind(py).get().grid)
    }

    fn of(on: &Bound<'_, PyGrid>, array: &Bound<'_, PyAny>, multiplies: bool) -> PyResult<PyLayer> {
        let PyGrid { grid, order, .. } = on.get();
        let values = packing::per_cell::<f64>("layer", array, (grid.height(), grid.width()))?;
        let values = values.as_array();
        let value = |Cell { x, y }| {
            Some(values[[y as usize, x as usize]]).filter(|value| value.is_finite())
        };
        let layer = match multiplies {
            true => Layer::multiplied(grid, value),
            false => Layer::added(grid, value),
        };
        let layer = layer.map_err(|error| errors::engine(error, *order))?;
        Ok(PyLayer { layer: Arc::new(layer), on: on.clone().unbind(), multiplies })
    }
}

#[pymethods]
impl PyLayer {
    /// The additional cost of entering each cell, an array of the map's shape, from 0; inf and nan are closed.
    ///
    /// >>> import wayline as wl
    /// >>> grid = wl.Grid.from_rows(["...."])
    /// >>> grid.cost((0, 0), (0, 3), layer=wl.Layer.added(grid, [[0, 2.5, 0, 0]]))
    /// 5.5
    #[classmethod]
    fn added(
        _: &Bound<'_, PyType>,
        grid: &Bound<'_, PyGrid>,
        array: &Bound<'_, PyAny>,
    ) -> PyResult<PyLayer> {
        PyLayer::of(grid, array, false)
    }

    /// The factor by which the ground of each cell is multiplied, an array of the map's shape, from 1/256 to 255,
    /// kept to the nearest 256th; inf and nan are closed.
    ///
    /// >>> import wayline as wl
    /// >>> grid = wl.Grid.from_rows(["...."])
    /// >>> grid.cost((0, 0), (0, 3), layer=wl.Layer.multiplied(grid, [[1, 0.5, 0.5, 0.5]]))
    /// 1.5
    #[classmethod]
    fn multiplied(
        _: &Bound<'_, PyType>,
        grid: &Bound<'_, PyGrid>,
        array: &Bound<'_, PyAny>,
    ) -> PyResult<PyLayer> {
        PyLayer::of(grid, array, true)
    }

    /// The same costs on another map of the same size, for instance after edits.
    ///
    /// >>> import numpy as np, wayline as wl
    /// >>> live = wl.LiveGrid(np.ones((1, 4), dtype=bool))
    /// >>> tolls = wl.Layer.added(live.snapshot(), [[0, 1, 1, 1]])
    /// >>> live[0, 3] = False
    /// >>> now = live.snapshot()
    /// >>> now.cost((0, 0), (0, 2), layer=tolls.refreshed(now))
    /// 4.0
    fn refreshed(&self, grid: &Bound<'_, PyGrid>) -> PyResult<PyLayer> {
        let mut layer = (*self.layer).clone();
        let PyGrid { grid: map, order, .. } = grid.get();
        layer.refresh(map).map_err(|error| errors::engine(error, *order))?;
        let on = grid.clone().unbind();
        Ok(PyLayer { layer: Arc::new(layer), on, multiplies: self.multiplies })
    }

    /// What it adds or multiplies by, as an array of float64; infinite where it is closed.
    ///
    /// >>> import wayline as wl
    /// >>> grid = wl.Grid.from_rows(["..."])
    /// >>> wl.Layer.added(grid, [[0, 2, float("nan")]]).values.tolist()
    /// [[0.0, 2.0, inf]]
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f64>> {
        let (grid, layer) = (self.grid(py), &self.layer);
        packing::by_cell(py, &grid, |cell| match (layer.is_open(cell), self.multiplies) {
            (false, _) => f64::INFINITY,
            (true, true) => layer.factor(cell),
            (true, false) => layer.extra(cell).to_f64(),
        })
    }

    /// The map that it fits.
    ///
    /// >>> import wayline as wl
    /// >>> grid = wl.Grid.from_rows(["..."])
    /// >>> wl.Layer.added(grid, [[0, 2, 1]]).grid is grid
    /// True
    #[getter(grid)]
    fn fitting(&self, py: Python<'_>) -> Py<PyGrid> {
        self.on.clone_ref(py)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let (grid, how) = (self.grid(py), if self.multiplies { "multiplied" } else { "added" });
        format!("Layer({how}, {} x {})", grid.height(), grid.width())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// With its map: both together arrive as a map and a layer that fits it.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, this) = (slf.py(), slf.get());
        let class = slf.as_any().get_type();
        let make = class.getattr(if this.multiplies { "multiplied" } else { "added" })?;
        Ok((make, (this.on.clone_ref(py), this.values(py)).into_pyobject(py)?))
    }
}
