//! Whether a body's path is right: the engine's own judge, and a plain Dijkstra that asks the judge
//! about every single move, so that it shares nothing with the search.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use wayline::body::{BodyKind, Goal, Heading, Placement, Terrain};
use wayline::{Cost, check};

/// Goes over a path, sweep by sweep, and compares its cost.
pub(crate) fn path(
    terrain: &Terrain,
    kind: &BodyKind,
    path: &[Placement],
    goal: Goal,
    said: Cost,
) -> Result<(), String> {
    let Some(&from) = path.first() else { return Err("the path is empty".to_owned()) };
    let cost = check::body_path(terrain, kind, path, from, &[goal]);
    let cost = cost.map_err(|flaw| flaw.to_string())?;
    if cost == said {
        Ok(())
    } else {
        Err(format!("the path costs {cost}, and is said to cost {said}"))
    }
}

/// What the cheapest path costs, from the nearest of some placements where the body fits; none if
/// there is no path.
pub(crate) fn cheapest(
    terrain: &Terrain,
    kind: &BodyKind,
    from: &[Placement],
    goal: Goal,
) -> Option<Cost> {
    let (width, height) = (terrain.width() as usize, terrain.height() as usize);
    let number = |p: Placement| (p.y as usize * width + p.x as usize) * 4 + p.heading.index();
    let mut best = vec![u64::MAX; width * height * 4];
    let mut open = BinaryHeap::new();
    let alone = |p: Placement, goal: Goal| check::body_path(terrain, kind, &[p], p, &[goal]);
    for &p in from.iter().filter(|&&p| alone(p, p.into()).is_ok()) {
        best[number(p)] = 0;
        open.push(Reverse((0, p.x, p.y, p.heading.index())));
    }
    while let Some(Reverse((cost, x, y, heading))) = open.pop() {
        let here = Placement::new(x, y, Heading::ALL[heading]);
        if cost > best[number(here)] {
            continue;
        }
        if alone(here, goal).is_ok() {
            return Some(Cost::from(u32::try_from(cost).unwrap_or(u32::MAX)));
        }
        for row in kind.moves(here.heading) {
            let (dx, dy) = row.offset();
            let (x, y) = (here.x.checked_add_signed(dx), here.y.checked_add_signed(dy));
            let Some((x, y)) = x.zip(y) else { continue };
            if !terrain.contains((x, y)) {
                continue;
            }
            let there = Placement::new(x, y, row.to());
            let step = check::body_path(terrain, kind, &[here, there], here, &[there.into()]);
            let Ok(step) = step else { continue };
            let total = cost + (step.raw() >> Cost::FRACTION_BITS);
            if total < best[number(there)] {
                best[number(there)] = total;
                open.push(Reverse((total, there.x, there.y, there.heading.index())));
            }
        }
    }
    None
}
