//! The map in a terminal: two cells a character where there are colours, plain characters where
//! there are none.

use crate::ends::Ends;
use crate::palette::{self, Rgb};
use crate::scene::{Ground, Look, Scene, Seen, Sight};
use std::fmt::Write;
use wayline::{Cell, Grid};

/// The size of a drawing when nobody says how large the terminal is.
const COLUMNS: u32 = 80;
const ROWS: u32 = 40;

/// What is to be drawn.
pub(crate) struct Subject<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) sight: Option<&'a Sight<'a>>,
    pub(crate) path: &'a [Cell],
    pub(crate) ends: Ends,
}

/// What lies on top of a block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Nothing,
    Path,
    Goal,
    Start,
}

/// Draws the map to fit the terminal.
pub(crate) fn draw(subject: &Subject<'_>, colors: bool) -> String {
    let (width, height) = (subject.grid.width(), subject.grid.height());
    let (scene, marks) = scene_and_marks(subject, block(width, height, colors));
    let digits = match colors {
        true => Vec::new(),
        false => scene.digits(subject.grid),
    };
    let tile = |(at, (look, &mark)): (usize, (&Look, &Mark))| match mark {
        Mark::Nothing => {
            let plain = digits.get(at).copied().unwrap_or('.');
            Tile { color: look.color(), letter: letter(*look, plain), label: None }
        }
        Mark::Path => Tile { color: palette::PATH, letter: '*', label: None },
        Mark::Start => Tile { color: palette::START, letter: 'S', label: Some('S') },
        Mark::Goal => Tile { color: palette::GOAL, letter: 'G', label: Some('G') },
    };
    let tiles = scene.looks.iter().zip(&marks).enumerate().map(tile).collect();
    Tiles { width: scene.width, block: scene.block, tiles }.print(colors)
}

/// How many cells, across and down, become one tile, so that a map fits the terminal.
pub(crate) fn block(width: u32, height: u32, colors: bool) -> (u32, u32) {
    let (columns, rows) = match terminal_size::terminal_size() {
        // A few rows are left for what is said about the path.
        Some((width, height)) if colors => {
            (u32::from(width.0).max(20), u32::from(height.0).saturating_sub(10).max(10))
        }
        _ => (COLUMNS, ROWS),
    };
    let side = width.div_ceil(columns).max(height.div_ceil(rows * 2)).max(1);
    if colors {
        // Half blocks: two tiles a character.
        (side, side)
    } else if width <= columns && height <= rows {
        (1, 1)
    } else {
        // Twice as high as wide, as characters are.
        (side, side * 2)
    }
}

/// How a block of cells looks.
#[derive(Clone, Copy)]
pub(crate) struct Tile {
    pub(crate) color: Rgb,
    /// Where there are no colours.
    pub(crate) letter: char,
    /// In the place of the colour, for those who see no difference in it.
    pub(crate) label: Option<char>,
}

/// A map as tiles, row by row.
pub(crate) struct Tiles {
    pub(crate) width: usize,
    pub(crate) block: (u32, u32),
    pub(crate) tiles: Vec<Tile>,
}

impl Tiles {
    pub(crate) fn print(&self, colors: bool) -> String {
        let mut text = if colors { self.colored() } else { self.plain() };
        if let (across, down) = self.block
            && (across, down) != (1, 1)
        {
            let _ = writeln!(text, "(drawn smaller: {across}x{down} cells as one)");
        }
        text
    }

    /// Half blocks: the upper half in one colour, the lower half in another.
    fn colored(&self) -> String {
        let mut text = String::new();
        let rows: Vec<&[Tile]> = self.tiles.chunks(self.width).collect();
        for pair in rows.chunks(2) {
            let mut brush = Brush::default();
            for x in 0..self.width {
                let upper = pair[0][x];
                let lower = pair.get(1).map(|row| row[x]);
                let letter = match (upper.label, lower.and_then(|lower| lower.label)) {
                    // Two in one character: only colours tell them apart.
                    (Some(a), Some(b)) if a != b => None,
                    (Some(label), _) => Some((upper.color, label)),
                    (_, Some(label)) => lower.map(|lower| (lower.color, label)),
                    _ => None,
                };
                match letter {
                    Some((color, letter)) => {
                        brush.paint(&mut text, palette::FLOOR, Some(color));
                        text.push(letter);
                    }
                    None => {
                        brush.paint(&mut text, upper.color, lower.map(|lower| lower.color));
                        text.push('▀');
                    }
                }
            }
            text.push_str("\x1b[0m\n");
        }
        text
    }

    /// One character a tile.
    fn plain(&self) -> String {
        let line = |row: &[Tile]| row.iter().map(|tile| tile.letter).chain(['\n']).collect();
        self.tiles.chunks(self.width).map(line).collect::<Vec<String>>().concat()
    }
}

fn scene_and_marks<'a>(subject: &Subject<'a>, block: (u32, u32)) -> (Scene<'a>, Vec<Mark>) {
    let Subject { grid, sight, path, ends } = *subject;
    let scene = Scene::new(grid, sight, &[], ends, block);
    let mut marks = vec![Mark::Nothing; scene.looks.len()];
    let path = path.iter().map(|&cell| (cell, Mark::Path));
    for (cell, mark) in path.chain([(ends.to, Mark::Goal), (ends.from, Mark::Start)]) {
        let at = scene.block_of(cell);
        marks[at] = marks[at].max(mark);
    }
    (scene, marks)
}

/// The colours that the terminal has now; only changes are written.
#[derive(Default)]
struct Brush {
    upper: Option<Rgb>,
    lower: Option<Rgb>,
}

impl Brush {
    /// Without a lower colour, the terminal's own shows.
    fn paint(&mut self, text: &mut String, upper: Rgb, lower: Option<Rgb>) {
        if self.upper != Some(upper) {
            let Rgb(r, g, b) = upper;
            let _ = write!(text, "\x1b[38;2;{r};{g};{b}m");
            self.upper = Some(upper);
        }
        if self.lower != lower {
            let _ = match lower {
                Some(Rgb(r, g, b)) => write!(text, "\x1b[48;2;{r};{g};{b}m"),
                None => write!(text, "\x1b[49m"),
            };
            self.lower = lower;
        }
    }
}

/// How a block is drawn without colours; `ground` if there is nothing but ground.
fn letter(look: Look, ground: char) -> char {
    match look {
        Look { ground: Ground::Wall, .. } => '#',
        Look { seen: Seen::Closed(_), .. } => '+',
        Look { seen: Seen::Open, .. } => 'o',
        Look { .. } => ground,
    }
}
