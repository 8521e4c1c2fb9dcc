//! A resolved command: its program, arguments, directory and environment.
//!
//! The program is looked up on PATH and run where it is, never copied. An invocation is independent of the slot, which
//! fills in the candidate's path.

use super::caller::Caller;
use super::counted::counted;
use super::environment::Environment;
use super::helper::this_program;
use super::pipeline;
use super::place::{PLACE, has_place};
use super::proof::{filled_with_proof, has_proof};
use super::script::ScriptError;
use super::stdin;
use super::wire::PreparedCommand;
use rustix::fs::{Access, access};
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A command as it was configured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandSpec {
    /// The program and its arguments. `{}` anywhere in an argument stands for the candidate's path; if there is no
    /// `{}`, the path is appended. The words `<` and `{}` make the candidate its standard input instead.
    pub argv: Vec<OsString>,
    /// Files that the solver needs; they are copied into the slot.
    pub depends: Vec<PathBuf>,
    /// Names of environment variables to pass on.
    pub env: Vec<OsString>,
    /// The directory to run in; if none, the slot. Otherwise the candidate's path is absolute.
    pub cwd: Option<PathBuf>,
    /// Whether the candidate's path is always absolute.
    pub absolute_path: bool,
    /// The candidate's extension, without the dot.
    pub extension: OsString,
    /// The candidate's whole name; if none, `case.<extension>`.
    pub name: Option<OsString>,
}

/// Why a command cannot be run.
#[derive(Debug)]
pub enum ResolveError {
    /// The command has no words.
    Empty,
    /// The caller's current directory is gone.
    NoDirectory(io::Error),
    /// This program cannot be run, for this reason.
    Program(OsString, &'static str),
    /// The directory to run in is not a directory.
    NoCwd(PathBuf),
    /// A file to depend on is not a file.
    NoDepends(PathBuf),
    /// Two files to depend on, or one of them and the candidate, would have the same name in the slot.
    SameName(PathBuf),
    /// The command should be an interestingness script, but cannot be run as one.
    Script(ScriptError),
}

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResolveError::Empty => write!(f, "the solver's command is empty"),
            ResolveError::NoDirectory(error) => {
                write!(f, "cannot tell the current directory: {error}")
            }
            ResolveError::Program(program, why) => {
                write!(f, "cannot run solver `{}`: {why}", program.display())
            }
            ResolveError::NoCwd(path) => write!(
                f,
                "cannot run the solver in `{}`: no such directory",
                path.display()
            ),
            ResolveError::NoDepends(path) => write!(
                f,
                "the solver cannot depend on `{}`: no such file",
                path.display()
            ),
            ResolveError::SameName(path) => write!(
                f,
                "the solver cannot depend on `{}`: another file has the same name in its directory",
                path.display()
            ),
            ResolveError::Script(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ResolveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ResolveError::NoDirectory(error) => Some(error),
            ResolveError::Script(error) => Some(error),
            _ => None,
        }
    }
}

/// A resolved argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    /// Text in which `{}` stands for the candidate.
    Text(OsString),
    /// A word for which PATH gives this program. The command may start it.
    Program(OsString, PathBuf),
    /// An existing file, as an absolute path.
    File(PathBuf),
    /// An option up to and including its `=`, and its value: an existing file, as an absolute path.
    Option(OsString, PathBuf),
    /// An existing directory, as an absolute path.
    Directory(PathBuf),
}

/// A resolved command. Clones share it.
#[derive(Clone)]
pub struct Invocation {
    /// Invocations with the same number are started in the same way.
    id: u64,
    is_traced: bool,
    pub(super) parts: Arc<InvocationParts>,
}

/// The next number of an invocation.
fn next_id() -> u64 {
    static IDS: AtomicU64 = AtomicU64::new(0);
    IDS.fetch_add(1, Ordering::Relaxed)
}

impl fmt::Debug for Invocation {
    /// Omits the environment, which may hold secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Invocation");
        debug.field("program", &self.parts.program);
        debug.field("arguments", &self.parts.arguments);
        debug.finish_non_exhaustive()
    }
}

/// What a command consists of.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct InvocationParts {
    program: PathBuf,
    pub(super) arguments: Vec<Argument>,
    pub(super) depends: Vec<PathBuf>,
    pub(super) environment: Environment,
    pub(super) cwd: Option<PathBuf>,
    pub(super) absolute_path: bool,
    pub(super) extension: OsString,
    is_named: bool,
    /// The candidate's name in the slot: `case.<extension>`, unless the command asks for another.
    pub(super) candidate_name: OsString,
    /// Whether the program is this one, which runs a pipeline of others.
    pub(super) is_pipeline: bool,
    /// Whether the candidate is the program's standard input.
    pub(super) reads_stdin: bool,
    /// Whether the program is given a proof beside the text.
    pub(super) takes_proof: bool,
    pub(super) caller: Caller,
}

impl Invocation {
    /// Resolves a command in the context of this process.
    ///
    /// # Errors
    /// The program, a file that it depends on or its directory is missing or not of the right kind.
    pub fn resolve(spec: &CommandSpec) -> Result<Invocation, ResolveError> {
        let caller = Caller::here().map_err(ResolveError::NoDirectory)?;
        Invocation::resolve_for(spec, &caller)
    }

    /// Resolves a command in a given context.
    ///
    /// # Errors
    /// As for [`Invocation::resolve`].
    pub fn resolve_for(spec: &CommandSpec, caller: &Caller) -> Result<Invocation, ResolveError> {
        // Redirections and pipelines become words without a shell; each program of a pipeline must exist.
        let (words, reads_stdin) = stdin::split(&spec.argv);
        let argv = pipeline::started(&words, this_program);
        let is_pipeline = pipeline::is_pipeline(&spec.argv);
        if is_pipeline {
            for program in pipeline::programs(&spec.argv) {
                find_program(program.first().ok_or(ResolveError::Empty)?, caller)?;
            }
        }
        let (program, arguments) = argv.split_first().ok_or(ResolveError::Empty)?;
        // If no word says where the candidate goes, its path is the last argument.
        let mut arguments: Vec<Argument> = arguments
            .iter()
            .map(|word| argument(word, caller))
            .collect();
        let has_place = arguments.iter().any(|argument| match argument {
            Argument::Text(text) => has_place(text),
            Argument::Program(..)
            | Argument::File(_)
            | Argument::Option(..)
            | Argument::Directory(_) => false,
        });
        if !reads_stdin && !has_place {
            arguments.push(Argument::Text(PLACE.into()));
        }
        let candidate_name = spec
            .name
            .clone()
            .unwrap_or_else(|| usual_name(&spec.extension));
        let parts = InvocationParts {
            program: find_program(program, caller)?,
            arguments,
            depends: depends(&spec.depends, &candidate_name, caller)?,
            environment: Environment::of(caller, &spec.env),
            cwd: spec
                .cwd
                .as_ref()
                .map(|cwd| directory(cwd, caller))
                .transpose()?,
            absolute_path: spec.absolute_path || spec.cwd.is_some(),
            extension: spec.extension.clone(),
            is_named: spec.name.is_some(),
            candidate_name,
            is_pipeline,
            reads_stdin,
            takes_proof: spec.argv.iter().any(|word| has_proof(word)),
            caller: caller.clone(),
        };
        Ok(Invocation {
            id: next_id(),
            is_traced: false,
            parts: Arc::new(parts),
        })
    }

    /// The same command, but its stack is read when it crashes.
    #[must_use]
    pub fn traced(&self) -> Invocation {
        Invocation {
            id: next_id(),
            is_traced: true,
            parts: Arc::clone(&self.parts),
        }
    }

    /// Whether its stack is read when it crashes.
    pub fn is_traced(&self) -> bool {
        self.is_traced
    }

    /// The program's path.
    pub fn program(&self) -> &Path {
        &self.parts.program
    }

    pub(super) fn id(&self) -> u64 {
        self.id
    }

    /// The candidate's name, if the command asks for one.
    pub(super) fn asked_name(&self) -> Option<&OsStr> {
        self.parts.is_named.then_some(&*self.parts.candidate_name)
    }

    /// The environment of the command where this is the directory of its slot.
    pub(crate) fn environment_in(&self, directory: &Path) -> Vec<(OsString, OsString)> {
        self.parts.environment.in_slot(directory)
    }

    /// The command for the candidate of a slot.
    pub(super) fn in_slot(&self, slot: &Path) -> PreparedCommand {
        let candidate = if self.parts.absolute_path {
            slot.join(&self.parts.candidate_name).into_os_string()
        } else {
            not_an_option(Path::new(&self.parts.candidate_name)).into_os_string()
        };
        PreparedCommand {
            argv: counted(self.argv(&candidate)),
            cwd: self.parts.cwd.as_deref().unwrap_or(slot).into(),
            env: self.parts.environment.in_slot(slot),
            stdin: self.stdin(&slot.join(&self.parts.candidate_name)),
            is_traced: self.is_traced,
            launches: None,
        }
    }

    /// The command for an existing file, in the caller's directory and environment.
    pub(super) fn in_place(&self, file: &Path) -> PreparedCommand {
        PreparedCommand {
            argv: counted(self.argv(not_an_option(file).as_os_str())),
            cwd: self.parts.caller.dir.clone().into_os_string(),
            env: self.parts.caller.env.clone(),
            stdin: self.stdin(&self.parts.caller.dir.join(file)),
            is_traced: self.is_traced,
            launches: None,
        }
    }

    /// The file that the program reads as its standard input, if it reads the candidate there.
    fn stdin(&self, candidate: &Path) -> Option<OsString> {
        self.parts
            .reads_stdin
            .then(|| candidate.as_os_str().to_owned())
    }

    /// The words of the command for this candidate.
    pub(super) fn argv(&self, candidate: &OsStr) -> Vec<OsString> {
        let mut argv = vec![self.parts.program.clone().into_os_string()];
        argv.extend(self.parts.arguments.iter().map(|argument| match argument {
            Argument::Text(text) => filled_with_proof(text, candidate),
            Argument::Program(word, _) => word.clone(),
            Argument::File(path) | Argument::Directory(path) => path.clone().into_os_string(),
            Argument::Option(before, path) => {
                [before.as_os_str(), path.as_os_str()].into_iter().collect()
            }
        }));
        argv
    }
}

/// The candidate's name if the command asks for none.
fn usual_name(extension: &OsStr) -> OsString {
    let mut name = OsString::from("case");
    if !extension.is_empty() {
        name.push(".");
        name.push(extension);
    }
    name
}

/// The path of a file in a form that no program takes for an option.
fn not_an_option(file: &Path) -> PathBuf {
    if file.as_os_str().as_bytes().starts_with(b"-") {
        Path::new(".").join(file)
    } else {
        file.to_owned()
    }
}

/// Classifies a word of the command. If PATH gives a program for it, that takes precedence over a file of the same name
/// in the caller's directory: `timeout 5 cvc5` does not start `./cvc5`.
pub(super) fn argument(word: &OsStr, caller: &Caller) -> Argument {
    if let Some(path) = caller.find(word) {
        return Argument::Program(word.to_owned(), path);
    }
    let path = caller.dir.join(word);
    if !word.is_empty() && path.is_file() {
        return Argument::File(path);
    }
    // Only a word that looks like a path can be a directory: `--lang smt2` does not mean a directory `smt2`.
    if word.as_bytes().contains(&b'/') && path.is_dir() {
        return Argument::Directory(path);
    }
    option(word, caller).unwrap_or_else(|| Argument::Text(word.to_owned()))
}

/// An option such as `--name=some/file`.
fn option(word: &OsStr, caller: &Caller) -> Option<Argument> {
    let word = word.as_bytes();
    let (before, file) = word.split_at(memchr::memchr(b'=', word)? + 1);
    let path = caller.dir.join(OsStr::from_bytes(file));
    (file.contains(&b'/') && path.is_file())
        .then(|| Argument::Option(OsStr::from_bytes(before).to_owned(), path))
}

/// The program that this process would start for a word.
///
/// # Errors
/// There is none.
pub(crate) fn find_here(word: &OsStr) -> Result<PathBuf, ResolveError> {
    find_program(word, &Caller::here().map_err(ResolveError::NoDirectory)?)
}

fn find_program(word: &OsStr, caller: &Caller) -> Result<PathBuf, ResolveError> {
    if word.is_empty() {
        return Err(ResolveError::Empty);
    }
    let refused = |program: &OsStr, why| ResolveError::Program(program.to_owned(), why);
    if !word.as_bytes().contains(&b'/') {
        let found = caller.find(word);
        return found.ok_or_else(|| refused(word, "no such file on PATH"));
    }
    // Without its `.` components, which scripts would repeat in messages.
    let path: PathBuf = caller.dir.join(word).components().collect();
    let why = if path.is_dir() {
        "it is a directory"
    } else if !path.exists() {
        "no such file"
    } else if access(&path, Access::EXEC_OK).is_err() {
        "it is not executable (try `chmod +x`)"
    } else {
        return Ok(path);
    };
    Err(refused(path.as_os_str(), why))
}

fn directory(cwd: &Path, caller: &Caller) -> Result<PathBuf, ResolveError> {
    let path = caller.dir.join(cwd);
    if path.is_dir() {
        Ok(path)
    } else {
        Err(ResolveError::NoCwd(path))
    }
}

/// The files to depend on, as absolute paths with different names.
fn depends(
    files: &[PathBuf],
    candidate_name: &OsStr,
    caller: &Caller,
) -> Result<Vec<PathBuf>, ResolveError> {
    let mut found: Vec<PathBuf> = Vec::new();
    for file in files {
        let path = caller.dir.join(file);
        if !path.is_file() {
            return Err(ResolveError::NoDepends(path));
        }
        let name = path.file_name();
        if name == Some(candidate_name) || found.iter().any(|other| other.file_name() == name) {
            return Err(ResolveError::SameName(path));
        }
        found.push(path);
    }
    Ok(found)
}
