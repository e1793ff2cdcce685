//! The same answers as from the engine itself. Refusals are tested from C: tests/refusals.c.

mod agreement;
mod complete;
mod crowds;
mod owned;
mod worlds;
