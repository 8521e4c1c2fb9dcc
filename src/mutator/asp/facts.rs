//! The facts of a predicate, if nothing but facts derives it.

use crate::language::TestCase;
use crate::language::asp::{Role, analysis, is_variable, number, rule};
use crate::tree::{Node, ROOT, Symbol, Tree};

/// So many facts are looked at, intervals taken apart.
const MOST: usize = 32;

/// The facts of a predicate.
pub(super) struct Facts {
    /// The arguments of each fact, intervals taken apart.
    pub(super) values: Vec<Vec<Symbol>>,
    /// The statements of these facts.
    pub(super) statements: Vec<Node>,
    /// Whether anything but one condition uses the predicate.
    pub(super) has_other_uses: bool,
}

/// The facts of the predicate of this condition. None if something else may derive it, if there are too many facts, or
/// if an argument is neither a constant nor an interval of numbers.
pub(super) fn facts(case: &TestCase, condition: Node) -> Option<Facts> {
    let tree = case.tree();
    let names = analysis(case)?.names(tree);
    let places = names.places(tree.head(condition)?);
    let mut facts = Facts {
        values: Vec::new(),
        statements: Vec::new(),
        has_other_uses: false,
    };
    let arity = tree.children(condition).count();
    // Each fact has a place, and a condition of which there are few facts is hardly used at many places.
    if places.len() > 2 * MOST {
        return None;
    }
    for &name in places {
        let atom = case.parent(name);
        let is_other = tree.len(name) > 1 || tree.children(atom).count() != arity;
        if atom == condition || is_other {
            continue;
        }
        match use_of(case, atom) {
            Use::Fact(statement) => {
                facts.values.extend(values(tree, atom)?);
                facts.statements.push(statement);
            }
            Use::Derived => return None,
            Use::Other => facts.has_other_uses = true,
        }
        if facts.values.len() > MOST {
            return None;
        }
    }
    Some(facts)
}

/// How an atom is used.
enum Use {
    /// It is all of a statement.
    Fact(Node),
    /// A statement may derive it.
    Derived,
    /// Somewhere else.
    Other,
}

fn use_of(case: &TestCase, atom: Node) -> Use {
    let tree = case.tree();
    let Some(analysis) = analysis(case) else {
        return Use::Derived;
    };
    let mut at = atom;
    let mut in_head = false;
    while case.parent(at) != ROOT {
        at = case.parent(at);
        in_head |= analysis.role(at) == Role::Head;
    }
    if analysis.role(at) != Role::Rule {
        let is_external = tree
            .head(at)
            .is_some_and(|head| head.bytes() == b"#external");
        return if is_external {
            Use::Derived
        } else {
            Use::Other
        };
    }
    match rule(tree, at) {
        Some((head, body)) if in_head => {
            let is_alone = case.parent(atom) == head && tree.children(head).count() == 1;
            let has_body = tree.len(body) > 1;
            if is_alone && !has_body {
                Use::Fact(at)
            } else {
                Use::Derived
            }
        }
        _ => Use::Other,
    }
}

/// The arguments of a fact, one list for each choice of numbers from its intervals.
fn values(tree: &Tree, atom: Node) -> Option<Vec<Vec<Symbol>>> {
    let mut all = vec![Vec::new()];
    for argument in tree.children(atom).skip(1) {
        let choices = constants(tree, argument)?;
        if all.len() * choices.len() > MOST {
            return None;
        }
        let with = |values: &Vec<Symbol>| {
            let values = values.clone();
            choices.iter().map(move |&choice| {
                let mut values = values.clone();
                values.push(choice);
                values
            })
        };
        all = all.iter().flat_map(with).collect();
    }
    Some(all)
}

/// A constant, or the numbers of an interval.
fn constants(tree: &Tree, term: Node) -> Option<Vec<Symbol>> {
    if !tree.is_list(term) {
        let token = tree.sym(term);
        let is_plain = !is_variable(token.bytes()) && token.bytes() != b"_";
        return is_plain.then(|| vec![token]);
    }
    let is_interval = tree.head(term)?.bytes() == b"..";
    let number = |nth: usize| number(tree.bytes(tree.child(term, nth)?));
    let (from, to) = (number(1)?, number(2)?);
    let count = to.checked_sub(from)?.checked_add(1)?;
    let is_short = usize::try_from(count).is_ok_and(|count| count <= MOST);
    (is_interval && is_short).then(|| {
        let numbers = from..=to;
        numbers
            .map(|number| Symbol::of(number.to_string().as_bytes()))
            .collect()
    })
}
