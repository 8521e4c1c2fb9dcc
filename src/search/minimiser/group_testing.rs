//! Group testing: works from the end of the list in groups, whose size follows from the share of elements that had to
//! stay so far.
//!
//! This is Hwang's generalised binary splitting (JASA 1972). Hwang knows how many elements must stay; we estimate their
//! share p from the elements decided so far and nine imaginary ones before them, of which one had to stay. The size of
//! a group is the largest power of two that is at most 1/p: such a group can be removed about as often as not, so a try
//! is as informative as it can be, and a power of two halves evenly. This is best if the elements that must stay are
//! scattered. If they are in clusters, the estimate is too low within them and too high between them.

use super::groups::Groups;
use super::{Minimiser, Step};

/// Removes groups of neighbouring elements, from the last to the first.
#[derive(Clone, Debug)]
pub struct GroupTesting {
    groups: Groups,
}

/// The number of imaginary elements, one of which had to stay, on which the first estimate rests.
const IMAGINARY: usize = 9;

impl GroupTesting {
    /// A minimiser for this number of elements.
    pub fn new(elements: usize) -> GroupTesting {
        GroupTesting {
            groups: Groups::new(elements),
        }
    }

    fn size(&self) -> usize {
        let (decided, kept) = (self.groups.decided(), self.groups.kept());
        let elements_per_kept = (IMAGINARY + decided) / (1 + kept);
        1 << elements_per_kept.ilog2()
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
}
