//! `smelt import`: writes what the conventions of other tools say of cases into a `smelt.toml`.

use super::init;
use crate::cli::args::ImportArgs;
use crate::cli::error::CliError;
use crate::cli::fit::listed;
use crate::cli::progress::count;
use crate::cli::{exit, output};
use crate::command::quoted;
use crate::corpus::{CONFIG_NAME, Config, Import, Imported, discover, import};
use crate::disk::directory;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub(super) fn run(args: &ImportArgs) -> Result<u8, CliError> {
    let root = root(args)?;
    let path = root.join(CONFIG_NAME);
    if !path.exists() {
        return Err(CliError::usage(
            format!("there is no `{}`, which names the solvers", path.display()),
            format!("write one with `smelt init {}`", quoted(&[&root])),
        ));
    }
    let config = Config::read(&path)?;
    let found = discover(std::slice::from_ref(&root))?;
    let wanted = Import {
        kind: args.format,
        path: &args.path,
        solver: args.solver.as_deref(),
        reference: args.reference.as_deref(),
        expected: args.match_expected,
    };
    let imported = import(&wanted, &root, &found.cases, &config)
        .map_err(|what| CliError::usage(what, "see `smelt import --help`"))?;
    init::insert(&path, &config, &imported.text)?;
    tell(&path, &imported)?;
    let is_empty = imported.added.is_empty() && imported.known == 0;
    Ok(exit::if_so(is_empty, exit::NONE))
}

/// The directory whose configuration gets the cases.
fn root(args: &ImportArgs) -> Result<PathBuf, CliError> {
    if let Some(directory) = &args.into {
        return Ok(directory.clone());
    }
    if args.path.is_dir() {
        return Ok(args.path.clone());
    }
    if args.path.exists() {
        return Ok(directory(&args.path).to_owned());
    }
    Err(CliError::usage(
        format!("`{}` does not exist", args.path.display()),
        "name a directory with cases, or the database of ddSMT's artifact",
    ))
}

fn tell(path: &Path, imported: &Imported) -> Result<(), CliError> {
    let Imported {
        added, known, left, ..
    } = imported;
    let path = path.display();
    let lines: Vec<String> = added.iter().map(|id| format!("added {id}\n")).collect();
    output::data(&lines.concat())?;
    let mut parts = vec![format!(
        "{} added to `{path}`",
        count(added.len() as u64, "case")
    )];
    if *known > 0 {
        parts.push(format!("already there: {}", count(*known as u64, "case")));
    }
    output::say(&parts.join("; "));
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, why) in left {
        reasons.entry(why).or_default().push(name);
    }
    for (why, names) in reasons {
        output::say(&format!("note: left out: {}: {why}", listed(&names)));
    }
    Ok(())
}
