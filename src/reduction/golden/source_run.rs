//! The source run: the solver on the untouched file, in the caller's directory and environment. Where the file may make
//! the solver leave other files, it has a directory of its own.
//!
//! The solver gets a read-only copy with the file's own name in a directory of its own, because a solver that deletes
//! or rewrites its input must not destroy the user's case. Beside it are the files that the solver depends on. Only if
//! the copy does not fail does the solver get the file itself, because it may need still other files beside it. The
//! bytes of the file are then compared, and restored if they have changed. A file whose text differs from its bytes,
//! such as a compressed one, is never given to the solver.
//!
//! If the rule looks for a hang while a trusted solver ends, the run is cut as soon as the solver presumably hangs: the
//! golden run shows whether it does, and a run up to the full limit costs as much as a dozen checks.

use super::second_time;
use crate::checker::{CheckError, SolverClient};
use crate::input::{InputFile, plain_name};
use crate::language::leaves_files;
use crate::observation::End;
use crate::oracle::{Answer, Ask, Evidence, NotReproduced};
use crate::reduction::prepare::Prepared;
use crate::reduction::{NotReduced, Phase, Task};
use crate::solver::Scratch;
use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::NamedTempFile;

/// What the solvers ran on.
enum Given {
    /// A copy that cannot harm the file.
    Copy(SourceCopy),
    /// The file itself.
    File,
    /// The text in the slot under the file's own name, in the directory in which candidates run.
    Slot,
}

/// The results of the solvers on the untouched file.
pub(in crate::reduction) struct SourceRun {
    /// The answers.
    pub(in crate::reduction) answers: Vec<Answer>,
    given: Given,
}

impl SourceRun {
    /// Makes the run on a copy, and if that does not fail, on the file itself. If the time of a second solver limits
    /// the first, it is measured before.
    pub(in crate::reduction) fn make(prepared: &mut Prepared<'_>) -> Result<SourceRun, NotReduced> {
        let task = prepared.task;
        task.progress.phase(Phase::SourceRun);
        second_time::set_limits(prepared)?;
        let is_harmful = !task.settings.allow_code && leaves_files(&prepared.original);
        if task.settings.rule.is_script() || is_harmful {
            return SourceRun::on(Given::Slot, prepared);
        }
        let is_verbatim = prepared.form.is_verbatim();
        let copy = match SourceCopy::of(task, &prepared.original)? {
            Err(error) if !is_verbatim => {
                let why = format!("cannot write a copy of what the file holds: {error}");
                return Err(NotReduced::failed(why));
            }
            copy => copy.ok(),
        };
        if let Some(copy) = copy {
            let run = SourceRun::on(Given::Copy(copy), prepared)?;
            let golden = prepared.solvers.oracle.accept_golden(&run.answers);
            if !is_verbatim || !golden.is_err_and(|why| may_need_its_directory(&why)) {
                return Ok(run);
            }
        }
        // This is also done if no copy could be written.
        SourceRun::on(Given::File, prepared)
    }

    fn on(given: Given, prepared: &mut Prepared<'_>) -> Result<SourceRun, NotReduced> {
        let answers = given.run(prepared)?;
        Ok(SourceRun { answers, given })
    }

    /// The answers of the same run, made once more.
    pub(super) fn again(&self, prepared: &mut Prepared<'_>) -> Result<Vec<Answer>, NotReduced> {
        self.given.run(prepared)
    }
}

impl Given {
    fn run(&self, prepared: &mut Prepared<'_>) -> Result<Vec<Answer>, NotReduced> {
        match self {
            Given::Copy(copy) => on_copy(prepared, copy),
            Given::File => in_place(prepared),
            Given::Slot => Ok(prepared.solvers.answers_in_slots(&prepared.original)?),
        }
    }
}

/// Whether a run that did not fail for this reason might fail if it found the files beside the original.
fn may_need_its_directory(why: &NotReproduced) -> bool {
    match why {
        NotReproduced::NotTold(_)
        | NotReproduced::NotSlow(_)
        | NotReproduced::NotMore(_)
        | NotReproduced::Holds(_)
        | NotReproduced::FailsToo(..)
        | NotReproduced::ScriptRefuses { .. }
        | NotReproduced::NotStarted(..)
        | NotReproduced::Stopped(..)
        | NotReproduced::AnswerCounts(..)
        | NotReproduced::NoDifference
        | NotReproduced::Rejected(_) => false,
        NotReproduced::NoFailure
        | NotReproduced::NoWrongAnswer
        | NotReproduced::Refused(_)
        | NotReproduced::NotWrong(_)
        | NotReproduced::NotSeeded { .. }
        | NotReproduced::NoMatch { .. }
        | NotReproduced::NoAnswers(_)
        | NotReproduced::NotKept(_) => true,
    }
}

fn on_copy(prepared: &mut Prepared<'_>, copy: &SourceCopy) -> Result<Vec<Answer>, NotReduced> {
    let (task, original) = (prepared.task, &prepared.original);
    let source_cpu = prepared.source_cpu;
    prepared.solvers.answers_in_place(original, |client, ask| {
        let mut evidence = run(client, ask, source_cpu, &copy.path)?;
        let mut is_unharmed = copy.is_unharmed(original);
        if !copy.is_in_place() {
            // Somebody has removed the whole directory, as programs do that clean up temporary files. That is not the
            // solver's fault, so the run is made again.
            let copy = SourceCopy::of(task, original)?
                .map_err(|error| NotReduced::failed(format!("cannot copy the file: {error}")))?;
            evidence = run(client, ask, source_cpu, &copy.path)?;
            is_unharmed = copy.is_unharmed(original);
        }
        if is_unharmed {
            return Ok(evidence);
        }
        Err(harmful(
            task,
            "It was given a copy, so the file is as it was.",
        ))
    })
}

fn in_place(prepared: &mut Prepared<'_>) -> Result<Vec<Answer>, NotReduced> {
    let (task, original) = (prepared.task, &prepared.original);
    let source_cpu = prepared.source_cpu;
    let own = UserFile::of(task.input, original)
        .map_err(|error| NotReduced::failed(format!("cannot look at the file: {error}")))?;
    prepared.solvers.answers_in_place(original, |client, ask| {
        let evidence = run(client, ask, source_cpu, task.input.path())?;
        if own.is_unharmed(original) {
            return Ok(evidence);
        }
        Err(harmful(task, &own.put_back(original)))
    })
}

/// Runs a solver on a file in the caller's directory and environment.
fn run(
    client: &mut SolverClient,
    ask: Ask,
    source_cpu: Option<Duration>,
    file: &Path,
) -> Result<Option<Evidence>, CheckError> {
    let lower = source_cpu.filter(|_| ask.solver == 0);
    let full = client.limits().cpu;
    let mut evidence = client.run_in_place(file, lower.unwrap_or(full))?;
    if let Some(evidence) = &mut evidence
        && matches!(evidence.observation.end, End::Exited(_) | End::Signaled(_))
    {
        // A run that ended by itself would have ended in the same way under the full limit.
        evidence.cpu_limit = full;
    }
    Ok(evidence)
}

/// The user's own file as it was before the run.
struct UserFile {
    /// The path as the user gave it, which may be a link.
    name: PathBuf,
    /// The target of the link, if it is one.
    link: Option<PathBuf>,
    /// The path of the file without links.
    file: PathBuf,
    permissions: Permissions,
}

impl UserFile {
    fn of(input: &InputFile, original: &[u8]) -> io::Result<UserFile> {
        if input.bytes()? != original {
            return Err(io::Error::other("it has changed since it was read"));
        }
        let name = input.path();
        let file = name.canonicalize()?;
        Ok(UserFile {
            name: name.to_owned(),
            link: fs::read_link(name).ok(),
            permissions: fs::metadata(&file)?.permissions(),
            file,
        })
    }

    fn is_unharmed(&self, original: &[u8]) -> bool {
        fs::read_link(&self.name).ok() == self.link && is_unharmed(&self.file, original)
    }

    /// Restores the file and the link that leads to it, or else saves the text elsewhere. Returns a sentence on the
    /// result.
    fn put_back(&self, original: &[u8]) -> String {
        match self.restore(original) {
            Ok(()) => "The file has been put back.".to_owned(),
            Err(error) => match save(original) {
                Ok(saved) => format!(
                    "The file could not be put back ({error}); its content is in `{}`.",
                    saved.display()
                ),
                Err(_) => format!("The file could not be put back: {error}."),
            },
        }
    }

    /// Replaces whatever the solver has left at the path, without writing through a link that it may have put there.
    fn restore(&self, original: &[u8]) -> io::Result<()> {
        let directory = self.file.parent().unwrap_or(Path::new("/"));
        let mut fresh = NamedTempFile::new_in(directory)?;
        fresh.write_all(original)?;
        fresh.as_file().set_permissions(self.permissions.clone())?;
        fresh.as_file().sync_all()?;
        fresh.persist(&self.file)?;
        if let Some(link) = &self.link
            && fs::read_link(&self.name).ok().as_ref() != Some(link)
        {
            let _ = fs::remove_file(&self.name);
            symlink(link, &self.name)?;
        }
        Ok(())
    }
}

/// Whether this is a regular file that still has these bytes.
fn is_unharmed(file: &Path, original: &[u8]) -> bool {
    let file = InputFile::own(file).at_most(original.len() as u64);
    file.bytes().is_ok_and(|text| text == original)
}

/// Saves the bytes to a new file.
fn save(original: &[u8]) -> io::Result<PathBuf> {
    let mut file = tempfile::Builder::new()
        .prefix("smelt-original-")
        .tempfile()?;
    file.write_all(original)?;
    Ok(file.into_temp_path().keep()?)
}

fn harmful(task: &Task<'_>, what_became: &str) -> NotReduced {
    NotReduced::failed(format!(
        "The solver deletes or rewrites its input `{}`. {what_became} Use a command that only reads its input.",
        task.input.path().display()
    ))
}

/// A read-only copy of the text with the file's own name, beside copies of the files that the solver depends on. All
/// are removed when this is dropped.
struct SourceCopy {
    directory: Scratch,
    path: PathBuf,
}

impl SourceCopy {
    /// The copy, or why it could not be written.
    ///
    /// # Errors
    /// A file that the solver depends on cannot be copied.
    fn of(task: &Task<'_>, content: &[u8]) -> Result<io::Result<SourceCopy>, NotReduced> {
        let name = plain_name(task.input.path()).file_name();
        let directory = match Scratch::new() {
            Ok(directory) => directory,
            Err(error) => return Ok(Err(error)),
        };
        // Under the name of the case itself, there is the case.
        let needed = task.settings.depends.iter();
        for needed in needed.filter(|needed| needed.file_name() != name) {
            let to = directory
                .path()
                .join(needed.file_name().unwrap_or_default());
            fs::copy(needed, to).map_err(|error| {
                let needed = needed.display();
                let why = format!("cannot copy `{needed}`, which the solver depends on: {error}");
                NotReduced::failed(why)
            })?;
        }
        let path = directory.path().join(name.unwrap_or_default());
        let written = fs::write(&path, content)
            .and_then(|()| fs::set_permissions(&path, Permissions::from_mode(0o444)));
        Ok(written.map(|()| SourceCopy { directory, path }))
    }

    fn is_unharmed(&self, original: &[u8]) -> bool {
        is_unharmed(&self.path, original)
    }

    /// Whether the directory that was made for it is still there.
    fn is_in_place(&self) -> bool {
        self.directory.path().is_dir()
    }
}
