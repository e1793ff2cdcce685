//! A pairing heap: a tree in heap order whose root is the least; a cheaper node is cut off and
//! linked with the root. Two-pass pairing on every take.
//!
//! Reference: M. L. Fredman, R. Sedgewick, D. D. Sleator, R. E. Tarjan, "The pairing heap: a new
//! form of self-adjusting heap" (1986). In theory decrease-key is what an A* open list wants; in
//! practice the array heap's memory locality wins. See `wayline compare`.

use super::{Key, Queue};
use crate::kernel::cost::Cost;

const NIL: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Tree {
    key: Key,
    child: u32,
    next: u32,
    /// The sibling before, or the parent for a first child.
    previous: u32,
}

#[derive(Default)]
pub(crate) struct PairingQueue {
    trees: Vec<Tree>,
    unused: Vec<u32>,
    root: Option<u32>,
    /// Which tree a node is in, valid where that tree's key names the node.
    tree_of: Vec<u32>,
    pairs: Vec<u32>,
}

impl PairingQueue {
    fn tree(&mut self, key: Key) -> u32 {
        let tree = Tree { key, child: NIL, next: NIL, previous: NIL };
        let at = match self.unused.pop() {
            Some(at) => {
                self.trees[at as usize] = tree;
                at
            }
            None => {
                self.trees.push(tree);
                self.trees.len() as u32 - 1
            }
        };
        let node = key.node() as usize;
        if node >= self.tree_of.len() {
            self.tree_of.resize((node + 1).max(self.tree_of.len() * 2), NIL);
        }
        self.tree_of[node] = at;
        at
    }

    /// Links two roots; the lesser becomes the root of both.
    fn link(&mut self, a: u32, b: u32) -> u32 {
        let (root, child) =
            if self.trees[a as usize].key <= self.trees[b as usize].key { (a, b) } else { (b, a) };
        let first = self.trees[root as usize].child;
        self.trees[child as usize].next = first;
        self.trees[child as usize].previous = root;
        if first != NIL {
            self.trees[first as usize].previous = child;
        }
        self.trees[root as usize].child = child;
        self.trees[root as usize].next = NIL;
        self.trees[root as usize].previous = NIL;
        root
    }

    /// Cuts a tree that is not the root out of its siblings.
    fn cut(&mut self, at: u32) {
        let Tree { next, previous, .. } = self.trees[at as usize];
        if self.trees[previous as usize].child == at {
            self.trees[previous as usize].child = next;
        } else {
            self.trees[previous as usize].next = next;
        }
        if next != NIL {
            self.trees[next as usize].previous = previous;
        }
        self.trees[at as usize].next = NIL;
        self.trees[at as usize].previous = NIL;
    }

    fn insert(&mut self, at: u32) {
        self.root = Some(match self.root {
            None => at,
            Some(root) => self.link(root, at),
        });
    }
}

impl Queue for PairingQueue {
    fn begin(&mut self, _: Cost, _: Option<Cost>) {
        self.trees.clear();
        self.unused.clear();
        self.root = None;
    }

    fn push(&mut self, key: Key) {
        let at = self.tree(key);
        self.insert(at);
    }

    fn lower(&mut self, key: Key) {
        let at = self.tree_of.get(key.node() as usize).copied().unwrap_or(NIL);
        match self.trees.get(at as usize) {
            Some(tree) if tree.key.node() == key.node() => {}
            _ => return self.push(key),
        }
        self.trees[at as usize].key = key;
        if self.root != Some(at) {
            self.cut(at);
            self.insert(at);
        }
    }

    fn pop(&mut self, _: impl Fn(u32) -> bool) -> Option<Key> {
        let root = self.root.take()?;
        let key = self.trees[root as usize].key;
        let mut child = self.trees[root as usize].child;
        // First pass: link neighbours in pairs, left to right.
        let mut pairs = std::mem::take(&mut self.pairs);
        while child != NIL {
            let second = self.trees[child as usize].next;
            if second == NIL {
                self.trees[child as usize].previous = NIL;
                pairs.push(child);
                break;
            }
            let rest = self.trees[second as usize].next;
            pairs.push(self.link(child, second));
            child = rest;
        }
        // Second pass: link the pairs, right to left.
        while let Some(pair) = pairs.pop() {
            self.insert(pair);
        }
        self.pairs = pairs;
        self.tree_of[key.node() as usize] = NIL;
        self.unused.push(root);
        Some(key)
    }
}
