//! An index as bytes.
//!
//! What the cells see follows from the map in a fraction of the time that labels take, so only the
//! labels are written, and the map is asked for again when they are read:
//!
//! ```text
//! magic    8   "WAYINDEX"
//! version  2   2
//! kind     2   0 labels, 1 jumps, 2 labels in 64 bits
//! rules    8   a hash of the rules
//! map      8   a hash of size and cells
//! payload  ..  labels: corners (4), entries (4); for each corner the length of its three parts
//!              (3 x 4); for each entry hub (4), cost (4, or 8), next corner on the way (4), and
//!              which entry of that corner's label goes on (4)
//! checksum 8   over everything before
//! ```
//!
//! All numbers are little-endian. A checksum finds accidental changes; what was changed on purpose
//! is checked as well, as far as it can be without making the labels again: every link leads
//! to a corner that is in sight and closer to the hub by what the path there costs. So whatever the
//! bytes are, an answer is a path that exists and costs what it says.

use super::labelled::{Labelled, longest_entry};
use super::labels::{CornerLabels, CornerLink, Entry, Label, distance};
use super::metric::{Length, Metric};
use super::visibility::{Corner, Visibility};
use super::{Content, GridIndex, jumps, supported};
use crate::kernel::fingerprint::Mixer;
use crate::kernel::wire::{Format, Opened, Reader, Writer};
use crate::spaces::error::IndexError;
use crate::spaces::grid::{Grid, Rules};

const FORMAT: Format = Format { magic: b"WAYINDEX", version: 2 };
const LABELS: u16 = 0;
const JUMPS: u16 = 1;
#[cfg(not(target_arch = "wasm32"))]
const WIDE: u16 = 2;

impl GridIndex {
    /// The index as bytes, for a file. The same map gives the same bytes on every platform.
    ///
    /// ```
    /// use wayline::{Grid, GridIndex, Preparation};
    /// let grid = Grid::from_rows(["...", ".#.", "..."])?;
    /// let bytes = GridIndex::prepare(&grid, &Preparation::default())?.to_bytes();
    /// assert!(GridIndex::from_bytes(&grid, &bytes).is_ok());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut file = FORMAT.start(match &self.content {
            Content::Labels(_) => LABELS,
            Content::Jumps(_) => JUMPS,
            #[cfg(not(target_arch = "wasm32"))]
            Content::Wide(_) => WIDE,
        });
        file.u64(hash_of_rules(&self.rules));
        file.u64(self.map_hash);
        match &self.content {
            Content::Labels(labels) => write_labels(labels, &mut file),
            #[cfg(not(target_arch = "wasm32"))]
            Content::Wide(labels) => write_labels(labels, &mut file),
            Content::Jumps(_) => {}
        }
        file.sealed()
    }

    /// The index of a map from bytes that [`to_bytes`](GridIndex::to_bytes) made for the same map
    /// under the same rules. Anything else is an error: another map, other rules, another version,
    /// bytes that are missing or have changed.
    ///
    /// ```
    /// use wayline::{Grid, GridIndex, Preparation};
    /// let grid = Grid::new(9, 9)?;
    /// let bytes = GridIndex::prepare(&grid, &Preparation::default())?.to_bytes();
    /// let error = GridIndex::from_bytes(&Grid::new(9, 8)?, &bytes).unwrap_err();
    /// assert_eq!(error.to_string(), "the index was made for another map");
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn from_bytes(grid: &Grid, bytes: &[u8]) -> Result<GridIndex, IndexError> {
        supported(grid)?;
        let rules = grid.rules();
        let map_hash = hash_of_map(grid);
        let (kind, reader) = open(bytes, hash_of_rules(&rules), map_hash)?;
        let content = match kind {
            LABELS => Content::Labels(read_labels(grid, reader)?),
            #[cfg(not(target_arch = "wasm32"))]
            WIDE => Content::Wide(read_labels(grid, reader)?),
            JUMPS if reader.bytes.is_empty() => jumps(grid, u64::MAX)?,
            JUMPS => return Err(IndexError::Damaged("more than its kind has")),
            _ => return Err(IndexError::Damaged("a kind that nobody knows")),
        };
        Ok(GridIndex { rules, map_hash, content })
    }
}

/// Checks everything around the payload.
fn open(bytes: &[u8], rules: u64, map: u64) -> Result<(u16, Reader<'_>), IndexError> {
    let Opened { kind, mut reader, intact } = FORMAT.open(bytes)?;
    let found = (reader.u64()?, reader.u64()?);
    if !intact {
        let size = if kind == LABELS { 4 } else { 8 };
        let length = labels_length(reader.clone(), size);
        let whole = length.is_ok_and(|length| length <= reader.bytes.len());
        let cut = kind != JUMPS && !whole;
        return Err(if cut { IndexError::CutShort } else { IndexError::Checksum });
    }
    // A whole file for another map is distinguished from a damaged one.
    match found {
        (other, _) if other != rules => Err(IndexError::OtherRules),
        (_, other) if other != map => Err(IndexError::OtherMap),
        _ => Ok((kind, reader)),
    }
}

/// How many bytes labels take, by what they say of themselves, costs being of this size.
fn labels_length(mut reader: Reader<'_>, size: usize) -> Result<usize, IndexError> {
    let (corners, entries) = (reader.u32()? as u64, reader.u32()? as u64);
    let length = 8 + 12 * corners + (12 + size as u64) * entries;
    usize::try_from(length).map_err(|_| IndexError::CutShort)
}

/// A cost in a label, of its size.
fn length<L: Length>(reader: &mut Reader<'_>) -> Result<L, IndexError> {
    let cost = match size_of::<L>() {
        4 => reader.u32()?.into(),
        _ => reader.u64()?,
    };
    L::try_from(cost).map_err(|_| IMPOSSIBLE)
}

fn write_labels<L: Length>(labelled: &Labelled<L>, file: &mut Writer) {
    let Labelled { sight, labels: CornerLabels { labels, entries, links }, .. } = labelled;
    let size = size_of::<L>();
    file.reserve(8 + 12 * labels.len() + (12 + size) * entries.len());
    file.u32(labels.len() as u32);
    file.u32(entries.len() as u32);
    for label in labels {
        for ends in label.parts.windows(2) {
            file.u32((ends[1] - ends[0]) as u32);
        }
    }
    for (entry, link) in entries.iter().zip(links) {
        file.u32(entry.hub);
        let cost: u64 = entry.cost.into();
        match size {
            4 => file.u32(cost as u32),
            _ => file.u64(cost),
        }
        // The entry is counted from where the corner's label starts.
        let (corner, place) = match link.entry {
            CornerLink::NONE => (CornerLink::NONE, CornerLink::NONE),
            entry => {
                let corner = sight.corner(link.x as u32, link.y as u32);
                (corner, entry - labels[corner as usize].first)
            }
        };
        file.u32(corner);
        file.u32(place);
    }
}

fn read_labels<L: Length>(grid: &Grid, mut reader: Reader<'_>) -> Result<Labelled<L>, IndexError> {
    // Nothing is allocated before the lengths are known to be true.
    if labels_length(reader.clone(), size_of::<L>())? != reader.bytes.len() {
        return Err(IndexError::Damaged("its length is not what it says"));
    }
    let rules = grid.rules();
    let metric = Metric::<L>::of(&rules).ok_or(IndexError::Damaged("labels for such steps"))?;
    let sight = Visibility::of(grid, 1);
    let longest = longest_entry(&sight, &metric).ok_or(IMPOSSIBLE)?;
    let (corners, total) = (reader.u32()? as usize, reader.u32()?);
    if corners != sight.corners.len() {
        return Err(IndexError::Damaged("not as many corners as the map has"));
    }
    let mut labels = Vec::with_capacity(corners);
    let mut first = 0u32;
    for &corner in &sight.corners {
        let mut parts = [0u16; 4];
        for part in 0..3 {
            let length = u16::try_from(reader.u32()?).map_err(|_| OVERLONG)?;
            parts[part + 1] = parts[part].checked_add(length).ok_or(OVERLONG)?;
        }
        labels.push(Label { first, parts, corner });
        first = first.checked_add(parts[3] as u32).ok_or(OVERLONG)?;
    }
    if first != total {
        return Err(OVERLONG);
    }
    let mut entries = Vec::with_capacity(total as usize);
    let mut links = Vec::with_capacity(total as usize);
    for _ in 0..total {
        let entry = Entry { hub: reader.u32()?, cost: length::<L>(&mut reader)? };
        if entry.hub as usize >= corners || entry.cost > longest {
            return Err(IMPOSSIBLE);
        }
        entries.push(entry);
        let (corner, place) = (reader.u32()?, reader.u32()?);
        links.push(match (corner, place) {
            (CornerLink::NONE, CornerLink::NONE) => CornerLink::END,
            _ => {
                let label: &Label = labels.get(corner as usize).ok_or(ASTRAY)?;
                if place >= label.parts[3] as u32 {
                    return Err(ASTRAY);
                }
                let Corner { x, y, .. } = label.corner;
                CornerLink { entry: label.first + place, x, y }
            }
        });
    }
    let labels = CornerLabels { labels, entries, links };
    let labelled = Labelled::new(sight, labels, metric, &rules);
    check_links(&labelled)?;
    Ok(labelled)
}

const IMPOSSIBLE: IndexError = IndexError::Damaged("a hub or a cost that cannot be");
const OVERLONG: IndexError = IndexError::Damaged("labels that do not add up");
const ASTRAY: IndexError = IndexError::Damaged("a link that leads nowhere");

/// No label has a hub twice, and every link leads to a corner in sight and closer to the same hub by
/// what the path costs. Every chain of links ends, then, and at the one corner that the hub stands for.
fn check_links<L: Length>(labelled: &Labelled<L>) -> Result<(), IndexError> {
    let Labelled { sight, labels, metric, .. } = labelled;
    let mut corner_of_hub = vec![CornerLink::NONE; sight.corners.len()];
    let mut last_label_with = vec![CornerLink::NONE; sight.corners.len()];
    for (number, label) in labels.labels.iter().enumerate() {
        let corner = label.corner;
        let eye = sight.eye(corner.x as u32, corner.y as u32);
        for at in label.whole() {
            let (entry, link) = (labels.entries[at], labels.links[at]);
            let last = &mut last_label_with[entry.hub as usize];
            if std::mem::replace(last, number as u32) == number as u32 {
                return Err(IndexError::Damaged("a label that has a hub twice"));
            }
            if link == CornerLink::END {
                let known = &mut corner_of_hub[entry.hub as usize];
                if entry.cost != L::ZERO || *known != CornerLink::NONE {
                    return Err(ASTRAY);
                }
                *known = number as u32;
                continue;
            }
            let next = Corner { x: link.x, y: link.y, ..corner };
            let on = labels.entries[link.entry as usize];
            let closer = entry.cost == on.cost + distance(metric, corner, next);
            let there = sight.eye(next.x as u32, next.y as u32);
            let in_sight = || sight.is_direct(&eye, &there) && sight.is_direct(&there, &eye);
            if on.hub != entry.hub || on.cost >= entry.cost || !closer || !in_sight() {
                return Err(ASTRAY);
            }
        }
    }
    Ok(())
}

pub(super) fn hash_of_map(grid: &Grid) -> u64 {
    let mut mixer = Mixer::default();
    mixer.add(grid.width() as u64);
    mixer.add(grid.height() as u64);
    for y in 0..grid.height() {
        let first = grid.place((0, y).into());
        for start in (0..grid.width()).step_by(64) {
            let mut bits = 0u64;
            for x in start..grid.width().min(start + 64) {
                bits |= u64::from(grid.bit(first + x)) << (x - start);
            }
            mixer.add(bits);
        }
    }
    mixer.0
}

/// Only grids without terrain and elevation are prepared, so what climbing costs is nothing to them.
fn hash_of_rules(rules: &Rules) -> u64 {
    let mut mixer = Mixer::default();
    mixer.add(rules.moves as u64);
    mixer.add(rules.corners as u64);
    mixer.add(rules.steps.straight().raw());
    mixer.add(rules.steps.diagonal().raw());
    mixer.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::index::Preparation;
    use crate::kernel::fingerprint::of_bytes;
    use crate::kernel::wire::sealed_again;
    use crate::{Query, Workspace, search};

    fn small() -> (Grid, Vec<u8>) {
        let rows = ["......", ".##.#.", "....#.", ".#....", "...##."];
        let grid = Grid::from_rows(rows).unwrap();
        let bytes = GridIndex::prepare(&grid, &Preparation::default()).unwrap().to_bytes();
        (grid, bytes)
    }

    #[test]
    fn every_flipped_bit_is_noticed() {
        let (grid, bytes) = small();
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut bytes = bytes.clone();
                bytes[at] ^= 1 << bit;
                assert!(GridIndex::from_bytes(&grid, &bytes).is_err(), "byte {at} bit {bit}");
            }
        }
    }

    /// On every platform. If the format changes on purpose, so does the version, and this; if only the
    /// order of the hubs does, this alone: files made before are still right.
    #[test]
    fn the_same_map_gives_the_same_bytes() {
        let (_, bytes) = small();
        assert_eq!((bytes.len(), of_bytes(&bytes)), (880, 0xEE0A_8BAB_2D11_37F4));
    }

    #[test]
    fn every_cut_is_noticed() {
        let (grid, bytes) = small();
        for length in 0..bytes.len() {
            let error = GridIndex::from_bytes(&grid, &bytes[..length]).unwrap_err();
            assert_eq!(error, IndexError::CutShort, "{length}");
        }
        let longer = [bytes, vec![0]].concat();
        assert!(GridIndex::from_bytes(&grid, &longer).is_err());
    }

    /// With the checksum put right, what is read either is refused or still gives paths that exist
    /// and cost what it says.
    #[test]
    fn lies_are_refused_or_harmless() {
        let (grid, bytes) = small();
        let mut work = Workspace::new();
        let free: Vec<_> = grid.cells().filter(|&cell| grid.is_free(cell)).collect();
        let mut read = 0;
        for at in 0..bytes.len() - 8 {
            for change in [1, 2, 4, 0x80, 0xFF] {
                let mut bytes = bytes.clone();
                bytes[at] ^= change;
                let Ok(index) = GridIndex::from_bytes(&grid, &sealed_again(bytes)) else {
                    continue;
                };
                read += 1;
                for &from in &free {
                    for &to in &free {
                        let answer = search(&index, &Query::new(from, to), &mut work).unwrap();
                        if answer.is_found() {
                            let judged = crate::check::grid_path(&grid, &answer.path, from, to);
                            assert_eq!(judged, Ok(answer.cost), "byte {at}");
                        }
                    }
                }
            }
        }
        println!("{read} lies were taken for the truth, and did no harm");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let (grid, bytes) = small();
        let error = |grid: &Grid, bytes: &[u8]| match GridIndex::from_bytes(grid, bytes) {
            Err(error) => error,
            other => panic!("{other:?}"),
        };
        let mut other = grid.clone();
        other.set_free((0, 0), false).unwrap();
        assert_eq!(error(&other, &bytes), IndexError::OtherMap);
        let steps = crate::StepCosts::new(10.0, 14.0).unwrap();
        let other = grid.clone().with_rules(Rules { steps, ..Rules::default() });
        assert_eq!(error(&other, &bytes), IndexError::OtherRules);
        let mut newer = bytes.clone();
        for found in [1, 3] {
            newer[8] = found as u8;
            assert_eq!(error(&grid, &newer), IndexError::Version { found, known: 2 });
        }
        let message = IndexError::Version { found: 1, known: 2 }.to_string();
        assert_eq!(message, "the index is of version 1, this reads 2");
        assert_eq!(error(&grid, b"GIF89a"), IndexError::NotAnIndex);
        let mut changed = bytes.clone();
        *changed.last_mut().unwrap() ^= 1;
        assert_eq!(error(&grid, &changed), IndexError::Checksum);
    }
}
