#![no_main]

#[path = "../../crates/wayline-batch/tests/checks/mod.rs"]
mod checks;

use std::panic::{catch_unwind, set_hook};
use std::sync::Once;

static HOOK: Once = Once::new();

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // Readers of Arrow panic on some damaged files, which is caught; libFuzzer's own hook would end at each.
    HOOK.call_once(|| set_hook(Box::new(|panic| eprintln!("{panic}"))));
    if catch_unwind(|| checks::check(bytes)).is_err() {
        std::process::abort();
    }
});
