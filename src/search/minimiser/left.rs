//! The elements of a list that have not been taken out yet.

use std::ops::Range;
use std::sync::Arc;

/// The indices of the elements that are left, in order. Ranges are places among them. A clone shares them, until an
/// element is taken out.
#[derive(Clone, Debug)]
pub(super) struct Left(Arc<Vec<usize>>);

impl Left {
    /// All elements of a list.
    pub(super) fn all(elements: usize) -> Left {
        Left(Arc::new((0..elements).collect()))
    }

    /// How many elements are left.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The elements at these places.
    pub(super) fn subset(&self, places: Range<usize>) -> Vec<usize> {
        self.0[places].to_vec()
    }

    /// Takes out the elements at these places.
    pub(super) fn take_out(&mut self, places: Range<usize>) {
        Arc::make_mut(&mut self.0).drain(places);
    }
}
