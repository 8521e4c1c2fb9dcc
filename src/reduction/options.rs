//! Which arguments of the command the failure needs (`--reduce-options`).
//!
//! Before the search, and once more on its result, each argument is left out that the failure does not need: first all
//! at once, then an option with its value, then single words, until no more can go. The text is the same in all these
//! runs, and what they show is compared with the golden run of the whole command, so the failure stays what it is. They
//! go through the store like any other question, under the key of the shorter command: the same command again leaves out
//! the same arguments, without a run.
//!
//! A command with which an empty text fails, too, is passed over: the solver probably does not know what to do.
//!
//! The limits stay those of the whole command, so no measured time decides which arguments go.

use super::prepare::client;
use super::{NotReduced, Phase, ReductionContext, Task};
use crate::checker::{CheckError, Checker, SolverClient};
use crate::corpus::Settings;
use crate::event::Status;
use crate::outcome::Outcome;
use crate::solver::{Caller, may_be_left_out};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

/// How a text is asked about: by runs, or from the store alone.
pub(super) type Probe = fn(&mut Checker, &[u8]) -> Result<Outcome, CheckError>;

/// Leaves out of a command what the failure of a text does not need. The checker asks the shorter command from then on.
/// Returns whether there is one.
///
/// # Errors
/// A run is impossible or was interrupted, or only the store is to answer and does not know.
pub(super) fn leave_out(
    command: &mut Vec<OsString>,
    text: &[u8],
    (task, context): (&Task<'_>, &ReductionContext<'_>),
    (checker, probe): (&mut Checker, Probe),
) -> Result<bool, CheckError> {
    task.progress.phase(Phase::Options);
    let mut words = Words::of(command, task.settings);
    let mut has_changed = false;
    let mut fails = |shorter: Vec<OsString>| -> Result<bool, CheckError> {
        if context.stop.is_winding_up() {
            return Err(CheckError::Interrupted);
        }
        let Some(before) = ask_instead(&shorter, (task, context), checker)? else {
            return Ok(false);
        };
        let is_same = depends_on_text(text, task, (checker, probe));
        if !matches!(is_same, Ok(true)) {
            checker.ask_instead(before);
        }
        is_same
    };
    let whole = words.may_go();
    if whole.len() > 2 && fails(words.without(&whole))? {
        words.leave_out(&whole);
        has_changed = true;
    }
    loop {
        let mut has_more = false;
        for attempt in words.attempts() {
            if words.has(&attempt) && fails(words.without(&attempt))? {
                words.leave_out(&attempt);
                has_more = true;
            }
        }
        has_changed |= has_more;
        if !has_more {
            break;
        }
    }
    *command = words.left();
    checker.forget_verdicts();
    Ok(has_changed)
}

/// Makes the checker ask an earlier command again.
///
/// # Errors
/// The run was interrupted.
pub(super) fn put_back(
    command: &[OsString],
    in_context: (&Task<'_>, &ReductionContext<'_>),
    checker: &mut Checker,
) -> Result<(), CheckError> {
    ask_instead(command, in_context, checker)?;
    checker.forget_verdicts();
    Ok(())
}

/// Whether the text fails, and an empty one does not: that would be a command that the solver cannot be given, if the
/// rule does not tell the difference.
fn depends_on_text(
    text: &[u8],
    task: &Task<'_>,
    (checker, probe): (&mut Checker, Probe),
) -> Result<bool, CheckError> {
    let is_same = probe(checker, text)? == Outcome::Interesting;
    let may_be_trivial = is_same && !task.settings.allow_trivial;
    Ok(is_same && !(may_be_trivial && probe(checker, b"")? == Outcome::Interesting))
}

/// Asks this command in place of the one before. Returns the clients of that one; none if this one cannot be run.
fn ask_instead(
    command: &[OsString],
    (task, context): (&Task<'_>, &ReductionContext<'_>),
    checker: &mut Checker,
) -> Result<Option<Vec<(usize, SolverClient)>>, CheckError> {
    let settings = with_command(task.settings, command);
    let mut clients = Vec::new();
    for (number, words) in settings.commands().iter().enumerate() {
        if !settings.is_under_test(number) {
            continue;
        }
        match client(task, context, words, None) {
            Ok(client) => clients.push((number, client)),
            Err(NotReduced {
                status: Status::Stopped,
                ..
            }) => return Err(CheckError::Interrupted),
            Err(_) => return Ok(None),
        }
    }
    Ok(Some(checker.ask_instead(clients)))
}

/// The same settings with this command of the solver under test.
pub(super) fn with_command(settings: &Settings, command: &[OsString]) -> Settings {
    Settings {
        command: command.to_vec(),
        ..settings.clone()
    }
}

/// Whether a text is interesting, by runs unless the store knows.
pub(super) fn by_runs(checker: &mut Checker, text: &[u8]) -> Result<Outcome, CheckError> {
    checker.probe(text).map(|(outcome, _)| outcome)
}

/// The same for a result, which must also fail in a new run.
pub(super) fn by_new_runs(checker: &mut Checker, text: &[u8]) -> Result<Outcome, CheckError> {
    match by_runs(checker, text)? {
        Outcome::Interesting => Ok(checker.check_afresh(text)?.0),
        outcome => Ok(outcome),
    }
}

/// The words of a command, and which of them are left.
struct Words {
    all: Vec<OsString>,
    /// Whether a word may go at all.
    may_go: Vec<bool>,
    is_left: Vec<bool>,
}

impl Words {
    fn of(command: &[OsString], settings: &Settings) -> Words {
        let may_go = Caller::here().map_or_else(
            |_| vec![false; command.len()],
            |caller| may_be_left_out(command, &caller),
        );
        let mut words = Words {
            all: command.to_vec(),
            may_go,
            is_left: vec![true; command.len()],
        };
        words.keep(&settings.keep_options);
        words
    }

    /// Words that the user wants to keep, and the values after them, may not go.
    fn keep(&mut self, kept: &[String]) {
        for at in 0..self.all.len() {
            if kept.iter().any(|option| is_option(&self.all[at], option)) {
                if let Some(value) = self.value_of(at) {
                    self.may_go[value] = false;
                }
                self.may_go[at] = false;
            }
        }
    }

    /// Where the value of an option is, if the next word may be one.
    fn value_of(&self, at: usize) -> Option<usize> {
        let starts_option = |word: &OsStr| matches!(word.as_bytes(), [b'-' | b'+', _, ..]);
        let has_value = memchr::memchr(b'=', self.all[at].as_bytes()).is_some();
        let next = self.all.get(at + 1)?;
        let is_value = starts_option(&self.all[at]) && !has_value && !starts_option(next);
        (is_value && self.may_go[at + 1]).then_some(at + 1)
    }

    /// All words that may go.
    fn may_go(&self) -> Vec<usize> {
        (0..self.all.len()).filter(|&at| self.may_go[at]).collect()
    }

    /// What is tried in one round: each option with its value, and then each word that is left.
    fn attempts(&self) -> Vec<Vec<usize>> {
        let left = |at: &usize| self.may_go[*at] && self.is_left[*at];
        let pairs = (0..self.all.len()).filter(left).filter_map(|at| {
            let value = self.value_of(at).filter(left)?;
            Some(vec![at, value])
        });
        let single = (0..self.all.len()).filter(left).map(|at| vec![at]);
        pairs.chain(single).collect()
    }

    fn has(&self, attempt: &[usize]) -> bool {
        attempt.iter().all(|&at| self.is_left[at])
    }

    fn without(&self, attempt: &[usize]) -> Vec<OsString> {
        let words = self.all.iter().enumerate();
        let left = words.filter(|(at, _)| self.is_left[*at] && !attempt.contains(at));
        left.map(|(_, word)| word.clone()).collect()
    }

    fn leave_out(&mut self, attempt: &[usize]) {
        for &at in attempt {
            self.is_left[at] = false;
        }
    }

    fn left(&self) -> Vec<OsString> {
        self.without(&[])
    }
}

/// Whether a word is this option, or this option with a value after `=` or `:`.
fn is_option(word: &OsStr, option: &str) -> bool {
    let rest = word.as_bytes().strip_prefix(option.as_bytes());
    rest.is_some_and(|rest| matches!(rest.first(), None | Some(b'=' | b':')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(command: &str, kept: &[&str]) -> Words {
        let words: Vec<OsString> = command.split(' ').map(OsString::from).collect();
        let caller = Caller::here().expect("a directory");
        let mut words = Words {
            may_go: may_be_left_out(&words, &caller),
            is_left: vec![true; words.len()],
            all: words,
        };
        let kept: Vec<String> = kept.iter().map(|&word| word.to_owned()).collect();
        words.keep(&kept);
        words
    }

    #[test]
    fn an_option_is_tried_with_its_value_and_then_alone() {
        let words = words("solver -a --b c {} -d=1 e", &[]);
        let expected: [&[usize]; 6] = [&[2, 3], &[1], &[2], &[3], &[5], &[6]];
        assert_eq!(words.attempts(), expected);
        assert_eq!(words.without(&[2, 3]).len(), 5);
    }

    #[test]
    fn what_is_kept_keeps_its_value() {
        let kept = |kept: &[&str]| words("solver -a --b c --d=1 -T:5 {}", kept).may_go();
        assert_eq!(kept(&[]), [1, 2, 3, 4, 5]);
        assert_eq!(kept(&["--b"]), [1, 4, 5]);
        assert_eq!(kept(&["--d", "-T"]), [1, 2, 3]);
        assert_eq!(kept(&["c"]), [1, 2, 4, 5]);
        assert_eq!(kept(&["--"]), [1, 2, 3, 4, 5]);
    }
}
