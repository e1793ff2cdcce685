//! `Trace`: what a search did, event by event.

use crate::answer::PyAnswer;
use crate::cells::{Order, pairs_array};
use crate::draw::{self, CLOSED, OPEN, Pixels};
use crate::errors;
use crate::files;
use crate::grid::PyGrid;
use crate::packing;
use crate::running::{SLICE, check_signals, detached};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use std::sync::Arc;
use wayline::{Answer, Cell, EventKind, Grid, Query, Recorder, Search};

/// The most that is remembered: 32 bytes an event.
const MOST_EVENTS: usize = 20_000_000;

/// A search that was watched: what it looked at, in which order, and its answer. Made by `Grid.trace`.
///
/// In a notebook it is shown as a picture of what was looked at, and `show` plays it there. `to_html` makes a page
/// of it, `to_gif` a film, and `save` a file for the viewer Posthoc (posthoc-app.pathfinding.ai).
///
/// >>> import wayline as wl
/// >>> trace = wl.Grid.from_rows(["....", ".##.", "...."]).trace((1, 0), (1, 3), algorithm="astar")
/// >>> trace.expanded[0].tolist(), trace.to_png()[1:4]
/// ([1, 0], b'PNG')
#[pyclass(frozen, module = "wayline", name = "Trace")]
pub(crate) struct PyTrace {
    grid: Arc<Grid>,
    order: Order,
    ends: (Cell, Cell),
    seen: Recorder,
    answer: Answer<'static, Cell>,
    /// The keywords of the question.
    asked: Py<PyDict>,
}

impl PyTrace {
    pub(crate) fn of(
        grid: &Bound<'_, PyGrid>,
        ends: (Cell, Cell),
        query: Query<'_, Cell>,
        asked: Py<PyDict>,
    ) -> PyResult<PyTrace> {
        let (py, order, grid) = (grid.py(), grid.get().order, &grid.get().grid);
        let watched = detached(py, || {
            let mut seen = Recorder::with_cap(MOST_EVENTS);
            let mut search = Search::new(query);
            let answer = loop {
                match search.step_watched(&**grid, SLICE, &mut seen)? {
                    Some(answer) => break answer.into_owned(),
                    None => check_signals()?,
                }
            };
            Ok((seen, answer))
        });
        let (seen, answer) = watched.map_err(|failure| failure.raise(order))?;
        Ok(PyTrace { grid: Arc::clone(grid), order, ends, seen, answer, asked })
    }

    /// What events look like, in their order.
    fn colors(&self) -> impl Iterator<Item = (Cell, u8)> + '_ {
        self.seen.events().iter().filter_map(|event| {
            let color = match event.kind {
                EventKind::Expand | EventKind::Close => CLOSED,
                EventKind::Generate => OPEN,
                _ => return None,
            };
            Some((self.grid.cell(event.node)?, color))
        })
    }

    fn pixels(&self) -> Pixels {
        let mut pixels = Pixels::of(&self.grid);
        for (cell, color) in self.colors() {
            pixels.set(cell, color);
        }
        pixels
    }

    fn cells_of<'py>(&self, py: Python<'py>, kind: EventKind) -> Bound<'py, PyArray2<i32>> {
        let events = self.seen.events().iter().filter(|event| event.kind == kind);
        let cells = events.filter_map(|event| self.grid.cell(event.node));
        let numbers = cells.flat_map(|cell| {
            let (a, b) = self.order.pair(cell);
            [a as i32, b as i32]
        });
        pairs_array(py, numbers.collect())
    }
}

/// Hands bytes to a file, or to the caller.
fn out(
    py: Python<'_>,
    file: Option<&Bound<'_, PyAny>>,
    bytes: &[u8],
) -> PyResult<Option<Py<PyBytes>>> {
    match file {
        Some(file) => files::write(file, bytes).map(|()| None),
        None => Ok(Some(PyBytes::new(py, bytes).unbind())),
    }
}

#[pymethods]
impl PyTrace {
    /// The answer that the search found.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).trace((0, 0), (0, 2)).answer.cost
    /// 2.0
    #[getter]
    fn answer(&self) -> PyAnswer {
        PyAnswer::new(self.answer.clone(), self.order, Some(Arc::clone(&self.grid)))
    }

    /// The cells that were expanded, in their order, as an array of shape (n, 2).
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).trace((0, 0), (0, 2), algorithm="astar").expanded.tolist()
    /// [[0, 0], [0, 1]]
    #[getter]
    fn expanded<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i32>> {
        self.cells_of(py, EventKind::Expand)
    }

    /// The cells that were put on the open list, in their order, as an array of shape (n, 2).
    ///
    /// >>> import wayline as wl
    /// >>> len(wl.Grid.from_rows(["..."]).trace((0, 0), (0, 2), algorithm="astar").generated)
    /// 3
    #[getter]
    fn generated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i32>> {
        self.cells_of(py, EventKind::Generate)
    }

    /// All events as arrays, one entry for each event: `kind` (0 expand, 1 generate, 2 update, 3 close), `cell`,
    /// `parent` (where it was reached from, (-1, -1) at a start), `g` (the cost so far) and `f` (with the
    /// estimate).
    ///
    /// >>> import wayline as wl
    /// >>> events = wl.Grid.from_rows(["..."]).trace((0, 0), (0, 2), algorithm="astar").events()
    /// >>> sorted(events), events["g"].max().item()
    /// (['cell', 'f', 'g', 'kind', 'parent'], 2.0)
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let seen = self.seen.events();
        let kind = seen.iter().map(|event| match event.kind {
            EventKind::Expand => 0u8,
            EventKind::Generate => 1,
            EventKind::Update => 2,
            _ => 3,
        });
        let pair = |node: Option<u32>| {
            let pair = node.and_then(|node| self.grid.cell(node)).map(|cell| self.order.pair(cell));
            pair.map_or([-1, -1], |(a, b)| [a as i32, b as i32])
        };
        let cells = seen.iter().flat_map(|event| pair(Some(event.node)));
        let parents = seen.iter().flat_map(|event| pair(event.parent));
        let events = PyDict::new(py);
        events.set_item("kind", PyArray1::from_vec(py, kind.collect()))?;
        events.set_item("cell", pairs_array(py, cells.collect()))?;
        events.set_item("parent", pairs_array(py, parents.collect()))?;
        events.set_item("g", PyArray1::from_iter(py, seen.iter().map(|event| event.g.to_f64())))?;
        events.set_item("f", PyArray1::from_iter(py, seen.iter().map(|event| event.f.to_f64())))?;
        Ok(events)
    }

    /// The map, what was looked at and the path, as SVG: returned, or written to `file`.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).trace((0, 0), (0, 2)).to_svg()[:4]
    /// '<svg'
    #[pyo3(signature = (file=None))]
    fn to_svg(&self, file: Option<&Bound<'_, PyAny>>) -> PyResult<Option<String>> {
        let svg = self.pixels().svg(&self.answer.path);
        let svg = svg.map_err(|error| errors::input(error.to_string()))?;
        match file {
            Some(file) => files::write(file, svg.as_bytes()).map(|()| None),
            None => Ok(Some(svg)),
        }
    }

    /// The same as a PNG picture of about `pixels` a side: returned as bytes, or written to `file`.
    ///
    /// >>> import wayline as wl
    /// >>> len(wl.Grid.from_rows(["..."]).trace((0, 0), (0, 2)).to_png()) > 60
    /// True
    #[pyo3(signature = (file=None, *, pixels=960))]
    fn to_png(
        &self,
        py: Python<'_>,
        file: Option<&Bound<'_, PyAny>>,
        pixels: usize,
    ) -> PyResult<Option<Py<PyBytes>>> {
        let mut picture = self.pixels();
        picture.path(&self.answer.path);
        let png = py.detach(|| picture.png(pixels));
        out(py, file, &png.map_err(|error| errors::input(error.to_string()))?)
    }

    /// A film of the search, as a GIF of about `pixels` a side, with this many frames, `seconds` long: returned as
    /// bytes, or written to `file`.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).trace((0, 0), (0, 2)).to_gif()[:6]
    /// b'GIF89a'
    #[pyo3(signature = (file=None, *, pixels=480, frames=60, seconds=4.0))]
    fn to_gif(
        &self,
        py: Python<'_>,
        file: Option<&Bound<'_, PyAny>>,
        pixels: usize,
        frames: usize,
        seconds: f64,
    ) -> PyResult<Option<Py<PyBytes>>> {
        if !(1..=1000).contains(&frames) || !(0.0..=3600.0).contains(&seconds) {
            return Err(errors::input(format!(
                "a film of {frames} frames and {seconds} seconds: expected 1 to 1000, and 0 to 3600"
            )));
        }
        let gif = py.detach(|| {
            let changes: Vec<(Cell, u8)> = self.colors().collect();
            let mut film: Vec<Vec<(Cell, u8)>> =
                changes.chunks(changes.len().div_ceil(frames).max(1)).map(<[_]>::to_vec).collect();
            film.push(draw::path_changes(&self.answer.path));
            let hundredths = (seconds * 100.0 / frames as f64).round() as u16;
            draw::gif(&Pixels::of(&self.grid), &film, pixels, hundredths)
        });
        out(py, file, &gif.map_err(errors::input)?)
    }

    /// Writes the trace to a file that the viewer Posthoc opens (`.trace.yaml`).
    ///
    /// >>> import io, wayline as wl
    /// >>> file = io.BytesIO()
    /// >>> wl.Grid.from_rows(["..."]).trace((0, 0), (0, 2)).save(file)
    /// >>> file.getvalue().splitlines()[0]
    /// b'version: 1.4.0'
    fn save(&self, file: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut text = Vec::new();
        let (from, to) = self.ends;
        wayline_maps::posthoc::write(&self.grid, from, to, &self.seen, &self.answer, &mut text)?;
        files::write(file, &text)
    }

    /// The search as a page of its own, to play, step through and drag about, with the engine in it: returned as
    /// text, or written to `file`. It needs only a browser, and no network connection.
    ///
    /// >>> import wayline as wl
    /// >>> trace = wl.Grid.from_rows(["..."]).trace((0, 0), (0, 2))
    /// >>> trace.to_html("search.html")  # doctest: +SKIP
    #[pyo3(signature = (file=None))]
    fn to_html(slf: &Bound<'_, Self>, file: Option<&Bound<'_, PyAny>>) -> PyResult<Option<String>> {
        let html: String =
            slf.py().import("wayline._notebook")?.call_method1("page", (slf,))?.extract()?;
        match file {
            Some(file) => files::write(file, html.as_bytes()).map(|()| None),
            None => Ok(Some(html)),
        }
    }

    /// Shows the search in the notebook, this many pixels high: play it, step back, drag the start or the goal.
    /// Outside a notebook, it opens in the browser.
    ///
    /// >>> import wayline as wl
    /// >>> wl.Grid.from_rows(["..."]).trace((0, 0), (0, 2)).show()  # doctest: +SKIP
    #[pyo3(signature = (*, height=480))]
    fn show(slf: &Bound<'_, Self>, height: u32) -> PyResult<()> {
        slf.py().import("wayline._notebook")?.call_method1("show", (slf, height)).map(drop)
    }

    /// What a page needs to show the search: for `wayline/_notebook.py`.
    fn _recording<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let grid = &self.grid;
        let number = |cell: Cell| cell.y * grid.width() + cell.x;
        let place = |node: u32| grid.cell(node).map_or(u32::MAX, number);
        let seen = self.seen.events();
        let kinds = seen.iter().map(|event| match event.kind {
            EventKind::Expand => 0u8,
            EventKind::Generate => 1,
            EventKind::Update => 2,
            _ => 3,
        });
        let costs = packing::by_cell(py, grid, |cell| match grid.is_free(cell) {
            true => grid.multiplier(cell) as f32,
            false => 0.0,
        });
        let parents = seen.iter().map(|event| event.parent.map_or(u32::MAX, place));
        let path = self.answer.path.iter().map(|&cell| number(cell));
        let recording = PyDict::new(py);
        recording.set_item("costs", costs)?;
        recording.set_item("ends", (number(self.ends.0), number(self.ends.1)))?;
        recording.set_item("kinds", PyArray1::from_iter(py, kinds))?;
        recording.set_item("cells", PyArray1::from_iter(py, seen.iter().map(|e| place(e.node))))?;
        recording.set_item("parents", PyArray1::from_iter(py, parents))?;
        recording
            .set_item("g", PyArray1::from_iter(py, seen.iter().map(|e| e.g.to_f64() as f32)))?;
        recording
            .set_item("f", PyArray1::from_iter(py, seen.iter().map(|e| e.f.to_f64() as f32)))?;
        recording.set_item("missed", self.seen.missed())?;
        recording.set_item("path", PyArray1::from_iter(py, path))?;
        recording.set_item("cost", self.answer.is_found().then(|| self.answer.cost.to_f64()))?;
        recording.set_item("algorithm", self.answer.algorithm.name())?;
        recording.set_item("moves", grid.rules().moves.name())?;
        recording.set_item("corners", grid.rules().corners.name())?;
        recording.set_item("asked", &self.asked)?;
        Ok(recording)
    }

    fn __len__(&self) -> usize {
        self.seen.events().len()
    }

    fn __repr__(&self) -> String {
        let missed = match self.seen.missed() {
            0 => String::new(),
            missed => format!(" and {missed} more"),
        };
        format!("Trace({} events{missed}, {})", self.seen.events().len(), self.answer.outcome)
    }

    /// What was looked at and the path, for notebooks.
    fn _repr_svg_(&self) -> PyResult<Option<String>> {
        self.to_svg(None)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, this) = (slf.py(), slf.get());
        let grid = PyGrid { grid: Arc::clone(&this.grid), order: this.order, unit: 1.0 };
        let (from, to) = (this.order.pair(this.ends.0), this.order.pair(this.ends.1));
        let arguments = (grid, from, to, this.asked.clone_ref(py)).into_pyobject(py)?;
        Ok((py.import("wayline._files")?.getattr("trace_again")?, arguments))
    }
}
