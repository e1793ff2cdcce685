//! Where a network comes from: a file, standard input, or a generator.

use crate::failure::Failure;
use crate::output;
use clap::Args;
use std::ffi::OsStr;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use wayline_networks::generate::Spec;
use wayline_networks::osm::Profile;
use wayline_networks::{
    FieldNames, Format, Limits, Network, Problem, ReadOptions, Reading, Source, TurnRules, Unit,
    read, read_file,
};

/// What a network may be, for errors.
const EXPECTED: &str = "expected a network file (.csv, .gr, .osm.pbf, .osm, .graphml, .geojson, \
                        airports.dat, each also .gz), - for standard input, or a generator such as \
                        roads:20000:seed=1";

/// How a network is read: flags that all its commands take.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Reader {
    /// Who travels: car, bike, foot, or a file of rules (.toml); for OSM files
    #[arg(long, value_name = "car|bike|foot|FILE", help_heading = "Network")]
    profile: Option<String>,
    /// The file with positions and names of nodes; if left out, it is looked for beside NET
    #[arg(long, value_name = "FILE", help_heading = "Network")]
    nodes: Option<PathBuf>,
    /// The names of fields in CSV, GraphML or GeoJSON, such as from=a,to=b,cost=minutes
    #[arg(long, value_name = "WHAT=NAME,...", help_heading = "Network")]
    fields: Option<FieldNames>,
    /// The delimiter of CSV; if left out, it is recognised
    #[arg(long, value_name = "CHARACTER", help_heading = "Network", value_parser = delimiter)]
    delimiter: Option<u8>,
    /// Whether the first row of CSV names its columns; if left out, it is recognised
    #[arg(long, value_name = "yes|no", help_heading = "Network", value_parser = yes_or_no)]
    header: Option<bool>,
    /// Take every row of CSV as a street in both directions
    #[arg(long, help_heading = "Network")]
    both_ways: bool,
    /// What costs are measured in, for files that do not say: seconds, metres, kilometres, or none of these
    #[arg(long, value_name = "s|m|km|none", help_heading = "Network", value_parser = unit)]
    unit: Option<Unit>,
    /// Keep nodes that cannot be reached from everywhere; OSM files have many
    #[arg(long, help_heading = "Network")]
    all_parts: bool,
    /// What turns at junctions cost, such as left=8,right=3,u-turn=30; what is left out costs nothing
    #[arg(long, value_name = "TURN=COST,...", help_heading = "Network")]
    turn_costs: Option<TurnRules>,
}

/// One character; `\\t` or `tab` is a tab.
fn delimiter(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        [one] => Ok(*one),
        b"\\t" | b"tab" => Ok(b'\t'),
        _ => Err("expected one character, such as ; or tab".to_owned()),
    }
}

fn yes_or_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("expected yes or no".to_owned()),
    }
}

fn unit(text: &str) -> Result<Unit, String> {
    match text {
        "s" => Ok(Unit::Seconds),
        "m" => Ok(Unit::Metres),
        "km" => Ok(Unit::Kilometres),
        "none" => Ok(Unit::Plain),
        _ => Err("expected s for seconds, m or km for lengths, or none".to_owned()),
    }
}

impl Reader {
    fn options(&self) -> Result<ReadOptions, Failure> {
        let mut options = ReadOptions {
            nodes_file: self.nodes.clone(),
            largest_part: self.all_parts.then_some(false),
            ..ReadOptions::default()
        };
        if let Some(name) = &self.profile {
            options.profile = match Profile::named(name) {
                Some(profile) => profile,
                None if !Path::new(name).exists() => {
                    return Err(Failure::Input(format!(
                        "--profile: there is no profile '{name}': expected car, bike, foot, or a \
                         file of rules (.toml)"
                    )));
                }
                None => Profile::from_file(Path::new(name))?,
            };
        }
        options.fields = self.fields.clone().unwrap_or_default();
        options.csv.delimiter = self.delimiter;
        options.csv.header = self.header;
        options.both_ways = self.both_ways;
        options.unit = self.unit.unwrap_or_default();
        options.turns = self.turn_costs;
        Ok(options)
    }

    /// Refuses all of them where a map was named.
    pub(crate) fn refuse_for_a_map(&self) -> Result<(), Failure> {
        let flag = match () {
            () if self.profile.is_some() => "--profile",
            () if self.nodes.is_some() => "--nodes",
            () if self.fields.is_some() => "--fields",
            () if self.delimiter.is_some() => "--delimiter",
            () if self.header.is_some() => "--header",
            () if self.both_ways => "--both-ways",
            () if self.unit.is_some() => "--unit",
            () if self.all_parts => "--all-parts",
            () if self.turn_costs.is_some() => "--turn-costs",
            () => return Ok(()),
        };
        Err(Failure::Input(format!("{flag} is for networks, and this is a map: leave it out")))
    }

    /// Refuses flags that do not apply to this format.
    fn refuse_what_is_ignored(&self, format: Option<Format>) -> Result<(), Failure> {
        let Some(format) = format else { return Ok(()) };
        let osm = [Format::OsmPbf, Format::OsmXml].contains(&format);
        let says_unit = osm || format == Format::OpenFlights;
        let named = [Format::Csv, Format::GraphMl, Format::GeoJson].contains(&format);
        let csv_only = self.delimiter.is_some() || self.header.is_some() || self.both_ways;
        let flag = match () {
            () if self.profile.is_some() && !osm => "--profile is for OSM files",
            () if csv_only && format != Format::Csv => {
                "--delimiter, --header and --both-ways are for CSV files"
            }
            () if self.fields.is_some() && !named => "--fields is for CSV, GraphML and GeoJSON",
            () if self.unit.is_some() && says_unit => "--unit is for files that do not say it",
            () => return Ok(()),
        };
        Err(Failure::Input(format!("{flag}, and this is {format}: leave it out")))
    }

    /// Reads or makes the network that a user named, and mentions what was left out. A file goes before
    /// a generator of the same name.
    pub(crate) fn load(&self, name: &OsStr) -> Result<Network, Failure> {
        let options = self.options()?;
        let path = Path::new(name);
        if spec(name).is_none() {
            self.refuse_what_is_ignored(Format::of_path(path))?;
        }
        let reading = if name == "-" {
            stdin(&options)?
        } else if let Some(spec) = spec(name) {
            let made = spec.parse::<Spec>().map_err(|error| error.to_string());
            let spec = made.map_err(|error| Failure::Input(format!("{spec}: {error}")))?;
            Source::Generated(spec).read(&options)?
        } else {
            read_file(path, &options).map_err(|error| match error.problem() {
                Problem::Io(cause) if cause.kind() == ErrorKind::NotFound => {
                    Failure::Input(format!("{}: no such file: {EXPECTED}", path.display()))
                }
                _ => error.into(),
            })?
        };
        for omission in reading.left_out.omissions() {
            output::note(&format!("left out: {omission}"));
        }
        if reading.network.nodes() == 0 {
            return Err(Failure::Input(format!("{}: the network has no nodes", path.display())));
        }
        Ok(reading.network)
    }
}

/// The text of a generator, if one is meant and no file has its name.
fn spec(name: &OsStr) -> Option<&str> {
    name.to_str().filter(|spec| Spec::is_meant_by(spec) && !Path::new(name).exists())
}

/// Whether the name is meant as a network, and not as a map.
pub(crate) fn is_meant_by(name: &OsStr) -> bool {
    let path = Path::new(name);
    // Maps have generators, too.
    spec(name).is_some_and(|spec| spec.starts_with("roads:"))
        || Format::of_path(path).is_some()
        || path.join("airports.dat").is_file()
}

fn stdin(options: &ReadOptions) -> Result<Reading, Failure> {
    let Limits { bytes: most, .. } = options.limits;
    let mut bytes = Vec::new();
    let named = |error: wayline_networks::NetworkError| error.in_file("standard input");
    let got = std::io::stdin().lock().take(most.saturating_add(1)).read_to_end(&mut bytes);
    got.map_err(|source| Failure::Unreadable { path: "standard input".into(), source })?;
    // What says nothing about itself is rows of text.
    let format = Format::of_bytes(&bytes).is_none() && !bytes.starts_with(b"\x1f\x8b");
    let format = format.then_some(Format::Csv);
    Ok(read(&bytes, None, &ReadOptions { format, ..options.clone() }).map_err(named)?)
}
