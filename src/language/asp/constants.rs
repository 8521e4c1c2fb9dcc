//! Constants of a ground program: `#const n = 3.` gives a name a value, which replaces the name in terms.

use super::roles::{is_term, roles};
use crate::tree::{Edit, Node, Piece, ROOT, Splice, Symbol, Tree};
use rustc_hash::FxHashMap;

/// The program with all constants replaced by their values. None if it has no constants.
///
/// # Errors
/// Says which constant does not have a single value before grounding, in words.
pub(super) fn with_values(tree: &Tree) -> Result<Option<Tree>, String> {
    let values = values(tree)?;
    if values.is_empty() {
        return Ok(None);
    }
    let value = |node: Node| {
        let name = (!tree.is_list(node)).then(|| tree.sym(node))?;
        values.get(&name).copied()
    };
    let mut inside = values.values().flat_map(|&root| root..tree.next(root));
    if let Some(other) = inside.find(|&node| value(node).is_some()) {
        let name = String::from_utf8_lossy(tree.bytes(other));
        return Err(format!(
            "the value of a constant contains the constant `{name}`"
        ));
    }
    let roles = roles(tree);
    let mut splices = Vec::new();
    // The name of a function is not a constant.
    for at in (1..tree.end()).filter(|&node| is_term(tree, &roles, node)) {
        if let Some(value) = value(at) {
            splices.push(Splice {
                at,
                cells: 1,
                with: [Piece::Copy(value)].into(),
            });
        }
    }
    Ok(Some(tree.apply(&Edit::new(splices)).0))
}

/// The values of all constants.
fn values(tree: &Tree) -> Result<FxHashMap<Symbol, Node>, String> {
    let mut values = FxHashMap::default();
    for definition in tree.children(ROOT) {
        if tree.head_bytes(definition) == b"#const"
            && let [Some(name), Some(value)] = [1, 2].map(|place| tree.child(definition, place))
            && values.insert(tree.sym(name), value).is_some()
        {
            let name = String::from_utf8_lossy(tree.bytes(name));
            return Err(format!("the constant `{name}` has two values"));
        }
    }
    Ok(values)
}
