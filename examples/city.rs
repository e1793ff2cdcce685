//! Intersections and streets with travel times, a jam that changes them, and streets that close.
//!
//! ```text
//! cargo run --release --example city
//! ```

use wayline::{Error, Graph, Positions};

fn main() -> Result<(), Error> {
    // A town of 6 by 4 blocks. Streets take a minute and a half a block, the avenue in row 1 half a
    // minute; positions are in blocks, so the engine makes its own estimate of the minutes to go.
    let (columns, rows) = (6u32, 4u32);
    let crossing = |x: u32, y: u32| y * columns + x;
    let mut streets = Vec::new();
    for y in 0..rows {
        for x in 0..columns {
            let minutes = if y == 1 { 0.5 } else { 1.5 };
            if x + 1 < columns {
                streets.push((crossing(x, y), crossing(x + 1, y), minutes));
                streets.push((crossing(x + 1, y), crossing(x, y), minutes));
            }
            if y + 1 < rows {
                streets.push((crossing(x, y), crossing(x, y + 1), 1.5));
                streets.push((crossing(x, y + 1), crossing(x, y), 1.5));
            }
        }
    }
    let nodes = (columns * rows) as usize;
    let positions = (0..nodes as u32).map(|i| ((i % columns) as f64, (i / columns) as f64));
    let names: Vec<String> =
        (0..nodes as u32).map(|i| format!("{}{}", letter(i % columns), i / columns + 1)).collect();
    let mut town = Graph::from_edges(nodes, streets)?
        .with_positions(Positions::Plane(positions.collect()))?
        .with_names(names)?;

    let (from, to) = (crossing(0, 0), crossing(5, 3));
    report("A free road", &town, from, to)?;

    // A jam on the avenue between C2 and D2, both ways.
    let (c2, d2) = (crossing(2, 1), crossing(3, 1));
    let jam = [town.edge_between(c2, d2), town.edge_between(d2, c2)];
    for edge in jam.into_iter().flatten() {
        town.set_cost(edge, 12.0)?;
    }
    report("A jam on the avenue", &town, from, to)?;

    // Works close two streets beside it. Their numbers stay, so they can be reopened.
    let works = [town.edge_between(c2, crossing(2, 2)), town.edge_between(d2, crossing(4, 1))];
    for edge in works.into_iter().flatten() {
        town.close(edge)?;
    }
    report("And works beside it", &town, from, to)
}

fn letter(i: u32) -> char {
    char::from(b'A' + i as u8)
}

fn report(title: &str, town: &Graph, from: u32, to: u32) -> Result<(), Error> {
    let answer = town.path(from, to)?;
    let stops: Vec<&str> = answer.path.iter().filter_map(|&node| town.name(node)).collect();
    println!("{title}: {} minutes by {}", answer.cost, stops.join(" "));
    println!("    streets {:?}, {} expanded", answer.edges, answer.stats.expanded);
    Ok(())
}
