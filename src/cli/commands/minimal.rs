//! `smelt check --minimal`: proves the results of a batch 1-minimal from the store, as far as that can be done.

use super::journalled::JournalledBatch;
use super::preparation::absolute;
use crate::batch::{RowProof, prove_rows};
use crate::cli::args::RunOptions;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::progress::count;
use crate::cli::{exit, output, store};
use crate::reduction::{Proof, ReductionContext, Smaller};
use crate::report::thousands;
use std::path::Path;

/// Looks for a proof for each row of the output directory `root`; returns the exit code.
pub(super) fn run(root: &Path, options: &RunOptions) -> Result<u8, CliError> {
    let root = absolute(root)?;
    let cache = store::absolute_cache(options)?;
    let JournalledBatch {
        journalled,
        batch,
        planned,
    } = JournalledBatch::of(&root)?;
    let mut run = batch.common.run;
    run.cache = cache.or(run.cache);
    let store = store::open_existing(&run, Some(&root))?;
    let interrupt = Interrupt::listen(None)?;
    let context = ReductionContext::new(
        store.as_ref(),
        &interrupt.stop,
        journalled.nonce().unwrap_or_default(),
    );
    let proofs = prove_rows(&journalled, &planned, &root, &context);
    let lines: Vec<String> = proofs.iter().map(line).collect();
    output::lines(&lines)?;
    if options.level() >= 0 {
        output::say(&last_line(&proofs));
    }
    let is_proved = !proofs.is_empty() && proofs.iter().all(RowProof::is_proved);
    Ok(exit::if_so(!is_proved, exit::CASES).max(interrupt.code()))
}

/// The line for a row: a word for scripts, the case, and the reason.
fn line(proved: &RowProof) -> String {
    let RowProof {
        row,
        is_foreign,
        proof,
    } = proved;
    let word = match (proved.is_proved(), proved.is_refused()) {
        (true, _) => "proved",
        (false, true) => "refused",
        (false, false) => "not proved",
    };
    let why = match proof {
        Err(why) => why.clone(),
        Ok(proof) => why(proof),
    };
    let foreign = if *is_foreign {
        "; this is not the file that the batch has delivered"
    } else {
        ""
    };
    format!(
        "{word:<12}{} ({}, {}): {why}{foreign}",
        row.case, row.solver, row.strategy
    )
}

fn why(proof: &Proof) -> String {
    let number = |number: usize| thousands(number as u64);
    let bytes = number(proof.bytes);
    if proof.is_interesting == Some(false) {
        return format!("the text of {bytes} bytes does not fail");
    }
    if let Some(Smaller { by, bytes: fewer }) = &proof.smaller {
        let fewer = number(*fewer);
        return format!("{by} makes a text of {fewer} bytes from the {bytes}, and it still fails");
    }
    let candidates = number(proof.candidates);
    if proof.is_complete() {
        let held = number(proof.held);
        return format!(
            "{bytes} bytes; none of {candidates} simplifications fails, {held} of them are ill-formed"
        );
    }
    let mut missing = Vec::new();
    if proof.unknown > 0 {
        let first = match proof.first_unknown {
            Some(by) => format!("; the first simplification is by {by}"),
            None => String::new(),
        };
        let texts = count(proof.unknown as u64, "text");
        missing.push(format!("{texts} would have to be run{first}"));
    }
    if proof.undecided > 0 {
        missing.push(format!(
            "{} stored runs decide nothing",
            number(proof.undecided)
        ));
    }
    format!(
        "{bytes} bytes, {candidates} simplifications: {}",
        missing.join("; ")
    )
}

/// The result in one line, for scripts.
fn last_line(proofs: &[RowProof]) -> String {
    let proved = proofs.iter().filter(|proof| proof.is_proved()).count();
    let refused = proofs.iter().filter(|proof| proof.is_refused()).count();
    format!(
        "{} results: proved={proved} refused={refused} not_proved={}",
        proofs.len(),
        proofs.len() - proved - refused
    )
}
