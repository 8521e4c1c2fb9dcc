//! What must hold of every text, whatever it contains. The ordinary tests check it on mangled texts, and the fuzz targets
//! in `fuzz/` on those that a fuzzer makes.

use smelt::language::{FailurePlace, Filter, HintDepth, LANGUAGES, Language, TestCase};
use smelt::mutator::{MUTATORS, Mutator, Proposals, with_unused};
use smelt::outcome::{Outcome, Patience};
use smelt::search::{Admission, Answers, Cancellation, Driver, Plan, STRATEGIES, Speculation};
use smelt::tree::{Edit, Node};
use std::sync::Arc;

/// A reduction of a mangled text may ask so many questions.
const MOST_QUESTIONS: usize = 400;

/// The first proposals of a mutator at a node that are looked at.
const PROPOSALS: usize = 6;

/// So many candidates of a text are applied in all.
const MOST_CANDIDATES: usize = 1_000;

/// The text as a test case; none if it is no text of the language.
fn case(language: &'static dyn Language, text: &[u8]) -> Option<TestCase> {
    let parsed = language.parse(text).ok()?;
    Some(TestCase::new(language, parsed))
}

/// That a text which can be read can be printed, and that what is printed is read as the same again.
pub(crate) fn reads_as_printed(language: &'static dyn Language, text: &[u8]) {
    let Some(case) = case(language, text) else {
        return;
    };
    let again = case.read(case.text());
    let again = again.unwrap_or_else(|error| panic!("{error}: {:?}", shown(case.text())));
    assert_eq!(shown(again.text()), shown(case.text()));
    language.pretty(&case);
    language.canonical(&case);
    language.has_code(text);
    language.logic(case.tree());
    for depth in [HintDepth::Inner, HintDepth::Outer] {
        language.hint(&case, depth);
    }
}

/// That conversions end, and that what they make can be read.
pub(crate) fn converts(text: &[u8]) {
    for &language in LANGUAGES {
        let Some(case) = case(language, text) else {
            continue;
        };
        for format in language.formats() {
            if let Ok(converted) = language.convert(&case, format) {
                reads_as_printed(language, &converted);
            }
        }
    }
}

/// That the filter can judge a text, and that each candidate of each mutator can be made; a well-formed one reads as it
/// is printed. Some of the candidates are looked at in turn, ill-formed ones too.
pub(crate) fn has_sound_candidates(language: &'static dyn Language, text: &[u8]) {
    let Some(mut case) = case(language, text) else {
        return;
    };
    let golden = language.filter(&case);
    for round in 0..3 {
        let Some(next) = candidates(language, &case, golden.as_deref(), round) else {
            return;
        };
        case = next;
    }
}

/// Checks the candidates of a text. Returns one of them.
fn candidates(
    language: &'static dyn Language,
    case: &TestCase,
    filter: Option<&dyn Filter>,
    round: usize,
) -> Option<TestCase> {
    let is_legal = filter.is_none_or(|filter| filter.why_ill_formed(case).is_none());
    let is_sound = is_legal
        && case
            .read(case.text())
            .is_ok_and(|read| read.tree() == case.tree());
    case.heavy_terms();
    let mut chosen = None;
    let mut left = MOST_CANDIDATES;
    for mutator in forms(language) {
        for node in 0..case.tree().end() {
            if !mutator.applies(case, node) {
                continue;
            }
            for edit in edits(mutator, case, node) {
                let what = format!("{} at {node} of {:?}", mutator.name(), shown(case.text()));
                with_unused(language)(case, edit.clone());
                let edited = candidate(case, &edit, filter, is_sound, &what);
                if left.is_multiple_of(7 + round) {
                    chosen = Some(edited);
                }
                left -= 1;
                if left == 0 {
                    return chosen;
                }
            }
        }
    }
    chosen
}

/// All forms of the mutators of a language.
fn forms(language: &dyn Language) -> Vec<&'static Mutator> {
    let known = MUTATORS.iter().copied();
    let known = known.filter(|mutator| mutator.profile().understands(language.name()));
    let mut all = Vec::new();
    for mutator in known {
        all.push(mutator);
        all.extend(mutator.forms().iter().map(|&(_, form)| form));
    }
    all
}

/// The first edits that a mutator proposes at a node.
fn edits(mutator: &'static Mutator, case: &TestCase, node: Node) -> Vec<Edit> {
    let few = |proposals: Proposals<'_>| {
        let edits = proposals.take(PROPOSALS).map(|proposal| proposal.edit);
        edits.collect::<Vec<Edit>>()
    };
    let all = [
        few(mutator.proposals(case, node)),
        few(mutator.proposals_at_all_occurrences(case, node)),
        few(mutator.pumps(case, node)),
    ];
    all.concat()
}

/// Makes a candidate in all the ways in which one is made.
fn candidate(
    case: &TestCase,
    edit: &Edit,
    filter: Option<&dyn Filter>,
    is_sound: bool,
    what: &str,
) -> TestCase {
    let text = case.edited_text(edit);
    let edited = case.apply(edit);
    assert_eq!(shown(&text), shown(edited.text()), "{what}");
    assert_eq!(text.len(), case.edited_len(edit), "{what}");
    case.shrinks(edit, || text.len());
    let is_held = filter.is_some_and(|filter| filter.judge(case, edit).is_ill_formed);
    if !is_held && is_sound {
        let read = edited.read(&text);
        let read = read.unwrap_or_else(|error| panic!("{what}: {error}: {:?}", shown(&text)));
        assert_eq!(shown(read.text()), shown(&text), "{what}");
    }
    edited
}

/// That what a strategy delivers satisfies the oracle. The oracle is a hash of the text, so it is anything but monotone.
pub(crate) fn reduces_soundly(language: &'static dyn Language, text: &[u8], choice: u8) {
    let Some(golden) = case(language, text) else {
        return;
    };
    let strategy = &STRATEGIES[usize::from(choice) % STRATEGIES.len()];
    let filter = language.filter(&golden).filter(|_| choice & 0x80 == 0);
    let plan = |may_lengthen| Plan {
        language,
        mutators: MUTATORS
            .iter()
            .copied()
            .filter(|mutator| mutator.profile().understands(language.name()))
            .collect(),
        minimiser: None,
        named: Vec::new(),
        last_round: Vec::new(),
        stages: None,
        phases: smelt::search::PHASES.collect(),
        admission: Arc::new(Admission {
            filter: filter.clone(),
            with_unused: None,
            may_lengthen,
            cancelled: Cancellation::default(),
            in_parallel: true,
        }),
        is_quick: false,
        detours: usize::from(choice) % 16,
        failure: FailurePlace::default(),
        known: Arc::default(),
        is_refuted: false,
    };
    let plan = |may_lengthen| match filter {
        Some(_) => plan(may_lengthen),
        None => plan(may_lengthen).unfiltered(),
    };
    let oracle = HashOracle {
        golden: golden.text().to_vec(),
        salt: choice,
        left: MOST_QUESTIONS,
    };
    let mut driver = Driver::new(golden, oracle);
    let _ended_or_out_of_questions =
        driver.converge(&|may_lengthen| strategy.search(&plan(may_lengthen)));
    for delivered in [&driver.current, &driver.best] {
        assert!(
            driver.answers.is_interesting(delivered.text()),
            "{}: {:?}",
            strategy.name,
            shown(delivered.text())
        );
    }
}

/// About one text in four fails, and so does the golden one.
struct HashOracle {
    golden: Vec<u8>,
    salt: u8,
    left: usize,
}

impl HashOracle {
    fn is_interesting(&self, text: &[u8]) -> bool {
        let hash = text.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        text == self.golden || (hash >> 32) % 4 == u64::from(self.salt % 4)
    }
}

impl Answers for HashOracle {
    type Error = ();

    fn may_check(&self) -> Result<(), ()> {
        if self.left == 0 { Err(()) } else { Ok(()) }
    }

    fn check(
        &mut self,
        text: &[u8],
        _: Patience,
        _: &dyn Fn() -> Speculation,
    ) -> Result<Outcome, ()> {
        self.left -= 1;
        Ok(if self.is_interesting(text) {
            Outcome::Interesting
        } else {
            Outcome::Uninteresting
        })
    }
}

/// A text as it is shown where something does not hold.
fn shown(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}
