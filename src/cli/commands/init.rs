//! `smelt init`: a first `smelt.toml` for a directory of cases.

use crate::cli::args::InitArgs;
use crate::cli::error::CliError;
use crate::cli::{exit, output};
use crate::corpus::{CONFIG_NAME, discover, starter};
use crate::solver::{CommandSpec, Invocation};
use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Solvers that are looked for on PATH.
const KNOWN: [&str; 8] = [
    "z3",
    "cvc5",
    "cvc4",
    "yices-smt2",
    "bitwuzla",
    "boolector",
    "mathsat",
    "clingo",
];

pub(super) fn run(args: &InitArgs) -> Result<u8, CliError> {
    let found = discover(std::slice::from_ref(&args.directory))?;
    let solvers: Vec<(&str, PathBuf)> = KNOWN
        .iter()
        .filter_map(|name| Some((*name, on_path(name)?)))
        .collect();
    let path = args.directory.join(CONFIG_NAME);
    write(&path, &starter(&found.cases, &solvers)).map_err(|error| refused(&path, &error))?;
    output::data(&format!("{}\n", path.display()))?;
    Ok(exit::DONE)
}

/// The program that PATH finds for a name.
fn on_path(name: &str) -> Option<PathBuf> {
    let spec = CommandSpec {
        argv: vec![name.into()],
        ..CommandSpec::default()
    };
    let found = Invocation::resolve(&spec).ok()?;
    Some(found.program().to_owned())
}

/// Writes a file that is not there yet, be it as a link that leads nowhere.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())
}

fn refused(path: &Path, error: &io::Error) -> CliError {
    let path = path.display();
    if error.kind() == ErrorKind::AlreadyExists {
        return CliError::usage(
            format!("there is a `{path}` already"),
            "change it as you like, or move it away; nothing was written",
        );
    }
    CliError::usage(
        format!("cannot write `{path}`: {error}"),
        "check that you may write there",
    )
}
