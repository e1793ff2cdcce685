//! Who is timed on grids. All search by A* with the octile estimate and hand over the whole path.

use crate::lattice::Lattice;
use petgraph::csr::Csr;
use std::time::{Duration, Instant};
use wayline::{Algorithm, Cell, Grid, Open, Query, Workspace, search};

pub struct Solved {
    pub time: Duration,
    /// In raw units; `None` when there is no path.
    pub cost: Option<u64>,
    pub path: Vec<Cell>,
    /// Where the contestant counts them.
    pub expanded: u64,
}

pub trait Contestant {
    fn name(&self) -> &'static str;
    fn solve(&mut self, from: Cell, to: Cell) -> Solved;
}

/// Wayline with its workspace reused, as it is meant to be.
pub struct Wayline<'g> {
    grid: &'g Grid,
    open: Option<Open>,
    work: Workspace,
}

impl<'g> Wayline<'g> {
    /// With the open list that the engine chooses, unless one is given.
    pub fn new(grid: &'g Grid, open: Option<Open>) -> Wayline<'g> {
        Wayline { grid, open, work: Workspace::new() }
    }
}

impl Contestant for Wayline<'_> {
    fn name(&self) -> &'static str {
        if self.open.is_some() { "wayline heap" } else { "wayline" }
    }

    fn solve(&mut self, from: Cell, to: Cell) -> Solved {
        let clock = Instant::now();
        let mut query = Query::new(from, to).algorithm(Algorithm::AStar);
        if let Some(open) = self.open {
            query = query.open(open);
        }
        let answer = search(self.grid, &query, &mut self.work).expect("ends on free cells");
        let time = clock.elapsed();
        let cost = answer.is_found().then(|| answer.cost.raw());
        Solved { time, cost, path: answer.path.to_vec(), expanded: answer.stats.expanded }
    }
}

/// The `pathfinding` crate, with successors that look at the cells, as its users write them.
pub struct Pathfinding<'l>(pub &'l Lattice);

impl Contestant for Pathfinding<'_> {
    fn name(&self) -> &'static str {
        "pathfinding"
    }

    fn solve(&mut self, from: Cell, to: Cell) -> Solved {
        solve_with_pathfinding(self.0, |node| self.0.successors_by_cells(node), from, to)
    }
}

/// The same, given the legal steps of every cell, as wayline keeps them for itself.
pub struct PathfindingGivenSteps<'l>(pub &'l Lattice);

impl Contestant for PathfindingGivenSteps<'_> {
    fn name(&self) -> &'static str {
        "pathfinding given steps"
    }

    fn solve(&mut self, from: Cell, to: Cell) -> Solved {
        solve_with_pathfinding(self.0, |node| self.0.successors(node), from, to)
    }
}

fn solve_with_pathfinding<I: Iterator<Item = (u32, u64)>>(
    lattice: &Lattice,
    successors: impl Fn(u32) -> I,
    from: Cell,
    to: Cell,
) -> Solved {
    let (start, goal) = (lattice.number(from), lattice.number(to));
    let clock = Instant::now();
    let answer = pathfinding::prelude::astar(
        &start,
        |&node| successors(node),
        |&node| lattice.estimate(node, goal),
        |&node| node == goal,
    );
    let time = clock.elapsed();
    let (path, cost) = answer.unzip();
    let path = path.unwrap_or_default().into_iter().map(|node| lattice.cell(node)).collect();
    Solved { time, cost, path, expanded: 0 }
}

/// The `petgraph` crate, on its most compact graph.
pub struct Petgraph<'l> {
    lattice: &'l Lattice,
    graph: Csr<(), u64>,
}

impl<'l> Petgraph<'l> {
    pub fn new(lattice: &'l Lattice) -> Petgraph<'l> {
        let mut edges: Vec<(u32, u32, u64)> = lattice
            .numbers()
            .flat_map(|from| lattice.successors(from).map(move |(to, cost)| (from, to, cost)))
            .collect();
        edges.sort_unstable();
        Petgraph { lattice, graph: Csr::from_sorted_edges(&edges).expect("sorted edges") }
    }
}

impl Contestant for Petgraph<'_> {
    fn name(&self) -> &'static str {
        "petgraph"
    }

    fn solve(&mut self, from: Cell, to: Cell) -> Solved {
        let lattice = self.lattice;
        let (start, goal) = (lattice.number(from), lattice.number(to));
        let clock = Instant::now();
        let answer = petgraph::algo::astar(
            &self.graph,
            start,
            |node| node == goal,
            |edge| *petgraph::visit::EdgeRef::weight(&edge),
            |node| lattice.estimate(node, goal),
        );
        let time = clock.elapsed();
        let (cost, path) = answer.unzip();
        let path = path.unwrap_or_default().into_iter().map(|node| lattice.cell(node)).collect();
        Solved { time, cost, path, expanded: 0 }
    }
}
