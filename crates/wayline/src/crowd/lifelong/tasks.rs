//! [`Tasks`]: what is to be done, and who does it.
//!
//! A unit that is free takes the task that it finishes soonest, as far as one can tell: the way to the first stop
//! and along all others, by bounds that know the walls (the differences of distances to a few landmarks, and how far
//! apart the cells are).

use super::streets::Streets;
use crate::crowd::roadmap::NONE;
use rustc_hash::FxHashMap;

/// Cells from which all distances are known.
const LANDMARKS: usize = 8;

/// A task that nobody has taken.
struct Waiting {
    id: u32,
    first: u32,
    /// Along all its stops.
    length: u32,
}

pub(super) struct Tasks {
    /// The stops of each task that is not done.
    stops: FxHashMap<u32, Vec<u32>>,
    added: u32,
    waiting: Vec<Waiting>,
    bounds: Bounds,
}

impl Tasks {
    /// For units that are where `first` is.
    pub(super) fn new(streets: &Streets, first: u32) -> Tasks {
        let (stops, waiting) = (FxHashMap::default(), Vec::new());
        Tasks { stops, added: 0, waiting, bounds: Bounds::new(streets, first) }
    }

    /// Whether a path leads to a cell.
    pub(super) fn is_reached(&self, cell: u32) -> bool {
        self.bounds.from[cell as usize][0] != u32::MAX
    }

    /// One more; returns its number.
    pub(super) fn add(&mut self, streets: &Streets, stops: Vec<u32>) -> u32 {
        let id = self.added;
        self.added += 1;
        let legs = stops.windows(2).map(|leg| self.bounds.between(streets, leg[0], leg[1]));
        self.waiting.push(Waiting { id, first: stops[0], length: legs.sum() });
        self.stops.insert(id, stops);
        id
    }

    pub(super) fn stops(&self, task: u32) -> &[u32] {
        &self.stops[&task]
    }

    /// Forgets a task that is done.
    pub(super) fn finish(&mut self, task: u32) {
        self.stops.remove(&task);
    }

    /// How many nobody has taken.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// The best task for a unit at a cell, which nobody else gets then.
    pub(super) fn take(&mut self, streets: &Streets, at: u32) -> Option<u32> {
        let Tasks { waiting, bounds, .. } = self;
        let mut best = (u32::MAX, 0);
        for (place, task) in waiting.iter().enumerate() {
            // The cheaper bound rules out most.
            if task.length.saturating_add(apart(streets, at, task.first)) < best.0 {
                let length = task.length.saturating_add(bounds.between(streets, at, task.first));
                best = best.min((length, place));
            }
        }
        (best.0 != u32::MAX).then(|| waiting.swap_remove(best.1).id)
    }
}

/// Bounds on distances.
struct Bounds {
    /// Of each cell, its distances from all landmarks.
    from: Vec<[u32; LANDMARKS]>,
}

impl Bounds {
    /// Each landmark is the cell that is farthest from those before it.
    fn new(streets: &Streets, first: u32) -> Bounds {
        let mut from = vec![[0; LANDMARKS]; streets.len()];
        let (mut distances, mut queue) = (Vec::new(), Vec::new());
        let mut nearest = vec![u32::MAX; streets.len()];
        let mut landmark = first;
        let mut known = 0;
        while known < LANDMARKS && landmark != NONE {
            streets.spread(landmark, &mut distances, &mut queue);
            for (cell, &distance) in distances.iter().enumerate() {
                from[cell][known] = distance;
                nearest[cell] = nearest[cell].min(distance);
            }
            known += 1;
            let reached = (0..).zip(&nearest).filter(|&(_, &it)| it != u32::MAX);
            landmark = reached.max_by_key(|&(_, &it)| it).map_or(NONE, |(cell, _)| cell);
        }
        Bounds { from }
    }

    fn between(&self, streets: &Streets, a: u32, b: u32) -> u32 {
        let lists = self.from[a as usize].iter().zip(&self.from[b as usize]);
        let most = lists.map(|(&a, &b)| a.abs_diff(b)).max().unwrap_or(0);
        most.max(apart(streets, a, b))
    }
}

/// How far apart two cells are, as if there were no walls.
fn apart(streets: &Streets, a: u32, b: u32) -> u32 {
    let (a, b) = (streets.roadmap.cell(a), streets.roadmap.cell(b));
    a.x.abs_diff(b.x) + a.y.abs_diff(b.y)
}
