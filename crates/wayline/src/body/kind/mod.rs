//! Kinds of bodies: what they cover, how they move, and on what ground.

pub(super) mod body_kind;
pub(super) mod footprint;
pub(super) mod placement;
pub(super) mod presets;
pub(super) mod rules;
#[cfg(feature = "serde")]
mod saved;
pub(super) mod speeds;

pub use body_kind::{BodyKind, Move};
pub use footprint::Footprint;
pub use placement::{Goal, Heading, Placement};
pub use rules::{KindBuilder, Rule, Sweep};
pub use speeds::Speeds;
