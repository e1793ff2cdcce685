//! Handles: what callers hold by opaque pointers.
//!
//! Each has a lock that is tried and never waited for. A caller who breaks the rules on threads, or calls back
//! into what is in use, is refused with a status instead of reading memory that somebody else is changing.

use crate::status::{Failure, wl_status};
use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError};

/// What is behind an opaque pointer. Callers use it from any thread.
pub(crate) trait Handle: Send + Sync {
    type Value;
    const NAME: &'static str;
    fn lock(&self) -> &RwLock<Self::Value>;
}

/// Makes a [`Handle`] of a struct around a lock.
macro_rules! handle {
    ($($handle:ident: $value:ty, $name:literal;)*) => {
        $(impl $crate::handle::Handle for $handle {
            type Value = $value;
            const NAME: &'static str = $name;
            fn lock(&self) -> &std::sync::RwLock<$value> {
                &self.0
            }
        }

        impl $handle {
            pub(crate) fn new(value: $value) -> $handle {
                $handle(std::sync::RwLock::new(value))
            }
        })*
    };
}
pub(crate) use handle;

/// A handle as it was passed.
pub(crate) trait Passed<'a, T> {
    /// To look at. Others may do so at the same time.
    fn read(self) -> Result<RwLockReadGuard<'a, T>, Failure>;
    /// To change. Nobody else may look.
    fn write(self) -> Result<RwLockWriteGuard<'a, T>, Failure>;
}

impl<'a, H: Handle> Passed<'a, H::Value> for Option<&'a H> {
    fn read(self) -> Result<RwLockReadGuard<'a, H::Value>, Failure> {
        let handle = self.ok_or_else(|| Failure::null(H::NAME))?;
        handle.lock().try_read().map_err(|error| refused(H::NAME, &error))
    }

    fn write(self) -> Result<RwLockWriteGuard<'a, H::Value>, Failure> {
        let handle = self.ok_or_else(|| Failure::null(H::NAME))?;
        handle.lock().try_write().map_err(|error| refused(H::NAME, &error))
    }
}

fn refused<G>(name: &str, error: &TryLockError<G>) -> Failure {
    match error {
        TryLockError::WouldBlock => Failure::new(
            wl_status::Busy,
            format_args!("the {name} is in use by another call: wait until that has returned"),
        ),
        TryLockError::Poisoned(_) => Failure::new(
            wl_status::Internal,
            format_args!("a bug in wayline left the {name} half changed: destroy it"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{wl_grid, wl_grid_height, wl_grid_width};
    use wayline::Grid;

    #[test]
    fn what_is_changed_is_nobody_elses() {
        let grid = wl_grid::new(Grid::new(3, 2).unwrap());
        let changing = Some(&grid).write().unwrap();
        std::thread::scope(|scope| {
            scope.spawn(|| assert_eq!(wl_grid_width(Some(&grid)), 0));
        });
        drop(changing);
        let reading = Some(&grid).read().unwrap();
        assert!(Some(&grid).write().is_err());
        assert_eq!((wl_grid_width(Some(&grid)), reading.width()), (3, 3));
    }

    #[test]
    fn what_a_panic_left_half_changed_is_refused() {
        let grid = wl_grid::new(Grid::new(3, 2).unwrap());
        let status = crate::status::run(|| {
            let _changing = Some(&grid).write()?;
            panic!("as the engine might");
        });
        assert_eq!(status, wl_status::Internal);
        assert_eq!(wl_grid_height(Some(&grid)), 0);
    }
}
