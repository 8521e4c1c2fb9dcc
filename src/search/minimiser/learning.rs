//! Learning: works as [`super::Adaptive`] does, but learns from what must stay. It is for lists of which much may.
//!
//! There, a group fails for three reasons that halving the next groups does not answer:
//!
//! - What must stay is in clusters. So the neighbour of an element that stays is tried alone, if neighbours stayed often
//!   enough before. Each neighbour then takes one try, not a bisection, and behind the cluster the groups are as large
//!   as before it.
//! - A group has only one of two elements that must stay or go together, or fails by chance. Then, mostly, one last half
//!   after the other can be taken out. So what is left of the group is tried together with elements before it.
//! - Groups are so small that pairs are always torn apart. So now and then, a large part of the list is tried at once.
//!
//! Where little must stay, hardly any of this is tried. All of it stops soon where it does not succeed.

use super::groups::{Decided, Groups};
use super::{Minimiser, Step};

/// As if so many neighbours had not stayed before the first ones. So the neighbour is first tried alone if a group has 64
/// elements: in shorter lists, of which little mostly stays, that pays less.
const NEIGHBOURS: usize = 3;

/// After so many last halves of a group in a row could be taken out, the rest of it is tried with elements before it.
const HALVES: usize = 3;

/// With so many elements before it, at least.
const BEFORE: usize = 16;

/// This stops once no more than one of so many attempts succeeds.
const ATTEMPTS: usize = 5;

/// Before the first leap, so many elements must have been found to stay.
const FIRST_LEAP: usize = 4;

/// With fewer undecided elements, a leap does not pay.
const LEAST: usize = 256;

/// A leap has at least so many times as many elements as a group.
const FARTHER: usize = 16;

/// Takes out runs of neighbouring elements, from the last to the first.
#[derive(Clone, Debug)]
pub struct Learning {
    groups: Groups,
    /// The number of elements that are tried next.
    step: usize,
    /// The last element that was found to stay, unless a leap came after it.
    last: Option<usize>,
    /// How often the neighbour of an element that stays did, too.
    neighbours: Share,
    /// If neighbours are tried one by one: how many elements are tried after them.
    after_cluster: Option<usize>,
    /// How often a group could be taken out together with elements before it.
    extended: Share,
    /// How many elements are tried next, if that is a leap.
    leap: Option<usize>,
    /// Once so many elements stay, there is a leap again.
    next_leap: usize,
}

impl Learning {
    /// A minimiser for this number of elements that first tries at most `first` of them.
    pub fn beginning_with(elements: usize, first: usize) -> Learning {
        Learning {
            groups: Groups::new(elements),
            step: first.min(elements),
            last: None,
            neighbours: Share::not_so(NEIGHBOURS),
            after_cluster: None,
            extended: Share::not_so(0),
            leap: None,
            next_leap: FIRST_LEAP,
        }
    }

    /// How many elements are undecided; they are the first ones.
    pub(super) fn undecided(&self) -> usize {
        self.groups.undecided()
    }

    /// How many elements were found that must stay.
    pub(super) fn kept(&self) -> usize {
        self.groups.kept()
    }

    fn size(&self) -> usize {
        self.leap.unwrap_or(self.step)
    }

    /// An element was found to stay. If its neighbour stays too, a try of it alone saves the bisection of a group.
    fn stayed(&mut self) {
        let element = self.undecided();
        if let Some(last) = self.last.replace(element) {
            self.neighbours.note(last == element + 1);
        }
        let group = self.after_cluster.take().unwrap_or(self.step);
        if self.neighbours.is_more_than_one_of(group.ilog2() as usize) {
            self.after_cluster = Some(group);
            self.step = 1;
        } else {
            self.step = (group / 2).max(1);
        }
        if self.kept() >= self.next_leap && self.undecided() >= LEAST {
            self.next_leap = 2 * self.kept();
            self.prepare_leap(self.undecided() / 2);
        }
    }

    /// A leap of this size, if it is much larger than a group.
    fn prepare_leap(&mut self, size: usize) {
        let group = self.after_cluster.unwrap_or(self.step);
        self.leap = (size >= FARTHER * group).then_some(size);
    }

    fn leapt(&mut self, size: usize, succeeded: bool) {
        if succeeded {
            self.groups.feed(size, true);
            (self.last, self.after_cluster) = (None, None);
            self.step = size.min(self.undecided());
        } else {
            self.prepare_leap(size / 2);
        }
    }
}

impl Minimiser for Learning {
    fn next(&mut self) -> Step {
        self.groups.next(self.size())
    }

    fn feed(&mut self, succeeded: bool) {
        if let Some(size) = self.leap.take() {
            return self.leapt(size, succeeded);
        }
        if self.groups.is_extended() {
            self.extended.note(succeeded);
        }
        match self.groups.feed(self.step, succeeded) {
            Decided::Gone => self.step = self.after_cluster.take().unwrap_or(2 * self.step),
            Decided::Stays => self.stayed(),
            Decided::Nothing => {
                let pays = self.kept() > 0 && self.extended.is_more_than_one_of(ATTEMPTS);
                if pays && self.groups.halves_gone() >= HALVES {
                    self.groups.extend(self.step.max(BEFORE));
                }
            }
        }
        self.step = self.step.min(self.undecided());
    }

    fn position(&self) -> (usize, usize, usize) {
        self.groups.position(self.size())
    }

    fn boxed(&self) -> Box<dyn Minimiser> {
        Box::new(self.clone())
    }
}

/// How often something was so, of the last few times. To these, once when it was so and once when it was not are added.
#[derive(Clone, Debug)]
struct Share {
    so: usize,
    times: usize,
}

/// After so many times, each of them counts half. What is so in one part of a list need not be in another.
const TIMES: usize = 8;

impl Share {
    /// So many times, it was not so.
    fn not_so(times: usize) -> Share {
        Share { so: 0, times }
    }

    fn note(&mut self, is_so: bool) {
        self.so += usize::from(is_so);
        self.times += 1;
        if self.times > TIMES {
            self.so /= 2;
            self.times /= 2;
        }
    }

    /// Whether it is so more often than once in this many times.
    fn is_more_than_one_of(&self, times: usize) -> bool {
        (self.so + 1) * times > self.times + 2
    }
}
