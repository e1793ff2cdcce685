//! The legal moves of a [`BodyMap`], there and back, and what they cost.

use super::body_map::{BodyMap, Step};
use crate::body::kind::{Heading, Placement};
use crate::body::map::pace::NO_PATH;
use crate::kernel::cost::Cost;
use crate::spaces::grid::Cell;
use crate::spaces::space::Space;
use crate::spaces::space::sealed::Token;

impl BodyMap {
    /// What a move out of a placement costs, by its place among the [moves](crate::body::BodyKind::moves) of the
    /// heading; `None` if it is not legal or there is no such move.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, Heading, Placement, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(4, 3)?);
    /// assert_eq!(map.move_cost(Placement::new(0, 0, Heading::E), 0), Some(10));
    /// assert_eq!(map.move_cost(Placement::new(2, 0, Heading::E), 0), None);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn move_cost(&self, from: Placement, index: usize) -> Option<u32> {
        let step = self.steps[from.heading.index()].get(index)?;
        self.state(from)?;
        self.step_cost(step, from.x, from.y, (from.x, from.y))
    }

    /// Emits every legal move out of a placement: where it leads, what it costs, and which of the heading's moves
    /// it is. Emits nothing off the map.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, Heading, Placement, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(4, 3)?);
    /// let mut moves = Vec::new();
    /// map.for_each_move(Placement::new(0, 0, Heading::E), |to, cost, _| moves.push((to, cost)));
    /// assert_eq!(moves[0], (Placement::new(1, 0, Heading::E), 10));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    #[inline]
    pub fn for_each_move(&self, from: Placement, mut emit: impl FnMut(Placement, u32, usize)) {
        if self.state(from).is_none() {
            return;
        }
        for step in &self.steps[from.heading.index()] {
            if let Some(cost) = self.step_cost(step, from.x, from.y, (from.x, from.y)) {
                let (x, y) = step.from(from.x, from.y);
                emit(Placement { x, y, heading: step.heading }, cost, step.index as usize);
            }
        }
    }

    /// Emits every legal move into a placement: where it comes from, what it costs, and which of the
    /// moves of the heading there it is.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, Heading, Placement, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(4, 3)?);
    /// let mut moves = Vec::new();
    /// map.for_each_move_back(Placement::new(1, 0, Heading::E), |from, cost, _| moves.push((from, cost)));
    /// assert_eq!(moves[0], (Placement::new(0, 0, Heading::E), 10));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    #[inline]
    pub fn for_each_move_back(&self, to: Placement, mut emit: impl FnMut(Placement, u32, usize)) {
        if self.state(to).is_none() {
            return;
        }
        for step in &self.steps_back[to.heading.index()] {
            let (x, y) = step.from(to.x, to.y);
            if x < self.width
                && y < self.height
                && let Some(cost) = self.step_cost(step, to.x, to.y, (x, y))
            {
                emit(Placement { x, y, heading: step.heading }, cost, step.index as usize);
            }
        }
    }

    /// Emits every move, legal or not, that sweeps a cell: the placement it leaves and which of the
    /// heading's moves it is. These are the moves that an edit of the cell's ground, or its being
    /// blocked or freed, may change; a change of elevation changes those that begin or end with
    /// their pivot on it, which are among them.
    ///
    /// ```
    /// # use wayline::{Cell, body::{BodyKind, BodyMap, Terrain}};
    /// # let map = BodyMap::new(BodyKind::preset("king")?, &Terrain::new(4, 3)?);
    /// let mut moves = 0;
    /// map.for_each_move_over(Cell::new(1, 1), |_, _| moves += 1);
    /// // The king's eight moves from the cell and to it, for each heading.
    /// assert_eq!(moves, 64);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn for_each_move_over(&self, cell: Cell, mut emit: impl FnMut(Placement, usize)) {
        for heading in Heading::ALL {
            for (index, row) in self.kind.moves(heading).iter().enumerate() {
                for &(dx, dy) in row.swept() {
                    let (x, y) = (cell.x as i64 - dx as i64, cell.y as i64 - dy as i64);
                    if x >= 0 && y >= 0 && x < self.width as i64 && y < self.height as i64 {
                        emit(Placement { x: x as u32, y: y as u32, heading }, index);
                    }
                }
            }
        }
    }

    /// What a step costs, if it is legal: `(x, y)` is the cell the step is taken from, be it
    /// forward or backward, and `before` the pivot before the move.
    #[inline(always)]
    pub(crate) fn step_cost(&self, step: &Step, x: u32, y: u32, before: (u32, u32)) -> Option<u32> {
        let bit = (self.boards.layout().bit(x, y) as isize + step.bit as isize) as usize;
        self.boards.get(step.board, bit).then(|| self.cost_of_legal(step, bit, (x, y), before))
    }

    /// The same of a step that is legal, whose pivot before the move is at a bit.
    #[inline(always)]
    pub(crate) fn cost_of_legal(
        &self,
        step: &Step,
        bit: usize,
        at: (u32, u32),
        before: (u32, u32),
    ) -> u32 {
        let rank = match &self.slowness {
            None if self.elevation.is_empty() => return step.least,
            None => self.fastest,
            Some(slowness) => slowness.get(step.board, bit),
        };
        if self.elevation.is_empty() {
            return self.even_costs[step.even_costs as usize + rank as usize];
        }
        self.sloped(step, rank, at, before)
    }

    fn sloped(&self, step: &Step, rank: u8, at: (u32, u32), before: (u32, u32)) -> u32 {
        let after = if at == before { step.from(at.0, at.1) } else { at };
        let high = |(x, y): (u32, u32)| {
            self.elevation[y as usize * self.width as usize + x as usize] as i32
        };
        let climb = high(after) - high(before);
        self.kind.speeds().cost(step.time, self.ranks.speeds[rank as usize], climb)
    }
}

/// The placements of a body as a [`Space`], for algorithms that [`BodyMap`] itself does not have: see
/// [`BodyMap::placements`]. Costs are whole time units.
#[derive(Clone, Copy, Debug)]
pub struct Placements<'m>(&'m BodyMap);

impl BodyMap {
    /// The placements as a [`Space`]: every algorithm of the registry runs on it, more slowly than the search on
    /// the map itself.
    ///
    /// ```
    /// use wayline::body::{BodyKind, BodyMap, Heading, Placement, Terrain};
    /// use wayline::{Algorithm, Query, Workspace, search};
    /// let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(9, 9)?);
    /// let (from, to) = (Placement::new(2, 2, Heading::E), Placement::new(6, 6, Heading::S));
    /// let query = Query::new(from, to).algorithm(Algorithm::Bidirectional);
    /// assert!(search(&map.placements(), &query, &mut Workspace::new())?.is_optimal());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn placements(&self) -> Placements<'_> {
        Placements(self)
    }
}

impl Space for Placements<'_> {
    type State = Placement;

    fn moves(&self, from: &Placement, mut emit: impl FnMut(Placement, Cost)) {
        self.0.for_each_move(*from, |to, cost, _| emit(to, Cost::from(cost)));
    }

    fn moves_back(&self, to: &Placement, mut emit: impl FnMut(Placement, Cost)) -> bool {
        self.0.for_each_move_back(*to, |from, cost, _| emit(from, Cost::from(cost)));
        true
    }

    fn estimate(&self, from: &Placement, goal: &Placement) -> Cost {
        match self.0.free_table().between(*from, *goal) {
            NO_PATH => Cost::INFINITE,
            cost => Cost::from(cost),
        }
    }

    fn surely_apart(&self, from: &Placement, goal: &Placement) -> bool {
        !self.0.fits(*from) || !self.0.fits(*goal)
    }

    fn revision(&self) -> u64 {
        self.0.version()
    }

    fn vouched(&self, _: Token) -> bool {
        true
    }
}
