//! Maps from bytes and to bytes: files that hold maps for [`wayline`], and generators that make them.
//!
//! | module | reads and writes | holds |
//! | --- | --- | --- |
//! | [`movingai`] | `.map` | free and blocked cells |
//! | [`scenario`] | `.scen` | questions about a map, with their answers |
//! | [`ascii`] | `.txt` | free and blocked cells, multipliers from 1 to 9, a start and a goal |
//! | [`mod@grey`] | bytes | free and blocked cells, multipliers from 1 to 16.875 |
//! | [`mod@png`] | `.png` | free and blocked cells, multipliers from 1 to 16.875 |
//! | [`bodies`] | `.toml` | a kind of body: footprint, moves, speeds |
//! | [`simulation`] | `.toml`, read only | bodies on a map that changes |
//! | [`posthoc`] | `.trace.yaml`, written only | what a search did |
//! | [`generate`] | | makes mazes, rooms, caves, terrain from a line of text |
//!
//! [`read`] and [`write()`] take any of the three kinds of map, [`read_file`] opens the file as well, and
//! [`read_terrain`] keeps the letters of the ground, for [bodies](wayline::body). Whatever the bytes are, the
//! result is a map or a [`MapError`] that says what is wrong, where, and what was expected: there are no panics,
//! and no memory is allocated on the word of a header ([`Limits`]).
//!
//! ```
//! use wayline::Cell;
//! use wayline_maps::{Format, Limits, generate::Spec, movingai, read};
//!
//! let map = read(b"S.#.\n..#.\n...G\n", None)?;
//! assert_eq!((map.start, map.goal), (Some(Cell::new(0, 0)), Some(Cell::new(3, 2))));
//!
//! let spec: Spec = "maze:64x64:corridor=3:seed=1".parse()?;
//! let mut file = Vec::new();
//! movingai::write(&spec.generate(Limits::default())?, &mut file)?;
//! assert_eq!(read(&file, Some(Format::MovingAi))?.grid.width(), 64);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod ascii;
pub mod bodies;
mod error;
mod fields;
mod format;
pub mod generate;
pub mod grey;
mod limits;
mod map;
pub mod movingai;
#[cfg(feature = "png")]
pub mod png;
pub mod posthoc;
pub mod scenario;
pub mod simulation;
mod terrain_map;
mod text;
mod writing;

pub use error::{MapError, Place, Problem};
pub use format::Format;
pub use limits::Limits;
pub use map::{Map, read, read_file, read_within, write};
pub use terrain_map::{TerrainMap, read_terrain, read_terrain_file};
