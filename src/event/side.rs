//! The two results that a row can have.

use serde::{Deserialize, Serialize};

/// Which result of a row is meant. A row has two if a later build of the solver fails in another way than the build that
/// made the first: what an earlier build has shown stays at its place, and the other failure is reduced beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The one at the usual place.
    #[default]
    Usual,
    /// The one beside it, for the failure that the case shows since it has changed.
    Beside,
}

impl Side {
    /// Whether it is the usual one, which the journal does not name.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    pub(super) fn is_usual(&self) -> bool {
        *self == Side::Usual
    }
}
