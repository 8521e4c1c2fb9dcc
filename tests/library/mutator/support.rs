//! The table form of mutator tests.

use smelt::language::TestCase;
use smelt::language::smtlib::{SmtLib, parse};
use smelt::mutator::Mutator;
use smelt::tree::{Edit, Node, ROOT};

/// `mutator, declarations; "why" { "text" at "node" => ["candidate", …], … } …`: the candidates that the mutator
/// proposes at the first node with this text behind the declarations, in order, and only those that are
/// smaller. Candidates are texts without the declarations, on one line.
macro_rules! table {
    ($($table:tt)+) => { rows! { $crate::mutator::support::candidates, $($table)+ } };
}

/// Like `table!`, for the proposals that are pumps, those for deep searches included.
macro_rules! pumps {
    ($($table:tt)+) => { rows! { $crate::mutator::support::pumps, $($table)+ } };
}

/// Like `table!`, for the candidates in the form "everywhere".
macro_rules! everywhere {
    ($($table:tt)+) => { rows! { $crate::mutator::support::everywhere, $($table)+ } };
}

macro_rules! rows {
    ($found:path, $mutator:expr, $declarations:expr; $($why:literal {
        $($text:literal at $node:literal => [$($candidate:literal),* $(,)?]),+ $(,)?
    })+) => {
        $($(
            let expected: &[&str] = &[$($candidate),*];
            let found = $found(&$mutator, $declarations, $text, $node);
            assert_eq!(found, expected, "{}: `{}` in `{}`", $why, $node, $text);
        )+)+
    };
}

pub(crate) fn case(text: impl AsRef<[u8]>) -> TestCase {
    let parsed = parse(text.as_ref()).expect("the test's text is read");
    TestCase::new(&SmtLib, parsed)
}

/// The first proposal of a mutator at a node.
pub(crate) fn first(mutator: &Mutator, case: &TestCase, node: Node) -> Option<Edit> {
    let mut proposals = mutator.proposals(case, node);
    proposals.next().map(|proposal| proposal.edit)
}

/// The candidates of a table row.
pub(crate) fn candidates(
    mutator: &Mutator,
    declarations: &str,
    text: &str,
    node: &str,
) -> Vec<String> {
    let local = |case: &TestCase, node| simplifications(mutator, case, node);
    candidates_by(&local, declarations, text, node)
}

/// The candidates of a whole text that a mutator proposes at its root.
pub(crate) fn candidates_at_root(mutator: &Mutator, text: &str) -> Vec<String> {
    let case = case(text);
    let edits = simplifications(mutator, &case, ROOT).into_iter();
    edits
        .map(|edit| on_one_line(&case.tree().spliced(&edit)))
        .collect()
}

fn simplifications(mutator: &Mutator, case: &TestCase, node: Node) -> Vec<Edit> {
    let proposals = mutator.proposals(case, node);
    let edits = proposals.filter(|proposal| !proposal.is_pump);
    let edits = edits.map(|proposal| proposal.edit);
    edits.filter(|edit| shrinks(case, edit)).collect()
}

fn on_one_line(text: &[u8]) -> String {
    String::from_utf8_lossy(text).trim_end().replace('\n', " ")
}

/// The pumps of a table row.
pub(crate) fn pumps(mutator: &Mutator, declarations: &str, text: &str, node: &str) -> Vec<String> {
    let local = |case: &TestCase, node| -> Vec<Edit> {
        let proposals = mutator.proposals(case, node);
        let all = proposals.chain(mutator.pumps(case, node));
        let edits = all.filter(|proposal| proposal.is_pump);
        edits.map(|proposal| proposal.edit).collect()
    };
    candidates_by(&local, declarations, text, node)
}

/// The candidates of a table row in the form "everywhere".
pub(crate) fn everywhere(
    mutator: &Mutator,
    declarations: &str,
    text: &str,
    node: &str,
) -> Vec<String> {
    let all = |case: &TestCase, node| -> Vec<Edit> {
        let proposals = mutator.proposals_at_all_occurrences(case, node);
        let edits = proposals.map(|proposal| proposal.edit);
        edits.filter(|edit| shrinks(case, edit)).collect()
    };
    candidates_by(&all, declarations, text, node)
}

fn shrinks(case: &TestCase, edit: &Edit) -> bool {
    case.shrinks(edit, || case.tree().spliced(edit).len())
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
    let texts = propose(&case, node).into_iter().map(|edit| {
        let text = case.tree().spliced(&edit);
        on_one_line(text.strip_prefix(skip).unwrap_or(&text))
    });
    texts.collect()
}
