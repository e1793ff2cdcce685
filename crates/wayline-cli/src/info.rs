//! `wayline info`: what a map is like.

use crate::ends;
use crate::failure::{Failure, Status};
use crate::flags::Shared;
use crate::table::count;
use crate::{map_source, output, scene};
use clap::Args;
use serde::Serialize;

/// Tell a map's size, free cells, connected parts and terrain
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  wayline info arena.map
  wayline info terrain:256x256:seed=4 --format json")]
pub(crate) struct Info {
    /// A map file (.map, .txt, .png), - for standard input, or a generator
    map: String,
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
    start: Option<[u32; 2]>,
    goal: Option<[u32; 2]>,
}

impl Info {
    pub(crate) fn run(self, shared: Shared) -> Result<Status, Failure> {
        let map = map_source::load(&self.map)?;
        let grid = &map.grid;
        let (lowest_multiplier, highest_multiplier) = scene::multipliers(grid);
        let summary = Summary {
            width: grid.width(),
            height: grid.height(),
            free: grid.free_cells(),
            components: grid.components(),
            largest_component: ends::components(grid).largest_size,
            weighted: grid.is_weighted(),
            lowest_multiplier,
            highest_multiplier,
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
        let terrain = if self.weighted {
            format!("multipliers from {} to {}", self.lowest_multiplier, self.highest_multiplier)
        } else {
            "plain".to_owned()
        };
        let mut text = format!(
            "size        {}x{} ({} cells)\nfree        {} ({share:.1}%)\ncomponents  {}, the \
             largest of {} cells\nterrain     {terrain}\n",
            self.width,
            self.height,
            count(cells),
            count(self.free as u64),
            count(self.components as u64),
            count(self.largest_component as u64),
        );
        for (name, mark) in [("start ", self.start), ("goal  ", self.goal)] {
            if let Some([x, y]) = mark {
                text.push_str(&format!("{name}      {x},{y}\n"));
            }
        }
        text
    }
}
