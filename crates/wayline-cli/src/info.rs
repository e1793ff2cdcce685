//! `wayline info`: what a map is like.

use crate::ends;
use crate::failure::{Failure, Status};
use crate::flags::Shared;
use crate::table::{count, counted};
use crate::{map_source, output, scene};
use clap::Args;
use serde::Serialize;
use std::ffi::OsString;

/// Show a map's size, free cells, connected parts, terrain and elevation
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  wayline info arena.map
  wayline info terrain:256x256:seed=4 --format json")]
pub(crate) struct Info {
    /// A map file (.map, .txt, .png), - for standard input, or a generator
    map: OsString,
}

#[derive(Serialize)]
struct Summary {
    width: u32,
    height: u32,
    free: usize,
    components: usize,
    largest_component: usize,
    weighted: bool,
    lowest_multiplier: f64,
    highest_multiplier: f64,
    lowest_elevation: i32,
    highest_elevation: i32,
    start: Option<[u32; 2]>,
    goal: Option<[u32; 2]>,
}

impl Info {
    pub(crate) fn run(self, shared: Shared) -> Result<Status, Failure> {
        let map = map_source::load(&self.map)?;
        let grid = &map.grid;
        let (lowest_multiplier, highest_multiplier) = scene::multipliers(grid);
        let (lowest_elevation, highest_elevation) = scene::elevations(grid);
        let summary = Summary {
            width: grid.width(),
            height: grid.height(),
            free: grid.free_cells(),
            components: grid.components(),
            largest_component: ends::largest_component(grid).map_or(0, |(size, _)| size),
            weighted: grid.is_weighted(),
            lowest_multiplier,
            highest_multiplier,
            lowest_elevation,
            highest_elevation,
            start: map.start.map(|cell| [cell.x, cell.y]),
            goal: map.goal.map(|cell| [cell.x, cell.y]),
        };
        if shared.is_json() {
            output::say_json(&summary)?;
        } else {
            output::say(&summary.text())?;
        }
        Ok(Status::Done)
    }
}

impl Summary {
    fn text(&self) -> String {
        let cells = u64::from(self.width) * u64::from(self.height);
        let share = self.free as f64 * 100.0 / cells as f64;
        let terrain = if (self.lowest_multiplier, self.highest_multiplier) != (1.0, 1.0) {
            format!("multipliers from {} to {}", self.lowest_multiplier, self.highest_multiplier)
        } else {
            "plain".to_owned()
        };
        let mut text = format!(
            "size        {}x{} ({})\nfree        {} ({share:.1}%)\ncomponents  {}\n\
             terrain     {terrain}\n",
            self.width,
            self.height,
            counted(cells, "cell"),
            count(self.free as u64),
            match self.components {
                0 => "none".to_owned(),
                1 => format!("1, of {}", counted(self.largest_component as u64, "cell")),
                several => format!(
                    "{}, the largest of {}",
                    count(several as u64),
                    counted(self.largest_component as u64, "cell")
                ),
            },
        );
        let (lowest, highest) = (self.lowest_elevation, self.highest_elevation);
        if (lowest, highest) != (0, 0) {
            text.push_str(&format!(
                "elevation   from {lowest} to {highest} (going up costs what solve --uphill says)\n"
            ));
        }
        for (name, mark) in [("start ", self.start), ("goal  ", self.goal)] {
            if let Some([x, y]) = mark {
                text.push_str(&format!("{name}      {x},{y}\n"));
            }
        }
        text
    }
}
