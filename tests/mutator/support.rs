//! The table form of mutator tests.

use smelt::language::TestCase;
use smelt::language::smtlib::{SmtLib, parse};
use smelt::mutator::Mutator;
use smelt::tree::{Edit, Node};

/// `mutator, declarations; "why" { "text" at "node" => ["candidate", …], … } …`: the candidates that the mutator
/// proposes at the first node with this text behind the declarations, in order, and only those that are
/// smaller. Candidates are texts without the declarations, on one line.
macro_rules! table {
    ($mutator:expr, $declarations:expr; $($why:literal {
        $($text:literal at $node:literal => [$($candidate:literal),* $(,)?]),+ $(,)?
    })+) => {
        $($(
            let expected: &[&str] = &[$($candidate),*];
            let found = $crate::support::candidates(&$mutator, $declarations, $text, $node);
            assert_eq!(found, expected, "{}: `{}` in `{}`", $why, $node, $text);
        )+)+
    };
}

pub(crate) fn case(text: impl AsRef<[u8]>) -> TestCase {
    let parsed = parse(text.as_ref()).expect("the test's text is read");
    TestCase::new(&SmtLib, parsed)
}

/// The first proposal of a mutator at a node.
pub(crate) fn first(mutator: &dyn Mutator, case: &TestCase, node: Node) -> Option<Edit> {
    let mut proposals = mutator.proposals(case, node);
    proposals.next().map(|proposal| proposal.edit)
}

/// The candidates of a table row.
pub(crate) fn candidates(
    mutator: &dyn Mutator,
    declarations: &str,
    text: &str,
    node: &str,
) -> Vec<String> {
    let local = |case: &TestCase, node| -> Vec<Edit> {
        let proposals = mutator.proposals(case, node);
        proposals.map(|proposal| proposal.edit).collect()
    };
    candidates_by(&local, declarations, text, node)
}

/// The candidates of a table row in the form "everywhere".
pub(crate) fn everywhere(
    mutator: &dyn Mutator,
    declarations: &str,
    text: &str,
    node: &str,
) -> Vec<String> {
    let all = |case: &TestCase, node| -> Vec<Edit> {
        let proposals = mutator.proposals_at_all_occurrences(case, node);
        proposals.map(|proposal| proposal.edit).collect()
    };
    candidates_by(&all, declarations, text, node)
}

fn candidates_by(
    propose: &dyn Fn(&TestCase, Node) -> Vec<Edit>,
    declarations: &str,
    text: &str,
    node: &str,
) -> Vec<String> {
    let case = case([declarations, text].join("\n"));
    let before = parse(declarations.as_bytes()).expect("declarations are read");
    let (start, skip) = (before.tree.end(), before.tree.text());
    let node = (start..case.tree().end())
        .find(|&at| case.tree().bytes(at) == node.as_bytes())
        .expect("the text has the node");
    let texts = propose(&case, node)
        .into_iter()
        .map(|edit| (case.tree().spliced(&edit), edit))
        .filter(|(text, edit)| case.shrinks(edit, || text.len()));
    texts
        .map(|(text, _)| {
            let text = text.strip_prefix(skip).unwrap_or(&text);
            String::from_utf8_lossy(text).trim_end().replace('\n', " ")
        })
        .collect()
}
