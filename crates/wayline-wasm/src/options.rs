//! [`Options`]: how a path is asked for, by the names that the command line has too.

use crate::to_js::words;
use crate::value::{Named, Value, read_number};
use wayline::{
    Algorithm, Cell, Corners, Cost, Grid, Heuristic, Limits, Moves, Open, Query, Rules, StepCosts,
    Stop, Ties,
};

/// Every option, for messages about a mistyped one.
const NAMES: &str = "from, to, algorithm, moves, corners, stepCosts, uphill, heuristic, open, ties, \
                     weight, stop, closest, shortcut, maxExpansions, maxCost, maxMs, verify";

/// What is checked of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verify {
    Nothing,
    /// Every move, and the cost.
    Path,
    /// That, and what plain Dijkstra says.
    Dijkstra,
}

/// How a path is asked for.
pub(crate) struct Options {
    pub(crate) from: Option<Cell>,
    pub(crate) to: Option<Cell>,
    pub(crate) rules: Rules,
    pub(crate) algorithm: Algorithm,
    heuristics: Vec<Heuristic<'static, Cell>>,
    open: Option<Open>,
    ties: Option<Ties>,
    weight: f64,
    stop: Stop,
    pub(crate) closest: bool,
    shortcut: bool,
    max_expansions: Option<u64>,
    pub(crate) max_cost: Option<Cost>,
    pub(crate) max_ms: Option<f64>,
    pub(crate) verify: Verify,
}

impl Options {
    /// Reads options; the first that is not understood is an error.
    pub(crate) fn read(named: &Named, grid: &Grid) -> Result<Options, String> {
        let mut options = Options {
            from: None,
            to: None,
            rules: Rules::default(),
            algorithm: Algorithm::Auto,
            heuristics: vec![Heuristic::Auto],
            open: None,
            ties: None,
            weight: 1.5,
            stop: Stop::Settled,
            closest: false,
            shortcut: true,
            max_expansions: None,
            max_cost: None,
            max_ms: None,
            verify: Verify::Path,
        };
        for (name, value) in named {
            options.set(name, value, grid.width())?;
        }
        Ok(options)
    }

    fn set(&mut self, name: &str, value: &Value, width: u32) -> Result<(), String> {
        let text = || value.text(name);
        match name {
            "from" => self.from = Some(value.cell(name, width)?),
            "to" => self.to = Some(value.cell(name, width)?),
            "algorithm" => self.algorithm = parsed(&text()?)?,
            "moves" => {
                self.rules.moves = match &text()?[..] {
                    "4" => Moves::Four,
                    "8" => Moves::Eight,
                    _ => return Err("moves: expected 4 or 8".to_owned()),
                };
            }
            "corners" => self.rules.corners = parsed::<Corners>(&text()?)?,
            "stepCosts" => self.rules.steps = step_costs(value)?,
            "uphill" => self.rules.uphill = cost(value.number(name)?)?,
            "heuristic" => {
                let names = value.texts(name)?;
                let named = names.iter().map(|name| Heuristic::named(name));
                self.heuristics = named.collect::<Result<_, _>>().map_err(words)?;
                if self.heuristics.is_empty() {
                    return Err("heuristic: expected at least one".to_owned());
                }
            }
            "open" => self.open = Some(parsed(&text()?)?),
            "ties" => self.ties = Some(parsed(&text()?)?),
            "weight" => self.weight = value.number(name)?,
            "stop" => self.stop = parsed(&text()?)?,
            "closest" => self.closest = value.flag(name)?,
            "shortcut" => self.shortcut = value.flag(name)?,
            "maxExpansions" => self.max_expansions = Some(value.whole(name)?),
            "maxCost" => self.max_cost = Some(cost(value.number(name)?)?),
            "maxMs" => self.max_ms = Some(value.number(name)?.max(0.0)),
            "verify" => {
                self.verify = match value {
                    Value::Flag(false) => Verify::Nothing,
                    Value::Flag(true) => Verify::Dijkstra,
                    Value::Text(text) if text == "none" => Verify::Nothing,
                    Value::Text(text) if text == "path" => Verify::Path,
                    Value::Text(text) if text == "dijkstra" => Verify::Dijkstra,
                    _ => return Err("verify: expected none, path or dijkstra".to_owned()),
                };
            }
            _ => return Err(format!("unknown option '{name}': expected one of {NAMES}")),
        }
        Ok(())
    }

    /// The question, between two cells, within these limits and the options' own.
    pub(crate) fn query<'q>(
        &'q self,
        from: Cell,
        to: Cell,
        limits: Limits<'q>,
    ) -> Result<Query<'q, Cell>, String> {
        let expansions = self.max_expansions.or(self.algorithm.info().grid_cap);
        let limits = limits.expansions(expansions).cost(self.max_cost);
        let heuristic = match &self.heuristics[..] {
            [only] => *only,
            several => Heuristic::Max(several),
        };
        let mut query = Query::new(from, to)
            .algorithm(self.algorithm)
            .heuristic(heuristic)
            .stop(self.stop)
            .limits(limits)
            .weight(self.weight)
            .map_err(words)?;
        if let Some(open) = self.open {
            query = query.open(open);
        }
        if let Some(ties) = self.ties {
            query = query.ties(ties);
        }
        if self.closest {
            query = query.closest();
        }
        Ok(if self.shortcut { query } else { query.without_shortcut() })
    }
}

fn parsed<T: std::str::FromStr<Err = wayline::ParseError>>(text: &str) -> Result<T, String> {
    text.parse().map_err(words)
}

fn cost(number: f64) -> Result<Cost, String> {
    Cost::try_from(number).map_err(words)
}

/// `"exact"`, `"uniform"`, `"10,14"` or `[10, 14]`.
fn step_costs(value: &Value) -> Result<StepCosts, String> {
    match value {
        Value::List(list) => match &list[..] {
            [straight, diagonal] => {
                let (straight, diagonal) =
                    (straight.number("stepCosts")?, diagonal.number("stepCosts")?);
                StepCosts::new(straight, diagonal).map_err(words)
            }
            _ => Err("stepCosts: expected two numbers, for straight and diagonal".to_owned()),
        },
        other => {
            let text = other.text("stepCosts")?;
            let numbers = || -> Option<(f64, f64)> {
                let (straight, diagonal) = text.split_once(',')?;
                Some((read_number(straight)?, read_number(diagonal)?))
            };
            match (&text[..], numbers()) {
                ("exact", _) => Ok(StepCosts::EXACT),
                ("uniform", _) => Ok(StepCosts::UNIFORM),
                (_, Some((straight, diagonal))) => {
                    StepCosts::new(straight, diagonal).map_err(words)
                }
                _ => Err(format!(
                    "unknown step costs '{text}': expected exact, uniform or two numbers"
                )),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, value: Value) -> Result<Options, String> {
        let grid = Grid::new(10, 10).unwrap();
        Options::read(&vec![(name.to_owned(), value)], &grid)
    }

    fn text(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    #[test]
    fn options_are_those_of_the_command_line() {
        assert_eq!(read("algorithm", text("dijkstra")).unwrap().algorithm, Algorithm::Dijkstra);
        assert_eq!(read("moves", Value::Number(4.0)).unwrap().rules.moves, Moves::Four);
        assert_eq!(read("corners", text("one")).unwrap().rules.corners, Corners::One);
        assert_eq!(read("stepCosts", text("uniform")).unwrap().rules.steps, StepCosts::UNIFORM);
        let pair = Value::List(vec![Value::Number(10.0), Value::Number(14.0)]);
        let steps = StepCosts::new(10.0, 14.0).unwrap();
        assert_eq!(read("stepCosts", pair).unwrap().rules.steps, steps);
        assert_eq!(read("heuristic", text("octile,euclidean")).unwrap().heuristics.len(), 2);
        assert_eq!(read("verify", Value::Flag(true)).unwrap().verify, Verify::Dijkstra);
    }

    #[test]
    fn what_is_not_understood_is_said() {
        let said = |name: &str, value: Value| read(name, value).err().unwrap();
        assert!(said("algoritm", text("x")).starts_with("unknown option 'algoritm'"));
        assert!(said("algorithm", text("magic")).contains("expected one of auto"));
        assert!(said("moves", Value::Number(6.0)).contains("4 or 8"));
        assert!(said("maxCost", Value::Number(-1.0)).contains("-1"));
        assert!(said("maxExpansions", Value::Number(0.5)).contains("whole number"));
        assert!(said("closest", text("yes")).contains("true or false"));
        assert!(said("stepCosts", Value::List(vec![])).contains("two numbers"));
        let (from, to) = (Cell::new(0, 0), Cell::new(1, 1));
        let heavy = read("weight", Value::Number(0.5)).unwrap();
        assert!(heavy.query(from, to, Limits::default()).err().unwrap().contains("weight"));
    }
}
