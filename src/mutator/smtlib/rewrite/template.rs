//! Templates: what a rule replaces its match by.

use super::formula::Formula;
use super::matching::Match;
use crate::language::smtlib::{self, Bits, Operator};
use crate::mutator::smtlib::toolkit::shape::{bound_head, is_form};
use crate::tree::{Node, Piece, Symbol, Tree};

/// What a rule inserts, in the notation of SMT-LIB. `?x` and `@u` are what the pattern found. `(not ?x) ...` is one
/// copy for each operand that `?x ...` found. `{u-l+1}` is a number, and `{0:u-l+1}` the bit-vector of this value and
/// width. Of `(not (not x))` and `(and x)`, only `x` is inserted.
#[derive(Debug)]
pub(super) enum Template {
    Term(&'static str),
    Each(Box<Template>),
    Number(Formula),
    Vector(Formula, Formula),
    Token(Symbol),
    List(Vec<Template>),
}

impl Template {
    /// The template at a node of the tree of a rule.
    pub(super) fn of(tree: &Tree, node: Node) -> Template {
        if !tree.is_list(node) {
            return Template::of_token(tree.sym(node));
        }
        let mut list: Vec<Template> = Vec::new();
        for part in tree.children(node) {
            if tree.sym(part).bytes() != b"..." {
                list.push(Template::of(tree, part));
            } else if let Some(last) = list.pop() {
                list.push(Template::Each(Box::new(last)));
            }
        }
        Template::List(list)
    }

    fn of_token(sym: Symbol) -> Template {
        let text = std::str::from_utf8(sym.bytes()).unwrap_or_default();
        if let Some(name) = text.strip_prefix('?') {
            return Template::Term(name);
        }
        if let Some(name) = text.strip_prefix('@') {
            return Template::Number(Formula::of(name));
        }
        let formula = text
            .strip_prefix('{')
            .and_then(|text| text.strip_suffix('}'));
        match formula.map(|text| (text, text.split_once(':'))) {
            Some((_, Some((value, width)))) => {
                Template::Vector(Formula::of(value), Formula::of(width))
            }
            Some((number, None)) => Template::Number(Formula::of(number)),
            None => Template::Token(sym),
        }
    }

    /// The pieces to insert for a match. None if a number is unknown or there is no such bit-vector.
    pub(super) fn pieces(&self, found: &Match) -> Option<Vec<Piece>> {
        let mut out = Vec::new();
        self.write(found, None, &mut out)?;
        Some(out)
    }

    /// Writes the template. `each` is the place among the operands of a `...`, if the template is inside of one.
    fn write(&self, found: &Match, each: Option<usize>, out: &mut Vec<Piece>) -> Option<()> {
        match self {
            Template::Term(_) => out.push(Piece::Copy(self.term(found, each)?)),
            Template::Each(inner) => {
                let count = inner.repeated(found)?;
                (0..count).try_for_each(|at| inner.write(found, Some(at), out))?;
            }
            Template::Number(formula) => {
                let number = u32::try_from(formula.value(found)?).ok()?;
                out.push(Piece::Leaf(Symbol::of(number.to_string().as_bytes())));
            }
            Template::Vector(value, width) => {
                let width = u32::try_from(width.value(found)?).ok()?;
                let value = u128::try_from(value.value(found)?).ok()?;
                let bits = (1..=4096)
                    .contains(&width)
                    .then(|| Bits::of_number(value, width))?;
                out.push(Piece::Leaf(bits.shortest()));
            }
            Template::Token(sym) => out.push(Piece::Leaf(*sym)),
            Template::List(parts) => write_list(parts, found, each, out)?,
        }
        Some(())
    }

    /// The term of a `?x`.
    fn term(&self, found: &Match, each: Option<usize>) -> Option<Node> {
        match self {
            Template::Term(name) if found.is_repeated(name) => {
                found.terms(name).get(each?).copied()
            }
            Template::Term(name) => found.terms(name).first().copied(),
            _ => None,
        }
    }

    /// How many operands the `?x ...` in this template found.
    fn repeated(&self, found: &Match) -> Option<usize> {
        match self {
            Template::Term(name) => found.is_repeated(name).then(|| found.terms(name).len()),
            Template::List(parts) => parts.iter().find_map(|part| part.repeated(found)),
            Template::Each(_) | Template::Number(_) | Template::Vector(..) | Template::Token(_) => {
                None
            }
        }
    }
}

/// Writes a list, or its only operand.
fn write_list(
    parts: &[Template],
    found: &Match,
    each: Option<usize>,
    out: &mut Vec<Piece>,
) -> Option<()> {
    // `(not (not x))` becomes `x`.
    if let [Template::Token(not), operand] = parts
        && not.bytes() == b"not"
        && let Some(term) = operand
            .term(found, each)
            .and_then(|term| negated(found, term))
    {
        out.push(Piece::Copy(term));
        return Some(());
    }
    // `(and x)` becomes `x`.
    if let [Template::Token(head), operands @ ..] = parts
        && smtlib::operator(*head).is_some_and(Operator::is_idle_alone)
    {
        let mut count = 0;
        for operand in operands {
            count += match operand {
                Template::Each(inner) => inner.repeated(found)?,
                _ => 1,
            };
        }
        if count < 2 {
            let mut operands = operands.iter();
            operands.try_for_each(|operand| operand.write(found, each, out))?;
            return (count == 1).then_some(());
        }
    }
    out.push(Piece::Open);
    let mut parts = parts.iter();
    parts.try_for_each(|part| part.write(found, each, out))?;
    out.push(Piece::Close);
    Some(())
}

/// The term whose negation this term is.
fn negated(found: &Match, term: Node) -> Option<Node> {
    let tree = found.case.tree();
    let [_, operand] = tree.elements(term)?;
    (is_form(tree, term, b"not") && bound_head(found.case, term).is_none()).then_some(operand)
}
