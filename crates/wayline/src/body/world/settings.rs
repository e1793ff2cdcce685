//! [`Settings`]: how a world runs.

/// How a [`World`](super::World) runs. The defaults are in brackets.
///
/// ```
/// use wayline::body::Settings;
/// let settings = Settings::default().tick(5).patience(50);
/// assert_eq!((settings.tick, settings.detour), (5, 100));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Settings {
    /// Time units in a tick (10), at least 1.
    pub tick: u32,
    /// Time units that a unit waits before it looks for a path around others (20).
    pub patience: u32,
    /// Time units that a path around others may cost more than the unit's own path (100).
    pub detour: u32,
    /// States expanded to look for a path around others, at most (2,000).
    pub effort: u64,
    /// How near others must be, in cells, for a path around others to avoid them (12).
    pub sight: u32,
    /// Whether every plan is compared with a search from scratch, for
    /// [`WorldEvent::Planned`](super::WorldEvent::Planned) (no): slow.
    pub audit: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { tick: 10, patience: 20, detour: 100, effort: 2_000, sight: 12, audit: false }
    }
}

impl Settings {
    /// Time units in a tick: values below 1 become 1.
    pub fn tick(self, tick: u32) -> Settings {
        Settings { tick: tick.max(1), ..self }
    }

    /// Time units that a unit waits before it looks for a path around others.
    pub fn patience(self, patience: u32) -> Settings {
        Settings { patience, ..self }
    }

    /// Time units that a path around others may cost more than the unit's own path.
    pub fn detour(self, detour: u32) -> Settings {
        Settings { detour, ..self }
    }

    /// States expanded to look for a path around others, at most.
    pub fn effort(self, effort: u64) -> Settings {
        Settings { effort, ..self }
    }

    /// How near others must be, in cells, for a path around others to avoid them.
    pub fn sight(self, sight: u32) -> Settings {
        Settings { sight, ..self }
    }

    /// Whether every plan is compared with a search from scratch.
    pub fn audit(self, audit: bool) -> Settings {
        Settings { audit, ..self }
    }
}
