//! `wayline generate`: a map from a line of text.

use crate::failure::{Failure, Status};
use crate::flags::Shared;
use crate::network::source::{self, Reader};
use crate::output;
use crate::output_file::OutputFile;
use crate::{convert, map_source, table};
use clap::Args;
use serde::Serialize;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use wayline::Grid;
use wayline_maps::{Format, Map, MapError, ascii, movingai, png};

/// Make a map: mazes, rooms, caves, terrain; or a network of roads
#[derive(Args)]
#[command(after_long_help = "\
Kinds of maps (with the values that parameters have if left out):
  open:WxH                          all cells free
  random:WxH:density=0.3:seed=0     each cell blocked with that probability;
                                    with :size=4, squares of up to that side (1 to 10)
  maze:WxH:corridor=1:seed=0        exactly one path between any two places
  rooms:WxH:size=16:seed=0          square rooms joined by doors
  caves:WxH:seed=0                  one large cave
  terrain:WxH:relief=0:seed=0       hills that slow, lakes that block; with :relief=500, hills
                                    of up to that elevation (see solve --uphill)
A network:
  roads:N:seed=0                    N junctions, with streets, motorways and one-ways

Examples:
  wayline generate maze:512x512:corridor=8:seed=1 -o maze.map
  wayline generate terrain:256x256:seed=4 -o terrain.png
  wayline generate caves:80x40 -o - | wayline solve -
  wayline generate roads:100000:seed=1 -o roads.gr")]
pub(crate) struct Generate {
    /// Which map, such as maze:64x64:corridor=2:seed=1
    spec: String,
    /// Where to write it: .map (Moving AI), .txt (ASCII) or .png; - is standard output. A network: .gr,
    /// .csv, .graphml or .geojson
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

#[derive(Serialize)]
struct Summary {
    width: u32,
    height: u32,
    free: usize,
}

impl Generate {
    pub(crate) fn run(self, shared: Shared) -> Result<Status, Failure> {
        if source::is_meant_by(OsStr::new(&self.spec)) {
            let network = Reader::default().load(OsStr::new(&self.spec))?;
            return convert::write(&network, &self.output, shared);
        }
        let to_stdout = self.output == Path::new("-");
        if !to_stdout {
            format_of(&self.output)?;
        }
        let grid = map_source::generated(&self.spec)?;
        let summary =
            Summary { width: grid.width(), height: grid.height(), free: grid.free_cells() };
        if to_stdout {
            // What is asked for is the map; nothing else may come between its lines.
            let format = if grid.is_weighted() { Format::Ascii } else { Format::MovingAi };
            let mut bytes = Vec::new();
            write(grid, format, &mut bytes)?;
            output::say_bytes(&bytes)?;
            return Ok(Status::Done);
        }
        let format = format_of(&self.output)?;
        let file = OutputFile::create(&self.output)?;
        file.finish(|out| write(grid, format, out).map_err(|e| e.in_file(&self.output)))?;
        if shared.is_json() {
            output::say_json(&summary)?;
        } else {
            let Summary { width, height, free } = summary;
            let (file, free) = (self.output.display(), table::counted(free as u64, "free cell"));
            output::say(&format!("{file}: {width}x{height}, {free}\n"))?;
        }
        Ok(Status::Done)
    }
}

fn format_of(path: &Path) -> Result<Format, Failure> {
    Format::of_path(path).ok_or_else(|| {
        Failure::Input(format!(
            "{}: unknown kind of map: expected a name that ends in .map, .txt or .png, or -",
            path.display()
        ))
    })
}

fn write(grid: Grid, format: Format, out: &mut dyn Write) -> Result<(), MapError> {
    match format {
        Format::Ascii => ascii::write(&Map::from(grid), out),
        Format::Png => png::write(&grid, out),
        _ => movingai::write(&grid, out),
    }
}
