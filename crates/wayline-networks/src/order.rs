//! The best order of stops: the travelling salesman's problem, exactly, for as many stops as a person has in a
//! day.

use crate::{Location, Router};
use wayline::{Cost, Error, GraphError, Workspace};

/// The most stops that are put in order: the work doubles with each.
pub const MAX_STOPS: usize = 12;

impl Router<'_> {
    /// The order of stops that makes the whole trip from one location to another the cheapest, by the dynamic
    /// program of Held and Karp (1962) over the costs between all of them. `None` if no order reaches them all. At
    /// most [`MAX_STOPS`] stops.
    ///
    /// ```
    /// use wayline::Workspace;
    /// use wayline_networks::{Edge, Location, NetworkBuilder, Node, Router};
    /// let mut builder = NetworkBuilder::default();
    /// builder.nodes = vec![Node::default(); 4];
    /// for node in 0..3 {
    ///     builder.edges.push(Edge { from: node, to: node + 1, cost: 1.0, ..Edge::default() });
    /// }
    /// let network = builder.build()?;
    /// let [start, a, b, end] = [0, 2, 1, 3].map(Location::Node);
    /// let mut work = Workspace::new();
    /// let order = Router::new(&network)?.best_order(&start, &[a, b], &end, &mut work)?;
    /// assert_eq!(order, Some(vec![1, 0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_order(
        &self,
        from: &Location,
        stops: &[Location],
        to: &Location,
        work: &mut Workspace,
    ) -> Result<Option<Vec<usize>>, Error> {
        if stops.len() > MAX_STOPS {
            let (what, count) = ("stops to be put in order", stops.len());
            return Err(GraphError::TooMany { what, count, max: MAX_STOPS }.into());
        }
        // Rows: the start, then the stops. Columns: the stops, then the end.
        let rows: Vec<Location> = std::iter::once(from).chain(stops).cloned().collect();
        let columns: Vec<Location> = stops.iter().chain([to]).cloned().collect();
        let costs = self.costs(&rows, &columns, work)?;
        Ok(cheapest_order(stops.len(), |row, column| costs[row * columns.len() + column]))
    }
}

/// The cheapest order of this many stops: `cost(0, stop)` is what it costs from the start to a stop,
/// `cost(1 + stop, other)` from one stop to another, and `cost(.., stops)` to the end.
fn cheapest_order(stops: usize, cost: impl Fn(usize, usize) -> Cost) -> Option<Vec<usize>> {
    if stops == 0 {
        return (!cost(0, 0).is_infinite()).then(Vec::new);
    }
    // By the set of stops that were visited, and the last of them: the cost, and the stop before.
    let mut best = vec![(Cost::INFINITE, usize::MAX); stops << stops];
    for stop in 0..stops {
        best[(1 << stop) * stops + stop].0 = cost(0, stop);
    }
    for set in 1..1usize << stops {
        for last in (0..stops).filter(|last| set & 1 << last != 0) {
            let (sofar, _) = best[set * stops + last];
            if sofar.is_infinite() {
                continue;
            }
            for next in (0..stops).filter(|next| set & 1 << next == 0) {
                let offer = (sofar + cost(1 + last, next), last);
                let place = &mut best[(set | 1 << next) * stops + next];
                *place = offer.min(*place);
            }
        }
    }
    let mut set = (1 << stops) - 1;
    let ends = (0..stops).map(|last| (best[set * stops + last].0 + cost(1 + last, stops), last));
    let (whole, mut last) = ends.min()?;
    if whole.is_infinite() {
        return None;
    }
    let mut order = vec![last];
    while order.len() < stops {
        let before = best[set * stops + last].1;
        set &= !(1 << last);
        last = before;
        order.push(last);
    }
    order.reverse();
    Some(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn permutations(stops: usize) -> Vec<Vec<usize>> {
        if stops == 0 {
            return vec![Vec::new()];
        }
        let shorter = permutations(stops - 1);
        let insert = |order: &Vec<usize>, at: usize| {
            let mut longer = order.clone();
            longer.insert(at, stops - 1);
            longer
        };
        shorter.iter().flat_map(|order| (0..stops).map(|at| insert(order, at))).collect()
    }

    #[test]
    fn no_order_is_cheaper() {
        for stops in 0..7 {
            for seed in 0..40u64 {
                let cost = |row: usize, column: usize| {
                    let mixed = (row as u64 * 31 + column as u64 * 17 + seed * 101)
                        .wrapping_mul(0x9E37_79B9_7F4A_7C15);
                    let dice = mixed >> 58;
                    if dice < 8 { Cost::INFINITE } else { Cost::from(dice as u32) }
                };
                let whole = |order: &[usize]| {
                    let mut sum = Cost::ZERO;
                    let mut at = 0;
                    for &stop in order {
                        sum = sum + cost(at, stop);
                        at = 1 + stop;
                    }
                    sum + cost(at, stops)
                };
                let all = permutations(stops);
                let least = all.iter().map(|order| whole(order)).min().unwrap();
                let found = cheapest_order(stops, cost);
                assert_eq!(found.is_none(), least.is_infinite());
                if let Some(order) = found {
                    assert_eq!(whole(&order), least);
                }
            }
        }
    }
}
