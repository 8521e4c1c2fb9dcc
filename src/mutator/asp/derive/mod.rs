//! asp-derive: rules are replaced by the facts that they derive.

mod join;
mod rules;
mod tables;
mod value;

use crate::language::TestCase;
use crate::language::asp::{GRINGO, LPARSE, analysis, variable};
use crate::mutator::{At, Mutator};
use crate::tree::{Edit, Node, Piece, Splice, Tree};
use join::{ConditionJoin, arguments, predicate};
use rules::{DerivingRule, Rules, instances, rules};
use std::cell::Cell;
use tables::{Predicate, Tables};
use value::{Assignment, GroundValue, value};

/// `p(X) :- q(X,Y), X < Y. q(1,2). q(2,2).` → `p(1). q(1,2). q(2,2).`: all rules with variables whose derived atoms a
/// grounder knows become facts, and so do rules that need these. The ground program stays the same, so a solver that
/// fails after grounding still fails. Then the facts from which others were derived may go.
///
/// Applies to the first statement. Where many facts are derived, this lengthens the text and is a pump.
pub static DERIVE: Mutator = Mutator::asp("asp-derive")
    .about("Replace rules with variables by the facts that they derive")
    .at(At::Program)
    .only(|case, _| matches!(case.dialect(), GRINGO | LPARSE))
    .edit(|case, _| derived(case))
    .judged();

/// At most this many facts are derived.
const MOST: usize = 256;

/// At most this many atoms are looked at.
const STEPS: usize = 200_000;

/// The edit that replaces the rules: bottom-up evaluation, layer by layer, and within each layer until nothing more is
/// derived. None if there are no such rules, or if too much is derived.
fn derived(case: &TestCase) -> Option<Edit> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let Rules { facts, layers } = rules(case, analysis)?;
    let mut understood = layers.iter().flatten();
    if !understood.any(|rule| has_variable(tree, rule.statement)) {
        return None;
    }
    // What the facts of the program state is known.
    let mut tables = Tables::default();
    for &fact in &facts {
        for arguments in instances(tree, fact)? {
            tables.add(predicate(tree, fact), arguments)?;
        }
    }
    // Each layer needs only earlier ones and itself, so it is complete once a round derives nothing new.
    let steps = Cell::new(STEPS);
    let mut all: Vec<(Node, Vec<Piece>)> = Vec::new();
    let mut count = 0;
    for layer in &layers {
        let mut found: Vec<Vec<Piece>> = vec![Vec::new(); layer.len()];
        loop {
            let before = count;
            for (rule, pieces) in layer.iter().zip(&mut found) {
                let join = ConditionJoin {
                    case,
                    analysis,
                    tables: &tables,
                    steps: &steps,
                    rule: rule.statement,
                };
                for arguments in heads(&join, rule)? {
                    if tables.add(rule.derives, arguments.clone())? {
                        pieces.extend(fact(rule.derives, &arguments));
                        count += 1;
                    }
                }
                if count > MOST {
                    return None;
                }
            }
            if count == before {
                break;
            }
        }
        all.extend(layer.iter().map(|rule| rule.statement).zip(found));
    }
    let splices = all
        .into_iter()
        .map(|(at, with)| Splice::replace(tree, at, with));
    Some(Edit::new(splices.collect()))
}

fn has_variable(tree: &Tree, node: Node) -> bool {
    (node..tree.next(node)).any(|node| variable(tree, node).is_some())
}

/// The arguments of the atoms that a rule derives.
fn heads(join: &ConditionJoin<'_>, rule: &DerivingRule) -> Option<Vec<Vec<GroundValue>>> {
    let tree = join.case.tree();
    let mut heads = Vec::new();
    join.solve(
        &rule.conditions,
        &mut Assignment::default(),
        &mut |bindings| {
            let values = arguments(tree, rule.head).map(|term| value(tree, term, bindings));
            heads.push(values.collect::<Option<Vec<GroundValue>>>()?);
            Some(())
        },
    )?;
    Some(heads)
}

/// The statement that an atom is true.
fn fact((name, arity): Predicate, arguments: &[GroundValue]) -> Vec<Piece> {
    let name = Piece::Leaf(name);
    let atom = if arity == 0 {
        vec![name]
    } else {
        let arguments = arguments.iter().map(|value| value.piece());
        Piece::list([name].into_iter().chain(arguments))
    };
    // A rule is a list of its head and its body, and the body of a fact is empty.
    Piece::list([Piece::list(atom), Piece::list([])].concat())
}
