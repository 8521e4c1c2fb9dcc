//! When searches are to end although they are not done.

use std::sync::Arc;

/// Ends searches once a condition holds, such as that the user has pressed Ctrl-C. It is asked for often, by many threads.
#[derive(Clone, Default)]
pub struct Cancellation(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Cancellation {
    /// Ends searches once this holds; from then on, it must always hold.
    pub fn once(is_due: impl Fn() -> bool + Send + Sync + 'static) -> Cancellation {
        Cancellation(Some(Arc::new(is_due)))
    }

    /// Whether searches are to end.
    pub fn is_due(&self) -> bool {
        self.0.as_ref().is_some_and(|is_due| is_due())
    }
}
