//! How much a page can hold.

use wayline_networks::Limits;

/// The largest network: what a page can draw.
pub(crate) const NETWORK: Limits = Limits { nodes: 100_000, edges: 250_000, bytes: 1 << 25 };
