//! The initial `smelt.toml` of a corpus, generated from its cases and the installed solvers. Users will edit it, so its
//! comments explain what can be configured, and where.

use super::globs::{escaped, globs, plain};
use super::header::Header;
use super::{Case, SolverChoice};
use crate::solver::installed::Installed;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fmt::Write as _;
use toml::Value;

const HEAD: &str = "\
# The solvers of the cases in this directory, for `smelt batch`. Relative paths start here.
";

const NEARER: &str = "
# Settings closer to a case override this file: NAME.smelt.toml next to the case, comments `; smelt: key = value` in it,
# the smelt.toml of its directory. `smelt check --explain FILE` shows the settings of a case and where they come from.

[defaults]                    # for every case, unless overridden closer to it
# timeout = 10                # CPU time limit of each run, in seconds
# memout = 4096               # memory limit of each run, in MB
";

const NO_SOLVER: &str = "
# No known solver was found. Give each solver a name, which appears in reports, and a command:
#
# [solver.mine]
# command = [\"../build/solver\", \"--option\"]
";

const CASES: &str = "
# The first [[case]] whose glob matches a case applies. A glob without `/` is matched against the file name, any other
# against the path from here. Keys are `match-out`, `match-err`, `timeout` and the other long options of `smelt reduce`.
";

/// A configuration for these cases and solvers; `choices` assigns the solvers.
pub fn starter(cases: &[Case], solvers: &[Installed], choices: &[Option<SolverChoice>]) -> String {
    let mut text = HEAD.to_owned();
    let _ = writeln!(text, "# Cases found: {}.", counted(cases));
    text.push_str(NEARER);
    let with_arguments = with_arguments(cases);
    for solver in solvers {
        text.push_str(&table(solver, with_arguments));
    }
    if solvers.is_empty() {
        text.push_str(NO_SOLVER);
    }
    text.push_str(CASES);
    text.push_str(&chosen(cases, solvers, choices));
    let left = cases
        .iter()
        .zip(choices)
        .filter(|(_, choice)| choice.is_none());
    let left: Vec<&Case> = left.map(|(case, _)| case).collect();
    if !left.is_empty() || cases.is_empty() {
        text.push_str(&to_fill_in(&left, solvers));
    }
    text
}

/// What to append to a configuration that defines the first `defined` of these solvers, so that these cases get the
/// chosen ones. Nothing if there is no choice.
pub fn additions(
    cases: &[Case],
    solvers: &[Installed],
    defined: usize,
    choices: &[Option<SolverChoice>],
) -> String {
    let tables = chosen(cases, solvers, choices);
    if tables.is_empty() {
        return tables;
    }
    let mut text = "\n# Added by `smelt init --update`.\n".to_owned();
    let with_arguments = with_arguments(cases);
    for (at, solver) in solvers.iter().enumerate().skip(defined) {
        let is_chosen = |choice: &SolverChoice| choice.solver == at;
        if choices.iter().flatten().any(is_chosen) {
            text.push_str(&table(solver, with_arguments));
        }
    }
    text + &tables
}

/// The `[[case]]` tables of the cases that have a choice.
fn chosen(cases: &[Case], solvers: &[Installed], choices: &[Option<SolverChoice>]) -> String {
    let mut text = String::new();
    for (glob, choice) in globs(cases, choices) {
        let Some(solver) = solvers
            .get(choice.solver)
            .filter(|solver| plain(solver.program.as_os_str()).is_some())
        else {
            continue;
        };
        let (glob, name) = (Value::from(glob), Value::from(solver.name.as_str()));
        let _ = write!(text, "\n[[case]]\nglob = {glob}\nsolver = {name}\n");
        if !choice.arguments.is_empty() {
            let arguments = Value::from(choice.arguments.clone());
            let _ = writeln!(text, "arguments = {arguments}");
        }
    }
    text
}

/// The table of a solver; a remark instead if its path cannot be written.
fn table(solver: &Installed, with_arguments: usize) -> String {
    let name = Value::from(solver.name.as_str());
    let Some(program) = plain(solver.program.as_os_str()) else {
        return format!(
            "\n# [solver.{name}]: the path of this solver is not UTF-8 and cannot be written here\n"
        );
    };
    let program = Value::from(program);
    let mut text = format!("\n[solver.{name}]\ncommand = [{program}]\n");
    if with_arguments > 0 && solver.family.has_headers {
        let _ = writeln!(
            text,
            "# case_arguments = true      # lets `; COMMAND-LINE:` headers (found: {with_arguments}) and other settings of a \
             case add arguments"
        );
    }
    text
}

/// The number of cases, in total and by extension.
fn counted(cases: &[Case]) -> String {
    let mut extensions: BTreeMap<String, usize> = BTreeMap::new();
    for case in cases {
        let extension = case.relative.extension().and_then(OsStr::to_str);
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
    cases
        .iter()
        .filter(|case| Header::read(&case.file).is_ok_and(|header| header.command_line.is_some()))
        .count()
}

/// A commented-out `[[case]]` for each directory with cases that have no solver yet, and one for those at the root.
fn to_fill_in(cases: &[&Case], solvers: &[Installed]) -> String {
    let mut text = format!(
        "\n# Cases without a solver: {}. Remove the `# ` of a block and name one of the solvers above:\n",
        cases.len()
    );
    let mut globs = directories(cases);
    globs.push("*".to_owned()); // for the rest; the first glob that matches decides
    let name = Value::from(solvers.first().map_or("mine", |solver| &*solver.name));
    for glob in globs {
        let glob = Value::from(glob);
        let _ = write!(text, "#\n# [[case]]\n# glob = {glob}\n# solver = {name}\n");
    }
    text
}

/// A glob for each directory directly below the root, but not more than a person would read.
fn directories(cases: &[&Case]) -> Vec<String> {
    let mut names = BTreeSet::new();
    for case in cases {
        let mut parts = case.relative.iter();
        if let (Some(first), Some(_)) = (parts.next().and_then(plain), parts.next()) {
            names.insert(first);
        }
    }
    names
        .into_iter()
        .take(SHOWN)
        .map(|name| format!("{}/**", escaped(name)))
        .collect()
}

/// How many directories serve as examples.
const SHOWN: usize = 8;
