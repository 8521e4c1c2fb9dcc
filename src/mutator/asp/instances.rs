//! Rules with variables are replaced by some or all of their instances.

use crate::language::TestCase;
use crate::language::asp::{
    Analysis, Role, analysis, holds, is_variable, negated, number, rule, variable,
};
use crate::mutator::{At, Mutator};
use crate::tree::{Edit, Node, Piece, ROOT, Splice, Symbol, Tree};
use rustc_hash::FxHashMap;

/// `p(X) :- q(X,Y).` → `p(1) :- q(1,Y).` with the first constants of the program. So a rule is grounded in part.
/// Applies to the first occurrence of the variable in its statement.
pub static INSTANTIATE: Mutator = Mutator::asp("asp-instantiate")
    .about("Put a constant in the place of a variable of a statement")
    .only(is_first)
    .edits(|case, node| {
        let constants = analysis(case).constants(case.tree()).iter();
        Box::new(constants.map(move |&constant| with_constant(case, node, constant)))
    })
    .judged();

/// Whether this is the first occurrence of a variable in its statement.
fn is_first(case: &TestCase, node: Node) -> bool {
    variable(case.tree(), node).is_some() && places(case, node).next() == Some(node)
}

/// The places of a variable in its statement.
fn places(case: &TestCase, variable: Node) -> impl Iterator<Item = Node> {
    let (tree, statement) = (case.tree(), case.top_level(variable));
    let places = case.places(tree.sym(variable));
    let first = places.partition_point(|&place| place < statement);
    let end = tree.next(statement);
    places[first..]
        .iter()
        .copied()
        .take_while(move |&place| place < end)
}

fn with_constant(case: &TestCase, variable: Node, constant: Symbol) -> Edit {
    let splices = places(case, variable)
        .map(|at| Splice::replace(case.tree(), at, vec![Piece::Leaf(constant)]));
    Edit::new(splices.collect())
}

/// `p(X) :- q(X,Y), r(Y), X < Y. q(1,2). q(2,2).` → `p(1) :- r(2).` for a condition whose instances are all known,
/// because only facts derive them. Comparisons of numbers are evaluated, and the facts are removed if nothing else uses
/// them. Applies to the rule.
///
/// Where there are many instances, this lengthens the text and is a pump: the search may find that a few of them are
/// enough.
pub static ALL_INSTANCES: Mutator = Mutator::asp("asp-all-instances")
    .about("Replace a rule by its instances over the facts of a condition")
    .at(At::Asp(Role::Rule))
    .only(|case, node| conditions(case, node).next().is_some())
    .edits(|case, node| {
        let conditions = conditions(case, node);
        Box::new(conditions.filter_map(move |condition| instances(case, node, condition)))
    })
    .judged();

/// Longer rules stay, because each of their conditions would copy the whole rule several times.
const LONGEST: u32 = 1_000;

/// The conditions of a rule that are atoms with variables.
fn conditions(case: &TestCase, node: Node) -> impl Iterator<Item = Node> {
    let tree = case.tree();
    let is_short = case.parent(node) == ROOT && tree.len(node) <= LONGEST;
    rule(tree, node)
        .filter(|_| is_short)
        .into_iter()
        .flat_map(move |(_, body)| tree.children(body))
        .filter(move |&atom| {
            analysis(case).role(atom) == Role::Atom
                && (atom..tree.next(atom)).any(|part| variable(tree, part).is_some())
        })
}

/// The edit that replaces a rule by its instances over the facts of a condition. None if there are none, or if not
/// everything is known about the condition.
fn instances(case: &TestCase, node: Node, condition: Node) -> Option<Edit> {
    let tree = case.tree();
    let Facts {
        values,
        statements,
        has_other_uses,
    } = facts(case, condition)?;
    let parameters: Vec<Node> = tree.children(condition).skip(1).collect();
    if parameters.iter().any(|&parameter| tree.is_list(parameter)) {
        return None;
    }
    // One instance for each fact that the condition matches; equal instances are made once.
    let mut all: Vec<Vec<Piece>> = Vec::new();
    for values in &values {
        let Some(bindings) = bindings(tree, &parameters, values) else {
            continue;
        };
        let instance = instance(case, node, condition, &bindings);
        all.extend(instance.filter(|instance| !all.contains(instance)));
    }
    let mut splices = vec![Splice::replace(tree, node, all.concat())];
    if !has_other_uses {
        splices.extend(statements.iter().map(|&at| Splice::delete(tree, at)));
    }
    (!all.is_empty()).then(|| Edit::new(splices))
}

type Substitution = FxHashMap<Symbol, Symbol>;

/// The values of the variables for which the condition equals this fact. None if there are none.
fn bindings(tree: &Tree, parameters: &[Node], values: &[Symbol]) -> Option<Substitution> {
    let mut bindings = Substitution::default();
    let mut agrees = true;
    for (&parameter, &value) in parameters.iter().zip(values) {
        let token = tree.sym(parameter);
        agrees &= match token.bytes() {
            b"_" => true,
            bytes if is_variable(bytes) => *bindings.entry(token).or_insert(value) == value,
            _ => token == value,
        };
    }
    agrees.then_some(bindings)
}

/// The instance of a rule, without this condition and without comparisons that hold. None if a comparison does not
/// hold.
fn instance(
    case: &TestCase,
    node: Node,
    condition: Node,
    bindings: &Substitution,
) -> Option<Vec<Piece>> {
    let tree = case.tree();
    let value = |node: Node| {
        let token = tree.sym(node);
        bindings.get(&token).copied().unwrap_or(token)
    };
    let (_, body) = rule(tree, node)?;
    // Evaluate the comparisons.
    let mut omitted = vec![condition];
    for literal in tree.children(body) {
        match decided(tree, literal, value) {
            Some(true) => omitted.push(literal),
            Some(false) => return None,
            None => {}
        }
    }
    // Copy the rule cell by cell, with values for variables. `ends` has the ends of the lists that are open.
    let mut pieces = Vec::new();
    let mut ends = Vec::new();
    let mut at = node;
    while at < tree.next(node) {
        while ends.last() == Some(&at) {
            ends.pop();
            pieces.push(Piece::Close);
        }
        if omitted.contains(&at) {
            at = tree.next(at);
            continue;
        }
        if tree.is_list(at) {
            pieces.push(Piece::Open);
            ends.push(tree.next(at));
        } else {
            pieces.push(Piece::Leaf(value(at)));
        }
        at += 1;
    }
    pieces.extend(ends.iter().map(|_| Piece::Close));
    Some(pieces)
}

/// Whether a comparison of two numbers holds. None if the literal is something else.
fn decided(tree: &Tree, literal: Node, value: impl Fn(Node) -> Symbol) -> Option<bool> {
    if negated(tree, literal).is_some() || !tree.is_list(literal) {
        return None;
    }
    let relation = tree.head(literal)?;
    let number = |nth: usize| {
        let node = tree.child(literal, nth);
        number(value(node.filter(|&node| !tree.is_list(node))?).bytes())
    };
    let (left, right) = (number(1)?, number(2)?);
    holds(left.cmp(&right), relation.bytes())
}

/// At most this many facts are looked at, where an interval counts as all its numbers.
const MOST_FACTS: usize = 32;

/// The facts of a predicate.
struct Facts {
    /// The arguments of each fact, with each number of an interval on its own.
    values: Vec<Vec<Symbol>>,
    /// The statements of these facts.
    statements: Vec<Node>,
    /// Whether anything but one condition uses the predicate.
    has_other_uses: bool,
}

/// The facts of the predicate of this condition. None if something else may derive it, if there are too many facts, or
/// if an argument is neither a constant nor an interval of numbers.
fn facts(case: &TestCase, condition: Node) -> Option<Facts> {
    let (tree, analysis) = (case.tree(), analysis(case));
    if analysis.hides_rules() {
        return None;
    }
    let places = analysis.names(tree).places(tree.head(condition)?);
    let mut facts = Facts {
        values: Vec::new(),
        statements: Vec::new(),
        has_other_uses: false,
    };
    let arity = tree.children(condition).count();
    // Each fact has a place of the predicate, and a predicate with few facts is hardly used at many places.
    if places.len() > 2 * MOST_FACTS {
        return None;
    }
    for &name in places {
        let atom = case.parent(name);
        if atom == condition || tree.children(atom).count() != arity {
            continue;
        }
        match use_of(case, analysis, atom) {
            Use::Fact(statement) => {
                facts.values.extend(values(tree, atom)?);
                facts.statements.push(statement);
            }
            Use::Derived => return None,
            Use::Other => facts.has_other_uses = true,
        }
        if facts.values.len() > MOST_FACTS {
            return None;
        }
    }
    Some(facts)
}

/// How an atom is used.
enum Use {
    /// It is a fact: the statement has nothing else.
    Fact(Node),
    /// A statement may derive it.
    Derived,
    /// Somewhere else.
    Other,
}

fn use_of(case: &TestCase, analysis: &Analysis, atom: Node) -> Use {
    let (tree, statement) = (case.tree(), case.top_level(atom));
    let is_rule = analysis.role(statement) == Role::Rule;
    match rule(tree, statement).filter(|_| is_rule) {
        // In a head, it is a fact if there is nothing else, and otherwise derived.
        Some((head, body)) if tree.contains(head, atom) => {
            let is_alone = case.parent(atom) == head && tree.children(head).count() == 1;
            let has_body = tree.len(body) > 1;
            if is_alone && !has_body {
                Use::Fact(statement)
            } else {
                Use::Derived
            }
        }
        None if tree.head_bytes(statement) == b"#external" => Use::Derived,
        _ => Use::Other,
    }
}

/// The arguments of a fact, one list for each choice of numbers from its intervals.
fn values(tree: &Tree, atom: Node) -> Option<Vec<Vec<Symbol>>> {
    let mut all = vec![Vec::new()];
    for argument in tree.children(atom).skip(1) {
        let choices = constants(tree, argument)?;
        if all.len() * choices.len() > MOST_FACTS {
            return None;
        }
        let mut longer = Vec::new();
        for values in &all {
            for &choice in &choices {
                longer.push([&values[..], &[choice]].concat());
            }
        }
        all = longer;
    }
    Some(all)
}

/// A constant, or the numbers of an interval.
fn constants(tree: &Tree, term: Node) -> Option<Vec<Symbol>> {
    if !tree.is_list(term) {
        let token = tree.sym(term);
        return (!is_variable(token.bytes())).then(|| vec![token]);
    }
    let is_interval = tree.head(term)?.bytes() == b"..";
    let number = |nth: usize| number(tree.bytes(tree.child(term, nth)?));
    let (from, to) = (number(1)?, number(2)?);
    let count = to.checked_sub(from)?.checked_add(1)?;
    let is_short = usize::try_from(count).is_ok_and(|count| count <= MOST_FACTS);
    (is_interval && is_short).then(|| {
        (from..=to)
            .map(|number| Symbol::of(number.to_string().as_bytes()))
            .collect()
    })
}
