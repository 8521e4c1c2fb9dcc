//! The text of lparse. The last minimize statement counts most there, and statements are generated in that order.

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
            let elements = aggregate.elements.iter();
            format!("{{{}}}", joined(elements.map(|(it, _)| literal(it)), ", "))
        };
        bounded(aggregate, &inner)
    }

    fn minimize(&self, _: u32, elements: &[(Literal, u32)]) -> String {
        format!("minimize {}", weighted(elements))
    }
}

/// `[x1 = 2, not x2]`; a weight of 1 is left out.
fn weighted(elements: &[(Literal, u32)]) -> String {
    let each = elements.iter().map(|(it, weight)| match weight {
        1 => literal(it),
        _ => format!("{} = {weight}", literal(it)),
    });
    format!("[{}]", joined(each, ", "))
}
