//! Reads sorts from their spelling in a text.

use super::binding::Space;
use super::function::arrow;
use super::literal::number;
use super::matching::Bindings;
use super::name::{is_name, name};
use super::operators;
use super::rank::Repeats;
use super::text::Text;
use super::theories::SortName;
use super::walk::Walk;
use super::{IllFormed, LiteralKind, Role, Sort, SortKind};
use crate::tree::{Node, Symbol};

/// How deeply sorts may nest; deeper sorts are unknown. This bounds the recursion.
const DEPTHS: usize = 200;

impl<T: Text> Walk<'_, '_, T> {
    /// Walks through a sort and returns it.
    pub(super) fn sort(&mut self, node: Node) -> Sort {
        self.sort_within(node, DEPTHS)
    }

    /// Walks through a list of sorts and returns them.
    pub(super) fn sorts(&mut self, list: Node) -> Vec<Sort> {
        if !self.is_list(list) {
            self.malformed(list, "a list of sorts is missing");
            return Vec::new();
        }
        let sorts: Vec<Node> = self.elements(list).collect();
        sorts.into_iter().map(|node| self.sort(node)).collect()
    }

    fn sort_within(&mut self, node: Node, depths: usize) -> Sort {
        self.role(node, Role::Sort);
        if !self.is_list(node) {
            return self.sort_named(node, None);
        }
        if depths == 0 {
            self.opaque(node);
            return Sort::UNKNOWN;
        }
        let mut elements = self.elements(node);
        let Some(head) = elements.next() else {
            self.malformed(node, "a sort is empty");
            return Sort::UNKNOWN;
        };
        if self.bytes(head) == b"_" {
            return self.sort_indexed(node);
        }
        let arguments: Vec<Node> = elements.collect();
        if arguments.is_empty() && !self.is_list(head) {
            return self.sort_named(head, None); // some solvers accept `(Float32)`
        }
        let arguments = arguments
            .into_iter()
            .map(|argument| self.sort_within(argument, depths - 1))
            .collect();
        if self.is_list(head) {
            self.malformed(node, "a sort is empty");
            return Sort::UNKNOWN;
        }
        self.sort_named(head, Some(arguments))
    }

    /// The sort with this name, with or without arguments.
    fn sort_named(&mut self, token: Node, arguments: Option<Vec<Sort>>) -> Sort {
        let name = name(self.text.sym(token));
        let given = arguments.as_ref().map_or(0, Vec::len);
        if let Some(id) = self.lookup((name, Space::Sort)) {
            self.refer(token, id);
            let binding = self.binding(id);
            let (sort, parameters) = (binding.sort, binding.parameters.len());
            if parameters != given && !(self.implies_parameters && given == 0) {
                self.fault(token, IllFormed::Operands(name));
                return Sort::UNKNOWN;
            }
            return match arguments {
                Some(arguments) => Bindings::of_sorts(&arguments).sort(sort),
                None => sort,
            };
        }
        let Some(builtin) = builtin(name) else {
            return self.sort_unknown(token, name);
        };
        builtin_sort(&builtin, &arguments.unwrap_or_default()).unwrap_or_else(|| {
            self.fault(token, IllFormed::Operands(name));
            Sort::UNKNOWN
        })
    }

    /// Whether a token that should be a term names a sort.
    pub(super) fn is_sort_name(&mut self, name: Symbol, token: Node) -> bool {
        if let Some(id) = self.lookup((name, Space::Sort)) {
            self.refer(token, id);
            return true;
        }
        is_builtin(name)
    }

    /// Whether the node can only be a sort.
    pub(super) fn spells_sort(&self, node: Node) -> bool {
        let head = if self.is_list(node) && self.text.len(node) > 1 {
            node + 1
        } else {
            node
        };
        let name = name(self.text.sym(head));
        let is_indexed = head != node && name.bytes() == b"_";
        is_indexed
            || operators::sort_name(name).is_some()
            || self.lookup((name, Space::Sort)).is_some()
    }

    /// Notes the fault of a name that is not known as a sort.
    fn sort_unknown(&mut self, token: Node, name: Symbol) -> Sort {
        let is_literal = LiteralKind::of(name.bytes()).is_some();
        let term = self.lookup((name, Space::Term));
        if let Some(id) = term {
            self.refer(token, id);
        }
        let is_operator = operators::operator(name).is_some();
        if is_literal || term.is_some() || is_operator || !is_name(name) {
            self.malformed(token, "a sort is expected");
        } else {
            self.unbound(token, (name, Space::Sort));
        }
        Sort::UNKNOWN
    }

    /// Reads `(_ BitVec w)`, `(_ FloatingPoint e s)`, `(_ FiniteField p)` and similar sorts.
    fn sort_indexed(&mut self, node: Node) -> Sort {
        let parts: Vec<Node> = self.elements(node).skip(1).collect();
        let is_head = |head: &&Node| is_name(self.text.sym(**head));
        let Some(&name) = parts.first().filter(is_head) else {
            self.malformed(node, "a sort has no head");
            return Sort::UNKNOWN;
        };
        let indices: Vec<Option<u32>> = parts[1..]
            .iter()
            .map(|&part| number(self.bytes(part)))
            .collect();
        match (self.bytes(name), &indices[..]) {
            (b"BitVec", &[Some(width)]) if width > 0 => Sort::bitvec(width),
            (b"FloatingPoint", &[Some(exponent), Some(significand)])
                if exponent > 1 && significand > 1 =>
            {
                Sort::of(SortKind::Float(exponent, significand))
            }
            (b"BitVec", &[None]) | (b"FloatingPoint", &[_, _])
                if parts[1..].iter().all(|&part| self.is_long_numeral(part)) =>
            {
                Sort::UNKNOWN
            }
            (b"BitVec" | b"FloatingPoint", _) => {
                self.malformed(node, "a sort has indices that it does not take");
                Sort::UNKNOWN
            }
            (b"FiniteField", [_]) => {
                let size = self.bytes(parts[1]);
                Sort::named(Symbol::of(&[b"(_ FiniteField ", size, b")"].concat()))
            }
            _ => Sort::UNKNOWN,
        }
    }

    /// Whether a token is a numeral of many digits, which may be too large to be read.
    fn is_long_numeral(&self, token: Node) -> bool {
        LiteralKind::of(self.bytes(token)) == Some(LiteralKind::Numeral)
            && self.bytes(token).len() > 9
    }
}

/// Whether the name belongs to a sort that needs no declaration.
pub(super) fn is_builtin(name: Symbol) -> bool {
    builtin(name).is_some()
}

/// What a name that takes no indices means as a sort, if it needs no declaration.
fn builtin(name: Symbol) -> Option<SortName> {
    operators::sort_name(name).filter(|sort| !sort.is_indexed)
}

/// The sort with these arguments; none if their number is wrong.
fn builtin_sort(name: &SortName, arguments: &[Sort]) -> Option<Sort> {
    let further = arguments.len().checked_sub(name.arguments);
    match (further, name.repeats) {
        _ if name.sort == Sort::UNKNOWN => Some(Sort::UNKNOWN),
        (Some(0), Repeats::None | Repeats::Last) => {
            let sort = Bindings::of_sorts(arguments).sort(name.sort);
            let is_ambiguous = may_be_string(sort);
            Some(if is_ambiguous { Sort::UNKNOWN } else { sort })
        }
        (Some(_), Repeats::First) => {
            let (result, parameters) = arguments.split_last()?;
            Some(arrow(parameters, *result))
        }
        (Some(_), Repeats::Last) => Some(of_any_number(name.sort, arguments)),
        _ => None,
    }
}

/// A sort that takes any number of arguments, such as `Tuple`. An array with several indices is unknown.
fn of_any_number(sort: Sort, arguments: &[Sort]) -> Sort {
    match sort.structure() {
        Some(SortKind::Other(head, none)) if none.is_empty() => {
            Sort::of(SortKind::Other(*head, arguments.to_vec()))
        }
        _ => Sort::UNKNOWN,
    }
}

/// Whether some solver takes the sequences of this sort for strings: characters used to be bit-vectors.
fn may_be_string(sort: Sort) -> bool {
    match sort.structure() {
        Some(SortKind::Other(_, parts)) if sort.has_head(b"Seq") => {
            parts.iter().any(|part| part.width().is_some())
        }
        _ => false,
    }
}
