//! A plain array of open nodes, searched from end to end for every take. With a record per node
//! it is the "node array" of the article that compares open lists: better than plain arrays, since
//! a node's state is found at once, and still O(n) a take.

use super::{Key, Queue};
use crate::kernel::cost::Cost;

#[derive(Default)]
pub(crate) struct LinearQueue {
    keys: Vec<Key>,
}

impl Queue for LinearQueue {
    fn begin(&mut self, _: Cost, _: Option<Cost>) {
        self.keys.clear();
    }

    fn push(&mut self, key: Key) {
        self.keys.push(key);
    }

    fn lower(&mut self, key: Key) {
        match self.keys.iter_mut().find(|other| other.node() == key.node()) {
            Some(entry) => *entry = key,
            None => self.keys.push(key),
        }
    }

    fn pop(&mut self, _: impl Fn(u32) -> bool) -> Option<Key> {
        let (at, _) = self.keys.iter().enumerate().min_by_key(|&(_, key)| key)?;
        Some(self.keys.swap_remove(at))
    }
}
