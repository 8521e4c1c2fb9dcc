//! Where a search is, for those who watch it. Nothing is decided by it.

/// What a search is trying.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// The list of mutators under way, such as `ddmin terms`; empty where the search has only one.
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
