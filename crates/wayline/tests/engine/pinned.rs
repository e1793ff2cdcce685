//! The same question has the same answer in every version and on every platform: path, cost and counts. Here are
//! thousands of questions and what they come to, written down (`testdata/pinned/`). A change that is meant to alter
//! counts alters those files: `WAYLINE_PIN=1 cargo test -p wayline --test engine pinned`, and the difference is read.

use crate::oracle::{Random, random_grid};
use std::fmt::Write as _;
use std::path::Path;
use wayline::{
    Algorithm, AlgorithmInfo, Answer, Cell, Charge, Corners, Cost, Graph, GraphLandmarks, Grid,
    GridLandmarks, Heuristic, Layer, Limits, Moves, Open, Positions, Query, Rules, Searchable,
    SlidingPuzzle, StepCosts, Stop, Ties, Workspace, algorithms, search,
};

/// What the answers of a kind come to.
#[derive(Default)]
pub(crate) struct Sum {
    asked: u64,
    found: u64,
    steps: u64,
    cost: u128,
    expanded: u64,
    generated: u64,
    reopened: u64,
    largest: u64,
    /// Of all counts and paths, one by one.
    digest: u64,
}

impl Sum {
    pub(crate) fn add<S: Clone>(&mut self, answer: &Answer<'_, S>, number: impl Fn(&S) -> u64) {
        self.asked += 1;
        self.found += u64::from(answer.is_found());
        self.steps += answer.steps() as u64;
        if !answer.cost.is_infinite() {
            self.cost += u128::from(answer.cost.raw());
        }
        let stats = answer.stats;
        self.expanded += stats.expanded;
        self.generated += stats.generated;
        self.reopened += stats.reopened;
        self.largest += stats.largest_open;
        let counts = [stats.expanded, stats.generated, stats.reopened, stats.largest_open];
        for word in counts.into_iter().chain(answer.path.iter().map(number)) {
            self.digit(word);
        }
    }

    pub(crate) fn digit(&mut self, word: u64) {
        self.digest = (self.digest ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(9);
    }

    pub(crate) fn word(&mut self, word: &str) {
        word.bytes().for_each(|byte| self.digit(u64::from(byte)));
    }

    pub(crate) fn digest(&self) -> String {
        format!("{:016x}", self.digest)
    }

    pub(crate) fn line(&self, name: &str) -> String {
        let Sum { asked, found, steps, expanded, generated, reopened, largest, digest, .. } = self;
        let cost = self.cost >> 32;
        format!(
            "{name}: {found}/{asked} found, {steps} steps, cost {cost}, expanded {expanded}, generated {generated}, \
             reopened {reopened}, open {largest}, {digest:016x}"
        )
    }
}

/// Compares with what was written down, under this heading, and says which lines differ.
#[track_caller]
pub(crate) fn pinned(heading: &str, lines: &[String]) {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../testdata/pinned/{heading}.txt"));
    let text = lines.iter().fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "{line}");
        text
    });
    if std::env::var_os("WAYLINE_PIN").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, &text).unwrap();
    }
    let known = std::fs::read_to_string(&file).unwrap();
    let different = known.lines().zip(text.lines()).filter(|(known, now)| known != now);
    for (known, now) in different {
        println!("was {known}\nis  {now}");
    }
    assert!(known == text, "{}: answers have changed, see above", file.display());
}

/// The settings that an algorithm takes, one by one.
fn settings(info: &AlgorithmInfo) -> Vec<(Option<Open>, Option<Ties>, Stop)> {
    let mut all = vec![(None, None, Stop::Settled)];
    if info.takes_open {
        all.extend(Open::ALL.map(|open| (Some(open), None, Stop::Settled)));
    }
    if info.takes_ties {
        all.extend(Ties::ALL.map(|ties| (None, Some(ties), Stop::Settled)));
    }
    if info.takes_stop {
        all.push((None, None, Stop::Generated));
    }
    all
}

/// Algorithms that expand states over and over are asked little.
fn is_slow(algorithm: Algorithm) -> bool {
    matches!(algorithm, Algorithm::Ida | Algorithm::Naive)
}

/// A line for each algorithm, over all of its settings; what a space refuses is a line, too.
fn lines<S>(
    space: &S,
    name: &str,
    queries: &[Query<'_, S::State, S::Goal>],
    number: impl Fn(&S::State) -> u64 + Copy,
    work: &mut Workspace,
) -> Vec<String>
where
    S: Searchable,
    S::State: Clone,
    S::Goal: Clone,
{
    let mut lines = Vec::new();
    for info in algorithms() {
        let few = if is_slow(info.algorithm) { 3 } else { queries.len() };
        let most = if is_slow(info.algorithm) { 400 } else { 100_000 };
        let mut sum = Sum::default();
        let mut refused = None;
        for (open, ties, stop) in settings(info) {
            for query in &queries[..few.min(queries.len())] {
                let mut query = query.clone().algorithm(info.algorithm).stop(stop);
                query = query.limits(Limits::default().expansions(most));
                query = open.into_iter().fold(query, Query::open);
                query = ties.into_iter().fold(query, Query::ties);
                match search(space, &query, work) {
                    Ok(answer) => sum.add(&answer, number),
                    Err(error) => refused = Some(error.to_string()),
                }
            }
        }
        let name = format!("{name} {}", info.name);
        let asked = sum.asked > 0;
        lines.extend(asked.then(|| sum.line(&name)));
        lines.extend(refused.map(|why| format!("{name}: {why}")));
    }
    lines
}

pub(crate) fn free_cells(grid: &Grid, random: &mut Random, count: usize) -> Vec<Cell> {
    let (width, height) = (u64::from(grid.width()), u64::from(grid.height()));
    let mut cells = Vec::new();
    while cells.len() < count {
        let cell = Cell::new(random.below(width) as u32, random.below(height) as u32);
        if grid.is_free(cell) {
            cells.push(cell);
        }
    }
    cells
}

pub(crate) fn between(grid: &Grid, seed: u64, count: usize) -> Vec<Query<'static, Cell>> {
    let ends = free_cells(grid, &mut Random(seed), 2 * count);
    ends.chunks(2).map(|ends| Query::new(ends[0], ends[1])).collect()
}

pub(crate) fn number_of(cell: &Cell) -> u64 {
    u64::from(cell.x) << 32 | u64::from(cell.y)
}

/// Walls by rooms with doors, larger than a machine word.
pub(crate) fn rooms() -> Grid {
    let doors = |cell: Cell| (cell.x * 7 + cell.y * 3).is_multiple_of(11);
    Grid::from_fn(83, 71, |cell| (cell.x % 12 != 5 && cell.y % 9 != 4) || doors(cell)).unwrap()
}

/// Ground in patches, so that there is something to leap over, with some single cells that differ.
pub(crate) fn patches(rules: Rules) -> Grid {
    let mut random = Random(5);
    let mut grid = Grid::from_fn(60, 52, |_| random.below(9) != 0).unwrap().with_rules(rules);
    for cell in grid.cells().collect::<Vec<_>>() {
        let patch = (cell.x / 14 + 3 * (cell.y / 11)) % 4;
        let odd = u32::from(random.below(60) == 0);
        grid.set_multiplier(cell, [1.0, 2.5, 4.0, 1.25][(patch + odd) as usize % 4]).unwrap();
    }
    grid
}

pub(crate) fn rules() -> Vec<(&'static str, Rules)> {
    let rules = Rules::default();
    vec![
        ("never", rules),
        ("one", rules.corners(Corners::One)),
        ("always", rules.corners(Corners::Always)),
        ("four", rules.moves(Moves::Four)),
        ("uniform", rules.steps(StepCosts::UNIFORM)),
    ]
}

#[test]
fn plain_grids() {
    let mut work = Workspace::new();
    let mut all = Vec::new();
    for (name, rules) in rules() {
        for (map, grid) in [("rooms", rooms()), ("random", random_grid(&mut Random(3), 40, 33, 25))]
        {
            let grid = grid.with_rules(rules);
            let queries = between(&grid, 11, 12);
            all.extend(lines(&grid, &format!("{map} {name}"), &queries, number_of, &mut work));
        }
    }
    pinned("plain", &all);
}

#[test]
fn terrain() {
    let mut work = Workspace::new();
    let mut all = Vec::new();
    let hills = Rules::default().uphill(Cost::from(1));
    let entering = Rules::default().charge(Charge::Enter);
    for (name, rules) in rules().into_iter().chain([("hills", hills), ("entering", entering)]) {
        let mut grid = patches(rules);
        if name == "hills" {
            for cell in grid.cells().collect::<Vec<_>>() {
                grid.set_elevation(cell, ((cell.x / 5 + cell.y / 7) % 5) as i32).unwrap();
            }
        }
        let queries = between(&grid, 12, 10);
        all.extend(lines(&grid, &format!("patches {name}"), &queries, number_of, &mut work));
        if name == "entering" {
            continue; // Landmarks refuse it.
        }
        let landmarks = GridLandmarks::choose(&grid, 6).unwrap();
        let guided: Vec<_> = queries
            .into_iter()
            .map(|query| query.heuristic(Heuristic::GridLandmarks(&landmarks)))
            .collect();
        all.extend(lines(&grid, &format!("landmarks {name}"), &guided, number_of, &mut work));
    }
    pinned("terrain", &all);
}

#[test]
fn estimates_of_grids() {
    let mut work = Workspace::new();
    let mut all = Vec::new();
    let elsewhere = |cell: &Cell| Cost::from(cell.x.abs_diff(20));
    for (map, grid) in [("rooms", rooms()), ("patches", patches(Rules::default()))] {
        for name in Heuristic::<Cell>::names() {
            let heuristic: Heuristic<'_, Cell> = name.parse().unwrap();
            let queries = between(&grid, 13, 8).into_iter();
            let queries: Vec<_> = queries.map(|query| query.heuristic(heuristic)).collect();
            all.extend(lines(&grid, &format!("{map} {name}"), &queries, number_of, &mut work));
        }
        let queries = between(&grid, 14, 8).into_iter();
        let own = |query: Query<'static, Cell>| query.heuristic(Heuristic::Custom(&elsewhere));
        let queries: Vec<_> = queries.map(own).collect();
        all.extend(lines(&grid, &format!("{map} own"), &queries, number_of, &mut work));
    }
    pinned("estimates", &all);
}

/// What a query may ask for besides: several ends, cells to avoid, the closest, limits, a layer, links.
#[test]
fn wishes() {
    let mut work = Workspace::new();
    let mut all = Vec::new();
    let mut linked = rooms();
    linked.add_link((1, 1), (80, 69), 3.0).unwrap();
    linked.add_link((60, 2), (3, 60), 20.0).unwrap();
    for (map, grid) in
        [("rooms", rooms()), ("patches", patches(Rules::default())), ("links", linked)]
    {
        let mut random = Random(15);
        let layer = Layer::added(&grid, |cell| (cell.y % 13 != 6).then_some(0.5)).unwrap();
        let cells = free_cells(&grid, &mut random, 60);
        let queries = between(&grid, 16, 8);
        let each = |change: &dyn Fn(Query<'static, Cell>) -> Query<'static, Cell>| {
            queries.iter().cloned().map(change).collect::<Vec<_>>()
        };
        let mut walled = grid.clone();
        let last = Cell::new(grid.width() - 1, grid.height() - 1);
        for cell in [(last.x - 1, last.y), (last.x - 1, last.y - 1), (last.x, last.y - 1)] {
            walled.set_free(cell, false).unwrap();
        }
        walled.set_free(last, true).unwrap();
        let nearest: Vec<_> = (0..8).map(|i| Query::to_nearest(cells[i], &cells[10..14])).collect();
        let many: Vec<_> =
            (0..8).map(|i| Query::between(&cells[i..i + 3], &cells[20..40])).collect();
        let avoiding = each(&|query| query.avoid(cells[30..60].to_vec()));
        let closest: Vec<_> =
            cells[..8].iter().map(|&cell| Query::new(cell, last).closest()).collect();
        let hopeless: Vec<_> =
            cells[..8].iter().map(|&cell| Query::new(cell, last).without_shortcut()).collect();
        let row = |cell: &Cell| cell.y == 60 || cell.x == 50;
        let until: Vec<_> = cells[..8].iter().map(|&cell| Query::until(cell, &row)).collect();
        let layered: Vec<_> = queries.iter().map(|query| query.clone().layer(&layer)).collect();
        for (wish, space, queries) in [
            ("nearest", &grid, nearest),
            ("many", &grid, many),
            ("avoiding", &grid, avoiding),
            ("closest", &walled, closest),
            ("hopeless", &walled, hopeless),
            ("until", &grid, until),
            ("layer", &grid, layered),
        ] {
            all.extend(lines(space, &format!("{map} {wish}"), &queries, number_of, &mut work));
        }
    }
    pinned("wishes", &all);
}

pub(crate) fn town(positions: bool) -> Graph {
    let side = 24u32;
    let mut random = Random(21);
    let at: Vec<(f64, f64)> = (0..side * side)
        .map(|i| {
            let jitter = |random: &mut Random| random.below(100) as f64 / 250.0;
            let (x, y) = (f64::from(i % side), f64::from(i / side));
            (x + jitter(&mut random), y + jitter(&mut random))
        })
        .collect();
    let mut edges = Vec::new();
    for i in 0..side * side {
        for (dx, dy) in [(1, 0), (0, 1), (1, 1)] {
            let (x, y) = (i % side + dx, i / side + dy);
            if x < side && y < side && random.below(100) < 72 {
                let j = y * side + x;
                let (a, b) = (at[i as usize], at[j as usize]);
                // Squares and roots are rounded alike everywhere.
                let length = ((a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1)).sqrt();
                let cost = length * (1.0 + random.below(100) as f64 / 128.0);
                edges.push((i, j, cost));
                if random.below(8) != 0 {
                    edges.push((j, i, cost));
                }
            }
        }
    }
    let graph = Graph::from_edges((side * side) as usize, edges).unwrap();
    if positions { graph.with_positions(Positions::Plane(at)).unwrap() } else { graph }
}

#[test]
fn graphs() {
    let mut work = Workspace::new();
    let mut all = Vec::new();
    let number = |&node: &u32| u64::from(node);
    for (name, positions) in [("placed", true), ("bare", false)] {
        let graph = town(positions);
        let mut random = Random(22);
        let nodes = graph.nodes() as u64;
        let mut ends = || random.below(nodes) as u32;
        let queries: Vec<Query<'_, u32>> = (0..12).map(|_| Query::new(ends(), ends())).collect();
        all.extend(lines(&graph, name, &queries, number, &mut work));
        let landmarks = GraphLandmarks::new(&graph, 4);
        let guide = |query: &Query<'static, u32>| {
            query.clone().heuristic(Heuristic::GraphLandmarks(&landmarks))
        };
        let guided: Vec<_> = queries.iter().map(guide).collect();
        all.extend(lines(&graph, &format!("{name} landmarks"), &guided, number, &mut work));
        let avoided: Vec<u32> = (0..graph.edges() as u32).step_by(9).collect();
        let avoiding: Vec<_> =
            queries.iter().map(|query| query.clone().avoid_edges(&avoided)).collect();
        all.extend(lines(&graph, &format!("{name} avoiding edges"), &avoiding, number, &mut work));
        let taken: Vec<u32> = (0..graph.nodes() as u32).step_by(17).collect();
        let avoiding: Vec<_> = queries.iter().map(|query| query.clone().avoid(&taken)).collect();
        all.extend(lines(&graph, &format!("{name} avoiding"), &avoiding, number, &mut work));
        let goals: Vec<u32> = (0..20).map(|i| i * 23).collect();
        let many: Vec<_> =
            (0..8).map(|i| Query::to_nearest(i * 31 + 5, &goals[..4 + i as usize * 2])).collect();
        all.extend(lines(&graph, &format!("{name} nearest"), &many, number, &mut work));
    }
    pinned("graphs", &all);
}

#[test]
fn puzzles() {
    let puzzle = SlidingPuzzle::new(3, 3).unwrap();
    let mut work = Workspace::new();
    let boards =
        [[1, 2, 3, 4, 0, 6, 7, 5, 8], [1, 2, 3, 7, 4, 5, 8, 0, 6], [2, 3, 6, 1, 0, 5, 4, 7, 8]];
    let queries: Vec<_> = boards
        .iter()
        .map(|board| Query::new(puzzle.board(board).unwrap(), puzzle.solved()))
        .collect();
    let number =
        |board: &wayline::Board| (0..9).fold(0, |sum, at| sum * 9 + u64::from(board.tile(at)));
    pinned("puzzles", &lines(&puzzle, "puzzle", &queries, number, &mut work));
}
