//! Group testing: works from the end of the list in groups that are as large as the elements decided so far suggest.
//!
//! This is Hwang's generalised binary splitting (JASA 1972). Hwang knows how many elements must stay; we estimate their
//! share p by those found so far, as if one of nine elements before the list had to stay. Groups have the largest power
//! of two of at most 1/p elements: such a group can be taken out about as often as not, so a try tells as much as it can,
//! and halves of a power of two are equal. This is best if the elements that must stay are scattered. If they are in
//! clusters, the estimate is too low within them and too high between them.

use super::groups::Groups;
use super::{Minimiser, Step};

/// Takes out groups of neighbouring elements, from the last to the first.
#[derive(Clone, Debug)]
pub struct GroupTesting {
    groups: Groups,
}

/// How many elements before the list the first estimate rests on. One of them had to stay.
const BEFORE: usize = 9;

impl GroupTesting {
    /// A minimiser for this number of elements.
    pub fn new(elements: usize) -> GroupTesting {
        GroupTesting {
            groups: Groups::new(elements),
        }
    }

    fn size(&self) -> usize {
        let (decided, kept) = (self.groups.decided(), self.groups.kept());
        let for_each_kept = (BEFORE + decided) / (1 + kept);
        1 << for_each_kept.ilog2()
    }
}

impl Minimiser for GroupTesting {
    fn next(&mut self) -> Step {
        self.groups.next(self.size())
    }

    fn feed(&mut self, succeeded: bool) {
        self.groups.feed(self.size(), succeeded);
    }

    fn position(&self) -> (usize, usize, usize) {
        self.groups.position(self.size())
    }

    fn boxed(&self) -> Box<dyn Minimiser> {
        Box::new(self.clone())
    }
}
