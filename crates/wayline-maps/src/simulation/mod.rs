//! Simulations as TOML: a map, bodies on it with goals, and what happens to the map meanwhile.
//!
//! ```toml
//! ticks = 100
//!
//! [map]
//! rows = [
//!   "........D.......",
//!   "........#.......",
//! ]
//!
//! [[units]]
//! body = "tank"
//! start = "0,0,E"
//! goal = "14,0"
//!
//! [[doors]]
//! marked = "D"
//! open = 20
//! closed = 30
//! ```
//!
//! The whole format is described in `docs/simulations.md` of the repository; there are simulations to
//! watch under `examples/scenarios/`.

mod changes;
mod ground;
mod units;

use crate::fields::{self, Field, Table};
use crate::{Limits, MapError, Problem, bodies};
use changes::Changes;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use wayline::Error;
use wayline::body::{BodyKind, Edit, Goal, Placement, Settings, Terrain, UnitId, World};

/// The longest file that is read. A large map has a file of its own.
pub const MAX_BYTES: u64 = 1 << 19;
/// The most units there may be.
pub const MAX_UNITS: usize = 10_000;
/// The most ticks a simulation may last.
pub const MAX_TICKS: u64 = 100_000;
/// The most expansions that may be allowed.
const MAX_EXPANSIONS: u64 = 1_000_000_000;
/// The most kinds of bodies of its own.
const MAX_KINDS: usize = 64;

/// A simulation: everything it takes to run one.
///
/// ```
/// use wayline_maps::{Limits, simulation};
/// let text = b"ticks = 50\n[map]\nrows = ['......']\n[[units]]\nbody = 'tank'\n\
///              start = '0,0,E'\ngoal = '3,0'\n\
///              [[edits]]\ntick = 3\nat = '5,0'\nbecomes = 'blocked'\n";
/// let simulation = simulation::read(text, None, Limits::default())?;
/// let (mut world, units) = simulation.world()?;
/// for tick in 0..simulation.ticks {
///     for edit in simulation.edits_at(tick) {
///         world.edit(edit)?;
///     }
///     world.tick(simulation.budget);
/// }
/// assert!(world.unit(units[0])?.has_arrived());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[non_exhaustive]
pub struct Simulation {
    /// What it is about.
    pub title: String,
    /// The map as it is at first.
    pub terrain: Terrain,
    /// The kinds of bodies that units are of.
    pub kinds: Vec<Arc<BodyKind>>,
    /// The units.
    pub units: Vec<UnitOrders>,
    /// How many ticks it lasts at most.
    pub ticks: u64,
    /// Expansions that the plans of a tick may take.
    pub budget: u64,
    /// How the world runs.
    pub settings: Settings,
    changes: Changes,
}

/// A unit: what it is, where it begins, and where it is to go.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct UnitOrders {
    /// What it is called.
    pub name: String,
    /// Its kind, among [`Simulation::kinds`].
    pub kind: usize,
    /// Where it begins.
    pub start: Placement,
    /// Where it goes, one after the other.
    pub goals: Vec<Goal>,
    /// Whether it begins again with the first goal after the last.
    pub repeat: bool,
}

impl Simulation {
    /// The world at its beginning, with all units, which have been sent to their first goals.
    ///
    /// ```
    /// # use wayline_maps::{Limits, simulation};
    /// let text = b"[map]\nrows = ['..']\n[[units]]\nbody = 'king'\nstart = '0,0,E'\ngoal = '1,0'\n";
    /// let (world, units) = simulation::read(text, None, Limits::default())?.world()?;
    /// assert_eq!(world.units().count(), units.len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn world(&self) -> Result<(World, Vec<UnitId>), Error> {
        let mut world = World::new(self.terrain.clone(), self.settings);
        let kinds: Vec<_> =
            self.kinds.iter().map(|kind| world.add_kind(Arc::clone(kind))).collect();
        let mut units = Vec::with_capacity(self.units.len());
        for unit in &self.units {
            let id = world.add_unit(kinds[unit.kind], unit.start)?;
            if let Some(&first) = unit.goals.first() {
                world.send(id, first)?;
            }
            units.push(id);
        }
        Ok((world, units))
    }

    /// What happens to the map at the beginning of a tick.
    ///
    /// ```
    /// # use wayline::body::Edit;
    /// # use wayline_maps::{Limits, simulation};
    /// let text = b"[map]\nrows = ['.D']\n[[doors]]\nmarked = 'D'\nopen = 3\nclosed = 2\n";
    /// let simulation = simulation::read(text, None, Limits::default())?;
    /// assert_eq!(simulation.edits_at(3), [Edit::block((1, 0))]);
    /// assert_eq!(simulation.edits_at(5), [Edit::free((1, 0))]);
    /// # Ok::<(), wayline_maps::MapError>(())
    /// ```
    pub fn edits_at(&self, tick: u64) -> Vec<Edit> {
        self.changes.at(tick)
    }

    /// Whether the map will change at some tick after this one.
    ///
    /// ```
    /// # use wayline_maps::{Limits, simulation};
    /// let text = b"[map]\nrows = ['..']\n[[edits]]\ntick = 4\nat = '0,0'\nbecomes = 'water'\n";
    /// let simulation = simulation::read(text, None, Limits::default())?;
    /// assert!(simulation.changes_after(3) && !simulation.changes_after(4));
    /// # Ok::<(), wayline_maps::MapError>(())
    /// ```
    pub fn changes_after(&self, tick: u64) -> bool {
        self.changes.any_after(tick)
    }
}

/// Reads a simulation. Maps and bodies that it names are looked for in a folder; without one, naming
/// any is an error.
///
/// ```
/// use wayline_maps::{Limits, simulation};
/// let error = simulation::read(b"ticks = -1", None, Limits::default()).err().unwrap();
/// assert_eq!(
///     error.to_string(),
///     "line 1, column 9: ticks: -1: expected a whole number from 1 to 100000"
/// );
/// ```
pub fn read(bytes: &[u8], folder: Option<&Path>, limits: Limits) -> Result<Simulation, MapError> {
    fields::document(bytes, MAX_BYTES, |table| Reader { folder, limits }.simulation(table))
}

/// Opens and reads a simulation, and what it names beside it. The error names the file.
///
/// ```
/// let error = wayline_maps::simulation::read_file("no/such.toml".as_ref()).err().unwrap();
/// assert!(error.to_string().starts_with("no/such.toml: "));
/// ```
pub fn read_file(path: &Path) -> Result<Simulation, MapError> {
    let opened = || {
        let mut bytes = Vec::new();
        File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
        read(&bytes, Some(path.parent().unwrap_or(Path::new(""))), Limits::default())
    };
    // An error in a file that it names has the name of that file.
    opened().map_err(|error| if error.file().is_some() { error } else { error.in_file(path) })
}

struct Reader<'a> {
    folder: Option<&'a Path>,
    limits: Limits,
}

/// The kinds of a simulation, by name.
type Named = Vec<(String, Arc<BodyKind>)>;

impl Reader<'_> {
    fn simulation(&self, table: &Table<'_>) -> Result<Simulation, MapError> {
        table.only(&[
            "title", "ticks", "world", "map", "bodies", "units", "edits", "doors", "tides",
        ])?;
        let title = match table.get("title") {
            Some(field) => field.text("a title")?.to_owned(),
            None => String::new(),
        };
        let ticks = within(table, "ticks", 1, MAX_TICKS, 1000)?;
        let (settings, budget) = settings(table)?;
        let drawn = ground::read(&table.need("map", "a table [map]")?.table()?, self)?;
        let mut kinds = self.kinds(table)?;
        let units = units::read(table, &mut kinds, &drawn.terrain)?;
        let changes = Changes::read(table, &drawn)?;
        let terrain = drawn.terrain;
        let kinds = kinds.into_iter().map(|(_, kind)| kind).collect();
        let simulation =
            Simulation { title, terrain, kinds, units, ticks, budget, settings, changes };
        units::place_all(table, &simulation)?;
        Ok(simulation)
    }

    /// A file that is named in the simulation.
    fn beside(&self, field: &Field<'_>) -> Result<std::path::PathBuf, MapError> {
        let name = field.text("the name of a file")?;
        let folder = self.folder.ok_or_else(|| field.bad("files cannot be opened from here"))?;
        Ok(folder.join(name))
    }

    fn kinds(&self, table: &Table<'_>) -> Result<Named, MapError> {
        let Some(field) = table.get("bodies") else { return Ok(Vec::new()) };
        let rows = field.table()?.fields();
        if rows.len() > MAX_KINDS {
            let what = format!("{} kinds of bodies: expected at most {MAX_KINDS}", rows.len());
            return Err(field.bad(what));
        }
        let kind = |(name, field): (&str, Field<'_>)| {
            let row = field.table()?;
            let kind = match row.get("file") {
                Some(file) => {
                    row.only(&["file"])?;
                    let path = self.beside(&file)?;
                    bodies::read_file(&path).map_err(|error| missing(&file, &path, error))?
                }
                None => bodies::kind(&row, Some(name))?,
            };
            Ok((name.to_owned(), Arc::new(kind)))
        };
        rows.into_iter().map(kind).collect()
    }
}

/// The error for a file that is not there points to where it is named.
fn missing(field: &Field<'_>, path: &Path, error: MapError) -> MapError {
    match error.problem() {
        Problem::Io(cause) => field.bad(format!("{}: {cause}", path.display())),
        _ => error,
    }
}

fn settings(table: &Table<'_>) -> Result<(Settings, u64), MapError> {
    let mut settings = Settings::default();
    let mut budget = 100_000;
    if let Some(field) = table.get("world") {
        let world = field.table()?;
        world.only(&["tick", "patience", "detour", "effort", "sight", "budget"])?;
        let small = |key: &str, least: u64, usual: u32| {
            within(&world, key, least, 1_000_000, usual.into()).map(|number| number as u32)
        };
        settings.tick = small("tick", 1, settings.tick)?;
        settings.patience = small("patience", 0, settings.patience)?;
        settings.detour = small("detour", 0, settings.detour)?;
        settings.sight = small("sight", 0, settings.sight)?;
        settings.effort = within(&world, "effort", 1, MAX_EXPANSIONS, settings.effort)?;
        budget = within(&world, "budget", 1, MAX_EXPANSIONS, budget)?;
    }
    Ok((settings, budget))
}

/// A whole number from one to another, or the usual one.
fn within(
    table: &Table<'_>,
    key: &str,
    least: u64,
    most: u64,
    usual: u64,
) -> Result<u64, MapError> {
    let Some(field) = table.get(key) else { return Ok(usual) };
    let expected = format!("a whole number from {least} to {most}");
    match field.whole::<u64>(&expected)? {
        number if (least..=most).contains(&number) => Ok(number),
        _ => Err(field.expected(&expected)),
    }
}
