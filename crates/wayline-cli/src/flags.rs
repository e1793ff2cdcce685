//! Flags that several commands take, and how their values are read.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::io::IsTerminal;
use wayline::body::Goal;
use wayline::{Algorithm, Cell, Cost, Error, Heuristic, Moves, Open};

/// Flags that every command takes.
#[derive(Args, Clone, Copy)]
pub(crate) struct Shared {
    /// For people, or one JSON object
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// When to use colours; NO_COLOR is heeded
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    pub(crate) color: Color,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

impl Shared {
    pub(crate) fn is_json(self) -> bool {
        self.format == Format::Json
    }

    /// Whether standard output gets colours.
    pub(crate) fn colors(self) -> bool {
        match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                // Any value but the empty one: https://no-color.org
                let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                !refused && std::io::stdout().is_terminal()
            }
        }
    }
}

/// `X,Y`.
pub(crate) fn cell(text: &str) -> Result<Cell, String> {
    let numbers = text
        .split_once(',')
        .and_then(|(x, y)| Some(Cell::new(x.trim().parse().ok()?, y.trim().parse().ok()?)));
    numbers.ok_or_else(|| "expected X,Y: two whole numbers from zero, such as 12,7".to_owned())
}

/// `X,Y`, or with a body `X,Y,E` or `X,Y~REACH`.
pub(crate) fn place(text: &str) -> Result<Goal, String> {
    text.parse().map_err(|_| {
        "expected X,Y: two whole numbers from zero, such as 12,7 (for a body X,Y,E, with a heading \
         of E, N, W, S or any)"
            .to_owned()
    })
}

/// `4` or `8`.
pub(crate) fn moves(text: &str) -> Result<Moves, String> {
    text.parse().map_err(|_| "expected 4 or 8".to_owned())
}

/// A number from 1 to 1000.
pub(crate) fn weight(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "expected a number from 1 to 1000".to_owned())?;
    if (1.0..=1000.0).contains(&number) {
        Ok(number)
    } else {
        Err(Error::BadWeight(number).to_string())
    }
}

/// A number that can be what a path costs.
pub(crate) fn cost(text: &str) -> Result<Cost, String> {
    let number: f64 = text.parse().map_err(|_| "expected a number, zero or more".to_owned())?;
    Cost::try_from(number).map_err(|bad| bad.to_string())
}

/// The names the engine advertises: as many as it has, in help, completions and errors alike.
pub(crate) fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    PossibleValuesParser::new(wayline::algorithms().iter().map(|info| info.name))
        .try_map(|name| name.parse::<Algorithm>())
}

pub(crate) fn open() -> impl TypedValueParser<Value = Open> {
    PossibleValuesParser::new(Open::ALL.map(Open::name)).try_map(|name| name.parse::<Open>())
}

/// The estimates of cells and those of bodies.
#[derive(Clone)]
pub(crate) struct EstimateParser;

/// Those for bodies, and `euclid*FACTOR`.
const BODY_ESTIMATES: [&str; 6] = ["auto", "zero", "euclid", "steps", "free", "field"];

impl EstimateParser {
    fn names() -> Vec<&'static str> {
        let mut names: Vec<_> = Heuristic::<Cell>::names().to_vec();
        for name in BODY_ESTIMATES {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}

impl TypedValueParser for EstimateParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        match value.to_str() {
            Some(text) if text.starts_with("euclid*") => Ok(text.to_owned()),
            _ => PossibleValuesParser::new(Self::names()).parse_ref(command, argument, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Self::names().into_iter().map(PossibleValue::new)))
    }
}
