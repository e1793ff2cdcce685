//! Sliding puzzles: every position of the 8-puzzle, and some of the 15-puzzle.

use crate::oracle::{Random, effort};
use std::collections::{HashMap, VecDeque};
use wayline::{
    Algorithm, Board, Cost, Heuristic, Outcome, Query, SlidingPuzzle, Space, Workspace, check,
    search,
};

/// The fewest moves from a position to every other, by breadth-first search.
fn distances(puzzle: &SlidingPuzzle, from: Board) -> HashMap<Board, u32> {
    let mut known = HashMap::from([(from, 0)]);
    let mut queue = VecDeque::from([from]);
    while let Some(board) = queue.pop_front() {
        let moves = known[&board] + 1;
        puzzle.moves(&board, |next, _| {
            known.entry(next).or_insert_with(|| {
                queue.push_back(next);
                moves
            });
        });
    }
    known
}

fn permutations(n: u32) -> Vec<Vec<u32>> {
    match n {
        0 => vec![vec![]],
        n => permutations(n - 1)
            .into_iter()
            .flat_map(|rest| {
                (0..n).map(move |at| {
                    let mut tiles = rest.clone();
                    tiles.insert(at as usize, n - 1);
                    tiles
                })
            })
            .collect(),
    }
}

#[test]
fn every_position_of_the_eight_puzzle() {
    let puzzle = SlidingPuzzle::new(3, 3).unwrap();
    let goal = puzzle.solved();
    let truth = distances(&puzzle, goal);
    assert_eq!(truth.len(), 181_440);
    let mut work = Workspace::new();
    for (i, tiles) in permutations(9).iter().enumerate() {
        let board = puzzle.board(tiles).unwrap();
        // Parity tells the half that can be solved, exactly.
        let moves = truth.get(&board);
        assert_eq!(puzzle.joined(board, goal), moves.is_some());
        if let Some(&moves) = moves {
            assert!(puzzle.estimate(&board, &goal) <= Cost::from(moves));
        }
        if !(i as u64).is_multiple_of(400 / effort().min(100)) {
            continue;
        }
        for algorithm in [Algorithm::AStar, Algorithm::Ida, Algorithm::Bidirectional] {
            let query = Query::new(board, goal).algorithm(algorithm);
            let answer = search(&puzzle, &query, &mut work).unwrap();
            match moves {
                None => {
                    assert_eq!(answer.outcome, Outcome::Unreachable);
                    assert_eq!(answer.stats.expanded, 0, "recognised without a search");
                }
                Some(&moves) => {
                    assert!(answer.is_optimal(), "{algorithm}");
                    assert_eq!(answer.cost, Cost::from(moves), "{algorithm}");
                    assert_eq!(
                        check::space_path(&puzzle, &answer.path, &board, &goal),
                        Ok(answer.cost)
                    );
                }
            }
        }
    }
}

#[test]
fn fifteen_puzzles() {
    let puzzle = SlidingPuzzle::new(4, 4).unwrap();
    let mut random = Random(21);
    let mut work = Workspace::new();
    for _ in 0..30 {
        let mut board = puzzle.solved();
        for _ in 0..60 {
            let mut next = Vec::new();
            puzzle.moves(&board, |to, _| next.push(to));
            board = next[random.below(next.len() as u64) as usize];
        }
        let query = Query::new(board, puzzle.solved());
        let astar = search(&puzzle, &query.clone().algorithm(Algorithm::AStar), &mut work).unwrap();
        assert!(astar.is_optimal());
        let cost = astar.cost;
        let ida = search(&puzzle, &query.algorithm(Algorithm::Ida), &mut work).unwrap();
        assert!(ida.is_optimal());
        assert_eq!(ida.cost, cost);
        assert_eq!(check::space_path(&puzzle, &ida.path, &board, &puzzle.solved()), Ok(cost));
    }
    // The famous one: fourteen and fifteen swapped.
    let mut tiles: Vec<u32> = (1..16).chain([0]).collect();
    tiles.swap(13, 14);
    let impossible = puzzle.board(&tiles).unwrap();
    for algorithm in [Algorithm::AStar, Algorithm::Ida] {
        let query = Query::new(impossible, puzzle.solved()).algorithm(algorithm);
        assert_eq!(search(&puzzle, &query, &mut work).unwrap().outcome, Outcome::Unreachable);
    }
}

#[test]
fn nothing_is_claimed_of_an_estimate_of_ones_own() {
    let puzzle = SlidingPuzzle::new(3, 3).unwrap();
    let board = puzzle.board(&[8, 1, 3, 4, 0, 2, 7, 6, 5]).unwrap();
    let goal = puzzle.solved();
    let estimate = |board: &Board| puzzle.estimate(board, &goal);
    let query = Query::new(board, goal).heuristic(Heuristic::Custom(&estimate));
    let mut work = Workspace::new();
    let answer = search(&puzzle, &query, &mut work).unwrap();
    assert!(answer.is_found() && !answer.is_optimal());
}

#[test]
fn an_inconsistent_estimate_still_gives_the_optimum() {
    // Estimates that are admissible and jump about: nodes are reopened, and the answer is exact.
    let puzzle = SlidingPuzzle::new(3, 3).unwrap();
    let goal = puzzle.solved();
    let truth = distances(&puzzle, goal);
    let mut work = Workspace::new();
    let mut random = Random(22);
    let boards: Vec<Board> = {
        let mut boards: Vec<Board> = truth.keys().copied().collect();
        boards.sort();
        boards
    };
    let estimate = |board: &Board| {
        let exact = truth[board];
        let jumpy = boards.binary_search(board).unwrap().is_multiple_of(3);
        Cost::from(if jumpy { exact } else { exact / 4 })
    };
    let mut reopened = 0;
    for _ in 0..40 {
        let board = boards[random.below(boards.len() as u64) as usize];
        let query = Query::new(board, goal).heuristic(Heuristic::Custom(&estimate));
        let answer = search(&puzzle, &query, &mut work).unwrap();
        assert_eq!(answer.cost, Cost::from(truth[&board]));
        reopened += answer.stats.reopened;
    }
    assert!(reopened > 0, "the estimate was meant to be inconsistent");
}

/// Written down by hand: rows, columns, and tiles in each other's way.
#[test]
fn estimates_count_tiles_in_each_others_way() {
    let puzzle = SlidingPuzzle::new(3, 3).unwrap();
    let solved = puzzle.solved();
    let home: Vec<u32> = (0..9).map(|place| solved.tile(place)).collect();
    let estimate = |swapped: (usize, usize)| {
        let mut tiles = home.clone();
        tiles.swap(swapped.0, swapped.1);
        puzzle.estimate(&puzzle.board(&tiles).unwrap(), &solved)
    };
    let gap = home.iter().position(|&tile| tile == 0).unwrap();
    let mut conflicts = 0;
    for a in 0..9usize {
        for b in a + 1..9 {
            let apart = (a % 3).abs_diff(b % 3) + (a / 3).abs_diff(b / 3);
            let with_gap = a == gap || b == gap;
            let same_line = a % 3 == b % 3 || a / 3 == b / 3;
            // Two that change places in a line: one has to leave it, and come back; two if one stands between.
            let between = (a + b) / 2;
            let stands_between =
                same_line && ((a % 3 == b % 3 && b - a == 6) || (a / 3 == b / 3 && b - a == 2));
            let leave = match (with_gap, same_line) {
                (false, true) if stands_between && between != gap => 2,
                (false, true) => 1,
                // Who changes places with the gap passes whoever stands between.
                (true, true) if stands_between => 1,
                _ => 0,
            };
            conflicts += leave;
            let moves = if with_gap { apart } else { 2 * apart } + 2 * leave;
            assert_eq!(estimate((a, b)), Cost::from(moves as u32), "{a} and {b}");
        }
    }
    assert!(conflicts > 10);
}
