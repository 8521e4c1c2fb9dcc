//! Writes questions about the sorts of a text's terms, for a solver to answer.
//!
//! `sorts INPUT` prints the declarations of the input and, where its terms stand, lines such as
//! `(declare-const smelt!7 (Seq S))(assert (= smelt!7 (seq.unit TERM)))`. A solver that finds an error in such a line
//! gives the term another sort than `S`. Elements of sequences are never converted, so `Int` and `Real` differ, too.
//! `benchmarks/sorts` asks a solver these questions about a whole corpus.

#![expect(clippy::print_stdout, reason = "the questions are data")]

use smelt::language::TestCase;
use smelt::language::smtlib::{
    Analysis, BindingKind, Role, SmtLib, WellFormedness, analysis, parse,
};
use smelt::tree::{Node, ROOT, Tree};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::error::Error;
use std::ops::Range;

/// The longest term that is asked about, in bytes.
const LONGEST: usize = 400;

/// How many terms with the same head and the same sort are asked about.
const SAME: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("no input is given")?;
    let parsed = parse(&std::fs::read(path)?).map_err(|error| error.to_string())?;
    let case = TestCase::new(&SmtLib, parsed);
    let tree = case.tree();
    let filter = WellFormedness::of(&case);
    let mut asked = Asked {
        faulty: filter.faults(&case).map(|(node, _)| node).collect(),
        ..Asked::default()
    };
    for command in tree.children(ROOT) {
        let head = tree.head(command).map_or(&b""[..], |head| head.bytes());
        if [&b"declare-"[..], b"define-", b"push", b"pop"]
            .iter()
            .any(|prefix| head.starts_with(prefix))
        {
            println!("{}", text(tree, command));
        } else if matches!(head, b"assert" | b"constraint") {
            for node in command..tree.next(command) {
                asked.ask(&case, node);
            }
        }
    }
    Ok(())
}

/// What was asked so far.
#[derive(Default)]
struct Asked {
    /// The nodes with faults.
    faulty: BTreeSet<Node>,
    terms: HashSet<String>,
    kinds: HashMap<(String, String), usize>,
}

impl Asked {
    /// Asks about a term if its sort is known and it means the same outside its surroundings.
    fn ask(&mut self, case: &TestCase, node: Node) {
        let (tree, analysis) = (case.tree(), analysis(case));
        let sort = analysis.sort(node);
        let nodes = node..tree.next(node);
        if analysis.role(node) != Role::Term
            || sort.has_unknown()
            || sort.to_string().contains("->")
            || self.faulty.range(nodes.clone()).next().is_some()
            || tree.bytes(node).len() > LONGEST
            || !is_closed(analysis, &nodes)
        {
            return;
        }
        let (term, sort) = (text(tree, node), sort.to_string());
        let head = tree
            .head(node)
            .map_or(String::new(), |_| text(tree, node + 1));
        let same = self.kinds.entry((head, sort.clone())).or_default();
        if *same == SAME || !self.terms.insert(term.clone()) {
            return;
        }
        *same += 1;
        let k = self.terms.len();
        if sort == "RegLan" {
            println!("(assert (str.in_re \"\" {term}))");
        } else {
            println!(
                "(declare-const smelt!{k} (Seq {sort}))(assert (= smelt!{k} (seq.unit {term})))"
            );
        }
    }
}

/// Whether all names in these nodes are bound among them or by the declarations of the text, and none is given there.
fn is_closed(analysis: &Analysis, nodes: &Range<Node>) -> bool {
    nodes.clone().all(|node| {
        let Some(id) = analysis.binding(node) else {
            return true;
        };
        let binding = &analysis.bindings()[id as usize];
        match binding.kind {
            BindingKind::Named => false,
            BindingKind::Let
            | BindingKind::Quantified
            | BindingKind::Parameter
            | BindingKind::Nonterminal => nodes.contains(&binding.node),
            BindingKind::Declared
            | BindingKind::Defined
            | BindingKind::Sort
            | BindingKind::Datatype => true,
        }
    })
}

fn text(tree: &Tree, node: Node) -> String {
    String::from_utf8_lossy(tree.bytes(node)).replace('\n', " ")
}
