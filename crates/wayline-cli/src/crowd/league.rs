//! Instances of the League of Robot Runners: a JSON file that names a map, a file of agents and a file of tasks.
//!
//! Cells are numbers, row by row. In maps everything is free but `@` and `T`. Agents face east. At any time as many
//! tasks are known as there are agents, times `numTasksReveal`; after the last task of the file the first comes again.

use crate::failure::Failure;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use wayline::body::{Heading, Placement};
use wayline::{Cell, Grid, Moves, Rules};

/// No file of agents or tasks is larger.
const MOST_BYTES: u64 = 1 << 30;

/// What an instance says.
pub(super) struct Instance {
    pub(super) grid: Grid,
    pub(super) starts: Vec<Placement>,
    pub(super) tasks: Vec<Vec<Cell>>,
    /// Where the tasks are, for errors.
    pub(super) task_file: PathBuf,
    /// How many tasks are known at a time.
    pub(super) known: usize,
    /// How many steps it is run for, where a file beside it says so.
    pub(super) steps: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Description {
    map_file: PathBuf,
    agent_file: PathBuf,
    task_file: PathBuf,
    team_size: usize,
    #[serde(default = "one_and_a_half")]
    num_tasks_reveal: f64,
}

fn one_and_a_half() -> f64 {
    1.5
}

/// Reads an instance; of its agents at most this many.
pub(super) fn read(path: &Path, agents: Option<usize>) -> Result<Instance, Failure> {
    let described: Description = serde_json::from_slice(&bytes(path)?)
        .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let [map, agent_file, task_file] =
        [&described.map_file, &described.agent_file, &described.task_file]
            .map(|it| folder.join(it));
    let grid = map_of(&map)?;
    let team = agents.unwrap_or(described.team_size);
    let lines = numbers(&agent_file, &grid)?;
    if team > lines.len() {
        let (agent_file, found) = (agent_file.display(), lines.len());
        return Err(Failure::Input(format!("{agent_file}: expected {team} agents, found {found}")));
    }
    let start = |(agent, line): (usize, &Vec<Cell>)| match line[..] {
        [Cell { x, y, .. }] => Ok(Placement::new(x, y, Heading::E)),
        _ => {
            let (agent_file, cells) = (agent_file.display(), line.len());
            let why = format!("agent {agent}: expected one cell, found {cells}");
            Err(Failure::Input(format!("{agent_file}: {why}")))
        }
    };
    let starts = lines[..team].iter().enumerate().map(start).collect::<Result<_, Failure>>()?;
    let tasks = numbers(&task_file, &grid)?;
    let reveal = described.num_tasks_reveal;
    if tasks.is_empty() || !(1.0..=1000.0).contains(&reveal) {
        let (path, task_file) = (path.display(), task_file.display());
        let why = format!("expected tasks in {task_file}, and numTasksReveal from 1 to 1000");
        return Err(Failure::Input(format!("{path}: {why}")));
    }
    let known = (team as f64 * reveal).floor() as usize;
    Ok(Instance { grid, starts, tasks, task_file, known, steps: steps(path) })
}

fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let unreadable = |source| Failure::Unreadable { path: path.to_owned(), source };
    if std::fs::metadata(path).map_err(unreadable)?.len() > MOST_BYTES {
        let path = path.display();
        return Err(Failure::Input(format!("{path}: larger than {MOST_BYTES} bytes")));
    }
    std::fs::read(path).map_err(unreadable)
}

fn map_of(path: &Path) -> Result<Grid, Failure> {
    let terrain = wayline_maps::read_terrain_file(path)?.terrain;
    let is_free = |cell: Cell| {
        !terrain.is_blocked(cell) && terrain.ground(cell).is_some_and(|ground| ground != b'T')
    };
    let grid = Grid::from_fn(terrain.width(), terrain.height(), is_free)?;
    Ok(grid.with_rules(Rules::default().moves(Moves::Four)))
}

/// The cells on each line, after comments and the number of lines.
fn numbers(path: &Path, grid: &Grid) -> Result<Vec<Vec<Cell>>, Failure> {
    let wrong =
        |line: usize, why: &str| Failure::Input(format!("{}:{}: {why}", path.display(), line + 1));
    let text = String::from_utf8(bytes(path)?).map_err(|_| wrong(0, "expected text"))?;
    let cells = u64::from(grid.width()) * u64::from(grid.height());
    let mut lines = text.lines().enumerate().filter(|(_, line)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    let (line, count) = lines.next().ok_or_else(|| wrong(0, "expected how many lines follow"))?;
    let count: usize = count
        .trim()
        .parse()
        .map_err(|_| wrong(line, "expected how many lines follow, as a number"))?;
    let mut rows = Vec::new();
    for (line, row) in lines.take(count) {
        let cell = |number: &str| match number.trim().parse::<u64>() {
            Ok(number) if number < cells => {
                let width = u64::from(grid.width());
                Ok(Cell::new((number % width) as u32, (number / width) as u32))
            }
            _ => Err(wrong(line, &format!("'{}': expected a cell below {cells}", number.trim()))),
        };
        rows.push(row.split(',').map(cell).collect::<Result<Vec<Cell>, Failure>>()?);
    }
    if rows.len() < count {
        let why = format!("expected {count} lines after this one, found {}", rows.len());
        return Err(wrong(line, &why));
    }
    Ok(rows)
}

/// What `simulation_time.json` says of an instance, in its folder or the one above.
fn steps(path: &Path) -> Option<u64> {
    let name = path.file_stem()?.to_str()?;
    let folder = path.parent()?;
    [folder.to_owned(), folder.join("..")].into_iter().find_map(|folder| {
        let bytes = std::fs::read(folder.join("simulation_time.json")).ok()?;
        serde_json::from_slice::<serde_json::Value>(&bytes).ok()?.get(name)?.as_u64()
    })
}
