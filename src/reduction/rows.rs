//! What is known of a reduction, part by part, and the row of a report that the parts make.

use super::golden::GoldenFailure;
use super::language_tools::LanguageTools;
use super::options::shown;
use super::prepare::Prepared;
use super::{NotReduced, Task};
use crate::checker::Counts;
use crate::event::{FailureRate, MutatorCounts, OneMinimal, Provenance, Row, Spent, Status};
use crate::input::Input;
use crate::language::TestCase;
use crate::mutator::Mutator;
use crate::search::SearchTally;
use crate::tree::{ROOT, Tree};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::time::Duration;

/// The remark on a search that had to go back to an earlier text.
const SOMETIMES: &str = "some smaller texts fail only sometimes";

/// The same where the original fails only sometimes, too.
const MORE_SELDOM: &str = "some smaller texts fail more seldom than the original";

/// What is known of a reduction until its search has ended. A part has its default if the reduction ended before it.
#[derive(Default)]
pub(super) struct Findings {
    /// The file.
    pub(super) source: Source,
    /// What is known of the case before anything ran.
    pub(super) before: Before,
    /// What the golden runs have shown.
    pub(super) golden: Golden,
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
}

/// A file.
#[derive(Default)]
pub(super) struct Source {
    bytes: u64,
    digest: String,
}

/// What is known of a case before anything ran.
#[derive(Default)]
pub(super) struct Before {
    oracle: String,
    fingerprint: Option<String>,
    language: String,
    logic: Option<String>,
    bytes_printed: Option<u64>,
    measures: Option<Measures>,
}

/// What the golden runs have shown.
#[derive(Default)]
pub(super) struct Golden {
    /// The failure in one line.
    pub(super) signature: Option<String>,
    /// How often it was seen, if the solver is flaky.
    pub(super) rate: Option<FailureRate>,
    /// How the first run ended.
    pub(super) end: Option<String>,
    /// The length of the golden text.
    pub(super) bytes: usize,
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
    pub(super) one_minimal: Option<OneMinimal>,
    pub(super) delivered: Option<Delivered>,
    pub(super) notes: Vec<String>,
}

/// What a conclusion adds to the sentences about a case.
#[derive(Default)]
pub(super) enum Remark {
    /// Nothing.
    #[default]
    Nothing,
    /// One more sentence.
    Also(&'static str),
    /// This, and nothing of what is known of the case.
    Instead(String),
}

/// A delivered text.
pub(super) struct Delivered {
    pub(super) bytes: u64,
    pub(super) digest: String,
    /// None if only its bytes are known.
    result: Option<MeasuredResult>,
}

/// What is known of a delivered text that can be read.
struct MeasuredResult {
    measures: Measures,
    is_well_formed: bool,
    canonical_hash: String,
}

/// The numbers of tokens, expressions and commands of a text.
#[derive(Clone, Copy)]
struct Measures {
    tokens: u64,
    expressions: u64,
    commands: u64,
}

impl Findings {
    /// The provenance of the reduction, as far as it is known.
    pub(super) fn provenance(&self, task: &Task<'_>) -> Provenance {
        Provenance {
            config: task.settings.digest(),
            source: self.source.digest.clone(),
            fingerprint: self.before.fingerprint.clone().unwrap_or_default(),
            signature: self.golden.signature.clone().unwrap_or_default(),
        }
    }

    /// The row of a reduction with this end, without what it cost.
    pub(super) fn row(self, task: &Task<'_>, conclusion: Conclusion) -> Row {
        let settings = task.settings;
        let Findings {
            source,
            before,
            golden,
            needed,
            search,
            ..
        } = self;
        let tally = search.tally;
        let doubt = match golden.rate {
            Some(_) => MORE_SELDOM,
            None => SOMETIMES,
        };
        let doubt = search.is_doubtful.then(|| doubt.to_owned());
        let notes: Vec<String> =
            [self.notes, doubt.into_iter().collect(), conclusion.notes].concat();
        let detail = match conclusion.remark {
            Remark::Instead(words) => words,
            Remark::Also(sentence) => [self.detail, vec![sentence.to_owned()]].concat().join(" "),
            Remark::Nothing => self.detail.join(" "),
        };
        let (measures, delivered) = (before.measures, conclusion.delivered);
        let result = delivered
            .as_ref()
            .and_then(|delivered| delivered.result.as_ref());
        let reduction_percent = delivered
            .as_ref()
            .and_then(|delivered| delivered.percent_of(source.bytes));
        Row {
            case: task.id.to_owned(),
            status: conclusion.status,
            language: before.language,
            logic: before.logic,
            solver: settings.solver.clone(),
            oracle: before.oracle,
            strategy: settings.strategy.name.to_owned(),
            minimiser: settings.other_minimiser(),
            effort: settings.effort.name().to_owned(),
            reduced_command: needed
                .as_deref()
                .map(|command| shown(&settings.solver, command)),
            bytes_before: source.bytes,
            bytes_printed: before.bytes_printed,
            bytes_after: delivered.as_ref().map(|delivered| delivered.bytes),
            reduction_percent,
            tokens_before: measures.map(|measures| measures.tokens),
            tokens_after: result.map(|result| result.measures.tokens),
            sexprs_before: measures.map(|measures| measures.expressions),
            sexprs_after: result.map(|result| result.measures.expressions),
            commands_before: measures.map(|measures| measures.commands),
            commands_after: result.map(|result| result.measures.commands),
            checks: tally.checks,
            held: tally.held,
            accepted: tally.accepted,
            hints: tally.hints,
            one_minimal: conclusion.one_minimal,
            well_formed: result.map(|result| result.is_well_formed),
            golden: golden.end,
            signature: golden.signature,
            failure_rate: golden.rate,
            signature_after: conclusion.signature,
            canonical_hash: result.map(|result| result.canonical_hash.clone()),
            source_blake3: source.digest,
            minimized_blake3: delivered.map(|delivered| delivered.digest),
            detail,
            starts: 1,
            notes: notes.join("; "),
            fingerprint: before.fingerprint,
            mutators: search.mutators,
            ..Row::default()
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
            ..self
        }
    }
}

impl Source {
    pub(super) fn of(input: &Input) -> Source {
        Source {
            bytes: input.text.len() as u64,
            digest: input.digest.to_hex().to_string(),
        }
    }
}

impl Before {
    pub(super) fn of(prepared: &Prepared) -> Before {
        let Prepared { language, case, .. } = prepared;
        Before {
            oracle: prepared.oracle.name().to_owned(),
            fingerprint: Some(prepared.fingerprint()),
            language: language.name().to_owned(),
            logic: language.logic(case.tree()),
            bytes_printed: Some(case.text().len() as u64),
            measures: Some(Measures::of(case.tree())),
        }
    }
}

impl Golden {
    pub(super) fn of(failure: &GoldenFailure, case: &TestCase) -> Golden {
        let first = failure.answers.first();
        let evidence = first.and_then(|answer| answer.evidence.as_ref());
        Golden {
            signature: Some(failure.reproduced.signature.clone()),
            rate: failure.rate,
            end: evidence.map(|evidence| evidence.observation.end.to_string()),
            bytes: case.text().len(),
        }
    }
}

impl Delivered {
    /// A text of which only the bytes are known.
    pub(super) fn bytes(text: &[u8]) -> Delivered {
        Delivered {
            bytes: text.len() as u64,
            digest: blake3::hash(text).to_hex().to_string(),
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
            measures: Measures::of(case.tree()),
            is_well_formed: tools.why_ill_formed(case).is_none(),
            canonical_hash: blake3::hash(&tools.language.canonical(case))
                .to_hex()
                .to_string(),
        });
        Delivered {
            result,
            ..Delivered::bytes(text)
        }
    }
}

/// What these runs have cost in this wall time.
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

/// What each mutator did that proposed anything: first the enabled ones, in the order of mutators; then what was proposed
/// under the name of a disabled one.
pub(super) fn mutator_counts(
    enabled: &[&'static Mutator],
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

impl Measures {
    fn of(tree: &Tree) -> Measures {
        Measures {
            tokens: tokens(tree),
            expressions: cells(tree),
            commands: tree.children(ROOT).count() as u64,
        }
    }
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
