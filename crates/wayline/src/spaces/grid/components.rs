//! Connected components: which free cells can reach each other at all.
//!
//! Labelled row by row over runs of free cells with a union-find over labels. An edit repairs the labels: a freed
//! cell unites its neighbours; a blocked cell that does not divide its 3x3 neighbourhood changes nothing;
//! otherwise the parts are flooded in step until all but one are exhausted or they meet, which costs as much as
//! the smaller side. Beyond a cap, the labels are left as they are: cells with different labels are then still
//! certain to be apart, but cells with the same label are no longer certain to be joined.

use super::Grid;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// How many runs of free cells one edit may flood before it gives up knowing.
const FLOOD_CAP: usize = 1024;
/// How many edits may leave things unknown before the labels are made again.
const UNSURE_CAP: u32 = 64;

#[derive(Clone, Debug)]
pub(crate) struct Components {
    /// The label of each place; zero where it is blocked.
    labels: Vec<u32>,
    /// Union-find over labels: the parent of each.
    parents: Vec<u32>,
    count: usize,
    unsure: u32,
}

impl Components {
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.labels) + size_of_val(&*self.parents)
    }

    /// Labels the free cells of a grid.
    pub(crate) fn of(grid: &Grid) -> Components {
        let places = Grid::places(grid.width, grid.height);
        let mut all = Components { labels: vec![0; places], parents: vec![0], count: 0, unsure: 0 };
        let reach = u32::from(grid.rules.joins_diagonally());
        let stride = grid.stride;
        let (mut above, mut here): (Vec<FreeRun>, Vec<FreeRun>) = (Vec::new(), Vec::new());
        for row in 1..=grid.height {
            here.clear();
            runs(grid, row * stride, &mut here);
            // Both lists are sorted: walk them side by side.
            let mut first = 0;
            for run in &mut here {
                let (low, high) = (run.start - reach, run.end + reach);
                while first < above.len() && above[first].end + stride <= low {
                    first += 1;
                }
                let touching =
                    above[first..].iter().take_while(|other| other.start + stride < high);
                for other in touching {
                    run.label = match run.label {
                        0 => other.label,
                        label => all.unite(label, other.label),
                    };
                }
                if run.label == 0 {
                    run.label = all.new_label();
                }
            }
            for run in &here {
                all.labels[run.start as usize..run.end as usize].fill(run.label);
            }
            std::mem::swap(&mut above, &mut here);
        }
        all
    }

    /// How many components there are; `None` when edits have left that open.
    pub(crate) fn count(&self) -> Option<usize> {
        (self.unsure == 0).then_some(self.count)
    }

    /// The component of a place, as the label that stands for it.
    pub(crate) fn of_place(&self, place: u32) -> u32 {
        let mut label = self.labels[place as usize];
        while self.parents[label as usize] != label {
            label = self.parents[label as usize];
        }
        label
    }

    /// Repairs the labels after one cell changed. `false`: make them again when next wanted.
    pub(crate) fn cell_changed(&mut self, grid: &Grid, place: u32, free: bool) -> bool {
        let around = ring(grid, place);
        if free {
            self.count += 1;
            let label = self.new_label_uncounted();
            self.labels[place as usize] = label;
            for &(next, joined) in &around {
                if joined && grid.bit(next) {
                    self.unite(label, self.labels[next as usize]);
                }
            }
            // Labels are never given back one by one.
            return self.parents.len() <= self.labels.len() + 1;
        }
        self.labels[place as usize] = 0;
        let mut seeds = Vec::new();
        parts_of_ring(grid, &around, |seed| seeds.push(seed));
        match seeds.len() {
            0 => self.count -= 1,
            1 => {}
            // Where code is fetched over a network, nothing is flooded: what is not known is soon labelled anew.
            _ if cfg!(target_arch = "wasm32") => self.unsure += 1,
            _ => self.part(grid, &seeds),
        }
        self.unsure <= UNSURE_CAP && self.parents.len() <= self.labels.len() + 1
    }

    /// Floods from the seeds in step, run by run, and gives each part that ends a label of its own.
    fn part(&mut self, grid: &Grid, seeds: &[u32]) {
        let mut owner: FxHashMap<u32, usize> = FxHashMap::default();
        let mut floods: Vec<Vec<FreeRun>> = vec![Vec::new(); seeds.len()];
        let mut done = vec![0usize; seeds.len()];
        let mut leader: Vec<usize> = (0..seeds.len()).collect();
        let lead = |leader: &[usize], mut part: usize| {
            while leader[part] != part {
                part = leader[part];
            }
            part
        };
        for (part, &seed) in seeds.iter().enumerate() {
            let run = run_at(grid, seed);
            match owner.get(&run.start) {
                None => {
                    owner.insert(run.start, part);
                    floods[part].push(run);
                }
                Some(&other) => leader[part] = lead(&leader, other),
            }
        }
        let reach = u32::from(grid.rules.joins_diagonally());
        let mut parts = (0..seeds.len()).filter(|&part| leader[part] == part).count();
        while parts > 1 {
            // A part is over when none of its floods has a run left to look at.
            let is_alive = |part: usize| {
                let mut all = 0..floods.len();
                all.any(|flood| lead(&leader, flood) == part && done[flood] < floods[flood].len())
            };
            let over = (0..seeds.len()).find(|&part| leader[part] == part && !is_alive(part));
            if let Some(part) = over {
                let label = self.new_label();
                let mut others = (0..seeds.len()).filter(|&other| leader[other] == other);
                let other = others.find(|&other| other != part).expect("two parts");
                let members: Vec<usize> =
                    (0..seeds.len()).filter(|&flood| lead(&leader, flood) == part).collect();
                for flood in members {
                    for run in floods[flood].drain(..) {
                        self.labels[run.start as usize..run.end as usize].fill(label);
                    }
                    // Out of the race: counted as one with any other part.
                    leader[flood] = other;
                    done[flood] = 0;
                }
                parts -= 1;
                continue;
            }
            if owner.len() > FLOOD_CAP {
                self.unsure += 1;
                return;
            }
            for flood in 0..seeds.len() {
                let Some(&run) = floods[flood].get(done[flood]) else { continue };
                done[flood] += 1;
                for row in [-(grid.stride as i32), grid.stride as i32] {
                    let from = (run.start - reach).wrapping_add_signed(row);
                    let to = (run.end + reach).wrapping_add_signed(row);
                    let mut place = next_free(grid, from, to);
                    while place < to {
                        let next = run_at(grid, place);
                        match owner.entry(next.start) {
                            Entry::Vacant(vacant) => {
                                vacant.insert(flood);
                                floods[flood].push(next);
                            }
                            Entry::Occupied(other) => {
                                let (a, b) = (lead(&leader, flood), lead(&leader, *other.get()));
                                leader[a.max(b)] = a.min(b);
                                parts -= usize::from(a != b);
                            }
                        }
                        place = next_free(grid, next.end, to);
                    }
                }
            }
        }
    }

    fn new_label(&mut self) -> u32 {
        self.count += 1;
        self.new_label_uncounted()
    }

    fn new_label_uncounted(&mut self) -> u32 {
        let label = self.parents.len() as u32;
        self.parents.push(label);
        label
    }

    /// Unites two labels, and returns the one that stands for both.
    fn unite(&mut self, a: u32, b: u32) -> u32 {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            self.count -= 1;
            self.parents[a.max(b) as usize] = a.min(b);
        }
        a.min(b)
    }

    fn root(&mut self, mut label: u32) -> u32 {
        while self.parents[label as usize] != label {
            let up = self.parents[label as usize];
            self.parents[label as usize] = self.parents[up as usize];
            label = up;
        }
        label
    }
}

/// Consecutive free cells of one row: places from `start` to before `end`.
#[derive(Clone, Copy)]
struct FreeRun {
    start: u32,
    end: u32,
    label: u32,
}

/// How many of a word's bits are certain to be the row's (see [`Grid::word`]).
const SURE: u32 = 57;

/// The runs of the row that begins at a place.
fn runs(grid: &Grid, row: u32, out: &mut Vec<FreeRun>) {
    let end = row + grid.stride;
    let mut start = next_free(grid, row, end);
    while start < end {
        let stop = run_end(grid, start);
        out.push(FreeRun { start, end: stop, label: 0 });
        start = next_free(grid, stop, end);
    }
}

/// The first free place from one on; `end` or more if there is none before that.
fn next_free(grid: &Grid, mut place: u32, end: u32) -> u32 {
    while place < end {
        let skip = grid.word(place).trailing_zeros().min(SURE);
        place += skip;
        if skip < SURE {
            break;
        }
    }
    place
}

/// Where the run ends that a free place is in: what is around the map is blocked.
fn run_end(grid: &Grid, mut place: u32) -> u32 {
    loop {
        let skip = grid.word(place).trailing_ones().min(SURE);
        place += skip;
        if skip < SURE {
            return place;
        }
    }
}

impl Grid {
    /// The free places of a row around a free one: the first, and the one after the last.
    pub(crate) fn run_around(&self, place: u32) -> (u32, u32) {
        let FreeRun { start, end, .. } = run_at(self, place);
        (start, end)
    }

    /// Whether a blocked place lies between free ones that are not joined right around it.
    pub(crate) fn divides(&self, place: u32) -> bool {
        let mut parts = 0;
        parts_of_ring(self, &ring(self, place), |_| parts += 1);
        parts > 1
    }
}

/// The run that a free place is in.
fn run_at(grid: &Grid, place: u32) -> FreeRun {
    let mut start = place;
    loop {
        let from = start.saturating_sub(SURE - 1);
        // The places before this one, the nearest at the top.
        let before = grid.word(from) << (63 - (start - from)) << 1;
        let skip = before.leading_ones();
        start -= skip;
        if skip < SURE - 1 {
            return FreeRun { start, end: run_end(grid, place), label: 0 };
        }
    }
}

/// The eight places around one, clockwise from the north, and whether a free one there is joined
/// to a free one here whatever else lies around.
fn ring(grid: &Grid, place: u32) -> [(u32, bool); 8] {
    let stride = grid.stride;
    let diagonal = grid.rules.joins_diagonally();
    [
        (place - stride, true),
        (place - stride + 1, diagonal),
        (place + 1, true),
        (place + stride + 1, diagonal),
        (place + stride, true),
        (place + stride - 1, diagonal),
        (place - 1, true),
        (place - stride - 1, diagonal),
    ]
}

/// One cell of each group of the blocked cell's neighbours that are joined within the ring.
fn parts_of_ring(grid: &Grid, around: &[(u32, bool); 8], mut part: impl FnMut(u32)) {
    let free = around.map(|(place, _)| grid.bit(place));
    let diagonal = grid.rules.joins_diagonally();
    // Going round, neighbours on the ring touch orthogonally; two orthogonal ones around a blocked
    // corner touch diagonally.
    let mut group: [usize; 8] = std::array::from_fn(|i| i);
    let find = |group: &[usize; 8], mut i: usize| {
        while group[i] != i {
            i = group[i];
        }
        i
    };
    for i in 0..8 {
        let steps = if diagonal && i % 2 == 0 { 2 } else { 1 };
        for step in 1..=steps {
            let j = (i + step) % 8;
            if free[i] && free[j] {
                let (a, b) = (find(&group, i), find(&group, j));
                group[a.max(b)] = a.min(b);
            }
        }
    }
    // Only cells that were joined to the middle matter; a group is named by its least such cell.
    let mut seen = [false; 8];
    for i in 0..8 {
        if free[i] && around[i].1 {
            let g = find(&group, i);
            if !seen[g] {
                seen[g] = true;
                part(around[i].0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Corners, Rules};
    use super::*;

    /// Labels by flooding, cell by cell: what the clever ones must agree with.
    fn naive(grid: &Grid) -> Vec<u32> {
        let mut labels = vec![0u32; Grid::places(grid.width, grid.height)];
        let mut next = 0;
        for cell in grid.cells() {
            let place = grid.place(cell);
            if !grid.bit(place) || labels[place as usize] != 0 {
                continue;
            }
            next += 1;
            let mut stack = vec![place];
            labels[place as usize] = next;
            while let Some(place) = stack.pop() {
                for (to, joined) in ring(grid, place) {
                    if joined && grid.bit(to) && labels[to as usize] == 0 {
                        labels[to as usize] = next;
                        stack.push(to);
                    }
                }
            }
        }
        labels
    }

    fn same_partition(grid: &Grid, components: &Components, exact: bool) {
        let truth = naive(grid);
        let mut to_truth = FxHashMap::default();
        let mut to_label = FxHashMap::default();
        for cell in grid.cells().filter(|&cell| grid.is_free(cell)) {
            let place = grid.place(cell);
            let (label, real) = (components.of_place(place), truth[place as usize]);
            assert_ne!(label, 0);
            assert_eq!(*to_label.entry(real).or_insert(label), label, "joined cells, two labels");
            if exact {
                assert_eq!(*to_truth.entry(label).or_insert(real), real, "one label, cells apart");
            }
        }
        if exact {
            assert_eq!(components.count(), Some(to_truth.len()));
        }
    }

    #[test]
    fn labels_and_repairs_agree_with_flooding() {
        let mut seed = 0x9E3779B97F4A7C15u64;
        let mut random = move |n: u64| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed % n
        };
        for round in 0..400 {
            let (width, height) = (1 + random(if round < 300 { 9 } else { 150 }), 1 + random(20));
            let density = random(10);
            let corners = if round % 2 == 0 { Corners::Never } else { Corners::Always };
            let mut grid =
                Grid::from_fn(width as u32, height as u32, |_| random(10) >= density).unwrap();
            grid.set_rules(Rules { corners, ..Rules::default() });
            same_partition(&grid, grid.known_components(), true);
            for _ in 0..60 {
                let cell = (random(width) as u32, random(height) as u32);
                grid.set_free(cell, random(2) == 0).unwrap();
                same_partition(&grid, grid.known_components(), true);
            }
        }
    }

    #[test]
    fn a_wall_through_a_large_map_stays_sound() {
        let mut grid = Grid::new(300, 300).unwrap();
        assert_eq!(grid.components(), 1);
        for y in 0..300 {
            grid.set_free((150, y), false).unwrap();
            same_partition(&grid, grid.known_components(), false);
        }
        assert_eq!(grid.components(), 2);
        grid.set_free((150, 7), true).unwrap();
        assert_eq!(grid.components(), 1);
    }
}
