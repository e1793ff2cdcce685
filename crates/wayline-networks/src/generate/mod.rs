//! Networks made from a line of text, the same on every platform: `roads:100000:seed=1`.
//!
//! The number is that of the nodes, from 4 to 50 million; the seed may be left out. Land is divided into
//! quarters by motorways, into districts by main roads and into blocks by streets, each in the middle
//! third or so of what it divides; some places are denser than others. Lines are then bent a little, as
//! valleys and rivers would. Some streets are one-way, some end in a yard; small streets do not meet
//! motorways. Every node can be reached from every other.
//!
//! Costs are travel times in seconds. Coordinates are integers until the end, and random numbers come from
//! PCG32, which is defined by its paper: <https://www.pcg-random.org/paper.html>.

mod dice;
mod land;
mod names;
mod roads;
mod spec;

pub use spec::{Spec, SpecError};

use crate::{Limits, Network, NetworkError};

impl Spec {
    /// Makes the network.
    ///
    /// ```
    /// use wayline_networks::{Limits, Unit, generate::Spec};
    /// let spec: Spec = "roads:1000:seed=7".parse()?;
    /// let network = spec.generate(Limits::default())?;
    /// assert_eq!((network.nodes(), network.unit()), (1000, Unit::Seconds));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn generate(&self, limits: Limits) -> Result<Network, NetworkError> {
        self.check()?;
        limits.check_nodes(self.nodes.into())?;
        let builder = roads::generate(self.nodes, self.seed);
        limits.check_edges(builder.edges.len() as u64)?;
        Ok(builder.build()?)
    }
}
