//! `Batch`: tables of queries, from and to anything that speaks Arrow.

use crate::body::PyBody;
use crate::cells::Order;
use crate::errors::{self, Failure};
use crate::files;
use crate::graph::PyGraph;
use crate::grid::PyGrid;
use crate::index::PyGridIndex;
use crate::network::PyNetwork;
use crate::running::{cancellable_by, detached};
use crate::terrain::PyTerrain;
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::{RecordBatch, RecordBatchIterator, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use wayline::body::BodyKind;
use wayline::{Graph, GraphIndex, Grid, GridIndex};
use wayline_batch::{Batch, BatchError, Options};
use wayline_networks::Router;

/// The name of a capsule with a stream, by Arrow's PyCapsule interface.
const STREAM: &std::ffi::CStr = c"arrow_array_stream";

/// Answers tables of queries about a `Grid`, a dict of grids by name, a `Graph` or a `Network`. You may give a
/// `GridIndex` in place of its grid. With a `body`, the queries are about that body on a `Terrain`, or on a dict
/// of them.
///
/// A table is anything that speaks Arrow (`__arrow_c_stream__`): record batches and tables of pyarrow, data frames
/// of polars, pandas and DuckDB. Its columns are `sx`, `sy`, `gx`, `gy` for cells (x to the right, y down), with
/// `map` if there are several grids, or `from` and `to` for nodes. For a body there may be a `heading` at the
/// start and a `goal_heading`: `E`, `N`, `W` or `S`; if it is missing, any heading will do. The answer has the
/// same columns, followed by `status` (found, unreachable, limit, bad), `cost`, `steps`, `reason` (for bad rows)
/// and with `paths` also `path`.
///
/// Make one, and use it for any number of tables: an index is prepared when it pays off for the rows that have
/// come so far, or that you expect (`expected_rows`). `index` is a file with an index that was prepared before for
/// the grid, graph or network, by `save` of an index or by `wayline prepare`. `strict` makes a bad row an error.
/// `body` is a `Body`, or the name of a preset.
///
/// >>> import numpy as np, pyarrow as pa, wayline as wl
/// >>> batch = wl.Batch(wl.Grid(np.ones((10, 20), dtype=bool)))
/// >>> queries = pa.table({"sx": [0, 3], "sy": [0, 3], "gx": [19, 99], "gy": [9, 3]})
/// >>> pa.table(batch.answer(queries)).column("status").to_pylist()
/// ['found', 'bad']
/// >>> tank = wl.Batch(wl.Terrain(np.ones((10, 20), dtype=bool)), body="tank")
/// >>> moves = pa.table({"sx": [2], "sy": [5], "heading": ["E"], "gx": [9], "gy": [5], "goal_heading": ["any"]})
/// >>> pa.table(tank.answer(moves)).column("cost").to_pylist()
/// [70.0]
#[pyclass(frozen, module = "wayline", name = "Batch")]
pub(crate) struct PyBatch {
    batch: Batch,
    cancel: Arc<AtomicBool>,
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (maps, *, paths=false, strict=false, threads=0, expected_rows=None, max_expansions=None,
        index=None, body=None))]
    #[allow(clippy::too_many_arguments)]
    fn py_new(
        maps: &Bound<'_, PyAny>,
        paths: bool,
        strict: bool,
        threads: usize,
        expected_rows: Option<u64>,
        max_expansions: Option<u64>,
        index: Option<&Bound<'_, PyAny>>,
        body: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyBatch> {
        let py = maps.py();
        let cancel = Arc::new(AtomicBool::new(false));
        let mut options = Options::default();
        (options.paths, options.strict, options.threads) = (paths, strict, threads);
        (options.expected_rows, options.max_expansions) = (expected_rows, max_expansions);
        let heard = cancel.clone();
        options.cancelled = Some(Arc::new(move || heard.load(Ordering::Relaxed)));
        let bytes = index.map(|file| Ok::<_, PyErr>(files::read(file)?.0)).transpose()?;
        let bytes = bytes.as_ref().map(|bytes| bytes.as_slice()).transpose()?;
        let batch = if let Some(body) = body {
            if bytes.is_some() {
                return Err(errors::wrong_type(
                    "index is for a Grid, a Graph or a Network, not for a body",
                ));
            }
            of_body(kind(body)?, maps, options)?
        } else if let Ok(grid) = maps.cast::<PyGrid>() {
            let (grid, order) = (&grid.get().grid, grid.get().order);
            let read = |bytes| detached(py, || Ok(Arc::new(GridIndex::from_bytes(grid, bytes)?)));
            let index = bytes.map(read).transpose().map_err(|failure| failure.raise(order))?;
            Batch::map("", (**grid).clone(), index, options)
        } else if let Ok(graph) = maps.cast::<PyGraph>() {
            let graph = graph.get().read().clone();
            let index = bytes.map(|bytes| graph_index(py, &graph, bytes)).transpose()?;
            Batch::graph(graph, index, options)
        } else if let Ok(network) = maps.cast::<PyNetwork>() {
            let network = network.get().shared();
            let index = match bytes {
                Some(bytes) => {
                    let router = Router::new(&network).map_err(|error| network_error(&error))?;
                    Some(graph_index(py, router.graph(), bytes)?)
                }
                None => None,
            };
            Batch::network(network, index, options).map_err(|error| raise(&error))?
        } else if bytes.is_some() {
            return Err(errors::wrong_type(
                "index is for one Grid, Graph or Network: in a dict, give a GridIndex in place of its Grid",
            ));
        } else if let Ok(index) = maps.cast::<PyGridIndex>() {
            let (grid, index) = prepared(index);
            Batch::map("", grid, Some(index), options)
        } else if let Ok(named) = maps.cast::<PyDict>() {
            several(named, options)?
        } else {
            return Err(errors::wrong_type(
                "the maps: expected a Grid or GridIndex, a dict of them by name, a Graph or a Network; or with a body a \
                 Terrain, or a dict of them",
            ));
        };
        Ok(PyBatch { batch, cancel })
    }

    /// The answers to a table of queries, in its order: an object with `__arrow_c_stream__`, for `pyarrow.table`,
    /// `polars.DataFrame` and others.
    ///
    /// >>> import numpy as np, pyarrow as pa, wayline as wl
    /// >>> batch = wl.Batch(wl.Grid(np.ones((5, 5), dtype=bool)), paths=True)
    /// >>> row = pa.table({"sx": [0], "sy": [0], "gx": [2], "gy": [2]})
    /// >>> pa.table(batch.answer(row)).column("path").to_pylist()[0][-1]
    /// {'x': 2, 'y': 2}
    fn answer(&self, py: Python<'_>, queries: &Bound<'_, PyAny>) -> PyResult<PyBatchAnswers> {
        let reader = stream(queries)?;
        let schema = reader.schema();
        let unreadable = |error: ArrowError| errors::raise("InputError", error.to_string());
        // What made the stream may need the interpreter to go on with it.
        let queries = reader.collect::<Result<Vec<RecordBatch>, _>>().map_err(unreadable)?;
        let schema = self.batch.schema(&schema).map_err(|error| raise(&error))?;
        self.cancel.store(false, Ordering::Relaxed);
        let answers = cancellable_by(py, &self.cancel, || {
            let answers = queries.iter().map(|queries| self.batch.answer(queries));
            Ok(answers.collect::<Result<Vec<_>, BatchError>>())
        });
        let answers = answers.map_err(|failure: Failure| failure.raise(Order::Xy))?;
        let batches = answers.map_err(|error| raise(&error))?;
        Ok(PyBatchAnswers { schema, batches })
    }
}

/// A kind of body, or a preset by its name.
fn kind(body: &Bound<'_, PyAny>) -> PyResult<Arc<BodyKind>> {
    if let Ok(body) = body.cast::<PyBody>() {
        return Ok(Arc::clone(&body.get().kind));
    }
    let Ok(name) = body.extract::<String>() else {
        return Err(errors::wrong_type("the body: expected a Body, or the name of a preset"));
    };
    BodyKind::preset(&name).map(Arc::new).map_err(|error| errors::engine(error, Order::Xy))
}

/// Queries about a body on a terrain, or on several.
fn of_body(kind: Arc<BodyKind>, maps: &Bound<'_, PyAny>, options: Options) -> PyResult<Batch> {
    let terrain = |map: &Bound<'_, PyAny>| match map.cast::<PyTerrain>() {
        Ok(terrain) => Ok((*terrain.get().terrain).clone()),
        Err(_) => Err(errors::wrong_type(
            "the maps: with a body, expected a Terrain, or a dict of them by name; Terrain(grid) makes one",
        )),
    };
    let Ok(named) = maps.cast::<PyDict>() else {
        return Ok(Batch::body(kind, "", terrain(maps)?, options));
    };
    let mut maps = Vec::with_capacity(named.len());
    for (name, map) in named {
        maps.push((name.extract::<String>()?, terrain(&map)?));
    }
    Ok(Batch::bodies(kind, maps, options))
}

fn several(named: &Bound<'_, PyDict>, options: Options) -> PyResult<Batch> {
    let mut maps = Vec::with_capacity(named.len());
    for (name, map) in named {
        let name = name.extract::<String>()?;
        if let Ok(index) = map.cast::<PyGridIndex>() {
            let (grid, index) = prepared(index);
            maps.push((name, grid, Some(index)));
        } else {
            let grid = map.cast_into::<PyGrid>()?;
            maps.push((name, (*grid.get().grid).clone(), None));
        }
    }
    Ok(Batch::maps(maps, options))
}

/// A map and its index.
fn prepared(index: &Bound<'_, PyGridIndex>) -> (Grid, Arc<GridIndex>) {
    let PyGridIndex { grid, index, .. } = index.get();
    ((**grid).clone(), Arc::clone(index))
}

fn graph_index(py: Python<'_>, graph: &Graph, bytes: &[u8]) -> PyResult<GraphIndex> {
    let index = detached(py, || Ok(GraphIndex::from_bytes(graph, bytes)?));
    index.map_err(|failure| failure.raise(Order::Xy))
}

fn network_error(error: &dyn std::fmt::Display) -> PyErr {
    errors::network(error.to_string())
}

fn raise(error: &BatchError) -> PyErr {
    errors::raise("InputError", error.to_string())
}

/// The stream of anything that has one.
fn stream(object: &Bound<'_, PyAny>) -> PyResult<RecordBatchStreamReader> {
    let Ok(method) = object.getattr("__arrow_c_stream__") else {
        return Err(errors::wrong_type(format!(
            "the queries: expected a table that speaks Arrow (of pyarrow, polars, pandas, DuckDB), not {}",
            object.get_type().name()?
        )));
    };
    let capsule = method.call0()?.cast_into::<PyCapsule>()?;
    let pointer = capsule.pointer_checked(Some(STREAM))?;
    // SAFETY: by the interface, a capsule of this name holds a stream, which the one who asked for it owns: it is
    // moved out, and an empty one left in its place.
    #[expect(unsafe_code)]
    let reader = unsafe { RecordBatchStreamReader::from_raw(pointer.cast().as_ptr()) };
    reader.map_err(|error| errors::raise("InputError", error.to_string()))
}

/// Answers to a table of queries, for any library that speaks Arrow.
///
/// >>> import numpy as np, pyarrow as pa, wayline as wl
/// >>> queries = pa.table({"sx": [0], "sy": [0], "gx": [3], "gy": [0]})
/// >>> answers = wl.Batch(wl.Grid(np.ones((1, 4), dtype=bool))).answer(queries)
/// >>> len(answers), pa.table(answers).column("cost").to_pylist()
/// (1, [3.0])
#[pyclass(frozen, module = "wayline", name = "BatchAnswers")]
pub(crate) struct PyBatchAnswers {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

#[pymethods]
impl PyBatchAnswers {
    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn __repr__(&self) -> String {
        format!("<wayline.BatchAnswers of {} rows>", self.__len__())
    }

    /// The stream, by Arrow's PyCapsule interface. You may ask for it more than once.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A consumer that would rather have another schema converts it: the interface allows that.
        let _ = requested_schema;
        let batches = self.batches.clone().into_iter().map(Ok);
        let reader = RecordBatchIterator::new(batches, self.schema.clone());
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, STREAM)
    }
}
