//! Reads sorts from their spelling in a text.

use super::name::{is_name, name};
use super::operators;
use super::scope::Space;
use super::walk::{Text, Walk};
use super::{BindingKind, IllFormed, Literal, Role, Sort, SortKind};
use crate::tree::{Node, Symbol};

/// How deep sorts may nest; deeper sorts are unknown.
const DEPTHS: usize = 200;

impl<T: Text> Walk<'_, '_, T> {
    /// The sort that the node spells.
    pub(super) fn sort(&mut self, node: Node) -> Sort {
        self.sort_within(node, DEPTHS)
    }

    /// The sorts that a list spells.
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
            if parameters != given && binding.kind != BindingKind::Parameter {
                self.fault(token, IllFormed::Operands(name));
                return Sort::UNKNOWN;
            }
            return match arguments {
                Some(arguments) if !sort.has_unknown() => {
                    Sort::of(SortKind::Other(name, arguments))
                }
                Some(_) => Sort::UNKNOWN,
                None => sort,
            };
        }
        match builtin(name.bytes(), arguments.as_deref()) {
            Some(Ok(sort)) => sort,
            Some(Err(())) => {
                self.fault(token, IllFormed::Operands(name));
                Sort::UNKNOWN
            }
            None => self.sort_unknown(token, name),
        }
    }

    /// Whether a sort has this name.
    pub(super) fn is_sort_name(&self, name: Symbol) -> bool {
        is_builtin(name) || self.lookup((name, Space::Sort)).is_some()
    }

    fn sort_unknown(&mut self, token: Node, name: Symbol) -> Sort {
        let literal = Literal::of(name.bytes()).is_some();
        let term = self.lookup((name, Space::Term)).is_some();
        let operator = operators::operator(name).is_some();
        if literal || term || operator || !is_name(name) {
            self.malformed(token, "a sort is expected");
        } else {
            self.unresolved.push((token, (name, Space::Sort)));
        }
        Sort::UNKNOWN
    }

    /// `(_ BitVec w)` and `(_ FloatingPoint e s)`.
    fn sort_indexed(&mut self, node: Node) -> Sort {
        let parts: Vec<Node> = self.elements(node).skip(1).collect();
        let is_head = |head: &&Node| is_name(self.text.sym(**head));
        let Some(&name) = parts.first().filter(is_head) else {
            self.malformed(node, "a sort has no head");
            return Sort::UNKNOWN;
        };
        let number = |part: &Node| std::str::from_utf8(self.bytes(*part)).ok()?.parse().ok();
        let indices: Vec<Option<u32>> = parts[1..].iter().map(number).collect();
        match (self.bytes(name), &indices[..]) {
            (b"BitVec", &[Some(width)]) if width > 0 => Sort::bitvec(width),
            (b"FloatingPoint", &[Some(exponent), Some(significand)])
                if exponent > 1 && significand > 1 =>
            {
                Sort::of(SortKind::Float(exponent, significand))
            }
            (b"BitVec", &[None]) | (b"FloatingPoint", &[_, _])
                if parts[1..].iter().all(|&part| self.is_digits(part)) =>
            {
                Sort::UNKNOWN
            }
            (b"BitVec" | b"FloatingPoint", _) => {
                self.malformed(node, "a sort has indices that it does not take");
                Sort::UNKNOWN
            }
            _ => Sort::UNKNOWN,
        }
    }

    /// Whether a token is a numeral of any size.
    fn is_digits(&self, token: Node) -> bool {
        Literal::of(self.bytes(token)) == Some(Literal::Numeral) && self.bytes(token).len() > 9
    }
}

/// Whether the name belongs to a sort that needs no declaration.
pub(super) fn is_builtin(name: Symbol) -> bool {
    builtin(name.bytes(), None).is_some()
}

/// A sort that needs no declaration. None for other names; an error if the number of arguments is wrong.
fn builtin(name: &[u8], arguments: Option<&[Sort]>) -> Option<Result<Sort, ()>> {
    let sort = match name {
        b"Bool" => Sort::BOOL,
        b"Int" => Sort::INT,
        b"Real" => Sort::REAL,
        b"Float16" => Sort::of(SortKind::Float(5, 11)),
        b"Float32" => Sort::of(SortKind::Float(8, 24)),
        b"Float64" => Sort::of(SortKind::Float(11, 53)),
        b"Float128" => Sort::of(SortKind::Float(15, 113)),
        b"String" | b"RegLan" | b"RoundingMode" => Sort::named(Symbol::of(name)),
        b"RegEx" => Sort::UNKNOWN,
        b"Array" => {
            return Some(match arguments {
                Some([index, element]) => Ok(Sort::of(SortKind::Array(*index, *element))),
                Some([_, _, ..]) => Ok(Sort::UNKNOWN),
                _ => Err(()),
            });
        }
        b"Set" | b"Bag" => {
            return Some(match arguments {
                Some([element]) => Ok(Sort::of(SortKind::Other(Symbol::of(name), vec![*element]))),
                _ => Err(()),
            });
        }
        // Some solvers treat `(Seq Char)` as `String`.
        b"Seq" => {
            return Some(match arguments {
                Some([_]) => Ok(Sort::UNKNOWN),
                _ => Err(()),
            });
        }
        _ => return None,
    };
    Some(arguments.map_or(Ok(sort), |_| match name {
        b"RegEx" => Ok(Sort::UNKNOWN),
        _ => Err(()),
    }))
}
