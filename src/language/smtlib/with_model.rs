//! A script whose constants and functions have the values that a solver has printed as its model, and the script that
//! asks for one.
//!
//! Each definition takes the place of the declaration, after those that it uses. What the model does not define stays
//! declared, so the text is unsatisfiable only if every completion of the model is wrong. z3 declares the elements of an
//! uninterpreted sort; they are asserted to be distinct. Other solvers print elements that no solver can read.

use super::in_force::{asks_for_model, in_force, put, put_query};
use super::name::name;
use super::parse::parse;
use super::printed::printed;
use crate::observation::Observation;
use crate::tree::{Node, ROOT, Symbol, Tree};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The text with the model that this run has printed as number `nth`. None if there is no such model.
pub(super) fn with_model(text: &[u8], run: &Observation, nth: usize) -> Option<Vec<u8>> {
    let printed = printed(run)?;
    let (answer, model, parts) = printed.model(nth)?;
    let tree = parse(text).ok()?.tree;
    let in_force = in_force(&tree, &printed, answer)?;
    let mut values = Values::of(model, &parts);
    let mut made = Vec::with_capacity(text.len());
    for &command in &in_force.commands {
        match declared(&tree, command).filter(|own| values.nodes.contains_key(own)) {
            Some(own) => values.put(&mut made, own),
            None => put(&mut made, &tree, command),
        }
    }
    values.put_distinct(&mut made);
    put_query(&mut made, &tree, in_force.query);
    Some(made)
}

/// The text with commands that print the model of each query.
pub(super) fn asking(text: &[u8]) -> Option<Vec<u8>> {
    let tree = parse(text).ok()?.tree;
    let mut made = b"(set-option :produce-models true)\n".to_vec();
    for command in tree.children(ROOT) {
        put(&mut made, &tree, command);
        if asks_for_model(&tree, command) {
            made.extend_from_slice(b"(get-model)\n");
        }
    }
    Some(made)
}

/// The name of a constant or function that a command declares.
fn declared(tree: &Tree, command: Node) -> Option<Symbol> {
    let head = tree.head(command)?.bytes();
    let is_declaration = matches!(head, b"declare-fun" | b"declare-const");
    let own = tree.child(command, 1).filter(|_| is_declaration)?;
    (!tree.is_list(own)).then(|| name(tree.sym(own)))
}

/// The definitions of a model, and the declarations of elements.
struct Values<'m> {
    model: &'m Tree,
    nodes: FxHashMap<Symbol, Node>,
    done: FxHashSet<Symbol>,
    /// The elements that are declared so far, by their sorts.
    elements: BTreeMap<Vec<u8>, Vec<&'static [u8]>>,
}

impl<'m> Values<'m> {
    fn of(model: &'m Tree, parts: &[Node]) -> Values<'m> {
        let defined = |&part: &Node| {
            let head = model.head(part)?.bytes();
            let is_value = matches!(
                head,
                b"define-fun" | b"define-fun-rec" | b"define-const" | b"declare-fun"
            );
            let own = model
                .child(part, 1)
                .filter(|&own| is_value && !model.is_list(own))?;
            Some((name(model.sym(own)), part))
        };
        Values {
            model,
            nodes: parts.iter().filter_map(defined).collect(),
            done: FxHashSet::default(),
            elements: BTreeMap::new(),
        }
    }

    /// Appends the value of a name, after the values that it uses. A value is left out if it has been put already; one
    /// that uses itself is put once.
    fn put(&mut self, text: &mut Vec<u8>, own: Symbol) {
        // The second visit of a name comes after all that it uses.
        let mut open = vec![(own, false)];
        while let Some((own, is_second)) = open.pop() {
            let Some(&node) = self.nodes.get(&own) else {
                continue;
            };
            if is_second {
                put(text, self.model, node);
                self.note_element(node, own);
                continue;
            }
            if !self.done.insert(own) {
                continue;
            }
            open.push((own, true));
            let used = (node..self.model.next(node)).filter(|&used| !self.model.is_list(used));
            let used = used.map(|used| (name(self.model.sym(used)), false));
            let before = open.len();
            open.extend(
                used.filter(|(used, _)| self.nodes.contains_key(used) && !self.done.contains(used)),
            );
            open[before..].reverse();
        }
    }

    fn note_element(&mut self, node: Node, own: Symbol) {
        let is_declared = self.model.head(node).map(Symbol::bytes) == Some(b"declare-fun");
        if let Some(sort) = self.model.child(node, 3).filter(|_| is_declared) {
            let sort = self.model.bytes(sort).to_vec();
            self.elements.entry(sort).or_default().push(own.bytes());
        }
    }

    /// Appends that elements of one sort differ.
    fn put_distinct(&self, text: &mut Vec<u8>) {
        for elements in self.elements.values().filter(|elements| elements.len() > 1) {
            text.extend_from_slice(b"(assert (distinct");
            for element in elements {
                text.push(b' ');
                text.extend_from_slice(element);
            }
            text.extend_from_slice(b"))\n");
        }
    }
}
