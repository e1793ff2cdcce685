//! States of the user's own: dense numbers, which must change nothing but time, and estimates that
//! are declared admissible.

use crate::oracle::Random;
use wayline::{
    Algorithm, Cell, Cost, Graph, Grid, Guarantee, Heuristic, Query, Space, Stop, Workspace,
    algorithms, search,
};

/// Voxels in a box, some of them solid; or hexagons, with `depth` 1 and six moves.
struct Lattice<N> {
    sides: [i32; 3],
    solid: Vec<bool>,
    moves: Vec<[i32; 3]>,
    number: N,
}

impl<N> Lattice<N> {
    fn at(&self, [x, y, z]: [i32; 3]) -> Option<u32> {
        let [width, height, depth] = self.sides;
        let inside = (0..width).contains(&x) && (0..height).contains(&y) && (0..depth).contains(&z);
        inside.then(|| ((z * height + y) * width + x) as u32)
    }
}

impl<N: Fn(Option<u32>) -> Option<u32>> Space for Lattice<N> {
    type State = [i32; 3];
    fn moves(&self, &[x, y, z]: &[i32; 3], mut emit: impl FnMut([i32; 3], Cost)) {
        for &[dx, dy, dz] in &self.moves {
            let to = [x + dx, y + dy, z + dz];
            if self.at(to).is_some_and(|at| !self.solid[at as usize]) {
                emit(to, Cost::ONE * dx.abs_diff(2 * dy + 3 * dz));
            }
        }
    }
    fn dense_number(&self, state: &[i32; 3]) -> Option<u32> {
        (self.number)(self.at(*state))
    }
}

const VOXELS: [[i32; 3]; 6] = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]];
const HEXAGONS: [[i32; 3]; 6] =
    [[1, 0, 0], [0, 1, 0], [-1, 1, 0], [-1, 0, 0], [0, -1, 0], [1, -1, 0]];

/// The same questions with another numbering have the same answers, path and counts.
fn compare<N: Fn(Option<u32>) -> Option<u32>>(number: N, same_numbers: bool) {
    let mut random = Random(61);
    let mut dense = Lattice { sides: [0; 3], solid: vec![], moves: vec![], number };
    let hashed = |_| None;
    let mut plain = Lattice { sides: [0; 3], solid: vec![], moves: vec![], number: hashed };
    let (mut work, mut other) = (Workspace::new(), Workspace::new());
    let mut found = 0;
    for round in 0..60 {
        let sides = match round % 2 {
            0 => {
                [1 + random.below(9) as i32, 1 + random.below(9) as i32, 1 + random.below(9) as i32]
            }
            _ => [1 + random.below(20) as i32, 1 + random.below(20) as i32, 1],
        };
        let size = sides.iter().product::<i32>();
        let solid: Vec<bool> = (0..size).map(|_| random.below(4) == 0).collect();
        let moves = if round % 2 == 0 { VOXELS } else { HEXAGONS }.to_vec();
        (dense.sides, plain.sides) = (sides, sides);
        (dense.solid, plain.solid) = (solid.clone(), solid);
        (dense.moves, plain.moves) = (moves.clone(), moves);
        for _ in 0..5 {
            let mut pick = || sides.map(|side| random.below(side as u64) as i32);
            let (from, to) = (pick(), pick());
            for algorithm in [Algorithm::Dijkstra, Algorithm::AStar, Algorithm::Bfs] {
                let avoid = [[1, 1, 0]];
                let query = Query::new(from, to).algorithm(algorithm).avoid(&avoid);
                let a = search(&dense, &query, &mut work).unwrap();
                let b = search(&plain, &query, &mut other).unwrap();
                if same_numbers {
                    assert_eq!(a, b, "{algorithm} {from:?} {to:?} {sides:?}");
                }
                assert_eq!((a.outcome, a.cost), (b.outcome, b.cost));
                found += u32::from(a.is_found());
            }
        }
    }
    assert!(found > 100, "{found}");
}

#[test]
fn dense_numbers_change_nothing() {
    compare(|number| number, true);
}

#[test]
fn bad_numbers_change_nothing_either() {
    // One number for all, one for each three, none for some, enormous ones.
    compare(|_| Some(0), true);
    compare(|number| number.map(|n| n / 3), true);
    compare(|number| number.filter(|n| n % 2 == 0), true);
    compare(|number| number.map(|n| u32::MAX - n), true);
    compare(|number| number.map(|n| n + (n % 5) * 1000), true);
}

#[test]
fn declared_estimates_are_optimal_by_declaration() {
    // Walls with a gap each.
    let goal = Cell::new(13, 9);
    let free = |cell: Cell| cell.x % 4 != 2 || cell.y == (cell.x / 4 * 7 + 3) % 10;
    let grid = Grid::from_fn(15, 10, free).unwrap();
    let from = Cell::new(0, 1);
    let columns = |cell: &Cell| Cost::from(cell.x.abs_diff(goal.x));
    let (declared, custom) = (Heuristic::Admissible(&columns), Heuristic::Custom(&columns));
    let mut work = Workspace::new();
    let best = search(&grid, &Query::new(from, goal), &mut work).unwrap();
    assert!(best.is_optimal() && best.is_declared_optimal());
    let best = best.cost;
    let with_octile = [declared, Heuristic::Octile];
    let with_custom = [declared, custom];
    let mut ask = |heuristic, algorithm, stop| {
        let query = Query::new(from, goal).heuristic(heuristic).algorithm(algorithm).stop(stop);
        let answer = search(&grid, &query, &mut work).unwrap();
        assert!(answer.is_found());
        assert_eq!(answer.is_declared_optimal(), answer.guarantee != Guarantee::Nothing);
        (answer.guarantee, answer.cost)
    };
    let (astar, settled) = (Algorithm::AStar, Stop::Settled);
    assert_eq!(ask(declared, astar, settled), (Guarantee::Declared, best));
    assert_eq!(ask(Heuristic::Max(&with_octile), astar, settled), (Guarantee::Declared, best));
    assert_eq!(ask(custom, astar, settled).0, Guarantee::Nothing);
    assert_eq!(ask(Heuristic::Max(&with_custom), astar, settled).0, Guarantee::Nothing);
    assert_eq!(ask(declared, astar, Stop::Generated).0, Guarantee::Nothing);
    assert_eq!(ask(declared, Algorithm::Greedy, settled).0, Guarantee::Nothing);
    // It does not use the estimate, and what it knows needs no declaration.
    assert_eq!(ask(declared, Algorithm::Dijkstra, settled), (Guarantee::Optimal, best));
    assert_eq!(ask(declared, Algorithm::Bidirectional, settled), (Guarantee::Optimal, best));
}

#[test]
fn declared_estimates_on_graphs() {
    let edges = [(0, 1, 2.0), (1, 3, 2.0), (0, 2, 1.5), (2, 3, 3.0)];
    let graph = Graph::from_edges(4, edges).unwrap();
    let estimate = |&node: &u32| Cost::from(u32::from(node != 3));
    let mut work = Workspace::new();
    for info in algorithms().iter().filter(|info| info.optimal && !info.grids_only) {
        for avoid in [&[][..], &[7], &[2]] {
            let query = Query::new(0u32, 3u32).algorithm(info.algorithm).avoid_edges(avoid);
            let query = query.heuristic(Heuristic::Admissible(&estimate));
            let answer = search(&graph, &query, &mut work).unwrap();
            assert!(answer.is_declared_optimal(), "{}", info.name);
            assert_eq!(answer.cost, Cost::from(4), "{}", info.name);
        }
    }
}

/// Count up to a number, by one or by two.
struct Counting(bool);

impl Space for Counting {
    type State = u32;
    fn moves(&self, &n: &u32, mut emit: impl FnMut(u32, Cost)) {
        emit(n + 1, Cost::ONE);
        emit(n + 2, Cost::from(3));
    }
    fn estimate(&self, &from: &u32, &goal: &u32) -> Cost {
        Cost::from(goal.saturating_sub(from))
    }
    fn admissible(&self) -> bool {
        self.0
    }
}

#[test]
fn spaces_declare_their_estimates() {
    let mut work = Workspace::new();
    for algorithm in [Algorithm::AStar, Algorithm::Ida] {
        let query = Query::new(3u32, 40u32).algorithm(algorithm);
        let answer = search(&Counting(true), &query, &mut work).unwrap();
        assert_eq!((answer.guarantee, answer.cost), (Guarantee::Declared, Cost::from(37)));
        let answer = search(&Counting(false), &query, &mut work).unwrap();
        assert_eq!((answer.guarantee, answer.cost), (Guarantee::Nothing, Cost::from(37)));
        // What another estimate is was not declared.
        let estimate = |_: &u32| Cost::ZERO;
        let custom = query.heuristic(Heuristic::Custom(&estimate));
        let answer = search(&Counting(true), &custom, &mut work).unwrap();
        assert_eq!(answer.guarantee, Guarantee::Nothing);
    }
}
