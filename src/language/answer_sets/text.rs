//! The text that clasp and clingo print: for each model, a line `Answer: N` and the model on one line; then a summary.

use super::report::{AnswerClass, Model, ModelCount, Reasoning, Report};
use crate::observation::Stream;

/// What the text says, whatever the exit code.
pub(super) fn read(out: &Stream) -> Report {
    if let Some(whole) = out.whole() {
        let mut partial = PartialReport::default();
        partial.lines(whole);
        return partial.report();
    }
    // Lines that are cut by the gap are not read.
    let end = memchr::memrchr(b'\n', &out.head).map_or(0, |newline| newline + 1);
    let begin = memchr::memchr(b'\n', &out.tail).map_or(0, |newline| newline + 1);
    let mut head = PartialReport::default();
    head.lines(&out.head[..end]);
    let mut tail = PartialReport::default();
    tail.lines(&out.tail[begin..]);
    if tail.reasoning.is_none() {
        tail.report.models = head.report.models;
    }
    tail.report.is_known |= head.report.is_known;
    tail.report()
}

/// What has been read so far.
#[derive(Default)]
struct PartialReport {
    report: Report,
    /// Which consequences are printed instead of models, if any.
    reasoning: Option<Reasoning>,
    /// How many consequences the summary counts.
    consequences: Option<u64>,
}

impl PartialReport {
    /// Reads these lines.
    fn lines(&mut self, text: &[u8]) {
        let mut lines = text.split_inclusive(|&byte| byte == b'\n');
        while let Some(line) = lines.next() {
            if line.starts_with(b"Answer: ") {
                self.report.is_known = true;
                // A line without its end may have been cut short.
                let printed = lines.next().and_then(|line| line.strip_suffix(b"\n"));
                self.report.models.extend(printed.map(model));
                continue;
            }
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            if is_banner(line) {
                self.report.is_known = true;
            } else if let Some(class) = class(line) {
                self.report.is_known = true;
                self.report.class = class;
            } else if let Some((key, value)) = field(line) {
                self.summary(key, value);
            }
        }
    }

    /// Reads a line of the summary, or the costs of a model.
    fn summary(&mut self, key: &str, value: &str) {
        let report = &mut self.report;
        match key {
            "Models" => {
                let counted = value.trim_end_matches('+').parse().ok();
                report.number = counted.map(|counted| ModelCount {
                    counted,
                    is_all: !value.ends_with('+'),
                });
            }
            "Optimal" => report.optimal = value.parse().ok(),
            "Optimization" => report.costs = value.split_whitespace().map(str::to_owned).collect(),
            "Brave" => self.reasoning = Some(Reasoning::Brave),
            "Cautious" => self.reasoning = Some(Reasoning::Cautious),
            "Consequences" => self.consequences = value.parse().ok(),
            _ => {}
        }
    }

    /// The report, once all lines have been read.
    fn report(mut self) -> Report {
        if let Some(reasoning) = self.reasoning {
            self.report.conclude(reasoning, self.consequences);
        }
        self.report
    }
}

/// Whether a line is the first line of clasp, clingo or the Python module, such as `clasp version 3.3.5`.
fn is_banner(line: &[u8]) -> bool {
    let names = [
        b"clasp version ".as_slice(),
        b"clingo version ",
        b"pyclingo version ",
    ];
    names.iter().any(|name| line.starts_with(name))
}

fn class(line: &[u8]) -> Option<AnswerClass> {
    Some(match line {
        b"SATISFIABLE" => AnswerClass::Sat,
        b"UNSATISFIABLE" => AnswerClass::Unsat,
        b"OPTIMUM FOUND" => AnswerClass::Optimum,
        b"UNKNOWN" => AnswerClass::Unknown,
        _ => return None,
    })
}

/// The key and the value of a line such as `Models       : 3+` or `Optimization: 3 1`.
fn field(line: &[u8]) -> Option<(&str, &str)> {
    let line = std::str::from_utf8(line).ok()?;
    let (key, value) = line.split_once(':')?;
    Some((key.trim(), value.trim()))
}

/// The atoms of a model. A blank inside of a string or of parentheses belongs to an atom.
fn model(line: &[u8]) -> Model {
    let mut atoms = Vec::new();
    let (mut begin, mut depth, mut at) = (0, 0_usize, 0);
    let mut push = |from: usize, to: usize| {
        if from < to {
            atoms.push(String::from_utf8_lossy(&line[from..to]).into_owned());
        }
    };
    while at < line.len() {
        match line[at] {
            b'"' => at = end_of_string(line, at),
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b' ' | b'\r' if depth == 0 => {
                push(begin, at);
                begin = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    push(begin, line.len());
    atoms
}

/// The position of the quotation mark that ends the string that begins at `at`, or the end of the line.
fn end_of_string(line: &[u8], at: usize) -> usize {
    let mut at = at + 1;
    while at < line.len() && line[at] != b'"' {
        at += if line[at] == b'\\' { 2 } else { 1 };
    }
    at.min(line.len())
}
