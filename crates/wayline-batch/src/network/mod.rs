//! Questions about networks and graphs: from place to place.

mod ask;

use crate::answers::{Part, PathKind};
use crate::batch::{Asked, Worker};
use crate::columns::{Column, Number};
use crate::error::BatchError;
use crate::plan::{self, Choice, Kind, Task};
use crate::threads::spread;
use arrow_array::RecordBatch;
use self_cell::self_cell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use wayline::{Demand, Graph, GraphIndex, Query, search};
use wayline_networks::{Engine, Location, Network, Router};

/// How many places that are not ids or codes a worker remembers.
const REMEMBERED: usize = 100_000;

/// What a router borrows.
struct Owned {
    network: Arc<Network>,
    index: Option<GraphIndex>,
}

self_cell!(
    /// A router with its network.
    struct Routing {
        owner: Owned,
        #[not_covariant]
        dependent: Router,
    }
);

/// A network or a graph that rows are about.
pub(crate) struct NetworkOrGraph {
    space: Space,
    decided: OnceLock<Plan>,
    fingerprint: OnceLock<u32>,
    recalled: Mutex<Option<Choice>>,
}

enum Space {
    /// Without an index, to read rows and for the first searches.
    Network(Routing),
    Graph(Box<Graph>),
}

struct Plan {
    work: u64,
    budget: Option<u64>,
    index: Index,
}

enum Index {
    None,
    /// With a router that asks it.
    Network(Routing),
    Graph(Box<GraphIndex>),
}

/// A row that is a question.
struct Question {
    row: u32,
    from: Location,
    to: Location,
}

fn routing(network: Arc<Network>, index: Option<GraphIndex>) -> Result<Routing, wayline::Error> {
    Routing::try_new(Owned { network, index }, |owned| {
        let router = Router::new(&owned.network)?;
        Ok(match &owned.index {
            Some(index) => router.by(Engine::Index(index)),
            None => router,
        })
    })
}

impl NetworkOrGraph {
    pub(crate) fn network(
        network: Arc<Network>,
        index: Option<GraphIndex>,
    ) -> Result<NetworkOrGraph, wayline::Error> {
        let decided = OnceLock::new();
        if let Some(index) = index {
            let index = Index::Network(routing(network.clone(), Some(index))?);
            let _ = decided.set(Plan { work: 1, budget: None, index });
        }
        Ok(NetworkOrGraph::of(Space::Network(routing(network, None)?), decided))
    }

    pub(crate) fn graph(graph: Graph, index: Option<GraphIndex>) -> NetworkOrGraph {
        let decided = OnceLock::new();
        if let Some(index) = index {
            let _ =
                decided.set(Plan { work: 1, budget: None, index: Index::Graph(Box::new(index)) });
        }
        NetworkOrGraph::of(Space::Graph(Box::new(graph)), decided)
    }

    fn of(space: Space, decided: OnceLock<Plan>) -> NetworkOrGraph {
        NetworkOrGraph { space, decided, fingerprint: OnceLock::new(), recalled: Mutex::default() }
    }

    /// What paths are made of.
    pub(crate) fn path_kind(&self) -> PathKind {
        match &self.space {
            Space::Graph(graph) => PathKind::Numbers((0..graph.nodes() as i64).collect()),
            Space::Network(routing) => {
                let network = &routing.borrow_owner().network;
                let ids = (0..network.nodes() as u32).map(|node| network.id(node));
                // As it would be written again, so that nothing is lost: 007 is text.
                let number =
                    |id: &str| id.parse().ok().filter(|number: &i64| number.to_string() == id);
                match ids.clone().map(number).collect::<Option<Vec<i64>>>() {
                    Some(numbers) => PathKind::Numbers(numbers.into()),
                    None => PathKind::Names(ids.map(str::to_owned).collect()),
                }
            }
        }
    }

    /// What it is known by: edges, costs, and for a network ids and banned turns.
    pub(crate) fn fingerprint(&self) -> u32 {
        *self.fingerprint.get_or_init(|| {
            let mut sum = crc32fast::Hasher::new();
            let mut edges = |graph: &Graph| {
                sum.update(&(graph.nodes() as u64).to_le_bytes());
                for edge in 0..graph.edges() as u32 {
                    let (from, to, cost) = graph.edge(edge).unwrap_or_default();
                    sum.update(
                        &[from, to, graph.is_closed(edge).into()].map(u32::to_le_bytes).concat(),
                    );
                    sum.update(&cost.raw().to_le_bytes());
                }
            };
            match &self.space {
                Space::Graph(graph) => edges(graph),
                Space::Network(routing) => {
                    let network = &routing.borrow_owner().network;
                    edges(network.graph());
                    for node in 0..network.nodes() as u32 {
                        sum.update(network.id(node).as_bytes());
                        sum.update(&[0]);
                    }
                    for ban in network.bans() {
                        ban.edges.iter().for_each(|edge| sum.update(&edge.to_le_bytes()));
                    }
                    for turn in network.turn_costs() {
                        sum.update(&[turn.from, turn.to].map(u32::to_le_bytes).concat());
                        sum.update(&turn.cost.raw().to_le_bytes());
                    }
                }
            }
            sum.finalize()
        })
    }

    pub(crate) fn choices(&self) -> Vec<Choice> {
        let choice =
            |plan: &Plan| Choice::new(String::new(), self.fingerprint(), plan.work, plan.budget);
        self.decided.get().map(choice).into_iter().collect()
    }

    pub(crate) fn recall(&self, choices: &[Choice]) {
        *self.recalled.lock().unwrap_or_else(PoisonError::into_inner) = choices.last().cloned();
    }

    /// Answers all rows of a batch.
    pub(crate) fn answer(
        &self,
        batch: &RecordBatch,
        workers: &mut [Worker],
        asked: &Asked<'_>,
    ) -> Result<Vec<Part>, BatchError> {
        let columns = [Column::names(batch, "from")?, Column::names(batch, "to")?];
        let rows = batch.num_rows();
        let (questions, mut parts) = plan::read(rows, workers, asked, |rows, worker| {
            self.questions(&columns, rows, worker, asked.paths)
        })?;
        if questions.is_empty() {
            return Ok(parts);
        }
        let plan = self.decide(&questions, rows, workers, asked)?;
        let groups = asked.max_expansions.is_none() && matches!(plan.index, Index::None);
        let ends = |question: u32| match &questions[question as usize] {
            Question { from: Location::Node(from), to: Location::Node(to), .. } if groups => {
                Some((0, u64::from(*from), u64::from(*to)))
            }
            _ => None,
        };
        let states = self.with(|_, graph| graph.nodes()) as u64;
        let pays = |_, many: usize| plan.work.saturating_mul(many as u64) > states;
        let tasks = plan::tasks(questions.len(), &plan::BOTH, ends, pays);
        let answered = spread(workers, tasks.len(), asked.cancelled, |task, worker| {
            self.work_on(&tasks[task], &questions, plan, worker, asked)
        })?;
        parts.extend(answered);
        Ok(parts)
    }

    /// The router, if it is a network, and the graph that is searched.
    fn with<T>(&self, ask: impl FnOnce(Option<&Router<'_>>, &Graph) -> T) -> T {
        match &self.space {
            Space::Graph(graph) => ask(None, graph),
            Space::Network(routing) => {
                routing.with_dependent(|_, router| ask(Some(router), router.graph()))
            }
        }
    }

    fn questions(
        &self,
        columns: &[Column; 2],
        rows: std::ops::Range<usize>,
        worker: &mut Worker,
        paths: bool,
    ) -> (Vec<Question>, Part) {
        let first = rows.start;
        let numbers = columns.each_ref().map(|column| match column.is_text() {
            true => Vec::new(),
            false => column.read(rows.clone()),
        });
        let (mut questions, mut bad) = (Vec::with_capacity(rows.len()), Part::default());
        for row in rows {
            let mut place = |end: usize| match numbers[end].get(row - first) {
                Some(&number) => self.place_by_number(&columns[end], row, number),
                None => self.place_by_name(&columns[end], row, worker),
            };
            match place(0).and_then(|from| Ok((from, place(1)?))) {
                Ok((from, to)) => questions.push(Question { row: row as u32, from, to }),
                Err(reason) => bad.add_bad(row as u32, reason, paths),
            }
        }
        (questions, bad)
    }

    fn place_by_number(
        &self,
        column: &Column,
        row: usize,
        number: Number,
    ) -> Result<Location, String> {
        let Number::Whole(number) = number else {
            return Err(format!("{}: expected an id", column.shown(row)));
        };
        let node = match &self.space {
            Space::Graph(graph) => {
                u32::try_from(number).ok().filter(|&node| (node as usize) < graph.nodes())
            }
            Space::Network(routing) => {
                // On the stack: this is done for each end of each row.
                let mut digits = [0u8; 20];
                routing.borrow_owner().network.node_with_id(written(number, &mut digits))
            }
        };
        node.map(Location::Node)
            .ok_or_else(|| format!("{}: there is no such node", column.shown(row)))
    }

    fn place_by_name(
        &self,
        column: &Column,
        row: usize,
        worker: &mut Worker,
    ) -> Result<Location, String> {
        let text = column.text(row).unwrap_or_default().trim();
        if text.is_empty() {
            return Err(format!("{} is missing: expected an id, a code or a name", column.name));
        }
        match &self.space {
            Space::Graph(graph) => {
                let number =
                    || text.parse().ok().filter(|&node: &u32| (node as usize) < graph.nodes());
                let node = graph.node_named(text).or_else(number).map(Location::Node);
                node.ok_or_else(|| format!("{}: there is no such node", column.shown(row)))
            }
            Space::Network(routing) => {
                let network = &routing.borrow_owner().network;
                let known = network.node_with_id(text).or_else(|| network.node_with_code(text));
                if let Some(node) = known {
                    return Ok(Location::Node(node));
                }
                // Names are looked for among all nodes, positions among all streets.
                if let Some(found) = worker.places.get(text) {
                    return found.clone();
                }
                let found = routing.with_dependent(|_, router| router.find(text));
                let found = found
                    .map(|place| place.location)
                    .map_err(|error| format!("{}: {error}", column.name));
                if worker.places.len() >= REMEMBERED {
                    worker.places = HashMap::new();
                }
                worker.places.insert(text.to_owned(), found.clone());
                found
            }
        }
    }

    /// How questions are answered: decided at the first.
    fn decide(
        &self,
        questions: &[Question],
        rows: usize,
        workers: &mut [Worker],
        asked: &Asked<'_>,
    ) -> Result<&Plan, BatchError> {
        if let Some(plan) = self.decided.get() {
            return Ok(plan);
        }
        let recalled = self.recalled.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let (work, budget) = match recalled {
            Some(choice) if choice.fingerprint != self.fingerprint() => {
                return Err(BatchError::Changed("the network".to_owned()));
            }
            Some(choice) => (choice.work, choice.budget),
            None => {
                let all = asked.expected_rows.unwrap_or(0).max(rows as u64) as u128;
                let expected = (all * questions.len() as u128 / rows.max(1) as u128) as u64;
                let work = self.work_of_a_search(questions, expected, &mut workers[0], asked);
                let budget = work.saturating_mul(expected);
                // Each node is looked at a few dozen times before an index is of any use.
                let least = 32 * self.with(|_, graph| graph.nodes() + graph.edges()) as u64;
                let prepares = asked.prepares && asked.max_expansions.is_none();
                let pays = prepares && expected >= plan::WORTH_PREPARING && budget >= least;
                (work, pays.then_some(budget))
            }
        };
        let index = match budget {
            Some(budget) => self.prepare(work, budget, workers.len(), asked)?,
            None => Index::None,
        };
        let _ = self.decided.set(Plan { work, budget, index });
        self.decided.get().ok_or(BatchError::Cancelled)
    }

    fn work_of_a_search(
        &self,
        questions: &[Question],
        expected: u64,
        worker: &mut Worker,
        asked: &Asked<'_>,
    ) -> u64 {
        let sample = &questions[..questions.len().min(plan::sample(expected))];
        let mut work = 0;
        for Question { from, to, .. } in sample {
            if let (Location::Node(from), Location::Node(to)) = (from, to) {
                work += self.with(|router, graph| {
                    let goal = router.map_or(*to, |router| router.turns().goal(*to));
                    let query = Query::new(*from, goal).limits(asked.limits());
                    search(graph, &query, &mut worker.work)
                        .map_or(0, |answer| plan::work_of(&answer))
                });
            }
        }
        (work / sample.len().max(1) as u64).max(1)
    }

    /// The kind of index that suits as many paths as the budget has searches, if any.
    fn prepare(
        &self,
        work: u64,
        budget: u64,
        threads: usize,
        asked: &Asked<'_>,
    ) -> Result<Index, BatchError> {
        // What does not fit is not made.
        let demand = Demand::default().paths(budget / work.max(1)).search_work(work);
        let made = plan::prepare(budget, threads, asked.cancelled, |settings| {
            self.with(|_, graph| GraphIndex::prepare_for(graph, &demand, settings))
        })?;
        let Ok(Some(index)) = made else { return Ok(Index::None) };
        let (kind, bytes) = (index.kind(), index.bytes() / 1000);
        asked.note(&format!("prepared {kind} of {bytes} kB"));
        Ok(match &self.space {
            Space::Graph(_) => Index::Graph(Box::new(index)),
            Space::Network(own) => {
                Index::Network(routing(own.borrow_owner().network.clone(), Some(index))?)
            }
        })
    }

    fn work_on(
        &self,
        task: &Task,
        questions: &[Question],
        plan: &Plan,
        worker: &mut Worker,
        asked: &Asked<'_>,
    ) -> Part {
        let mut part = Part::default();
        let group = task.questions.iter().map(|&question| &questions[question as usize]);
        let answered = self.with(|router, graph| {
            if task.kind != Kind::Single {
                return ask::by_field(task.kind, group.clone(), router, graph, asked, &mut part);
            }
            for question in group.clone() {
                ask::alone(question, router, graph, plan, worker, asked, &mut part);
            }
            Ok(())
        });
        if let Err(error) = answered {
            part = Part::default();
            group.for_each(|question| part.add_bad(question.row, error.to_string(), asked.paths));
        }
        part
    }
}

/// A number as text.
fn written(number: i64, digits: &mut [u8; 20]) -> &str {
    let mut at = digits.len();
    let mut rest = number.unsigned_abs();
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if number < 0 {
        at -= 1;
        digits[at] = b'-';
    }
    std::str::from_utf8(&digits[at..]).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_usual() {
        for number in [0, 7, 10, -1, 123_456, i64::MAX, i64::MIN] {
            assert_eq!(written(number, &mut [0; 20]), number.to_string());
        }
    }
}
