//! Aligned columns of text, and numbers as people read them.

use std::fmt::Write;

/// Rows of words in columns. The first `words` columns are aligned to the left, the others, which
/// are numbers, to the right.
pub(crate) fn table(words: usize, head: &[&str], rows: &[Vec<String>]) -> String {
    let length = |text: &str| text.chars().count();
    let mut widths: Vec<usize> = head.iter().map(|title| length(title)).collect();
    for row in rows {
        for (width, field) in widths.iter_mut().zip(row) {
            *width = (*width).max(length(field));
        }
    }
    let mut text = String::new();
    let mut line = |fields: &mut dyn Iterator<Item = &str>| {
        let mut row = String::new();
        for (column, (field, width)) in fields.zip(&widths).enumerate() {
            let gap = if column == 0 { "" } else { "  " };
            let _ = if column < words {
                write!(row, "{gap}{field:<width$}")
            } else {
                write!(row, "{gap}{field:>width$}")
            };
        }
        text.push_str(row.trim_end());
        text.push('\n');
    };
    line(&mut head.iter().copied());
    for row in rows {
        line(&mut row.iter().map(String::as_str));
    }
    text
}

/// A time in the unit that suits it.
pub(crate) fn time(micros: f64) -> String {
    match micros {
        us if us < 10.0 => format!("{us:.2} µs"),
        us if us < 1000.0 => format!("{us:.1} µs"),
        us if us < 1_000_000.0 => format!("{:.2} ms", us / 1000.0),
        us => format!("{:.2} s", us / 1e6),
    }
}

/// A whole number in groups of three.
pub(crate) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// So many of something: `1 cell`, `2 cells`.
pub(crate) fn counted(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", count(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_people_read_them() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(1234567), "1,234,567");
        assert_eq!((counted(1, "cell"), counted(2, "cell")), ("1 cell".into(), "2 cells".into()));
        assert_eq!(time(1.234), "1.23 µs");
        assert_eq!(time(12_345.0), "12.35 ms");
    }

    #[test]
    fn columns_are_aligned() {
        let rows = [vec!["a".to_owned(), "1".to_owned()], vec!["bb".to_owned(), "22".to_owned()]];
        assert_eq!(table(1, &["name", "n"], &rows), "name   n\na      1\nbb    22\n");
    }
}
