//! Narrowing: changes of widths that keep a text well-sorted.

use super::width_classes::{Classes, Slot, least};
use std::collections::BTreeMap;

/// How often the conditions are applied before a change of widths is given up.
const ROUNDS: usize = 32;

/// New widths by class. Other classes keep their widths.
#[derive(Debug)]
pub(crate) struct Narrowing<'a> {
    classes: &'a Classes<'a>,
    new: BTreeMap<Slot, u32>,
}

impl<'a> Narrowing<'a> {
    /// The change that gives these classes new widths, and with them all classes that depend on them. None if the
    /// conditions do not allow it.
    pub(crate) fn of(
        classes: &'a Classes<'a>,
        changes: impl IntoIterator<Item = (Slot, u32)>,
    ) -> Option<Narrowing<'a>> {
        let new = changes.into_iter().collect();
        let mut narrowing = Narrowing { classes, new };
        // Apply the conditions again and again, until none changes anything.
        for _ in 0..ROUNDS {
            let before = narrowing.new.clone();
            for (sum, parts) in &classes.sums {
                narrowing.fit_sum(*sum, parts)?;
            }
            for &(large, small) in &classes.at_least {
                let limit = narrowing.class(large);
                if narrowing.class(small) > limit {
                    narrowing.new.insert(small, limit);
                }
            }
            if narrowing.new == before {
                return narrowing.is_allowed().then_some(narrowing);
            }
        }
        None
    }

    fn is_allowed(&self) -> bool {
        self.new.iter().all(|(&class, &width)| {
            let (kind, old) = self.classes.width(class);
            width >= least(kind) && (width == old || !self.classes.is_fixed(class))
        })
    }

    /// The width of a class after the change.
    fn class(&self, class: Slot) -> u32 {
        let new = self.new.get(&class).copied();
        new.unwrap_or_else(|| self.classes.width(class).1)
    }

    /// The width at a slot after the change.
    pub(crate) fn width(&self, slot: Slot) -> u32 {
        self.class(self.classes.class(slot))
    }

    /// If the parts are smaller than the sum, shrinks the sum to match; if they are larger, shrinks the largest part
    /// that may change.
    fn fit_sum(&mut self, sum: Slot, parts: &[Slot]) -> Option<()> {
        let total: u64 = parts.iter().map(|&part| u64::from(self.class(part))).sum();
        let wanted = u64::from(self.class(sum));
        if total < wanted {
            self.new.insert(sum, u32::try_from(total).ok()?);
        } else if total > wanted {
            let free = parts.iter().filter(|&&part| !self.classes.is_fixed(part));
            let &largest = free.max_by_key(|&&part| self.class(part))?;
            let count = parts.iter().filter(|&&part| part == largest).count() as u64;
            let excess = u32::try_from((total - wanted).div_ceil(count)).ok()?;
            let less = self.class(largest).checked_sub(excess);
            self.new.insert(largest, less.filter(|&width| width > 0)?);
        }
        Some(())
    }
}
