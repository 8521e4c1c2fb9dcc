//! Texts that are printed one top-level expression after another, so that an edit need not print all of them again.

use super::syntax::{Dialect, Printed, Syntax};
use crate::tree::{Edit, Node, ROOT, Tree};
use std::ops::Range;

/// The printed text of a base, and where each of its top-level expressions is.
#[derive(Debug)]
pub(super) struct PrintedBase {
    pub(super) text: Box<[u8]>,
    /// [`Printed::places`].
    places: Box<[usize]>,
}

/// The text that an edit makes: the old one with other parts in the place of some.
pub(super) struct Patched<'p> {
    base: &'p PrintedBase,
    /// Where the old text changes, and which part of the text of the changes stands there now.
    patches: Vec<(Range<usize>, Range<usize>)>,
    changes: Vec<u8>,
}

impl PrintedBase {
    pub(super) fn new(printed: Printed) -> PrintedBase {
        PrintedBase {
            text: printed.text.into(),
            places: printed.places.into(),
        }
    }

    /// The text that an edit makes of this text, whose tree and top-level expressions these are. Only the expressions that
    /// change are printed. None if that is not possible.
    pub(super) fn patched(
        &self,
        (syntax, dialect): (&dyn Syntax, Dialect),
        (tree, top_level): (&Tree, &[Node]),
        edit: &Edit,
    ) -> Option<Patched<'_>> {
        if self.places.is_empty() {
            return None;
        }
        let (edited, changes) = tree.top_level_changes(top_level, edit);
        let printed = syntax.print(&edited, dialect)?;
        let inserted: Vec<Node> = edited.children(ROOT).collect();
        let text_of = |places: &[usize], expressions: &[Node], nodes: Range<Node>| {
            let place = |node| places.get(expressions.partition_point(|&other| other < node));
            Some(*place(nodes.start)?..*place(nodes.end)?)
        };
        let patches = changes.into_iter().map(|change| {
            Some((
                text_of(&self.places, top_level, change.before)?,
                text_of(&printed.places, &inserted, change.after)?,
            ))
        });
        Some(Patched {
            base: self,
            patches: patches.collect::<Option<_>>()?,
            changes: printed.text,
        })
    }
}

impl Patched<'_> {
    /// The number of bytes.
    pub(super) fn len(&self) -> usize {
        let patches = self.patches.iter();
        patches.fold(self.base.text.len(), |bytes, (old, new)| {
            bytes - old.len() + new.len()
        })
    }

    /// The text.
    pub(super) fn text(&self) -> Vec<u8> {
        let base = &self.base.text;
        let mut text = Vec::with_capacity(self.len());
        let mut from = 0;
        for (old, new) in &self.patches {
            text.extend_from_slice(&base[from..old.start]);
            text.extend_from_slice(&self.changes[new.clone()]);
            from = old.end;
        }
        text.extend_from_slice(&base[from..]);
        text
    }
}
