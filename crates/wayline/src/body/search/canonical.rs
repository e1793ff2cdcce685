//! One path among all that cost least: the one that a [`GoalField`](crate::body::GoalField) gives.
//!
//! From the start on, the field takes the first of the best moves at each placement. A search knows what every
//! placement is reached for, but not what is left from there. So the placements from which a goal is reached for
//! no more are found first, from the goals backwards, and then the same path is read among them.

use super::astar::BodyRecords;
use crate::body::map::BodyMap;
use crate::kernel::marks::Marks;

/// Writes the path out, given what all states on cheapest paths are reached for. `starts` are in descending order,
/// the first that will do being the last.
pub(super) fn read(
    map: &BodyMap,
    records: &BodyRecords,
    (starts, goals): (&[u32], &[u32]),
    cost: u32,
    marks: &mut Marks,
    trail: &mut Vec<u32>,
) {
    marks.begin(map.states());
    for &goal in goals.iter().filter(|&&goal| records.g(goal) == Some(cost)) {
        marks.mark(goal);
    }
    let mut next = 0;
    while let Some(&state) = marks.list.get(next) {
        next += 1;
        let Some(reached) = records.g(state) else { continue };
        map.for_each_move_back(map.placement(state), |from, step, _| {
            if let Some(before) = map.state(from)
                && records.g(before).is_some_and(|g| g + step == reached)
            {
                marks.mark(before);
            }
        });
    }
    trail.clear();
    let marked = |&&state: &&u32| marks.has(state) && records.g(state) == Some(0);
    trail.extend(starts.iter().rev().find(marked));
    while let Some(&state) = trail.last() {
        let mut best = None;
        if let Some(reached) = records.g(state).filter(|&g| g < cost) {
            map.for_each_move(map.placement(state), |to, step, _| {
                let Some(to) = map.state(to).filter(|_| best.is_none()) else { return };
                if marks.has(to) && records.g(to) == Some(reached + step) {
                    best = Some(to);
                }
            });
        }
        match best {
            Some(to) => trail.push(to),
            None => break,
        }
    }
}
