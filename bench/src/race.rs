//! The same questions to all contestants, their answers compared, their times kept.

use crate::contestants::{
    Contestant, Pathfinding, PathfindingGivenSteps, Petgraph, Solved, Wayline,
};
use crate::lattice::Lattice;
use crate::maps::{Course, Question};
use std::process::exit;
use std::time::Duration;
use wayline::{Cost, Open};

/// Whoever takes part, in the order of the results.
pub const NAMES: [&str; 5] =
    ["wayline", "wayline heap", "pathfinding", "pathfinding given steps", "petgraph"];
/// From here on they are peers.
pub const PEERS: usize = 2;

/// Who is asked next.
#[derive(Clone, Copy)]
pub enum Order {
    /// A pass asks all questions of one contestant, then of the next, so that none finds in the
    /// caches what it left there the last time.
    Rounds,
    /// All passes of one contestant, then of the next.
    InARow,
}

/// The mean time of each contestant over the questions, in microseconds: of each question the
/// fastest of this many passes.
pub fn race(course: &Course, passes: usize, order: Order) -> [f64; NAMES.len()] {
    let lattice = Lattice::new(&course.grid);
    let mut all: [Box<dyn Contestant>; NAMES.len()] = [
        Box::new(Wayline::new(&course.grid, None)),
        Box::new(Wayline::new(&course.grid, Some(Open::Heap))),
        Box::new(Pathfinding(&lattice)),
        Box::new(PathfindingGivenSteps(&lattice)),
        Box::new(Petgraph::new(&lattice)),
    ];
    let mut best = vec![[Duration::MAX; NAMES.len()]; course.queries.len()];
    let mut costs = vec![None; course.queries.len()];
    let (rounds, repeats) = match order {
        Order::Rounds => (passes, 1),
        Order::InARow => (1, passes),
    };
    for _ in 0..rounds {
        for (who, contestant) in all.iter_mut().enumerate() {
            let questions = (0..repeats).flat_map(|_| course.queries.iter().enumerate());
            for (i, question) in questions {
                let solved = contestant.solve(question.from, question.to);
                best[i][who] = best[i][who].min(solved.time);
                check(contestant.name(), &lattice, question, &solved);
                let cost = *costs[i].get_or_insert(solved.cost);
                if cost != solved.cost {
                    differ(contestant.name(), question, cost, solved.cost);
                }
            }
        }
    }
    std::array::from_fn(|who| {
        let micros = best.iter().map(|times| times[who].as_nanos() as f64 / 1000.0);
        micros.sum::<f64>() / best.len() as f64
    })
}

/// Checks a path from end to end, and its length against the scenario's.
fn check(name: &str, lattice: &Lattice, question: &Question, solved: &Solved) {
    let Some(cost) = solved.cost else { return };
    let ends = (solved.path.first(), solved.path.last());
    let walked = lattice.cost(&solved.path);
    if ends != (Some(&question.from), Some(&question.to)) || walked != Some(cost) {
        differ(name, question, walked, solved.cost);
    }
    let length = Cost::from_raw(cost).to_f64();
    // Some scenarios are kept to two decimals.
    if question.length.is_some_and(|told| (told - length).abs() > 0.01) {
        eprintln!("{name}: {length}, the scenario says {:?}", question.length);
        exit(3);
    }
}

/// A benchmark of wrong answers is worth nothing.
fn differ(name: &str, question: &Question, expected: Option<u64>, found: Option<u64>) -> ! {
    let Question { from, to, .. } = question;
    eprintln!("{name}, {from} to {to}: cost {found:?}, expected {expected:?}");
    exit(3)
}
