//! A* over states that are hashed: the same closures for wayline and for `pathfinding`.

use crate::Options;
use crate::grids::geometric_mean;
use crate::maps::{Dice, mix};
use crate::report::Table;
use std::fmt::Debug;
use std::hash::Hash;
use std::hint::black_box;
use std::marker::PhantomData;
use std::process::exit;
use std::time::{Duration, Instant};
use wayline::{Algorithm, Cost, Query, Space, Workspace, search};

const COLUMNS: [&str; 8] = [
    "workload",
    "searches",
    "expanded, mean",
    "wayline::astar µs",
    "wayline::search µs",
    "pathfinding µs",
    "pathfinding ÷ astar",
    "pathfinding ÷ search",
];

pub fn run(_: &Options) -> Vec<Table> {
    let mut table = Table::new("puzzles: A* by closures, mean time of a search", &COLUMNS);
    let mut ratios = [Vec::new(), Vec::new()];
    let rows = [eight_puzzle(), fifteen_puzzle(), knight(), pancakes()];
    for Row { name, searches, expanded, micros } in rows {
        let [astar, search, peer] = micros;
        ratios[0].push(peer / astar);
        ratios[1].push(peer / search);
        let mut row = vec![name.into(), searches.into(), expanded.into()];
        row.extend([astar, search, peer, peer / astar, peer / search].map(Into::into));
        table.row(row);
    }
    let mut summary =
        Table::new("puzzles: geometric means", &["pathfinding ÷ astar", "pathfinding ÷ search"]);
    summary.row(ratios.map(|ratios| geometric_mean(&ratios).into()).to_vec());
    vec![table, summary]
}

struct Row {
    name: &'static str,
    searches: usize,
    expanded: f64,
    /// wayline by closures, wayline with a reused workspace, pathfinding.
    micros: [f64; 3],
}

/// Closures as a [`Space`]. They know the goal themselves.
struct Closures<S, M, H> {
    moves: M,
    estimate: H,
    state: PhantomData<fn() -> S>,
}

impl<S, I, M, H> Space for Closures<S, M, H>
where
    S: Clone + Eq + Hash + Send + Sync + 'static,
    I: IntoIterator<Item = (S, u32)>,
    M: Fn(&S) -> I,
    H: Fn(&S) -> u32,
{
    type State = S;
    fn moves(&self, from: &S, mut emit: impl FnMut(S, Cost)) {
        (self.moves)(from).into_iter().for_each(|(state, cost)| emit(state, cost.into()));
    }
    fn estimate(&self, from: &S, _: &S) -> Cost {
        (self.estimate)(from).into()
    }
}

/// Times three ways to the goal from every start, each the fastest of three passes.
fn compare<S, I>(
    name: &'static str,
    starts: Vec<S>,
    goal: S,
    moves: impl Fn(&S) -> I,
    estimate: impl Fn(&S) -> u32 + Sync,
) -> Row
where
    S: Clone + Eq + Hash + Send + Sync + 'static + Debug + Sync,
    I: IntoIterator<Item = (S, u32)>,
{
    let is_goal = |state: &S| *state == goal;
    let space = Closures { moves: &moves, estimate: &estimate, state: PhantomData };
    let mut work = Workspace::new();
    let mut best = vec![[Duration::MAX; 3]; starts.len()];
    let mut expanded = 0;
    for _ in 0..3 {
        expanded = 0;
        for (start, best) in starts.iter().zip(&mut best) {
            let clock = Instant::now();
            let answer = wayline::astar(start.clone(), &moves, &estimate, is_goal);
            best[0] = best[0].min(clock.elapsed());
            let ours = black_box(answer).expect("costs are whole").map(|(_, cost)| cost);

            let clock = Instant::now();
            let query = Query::new(start.clone(), goal.clone()).algorithm(Algorithm::AStar);
            let answer = search(&space, &query, &mut work).expect("a start and a goal");
            best[1] = best[1].min(clock.elapsed());
            expanded += answer.stats.expanded;
            let again = answer.is_found().then_some(answer.cost);

            let clock = Instant::now();
            let answer = pathfinding::prelude::astar(start, &moves, &estimate, is_goal);
            best[2] = best[2].min(clock.elapsed());
            let theirs = black_box(answer).map(|(_, cost)| Cost::from(cost));

            if ours != theirs || again != theirs {
                eprintln!("{name}, {start:?}: {ours:?}, {again:?} and {theirs:?}");
                exit(3);
            }
        }
    }
    let searches = starts.len();
    let mean = |way: usize| {
        let micros = best.iter().map(|times| times[way].as_nanos() as f64 / 1000.0);
        micros.sum::<f64>() / searches as f64
    };
    let micros = [mean(0), mean(1), mean(2)];
    Row { name, searches, expanded: expanded as f64 / searches as f64, micros }
}

/// Any solvable position of the 8-puzzle, as nine bytes.
fn eight_puzzle() -> Row {
    type Board = [u8; 9];
    const GOAL: Board = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    let mut dice = Dice(1);
    let starts = (0..50).map(|_| {
        let mut board = GOAL;
        // An even number of swaps among the tiles: half of all positions, the solvable half.
        for _ in 0..100 {
            let a = dice.below(8) as usize;
            let b = (a + 1 + dice.below(7) as usize) % 8;
            board.swap(a, b);
        }
        board
    });
    let moves = |&board: &Board| {
        let gap = board.iter().position(|&tile| tile == 0).unwrap_or(0);
        neighbours::<3>(gap).map(move |place| {
            let mut next = board;
            next.swap(gap, place);
            (next, 1)
        })
    };
    let estimate = |board: &Board| manhattan::<3>(board.iter().map(|&tile| tile as usize));
    compare("8-puzzle, [u8; 9]", starts.collect(), GOAL, moves, estimate)
}

/// The 15-puzzle after 40 to 60 random moves, four bits a place.
fn fifteen_puzzle() -> Row {
    const GOAL: u64 = 0x0fed_cba9_8765_4321;
    let tile = |board: u64, place: usize| board >> (4 * place) & 15;
    let moves = move |&board: &u64| {
        let gap = (0..16).find(|&place| tile(board, place) == 0).unwrap_or(0);
        neighbours::<4>(gap).map(move |place| {
            let moved = tile(board, place);
            (board & !(15 << (4 * place)) | moved << (4 * gap), 1)
        })
    };
    let mut dice = Dice(1);
    let starts = (0..20).map(|i| {
        let (mut board, mut before) = (GOAL, GOAL);
        for _ in 0..40 + 20 * i / 19 {
            // Not straight back.
            let next: Vec<u64> =
                moves(&board).map(|(next, _)| next).filter(|&next| next != before).collect();
            (before, board) = (board, next[dice.below(next.len() as u32) as usize]);
        }
        board
    });
    let estimate =
        move |&board: &u64| manhattan::<4>((0..16).map(|place| tile(board, place) as usize));
    compare("15-puzzle, u64", starts.collect(), GOAL, moves, estimate)
}

/// The places beside the gap of a square puzzle.
fn neighbours<const SIDE: usize>(gap: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (gap % SIDE, gap / SIDE);
    let up = (y > 0).then(|| gap - SIDE);
    let left = (x > 0).then(|| gap - 1);
    let right = (x + 1 < SIDE).then_some(gap + 1);
    let down = (y + 1 < SIDE).then_some(gap + SIDE);
    [up, left, right, down].into_iter().flatten()
}

/// How far all tiles are from their places: tile 1 belongs to place 0.
fn manhattan<const SIDE: usize>(tiles: impl Iterator<Item = usize>) -> u32 {
    let far = |(place, tile): (usize, usize)| {
        let home = tile - 1;
        (home % SIDE).abs_diff(place % SIDE) + (home / SIDE).abs_diff(place / SIDE)
    };
    tiles.enumerate().filter(|&(_, tile)| tile != 0).map(far).sum::<usize>() as u32
}

/// A knight on a wide board of which three squares in ten are taken.
fn knight() -> Row {
    type Square = (i32, i32);
    const REACH: i32 = 150;
    const JUMPS: [Square; 8] =
        [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    const GOAL: Square = (0, 0);
    let is_free = |(x, y): Square| {
        let on_board = x.abs() <= REACH && y.abs() <= REACH;
        let number = (x as u32 as u64) << 32 | y as u32 as u64;
        on_board && ((x, y) == GOAL || mix(number) % 10 >= 3)
    };
    let moves = move |&(x, y): &Square| {
        let squares = JUMPS.into_iter().map(move |(dx, dy)| (x + dx, y + dy));
        squares.filter(move |&square| is_free(square)).map(|square| (square, 1))
    };
    // A jump covers at most two rows or columns, and at most three of both together.
    let estimate = |&(x, y): &Square| {
        let (x, y) = (x.unsigned_abs(), y.unsigned_abs());
        x.max(y).div_ceil(2).max((x + y).div_ceil(3))
    };
    let mut dice = Dice(1);
    let mut square = || {
        let mut side = || dice.below(2 * REACH as u32) as i32 - REACH;
        (side(), side())
    };
    let starts = std::iter::repeat_with(&mut square).filter(|&at| is_free(at)).take(50);
    compare("knight, (i32, i32)", starts.collect(), GOAL, moves, estimate)
}

/// A pile of 32 pancakes, shuffled by a few flips, to be sorted by flips: 32 bytes a state.
fn pancakes() -> Row {
    type Pile = [u8; 32];
    let goal: Pile = std::array::from_fn(|i| i as u8);
    let flipped = |mut pile: Pile, count: usize| {
        pile[..count].reverse();
        pile
    };
    let moves = move |&pile: &Pile| (2..=32).map(move |count| (flipped(pile, count), 1));
    // A flip joins at most one pair of neighbours that belong together; the last lies on the plate.
    let estimate = |pile: &Pile| {
        let gaps = pile.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) > 1).count();
        (gaps + usize::from(pile[31] != 31)) as u32
    };
    let mut dice = Dice(1);
    let starts =
        (0..50).map(|_| (0..16).fold(goal, |pile, _| flipped(pile, 2 + dice.below(31) as usize)));
    compare("32 pancakes, [u8; 32]", starts.collect(), goal, moves, estimate)
}
