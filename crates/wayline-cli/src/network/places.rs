//! Which places are meant: those that the user names, or a far-apart pair.

use crate::failure::Failure;
use wayline::{FieldQuery, Graph};
use wayline_networks::{Location, Router, Snap};

/// A place farther than this from the nearest street is reported.
const FAR_METRES: f64 = 500.0;

/// The place that a text means.
pub(crate) fn find(router: &Router<'_>, flag: &str, text: &str) -> Result<Snap, Failure> {
    router.find(text).map_err(|error| Failure::Input(format!("{flag}: {error}")))
}

/// What to mention of a place that was snapped from far away.
pub(crate) fn remark(text: &str, place: &Snap) -> Option<String> {
    (place.metres > FAR_METRES).then(|| {
        let away = super::words::length(place.metres);
        format!("{text} is {away} away from the nearest street of the network")
    })
}

/// Fills in what was not asked for: a node as far away as there is, by cost.
pub(crate) fn ends(
    router: &Router<'_>,
    from: Option<Snap>,
    to: Option<Snap>,
) -> Result<(Snap, Snap), Failure> {
    Ok(match (from, to) {
        (Some(from), Some(to)) => (from, to),
        (Some(from), None) => {
            let to = farthest(router, &from.location, false)?;
            (from, to)
        }
        (None, Some(to)) => (farthest(router, &to.location, true)?, to),
        (None, None) => {
            // A double sweep: what is farthest from anywhere is at an outer end of the network.
            let anywhere = Location::Node(first_with_edges(router.network().graph()));
            let from = farthest(router, &anywhere, true)?;
            let to = farthest(router, &from.location, false)?;
            (from, to)
        }
    })
}

/// A node that something leads to and from, if there is one.
fn first_with_edges(graph: &Graph) -> u32 {
    let mut entered = vec![false; graph.nodes()];
    for node in 0..graph.nodes() as u32 {
        graph.edges_from(node).for_each(|(_, head, _)| entered[head as usize] = true);
    }
    let both = |node: &u32| entered[*node as usize] && graph.edges_from(*node).next().is_some();
    (0..graph.nodes() as u32).find(both).unwrap_or(0)
}

/// The node that is the most expensive to go to, or to come from; of several, always the same.
fn farthest(router: &Router<'_>, from: &Location, backward: bool) -> Result<Snap, Failure> {
    let (graph, turns) = (router.graph(), router.turns());
    let near = match from {
        Location::Node(node) => *node,
        Location::OnEdges(on) => {
            let edge = on.first().and_then(|on| router.network().graph().edge(on.edge));
            edge.map_or(0, |(tail, head, _)| if backward { tail } else { head })
        }
        _ => 0,
    };
    let query = match backward {
        true => FieldQuery::towards(turns.goal(near)),
        false => FieldQuery::away_from(turns.start(near)),
    };
    let field = graph.field(&query)?;
    let state = |node: u32| if backward { turns.start(node) } else { turns.goal(node) };
    let nodes = 0..router.network().nodes() as u32;
    let costs = nodes.filter_map(|node| Some((field.cost(state(node))?, node)));
    let node = costs.max().map_or(near, |(_, node)| node);
    let position = router.network().positions().map(|all| all[node as usize]);
    Ok(Snap { location: Location::Node(node), position, metres: 0.0 })
}

/// The edges that `--avoid` means: one by its number, or all of a street by its name.
pub(crate) fn edges(router: &Router<'_>, texts: &[String]) -> Result<Vec<u32>, Failure> {
    let network = router.network();
    let mut avoided = Vec::new();
    for text in texts {
        let wanted = text.trim().to_lowercase();
        let all = 0..network.edges() as u32;
        let named = |edge: &u32| {
            let name = network.edge_name(*edge);
            !name.is_empty() && name.to_lowercase() == wanted
        };
        match wanted.parse::<u32>() {
            Ok(edge) if (edge as usize) < network.edges() => avoided.push(edge),
            _ => {
                let before = avoided.len();
                avoided.extend(all.filter(named));
                if avoided.len() == before {
                    return Err(Failure::Input(format!(
                        "--avoid: there is no edge or street '{text}': expected the number of an \
                         edge, from 0 to {}, or the name of a street{}",
                        network.edges().saturating_sub(1),
                        similar_streets(router, &wanted)
                    )));
                }
            }
        }
    }
    avoided.sort_unstable();
    avoided.dedup();
    Ok(avoided)
}

fn similar_streets(router: &Router<'_>, wanted: &str) -> String {
    let network = router.network();
    let mut names: Vec<&str> =
        (0..network.edges() as u32).map(|edge| network.edge_name(edge)).collect();
    names.sort_unstable();
    names.dedup();
    let like = names.into_iter().filter(|name| !name.is_empty()).filter(|name| {
        let lower = name.to_lowercase();
        !wanted.is_empty() && (lower.contains(wanted) || strsim::osa_distance(&lower, wanted) <= 2)
    });
    match like.take(5).collect::<Vec<_>>()[..] {
        [] => String::new(),
        ref like => format!("; did you mean {}?", like.join(", ")),
    }
}
