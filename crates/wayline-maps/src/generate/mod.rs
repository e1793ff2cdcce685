//! Maps made from a line of text, the same on every platform and in every version.
//!
//! | line | map |
//! | --- | --- |
//! | `open:2000x2000` | all cells free |
//! | `random:512x512:density=0.3:seed=7` | each cell blocked with that probability |
//! | `random:512x512:density=0.3:size=4:seed=7` | square obstacles of up to that side |
//! | `maze:512x512:corridor=8:seed=1` | exactly one path between any two places |
//! | `rooms:512x512:size=16:seed=1` | square rooms, joined by doors one cell wide |
//! | `caves:512x512:seed=3` | one large cave |
//! | `terrain:256x256:relief=0:seed=4` | hills that slow, and lakes that block |
//!
//! Every parameter may be left out. Only integers are used, and random numbers come from PCG32,
//! which is defined by its paper: <https://www.pcg-random.org/paper.html>.

mod blocks;
mod caves;
mod density;
mod dice;
mod info;
mod lattice;
mod maze;
mod parameters;
mod rooms;
mod spec;
mod terrain;

pub use density::Density;
pub use info::{KindInfo, ParameterInfo};
pub use spec::{Kind, Spec, SpecError};

use crate::{Limits, Problem};
use dice::Dice;
use wayline::Grid;

impl Spec {
    /// Makes the map.
    ///
    /// ```
    /// use wayline_maps::{Limits, generate::Spec};
    /// let spec: Spec = "rooms:100x60:size=10".parse()?;
    /// let grid = spec.generate(Limits::default())?;
    /// assert_eq!((grid.width(), grid.height()), (100, 60));
    /// assert_eq!(grid.components(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn generate(&self, limits: Limits) -> Result<Grid, SpecError> {
        self.check()?;
        let (width, height) = limits.check(self.width.into(), self.height.into()).map_err(size)?;
        let grid = match self.kind {
            Kind::Open => Grid::new(width, height),
            Kind::Random { density, size, seed } if size > 1 => {
                blocks::generate(width, height, density, size, seed)
            }
            Kind::Random { density, seed, .. } => {
                let mut dice = Dice::new(seed);
                Grid::from_fn(width, height, |_| !dice.chance(density))
            }
            Kind::Maze { corridor, seed } => maze::generate(width, height, corridor, seed),
            Kind::Rooms { size, seed } => rooms::generate(width, height, size, seed),
            Kind::Caves { seed } => caves::generate(width, height, seed),
            Kind::Terrain { relief, seed } => {
                limits.check_terrain(width, height).map_err(size)?;
                terrain::generate(width, height, relief, seed)
            }
        };
        Ok(grid?)
    }
}

fn size(problem: Problem) -> SpecError {
    SpecError::BadSize(problem.to_string())
}
