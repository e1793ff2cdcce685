//! Tables, as Markdown and as JSON.

use serde_json::{Map, Value};
use std::process::exit;

/// A table with a heading. Cells are texts or numbers.
pub struct Table {
    title: String,
    columns: Vec<String>,
    rows: Vec<Vec<Value>>,
}

impl Table {
    pub fn new(title: &str, columns: &[&str]) -> Table {
        let columns = columns.iter().map(|&name| name.to_owned()).collect();
        Table { title: title.to_owned(), columns, rows: Vec::new() }
    }

    pub fn row(&mut self, cells: Vec<Value>) {
        assert_eq!(cells.len(), self.columns.len(), "{}", self.title);
        self.rows.push(cells);
    }

    /// Several rows, or none.
    pub fn rows(&mut self, rows: impl IntoIterator<Item = Vec<Value>>) {
        rows.into_iter().for_each(|row| self.row(row));
    }

    fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let is_number = |column: usize| self.rows.iter().any(|row| row[column].is_number());
        let rule = (0..self.columns.len()).map(|c| if is_number(c) { "---:" } else { "---" });
        let mut text = format!("### {}\n\n{}", self.title, line(self.columns.clone()));
        text += &line(rule.map(str::to_owned).collect());
        for row in &self.rows {
            text += &line(row.iter().map(shown).collect());
        }
        text
    }

    fn json(&self) -> Value {
        let object = |row: &Vec<Value>| -> Value {
            self.columns.iter().cloned().zip(row.iter().cloned()).collect::<Map<_, _>>().into()
        };
        let rows: Vec<Value> = self.rows.iter().map(object).collect();
        serde_json::json!({ "title": self.title, "rows": rows })
    }
}

/// Three digits are all that a timing is good for.
fn shown(cell: &Value) -> String {
    match cell {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => {
            let number = number.as_f64().unwrap_or(f64::NAN);
            let decimals = (2 - number.abs().log10().floor() as i32).clamp(0, 2) as usize;
            format!("{number:.decimals$}")
        }
        other => other.to_string(),
    }
}

/// Everything that was measured. Tables are printed as they come.
#[derive(Default)]
pub struct Report {
    parts: Map<String, Value>,
}

impl Report {
    pub fn add(&mut self, part: &str, tables: Vec<Table>) {
        for table in &tables {
            println!("{}", table.markdown());
        }
        self.parts.insert(part.to_owned(), tables.iter().map(Table::json).collect());
    }

    pub fn write_json(self, file: &str) {
        let text = format!("{:#}\n", Value::Object(self.parts));
        if let Err(error) = std::fs::write(file, text) {
            eprintln!("{file}: {error}");
            exit(1);
        }
    }
}
