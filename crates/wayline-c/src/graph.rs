//! Graphs: nodes and edges with costs.

use crate::handle::{Passed, handle};
use crate::pointers::{Out, OutList, at, list};
use crate::settings::wl_settings;
use crate::status::{Failure, free, look, run, wl_status};
use crate::types::wl_answer;
use crate::workspace::{self, wl_workspace};
use std::sync::RwLock;
use wayline::{FieldQuery, Graph, Positions, Query};

/// A directed graph. Nodes and edges are numbered from zero.
pub struct wl_graph(pub(crate) RwLock<Graph>);
handle! { wl_graph: Graph, "graph"; }

/// Makes a graph of this many nodes from three arrays of the same length: where each edge begins, where it ends,
/// what it costs. An edge is numbered by its place in them.
///
/// Yours: free it with wl_graph_destroy(). The arrays are copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_graph_from_edges(
    node_count: usize,
    from: *const u32,
    to: *const u32,
    costs: *const f64,
    edge_count: usize,
    graph: *mut *mut wl_graph,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (graph, from, to, costs) = unsafe {
        (
            Out::at("graph", graph),
            list("from", from, edge_count),
            list("to", to, edge_count),
            list("costs", costs, edge_count),
        )
    };
    graph.make(|| {
        // Nodes take memory, edges or not: a number that was mistyped is refused here, and does not end the
        // program.
        let bytes = node_count.saturating_mul(32);
        if node_count <= Graph::MAX && Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
            let message = format_args!("{node_count} nodes take more memory than there is");
            return Err(Failure::new(wl_status::NoMemory, message));
        }
        let ends = from?.iter().zip(to?).zip(costs?);
        let edges = ends.map(|((&from, &to), &cost)| (from, to, cost));
        Ok(wl_graph::new(Graph::from_edges(node_count, edges)?))
    })
}

/// Frees it. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn wl_graph_destroy(graph: Option<Box<wl_graph>>) {
    free(graph);
}

/// Positions in the plane.
pub const WL_PLANE: u32 = 0;
/// Positions on the globe: x is the latitude, y the longitude, in degrees.
pub const WL_GLOBE: u32 = 1;

/// Gives the nodes positions, one each, from which searches make an estimate. They are in the plane (WL_PLANE) or
/// on the globe (WL_GLOBE). If it fails, the graph stays as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_graph_set_positions(
    graph: *mut wl_graph,
    kind: u32,
    x: *const f64,
    y: *const f64,
    count: usize,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (graph, x, y) = unsafe { (at(graph), list("x", x, count), list("y", y, count)) };
    run(|| {
        let mut graph = graph.write()?;
        let positions = x?.iter().copied().zip(y?.iter().copied()).collect();
        let positions = match kind {
            WL_PLANE => Positions::Plane(positions),
            WL_GLOBE => Positions::Globe(positions),
            bad => {
                let message =
                    format_args!("positions of kind {bad}: expected WL_PLANE or WL_GLOBE");
                return Err(Failure::bad(message));
            }
        };
        let placed = graph.clone().with_positions(positions)?;
        *graph = placed;
        Ok(())
    })
}

/// How many nodes it has; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_graph_node_count(graph: Option<&wl_graph>) -> usize {
    look(0, || Ok(graph.read()?.nodes()))
}

/// How many edges it has; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_graph_edge_count(graph: Option<&wl_graph>) -> usize {
    look(0, || Ok(graph.read()?.edges()))
}

/// Changes what an edge costs. An index follows by wl_graph_index_update().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_graph_set_cost(
    graph: *mut wl_graph,
    edge: u32,
    cost: f64,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let graph = unsafe { at(graph) };
    run(|| Ok(graph.write()?.set_cost(edge, cost)?))
}

/// Closes an edge, or opens it again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_graph_set_open(
    graph: *mut wl_graph,
    edge: u32,
    open: bool,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let graph = unsafe { at(graph) };
    run(|| {
        let mut graph = graph.write()?;
        if open {
            graph.reopen(edge)?
        } else {
            graph.close(edge)?
        };
        Ok(())
    })
}

/// Adds an edge. Its number is written to edge, which may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_graph_add_edge(
    graph: *mut wl_graph,
    from: u32,
    to: u32,
    cost: f64,
    edge: *mut u32,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (graph, edge) = unsafe { (at(graph), Out::at("edge", edge)) };
    run(|| {
        edge.write(graph.write()?.add_edge(from, to, cost)?);
        Ok(())
    })
}

/// A cheapest path between two nodes, with its edges.
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_graph_path(
    graph: Option<&wl_graph>,
    from: u32,
    to: u32,
    workspace: *mut wl_workspace,
    answer: *mut wl_answer,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    unsafe { wl_graph_search(graph, from, to, None, workspace, answer) }
}

/// A path between two nodes, by these settings.
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_graph_search(
    graph: Option<&wl_graph>,
    from: u32,
    to: u32,
    settings: Option<&wl_settings>,
    workspace: *mut wl_workspace,
    answer: *mut wl_answer,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (work, answer) = unsafe { (at(workspace), Out::at("answer", answer)) };
    answer.give(wl_answer::default(), || {
        let settings = settings.copied().unwrap_or_default();
        let query = settings.on_graph(Query::new(from, to))?;
        let graph = graph.read()?;
        workspace::with(work, |work| workspace::ask(&*graph, &query, work))
    })
}

/// What a cheapest path between two nodes costs; infinite where there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_graph_cost(
    graph: Option<&wl_graph>,
    from: u32,
    to: u32,
    cost: *mut f64,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let cost = unsafe { Out::at("cost", cost) };
    cost.give(f64::INFINITY, || Ok(graph.read()?.cost(from, to)?.to_f64()))
}

/// What cheapest paths cost from each of some nodes to each of some others, row by row: from the first start to
/// all goals, then from the second; infinite where there is none. The number of costs is that of the starts times
/// that of the goals. For many starts an index is far faster: wl_graph_index_matrix().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_graph_matrix(
    graph: Option<&wl_graph>,
    starts: *const u32,
    start_count: usize,
    goals: *const u32,
    goal_count: usize,
    costs: *mut f64,
    cost_count: usize,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (costs, starts, goals) = unsafe {
        (
            OutList::at("costs", costs, cost_count),
            list("starts", starts, start_count),
            list("goals", goals, goal_count),
        )
    };
    costs.give(start_count.saturating_mul(goal_count), || {
        let (graph, starts, goals) = (graph.read()?, starts?, goals?);
        if let Some(&node) =
            starts.iter().chain(goals).find(|&&node| node as usize >= graph.nodes())
        {
            return Err(wayline::QueryError::NoSuchNode { node, nodes: graph.nodes() }.into());
        }
        let [first, ..] = starts else { return Ok(Vec::new()) };
        let mut field = graph.field(&FieldQuery::away_from(*first))?;
        let mut costs = Vec::with_capacity(cost_count);
        for &start in starts {
            if field.query().seeds()[0].0 != start {
                field.fill(&*graph, &FieldQuery::away_from(start))?;
            }
            let cost = |&goal: &u32| field.cost(goal).map_or(f64::INFINITY, |cost| cost.to_f64());
            costs.extend(goals.iter().map(cost));
        }
        Ok(costs)
    })
}
