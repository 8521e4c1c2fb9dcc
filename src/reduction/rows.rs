//! Fills the row of a report.

use super::Tally;
use crate::checker::Counts;
use crate::event::{MutatorCounts, Row};
use crate::language::TestCase;
use crate::language::smtlib::{Filter, parse_as};
use crate::mutator::Mutator;
use crate::oracle::{Answer, Reproduced};
use crate::tree::{ROOT, Tree};
use std::collections::BTreeMap;

/// What the notes say of a search that had to go back.
pub(super) const SOMETIMES: &str = "some smaller texts fail only sometimes";

/// What is known of the case before anything ran.
pub(super) fn describe_before(row: &mut Row, tree: &Tree) {
    row.logic = logic(tree);
    row.bytes_printed = Some(tree.text().len() as u64);
    (row.tokens_before, row.sexprs_before, row.commands_before) = counted(tree);
}

/// What the golden run showed.
pub(super) fn describe_golden(row: &mut Row, reproduced: &Reproduced, golden: &[Answer]) {
    row.signature = Some(reproduced.signature.clone());
    let evidence = golden.first().and_then(|answer| answer.evidence.as_ref());
    row.golden = evidence.map(|evidence| evidence.observation.end.to_string());
}

/// What was delivered: this text, which is `result`, indented `result`, or an earlier one.
pub(super) fn describe_after(row: &mut Row, text: &[u8], filter: &Filter, result: &TestCase) {
    describe_delivered(row, text);
    let Ok(tree) = parse_as(text, result.dialect()) else {
        return;
    };
    (row.tokens_after, row.sexprs_after, row.commands_after) = counted(&tree);
    let well_formed = if tree == *result.tree() {
        filter.whole(result).is_none()
    } else {
        filter
            .whole(&TestCase::new(tree, result.dialect()))
            .is_none()
    };
    row.well_formed = Some(well_formed);
}

/// The bytes that were delivered.
pub(super) fn describe_delivered(row: &mut Row, text: &[u8]) {
    row.bytes_after = Some(text.len() as u64);
    row.minimized_blake3 = Some(blake3::hash(text).to_hex().to_string());
    if row.bytes_before > 0 {
        let before = row.bytes_before as f64;
        row.reduction_percent = Some(100.0 * (before - text.len() as f64) / before);
    }
}

/// What it cost.
pub(super) fn count(row: &mut Row, tally: Tally, counts: Counts) {
    (row.checks, row.held, row.accepted) = (tally.checks, tally.held, tally.accepted);
    count_runs(row, counts);
}

/// What its runs cost.
pub(super) fn count_runs(row: &mut Row, counts: Counts) {
    (row.hits, row.runs) = (counts.hits, counts.runs);
    row.overlapping = counts.prefetch_runs > 0;
    row.runs_wasted = counts.prefetch_runs.saturating_sub(counts.prefetch_used);
    (row.limit_hits, row.wall_kills, row.near_limit) =
        (counts.limit_hits, counts.wall_kills, counts.near_limit);
    row.solver_seconds = counts.solver_time.as_secs_f64();
    row.solver_max_rss_mb = Some(counts.max_rss_kib as f64 / 1024.0);
}

/// What each enabled mutator did, in their order, also of those that had nothing to propose; then what was proposed in
/// the name of a disabled one.
pub(super) fn mutator_counts(
    enabled: &[&'static dyn Mutator],
    counted: &BTreeMap<&'static str, MutatorCounts>,
) -> Vec<MutatorCounts> {
    let enabled: Vec<&str> = enabled.iter().map(|mutator| mutator.name()).collect();
    let others = counted.keys().filter(|name| !enabled.contains(name));
    let of = |name: &&str| MutatorCounts {
        mutator: (*name).to_owned(),
        ..counted.get(name).cloned().unwrap_or_default()
    };
    enabled.iter().chain(others).map(of).collect()
}

/// Adds to the notes on store and machine.
pub(super) fn append_note(notes: &mut String, note: &str) {
    if !notes.is_empty() {
        notes.push_str("; ");
    }
    notes.push_str(note);
}

/// Tokens, expressions and commands.
fn counted(tree: &Tree) -> (Option<u64>, Option<u64>, Option<u64>) {
    let cells = tree.cells().len() as u64 - 1;
    let lists = (1..tree.end()).filter(|&node| tree.is_list(node)).count() as u64;
    (
        Some(cells - lists),
        Some(cells),
        Some(tree.children(ROOT).count() as u64),
    )
}

/// What the first `set-logic` sets.
fn logic(tree: &Tree) -> Option<String> {
    let is_set_logic = |&command: &u32| {
        tree.head(command)
            .is_some_and(|head| head.bytes() == b"set-logic")
    };
    let command = tree.children(ROOT).find(is_set_logic)?;
    Some(String::from_utf8_lossy(tree.bytes(tree.child(command, 1)?)).into_owned())
}
