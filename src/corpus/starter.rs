//! The `smelt.toml` that a corpus begins with, made from what is there. It is read back by its author's successors,
//! so it says in comments what may be said and where the rest goes.

use super::Case;
use super::header::Header;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::PathBuf;
use toml::Value;

const HEAD: &str = "\
# Which solver runs on which case of this directory. `smelt batch` reads it; relative paths start here.
";

const NEARER: &str = "
# What is nearer to a case wins: NAME.smelt.toml beside it, its own `; smelt: key = value` comments, the smelt.toml of
# its directory. `smelt check --explain FILE` tells what counts for a case, and where it is from.

[defaults]                    # for every case, unless something nearer says otherwise
# timeout = 10                # CPU seconds for every run
# memout = 4096               # MB for every run
";

const NO_SOLVER: &str = "
# No known solver is on PATH. Each gets a name, which reports show, and a command:
#
# [solver.mine]
# command = [\"../build/solver\", \"--option\"]
";

const CASES: &str = "
# The first [[case]] whose glob matches a case decides. A glob without `/` is compared with the file's name, any other
# with the path from here. `match-out`, `match-err`, `timeout` and the other long options of `smelt reduce` are keys.
";

/// A configuration for these cases, by these solvers (name and program).
pub fn starter(cases: &[Case], solvers: &[(&str, PathBuf)]) -> String {
    let mut text = HEAD.to_owned();
    let _ = writeln!(text, "# Cases found: {}.", counted(cases));
    text.push_str(NEARER);
    let solvers: Vec<(&str, &str)> = solvers
        .iter()
        .filter_map(|(name, program)| Some((*name, plain(program.as_os_str())?)))
        .collect();
    let with_arguments = with_arguments(cases);
    for (name, program) in &solvers {
        let program = Value::from(*program);
        let _ = write!(text, "\n[solver.{name}]\ncommand = [{program}]\n");
        if with_arguments > 0 {
            let _ = writeln!(
                text,
                "# case_arguments = true      # `; COMMAND-LINE:` headers found: {with_arguments}; lets them, and all that \
                 lies beside cases, add arguments"
            );
        }
    }
    if solvers.is_empty() {
        text.push_str(NO_SOLVER);
    }
    text.push_str(CASES);
    match &solvers[..] {
        [(only, _)] => {
            let _ = write!(text, "\n[[case]]\nglob = \"*\"\nsolver = \"{only}\"\n");
        }
        _ => text.push_str(&examples(cases, &solvers)),
    }
    text
}

/// The number of cases, and of each extension.
fn counted(cases: &[Case]) -> String {
    let mut extensions: BTreeMap<String, usize> = BTreeMap::new();
    for case in cases {
        let extension = case.path.extension().and_then(OsStr::to_str);
        *extensions
            .entry(extension.unwrap_or_default().to_lowercase())
            .or_default() += 1;
    }
    let each: Vec<String> = extensions
        .iter()
        .map(|(extension, count)| format!("{count} .{extension}"))
        .collect();
    if each.is_empty() {
        "none".to_owned()
    } else {
        format!("{} ({})", cases.len(), each.join(", "))
    }
}

/// How many cases have arguments in a header of cvc5's regression tests.
fn with_arguments(cases: &[Case]) -> usize {
    let has =
        |case: &&Case| Header::read(&case.path).is_ok_and(|header| header.command_line.is_some());
    cases.iter().filter(has).count()
}

/// A `[[case]]` in comments for each directory and each solver, the longer list in full.
fn examples(cases: &[Case], solvers: &[(&str, &str)]) -> String {
    let mut globs = directories(cases);
    globs.push("*".to_owned()); // what is left; the first that matches decides
    let names: Vec<&str> = solvers.iter().map(|(name, _)| *name).collect();
    let names = if names.is_empty() {
        vec!["mine"]
    } else {
        names
    };
    let mut text = String::new();
    for index in 0..globs.len().max(names.len()) {
        let glob = Value::from(globs[index.min(globs.len() - 1)].as_str());
        let name = names[index % names.len()];
        let _ = write!(
            text,
            "#\n# [[case]]\n# glob = {glob}\n# solver = \"{name}\"\n"
        );
    }
    text
}

/// A glob for each directory below the root, as far as a person would read on.
fn directories(cases: &[Case]) -> Vec<String> {
    let first = |case: &Case| {
        let mut parts = case.relative.iter();
        let first = plain(parts.next()?)?;
        parts.next().map(|_| first.to_owned())
    };
    let mut names: Vec<String> = cases.iter().filter_map(first).collect();
    names.sort();
    names.dedup();
    names.truncate(SHOWN);
    let glob = |name: &String| format!("{}/**", globset::escape(name));
    names.iter().map(glob).collect()
}

/// A name that can stand in one line.
fn plain(name: &OsStr) -> Option<&str> {
    name.to_str()
        .filter(|name| !name.contains(char::is_control))
}

/// So many directories serve as examples.
const SHOWN: usize = 8;
