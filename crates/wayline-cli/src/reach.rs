//! `wayline reach`: everything within a cost.

use crate::answered::micros;
use crate::failure::{Failure, Status};
use crate::flags::Shared;
use crate::network::drawing::{Drawing, PictureFile};
use crate::network::source::Reader;
use crate::network::{geojson, places, words};
use crate::output;
use crate::output_file::OutputFile;
use crate::table::{count, counted, time};
use clap::Args;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Instant;
use wayline::Cost;
use wayline_networks::{Isochrone, Network, Position, Reach, Router, Unit, part_of_edge};

/// Find everything within a cost: an isochrone
#[derive(Args)]
#[command(
    name = "reach",
    after_long_help = "\
COST is a number in the network's unit, or a time (90s, 15min, 1.5h) where costs are times, or a
length (500m, 12km) where they are lengths.

Streets are cut where the cost runs out. The polygons of --geojson are the area around them, with holes
around anything inside that is not reached: every node that is reached lies inside, and every node that is
not lies outside. The only exceptions are nodes at the same point of which one is reached and the other is
not; these are counted.

Examples:
  wayline reach roads:20000:seed=1 --from 100 --within 10min
  wayline reach porto.osm.pbf --from 41.1496,-8.6110 --within 15min --geojson porto.geojson
  wayline reach porto.osm.pbf --profile foot --from 41.1496,-8.6110 --within 900 --picture porto.png
  wayline reach USA-road-d.NY.gr.gz --from 1 --within 50000"
)]
pub(crate) struct ReachCommand {
    /// A network file, - for standard input, or roads:N:seed=S
    #[arg(value_name = "NET")]
    network: OsString,
    /// Where to start: an id, a code, a name, or LAT,LON
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true)]
    from: String,
    /// The largest cost: a number in the network's unit, or with s, min, h, m or km
    #[arg(long, value_name = "COST", allow_hyphen_values = true)]
    within: String,
    #[command(flatten)]
    reader: Reader,
    /// Avoid an edge (by its number) or a street (by its name); may be given several times
    #[arg(long, value_name = "EDGE|STREET", help_heading = "Search")]
    avoid: Vec<String>,
    /// Write the area as GeoJSON: polygons with holes
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    geojson: Option<PathBuf>,
    /// Write a picture, .png or .svg
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    picture: Option<PathBuf>,
}

impl ReachCommand {
    pub(crate) fn run(self, shared: Shared) -> Result<Status, Failure> {
        let picture = self.picture.as_deref().map(PictureFile::create).transpose()?;
        let geojson = self.geojson.as_deref().map(OutputFile::create).transpose()?;
        let network = self.reader.load(&self.network)?;
        if network.positions().is_none() && (picture.is_some() || geojson.is_some()) {
            return Err(Failure::Input(
                "--picture and --geojson need positions, and this network has none".to_owned(),
            ));
        }
        let within = within(&self.within, network.unit())?;
        let router = Router::new(&network)?;
        let avoided = places::edges(&router, &self.avoid)?;
        let router = router.avoiding(&avoided)?;
        let from = places::find(&router, "--from", &self.from)?;
        if let Some(remark) = places::remark(&self.from, &from) {
            output::note(&remark);
        }
        let clock = Instant::now();
        let reach = router.reach(&from.location, within)?;
        let searched = micros(clock.elapsed());
        let area = Isochrone::new(&network, &reach);
        if area.unparted > 0 {
            output::note(&format!(
                "{} on the wrong side of the border: at the same point as one on the other side",
                counted(area.unparted as u64, "node")
            ));
        }
        let streets: f64 = reach
            .stretches
            .iter()
            .map(|stretch| network.metres(stretch.edge) * (stretch.to - stretch.from))
            .sum();
        let name = words::place(&network, &from);
        if shared.is_json() {
            output::say_json(&json!({
                "settled": reach.nodes.len(),
                "polygons": area.polygons.len(),
                "holes": area.polygons.iter().map(|polygon| polygon.len() - 1).sum::<usize>(),
                "unparted": area.unparted,
                "edges": reach.stretches.len(),
                "cut": cut(&reach),
                "metres": network.positions().map(|_| (streets * 10.0).round() / 10.0),
                "within": within.to_f64(),
                "unit": words::unit(network.unit()),
                "micros": searched,
            }))?;
        } else {
            let cost = words::cost(network.unit(), within);
            let share = reach.nodes.len() as f64 * 100.0 / network.nodes() as f64;
            let mut text = format!(
                "within    {cost} of {name}\nsettled   {} ({share:.1}% of the network)\nstreets   {}, \
                 {} of them cut where the cost runs out\n",
                counted(reach.nodes.len() as u64, "node"),
                counted(reach.stretches.len() as u64, "edge"),
                count(cut(&reach) as u64),
            );
            if network.positions().is_some() {
                let length = words::length(streets);
                let holes: usize = area.polygons.iter().map(|polygon| polygon.len() - 1).sum();
                text.push_str(&format!(
                    "length    {length}, each direction counted\narea      {} with {}\n",
                    counted(area.polygons.len() as u64, "polygon"),
                    counted(holes as u64, "hole"),
                ));
            }
            text.push_str(&format!("time      {}\n", time(searched)));
            output::say(&text)?;
        }
        if let Some(file) = geojson {
            let feature = geojson::feature(
                json!({"type": "MultiPolygon", "coordinates": area.polygons}),
                properties(&network, &name, within, &reach),
            );
            file.finish_with(&geojson::collection(vec![feature]))?;
        }
        if let Some(file) = picture {
            let lines: Vec<Vec<Position>> = reach
                .stretches
                .iter()
                .map(|part| part_of_edge(&network, part.edge, part.from, part.to))
                .collect();
            let marks: Vec<Position> = from.position.into_iter().collect();
            file.write(&Drawing {
                network: &network,
                title: format!("Within {} of {name}", words::cost(network.unit(), within)),
                searched: &[],
                areas: &area.polygons,
                reached: &lines,
                routes: &[],
                marks: &marks,
                has_goal: false,
            })?;
        }
        Ok(Status::Done)
    }
}

fn cut(reach: &Reach) -> usize {
    reach.stretches.iter().filter(|stretch| stretch.to < 1.0).count()
}

fn properties(network: &Network, name: &str, within: Cost, reach: &Reach) -> Value {
    json!({
        "from": name,
        "within": within.to_f64(),
        "unit": words::unit(network.unit()),
        "settled": reach.nodes.len(),
    })
}

/// A cost, with a suffix if it suits the network.
fn within(text: &str, unit: Unit) -> Result<Cost, Failure> {
    let wrong = |why: String| Failure::Input(format!("--within {text}: {why}"));
    let text = text.trim();
    let letters = text.find(|letter: char| letter.is_ascii_alphabetic() && !"eE".contains(letter));
    let (number, suffix) = text.split_at(letters.unwrap_or(text.len()));
    let number: f64 = number.trim().parse().map_err(|_| {
        wrong("expected a number, zero or more, such as 900, 15min or 12km".to_owned())
    })?;
    let (factor, needed) = match suffix.trim() {
        "" => (1.0, unit),
        "s" => (1.0, Unit::Seconds),
        "min" => (60.0, Unit::Seconds),
        "h" => (3600.0, Unit::Seconds),
        "m" if unit == Unit::Kilometres => (0.001, Unit::Kilometres),
        "m" => (1.0, Unit::Metres),
        "km" if unit == Unit::Kilometres => (1.0, Unit::Kilometres),
        "km" => (1000.0, Unit::Metres),
        other => {
            return Err(wrong(format!("unknown suffix '{other}': expected s, min, h, m or km")));
        }
    };
    if needed != unit {
        let (are, expected) = match unit {
            Unit::Seconds => ("travel times", "s, min or h"),
            Unit::Metres | Unit::Kilometres => ("lengths", "m or km"),
            _ => ("plain numbers", "no suffix"),
        };
        return Err(wrong(format!("the costs of this network are {are}: expected {expected}")));
    }
    Cost::try_from(number * factor).map_err(|bad| wrong(bad.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_suit_the_unit() {
        let cost =
            |text: &str, unit| within(text, unit).map(Cost::to_f64).map_err(|e| e.to_string());
        assert_eq!(cost("15min", Unit::Seconds), Ok(900.0));
        assert_eq!(cost("1.5h", Unit::Seconds), Ok(5400.0));
        assert_eq!(cost("90 s", Unit::Seconds), Ok(90.0));
        assert_eq!(cost("12km", Unit::Metres), Ok(12_000.0));
        assert_eq!(cost("12km", Unit::Kilometres), Ok(12.0));
        assert_eq!(cost("500m", Unit::Kilometres), Ok(0.5));
        assert_eq!(cost("5", Unit::Plain), Ok(5.0));
        assert_eq!(cost("1e3", Unit::Plain), Ok(1000.0));
        for (text, unit) in [
            ("15min", Unit::Metres),
            ("3km", Unit::Seconds),
            ("3s", Unit::Plain),
            ("", Unit::Plain),
        ] {
            assert!(cost(text, unit).is_err(), "{text}");
        }
        for text in ["-5", "nan", "5 miles", "min", "1e99"] {
            assert!(cost(text, Unit::Seconds).is_err(), "{text}");
        }
    }
}
