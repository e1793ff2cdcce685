#![no_main]

#[path = "../../crates/wayline/tests/engine/index_bytes.rs"]
mod index_bytes;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| index_bytes::check(bytes));
