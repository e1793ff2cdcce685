//! [`BatchError`]: why a table of queries cannot be answered.

use arrow_schema::ArrowError;

/// Why a table of queries cannot be answered at all. What is wrong with a single row is not an error: the row
/// gets the status `bad` and a reason, unless [strict](crate::Options::strict) is asked for.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// A column that is needed is not there.
    #[error(
        "there is no column '{column}': expected the columns {expected}, and found {}",
        listed(.found)
    )]
    NoColumn {
        /// Which.
        column: &'static str,
        /// All that are needed.
        expected: &'static str,
        /// What is there.
        found: Vec<String>,
    },
    /// A column that the answers would have twice.
    #[error(
        "the queries have a column '{0}', and so have the answers: rename it, or leave it out of the queries"
    )]
    TakenColumn(String),
    /// Two columns of one name.
    #[error("two columns are called '{0}': expected each name once")]
    SameColumn(String),
    /// A column that cannot be read as numbers or names.
    #[error("the column '{column}' holds {found}: expected {expected}")]
    WrongType {
        /// Which.
        column: String,
        /// Its type.
        found: String,
        /// What would do.
        expected: &'static str,
    },
    /// A bad row where none is accepted.
    #[error("row {}: {reason}", .row + 1)]
    BadRow {
        /// Which row, from zero.
        row: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// Paths with too many steps for one list column.
    #[error(
        "the paths of {rows} rows have more than 2,147,483,647 steps: pass fewer rows at a time"
    )]
    TooManySteps {
        /// How many rows were passed.
        rows: usize,
    },
    /// A map or network that has changed since an earlier run was started.
    #[error("{0} has changed since the run was started: start again, without the answers so far")]
    Changed(String),
    /// The caller cancelled it.
    #[error("interrupted")]
    Cancelled,
    /// The engine refuses.
    #[error(transparent)]
    Engine(#[from] wayline::Error),
    /// Arrow refuses.
    #[error(transparent)]
    Arrow(#[from] ArrowError),
}

wayline::from_each_error!(BatchError);

fn listed(names: &[String]) -> String {
    match names {
        [] => "none".to_owned(),
        names => names.join(", "),
    }
}
