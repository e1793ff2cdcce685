//! Flags that several commands take, and how their values are read.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::io::IsTerminal;
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

/// `4` or `8`.
pub(crate) fn moves(text: &str) -> Result<Moves, String> {
    match text {
        "4" => Ok(Moves::Four),
        "8" => Ok(Moves::Eight),
        _ => Err("expected 4 or 8".to_owned()),
    }
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

pub(crate) fn heuristic() -> PossibleValuesParser {
    PossibleValuesParser::new(Heuristic::<Cell>::names())
}
