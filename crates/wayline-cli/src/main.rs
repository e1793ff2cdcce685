//! The command `wayline`: paths on maps, drawn, checked, timed and compared.
//!
//! Each command is a file that holds its flags and a `run` that does it. What they share: where a
//! map comes from ([`map_source`]), between which cells ([`ends`]), how an answer is checked
//! ([`judge`]), how it is shown ([`scene`], [`draw`], [`picture`], [`svg`]) and how anything is
//! handed out ([`output`], [`output_file`]).

mod algorithms;
mod animation;
mod answered;
mod batch;
mod bench;
mod body;
mod canvas;
mod compare;
mod convert;
mod crowd;
mod dice;
mod draw;
mod ends;
mod failure;
mod flags;
mod generate;
mod info;
mod interrupt;
mod judge;
mod manual;
mod map_source;
mod matrix;
mod network;
mod output;
mod output_file;
mod palette;
mod picture;
#[cfg(feature = "play")]
mod play;
mod prepare;
mod reach;
mod route;
mod rules;
mod scene;
mod simulate;
mod sketch;
mod solve;
mod svg;
mod table;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use failure::{Failure, Status};
use flags::Shared;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;
use std::ffi::OsString;
use std::process::ExitCode;

/// The system's allocator, counted: `compare` counts how often a warm search allocates.
#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Exact, fast, deterministic pathfinding on grids and networks
#[derive(Parser)]
#[command(name = "wayline", version, propagate_version = true, max_term_width = 100)]
#[command(after_help = "MAP is a file (.map, .txt or .png), - for standard input, or a generator \
                        such as maze:64x64:seed=1.\nNET is a network: a file (DIMACS .gr, .csv, \
                        OSM .osm.pbf, ...) or roads:20000:seed=1.\nEach command has its own --help, with \
                        examples.")]
#[command(after_long_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    shared: Shared,
}

const EXAMPLES: &str = "\
Maps:
  A MAP is a file (Moving AI .map, ASCII .txt or .png), - for standard input, or a generator:
    open:2000x2000                     random:512x512:density=0.3:seed=7
    maze:512x512:corridor=8:seed=1     rooms:512x512:size=16:seed=1
    caves:512x512:seed=3               terrain:256x256:seed=4

Networks:
  A NET is a file (CSV edges, DIMACS .gr, OpenFlights airports.dat, OSM .osm.pbf or .osm, GraphML,
  GeoJSON, each also .gz), - for standard input, or the generator roads:N:seed=S with N nodes.

Exit status:
  0  done, a path was found          3  an answer failed its verification
  1  no path exists                  4  a limit stopped it
  2  bad usage or input, or a file that cannot be written

JSON:
  With --format json the answer is one object on standard output. Errors and notes are objects on
  standard error, one a line: {\"error\": \"...\"} or {\"note\": \"...\"}.

Examples:
  wayline solve maze:40x20:seed=1
  wayline solve arena.map --from 1,11 --to 40,30 --verify --picture arena.png
  wayline bench arena.map.scen --algorithms astar,dijkstra --report bench.html
  wayline prepare arena.map -o arena.index && wayline solve arena.map --index arena.index
  wayline simulate examples/scenarios/convoy.toml --picture convoy.gif
  wayline crowd rooms:64x64:size=8:seed=1 --agents 300 --picture crowd.gif
  wayline route roads:20000:seed=1 --picture roads.png
  wayline route airports.dat --from HEL --to AKL
  wayline batch arena.map --queries queries.parquet -o answers.parquet
  wayline compare
  wayline play";

#[derive(Subcommand)]
enum Command {
    Solve(Box<solve::Solve>),
    Route(Box<route::RouteCommand>),
    Reach(reach::ReachCommand),
    Matrix(matrix::Matrix),
    Batch(Box<batch::BatchCommand>),
    Algorithms(algorithms::Algorithms),
    Bench(bench::Bench),
    Compare(compare::Compare),
    Convert(convert::Convert),
    Crowd(crowd::Crowd),
    Generate(generate::Generate),
    Info(info::Info),
    Prepare(prepare::Prepare),
    #[cfg(feature = "play")]
    Play(play::Play),
    Simulate(simulate::Simulate),
    Completions(manual::Completions),
    Man(manual::Man),
}

fn main() -> ExitCode {
    if asks_for_json() {
        output::speak_json();
    }
    let parsed = program().try_get_matches().and_then(|words| Cli::from_arg_matches(&words));
    let Cli { command, shared } = match parsed {
        Ok(cli) => cli,
        Err(error) => return refused(&error),
    };
    interrupt::install();
    let done = match command {
        None => output::say(&program().render_help().to_string()).map(|()| Status::Done),
        Some(Command::Solve(solve)) => solve.run(shared),
        Some(Command::Route(route)) => route.run(shared),
        Some(Command::Reach(reach)) => reach.run(shared),
        Some(Command::Matrix(matrix)) => matrix.run(shared),
        Some(Command::Batch(batch)) => batch.run(shared),
        Some(Command::Algorithms(algorithms)) => algorithms.run(shared),
        Some(Command::Bench(bench)) => bench.run(shared),
        Some(Command::Compare(compare)) => compare.run(shared),
        Some(Command::Convert(convert)) => convert.run(shared),
        Some(Command::Crowd(crowd)) => crowd.run(shared),
        Some(Command::Generate(generate)) => generate.run(shared),
        Some(Command::Info(info)) => info.run(shared),
        Some(Command::Prepare(prepare)) => prepare.run(shared),
        #[cfg(feature = "play")]
        Some(Command::Play(play)) => play.run(shared),
        Some(Command::Simulate(simulate)) => simulate.run(shared),
        Some(Command::Completions(completions)) => completions.run(program(), shared),
        Some(Command::Man(man)) => man.run(program(), shared),
    };
    match done {
        Ok(status) => status.into(),
        // The reader has seen enough: nothing to complain about.
        Err(Failure::ReaderGone) => ExitCode::SUCCESS,
        Err(failure) => {
            output::error(&failure.to_string());
            failure.status()
        }
    }
}

/// The commands and their flags, with texts that fit any terminal.
fn program() -> clap::Command {
    Cli::command().mut_subcommands(|command| {
        let text = command.get_after_long_help().map(|text| in_paragraphs(&text.to_string()));
        match text {
            Some(text) => command.after_long_help(text),
            None => command,
        }
    })
}

/// Lines of a paragraph become one, which is broken where it is printed. What is indented stays as it is.
fn in_paragraphs(text: &str) -> String {
    let mut joined = String::new();
    let mut before = "";
    for line in text.lines() {
        let goes_on = |line: &str| !line.is_empty() && !line.starts_with(' ');
        if !joined.is_empty() {
            joined.push(if goes_on(before) && goes_on(line) { ' ' } else { '\n' });
        }
        joined.push_str(line);
        before = line;
    }
    joined
}

/// Whether JSON is asked for, known before the arguments are: they may be what is wrong.
fn asks_for_json() -> bool {
    let arguments: Vec<_> = std::env::args_os().skip(1).take_while(|word| word != "--").collect();
    let two_words = |pair: &[OsString]| pair[0] == "--format" && pair[1] == "json";
    arguments.windows(2).any(two_words) || arguments.iter().any(|word| word == "--format=json")
}

/// Arguments that are not understood; or help, which is asked for in the same way.
fn refused(error: &clap::Error) -> ExitCode {
    if error.use_stderr() && asks_for_json() {
        let text = error.render().to_string();
        output::error(text.trim().trim_start_matches("error: "));
    } else {
        // If even this cannot be printed, the exit status still says it.
        let _ = error.print();
    }
    ExitCode::from(if error.use_stderr() { 2 } else { 0 })
}
