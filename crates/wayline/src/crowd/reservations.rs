//! [`Reservations`]: which unit stands where, from when to when.

use super::roadmap::NONE;

/// For ever.
pub(super) const EVER: u32 = u32::MAX;

/// A unit on a cell, from one time to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stay {
    pub(super) from: u32,
    pub(super) until: u32,
    pub(super) unit: u32,
}

/// The stays on each cell, in the order of time. Between them, the cell is free.
#[derive(Clone)]
pub(super) struct Reservations {
    stays: Vec<Vec<Stay>>,
}

/// The stays that make up a path: the last is for ever.
fn stays(unit: u32, path: &[u32]) -> impl Iterator<Item = (u32, Stay)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let &cell = path.get(at)?;
        let from = at as u32;
        while path.get(at) == Some(&cell) {
            at += 1;
        }
        let until = if at == path.len() { EVER } else { at as u32 - 1 };
        Some((cell, Stay { from, until, unit }))
    })
}

impl Reservations {
    pub(super) fn new(cells: usize, paths: &[Vec<u32>]) -> Reservations {
        let mut reservations = Reservations { stays: vec![Vec::new(); cells] };
        for (unit, path) in paths.iter().enumerate() {
            reservations.add(unit as u32, path);
        }
        reservations
    }

    pub(super) fn at(&self, cell: u32) -> &[Stay] {
        &self.stays[cell as usize]
    }

    pub(super) fn add(&mut self, unit: u32, path: &[u32]) {
        for (cell, stay) in stays(unit, path) {
            let there = &mut self.stays[cell as usize];
            let place = there.partition_point(|it| it.from < stay.from);
            there.insert(place, stay);
        }
    }

    pub(super) fn remove(&mut self, unit: u32, path: &[u32]) {
        for (cell, stay) in stays(unit, path) {
            let there = &mut self.stays[cell as usize];
            let place = there.partition_point(|it| it.from < stay.from);
            debug_assert_eq!(there[place], stay);
            there.remove(place);
        }
    }

    /// The unit on a cell at a time.
    pub(super) fn who(&self, cell: u32, time: u32) -> u32 {
        let there = &self.stays[cell as usize];
        match there[..there.partition_point(|it| it.from <= time)].last() {
            Some(stay) if stay.until >= time => stay.unit,
            _ => NONE,
        }
    }

    /// Whether a path meets no unit, and passes none head-on.
    pub(super) fn admit(&self, path: &[u32]) -> bool {
        let apart = stays(NONE, path).all(|(cell, stay)| {
            let there = &self.stays[cell as usize];
            let later = there.partition_point(|it| it.from <= stay.until);
            there[..later].last().is_none_or(|it| it.until < stay.from)
        });
        let mut steps = path.windows(2).enumerate().filter(|(_, step)| step[0] != step[1]);
        apart
            && steps.all(|(time, step)| {
                let comes = self.who(step[1], time as u32);
                comes == NONE || self.who(step[0], time as u32 + 1) != comes
            })
    }
}
