//! The columns of questions about maps: which map, from which cell to which, and with which headings.

use crate::columns::{Column, Number};
use crate::error::BatchError;
use arrow_array::RecordBatch;
use std::ops::Range;
use wayline::Cell;
use wayline::body::Heading;

pub(crate) struct Ends {
    pub(crate) map: Option<Column>,
    numbers: [Column; 4],
    /// Of the start and of the goal, where bodies are asked about and the columns are there.
    headings: [Option<Column>; 2],
}

impl Ends {
    /// Of cells.
    pub(crate) fn cells(batch: &RecordBatch, needs_map: bool) -> Result<Ends, BatchError> {
        let map = match needs_map || has(batch, "map") {
            true => Some(Column::map_names(batch)?),
            false => None,
        };
        let column = |name| Column::numbers(batch, name);
        let numbers = [column("sx")?, column("sy")?, column("gx")?, column("gy")?];
        Ok(Ends { map, numbers, headings: [None, None] })
    }

    /// Of bodies, with headings.
    pub(crate) fn placements(batch: &RecordBatch, needs_map: bool) -> Result<Ends, BatchError> {
        let column = |name| has(batch, name).then(|| Column::headings(batch, name)).transpose();
        let headings = [column("heading")?, column("goal_heading")?];
        Ok(Ends { headings, ..Ends::cells(batch, needs_map)? })
    }

    /// The numbers of some rows, column by column.
    pub(crate) fn numbers(&self, rows: Range<usize>) -> [Vec<Number>; 4] {
        self.numbers.each_ref().map(|column| column.read(rows.clone()))
    }

    /// The cells of a row with these numbers.
    pub(crate) fn of_row(&self, row: usize, numbers: [Number; 4]) -> Result<(Cell, Cell), String> {
        let mut whole = [0u32; 4];
        for (at, number) in numbers.into_iter().enumerate() {
            whole[at] = match number {
                Number::Whole(number) => u32::try_from(number).ok(),
                _ => None,
            }
            .ok_or_else(|| {
                let column = &self.numbers[at];
                format!("{}: expected a whole number from 0", column.shown(row))
            })?;
        }
        let [sx, sy, gx, gy] = whole;
        Ok((Cell::new(sx, sy), Cell::new(gx, gy)))
    }

    /// The headings of a row, none for any.
    pub(crate) fn headings_of(&self, row: usize) -> Result<[Option<Heading>; 2], String> {
        let mut headings = [None, None];
        for (heading, column) in headings.iter_mut().zip(&self.headings) {
            let Some(column) = column else { continue };
            let text = column.text(row).map(str::trim).unwrap_or_default();
            if text.is_empty() || text.eq_ignore_ascii_case("any") {
                continue;
            }
            let parsed = text
                .parse()
                .map_err(|_| format!("{}: expected E, N, W or S, or any", column.shown(row)))?;
            *heading = Some(parsed);
        }
        Ok(headings)
    }
}

fn has(batch: &RecordBatch, name: &str) -> bool {
    batch.schema().column_with_name(name).is_some()
}
