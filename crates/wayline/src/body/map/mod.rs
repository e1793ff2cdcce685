//! Maps as bodies see them: terrain, and for each kind the legal moves as bits.

pub(super) mod boards;
pub(super) mod body_map;
pub(super) mod masks;
pub(super) mod moves;
pub(super) mod obstacle_free;
pub(super) mod occupancy;
pub(super) mod pace;
#[cfg(feature = "serde")]
mod saved;
pub(super) mod slowness;
pub(super) mod terrain;

pub use body_map::BodyMap;
pub use moves::Placements;
pub use occupancy::Occupancy;
pub use terrain::Terrain;
