//! A slot: a helper process and a clean directory, in which one solver at a time runs on one candidate.
//!
//! The directory, and thus the candidate's path, is the same for every run of a slot, so that messages that quote it
//! compare equal. In captured output, [`SLOT_PLACEHOLDER`] replaces the full path of the directory at once, so that
//! observations do not depend on the slot.

use super::directory::{Directory, SLOT_PLACEHOLDER};
use super::helper::{Helper, RunResult};
use super::interrupt::{Interrupter, RunPurpose};
use super::invocation::Invocation;
use super::proof;
use super::slot_error::SlotError;
use super::wire::{Done, Killed, PreparedCommand, Request};
use crate::observation::{End, Limit, Limits, Observation, Stack, Stream};
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ran {
    /// The solver ended, by itself or at a limit that decides. The observation may be stored.
    Observed(Observation),
    /// The run gave no usable result, and nothing may be stored.
    Unresolved(Unresolved),
}

/// Why a run gave no usable result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unresolved {
    /// The wall limit ended it. The observation until then is for messages only.
    Wall(Observation),
    /// A signal from outside ended it: the system was out of memory or is shutting down, or somebody killed it.
    Killed(Observation),
    /// The helper died, or had to be ended because it was silent, in two runs of the same text. It is replaced before
    /// the next run.
    HelperDied,
    /// [`Interrupter::interrupt`] or [`Interrupter::stop`] ended it. The observation until then, if there is one, is
    /// for counting costs only.
    Interrupted(Option<Observation>),
    /// One of these calls kept it from beginning.
    Prevented,
}

/// A helper process and its clean directory. When it is dropped, everything that runs in it is killed.
#[derive(Debug)]
pub struct Slot {
    // Dropped before the directory, so that nothing runs there when it is removed.
    helper: Option<Helper>,
    directory: Directory,
    interrupter: Interrupter,
    /// The last command that was sent to the helper, and if it is for candidates, the number of its invocation.
    loaded: Option<(Option<u64>, PreparedCommand)>,
    /// The system's error number if the last run could not be traced and should have been.
    untraced: Option<i32>,
    /// The file in which starts of solvers are counted, if there is one.
    launches: Option<OsString>,
}

impl Slot {
    /// Makes the directory and starts the helper.
    ///
    /// # Errors
    /// One of these is impossible.
    pub fn new() -> Result<Slot, SlotError> {
        let mut slot = Slot {
            helper: None,
            directory: Directory::new()?,
            interrupter: Interrupter::default(),
            loaded: None,
            untraced: None,
            launches: None,
        };
        slot.start_helper()?;
        Ok(slot)
    }

    /// From now on, each start of a solver appends a byte to this file, however the run ends and even if this process
    /// is killed.
    pub fn count_launches(&mut self, file: &Path) {
        self.launches = Some(file.as_os_str().to_owned());
        self.loaded = None;
    }

    /// A handle that interrupts this slot's runs from other threads.
    pub fn interrupter(&self) -> Interrupter {
        self.interrupter.clone()
    }

    /// The slot's directory.
    pub fn directory(&self) -> &Path {
        self.directory.path()
    }

    /// The helper's process id, if there is a helper.
    pub fn helper_id(&self) -> Option<u32> {
        self.helper.as_ref().map(Helper::id)
    }

    /// Runs the command on a text, in the emptied directory of the slot.
    ///
    /// # Errors
    /// The run could not begin.
    pub fn run(
        &mut self,
        invocation: &Invocation,
        text: &[u8],
        limits: &Limits,
    ) -> Result<Ran, SlotError> {
        self.run_for(RunPurpose::Proof, invocation, text, limits)
    }

    /// The same for this purpose, on which it depends whether the run may still begin.
    ///
    /// # Errors
    /// The run could not begin.
    pub fn run_for(
        &mut self,
        purpose: RunPurpose,
        invocation: &Invocation,
        text: &[u8],
        limits: &Limits,
    ) -> Result<Ran, SlotError> {
        let run = |slot: &mut Slot| {
            slot.fill(invocation, text)?;
            let path = slot.directory.path().to_owned();
            let launches = slot.launches.clone();
            let prepared = || PreparedCommand {
                launches: launches.clone(),
                ..invocation.in_slot(&path)
            };
            slot.ask(Some(invocation.id()), prepared, limits, purpose)
        };
        let ran = self.twice(run)?;
        // Somebody may have removed the directory under the solver, as programs do that clean up temporary files. If
        // the solver does that itself, it does so again.
        let is_lost = !self.directory.is_in_place().unwrap_or(false);
        if is_lost && matches!(ran, Ran::Observed(_)) {
            return self.twice(run);
        }
        Ok(ran)
    }

    /// Makes a run once more if its helper dies, because that says nothing about the text.
    fn twice(
        &mut self,
        run: impl Fn(&mut Slot) -> Result<Ran, SlotError>,
    ) -> Result<Ran, SlotError> {
        match run(self)? {
            Ran::Unresolved(Unresolved::HelperDied) => run(self),
            ran => Ok(ran),
        }
    }

    /// Puts the candidate into the directory. If that is impossible, a new directory is made: a solver may have removed
    /// or replaced the old one, or left something in it that cannot be removed.
    fn fill(&mut self, invocation: &Invocation, text: &[u8]) -> Result<(), SlotError> {
        let (name, depends) = (
            &*invocation.parts.candidate_name,
            &invocation.parts.depends[..],
        );
        let mut proof_name = name.to_owned();
        proof_name.push(proof::SUFFIX);
        let parts = proof::split(text).filter(|_| invocation.parts.takes_proof);
        let files: &[(&OsStr, &[u8])] = match parts {
            Some((text, proof)) => &[(name, text), (&proof_name, proof)],
            None => &[(name, text)],
        };
        if self.directory.fill(files, depends).is_ok() {
            return Ok(());
        }
        self.renew()?;
        self.directory.fill(files, depends)
    }

    /// Goes on with a new helper in a new directory.
    fn renew(&mut self) -> Result<(), SlotError> {
        self.discard_helper();
        self.directory = Directory::new()?;
        Ok(())
    }

    /// Runs the command on an existing file, in the caller's directory and environment: the source run.
    ///
    /// # Errors
    /// The run could not begin.
    pub fn run_in_place(
        &mut self,
        invocation: &Invocation,
        file: &Path,
        limits: &Limits,
    ) -> Result<Ran, SlotError> {
        let launches = self.launches.clone();
        let prepared = || PreparedCommand {
            launches: launches.clone(),
            ..invocation.in_place(file)
        };
        self.twice(|slot| slot.ask(None, prepared, limits, RunPurpose::Proof))
    }

    /// Runs another program in the slot's directory, with the environment of the invocation.
    pub(super) fn run_tool(
        &mut self,
        invocation: &Invocation,
        argv: &[OsString],
        limits: &Limits,
    ) -> Result<Ran, SlotError> {
        let path = self.directory.path().to_owned();
        let prepared = || PreparedCommand {
            argv: argv.to_vec(),
            cwd: path.clone().into_os_string(),
            stdin: None,
            ..invocation.in_slot(&path)
        };
        self.ask(None, prepared, limits, RunPurpose::Proof)
    }
}

// How a run is requested.
impl Slot {
    fn start_helper(&mut self) -> Result<(), SlotError> {
        if self.helper.is_none() {
            self.loaded = None;
            let helper = Helper::start(self.directory.path(), &self.interrupter)
                .map_err(|source| SlotError::Helper { source })?;
            self.helper = Some(helper);
        }
        Ok(())
    }

    /// Requests a run. If the helper has died since the last run, a new one is started first.
    fn ask(
        &mut self,
        id: Option<u64>,
        prepared: impl Fn() -> PreparedCommand,
        limits: &Limits,
        purpose: RunPurpose,
    ) -> Result<Ran, SlotError> {
        let failed = |source| SlotError::Helper { source };
        let mut refused = io::Error::from(io::ErrorKind::BrokenPipe);
        for _ in 0..2 {
            self.start_helper()?;
            let mut message = Vec::new();
            if id.is_none() || self.loaded.as_ref().is_none_or(|(loaded, _)| *loaded != id) {
                let prepared = prepared();
                let load = Request::Load(prepared.clone());
                load.write(&mut message).map_err(failed)?;
                self.loaded = Some((id, prepared));
            }
            Request::Run(*limits).write(&mut message).map_err(failed)?;
            match self.interrupter.begin(&message, purpose) {
                Ok(true) => return self.finish_run(limits),
                Ok(false) => {
                    self.loaded = None;
                    return Ok(Ran::Unresolved(Unresolved::Prevented));
                }
                Err(error) => refused = error,
            }
            self.discard_helper();
        }
        Err(failed(refused))
    }

    /// Waits for the end of the requested run, and judges it.
    fn finish_run(&mut self, limits: &Limits) -> Result<Ran, SlotError> {
        let answer = self.helper.as_mut().map(Helper::hear);
        let interrupted = self.interrupter.end();
        match answer {
            Some(Ok(RunResult::Ran(mut done, streams, stack))) => {
                if interrupted {
                    done.killed = Killed::Interrupted;
                }
                let stack = self.stack(&done, stack);
                Ok(judge(done, self.streams(streams), stack, limits))
            }
            Some(Ok(RunResult::NotStarted(source))) => Err(self.not_started(source)),
            Some(Err(_)) | None => {
                // A process that could not be killed may still write to the old directory.
                self.renew()?;
                Ok(Ran::Unresolved(if interrupted {
                    Unresolved::Interrupted(None)
                } else {
                    Unresolved::HelperDied
                }))
            }
        }
    }

    fn not_started(&self, source: io::Error) -> SlotError {
        let prepared = self.loaded.as_ref().map(|(_, prepared)| prepared);
        let program = prepared.and_then(|prepared| prepared.argv.first());
        SlotError::Start {
            program: program.map(PathBuf::from).unwrap_or_default(),
            cwd: prepared
                .map(|prepared| PathBuf::from(&prepared.cwd))
                .unwrap_or_default(),
            source,
        }
    }

    /// Kills the helper and what it has started. The next run starts a new one.
    fn discard_helper(&mut self) {
        self.loaded = None;
        if let Some(helper) = self.helper.take() {
            helper.bury();
        }
    }

    /// The stack of a run; none if it was not traced. A traced run without a crash, or with one whose stack could not
    /// be read, has an empty stack.
    fn stack(&mut self, done: &Done, stack: Option<Stack>) -> Option<Stack> {
        let is_traced = self
            .loaded
            .as_ref()
            .is_some_and(|(_, loaded)| loaded.is_traced);
        self.untraced = (done.untraced != 0).then_some(done.untraced);
        (is_traced && done.untraced == 0).then(|| stack.unwrap_or_default())
    }

    /// Why the last run could not be traced, if it should have been.
    pub fn untraced(&self) -> Option<io::Error> {
        self.untraced.map(io::Error::from_raw_os_error)
    }

    fn streams(&self, streams: [Vec<u8>; 2]) -> [Stream; 2] {
        let path = self.directory.path().as_os_str().as_bytes();
        streams.map(|bytes| Stream::of(&replaced(bytes, path, SLOT_PLACEHOLDER.as_bytes())))
    }
}

/// The result of a run. The CPU limit applies to the measured time, whatever ended the run.
fn judge(done: Done, [out, err]: [Stream; 2], stack: Option<Stack>, limits: &Limits) -> Ran {
    let status = ExitStatus::from_raw(done.status);
    let end = match done.killed {
        _ if done.cpu > limits.cpu => End::LimitHit(Limit::Cpu),
        Killed::AtLimit(limit) => End::LimitHit(limit),
        Killed::Interrupted | Killed::No => match status.signal() {
            Some(signal) => End::Signaled(signal),
            None => End::Exited(status.code().unwrap_or(0)),
        },
    };
    let observation = Observation {
        end,
        out,
        err,
        cpu: done.cpu,
        wall: done.wall,
        rss_kib: done.rss_kib,
        stack: stack.filter(|_| end.is_somewhere()),
        limits: *limits,
    };
    match end {
        _ if done.killed == Killed::Interrupted => {
            Ran::Unresolved(Unresolved::Interrupted(Some(observation)))
        }
        End::LimitHit(Limit::Wall) => Ran::Unresolved(Unresolved::Wall(observation)),
        end if end.is_from_outside() => Ran::Unresolved(Unresolved::Killed(observation)),
        _ => Ran::Observed(observation),
    }
}

/// The bytes with every `from` replaced by `to`.
fn replaced(bytes: Vec<u8>, from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = 0;
    for at in memchr::memmem::find_iter(&bytes, from) {
        out.extend_from_slice(&bytes[rest..at]);
        out.extend_from_slice(to);
        rest = at + from.len();
    }
    if rest == 0 {
        return bytes;
    }
    out.extend_from_slice(&bytes[rest..]);
    out
}
