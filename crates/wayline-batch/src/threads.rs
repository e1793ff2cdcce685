//! Work over several threads, each with scratch memory that it keeps.

use crate::error::BatchError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Does work for each number below `count` and returns what became of it, in order: the same whatever the
/// number of workers. Ends early once `cancelled` says so.
pub(crate) fn spread<W: Send, T: Send>(
    workers: &mut [W],
    count: usize,
    cancelled: &(dyn Fn() -> bool + Sync),
    work: impl Fn(usize, &mut W) -> T + Sync,
) -> Result<Vec<T>, BatchError> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(count));
    let labour = |worker: &mut W| {
        while !cancelled() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            let made = work(number, worker);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((number, made));
        }
    };
    let many = workers.len().min(count.max(1));
    match &mut workers[..many] {
        [alone] => labour(alone),
        several => std::thread::scope(|scope| {
            for worker in several {
                scope.spawn(|| labour(worker));
            }
        }),
    }
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    if done.len() < count {
        return Err(BatchError::Cancelled);
    }
    done.sort_unstable_by_key(|&(number, _)| number);
    Ok(done.into_iter().map(|(_, made)| made).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_done_once_and_in_order() {
        for threads in [1, 2, 5] {
            let mut workers = vec![0u64; threads];
            let made = spread(&mut workers, 1000, &|| false, |number, count| {
                *count += 1;
                number * 2
            });
            assert!(made.unwrap().into_iter().eq((0..1000).map(|number| number * 2)));
            assert_eq!(workers.iter().sum::<u64>(), 1000);
        }
        let stopped = spread(&mut [()], 3, &|| true, |number, ()| number);
        assert!(matches!(stopped, Err(BatchError::Cancelled)));
    }
}
