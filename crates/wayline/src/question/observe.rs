//! What watches a search: [`Observer`], and [`Recorder`], which remembers what it saw.
//!
//! An unwatched search is compiled without observers, so not watching costs nothing.

use crate::kernel::cost::Cost;
use crate::kernel::node::NONE;
use std::fmt;

/// What happened to a state.
///
/// ```
/// use wayline::EventKind;
/// assert_ne!(EventKind::Expand, EventKind::Close);
/// assert_eq!(EventKind::Generate.to_string(), "generate");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EventKind {
    /// Its moves are about to be looked at.
    Expand,
    /// It was put on the open list for the first time.
    Generate,
    /// It was reached more cheaply, and moved up or put back on the open list.
    Update,
    /// It is finished with.
    Close,
}

impl fmt::Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            EventKind::Expand => "expand",
            EventKind::Generate => "generate",
            EventKind::Update => "update",
            EventKind::Close => "close",
        })
    }
}

/// One step of a search.
///
/// ```
/// use wayline::{search_watched, Algorithm, Event, EventKind, Grid, Query, Workspace};
///
/// let grid = Grid::new(3, 3)?;
/// let query = Query::new((0, 0), (2, 2)).algorithm(Algorithm::AStar);
/// let mut expanded = 0;
/// let mut watch = |event: &Event| expanded += u32::from(event.kind == EventKind::Expand);
/// search_watched(&grid, &query, &mut Workspace::new(), &mut watch)?;
/// assert_eq!(expanded, 2);
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Event {
    /// What happened.
    pub kind: EventKind,
    /// The state's number: [`Grid::cell`](crate::Grid::cell) gives the cell, a graph's node is its own number, and
    /// other states are numbered in the order in which they were seen.
    pub node: u32,
    /// The number of the state it was reached from; `None` for a start.
    pub parent: Option<u32>,
    /// The cost of the best path to it so far.
    pub g: Cost,
    /// The value by which the open list orders it.
    pub f: Cost,
}

/// Watches a search. Every closure over [`Event`]s is one.
///
/// ```
/// use wayline::{Event, Observer};
/// struct Count(u64);
/// impl Observer for Count {
///     fn event(&mut self, _: &Event) {
///         self.0 += 1;
///     }
/// }
/// ```
pub trait Observer {
    /// Called for every event, in order.
    fn event(&mut self, event: &Event);
}

impl<F: FnMut(&Event)> Observer for F {
    #[inline]
    fn event(&mut self, event: &Event) {
        self(event);
    }
}

/// Remembers every event, up to a cap.
///
/// ```
/// use wayline::{search_watched, Grid, Query, Recorder, Workspace};
///
/// let grid = Grid::new(3, 3)?;
/// let mut recorder = Recorder::default();
/// search_watched(&grid, &Query::new((0, 0), (2, 2)), &mut Workspace::new(), &mut recorder)?;
/// for event in recorder.events() {
///     println!("{:?} {:?}", event.kind, grid.cell(event.node));
/// }
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recorder {
    events: Vec<Event>,
    cap: usize,
    missed: u64,
}

impl Recorder {
    /// A recorder that keeps at most this many events, and counts the rest.
    ///
    /// ```
    /// let recorder = wayline::Recorder::with_cap(1_000_000);
    /// assert!(recorder.events().is_empty());
    /// ```
    pub fn with_cap(cap: usize) -> Recorder {
        Recorder { events: Vec::new(), cap, missed: 0 }
    }

    /// What happened, in order.
    ///
    /// ```
    /// assert!(wayline::Recorder::default().events().is_empty());
    /// ```
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// How many events came after the cap.
    ///
    /// ```
    /// assert_eq!(wayline::Recorder::default().missed(), 0);
    /// ```
    pub fn missed(&self) -> u64 {
        self.missed
    }

    /// Forgets everything, and keeps the memory.
    ///
    /// ```
    /// wayline::Recorder::default().clear();
    /// ```
    pub fn clear(&mut self) {
        self.events.clear();
        self.missed = 0;
    }
}

/// Keeps at most 64 million events (2 GiB).
impl Default for Recorder {
    fn default() -> Recorder {
        Recorder::with_cap(64_000_000)
    }
}

impl Observer for Recorder {
    fn event(&mut self, event: &Event) {
        if self.events.len() < self.cap {
            self.events.push(*event);
        } else {
            self.missed += 1;
        }
    }
}

/// What loops are compiled for: an observer, or none.
pub(crate) trait Watch {
    /// Whether there is an observer. Where this is false no event is even made.
    fn watches(&self) -> bool;
    fn event(&mut self, event: &Event);
}

/// No observer, which is known at compile time.
impl Watch for () {
    #[inline]
    fn watches(&self) -> bool {
        false
    }
    #[inline]
    fn event(&mut self, _: &Event) {}
}

/// Perhaps an observer: one loop serves both cases.
impl Watch for Option<&mut dyn Observer> {
    #[inline]
    fn watches(&self) -> bool {
        self.is_some()
    }
    #[cold]
    fn event(&mut self, event: &Event) {
        if let Some(observer) = self {
            observer.event(event);
        }
    }
}

/// Evaluates an expression with the watch that loops are compiled for: none, or an observer. Where code has to be
/// downloaded, there is one loop for both.
#[cfg(target_arch = "wasm32")]
macro_rules! with_watch {
    ($observer:expr, |$watch:ident| $run:expr) => {{
        let mut observer: Option<&mut dyn $crate::question::observe::Observer> = $observer;
        let $watch = &mut observer;
        $run
    }};
}
#[cfg(not(target_arch = "wasm32"))]
macro_rules! with_watch {
    ($observer:expr, |$watch:ident| $run:expr) => {{
        let mut observer: Option<&mut dyn $crate::question::observe::Observer> = $observer;
        if observer.is_some() {
            let $watch = &mut observer;
            $run
        } else {
            let $watch = &mut ();
            $run
        }
    }};
}
pub(crate) use with_watch;

/// Makes an event, if there is an observer.
#[inline]
pub(crate) fn notify(
    watch: &mut impl Watch,
    kind: EventKind,
    node: u32,
    parent: u32,
    g: Cost,
    f: Cost,
) {
    if watch.watches() {
        let parent = (parent != NONE).then_some(parent);
        watch.event(&Event { kind, node, parent, g, f });
    }
}
