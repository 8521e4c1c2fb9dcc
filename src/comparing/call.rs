//! One call of a tool on a case: its directory, its command, what it costs and what it leaves.

use super::place::RESULT;
use super::template::{INPUT, MATCH, OUTPUT, SCRIPT, SOLVER, filled};
use super::watch::{Compare, JUDGED};
use super::{Place, Tool};
use crate::corpus::{Case, Settings};
use crate::event::{Measurement, ToolEnd};
use crate::input::InputFile;
use crate::reduction::{Judge, invocation};
use crate::solver::{
    Caller, Invocation, Scratch, StandIn, ToolCall, ToolRun, ToolStop, run_tool, this_program,
};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// How many bytes at the end of what a tool has printed are looked at.
const TAIL: u64 = 4096;

/// The longest line of it that is shown, in characters.
const LONGEST: usize = 200;

/// The environment of a tool.
type Variables = Vec<(OsString, OsString)>;

/// A case on which tools are called.
pub(super) struct CallSite<'a> {
    /// The comparison.
    pub(super) compare: &'a Compare<'a>,
    /// The case.
    pub(super) case: &'a Case,
    /// Its text.
    pub(super) text: &'a [u8],
    /// Its configuration.
    pub(super) settings: &'a Settings,
    /// What its golden runs have shown.
    pub(super) judge: &'a Judge,
    /// The directory in which they are stored.
    pub(super) golden: &'a Path,
}

/// What a call has left.
pub(super) struct Left {
    /// What it cost and how it ended.
    pub(super) measured: Measurement,
    /// Its result; empty if there is none.
    pub(super) text: Vec<u8>,
}

impl CallSite<'_> {
    /// Calls a tool. None: the call was broken off, because work is to end.
    ///
    /// # Errors
    /// The call cannot be prepared or watched.
    pub(super) fn call(&self, tool: &Tool) -> io::Result<Option<Left>> {
        let scratch = Scratch::new()?;
        let place = Place::at(scratch.path());
        fs::create_dir(place.work())?;
        fs::write(place.counter(), "")?;
        place.write_stand_in(self.compare.limits.runs)?;
        let input = place.work().join(input_name(self.case.path()));
        let command = match tool.template() {
            None => self.own_command(tool, &place)?,
            Some((program, words)) => {
                fs::write(&input, self.text)?;
                self.foreign_command(tool, program, words, &place)?
            }
        };
        let Some(run) = run_tool(&command, self.compare.stop)? else {
            return Ok(None);
        };
        let counted = fs::metadata(place.counter()).map_or(0, |counter| counter.len());
        let output = if tool.options().is_some() || tool.has(OUTPUT) {
            place.result()
        } else {
            input.clone()
        };
        let checks = fs::read_to_string(place.checks()).ok();
        let is_unwritten = !output.exists() && matches!(run.stop, ToolStop::Exited(0));
        let text = if is_unwritten {
            self.text.to_vec()
        } else {
            InputFile::own(output).bytes().unwrap_or_default()
        };
        let mut remarks = remarks(&run, &place, (text.is_empty(), is_unwritten));
        if tool.has(OUTPUT) {
            remarks.extend(self.spoilt(&input));
        }
        Ok(Some(Left {
            text,
            measured: Measurement {
                end: end(&run.stop),
                runs: counted.min(self.compare.limits.runs.unwrap_or(u64::MAX)),
                checks: checks.and_then(|checks| checks.parse().ok()),
                wall_seconds: run.wall.as_secs_f64(),
                cpu_seconds: run.cpu.as_secs_f64(),
                memory_mb: run.memory.map(|bytes| bytes as f64 / 1e6),
                detail: remarks.join("; "),
                ..Measurement::default()
            },
        }))
    }

    /// What the tool has done to its input, although it was to write to another file.
    fn spoilt(&self, input: &Path) -> Option<String> {
        match InputFile::own(input).bytes() {
            Ok(now) if now == self.text => None,
            Ok(_) => Some("it wrote into its input".to_owned()),
            Err(_) => Some("it removed its input".to_owned()),
        }
    }

    /// A search of smelt runs where the user is, as a batch would.
    fn own_command(&self, tool: &Tool, place: &Place) -> io::Result<ToolCall> {
        let caller = Caller::here()?;
        let arguments = self.compare.own.reduce(&self.case.id, &tool.name, place);
        let argv = std::iter::once(this_program()).chain(arguments).collect();
        Ok(self.tool_call(argv, (caller.dir, caller.env), place))
    }

    /// Another tool runs in a directory of its own, in the environment that solvers get.
    fn foreign_command(
        &self,
        tool: &Tool,
        program: &Path,
        words: &[OsString],
        place: &Place,
    ) -> io::Result<ToolCall> {
        let invocation = invocation(self.case.path(), self.settings).map_err(io::Error::other)?;
        for file in &self.settings.depends {
            if let Some(name) = file.file_name() {
                fs::copy(file, place.work().join(name))?;
            }
        }
        let script = self.script(place)?;
        let shared = self
            .judge
            .golden_run()
            .and_then(|golden| self.settings.rule.shared_options(golden));
        // What these options cannot say, the script says by its exit code.
        let (solver, options) = match shared.filter(|_| tool.has(MATCH)) {
            Some(options) => (self.solver(&invocation, place)?, options),
            None if tool.has(MATCH) => (script.clone(), vec!["--ignore-output".to_owned()]),
            None => (self.solver(&invocation, place)?, Vec::new()),
        };
        let values = [
            (INPUT, vec![input_name(self.case.path())]),
            (OUTPUT, vec![RESULT.into()]),
            (SOLVER, vec![solver.into_os_string()]),
            (MATCH, options.into_iter().map(OsString::from).collect()),
            (SCRIPT, vec![script.into_os_string()]),
        ];
        let mut argv = vec![program.as_os_str().to_owned()];
        argv.extend(filled(words, &values));
        let env = invocation.environment_in(&place.work());
        Ok(self.tool_call(argv, (place.work(), env), place))
    }

    fn tool_call(
        &self,
        argv: Vec<OsString>,
        (cwd, env): (PathBuf, Variables),
        place: &Place,
    ) -> ToolCall {
        ToolCall {
            argv,
            cwd: cwd.into(),
            env,
            said: place.said().into(),
            time: self.compare.limits.time,
            counter: place.counter().into(),
            runs: self.compare.limits.runs,
        }
    }

    /// What stands in for the solver with all its arguments, under the name of its program.
    fn solver(&self, invocation: &Invocation, place: &Place) -> io::Result<PathBuf> {
        let name = invocation
            .program()
            .file_name()
            .unwrap_or(OsStr::new("solver"));
        let stand_in = StandIn {
            counter: Some(place.counter().into()),
            most: self.compare.limits.runs,
            ..StandIn::of(invocation)
        };
        place.write(&stand_in, name)
    }

    /// The script that judges a text: the one that it is given, or a file like the input in the current directory.
    fn script(&self, place: &Place) -> io::Result<PathBuf> {
        let arguments = self.compare.own.judge(&self.case.id, self.golden, place);
        let mut command = vec![this_program()];
        command.extend(arguments);
        place.write_script(&StandIn {
            command,
            cwd: Some(Caller::here()?.dir.into_os_string()),
            file: input_name(self.case.path()),
            place: JUDGED.to_owned(),
            ..StandIn::default()
        })
    }
}

/// The name of the copy of a case. That of its file says nothing to a tool, and may be anything.
fn input_name(case: &Path) -> OsString {
    let mut name = OsString::from("input");
    if let Some(extension) = crate::input::plain_name(case).extension() {
        name.push(".");
        name.push(extension);
    }
    name
}

/// A file on which the solver of a case depends and that another tool would take for its input or its result.
pub(super) fn mistakable<'s>(case: &Path, settings: &'s Settings) -> Option<&'s Path> {
    let own = [input_name(case), RESULT.into()];
    let mut files = settings.depends.iter().map(PathBuf::as_path);
    files.find(|file| own.iter().any(|own| file.ends_with(own)))
}

fn end(stop: &ToolStop) -> ToolEnd {
    match stop {
        ToolStop::Exited(0) => ToolEnd::Finished,
        ToolStop::Time => ToolEnd::TimeLimit,
        ToolStop::Runs => ToolEnd::RunLimit,
        ToolStop::Exited(_)
        | ToolStop::Signaled(_)
        | ToolStop::Output
        | ToolStop::NotStarted(_) => ToolEnd::Error,
    }
}

/// What was wrong with a call, as far as its process shows it.
fn remarks(run: &ToolRun, place: &Place, (has_nothing, is_unwritten): (bool, bool)) -> Vec<String> {
    let said = || {
        let line = last_line(&place.said());
        line.map_or(String::new(), |line| format!(", its last line: {line}"))
    };
    let ended = match &run.stop {
        ToolStop::Exited(0) if is_unwritten => Some(format!(
            "it wrote no file, so the original counts as its result{}",
            said()
        )),
        ToolStop::Exited(0) if has_nothing => Some(format!("it left no result{}", said())),
        ToolStop::Exited(0) | ToolStop::Time | ToolStop::Runs => None,
        ToolStop::Exited(code) => Some(format!("it ended with exit code {code}{}", said())),
        ToolStop::Signaled(signal) => Some(format!("signal {signal} ended it{}", said())),
        ToolStop::Output => Some("it printed too much and was ended".to_owned()),
        ToolStop::NotStarted(why) => Some(format!("it cannot be started: {why}")),
    };
    let left = match run.left {
        0 => None,
        1 => Some("it left a process behind".to_owned()),
        left => Some(format!("it left {left} processes behind")),
    };
    ended.into_iter().chain(left).collect()
}

/// The last line of a file that is not blank; none if there is none.
fn last_line(path: &Path) -> Option<String> {
    let mut file = File::open(path).ok()?;
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))
        .ok()?;
    let mut tail = Vec::new();
    file.take(TAIL).read_to_end(&mut tail).ok()?;
    let tail = String::from_utf8_lossy(&tail);
    let line = tail.lines().map(str::trim).rfind(|line| !line.is_empty())?;
    Some(line.chars().take(LONGEST).collect())
}
