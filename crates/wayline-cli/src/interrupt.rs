//! Ctrl-C: a search is asked to stop, anything else ends at once, and no half-written file stays.

use crate::failure::Failure;
use crate::output_file;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

static CANCEL: AtomicBool = AtomicBool::new(false);
static SEARCHING: AtomicBool = AtomicBool::new(false);
static STOP: Mutex<Option<Box<dyn Fn() + Send>>> = Mutex::new(None);

/// From here on, Ctrl-C and signals to end are handled.
pub(crate) fn install() {
    // Fails only where the platform has no signals; then the system's own way of ending stands.
    let _ = ctrlc::set_handler(|| {
        // Held until the process ends, so that no new file can appear meanwhile.
        let pending = output_file::abandon();
        let again = CANCEL.swap(true, Ordering::SeqCst);
        if again || !SEARCHING.load(Ordering::SeqCst) {
            std::process::exit(Failure::INTERRUPTED.into());
        }
        drop(pending);
        if let Ok(Some(stop)) = STOP.lock().as_deref() {
            stop();
        }
    });
}

/// What a search is to look at now and then.
pub(crate) fn flag() -> &'static AtomicBool {
    &CANCEL
}

/// Fails once Ctrl-C was pressed.
pub(crate) fn check() -> Result<(), Failure> {
    if CANCEL.load(Ordering::SeqCst) { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Does something that looks at the [`flag`]. While it runs, the first Ctrl-C leaves the ending to
/// it; the second ends the process.
pub(crate) fn heeding<T>(search: impl FnOnce() -> T) -> Result<T, Failure> {
    SEARCHING.store(true, Ordering::SeqCst);
    let found = search();
    SEARCHING.store(false, Ordering::SeqCst);
    check().map(|()| found)
}

/// Does something that ends well when `stop` is called, as the first Ctrl-C does; the second ends the
/// process.
#[cfg(feature = "play")]
pub(crate) fn ending_by<T>(stop: impl Fn() + Send + 'static, work: impl FnOnce() -> T) -> T {
    if let Ok(mut place) = STOP.lock() {
        *place = Some(Box::new(stop));
    }
    SEARCHING.store(true, Ordering::SeqCst);
    let done = work();
    SEARCHING.store(false, Ordering::SeqCst);
    done
}
