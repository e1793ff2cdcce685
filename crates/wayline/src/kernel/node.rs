//! Numbers that stand for nodes, and for the state of a space.

use std::sync::atomic::{AtomicU64, Ordering};

/// No node: the parent of a start.
pub(crate) const NONE: u32 = u32::MAX;

/// A number that no space had before: what edits give a space, so that it is known to have changed.
pub(crate) fn next_revision() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
