//! Values: small closed terms of every sort, by which mutators replace other terms.

use super::pieces::word;
use super::sort_text::spelled;
use crate::language::TestCase;
use crate::language::smtlib::{
    Binding, BindingId, BindingKind, Sort, SortKind, analysis, functions, literals_in_dialect,
    name, older_words,
};
use crate::tree::{Node, Piece, Splice, Symbol};
use std::cell::Cell;
use std::sync::Arc;

/// How deep a value of a datatype may nest.
const DEEPEST: u32 = 3;

/// At most this many functions are looked at for a value, and at most this many visible ones are applied.
const MOST_FUNCTIONS: (usize, usize) = (64, 8);

/// Functions with more parameters are not applied, because such a long value replaces hardly any term.
const MOST_PARAMETERS: usize = 64;

/// At most this many functions are applied for one value, in all depths together.
const MOST_APPLICATIONS: u32 = 256;

/// At most this many constructors without parameters are proposed.
const MOST_CONSTRUCTORS: usize = 2;

/// A term that is not yet in the text.
pub(crate) type NewTerm = Vec<Piece>;

/// The most useful values of the sort, the least one first. At most three; empty if none is known at this place.
pub(crate) fn values(case: &TestCase, sort: Sort, at: Node) -> Vec<NewTerm> {
    Maker::new(case, at).values(sort, DEEPEST)
}

/// The simplest term of this sort: a value, otherwise a variable, otherwise a function of values. None if none is known
/// at this place.
pub(crate) fn default(case: &TestCase, sort: Sort, at: Node) -> Option<NewTerm> {
    default_without(case, sort, at, &|_| false)
}

/// Like [`values`], but none of a sort in which a name `is_gone`.
pub(crate) fn values_without(
    case: &TestCase,
    sort: Sort,
    at: Node,
    is_gone: &dyn Fn(BindingId) -> bool,
) -> Vec<NewTerm> {
    if stays(case, sort, at, is_gone) {
        values(case, sort, at)
    } else {
        Vec::new()
    }
}

/// Like [`default`], but neither a variable or function that `is_gone`, nor any term of a sort in which a name is.
pub(crate) fn default_without(
    case: &TestCase,
    sort: Sort,
    at: Node,
    is_gone: &dyn Fn(BindingId) -> bool,
) -> Option<NewTerm> {
    if !stays(case, sort, at, is_gone) {
        return None;
    }
    let is_left = |id: &BindingId| !is_gone(*id);
    let variable = || {
        let id = analysis(case).variables(sort, at).find(is_left)?;
        Some(vec![spelling(case, id)])
    };
    let application = || Maker::new(case, at).least_application(sort, DEEPEST, is_left);
    let value = values(case, sort, at).into_iter().next();
    value.or_else(variable).or_else(application)
}

/// Whether no name in the sort is gone.
fn stays(case: &TestCase, sort: Sort, at: Node, is_gone: &dyn Fn(BindingId) -> bool) -> bool {
    let meant = |token| analysis(case).resolve_sort(token, at);
    let spelling = spelled(sort).unwrap_or_default();
    !tokens(&spelling).filter_map(meant).any(is_gone)
}

/// The tokens of a new term or sort.
fn tokens(pieces: &[Piece]) -> impl Iterator<Item = Symbol> {
    pieces.iter().filter_map(|piece| match *piece {
        Piece::Leaf(token) => Some(token),
        Piece::Open | Piece::Enter(_) | Piece::Close | Piece::Copy(_) => None,
    })
}

/// How many cells a value has.
pub(crate) fn cells(value: &[Piece]) -> usize {
    value.iter().filter(|&&piece| piece != Piece::Close).count()
}

/// Makes values for a place. It applies a limited number of functions.
struct Maker<'a> {
    case: &'a TestCase,
    at: Node,
    /// How many more functions may be applied.
    applications: Cell<u32>,
}

impl<'a> Maker<'a> {
    fn new(case: &'a TestCase, at: Node) -> Maker<'a> {
        Maker {
            case,
            at,
            applications: Cell::new(MOST_APPLICATIONS),
        }
    }

    /// The most useful values of the sort that nest no deeper than this.
    fn values(&self, sort: Sort, deepest: u32) -> Vec<NewTerm> {
        let literals = literals_of(self.case, sort);
        let needs_sort =
            matches!(sort.kind(), SortKind::Other(_, arguments) if !arguments.is_empty());
        if !literals.is_empty() {
            let leaves = literals.iter().map(|&token| Piece::Leaf(token));
            let qualified = |leaf| {
                if needs_sort {
                    qualified(leaf, sort)
                } else {
                    Some(vec![leaf])
                }
            };
            return leaves.filter_map(qualified).collect();
        }
        let Some(deeper) = deepest.checked_sub(1) else {
            return Vec::new();
        };
        match sort.kind() {
            SortKind::Array(_, element) => self
                .constant_array(sort, element, deeper)
                .into_iter()
                .collect(),
            SortKind::Other(head, arguments) if !arguments.is_empty() => {
                let name = self.generic_constructor(head);
                let value = name.and_then(|name| qualified(Piece::Leaf(name), sort));
                value.into_iter().collect()
            }
            SortKind::Other(..) => self.constructed(sort, deeper),
            _ => Vec::new(),
        }
    }

    /// `((as const S) value)`
    fn constant_array(&self, sort: Sort, element: Sort, deepest: u32) -> Option<NewTerm> {
        let value = self.values(element, deepest).into_iter().next()?;
        let head = qualified(word("const"), sort)?;
        Some(Piece::list([head, value].concat()))
    }

    /// A constructor without parameters of a datatype that itself has parameters.
    fn generic_constructor(&self, head: Symbol) -> Option<Symbol> {
        let analysis = analysis(self.case);
        let datatype = analysis.resolve_sort(head, self.at)?;
        let arity = analysis.get(datatype).parameters.len();
        let constructor = self.constructors(Sort::generic(head, arity)).next()?;
        Some(analysis.get(constructor).name)
    }

    /// The first constructors without parameters; if there are none, the smallest application of a constructor.
    fn constructed(&self, sort: Sort, deepest: u32) -> Vec<NewTerm> {
        let plain: Vec<NewTerm> = self
            .constructors(sort)
            .take(MOST_CONSTRUCTORS)
            .map(|id| vec![spelling(self.case, id)])
            .collect();
        if !plain.is_empty() {
            return plain;
        }
        let is_constructor = |id: &BindingId| self.is_constructor(*id);
        let application = self.least_application(sort, deepest, is_constructor);
        application.into_iter().collect()
    }

    /// The visible constructors without parameters.
    fn constructors(&self, sort: Sort) -> impl Iterator<Item = BindingId> {
        let variables = analysis(self.case).variables(sort, self.at);
        variables.filter(|&id| self.is_constructor(id))
    }

    fn is_constructor(&self, id: BindingId) -> bool {
        analysis(self.case).get(id).kind == BindingKind::Datatype
    }

    /// The smallest term of this sort that applies a function to values; only functions that are wanted.
    fn least_application(
        &self,
        sort: Sort,
        deepest: u32,
        is_wanted: impl Fn(&BindingId) -> bool,
    ) -> Option<NewTerm> {
        let analysis = analysis(self.case);
        let is_visible =
            |&id: &BindingId| analysis.resolve(analysis.get(id).name, self.at) == Some(id);
        let applied = |id: BindingId| {
            let parameters = &analysis.get(id).parameters;
            if parameters.len() > MOST_PARAMETERS {
                return None;
            }
            self.applications
                .set(self.applications.get().checked_sub(1)?);
            let mut value = vec![Piece::Open, spelling(self.case, id)];
            for &parameter in parameters {
                let operand = self.values(parameter, deepest).into_iter().next();
                value.extend(operand?);
            }
            value.push(Piece::Close);
            Some(value)
        };
        let (looked_at, most_applied) = MOST_FUNCTIONS;
        functions(self.case, sort)
            .iter()
            .copied()
            .take(looked_at)
            .filter(is_wanted)
            .filter(is_visible)
            .take(most_applied)
            .filter_map(applied)
            .min_by_key(|value| cells(value))
    }
}

/// The literals and constants of a sort, as the text spells them: old texts have other names for some.
fn literals_of(case: &TestCase, sort: Sort) -> Arc<[Symbol]> {
    let is_older = older_words(sort).any(|word| case.has_token(word));
    literals_in_dialect(sort, is_older)
}

/// `(as name S)`
fn qualified(name: Piece, sort: Sort) -> Option<NewTerm> {
    Some(Piece::list(
        [vec![word("as"), name], spelled(sort)?].concat(),
    ))
}

/// The name of a binding, as it is written where it is bound.
fn spelling(case: &TestCase, id: BindingId) -> Piece {
    Piece::Leaf(case.tree().sym(analysis(case).get(id).node))
}

/// For each of the first two values of the sort of a variable, or else for a default: the splices that put it at all
/// uses. A term in which a name has another meaning at a use is left out. One empty list of splices if there are no
/// uses.
pub(crate) fn uses_replaced(case: &TestCase, variable: &Binding) -> Vec<Vec<Splice>> {
    let Some(&first) = variable.uses.first() else {
        return vec![Vec::new()];
    };
    let (mut values, mut chosen_at) = (values(case, variable.sort, first), first);
    values.truncate(2);
    if values.is_empty() {
        chosen_at = variable.node;
        values.extend(default(case, variable.sort, chosen_at));
    }
    values.retain(|value| replaces_all(case, value, chosen_at, variable));
    let put_at_uses = |value: NewTerm| {
        variable
            .uses
            .iter()
            .map(|&at| Splice::replace(case.tree(), at, value.clone()))
            .collect()
    };
    values.into_iter().map(put_at_uses).collect()
}

/// Whether the names in a new term mean the same at all uses of a variable as at the place for which it was made. The
/// name of the variable itself does, because the variable goes.
fn replaces_all(case: &TestCase, term: &[Piece], made_for: Node, variable: &Binding) -> bool {
    let analysis = analysis(case);
    let mut others = tokens(term).filter(|&token| name(token) != variable.name);
    others.all(|token| {
        let meant = analysis.resolve(token, made_for);
        let mut uses = variable.uses.iter();
        uses.all(|&place| analysis.resolve(token, place) == meant)
    })
}
