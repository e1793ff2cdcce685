//! How the ground looks.

use crate::palette::{self, Rgb};
use wayline::Cell;
use wayline::body::{Speeds, Terrain};

/// What people call a ground.
pub(crate) fn name(ground: u8) -> String {
    match ground {
        b'.' => "plain ground".to_owned(),
        b'G' => "ground (G)".to_owned(),
        b'S' => "swamp (S)".to_owned(),
        b'W' => "water (W)".to_owned(),
        b'T' => "trees (T)".to_owned(),
        b'H' => "hills (H)".to_owned(),
        b'R' => "road (R)".to_owned(),
        graded @ 128.. => format!("slow ground ({}x)", f64::from(graded - 127) / 8.0),
        letter => format!("'{}'", char::from(letter)),
    }
}

/// The colour of a cell.
pub(crate) fn color(terrain: &Terrain, cell: Cell) -> Rgb {
    if terrain.is_blocked(cell) {
        return palette::WALL;
    }
    ground(terrain.ground(cell).unwrap_or(b'.'))
}

/// The colour of ground that is not blocked.
pub(crate) fn ground(ground: u8) -> Rgb {
    match ground {
        b'.' | b'1' => palette::FLOOR,
        b'G' => palette::EARTH,
        b'S' => palette::SWAMP,
        b'W' | b'~' => palette::WATER,
        b'T' => palette::TREES,
        b'H' => palette::HILLS,
        b'R' => palette::ROAD,
        // As on weighted grids: evenly by the logarithm of how slow it is, up to 16.
        b'2'..=b'9' | 128.. => {
            let times = Speeds::default().multiplier(ground).unwrap_or(1.0);
            palette::FLOOR.under(palette::SLOWEST, (times.log2() / 4.0).clamp(0.0, 1.0))
        }
        _ => palette::EARTH,
    }
}

/// The colours of all cells, row by row.
pub(crate) fn colors(terrain: &Terrain) -> Vec<Rgb> {
    let cells = (0..terrain.height()).flat_map(|y| (0..terrain.width()).map(move |x| (x, y)));
    cells.map(|(x, y)| color(terrain, Cell::new(x, y))).collect()
}

/// The letter of a cell in a drawing without colours.
pub(crate) fn letter(terrain: &Terrain, cell: Cell) -> char {
    match terrain.ground(cell) {
        _ if terrain.is_blocked(cell) => '#',
        Some(graded @ 128..) => {
            let times = f64::from(graded - 127) / 8.0;
            char::from(b'0' + (times.round() as u8).clamp(1, 9))
        }
        Some(letter) => char::from(letter),
        None => ' ',
    }
}
