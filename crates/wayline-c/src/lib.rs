//! Wayline for C: the functions of `include/wayline.h`, which is made from these sources by cbindgen.
//!
//! The comments here are those of the header, so they speak to C programmers. How it is built:
//! `status` (codes, messages, no panic gets out), `pointers` (what callers pass; the unsafe code), `handle`
//! (opaque pointers with locks), `types` and `settings` (plain structs), and a file for each kind of space.

// Everything here is called from C, with pointers that no compiler has checked. Each block says why it holds.
#![allow(unsafe_code)]
// What C callers have to promise is the same for all functions, and is said at the top of the header.
#![allow(clippy::missing_safety_doc)]
// The engine's settings may get more fields: they are set one by one.
#![allow(clippy::field_reassign_with_default)]
// Names are those of C.
#![allow(non_camel_case_types)]

// In the order in which the header has them.
pub mod status;

pub mod names;

pub mod types;

pub mod settings;

pub mod workspace;

pub mod grid;

pub mod resumable;

pub mod index;

pub mod live;

pub mod field;

pub mod graph;

pub mod graph_index;

pub mod files;

pub mod body;

pub mod world;

pub mod flow;

pub mod steering;

pub mod body_planner;

mod handle;
mod pointers;
#[cfg(test)]
mod tests;

use std::ffi::c_char;

/// The number of this interface. It changes with every change after which a program has to be compiled anew.
pub const WL_ABI: u32 = 1;

/// WL_ABI as the library has it. A program that loads a shared library can compare it with that of its header.
#[unsafe(no_mangle)]
pub extern "C" fn wl_abi() -> u32 {
    WL_ABI
}

/// The version of the library, such as "0.1.0". It is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn wl_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
