//! Pipelines without a shell: `gringo {} | clasp`. A command with the word `|` is run by `smelt __pipeline`, a process
//! that starts the programs, each with the output of the one before it as its input, and ends as the last one does.
//!
//! If an earlier program fails, the pipeline ends as that one does, because what the last program says about half of an
//! input means nothing. There are two exceptions: the last program crashed, or the earlier one failed only because
//! nobody reads its output any more.

use super::place::{PLACE, has_place};
use super::stdin;
use std::ffi::OsString;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};

/// The first argument that makes this program run a pipeline. The others are its words.
pub const PIPELINE: &str = "__pipeline";

/// The word between two programs.
const BAR: &str = "|";

/// The exit code if a program of the pipeline could not be started, as in shells.
const NOT_STARTED: u8 = 127;

/// Whether a command is a pipeline.
pub(crate) fn is_pipeline(command: &[OsString]) -> bool {
    command.iter().any(|word| word == BAR)
}

/// The programs of a command, each with its arguments.
pub(super) fn programs(command: &[OsString]) -> impl DoubleEndedIterator<Item = &[OsString]> {
    command.split(|word| word == BAR)
}

/// The last program of a command.
pub(super) fn last_program(command: &[OsString]) -> &[OsString] {
    programs(command).next_back().unwrap_or_default()
}

/// A command that reads what `through` prints.
pub fn piped(through: &[OsString], command: &[OsString]) -> Vec<OsString> {
    let (command, _) = stdin::split(command);
    let mut words = through.to_vec();
    words.push(BAR.into());
    words.extend(command.into_iter().filter(|word| word != PLACE));
    words
}

/// A command as it is started: this program runs a pipeline. The first program of a pipeline reads the candidate,
/// unless the words say where it goes.
pub(super) fn started(command: &[OsString], this: impl FnOnce() -> OsString) -> Vec<OsString> {
    let Some(bar) = command.iter().position(|word| word == BAR) else {
        return command.to_vec();
    };
    let mut words = vec![this(), PIPELINE.into()];
    words.extend_from_slice(&command[..bar]);
    if !command.iter().any(|word| has_place(word)) {
        words.push(PLACE.into());
    }
    words.extend_from_slice(&command[bar..]);
    words
}

/// Runs the pipeline in the arguments of this process.
pub fn pipeline_main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(2).collect();
    match run(&words) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            // If this fails, there is nowhere else to report it.
            let _ = io::Write::write_all(&mut io::stderr(), format!("{error}\n").as_bytes());
            ExitCode::from(NOT_STARTED)
        }
    }
}

fn run(words: &[OsString]) -> io::Result<u8> {
    let programs: Vec<&[OsString]> = programs(words).collect();
    let mut children: Vec<Child> = Vec::new();
    for (nth, program) in programs.iter().enumerate() {
        let input = children.last_mut().and_then(|before| before.stdout.take());
        let child = start(program, input.map(Stdio::from), nth + 1 == programs.len());
        match child {
            Ok(child) => children.push(child),
            Err(error) => {
                for child in &mut children {
                    // It may have ended by itself.
                    let _ = child.kill();
                    let _ = child.wait();
                }
                return Err(error);
            }
        }
    }
    let mut ends = Vec::new();
    for child in &mut children {
        ends.push(child.wait()?);
    }
    Ok(code(&ends))
}

fn start(program: &[OsString], input: Option<Stdio>, is_last: bool) -> io::Result<Child> {
    let (name, arguments) = program.split_first().ok_or_else(|| {
        io::Error::new(
            io::ErrorKind::InvalidInput,
            "a program of the pipeline is missing",
        )
    })?;
    let output = if is_last {
        Stdio::inherit()
    } else {
        Stdio::piped()
    };
    Command::new(name)
        .args(arguments)
        .stdin(input.unwrap_or_else(Stdio::null))
        .stdout(output)
        .spawn()
        .map_err(|error| {
            let what = format!("cannot start `{}`: {error}", name.display());
            io::Error::new(error.kind(), what)
        })
}

/// The exit code of a pipeline whose programs ended like this.
fn code(ends: &[ExitStatus]) -> u8 {
    let Some((last, before)) = ends.split_last() else {
        return NOT_STARTED;
    };
    let fails = |end: &&ExitStatus| !end.success() && end.signal() != Some(libc::SIGPIPE);
    let decides = match before.iter().find(fails) {
        Some(end) if last.signal().is_none() => end,
        _ => last,
    };
    let code = match (decides.code(), decides.signal()) {
        (Some(code), _) => code,
        (None, Some(signal)) => 128 + signal,
        (None, None) => i32::from(NOT_STARTED),
    };
    u8::try_from(code).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn a_pipeline_is_run_by_this_program_and_its_first_program_reads_the_candidate() {
        for (command, expected) in [
            ("clasp 0", "clasp 0"),
            ("gringo | clasp 0", "smelt __pipeline gringo {} | clasp 0"),
            (
                "gringo -c=1 {} a.lp | lpconvert | clasp",
                "smelt __pipeline gringo -c=1 {} a.lp | lpconvert | clasp",
            ),
        ] {
            let found = started(&words(command), || "smelt".into());
            assert_eq!(found, words(expected), "{command}");
        }
        assert_eq!(last_program(&words("a | b | c d")), words("c d"));
        assert_eq!(last_program(&words("a b")), words("a b"));
    }

    #[test]
    fn a_command_reads_what_the_other_program_prints() {
        let table = [
            ("gringo", "clasp 0", "gringo | clasp 0"),
            ("gringo {} -c=1", "clasp {} 0", "gringo {} -c=1 | clasp 0"),
            ("gringo", "lpconvert | clasp", "gringo | lpconvert | clasp"),
        ];
        for (through, command, expected) in table {
            assert_eq!(piped(&words(through), &words(command)), words(expected));
        }
    }

    #[test]
    fn the_last_program_decides_unless_one_before_it_failed() {
        let exit = |code: i32| ExitStatus::from_raw(code << 8);
        let signal = ExitStatus::from_raw;
        for (ends, expected) in [
            (vec![exit(0), exit(30)], 30),
            (vec![exit(1), exit(65)], 1),
            (vec![signal(libc::SIGPIPE), exit(65)], 65),
            (vec![signal(libc::SIGSEGV), exit(65)], 139),
            (vec![signal(libc::SIGPIPE), signal(libc::SIGSEGV)], 139),
            (vec![exit(1), signal(libc::SIGSEGV)], 139),
            (vec![exit(0), exit(2), exit(20)], 2),
            (vec![exit(20)], 20),
            (vec![], 127),
        ] {
            assert_eq!(code(&ends), expected, "{ends:?}");
        }
    }
}
