//! The text of gringo 5 and clingo 5. There a sum is taken over a set of tuples, so each element has a number of its
//! own that distinguishes it from others of the same weight.

use super::text::{Notation, bounded, joined, literal};
use crate::fuzz::{Aggregate, Literal};

pub(super) struct Gringo;

impl Notation for Gringo {
    fn separator(&self) -> &'static str {
        "; "
    }

    fn aggregate(&self, aggregate: &Aggregate) -> String {
        let elements = &aggregate.elements;
        let inner = if aggregate.has_weights {
            let tuples = (1..)
                .zip(elements)
                .map(|(nth, (part, weight))| format!("{weight},{nth}: {}", literal(part)));
            format!("#sum {{{}}}", joined(tuples, "; "))
        } else {
            let literals = elements.iter().map(|(part, _)| literal(part));
            format!("{{{}}}", joined(literals, "; "))
        };
        bounded(aggregate, &inner)
    }

    fn minimize(&self, priority: u32, elements: &[(Literal, u32)]) -> String {
        let tuples = (1..)
            .zip(elements)
            .map(|(nth, (part, weight))| format!("{weight}@{priority},{nth}: {}", literal(part)));
        format!("#minimize {{{}}}", joined(tuples, "; "))
    }
}
