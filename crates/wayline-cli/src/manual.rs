//! `wayline completions` and `wayline man`: what a package installs beside the program.

use crate::failure::{Failure, Status};
use crate::flags::Shared;
use crate::output;
use crate::output_file::OutputFile;
use clap::{Args, Command};
use clap_complete::Shell;
use serde::Serialize;
use std::io;
use std::path::{Path, PathBuf};

/// Print a script that completes commands, flags and their values in a shell
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  wayline completions bash > ~/.local/share/bash-completion/completions/wayline
  wayline completions fish > ~/.config/fish/completions/wayline.fish")]
pub(crate) struct Completions {
    /// Which shell
    shell: Shell,
}

/// Print the manual, or write it as one page for each command
#[derive(Args)]
#[command(after_long_help = "\
Without --output, the manual is one page with every command in it.

Examples:
  wayline man | man -l -
  wayline man > wayline.1
  wayline man --output ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// Write wayline.1, wayline-solve.1 and so on to this folder
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

#[derive(Serialize)]
struct Files {
    files: Vec<String>,
}

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
    pub(crate) fn run(self, program: Command, shared: Shared) -> Result<Status, Failure> {
        let mut program = program.disable_help_subcommand(true);
        program.build();
        match &self.output {
            Some(folder) => write_pages(&program, folder, shared),
            None => say(one_page(&program).map_err(Failure::Stdout)?, shared),
        }
    }
}

/// The page of the program, which refers to those of its commands, and these.
fn write_pages(program: &Command, folder: &Path, shared: Shared) -> Result<Status, Failure> {
    let mut files = Vec::new();
    for command in std::iter::once(program).chain(program.get_subcommands()) {
        let man = clap_mangen::Man::new(command.clone());
        let path = folder.join(man.get_filename());
        let unwritable = |source| Failure::Unwritable { path: path.clone(), source };
        OutputFile::create(&path)?.finish(|out| man.render(out).map_err(unwritable))?;
        files.push(path.display().to_string());
    }
    if shared.is_json() {
        output::say_json(&Files { files })?;
    } else {
        output::say(&(files.join("\n") + "\n"))?;
    }
    Ok(Status::Done)
}

/// Everything on one page: the commands follow, each with its own flags and examples.
fn one_page(program: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(program.clone()).render(&mut page)?;
    let mut page = String::from_utf8_lossy(&page).into_owned();
    for command in program.get_subcommands() {
        let name = command.get_name();
        // There is no other page to refer to.
        let reference = format!("wayline-{name}(1)").replace('-', "\\-");
        page = page.replace(&reference, &format!("wayline {name}"));
        let man = clap_mangen::Man::new(command.clone());
        let mut section = Vec::new();
        man.render_description_section(&mut section)?;
        man.render_synopsis_section(&mut section)?;
        man.render_options_section(&mut section)?;
        man.render_extra_section(&mut section)?;
        page += &format!(".SH \"WAYLINE {}\"\n", name.to_uppercase());
        // Sections of a command are subsections of the page.
        page += &String::from_utf8_lossy(&section).replace(".SH ", ".SS ");
    }
    Ok(page.into_bytes())
}

fn say(text: Vec<u8>, shared: Shared) -> Result<Status, Failure> {
    if shared.is_json() {
        output::say_json(&Text { text: String::from_utf8_lossy(&text).into_owned() })?;
    } else {
        output::say_bytes(&text)?;
    }
    Ok(Status::Done)
}
