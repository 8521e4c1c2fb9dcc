//! The interface between a minimiser and the search that uses it.

/// What a minimiser asks for next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Remove these elements together; they are increasing indices into the list.
    TryWithout(Vec<usize>),
    /// Make the list again: some elements were removed, and there may be new ones.
    ListAgain,
    /// There is nothing more to try.
    End,
}

/// Thins a list. After the minimiser, single elements are tried with all their proposals, so a minimiser need not go
/// down to single elements.
pub trait Minimiser: BoxedMinimiser + Send {
    /// The next step. It stays the same until [`Minimiser::feed`] or [`Minimiser::listed_again`] is called.
    fn next(&mut self) -> Step;

    /// Takes the result of the step: whether the elements could be removed.
    fn feed(&mut self, succeeded: bool);

    /// Takes note that the list was made again, and has this many elements now.
    fn listed_again(&mut self, _elements: usize) {}

    /// For a progress display: how many elements are tried together, how many of them were decided in this round, and
    /// how many there are.
    fn position(&self) -> (usize, usize, usize);
}

/// What any minimiser that can be cloned has.
pub trait BoxedMinimiser {
    /// A clone, which shares its lists with this minimiser.
    fn boxed(&self) -> Box<dyn Minimiser>;
}

impl<T: Minimiser + Clone + 'static> BoxedMinimiser for T {
    fn boxed(&self) -> Box<dyn Minimiser> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Minimiser> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}
