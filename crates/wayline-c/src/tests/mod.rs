//! Every refusal, and the same answers as from the engine itself.
