//! Zeller's ddmin: tries to keep one part of the list alone, then to take one part out, then halves the parts.
//!
//! This is the algorithm of Zeller and Hildebrandt (TSE 2002) as it was published, for comparison. After a part was kept
//! alone, it is cut into two. After a part was taken out, the others are tried again from the first one; that the
//! paper's cache knows what comes of keeping one of them alone, we know without a cache. Parts are halved and not cut
//! anew, and a list of which two parts are left is not tried twice. Takes up to n² tries.
//!
//! With weights, it is Wddmin (Zhou, Xu, Zhang, Tian and Sun, ICSE 2025): parts are halved such that the halves have
//! equal weights and not equal numbers of elements, because a heavy element is less likely to be wholly irrelevant.

use super::parts::Chunks;
use super::{Minimiser, Step};

/// Tries parts, then their complements, then smaller parts.
#[derive(Clone, Debug)]
pub struct Zeller {
    parts: Chunks,
    next: Attempt,
}

/// What comes next.
#[derive(Clone, Copy, Debug)]
enum Attempt {
    /// Keeping only the part with this number.
    Keep(usize),
    /// Taking out the part with this number.
    TakeOut(usize),
    End,
}

impl Zeller {
    /// A minimiser for this number of elements.
    pub fn new(elements: usize) -> Zeller {
        Zeller::of(Chunks::new(std::iter::repeat_n(1, elements)))
    }

    /// A minimiser for elements with these weights.
    pub fn weighted(weights: &[u32]) -> Zeller {
        Zeller::of(Chunks::new(weights.iter().copied()))
    }

    fn of(parts: Chunks) -> Zeller {
        let next = Attempt::End;
        let mut minimiser = Zeller { parts, next };
        minimiser.halve();
        minimiser
    }

    /// Goes on with smaller parts.
    fn halve(&mut self) {
        self.next = Attempt::End;
        if self.parts.halve() {
            self.keep_from(0);
        }
    }

    /// Goes on with keeping one part alone. The last halving has made those that are worth trying.
    fn keep_from(&mut self, number: usize) {
        match self.parts.next_new(number) {
            Some(number) => self.next = Attempt::Keep(number),
            None => self.take_out_from(0),
        }
    }

    /// Goes on with taking one part out. To take out one of two is to keep the other one, which was tried.
    fn take_out_from(&mut self, number: usize) {
        if self.parts.len() > 2 && number < self.parts.len() {
            self.next = Attempt::TakeOut(number);
        } else {
            self.halve();
        }
    }
}

impl Minimiser for Zeller {
    fn next(&mut self) -> Step {
        match self.next {
            Attempt::Keep(number) => Step::TryWithout(self.parts.others(number)),
            Attempt::TakeOut(number) => Step::TryWithout(self.parts.part(number)),
            Attempt::End => Step::End,
        }
    }

    fn feed(&mut self, succeeded: bool) {
        match (self.next, succeeded) {
            (Attempt::Keep(number), true) => {
                self.parts.keep_only(number);
                self.halve();
            }
            (Attempt::Keep(number), false) => self.keep_from(number + 1),
            (Attempt::TakeOut(number), true) => {
                self.parts.take_out(number);
                self.take_out_from(0);
            }
            (Attempt::TakeOut(number), false) => self.take_out_from(number + 1),
            (Attempt::End, _) => {}
        }
    }

    fn position(&self) -> (usize, usize, usize) {
        let elements = self.parts.elements();
        let parts = self.parts.len();
        let (Attempt::Keep(number) | Attempt::TakeOut(number)) = self.next else {
            return (0, elements, elements);
        };
        let granularity = elements.div_ceil(parts.max(1));
        (granularity, number * elements / parts, elements)
    }

    fn boxed(&self) -> Box<dyn Minimiser> {
        Box::new(self.clone())
    }
}
