//! Generated road networks from a thousand nodes to four million, as a table and as a picture.

use super::contest::Row;
use super::course::{COUNT, Judge};
use super::ours::{self, Indexed};
use super::sources;
use crate::Options;
use crate::plot::{self, Panel, Scale};
use crate::report::Table;
use wayline::IndexKind;

const SIZES: [usize; 5] = [1_000, 10_000, 100_000, 1_000_000, 4_000_000];

/// Labels of more nodes take more memory than most machines have.
const LABELLED: usize = 1_000_000;

const COLUMNS: [&str; 8] =
    ["network", "nodes", "edges", "kind", "prepare s", "bytes a node", "cost µs", "path µs"];

pub fn growth(options: &Options) -> Vec<Table> {
    let mut table = Table::new("networks-growth: indices of generated roads", &COLUMNS);
    let titles = ["preparing, s", "bytes a node", "a cost, µs", "a path, µs"];
    let lines = IndexKind::OF_GRAPHS.map(|kind| (kind.to_string(), Vec::new()));
    let mut panels = titles.map(|title| Panel { title, lines: lines.to_vec() });
    for size in SIZES.into_iter().filter(|&size| size <= options.nodes) {
        let spec = format!("roads:{size}:seed=1");
        let source = spec.parse().expect("a spec of this file");
        let course = sources::course(&spec, &sources::read(&source));
        let (nodes, edges) = (course.graph.nodes(), course.graph.edges());
        let mut judge = Judge::new(&course);
        for (line, kind) in IndexKind::OF_GRAPHS.into_iter().enumerate() {
            if kind == IndexKind::Labels && size > LABELLED {
                continue;
            }
            let (index, prepare) = ours::prepare(&course.graph, kind);
            let index = match index {
                Ok(index) => index,
                Err(error) => {
                    eprintln!("{spec}: {error}");
                    continue;
                }
            };
            let mut contestant = Indexed::new(&course, &index);
            let Row { cost, path, .. } =
                Row::of(&kind.to_string(), &mut contestant, &mut judge, &course, COUNT);
            let micros = |seconds: Option<f64>| seconds.unwrap_or_default() * 1e6;
            let bytes = index.bytes() as f64 / nodes as f64;
            let values = [prepare, bytes, micros(cost), micros(path)];
            for (panel, value) in panels.iter_mut().zip(values) {
                panel.lines[line].1.push((nodes as f64, value));
            }
            let mut row = vec![spec.as_str().into(), nodes.into(), edges.into()];
            row.push(kind.to_string().into());
            row.extend(values.map(Into::into));
            table.row(row);
        }
        // After every size, so that there is something to see early.
        if let Some(file) = &options.plot {
            plot::draw(file, &panels, Scale::Nodes);
        }
    }
    vec![table]
}
