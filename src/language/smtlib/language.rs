//! SMT-LIB as an implementation of the language interface.

use super::Analysis;
use super::arity::is_removable;
use super::case::{Worked, analysis};
use super::code::{may_touch_files, touches_files};
use super::commands::{self, Parts};
use super::conjuncts::without;
use super::filter::WellFormedness;
use super::highlight::visible_tokens;
use super::literal::{is_plain, rank};
use super::name::is_keyword;
use super::parse::{fold, parse, parse_as};
use super::pretty::pretty;
use super::printed::{Said, proof};
use super::shape::shape;
use super::stop_point::{answers, failure_place};
use super::unsat_core::unsat_core;
use super::vocabulary::contains;
use super::with_core::with_core;
use super::with_model::{asking, with_model};
use crate::language::{
    Analysed, Dialect, FailurePlace, Filter, Hint, HintDepth, Language, ParseError, Parsed,
    RemovableList, Syntax, TestCase, VisibleToken,
};
use crate::observation::Observation;
use crate::tree::{Edit, Node, Parents, ROOT, Symbol, Tree};
use std::ops::Range;
use std::sync::Arc;

/// The name of the language.
pub const NAME: &str = "smtlib";

/// SMT-LIB 2 and its dialects.
#[derive(Debug)]
pub struct SmtLib;

impl Syntax for SmtLib {
    fn parse(&self, text: &[u8]) -> Result<Parsed, ParseError> {
        parse(text)
    }

    fn parse_as(&self, text: &[u8], dialect: Dialect) -> Result<Tree, ParseError> {
        parse_as(text, dialect)
    }

    fn rank(&self, token: Symbol) -> u8 {
        rank(token.bytes())
    }

    fn is_plain(&self, token: Symbol) -> bool {
        is_plain(token.bytes())
    }

    fn analyse(&self, tree: &Tree) -> Analysed {
        Box::new(Worked::of(Analysis::of(tree)))
    }

    fn cells_to_remove(&self, tree: &Tree, parent: Node, node: Node) -> u32 {
        let is_keyword = |node| is_keyword(tree.sym(node));
        let second = tree.next(node);
        let has_second = parent != ROOT && second < tree.next(parent);
        let belong_together = has_second
            && (is_keyword(node) && !is_keyword(second) || is_grammar(tree, parent, node));
        tree.len(node) + if belong_together { tree.len(second) } else { 0 }
    }

    fn is_removable(
        &self,
        tree: &Tree,
        analysed: &Analysed,
        parents: &Parents,
        gone: &Range<Node>,
    ) -> bool {
        analysed
            .downcast_ref::<Worked>()
            .is_none_or(|worked| is_removable(tree, worked.analysis(), parents, gone))
    }

    fn heavy_terms(&self, tree: &Tree, analysed: &Analysed) -> Vec<Node> {
        analysed
            .downcast_ref::<Worked>()
            .map(|worked| worked.weights(tree).heavy_terms().to_vec())
            .unwrap_or_default()
    }

    fn normalize(&self, tree: &Tree, _dialect: Dialect) -> Option<Edit> {
        fold(tree)
    }
}

impl Language for SmtLib {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "SMT-LIB 2 and its dialects: SyGuS, separation logic, solver extensions"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["smt2", "smt", "sy", "smtlib"]
    }

    fn trivial_texts(&self, _dialect: Dialect) -> &'static [&'static [u8]] {
        &[b"", b"(check-sat)\n"]
    }

    fn removable_lists(&self) -> &'static [RemovableList] {
        LISTS
    }

    fn options(&self) -> Option<&'static RemovableList> {
        Some(&RemovableList {
            holds: |tree, node| tree.head_bytes(node) == b"set-option",
            is_principal: false,
            needs_last: false,
        })
    }

    fn has_code(&self, text: &[u8]) -> bool {
        touches_files(text)
    }

    fn may_gain_code(&self, text: &[u8]) -> bool {
        may_touch_files(text)
    }

    fn leaves_files(&self, text: &[u8]) -> bool {
        // z3 has one option for this, and writes `z3.log`.
        memchr::memmem::find(text, b":trace").is_some()
    }

    fn filter(&self, golden: &TestCase) -> Option<Arc<dyn Filter>> {
        Some(Arc::new(WellFormedness::of(golden)))
    }

    fn strict_filter(&self, golden: &TestCase) -> Option<Arc<dyn Filter>> {
        Some(Arc::new(WellFormedness::of(golden).strict()))
    }

    fn pretty(&self, case: &TestCase) -> Vec<u8> {
        pretty(case.tree())
    }

    fn visible_tokens(&self, text: &[u8]) -> Vec<VisibleToken> {
        visible_tokens(text)
    }

    fn shape(&self, case: &TestCase) -> Vec<u8> {
        shape(case.tree(), analysis(case))
    }

    fn contains(&self, case: &TestCase, small: &TestCase) -> bool {
        contains(case, small)
    }

    fn logic(&self, tree: &Tree) -> Option<String> {
        let mut commands = tree.children(ROOT);
        let command = commands.find(|&command| tree.head_bytes(command) == b"set-logic")?;
        let logic = tree.bytes(tree.child(command, 1)?);
        Some(String::from_utf8_lossy(logic).into_owned())
    }

    fn states_answer(&self, tree: &Tree, node: Node) -> bool {
        let keyword = tree.child(node, 1).map(|keyword| tree.bytes(keyword));
        tree.head_bytes(node) == b"set-info" && keyword == Some(b":status")
    }

    fn failure_place(&self, case: &TestCase, run: &Observation) -> FailurePlace {
        failure_place(case, run)
    }

    fn with_model(&self, text: &[u8], run: &Observation, nth: usize) -> Option<Vec<u8>> {
        with_model(text, run, nth)
    }

    fn asking_for_models(&self, text: &[u8]) -> Option<Vec<u8>> {
        asking(text)
    }

    fn with_core(&self, text: &[u8], run: &Observation, nth: usize) -> Option<Vec<u8>> {
        with_core(text, run, nth)
    }

    fn proof(&self, run: &Observation) -> Option<Vec<u8>> {
        proof(run)
    }

    fn refutes(&self, output: &[u8]) -> bool {
        answers(output).last() == Some(Said::Unsat)
    }

    fn hint(&self, case: &TestCase, depth: HintDepth) -> Option<Hint> {
        unsat_core(case, depth)
    }

    fn without(&self, case: &TestCase, parts: &[Node]) -> Edit {
        without(case, parts)
    }
}

/// First the commands that only prolong the run, then the main content, then the rest.
const LISTS: &[RemovableList] = &[
    RemovableList {
        holds: |tree, node| tree.head_bytes(node) == b"check-sat",
        is_principal: false,
        needs_last: true,
    },
    RemovableList {
        holds: |tree, node| tree.head_bytes(node) == b"check-sat-assuming",
        is_principal: false,
        needs_last: false,
    },
    RemovableList {
        holds: |tree, node| tree.head_bytes(node) == b"assert",
        is_principal: true,
        needs_last: false,
    },
    RemovableList {
        holds: is_in_no_list,
        is_principal: false,
        needs_last: false,
    },
];

/// Whether the node is in none of the lists before the last one.
fn is_in_no_list(tree: &Tree, node: Node) -> bool {
    let others = LISTS.split_last().map_or(LISTS, |(_, others)| others);
    !others.iter().any(|list| (list.holds)(tree, node))
}

/// Whether the node is the first of the two lists of a SyGuS 2 grammar, which are the last parts of the command.
fn is_grammar(tree: &Tree, command: Node, node: Node) -> bool {
    let place = match tree.head(command).and_then(commands::parts) {
        Some(Parts::Synthesis) => 4,
        Some(Parts::InvariantSynthesis | Parts::AnswerAndFormula) => 3,
        _ => return false,
    };
    tree.child(command, place) == Some(node) && tree.next(tree.next(node)) == tree.next(command)
}
