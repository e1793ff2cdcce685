//! What estimates are over links: the least of the straight estimate and those over each link.

use super::estimates::Estimate;
use crate::kernel::cost::Cost;
use crate::spaces::grid::links::Link;
use crate::spaces::grid::{Grid, Layer};

/// With more links than this, no estimate is worth its time.
pub(crate) const MANY_LINKS: usize = 32;

/// By how much links shorten a path, at most: for each, where it starts and the least that is left
/// from there to a goal over it; and where it ends and the least it took from a start to there.
///
/// The estimate of a place is then the least of the direct one and, for every link, that to the link's
/// start and what is left from there. It is consistent: along steps since every part is, and along a
/// link since the place it starts from has what is left by it as one of its parts.
pub(crate) struct Detours {
    ahead: [(u32, Cost); MANY_LINKS],
    behind: [(u32, Cost); MANY_LINKS],
    count: usize,
}

impl Detours {
    /// Dijkstra's algorithm from the goals, and from the starts, over links and estimates between them.
    pub(crate) fn new(
        grid: &Grid,
        layer: Option<&Layer>,
        estimate: &impl Estimate,
        (starts, goals): (&[u32], &[u32]),
    ) -> Detours {
        let none = [(0, Cost::INFINITE); MANY_LINKS];
        let mut it = Detours { ahead: none, behind: none, count: 0 };
        let mut live = [Link { from: 0, to: 0, cost: Cost::ZERO }; MANY_LINKS];
        for link in grid.links.all() {
            if let Some(cost) = grid.link_cost(link, layer) {
                live[it.count] = Link { cost, ..*link };
                it.count += 1;
            }
        }
        let live = &live[..it.count];
        let between = |from: u32, to: u32| estimate.between(grid, from, to);
        // By way of each link: what is left from its start.
        settle(
            live,
            |link| estimate.to_goal(grid, link.to, goals) + link.cost,
            |link, left, other| other.cost + between(other.to, link.from) + left,
        )
        .zip(live)
        .zip(&mut it.ahead)
        .for_each(|((left, link), ahead)| *ahead = (link.from, left));
        // What it took to its end.
        settle(
            live,
            |link| estimate.nearest_to(grid, starts, link.from) + link.cost,
            |link, took, other| took + between(link.to, other.from) + other.cost,
        )
        .zip(live)
        .zip(&mut it.behind)
        .for_each(|((took, link), behind)| *behind = (link.to, took));
        it
    }

    /// The least estimate over a link to a goal.
    pub(crate) fn ahead(&self, between: impl Fn(u32) -> Cost) -> Cost {
        let ways = self.ahead[..self.count].iter().map(|&(place, left)| between(place) + left);
        ways.min().unwrap_or(Cost::INFINITE)
    }

    /// The same from a start.
    pub(crate) fn behind(&self, between: impl Fn(u32) -> Cost) -> Cost {
        let ways = self.behind[..self.count].iter().map(|&(place, took)| took + between(place));
        ways.min().unwrap_or(Cost::INFINITE)
    }
}

/// The least cost of each link, from what it costs first and what another offers it.
fn settle(
    links: &[Link],
    first: impl Fn(&Link) -> Cost,
    offer: impl Fn(&Link, Cost, &Link) -> Cost,
) -> impl Iterator<Item = Cost> {
    let mut costs = [Cost::INFINITE; MANY_LINKS];
    let mut settled = [false; MANY_LINKS];
    links.iter().zip(&mut costs).for_each(|(link, cost)| *cost = first(link));
    for _ in links {
        let open = (0..links.len()).filter(|&at| !settled[at]);
        let Some(least) = open.min_by_key(|&at| costs[at]) else { break };
        settled[least] = true;
        for at in (0..links.len()).filter(|&at| !settled[at]) {
            costs[at] = costs[at].min(offer(&links[least], costs[least], &links[at]));
        }
    }
    costs.into_iter().take(links.len())
}
