//! What the output of an answer-set solver says: its answer, the models or consequences, the costs and the number of
//! models.
//!
//! This reads what clasp, clingo and the Python module of clingo print, as text or as JSON (`--outf=2`). The exit code
//! must agree with the answer, unless it is 0, with which the Python module always ends. If they contradict each other,
//! the answer is unknown. A run that reports an error has no answer, whatever it printed before. Nothing is guessed: if
//! an output is not kept whole, only the summary at its end and the models before the gap count.

mod json;
mod report;
mod text;

use crate::observation::{End, Observation, Stream};
pub use report::{AnswerClass, Consequences, Model, ModelCount, Reasoning, Report};

/// What a run says.
pub fn read(run: &Observation) -> Report {
    let mut report = match run.out.head.trim_ascii_start().first() {
        Some(b'{') => json::read(&run.out),
        _ => text::read(&run.out),
    };
    report.error = error(&run.err).or_else(|| error(&run.out));
    report.is_known |= report.error.is_some();
    report.class = match run.end {
        End::LimitHit(limit) => AnswerClass::Stopped(limit),
        End::Signaled(_) | End::Exited(132..=136 | 139) => AnswerClass::Signal,
        End::Exited(_) if report.error.is_some() => AnswerClass::Error,
        End::Exited(code) => agreed(code, report.class),
    };
    report
}

/// The answer, if the exit code agrees with it. The codes are sums of 1 (interrupted), 10 (there is an answer set) and
/// 20 (the search was exhaustive). The Python module always exits with 0, and so do some programs that imitate clasp.
fn agreed(code: i32, printed: AnswerClass) -> AnswerClass {
    match (code, printed) {
        (0, _)
        | (10 | 11 | 30 | 31, AnswerClass::Sat)
        | (20, AnswerClass::Unsat)
        | (30, AnswerClass::Optimum) => printed,
        (1 | 10 | 11 | 20 | 30 | 31, _) => AnswerClass::Unknown,
        _ => AnswerClass::Error,
    }
}

/// The first error message in the form that clasp and clingo use, `*** ERROR: (clasp): …`, without the prefix.
fn error(stream: &Stream) -> Option<String> {
    [&stream.head, &stream.tail].into_iter().find_map(|kept| {
        let begin = memchr::memmem::find(kept, b"*** ERROR: (")?;
        let line = kept[begin..].split(|&byte| byte == b'\n').next()?;
        let message = memchr::memmem::find(line, b"): ")? + 3;
        Some(String::from_utf8_lossy(&line[message..]).trim().to_owned())
    })
}
