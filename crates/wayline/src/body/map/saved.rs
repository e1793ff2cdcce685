//! Terrain as it is saved, with the feature `serde`: runs of equal cells, row by row.

use super::terrain::{REMEMBERED, Terrain};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// So many cells of a kind, one after the other.
type Runs<T> = Vec<(T, u32)>;

#[derive(Serialize, Deserialize)]
struct SavedTerrain {
    width: u32,
    height: u32,
    ground: Runs<u8>,
    blocked: Runs<bool>,
    /// `None` if no cell was ever given one.
    elevation: Option<Runs<i16>>,
    edits: u64,
    /// The cells of the last edits, by their numbers.
    recent: Vec<u32>,
}

fn runs<T: PartialEq>(cells: impl Iterator<Item = T>) -> Runs<T> {
    let mut runs: Runs<T> = Vec::new();
    for cell in cells {
        match runs.last_mut() {
            Some((last, count)) if *last == cell => *count += 1,
            _ => runs.push((cell, 1)),
        }
    }
    runs
}

/// The cells of runs, if there are as many as there should be: nothing is made before they are counted.
fn cells<T: Copy>(what: &str, runs: &Runs<T>, count: usize) -> Result<Vec<T>, String> {
    let found: u64 = runs.iter().map(|run| run.1 as u64).sum();
    if found != count as u64 {
        return Err(format!("{what}: {found} cells, expected {count}"));
    }
    Ok(runs.iter().flat_map(|&(cell, count)| std::iter::repeat_n(cell, count as usize)).collect())
}

impl Serialize for Terrain {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let blocked = |index: usize| self.blocked[index / 64] >> (index % 64) & 1 != 0;
        let saved = SavedTerrain {
            width: self.width(),
            height: self.height(),
            ground: runs(self.ground.iter().copied()),
            blocked: runs((0..self.ground.len()).map(blocked)),
            elevation: (!self.is_flat()).then(|| runs(self.elevation.iter().copied())),
            edits: self.edits(),
            recent: self.recent.iter().copied().collect(),
        };
        saved.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Terrain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Terrain, D::Error> {
        let saved = SavedTerrain::deserialize(deserializer)?;
        let (width, height) = (saved.width, saved.height);
        // Counted before the terrain is made: what is damaged takes no memory.
        let count = width as u64 * height as u64;
        let given: u64 = saved.ground.iter().map(|run| run.1 as u64).sum();
        if given != count {
            return Err(D::Error::custom(format!("ground: {given} cells, expected {count}")));
        }
        let mut terrain = Terrain::new(width, height).map_err(D::Error::custom)?;
        let count = count as usize;
        let ground = cells("ground", &saved.ground, count).map_err(D::Error::custom)?;
        for (index, ground) in ground.into_iter().enumerate() {
            terrain.put(index, ground);
        }
        let blocked = cells("blocked", &saved.blocked, count).map_err(D::Error::custom)?;
        for index in (0..count).filter(|&index| blocked[index]) {
            terrain.blocked[index / 64] |= 1 << (index % 64);
        }
        if let Some(elevation) = &saved.elevation {
            terrain.elevation = cells("elevation", elevation, count).map_err(D::Error::custom)?;
        }
        let recent = &saved.recent;
        if recent.len() > REMEMBERED
            || recent.len() as u64 > saved.edits
            || recent.iter().any(|&cell| cell as usize >= count)
        {
            let what = format!("recent: expected at most {REMEMBERED} numbers of cells");
            return Err(D::Error::custom(what));
        }
        // So many that no number of further edits can overflow.
        if saved.edits > u64::MAX / 2 {
            return Err(D::Error::custom(format!("edits: {} is too many", saved.edits)));
        }
        terrain.edits = saved.edits;
        if !recent.is_empty() {
            terrain.recent.reserve(REMEMBERED);
            terrain.recent.extend(recent);
        }
        Ok(terrain)
    }
}
