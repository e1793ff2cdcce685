//! The native side of `tests/compare.mjs`: the same questions as `tests/cases.mjs`, asked of the
//! engine itself, with nothing of what JavaScript goes through in between.
//!
//! ```text
//! native answers 1000 1                                     one number for a thousand answers
//! native time "astar auto caves:512x512:seed=1"             the best time, in milliseconds
//! ```

use std::time::{Duration, Instant};
use wayline::body::{BodyKind, BodyMap, BodyQuery, Heading, Placement};
use wayline::{
    Algorithm, Answer, Cell, Corners, Cost, EventKind, Grid, GridIndex, Heuristic, Limits, Moves,
    Open, Outcome, Preparation, Query, Recorder, Rules, StepCosts, Ties, Workspace, algorithms,
    search, search_watched,
};
use wayline_maps::generate::Spec;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["answers", questions, seed] => {
            println!("{}", answers(questions.parse()?, seed.parse()?)?);
            Ok(())
        }
        ["time", line] => time(line),
        _ => Err("expected: native answers QUESTIONS SEED, or native time LINE".into()),
    }
}

/// Random numbers: SplitMix with 32 bits.
struct Random(u32);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9);
        let z = (self.0 ^ (self.0 >> 16)).wrapping_mul(0x85eb_ca6b);
        let z = (z ^ (z >> 13)).wrapping_mul(0xc2b2_ae35);
        (z ^ (z >> 16)) as usize % end
    }

    fn of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }
}

/// Two lanes of MurmurHash3, over words of 32 bits.
struct Digest([u32; 2]);

impl Digest {
    fn word(&mut self, word: u32) {
        let k = word.wrapping_mul(0xcc9e_2d51).rotate_left(15).wrapping_mul(0x1b87_3593);
        self.0 =
            self.0.map(|lane| (lane ^ k).rotate_left(13).wrapping_mul(5).wrapping_add(0xe654_6b64));
        self.0[1] = self.0[1].wrapping_add(0x9e37_79b9);
    }

    fn words(&mut self, words: impl ExactSizeIterator<Item = u32>) {
        self.word(words.len() as u32);
        words.for_each(|word| self.word(word));
    }

    fn number(&mut self, number: f64) {
        let bits = number.to_bits();
        self.words([bits as u32, (bits >> 32) as u32].into_iter());
    }

    fn text(&mut self, text: &str) {
        self.words(text.bytes().map(u32::from));
    }
}

fn spec(random: &mut Random) -> String {
    let size = format!("{}x{}", 8 + random.below(89), 8 + random.below(89));
    let seed = format!("seed={}", random.below(1_000_000));
    match random.below(6) {
        0 => format!("open:{size}"),
        1 => format!("random:{size}:density=0.{}:{seed}", 10 + random.below(30)),
        2 => format!("maze:{size}:corridor={}:{seed}", 1 + random.below(3)),
        3 => format!("rooms:{size}:size={}:{seed}", 4 + random.below(9)),
        4 => format!("caves:{size}:{seed}"),
        _ => format!("terrain:{size}:relief={}:{seed}", random.below(2) * 20),
    }
}

fn generated(spec: &str) -> Result<Grid, Failure> {
    Ok(spec.parse::<Spec>()?.generate(wayline_maps::Limits::default())?)
}

fn cell(grid: &Grid, number: u32) -> Cell {
    Cell::new(number % grid.width(), number / grid.width())
}

fn free_cell(random: &mut Random, grid: &Grid) -> u32 {
    let mut number = 0;
    for _ in 0..40 {
        number = random.below((grid.width() * grid.height()) as usize) as u32;
        if grid.is_free(cell(grid, number)) {
            break;
        }
    }
    number
}

/// Everything that is drawn for a question, in the order it is drawn.
struct Question {
    from: Cell,
    to: Cell,
    algorithm: Algorithm,
    rules: Rules,
    heuristic: &'static str,
    open: Option<Open>,
    ties: Option<Ties>,
    weight: f64,
    closest: bool,
    shortcut: bool,
    watched: bool,
}

impl Question {
    fn drawn(random: &mut Random, grid: &Grid) -> Result<Question, Failure> {
        let end = |random: &mut Random| cell(grid, free_cell(random, grid));
        let (from, to) = (end(random), end(random));
        // Leaps over terrain are not in the browser's module, which refuses them.
        let algorithm = match random.of(algorithms()).algorithm {
            Algorithm::Jps if grid.is_weighted() => Algorithm::AStar,
            algorithm => algorithm,
        };
        let moves = random.of(&[Moves::Four, Moves::Eight]);
        let corners = random.of(&Corners::ALL);
        let steps = random.of(&["exact", "uniform", "10,14", "1,1.5"]).parse::<StepCosts>()?;
        let uphill = Cost::try_from(random.of(&[0.0, 0.5]))?;
        let heuristic = random.of(Heuristic::<Cell>::names());
        let mut open = vec![None];
        open.extend(Open::ALL.map(Some));
        let ties = [None, Some(Ties::Newest), Some(Ties::HighG), Some(Ties::LowG)];
        Ok(Question {
            from,
            to,
            algorithm,
            rules: Rules::default().moves(moves).corners(corners).steps(steps).uphill(uphill),
            heuristic,
            open: random.of(&open),
            ties: random.of(&ties),
            weight: random.of(&[1.0, 1.5, 3.0]),
            closest: random.below(8) == 0,
            shortcut: random.below(2) == 0,
            watched: random.below(8) == 0,
        })
    }

    fn query(&self) -> Result<Query<'static, Cell>, wayline::Error> {
        let limits = Limits::default().expansions(100_000);
        let mut query = Query::new(self.from, self.to)
            .algorithm(self.algorithm)
            .heuristic(Heuristic::named(self.heuristic)?)
            .limits(limits)
            .weight(self.weight)?;
        if let Some(open) = self.open {
            query = query.open(open);
        }
        if let Some(ties) = self.ties {
            query = query.ties(ties);
        }
        if self.closest {
            query = query.closest();
        }
        Ok(if self.shortcut { query } else { query.without_shortcut() })
    }
}

/// One number for the answers to this many questions.
pub(crate) fn answers(questions: usize, seed: u32) -> Result<String, Failure> {
    let mut random = Random(seed);
    let mut digest = Digest([0x1234_5678, 0x9abc_def0]);
    let mut found = 0;
    let mut work = Workspace::new();
    for i in 0..questions {
        let grid = generated(&spec(&mut random))?;
        let blocked: Vec<u32> = grid.cells().map(|cell| u32::from(!grid.is_free(cell))).collect();
        digest.words(blocked.into_iter());
        let question = Question::drawn(&mut random, &grid)?;
        let grid = grid.with_rules(question.rules);
        match asked(&grid, &question, &mut work, &mut digest) {
            Ok(is_found) => found += u32::from(is_found),
            Err(error) => digest.text(&error),
        }
        if i % 8 == 0 {
            match moved(&grid, &mut random, &mut digest) {
                Ok(is_found) => found += u32::from(is_found),
                Err(error) => digest.text(&error.to_string()),
            }
        }
    }
    let [high, low] = digest.0;
    Ok(format!("{questions} questions, {found} found: {high:08x}{low:08x}"))
}

fn asked(
    grid: &Grid,
    question: &Question,
    work: &mut Workspace,
    digest: &mut Digest,
) -> Result<bool, String> {
    let query = question.query().map_err(|error| error.to_string())?;
    if question.algorithm == Algorithm::Prepared && !question.watched {
        return read(grid, question, digest);
    }
    let mut recorder = Recorder::default();
    let answer = match question.watched {
        true => search_watched(grid, &query, work, &mut recorder),
        false => search(grid, &query, work),
    };
    let answer = answer.map_err(|error| error.to_string())?;
    tell(grid, &answer, digest);
    if question.watched {
        let number =
            |node: u32| grid.cell(node).map_or(u32::MAX, |cell| cell.y * grid.width() + cell.x);
        let events = recorder.events();
        digest.words(events.iter().map(|event| match event.kind {
            EventKind::Expand => 0,
            EventKind::Generate => 1,
            EventKind::Update => 2,
            _ => 3,
        }));
        digest.words(events.iter().map(|event| number(event.node)));
        digest.words(events.iter().map(|event| event.parent.map_or(u32::MAX, number)));
        digest.words(events.iter().map(|event| (event.g.to_f64() as f32).to_bits()));
        digest.words(events.iter().map(|event| (event.f.to_f64() as f32).to_bits()));
    }
    Ok(answer.is_found())
}

fn word_of(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Found => "found",
        Outcome::Unreachable => "unreachable",
        Outcome::Stopped(_) => "limit",
    }
}

fn number_of(cost: Cost) -> f64 {
    if cost.is_infinite() { -1.0 } else { cost.to_f64() }
}

fn tell(grid: &Grid, answer: &Answer<'_, Cell>, digest: &mut Digest) {
    digest.text(word_of(answer.outcome));
    digest.text(answer.algorithm.name());
    digest.words([u32::from(answer.is_optimal())].into_iter());
    digest.number(number_of(answer.cost));
    digest.words(answer.path.iter().map(|cell| cell.y * grid.width() + cell.x));
    let stats = answer.stats;
    let counts = [stats.expanded, stats.generated, stats.reopened, stats.largest_open];
    digest.words(counts.map(|count| count as u32).into_iter());
}

/// The same from an index.
fn read(grid: &Grid, question: &Question, digest: &mut Digest) -> Result<bool, String> {
    if question.closest {
        return Err("closest is for searches: choose another algorithm".to_owned());
    }
    let prepared = GridIndex::prepare(grid, &Preparation::default());
    let index = prepared.map_err(|error| error.to_string())?;
    let mut work = Workspace::new();
    let query = Query::new(question.from, question.to);
    let answer = search(&index, &query, &mut work).map_err(|error| error.to_string())?;
    let found = answer.is_found();
    digest.text(if found { "found" } else { "unreachable" });
    digest.text("prepared");
    digest.words([u32::from(found)].into_iter());
    digest.number(if found { answer.cost.to_f64() } else { -1.0 });
    digest.words(answer.path.iter().map(|cell| cell.y * grid.width() + cell.x));
    digest.words([0; 4].into_iter());
    Ok(found)
}

/// The same of a body.
fn moved(grid: &Grid, random: &mut Random, digest: &mut Digest) -> Result<bool, wayline::Error> {
    let (preset, _) = random.of(BodyKind::presets());
    let (from, to) = (free_cell(random, grid), free_cell(random, grid));
    let (heading, turned) = (random.below(4), random.below(4));
    let placement = |number: u32, heading: usize| {
        let Cell { x, y } = cell(grid, number);
        Placement::new(x, y, Heading::ALL[heading])
    };
    let map = BodyMap::new(BodyKind::preset(preset)?, &wayline_wasm::terrain_of(grid)?);
    let query = BodyQuery::new(placement(from, heading), placement(to, turned));
    let mut work = Workspace::new();
    let answer = search(&map, &query, &mut work)?;
    digest.text(word_of(answer.outcome));
    digest.number(number_of(answer.cost));
    let number = |at: &Placement| (at.y * grid.width() + at.x) * 4 + at.heading.index() as u32;
    digest.words(answer.path.iter().map(number));
    digest.words([answer.stats.expanded as u32].into_iter());
    Ok(answer.is_found())
}

fn time(line: &str) -> Result<(), Failure> {
    let [algorithm, open, spec] = line.split(' ').collect::<Vec<_>>()[..] else {
        return Err("expected: algorithm, open list, map".into());
    };
    let grid = generated(spec)?;
    let mut free = grid.cells().filter(|&cell| grid.is_free(cell));
    let from = free.next().ok_or("no free cell")?;
    let to = free.last().unwrap_or(from);
    let algorithm: Algorithm = algorithm.parse()?;
    let limits = Limits::default().expansions(300_000);
    let mut query = Query::new(from, to).algorithm(algorithm).limits(limits);
    if open != "auto" {
        query = query.open(open.parse()?);
    }
    grid.surely_apart(from, to);
    let index = match algorithm {
        Algorithm::Prepared => Some(GridIndex::prepare(&grid, &Preparation::default())?),
        _ => None,
    };
    let mut work = Workspace::new();
    let (mut best, began) = (Duration::MAX, Instant::now());
    let mut rounds = 0;
    while rounds < 4 || (rounds < 40 && began.elapsed() < Duration::from_millis(300)) {
        let clock = Instant::now();
        match &index {
            Some(index) => {
                search(index, &Query::new(from, to), &mut work)?;
            }
            None => {
                search(&grid, &query, &mut work)?;
            }
        }
        best = best.min(clock.elapsed());
        rounds += 1;
    }
    println!("{}", best.as_secs_f64() * 1000.0);
    Ok(())
}
