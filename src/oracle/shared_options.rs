//! The rule of a case in the options that ddSMT and smelt share, for other reducers.

use super::{Evidence, MatchRule, StreamPattern};
use crate::observation::{Failure, Stream};

/// The shortest part of a message that is looked for.
const SHORTEST: usize = 4;

/// The options for a rule that compares one run with this golden run; none if they cannot say it.
pub(super) fn shared_options(rule: &MatchRule, golden: &Evidence) -> Option<Vec<String>> {
    if rule.exact {
        return Some(Vec::new());
    }
    if rule.is_same_failure() {
        return Some(match golden.failures.first() {
            // The outputs are compared.
            None => Vec::new(),
            Some(failure) => of_failure(failure, golden),
        });
    }
    if rule.ignore_exit || rule.whole {
        return None;
    }
    let mut options = Vec::new();
    for (name, pattern) in [("--match-out", &rule.out), ("--match-err", &rule.err)] {
        match pattern {
            None => {}
            Some(StreamPattern::Text(text)) => {
                options.extend([name.to_owned(), String::from_utf8(text.clone()).ok()?]);
            }
            Some(StreamPattern::Regex(_)) => return None,
        }
    }
    options.extend(match (rule.ignore_out, rule.ignore_err) {
        (true, true) => Some("--ignore-output".to_owned()),
        (true, false) => Some("--ignore-out".to_owned()),
        (false, true) => Some("--ignore-err".to_owned()),
        (false, false) => None,
    });
    Some(options)
}

/// The options for a failure: the longest part of its message that the solver has printed just so, on the stream where
/// it is; or the exit code alone.
fn of_failure(failure: &Failure, golden: &Evidence) -> Vec<String> {
    let message = failure.message.as_deref().unwrap_or_default();
    // What changes when the input does is replaced in messages by these.
    let mut parts: Vec<&str> = message.split(['#', '…']).map(str::trim).collect();
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    let streams = [
        (&golden.observation.err, "--match-err", "--ignore-out"),
        (&golden.observation.out, "--match-out", "--ignore-err"),
    ];
    for part in parts.into_iter().filter(|part| part.len() >= SHORTEST) {
        for (stream, option, other) in streams {
            if has(stream, part) {
                return [option, part, other].map(str::to_owned).to_vec();
            }
        }
    }
    vec!["--ignore-output".to_owned()]
}

fn has(stream: &Stream, part: &str) -> bool {
    [&stream.head, &stream.tail]
        .iter()
        .any(|kept| memchr::memmem::find(kept, part.as_bytes()).is_some())
}
