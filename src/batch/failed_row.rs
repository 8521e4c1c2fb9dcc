//! The row of a case that could not be worked on.

use super::resume;
use crate::corpus::Planned;
use crate::event::{Row, Status};

/// The row of a case that could not be worked on.
pub(super) fn failed(planned: &Planned, detail: String) -> Row {
    Row {
        case: planned.case.id.to_string(),
        status: Status::Failed,
        bytes_before: planned.case.bytes,
        source_blake3: resume::source_digest(planned),
        detail,
        ..Row::default()
    }
}

/// The message of a panic.
pub(super) fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(|&text| text.to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned())
}
