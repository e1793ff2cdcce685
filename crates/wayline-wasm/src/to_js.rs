//! Answers as JavaScript objects, and errors.

use wasm_bindgen::prelude::JsError;

/// An error in words.
pub(crate) fn words(error: impl ToString) -> String {
    error.to_string()
}

/// What goes wrong, for JavaScript.
pub(crate) fn thrown(error: impl ToString) -> JsError {
    JsError::new(&words(error))
}

#[cfg(any(
    feature = "cells",
    feature = "bodies",
    feature = "fields",
    feature = "networks",
    feature = "osm",
    feature = "crowds"
))]
pub(crate) use objects::JsObject;
#[cfg(any(
    feature = "cells",
    feature = "bodies",
    feature = "fields",
    feature = "networks",
    feature = "crowds"
))]
pub(crate) use objects::numbers;
#[cfg(any(feature = "cells", feature = "bodies", feature = "fields", feature = "networks"))]
pub(crate) use objects::or_null;

#[cfg(any(
    feature = "cells",
    feature = "bodies",
    feature = "fields",
    feature = "networks",
    feature = "osm",
    feature = "crowds"
))]
// Crowds, fields and maps have answers of their own.
#[cfg_attr(not(any(feature = "cells", feature = "bodies", feature = "networks")), allow(dead_code))]
mod objects {
    use js_sys::{Object, Reflect, Uint32Array};
    use wasm_bindgen::JsValue;
    use wayline::{Cost, Outcome, Stats};

    /// An object under construction.
    pub(crate) struct JsObject(Object);

    impl JsObject {
        pub(crate) fn new() -> JsObject {
            JsObject(Object::new())
        }

        pub(crate) fn with(self, name: &str, value: impl Into<JsValue>) -> JsObject {
            // Only frozen objects refuse, and this one is new.
            let _ = Reflect::set(&self.0, &name.into(), &value.into());
            self
        }

        /// How a search ended and what it did.
        pub(crate) fn with_outcome(self, outcome: Outcome, cost: Cost, stats: Stats) -> JsObject {
            let (word, limit) = match outcome {
                Outcome::Found => ("found", None),
                Outcome::Unreachable => ("unreachable", None),
                Outcome::Stopped(limit) => ("limit", Some(limit.to_string())),
            };
            self.with("found", outcome == Outcome::Found)
                .with("outcome", word)
                .with("limit", or_null(limit))
                .with("cost", or_null((!cost.is_infinite()).then(|| cost.to_f64())))
                .with("expanded", stats.expanded as f64)
                .with("generated", stats.generated as f64)
                .with("reopened", stats.reopened as f64)
                .with("largestOpen", stats.largest_open as f64)
        }

        /// What the judge says.
        pub(crate) fn with_verdict(self, verdict: &Option<Result<(), String>>) -> JsObject {
            let flaw = match verdict {
                Some(Err(flaw)) => JsValue::from(&flaw[..]),
                _ => JsValue::NULL,
            };
            self.with("verified", or_null(verdict.as_ref().map(Result::is_ok))).with("flaw", flaw)
        }

        pub(crate) fn done(self) -> JsValue {
            self.0.into()
        }
    }

    /// `null` for nothing.
    pub(crate) fn or_null(value: Option<impl Into<JsValue>>) -> JsValue {
        value.map_or(JsValue::NULL, Into::into)
    }

    /// Numbers as a typed array of their own.
    pub(crate) fn numbers(numbers: &[u32]) -> Uint32Array {
        Uint32Array::from(numbers)
    }
}
