//! Every algorithm has pseudocode, and what its searches report has a line in it.

use crate::oracle::{Random, free_cell, random_graph, random_grid};
use std::collections::HashSet;
use wayline::{
    Algorithm, Event, EventKind, Limits, Moment, Query, Recorder, Workspace, algorithms,
    search_watched,
};

const TEXT: &str = include_str!("../../src/question/pseudocode.md");

fn moments(algorithm: Algorithm) -> Vec<Moment> {
    algorithm.pseudocode().iter().filter_map(|line| line.moment).collect()
}

#[test]
fn every_algorithm_has_its_lines() {
    let mut lines = 0;
    for info in algorithms() {
        let code = info.algorithm.pseudocode();
        let moments = moments(info.algorithm);
        for moment in [Moment::Begin, Moment::Found, Moment::Failed] {
            assert!(moments.contains(&moment), "{} has no line for {moment:?}", info.name);
        }
        let different: HashSet<_> = moments.iter().collect();
        assert_eq!(different.len(), moments.len(), "{}: a moment at two lines", info.name);
        // What is nested is nested in something.
        assert_eq!(code[0].level, 0, "{}", info.name);
        for pair in code.windows(2) {
            let opens = usize::from(pair[0].text.ends_with(':'));
            assert!(pair[1].level <= pair[0].level + opens, "{}: {}", info.name, pair[1]);
        }
        lines += code.len();
    }
    // Each section is some algorithm's, and each of its lines is read as it is written.
    let mut names: Vec<_> = TEXT.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    names = names.iter().flat_map(|names| names.split(", ")).collect();
    let known: Vec<_> = algorithms().iter().map(|info| info.name).collect();
    assert_eq!(names, known);
    let shown: HashSet<_> = algorithms()
        .iter()
        .flat_map(|info| info.algorithm.pseudocode())
        .map(|line| format!("{:10}{line}", line.moment.map_or("", Moment::name)))
        .collect();
    let code = TEXT.split("```").skip(1).step_by(2).flat_map(|code| code.lines().skip(1));
    let mut written = 0;
    for line in code {
        assert!(shown.contains(line), "{line}");
        written += 1;
    }
    // That of jump points serves two.
    assert_eq!(written + Algorithm::Jps.pseudocode().len(), lines);
}

#[test]
fn every_event_has_a_line_and_every_line_its_event() {
    let mut random = Random(73);
    let mut work = Workspace::new();
    let mut seen: HashSet<(Algorithm, EventKind)> = HashSet::new();
    let searching = || algorithms().iter().map(|info| info.algorithm);
    let query = |from, to, algorithm: Algorithm| {
        let most = matches!(algorithm, Algorithm::Ida | Algorithm::Naive).then_some(2000);
        let limits = Limits::default().expansions(most);
        Query::new(from, to).algorithm(algorithm).without_shortcut().limits(limits)
    };
    for round in 0..40 {
        let mut grid = random_grid(&mut random, 13, 11, 20);
        if round % 2 == 0 {
            for cell in grid.cells() {
                grid.set_multiplier(cell, 1.0 + random.below(6) as f64).unwrap();
            }
        }
        let ends = (free_cell(&mut random, &grid), free_cell(&mut random, &grid));
        let (Some(from), Some(to)) = ends else { continue };
        for algorithm in searching() {
            let mut recorder = Recorder::default();
            // Some are not for this ground, and say so.
            let query = query(from, to, algorithm);
            let Ok(_) = search_watched(&grid, &query, &mut work, &mut recorder) else { continue };
            seen.extend(recorder.events().iter().map(|event: &Event| (algorithm, event.kind)));
        }
        let (graph, _) = random_graph(&mut random, 20, 60);
        let (from, to) = (random.below(20) as u32, random.below(20) as u32);
        for algorithm in searching() {
            let limits = Limits::default().expansions(Some(2000));
            let query = Query::new(from, to).algorithm(algorithm).limits(limits);
            let mut recorder = Recorder::default();
            let Ok(_) = search_watched(&graph, &query, &mut work, &mut recorder) else { continue };
            seen.extend(recorder.events().iter().map(|event: &Event| (algorithm, event.kind)));
        }
    }
    let mut different = Vec::new();
    for algorithm in searching().filter(|&algorithm| algorithm != Algorithm::Auto) {
        for moment in Moment::ALL {
            let Moment::Event(kind) = moment else { continue };
            let (happens, has_line) =
                (seen.contains(&(algorithm, kind)), moments(algorithm).contains(&moment));
            if has_line != happens {
                different.push(format!("{algorithm}: {kind:?} happens: {happens}"));
            }
        }
    }
    assert!(different.is_empty(), "{different:?}");
}
