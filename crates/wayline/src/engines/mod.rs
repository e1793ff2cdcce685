//! What answers: searches, prepared indices, fields, and the scratch memory that they share. (The engines
//! of bodies are in [`body`](crate::body).)

pub(crate) mod asked;
pub(crate) mod field;
pub(crate) mod index;
pub(crate) mod search;
pub(crate) mod workspace;
