//! The text of lparse. There the last minimize statement counts most, and statements are generated in that order.

use super::text::{Notation, bounded, joined, literal};
use crate::fuzz::{Aggregate, Literal};

pub(super) struct Lparse;

impl Notation for Lparse {
    fn separator(&self) -> &'static str {
        ", "
    }

    fn aggregate(&self, aggregate: &Aggregate) -> String {
        let inner = if aggregate.has_weights {
            weighted(&aggregate.elements)
        } else {
            let literals = aggregate.elements.iter().map(|(part, _)| literal(part));
            format!("{{{}}}", joined(literals, ", "))
        };
        bounded(aggregate, &inner)
    }

    fn minimize(&self, _: u32, elements: &[(Literal, u32)]) -> String {
        format!("minimize {}", weighted(elements))
    }
}

/// `[x1 = 2, not x2]`; a weight of 1 is left out.
fn weighted(elements: &[(Literal, u32)]) -> String {
    let parts = elements.iter().map(|(part, weight)| match weight {
        1 => literal(part),
        _ => format!("{} = {weight}", literal(part)),
    });
    format!("[{}]", joined(parts, ", "))
}
