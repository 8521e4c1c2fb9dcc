//! Which candidates are legal programs.
//!
//! A statement is legal if parsing its printed text gives the same statement again, so only the reader and the printer
//! need to know the grammar. In addition, each variable of a statement must be safe, unless the golden program has
//! variables that are not safe by smelt's rules, or `#domain`, by which lparse binds variables everywhere.

use super::analysis::Analysis;
use super::excerpt::Changes;
use super::formats::{Asp, NAME, is_text};
use super::safety::is_safe;
use crate::language::{Dialect, Filter, Judgement, Syntax, TestCase};
use crate::tree::{Builder, Edit, Node, ROOT, Tree};

/// Holds back candidates with statements that no solver would read.
#[derive(Debug)]
pub(super) struct Legality {
    checks_safety: bool,
}

impl Legality {
    /// The filter for the candidates of this golden program.
    pub(super) fn of(golden: &TestCase) -> Legality {
        let (tree, analysis) = (golden.tree(), golden.analysed::<Analysis>());
        let mut statements = tree.children(ROOT);
        let has_domains = statements.any(|node| tree.bytes(node).starts_with(b"#domain"));
        Legality {
            checks_safety: !has_domains && analysis.is_some_and(Analysis::is_safe),
        }
    }

    /// Whether a statement is legal.
    fn accepts(&self, tree: &Tree, statement: Node, dialect: Dialect) -> bool {
        if self.checks_safety && !is_safe(tree, statement) {
            return false;
        }
        let mut builder = Builder::default();
        builder.copy(tree, statement);
        is_legal(builder.finish(), dialect)
    }
}

/// Whether a program reads as it is printed.
fn is_legal(program: Tree, dialect: Dialect) -> bool {
    let program = normalized(program, dialect);
    Asp.print(&program, dialect)
        .and_then(|printed| Asp.parse_as(&printed.text, dialect).ok())
        .is_some_and(|read| {
            // A line that the reader does not understand is a single token, whatever it looks like.
            read.text() == program.text() && read.cells().len() == program.cells().len()
        })
}

fn normalized(tree: Tree, dialect: Dialect) -> Tree {
    match Asp.normalize(&tree, dialect) {
        Some(edit) => tree.apply(&edit).0,
        None => tree,
    }
}

impl Filter for Legality {
    fn why_ill_formed(&self, case: &TestCase) -> Option<String> {
        let faulty = self.faulty_nodes(case);
        let first = case.tree().bytes(*faulty.first()?);
        let text = String::from_utf8_lossy(first).into_owned();
        Some(format!("this is no legal statement of `{NAME}`: {text}"))
    }

    fn faulty_nodes(&self, case: &TestCase) -> Vec<Node> {
        let tree = case.tree();
        let is_faulty = |statement: &Node| {
            tree.is_list(*statement) && !self.accepts(tree, *statement, case.dialect())
        };
        tree.children(ROOT).filter(is_faulty).collect()
    }

    fn judge(&self, base: &TestCase, edit: &Edit) -> Judgement {
        let splices = edit.splices(base.tree());
        let Some(analysis) = base.analysed::<Analysis>() else {
            // Only a text of another language has none.
            return Judgement {
                is_ill_formed: true,
                looked_at: 0,
            };
        };
        let changes = Changes::of(base, analysis, splices);
        let dialect = base.dialect();
        let read = if is_text(dialect) {
            changes.excerpt()
        } else {
            changes.statements()
        };
        let mut looked_at = splices.len() + read.cells().len();
        let mut is_ill_formed = !is_legal(read, dialect);
        if self.checks_safety && !is_ill_formed {
            let bound = changes.statements_with_variables();
            looked_at += bound.cells().len();
            is_ill_formed = !bound
                .children(ROOT)
                .all(|statement| is_safe(&bound, statement));
        }
        Judgement {
            is_ill_formed,
            looked_at,
        }
    }
}
