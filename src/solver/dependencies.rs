//! The dependencies of a command: every file that determines what its programs do, as far as these can be found.
//!
//! They are the dependencies of the program, of every argument that names a file, of every argument that PATH resolves
//! to a program (in `timeout 5 cvc5` the program is not the solver), and of the files given with `--depends`. The
//! dependencies of a file are the file itself, those of its `#!` interpreter, and for a program with a loader the
//! shared objects that the loader lists. A script may run anything, so its dependencies cannot be found. Such a command
//! is opaque, unless the files that it depends on are given.

use super::builds::name_of;
use super::digest::{Content, Stamp, content};
use super::executable::{Executable, listed_objects};
use super::inherited;
use super::invocation::{Argument, Invocation};
use super::pipeline::PIPELINE;
use super::slot::{Ran, Slot, Unresolved};
use super::slot_error::SlotError;
use crate::key::{self, CommandPart, Fingerprint, Identity};
use crate::observation::{End, Limits, Observation};
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The CPU limit of a loader that lists the shared objects.
const LISTING: Duration = Duration::from_secs(10);

/// The longest chain of interpreters, as in the kernel.
const CHAIN: usize = 5;

/// Programs that run what their arguments say. A version number after the name does not matter.
const INTERPRETERS: [&str; 14] = [
    "sh", "bash", "dash", "ksh", "zsh", "fish", "busybox", "python", "perl", "ruby", "node",
    "java", "lua", "xargs",
];

/// Why the dependencies could not be determined, or are no longer the same.
#[derive(Debug)]
pub enum DependencyError {
    /// One of the files cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// One of the files has changed since it was read.
    Changed(PathBuf),
    /// The loader could not be run.
    Slot(SlotError),
    /// The run of the loader was interrupted.
    Interrupted,
}

impl fmt::Display for DependencyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DependencyError::Unreadable { path, source } => write!(
                f,
                "cannot read `{}`, which the solver's command needs: {source}",
                path.display()
            ),
            DependencyError::Changed(path) => write!(
                f,
                "`{}`, which the solver's command needs, changed while it was in use",
                path.display()
            ),
            DependencyError::Slot(error) => error.fmt(f),
            DependencyError::Interrupted => write!(f, "interrupted while looking at the solver"),
        }
    }
}

impl std::error::Error for DependencyError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            DependencyError::Unreadable { source, .. } => Some(source),
            DependencyError::Slot(error) => error.source(),
            DependencyError::Changed(_) | DependencyError::Interrupted => None,
        }
    }
}

/// A file that the command depends on, as it was when it was read.
#[derive(Clone, Debug)]
struct DependencyFile {
    /// The path as given, so that a link that has been changed is noticed.
    path: PathBuf,
    stamp: Stamp,
    content: Content,
}

/// The dependencies of a command.
#[derive(Clone)]
pub struct Dependencies {
    files: Vec<DependencyFile>,
    identity: Identity,
    opaque: Option<String>,
}

impl fmt::Debug for Dependencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Dependencies");
        debug
            .field("files", &self.files)
            .field("opaque", &self.opaque);
        // The identity holds values of environment variables, which may be secrets.
        debug.finish_non_exhaustive()
    }
}

impl Dependencies {
    /// Finds and reads the dependencies. Loaders run in the slot.
    ///
    /// # Errors
    /// A file cannot be read, or the slot cannot run anything.
    pub fn of(invocation: &Invocation, slot: &mut Slot) -> Result<Dependencies, DependencyError> {
        let mut walk = DependencyWalk {
            invocation,
            slot,
            files: Vec::new(),
            seen: BTreeSet::new(),
            has_script: false,
            unknown: None,
        };
        let command = walk.command()?;
        let depends = walk.depends()?;
        let (files, has_script) = (walk.files, walk.has_script);
        let parts = &invocation.parts;
        let opaque = walk.unknown.filter(|_| parts.depends.is_empty());
        let environment = &parts.environment;
        let bytes = |text: &OsStr| text.as_bytes().to_vec();
        Ok(Dependencies {
            identity: Identity {
                dependencies: files.iter().map(|file| file.content.digest).collect(),
                command,
                depends,
                env: environment
                    .handed_on
                    .iter()
                    .map(|(name, value)| (bytes(name), bytes(value)))
                    .collect(),
                path: environment
                    .path
                    .as_deref()
                    .filter(|_| has_script)
                    .map(bytes),
                absolute_path: parts.absolute_path,
                cwd: parts.cwd.as_ref().map(|cwd| bytes(cwd.as_os_str())),
                extension: bytes(&parts.extension),
                name: invocation.asked_name().map(bytes),
                reads_stdin: parts.reads_stdin,
                lowered: inherited::lowered()
                    .into_iter()
                    .map(|(name, limit)| (name.as_bytes().to_vec(), limit))
                    .collect(),
                opaque: opaque.is_some(),
            },
            files,
            opaque,
        })
    }

    /// The command's fingerprint. For `nonce`, see [`key::fingerprint`].
    pub fn fingerprint(&self, nonce: Option<&[u8; 32]>) -> Fingerprint {
        key::fingerprint(&self.identity, nonce)
    }

    /// The digest of the file of the program; none for a pipeline, which has several.
    pub fn program_digest(&self) -> Option<[u8; 32]> {
        match self.identity.command.first() {
            Some(CommandPart::File(digest)) => Some(*digest),
            Some(CommandPart::Text(_)) | None => None,
        }
    }

    /// Why the command is opaque, if it is. Observations of an opaque command are reused for one output only, unless
    /// the files that it depends on are given.
    pub fn opaque(&self) -> Option<&str> {
        self.opaque.as_deref()
    }

    /// Whether one of the files has a sanitizer, with which a program cannot start under a limit on address space.
    pub fn sanitized(&self) -> bool {
        self.files.iter().any(|file| file.content.sanitizer)
    }

    /// The files, with the paths as given.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(|file| file.path.as_path())
    }

    /// Checks that the files have not changed. This must be called after every run, before the observation is stored.
    /// It costs a `stat` call for each file; only a file with a new stamp is read again.
    ///
    /// # Errors
    /// A file has changed or is gone.
    pub fn unchanged(&self) -> Result<(), DependencyError> {
        for file in &self.files {
            let changed = |_| DependencyError::Changed(file.path.clone());
            if Stamp::of(&file.path).map_err(changed)? != file.stamp
                && content(&file.path).map_err(changed)?.1 != file.content
            {
                return Err(DependencyError::Changed(file.path.clone()));
            }
        }
        Ok(())
    }
}

/// A file given with `--depends`: its name in the slot and the digest of its content.
type Named = (Vec<u8>, [u8; 32]);

/// A walk over everything that a command consists of.
struct DependencyWalk<'a> {
    invocation: &'a Invocation,
    slot: &'a mut Slot,
    files: Vec<DependencyFile>,
    /// Canonical paths, so that nothing is visited twice.
    seen: BTreeSet<PathBuf>,
    has_script: bool,
    /// The first dependency that cannot be determined.
    unknown: Option<String>,
}

impl DependencyWalk<'_> {
    /// Adds the program and the arguments. Returns what the key has of them.
    fn command(&mut self) -> Result<Vec<CommandPart>, DependencyError> {
        let invocation = self.invocation;
        let text = |text: &OsStr| CommandPart::Text(text.as_bytes().to_vec());
        // This program only joins the programs of a pipeline, whatever its version.
        let mut parts = vec![if invocation.parts.is_pipeline {
            text(OsStr::new(PIPELINE))
        } else {
            CommandPart::File(self.program(invocation.program(), 0)?)
        }];
        for argument in &invocation.parts.arguments {
            match argument {
                Argument::Text(word) => parts.push(text(word)),
                Argument::File(path) => parts.push(CommandPart::File(self.program(path, 0)?)),
                Argument::Program(word, path) => {
                    self.program(path, 0)?;
                    parts.push(text(word));
                }
                Argument::Option(before, path) => {
                    // No argument contains a NUL, so these two parts cannot be confused with two arguments.
                    parts.push(CommandPart::Text([before.as_bytes(), b"\0"].concat()));
                    parts.push(CommandPart::File(self.program(path, 0)?));
                }
                Argument::Directory(path) => {
                    let why = format!(
                        "the contents of the directory `{}` may change",
                        path.display()
                    );
                    self.unknown.get_or_insert(why);
                    parts.push(text(path.as_os_str()));
                }
            }
        }
        Ok(parts)
    }

    /// Adds the files given with `--depends`.
    fn depends(&mut self) -> Result<Vec<Named>, DependencyError> {
        let invocation = self.invocation;
        let mut named = Vec::new();
        for path in &invocation.parts.depends {
            let name = path.file_name().unwrap_or_default().as_bytes().to_vec();
            named.push((name, self.program(path, 0)?));
        }
        Ok(named)
    }

    /// Adds a file and, if it is new, all that it depends on. Returns the digest of its content.
    fn program(&mut self, path: &Path, depth: usize) -> Result<[u8; 32], DependencyError> {
        let (digest, new) = self.file(path)?;
        let Some(real) = new else {
            return Ok(digest);
        };
        let name = name_of(&real);
        if is_interpreter(&name) && depth == 0 {
            self.script(format!("`{name}` runs other programs"));
        }
        match Executable::of(&real).map_err(unreadable(path))? {
            Executable::Static | Executable::Other => {}
            Executable::Dynamic(loader) => self.objects(&real, &loader)?,
            Executable::Script(interpreter, argument) => {
                self.script(format!("`{}` is a script", path.display()));
                self.interpreter(&interpreter, &argument, depth)?;
            }
        }
        Ok(digest)
    }

    /// Notes that the command has a script, so that not all dependencies are known.
    fn script(&mut self, why: String) {
        self.has_script = true;
        self.unknown.get_or_insert(why);
    }

    /// Adds only the file itself. Returns the digest of its content and, if it is new, its path without links.
    fn file(&mut self, path: &Path) -> Result<([u8; 32], Option<PathBuf>), DependencyError> {
        let real = path.canonicalize().map_err(unreadable(path))?;
        let (stamp, content) = content(path).map_err(unreadable(path))?;
        let is_new = self.seen.insert(real.clone());
        if is_new {
            self.files.push(DependencyFile {
                path: path.to_owned(),
                stamp,
                content,
            });
        }
        Ok((content.digest, is_new.then_some(real)))
    }

    /// Adds a script's interpreter, and the program that the interpreter is told to start (`#!/usr/bin/env python3`).
    fn interpreter(
        &mut self,
        interpreter: &Path,
        argument: &OsStr,
        depth: usize,
    ) -> Result<(), DependencyError> {
        if depth >= CHAIN {
            return Ok(());
        }
        // A script without an interpreter cannot be started; that error is not reported here.
        if interpreter.is_file() {
            self.program(interpreter, depth + 1)?;
        }
        let words = argument.as_bytes().split(u8::is_ascii_whitespace);
        for word in words.map(|word| OsString::from_vec(word.to_vec())) {
            if let Some(path) = self.invocation.parts.caller.find(&word) {
                self.program(&path, depth + 1)?;
            }
        }
        Ok(())
    }

    /// Adds the loader of a program and the shared objects that it lists. This needs the real path, because the loader
    /// fails on a link to a program with `$ORIGIN`.
    fn objects(&mut self, real: &Path, loader: &Path) -> Result<(), DependencyError> {
        if !loader.is_file() {
            self.unknown
                .get_or_insert(format!("`{}` has no loader", real.display()));
            return Ok(());
        }
        self.file(loader)?;
        // The loader itself knows best what it would load.
        let argv = [
            loader.as_os_str().to_owned(),
            "--list".into(),
            real.as_os_str().to_owned(),
        ];
        let ran = self
            .slot
            .run_tool(self.invocation, &argv, &Limits::of_cpu(LISTING))
            .map_err(DependencyError::Slot)?;
        let listed = match ran {
            Ran::Observed(Observation {
                end: End::Exited(0),
                out,
                ..
            }) => out.whole().and_then(listed_objects),
            Ran::Unresolved(Unresolved::Interrupted(_) | Unresolved::Prevented) => {
                return Err(DependencyError::Interrupted);
            }
            Ran::Observed(_) | Ran::Unresolved(_) => None,
        };
        let Some(objects) = listed else {
            let why = format!(
                "the shared libraries of `{}` cannot be determined",
                real.display()
            );
            self.unknown.get_or_insert(why);
            return Ok(());
        };
        for path in &objects {
            self.file(path)?;
        }
        Ok(())
    }
}

fn unreadable(path: &Path) -> impl Fn(io::Error) -> DependencyError {
    |source| DependencyError::Unreadable {
        path: path.to_owned(),
        source,
    }
}

/// Whether a program of this name runs what its arguments say.
pub(super) fn is_interpreter(name: &str) -> bool {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    INTERPRETERS.contains(&stem)
}
