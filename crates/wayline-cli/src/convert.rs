//! `wayline convert`: a network from one format to another.

use crate::failure::{Failure, Status};
use crate::flags::Shared;
use crate::network::source::Reader;
use crate::output;
use crate::output_file::OutputFile;
use crate::table::counted;
use clap::Args;
use serde_json::json;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use wayline_networks::{Format, Network, NetworkError};

/// Convert a network from one format to another
#[derive(Args)]
#[command(after_long_help = "\
Formats that can be written: DIMACS (.gr, with positions in a .co beside it), CSV (.csv, with nodes in a
-nodes.csv beside it), GraphML (.graphml) and GeoJSON (.geojson). Turn restrictions are lost, and a note
says so.

Examples:
  wayline convert porto.osm.pbf porto.geojson
  wayline convert andorra.osm.pbf andorra-edges.csv --profile bike
  wayline convert roads:1000:seed=1 roads.gr")]
pub(crate) struct Convert {
    /// A network file, - for standard input, or roads:N:seed=S
    #[arg(value_name = "IN")]
    network: OsString,
    /// Where to write it: .gr, .csv, .graphml or .geojson
    #[arg(value_name = "OUT", required_unless_present = "named")]
    output: Option<PathBuf>,
    /// The same as OUT, spelt as in other commands
    #[arg(
        short = 'o',
        long = "output",
        value_name = "OUT",
        id = "named",
        conflicts_with = "output"
    )]
    named: Option<PathBuf>,
    #[command(flatten)]
    reader: Reader,
}

impl Convert {
    pub(crate) fn run(self, shared: Shared) -> Result<Status, Failure> {
        let output = self.output.or(self.named).expect("one of both is required");
        // Known before anything is read.
        format_of(&output)?;
        let network = self.reader.load(&self.network)?;
        write(&network, &output, shared)
    }
}

fn format_of(path: &Path) -> Result<Format, Failure> {
    let written = [Format::Dimacs, Format::Csv, Format::GraphMl, Format::GeoJson];
    let compressed = path.extension().is_some_and(|extension| extension == "gz");
    Format::of_path(path).filter(|format| written.contains(format) && !compressed).ok_or_else(|| {
        Failure::Input(format!(
            "{}: networks are not written as this: expected a name that ends in .gr, .csv, .graphml \
             or .geojson",
            path.display()
        ))
    })
}

/// Where the second file goes: `roads.co` for `roads.gr`, `my-nodes.csv` for `my-edges.csv`.
fn beside(path: &Path, format: Format) -> Option<PathBuf> {
    match format {
        Format::Dimacs => Some(path.with_extension("co")),
        Format::Csv => {
            let stem = path.file_stem()?.to_str()?;
            let stem = stem.strip_suffix("-edges").unwrap_or(stem);
            Some(path.with_file_name(format!("{stem}-nodes.csv")))
        }
        _ => None,
    }
}

/// Writes a network in the format that a file's name stands for, with its second file if it has one.
pub(crate) fn write(network: &Network, path: &Path, shared: Shared) -> Result<Status, Failure> {
    let format = format_of(path)?;
    let second = beside(path, format)
        .filter(|_| format == Format::Csv || network.positions().is_some())
        .map(|path| OutputFile::create(&path).map(|file| (path, file)))
        .transpose()?;
    let file = OutputFile::create(path)?;
    // Both are put together before either appears.
    let in_file = |path: &Path| {
        let path = path.to_owned();
        move |error: NetworkError| Failure::from(error.in_file(path))
    };
    let (mut edges, mut nodes) = (Vec::new(), Vec::new());
    wayline_networks::write(network, format, &mut edges).map_err(in_file(path))?;
    if let Some((path, _)) = &second {
        wayline_networks::write_nodes(network, format, &mut nodes).map_err(in_file(path))?;
    }
    let also = second.as_ref().map(|(path, _)| path.clone());
    if let Some((_, file)) = second {
        file.finish_with(&nodes)?;
    }
    file.finish_with(&edges)?;
    if !network.bans().is_empty() {
        output::note(&format!(
            "{format} cannot hold banned turns: {} left out",
            counted(network.bans().len() as u64, "banned turn")
        ));
    }
    if !network.turn_costs().is_empty() {
        output::note(&format!("{format} cannot hold what turns cost: left out"));
    }
    if shared.is_json() {
        output::say_json(&json!({
            "format": format.to_string(),
            "nodes": network.nodes(),
            "edges": network.edges(),
            "files": std::iter::once(path.to_path_buf()).chain(also).collect::<Vec<_>>(),
        }))?;
    } else {
        let (nodes, edges) = (network.nodes() as u64, network.edges() as u64);
        let also = also.map_or(String::new(), |also| format!(" and {}", also.display()));
        output::say(&format!(
            "{}{also}: {}, {}\n",
            path.display(),
            counted(nodes, "node"),
            counted(edges, "edge")
        ))?;
    }
    Ok(Status::Done)
}
