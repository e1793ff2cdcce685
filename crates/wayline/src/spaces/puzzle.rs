//! Sliding puzzles: the 8-puzzle, the 15-puzzle, and others up to sixteen tiles.

use crate::kernel::cost::Cost;
use crate::spaces::error::GridError;
use crate::spaces::space::Space;
use crate::spaces::space::sealed::Token;
use std::fmt;

/// The moves of a sliding puzzle with this many columns and rows. Its states are [`Board`]s.
///
/// The estimate is the Manhattan distance of all tiles plus linear conflicts: two tiles in their goal row, in the
/// wrong order, cost two moves more. It is admissible, and the engine knows that it is. Half of all positions
/// cannot be reached from the other half; parity tells which, so an unsolvable puzzle is recognised without a
/// search.
///
/// Reference: O. Hansson, A. Mayer, M. Yung, "Criticizing solutions to relaxed models yields
/// powerful admissible heuristics" (1992).
///
/// ```
/// use wayline::{search, Algorithm, Query, SlidingPuzzle, Workspace};
///
/// let puzzle = SlidingPuzzle::new(3, 3)?;
/// let start = puzzle.board(&[1, 2, 3, 4, 5, 6, 0, 7, 8])?;
/// let query = Query::new(start, puzzle.solved()).algorithm(Algorithm::Ida);
/// let mut work = Workspace::new();
/// let answer = search(&puzzle, &query, &mut work)?;
/// assert!(answer.is_optimal());
/// assert_eq!(answer.steps(), 2);
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SlidingPuzzle {
    width: u32,
    height: u32,
}

/// A position of a sliding puzzle: four bits a place, row by row; zero is the gap.
///
/// ```
/// let puzzle = wayline::SlidingPuzzle::new(2, 2)?;
/// assert_eq!(puzzle.solved().tile(0), 1);
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board(u64);

impl Board {
    /// The tile at a place, counted row by row.
    ///
    /// ```
    /// let puzzle = wayline::SlidingPuzzle::new(2, 2)?;
    /// assert_eq!(puzzle.board(&[0, 1, 2, 3])?.tile(3), 3);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn tile(self, place: u32) -> u32 {
        if place < 16 { (self.0 >> (4 * place)) as u32 & 15 } else { 0 }
    }

    fn swapped(self, gap: u32, place: u32) -> Board {
        let tile = self.0 >> (4 * place) & 15;
        Board(self.0 & !(15 << (4 * place)) | tile << (4 * gap))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({:016x})", self.0)
    }
}

impl SlidingPuzzle {
    /// A puzzle with 2 to 16 places: 3 and 3 for the 8-puzzle, 4 and 4 for the 15-puzzle.
    ///
    /// ```
    /// assert!(wayline::SlidingPuzzle::new(4, 4).is_ok());
    /// assert!(wayline::SlidingPuzzle::new(5, 5).is_err());
    /// ```
    pub fn new(width: u32, height: u32) -> Result<SlidingPuzzle, GridError> {
        let places = width as u64 * height as u64;
        if !(2..=16).contains(&places) {
            let (width, height) = (width as u64, height as u64);
            return Err(GridError::BadSize { width, height, max: 16 });
        }
        Ok(SlidingPuzzle { width, height })
    }

    /// A position from its tiles, row by row; zero is the gap. Each number must occur once.
    ///
    /// ```
    /// let puzzle = wayline::SlidingPuzzle::new(3, 3)?;
    /// assert!(puzzle.board(&[8, 7, 6, 5, 4, 3, 2, 1, 0]).is_ok());
    /// assert!(puzzle.board(&[8, 8, 6, 5, 4, 3, 2, 1, 0]).is_err());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn board(&self, tiles: &[u32]) -> Result<Board, GridError> {
        let places = self.places();
        let seen =
            tiles.iter().fold(0u64, |seen, &tile| seen | 1u64.checked_shl(tile).unwrap_or(0));
        if tiles.len() != places as usize || seen != (1 << places) - 1 {
            let what = format!("{tiles:?}: expected each number from 0 to {} once", places - 1);
            return Err(GridError::BadRow { row: 0, what });
        }
        let place = |board, (place, &tile): (usize, &u32)| board | (tile as u64) << (4 * place);
        Ok(Board(tiles.iter().enumerate().fold(0, place)))
    }

    /// The position in order, the gap last.
    ///
    /// ```
    /// let puzzle = wayline::SlidingPuzzle::new(3, 3)?;
    /// assert_eq!(puzzle.solved(), puzzle.board(&[1, 2, 3, 4, 5, 6, 7, 8, 0])?);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn solved(&self) -> Board {
        let last = self.places() - 1;
        Board((0..last).fold(0, |board, place| board | (place as u64 + 1) << (4 * place)))
    }

    /// Whether one position can be reached from the other: half of all can.
    ///
    /// ```
    /// let puzzle = wayline::SlidingPuzzle::new(3, 3)?;
    /// let swapped = puzzle.board(&[2, 1, 3, 4, 5, 6, 7, 8, 0])?;
    /// assert!(!puzzle.joined(swapped, puzzle.solved()));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn joined(&self, a: Board, b: Board) -> bool {
        if self.width == 1 || self.height == 1 {
            // In a single row tiles never pass each other.
            let order = |board: Board| {
                (0..self.places()).map(move |place| board.tile(place)).filter(|&tile| tile != 0)
            };
            return order(a).eq(order(b));
        }
        self.parity(a) == self.parity(b)
    }

    fn places(&self) -> u32 {
        self.width * self.height
    }

    fn gap(&self, board: Board) -> u32 {
        (0..self.places()).find(|&place| board.tile(place) == 0).unwrap_or(0)
    }

    /// A move swaps the gap with a tile and carries it one place: the two parities change together.
    fn parity(&self, board: Board) -> u32 {
        let places = self.places();
        let inversions: u32 = (0..places)
            .map(|i| (i + 1..places).filter(|&j| board.tile(j) < board.tile(i)).count() as u32)
            .sum();
        let gap = self.gap(board);
        (inversions + gap % self.width + gap / self.width) % 2
    }

    fn moves_of_gap(&self, board: Board, mut emit: impl FnMut(Board, Cost)) {
        let gap = self.gap(board);
        let (x, y) = (gap % self.width, gap / self.width);
        let mut to = |place| emit(board.swapped(gap, place), Cost::ONE);
        if y > 0 {
            to(gap - self.width);
        }
        if x > 0 {
            to(gap - 1);
        }
        if x + 1 < self.width {
            to(gap + 1);
        }
        if y + 1 < self.height {
            to(gap + self.width);
        }
    }

    /// How many tiles of a line (a row or a column) must leave it so that the others are in order:
    /// all but the longest run in goal order. `goals` holds each one's goal within the line.
    fn conflicts(goals: &[u32]) -> u32 {
        let mut longest = [0u32; 16];
        let mut best = 0;
        for (i, &goal) in goals.iter().enumerate() {
            let before = (0..i).filter(|&j| goals[j] < goal).map(|j| longest[j]).max();
            longest[i] = before.unwrap_or(0) + 1;
            best = best.max(longest[i]);
        }
        goals.len() as u32 - best
    }
}

impl Space for SlidingPuzzle {
    type State = Board;

    fn moves(&self, &from: &Board, emit: impl FnMut(Board, Cost)) {
        self.moves_of_gap(from, emit);
    }

    fn moves_back(&self, &to: &Board, emit: impl FnMut(Board, Cost)) -> bool {
        self.moves_of_gap(to, emit);
        true
    }

    fn estimate(&self, &from: &Board, &goal: &Board) -> Cost {
        let (width, height) = (self.width, self.height);
        let mut home = [0u32; 16];
        for place in 0..self.places() {
            home[goal.tile(place) as usize] = place;
        }
        let mut moves = 0;
        let mut line = [0u32; 16];
        for y in 0..height {
            let mut count = 0;
            for x in 0..width {
                let tile = from.tile(y * width + x);
                if tile == 0 {
                    continue;
                }
                let (hx, hy) = (home[tile as usize] % width, home[tile as usize] / width);
                moves += hx.abs_diff(x) + hy.abs_diff(y);
                if hy == y {
                    line[count] = hx;
                    count += 1;
                }
            }
            moves += 2 * SlidingPuzzle::conflicts(&line[..count]);
        }
        for x in 0..width {
            let mut count = 0;
            for y in 0..height {
                let tile = from.tile(y * width + x);
                if tile != 0 && home[tile as usize] % width == x {
                    line[count] = home[tile as usize] / width;
                    count += 1;
                }
            }
            moves += 2 * SlidingPuzzle::conflicts(&line[..count]);
        }
        Cost::from(moves)
    }

    fn surely_apart(&self, &from: &Board, &goal: &Board) -> bool {
        !self.joined(from, goal)
    }

    fn vouched(&self, _: Token) -> bool {
        true
    }
}
