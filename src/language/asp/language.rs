//! Answer-set programs as an implementation of the language interface.

use super::analysis::analysis;
use super::canonical::canonical;
use super::convert::{FORMATS, convert};
use super::filter::Legality;
use super::formats::{Asp, GRINGO, LPARSE, NAME, SMODELS};
use super::highlight::visible_tokens;
use super::limited::with_printed_model;
use super::roles::Role;
use crate::language::{
    Dialect, Filter, InnerList, Language, RemovableList, TestCase, VisibleToken,
};
use crate::observation::Observation;
use crate::tree::{Node, Tree};
use std::sync::Arc;

/// What begins the statement that reads another file.
const INCLUDE: &[u8] = b"#include";

/// First the statements that only say what is printed, because atoms whose names are needed cannot be simplified; then
/// everything else.
const LISTS: &[RemovableList] = &[
    RemovableList {
        holds: has_name,
        is_principal: false,
        needs_last: false,
    },
    RemovableList {
        holds: |tree, statement| !has_name(tree, statement),
        is_principal: true,
        needs_last: false,
    },
];

/// Whether a statement of a numeric format gives an atom its name.
fn has_name(tree: &Tree, statement: Node) -> bool {
    tree.head_bytes(statement) == b"#output"
}

impl Language for Asp {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "Answer-set programs: gringo's and lparse's text, aspif, smodels' format"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["lp", "lparse", "aspif", "smodels"]
    }

    fn visible_tokens(&self, text: &[u8]) -> Vec<VisibleToken> {
        visible_tokens(text)
    }

    fn trivial_texts(&self, dialect: Dialect) -> &'static [&'static [u8]] {
        match dialect {
            GRINGO | LPARSE => &[b""],
            SMODELS => &[b"0\n0\nB+\n0\nB-\n0\n1\n"],
            _ => &[b"asp 1 0 0\n0\n"],
        }
    }

    fn removable_lists(&self) -> &'static [RemovableList] {
        LISTS
    }

    /// A script, or another file, which may have one. What is between `<` and `>` is a part of the solver.
    fn has_code(&self, text: &[u8]) -> bool {
        let includes_file = |at: usize| {
            let rest = text[at + INCLUDE.len()..].trim_ascii_start();
            !rest.starts_with(b"<")
        };
        memchr::memmem::find(text, b"#script").is_some()
            || memchr::memmem::find_iter(text, INCLUDE).any(includes_file)
    }

    fn may_gain_code(&self, text: &[u8]) -> bool {
        let has_word = |word: &[u8]| {
            memchr::memmem::find_iter(text, word).any(|at| {
                let before = text[..at].last();
                !before.is_some_and(|&byte| byte.is_ascii_alphanumeric() || byte == b'_')
            })
        };
        has_word(b"script") || has_word(b"include")
    }

    fn canonical(&self, case: &TestCase) -> Vec<u8> {
        canonical(case)
    }

    fn inner_list(&self, case: &TestCase, list: Node, which: InnerList) -> Option<Vec<Node>> {
        let skipped = match (analysis(case).role(list), which) {
            (Role::Head | Role::Body, InnerList::Part) => 0,
            // The kind of the aggregate and its bounds are not elements.
            (Role::Aggregate, InnerList::Elements) => 3,
            _ => return None,
        };
        Some(case.tree().children(list).skip(skipped).collect())
    }

    fn with_model(&self, text: &[u8], run: &Observation, nth: usize) -> Option<Vec<u8>> {
        with_printed_model(text, run, nth)
    }

    fn filter(&self, golden: &TestCase) -> Option<Arc<dyn Filter>> {
        Some(Arc::new(Legality::of(golden)))
    }

    fn formats(&self) -> &'static [&'static str] {
        FORMATS
    }

    fn format(&self, case: &TestCase) -> Option<&'static str> {
        match case.dialect() {
            GRINGO => Some("lp"),
            LPARSE => None,
            SMODELS => Some("smodels"),
            _ => Some("aspif"),
        }
    }

    fn convert(&self, case: &TestCase, format: &str) -> Result<Vec<u8>, String> {
        convert(case.tree(), case.dialect(), format)
    }
}
