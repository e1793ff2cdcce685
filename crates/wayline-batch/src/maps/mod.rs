//! Questions about maps: from cell to cell, on one map or on several.

mod ask;

use crate::answers::{Part, cell_state};
use crate::batch::{Asked, Worker};
use crate::ends::Ends;
use crate::error::BatchError;
use crate::known::{Found, Known, Named};
use crate::plan::{self, Choice};
use crate::threads::spread;
use arrow_array::RecordBatch;
use std::sync::{Arc, OnceLock};
use wayline::{Cell, Demand, End, Grid, GridIndex, Query, QueryError, search};

/// The maps that rows may be about.
pub(crate) struct Maps {
    pub(crate) known: Known<Map>,
}

/// A map, and how questions about it are answered.
pub(crate) struct Map {
    name: String,
    grid: Grid,
    plan: OnceLock<Plan>,
    fingerprint: OnceLock<u32>,
}

struct Plan {
    work: u64,
    budget: Option<u64>,
    index: Option<Arc<GridIndex>>,
}

/// A row that is a question.
#[derive(Clone, Copy)]
struct Question {
    row: u32,
    /// Which of the maps in this batch.
    map: u32,
    from: Cell,
    to: Cell,
}

impl Map {
    pub(crate) fn new(name: &str, grid: Grid, index: Option<Arc<GridIndex>>) -> Map {
        let plan = OnceLock::new();
        if let Some(index) = index {
            let _ = plan.set(Plan { work: 1, budget: None, index: Some(index) });
        }
        Map { name: name.to_owned(), grid, plan, fingerprint: OnceLock::new() }
    }

    fn index(&self) -> Option<&GridIndex> {
        self.plan.get().and_then(|plan| plan.index.as_deref())
    }
}

impl Named for Map {
    fn name(&self) -> &str {
        &self.name
    }

    /// Its rules, and all that is known about its cells.
    fn fingerprint(&self) -> u32 {
        *self.fingerprint.get_or_init(|| {
            let grid = &self.grid;
            let mut sum = crc32fast::Hasher::new();
            sum.update(format!("{}x{} {:?}", grid.width(), grid.height(), grid.rules()).as_bytes());
            let weighted = grid.is_weighted();
            for cell in grid.cells() {
                sum.update(&[grid.is_free(cell).into()]);
                if weighted {
                    sum.update(&grid.multiplier(cell).to_bits().to_le_bytes());
                    sum.update(&grid.elevation(cell).to_le_bytes());
                }
            }
            for link in grid.links() {
                sum.update(format!("{link:?}").as_bytes());
            }
            sum.finalize()
        })
    }

    fn choice(&self) -> Option<Choice> {
        let plan = self.plan.get()?;
        Some(Choice::new(self.name.clone(), self.fingerprint(), plan.work, plan.budget))
    }
}

impl Maps {
    /// Answers all rows of a batch.
    pub(crate) fn answer(
        &self,
        batch: &RecordBatch,
        workers: &mut [Worker],
        asked: &Asked<'_>,
    ) -> Result<Vec<Part>, BatchError> {
        let columns = Ends::cells(batch, self.known.needs_names())?;
        let rows = batch.num_rows();
        let (maps, map_of) = self.known.of(columns.map.as_ref(), rows);
        let (mut questions, mut parts) = plan::read(rows, workers, asked, |rows, _| {
            questions_of(&columns, rows, &maps, &map_of, asked.paths)
        })?;
        self.decide(&maps, &questions, rows, workers, asked)?;
        if let [Ok(map)] = &maps[..]
            && let Some(index) = map.index()
        {
            // Rows find their places again, so they may be answered in the order that takes the least time.
            let pairs: Vec<_> = questions.iter().map(|asked| (asked.from, asked.to)).collect();
            let order = index.order(&pairs);
            questions = order.into_iter().map(|question| questions[question as usize]).collect();
        }
        let groups = asked.max_expansions.is_none();
        let ends = |question: u32| {
            let Question { map, from, to, .. } = questions[question as usize];
            let searched = maps[map as usize].as_ref().is_ok_and(|map| map.index().is_none());
            (groups && searched).then(|| (map, cell_state(from), cell_state(to)))
        };
        let pays = |question: u32, many: usize| {
            let map = maps[questions[question as usize].map as usize].as_ref();
            map.is_ok_and(|map| {
                let work = map.plan.get().map_or(1, |plan| plan.work);
                work.saturating_mul(many as u64) > map.grid.free_cells() as u64
            })
        };
        let tasks = plan::tasks(questions.len(), &plan::BOTH, ends, pays);
        let answered = spread(workers, tasks.len(), asked.cancelled, |task, worker| {
            ask::answer(&tasks[task], &questions, &maps, worker, asked)
        })?;
        parts.extend(answered);
        Ok(parts)
    }

    /// Decides how questions about maps are answered that are asked for the first time.
    fn decide(
        &self,
        maps: &[Found<Map>],
        questions: &[Question],
        rows: usize,
        workers: &mut [Worker],
        asked: &Asked<'_>,
    ) -> Result<(), BatchError> {
        let mut about: Vec<Vec<u32>> = vec![Vec::new(); maps.len()];
        let undecided = |question: &Question| {
            maps[question.map as usize].as_ref().is_ok_and(|map| map.plan.get().is_none())
        };
        for (number, question) in questions.iter().enumerate().filter(|(_, q)| undecided(q)) {
            about[question.map as usize].push(number as u32);
        }
        let threads = workers.len();
        for (map, about) in maps.iter().zip(&about) {
            let (Ok(map), false) = (map, about.is_empty()) else { continue };
            let plan = match self.known.recalled(&map.name) {
                Some(choice) if choice.fingerprint != map.fingerprint() => {
                    return Err(BatchError::Changed(map.name.clone()));
                }
                Some(choice) => {
                    let index = match choice.budget {
                        Some(budget) => prepare(map, budget, threads, asked)?,
                        None => None,
                    };
                    Plan { work: choice.work, budget: choice.budget, index }
                }
                None => {
                    // As many as this batch has, for its share of all rows.
                    let all = asked.expected_rows.unwrap_or(0).max(rows as u64) as u128;
                    let expected = (all * about.len() as u128 / rows.max(1) as u128) as u64;
                    first_plan(map, expected, about, questions, &mut workers[0], threads, asked)?
                }
            };
            let _ = map.plan.set(plan);
        }
        Ok(())
    }
}

/// See [`plan`].
fn first_plan(
    map: &Map,
    expected: u64,
    about: &[u32],
    questions: &[Question],
    worker: &mut Worker,
    threads: usize,
    asked: &Asked<'_>,
) -> Result<Plan, BatchError> {
    let sample = &about[..about.len().min(plan::sample(expected))];
    let mut work = 0;
    for &question in sample {
        let Question { from, to, .. } = questions[question as usize];
        let query = Query::new(from, to).limits(asked.limits());
        work +=
            search(&map.grid, &query, &mut worker.work).map_or(0, |answer| plan::work_of(&answer));
    }
    let work = (work / sample.len().max(1) as u64).max(1);
    let budget = work.saturating_mul(expected);
    let searches = !asked.prepares || asked.max_expansions.is_some();
    let index = match searches || expected < plan::WORTH_PREPARING {
        true => None,
        false => prepare(map, budget, threads, asked)?,
    };
    if let Some(index) = &index {
        let (kind, bytes) = (index.kind(), index.bytes() / 1000);
        asked.note(&format!("{}: prepared {kind} of {bytes} kB for {expected} queries", map.name));
    }
    Ok(Plan { work, budget: index.as_ref().map(|_| budget), index })
}

fn prepare(
    map: &Map,
    budget: u64,
    threads: usize,
    asked: &Asked<'_>,
) -> Result<Option<Arc<GridIndex>>, BatchError> {
    let made = plan::prepare(budget, threads, asked.cancelled, |settings| {
        GridIndex::prepare_for(&map.grid, &Demand::default().paths(u64::MAX), settings)
    })?;
    Ok(made?.map(Arc::new))
}

/// The questions among some rows, and the bad ones, answered.
fn questions_of(
    columns: &Ends,
    rows: std::ops::Range<usize>,
    maps: &[Found<Map>],
    map_of: &[u32],
    paths: bool,
) -> (Vec<Question>, Part) {
    let first = rows.start;
    let numbers = columns.numbers(rows.clone());
    let (mut questions, mut bad) = (Vec::with_capacity(rows.len()), Part::default());
    for row in rows {
        let map = map_of.get(row).copied().unwrap_or(0);
        let ends = numbers.each_ref().map(|numbers| numbers[row - first]);
        let read = maps[map as usize].as_ref().map_err(String::clone).and_then(|map| {
            let (from, to) = columns.of_row(row, ends)?;
            free(map, End::Start, from)?;
            free(map, End::Goal, to)?;
            Ok((from, to))
        });
        match read {
            Ok((from, to)) => questions.push(Question { row: row as u32, map, from, to }),
            Err(reason) => bad.add_bad(row as u32, reason, paths),
        }
    }
    (questions, bad)
}

/// Refuses an end that is blocked or off the map.
fn free(map: &Map, end: End, cell: Cell) -> Result<(), String> {
    let (width, height) = (map.grid.width(), map.grid.height());
    match map.grid.is_free(cell) {
        true => Ok(()),
        false if map.grid.contains(cell) => Err(QueryError::Blocked { end, cell }.to_string()),
        false => Err(QueryError::OffMap { end, cell, width, height }.to_string()),
    }
}
