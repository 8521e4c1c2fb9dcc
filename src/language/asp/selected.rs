//! What a ground program in text shows and projects on.

use super::bounds::GroundLiteral;
use super::ground_rule::Body;
use std::collections::{BTreeMap, BTreeSet};

/// What `#show` and `#project` name. It is applied once all atoms are known.
#[derive(Debug, Default)]
pub(super) struct Selected {
    /// The predicates that are shown, such as `p/2`. None if all atoms are shown.
    pub(super) shown: Option<BTreeSet<Vec<u8>>>,
    /// The terms that are shown, each where one of its bodies holds.
    pub(super) terms: BTreeMap<Vec<u8>, Vec<Body>>,
    /// The predicates that are projected on.
    pub(super) projected: BTreeSet<Vec<u8>>,
    /// The atoms that are projected on if a condition holds.
    pub(super) conditional: Vec<(GroundLiteral, Vec<GroundLiteral>)>,
}
