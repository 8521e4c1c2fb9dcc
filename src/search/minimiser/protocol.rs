//! The interface between a minimiser and the search that uses it.

/// What a minimiser asks for next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Take out these elements together; they are increasing indices into the list.
    TryWithout(Vec<usize>),
    /// Make the list again: some elements were taken out, and there may be new ones.
    ListAgain,
    /// There is nothing more to try.
    End,
}

/// Thins a list of `n` elements. After the minimiser, single elements are tried with all their proposals, so a
/// minimiser need not end with single elements.
pub trait Minimiser: Send {
    /// The next step. It stays the same until it is done.
    fn next(&mut self) -> Step;

    /// Tells whether the elements could be taken out.
    fn feed(&mut self, succeeded: bool);

    /// Tells that the list was made again, and how many elements it has now.
    fn listed_again(&mut self, _elements: usize) {}

    /// For a display: how many elements are tried together, how many were decided in this round, and out of how many.
    fn position(&self) -> (usize, usize, usize);

    /// A clone, which shares its lists with this minimiser.
    fn boxed(&self) -> Box<dyn Minimiser>;
}

impl Clone for Box<dyn Minimiser> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}
