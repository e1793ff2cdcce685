//! Answers row by row, and the columns that they become.

use crate::error::BatchError;
use arrow_array::builder::StringBuilder;
use arrow_array::{
    Array, ArrayRef, Float64Array, Int32Array, Int64Array, ListArray, StringArray, StructArray,
};
use arrow_buffer::{NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, Fields, Schema};
use std::sync::Arc;
use wayline::body::{Heading, Placement};
use wayline::{Cost, Outcome};

/// How a row was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Found,
    Unreachable,
    Limit,
    Bad,
}

impl Status {
    fn name(self) -> &'static str {
        match self {
            Status::Found => "found",
            Status::Unreachable => "unreachable",
            Status::Limit => "limit",
            Status::Bad => "bad",
        }
    }
}

impl From<Outcome> for Status {
    fn from(outcome: Outcome) -> Status {
        match outcome {
            Outcome::Found => Status::Found,
            Outcome::Unreachable => Status::Unreachable,
            Outcome::Stopped(_) => Status::Limit,
        }
    }
}

/// How many rows were answered how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// All rows.
    pub queries: u64,
    /// Rows with a path.
    pub found: u64,
    /// Rows between whose ends there is no path.
    pub unreachable: u64,
    /// Rows at which a limit came first.
    pub limit: u64,
    /// Rows that are not questions.
    pub bad: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, more: Counts) {
        self.queries += more.queries;
        self.found += more.found;
        self.unreachable += more.unreachable;
        self.limit += more.limit;
        self.bad += more.bad;
    }
}

/// One answer, without its path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain {
    pub(crate) status: Status,
    pub(crate) cost: Cost,
    pub(crate) steps: u32,
}

impl Plain {
    pub(crate) fn none(status: Status) -> Plain {
        Plain { status, cost: Cost::INFINITE, steps: 0 }
    }

    pub(crate) fn found(cost: Cost, steps: usize) -> Plain {
        let steps = u32::try_from(steps).unwrap_or(u32::MAX);
        Plain { status: Status::Found, cost, steps }
    }
}

/// The answers to some rows, as a thread writes them down.
#[derive(Default)]
pub(crate) struct Part {
    /// Which rows these are.
    rows: Vec<u32>,
    answers: Vec<Plain>,
    /// Where in `path` each row's ends; empty if no paths are asked for.
    ends: Vec<usize>,
    /// States of paths, one after the other: see [`PathKind`].
    path: Vec<u64>,
    reasons: Vec<String>,
}

impl Part {
    pub(crate) fn add(&mut self, row: u32, answer: Plain) {
        self.rows.push(row);
        self.answers.push(answer);
    }

    /// With the states of its path, from start to goal; nothing for those that have none.
    pub(crate) fn add_with_path(
        &mut self,
        row: u32,
        answer: Plain,
        path: impl Iterator<Item = u64>,
    ) {
        self.add(row, answer);
        self.path.extend(path);
        self.ends.push(self.path.len());
    }

    /// An answer without a path.
    pub(crate) fn add_none(&mut self, row: u32, status: Status, paths: bool) {
        match paths {
            true => self.add_with_path(row, Plain::none(status), std::iter::empty()),
            false => self.add(row, Plain::none(status)),
        }
    }

    pub(crate) fn add_bad(&mut self, row: u32, reason: String, paths: bool) {
        self.add_none(row, Status::Bad, paths);
        self.reasons.push(reason);
    }
}

/// What the states of a path are.
pub(crate) enum PathKind {
    /// Cells, as [`cell_state`] packs them.
    Cells,
    /// Cells with headings, as [`placement_state`] packs them.
    Placements,
    /// Nodes, whose ids are numbers.
    Numbers(Arc<[i64]>),
    /// Nodes, whose ids are text.
    Names(Arc<[String]>),
}

/// A cell as the state of a path.
pub(crate) fn cell_state(cell: wayline::Cell) -> u64 {
    u64::from(cell.x) << 32 | u64::from(cell.y)
}

/// A placement as the state of a path: a map has at most 2^26 rows, so there is room for the heading above.
pub(crate) fn placement_state(placement: &Placement) -> u64 {
    cell_state(placement.cell()) | (placement.heading.index() as u64) << HEADING
}

const HEADING: u32 = 30;

impl PathKind {
    fn item(&self) -> Field {
        let item = match self {
            PathKind::Cells => DataType::Struct(cell_fields()),
            PathKind::Placements => DataType::Struct(placement_fields()),
            PathKind::Numbers(_) => DataType::Int64,
            PathKind::Names(_) => DataType::Utf8,
        };
        Field::new("item", item, false)
    }

    fn array(&self, states: &[u64]) -> ArrayRef {
        match self {
            PathKind::Cells => {
                Arc::new(StructArray::new(cell_fields(), cell_columns(states).to_vec(), None))
            }
            PathKind::Placements => {
                let letters = Heading::ALL.map(|heading| heading.to_string());
                let heading = |&state: &u64| &letters[(state >> HEADING & 3) as usize];
                let headings = StringArray::from_iter_values(states.iter().map(heading));
                let [x, y] = cell_columns(states);
                let columns: Vec<ArrayRef> = vec![x, y, Arc::new(headings)];
                Arc::new(StructArray::new(placement_fields(), columns, None))
            }
            PathKind::Numbers(ids) => Arc::new(Int64Array::from_iter_values(
                states.iter().map(|&state| ids.get(state as usize).copied().unwrap_or(-1)),
            )),
            PathKind::Names(ids) => Arc::new(StringArray::from_iter_values(
                states.iter().map(|&state| ids.get(state as usize).map_or("", String::as_str)),
            )),
        }
    }
}

fn cell_fields() -> Fields {
    vec![Field::new("x", DataType::Int32, false), Field::new("y", DataType::Int32, false)].into()
}

fn placement_fields() -> Fields {
    let heading = Field::new("heading", DataType::Utf8, false);
    cell_fields().iter().cloned().chain([Arc::new(heading)]).collect()
}

/// The columns and rows of cells, without headings.
fn cell_columns(states: &[u64]) -> [ArrayRef; 2] {
    let x = states.iter().map(|&state| (state >> 32) as i32);
    let y = states.iter().map(|&state| (state & ((1 << HEADING) - 1)) as i32);
    [Arc::new(Int32Array::from_iter_values(x)), Arc::new(Int32Array::from_iter_values(y))]
}

/// The columns that answers add to those of the queries.
pub(crate) fn columns(paths: Option<&PathKind>) -> Schema {
    let mut fields = vec![
        Field::new("status", DataType::Utf8, false),
        Field::new("cost", DataType::Float64, true),
        Field::new("steps", DataType::Int64, true),
        Field::new("reason", DataType::Utf8, true),
    ];
    if let Some(kind) = paths {
        fields.push(Field::new("path", DataType::List(Arc::new(kind.item())), true));
    }
    Schema::new(fields)
}

/// Parts put together in the order of the rows.
pub(crate) struct Answers {
    rows: Vec<Plain>,
    /// For each row its part, and where in it.
    places: Vec<(u32, u32)>,
    parts: Vec<Part>,
    /// The bad rows in order, with their reasons.
    bad: Vec<(u32, String)>,
}

impl Answers {
    /// Parts that together have every row once.
    pub(crate) fn new(count: usize, mut parts: Vec<Part>) -> Answers {
        let mut rows = vec![Plain::none(Status::Bad); count];
        let mut places = vec![(0, 0); count];
        let mut bad = Vec::new();
        for (number, part) in parts.iter_mut().enumerate() {
            let mut reasons = std::mem::take(&mut part.reasons).into_iter();
            for (at, (&row, &answer)) in part.rows.iter().zip(&part.answers).enumerate() {
                rows[row as usize] = answer;
                places[row as usize] = (number as u32, at as u32);
                if answer.status == Status::Bad {
                    bad.push((row, reasons.next().unwrap_or_default()));
                }
            }
        }
        bad.sort_unstable_by_key(|&(row, _)| row);
        Answers { rows, places, parts, bad }
    }

    /// The first bad row, and why.
    pub(crate) fn first_bad(&self) -> Option<(u32, &str)> {
        self.bad.first().map(|(row, reason)| (*row, reason.as_str()))
    }

    pub(crate) fn counts(&self) -> Counts {
        let mut counts = Counts { queries: self.rows.len() as u64, ..Counts::default() };
        for row in &self.rows {
            match row.status {
                Status::Found => counts.found += 1,
                Status::Unreachable => counts.unreachable += 1,
                Status::Limit => counts.limit += 1,
                Status::Bad => counts.bad += 1,
            }
        }
        counts
    }

    /// The columns of [`columns`].
    pub(crate) fn into_columns(
        self,
        paths: Option<&PathKind>,
    ) -> Result<Vec<ArrayRef>, BatchError> {
        let found = |row: &Plain| row.status == Status::Found;
        let names = self.rows.iter().map(|row| row.status.name());
        let costs = self.rows.iter().map(|row| found(row).then(|| row.cost.to_f64()));
        let steps = self.rows.iter().map(|row| found(row).then_some(i64::from(row.steps)));
        let mut reasons = StringBuilder::new();
        let mut next = 0;
        for (row, reason) in &self.bad {
            let row = *row as usize;
            reasons.append_nulls(row - next);
            reasons.append_value(reason);
            next = row + 1;
        }
        reasons.append_nulls(self.rows.len() - next);
        let mut columns: Vec<ArrayRef> = vec![
            Arc::new(StringArray::from_iter_values(names)),
            Arc::new(Float64Array::from_iter(costs)),
            Arc::new(Int64Array::from_iter(steps)),
            Arc::new(reasons.finish()),
        ];
        if let Some(kind) = paths {
            columns.push(self.paths(kind)?);
        }
        Ok(columns)
    }

    fn paths(&self, kind: &PathKind) -> Result<ArrayRef, BatchError> {
        let all = self.parts.iter().map(|part| part.path.len()).sum();
        if i32::try_from(all).is_err() {
            return Err(BatchError::TooManySteps { rows: self.rows.len() });
        }
        let mut states = Vec::with_capacity(all);
        let mut offsets = vec![0i32];
        for &(part, at) in &self.places {
            let (part, at) = (&self.parts[part as usize], at as usize);
            let begin = if at == 0 { 0 } else { part.ends[at - 1] };
            states.extend_from_slice(&part.path[begin..part.ends[at]]);
            offsets.push(states.len() as i32);
        }
        let known: NullBuffer = self.rows.iter().map(|row| row.status == Status::Found).collect();
        let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
        let values = kind.array(&states);
        let list = ListArray::try_new(Arc::new(kind.item()), offsets, values, Some(known))?;
        debug_assert_eq!(list.len(), self.rows.len());
        Ok(Arc::new(list))
    }
}
