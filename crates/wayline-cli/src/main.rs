//! The command `wayline`: paths on maps, drawn, checked, timed and compared.
//!
//! Each command is a file that holds its flags and a `run` that does it. What they share: where a
//! map comes from ([`map_source`]), between which cells ([`ends`]), how an answer is checked
//! ([`judge`]), how it is shown ([`scene`], [`draw`], [`picture`], [`svg`]) and how anything is
//! handed out ([`output`]).

mod algorithms;
mod bench;
mod body;
mod canvas;
mod compare;
mod draw;
mod ends;
mod failure;
mod finding;
mod flags;
mod generate;
mod info;
mod interrupt;
mod judge;
mod manual;
mod map_source;
mod output;
mod palette;
mod picture;
#[cfg(feature = "play")]
mod play;
mod prepare;
mod report;
mod scene;
mod simulate;
mod sketch;
mod solve;
mod svg;
mod table;

use clap::{CommandFactory, Parser, Subcommand};
use failure::{Failure, Status};
use flags::Shared;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;
use std::io::Write;
use std::process::ExitCode;

/// The system's allocator, counted: `compare` tells how often a warm search allocates.
#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Exact, fast, deterministic pathfinding on grids
#[derive(Parser)]
#[command(name = "wayline", version, propagate_version = true, max_term_width = 100)]
#[command(after_help = "MAP is a file (.map, .txt or .png), - for standard input, or a generator \
                        such as maze:64x64:seed=1.\nEach command has its own --help, with \
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

Exit status:
  0  done, a path was found          3  an answer failed its verification
  1  no path exists                  4  a limit stopped it
  2  bad usage or input

Examples:
  wayline solve maze:40x20:seed=1
  wayline solve arena.map --from 1,11 --to 40,30 --verify --picture arena.png
  wayline bench arena.map.scen --algorithms astar,dijkstra --report bench.html
  wayline prepare arena.map -o arena.index && wayline solve arena.map --index arena.index
  wayline simulate examples/scenarios/convoy.toml --picture convoy.gif
  wayline compare
  wayline play";

#[derive(Subcommand)]
enum Command {
    Solve(Box<solve::Solve>),
    Algorithms(algorithms::Algorithms),
    Bench(bench::Bench),
    Compare(compare::Compare),
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
    let Cli { command, shared } = Cli::parse();
    interrupt::install();
    let done = match command {
        None => output::say(&Cli::command().render_help().to_string()).map(|()| Status::Done),
        Some(Command::Solve(solve)) => solve.run(shared),
        Some(Command::Algorithms(algorithms)) => algorithms.run(shared),
        Some(Command::Bench(bench)) => bench.run(shared),
        Some(Command::Compare(compare)) => compare.run(shared),
        Some(Command::Generate(generate)) => generate.run(shared),
        Some(Command::Info(info)) => info.run(shared),
        Some(Command::Prepare(prepare)) => prepare.run(shared),
        #[cfg(feature = "play")]
        Some(Command::Play(play)) => play.run(shared),
        Some(Command::Simulate(simulate)) => simulate.run(shared),
        Some(Command::Completions(completions)) => completions.run(Cli::command(), shared),
        Some(Command::Man(man)) => man.run(Cli::command(), shared),
    };
    match done {
        Ok(status) => status.into(),
        // Whoever reads us has seen enough: nothing to complain about.
        Err(Failure::ReaderGone) => ExitCode::SUCCESS,
        Err(failure) => {
            // If even this cannot be said, the status still tells.
            let _ = writeln!(std::io::stderr(), "wayline: {failure}");
            failure.status()
        }
    }
}
