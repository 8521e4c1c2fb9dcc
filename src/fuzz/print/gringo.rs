//! The text of gringo 5 and clingo 5. A sum is taken over a set of tuples there, so each element has a number of its own.

use super::text::{Notation, bounded, joined, literal};
use crate::fuzz::{Aggregate, Literal};

pub(super) struct Gringo;

impl Notation for Gringo {
    fn separator(&self) -> &'static str {
        "; "
    }

    fn aggregate(&self, aggregate: &Aggregate) -> String {
        let elements = aggregate.elements.iter();
        let inner = if aggregate.has_weights {
            let elements = (1..).zip(elements);
            let each =
                elements.map(|(nth, (it, weight))| format!("{weight},{nth}: {}", literal(it)));
            format!("#sum {{{}}}", joined(each, "; "))
        } else {
            format!("{{{}}}", joined(elements.map(|(it, _)| literal(it)), "; "))
        };
        bounded(aggregate, &inner)
    }

    fn minimize(&self, priority: u32, elements: &[(Literal, u32)]) -> String {
        let elements = (1..).zip(elements);
        let each = elements
            .map(|(nth, (it, weight))| format!("{weight}@{priority},{nth}: {}", literal(it)));
        format!("#minimize {{{}}}", joined(each, "; "))
    }
}
