//! Fills in the row of a report.

use super::golden::GoldenFailure;
use super::language_tools::LanguageTools;
use crate::checker::Counts;
use crate::event::{MutatorCounts, Row};
use crate::language::{Language, TestCase};
use crate::mutator::Mutator;
use crate::search::SearchTally;
use crate::tree::{ROOT, Tree};
use std::collections::BTreeMap;

/// The remark on a search that had to go back to an earlier text.
const SOMETIMES: &str = "some smaller texts fail only sometimes";

/// The same where the original fails only sometimes, too.
const MORE_SELDOM: &str = "some smaller texts fail more seldom than the original";

/// What is known of the case before anything ran.
pub(super) fn describe_before(row: &mut Row, language: &dyn Language, case: &TestCase) {
    let tree = case.tree();
    language.name().clone_into(&mut row.language);
    row.logic = language.logic(tree);
    row.bytes_printed = Some(case.text().len() as u64);
    (row.tokens_before, row.sexprs_before, row.commands_before) = counted(tree);
}

/// Describes the golden run.
pub(super) fn describe_golden(row: &mut Row, golden: &GoldenFailure) {
    row.signature = Some(golden.reproduced.signature.clone());
    row.failure_rate = golden.rate;
    let evidence = golden
        .answers
        .first()
        .and_then(|answer| answer.evidence.as_ref());
    row.golden = evidence.map(|evidence| evidence.observation.end.to_string());
}

/// Describes what was delivered: this text, which is `result`, indented `result`, or an earlier one. Returns it as a test
/// case, if it can be read as one.
pub(super) fn describe_after(
    row: &mut Row,
    text: &[u8],
    tools: &LanguageTools,
    result: &TestCase,
) -> Option<TestCase> {
    describe_delivered(row, text);
    let delivered = if text == result.text() {
        result.clone()
    } else {
        result.read(text).ok()?
    };
    (row.tokens_after, row.sexprs_after, row.commands_after) = counted(delivered.tree());
    row.well_formed = Some(tools.why_ill_formed(&delivered).is_none());
    let canonical = tools.language.canonical(&delivered);
    row.canonical_hash = Some(blake3::hash(&canonical).to_hex().to_string());
    Some(delivered)
}

/// Describes the delivered bytes.
pub(super) fn describe_delivered(row: &mut Row, text: &[u8]) {
    row.bytes_after = Some(text.len() as u64);
    row.minimized_blake3 = Some(blake3::hash(text).to_hex().to_string());
    if row.bytes_before > 0 {
        let before = row.bytes_before as f64;
        row.reduction_percent = Some(100.0 * (before - text.len() as f64) / before);
    }
}

/// Fills in the counts of the search and its runs.
pub(super) fn count(row: &mut Row, tally: SearchTally, counts: Counts) {
    (row.checks, row.held, row.accepted) = (tally.checks, tally.held, tally.accepted);
    row.hints = tally.hints;
    count_runs(row, counts);
}

/// Fills in the counts of the runs.
pub(super) fn count_runs(row: &mut Row, counts: Counts) {
    (row.hits, row.runs) = (counts.hits, counts.runs);
    row.overlapping = counts.prefetch_runs > 0;
    row.runs_wasted = counts.prefetch_runs.saturating_sub(counts.prefetch_used);
    (row.limit_hits, row.wall_kills, row.near_limit) =
        (counts.limit_hits, counts.wall_kills, counts.near_limit);
    row.solver_cpu_seconds = counts.cpu_time.as_secs_f64();
    row.solver_seconds = counts.solver_time.as_secs_f64();
    row.solver_max_rss_mb = Some(counts.max_rss_kib as f64 / 1024.0);
}

/// What each mutator did that proposed anything: first the enabled ones, in the order of mutators; then what was proposed
/// under the name of a disabled one.
pub(super) fn mutator_counts(
    enabled: &[&'static dyn Mutator],
    counted: &BTreeMap<&'static str, MutatorCounts>,
) -> Vec<MutatorCounts> {
    let enabled: Vec<&str> = enabled.iter().map(|mutator| mutator.name()).collect();
    let others = counted.keys().filter(|name| !enabled.contains(name));
    let of = |name: &&str| {
        let counts = counted.get(name)?.clone();
        let mutator = (*name).to_owned();
        Some(MutatorCounts { mutator, ..counts })
    };
    enabled.iter().chain(others).filter_map(of).collect()
}

/// Remarks once that some smaller texts do not fail as they should.
pub(super) fn note_doubt(row: &mut Row) {
    let note = match row.failure_rate {
        Some(_) => MORE_SELDOM,
        None => SOMETIMES,
    };
    if !row.notes.contains(note) {
        append_note(&mut row.notes, note);
    }
}

/// Appends a sentence to the detail.
pub(super) fn append_sentence(detail: &mut String, sentence: &str) {
    if !detail.is_empty() && !sentence.is_empty() {
        detail.push(' ');
    }
    detail.push_str(sentence);
}

/// Appends a remark to the notes.
pub(super) fn append_note(notes: &mut String, note: &str) {
    if !notes.is_empty() {
        notes.push_str("; ");
    }
    notes.push_str(note);
}

/// The numbers of tokens, expressions and commands.
fn counted(tree: &Tree) -> (Option<u64>, Option<u64>, Option<u64>) {
    (
        Some(tokens(tree)),
        Some(cells(tree)),
        Some(tree.children(ROOT).count() as u64),
    )
}

/// The number of tokens.
pub(super) fn tokens(tree: &Tree) -> u64 {
    let lists = (1..tree.end()).filter(|&node| tree.is_list(node)).count() as u64;
    cells(tree) - lists
}

/// The number of lists and tokens. The text as a whole is not counted.
fn cells(tree: &Tree) -> u64 {
    tree.cells().len() as u64 - 1
}
