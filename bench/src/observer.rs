//! A fixed set of searches, watched or not, for observer.sh to count instructions of.

use crate::maps::{generate, random_pairs};
use crate::misused;
use wayline::{Algorithm, Event, Observer, Query, Recorder, Workspace, search, search_watched};

pub fn run(watch: &str) {
    let mut seen = 0u64;
    match watch {
        // The same without a search: what is to be subtracted.
        "idle" => searches(None, false),
        "nobody" => searches(None, true),
        "counter" => searches(Some(&mut |_: &Event| seen += 1), true),
        "recorder" => searches(Some(&mut Recorder::default()), true),
        _ => misused(&format!("there is no observer {watch}")),
    }
}

fn searches(mut watch: Option<&mut dyn Observer>, searching: bool) {
    for spec in ["random:256x256:density=0.3:seed=1", "maze:256x256:corridor=2:seed=1"] {
        let grid = generate(spec);
        let mut work = Workspace::new();
        for pair in random_pairs(&grid, 20) {
            let query = Query::new(pair.from, pair.to).algorithm(Algorithm::AStar);
            let expanded = match (&mut watch, searching) {
                (_, false) => continue,
                (None, _) => search(&grid, &query, &mut work).map(|answer| answer.stats.expanded),
                (Some(watch), _) => search_watched(&grid, &query, &mut work, *watch)
                    .map(|answer| answer.stats.expanded),
            };
            std::hint::black_box(expanded.expect("ends on free cells"));
        }
    }
}
