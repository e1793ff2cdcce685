//! [`Value`]: what JavaScript hands over as an option, and how it is read.

use js_sys::{Array, Object};
use wasm_bindgen::{JsCast, JsValue};
#[cfg(feature = "cells")]
use wayline::Cell;

/// A value of an option.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// `undefined` or `null`: as if the option had been left out.
    Nothing,
    Flag(bool),
    Number(f64),
    Text(String),
    List(Vec<Value>),
    /// What no option takes: objects, functions, symbols.
    Other,
}

/// The options in an object, by name, in the order they were given.
pub(crate) type Named = Vec<(String, Value)>;

impl Value {
    pub(crate) fn of(value: &JsValue) -> Value {
        if let Some(flag) = value.as_bool() {
            Value::Flag(flag)
        } else if let Some(number) = value.as_f64() {
            Value::Number(number)
        } else if let Some(text) = value.as_string() {
            Value::Text(text)
        } else if let Some(list) = value.dyn_ref::<Array>() {
            // The longest list that any option takes has far fewer.
            Value::List(list.iter().take(64).map(|item| Value::of(&item)).collect())
        } else if value.is_undefined() || value.is_null() {
            Value::Nothing
        } else {
            Value::Other
        }
    }

    /// The options in a JavaScript object; none if it was left out.
    pub(crate) fn named(options: &JsValue) -> Result<Named, String> {
        if options.is_undefined() || options.is_null() {
            return Ok(Vec::new());
        }
        let object = options.dyn_ref::<Object>().ok_or("options: expected an object")?;
        let pair = |pair: JsValue| {
            let pair = Array::from(&pair);
            (pair.get(0).as_string().unwrap_or_default(), Value::of(&pair.get(1)))
        };
        let pairs = Object::entries(object);
        Ok(pairs.iter().map(pair).filter(|(_, value)| *value != Value::Nothing).collect())
    }

    pub(crate) fn text(&self, name: &str) -> Result<String, String> {
        match self {
            Value::Text(text) => Ok(text.clone()),
            Value::Number(number) => Ok(number.to_string()),
            _ => Err(format!("{name}: expected a text")),
        }
    }

    pub(crate) fn flag(&self, name: &str) -> Result<bool, String> {
        match self {
            Value::Flag(flag) => Ok(*flag),
            _ => Err(format!("{name}: expected true or false")),
        }
    }

    pub(crate) fn number(&self, name: &str) -> Result<f64, String> {
        let number = match self {
            Value::Number(number) => Some(*number),
            Value::Text(text) => read_number(text),
            _ => None,
        };
        number.ok_or_else(|| format!("{name}: expected a number"))
    }

    /// A whole number, zero or more.
    pub(crate) fn whole(&self, name: &str) -> Result<u64, String> {
        let number = self.number(name)?;
        // Up to here every whole number is a number of JavaScript's.
        if number.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(&number) {
            Ok(number as u64)
        } else {
            Err(format!("{name}: expected a whole number, zero or more"))
        }
    }

    #[cfg(feature = "cells")]
    /// Texts separated by commas, or a list of them.
    pub(crate) fn texts(&self, name: &str) -> Result<Vec<String>, String> {
        match self {
            Value::List(list) => list.iter().map(|item| item.text(name)).collect(),
            one => Ok(one.text(name)?.split(',').map(|part| part.trim().to_owned()).collect()),
        }
    }

    #[cfg(feature = "cells")]
    /// A cell: its number, `[x, y]`, or `"x,y"`.
    pub(crate) fn cell(&self, name: &str, width: u32) -> Result<Cell, String> {
        let bad =
            || format!("{name}: expected a cell: its number y * width + x, [x, y] or \"x,y\"");
        let side =
            |value: &Value| u32::try_from(value.whole(name).map_err(|_| bad())?).map_err(|_| bad());
        match self {
            Value::List(list) => match &list[..] {
                [x, y] => Ok(Cell::new(side(x)?, side(y)?)),
                _ => Err(bad()),
            },
            Value::Text(text) => {
                let (x, y) = text.split_once(',').ok_or_else(bad)?;
                let side = |part: &str| part.trim().parse().map_err(|_| bad());
                Ok(Cell::new(side(x)?, side(y)?))
            }
            number => {
                let number = side(number)?;
                Ok(Cell::new(number % width.max(1), number / width.max(1)))
            }
        }
    }
}

/// A number in words, by the host, which has to know how anyway.
#[cfg(target_arch = "wasm32")]
pub(crate) fn read_number(text: &str) -> Option<f64> {
    let number = js_sys::Number::from(JsValue::from_str(text)).value_of();
    (!number.is_nan() && !text.trim_ascii().is_empty()).then_some(number)
}

#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn read_number(text: &str) -> Option<f64> {
    text.trim_ascii().parse().ok().filter(|number: &f64| !number.is_nan())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_in_three_forms() {
        let pair = Value::List(vec![Value::Number(3.0), Value::Number(2.0)]);
        let same = [Value::Number(23.0), pair, Value::Text("3, 2".to_owned())];
        for value in same {
            assert_eq!(value.cell("from", 10), Ok(Cell::new(3, 2)));
        }
    }

    #[test]
    fn what_is_no_cell_is_refused() {
        let bad = [
            Value::Number(-1.0),
            Value::Number(0.5),
            Value::Number(f64::NAN),
            Value::Number(1e300),
            Value::Flag(true),
            Value::Other,
            Value::List(vec![Value::Number(1.0)]),
            Value::Text("1;2".to_owned()),
            Value::Text("-1,2".to_owned()),
        ];
        for value in bad {
            let error = value.cell("to", 10).unwrap_err();
            assert!(error.starts_with("to: expected a cell"), "{error}");
        }
    }

    #[test]
    fn numbers_and_texts() {
        assert_eq!(Value::Text(" 7 ".to_owned()).whole("n"), Ok(7));
        assert!(Value::Number(-1.0).whole("n").is_err());
        assert!(Value::Number(f64::INFINITY).whole("n").is_err());
        assert_eq!(Value::Number(4.0).text("moves"), Ok("4".to_owned()));
        let texts = Value::Text("octile, euclidean".to_owned()).texts("heuristic");
        assert_eq!(texts, Ok(vec!["octile".to_owned(), "euclidean".to_owned()]));
    }
}
