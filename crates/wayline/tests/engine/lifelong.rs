//! Crowds that never rest: every step goes before the judge.

use crate::oracle::{Random, effort};
use wayline::body::{Heading, Placement};
use wayline::check::{self, Flaw};
use wayline::crowd::{Action, CrowdError, Lifelong};
use wayline::{Cell, End, Grid, Moves, Rules};

fn four(grid: Grid) -> Grid {
    grid.with_rules(Rules::default().moves(Moves::Four))
}

/// The cells that are joined to a free one, that one first.
fn joined(grid: &Grid, first: Cell) -> Vec<Cell> {
    let others = grid.cells().filter(|&cell| cell != first && grid.is_free(cell));
    std::iter::once(first).chain(others.filter(|&cell| !grid.surely_apart(first, cell))).collect()
}

fn at(cell: Cell, heading: Heading) -> Placement {
    Placement::new(cell.x, cell.y, heading)
}

/// A crowd, and the judge who watches it.
struct Watched<'g> {
    crowd: Lifelong,
    judge: check::Steps<'g>,
}

impl<'g> Watched<'g> {
    fn new(grid: &'g Grid, starts: &[Placement], threads: usize) -> Watched<'g> {
        let crowd = Lifelong::with_threads(grid, starts, threads).unwrap();
        Watched { crowd, judge: check::Steps::new(grid, starts, []) }
    }

    fn add(&mut self, stops: Vec<Cell>) {
        self.crowd.add_task(stops.iter().copied()).unwrap();
        self.judge.add_task(stops);
    }

    fn step(&mut self) {
        self.crowd.step();
        self.judge.step(self.crowd.actions(), self.crowd.visits()).unwrap();
        assert_eq!(self.judge.finished(), self.crowd.finished());
    }
}

#[test]
fn random_crowds_never_collide() {
    let mut random = Random(14);
    let mut finished = 0;
    let crowds = 300 * effort();
    for _ in 0..crowds {
        let (width, height) = (2 + random.below(9) as u32, 2 + random.below(9) as u32);
        let blocked = random.below(40);
        let grid = Grid::from_fn(width, height, |_| random.below(100) >= blocked).unwrap();
        let grid = four(grid);
        let Some(first) = grid.cells().find(|&cell| grid.is_free(cell)) else { continue };
        let cells = joined(&grid, first);
        let units = 1 + random.below(cells.len() as u64) as usize;
        let mut places = cells.clone();
        for last in (1..places.len()).rev() {
            places.swap(last, random.below(last as u64 + 1) as usize);
        }
        let heading = |random: &mut Random| Heading::ALL[random.below(4) as usize];
        let starts: Vec<Placement> =
            places[..units].iter().map(|&cell| at(cell, heading(&mut random))).collect();
        let mut alone = Watched::new(&grid, &starts, 1);
        let mut several = Watched::new(&grid, &starts, 3);
        for _ in 0..40 {
            for _ in 0..random.below(3) {
                let stops = 1 + random.below(3);
                let stops: Vec<Cell> =
                    (0..stops).map(|_| cells[random.below(cells.len() as u64) as usize]).collect();
                alone.add(stops.clone());
                several.add(stops);
            }
            alone.step();
            several.step();
            assert_eq!(alone.crowd.actions(), several.crowd.actions());
        }
        finished += alone.crowd.finished();
    }
    assert!(finished > crowds * 5, "{finished}");
}

/// Wherever any two cells are joined by two paths that share nothing, nobody waits for ever.
#[test]
fn everybody_gets_there_on_open_ground() {
    let grid = four(Grid::from_fn(16, 16, |cell| cell.x % 4 != 2 || cell.y % 4 != 2).unwrap());
    let cells = joined(&grid, Cell::new(0, 0));
    let starts: Vec<Placement> =
        cells.iter().step_by(2).map(|&cell| at(cell, Heading::E)).collect();
    let mut watched = Watched::new(&grid, &starts, 1);
    let tasks = 2 * starts.len();
    for task in 0..tasks {
        let stop = |times: usize| cells[(task * times + 7) % cells.len()];
        watched.add(vec![stop(37), stop(101)]);
    }
    while watched.crowd.finished() < tasks as u64 {
        watched.step();
        assert!(watched.crowd.steps() < 2000, "{:?}", watched.crowd);
    }
    assert_eq!(watched.crowd.waiting(), 0);
}

/// Two that meet in a dead end: one has to back out as far as the side room.
#[test]
fn a_dead_end_is_left_again() {
    let grid = four(Grid::from_rows(["....", "#.#.", "###."]).unwrap());
    let starts = [at(Cell::new(0, 0), Heading::E), at(Cell::new(1, 0), Heading::W)];
    let mut watched = Watched::new(&grid, &starts, 1);
    watched.add(vec![Cell::new(3, 2), Cell::new(0, 0)]);
    watched.add(vec![Cell::new(0, 0), Cell::new(3, 2)]);
    for _ in 0..400 {
        watched.step();
    }
    assert_eq!(watched.crowd.finished(), 2);
}

#[test]
fn what_cannot_be_is_refused_by_name() {
    let grid = four(Grid::from_rows(["..#."]).unwrap());
    let place = |x| at(Cell::new(x, 0), Heading::N);
    let refused = |starts: &[Placement]| Lifelong::new(&grid, starts).unwrap_err();
    let (end, cell) = (End::Start, Cell::new(2, 0));
    assert_eq!(refused(&[place(0), place(2)]), CrowdError::NotFree { unit: 1, end, cell });
    let cell = Cell::new(9, 0);
    assert_eq!(refused(&[place(9)]), CrowdError::NotFree { unit: 0, end, cell });
    let cell = Cell::new(1, 0);
    assert_eq!(
        refused(&[place(1), place(1)]),
        CrowdError::Shared { first: 0, second: 1, end, cell }
    );
    assert_eq!(refused(&[place(0), place(3)]), CrowdError::Apart { cell: Cell::new(3, 0) });
    let eight = Grid::new(2, 2).unwrap();
    assert_eq!(Lifelong::new(&eight, &[]).unwrap_err(), CrowdError::EightMoves);
    let mut crowd = Lifelong::new(&grid, &[place(0)]).unwrap();
    assert_eq!(crowd.add_task([(3, 0)]), Err(CrowdError::Apart { cell: Cell::new(3, 0) }));
    assert_eq!(crowd.add_task([(0, 7)]), Err(CrowdError::Apart { cell: Cell::new(0, 7) }));
    assert_eq!(crowd.add_task(Vec::<Cell>::new()), Err(CrowdError::NoStops));
    assert_eq!(crowd.step(), [Action::Wait]);
    // Nobody at all is a crowd, too.
    let mut nobody = Lifelong::new(&grid, &[]).unwrap();
    assert_eq!(nobody.step(), []);
}

/// What it would be if the judge let it pass.
#[test]
fn the_judge_sees_walls_collisions_and_false_visits() {
    let grid = four(Grid::from_rows(["...#"]).unwrap());
    let place = |x, heading| at(Cell::new(x, 0), heading);
    let judged = |starts: &[Placement], actions: &[Action]| {
        check::Steps::new(&grid, starts, []).step(actions, &[])
    };
    use Action::{Forward, Wait};
    let towards = [place(0, Heading::E), place(1, Heading::W)];
    assert!(matches!(judged(&towards, &[Forward, Wait]), Err(Flaw::Conflict(it)) if !it.passing));
    assert!(matches!(judged(&towards, &[Forward, Forward]), Err(Flaw::Conflict(it)) if it.passing));
    assert!(judged(&[place(2, Heading::E)], &[Forward]).is_err());
    assert!(judged(&[place(0, Heading::N)], &[Forward]).is_err());
    assert!(matches!(judged(&towards, &[Wait]), Err(Flaw::WrongUnits { .. })));
    // One after the other, in the same direction, is no collision.
    judged(&[place(0, Heading::E), place(1, Heading::E)], &[Forward, Forward]).unwrap();
    // Of a real crowd, but told to another.
    let mut crowd = Lifelong::new(&grid, &[place(0, Heading::E)]).unwrap();
    crowd.add_task([(1, 0)]).unwrap();
    crowd.step();
    let visits = crowd.visits().to_vec();
    assert_eq!(visits.len(), 1);
    let mut judge = check::Steps::new(&grid, &[place(0, Heading::E)], [vec![Cell::new(2, 0)]]);
    assert!(matches!(judge.step(crowd.actions(), &visits), Err(Flaw::NoVisit { .. })));
}
