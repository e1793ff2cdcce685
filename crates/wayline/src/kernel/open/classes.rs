//! A bucket for each f: for spaces whose moves have few costs, so that many states share an f.
//!
//! Each f that occurs has a stack of its own; a small heap orders the stacks, and a hash table finds
//! them. Putting a state costs a look-up and a link, taking one costs a link: no comparison between
//! states at all. The order is exact: by f, and the newest first.
//!
//! ```text
//!    heap of f:   12.07   12.66   13.24
//!                   |       |       |
//!    stacks:        c       e       a
//!                   b       d
//! ```

use super::{Key, Queue};
use crate::kernel::cost::Cost;

const NIL: u32 = u32::MAX;

/// All states with one f.
#[derive(Clone, Copy)]
struct Class {
    f: u64,
    /// The newest entry.
    top: u32,
    /// Whether the heap has it.
    waits: bool,
}

#[derive(Clone, Copy)]
struct Entry {
    node: u32,
    /// The entry below.
    below: u32,
}

#[derive(Default)]
pub(crate) struct ClassQueue {
    classes: Vec<Class>,
    /// Which class an f has: open addressing, a power of two, at most half full.
    table: Vec<u32>,
    entries: Vec<Entry>,
    unused: u32,
    /// Classes by f, the least on top: a binary heap.
    heap: Vec<(u64, u32)>,
    /// The class last taken from. It is the least, unless an estimate is inconsistent.
    current: u32,
}

impl ClassQueue {
    /// Where the class of an f is, or where it would be.
    #[inline]
    fn slot(&self, f: u64) -> usize {
        let mask = self.table.len() - 1;
        let mut at = (f.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask;
        while let Some(&class) = self.table.get(at) {
            if class == NIL || self.classes[class as usize].f == f {
                break;
            }
            at = (at + 1) & mask;
        }
        at
    }

    #[inline]
    fn class(&mut self, f: u64) -> u32 {
        match self.classes.get(self.current as usize) {
            Some(current) if current.f == f => return self.current,
            _ => {}
        }
        let at = self.slot(f);
        match self.table[at] {
            NIL => self.new_class(f, at),
            class => class,
        }
    }

    #[cold]
    fn new_class(&mut self, f: u64, at: usize) -> u32 {
        let class = self.classes.len() as u32;
        self.classes.push(Class { f, top: NIL, waits: false });
        self.table[at] = class;
        if self.classes.len() * 2 > self.table.len() {
            let size = self.table.len() * 2;
            self.table.clear();
            self.table.resize(size, NIL);
            for class in 0..self.classes.len() {
                let at = self.slot(self.classes[class].f);
                self.table[at] = class as u32;
            }
        }
        class
    }

    /// Enters a class into the heap.
    fn wait(&mut self, class: u32) {
        self.classes[class as usize].waits = true;
        let item = (self.classes[class as usize].f, class);
        let mut at = self.heap.len();
        self.heap.push(item);
        while at > 0 && self.heap[(at - 1) / 2] > item {
            self.heap[at] = self.heap[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        self.heap[at] = item;
    }

    /// Takes the least class off the heap.
    fn next_class(&mut self) -> Option<u32> {
        let last = self.heap.pop()?;
        let Some(&least) = self.heap.first() else {
            return Some(last.1);
        };
        let mut at = 0;
        loop {
            let mut child = 2 * at + 1;
            if child + 1 < self.heap.len() && self.heap[child + 1] < self.heap[child] {
                child += 1;
            }
            match self.heap.get(child) {
                Some(&lesser) if lesser < last => self.heap[at] = lesser,
                _ => break,
            }
            at = child;
        }
        self.heap[at] = last;
        Some(least.1)
    }

    #[inline]
    fn put(&mut self, key: Key) {
        let class = self.class(key.f().raw());
        let below = self.classes[class as usize].top;
        let entry = Entry { node: key.node(), below };
        let at = match self.entries.get_mut(self.unused as usize) {
            Some(unused) => {
                let at = self.unused;
                self.unused = unused.below;
                *unused = entry;
                at
            }
            None => {
                self.entries.push(entry);
                self.entries.len() as u32 - 1
            }
        };
        self.classes[class as usize].top = at;
        if !self.classes[class as usize].waits && class != self.current {
            self.wait(class);
        }
    }
}

impl Queue for ClassQueue {
    fn begin(&mut self, _: Cost, _: Option<Cost>) {
        self.classes.clear();
        let size = self.table.len().max(1024);
        self.table.clear();
        self.table.resize(size, NIL);
        self.entries.clear();
        self.unused = NIL;
        self.heap.clear();
        self.current = NIL;
    }

    #[inline]
    fn push(&mut self, key: Key) {
        self.put(key);
    }

    #[inline]
    fn lower(&mut self, key: Key) {
        self.put(key);
    }

    #[inline]
    fn pop(&mut self, _: impl Fn(u32) -> bool) -> Option<Key> {
        loop {
            if let Some(current) = self.classes.get_mut(self.current as usize) {
                let f = current.f;
                // An inconsistent estimate may have put something before it.
                let overtaken = self.heap.first().is_some_and(|&(least, _)| least < f);
                let top = current.top;
                if let (false, Some(entry)) = (overtaken, self.entries.get_mut(top as usize)) {
                    let Entry { node, below } = *entry;
                    current.top = below;
                    entry.below = self.unused;
                    self.unused = top;
                    return Some(Key::new(Cost::from_raw(f), 0, node));
                }
                if overtaken && top != NIL {
                    let class = self.current;
                    self.wait(class);
                }
            }
            self.current = self.next_class()?;
            self.classes[self.current as usize].waits = false;
        }
    }
}
