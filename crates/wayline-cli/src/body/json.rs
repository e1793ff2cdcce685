//! Placements in JSON: one shape everywhere.

use serde::Serialize;
use wayline::body::{Goal, Placement};

/// A placement as `[x, y, "E"]`.
#[derive(Serialize)]
pub(crate) struct At(u32, u32, String);

impl From<Placement> for At {
    fn from(p: Placement) -> At {
        At(p.x, p.y, p.heading.to_string())
    }
}

/// Without a heading, `[x, y, "any"]`.
impl From<Goal> for At {
    fn from(goal: Goal) -> At {
        let cell = goal.cell();
        match goal {
            Goal::At(placement) => placement.into(),
            _ => At(cell.x, cell.y, "any".to_owned()),
        }
    }
}
