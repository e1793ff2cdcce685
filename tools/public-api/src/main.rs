//! `wayline-public-api DESCRIPTION.json`: prints what is public, one item a line.

use public_api::Builder;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(description) = std::env::args_os().nth(1) else {
        eprintln!("expected the JSON that rustdoc wrote of a crate");
        return ExitCode::from(2);
    };
    // What the compiler or the standard library gives to every type is left out: it hides what changed.
    let listing = Builder::from_rustdoc_json(description)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .build();
    match listing {
        Ok(listing) => {
            print!("{listing}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
