//! All scenarios under `WAYLINE_DATA`: every path before the judge, every cost beside the file's.
//! The short form takes a few of each file, the long form (`WAYLINE_PROOF=long`) all of them.

use std::path::PathBuf;
use wayline::{Algorithm, Outcome, Query, Workspace, check, search};
use wayline_maps::{read_file, scenario};

/// Some files are rounded to two decimals, some to one.
const TOLERANCE: f64 = 0.02;

fn scenario_files() -> Vec<PathBuf> {
    let data = std::env::var_os("WAYLINE_DATA").expect("WAYLINE_DATA names a folder with data");
    let sets = std::fs::read_dir(PathBuf::from(data).join("movingai")).expect("a folder movingai");
    let mut files: Vec<PathBuf> = sets
        .flat_map(|set| std::fs::read_dir(set.expect("readable").path()).expect("a folder"))
        .map(|file| file.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "scen"))
        .collect();
    files.sort();
    files
}

#[test]
#[ignore = "needs data: set WAYLINE_DATA, and run with --ignored"]
fn data_scenarios_cost_what_their_files_say() {
    let all = std::env::var("WAYLINE_PROOF").is_ok_and(|proof| proof == "long");
    let mut work = Workspace::new();
    let mut queries = 0u64;
    let files = scenario_files();
    for path in &files {
        let scenarios = scenario::read(&std::fs::read(path).expect("readable")).expect("valid");
        let map = read_file(&path.with_extension("")).expect("the map beside its scenarios");
        let step = if all { 1 } else { scenarios.len().div_ceil(4).max(1) };
        for one in scenarios.iter().step_by(step) {
            let exact = [Algorithm::AStar, Algorithm::Bidirectional, Algorithm::Dijkstra];
            let few = if all { &exact[..1] } else { &exact[..] };
            for &algorithm in few {
                let query = Query::new(one.start, one.goal).algorithm(algorithm).without_shortcut();
                let answer = search(&map.grid, &query, &mut work).expect("a good question");
                queries += 1;
                // A length of zero between two cells stands for: there is no path.
                if one.optimal == 0.0 && one.start != one.goal {
                    assert_eq!(answer.outcome, Outcome::Unreachable, "{}", path.display());
                    continue;
                }
                assert!(answer.is_optimal(), "{} {algorithm}", path.display());
                let judged = check::grid_path(&map.grid, &answer.path, one.start, one.goal);
                assert_eq!(judged, Ok(answer.cost), "{} {algorithm}", path.display());
                let (cost, expected) = (answer.cost.to_f64(), one.optimal);
                assert!(
                    (cost - expected).abs() <= TOLERANCE,
                    "{}: {} to {} costs {cost}, the file says {expected}",
                    path.display(),
                    one.start,
                    one.goal
                );
            }
        }
    }
    println!("{} files, {queries} paths, 0 wrong", files.len());
}
