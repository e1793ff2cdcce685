#![no_main]

#[path = "../../crates/wayline-networks/tests/checks/mod.rs"]
#[allow(dead_code)]
mod checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checks::network(bytes));
