//! Flags that several commands take, and how their values are read.

use clap::builder::{
    OsStringValueParser, PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser,
};
use clap::{Args, ValueEnum};
use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;
use std::str::FromStr;
use wayline::body::{BodyKind, Estimate, Goal};
use wayline::{
    Algorithm, Cell, Cost, Error, Heuristic, IndexKind, Moves, Open, ParseError, QueryError,
    StepCosts,
};

/// Flags that every command takes.
#[derive(Args, Clone, Copy)]
pub(crate) struct Shared {
    /// Print text for people, or one JSON object
    ///
    /// With json, the answer is one object on standard output. Errors and notes go to standard error, one
    /// object a line: {"error": "..."} or {"note": "..."}.
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// When to use colours; auto respects NO_COLOR
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

/// A number from 1 to 1000.
pub(crate) fn weight(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "expected a number from 1 to 1000".to_owned())?;
    if (1.0..=1000.0).contains(&number) {
        Ok(number)
    } else {
        Err(QueryError::BadWeight(number).to_string())
    }
}

/// A number that a path can cost.
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

/// One of the names that the engine knows for a setting.
pub(crate) fn named<T>() -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Into<Error>> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names_of::<T>()).try_map(|name| name.parse::<T>().map_err(Into::into))
}

/// How questions about a network are answered: by a search, or by a kind of index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Algorithm(Algorithm),
    /// With its name.
    Kind(IndexKind, &'static str),
}

impl Method {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Method::Algorithm(algorithm) => algorithm.name(),
            Method::Kind(_, name) => name,
        }
    }
}

/// The kinds of an index of a network, with their names.
pub(crate) fn graph_kinds() -> Vec<(IndexKind, &'static str)> {
    let kinds =
        names_of::<IndexKind>().into_iter().filter_map(|name| Some((name.parse().ok()?, name)));
    kinds.filter(|(kind, _)| IndexKind::OF_GRAPHS.contains(kind)).collect()
}

/// An algorithm, or a kind of index of a network.
pub(crate) fn method() -> impl TypedValueParser<Value = Method> {
    let names = wayline::algorithms().iter().map(|info| info.name);
    let kinds = graph_kinds();
    let all: Vec<&'static str> = names.chain(kinds.iter().map(|(_, name)| *name)).collect();
    PossibleValuesParser::new(all).try_map(move |name| {
        match kinds.iter().find(|(_, kind)| *kind == name) {
            Some(&(kind, name)) => Ok(Method::Kind(kind, name)),
            None => name.parse().map(Method::Algorithm),
        }
    })
}

/// A kind of index, of grids or of networks.
pub(crate) fn index_kind() -> impl TypedValueParser<Value = IndexKind> {
    PossibleValuesParser::new(names_of::<IndexKind>()).try_map(|name| name.parse::<IndexKind>())
}

pub(crate) fn moves() -> impl TypedValueParser<Value = Moves> {
    PossibleValuesParser::new(["4", "8"]).map(|name| match name.as_str() {
        "4" => Moves::Four,
        _ => Moves::Eight,
    })
}

/// The names of a setting that it can be read from: those that the engine says it expects.
fn names_of<T: FromStr<Err: Into<Error>>>() -> Vec<&'static str> {
    match "".parse::<T>().map_err(Into::into) {
        Err(Error::Parse(ParseError::Unknown { mut known, .. })) => {
            // A form such as `S,D` stands among the names.
            known.retain(|name| name.parse::<T>().is_ok());
            known
        }
        _ => Vec::new(),
    }
}

/// A value that has names for completion, and may be something else besides.
#[derive(Clone)]
pub(crate) struct Suggesting<P> {
    names: Vec<&'static str>,
    parser: P,
}

/// What steps cost: by name, or `S,D`.
pub(crate) fn step_costs() -> impl TypedValueParser<Value = StepCosts> {
    let parser = StringValueParser::new().try_map(|text| text.parse::<StepCosts>());
    Suggesting { names: names_of::<StepCosts>(), parser }
}

/// A preset, or the name of a file of rules.
pub(crate) fn body() -> impl TypedValueParser<Value = OsString> {
    let names = BodyKind::presets().iter().map(|(name, _)| *name).collect();
    Suggesting { names, parser: OsStringValueParser::new() }
}

/// The estimates of cells, those of bodies, and `euclid*FACTOR`.
pub(crate) fn heuristic() -> impl TypedValueParser<Value = String> {
    let mut names = Heuristic::<Cell>::names().to_vec();
    for name in names_of::<Estimate>() {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let known = names.clone();
    let parser = StringValueParser::new().try_map(move |text| {
        match text.starts_with("euclid*") || known.contains(&text.as_str()) {
            true => Ok(text),
            false => Err(format!("expected one of {}", known.join(", "))),
        }
    });
    Suggesting { names, parser }
}

impl<P: TypedValueParser> TypedValueParser for Suggesting<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<P::Value, clap::Error> {
        self.parser.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayline::{Corners, Stop, Ties};

    #[test]
    fn the_engine_says_what_it_expects() {
        assert_eq!(names_of::<Corners>(), ["never", "one", "always"]);
        assert_eq!(names_of::<Ties>(), ["newest", "high-g", "low-g"]);
        assert_eq!(names_of::<Stop>(), ["settled", "generated"]);
        assert_eq!(names_of::<StepCosts>(), ["exact", "uniform"]);
        assert!(names_of::<Estimate>().contains(&"field"));
    }
}
