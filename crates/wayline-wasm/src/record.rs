//! [`record`]: a search with everything it did, for a time line.

use crate::clock;
use crate::events::Recording;
use crate::map::WaylineMap;
use crate::options::{Options, Verify};
use crate::solve::{Solved, ends, judge, set_rules};
use crate::to_js::words;
use std::sync::atomic::{AtomicBool, Ordering};
use wayline::{Event, Limits, search_watched};

/// How many events pass between two looks at the clock.
const GLANCE: u64 = 4096;

/// Searches and writes down every event. A search that is bound to fail is run all the same, unless
/// the options ask for the shortcut.
pub(crate) fn record(
    map: &mut WaylineMap,
    options: &Options,
    most: usize,
) -> Result<(Solved, Recording), String> {
    set_rules(map, options);
    let (from, to) = ends(map, options)?;
    let time_is_up = AtomicBool::new(false);
    let limits = Limits::default().cancel(&time_is_up);
    let query = options.query(from, to, limits)?;
    let (mut recording, mut seen) = (Recording::default(), 0u64);
    let began = clock::now();
    let WaylineMap { grid, work, .. } = map;
    let number = |node: u32| grid.cell(node).map(|cell| cell.y * grid.width() + cell.x);
    let mut watch = |event: &Event| {
        recording.keep(event, most, number);
        seen += 1;
        let glance = seen.is_multiple_of(GLANCE);
        if glance && options.max_ms.is_some_and(|most| clock::now() - began >= most) {
            time_is_up.store(true, Ordering::Relaxed);
        }
    };
    let answer = search_watched(grid, &query, work, &mut watch).map_err(words)?;
    let late = time_is_up.load(Ordering::Relaxed);
    let mut solved = Solved::new((from, to), &answer, clock::now() - began, late);
    if options.verify != Verify::Nothing {
        solved.verdict = Some(judge(&map.grid, &solved));
    }
    Ok((solved, recording))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::events::{EVENTS, MOST_EVENTS, most_events};
    use crate::value::Value;

    fn options(map: &WaylineMap, algorithm: &str) -> Options {
        let algorithm = Value::Text(algorithm.to_owned());
        let end = |cell: &str| Value::Text(cell.to_owned());
        let named = vec![
            ("algorithm".to_owned(), algorithm),
            ("from".to_owned(), end("0,0")),
            ("to".to_owned(), end("29,19")),
        ];
        Options::read(&named, &map.grid).unwrap()
    }

    #[test]
    fn counts_and_events_agree() {
        let mut map = WaylineMap::generated("open:30x20").unwrap();
        for algorithm in ["astar", "dijkstra", "jps", "greedy", "bfs", "bidirectional"] {
            let asked = options(&map, algorithm);
            let (solved, recording) = record(&mut map, &asked, EVENTS).unwrap();
            let kinds = recording.parts.iter().flat_map(|part| &part.kinds);
            let expanded = kinds.filter(|&&kind| kind == 0).count() as u64;
            assert_eq!(expanded, solved.stats.expanded, "{algorithm}");
            assert_eq!(recording.missed, 0);
            let cells = recording.parts.iter().flat_map(|part| &part.cells);
            assert!(cells.into_iter().all(|&cell| cell < 600));
        }
    }

    #[test]
    fn what_does_not_fit_is_counted() {
        let mut map = WaylineMap::generated("open:30x20").unwrap();
        let asked = options(&map, "dijkstra");
        let (_, whole) = record(&mut map, &asked, EVENTS).unwrap();
        let (_, part) = record(&mut map, &asked, 100).unwrap();
        assert_eq!(part.events, 100);
        assert_eq!(part.missed, whole.events as u64 - 100);
        assert_eq!(part.parts[0].cells, whole.parts[0].cells[..100]);
    }

    #[test]
    fn limits_are_read() {
        let limit = |name: &str, n: f64| vec![(name.to_owned(), Value::Number(n))];
        assert_eq!(most_events(&limit("events", 7.0)), Ok(7));
        assert_eq!(most_events(&limit("events", 1e15)), Ok(MOST_EVENTS as usize));
        assert!(most_events(&limit("evnts", 7.0)).unwrap_err().contains("expected events"));
    }
}
