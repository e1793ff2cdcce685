//! The loop of jump point search, and what it remembers.

use super::queue::{Buckets, NIL};
use super::turns::{START, Turns};
use crate::engines::search::{Brakes, Run, Step};
use crate::kernel::cost::Cost;
use crate::kernel::node::NONE;
use crate::question::answer::{Limit, Outcome};
use crate::question::observe::{EventKind, Watch, notify};
use crate::spaces::grid::{Crossing, Jumping, Visitor};

/// What costs are counted in: 32 bits while they are certain to do, 64 otherwise.
pub(crate) trait Number: Copy + Ord + std::ops::Add<Output = Self> {
    const MOST: Self;
    fn new(value: u64) -> Self;
    fn times(self, n: u32) -> Self;
    fn get(self) -> u64;
}

impl Number for u32 {
    const MOST: u32 = u32::MAX;
    #[inline]
    fn new(value: u64) -> u32 {
        value as u32
    }
    #[inline]
    fn times(self, n: u32) -> u32 {
        self * n
    }
    #[inline]
    fn get(self) -> u64 {
        self.into()
    }
}

impl Number for u64 {
    const MOST: u64 = u64::MAX;
    #[inline]
    fn new(value: u64) -> u64 {
        value
    }
    #[inline]
    fn times(self, n: u32) -> u64 {
        self * n as u64
    }
    #[inline]
    fn get(self) -> u64 {
        self
    }
}

/// A jump point that was reached.
#[derive(Clone, Copy)]
struct Node<N> {
    g: N,
    x: u32,
    y: u32,
    /// The node it was reached from.
    parent: u32,
    /// The node below it in its bucket; the step that led here in the upper four bits.
    below: u32,
}

const STEP_SHIFT: u32 = 28;
const BELOW: u32 = (1 << STEP_SHIFT) - 1;

/// What a query is about, in numbers.
#[derive(Clone, Copy)]
pub(super) struct Course {
    pub(super) start: (u32, u32),
    pub(super) goal: (u32, u32),
    /// The free runs through the goal: columns between which its row is free, and rows.
    pub(super) runs: [(u32, u32); 2],
    pub(super) stride: u32,
    pub(super) places: usize,
    pub(super) straight: u64,
    /// With four moves, that of two straight ones.
    pub(super) diagonal: u64,
    /// Costs above this may be in the wrong order.
    pub(super) most: u64,
    /// The most that f rises by in one jump.
    pub(super) rise: u64,
    pub(super) turns: &'static Turns,
    pub(super) four: bool,
}

/// How a search ended.
pub(super) enum End {
    Paused,
    Stopped(Limit),
    /// The path is in the trail, from the goal back to the start, at its turns.
    Found,
    Unreachable,
    /// Costs grew too large for the numbers they are counted in.
    TooLarge,
}

/// What a search remembers: between two slices, and as memory for the next.
pub(crate) struct Nodes<N> {
    /// The least cost at which a place was reached.
    best: Vec<N>,
    nodes: Vec<Node<N>>,
    /// Places on diagonals whose best cost was written down.
    crossed: Vec<u32>,
    /// That of the map the nodes lie on.
    stride: u32,
    queue: Buckets,
    /// The cost of the best path so far, and the last node on it.
    bound: N,
    last: u32,
    /// A node that is to be expanded out of turn, and its f.
    held: u32,
    held_f: N,
    successors: u32,
    too_large: bool,
}

impl<N: Number> Default for Nodes<N> {
    fn default() -> Nodes<N> {
        Nodes {
            best: Vec::new(),
            nodes: Vec::new(),
            crossed: Vec::new(),
            stride: 0,
            queue: Buckets::default(),
            bound: N::MOST,
            last: NIL,
            held: NIL,
            held_f: N::MOST,
            successors: 0,
            too_large: false,
        }
    }
}

impl<N: Number> Nodes<N> {
    pub(super) fn begin(&mut self, course: &Course) {
        // All that is not MOST was written by the search before, at its nodes and where it crossed.
        for node in &self.nodes {
            self.best[(node.y * self.stride + node.x) as usize] = N::MOST;
        }
        for &place in &self.crossed {
            self.best[place as usize] = N::MOST;
        }
        self.crossed.clear();
        self.stride = course.stride;
        if self.best.len() < course.places {
            self.best.resize(course.places, N::MOST);
        }
        self.nodes.clear();
        (self.bound, self.last) = (N::MOST, NIL);
        (self.held, self.held_f) = (NIL, N::MOST);
        self.too_large = false;
        let (x, y) = course.start;
        let f = estimate::<N>(course, x, y);
        self.queue.begin(course.straight, 2 * (course.rise + course.straight), f.get());
        let place = y * course.stride + x;
        self.best[place as usize] = N::new(0);
        self.nodes.push(Node {
            g: N::new(0),
            x,
            y,
            parent: NIL,
            below: (START as u32) << STEP_SHIFT | BELOW,
        });
        if course.start == course.goal {
            (self.bound, self.last) = (N::new(0), 0);
        }
        (self.held, self.held_f) = (0, f);
    }

    pub(super) fn advance<J: Jumping, V: Watch>(
        &mut self,
        course: &Course,
        map: &J,
        run: &mut Run,
        brakes: Brakes<'_>,
        watch: &mut V,
    ) -> End {
        loop {
            let (node, f) = match self.held {
                NIL => match self.take() {
                    Some(taken) => taken,
                    None => break,
                },
                _ => (std::mem::replace(&mut self.held, NIL), self.held_f),
            };
            run.open -= 1;
            if f >= self.bound {
                continue;
            }
            let Node { g, x, y, .. } = self.nodes[node as usize];
            // Reached more cheaply since.
            if self.best[(y * course.stride + x) as usize] != g {
                continue;
            }
            let stopped = brakes.stopped(run.stats.expanded);
            let paused = run.stats.expanded >= brakes.pause_at;
            if paused || stopped.is_some() {
                (self.held, self.held_f) = (node, f);
                run.open += 1;
                return stopped.map_or(End::Paused, End::Stopped);
            }
            run.stats.expanded += 1;
            let mut expansion = Expansion { course, map, state: self, run, watch, node };
            expansion.tell(EventKind::Expand, node);
            expansion.expand();
            expansion.tell(EventKind::Close, node);
            run.measured();
            if self.held != NIL {
                // The last successor goes on at once if it is the only one, or about as good as its
                // parent: whatever is taken next would hardly be better.
                // Not too far ahead of the queue, which has room for two rises.
                let near = self.held_f <= f + N::new(self.queue.width()) || self.successors == 1;
                if !near || self.held_f.get() > self.queue.least() + course.rise {
                    let (held, held_f) = (std::mem::replace(&mut self.held, NIL), self.held_f);
                    self.put(held_f, held);
                }
            }
        }
        if self.bound != N::MOST {
            End::Found
        } else if self.too_large {
            End::TooLarge
        } else {
            End::Unreachable
        }
    }

    #[inline]
    fn put(&mut self, f: N, node: u32) {
        let below = self.queue.push(f.get(), node);
        let word = &mut self.nodes[node as usize].below;
        *word = *word & !BELOW | below & BELOW;
    }

    #[inline]
    fn take(&mut self) -> Option<(u32, N)> {
        let (f, node) = self.queue.peek()?;
        // Nothing that is left can be better than the best path found.
        if f >= self.bound.get() {
            return None;
        }
        let below = self.nodes[node as usize].below & BELOW;
        self.queue.pop(if below == BELOW { NIL } else { below });
        Some((node, N::new(f)))
    }

    /// The turns of the path that was found, from start to goal, as places.
    /// Returns how many straight and how many diagonal steps it has.
    pub(super) fn trace(&self, course: &Course, trail: &mut Vec<u32>) -> (u64, u64) {
        let place = |(x, y): (u32, u32)| y * course.stride + x;
        let (mut at, mut node) = (course.goal, self.last);
        // The step that leads into `at`'s segment further on, so that points in line are left out.
        let mut onward = None;
        trail.push(place(at));
        let mut steps = (0, 0);
        let mut segment = |from: (u32, u32), to: (u32, u32), trail: &mut Vec<u32>| {
            let (dx, dy) = (to.0 as i64 - from.0 as i64, to.1 as i64 - from.1 as i64);
            if (dx, dy) == (0, 0) {
                return;
            }
            let step = (dx.signum(), dy.signum());
            if onward == Some(step) {
                trail.pop();
            }
            onward = Some(step);
            trail.push(place(from));
            match dx != 0 && dy != 0 {
                true => steps.1 += dx.unsigned_abs(),
                false => steps.0 += dx.unsigned_abs() + dy.unsigned_abs(),
            }
        };
        while let Some(&Node { x, y, parent, .. }) = self.nodes.get(node as usize) {
            let corner = corner(course, (x, y), at);
            segment(corner, at, trail);
            segment((x, y), corner, trail);
            (at, node) = ((x, y), parent);
        }
        trail.reverse();
        steps
    }
}

/// Where a path from one cell to the next jump point turns: first along the diagonal (or column),
/// then straight.
fn corner(course: &Course, from: (u32, u32), to: (u32, u32)) -> (u32, u32) {
    if course.four {
        return (from.0, to.1);
    }
    let (dx, dy) = (to.0 as i32 - from.0 as i32, to.1 as i32 - from.1 as i32);
    let diagonal = dx.abs().min(dy.abs());
    let along = |at: u32, d: i32| at.wrapping_add_signed(d.signum() * diagonal);
    (along(from.0, dx), along(from.1, dy))
}

#[inline]
fn estimate<N: Number>(course: &Course, x: u32, y: u32) -> N {
    let (dx, dy) = (x.abs_diff(course.goal.0), y.abs_diff(course.goal.1));
    N::new(course.straight).times(dx.max(dy))
        + N::new(course.diagonal - course.straight).times(dx.min(dy))
}

/// One node being expanded.
struct Expansion<'e, N, J, V> {
    course: &'e Course,
    map: &'e J,
    state: &'e mut Nodes<N>,
    run: &'e mut Run,
    watch: &'e mut V,
    node: u32,
}

impl<N: Number, J: Jumping, V: Watch> Expansion<'_, N, J, V> {
    #[inline]
    fn tell(&mut self, kind: EventKind, node: u32) {
        if self.watch.watches() {
            let Node { g, x, y, parent, .. } = self.state.nodes[node as usize];
            let place = |x: u32, y: u32| y * self.course.stride + x;
            let from = self.state.nodes.get(parent as usize).map_or(NONE, |at| place(at.x, at.y));
            let f = g + estimate(self.course, x, y);
            let cost = |n: N| self.course.cost(n.get());
            notify(self.watch, kind, place(x, y), from, cost(g), cost(f));
        }
    }

    /// A jump point has been reached.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    fn reach(&mut self, g: N, x: u32, y: u32, step: u32) {
        let place = y * self.course.stride + x;
        let best = &mut self.state.best[place as usize];
        if g >= *best {
            return;
        }
        let f = g + estimate(self.course, x, y);
        if f >= self.state.bound {
            return;
        }
        if f.get() > self.course.most {
            self.state.too_large = true;
            return;
        }
        let number = self.state.nodes.len() as u32;
        if number >= BELOW {
            self.state.too_large = true;
            return;
        }
        let known = *best != N::MOST;
        *best = g;
        let below = step << STEP_SHIFT | BELOW;
        self.state.nodes.push(Node { g, x, y, parent: self.node, below });
        self.run.opened(false, true);
        if self.state.held != NIL {
            self.state.put(self.state.held_f, self.state.held);
        }
        (self.state.held, self.state.held_f) = (number, f);
        self.state.successors += 1;
        self.tell(if known { EventKind::Update } else { EventKind::Generate }, number);
    }

    /// The goal has been seen.
    #[inline]
    fn arrive(&mut self, cost: N) {
        if cost < self.state.bound {
            (self.state.bound, self.state.last) = (cost, self.node);
        }
    }

    #[inline(always)]
    fn expand(&mut self) {
        let Course { goal, runs: [row, column], turns, four, .. } = *self.course;
        let Node { g, x, y, below, .. } = self.state.nodes[self.node as usize];
        self.state.successors = 0;
        let straight = N::new(self.course.straight);
        if y == goal.1 && row.0 < x && x < row.1 {
            self.arrive(g + straight.times(x.abs_diff(goal.0)));
        } else if x == goal.0 && column.0 < y && y < column.1 {
            self.arrive(g + straight.times(y.abs_diff(goal.1)));
        }
        // Seen at the estimated cost: nothing can be better.
        if self.state.bound <= g + estimate(self.course, x, y) {
            return;
        }
        let step = (below >> STEP_SHIFT) as usize;
        let legal = turns[step][self.map.legal(x, y) as usize];
        let steps = legal & self.map.promising(x, y);
        let has = |step: u8| steps >> step & 1 != 0;
        if has(2) {
            let found = self.map.east(x, y);
            if found != 0 {
                self.reach(g + straight.times(found - x), found, y, 2);
            }
        }
        if has(6) {
            let found = self.map.west(x, y);
            if found != 0 {
                self.reach(g + straight.times(x - found), found, y, 6);
            }
        }
        if four {
            if legal & 1 != 0 {
                self.walk::<0, -1>(g, x, y);
            }
            if legal >> 4 & 1 != 0 {
                self.walk::<0, 1>(g, x, y);
            }
            return;
        }
        if has(4) {
            let found = self.map.south(x, y);
            if found != 0 {
                self.reach(g + straight.times(found - y), x, found, 4);
            }
        }
        if has(0) {
            let found = self.map.north(x, y);
            if found != 0 {
                self.reach(g + straight.times(y - found), x, found, 0);
            }
        }
        if has(1) {
            self.walk::<1, -1>(g, x, y);
        }
        if has(3) {
            self.walk::<1, 1>(g, x, y);
        }
        if has(5) {
            self.walk::<-1, 1>(g, x, y);
        }
        if has(7) {
            self.walk::<-1, -1>(g, x, y);
        }
    }

    /// Follows a diagonal, or with four moves a column.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    fn walk<const DX: i32, const DY: i32>(&mut self, g: N, x: u32, y: u32) {
        let straight = N::new(self.course.straight);
        let step_cost = if DX == 0 { straight } else { N::new(self.course.diagonal) };
        let map = self.map;
        let mut walk = Walk::<N, J, V, DX, DY> { expansion: self, g, step_cost };
        #[cfg(not(target_arch = "wasm32"))]
        let came = map.walk::<DX, DY>(x, y, &mut walk);
        // Where code is fetched over a network, one walk serves both kinds of numbers.
        #[cfg(target_arch = "wasm32")]
        let came = map.walk::<DX, DY>(x, y, &mut (&mut walk as &mut dyn Visitor));
        // Does it cross the goal's row or column where they are free up to the goal?
        let Course { goal, runs: [row, column], .. } = *self.course;
        let (right, down) = (
            (goal.0 as i32 - x as i32) * if DX == 0 { 1 } else { DX },
            (goal.1 as i32 - y as i32) * DY,
        );
        let steps = if DX == 0 { down } else { right.min(down) };
        if steps <= 0 || steps as u32 > came {
            return;
        }
        let (at_x, at_y) = (x.wrapping_add_signed(DX * steps), y.wrapping_add_signed(DY * steps));
        let g = g + step_cost.times(steps as u32);
        if down == steps {
            if row.0 < at_x && at_x < row.1 {
                self.arrive(g + straight.times(at_x.abs_diff(goal.0)));
            }
        } else if column.0 < at_y && at_y < column.1 {
            self.arrive(g + straight.times(at_y.abs_diff(goal.1)));
        }
    }
}

/// A diagonal or column being followed.
struct Walk<'w, 'e, N, J, V, const DX: i32, const DY: i32> {
    expansion: &'w mut Expansion<'e, N, J, V>,
    /// The cost up to where it began, and that of a step.
    g: N,
    step_cost: N,
}

impl<N: Number, J: Jumping, V: Watch, const DX: i32, const DY: i32> Visitor
    for Walk<'_, '_, N, J, V, DX, DY>
{
    /// The path that came there more cheaply has seen, or will see, all that follows.
    #[inline(always)]
    fn goes_on(&mut self, x: u32, y: u32, steps: u32) -> bool {
        let place = y * self.expansion.course.stride + x;
        self.expansion.state.best[place as usize] >= self.g + self.step_cost.times(steps)
    }

    #[inline(always)]
    fn happens(&mut self, event: Crossing) -> bool {
        let Crossing { x, y, steps, across, along, turns } = event;
        let g = self.g + self.step_cost.times(steps);
        let expansion = &mut *self.expansion;
        let place = y * expansion.course.stride + x;
        let straight = N::new(expansion.course.straight);
        if turns {
            // A jump point of its own, from which the diagonal goes on: what is beside it is found
            // when it is expanded.
            let step = match (DX, DY) {
                (1, -1) => 1,
                (1, _) => 3,
                (_, 1) => 5,
                _ => 7,
            };
            expansion.reach(g, x, y, step);
            return false;
        }
        // No less than before: the walk goes on only where it is not.
        let best = &mut expansion.state.best[place as usize];
        if *best == N::MOST {
            expansion.state.crossed.push(place);
        }
        *best = g;
        if across != 0 {
            let step = if DX < 0 { 6 } else { 2 };
            expansion.reach(g + straight.times(across.abs_diff(x)), across, y, step);
        }
        if along != 0 {
            match (DX, DY) {
                (0, _) => expansion.reach(g + straight.times(x - along), along, y, 6),
                (_, 1) => expansion.reach(g + straight.times(along - y), x, along, 4),
                _ => expansion.reach(g + straight.times(y - along), x, along, 0),
            }
        }
        true
    }
}

impl Course {
    /// A cost in these numbers as observers see it.
    fn cost(&self, value: u64) -> Cost {
        Cost::from_raw((value as u128 * Cost::ONE.raw() as u128 / self.straight as u128) as u64)
    }
}

impl End {
    /// What it means to the loop's caller; `None` if it is to begin again in larger numbers.
    pub(super) fn step(self) -> Option<Step> {
        Some(match self {
            End::Paused => Step::Paused,
            End::Stopped(limit) => Step::Done(Outcome::Stopped(limit)),
            End::Found => Step::Done(Outcome::Found),
            End::Unreachable => Step::Done(Outcome::Unreachable),
            End::TooLarge => return None,
        })
    }
}
