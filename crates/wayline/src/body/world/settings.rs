//! [`Settings`]: how a world runs.

/// How a [`World`](super::World) runs.
///
/// ```
/// use wayline::body::Settings;
/// let settings = Settings { patience: 50, ..Settings::default() };
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Time units in a tick (10), at least 1.
    pub tick: u32,
    /// Time units that a unit waits before it looks for a way around (20).
    pub patience: u32,
    /// Time units that a way around may cost more than the way itself (100).
    pub detour: u32,
    /// States expanded to look for a way around, at most (2,000).
    pub effort: u64,
    /// How near others must be, in cells, for a way around to heed them (12).
    pub sight: u32,
    /// Whether every plan is compared with a search from scratch, for [`Event::Planned`](super::Event::Planned): slow.
    pub audit: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { tick: 10, patience: 20, detour: 100, effort: 2_000, sight: 12, audit: false }
    }
}
