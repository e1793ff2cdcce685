//! [`Recording`]: everything a search did, packed for a time line.

use crate::to_js::JsObject;
#[cfg(any(feature = "cells", feature = "bodies"))]
use crate::value::Named;
use js_sys::{Float32Array, Uint8Array, Uint32Array};
use wayline::{Event, EventKind};

/// What is kept unless given: a time line of four million events, 68 megabytes.
pub(crate) const EVENTS: usize = 4_000_000;
/// The most that can be asked for.
pub(crate) const MOST_EVENTS: u64 = 16_000_000;
/// How many events one part holds: parts are not moved when the recording grows.
const PART: usize = 1 << 18;
/// Events side by side: 17 bytes each.
#[derive(Default)]
pub(crate) struct Part {
    pub(crate) kinds: Vec<u8>,
    pub(crate) cells: Vec<u32>,
    /// `u32::MAX` for a start.
    pub(crate) parents: Vec<u32>,
    pub(crate) g: Vec<f32>,
    pub(crate) f: Vec<f32>,
}

/// What a search did.
#[derive(Default)]
pub(crate) struct Recording {
    pub(crate) parts: Vec<Part>,
    pub(crate) events: usize,
    /// How many events were left out at the end.
    pub(crate) missed: u64,
}

impl Recording {
    /// Keeps an event, its nodes under the numbers that JavaScript knows them by.
    pub(crate) fn keep(&mut self, event: &Event, most: usize, number: impl Fn(u32) -> Option<u32>) {
        if self.events == most {
            self.missed += 1;
            return;
        }
        let kind = match event.kind {
            EventKind::Expand => 0,
            EventKind::Generate => 1,
            EventKind::Update => 2,
            EventKind::Close => 3,
            _ => return,
        };
        let Some(cell) = number(event.node) else { return };
        if self.events.is_multiple_of(PART) {
            self.parts.push(Part::sized(PART.min(most - self.events)));
        }
        let Some(part) = self.parts.last_mut() else { return };
        part.kinds.push(kind);
        part.cells.push(cell);
        part.parents.push(event.parent.and_then(&number).unwrap_or(u32::MAX));
        part.g.push(event.g.to_f64() as f32);
        part.f.push(event.f.to_f64() as f32);
        self.events += 1;
    }
}

impl Part {
    fn sized(events: usize) -> Part {
        Part {
            kinds: Vec::with_capacity(events),
            cells: Vec::with_capacity(events),
            parents: Vec::with_capacity(events),
            g: Vec::with_capacity(events),
            f: Vec::with_capacity(events),
        }
    }
}

#[cfg(any(feature = "cells", feature = "bodies"))]
/// How many events to keep: the one limit that is not an option of the search.
pub(crate) fn most_events(named: &Named) -> Result<usize, String> {
    let mut most = EVENTS;
    for (name, value) in named {
        match &name[..] {
            "events" => most = value.whole(name)?.min(MOST_EVENTS) as usize,
            _ => return Err(format!("unknown limit '{name}': expected events")),
        }
    }
    Ok(most)
}

/// The events of a recording, each kind of value in an array of its own.
pub(crate) fn events(recording: Recording) -> JsObject {
    let Recording { parts, events, missed } = recording;
    let length = events as u32;
    let (kinds, cells) =
        (Uint8Array::new_with_length(length), Uint32Array::new_with_length(length));
    let parents = Uint32Array::new_with_length(length);
    let (g, f) = (Float32Array::new_with_length(length), Float32Array::new_with_length(length));
    let mut begin = 0;
    // Each part is let go as soon as it was copied.
    for Part { kinds: k, cells: c, parents: p, g: part_g, f: part_f } in parts {
        let end = begin + k.len() as u32;
        kinds.subarray(begin, end).copy_from(&k);
        cells.subarray(begin, end).copy_from(&c);
        parents.subarray(begin, end).copy_from(&p);
        g.subarray(begin, end).copy_from(&part_g);
        f.subarray(begin, end).copy_from(&part_f);
        begin = end;
    }
    JsObject::new()
        .with("length", length)
        .with("missed", missed as f64)
        .with("kinds", kinds)
        .with("cells", cells)
        .with("parents", parents)
        .with("g", g)
        .with("f", f)
}
