//! What is to be measured: scenario files, and the maps they speak of.

use crate::ends::Ends;
use crate::failure::Failure;
use std::path::{Path, PathBuf};
use wayline::{Cell, End, Grid, QueryError, Rules};
use wayline_maps::scenario::{self, Scenario};

/// A map and the questions about it.
pub(crate) struct Case {
    /// The folder that its scenario is in: the set it belongs to.
    pub(crate) set: String,
    /// The file name of the map.
    pub(crate) map: String,
    pub(crate) grid: Grid,
    pub(crate) questions: Vec<Question>,
}

/// A question, with its answer.
pub(crate) struct Question {
    /// The line it has in its file.
    pub(crate) line: usize,
    pub(crate) ends: Ends,
    pub(crate) optimal: f64,
}

/// Reads scenario files and their maps, to be walked by these rules. Everything is checked here, before
/// any clock runs.
pub(crate) fn load(
    files: &[PathBuf],
    maps: Option<&Path>,
    limit: Option<u64>,
    rules: Rules,
) -> Result<Vec<Case>, Failure> {
    let mut cases = Vec::new();
    for file in files {
        let unreadable = |source| Failure::Unreadable { path: file.clone(), source };
        let bytes = std::fs::read(file).map_err(unreadable)?;
        let scenarios = scenario::read(&bytes).map_err(|error| error.in_file(file))?;
        if scenarios.is_empty() {
            return Err(Failure::Input(format!("{}: it has no scenarios", file.display())));
        }
        let mut numbered: Vec<_> = lines(&bytes).zip(scenarios).collect();
        if let Some(limit) = limit {
            numbered = spread(numbered, limit as usize);
        }
        // A file speaks of one map as a rule, and may speak of several.
        numbered.sort_by(|(_, a), (_, b)| a.map_name().cmp(b.map_name()));
        for of_one_map in numbered.chunk_by(|(_, a), (_, b)| a.map_name() == b.map_name()) {
            cases.push(case(file, maps, of_one_map, rules)?);
        }
    }
    Ok(cases)
}

/// The numbers of the lines that hold scenarios: all but the first with anything on it.
pub(crate) fn lines(bytes: &[u8]) -> impl Iterator<Item = usize> + '_ {
    let lines = bytes.split(|&byte| byte == b'\n').enumerate();
    lines.filter(|(_, line)| !line.trim_ascii().is_empty()).map(|(at, _)| at + 1).skip(1)
}

/// So many of them, as evenly spread as can be.
fn spread<T>(all: Vec<T>, most: usize) -> Vec<T> {
    let count = all.len();
    let taken = most.min(count);
    let mut next = 0;
    all.into_iter()
        .enumerate()
        .filter(|(at, _)| {
            let take = next < taken && *at == next * count / taken;
            next += usize::from(take);
            take
        })
        .map(|(_, item)| item)
        .collect()
}

fn case(
    file: &Path,
    maps: Option<&Path>,
    scenarios: &[(usize, Scenario)],
    rules: Rules,
) -> Result<Case, Failure> {
    let own = file.parent().unwrap_or(Path::new(""));
    let name = scenarios[0].1.map_name();
    let path = maps.unwrap_or(own).join(name);
    if !path.is_file() {
        let (line, path) = (scenarios[0].0, path.display());
        return Err(Failure::Input(format!(
            "{}:{line}: there is no map {path}: expected it beside the scenarios, or in --maps DIR",
            file.display()
        )));
    }
    let grid = wayline_maps::read_file(&path)?.grid.with_rules(rules);
    // Known before the first query, as a program that keeps the map knows it.
    grid.components();
    let questions = scenarios.iter().map(|(line, scenario)| {
        question(&grid, scenario)
            .map(|ends| Question { line: *line, ends, optimal: scenario.optimal })
            .map_err(|what| Failure::Input(format!("{}:{line}: {what}", file.display())))
    });
    let questions = questions.collect::<Result<_, _>>()?;
    let folder = std::path::absolute(own).ok();
    let set = folder.as_deref().and_then(Path::file_name);
    let set = set.map_or("maps".to_owned(), |set| set.to_string_lossy().into_owned());
    Ok(Case { set, map: name.to_owned(), grid, questions })
}

fn question(grid: &Grid, scenario: &Scenario) -> Result<Ends, String> {
    let (width, height) = (grid.width(), grid.height());
    if (scenario.width, scenario.height) != (width, height) {
        return Err(format!(
            "the scenario is for a map of {}x{}, and {} is {width}x{height}",
            scenario.width,
            scenario.height,
            scenario.map_name()
        ));
    }
    let check = |end: End, cell: Cell| match (grid.contains(cell), grid.is_free(cell)) {
        (false, _) => Err(QueryError::OffMap { end, cell, width, height }.to_string()),
        (true, false) => Err(QueryError::Blocked { end, cell }.to_string()),
        (true, true) => Ok(()),
    };
    check(End::Start, scenario.start)?;
    check(End::Goal, scenario.goal)?;
    Ok(Ends { from: scenario.start, to: scenario.goal })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_takes_them_evenly() {
        assert_eq!(spread((0..10).collect(), 5), [0, 2, 4, 6, 8]);
        assert_eq!(spread((0..10).collect(), 3), [0, 3, 6]);
        assert_eq!(spread((0..3).collect(), 9), [0, 1, 2]);
    }

    #[test]
    fn blank_lines_have_numbers_too() {
        let numbers: Vec<_> = lines(b"\nversion 1\n\na\nb\n\n").collect();
        assert_eq!(numbers, [4, 5]);
    }
}
