//! A stand-in for a solver, which counts its runs from outside: appends a byte to a file, then becomes the solver.
//!
//! It is this program under another name: a link in a directory with a certain name, beside which a file says what to
//! do. It costs no more than the start of this program. Other tools get a script whose interpreter is that link, because
//! some copy the program of a solver to a place of their own, and a copy of the link would be any copy of smelt. No shell
//! has a part in it.
//!
//! The number of a run is the length of the file after its byte, so runs at the same time are counted, too. A run above
//! the limit never begins, because the tool would take any answer for one of the solver: it waits until the process that
//! watches the tool ends it.

use super::helper::running_program;
use super::invocation::Invocation;
use super::place::{PLACE, filled};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Seek, Write};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread::park;

/// The directory of the link.
const DIRECTORY: &str = "smelt-stand-in";

/// The file beside that directory which says what to do.
const ORDERS: &str = "orders";

/// The name of the link.
const LINK: &str = "solver";

/// The directory of the script.
const SCRIPTS: &str = "as";

/// The longest first line of a script that the system reads.
const LONGEST: usize = 250;

/// The exit code if the solver could not be started, as in shells.
const NOT_STARTED: u8 = 127;

/// What a stand-in does.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct StandIn {
    /// The file in which runs are counted; none if they are not.
    pub(crate) counter: Option<OsString>,
    /// The most runs; none if they are not limited.
    pub(crate) most: Option<u64>,
    /// The command. If it has no place for the file, the words that the stand-in is given are added. Without a command,
    /// these words are the command.
    pub(crate) command: Vec<OsString>,
    /// What stands for the file in the words of the command: the last word that the stand-in is given.
    pub(crate) place: String,
    /// Whether the file is the command's standard input.
    pub(crate) reads_stdin: bool,
    /// The directory to run in; that of the caller if there is none.
    pub(crate) cwd: Option<OsString>,
    /// The file, if none is given.
    pub(crate) file: OsString,
}

impl Default for StandIn {
    fn default() -> StandIn {
        StandIn {
            counter: None,
            most: None,
            command: Vec::new(),
            place: PLACE.to_owned(),
            reads_stdin: false,
            cwd: None,
            file: OsString::new(),
        }
    }
}

impl StandIn {
    /// Stands in for the command of an invocation.
    pub(crate) fn of(invocation: &Invocation) -> StandIn {
        StandIn {
            command: invocation.argv(OsStr::new(PLACE)),
            reads_stdin: invocation.parts.reads_stdin,
            cwd: invocation.parts.cwd.clone().map(PathBuf::into_os_string),
            ..StandIn::default()
        }
    }

    /// Writes it into a directory of its own, where [`stand_in_at`] finds it.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn write(&self, directory: &Path) -> io::Result<()> {
        self.write_as(directory, false)
    }

    /// Writes it into a directory of its own, as a script with this name. Returns the path of that.
    ///
    /// # Errors
    /// It cannot be written, or the path of the directory cannot be that of an interpreter.
    pub(crate) fn write_script(&self, directory: &Path, name: &OsStr) -> io::Result<PathBuf> {
        let link = stand_in_at(directory).into_os_string().into_vec();
        let is_usable = |byte: &u8| byte.is_ascii_graphic() || *byte >= 0x80;
        if link.len() > LONGEST || !link.iter().all(is_usable) {
            let what = format!(
                "the path `{}` has blanks or is too long; choose another directory with TMPDIR",
                directory.display()
            );
            return Err(io::Error::other(what));
        }
        self.write_as(directory, true)?;
        // Not beside the orders, because a solver may have any name.
        let script = directory.join(SCRIPTS).join(name);
        fs::create_dir_all(directory.join(SCRIPTS))?;
        fs::write(&script, [b"#!", &link[..], b"\n"].concat())?;
        fs::set_permissions(&script, Permissions::from_mode(0o755))?;
        Ok(script)
    }

    fn write_as(&self, directory: &Path, is_script: bool) -> io::Result<()> {
        let link = stand_in_at(directory);
        fs::create_dir_all(directory.join(DIRECTORY))?;
        fs::write(
            directory.join(ORDERS),
            serde_json::to_vec(&(is_script, self))?,
        )?;
        // Not `/proc/self/exe`, which would be another program in each process.
        symlink(fs::canonicalize(running_program())?, &link)
    }

    /// Counts the run, then becomes the command.
    ///
    /// # Errors
    /// The run cannot be counted, or the command cannot be started.
    fn run(&self, given: &[OsString]) -> io::Result<Infallible> {
        if let Some(counter) = &self.counter {
            let mut file = OpenOptions::new().append(true).open(counter)?;
            file.write_all(b".")?;
            if self
                .most
                .is_some_and(|most| file.stream_position().is_ok_and(|nth| nth > most))
            {
                loop {
                    park();
                }
            }
        }
        let (words, file) = self.words(given)?;
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(arguments);
        if self.reads_stdin && !self.command.is_empty() {
            command.stdin(Stdio::from(File::open(file)?));
        }
        if let Some(cwd) = &self.cwd {
            command.current_dir(cwd);
        }
        Err(command.exec())
    }

    /// The words of the command, and the file.
    fn words(&self, given: &[OsString]) -> io::Result<(Vec<OsString>, PathBuf)> {
        if self.command.is_empty() {
            return Ok((given.to_vec(), PathBuf::new()));
        }
        let (file, others) = match given.split_last() {
            Some((last, others)) => (last.clone(), others),
            None => (self.file.clone(), given),
        };
        let mut file = PathBuf::from(file);
        if self.cwd.is_some() {
            file = std::env::current_dir()?.join(file);
        }
        let mut words: Vec<OsString> = self
            .command
            .iter()
            .map(|word| filled(word, &[(&self.place, file.as_os_str())]))
            .collect();
        let has_place = words != self.command;
        words.extend(others.iter().cloned());
        if !self.reads_stdin && !has_place {
            words.push(file.clone().into_os_string());
        }
        Ok((words, file))
    }
}

/// The path of a stand-in that is written into this directory.
pub(crate) fn stand_in_at(directory: &Path) -> PathBuf {
    directory.join(DIRECTORY).join(LINK)
}

/// Stands in for a solver if this program was started as a stand-in, and then returns only with an error.
pub fn stand_in_main() -> Option<ExitCode> {
    let mut words = std::env::args_os();
    let name = PathBuf::from(words.next()?);
    let directory = name.parent().filter(|parent| parent.ends_with(DIRECTORY))?;
    let orders = directory.parent()?.join(ORDERS);
    let ran = fs::read(&orders).and_then(|orders| {
        let (is_script, stand_in): (bool, StandIn) = serde_json::from_slice(&orders)?;
        // An interpreter is given the path of the script first.
        let given: Vec<OsString> = words.skip(usize::from(is_script)).collect();
        stand_in.run(&given)
    });
    let Err(error) = ran;
    // If this fails, there is nowhere else to report it.
    let _ = writeln!(io::stderr(), "cannot stand in for the solver: {error}");
    Some(ExitCode::from(NOT_STARTED))
}

#[cfg(test)]
mod tests {
    use super::StandIn;
    use std::ffi::OsString;
    use std::path::PathBuf;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn the_file_stands_where_the_command_has_its_place_or_comes_last() {
        for (command, given, expected) in [
            ("", "z3 -x a", "z3 -x a"),
            ("z3 -x", "a", "z3 -x a"),
            ("z3 in={} -x", "a", "z3 in=a -x"),
            ("z3 {}", "-y a", "z3 a -y"),
            ("z3 {}", "", "z3 case"),
        ] {
            let stand_in = StandIn {
                command: words(command),
                file: "case".into(),
                ..StandIn::default()
            };
            let (found, _) = stand_in.words(&words(given)).expect("words");
            assert_eq!(found, words(expected), "{command} {given}");
        }
        let stand_in = StandIn {
            command: words("z3 -in"),
            reads_stdin: true,
            ..StandIn::default()
        };
        let (found, file) = stand_in.words(&words("a")).expect("words");
        assert_eq!((found, file), (words("z3 -in"), PathBuf::from("a")));
    }
}
