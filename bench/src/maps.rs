//! The maps that are searched, and what is asked on them.

use std::path::{Path, PathBuf};
use wayline::{Cell, Grid};
use wayline_maps::{Limits, generate::Spec, movingai, scenario};

/// Kinds of generated maps.
const GENERATED: [(&str, &str); 8] = [
    ("open", "open:512x512"),
    ("random 10 %", "random:512x512:density=0.1:seed=1"),
    ("random 25 %", "random:512x512:density=0.25:seed=1"),
    ("random 35 %", "random:512x512:density=0.35:seed=1"),
    ("maze 1", "maze:512x512:corridor=1:seed=1"),
    ("maze 8", "maze:512x512:corridor=8:seed=1"),
    ("rooms 16", "rooms:512x512:size=16:seed=1"),
    ("caves", "caves:512x512:seed=1"),
];

const MOVING_AI: [&str; 8] = ["dao", "da2", "bg512", "sc1", "rooms", "mazes", "random", "cities"];

/// Maps of one kind.
pub struct Set {
    pub name: String,
    maps: Vec<Source>,
}

/// Where a map comes from.
enum Source {
    Generated(&'static str),
    File(PathBuf),
}

/// A map and what is asked on it.
pub struct Course {
    pub grid: Grid,
    pub queries: Vec<Question>,
}

#[derive(Clone, Copy)]
pub struct Question {
    pub from: Cell,
    pub to: Cell,
    /// The length of the shortest path, where the scenario tells it.
    pub length: Option<f64>,
}

/// The generated sets, and those in WAYLINE_DATA with this many maps each.
pub fn sets(maps: usize) -> Vec<Set> {
    let mut sets: Vec<Set> = GENERATED
        .iter()
        .map(|&(name, spec)| Set { name: name.to_owned(), maps: vec![Source::Generated(spec)] })
        .collect();
    match std::env::var_os("WAYLINE_DATA") {
        None => eprintln!("WAYLINE_DATA is not set: only generated maps are run"),
        Some(data) => sets.extend(MOVING_AI.map(|name| {
            let files = spread(&map_files(&Path::new(&data).join("movingai").join(name)), maps);
            let maps = files.into_iter().map(Source::File).collect();
            Set { name: format!("movingai/{name}"), maps }
        })),
    }
    sets
}

/// One map of the data by the name of its file, if it is there.
pub fn named(set: &str, name: &str, queries: usize) -> Option<Course> {
    let data = std::env::var_os("WAYLINE_DATA")?;
    let file = Path::new(&data).join(set).join(name).with_extension("map");
    file.exists().then(|| from_file(&file, queries))
}

impl Set {
    /// Loads the maps one after the other.
    pub fn courses(&self, queries: usize) -> impl Iterator<Item = Course> {
        self.maps.iter().map(move |source| match source {
            Source::Generated(spec) => {
                let grid = generate(spec);
                let queries = random_pairs(&grid, queries);
                Course { grid, queries }
            }
            Source::File(file) => from_file(file, queries),
        })
    }
}

/// Makes a map from its line of text.
pub fn generate(spec: &str) -> Grid {
    let spec: Spec = spec.parse().expect("a spec of this file");
    spec.generate(Limits::default()).expect("a map within limits")
}

/// The maps in a folder, in order of their names.
fn map_files(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry of the folder").path());
    let mut files: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|e| e == "map")).collect();
    files.sort();
    files
}

fn from_file(file: &Path, queries: usize) -> Course {
    let read = |file: &Path| {
        std::fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    };
    let grid = movingai::read(&read(file), Limits::default()).expect("a Moving AI map");
    let scenarios = scenario::read(&read(&file.with_extension("map.scen"))).expect("a scenario");
    let queries = spread(&scenarios, queries)
        .into_iter()
        .map(|s| Question { from: s.start, to: s.goal, length: Some(s.optimal) })
        .collect();
    Course { grid, queries }
}

/// This many of a list, or all, evenly spread.
fn spread<T: Clone>(list: &[T], count: usize) -> Vec<T> {
    let count = count.min(list.len());
    (0..count).map(|i| list[(2 * i + 1) * list.len() / (2 * count)].clone()).collect()
}

/// Pairs of cells that a path joins.
pub fn random_pairs(grid: &Grid, count: usize) -> Vec<Question> {
    let mut dice = Dice(1);
    let mut cell = || Cell::new(dice.below(grid.width()), dice.below(grid.height()));
    let pairs = std::iter::from_fn(|| Some(Question { from: cell(), to: cell(), length: None }));
    pairs.filter(|pair| !grid.surely_apart(pair.from, pair.to)).take(count).collect()
}

/// Random numbers, the same in every run: SplitMix64.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        (((mix(self.0) >> 32) * end as u64) >> 32) as u32
    }
}

/// Scatters a number over all 64 bits.
pub fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
