//! [`Rule`] and [`KindBuilder`]: movement rules as they are written down, checked and turned into
//! the table of a [`BodyKind`].

use super::body_kind::{BodyKind, Move};
use super::footprint::Footprint;
use super::placement::Heading;
use super::speeds::Speeds;
use crate::spaces::error::BodyError;

/// One movement rule: a row of the table, usually for a body heading east and turned for the other
/// headings.
///
/// ```
/// use wayline::body::{Heading, Rule, Sweep};
/// // Ahead by one, turning left meanwhile, in 20 time units.
/// let arc = Rule::step(1, 0, 20).turning_to(Heading::N);
/// // The same, sweeping only the cells covered before and after.
/// let nimble = arc.sweeping(Sweep::Ends);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Rule {
    /// The heading it is for; `None`: given for a body heading east, and turned for the others.
    pub heading: Option<Heading>,
    /// How many columns the pivot goes to the right.
    pub dx: i32,
    /// How many rows it goes down.
    pub dy: i32,
    /// The heading after it.
    pub to: Heading,
    /// The time it takes on plain, even ground: from 1 to [`BodyKind::MAX_TIME`].
    pub time: i64,
    /// Which cells it sweeps.
    pub sweep: Sweep,
}

/// Which cells a move sweeps. The cells that the body covers before and after are always among them.
///
/// ```
/// use wayline::body::{Rule, Sweep};
/// // A king slips diagonally between two others.
/// let king = Rule::step(1, 1, 14).sweeping(Sweep::Ends);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Sweep {
    /// What you would expect: without a turn, every cell on any path there by single steps towards it (so a
    /// diagonal step does not cut a corner); with a turn, [`Hull`](Sweep::Hull).
    #[default]
    Usual,
    /// Only the cells covered before and after.
    Ends,
    /// The smallest rectangle around the cells covered before and after.
    Hull,
    /// These, relative to the pivot before the move.
    Cells(Vec<(i32, i32)>),
}

impl Rule {
    /// A move without a turn.
    ///
    /// ```
    /// # use wayline::body::Rule;
    /// let backing_up = Rule::step(-1, 0, 25);
    /// ```
    pub fn step(dx: i32, dy: i32, time: i64) -> Rule {
        Rule { heading: None, dx, dy, to: Heading::E, time, sweep: Sweep::Usual }
    }

    /// The same move, ending at another heading: turning while moving.
    ///
    /// ```
    /// # use wayline::body::{Heading, Rule};
    /// let arc = Rule::step(1, 0, 20).turning_to(Heading::N);
    /// ```
    pub fn turning_to(mut self, to: Heading) -> Rule {
        self.to = to;
        self
    }

    /// The same move, sweeping other cells.
    ///
    /// ```
    /// # use wayline::body::{Rule, Sweep};
    /// let king = Rule::step(1, 1, 14).sweeping(Sweep::Ends);
    /// ```
    pub fn sweeping(mut self, sweep: Sweep) -> Rule {
        self.sweep = sweep;
        self
    }

    /// The same move for one heading only. Offset, heading after it and swept cells are then as they are on the
    /// map, not as for a body heading east.
    ///
    /// ```
    /// # use wayline::body::{Heading, Rule};
    /// let north_only = Rule::step(0, -1, 20).turning_to(Heading::N).only_at(Heading::N);
    /// ```
    pub fn only_at(mut self, heading: Heading) -> Rule {
        self.heading = Some(heading);
        self
    }

    /// A turn on the spot, by this many quarters to the left.
    ///
    /// ```
    /// # use wayline::body::Rule;
    /// let (left, right) = (Rule::turn(1, 15), Rule::turn(3, 15));
    /// ```
    pub fn turn(quarters: usize, time: i64) -> Rule {
        Rule { to: Heading::E.turned(quarters), ..Rule::step(0, 0, time) }
    }
}

/// Puts a [`BodyKind`] together: see [`BodyKind::builder`].
///
/// Nothing is refused before [`build`](KindBuilder::build), whose error names the field that is wrong:
/// `footprint`, `moves[3].time`, `terrain.W`, `uphill`.
///
/// ```
/// use wayline::body::{BodyKind, Footprint, Rule};
/// let builder = BodyKind::builder("snail", Footprint::rectangle(1, 1)?).rule(Rule::step(1, 0, -5));
/// let error = builder.build().unwrap_err();
/// assert!(error.to_string().starts_with("moves[0].time"));
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct KindBuilder {
    name: String,
    footprint: Footprint,
    rules: Vec<Rule>,
    speeds: Speeds,
    /// The first thing that was wrong with a speed.
    flaw: Option<BodyError>,
}

fn bad(field: impl Into<String>, what: impl Into<String>) -> BodyError {
    BodyError::BadRule { field: field.into(), what: what.into() }
}

impl KindBuilder {
    pub(crate) fn new(name: &str, footprint: Footprint) -> KindBuilder {
        let speeds = Speeds::default();
        KindBuilder { name: name.to_owned(), footprint, rules: Vec::new(), speeds, flaw: None }
    }

    /// Adds a rule.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Footprint, Rule};
    /// # let footprint = Footprint::rectangle(1, 1)?;
    /// let builder = BodyKind::builder("pawn", footprint).rule(Rule::step(1, 0, 10));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn rule(mut self, rule: Rule) -> KindBuilder {
        self.rules.push(rule);
        self
    }

    /// Takes over all speeds of another kind.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Footprint, Speeds};
    /// # let footprint = Footprint::rectangle(1, 1)?;
    /// let builder = BodyKind::builder("pawn", footprint).speeds(Speeds::default());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn speeds(mut self, speeds: Speeds) -> KindBuilder {
        self.speeds = speeds;
        self
    }

    /// Sets how many times as long a move takes on this ground: from 1/256 to 255.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Footprint};
    /// # let footprint = Footprint::rectangle(1, 1)?;
    /// let builder = BodyKind::builder("pawn", footprint).speed(b'S', 2.5);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn speed(mut self, ground: u8, multiplier: f64) -> KindBuilder {
        if let Err(flaw) = self.speeds.set(ground, Some(multiplier)) {
            self.flaw.get_or_insert(flaw);
        }
        self
    }

    /// Forbids this ground to the body.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Footprint};
    /// # let footprint = Footprint::rectangle(1, 1)?;
    /// let builder = BodyKind::builder("pawn", footprint).forbid(b'S');
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn forbid(mut self, ground: u8) -> KindBuilder {
        self.speeds.of_ground[ground as usize] = 0;
        self
    }

    /// Forbids all ground except what is allowed after this.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Footprint};
    /// # let footprint = Footprint::rectangle(1, 1)?;
    /// let builder = BodyKind::builder("boat", footprint).forbid_all().speed(b'W', 1.0);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn forbid_all(mut self) -> KindBuilder {
        self.speeds.of_ground = [0; 256];
        self
    }

    /// Sets what each unit of elevation gained adds to a move, as a share of its time: from 0 to 255.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Footprint};
    /// # let footprint = Footprint::rectangle(1, 1)?;
    /// let builder = BodyKind::builder("pawn", footprint).uphill(0.5);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn uphill(mut self, share: f64) -> KindBuilder {
        let downhill = self.speeds.downhill();
        if let Err(flaw) = self.speeds.set_slopes(share, downhill) {
            self.flaw.get_or_insert(flaw);
        }
        self
    }

    /// Sets what each unit of elevation lost adds to a move, as a share of its time: from 0 to 255.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Footprint};
    /// # let footprint = Footprint::rectangle(1, 1)?;
    /// let builder = BodyKind::builder("pawn", footprint).downhill(0.25);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn downhill(mut self, share: f64) -> KindBuilder {
        let uphill = self.speeds.uphill();
        if let Err(flaw) = self.speeds.set_slopes(uphill, share) {
            self.flaw.get_or_insert(flaw);
        }
        self
    }

    /// Checks everything and makes the kind.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Footprint, Rule};
    /// # let footprint = Footprint::rectangle(1, 1)?;
    /// let pawn = BodyKind::builder("pawn", footprint).rule(Rule::step(1, 0, 10)).build()?;
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn build(self) -> Result<BodyKind, BodyError> {
        if let Some(flaw) = self.flaw {
            return Err(flaw);
        }
        if self.rules.is_empty() {
            return Err(bad("moves", "there are none: expected at least one"));
        }
        let mut moves: [Vec<Move>; 4] = Default::default();
        for (i, rule) in self.rules.iter().enumerate() {
            check(rule, i)?;
            let headings = match rule.heading {
                Some(heading) => vec![(heading, Heading::E)],
                // Given at east, turned by the heading.
                None => Heading::ALL.map(|heading| (heading, heading)).to_vec(),
            };
            for (heading, turn) in headings {
                let row = turned(&self.footprint, rule, heading, turn);
                let span = |side: fn(&(i32, i32)) -> i32| {
                    let least = row.swept.iter().map(side).min().unwrap_or(0) as i64;
                    row.swept.iter().map(side).max().unwrap_or(0) as i64 - least + 1
                };
                let (width, height) = (span(|cell| cell.0), span(|cell| cell.1));
                let most = BodyKind::MAX_SWEPT_SIDE as i64;
                if width > most || height > most {
                    let what =
                        format!("{width}x{height} cells: expected at most {most}x{most} of them");
                    return Err(bad(format!("moves[{i}].swept"), what));
                }
                moves[heading.index()].push(row);
            }
        }
        for heading in Heading::ALL {
            let count = moves[heading.index()].len();
            if count > BodyKind::MAX_MOVES {
                let what = format!(
                    "{count} out of heading {heading}: expected at most {}",
                    BodyKind::MAX_MOVES
                );
                return Err(bad("moves", what));
            }
        }
        let alike = self.rules.iter().all(|rule| rule.heading.is_none());
        Ok(BodyKind::assemble(self.name, self.footprint, moves, self.speeds, alike))
    }
}

fn check(rule: &Rule, i: usize) -> Result<(), BodyError> {
    let most = BodyKind::MAX_TIME as i64;
    if !(1..=most).contains(&rule.time) {
        let what = format!("{}: expected a whole number from 1 to {most}", rule.time);
        return Err(bad(format!("moves[{i}].time"), what));
    }
    let furthest = BodyKind::MAX_OFFSET;
    for (field, offset) in [("dx", rule.dx), ("dy", rule.dy)] {
        if !(-furthest..=furthest).contains(&offset) {
            let what = format!("{offset}: expected a number from -{furthest} to {furthest}");
            return Err(bad(format!("moves[{i}].{field}"), what));
        }
    }
    if (rule.dx, rule.dy, rule.to) == (0, 0, rule.heading.unwrap_or(Heading::E)) {
        let what = "goes nowhere: expected another cell or another heading";
        return Err(bad(format!("moves[{i}]"), what));
    }
    if rule.sweep == Sweep::Cells(Vec::new()) {
        let what = "no cells: expected at least one, or leave it out for the usual ones";
        return Err(bad(format!("moves[{i}].swept"), what));
    }
    if let Sweep::Cells(cells) = &rule.sweep
        && let Some((dx, dy)) =
            cells.iter().find(|(dx, dy)| dx.unsigned_abs().max(dy.unsigned_abs()) > 64)
    {
        let what = format!("the cell ({dx}, {dy}) is too far away: expected at most 64");
        return Err(bad(format!("moves[{i}].swept"), what));
    }
    Ok(())
}

/// A rule as the row of one heading.
fn turned(footprint: &Footprint, rule: &Rule, heading: Heading, turn: Heading) -> Move {
    let (dx, dy) = turn.turn((rule.dx, rule.dy));
    let to = rule.to.turned(turn.index());
    let before = footprint.cells(heading);
    let after = footprint.cells(to).iter().map(|&(x, y)| (x + dx, y + dy));
    let mut swept: Vec<(i32, i32)> = before.iter().copied().chain(after).collect();
    let hull = |cells: &[(i32, i32)]| {
        let (x0, x1) = ends(cells.iter().map(|cell| cell.0));
        let (y0, y1) = ends(cells.iter().map(|cell| cell.1));
        (y0..=y1).flat_map(move |y| (x0..=x1).map(move |x| (x, y))).collect()
    };
    match &rule.sweep {
        Sweep::Ends => {}
        Sweep::Cells(cells) => swept.extend(cells.iter().map(|&cell| turn.turn(cell))),
        Sweep::Usual if to == heading => {
            let (x0, x1) = ends([0, dx]);
            let (y0, y1) = ends([0, dy]);
            for &(x, y) in before {
                swept.extend((y0..=y1).flat_map(|j| (x0..=x1).map(move |i| (x + i, y + j))));
            }
        }
        Sweep::Usual | Sweep::Hull => swept = hull(&swept),
    }
    swept.sort_unstable_by_key(|&(x, y)| (y, x));
    swept.dedup();
    Move { dx, dy, to, time: rule.time as u32, swept }
}

fn ends(numbers: impl IntoIterator<Item = i32>) -> (i32, i32) {
    numbers.into_iter().fold((i32::MAX, i32::MIN), |(least, most), n| (least.min(n), most.max(n)))
}
