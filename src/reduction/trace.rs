//! The trace of a reduction: a CSV file that shows how the text got smaller with the number of checks, runs and
//! seconds.
//!
//! It belongs to the latest run and is written from its beginning, even if that run continues an earlier one. Every row
//! is in the file as soon as the text is accepted, and there are only whole rows.

use crate::disk::{OwnFile, directory, make_directories};
use crate::event::TraceStep;
use crate::report::{trace_header, trace_row};
use std::io;
use std::path::Path;
use std::time::Instant;

/// A trace that is being written.
#[derive(Debug)]
pub(super) struct Trace {
    file: OwnFile,
    /// The length of the file.
    bytes: u64,
    begun: Instant,
}

impl Trace {
    /// Begins a trace. That it can be written is known before the first run of a reduction, which would be wasted
    /// otherwise. It is begun only with a search, so that a result that stands keeps the trace of its own search.
    ///
    /// # Errors
    /// The file or its directory cannot be made.
    pub(super) fn begin(path: &Path, begun: Instant) -> io::Result<Trace> {
        make_directories(directory(path))?;
        let mut trace = Trace {
            file: OwnFile::create(path)?,
            bytes: 0,
            begun,
        };
        trace.append(trace_header())?;
        Ok(trace)
    }

    /// Adds a step; its wall time is filled in.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn add(&mut self, step: TraceStep) -> io::Result<()> {
        self.append(trace_row(&TraceStep {
            wall_seconds: self.begun.elapsed().as_secs_f64(),
            ..step
        }))
    }

    fn append(&mut self, line: Result<Vec<u8>, csv::Error>) -> io::Result<()> {
        let line = line.map_err(io::Error::other)?;
        if let Err(error) = self.file.append(&line) {
            // Half a row is useless. The error itself is returned.
            let _ = self.file.truncate(self.bytes);
            return Err(error);
        }
        self.bytes += line.len() as u64;
        Ok(())
    }
}
