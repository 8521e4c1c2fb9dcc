//! What is known about a reduction, part by part, and the row of a report that is made from the parts.

use super::golden::GoldenFailure;
use super::language_tools::LanguageTools;
use super::prepare::Prepared;
use super::solvers::Solvers;
use super::{NotReduced, Task};
use crate::checker::Counts;
use crate::command::{arguments, command_line, with_name};
use crate::event::{BugMarks, MutatorCounts, OneMinimal, Provenance, Row, Spent, Status};
use crate::input::Input;
use crate::language::TestCase;
use crate::mutator::Mutator;
use crate::oracle::bug_marks;
use crate::search::SearchTally;
use crate::tree::{ROOT, Tree};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::time::Duration;

/// The remark on a search that had to go back to an earlier text.
const SOMETIMES: &str = "some smaller texts fail only sometimes";

/// The same if the original itself fails only sometimes.
const MORE_SELDOM: &str = "some smaller texts fail more seldom than the original";

/// The bytes of a MB.
const MB: f64 = 1_048_576.0;

/// What is known about a reduction, except how it ended. A part that the reduction did not reach has its default.
#[derive(Default)]
pub(super) struct Findings {
    /// The row as far as it is known: the case, and what the golden runs have shown.
    pub(super) row: Row,
    /// Whether the solver has checked its answer and found it to be wrong.
    pub(super) is_of_checked_answer: bool,
    /// The counts of all runs; none before the first.
    pub(super) counts: Option<Counts>,
    /// The command whose arguments the failure needs, if they were reduced.
    pub(super) needed: Option<Vec<OsString>>,
    /// What the search did.
    pub(super) search: SearchCounts,
    /// Remarks.
    pub(super) notes: Vec<String>,
    /// Sentences about the case.
    pub(super) detail: Vec<String>,
    /// Whether an earlier build had fixed the failure.
    pub(super) is_regressed: bool,
    /// Whether the failure is another one than that of the result at the output, and is reduced beside it.
    pub(super) is_beside: bool,
}

/// What a search did.
#[derive(Default)]
pub(super) struct SearchCounts {
    pub(super) tally: SearchTally,
    pub(super) mutators: Vec<MutatorCounts>,
    /// Whether it had to go back, because some smaller texts fail only sometimes.
    pub(super) is_doubtful: bool,
}

/// How a reduction ended.
#[derive(Default)]
pub(super) struct Conclusion {
    pub(super) status: Status,
    pub(super) remark: Remark,
    /// The failure of the delivered text.
    pub(super) signature: Option<String>,
    /// The marks of this failure; none if they are those of the golden run.
    pub(super) marks: Option<BugMarks>,
    pub(super) one_minimal: Option<OneMinimal>,
    pub(super) delivered: Option<Delivered>,
    pub(super) notes: Vec<String>,
    /// Whether a bound of the case has ended the search.
    pub(super) is_bounded: bool,
    /// Whether the solver passes the original.
    pub(super) passes: bool,
}

/// What a conclusion adds to the sentences about a case.
#[derive(Default)]
pub(super) enum Remark {
    /// Nothing.
    #[default]
    Nothing,
    /// One more sentence.
    Also(&'static str),
    /// These words, instead of the sentences about the case.
    Instead(String),
}

/// A delivered text.
pub(super) struct Delivered {
    pub(super) bytes: u64,
    pub(super) digest: String,
    /// None if only its bytes are known.
    result: Option<MeasuredResult>,
}

/// What is known about a delivered text that can be read as a test case.
struct MeasuredResult {
    tokens: u64,
    expressions: u64,
    commands: u64,
    is_well_formed: bool,
    canonical_hash: String,
    shape_hash: String,
}

impl Findings {
    /// What the task says of its row.
    pub(super) fn of(task: &Task<'_>) -> Findings {
        let settings = task.settings;
        let others = settings.others.iter().map(|command| command_line(command));
        Findings {
            row: Row {
                case: task.id.to_owned(),
                solver: settings.solver.clone(),
                strategy: settings.strategy.name.to_owned(),
                minimiser: settings.other_minimiser(),
                effort: settings.effort.name().to_owned(),
                starts: 1,
                arguments: arguments(&settings.command),
                command: command_line(&settings.command),
                other_commands: others.collect::<Vec<_>>().join(" ; "),
                ..Row::default()
            },
            ..Findings::default()
        }
    }

    /// The file has been read.
    pub(super) fn read(&mut self, input: &Input) {
        self.row.bytes_before = input.text.len() as u64;
        self.row.source_blake3 = input.digest.to_hex().to_string();
    }

    /// The case is ready for its first run.
    pub(super) fn prepared(&mut self, prepared: &Prepared<'_>) {
        let (row, tree) = (&mut self.row, prepared.case.tree());
        let Solvers {
            language,
            clients,
            oracle,
        } = &prepared.solvers;
        language.name().clone_into(&mut row.language);
        row.logic = language.logic(tree);
        oracle.name().clone_into(&mut row.oracle);
        row.bytes_printed = Some(prepared.case.text().len() as u64);
        row.tokens_before = Some(tokens(tree));
        row.sexprs_before = Some(cells(tree));
        row.commands_before = Some(commands(tree));
        row.solver_blake3 = clients
            .first()
            .and_then(|program| program.solver().dependencies.program_digest())
            .map(|digest| blake3::Hash::from_bytes(digest).to_hex().to_string());
        row.solver_version.clone_from(&prepared.version);
        row.fingerprint = Some(prepared.solvers.fingerprint());
        self.limited(prepared);
    }

    /// The limits of the solver under test are set.
    pub(super) fn limited(&mut self, prepared: &Prepared<'_>) {
        if let Some(solver) = prepared.solvers.clients.first() {
            let limits = solver.limits();
            self.row.cpu_limit_seconds = Some(limits.cpu.as_secs_f64());
            self.row.wall_limit_seconds = Some(limits.wall.as_secs_f64());
            self.row.memory_limit_mb = limits.memory.map(|bytes| bytes as f64 / MB);
        }
    }

    /// The golden runs have shown this failure.
    pub(super) fn reproduced(&mut self, failure: &GoldenFailure, prepared: &Prepared<'_>) {
        let (row, answers) = (&mut self.row, &failure.answers);
        let solver = prepared.solvers.oracle.shown_by(answers, answers);
        let shown = answers.iter().find(|answer| answer.ask.solver == solver);
        let run = shown.and_then(|answer| Some(&answer.evidence.as_ref()?.observation));
        row.golden = run.map(|run| run.end.to_string());
        row.golden_cpu_seconds = run.map(|run| run.cpu.as_secs_f64());
        row.signature = Some(failure.reproduced.signature.clone());
        row.failure_rate = failure.rate;
        row.marks = bug_marks(answers, solver);
        row.callers = failure.reproduced.sighting().callers.to_vec();
        self.is_of_checked_answer = failure.reproduced.is_of_checked_answer();
    }

    /// The provenance of the reduction, as far as it is known.
    pub(super) fn provenance(&self, task: &Task<'_>) -> Provenance {
        Provenance::of(&task.settings.digest(), &self.row)
    }

    /// The row of a reduction with this end, without what it cost.
    pub(super) fn row(self, task: &Task<'_>, conclusion: Conclusion) -> Row {
        let Findings {
            row,
            needed,
            search,
            mut notes,
            detail: mut sentences,
            ..
        } = self;
        let tally = search.tally;
        if search.is_doubtful {
            let doubt = match row.failure_rate {
                Some(_) => MORE_SELDOM,
                None => SOMETIMES,
            };
            notes.push(doubt.to_owned());
        }
        notes.extend(conclusion.notes);
        match conclusion.remark {
            Remark::Instead(words) => sentences = vec![words],
            Remark::Also(sentence) => sentences.push(sentence.to_owned()),
            Remark::Nothing => {}
        }
        let delivered = conclusion.delivered;
        let result = delivered
            .as_ref()
            .and_then(|delivered| delivered.result.as_ref());
        let is_finished = conclusion.status.is_measured();
        let shape = result
            .filter(|_| is_finished)
            .map(|result| result.shape_hash.clone());
        let reduction_percent = delivered
            .as_ref()
            .and_then(|delivered| delivered.percent_of(row.bytes_before));
        let reduced_command = needed
            .as_deref()
            .map(|command| with_name(&task.settings.solver, command));
        Row {
            status: conclusion.status,
            reduced_command,
            bytes_after: delivered.as_ref().map(|delivered| delivered.bytes),
            reduction_percent,
            tokens_after: result.map(|result| result.tokens),
            sexprs_after: result.map(|result| result.expressions),
            commands_after: result.map(|result| result.commands),
            checks: tally.checks,
            held: tally.held,
            accepted: tally.accepted,
            hints: tally.hints,
            one_minimal: conclusion.one_minimal,
            well_formed: result.map(|result| result.is_well_formed),
            signature_after: conclusion.signature,
            canonical_hash: result.map(|result| result.canonical_hash.clone()),
            minimized_blake3: delivered.map(|delivered| delivered.digest),
            detail: sentences.join(" "),
            is_bounded: conclusion.is_bounded,
            passes: conclusion.passes,
            notes: notes.join("; "),
            marks: BugMarks {
                shape,
                ..conclusion.marks.unwrap_or(row.marks)
            },
            mutators: search.mutators,
            ..row
        }
    }
}

impl From<NotReduced> for Conclusion {
    fn from(not_reduced: NotReduced) -> Conclusion {
        Conclusion::default().with(not_reduced)
    }
}

impl Conclusion {
    /// The same, but the case was not reduced.
    pub(super) fn with(self, not_reduced: NotReduced) -> Conclusion {
        Conclusion {
            status: not_reduced.status,
            remark: Remark::Instead(not_reduced.detail),
            passes: not_reduced.passes,
            ..self
        }
    }
}

impl Delivered {
    /// A text of which only the bytes are known.
    pub(super) fn bytes(text: &[u8]) -> Delivered {
        Delivered {
            bytes: text.len() as u64,
            digest: digest(text),
            result: None,
        }
    }

    /// How much smaller it is than a file of this many bytes, in percent.
    pub(super) fn percent_of(&self, before: u64) -> Option<f64> {
        let (before, after) = (before as f64, self.bytes as f64);
        (before > 0.0).then(|| 100.0 * (before - after) / before)
    }

    /// A text, and the same as a test case if it can be read as one.
    pub(super) fn of(text: &[u8], case: Option<&TestCase>, tools: &LanguageTools) -> Delivered {
        let result = case.map(|case| MeasuredResult {
            tokens: tokens(case.tree()),
            expressions: cells(case.tree()),
            commands: commands(case.tree()),
            is_well_formed: tools.why_ill_formed(case).is_none(),
            canonical_hash: digest(&tools.language.canonical(case)),
            shape_hash: digest(&tools.language.shape(case)),
        });
        Delivered {
            result,
            ..Delivered::bytes(text)
        }
    }
}

/// The blake3 digest of a text, in hexadecimal.
fn digest(text: &[u8]) -> String {
    blake3::hash(text).to_hex().to_string()
}

/// What a reduction with these counts has cost in this wall time.
pub(super) fn spent(counts: Counts, wall: Duration) -> Spent {
    Spent {
        hits: counts.hits,
        runs: counts.runs,
        runs_wasted: counts.prefetch_runs.saturating_sub(counts.prefetch_used),
        limit_hits: counts.limit_hits,
        wall_kills: counts.wall_kills,
        near_limit: counts.near_limit,
        wall_seconds: wall.as_secs_f64(),
        solver_seconds: counts.solver_time.as_secs_f64(),
        solver_cpu_seconds: counts.cpu_time.as_secs_f64(),
        solver_max_rss_mb: Some(counts.max_rss_kib as f64 / 1024.0),
        self_max_rss_mb: None,
        overlapping: counts.prefetch_runs > 0,
    }
}

/// The counts of each mutator that proposed anything: first the enabled ones, in the order of mutators, then disabled
/// ones under whose names something was proposed.
pub(super) fn mutator_counts(
    enabled: &[&'static Mutator],
    counted: &BTreeMap<&'static str, MutatorCounts>,
) -> Vec<MutatorCounts> {
    let enabled: Vec<&str> = enabled.iter().map(|mutator| mutator.name()).collect();
    let others = counted.keys().filter(|name| !enabled.contains(name));
    enabled
        .iter()
        .chain(others)
        .filter_map(|name| {
            Some(MutatorCounts {
                mutator: (*name).to_owned(),
                ..counted.get(name)?.clone()
            })
        })
        .collect()
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

/// The number of top-level commands.
fn commands(tree: &Tree) -> u64 {
    tree.children(ROOT).count() as u64
}
