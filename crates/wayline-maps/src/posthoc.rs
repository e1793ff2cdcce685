//! Search traces for [Posthoc](https://posthoc-app.pathfinding.ai), a visualiser of searches in the
//! browser: version 1.4.0 of its format, as YAML.
//!
//! ```text
//! version: 1.4.0
//! views:
//!   main: …
//! events:
//! - {type: source, id: 7, x: 0, y: 0}
//! - {type: destination, id: 9, x: 2, y: 0}
//! - {type: generating, id: 7, x: 0, y: 0, g: 0, f: 2}
//! - {type: expanding, id: 7, x: 0, y: 0, g: 0, f: 2}
//! - {type: generating, id: 8, pId: 7, x: 1, y: 0, g: 1, f: 2}
//! …
//! - {type: end, id: 9, pId: 8, x: 2, y: 0, g: 2}
//! ```
//!
//! A cell keeps its id throughout, and no id is zero, which the viewer takes for no id. The views say how an event
//! is drawn; without them the viewer's editor refuses the file.

use std::io::{self, Write};
use wayline::{Answer, Cell, Cost, EventKind, Grid, Recorder};

/// The views: a square for each cell, in colours that every eye can tell apart.
const HEAD: &str = r##"version: 1.4.0
views:
  main:
    - $: rect
      x: ${{ $.x }}
      y: ${{ $.y }}
      width: 1
      height: 1
      fill: "${{ $.type === 'source' ? '#009E73' : $.type === 'destination' ? '#882255' : $.type === 'expanding' ? '#F0E442' : $.type === 'closing' ? '#0072B2' : $.type === 'end' ? '#D55E00' : '#56B4E9' }}"
pivot:
  x: ${{ $.x + 0.5 }}
  y: ${{ $.y + 0.5 }}
  scale: 1
events:
"##;

/// Writes what a recorder saw of a search on a grid. The answer's path comes last, as the chain of
/// parents of the `end`.
///
/// ```
/// use wayline::{Cell, Grid, Query, Recorder, Workspace, search_watched};
/// use wayline_maps::posthoc;
///
/// let (from, to) = (Cell::new(0, 0), Cell::new(2, 0));
/// let grid = Grid::new(3, 1)?;
/// let (mut seen, mut work) = (Recorder::default(), Workspace::new());
/// let answer = search_watched(&grid, &Query::new(from, to), &mut work, &mut seen)?;
/// let mut trace = Vec::new();
/// posthoc::write(&grid, from, to, &seen, &answer, &mut trace)?;
/// assert!(trace.starts_with(b"version: 1.4.0\nviews:\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(
    grid: &Grid,
    from: Cell,
    to: Cell,
    seen: &Recorder,
    answer: &Answer<'_, Cell>,
    mut out: impl Write,
) -> io::Result<()> {
    let id = |cell: Cell| id(grid, cell);
    out.write_all(HEAD.as_bytes())?;
    let ends = [("source", from), ("destination", to)];
    for (kind, cell) in ends {
        writeln!(out, "- {{type: {kind}, id: {}, x: {}, y: {}}}", id(cell), cell.x, cell.y)?;
    }
    for event in seen.events() {
        let Some(cell) = grid.cell(event.node) else { continue };
        let kind = match event.kind {
            EventKind::Expand => "expanding",
            EventKind::Generate => "generating",
            EventKind::Update => "updating",
            EventKind::Close => "closing",
            _ => continue,
        };
        write!(out, "- {{type: {kind}, id: {}", id(cell))?;
        if let Some(parent) = event.parent.and_then(|parent| grid.cell(parent)) {
            write!(out, ", pId: {}", id(parent))?;
        }
        write!(out, ", x: {}, y: {}, ", cell.x, cell.y)?;
        writeln!(out, "g: {}, f: {}}}", number(event.g), number(event.f))?;
    }
    if seen.missed() > 0 {
        writeln!(out, "# and {} events more, not kept", seen.missed())?;
    }
    // Where a path bends is enough for one at any angle; else every cell of it.
    let trail = if answer.waypoints.is_empty() { &answer.path } else { &answer.waypoints };
    if let (true, Some(end)) = (answer.is_found(), trail.last()) {
        write!(out, "- {{type: end, id: {}", id(*end))?;
        if let [.., before, _] = &trail[..] {
            write!(out, ", pId: {}", id(*before))?;
        }
        writeln!(out, ", x: {}, y: {}, g: {}}}", end.x, end.y, number(answer.cost))?;
    }
    Ok(())
}

/// Never zero: the engine's numbers of cells begin behind a border.
fn id(grid: &Grid, cell: Cell) -> u32 {
    grid.node(cell).unwrap_or(u32::MAX)
}

/// YAML knows `.inf`, and no other word for it.
fn number(cost: Cost) -> String {
    if cost.is_infinite() { ".inf".to_owned() } else { cost.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayline::{Query, Workspace, search_watched};

    fn trace(rows: &[&str], from: Cell, to: Cell) -> String {
        let grid = Grid::from_rows(rows).unwrap();
        let (mut seen, mut work) = (Recorder::default(), Workspace::new());
        let query = Query::new(from, to).without_shortcut();
        let answer = search_watched(&grid, &query, &mut work, &mut seen).unwrap();
        let mut bytes = Vec::new();
        write(&grid, from, to, &seen, &answer, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    fn events(trace: &str) -> Vec<&str> {
        trace.lines().filter_map(|line| line.strip_prefix("- {type: ")).collect()
    }

    #[test]
    fn a_search_from_source_to_end() {
        let trace = trace(&["..", ".."], Cell::new(0, 0), Cell::new(1, 1));
        let events = events(&trace);
        assert!(events[0].starts_with("source, id: 4, x: 0, y: 0}"), "{events:?}");
        assert!(events[1].starts_with("destination, id: 8, x: 1, y: 1}"));
        assert!(events[2].starts_with("generating, id: 4, x: 0, y: 0, g: 0, f: 1.41421356}"));
        assert!(events[3].starts_with("expanding, id: 4"));
        assert_eq!(*events.last().unwrap(), "end, id: 8, pId: 4, x: 1, y: 1, g: 1.41421356}");
    }

    #[test]
    fn a_search_that_fails_has_no_end() {
        let trace = trace(&[".#."], Cell::new(0, 0), Cell::new(2, 0));
        assert!(events(&trace).last().unwrap().starts_with("closing"));
        assert!(!trace.contains("type: end"));
    }
}
