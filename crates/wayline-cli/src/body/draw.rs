//! A body's path in a terminal: what it covers on its way, and how it heads.

use super::scenery;
use crate::draw::{Tile, Tiles, block};
use crate::palette;
use wayline::Cell;
use wayline::body::{BodyKind, Goal, Heading, Placement, Terrain};

/// What lies on top of a block; more is seen of what comes later.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Nothing,
    /// Covered on the way.
    Covered,
    /// The pivot on the way.
    Pivot(Heading),
    Goal,
    Start,
}

/// Draws a path to fit the terminal, or its ends if there is none. Without colours, arrows are the
/// pivot and its heading, `+` what else the body covers on its way.
pub(crate) fn draw(
    terrain: &Terrain,
    kind: &BodyKind,
    path: &[Placement],
    from: Placement,
    goal: Goal,
    colors: bool,
) -> String {
    let (width, height) = (terrain.width(), terrain.height());
    let (across, down) = block(width, height, colors);
    let columns = width.div_ceil(across);
    let mut marks = vec![Mark::Nothing; (columns * height.div_ceil(down)) as usize];
    let mut put = |cell: Cell, mark: Mark| {
        let at = &mut marks[((cell.y / down) * columns + cell.x / across) as usize];
        *at = mark.max(*at);
    };
    let covered = |placement: Placement| {
        let cells = kind.footprint().at(placement);
        let cells =
            cells.filter_map(|(x, y)| Some(Cell::new(x.try_into().ok()?, y.try_into().ok()?)));
        cells.filter(|&cell| terrain.contains(cell))
    };
    for &placement in path {
        covered(placement).for_each(|cell| put(cell, Mark::Covered));
        put(placement.cell(), Mark::Pivot(placement.heading));
    }
    match (path.last(), goal) {
        (Some(&at), _) | (None, Goal::At(at)) => {
            covered(at).for_each(|cell| put(cell, Mark::Goal));
        }
        (None, _) => put(goal.cell(), Mark::Goal),
    }
    covered(from).for_each(|cell| put(cell, Mark::Start));

    let tile = |(i, &mark): (usize, &Mark)| {
        let (x, y) = (i as u32 % columns * across, i as u32 / columns * down);
        let cell = Cell::new((x + across / 2).min(width - 1), (y + down / 2).min(height - 1));
        let ground = scenery::color(terrain, cell);
        let letter = scenery::letter(terrain, cell);
        let arrow = |heading: Heading| ['>', '^', '<', 'v'][heading.index()];
        match mark {
            Mark::Nothing => Tile { color: ground, letter, label: None },
            Mark::Covered => {
                let color = scenery::color(terrain, cell).under(palette::PATH, 0.35);
                Tile { color, letter: '+', label: None }
            }
            Mark::Pivot(heading) => {
                Tile { color: palette::PATH, letter: arrow(heading), label: None }
            }
            Mark::Goal => Tile { color: palette::GOAL, letter: 'G', label: Some('G') },
            Mark::Start => Tile { color: palette::START, letter: 'S', label: Some('S') },
        }
    };
    let tiles = marks.iter().enumerate().map(tile).collect();
    Tiles { width: columns as usize, block: (across, down), tiles }.print(colors)
}
