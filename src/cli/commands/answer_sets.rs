//! `smelt answer-sets`: prints all answer sets of a small ground program, in the form of clasp.

use super::reading::read;
use crate::cli::error::CliError;
use crate::cli::{exit, output};
use crate::language::asp::{AnswerSets, NAME};
use std::fmt::Write as _;
use std::path::Path;

pub(super) fn run(input: &Path) -> Result<u8, CliError> {
    let name = input.display();
    let unfit = |why: &str| {
        let what = format!("cannot find the answer sets of `{name}`: {why}");
        let hint = "gringo grounds programs with variables, and clasp solves large ones";
        CliError::usage(what, hint)
    };
    let (case, language) = read(input, Some(NAME))?;
    if language.name() != NAME {
        return Err(unfit("it is no answer-set program"));
    }
    let found = AnswerSets::of(&case).map_err(|why| unfit(&why))?;
    output::bytes(report(&found).as_bytes())?;
    Ok(if found.count() == 0 {
        exit::UNSATISFIABLE
    } else {
        exit::SATISFIABLE
    })
}

/// The answer sets and a summary.
fn report(found: &AnswerSets) -> String {
    let mut text = format!("smelt version {}\n", env!("CARGO_PKG_VERSION"));
    for (nth, atoms) in (1..).zip(found.iter()) {
        let _ = writeln!(text, "Answer: {nth}\n{}", atoms.join(" "));
    }
    let (count, costs) = (found.count(), found.costs());
    text.push_str(match (count, costs) {
        (0, _) => "UNSATISFIABLE\n",
        (_, []) => "SATISFIABLE\n",
        (_, _) => "OPTIMUM FOUND\n",
    });
    let _ = writeln!(text, "\nModels       : {count}");
    if !costs.is_empty() {
        let costs: Vec<String> = costs.iter().map(i64::to_string).collect();
        let _ = writeln!(text, "  Optimal    : {count}");
        let _ = writeln!(text, "Optimization : {}", costs.join(" "));
    }
    text
}
