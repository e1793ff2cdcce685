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
    let (columns, rows) = match terminal_size::terminal_size() {
        // A few rows are left for what is said about the path.
        Some((width, height)) if colors => {
            (u32::from(width.0).max(20), u32::from(height.0).saturating_sub(10).max(10))
        }
        _ => (COLUMNS, ROWS),
    };
    if colors { colored(subject, columns, rows) } else { plain(subject, columns, rows) }
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

/// Half blocks: the upper half in one colour, the lower half in another.
fn colored(subject: &Subject<'_>, columns: u32, rows: u32) -> String {
    let (width, height) = (subject.grid.width(), subject.grid.height());
    let side = width.div_ceil(columns).max(height.div_ceil(rows * 2)).max(1);
    let (scene, marks) = scene_and_marks(subject, (side, side));
    let color = |x: usize, y: usize| match marks[y * scene.width + x] {
        Mark::Nothing => scene.look(x, y).color(),
        Mark::Path => palette::PATH,
        Mark::Start => palette::START,
        Mark::Goal => palette::GOAL,
    };
    let mut text = String::new();
    let mut brush = Brush::default();
    for y in (0..scene.height).step_by(2) {
        for x in 0..scene.width {
            let mark = |y: usize| marks.get(y * scene.width + x).copied();
            let letter = match [mark(y), mark(y + 1)] {
                // Both ends in one character: only colours tell them apart.
                [Some(Mark::Start), Some(Mark::Goal)] | [Some(Mark::Goal), Some(Mark::Start)] => {
                    None
                }
                marks if marks.contains(&Some(Mark::Start)) => Some((palette::START, 'S')),
                marks if marks.contains(&Some(Mark::Goal)) => Some((palette::GOAL, 'G')),
                _ => None,
            };
            // A letter as well, for those who see no difference in colour.
            let (upper, lower, letter) = match letter {
                Some((color, letter)) => (palette::FLOOR, Some(color), letter),
                None => (color(x, y), (y + 1 < scene.height).then(|| color(x, y + 1)), '▀'),
            };
            brush.paint(&mut text, upper, lower);
            text.push(letter);
        }
        brush = Brush::default();
        text.push_str("\x1b[0m\n");
    }
    text.push_str(&scale_note(&scene));
    text
}

/// The colours that the terminal has now; told only what changes.
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

/// One character a cell, or, of a map too large for that, a character for a block twice as high as
/// wide, as characters are.
fn plain(subject: &Subject<'_>, columns: u32, rows: u32) -> String {
    let (width, height) = (subject.grid.width(), subject.grid.height());
    let side = width.div_ceil(columns).max(height.div_ceil(rows * 2)).max(1);
    let fits = width <= columns && height <= rows;
    let (scene, marks) = scene_and_marks(subject, if fits { (1, 1) } else { (side, side * 2) });
    let mut text = String::new();
    for y in 0..scene.height {
        for x in 0..scene.width {
            text.push(match marks[y * scene.width + x] {
                Mark::Nothing => letter(scene.look(x, y)),
                Mark::Path => '*',
                Mark::Start => 'S',
                Mark::Goal => 'G',
            });
        }
        text.push('\n');
    }
    text.push_str(&scale_note(&scene));
    text
}

fn letter(look: Look) -> char {
    match look {
        Look { ground: Ground::Wall, .. } => '#',
        Look { seen: Seen::Closed(_), .. } => '+',
        Look { seen: Seen::Open, .. } => 'o',
        Look { ground: Ground::Free(0), .. } => '.',
        // Slow ground, from 2 to 9.
        Look { ground: Ground::Free(level), .. } => char::from(b'2' + level / 32),
    }
}

fn scale_note(scene: &Scene<'_>) -> String {
    match scene.block {
        (1, 1) => String::new(),
        (across, down) => format!("(drawn smaller: {across}x{down} cells as one)\n"),
    }
}
