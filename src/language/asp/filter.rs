//! Which candidates are legal programs.
//!
//! A statement is legal if parsing its printed text gives the same statement again, so only the reader and the printer
//! need to know the grammar. In addition, each variable of a statement must be safe, unless the golden program has
//! variables that are not safe by smelt's rules.

use super::analysis::Analysis;
use super::formats::{Asp, NAME};
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
        let analysis = golden.analysed::<Analysis>();
        Legality {
            checks_safety: analysis.is_some_and(Analysis::is_safe),
        }
    }

    /// Whether these statements of a tree are legal.
    fn is_legal(&self, tree: &Tree, statements: &[Node], dialect: Dialect) -> bool {
        if self.checks_safety && !statements.iter().all(|&statement| is_safe(tree, statement)) {
            return false;
        }
        let mut builder = Builder::default();
        for &statement in statements {
            builder.copy(tree, statement);
        }
        let program = normalized(builder.finish(), dialect);
        Asp.print(&program, dialect)
            .and_then(|text| Asp.parse_as(&text, dialect).ok())
            .is_some_and(|read| {
                // A line that the reader does not understand is a single token, whatever it looks like.
                read.text() == program.text() && read.cells().len() == program.cells().len()
            })
    }
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
            tree.is_list(*statement) && !self.is_legal(tree, &[*statement], case.dialect())
        };
        tree.children(ROOT).filter(is_faulty).collect()
    }

    fn judge(&self, base: &TestCase, edit: &Edit) -> Judgement {
        let tree = base.tree();
        let removes_statements = edit.splices(tree).iter().all(|splice| {
            splice.with.is_empty() && splice.cells > 0 && base.parent(splice.at) == ROOT
        });
        if removes_statements {
            return Judgement {
                is_ill_formed: false,
                looked_at: edit.splices(tree).len(),
            };
        }
        let (edited, _) = tree.apply(edit);
        // Statements of the base are not judged again.
        let known = base.analysed::<Analysis>();
        let changed: Vec<Node> = edited
            .children(ROOT)
            .filter(|&statement| !known.is_some_and(|known| known.has(&edited, statement)))
            .collect();
        Judgement {
            is_ill_formed: !self.is_legal(&edited, &changed, base.dialect()),
            looked_at: edited.cells().len(),
        }
    }
}
