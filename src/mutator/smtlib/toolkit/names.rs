//! Names: which names are valid, which ones are taken, how to make a new one, and how to rename a binding with all its
//! uses.

use super::pieces::replacements;
use crate::language::TestCase;
use crate::language::smtlib::{
    Binding, BindingId, LiteralKind, analysis, is_taken, quoted, spellings,
};
use crate::tree::{Edit, Node, Piece, Splice, Symbol};

/// Whether the bytes form a symbol without bars.
pub(crate) fn is_simple(name: &[u8]) -> bool {
    let fits = |byte: &u8| byte.is_ascii_alphanumeric() || b"~!@$%^&*_+=<>.?/-".contains(byte);
    can_begin(name) && name.iter().all(fits)
}

/// Whether a symbol without bars may begin like this name: not like a literal, a keyword or a negative number, nor like
/// the names that are reserved for solvers.
pub(crate) fn can_begin(name: &[u8]) -> bool {
    match name {
        [] | [b'0'..=b'9' | b':' | b'#' | b'"' | b'@' | b'.' | b'|', ..] => false,
        [b'-' | b'+', second, ..] => !second.is_ascii_digit(),
        _ => true,
    }
}

/// The name without its bars, and whether it has bars.
pub(crate) fn content(token: &[u8]) -> (&[u8], bool) {
    match token {
        [b'|', name @ .., b'|'] => (name, true),
        _ => (token, false),
    }
}

/// The token of a name, with bars or without.
pub(crate) fn token(name: &[u8], has_bars: bool) -> Symbol {
    if has_bars {
        quoted(name)
    } else {
        Symbol::of(name)
    }
}

/// Whether the bytes are allowed between bars, and do not look like a literal to a sloppy parser.
pub(crate) fn is_quotable(name: &[u8]) -> bool {
    !name.is_empty() && !name.contains(&b'\\') && LiteralKind::of(name).is_none()
}

/// Replaces the tokens that bind or use a name. `new` maps the bytes of each token to its replacement; where it returns
/// None, the token stays.
pub(crate) fn rename(
    case: &TestCase,
    id: BindingId,
    new: impl Fn(&[u8]) -> Option<Symbol>,
) -> Edit {
    let binding = analysis(case).get(id);
    let tokens = std::iter::once(binding.node).chain(binding.uses.iter().copied());
    let splices = tokens.filter_map(|at| {
        let replacement = new(case.tree().sym(at).bytes())?;
        Some(Splice::replace(
            case.tree(),
            at,
            vec![Piece::Leaf(replacement)],
        ))
    });
    Edit::new(splices.collect())
}

/// The name under which a variable can be declared before the command with the term that binds it, and the splices that
/// rename its uses if this is not its own name.
///
/// It keeps its own name only if the text has that nowhere outside the term. Otherwise, the name would have another
/// meaning elsewhere, or a joined edit would declare it, too.
pub(crate) fn free_name(
    case: &TestCase,
    variable: &Binding,
    binding_term: Node,
) -> (Symbol, Vec<Splice>) {
    let own = case.tree().sym(variable.node);
    if occurs_only_in(case, content(own.bytes()).0, binding_term) {
        return (own, Vec::new());
    }
    let name = fresh_name(case, "v", variable.node);
    let renamed = replacements(case.tree(), &variable.uses, Piece::Leaf(name));
    (name, renamed.collect())
}

/// Whether all tokens with this name, with bars or without, are inside the term.
fn occurs_only_in(case: &TestCase, name: &[u8], term: Node) -> bool {
    spellings(name).into_iter().all(|token| {
        let places = case.places(token);
        let mut outermost = places.first().into_iter().chain(places.last());
        outermost.all(|&place| case.tree().contains(term, place))
    })
}

/// A name that begins with `kind` and that the text does not contain. It differs from node to node, because joined
/// edits must not share a name.
pub(crate) fn fresh_name(case: &TestCase, kind: &str, node: Node) -> Symbol {
    let mut name = format!("{kind}{node}");
    while is_taken(case, name.as_bytes()) {
        name.push('_');
    }
    Symbol::of(name.as_bytes())
}
