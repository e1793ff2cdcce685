//! Work on several threads whose result does not depend on how many there are.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// Less work than this for each thread is not worth starting one: about a fifth of a millisecond.
const WORTHWHILE: u64 = 8000;

/// As many workers as threads, each with scratch memory of its own.
pub(crate) struct Workers<S> {
    scratch: Vec<Apart<S>>,
}

/// On cache lines of its own: threads that write to the same one wait for each other.
#[repr(align(128))]
struct Apart<S>(S);

impl<S: Send> Workers<S> {
    pub(crate) fn new(threads: usize, scratch: impl Fn() -> S) -> Workers<S> {
        Workers { scratch: (0..threads.max(1)).map(|_| Apart(scratch())).collect() }
    }

    /// The scratch memory of a thread that works alone.
    pub(crate) fn alone(&mut self) -> &mut S {
        &mut self.scratch[0].0
    }

    /// The scratch memory of each worker.
    pub(crate) fn each(&mut self) -> impl Iterator<Item = &mut S> {
        self.scratch.iter_mut().map(|own| &mut own.0)
    }

    /// Does the work for every item, in place: nothing is allocated that items do not keep. Given how
    /// much work one may be. Items lie side by side: while it works, each thread should write to its
    /// scratch memory, and to the item at the end.
    pub(crate) fn for_each<T: Send>(
        &mut self,
        items: &mut [T],
        work_each: u64,
        work: impl Fn(&mut T, &mut S) + Sync,
    ) {
        let worth = (items.len() as u64).saturating_mul(work_each) / WORTHWHILE;
        let threads = self.scratch.len().min(items.len()).min(worth as usize).max(1);
        // Where code is fetched over a network there are no threads either.
        if threads == 1 || cfg!(target_arch = "wasm32") {
            return items.iter_mut().for_each(|item| work(item, &mut self.scratch[0].0));
        }
        // Stretches small enough that no thread waits long for the last.
        let size = (items.len() / (8 * threads)).clamp(1, 64);
        let stretches = Mutex::new(items.chunks_mut(size));
        let labour = |scratch: &mut S| {
            loop {
                let stretch = stretches.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(stretch) = stretch else { return };
                stretch.iter_mut().for_each(|item| work(item, scratch));
            }
        };
        let (own, others) = self.scratch[..threads].split_at_mut(1);
        // A panic in one of them goes on here.
        thread::scope(|scope| {
            for scratch in others {
                scope.spawn(|| labour(&mut scratch.0));
            }
            labour(&mut own[0].0);
        });
    }
}

/// Two pieces of work, side by side if there are threads for it.
pub(crate) fn both<A: Send, B: Send>(
    threads: usize,
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    if threads < 2 || cfg!(target_arch = "wasm32") {
        return (first(), second());
    }
    thread::scope(|scope| {
        let second = scope.spawn(second);
        let first = first();
        match second.join() {
            Ok(second) => (first, second),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_worked_on_once() {
        for threads in [0, 1, 2, 5] {
            let mut items: Vec<u32> = (0..1000).collect();
            let mut workers = Workers::new(threads, || 0u32);
            workers.for_each(&mut items, 1000, |item, count| {
                *count += 1;
                *item *= 2;
            });
            assert!(items.iter().enumerate().all(|(i, &item)| item == 2 * i as u32));
            assert_eq!(workers.scratch.iter().map(|own| own.0).sum::<u32>(), 1000);
        }
    }
}
