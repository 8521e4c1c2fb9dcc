//! `smelt mutations`: prints the candidates that mutators propose for a file, one a line, without running a solver.

use super::reading::{read, unknown};
use crate::cli::args::MutationsArgs;
use crate::cli::error::CliError;
use crate::cli::{exit, output};
use crate::language::{Filter, TestCase};
use crate::mutator::{MUTATORS, Mutator, Proposal, mutator};
use std::io;

pub(super) fn run(args: &MutationsArgs) -> Result<u8, CliError> {
    let mutators = match args.only.as_deref() {
        None => MUTATORS.to_vec(),
        Some(name) => {
            let names: Vec<&str> = MUTATORS.iter().map(|mutator| mutator.name()).collect();
            vec![mutator(name).ok_or_else(|| unknown("mutator", name, &names))?]
        }
    };
    let (case, language) = read(&args.input, args.language.as_deref())?;
    let filter = language.filter(&case).filter(|_| args.held);
    let mut mutators = mutators
        .into_iter()
        .filter(|mutator| mutator.profile().understands(language.name()));
    // Nothing more is made for a reader that has gone.
    output::sent(
        mutators.try_for_each(|mutator| print(&case, mutator, filter.as_deref(), args.why)),
    )?;
    Ok(exit::DONE)
}

/// Prints the candidates of a mutator that are smaller than the text, in the order of the nodes. With a filter, only
/// those that it holds back; with `says_why`, the mutator's name and the reason precede each.
fn print(
    case: &TestCase,
    mutator: &Mutator,
    filter: Option<&dyn Filter>,
    says_why: bool,
) -> io::Result<()> {
    for node in (0..case.tree().end()).filter(|&node| mutator.applies(case, node)) {
        let proposals = mutator.proposals(case, node);
        for Proposal { edit, .. } in proposals.filter(|proposal| !proposal.is_pump) {
            let why = filter.map(|filter| filter.why_held(case, &edit));
            if why != Some(None) && case.is_simplification(&edit) {
                let why = why.flatten().filter(|_| says_why);
                let mut text = why.map_or(Vec::new(), |why| {
                    format!("{}\t{why}\t", mutator.name()).into_bytes()
                });
                text.extend(case.edited_text(&edit));
                let content = text.trim_ascii_end().len();
                text.truncate(content);
                // One candidate per line.
                for byte in &mut text {
                    if *byte == b'\n' {
                        *byte = b' ';
                    }
                }
                text.push(b'\n');
                output::result(&text)?;
            }
        }
    }
    Ok(())
}
