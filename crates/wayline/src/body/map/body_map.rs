//! [`BodyMap`]: a terrain as one kind of body sees it. What it may do where is a bit test away.

use super::boards::{Boards, Layout};
use super::masks::Masks;
use super::slowness::{Ranks, Slowness};
use super::terrain::Terrain;
use crate::body::kind::{BodyKind, Heading, Placement};
use crate::body::map::obstacle_free::FreeTable;
use crate::spaces::error::QueryError;
use crate::spaces::grid::Cell;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// A [`Terrain`] as one [`BodyKind`] sees it: for every placement, which moves are legal and what they cost. All
/// planning for bodies works on one of these.
///
/// After the terrain has been edited, [`refresh`](BodyMap::refresh) repairs what changed.
///
/// Its [`placements`](BodyMap::placements) are a [`Space`](crate::Space), on which every algorithm of the engine
/// runs; asking the map itself is faster.
///
/// ```
/// use wayline::body::{BodyKind, BodyMap, Heading, Placement, Terrain};
/// let mut terrain = Terrain::from_rows([".....", ".....", "..#.."])?;
/// let mut map = BodyMap::new(BodyKind::preset("tank")?, &terrain);
/// assert!(map.fits(Placement::new(0, 0, Heading::E)));
/// assert!(!map.fits(Placement::new(1, 2, Heading::E)));
/// terrain.free((2, 2))?;
/// map.refresh(&terrain)?;
/// assert!(map.fits(Placement::new(1, 2, Heading::E)));
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone)]
pub struct BodyMap {
    pub(crate) kind: Arc<BodyKind>,
    masks: Arc<Masks>,
    pub(crate) ranks: Arc<Ranks>,
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// 2⁶⁴ / width, rounded up: divides by it in one multiplication.
    reciprocal: u64,
    pub(crate) boards: Boards,
    pub(crate) slowness: Option<Slowness>,
    /// Row by row; empty where slopes make no difference.
    pub(crate) elevation: Vec<i16>,
    /// The least rank there ever was on the map: moves are never faster.
    pub(crate) fastest: u8,
    pub(crate) steps: [Vec<Step>; 4],
    pub(crate) steps_back: [Vec<Step>; 4],
    /// What each move costs on even ground of each rank, move after move.
    pub(crate) even_costs: Vec<u32>,
    /// Made at the first question that needs it.
    free: OnceLock<Arc<FreeTable>>,
    seen_edits: u64,
    /// Another one after every change, and for every map.
    version: u64,
}

/// A move in the numbers of one map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// From a state's number to the next one's.
    pub(crate) state: i32,
    /// From the bit of the state's pivot to that of the pivot before the move.
    pub(crate) bit: i32,
    /// The swept set, which is its board too.
    pub(crate) board: usize,
    pub(crate) dx: i32,
    pub(crate) dy: i32,
    /// Forward: the heading after. Backward: the heading before.
    pub(crate) heading: Heading,
    pub(crate) time: u32,
    /// On ground of the fastest rank.
    pub(crate) least: u32,
    /// Where its costs on even ground begin.
    pub(crate) even_costs: u32,
    /// Which move of its heading.
    pub(crate) index: u8,
}

impl BodyMap {
    /// A terrain as a kind of body sees it.
    ///
    /// ```
    /// use wayline::body::{BodyKind, BodyMap, Terrain};
    /// let map = BodyMap::new(BodyKind::preset("ship")?, &Terrain::from_rows(["WWWW"])?);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn new(kind: impl Into<Arc<BodyKind>>, terrain: &Terrain) -> BodyMap {
        let kind = kind.into();
        let masks = Masks::of(&kind);
        let ranks = Ranks::of(kind.speeds());
        let (width, height) = (terrain.width(), terrain.height());
        let speeds = kind.speeds();
        let allowed = |ground: u8| speeds.of_ground[ground as usize] > 0;
        let everywhere = terrain.grounds().all(allowed);
        let boards = Boards::new(width, height, &masks, |x, y| {
            let open = terrain.open_bits(x, y);
            if everywhere {
                return open;
            }
            let cells = terrain.row(y)[x as usize..].iter().take(64).enumerate();
            open & cells.fold(0, |bits, (i, &ground)| bits | u64::from(allowed(ground)) << i)
        });
        let mut map = BodyMap {
            width,
            height,
            reciprocal: (u64::MAX / width as u64).wrapping_add(1),
            boards,
            slowness: None,
            elevation: Vec::new(),
            fastest: u8::MAX,
            steps: Default::default(),
            steps_back: Default::default(),
            even_costs: Vec::new(),
            free: OnceLock::new(),
            seen_edits: terrain.edits(),
            version: next_version(),
            kind,
            masks: Arc::new(masks),
            ranks: Arc::new(ranks),
        };
        map.read_ground(terrain);
        map.read_elevation(terrain);
        map
    }

    /// Reads how slow the ground of all cells is, whether blocked or not.
    fn read_ground(&mut self, terrain: &Terrain) {
        let speeds = self.kind.speeds();
        let there = terrain.grounds().filter(|&ground| speeds.of_ground[ground as usize] > 0);
        let ranks = there.map(|ground| self.ranks.of_ground[ground as usize]);
        let (least, most) =
            ranks.fold((u8::MAX, 0), |(least, most), rank| (least.min(rank), most.max(rank)));
        let rank = |x: u32, y: u32| self.ranks.of_ground[terrain.row(y)[x as usize] as usize];
        self.slowness =
            (least < most).then(|| Slowness::new(self.boards.layout(), &self.masks, rank));
        self.set_fastest(least.min(self.ranks.speeds.len().saturating_sub(1) as u8));
    }

    fn read_elevation(&mut self, terrain: &Terrain) {
        self.elevation.clear();
        if !terrain.is_flat() && !self.kind.speeds().is_even() {
            let cells = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
            self.elevation.extend(cells.map(|cell| terrain.elevation(cell) as i16));
        }
    }

    /// Writes the moves down in the numbers of this map.
    fn set_fastest(&mut self, fastest: u8) {
        self.fastest = fastest;
        self.free = OnceLock::new();
        let speed = self.fastest_speed();
        let layout = self.boards.layout();
        let (kind, ranks) = (&self.kind, &self.ranks.speeds);
        let rows = Heading::ALL.iter().flat_map(|&heading| kind.moves(heading));
        self.even_costs = rows
            .flat_map(|row| ranks.iter().map(|&speed| kind.speeds().cost(row.time, speed, 0)))
            .collect();
        let mut first = [0; 4];
        for heading in 1..4 {
            first[heading] = first[heading - 1] + kind.moves(Heading::ALL[heading - 1]).len();
        }
        let step = |heading: Heading, index: usize, back: bool| {
            let row = &self.kind.moves(heading)[index];
            let swept = self.masks.of_moves[heading.index()][index];
            let cells = row.dy as i64 * self.width as i64 + row.dx as i64;
            let state = cells * 4 + row.to.index() as i64 - heading.index() as i64;
            let sign = if back { -1 } else { 1 };
            Step {
                // From a legal placement to a legal one; others are never asked for.
                state: sign * state as i32,
                bit: if back { -layout.offset(row.dx, row.dy) as i32 } else { 0 },
                board: swept,
                dx: sign * row.dx,
                dy: sign * row.dy,
                heading: if back { heading } else { row.to },
                time: row.time,
                least: self.kind.speeds().cost(row.time, speed, 0),
                even_costs: ((first[heading.index()] + index) * ranks.len()) as u32,
                index: index as u8,
            }
        };
        let steps = Heading::ALL
            .map(|h| (0..self.kind.moves(h).len()).map(|index| step(h, index, false)).collect());
        let steps_back = Heading::ALL.map(|h| {
            let moves = self.kind.moves_back(h).iter();
            moves.map(|back| step(back.from, back.index as usize, true)).collect()
        });
        (self.steps, self.steps_back) = (steps, steps_back);
    }

    fn fastest_speed(&self) -> u32 {
        self.ranks.speeds.get(self.fastest as usize).copied().unwrap_or(1)
    }

    /// What paths cost with nothing in the way.
    pub(crate) fn free_table(&self) -> &Arc<FreeTable> {
        self.free.get_or_init(|| self.kind.free_table(self.fastest_speed()))
    }

    /// Repairs what edits have changed since the last time, and returns how many edits there were. The terrain
    /// must be the one that the map was made from.
    ///
    /// ```
    /// use wayline::body::{BodyKind, BodyMap, Terrain};
    /// let mut terrain = Terrain::new(9, 9)?;
    /// let mut map = BodyMap::new(BodyKind::preset("tank")?, &terrain);
    /// terrain.block((4, 4))?;
    /// assert_eq!(map.refresh(&terrain)?, 1);
    /// assert_eq!(map.refresh(&terrain)?, 0);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn refresh(&mut self, terrain: &Terrain) -> Result<u64, QueryError> {
        let (width, height) = (terrain.width(), terrain.height());
        if (width, height) != (self.width, self.height) || terrain.edits() < self.seen_edits {
            return Err(QueryError::Unsupported {
                algorithm: "refresh",
                why: "the map was made from another terrain: make a new one",
            });
        }
        let missed = terrain.edits() - self.seen_edits;
        match terrain.edited_since(self.seen_edits) {
            Some(cells) => cells.for_each(|cell| self.refresh_cell(terrain, cell)),
            None => *self = BodyMap::new(self.kind.clone(), terrain),
        }
        if missed > 0 {
            self.version = next_version();
        }
        self.seen_edits = terrain.edits();
        Ok(missed)
    }

    fn refresh_cell(&mut self, terrain: &Terrain, cell: Cell) {
        let ground = terrain.ground(cell).unwrap_or(0);
        let speed = self.kind.speeds().of_ground[ground as usize];
        self.boards.set(&self.masks, cell, speed > 0 && !terrain.is_blocked(cell));
        if speed > 0 {
            let rank = self.ranks.of_ground[ground as usize];
            match &mut self.slowness {
                Some(slowness) => slowness.set(&self.masks, cell, rank),
                None if rank != self.fastest => self.read_ground(terrain),
                None => {}
            }
            if rank < self.fastest {
                self.set_fastest(rank);
            }
        }
        match self.elevation.get_mut(cell.y as usize * self.width as usize + cell.x as usize) {
            Some(high) => *high = terrain.elevation(cell) as i16,
            None if !terrain.is_flat() => self.read_elevation(terrain),
            None => {}
        }
    }

    /// What cannot be read off the terrain, because it depends on what the terrain once was: the least rank ever,
    /// and whether ground ever differed.
    #[cfg(feature = "serde")]
    pub(crate) fn past(&self) -> (u8, bool) {
        (self.fastest, self.slowness.is_some())
    }

    /// The same map with such a [past](BodyMap::past); `None` if there cannot have been one.
    #[cfg(feature = "serde")]
    pub(crate) fn with_past(mut self, terrain: &Terrain, past: (u8, bool)) -> Option<BodyMap> {
        let (fastest, varied) = past;
        if fastest > self.fastest || self.slowness.is_some() && !varied {
            return None;
        }
        if varied && self.slowness.is_none() {
            let rank = |x: u32, y: u32| self.ranks.of_ground[terrain.row(y)[x as usize] as usize];
            self.slowness = Some(Slowness::new(self.boards.layout(), &self.masks, rank));
        }
        if fastest < self.fastest {
            self.set_fastest(fastest);
        }
        Some(self)
    }

    /// The kind of body.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(4, 4)?);
    /// assert_eq!(map.kind().name(), "tank");
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn kind(&self) -> &Arc<BodyKind> {
        &self.kind
    }

    /// Columns.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(4, 3)?);
    /// assert_eq!(map.width(), 4);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(4, 3)?);
    /// assert_eq!(map.height(), 3);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn height(&self) -> u32 {
        self.height
    }

    /// How many numbers placements have: all are below this.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(4, 3)?);
    /// assert_eq!(map.states(), 48);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn states(&self) -> usize {
        self.width as usize * self.height as usize * 4
    }

    /// The number of a placement, (y * width + x) * 4 + heading; `None` off the map.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, Heading, Placement, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(4, 3)?);
    /// assert_eq!(map.state(Placement::new(1, 1, Heading::W)), Some(22));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    #[inline]
    pub fn state(&self, placement: Placement) -> Option<u32> {
        let Placement { x, y, heading } = placement;
        (x < self.width && y < self.height)
            .then(|| (y * self.width + x) * 4 + heading.index() as u32)
    }

    /// The placement with a number below [`states`](BodyMap::states).
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, Heading, Placement, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(4, 3)?);
    /// assert_eq!(map.placement(22), Placement::new(1, 1, Heading::W));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    #[inline]
    pub fn placement(&self, state: u32) -> Placement {
        let cell = state / 4;
        // Exact for every u32, unless the width is 1: then the reciprocal would be 2⁶⁴.
        let y = match self.width {
            1 => cell,
            _ => ((cell as u128 * self.reciprocal as u128) >> 64) as u32,
        };
        Placement { x: cell - y * self.width, y, heading: Heading::ALL[state as usize & 3] }
    }

    /// Whether the body may stand there: every cell it covers is on the map, free, and ground that
    /// it moves on.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, Heading, Placement, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(4, 3)?);
    /// assert!(!map.fits(Placement::new(3, 0, Heading::E)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn fits(&self, placement: Placement) -> bool {
        self.kind.footprint().at(placement).all(|(x, y)| {
            let inside = x >= 0 && y >= 0 && x < self.width as i64 && y < self.height as i64;
            inside && self.boards.is_free(x as u32, y as u32)
        })
    }

    /// How much memory is kept for this kind of body on this map, in bytes.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, Terrain};
    /// let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(512, 512)?);
    /// assert!(map.bytes() < 2 * 512 * 512);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn bytes(&self) -> usize {
        let slowness = self.slowness.as_ref().map_or(0, Slowness::bytes);
        self.boards.bytes() + slowness + self.elevation.len() * 2
    }

    /// Whether a move costs the same wherever it is legal.
    #[inline(always)]
    pub(crate) fn is_even(&self) -> bool {
        self.slowness.is_none() && self.elevation.is_empty()
    }

    /// Identifies what was derived from another map, or from this one before an edit.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    pub(crate) fn steps(&self, heading: usize, back: bool) -> &[Step] {
        if back { &self.steps_back[heading] } else { &self.steps[heading] }
    }

    /// Up to which of the terrain's edits it is.
    pub(crate) fn seen_edits(&self) -> u64 {
        self.seen_edits
    }

    pub(crate) fn boards(&self) -> &Boards {
        &self.boards
    }

    pub(crate) fn masks(&self) -> &Arc<Masks> {
        &self.masks
    }

    pub(crate) fn layout(&self) -> Layout {
        self.boards.layout()
    }
}

/// Never the same twice. A clone shares its version until either is edited.
fn next_version() -> u64 {
    static VERSIONS: AtomicU64 = AtomicU64::new(1);
    VERSIONS.fetch_add(1, Ordering::Relaxed)
}

impl Step {
    /// Where the step leads from a cell; off the map it wraps around.
    #[inline(always)]
    pub(crate) fn from(&self, x: u32, y: u32) -> (u32, u32) {
        (x.wrapping_add_signed(self.dx), y.wrapping_add_signed(self.dy))
    }
}

impl fmt::Debug for BodyMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BodyMap({:?} on {}x{})", self.kind.name(), self.width, self.height)
    }
}
