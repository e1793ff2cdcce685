//! Tables of path queries, answered in bulk.
//!
//! Everything is built on one function, [`Batch::answer`]: a record batch goes in, and the same rows come out with
//! their answers. The command `wayline batch` streams files through it, in any of the formats of [`files`], and
//! other engines for tables (Spark, Ray, DataFusion, ...) call it once for each of their batches.
//!
//! The answers are exact, the same on any number of threads, and in the order of the rows.

mod answers;
mod batch;
mod bodies;
mod columns;
mod ends;
mod error;
#[cfg(feature = "files")]
pub mod files;
mod known;
mod maps;
mod network;
mod plan;
mod threads;

pub use answers::Counts;
pub use batch::{Batch, NoteSink, Options, StopSignal};
pub use error::BatchError;
pub use plan::Choice;
