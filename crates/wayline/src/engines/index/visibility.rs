//! What a cell sees: the corners that a shortest path from it may turn at first.
//!
//! A *corner* is a free cell with a blocked diagonal neighbour whose two adjoining orthogonals are
//! free. It is of the *rising* class if that neighbour lies to the north-west or south-east, of the
//! *falling* class if to the north-east or south-west; it can be both. A shortest path bends at a
//! rising corner only between the closed south-west and north-east quadrants, at a falling one only
//! between north-west and south-east. So along an axis a cell sees the first corner of either
//! class; inside a quadrant only corners of the class whose diagonals lie in it count, and the ways
//! to all others lead through these. Within a quadrant walk along the diagonal and send a ray down
//! each of the two axes from every cell. A ray counts if it is no longer than every one before it
//! (else a corner of the class or a wall is in between), and one that ends at a corner of the class
//! reports it and makes all later ones shorter.
//!
//! Each free cell has a [`View`] for each class, kept along the diagonals of the class: how far the
//! four rays go, how far the diagonal goes to either side, and how far along it the next ray lies
//! that reports a corner, so that a scan touches nothing else.

use super::numbering::{CellNumbers, Diagonals};
use crate::kernel::parallel::both;
use crate::spaces::grid::Grid;

/// The classes of corners, and of diagonals.
pub(super) const RISING: usize = 0;
pub(super) const FALLING: usize = 1;
/// The sides of a diagonal.
pub(super) const UP: usize = 0;
pub(super) const DOWN: usize = 1;
/// The axes.
const EAST: usize = 0;
const SOUTH: usize = 1;
const WEST: usize = 2;
const NORTH: usize = 3;
/// The way along each axis.
pub(super) const AXES: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
/// The side of a class's diagonals on whose quadrant an axis borders.
pub(super) const SIDE_OF_AXIS: [[usize; 2]; 4] = [[UP, DOWN], [DOWN, DOWN], [DOWN, UP], [UP, UP]];
/// The horizontal and the vertical axis of the quadrant of a class and side.
const AXES_OF_QUADRANT: [[[usize; 2]; 2]; 2] =
    [[[EAST, NORTH], [WEST, SOUTH]], [[WEST, NORTH], [EAST, SOUTH]]];

/// The longest side of a map whose distances fit a [`Reach`].
pub(super) const LONGEST_SIDE: u32 = (1 << 15) - 1;

/// How far something goes: steps, times two, plus one if it ends at a corner (and not at a wall).
type Reach = u16;

#[inline(always)]
const fn steps(reach: Reach) -> u32 {
    (reach >> 1) as u32
}

#[inline(always)]
const fn ends_at_corner(reach: Reach) -> bool {
    reach & 1 != 0
}

/// How far one can go without reaching a corner.
#[inline(always)]
const fn before_corner(reach: Reach) -> Reach {
    (reach >> 1) - (reach & 1)
}

/// What is seen from a cell along the diagonal of a class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct View {
    /// Along each axis.
    rays: [Reach; 4],
    /// Steps along the diagonal to the next cell whose ray down each axis reports a corner; zero
    /// if there is none. East and north belong to the side they border on, and so on.
    next: [u16; 4],
    /// Up and down the diagonal.
    diagonal: [Reach; 2],
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

/// Everything that every free cell sees.
#[derive(Clone, Debug)]
pub(super) struct Visibility {
    pub(super) width: u32,
    pub(super) height: u32,
    diagonals: [Diagonals; 2],
    views: [Vec<View>; 2],
    corner_numbers: CellNumbers,
    pub(super) corners: Vec<Corner>,
}

impl Visibility {
    /// For grids with sides of at most [`LONGEST_SIDE`].
    pub(super) fn of(grid: &Grid, threads: usize) -> Visibility {
        let raster = Raster::of(grid);
        let (width, height) = (grid.width(), grid.height());
        let mut corner_numbers = CellNumbers::empty(width as usize * height as usize);
        let mut corners = Vec::new();
        let mut diagonals = [true, false].map(|rising| Diagonals::new(width, height, rising));
        for y in 0..height {
            for x in 0..width {
                let at = raster.at(x, y);
                if raster.free[at] {
                    diagonals[RISING].insert(x, y);
                    diagonals[FALLING].insert(x, y);
                }
                if raster.classes[at] != 0 {
                    corner_numbers.insert(y * width + x);
                    let classes = raster.classes[at];
                    corners.push(Corner { x: x as u16, y: y as u16, classes });
                }
            }
        }
        corner_numbers.count();
        let firsts = diagonals.each_mut().map(|diagonals| {
            diagonals.count();
            diagonals.first_numbers(width, height)
        });
        let views_of = |class: usize| {
            let mut views = vec![View::default(); grid.free_cells()];
            for turned in [false, true] {
                sweep(&raster, class, &diagonals[class], &mut views, &firsts[class], turned);
            }
            link(class, &mut views, &firsts[class]);
            views
        };
        let (rising, falling) = both(threads, || views_of(RISING), || views_of(FALLING));
        let views = [rising, falling];
        Visibility { width, height, diagonals, views, corner_numbers, corners }
    }

    /// What the views of a map with so many free cells take: the most of it all.
    pub(super) fn bytes_of_views(free_cells: usize) -> u64 {
        2 * (free_cells * size_of::<View>()) as u64
    }

    pub(super) fn bytes(&self) -> usize {
        let diagonals: usize = self.diagonals.iter().map(Diagonals::bytes).sum();
        let views: usize = self.views.iter().map(|views| size_of_val(&**views)).sum();
        diagonals + views + self.corner_numbers.bytes() + size_of_val(&*self.corners)
    }

    pub(super) fn free_cells(&self) -> usize {
        self.views[RISING].len()
    }

    /// Whether a cell of the map is free.
    #[inline(always)]
    pub(super) fn is_free(&self, x: u32, y: u32) -> bool {
        self.diagonals[RISING].is_free(x, y)
    }

    /// The eye of a free cell.
    #[inline(always)]
    pub(super) fn eye(&self, x: u32, y: u32) -> Eye {
        Eye { x, y, views: self.diagonals.each_ref().map(|diagonals| diagonals.number(x, y)) }
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

    /// The class and side of the quadrant that another cell lies in.
    #[inline(always)]
    pub(super) fn facing(from: &Eye, to: &Eye) -> (usize, usize) {
        let (east, south) = (to.x >= from.x, to.y >= from.y);
        (usize::from(east == south), usize::from(south))
    }

    /// How many diagonal steps, then straight ones, lead from one cell to the other, if that way is
    /// free and no corner of the class is on it. If so, it is a shortest path; if not, every
    /// shortest path has one that turns at a corner, or passes one.
    #[inline(always)]
    pub(super) fn direct(&self, from: &Eye, to: &Eye) -> Option<(u32, u32)> {
        let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        let diagonals = dx.min(dy);
        let straights = dx.max(dy) - diagonals;
        let (class, side) = Visibility::facing(from, to);
        let views = &self.views[class];
        let mut at = from.views[class];
        if diagonals > 0 {
            if steps(views[at].diagonal[side]) < diagonals {
                return None;
            }
            at = along(at, side, diagonals as usize);
        }
        let [horizontal, vertical] = AXES_OF_QUADRANT[class][side];
        let axis = if dx > dy { horizontal } else { vertical };
        (straights == 0 || steps(views[at].rays[axis]) >= straights)
            .then_some((diagonals, straights))
    }

    /// Reports the first corner of either class along each axis: the axis and the steps.
    #[inline(always)]
    pub(super) fn along_axes(&self, eye: &Eye, mut report: impl FnMut(usize, u32)) {
        let rising = &self.views[RISING][eye.views[RISING]].rays;
        let falling = &self.views[FALLING][eye.views[FALLING]].rays;
        for axis in 0..4 {
            let (a, b) = (rising[axis], falling[axis]);
            // Where both go equally far, one may end at a corner that is nothing to the other.
            let first = match steps(a).cmp(&steps(b)) {
                std::cmp::Ordering::Less => a,
                std::cmp::Ordering::Equal => a | b,
                std::cmp::Ordering::Greater => b,
            };
            if ends_at_corner(first) {
                report(axis, steps(first));
            }
        }
    }

    /// Reports the corners seen inside a quadrant, no more than `most` diagonal steps away: how far
    /// east or west, how far north or south, and how many steps of these are diagonal.
    #[inline(always)]
    pub(super) fn in_quadrant(
        &self,
        eye: &Eye,
        (class, side): (usize, usize),
        most: u32,
        mut report: impl FnMut(u32, u32, u32),
    ) {
        let views = &self.views[class];
        let start = eye.views[class];
        let diagonal = views[start].diagonal[side];
        let mut last = steps(diagonal);
        if ends_at_corner(diagonal) {
            if last <= most {
                report(last, last, last);
            }
            last -= 1;
        }
        let last = last.min(most);
        let [horizontal, vertical] = AXES_OF_QUADRANT[class][side];
        for (axis, is_horizontal) in [(horizontal, true), (vertical, false)] {
            let (mut at, mut walked) = (start, 0);
            loop {
                let next = views[at].next[axis] as u32;
                walked += next;
                if next == 0 || walked > last {
                    break;
                }
                at = along(at, side, next as usize);
                let ray = steps(views[at].rays[axis]);
                if is_horizontal {
                    report(walked + ray, walked, walked);
                } else {
                    report(walked, walked + ray, walked);
                }
            }
        }
    }
}

/// A view's number, some steps along a diagonal on which the way is free.
#[inline(always)]
fn along(view: usize, side: usize, steps: usize) -> usize {
    if side == UP { view - steps } else { view + steps }
}

/// A map with a blocked border, a byte a cell, for the time of preparing.
struct Raster {
    stride: usize,
    free: Vec<bool>,
    /// Which classes of corner a cell is, a bit each.
    classes: Vec<u8>,
}

impl Raster {
    fn of(grid: &Grid) -> Raster {
        let stride = grid.width() as usize + 2;
        let cells = stride * (grid.height() as usize + 2);
        let mut raster = Raster { stride, free: vec![false; cells], classes: vec![0; cells] };
        for y in 0..grid.height() {
            let row = raster.at(0, y);
            let first = grid.place((0, y).into());
            for x in 0..grid.width() {
                raster.free[row + x as usize] = grid.bit(first + x);
            }
        }
        for at in stride + 1..cells - stride - 1 {
            if raster.free[at] {
                raster.classes[at] = raster.corner_classes(at);
            }
        }
        raster
    }

    fn at(&self, x: u32, y: u32) -> usize {
        (y as usize + 1) * self.stride + x as usize + 1
    }

    fn corner_classes(&self, at: usize) -> u8 {
        let (above, below) = (at - self.stride, at + self.stride);
        let free = |at: usize| self.free[at];
        let (north, south, west, east) = (free(above), free(below), free(at - 1), free(at + 1));
        let north_west = north & west & !free(above - 1);
        let north_east = north & east & !free(above + 1);
        let south_west = south & west & !free(below - 1);
        let south_east = south & east & !free(below + 1);
        u8::from(north_west | south_east) << RISING | u8::from(north_east | south_west) << FALLING
    }
}

/// Fills in rays and diagonals to one half: westward, northward and up, row by row from the top; or,
/// `turned` by half a circle, eastward, southward and down.
fn sweep(
    raster: &Raster,
    class: usize,
    diagonals: &Diagonals,
    views: &mut [View],
    firsts: &[u32],
    turned: bool,
) {
    let width = raster.stride - 2;
    let height = raster.free.len() / raster.stride - 2;
    let (side, horizontal, vertical) = if turned { (DOWN, EAST, SOUTH) } else { (UP, WEST, NORTH) };
    let back = |at: usize, by: usize| if turned { at + by } else { at - by };
    let on = |at: usize, by: usize| if turned { at - by } else { at + by };
    // Against the row, the diagonal goes on to the right in one class and back in the other.
    let aside = |at: usize| if class == RISING { on(at, 1) } else { back(at, 1) };
    // The number of the next cell on each diagonal; turned, of the last one.
    let mut next = if turned { &firsts[1..] } else { firsts }.to_vec();
    // One more step than the neighbour's, or the first one.
    let extend = |reach: Reach, at: usize| match raster.classes[at] >> class & 1 {
        0 => reach + 2,
        _ => 3,
    };
    // The reaches of the row before: up a column, and along the diagonal.
    let mut columns = vec![0; width + 2];
    let mut before = vec![0; width + 2];
    let mut here = vec![0; width + 2];
    for step in 0..height {
        let y = if turned { height - 1 - step } else { step };
        let mut row = 0;
        for step in 0..width {
            let x = if turned { width - 1 - step } else { step };
            let column = x + 1;
            let at = raster.at(x as u32, y as u32);
            if !raster.free[at] {
                (row, columns[column], here[column]) = (0, 0, 0);
                continue;
            }
            let (beside, above) = (back(at, 1), back(at, raster.stride));
            let along = aside(above);
            let free = |at: usize| raster.free[at];
            row = if free(beside) { extend(row, beside) } else { 0 };
            columns[column] = if free(above) { extend(columns[column], above) } else { 0 };
            here[column] = if free(above) & free(aside(at)) & free(along) {
                extend(before[aside(column)], along)
            } else {
                0
            };
            let next = &mut next[diagonals.diagonal(x as u32, y as u32)];
            let view = if turned {
                *next -= 1;
                &mut views[*next as usize]
            } else {
                *next += 1;
                &mut views[*next as usize - 1]
            };
            view.rays[horizontal] = row;
            view.rays[vertical] = columns[column];
            view.diagonal[side] = here[column];
        }
        std::mem::swap(&mut before, &mut here);
    }
}

/// Fills in how far along its diagonal the next ray lies that reports a corner.
///
/// Of each cell the next one is wanted whose ray is no longer than the cell's own allows. From the
/// far end of a diagonal: look at the neighbour, and if its ray is too long, at the next one that is
/// shorter than that, which is known already, and so on. A ray that ends at a wall only shortens
/// what may follow, and what follows is then what follows there.
fn link(class: usize, views: &mut [View], firsts: &[u32]) {
    let mut shorter = vec![0u16; views.len()];
    for side in [UP, DOWN] {
        for axis in AXES_OF_QUADRANT[class][side] {
            for diagonal in firsts.windows(2) {
                let (first, end) = (diagonal[0] as usize, diagonal[1] as usize);
                for step in 0..end - first {
                    let at = if side == UP { first + step } else { end - 1 - step };
                    let last = before_corner(views[at].diagonal[side]);
                    let longest = before_corner(views[at].rays[axis]);
                    let (mut walked, mut no_longer, mut reporting) = (1, 0, 0);
                    while walked <= last {
                        let there = along(at, side, walked as usize);
                        let ray = views[there].rays[axis];
                        if ray >> 1 <= longest {
                            no_longer = walked;
                            let further = views[there].next[axis];
                            reporting = if ends_at_corner(ray) {
                                walked
                            } else if further != 0 {
                                walked + further
                            } else {
                                0
                            };
                            break;
                        }
                        if shorter[there] == 0 {
                            break;
                        }
                        walked += shorter[there];
                    }
                    shorter[at] = no_longer;
                    views[at].next[axis] = reporting;
                }
            }
        }
    }
}
