//! [`BodyKind`]: a footprint and the rules by which it moves, as data.

use super::footprint::Footprint;
use super::placement::Heading;
use super::rules::{KindBuilder, Rule};
use super::speeds::Speeds;
use crate::body::map::obstacle_free::{FreeTable, FreeTables};
use crate::spaces::error::Error;
use std::fmt;
use std::sync::Arc;

/// A kind of body: what it covers, how it moves, on what ground it moves, and how fast.
///
/// A move is a row of a table: from a heading, by (dx, dy), to a heading, in a given time, over certain cells.
/// Going ahead, backing up, strafing, pivoting and turning while moving are just rows. A move is legal if every
/// cell it sweeps is on the map, is not blocked, and is ground that the body can move on. It then costs
///
/// > time × the largest multiplier of the swept cells × slope
///
/// rounded up to whole time units, at most [`BodyKind::MAX_COST`]. The slope is 1 on even ground; each unit of
/// elevation that the pivot gains adds `uphill` to it, and each unit it loses adds `downhill`. Only the pivot's
/// cells before and after the move count, not the body's other cells. The product is exact; factors may have six
/// decimals ([`Speeds::PARTS`]).
///
/// ```
/// use wayline::body::{BodyKind, Footprint, Heading, Rule};
/// let crate_on_rails = BodyKind::builder("crate", Footprint::rectangle(2, 1)?)
///     .rule(Rule::step(1, 0, 10))
///     .rule(Rule::step(-1, 0, 10))
///     .build()?;
/// assert_eq!(crate_on_rails.moves(Heading::N)[0].offset(), (0, -1));
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct BodyKind {
    name: String,
    footprint: Footprint,
    moves: [Vec<Move>; 4],
    back: [Vec<MoveBack>; 4],
    speeds: Speeds,
    alike: bool,
    tables: FreeTables,
}

/// One move out of a heading: a row of a [`BodyKind`]'s table.
///
/// ```
/// use wayline::body::{BodyKind, Heading};
/// let tank = BodyKind::preset("tank")?;
/// let ahead = &tank.moves(Heading::S)[0];
/// assert_eq!((ahead.offset(), ahead.to()), ((0, 1), Heading::S));
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    pub(crate) dx: i32,
    pub(crate) dy: i32,
    pub(crate) to: Heading,
    pub(crate) time: u32,
    pub(crate) swept: Vec<(i32, i32)>,
}

/// A move seen from where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveBack {
    pub(crate) from: Heading,
    pub(crate) index: u8,
}

impl Move {
    /// How far the pivot goes.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Heading};
    /// assert_eq!(BodyKind::preset("tank")?.moves(Heading::E)[0].offset(), (1, 0));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn offset(&self) -> (i32, i32) {
        (self.dx, self.dy)
    }

    /// The heading after it.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Heading};
    /// assert_eq!(BodyKind::preset("tank")?.moves(Heading::E)[0].to(), Heading::E);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn to(&self) -> Heading {
        self.to
    }

    /// The time it takes on plain, even ground.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Heading};
    /// assert_eq!(BodyKind::preset("tank")?.moves(Heading::E)[0].time(), 10);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn time(&self) -> u32 {
        self.time
    }

    /// The cells it sweeps, relative to the pivot before it, sorted by row and column: the cells that the body
    /// covers before, after and during the move.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Heading};
    /// let swept = BodyKind::preset("cart")?.moves(Heading::E)[0].swept().to_vec();
    /// assert_eq!(swept, [(0, 0), (1, 0), (2, 0)]);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn swept(&self) -> &[(i32, i32)] {
        &self.swept
    }
}

impl BodyKind {
    /// The most a single move costs: a move that would take longer takes this long.
    pub const MAX_COST: u32 = 65_535;
    /// The most moves out of one heading.
    pub const MAX_MOVES: usize = 32;
    /// The longest time a rule may state.
    pub const MAX_TIME: u32 = 10_000;
    /// The furthest a move may take the pivot, in columns or rows.
    pub const MAX_OFFSET: i32 = 16;
    /// The most columns or rows a move may sweep.
    pub const MAX_SWEPT_SIDE: u32 = 32;

    /// Starts a kind; its rules are added one by one.
    ///
    /// ```
    /// use wayline::body::{BodyKind, Footprint, Rule};
    /// let rook = BodyKind::builder("rook", Footprint::rectangle(1, 1)?)
    ///     .rule(Rule::step(1, 0, 10))
    ///     .rule(Rule::turn(1, 5))
    ///     .speed(b'S', 2.0)
    ///     .forbid(b'W')
    ///     .build()?;
    /// assert_eq!(rook.name(), "rook");
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn builder(name: &str, footprint: Footprint) -> KindBuilder {
        KindBuilder::new(name, footprint)
    }

    /// One of the built-in kinds: see [`BodyKind::presets`].
    ///
    /// ```
    /// use wayline::body::BodyKind;
    /// assert!(BodyKind::preset("tank").is_ok() && BodyKind::preset("submarine").is_err());
    /// ```
    pub fn preset(name: &str) -> Result<BodyKind, Error> {
        super::presets::preset(name)
    }

    /// The names of the built-in kinds, and what each is.
    ///
    /// ```
    /// use wayline::body::BodyKind;
    /// assert!(BodyKind::presets().iter().any(|(name, _)| *name == "ship"));
    /// ```
    pub fn presets() -> &'static [(&'static str, &'static str)] {
        &super::presets::PRESETS
    }

    pub(crate) fn assemble(
        name: String,
        footprint: Footprint,
        moves: [Vec<Move>; 4],
        speeds: Speeds,
        alike: bool,
    ) -> BodyKind {
        let mut back: [Vec<MoveBack>; 4] = Default::default();
        for from in Heading::ALL {
            for (index, row) in moves[from.index()].iter().enumerate() {
                back[row.to.index()].push(MoveBack { from, index: index as u8 });
            }
        }
        BodyKind { name, footprint, moves, back, speeds, alike, tables: FreeTables::default() }
    }

    /// Its name.
    ///
    /// ```
    /// # use wayline::body::BodyKind;
    /// assert_eq!(BodyKind::preset("tank")?.name(), "tank");
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The cells it covers.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Heading};
    /// assert_eq!(BodyKind::preset("ship")?.footprint().cells(Heading::E).len(), 3);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn footprint(&self) -> &Footprint {
        &self.footprint
    }

    /// The moves out of a heading, in the order of the rules.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Heading};
    /// assert_eq!(BodyKind::preset("tank")?.moves(Heading::N).len(), 4);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn moves(&self, heading: Heading) -> &[Move] {
        &self.moves[heading.index()]
    }

    pub(crate) fn moves_back(&self, heading: Heading) -> &[MoveBack] {
        &self.back[heading.index()]
    }

    pub(crate) fn with_speeds(&self, speeds: Speeds) -> BodyKind {
        BodyKind { speeds, ..self.clone() }
    }

    /// What paths cost with nothing in the way, on ground of a speed.
    pub(crate) fn free_table(&self, speed: u32) -> Arc<FreeTable> {
        self.tables.get(self, speed)
    }

    /// On what ground it moves, and how fast.
    ///
    /// ```
    /// # use wayline::body::BodyKind;
    /// assert_eq!(BodyKind::preset("tank")?.speeds().multiplier(b'W'), None);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn speeds(&self) -> &Speeds {
        &self.speeds
    }

    /// Whether all headings have the same rules, turned.
    ///
    /// ```
    /// # use wayline::body::BodyKind;
    /// assert!(BodyKind::preset("tank")?.turns_alike());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn turns_alike(&self) -> bool {
        self.alike
    }

    /// The rules it was built from, one for each heading's row, for files and for kinds that differ a little.
    ///
    /// ```
    /// use wayline::body::BodyKind;
    /// let tank = BodyKind::preset("tank")?;
    /// let mut again = BodyKind::builder("tank", tank.footprint().clone()).speeds(tank.speeds().clone());
    /// for rule in tank.rules() {
    ///     again = again.rule(rule);
    /// }
    /// assert_eq!(again.build()?, tank);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn rules(&self) -> Vec<Rule> {
        let headings = if self.alike { &Heading::ALL[..1] } else { &Heading::ALL[..] };
        let rows = headings.iter().flat_map(|&h| self.moves(h).iter().map(move |row| (h, row)));
        rows.map(|(heading, row)| Rule {
            heading: (!self.alike).then_some(heading),
            dx: row.dx,
            dy: row.dy,
            to: row.to,
            time: row.time as i64,
            sweep: crate::body::kind::Sweep::Cells(row.swept.clone()),
        })
        .collect()
    }
}

impl fmt::Debug for BodyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves: usize = self.moves.iter().map(Vec::len).sum();
        let cells = self.footprint.cells(Heading::E).len();
        write!(f, "BodyKind({:?}, {cells} cells, {moves} moves)", self.name)
    }
}
