//! `-` instead of a file: the input is read from standard input, or the result is written to standard output.
//!
//! A reduction reads its input and rewrites its output many times, so both are files in a temporary directory while it
//! runs.

use super::error::CliError;
use super::{exit, output};
use crate::input::{InputFile, check_length};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// An input or output: a file, or a temporary file that stands for a stream.
#[derive(Debug)]
pub(super) struct FileOrStream {
    path: PathBuf,
    /// The directory of the temporary file; removed when dropped.
    directory: Option<TempDir>,
}

impl FileOrStream {
    /// The input with this name. For `-`, standard input is read to its end.
    ///
    /// # Errors
    /// Standard input cannot be read, or has more than `most` bytes.
    pub(super) fn input(name: &Path, most: u64) -> Result<FileOrStream, CliError> {
        let file = FileOrStream::of(name, "stdin.smt2")?;
        if file.is_stream() {
            read_stdin(&file.path, most).map_err(|error| {
                let message = format!("cannot read standard input: {error}");
                CliError::usage(message, "give the name of a file instead")
            })?;
        }
        Ok(file)
    }

    /// The output with this name. For `-`, [`FileOrStream::send`] must be called at the end.
    ///
    /// # Errors
    /// Standard output is closed.
    pub(super) fn output(name: &Path) -> Result<FileOrStream, CliError> {
        if name == Path::new("-") && output::is_closed() {
            return Err(CliError::usage(
                "standard output is closed, so the result would be lost",
                "give the name of a file instead of `-`",
            ));
        }
        FileOrStream::of(name, "stdout.smt2")
    }

    /// The file to work with.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it stands for a stream.
    pub(super) fn is_stream(&self) -> bool {
        self.directory.is_some()
    }

    /// Writes the temporary file to standard output, if there is one. If that fails, the file is kept.
    pub(super) fn send(&mut self) -> Result<(), CliError> {
        if !self.is_stream() || !self.path.exists() {
            return Ok(());
        }
        let text = InputFile::own(&self.path)
            .bytes()
            .map_err(|error| temporary(&error))?;
        output::result(&text).map_err(|error| {
            if let Some(directory) = self.directory.take() {
                let _ = directory.keep();
            }
            let kept = self.path.display();
            CliError::new(
                exit::CASES,
                format!("cannot write to standard output: {error}"),
                format!("the result is in `{kept}`"),
            )
        })
    }

    fn of(name: &Path, file: &str) -> Result<FileOrStream, CliError> {
        if name != Path::new("-") {
            return Ok(FileOrStream {
                path: name.to_owned(),
                directory: None,
            });
        }
        let directory = tempfile::Builder::new()
            .prefix("smelt-stream-")
            .tempdir()
            .map_err(|error| temporary(&error))?;
        Ok(FileOrStream {
            path: directory.path().join(file),
            directory: Some(directory),
        })
    }
}

fn read_stdin(path: &Path, most: u64) -> io::Result<()> {
    let mut text = Vec::new();
    let mut stdin = io::stdin().lock().take(most.saturating_add(1));
    stdin.read_to_end(&mut text)?;
    check_length(text.len() as u64, most)?;
    std::fs::write(path, text)
}

fn temporary(error: &io::Error) -> CliError {
    CliError::new(
        exit::CASES,
        format!("cannot use a temporary file for `-`: {error}"),
        "free some space, or choose another directory with TMPDIR",
    )
}
