//! Leaping: thins a long list in which the elements that matter are related, such as facts about the same things.
//!
//! It works as [`Learning`] does, but first through the elements of rare kinds, then kind by kind. Once an element of a
//! common kind was found to stay, one try, a leap, removes everything that is not related to what stays. If it
//! succeeds, it saves about log n tries for each other element that stays. The idea is that of the relevance filters of
//! theorem provers, such as SInE (Hoder and Voronkov, CADE 2011): rare names are more informative.

use super::relations::Relations;
use super::{Learning, Minimiser, Step};
use std::sync::Arc;

/// At most this many related elements stay in the first leap.
const REACH: usize = 64;

/// After a leap that fails, this many times more elements stay in the next one.
const FARTHER: usize = 8;

/// With fewer undecided elements, a leap does not pay.
const LEAST: usize = 2 * REACH;

/// After this many failures, no more leaps are tried.
const MOST_FAILURES: usize = 5;

/// A list of at least this many elements is long: its elements are related to each other before it is thinned.
const LONG: usize = 256;

/// The minimiser with which the strategy `auto` thins lists of commands: [`Leaping`] if the list is long, otherwise
/// [`Learning`]. The relations are only computed if they are used.
pub fn leaping_if_long(
    elements: usize,
    relations: impl FnOnce() -> Relations,
) -> Box<dyn Minimiser> {
    if elements >= LONG {
        Box::new(Leaping::new(relations()))
    } else {
        Box::new(Learning::beginning_with(elements, Leaping::FIRST))
    }
}

/// Thins a list of related elements.
#[derive(Clone, Debug)]
pub struct Leaping {
    relations: Arc<Relations>,
    /// The elements that were undecided when `learning` began, in the order in which it sees them.
    order: Arc<Vec<usize>>,
    learning: Learning,
    /// The elements that stay, as far as is known.
    kept: Arc<Vec<usize>>,
    /// The related elements that stay in the leap that is tried next.
    leap: Option<Arc<Vec<usize>>>,
    /// How many related elements stay in a leap, at most.
    reach: usize,
    failures: usize,
}

impl Leaping {
    /// The number of elements that are tried together at the beginning, and after each leap.
    pub const FIRST: usize = 8;

    /// A minimiser for elements with these relations.
    pub fn new(relations: Relations) -> Leaping {
        let order = relations.order();
        Leaping {
            learning: Learning::beginning_with(order.len(), Leaping::FIRST),
            relations: Arc::new(relations),
            order: Arc::new(order),
            kept: Arc::default(),
            leap: None,
            reach: REACH,
            failures: 0,
        }
    }

    fn undecided(&self) -> &[usize] {
        &self.order[..self.learning.undecided()]
    }

    /// Prepares a leap if it would remove enough.
    fn prepare(&mut self) {
        let undecided = self.undecided();
        if undecided.len() < LEAST || self.failures >= MOST_FAILURES {
            return;
        }
        let related = self.relations.related(&self.kept, undecided, self.reach);
        let pays = !related.is_empty() && related.len() <= undecided.len() / 4;
        self.leap = pays.then(|| Arc::new(related));
    }

    /// Takes the result of a leap.
    fn leapt(&mut self, related: &Arc<Vec<usize>>, succeeded: bool) {
        if succeeded {
            // The nearest elements come first in this order, and learning works from the end.
            self.order = Arc::clone(related);
            self.learning = Learning::beginning_with(related.len(), Leaping::FIRST);
            return;
        }
        self.failures += 1;
        if related.len() >= self.reach {
            self.reach *= FARTHER;
            self.prepare();
        }
    }
}

impl Minimiser for Leaping {
    fn next(&mut self) -> Step {
        let mut subset: Vec<usize> = match &self.leap {
            // A leap removes all undecided elements that are not related.
            Some(related) => {
                let mut stays = vec![false; self.relations.len()];
                for &element in &**related {
                    stays[element] = true;
                }
                let undecided = self.undecided().iter().copied();
                undecided.filter(|&element| !stays[element]).collect()
            }
            // Otherwise, the places that learning chooses, in its order of elements.
            None => match self.learning.next() {
                Step::TryWithout(places) => places.iter().map(|&place| self.order[place]).collect(),
                step => return step,
            },
        };
        subset.sort_unstable();
        Step::TryWithout(subset)
    }

    fn feed(&mut self, succeeded: bool) {
        if let Some(related) = self.leap.take() {
            return self.leapt(&related, succeeded);
        }
        let before = self.learning.kept();
        self.learning.feed(succeeded);
        if self.learning.kept() > before {
            let element = self.order[self.learning.undecided()];
            Arc::make_mut(&mut self.kept).push(element);
            if self.relations.is_common(element) {
                self.prepare();
            }
        }
    }

    fn position(&self) -> (usize, usize, usize) {
        self.learning.position()
    }
}
