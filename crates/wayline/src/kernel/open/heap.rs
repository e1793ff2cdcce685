//! A four-ary heap of keys. Wider than binary, so half as deep: fewer cache lines a take.
//!
//! A cheaper path to an open node puts a second entry in; the first is skipped when it comes up.
//! The entry that was put in last is often the next one out (a step straight at the goal keeps f
//! and raises g), so one entry waits in front of the heap and never enters it if it is.
//!
//! Reference: D. B. Johnson, "Priority queues with update and finding minimum spanning trees"
//! (1975), for d-ary heaps.

use super::{Key, Queue};
use crate::kernel::cost::Cost;

const ARITY: usize = 4;

#[derive(Default)]
pub(crate) struct HeapQueue {
    keys: Vec<Key>,
    /// Less than everything in the heap, when there is one.
    front: Option<Key>,
}

impl HeapQueue {
    pub(crate) fn len(&self) -> usize {
        self.keys.len() + usize::from(self.front.is_some())
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.keys.is_empty() && self.front.is_none()
    }

    pub(crate) fn clear(&mut self) {
        self.keys.clear();
        self.front = None;
    }

    /// The smallest key.
    #[inline]
    pub(crate) fn peek(&self) -> Option<Key> {
        self.front.or_else(|| self.keys.first().copied())
    }

    #[inline]
    pub(crate) fn insert(&mut self, key: Key) {
        match self.front {
            None if self.keys.first().is_none_or(|&least| key < least) => self.front = Some(key),
            Some(front) if key < front => {
                self.front = Some(key);
                self.sift_up(front);
            }
            _ => self.sift_up(key),
        }
    }

    #[inline]
    pub(crate) fn take(&mut self) -> Option<Key> {
        if let Some(front) = self.front.take() {
            return Some(front);
        }
        let last = self.keys.pop()?;
        match self.keys.first_mut() {
            None => Some(last),
            Some(root) => {
                let least = std::mem::replace(root, last);
                self.sift_down();
                Some(least)
            }
        }
    }

    #[inline]
    fn sift_up(&mut self, key: Key) {
        let at = self.keys.len();
        self.keys.push(key);
        settle(&mut self.keys, at, key);
    }

    /// Fills a gap: the least child moves up until the gap is at the bottom, and the key that is to
    /// fill it rises from there. It came from the bottom, so it seldom rises far, and the way down
    /// needs no comparison with it.
    #[inline]
    fn sift_down(&mut self) {
        let keys = &mut self.keys[..];
        let (mut at, key) = (0, keys[0]);
        loop {
            let first = at * ARITY + 1;
            let (least, which) = match keys.get(first..first + ARITY) {
                Some(&[a, b, c, d]) => {
                    let left = if b < a { (b, first + 1) } else { (a, first) };
                    let right = if d < c { (d, first + 3) } else { (c, first + 2) };
                    if right.0 < left.0 { right } else { left }
                }
                // The last few, fewer than a full set.
                _ => {
                    let rest = keys.get(first..).unwrap_or_default();
                    let Some(least) = rest.iter().copied().zip(first..).min() else { break };
                    least
                }
            };
            keys[at] = least;
            at = which;
        }
        settle(keys, at, key);
    }
}

/// Lets a key rise from a place to where it belongs.
#[inline]
fn settle(keys: &mut [Key], mut at: usize, key: Key) {
    while at > 0 {
        let parent = (at - 1) / ARITY;
        let other = keys[parent];
        if other <= key {
            break;
        }
        keys[at] = other;
        at = parent;
    }
    keys[at] = key;
}

impl Queue for HeapQueue {
    fn begin(&mut self, _: Cost, _: Option<Cost>) {
        self.clear();
    }

    #[inline]
    fn push(&mut self, key: Key) {
        self.insert(key);
    }

    #[inline]
    fn lower(&mut self, key: Key) {
        self.insert(key);
    }

    #[inline]
    fn pop(&mut self, _: impl Fn(u32) -> bool) -> Option<Key> {
        self.take()
    }
}
