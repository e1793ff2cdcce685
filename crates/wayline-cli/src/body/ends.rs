//! Between which placements: those asked for, those marked in the map, or a far-apart pair.

use super::{listed, misfits};
use crate::failure::Failure;
use wayline::body::{BodyMap, Goal, Heading, Placement, Terrain};
use wayline::{End, QueryError};

/// The two ends of a body's path.
#[derive(Clone, Debug)]
pub(crate) struct BodyEnds {
    /// All of the headings that a start of any heading may have.
    pub(crate) from: Vec<Placement>,
    pub(crate) to: Goal,
}

/// Fills in what was not asked for, and refuses ends where the body does not fit.
pub(crate) fn choose(
    terrain: &Terrain,
    map: &BodyMap,
    from: Option<Goal>,
    to: Option<Goal>,
) -> Result<BodyEnds, Failure> {
    let starts = from.map(|from| fitting(terrain, map, End::Start, from)).transpose()?;
    let goals = to.map(|to| fitting(terrain, map, End::Goal, to)).transpose()?;
    Ok(match (starts, to.zip(goals)) {
        (Some(from), Some((to, _))) => BodyEnds { from, to },
        (Some(from), None) => {
            let to = Goal::At(farthest(map, &from, false).0);
            BodyEnds { from, to }
        }
        (None, Some((to, goals))) => BodyEnds { from: vec![farthest(map, &goals, true).0], to },
        (None, None) => {
            let middle = roomiest(map).ok_or_else(|| {
                let kind = map.kind();
                Failure::Input(format!("the {} fits nowhere on this map", kind.name()))
            })?;
            // What is farthest from anywhere is at an outer end; from there it may still be that
            // a body that cannot turn has nowhere to go.
            let (out, moves) = farthest(map, &[middle], false);
            match farthest(map, &[out], false) {
                (to, more) if more >= moves => BodyEnds { from: vec![out], to: to.into() },
                _ => BodyEnds { from: vec![middle], to: out.into() },
            }
        }
    })
}

/// The placements that an end stands for, where the body fits.
fn fitting(
    terrain: &Terrain,
    map: &BodyMap,
    end: End,
    wanted: Goal,
) -> Result<Vec<Placement>, Failure> {
    let cell = wanted.cell();
    if !terrain.contains(cell) {
        let (width, height) = (terrain.width(), terrain.height());
        return Err(QueryError::OffMap { end, cell, width, height }.into());
    }
    let kind = map.kind();
    let candidates: Vec<Placement> = match wanted {
        Goal::At(placement) => vec![placement],
        Goal::Pivot(cell) => Heading::ALL.map(|h| Placement::new(cell.x, cell.y, h)).to_vec(),
        _ if end == End::Start => {
            let advice = "--from is a placement such as 3,4,E, or a cell; only --to has a reach";
            return Err(Failure::Input(advice.to_owned()));
        }
        Goal::Near { cell, reach } => {
            // Wherever the pivot may be for any cell of the body to be in reach.
            let most = reach.saturating_add(16);
            let range = |at: u32, side: u32| {
                at.saturating_sub(most)..at.saturating_add(most).saturating_add(1).min(side)
            };
            let (xs, ys) = (range(cell.x, terrain.width()), range(cell.y, terrain.height()));
            let near = |p: &Placement| {
                let away = |a: i64, b: u32| a.abs_diff(i64::from(b)) <= u64::from(reach);
                kind.footprint().at(*p).any(|(x, y)| away(x, cell.x) && away(y, cell.y))
            };
            let cells = ys.flat_map(|y| xs.clone().map(move |x| (x, y)));
            cells
                .flat_map(|(x, y)| Heading::ALL.map(|h| Placement::new(x, y, h)))
                .filter(near)
                .filter(|&p| map.fits(p))
                .collect()
        }
        _ => Vec::new(),
    };
    let fit: Vec<_> = candidates.iter().copied().filter(|&p| map.fits(p)).collect();
    if !fit.is_empty() {
        return Ok(fit);
    }
    let name = kind.name();
    Err(Failure::Input(match wanted {
        Goal::At(placement) => {
            let why = listed(&misfits(terrain, kind, placement));
            format!("the {end} {placement}: the {name} does not fit there: {why}")
        }
        Goal::Pivot(cell) => {
            let why = candidates.iter().map(|&p| {
                let why = misfits(terrain, kind, p);
                format!("heading {}: {}", p.heading, why.first().map_or("", String::as_str))
            });
            let why: Vec<_> = why.collect();
            format!(
                "the {end} {cell}: the {name} does not fit there at any heading ({})",
                why.join("; ")
            )
        }
        _ => format!("the {end} {wanted}: the {name} fits nowhere within reach of it"),
    }))
}

/// The placement that takes the most moves to reach, or to come from, and how many.
fn farthest(map: &BodyMap, from: &[Placement], back: bool) -> (Placement, u32) {
    let mut moves = vec![u32::MAX; map.states()];
    let mut waiting: Vec<u32> = from.iter().filter_map(|&p| map.state(p)).collect();
    waiting.iter().for_each(|&state| moves[state as usize] = 0);
    let mut next = 0;
    while let Some(&state) = waiting.get(next) {
        next += 1;
        let so_far = moves[state as usize] + 1;
        let emit = |to: Placement, _: u32, _: usize| {
            if let Some(to) = map.state(to)
                && moves[to as usize] == u32::MAX
            {
                moves[to as usize] = so_far;
                waiting.push(to);
            }
        };
        match back {
            true => map.for_each_move_back(map.placement(state), emit),
            false => map.for_each_move(map.placement(state), emit),
        }
    }
    let last = waiting.last().copied().unwrap_or(0);
    (map.placement(last), moves[last as usize])
}

/// A placement from which many others are reached: the first of the largest part of the map.
pub(crate) fn roomiest(map: &BodyMap) -> Option<Placement> {
    let mut seen = vec![false; map.states()];
    let mut waiting = Vec::new();
    let mut best: Option<(usize, u32)> = None;
    for first in 0..map.states() as u32 {
        if seen[first as usize] || !map.fits(map.placement(first)) {
            continue;
        }
        seen[first as usize] = true;
        waiting.push(first);
        let mut size = 0;
        while let Some(state) = waiting.pop() {
            size += 1;
            map.for_each_move(map.placement(state), |to, _, _| {
                if let Some(to) = map.state(to)
                    && !std::mem::replace(&mut seen[to as usize], true)
                {
                    waiting.push(to);
                }
            });
        }
        if best.is_none_or(|(most, _)| size > most) {
            best = Some((size, first));
        }
    }
    best.map(|(_, first)| map.placement(first))
}
