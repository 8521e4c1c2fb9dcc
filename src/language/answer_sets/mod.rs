//! What the output of an answer-set solver says: its answer, the models or the consequences, the costs and the number of
//! models.
//!
//! Reads what clasp, clingo and its Python module print, as text or as JSON (`--outf=2`). The exit code must agree with
//! the words, unless it is 0, with which the Python module always ends. What contradicts itself is unknown, and a run
//! that reports an error has no answer, whatever it printed before. Nothing is guessed: of an output that is not kept
//! whole, only the summary at its end is believed, and the models before the gap.

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

/// The answer, if the exit code agrees. The codes are sums of 1 (interrupted), 10 (there is an answer set) and 20 (all
/// of the search space was seen). The Python module exits with 0 in any case, and some programs that imitate clasp do.
fn agreed(code: i32, says: AnswerClass) -> AnswerClass {
    match (code, says) {
        (0, _)
        | (10 | 11 | 30 | 31, AnswerClass::Sat)
        | (20, AnswerClass::Unsat)
        | (30, AnswerClass::Optimum) => says,
        (1 | 10 | 11 | 20 | 30 | 31, _) => AnswerClass::Unknown,
        _ => AnswerClass::Error,
    }
}

/// The first error message in the form of clasp and clingo, `*** ERROR: (clasp): …`.
fn error(stream: &Stream) -> Option<String> {
    [&stream.head, &stream.tail].into_iter().find_map(|kept| {
        let begin = memchr::memmem::find(kept, b"*** ERROR: (")?;
        let line = kept[begin..].split(|&byte| byte == b'\n').next()?;
        let name = memchr::memmem::find(line, b"): ")? + 3;
        Some(String::from_utf8_lossy(&line[name..]).trim().to_owned())
    })
}
