//! Travel times as whole ticks.

/// Seconds as a multiple of 1/1024, and at least that: exact in the engine's fixed point, and a small
/// whole number once costs are divided by what they have in common.
pub(crate) fn whole_ticks(seconds: f64) -> f64 {
    (seconds * 1024.0).round().max(1.0) / 1024.0
}
