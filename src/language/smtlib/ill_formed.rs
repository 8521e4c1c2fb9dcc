//! What can be ill-formed in a text.

use crate::tree::Symbol;

/// Why we consider a text ill-formed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum IllFormed {
    /// The golden text declares the name, but no declaration is in scope here.
    Undeclared(Symbol),
    /// A command, binder, `let` or application lacks required parts.
    Shape(&'static str),
    /// Operands of the wrong number or sorts.
    Operands(Symbol),
    /// `Int` and `Real` mix among the operands, and nowhere in the golden text.
    Mixes(Symbol),
}

impl std::fmt::Display for IllFormed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = |name: &Symbol| String::from_utf8_lossy(name.bytes()).into_owned();
        match self {
            IllFormed::Undeclared(symbol) => write!(f, "`{}` is not declared", name(symbol)),
            IllFormed::Shape(what) => f.write_str(what),
            IllFormed::Operands(head) => write!(
                f,
                "the operands of `{}` have wrong sorts or a wrong number",
                name(head)
            ),
            IllFormed::Mixes(head) => write!(
                f,
                "the operands of `{}` mix `Int` and `Real`, which the original text never does",
                name(head)
            ),
        }
    }
}
