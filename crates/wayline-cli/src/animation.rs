//! Frames to a GIF: one palette for all of them, and only what changes from frame to frame.

use crate::canvas::Canvas;
use crate::palette::Rgb;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::collections::HashMap;
use std::io;

/// The colour number that leaves what was there.
const UNCHANGED: u8 = 255;

/// Encodes frames, which are asked for twice: first for their colours. Each is shown for this many
/// hundredths of a second, the last for longer.
pub(crate) fn encode<F: Iterator<Item = Canvas>>(
    frames: impl Fn() -> F,
    shown: u16,
    pause: u16,
) -> io::Result<Vec<u8>> {
    let mut colors = Colors::of(frames());
    let mut frames = frames();
    let Some(first) = frames.next() else { return Ok(Vec::new()) };
    let (width, height) = (first.width, first.height);
    let side = |pixels: usize| u16::try_from(pixels).map_err(io::Error::other);
    let mut encoder = Encoder::new(Vec::new(), side(width)?, side(height)?, &colors.bytes())
        .map_err(io::Error::other)?;
    encoder.set_repeat(Repeat::Infinite).map_err(io::Error::other)?;
    let mut before = colors.indices(&first);
    let mut waiting = Frame {
        width: side(width)?,
        height: side(height)?,
        delay: shown,
        dispose: DisposalMethod::Keep,
        buffer: before.clone().into(),
        ..Frame::default()
    };
    for canvas in frames {
        let now = colors.indices(&canvas);
        let Some((left, top, across, down)) = changed(&before, &now, width) else {
            // Nothing new: what is there stays longer.
            waiting.delay = waiting.delay.saturating_add(shown);
            continue;
        };
        encoder.write_frame(&waiting).map_err(io::Error::other)?;
        let rows = (top..top + down).map(|y| y * width + left..y * width + left + across);
        let pixel = |at: usize| if now[at] == before[at] { UNCHANGED } else { now[at] };
        waiting = Frame {
            left: side(left)?,
            top: side(top)?,
            width: side(across)?,
            height: side(down)?,
            delay: shown,
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            buffer: rows.flat_map(|row| row.map(pixel)).collect::<Vec<u8>>().into(),
            ..Frame::default()
        };
        before = now;
    }
    waiting.delay = waiting.delay.max(pause);
    encoder.write_frame(&waiting).map_err(io::Error::other)?;
    encoder.into_inner().map_err(io::Error::other)
}

/// The box of what differs: left, top, width, height.
fn changed(before: &[u8], now: &[u8], width: usize) -> Option<(usize, usize, usize, usize)> {
    let differ = |row: &(&[u8], &[u8])| row.0 != row.1;
    let rows: Vec<_> = before.chunks(width).zip(now.chunks(width)).collect();
    let (top, last) = (rows.iter().position(differ)?, rows.iter().rposition(differ)?);
    let (mut left, mut right) = (width, 0);
    for (a, b) in &rows[top..=last] {
        left = left.min(a.iter().zip(*b).position(|(a, b)| a != b).unwrap_or(width));
        right = right.max(a.iter().zip(*b).rposition(|(a, b)| a != b).unwrap_or(0));
    }
    Some((left, top, right - left + 1, last - top + 1))
}

/// The colours of a film: the most frequent ones, which the others are taken for.
struct Colors {
    chosen: Vec<Rgb>,
    known: HashMap<Rgb, u8>,
}

impl Colors {
    fn of(frames: impl Iterator<Item = Canvas>) -> Colors {
        let mut counts: HashMap<Rgb, u64> = HashMap::new();
        for canvas in frames {
            for run in canvas.pixels.chunk_by(|a, b| a == b) {
                *counts.entry(run[0]).or_default() += run.len() as u64;
            }
        }
        // In an order of their own: that of the map is chance.
        let mut counts: Vec<(Rgb, u64)> = counts.into_iter().collect();
        counts.sort_unstable_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
        let chosen: Vec<Rgb> =
            counts.iter().take(UNCHANGED.into()).map(|&(color, _)| color).collect();
        Colors { chosen, known: HashMap::new() }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.chosen.iter().flat_map(|&Rgb(r, g, b)| [r, g, b]).collect();
        bytes.resize(256 * 3, 0);
        bytes
    }

    fn indices(&mut self, canvas: &Canvas) -> Vec<u8> {
        let Colors { chosen, known } = self;
        let apart = |a: Rgb, b: Rgb| {
            let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
            square(a.0, b.0) + square(a.1, b.1) + square(a.2, b.2)
        };
        let mut index = |color: Rgb| {
            *known.entry(color).or_insert_with(|| {
                let nearest = (0..chosen.len()).min_by_key(|&i| apart(chosen[i], color));
                nearest.unwrap_or(0) as u8
            })
        };
        canvas.pixels.iter().map(|&color| index(color)).collect()
    }
}
