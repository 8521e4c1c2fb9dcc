//! What a minimiser answers and is told.

/// What a minimiser wants done next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Take out these elements together: increasing indices into the list.
    TryWithout(Vec<usize>),
    /// List the elements anew: some were taken out, and others may have come to be elements.
    ListAgain,
    /// Nothing more is to be tried.
    End,
}

/// Thins a list of `n` elements. Single elements are tried behind it, each with all that can be done to it, so a
/// minimiser need not end with them.
pub trait Minimiser: Send {
    /// What to do next. The same answer until that was done.
    fn next(&mut self) -> Step;

    /// Whether the elements could be taken out.
    fn feed(&mut self, succeeded: bool);

    /// The list was made anew, with so many elements.
    fn listed_again(&mut self, _elements: usize) {}

    /// How many elements are tried together, and how many of how many were decided in this round: for a display.
    fn position(&self) -> (usize, usize, usize);

    /// A clone. Its lists are shared.
    fn boxed(&self) -> Box<dyn Minimiser>;
}

impl Clone for Box<dyn Minimiser> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}
