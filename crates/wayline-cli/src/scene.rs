//! What a picture shows: the map, what a search saw of it, and the path. Drawn in a terminal by
//! [`draw`](crate::draw), as pixels by [`picture`](crate::picture), as shapes by
//! [`svg`](crate::svg).

use crate::ends::Ends;
use crate::palette::{self, Rgb};
use wayline::{Cell, Event, EventKind, Grid};

/// What a search has done with a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Seen {
    Nothing,
    Open,
    /// Which part of the search closed it, from 0 at its beginning to [`PARTS`] at its end.
    Closed(u8),
}

/// Into how many parts a search is divided, so that the picture tells how it went on.
const PARTS: u64 = 9;

/// What a search has done with every cell, as far as it was watched.
pub(crate) struct Sight<'g> {
    grid: &'g Grid,
    /// Zero, or [`OPEN`], or when it was closed.
    cells: Vec<u32>,
    /// How many were closed.
    closed: u32,
}

const OPEN: u32 = 1;

impl<'g> Sight<'g> {
    pub(crate) fn new(grid: &'g Grid) -> Sight<'g> {
        let cells = grid.width() as usize * grid.height() as usize;
        Sight { grid, cells: vec![0; cells], closed: 0 }
    }

    pub(crate) fn event(&mut self, event: &Event) {
        let Some(cell) = self.grid.cell(event.node) else { return };
        let at = cell.y as usize * self.grid.width() as usize + cell.x as usize;
        match event.kind {
            EventKind::Generate | EventKind::Update => self.cells[at] = OPEN,
            EventKind::Expand => {
                self.closed = self.closed.saturating_add(1);
                self.cells[at] = self.closed.saturating_add(OPEN);
            }
            _ => {}
        }
    }

    fn of(&self, cell: Cell) -> u32 {
        self.cells[cell.y as usize * self.grid.width() as usize + cell.x as usize]
    }
}

/// The ground of a cell, or of a block of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ground {
    Wall,
    /// Free, from 0 where steps cost the least to 255 where they cost the most.
    Free(u8),
}

/// How a block looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Look {
    pub(crate) ground: Ground,
    pub(crate) seen: Seen,
}

impl Look {
    pub(crate) fn color(self) -> Rgb {
        let level = match self.ground {
            Ground::Wall => return palette::WALL,
            Ground::Free(level) => f64::from(level) / 255.0,
        };
        let ground = palette::FLOOR.under(palette::SLOWEST, level);
        match self.seen {
            Seen::Nothing => ground,
            // A wash that keeps the path and the walls in front, and fades as the search went on.
            Seen::Closed(part) => {
                let left = (PARTS - u64::from(part).min(PARTS)) as f64 / PARTS as f64;
                ground.under(palette::CLOSED, 0.20 + 0.58 * left)
            }
            Seen::Open => ground.under(palette::OPEN, 0.95),
        }
    }
}

/// A map as blocks of cells, and what lies on top of it.
pub(crate) struct Scene<'a> {
    /// Blocks in a row, and rows.
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Cells in a block: columns and rows.
    pub(crate) block: (u32, u32),
    pub(crate) looks: Vec<Look>,
    /// Where the path bends.
    pub(crate) turns: &'a [Cell],
    pub(crate) ends: Ends,
}

impl<'a> Scene<'a> {
    pub(crate) fn new(
        grid: &Grid,
        sight: Option<&Sight<'_>>,
        turns: &'a [Cell],
        ends: Ends,
        block: (u32, u32),
    ) -> Scene<'a> {
        let (across, down) = (block.0.max(1), block.1.max(1));
        let (width, height) = (grid.width().div_ceil(across), grid.height().div_ceil(down));
        let slowness = Slowness::of(grid);
        let mut looks = Vec::with_capacity(width as usize * height as usize);
        for y in 0..height {
            for x in 0..width {
                let (xs, ys) = (x * across..(x + 1) * across, y * down..(y + 1) * down);
                let cells = ys.flat_map(|y| xs.clone().map(move |x| Cell::new(x, y)));
                let cells = cells.filter(|&cell| grid.contains(cell));
                looks.push(look(grid, sight, &slowness, cells));
            }
        }
        let (width, height) = (width as usize, height as usize);
        Scene { width, height, block: (across, down), looks, turns, ends }
    }

    /// The block that a cell is in.
    pub(crate) fn block_of(&self, cell: Cell) -> usize {
        (cell.y / self.block.1) as usize * self.width + (cell.x / self.block.0) as usize
    }

    /// What the free cells of each block cost, as in ASCII maps: `.` for a multiplier of 1, `2` to `9`
    /// for those; the mean of a block, rounded. None for plain grids.
    pub(crate) fn digits(&self, grid: &Grid) -> Vec<char> {
        if !grid.is_weighted() {
            return Vec::new();
        }
        let mut sums = vec![(0.0, 0u32); self.looks.len()];
        for cell in grid.cells().filter(|&cell| grid.is_free(cell)) {
            let (sum, cells) = &mut sums[self.block_of(cell)];
            *sum += grid.multiplier(cell);
            *cells += 1;
        }
        let digit = |(sum, cells): (f64, u32)| match (sum / f64::from(cells.max(1))).round() as u32
        {
            0 | 1 => '.',
            more => char::from_digit(more.min(9), 10).unwrap_or('9'),
        };
        sums.into_iter().map(digit).collect()
    }

    pub(crate) fn look(&self, x: usize, y: usize) -> Look {
        self.looks[y * self.width + x]
    }
}

/// What most of the cells of a block are.
fn look(
    grid: &Grid,
    sight: Option<&Sight<'_>>,
    slowness: &Slowness,
    cells: impl Iterator<Item = Cell>,
) -> Look {
    let (mut all, mut free, mut open, mut closed) = (0u32, 0u32, 0u32, 0u64);
    let (mut slow, mut when) = (0u32, 0u64);
    for cell in cells {
        all += 1;
        if !grid.is_free(cell) {
            continue;
        }
        free += 1;
        slow += u32::from(slowness.level(grid, cell));
        match sight.map_or(0, |sight| sight.of(cell)) {
            0 => {}
            OPEN => open += 1,
            order => {
                closed += 1;
                when += u64::from(order - OPEN);
            }
        }
    }
    if free * 2 < all || free == 0 {
        return Look { ground: Ground::Wall, seen: Seen::Nothing };
    }
    let in_all = sight.map_or(0, |sight| u64::from(sight.closed)).max(1);
    let seen = match u64::from(open) + closed {
        some if some * 2 < u64::from(free) || some == 0 => Seen::Nothing,
        _ if u64::from(open) > closed => Seen::Open,
        // The mean of when they were closed.
        _ => Seen::Closed((when * PARTS / (closed * in_all)) as u8),
    };
    Look { ground: Ground::Free((slow / free) as u8), seen }
}

/// How slow ground is shown: evenly by the logarithm of the multiplier, in few steps, so that equal
/// shades join.
struct Slowness {
    lowest: f64,
    span: f64,
}

impl Slowness {
    const STEPS: f64 = 15.0;

    fn of(grid: &Grid) -> Slowness {
        let (lowest, highest) = multipliers(grid);
        Slowness { lowest: lowest.ln(), span: highest.ln() - lowest.ln() }
    }

    fn level(&self, grid: &Grid, cell: Cell) -> u8 {
        if self.span <= 0.0 {
            return 0;
        }
        let share = (grid.multiplier(cell).ln() - self.lowest) / self.span;
        ((share * Slowness::STEPS).round() / Slowness::STEPS * 255.0) as u8
    }
}

/// The least and the greatest multiplier of the free cells.
pub(crate) fn multipliers(grid: &Grid) -> (f64, f64) {
    if !grid.is_weighted() {
        return (1.0, 1.0);
    }
    let free = grid.cells().filter(|&cell| grid.is_free(cell));
    let bounds = free.map(|cell| grid.multiplier(cell)).fold(None, |bounds, multiplier| {
        let (low, high) = bounds.unwrap_or((multiplier, multiplier));
        Some((multiplier.min(low), multiplier.max(high)))
    });
    bounds.unwrap_or((1.0, 1.0))
}

/// The lowest and the highest elevation of the free cells.
pub(crate) fn elevations(grid: &Grid) -> (i32, i32) {
    if !grid.is_weighted() {
        return (0, 0);
    }
    let free = grid.cells().filter(|&cell| grid.is_free(cell));
    let mut elevations = free.map(|cell| grid.elevation(cell));
    let first = elevations.next().unwrap_or(0);
    elevations
        .fold((first, first), |(low, high), elevation| (elevation.min(low), elevation.max(high)))
}
