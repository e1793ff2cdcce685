//! What a cell sees: the corners that a shortest path from it may turn at first.
//!
//! Paths bend at corners, between opposite sectors of the corner's class: see `frame.rs`. So along a border a
//! cell sees the first corner of either class; inside a sector only corners of the class whose middle
//! lines lie in it count, and the paths to all others lead through these. Within a sector walk along the
//! middle and send a ray along each of the two borders from every cell. A ray counts if it is no longer
//! than every one before it (else a corner of the class or a wall is in between), and one that ends at a
//! corner of the class reports it and makes all later ones shorter.
//!
//! Each free cell has a [`View`] for each class, kept along the middle lines of the class: how far the
//! four rays go, how far the line goes to either side, and how far along it the next ray lies
//! that reports a corner, so that a scan touches nothing else.

use super::frame::{BORDERS_OF_SECTOR, FALLING, Frame, RISING, Sector, Step, UP};
use super::numbering::{CellNumbers, Lines};
use super::views::{Raster, link, sweep_columns, sweep_diagonals};
use crate::kernel::parallel::both;
use crate::spaces::grid::{Corners, Grid, Moves};

/// The longest side of a map whose distances fit a [`Reach`].
pub(super) const LONGEST_SIDE: u32 = (1 << 15) - 1;

/// How far something goes: steps, times two, plus one if it ends at a corner (and not at a wall).
pub(super) type Reach = u16;

#[inline(always)]
const fn steps(reach: Reach) -> u32 {
    (reach >> 1) as u32
}

#[inline(always)]
pub(super) const fn ends_at_corner(reach: Reach) -> bool {
    reach & 1 != 0
}

/// How far one can go without reaching a corner.
#[inline(always)]
pub(super) const fn before_corner(reach: Reach) -> Reach {
    (reach >> 1) - (reach & 1)
}

/// What is seen from a cell along the middle line of a class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct View {
    /// Along each border.
    pub(super) rays: [Reach; 4],
    /// Steps along the line to the next cell whose ray along each border reports a corner; zero
    /// if there is none. Each border belongs to the side whose sector it is on.
    pub(super) next: [u16; 4],
    /// Up and down the line.
    pub(super) middle: [Reach; 2],
}

/// A corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Corner {
    pub(super) x: u16,
    pub(super) y: u16,
    /// A bit for each class.
    pub(super) classes: u8,
}

impl Corner {
    pub(super) fn is_of(self, class: usize) -> bool {
        self.classes >> class & 1 != 0
    }
}

/// A free cell and where its views are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eye {
    pub(super) x: u32,
    pub(super) y: u32,
    views: [usize; 2],
}

impl Eye {
    /// Where this many steps lead.
    #[inline(always)]
    fn at(&self, (x, y): Step, steps: u32) -> (u32, u32) {
        (moved(self.x, x, steps), moved(self.y, y, steps))
    }
}

/// Everything that every free cell sees.
#[derive(Clone, Debug)]
pub(super) struct Visibility {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) frame: &'static Frame,
    lines: [Lines; 2],
    views: [Vec<View>; 2],
    corner_numbers: CellNumbers,
    pub(super) corners: Vec<Corner>,
}

impl Visibility {
    /// For grids with sides of at most [`LONGEST_SIDE`].
    pub(super) fn of(grid: &Grid, threads: usize) -> Visibility {
        let rules = grid.rules();
        let corners = if rules.moves == Moves::Four { Corners::Never } else { rules.corners };
        Visibility::with(grid, Raster::of(grid, corners), threads)
    }

    /// The same with the corners of a raster.
    pub(super) fn with(grid: &Grid, raster: Raster, threads: usize) -> Visibility {
        let frame = Frame::of(&grid.rules());
        let (width, height) = (grid.width(), grid.height());
        let mut corner_numbers = CellNumbers::empty(width as usize * height as usize);
        let mut corners = Vec::new();
        let mut lines = [RISING, FALLING].map(|class| Lines::new(width, height, class, frame));
        for y in 0..height {
            for x in 0..width {
                let at = raster.at(x, y);
                if raster.free[at] {
                    lines[RISING].insert(x, y);
                    lines[FALLING].insert(x, y);
                }
                if raster.classes[at] != 0 {
                    corner_numbers.insert(y * width + x);
                    let classes = raster.classes[at];
                    corners.push(Corner { x: x as u16, y: y as u16, classes });
                }
            }
        }
        corner_numbers.count();
        let firsts = lines.each_mut().map(|lines| {
            lines.count();
            lines.first_numbers(width, height)
        });
        let views_of = |class: usize| {
            let mut views = vec![View::default(); grid.free_cells()];
            let (lines, firsts) = (&lines[class], &firsts[class]);
            let rows = (frame.is_turned && class == FALLING).then(|| raster.transposed());
            for turned in [false, true] {
                if frame.is_turned {
                    let raster = rows.as_ref().unwrap_or(&raster);
                    sweep_columns(raster, class, &mut views, firsts, turned);
                } else {
                    sweep_diagonals(&raster, class, lines, &mut views, firsts, turned);
                }
            }
            link(class, &mut views, firsts);
            views
        };
        let (rising, falling) = both(threads, || views_of(RISING), || views_of(FALLING));
        let views = [rising, falling];
        Visibility { width, height, frame, lines, views, corner_numbers, corners }
    }

    /// What the views of a map with this many free cells take: the most of it all.
    pub(super) fn bytes_of_views(free_cells: usize) -> u64 {
        2 * (free_cells * size_of::<View>()) as u64
    }

    pub(super) fn bytes(&self) -> usize {
        let lines: usize = self.lines.iter().map(Lines::bytes).sum();
        let views: usize = self.views.iter().map(|views| size_of_val(&**views)).sum();
        lines + views + self.corner_numbers.bytes() + size_of_val(&*self.corners)
    }

    pub(super) fn free_cells(&self) -> usize {
        self.views[RISING].len()
    }

    /// Whether a cell of the map is free.
    #[inline(always)]
    pub(super) fn is_free(&self, x: u32, y: u32) -> bool {
        self.lines[RISING].is_free(x, y)
    }

    /// The eye of a free cell.
    #[inline(always)]
    pub(super) fn eye(&self, x: u32, y: u32) -> Eye {
        Eye { x, y, views: self.lines.each_ref().map(|lines| lines.number(x, y)) }
    }

    /// The number of the corner in a cell that is one.
    #[inline(always)]
    pub(super) fn corner(&self, x: u32, y: u32) -> u32 {
        self.corner_numbers.number(y * self.width + x)
    }

    /// The number of the corner in a free cell, if it is one.
    #[inline]
    pub(super) fn corner_in(&self, x: u32, y: u32) -> Option<u32> {
        let place = y * self.width + x;
        self.corner_numbers.contains(place).then(|| self.corner_numbers.number(place))
    }

    /// The direct path from one cell to another.
    #[inline(always)]
    fn offset(from: &Eye, to: &Eye) -> Step {
        (to.x as i32 - from.x as i32, to.y as i32 - from.y as i32)
    }

    /// A sector that another cell lies in.
    #[inline(always)]
    pub(super) fn facing(&self, from: &Eye, to: &Eye) -> Sector {
        self.frame.facing(Visibility::offset(from, to))
    }

    /// Whether steps to the middle, then to a border, lead from one cell to the other with nothing in the
    /// way, corners of the class included. If so, that is a shortest path; if not, every shortest path
    /// has one that turns at a corner, or passes one.
    #[inline(always)]
    pub(super) fn is_direct(&self, from: &Eye, to: &Eye) -> bool {
        let offset = Visibility::offset(from, to);
        let (class, side) = self.frame.facing(offset);
        let (middles, borders, border) = self.frame.steps_to(offset);
        let views = &self.views[class];
        let mut at = from.views[class];
        if middles > 0 {
            if steps(views[at].middle[side]) < middles {
                return false;
            }
            at = along(at, side, middles as usize);
        }
        borders == 0 || steps(views[at].rays[border]) >= borders
    }

    /// Whether it is known that nothing is in the way along a border for this many steps.
    #[inline]
    pub(super) fn reaches(&self, eye: &Eye, border: usize, most: u32) -> bool {
        [RISING, FALLING]
            .iter()
            .any(|&class| steps(self.views[class][eye.views[class]].rays[border]) >= most)
    }

    /// Reports the first corner of either class along each border: the border, the steps, and where the
    /// corner is.
    #[inline(always)]
    pub(super) fn along_borders(&self, eye: &Eye, mut report: impl FnMut(usize, u32, u32, u32)) {
        let rising = &self.views[RISING][eye.views[RISING]].rays;
        let falling = &self.views[FALLING][eye.views[FALLING]].rays;
        for border in 0..4 {
            let (a, b) = (rising[border], falling[border]);
            // Where both go equally far, one may end at a corner that is nothing to the other.
            let first = match steps(a).cmp(&steps(b)) {
                std::cmp::Ordering::Less => a,
                std::cmp::Ordering::Equal => a | b,
                std::cmp::Ordering::Greater => b,
            };
            if ends_at_corner(first) {
                let (x, y) = eye.at(self.frame.borders[border], steps(first));
                report(border, steps(first), x, y);
            }
        }
    }

    /// Reports the corners seen inside a sector, no more than `most` steps to the middle away: where
    /// each is, and how many steps to the middle and to a border lead there.
    #[inline(always)]
    pub(super) fn in_sector(
        &self,
        eye: &Eye,
        (class, side): Sector,
        most: u32,
        mut report: impl FnMut(u32, u32, u32, u32),
    ) {
        let views = &self.views[class];
        let start = eye.views[class];
        let middle = self.frame.middles[class][side];
        let reach = views[start].middle[side];
        let mut last = steps(reach);
        if ends_at_corner(reach) {
            if last <= most {
                let (x, y) = eye.at(middle, last);
                report(x, y, last, 0);
            }
            last -= 1;
        }
        let last = last.min(most);
        for border in BORDERS_OF_SECTOR[class][side] {
            let along_border = self.frame.borders[border];
            let (mut at, mut walked) = (start, 0);
            loop {
                let next = views[at].next[border] as u32;
                walked += next;
                if next == 0 || walked > last {
                    break;
                }
                at = along(at, side, next as usize);
                let ray = steps(views[at].rays[border]);
                let (x, y) = eye.at(middle, walked);
                report(moved(x, along_border.0, ray), moved(y, along_border.1, ray), walked, ray);
            }
        }
    }
}

/// A column or row, this many steps on.
#[inline(always)]
fn moved(from: u32, by: i32, steps: u32) -> u32 {
    from.wrapping_add_signed(by * steps as i32)
}

/// A view's number, some steps along a line on which the way is free.
#[inline(always)]
pub(super) fn along(view: usize, side: usize, steps: usize) -> usize {
    if side == UP { view - steps } else { view + steps }
}
