//! `wayline route`: a path through a network.

mod report;

use crate::answered::micros;
use crate::failure::{Failure, Status};
use crate::flags::{self, Shared};
use crate::network::drawing::{Drawing, PictureFile};
use crate::network::source::Reader;
use crate::network::{geojson, places};
use crate::output_file::OutputFile;
use crate::{interrupt, output, prepare};
use clap::Args;
use report::{Report, Trip, What};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use wayline::{Algorithm, Cost, GraphIndex, Limits, Outcome, Workspace};
use wayline_networks::{
    Difference, Engine, Location, MAX_STOPS, Network, Position, Route, Router, Snap,
};

/// Find a route through a network, with its streets
#[derive(Args)]
#[command(
    name = "route",
    after_long_help = "\
A NET is a file (CSV edges, DIMACS .gr, OpenFlights airports.dat, OSM .osm.pbf or .osm, GraphML,
GeoJSON, each also .gz), - for standard input, or the generator roads:N:seed=S.

A PLACE is a node's id, its code or name, or LAT,LON in degrees. A position means the nearest place on a
street; only the part of that street that is travelled counts. If --from or --to is left out, nodes far
apart are picked. Turn restrictions of the network always hold, but not across a stop, where one route
ends and the next one starts. Costs do not depend on the time of day yet.

In JSON, `nodes` are the ids of the file, as numbers if every id of the network is a number; `edges` are
numbered from zero, in the order of the network.

Examples:
  wayline route roads:20000:seed=1
  wayline route USA-road-t.NY.gr.gz --from 1 --to 264000 --picture ny.png
  wayline route airports.dat --from HEL --to AKL --algorithm astar --verify
  wayline route porto.osm.pbf --from 41.1496,-8.6110 --to 41.1621,-8.6220 --geojson route.geojson
  wayline route roads:5000:seed=2 --from 3 --to 4000 --alternatives 3 --different
  wayline route roads:5000:seed=2 --from 3 --via 900 --via 41 --to 4000 --best-order"
)]
pub(crate) struct RouteCommand {
    /// A network file, - for standard input, or roads:N:seed=S
    #[arg(value_name = "NET")]
    network: OsString,
    /// Where to start: an id, a code, a name, or LAT,LON
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true)]
    from: Option<String>,
    /// Where to go
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true)]
    to: Option<String>,
    /// A stop on the way; may be given several times, in order
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true)]
    via: Vec<String>,
    /// Visit up to 12 stops in the order that makes the whole trip cheapest, exactly
    #[arg(long, requires = "via")]
    best_order: bool,
    #[command(flatten)]
    reader: Reader,
    /// Which algorithm; `wayline algorithms` says what each is for
    #[arg(short, long, value_name = "NAME", default_value = "auto", help_heading = "Search")]
    #[arg(value_parser = flags::algorithm())]
    algorithm: Algorithm,
    /// Read the route from an index that `wayline prepare` made of this network
    #[arg(long, value_name = "FILE", conflicts_with = "avoid", help_heading = "Search")]
    index: Option<PathBuf>,
    /// Avoid an edge (by its number) or a street (by its name); may be given several times
    #[arg(long, value_name = "EDGE|STREET", help_heading = "Search")]
    avoid: Vec<String>,
    /// Find up to K routes: the K shortest without loops (Yen)
    #[arg(long, value_name = "K", conflicts_with = "via", help_heading = "Search")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1000))]
    alternatives: Option<u16>,
    /// With --alternatives: find routes that are plausibly different, not the next shortest
    ///
    /// Each costs at most a quarter more than the best, shares at most four fifths of its cost with earlier
    /// ones, and is not a detour along a tenth of it or more (after Abraham et al., 2010).
    #[arg(long, requires = "alternatives", help_heading = "Search")]
    different: bool,
    /// Stop after expanding N nodes
    #[arg(long, value_name = "N", help_heading = "Limits")]
    max_expansions: Option<u64>,
    /// Ignore routes that cost more than C
    #[arg(long, value_name = "C", value_parser = flags::cost, allow_hyphen_values = true)]
    #[arg(help_heading = "Limits")]
    max_cost: Option<Cost>,
    /// Stop after N milliseconds
    #[arg(long, value_name = "N", help_heading = "Limits")]
    max_ms: Option<u64>,
    /// Check every edge, every turn and the cost, and compare it with plain Dijkstra
    #[arg(long, help_heading = "Output")]
    verify: bool,
    /// Write a picture, .png or .svg
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    picture: Option<PathBuf>,
    /// Write the route and its ends as GeoJSON
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    geojson: Option<PathBuf>,
    /// Write the route as a track for navigation devices
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    gpx: Option<PathBuf>,
}

impl RouteCommand {
    pub(crate) fn run(self, shared: Shared) -> Result<Status, Failure> {
        self.refuse_what_is_ignored()?;
        let picture = self.picture.as_deref().map(PictureFile::create).transpose()?;
        let geojson = self.geojson.as_deref().map(OutputFile::create).transpose()?;
        let gpx = self.gpx.as_deref().map(OutputFile::create).transpose()?;
        let network = self.reader.load(&self.network)?;
        if network.positions().is_none()
            && (picture.is_some() || geojson.is_some() || gpx.is_some())
        {
            return Err(Failure::Input(
                "--picture, --geojson and --gpx need positions, and this network has none"
                    .to_owned(),
            ));
        }
        let router = Router::new(&network)?;
        let avoided = places::edges(&router, &self.avoid)?;
        let router = router.avoiding(&avoided)?.limits(
            Limits::default()
                .expansions(self.max_expansions.or(self.algorithm.info().grid_cap))
                .cost(self.max_cost)
                .time(self.max_ms.map(Duration::from_millis))
                .cancel(interrupt::flag()),
        );
        let find = |flag: &str, text: &Option<String>| {
            text.as_deref().map(|text| found(&router, flag, text)).transpose()
        };
        let (from, to) =
            places::ends(&router, find("--from", &self.from)?, find("--to", &self.to)?)?;
        let vias = self.via.iter().map(|text| found(&router, "--via", text));
        let vias: Vec<Snap> = vias.collect::<Result<_, _>>()?;

        let index = self.index(&router)?;
        let router = match &index {
            Some(index) => router.by(Engine::Index(index)),
            None => router.by(Engine::Search(self.algorithm)),
        };
        let mut work = Workspace::new();
        let clock = Instant::now();
        let order = interrupt::heeding(|| self.order(&router, &from, &vias, &to, &mut work))??;
        let mut stops = vec![from];
        let unordered = order.is_none();
        stops.extend(order.into_iter().flatten().map(|at| vias[at].clone()));
        stops.push(to);
        let trip = match unordered {
            true => Trip::unreachable(stops, router.engine()),
            false => interrupt::heeding(|| self.travel(&router, stops, &mut work))??,
        };
        let time = micros(clock.elapsed());

        let verdict = self.verify.then(|| interrupt::heeding(|| self.judged(&router, &trip)));
        let verdict = verdict.transpose()?.transpose()?;
        if let Some(Err(flaw)) = &verdict {
            output::note(&format!("the answer is wrong: {flaw}"));
        }
        let wrong = matches!(verdict, Some(Err(_)));
        let report = Report { network: &network, trip: &trip, micros: time, verdict };
        match shared.is_json() {
            true => output::say_json(&report.json())?,
            false => output::say(&report.text())?,
        }
        if !wrong {
            if let Some(file) = geojson {
                file.finish_with(&geojson::collection(report.features()))?;
            }
            if let Some(file) = gpx {
                file.finish_with(&report.gpx())?;
            }
            if let Some(file) = picture {
                draw(file, &router, &trip, &mut work)?;
            }
        }
        Ok(match trip.outcome() {
            _ if wrong => Status::Wrong,
            Outcome::Found => Status::Done,
            Outcome::Unreachable => Status::NoPath,
            Outcome::Stopped(_) => Status::Stopped,
        })
    }

    fn refuse_what_is_ignored(&self) -> Result<(), Failure> {
        let prepared = self.index.is_some() || self.algorithm.info().prepared;
        let searching = self.max_expansions.is_some() || self.max_ms.is_some();
        if prepared && searching {
            return Err(Failure::Input(
                "--max-expansions and --max-ms are for searches, and a route is read from an index \
                 without one: leave one out"
                    .to_owned(),
            ));
        }
        if self.alternatives.is_some() && (prepared || self.algorithm != Algorithm::Auto) {
            return Err(Failure::Input(
                "--alternatives are found by searches of their own: leave out --algorithm and --index"
                    .to_owned(),
            ));
        }
        if self.best_order && self.via.len() > MAX_STOPS {
            return Err(Failure::Input(format!(
                "--best-order: {} stops: expected at most {MAX_STOPS}, since what it takes doubles \
                 with each",
                self.via.len()
            )));
        }
        Ok(())
    }

    /// The index to read from, if any: made on the spot if none is given.
    fn index(&self, router: &Router<'_>) -> Result<Option<GraphIndex>, Failure> {
        match (&self.index, self.algorithm) {
            (Some(path), Algorithm::Auto | Algorithm::Prepared) => {
                prepare::read_graph(router.graph(), path).map(Some)
            }
            (Some(_), other) => Err(Failure::Input(format!(
                "--index is for the algorithms prepared and auto, not for {other}: leave one out"
            ))),
            (None, Algorithm::Prepared) => {
                Ok(Some(prepare::prepare_graph(router.graph(), None)?.0))
            }
            (None, _) => Ok(None),
        }
    }

    /// In which order to stop; none if no order reaches all.
    fn order(
        &self,
        router: &Router<'_>,
        from: &Snap,
        vias: &[Snap],
        to: &Snap,
        work: &mut Workspace,
    ) -> Result<Option<Vec<usize>>, Failure> {
        if !self.best_order {
            return Ok(Some((0..vias.len()).collect()));
        }
        let stops: Vec<Location> = vias.iter().map(|via| via.location.clone()).collect();
        Ok(router.best_order(&from.location, &stops, &to.location, work)?)
    }

    fn travel(
        &self,
        router: &Router<'_>,
        stops: Vec<Snap>,
        work: &mut Workspace,
    ) -> Result<Trip, Failure> {
        let (from, to) = (&stops[0].location, &stops[stops.len() - 1].location);
        let Some(count) = self.alternatives.map(usize::from) else {
            let mut stages = Vec::new();
            for pair in stops.windows(2) {
                let route = router.route(&pair[0].location, &pair[1].location, work)?;
                let found = route.is_found();
                stages.push(route);
                if !found {
                    break;
                }
            }
            return Ok(Trip { stops, stages, alternatives: Vec::new(), what: What::Best });
        };
        // The question itself is asked too: it is counted and timed as without alternatives.
        let best = router.route(from, to, work)?;
        let (what, all) = match self.different {
            true => (What::Different, router.different(from, to, count, &Difference::default())?),
            false => (What::Shortest, router.shortest(from, to, count, work)?),
        };
        Ok(Trip { stops, stages: vec![best], alternatives: all, what })
    }

    /// Whether a trip is what it claims to be: the judge on every route, and plain Dijkstra beside it.
    fn judged(&self, router: &Router<'_>, trip: &Trip) -> Result<Result<(), String>, Failure> {
        let network = router.network();
        let limits = Limits::default().cancel(interrupt::flag());
        let plain = router.clone().by(Engine::Search(Algorithm::Dijkstra)).limits(limits);
        let mut work = Workspace::new();
        let flaw = |route: &Route, stops: &[Snap]| {
            let ends = (&stops[0].location, &stops[stops.len() - 1].location);
            route.check(network).and_then(|()| route.check_ends(network, ends.0, ends.1)).err()
        };
        for (stage, stops) in trip.stages.iter().zip(trip.stops.windows(2)) {
            if let Some(flaw) = flaw(stage, stops) {
                return Ok(Err(flaw.to_string()));
            }
            let claims = stage.is_optimal() || stage.outcome == Outcome::Unreachable;
            let asked = plain.route(&stops[0].location, &stops[1].location, &mut work)?;
            if claims && asked.cost != stage.cost || asked.cost > stage.cost {
                let (said, cost) = (stage.cost, asked.cost);
                return Ok(Err(format!("said to cost {said}, and Dijkstra's route costs {cost}")));
            }
        }
        for route in &trip.alternatives {
            if let Some(flaw) = flaw(route, &trip.stops) {
                return Ok(Err(flaw.to_string()));
            }
        }
        Ok(Ok(()))
    }
}

/// The place that a text means, with a word if it is far off.
fn found(router: &Router<'_>, flag: &str, text: &str) -> Result<Snap, Failure> {
    let place = places::find(router, flag, text)?;
    if let Some(remark) = places::remark(text, &place) {
        output::note(&remark);
    }
    Ok(place)
}

/// Draws a trip, and what was searched for it.
fn draw(
    file: PictureFile<'_>,
    router: &Router<'_>,
    trip: &Trip,
    work: &mut Workspace,
) -> Result<(), Failure> {
    let network: &Network = router.network();
    let mut searched = Vec::new();
    for pair in trip.stops.windows(2) {
        // In a run of its own, so that watching is not timed.
        let seen = || router.searched(&pair[0].location, &pair[1].location, work);
        searched.extend(interrupt::heeding(seen)??);
    }
    let routes: Vec<Vec<Position>> = match trip.alternatives.is_empty() {
        true => {
            let stages = trip.stages.iter().filter(|stage| stage.is_found());
            vec![stages.flat_map(|stage| stage.points(network)).collect()]
        }
        false => trip.alternatives.iter().map(|route| route.points(network)).collect(),
    };
    let marks: Vec<Position> = trip.stops.iter().filter_map(|stop| stop.position).collect();
    file.write(&Drawing {
        network,
        title: trip.title(network),
        searched: &searched,
        areas: &[],
        reached: &[],
        routes: &routes,
        marks: &marks,
        has_goal: true,
    })
}
