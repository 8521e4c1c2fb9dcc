//! Learning: works as [`super::Adaptive`] does, but also learns from the elements that must stay. It is for lists of
//! which many elements may have to stay.
//!
//! In such lists, a group fails for three reasons to which smaller groups are not the answer:
//!
//! - The elements that must stay are in clusters. So the neighbour of an element that stays is tried alone, if
//!   neighbours stayed often enough before. Each neighbour then takes one try, not a bisection, and after the cluster,
//!   the groups are as large as before it.
//! - A group has only one of two elements that must stay or go together, or it fails by chance. Then, mostly, one last
//!   half after the other can be removed. So what is left of the group is tried together with elements before it.
//! - Groups are so small that pairs are always torn apart. So now and then, a large part of the list is tried at once:
//!   a leap.
//!
//! Where few elements must stay, hardly any of this is tried. All of it stops soon where it does not succeed.

use super::groups::{Decided, Groups};
use super::{Minimiser, Step};

/// The prior for neighbours: the count begins as if this many had not stayed. With it, the first neighbour is tried
/// alone if a group has at least 64 elements: in shorter lists, of which little mostly stays, that pays less.
const NEIGHBOURS: usize = 3;

/// After this many last halves of a group in a row could be removed, the rest of it is tried with elements before it.
const HALVES: usize = 3;

/// The rest of a group is tried with at least this many elements before it.
const BEFORE: usize = 16;

/// Such extended tries stop once no more than one in this many succeeds.
const ATTEMPTS: usize = 5;

/// Before the first leap, this many elements must have been found to stay.
const FIRST_LEAP: usize = 4;

/// With fewer undecided elements, a leap does not pay.
const LEAST: usize = 256;

/// A leap has at least this many times as many elements as a group.
const FARTHER: usize = 16;

/// Removes ranges of neighbouring elements, from the last to the first.
#[derive(Clone, Debug)]
pub struct Learning {
    groups: Groups,
    /// The number of elements that are tried next.
    step: usize,
    /// The last element that was found to stay, unless a leap came after it.
    last: Option<usize>,
    /// How often the neighbour of an element that stays had to stay, too.
    neighbours: Share,
    /// While neighbours are tried one by one: how many elements are tried together after them.
    after_cluster: Option<usize>,
    /// How often the rest of a group could be removed together with elements before it.
    extended: Share,
    /// The size of the next try, if it is a leap.
    leap: Option<usize>,
    /// Once this many elements were found to stay, there is a leap again.
    next_leap: usize,
}

impl Learning {
    /// A minimiser for this number of elements that first tries at most `first` of them.
    pub fn beginning_with(elements: usize, first: usize) -> Learning {
        Learning {
            groups: Groups::new(elements),
            step: first.min(elements),
            last: None,
            neighbours: Share::never_in(NEIGHBOURS),
            after_cluster: None,
            extended: Share::never_in(0),
            leap: None,
            next_leap: FIRST_LEAP,
        }
    }

    /// How many elements are undecided; they are the first ones.
    pub(super) fn undecided(&self) -> usize {
        self.groups.undecided()
    }

    /// How many elements were found to stay.
    pub(super) fn kept(&self) -> usize {
        self.groups.kept()
    }

    fn size(&self) -> usize {
        self.leap.unwrap_or(self.step)
    }

    /// Notes that an element was found to stay, and chooses the size of the next try.
    fn stayed(&mut self) {
        let element = self.undecided();
        if let Some(last) = self.last.replace(element) {
            self.neighbours.note(last == element + 1);
        }
        // If the neighbour stays too, a try of it alone saves the bisection of a group, which takes log(group) tries.
        let group = self.after_cluster.take().unwrap_or(self.step);
        if self.neighbours.is_more_than_one_of(group.ilog2() as usize) {
            self.after_cluster = Some(group);
            self.step = 1;
        } else {
            self.step = (group / 2).max(1);
        }
        // Leaps get rarer as more elements stay: each comes when twice as many do.
        if self.kept() >= self.next_leap && self.undecided() >= LEAST {
            self.next_leap = 2 * self.kept();
            self.prepare_leap(self.undecided() / 2);
        }
    }

    /// Plans a leap of this size, if it is much larger than a group.
    fn prepare_leap(&mut self, size: usize) {
        let group = self.after_cluster.unwrap_or(self.step);
        self.leap = (size >= FARTHER * group).then_some(size);
    }

    /// Takes the result of a leap. After a success, groups are as large as the leap; after a failure, half a leap
    /// follows.
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
}

/// How often something was true among the last few times. Estimates add one time when it was true and one when it was
/// not.
#[derive(Clone, Debug)]
struct Share {
    hits: usize,
    times: usize,
}

/// After this many times, each of them counts half: what is true in one part of a list need not be in another.
const TIMES: usize = 8;

impl Share {
    /// It was false this many times.
    fn never_in(times: usize) -> Share {
        Share { hits: 0, times }
    }

    fn note(&mut self, is_hit: bool) {
        self.hits += usize::from(is_hit);
        self.times += 1;
        if self.times > TIMES {
            self.hits /= 2;
            self.times /= 2;
        }
    }

    /// Whether it is true more often than once in this many times.
    fn is_more_than_one_of(&self, times: usize) -> bool {
        (self.hits + 1) * times > self.times + 2
    }
}
