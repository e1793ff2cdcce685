//! [`Batch`]: opened once, it answers one record batch after another.

use crate::answers::{self, Answers, Counts, Part, PathKind};
use crate::bodies::{Arena, Bodies};
use crate::columns;
use crate::error::BatchError;
use crate::known::Known;
use crate::maps::{Map, Maps};
use crate::network::NetworkOrGraph;
use crate::plan::Choice;
use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use wayline::body::{BodyKind, Terrain};
use wayline::{Graph, GraphIndex, Grid, GridIndex, Limits, Workspace};
use wayline_networks::{Location, Network};

/// Says whether to stop.
pub type StopSignal = Arc<dyn Fn() -> bool + Send + Sync>;
/// Receives a note of each decision.
pub type NoteSink = Arc<dyn Fn(&str) + Send + Sync>;

/// How queries are answered.
///
/// ```
/// let mut options = wayline_batch::Options::default();
/// options.threads = 2;
/// options.paths = true;
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct Options {
    /// How many threads share the work; zero is one for each core. The answers do not depend on it.
    pub threads: usize,
    /// Whether the answers have a column with paths.
    pub paths: bool,
    /// Whether a bad row is an error.
    pub strict: bool,
    /// Whether an index is prepared where that pays off. It changes the time, and which of several equally cheap
    /// paths is found.
    pub prepares: bool,
    /// How many rows there will be in all batches together, if that is known: it decides whether preparing pays
    /// off.
    pub expected_rows: Option<u64>,
    /// Searches give up after expanding this many states: the status is `limit` then. Neither an index nor a
    /// field is used.
    pub max_expansions: Option<u64>,
    /// Called now and then: answering ends with [`BatchError::Cancelled`] once it returns true.
    pub cancelled: Option<StopSignal>,
    /// Receives a note of each decision, such as that an index was prepared.
    pub notes: Option<NoteSink>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            threads: 0,
            paths: false,
            strict: false,
            prepares: true,
            expected_rows: None,
            max_expansions: None,
            cancelled: None,
            notes: None,
        }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("threads", &self.threads)
            .field("paths", &self.paths)
            .field("strict", &self.strict)
            .field("prepares", &self.prepares)
            .field("expected_rows", &self.expected_rows)
            .field("max_expansions", &self.max_expansions)
            .finish_non_exhaustive()
    }
}

/// What answering a batch needs to know of the options.
pub(crate) struct Asked<'a> {
    pub(crate) paths: bool,
    pub(crate) prepares: bool,
    pub(crate) expected_rows: Option<u64>,
    pub(crate) max_expansions: Option<u64>,
    pub(crate) cancelled: &'a (dyn Fn() -> bool + Sync),
    notes: Option<&'a (dyn Fn(&str) + Send + Sync)>,
}

impl Asked<'_> {
    // They cannot be written out in another crate than their own.
    #[allow(clippy::field_reassign_with_default)]
    pub(crate) fn limits(&self) -> Limits<'static> {
        let mut limits = Limits::default();
        limits.expansions = self.max_expansions;
        limits
    }

    pub(crate) fn note(&self, text: &str) {
        if let Some(notes) = self.notes {
            notes(text);
        }
    }
}

/// The scratch memory of a thread.
#[derive(Default)]
pub(crate) struct Worker {
    pub(crate) work: Workspace,
    /// Places that were looked for by name.
    pub(crate) places: HashMap<String, Result<Location, String>>,
}

enum Places {
    Maps(Maps),
    Bodies(Bodies),
    NetworkOrGraph(Box<NetworkOrGraph>),
}

/// Maps or a network, opened once, about which tables of queries are answered: a record batch goes in, and the
/// same rows come out, with the answers as further columns.
///
/// Queries about maps have the columns `sx`, `sy`, `gx` and `gy`, and `map` if there are several maps; queries
/// about networks have `from` and `to`. For bodies there may be a `heading` at the start and a `goal_heading`:
/// `E`, `N`, `W` or `S`; if it is missing, any heading will do. Whole numbers may be of any type; a row that is
/// not a question gets the status `bad` and a reason. The answers have all columns of the queries, followed by:
///
/// | column | type | |
/// | --- | --- | --- |
/// | `status` | text | `found`, `unreachable`, `limit` or `bad` |
/// | `cost` | 64-bit float | what the cheapest path costs; null unless found |
/// | `steps` | 64-bit integer | how many steps it has; null unless found |
/// | `reason` | text | why a row is bad; null otherwise |
/// | `path` | list | with [paths](Options::paths): cells `{x, y}`, placements `{x, y, heading}`, or the ids of nodes |
///
/// ```
/// use arrow_array::{Int32Array, RecordBatch, cast::AsArray, types::Float64Type};
/// use std::sync::Arc;
/// use wayline::Grid;
/// use wayline_batch::{Batch, Options};
///
/// let grid = Grid::from_rows(["..#.", "..#.", "...."])?;
/// let batch = Batch::map("yard", grid, None, Options::default());
/// let column = |values: [i32; 2]| Arc::new(Int32Array::from(values.to_vec())) as _;
/// let queries = RecordBatch::try_from_iter([
///     ("sx", column([0, 1])), ("sy", column([0, 0])), ("gx", column([3, 2])), ("gy", column([0, 0])),
/// ])?;
/// let answers = batch.answer(&queries)?;
/// let status = answers["status"].as_string::<i32>();
/// assert_eq!((status.value(0), status.value(1)), ("found", "bad"));
/// assert!(answers["cost"].as_primitive::<Float64Type>().value(0) > 5.0);
/// assert_eq!(answers["reason"].as_string::<i32>().value(1), "the goal 2,0 is blocked");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Batch {
    places: Places,
    options: Options,
    path_kind: Option<PathKind>,
    added: Schema,
    workers: Mutex<Vec<Worker>>,
}

impl Batch {
    /// Queries about one map. There may be a column `map`, which then has to name it. An index has to be prepared
    /// from the map; it may be shared.
    pub fn map(name: &str, grid: Grid, index: Option<Arc<GridIndex>>, options: Options) -> Batch {
        let known = Known::one(Map::new(name, grid, index));
        Batch::new(Places::Maps(Maps { known }), options)
    }

    /// Queries about several maps, which the column `map` names.
    pub fn maps(
        maps: impl IntoIterator<Item = (String, Grid, Option<Arc<GridIndex>>)>,
        options: Options,
    ) -> Batch {
        let maps = maps.into_iter().map(|(name, grid, index)| Map::new(&name, grid, index));
        Batch::new(Places::Maps(Maps { known: Known::several(maps) }), options)
    }

    /// Queries about maps that are read when the column `map` first names them. If reading one fails, its rows are
    /// bad, with the error as the reason.
    pub fn maps_by(
        load: impl Fn(&str) -> Result<Grid, String> + Send + Sync + 'static,
        options: Options,
    ) -> Batch {
        let load = move |name: &str| Ok(Map::new(name, load(name)?, None));
        Batch::new(Places::Maps(Maps { known: Known::loading(Box::new(load)) }), options)
    }

    /// Queries about a body on one map. There may be a column `map`, which then has to name it.
    ///
    /// ```
    /// use arrow_array::{Int32Array, RecordBatch, StringArray, cast::AsArray, types::Float64Type};
    /// use std::sync::Arc;
    /// use wayline::body::{BodyKind, Terrain};
    /// use wayline_batch::{Batch, Options};
    ///
    /// let terrain = Terrain::new(20, 10)?;
    /// let batch = Batch::body(BodyKind::preset("tank")?, "field", terrain, Options::default());
    /// let number = |value| Arc::new(Int32Array::from(vec![value])) as _;
    /// let letter = |value| Arc::new(StringArray::from(vec![value])) as _;
    /// let queries = RecordBatch::try_from_iter([
    ///     ("sx", number(2)), ("sy", number(5)), ("heading", letter("E")),
    ///     ("gx", number(9)), ("gy", number(5)), ("goal_heading", letter("any")),
    /// ])?;
    /// let answers = batch.answer(&queries)?;
    /// // Seven cells straight ahead, ten time units each.
    /// assert_eq!(answers["cost"].as_primitive::<Float64Type>().value(0), 70.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn body(
        kind: impl Into<Arc<BodyKind>>,
        name: &str,
        terrain: Terrain,
        options: Options,
    ) -> Batch {
        let known = Known::one(Arena::new(name, &kind.into(), terrain));
        Batch::new(Places::Bodies(Bodies { known }), options)
    }

    /// Queries about a body on several maps, which the column `map` names.
    pub fn bodies(
        kind: impl Into<Arc<BodyKind>>,
        maps: impl IntoIterator<Item = (String, Terrain)>,
        options: Options,
    ) -> Batch {
        let kind = kind.into();
        let maps = maps.into_iter().map(|(name, terrain)| Arena::new(&name, &kind, terrain));
        Batch::new(Places::Bodies(Bodies { known: Known::several(maps) }), options)
    }

    /// Queries about a body on maps that are read when the column `map` first names them. If reading one fails,
    /// its rows are bad, with the error as the reason.
    pub fn bodies_by(
        kind: impl Into<Arc<BodyKind>>,
        load: impl Fn(&str) -> Result<Terrain, String> + Send + Sync + 'static,
        options: Options,
    ) -> Batch {
        let kind = kind.into();
        let load = move |name: &str| Ok(Arena::new(name, &kind, load(name)?));
        Batch::new(Places::Bodies(Bodies { known: Known::loading(Box::new(load)) }), options)
    }

    /// Queries about a network: `from` and `to` are ids, codes, names or `LAT,LON`. An index has to be
    /// prepared from the graph of its [`Router`](wayline_networks::Router::graph).
    pub fn network(
        network: Arc<Network>,
        index: Option<GraphIndex>,
        options: Options,
    ) -> Result<Batch, BatchError> {
        Ok(Batch::new(
            Places::NetworkOrGraph(Box::new(NetworkOrGraph::network(network, index)?)),
            options,
        ))
    }

    /// Queries about a graph: `from` and `to` are the numbers or names of nodes.
    pub fn graph(graph: Graph, index: Option<GraphIndex>, options: Options) -> Batch {
        Batch::new(Places::NetworkOrGraph(Box::new(NetworkOrGraph::graph(graph, index))), options)
    }

    fn new(places: Places, options: Options) -> Batch {
        let path_kind = options.paths.then(|| match &places {
            Places::Maps(_) => PathKind::Cells,
            Places::Bodies(_) => PathKind::Placements,
            Places::NetworkOrGraph(roads) => roads.path_kind(),
        });
        let added = answers::columns(path_kind.as_ref());
        Batch { places, options, path_kind, added, workers: Mutex::default() }
    }

    /// How queries are answered.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The columns of the answers to queries with these columns.
    pub fn schema(&self, queries: &Schema) -> Result<SchemaRef, BatchError> {
        columns::check_names(queries, &self.added)?;
        let fields = queries.fields().iter().chain(self.added.fields()).cloned();
        let schema = Schema::new(fields.collect::<Vec<_>>());
        Ok(Arc::new(schema.with_metadata(queries.metadata().clone())))
    }

    /// Answers every row, in order.
    pub fn answer(&self, queries: &RecordBatch) -> Result<RecordBatch, BatchError> {
        self.answer_counted(queries).map(|(answers, _)| answers)
    }

    /// Answers every row, and counts how.
    pub fn answer_counted(
        &self,
        queries: &RecordBatch,
    ) -> Result<(RecordBatch, Counts), BatchError> {
        let schema = self.schema(&queries.schema())?;
        let never = || false;
        let cancelled: &(dyn Fn() -> bool + Sync) = match &self.options.cancelled {
            Some(cancelled) => &**cancelled,
            None => &never,
        };
        let asked = Asked {
            paths: self.options.paths,
            prepares: self.options.prepares,
            expected_rows: self.options.expected_rows,
            max_expansions: self.options.max_expansions,
            cancelled,
            notes: self.options.notes.as_deref(),
        };
        let mut workers = self.workers();
        let parts: Result<Vec<Part>, BatchError> = match &self.places {
            Places::Maps(maps) => maps.answer(queries, &mut workers, &asked),
            Places::Bodies(bodies) => bodies.answer(queries, &mut workers, &asked),
            Places::NetworkOrGraph(roads) => roads.answer(queries, &mut workers, &asked),
        };
        self.workers.lock().unwrap_or_else(PoisonError::into_inner).append(&mut workers);
        let answers = Answers::new(queries.num_rows(), parts?);
        if self.options.strict
            && let Some((row, reason)) = answers.first_bad()
        {
            return Err(BatchError::BadRow { row: row.into(), reason: reason.to_owned() });
        }
        let counts = answers.counts();
        let mut columns = queries.columns().to_vec();
        columns.extend(answers.into_columns(self.path_kind.as_ref())?);
        Ok((RecordBatch::try_new(schema, columns)?, counts))
    }

    /// Workers that are idle now: as many as threads.
    fn workers(&self) -> Vec<Worker> {
        let threads = match self.options.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let mut idle = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = idle.len().saturating_sub(threads);
        let mut workers = idle.split_off(kept);
        workers.resize_with(threads, Worker::default);
        workers
    }

    /// What was decided so far, for a run that is resumed later.
    pub fn choices(&self) -> Vec<Choice> {
        match &self.places {
            Places::Maps(maps) => maps.known.choices(),
            Places::Bodies(bodies) => bodies.known.choices(),
            Places::NetworkOrGraph(roads) => roads.choices(),
        }
    }

    /// Decides as an earlier run did, so that the answers are the same to the last bit.
    pub fn recall(&self, choices: &[Choice]) {
        match &self.places {
            Places::Maps(maps) => maps.known.recall(choices),
            Places::Bodies(bodies) => bodies.known.recall(choices),
            Places::NetworkOrGraph(roads) => roads.recall(choices),
        }
    }

    /// What identifies the map or the network: the same for the same content. Zero for several maps, whose
    /// fingerprints are in the [`choices`](Batch::choices).
    pub fn fingerprint(&self) -> u32 {
        match &self.places {
            Places::Maps(maps) => maps.known.fingerprint(),
            Places::Bodies(bodies) => bodies.known.fingerprint(),
            Places::NetworkOrGraph(roads) => roads.fingerprint(),
        }
    }
}
