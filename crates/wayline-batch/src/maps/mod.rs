//! Questions about maps: from cell to cell, on one map or on several.

mod ask;

use crate::answers::{Part, cell_state};
use crate::batch::{Asked, Worker};
use crate::columns::{Column, Number};
use crate::error::BatchError;
use crate::plan::{self, Choice, PIECE};
use crate::threads::spread;
use arrow_array::RecordBatch;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use wayline::{Cell, End, Grid, GridIndex, Query, QueryError, search};

/// Reads the map that a row names, or says why there is none.
type Load = Box<dyn Fn(&str) -> Result<Grid, String> + Send + Sync>;

/// The maps that rows may be about.
pub(crate) struct Maps {
    /// What rows without a name are about.
    only: Option<Arc<Map>>,
    known: Mutex<HashMap<String, Result<Arc<Map>, String>>>,
    load: Option<Load>,
    /// Choices of an earlier run.
    recalled: Mutex<HashMap<String, Choice>>,
}

/// A map, and how questions about it are answered.
struct Map {
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
    fn new(name: &str, grid: Grid, index: Option<Arc<GridIndex>>) -> Arc<Map> {
        let plan = OnceLock::new();
        if let Some(index) = index {
            let _ = plan.set(Plan { work: 1, budget: None, index: Some(index) });
        }
        Arc::new(Map { name: name.to_owned(), grid, plan, fingerprint: OnceLock::new() })
    }

    /// What the map is known by: its rules, and all that is known of its cells.
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

    fn index(&self) -> Option<&GridIndex> {
        self.plan.get().and_then(|plan| plan.index.as_deref())
    }
}

impl Maps {
    pub(crate) fn one(name: &str, grid: Grid, index: Option<Arc<GridIndex>>) -> Maps {
        let map = Map::new(name, grid, index);
        let known = HashMap::from([(name.to_owned(), Ok(map.clone()))]);
        Maps { only: Some(map), known: Mutex::new(known), load: None, recalled: Mutex::default() }
    }

    pub(crate) fn several(
        maps: impl IntoIterator<Item = (String, Grid, Option<Arc<GridIndex>>)>,
    ) -> Maps {
        let known: HashMap<_, _> = maps
            .into_iter()
            .map(|(name, grid, index)| (name.clone(), Ok(Map::new(&name, grid, index))))
            .collect();
        Maps { only: None, known: Mutex::new(known), load: None, recalled: Mutex::default() }
    }

    pub(crate) fn loading(load: Load) -> Maps {
        let (known, recalled) = Default::default();
        Maps { only: None, known, load: Some(load), recalled }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, Result<Arc<Map>, String>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was decided so far, by the names of the maps.
    pub(crate) fn choices(&self) -> Vec<Choice> {
        let known = self.known();
        let maps = known.values().filter_map(|map| map.as_ref().ok());
        let mut choices: Vec<Choice> = maps
            .filter_map(|map| {
                let plan = map.plan.get()?;
                Some(Choice::new(map.name.clone(), map.fingerprint(), plan.work, plan.budget))
            })
            .collect();
        choices.sort_by(|a, b| a.map.cmp(&b.map));
        choices
    }

    pub(crate) fn recall(&self, choices: &[Choice]) {
        let mut recalled = self.recalled.lock().unwrap_or_else(PoisonError::into_inner);
        recalled.extend(choices.iter().map(|choice| (choice.map.clone(), choice.clone())));
    }

    /// The one map, if there is only one.
    pub(crate) fn fingerprint(&self) -> u32 {
        self.only.as_ref().map_or(0, |map| map.fingerprint())
    }

    fn named(&self, name: &str) -> Result<Arc<Map>, String> {
        if let Some(known) = self.known().get(name) {
            return known.clone();
        }
        let found = match (&self.load, &self.only) {
            (Some(load), _) => load(name).map(|grid| Map::new(name, grid, None)),
            // Folders before the name are not compared.
            (None, Some(only)) if last(name) == last(&only.name) => Ok(only.clone()),
            (None, Some(only)) => Err(format!(
                "map is '{name}', and these questions are for '{}': give the folder of the maps to ask \
                 about several",
                only.name
            )),
            (None, None) => {
                let mut names: Vec<String> = self.known().keys().cloned().collect();
                names.sort_unstable();
                names.truncate(5);
                Err(format!("there is no map '{name}': expected one of {}", names.join(", ")))
            }
        };
        // An unknown name that every row repeats is looked for once; many are not all kept.
        let mut known = self.known();
        if found.is_ok() || known.len() < 1000 {
            known.insert(name.to_owned(), found.clone());
        }
        found
    }

    /// Answers all rows of a batch.
    pub(crate) fn answer(
        &self,
        batch: &RecordBatch,
        workers: &mut [Worker],
        asked: &Asked<'_>,
    ) -> Result<Vec<Part>, BatchError> {
        let columns = Columns::find(batch, self.only.is_none())?;
        let rows = batch.num_rows();
        let (maps, map_of) = self.maps_of(&columns, rows);
        let pieces = rows.div_ceil(PIECE);
        let read = spread(workers, pieces, asked.cancelled, |piece, _| {
            let rows = piece * PIECE..rows.min((piece + 1) * PIECE);
            columns.questions(rows, &maps, &map_of, asked.paths)
        })?;
        let mut parts = Vec::new();
        let mut questions = Vec::new();
        for (some, bad) in read {
            questions.extend(some);
            parts.push(bad);
        }
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
        let tasks = plan::tasks(questions.len(), ends, pays);
        let answered = spread(workers, tasks.len(), asked.cancelled, |task, worker| {
            ask::answer(&tasks[task], &questions, &maps, worker, asked)
        })?;
        parts.extend(answered);
        Ok(parts)
    }

    /// The maps of a batch, and which of them each row is about; nothing if all are about the first.
    fn maps_of(&self, columns: &Columns, rows: usize) -> (Vec<Result<Arc<Map>, String>>, Vec<u32>) {
        let Some(column) = &columns.map else {
            return (self.only.iter().cloned().map(Ok).collect(), Vec::new());
        };
        let missing = || Err("map is missing: expected the name of a map".to_owned());
        let mut maps: Vec<Result<Arc<Map>, String>> = Vec::new();
        let mut numbers: HashMap<Option<&str>, u32> = HashMap::new();
        let mut map_of = Vec::with_capacity(rows);
        for row in 0..rows {
            let name = column.text(row).map(str::trim).filter(|name| !name.is_empty());
            map_of.push(*numbers.entry(name).or_insert_with(|| {
                maps.push(match (name, &self.only) {
                    (Some(name), _) => self.named(name),
                    (None, Some(only)) => Ok(only.clone()),
                    (None, None) => missing(),
                });
                maps.len() as u32 - 1
            }));
        }
        (maps, map_of)
    }

    /// Decides how questions about maps are answered that are asked for the first time.
    fn decide(
        &self,
        maps: &[Result<Arc<Map>, String>],
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
            let recalled = self.recalled.lock().unwrap_or_else(PoisonError::into_inner);
            let recalled = recalled.get(&map.name).cloned();
            let plan = match recalled {
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

/// The last part of a path.
fn last(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
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
    if (asked.cancelled)() {
        return Err(BatchError::Cancelled);
    }
    let settings = plan::preparation(budget, threads);
    Ok(GridIndex::worthwhile(&map.grid, u64::MAX, &settings)?.map(Arc::new))
}

/// The columns of questions about maps.
struct Columns {
    map: Option<Column>,
    ends: [Column; 4],
}

impl Columns {
    fn find(batch: &RecordBatch, needs_map: bool) -> Result<Columns, BatchError> {
        let has_map = batch.schema().column_with_name("map").is_some();
        let map = match needs_map || has_map {
            true => Some(Column::map_names(batch)?),
            false => None,
        };
        let column = |name| Column::numbers(batch, name);
        Ok(Columns { map, ends: [column("sx")?, column("sy")?, column("gx")?, column("gy")?] })
    }

    /// The questions among some rows, and the bad ones, answered.
    fn questions(
        &self,
        rows: std::ops::Range<usize>,
        maps: &[Result<Arc<Map>, String>],
        map_of: &[u32],
        paths: bool,
    ) -> (Vec<Question>, Part) {
        let first = rows.start;
        let numbers = self.ends.each_ref().map(|column| column.read(rows.clone()));
        let (mut questions, mut bad) = (Vec::with_capacity(rows.len()), Part::default());
        for row in rows {
            let map = map_of.get(row).copied().unwrap_or(0);
            let ends = numbers.each_ref().map(|numbers| numbers[row - first]);
            let read = match &maps[map as usize] {
                Ok(map) => self.ends_on(map, ends, row),
                Err(reason) => Err(reason.clone()),
            };
            match read {
                Ok((from, to)) => questions.push(Question { row: row as u32, map, from, to }),
                Err(reason) => bad.add_bad(row as u32, reason, paths),
            }
        }
        (questions, bad)
    }

    fn ends_on(&self, map: &Map, ends: [Number; 4], row: usize) -> Result<(Cell, Cell), String> {
        let mut whole = [0u32; 4];
        for (at, number) in ends.into_iter().enumerate() {
            whole[at] = match number {
                Number::Whole(number) => u32::try_from(number).ok(),
                _ => None,
            }
            .ok_or_else(|| {
                let column = &self.ends[at];
                format!("{}: expected a whole number from 0", column.shown(row))
            })?;
        }
        let [sx, sy, gx, gy] = whole;
        let (from, to) = (Cell::new(sx, sy), Cell::new(gx, gy));
        for (end, cell) in [(End::Start, from), (End::Goal, to)] {
            if !map.grid.is_free(cell) {
                let (width, height) = (map.grid.width(), map.grid.height());
                return Err(match map.grid.contains(cell) {
                    true => QueryError::Blocked { end, cell },
                    false => QueryError::OffMap { end, cell, width, height },
                }
                .to_string());
            }
        }
        Ok((from, to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_without_folders() {
        assert_eq!((last("a/b.map"), last("b.map"), last("a\\b.map")), ("b.map", "b.map", "b.map"));
    }
}
