//! Where a search is, for progress displays. Nothing depends on it.

/// What a search is trying.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// The stage of the strategy, such as `ddmin terms`. Empty if the search has only one stage.
    pub stage: &'static str,
    /// The mutator that made the last candidate.
    pub mutator: &'static str,
    /// How many nodes are changed at once.
    pub granularity: usize,
    /// How many nodes were visited before the last candidate.
    pub visited: usize,
    /// How many nodes there are to visit.
    pub nodes: usize,
}
