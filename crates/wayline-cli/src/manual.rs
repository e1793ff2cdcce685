//! `wayline completions` and `wayline man`: what a package installs beside the program.

use crate::failure::{Failure, Status};
use crate::flags::Shared;
use crate::output;
use clap::{Args, Command};
use clap_complete::Shell;
use serde::Serialize;

/// Print a script that completes commands and flags in a shell
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  wayline completions bash > ~/.local/share/bash-completion/completions/wayline
  wayline completions fish > ~/.config/fish/completions/wayline.fish")]
pub(crate) struct Completions {
    /// Which shell
    shell: Shell,
}

/// Print the manual page, with all commands
#[derive(Args)]
#[command(after_long_help = "Examples:\n  wayline man > wayline.1\n  wayline man | man -l -")]
pub(crate) struct Man {}

#[derive(Serialize)]
struct Text {
    text: String,
}

impl Completions {
    pub(crate) fn run(self, mut program: Command, shared: Shared) -> Result<Status, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "wayline", &mut script);
        say(script, shared)
    }
}

impl Man {
    pub(crate) fn run(self, mut program: Command, shared: Shared) -> Result<Status, Failure> {
        program.build();
        let mut page = Vec::new();
        clap_mangen::Man::new(program.clone()).render(&mut page).map_err(Failure::Stdout)?;
        // One page for everything: the commands follow, each with its own flags and examples.
        for command in program.get_subcommands().filter(|command| command.get_name() != "help") {
            let name = format!("wayline {}", command.get_name());
            let man = clap_mangen::Man::new(command.clone());
            page.extend_from_slice(format!(".SH \"{}\"\n", name.to_uppercase()).as_bytes());
            let render = |page: &mut Vec<u8>| {
                man.render_description_section(page)?;
                man.render_synopsis_section(page)?;
                man.render_options_section(page)?;
                man.render_extra_section(page)
            };
            let mut section = Vec::new();
            render(&mut section).map_err(Failure::Stdout)?;
            // Sections of a command are subsections of the page.
            page.extend(String::from_utf8_lossy(&section).replace(".SH ", ".SS ").into_bytes());
        }
        say(page, shared)
    }
}

fn say(text: Vec<u8>, shared: Shared) -> Result<Status, Failure> {
    if shared.is_json() {
        output::say_json(&Text { text: String::from_utf8_lossy(&text).into_owned() })?;
    } else {
        output::say_bytes(&text)?;
    }
    Ok(Status::Done)
}
