//! Conventions of other tools: how their files say what a case needs, as `[[case]]` tables of a `smelt.toml`.
//!
//! What is imported was written by strangers. It chooses arguments, match texts and files below the corpus; programs are
//! those that the configuration defines. Nothing is run, and what cannot be used is named with the reason.

mod benchexec;
mod cvc5;
mod ddsmt;
mod files;
mod table;
mod wish;
mod z3;

use super::globs::{SolverChoice, globs, globs_by_name, is_writable};
use super::trust::harm;
use super::{Case, CaseOptions, CommandLine, Config};
use crate::solver::installed::Installed;
use files::Files;
use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;
pub use wish::{Import, ImportKind};
use wish::{Wish, Wishes};

/// What an import leads to.
#[derive(Clone, Debug, Default)]
pub struct Imported {
    /// The tables to put before all others.
    pub text: String,
    /// The cases that these tables are for.
    pub added: Vec<String>,
    /// How many cases have such a table already, or another one that says more than the solver.
    pub known: usize,
    /// What was left out, by the reason.
    pub left: Vec<(String, String)>,
}

/// Finds out what a convention says of the cases of a directory with this configuration.
///
/// # Errors
/// A solver that the user names is unknown, or the files of the convention cannot be read.
pub fn import(
    import: &Import<'_>,
    root: &Path,
    cases: &[Case],
    config: &Config,
) -> Result<Imported, String> {
    for name in [import.solver, import.reference].into_iter().flatten() {
        config.known_solver(name)?;
    }
    let files = Files::of(root, cases)?;
    let found = match import.kind {
        ImportKind::Cvc5 => cvc5::wishes(import, &files),
        ImportKind::Z3 => z3::wishes(import, &files),
        ImportKind::Benchexec => benchexec::wishes(import, &files)?,
        ImportKind::Ddsmt => ddsmt::wishes(import, &files)?,
    };
    Ok(placed(import, cases, config, found))
}

/// Gives each wish its solver, and writes the tables of those that are new.
fn placed(import: &Import<'_>, cases: &[Case], config: &Config, found: Wishes) -> Imported {
    let mut imported = Imported {
        left: found.left,
        ..Imported::default()
    };
    let at: HashMap<&Path, usize> = cases
        .iter()
        .enumerate()
        .map(|(at, case)| (&*case.relative, at))
        .collect();
    let mut settings: Vec<CaseOptions> = Vec::new();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut choices: Vec<Option<SolverChoice>> = vec![None; cases.len()];
    for wish in found.wishes {
        let Some(at) = at.get(&*wish.relative).copied() else {
            continue;
        };
        let id = cases[at].id.to_string();
        let has = config.case_options(&cases[at].relative);
        if has.is_some_and(says_more) {
            imported.known += 1;
            continue;
        }
        let options = match options(import, config, wish) {
            Ok(options) => options,
            Err(why) => {
                imported.left.push((id, why));
                continue;
            }
        };
        if has.is_some_and(|has| same(has, &options)) {
            imported.known += 1;
            continue;
        }
        if choices[at].is_some() {
            imported
                .left
                .push((id, "another file has said of it what it needs".to_owned()));
            continue;
        }
        if says_more(&options) && !is_writable(&cases[at].relative) {
            let why = "its name has characters that cannot be written in a `smelt.toml`";
            imported.left.push((id, why.to_owned()));
            continue;
        }
        imported.added.push(id);
        let next = settings.len();
        let solver = *numbers.entry(table::keys(&options)).or_insert(next);
        if solver == next {
            settings.push(options);
        }
        choices[at] = Some(SolverChoice {
            solver,
            arguments: Vec::new(),
            token: None,
        });
    }
    // Options of a case are no rule for its directory, as its solver is.
    let is_own = |choice: &mut SolverChoice| settings.get(choice.solver).is_some_and(says_more);
    let own: Vec<Option<SolverChoice>> = choices
        .iter_mut()
        .map(|choice| choice.take_if(is_own))
        .collect();
    let by_name = globs_by_name(cases, &own).into_iter();
    for (glob, choice) in by_name.chain(globs(cases, &choices)) {
        if let Some(options) = settings.get(choice.solver) {
            imported.text.push_str(&table::text(&glob, options));
        }
    }
    imported
}

/// The table of a case; or why it gets none.
fn options(import: &Import<'_>, config: &Config, wish: Wish) -> Result<CaseOptions, String> {
    let mut options = wish.options;
    if let Some(harm) = harm(&options.arguments, false) {
        return Err(harm);
    }
    let solver = solver(import, config, &wish.solvers)?;
    // A batch reads these headers itself where the solver takes arguments of cases.
    if matches!(import.kind, ImportKind::Cvc5) && config.allows_arguments(&solver) {
        options.arguments.clear();
    }
    options.solver = Some(solver);
    if wish.is_wrong_answer {
        let reference = import.reference.ok_or(
            "its failure is a wrong answer; name a trusted solver of the configuration with `--reference NAME`",
        )?;
        options.differs_from = Some(CommandLine(vec![OsString::from(reference)]));
    }
    // What would be refused when the configuration is read next must not get into it.
    config.check_values("[[case]]", &options)?;
    Ok(options)
}

/// The name of the solver of a case: the one that the user names, or one that is meant, or the only one of its family.
fn solver(import: &Import<'_>, config: &Config, meant: &[String]) -> Result<String, String> {
    if let Some(name) = import.solver {
        return Ok(name.to_owned());
    }
    let defined: Vec<(&str, Vec<OsString>)> = config.solvers().collect();
    let exact = meant
        .iter()
        .find(|name| defined.iter().any(|(known, _)| known == name));
    if let Some(name) = exact {
        return Ok(name.clone());
    }
    let is_kin = |(name, command): &&(&str, Vec<OsString>)| {
        let program = command.first().map(Path::new);
        let installed = program.and_then(|program| Installed::of_name(name, program));
        installed.is_some_and(|installed| meant.iter().any(|name| name == installed.family.name))
    };
    let kin: Vec<&(&str, Vec<OsString>)> = match meant {
        [] => defined.iter().collect(),
        _ => defined.iter().filter(is_kin).collect(),
    };
    match (kin[..].as_ref(), meant) {
        ([(only, _)], _) => Ok((*only).to_owned()),
        (_, []) => Err("several solvers are defined; choose one with `--solver NAME`".to_owned()),
        ([], names) => Err(format!(
            "the configuration defines none of the solvers {}; add it, or choose one with `--solver NAME`",
            names.join(", ")
        )),
        (_, names) => Err(format!(
            "several solvers may be meant by {}; choose one with `--solver NAME`",
            names.join(", ")
        )),
    }
}

/// Whether a table says more of its cases than which solver they have. Somebody has thought about it.
fn says_more(options: &CaseOptions) -> bool {
    *options
        != CaseOptions {
            glob: options.glob.clone(),
            solver: options.solver.clone(),
            ..CaseOptions::default()
        }
}

fn same(has: &CaseOptions, wanted: &CaseOptions) -> bool {
    *has == CaseOptions {
        glob: has.glob.clone(),
        ..wanted.clone()
    }
}
