//! A report of a bug for the developers of a solver, in Markdown. Its parts are those that the templates of cvc5 and Z3
//! ask for.

use super::clean::{Clean, fenced, longest_run, shown};
use super::markdown::plain;
use super::thousands;
use crate::event::Row;
use crate::observation::{End, Limit, Observation};
use std::fmt::Write;
use std::sync::Arc;

/// How many lines of each output are shown.
const LINES: usize = 40;

/// What is known of a bug.
pub(crate) struct Issue<'a> {
    /// The row of the case.
    pub row: &'a Row,
    /// The minimized text.
    pub text: &'a [u8],
    /// The word by which the text is highlighted, such as its extension.
    pub marker: &'a str,
    /// What the solvers of the case do on this text, the solver under test first.
    pub solvers: &'a [IssueSolver],
    /// The failure of the solver under test on this text, in one line; none if this run shows none.
    pub failure: Option<&'a str>,
    /// The operating system and the architecture.
    pub platform: &'a str,
    /// Builds of the solver on which the case was tried, the oldest first, and whether it fails there.
    pub builds: &'a [(String, bool)],
}

/// A solver and what it does.
pub(crate) struct IssueSolver {
    /// Its command, as it can be typed, with file names for paths.
    pub command: String,
    /// What it prints for `--version`, if that is known.
    pub version: Option<String>,
    /// What it does on the text, if that is known.
    pub run: Option<Arc<Observation>>,
}

/// The report.
pub(crate) fn issue(issue: &Issue<'_>, clean: &Clean) -> String {
    let mut text = String::new();
    let Issue { row, solvers, .. } = issue;
    let failure = issue.failure.or(row.signature_after.as_deref());
    let failure = clean.line(failure.or(row.signature.as_deref()).unwrap_or_default());
    section(&mut text, "Bug description");
    let _ = writeln!(text, "{}", description(row, &failure, solvers));
    section(&mut text, "Minimal reproduction");
    let as_shown = shown(issue.text);
    text.push_str(&fenced(&as_shown, issue.marker));
    if as_shown.as_bytes() != issue.text {
        text.push_str("\nThe file has bytes that are not shown as they are.\n");
    }
    section(&mut text, "Command line arguments");
    for solver in *solvers {
        text.push_str(&fenced(&clean.line(&solver.command), "sh"));
    }
    section(&mut text, "Expected behavior");
    let _ = writeln!(text, "{}", expected(row, solvers));
    section(&mut text, "Actual behavior");
    for (number, solver) in solvers.iter().enumerate() {
        write_actual(&mut text, solver, number, clean);
    }
    section(&mut text, "Version");
    for solver in *solvers {
        let version = solver.version.as_deref().unwrap_or("unknown");
        let _ = writeln!(text, "- {}", plain(&clean.line(version)));
    }
    write_builds(&mut text, issue.builds, clean);
    section(&mut text, "Platform");
    let _ = writeln!(text, "{}", plain(issue.platform));
    section(&mut text, "Additional context");
    write_origin(&mut text, row, issue.text);
    text
}

fn section(text: &mut String, heading: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    let _ = writeln!(text, "### {heading}\n");
}

/// What happens, in a sentence.
fn description(row: &Row, failure: &str, solvers: &[IssueSolver]) -> String {
    let failure = code(failure);
    let other = if solvers.len() > 1 {
        ", compared with another solver"
    } else {
        ""
    };
    match &*row.oracle {
        "hangs" => "The solver does not end on the input below.".to_owned(),
        "slower-than" | "slower-than-factor" => {
            format!("The solver takes too long on the input below{other}.")
        }
        _ if failure.is_empty() => format!("The solver fails on the input below{other}."),
        _ => format!("The solver fails on the input below{other}: {failure}"),
    }
}

/// What the solver should do.
fn expected(row: &Row, solvers: &[IssueSolver]) -> &'static str {
    let has_others = solvers.len() > 1;
    match &*row.oracle {
        "hangs" | "slower-than" => "An answer in reasonable time.",
        "slower-than-factor" => "An answer about as fast as that of the second command.",
        "invalid-model" | "models-differ" | "incorrect" => {
            "A right answer, with a model of the input."
        }
        "differs" | "outvoted" | "cross-check" if has_others => {
            "The same answer as that of the other commands, or `unknown`."
        }
        _ if row.marks.place.is_some() || row.marks.message.is_some() => {
            "An answer or an error message, without a crash or an internal error."
        }
        _ => "A right answer or an error message.",
    }
}

fn write_actual(text: &mut String, solver: &IssueSolver, number: usize, clean: &Clean) {
    let label = if number == 0 {
        String::new()
    } else {
        format!("Command {}: ", number + 1)
    };
    let Some(run) = &solver.run else {
        let _ = writeln!(text, "{label}the run was ended from outside.");
        return;
    };
    let end = match run.end {
        End::LimitHit(Limit::Cpu) => {
            let seconds = run.limits.cpu.as_secs_f64();
            format!("still running after {seconds} s of CPU time")
        }
        End::LimitHit(Limit::Idle) => "waits without using CPU time".to_owned(),
        end => end.to_string(),
    };
    let _ = writeln!(text, "{label}{end}");
    for (name, stream) in [("Standard output", &run.out), ("Standard error", &run.err)] {
        let said = clean.lines(&stream.kept(), LINES);
        if !said.is_empty() {
            let _ = write!(text, "\n{name}:\n{}", fenced(&said, ""));
        }
    }
    if let Some(stack) = &run.stack
        && number == 0
        && !stack.frames.is_empty()
    {
        let frames: Vec<String> = stack
            .frames
            .iter()
            .map(|frame| format!("{} ({})", frame.function, frame.module))
            .collect();
        let heading = if stack.is_overflow {
            "Stack overflow, by a recursion of"
        } else {
            "Stack, the innermost function first"
        };
        let said = clean.lines(frames.join("\n").as_bytes(), LINES);
        let _ = write!(text, "\n{heading}:\n{}", fenced(&said, ""));
    }
}

/// On which builds the case was tried.
fn write_builds(text: &mut String, builds: &[(String, bool)], clean: &Clean) {
    let turns = builds.windows(2).find_map(|pair| match pair {
        [(good, false), (bad, true)] => Some((good, bad)),
        _ => None,
    });
    if let Some((good, bad)) = turns {
        let [good, bad] = [good, bad].map(|build| plain(&clean.line(build)));
        let _ = writeln!(
            text,
            "\n- Last good build: {good}\n- First bad build: {bad}"
        );
    }
    if builds.len() > 1 {
        text.push('\n');
        for (build, fails) in builds {
            let word = if *fails { "fails" } else { "does not fail" };
            let _ = writeln!(text, "- {}: {word}", plain(&clean.line(build)));
        }
    }
}

/// What the text was made from.
fn write_origin(text: &mut String, row: &Row, minimized: &[u8]) {
    let bytes = thousands(minimized.len() as u64);
    let _ = writeln!(
        text,
        "The input has {bytes} bytes. It was reduced with smelt from an input of {} bytes (blake3 `{}`), which fails in \
         the same way.",
        thousands(row.bytes_before),
        row.source_blake3
    );
}

/// A word or line as code that it cannot leave.
fn code(words: &str) -> String {
    if words.is_empty() {
        return String::new();
    }
    let longest = longest_run(words, '`');
    let fence = "`".repeat(longest + 1);
    let pad = if longest > 0 { " " } else { "" };
    format!("{fence}{pad}{words}{pad}{fence}")
}
