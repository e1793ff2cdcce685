//! How fast wayline is, beside its peers, in one run on one machine. See README.md.

mod bodies;
mod contestants;
mod edits;
mod empty;
mod expansions;
mod fields;
mod flow;
mod grids;
mod lattice;
mod living;
mod load;
mod maps;
mod memory;
mod networks;
mod observer;
mod online;
mod plot;
mod prepared;
mod puzzles;
mod race;
mod replans;
mod report;
mod rules;
mod steering;
mod terrain;
mod world;

use report::{Report, Table};
use std::process::exit;

const USAGE: &str = "\
usage: wayline-bench PART [--maps N] [--queries N] [--only TEXT] [--nodes N] [--json FILE] [--plot FILE]

parts: grids, empty, online, prepared, rules, edits, living, networks, puzzles, load, memory, expansions, terrain, fields, bodies, replans, world, flow, steering, all;
       growth, networks-growth (minutes of their own)
       observer nobody|unit|counter|recorder|idle   (for observer.sh)

--maps N      maps of each Moving AI set, spread evenly over it (4)
--queries N   queries on each map, spread evenly over its scenario (50)
--only TEXT   of networks and of the sets of living, those whose names begin so
--nodes N     where networks-growth ends (4000000)
--json FILE   the tables as JSON, too
--plot FILE   where growth and networks-growth draw their lines, as SVG

WAYLINE_DATA names the folder that holds movingai/ and roads/; without it only generated maps and
networks are run.";

/// What the command line asks for.
pub struct Options {
    /// Maps of each set.
    pub maps: usize,
    /// Queries on each map.
    pub queries: usize,
    /// How the names of networks, or of the sets of `living`, begin.
    pub only: Option<String>,
    /// The most nodes of `networks-growth`.
    pub nodes: usize,
    json: Option<String>,
    /// Where `growth` and `networks-growth` draw their pictures.
    pub plot: Option<String>,
}

/// Ends with status 2: the command line makes no sense.
fn misused(why: &str) -> ! {
    eprintln!("{why}\n\n{USAGE}");
    exit(2)
}

type Part = fn(&Options) -> Vec<Table>;

const PARTS: [(&str, Part); 19] = [
    ("grids", grids::run),
    ("empty", empty::run),
    ("online", online::run),
    ("prepared", prepared::run),
    ("rules", rules::run),
    ("edits", edits::run),
    ("living", living::run),
    ("networks", networks::run),
    ("puzzles", puzzles::run),
    ("load", load::run),
    ("memory", memory::run),
    ("expansions", expansions::run),
    ("terrain", terrain::run),
    ("fields", fields::run),
    ("bodies", bodies::run),
    ("replans", replans::run),
    ("world", world::run),
    ("flow", flow::run),
    ("steering", steering::run),
];

fn main() {
    let mut words = Vec::new();
    let mut options =
        Options { maps: 4, queries: 50, only: None, nodes: 4_000_000, json: None, plot: None };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().unwrap_or_else(|| misused(&format!("{arg}: no value")));
        let number = |text: String| match text.parse() {
            Ok(number) if number > 0 => number,
            _ => misused(&format!("{text}: expected a number above 0")),
        };
        match arg.as_str() {
            "--maps" => options.maps = number(value()),
            "--queries" => options.queries = number(value()),
            "--only" => options.only = Some(value()),
            "--nodes" => options.nodes = number(value()),
            "--json" => options.json = Some(value()),
            "--plot" => options.plot = Some(value()),
            _ => words.push(arg),
        }
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let wanted = match words[..] {
        ["observer", watch] => return observer::run(watch),
        [part] => part,
        _ => misused("expected one part"),
    };
    let chosen: Vec<_> = match wanted {
        // Minutes of their own, so they are not among all.
        "growth" => vec![("growth", prepared::growth as Part)],
        "networks-growth" => vec![("networks-growth", networks::growth as Part)],
        _ => PARTS.into_iter().filter(|(name, _)| wanted == "all" || wanted == *name).collect(),
    };
    if chosen.is_empty() {
        misused(&format!("there is no part {wanted}"));
    }
    let mut report = Report::default();
    for (name, part) in chosen {
        report.add(name, part(&options));
    }
    if let Some(file) = options.json {
        report.write_json(&file);
    }
}
