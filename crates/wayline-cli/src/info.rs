//! `wayline info`: what a map is like.

use crate::ends;
use crate::failure::{Failure, Status};
use crate::flags::Shared;
use crate::network::source::{self, Reader};
use crate::network::words;
use crate::table::{count, counted};
use crate::{map_source, output, scene};
use clap::Args;
use serde::Serialize;
use serde_json::json;
use std::ffi::OsString;
use wayline_networks::Network;

/// Show a map's size, free cells, connected parts, terrain and elevation; a network's counts
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  wayline info arena.map
  wayline info terrain:256x256:seed=4 --format json
  wayline info porto.osm.pbf --profile bike")]
pub(crate) struct Info {
    /// A map file (.map, .txt, .png), - for standard input, a network, or a generator
    #[arg(value_name = "MAP|NET")]
    map: OsString,
    #[command(flatten)]
    reader: Reader,
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
        if source::is_meant_by(&self.map) {
            return self.network(shared);
        }
        self.reader.refuse_for_a_map()?;
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

impl Info {
    fn network(self, shared: Shared) -> Result<Status, Failure> {
        let network = self.reader.load(&self.map)?;
        let nodes = 0..network.nodes() as u32;
        let named = nodes.filter(|&node| !network.name(node).is_empty()).count();
        let metres: f64 = (0..network.edges() as u32).map(|edge| network.metres(edge)).sum();
        let mut streets: Vec<&str> =
            (0..network.edges() as u32).map(|edge| network.edge_name(edge)).collect();
        streets.sort_unstable();
        streets.dedup();
        let streets = streets.len() - usize::from(streets.first() == Some(&""));
        let far = f64::INFINITY;
        let bounds = network.positions().map(|all| {
            all.iter().fold([far, far, -far, -far], |[west, south, east, north], at| {
                let (x, y) = (at.longitude, at.latitude);
                [west.min(x), south.min(y), east.max(x), north.max(y)]
            })
        });
        let unit = words::unit(network.unit());
        if shared.is_json() {
            output::say_json(&json!({
                "nodes": network.nodes(),
                "edges": network.edges(),
                "banned_turns": network.bans().len(),
                "priced_turns": network.turn_costs().len(),
                "named_nodes": named,
                "streets": streets,
                "unit": unit,
                "metres": bounds.map(|_| metres.round()),
                "bounds": bounds,
            }))?;
            return Ok(Status::Done);
        }
        let mut text = format!(
            "nodes     {}, {} of them with a name\nedges     {}, of {}\nturns     {}\n\
             costs     {unit}\n",
            count(network.nodes() as u64),
            count(named as u64),
            count(network.edges() as u64),
            counted(streets as u64, "street"),
            turns(&network),
        );
        match bounds {
            Some([west, south, east, north]) => text.push_str(&format!(
                "length    {}, each direction counted\narea      from {south:.4},{west:.4} to \
                 {north:.4},{east:.4}\n",
                words::length(metres)
            )),
            None => text.push_str("area      not known: the nodes have no positions\n"),
        }
        output::say(&text)?;
        Ok(Status::Done)
    }
}

/// What there is to say about turns.
fn turns(network: &Network) -> String {
    let banned = match network.bans().len() {
        0 => "none banned".to_owned(),
        bans => format!("{} banned", count(bans as u64)),
    };
    match network.turn_costs().len() {
        0 => banned,
        priced => format!("{banned}, {} that cost something", count(priced as u64)),
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
