//! Questions about a body: from placement to placement, on one map or on several.

mod ask;

use crate::answers::Part;
use crate::batch::{Asked, Worker};
use crate::ends::Ends;
use crate::error::BatchError;
use crate::known::{Found, Known, Named};
use crate::plan::{self, Choice, Kind};
use crate::threads::spread;
use arrow_array::RecordBatch;
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use wayline::body::{BodyKind, BodyMap, Goal, Heading, Placement, Terrain, why_unfit};
use wayline::{Cell, End, QueryError};

/// The maps that a body may be asked about.
pub(crate) struct Bodies {
    pub(crate) known: Known<Arena>,
}

/// A map as the body sees it.
pub(crate) struct Arena {
    name: String,
    terrain: Terrain,
    map: BodyMap,
    /// The work of a search, on average, once some were made.
    work: OnceLock<u64>,
    fingerprint: OnceLock<u32>,
}

/// A row that is a question.
#[derive(Clone, Copy)]
struct Question {
    row: u32,
    /// Which of the maps in this batch.
    map: u32,
    from: Goal,
    to: Goal,
}

impl Arena {
    pub(crate) fn new(name: &str, kind: &Arc<BodyKind>, terrain: Terrain) -> Arena {
        let map = BodyMap::new(Arc::clone(kind), &terrain);
        let (work, fingerprint) = Default::default();
        Arena { name: name.to_owned(), terrain, map, work, fingerprint }
    }

    /// The placements that an end stands for, where the body fits; they may be none.
    fn fitting(&self, end: Goal) -> impl Iterator<Item = Placement> {
        let (cell, only) = match end {
            Goal::At(placement) => (placement.cell(), Some(placement.heading)),
            end => (end.cell(), None),
        };
        let headings =
            Heading::ALL.into_iter().filter(move |&it| only.is_none_or(|only| only == it));
        headings
            .map(move |heading| Placement::new(cell.x, cell.y, heading))
            .filter(|&placement| self.map.fits(placement))
    }

    /// An end of a question; or why the body cannot be there.
    fn end(&self, end: End, cell: Cell, heading: Option<Heading>) -> Result<Goal, String> {
        if !self.terrain.contains(cell) {
            let (width, height) = (self.terrain.width(), self.terrain.height());
            return Err(QueryError::OffMap { end, cell, width, height }.to_string());
        }
        let at = |heading| Placement::new(cell.x, cell.y, heading);
        let goal = heading.map_or(Goal::Pivot(cell), |heading| Goal::At(at(heading)));
        if self.fitting(goal).next().is_some() {
            return Ok(goal);
        }
        let kind = self.map.kind();
        let name = kind.name();
        let why = |heading| {
            let why = why_unfit(kind, &self.terrain, at(heading), None);
            why.map(|why| why.to_string()).unwrap_or_default()
        };
        Err(match heading {
            Some(heading) => {
                format!("the {end} {goal}: the {name} does not fit there: {}", why(heading))
            }
            None => {
                let every =
                    Heading::ALL.map(|heading| format!("heading {heading}: {}", why(heading)));
                let every = every.join("; ");
                format!("the {end} {cell}: the {name} does not fit there at any heading ({every})")
            }
        })
    }
}

impl Named for Arena {
    fn name(&self) -> &str {
        &self.name
    }

    /// All that is known about its cells and the body.
    fn fingerprint(&self) -> u32 {
        *self.fingerprint.get_or_init(|| {
            let (terrain, kind) = (&self.terrain, self.map.kind());
            let mut sum = crc32fast::Hasher::new();
            for heading in Heading::ALL {
                sum.update(format!("{:?}", kind.footprint().cells(heading)).as_bytes());
                sum.update(format!("{:?}", kind.moves(heading)).as_bytes());
            }
            sum.update(format!("{:?}", kind.speeds()).as_bytes());
            sum.update(format!("{}x{}", terrain.width(), terrain.height()).as_bytes());
            for y in 0..terrain.height() {
                for x in 0..terrain.width() {
                    let ground = terrain.ground((x, y)).unwrap_or_default();
                    sum.update(&[ground, terrain.is_blocked((x, y)).into()]);
                    sum.update(&terrain.elevation((x, y)).to_le_bytes());
                }
            }
            sum.finalize()
        })
    }

    fn choice(&self) -> Option<Choice> {
        let work = *self.work.get()?;
        Some(Choice::new(self.name.clone(), self.fingerprint(), work, None))
    }
}

impl Bodies {
    /// Answers all rows of a batch.
    pub(crate) fn answer(
        &self,
        batch: &RecordBatch,
        workers: &mut [Worker],
        asked: &Asked<'_>,
    ) -> Result<Vec<Part>, BatchError> {
        let columns = Ends::placements(batch, self.known.needs_names())?;
        let rows = batch.num_rows();
        let (maps, map_of) = self.known.of(columns.map.as_ref(), rows);
        let (questions, mut parts) = plan::read(rows, workers, asked, |rows, _| {
            questions_of(&columns, rows, &maps, &map_of, asked.paths)
        })?;
        self.weigh(&maps, &questions, &mut workers[0], asked)?;
        let ends = |question: u32| {
            let Question { map, from, to, .. } = questions[question as usize];
            asked.max_expansions.is_none().then(|| (map, number(from), number(to)))
        };
        let pays = |question: u32, many: usize| {
            let map = maps[questions[question as usize].map as usize].as_ref();
            map.is_ok_and(|map| {
                let work = map.work.get().copied().unwrap_or(1);
                work.saturating_mul(many as u64) > map.map.states() as u64
            })
        };
        let tasks = plan::tasks(questions.len(), &[Kind::Towards], ends, pays);
        let answered = spread(workers, tasks.len(), asked.cancelled, |task, worker| {
            ask::answer(&tasks[task], &questions, &maps, worker, asked)
        })?;
        parts.extend(answered);
        Ok(parts)
    }

    /// Finds out what a search takes on maps that are asked about for the first time.
    fn weigh(
        &self,
        maps: &[Found<Arena>],
        questions: &[Question],
        worker: &mut Worker,
        asked: &Asked<'_>,
    ) -> Result<(), BatchError> {
        for (number, map) in maps.iter().enumerate() {
            let Ok(map) = map else { continue };
            let about = questions.iter().filter(|question| question.map as usize == number);
            let mut about = about.take(plan::sample(questions.len() as u64)).peekable();
            if map.work.get().is_some() || about.peek().is_none() {
                continue;
            }
            let work = match self.known.recalled(&map.name) {
                Some(choice) if choice.fingerprint != map.fingerprint() => {
                    return Err(BatchError::Changed(map.name.clone()));
                }
                Some(choice) => choice.work,
                None => ask::mean_work(map, about, worker, asked),
            };
            let _ = map.work.set(work);
        }
        Ok(())
    }
}

/// A number for an end, to compare them by: a map has at most 2^26 columns and rows.
fn number(end: Goal) -> u64 {
    let cell = end.cell();
    let heading = match end {
        Goal::At(placement) => placement.heading.index() as u64,
        _ => 4,
    };
    u64::from(cell.x) << 32 | u64::from(cell.y) << 3 | heading
}

/// The questions among some rows, and the bad ones, answered.
fn questions_of(
    columns: &Ends,
    rows: Range<usize>,
    maps: &[Found<Arena>],
    map_of: &[u32],
    paths: bool,
) -> (Vec<Question>, Part) {
    let first = rows.start;
    let numbers = columns.numbers(rows.clone());
    let (mut questions, mut bad) = (Vec::with_capacity(rows.len()), Part::default());
    for row in rows {
        let map = map_of.get(row).copied().unwrap_or(0);
        let ends = numbers.each_ref().map(|numbers| numbers[row - first]);
        let read = maps[map as usize].as_ref().map_err(String::clone).and_then(|arena| {
            let (from, to) = columns.of_row(row, ends)?;
            let [heading, goal_heading] = columns.headings_of(row)?;
            let from = arena.end(End::Start, from, heading)?;
            let to = arena.end(End::Goal, to, goal_heading)?;
            Ok(Question { row: row as u32, map, from, to })
        });
        match read {
            Ok(question) => questions.push(question),
            Err(reason) => bad.add_bad(row as u32, reason, paths),
        }
    }
    (questions, bad)
}
