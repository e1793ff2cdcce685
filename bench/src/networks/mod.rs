//! Road networks: our indices and searches beside our peers', on the same pairs.

mod changes;
mod contest;
mod course;
mod growth;
mod hierarchies;
mod ours;
mod searches;
mod sources;
mod turns;

pub use growth::growth;

use crate::Options;
use crate::report::Table;
use contest::{COLUMNS, Row};
use course::{COUNT, Course, FEW, Judge};
use ours::{Indexed, Searched};
use searches::{Arcs, Pathfinding, Petgraph, Rustworkx};
use wayline::IndexKind;

pub fn run(options: &Options) -> Vec<Table> {
    let mut networks = sources::all();
    if let Some(beginning) = &options.only {
        networks.retain(|network| network.name.starts_with(beginning.as_str()));
    }
    let mut tables: Vec<Table> =
        networks.iter().map(|network| contest(&network.course())).collect();
    tables.extend(turns::compare(&networks));
    tables
}

/// Everybody on one network.
fn contest(course: &Course) -> Table {
    let graph = &course.graph;
    let title =
        format!("networks: {}, {} nodes, {} edges", course.name, graph.nodes(), graph.edges());
    let mut table = Table::new(&title, &COLUMNS);
    let mut judge = Judge::new(course);
    let mut other_judge = Judge::new(course);
    for kind in IndexKind::OF_GRAPHS {
        if let Some(row) = indexed(course, kind, &mut judge, &mut other_judge) {
            table.row(row.cells());
        }
    }
    for (name, algorithm) in Searched::ALGORITHMS {
        let mut contestant = Searched::new(course, algorithm);
        table.row(Row::of(name, &mut contestant, &mut judge, course, FEW).cells());
    }
    table.row(hierarchies::fast_paths(course, &mut judge).cells());
    table.rows(hierarchies::cch(course, [&mut judge, &mut other_judge]).map(Row::cells));
    let arcs = Arcs::new(course);
    let mut rustworkx = Rustworkx::new(&arcs);
    let row = Row::of("rustworkx-core Dijkstra", &mut rustworkx, &mut judge, course, FEW);
    table.row(row.cells());
    for by_estimate in [true, false].into_iter().filter(|&by| !by || arcs.has_estimate()) {
        let how = if by_estimate { "A*" } else { "Dijkstra" };
        let mut petgraph = Petgraph::new(&arcs, by_estimate);
        let name = format!("petgraph {how}");
        table.row(Row::of(&name, &mut petgraph, &mut judge, course, FEW).cells());
        let mut pathfinding = Pathfinding::new(&arcs, by_estimate);
        let name = format!("pathfinding {how}");
        table.row(Row::of(&name, &mut pathfinding, &mut judge, course, FEW).cells());
    }
    table
}

/// One of our indices; none where it does not suit the network.
fn indexed<'c>(
    course: &Course,
    kind: IndexKind,
    judge: &mut Judge<'c>,
    other_judge: &mut Judge<'c>,
) -> Option<Row> {
    let (index, prepare) = ours::prepare(&course.graph, kind);
    let mut index = index.inspect_err(|error| eprintln!("{}: {error}", course.name)).ok()?;
    let name = format!("wayline {kind}");
    let mut row = Row::of(&name, &mut Indexed::new(course, &index), judge, course, COUNT);
    row.prepare = Some(prepare);
    row.bytes_a_node = Some(index.bytes() as f64 / course.graph.nodes() as f64);
    if kind == IndexKind::Customizable {
        row.metric = Some(changes::new_metric(course, &mut index, [other_judge, judge]));
        row.edge = Some(changes::changed_edge(course, &mut index, judge));
        row.closed = Some(changes::closed_edge(course, &mut index, judge));
    }
    Some(row)
}
