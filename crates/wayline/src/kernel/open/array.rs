//! Open and closed states in two plain arrays, and no record per node: every question is answered by looking
//! through them. Many people first write A* like this, and the article that compares open lists starts from it.
//! O(n) for everything, O(n²) for a search: for small maps, and to see why.

use super::{Frontier, Key, Taken};
use crate::kernel::cost::Cost;
use crate::kernel::node::NONE;
use crate::kernel::records::{Reach, Updates};

#[derive(Clone, Copy)]
struct Entry {
    key: Key,
    g: Cost,
    parent: u32,
}

#[derive(Default)]
pub(crate) struct ArrayList {
    open: Vec<Entry>,
    closed: Vec<Entry>,
    avoided: Vec<u32>,
    /// Reached, and about to be put.
    reached: Option<(Cost, u32)>,
}

fn find(entries: &[Entry], node: u32) -> Option<usize> {
    entries.iter().position(|entry| entry.key.node() == node)
}

impl ArrayList {
    fn entry(&self, node: u32) -> Option<&Entry> {
        let open = find(&self.open, node).map(|at| &self.open[at]);
        open.or_else(|| find(&self.closed, node).map(|at| &self.closed[at]))
    }
}

impl Frontier for ArrayList {
    fn begin(&mut self, _: usize, _: Cost, _: Option<Cost>) {
        self.open.clear();
        self.closed.clear();
        self.avoided.clear();
        self.reached = None;
    }

    fn avoid(&mut self, node: u32) {
        self.avoided.push(node);
    }

    fn forget(&mut self, node: u32) {
        self.avoided.retain(|&other| other != node);
    }

    fn reach(&mut self, node: u32, g: Cost, parent: u32, updates: Updates) -> Reach {
        if self.avoided.contains(&node) {
            return Reach::Pointless;
        }
        let how = if let Some(at) = find(&self.open, node) {
            if updates == Updates::Never || g >= self.open[at].g {
                return Reach::Pointless;
            }
            self.open.swap_remove(at);
            Reach::Cheaper
        } else if let Some(at) = find(&self.closed, node) {
            if updates != Updates::Always || g >= self.closed[at].g {
                return Reach::Pointless;
            }
            self.closed.swap_remove(at);
            Reach::Reopened
        } else {
            Reach::New
        };
        self.reached = Some((g, parent));
        how
    }

    fn put(&mut self, key: Key, _: Reach) {
        if let Some((g, parent)) = self.reached.take() {
            self.open.push(Entry { key, g, parent });
        }
    }

    fn take(&mut self) -> Option<Taken> {
        let (at, _) = self.open.iter().enumerate().min_by_key(|&(_, entry)| entry.key)?;
        let entry = self.open.swap_remove(at);
        self.closed.push(entry);
        Some(Taken { key: entry.key, g: entry.g, parent: entry.parent })
    }

    fn put_back(&mut self, Taken { key, g, parent }: Taken) {
        self.closed.retain(|entry| entry.key != key);
        self.open.push(Entry { key, g, parent });
    }

    fn g(&self, node: u32) -> Cost {
        self.entry(node).map_or(Cost::INFINITE, |entry| entry.g)
    }

    fn parent(&self, node: u32) -> u32 {
        self.entry(node).map_or(NONE, |entry| entry.parent)
    }
}
