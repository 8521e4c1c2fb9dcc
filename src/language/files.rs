//! Options of solvers that name a file, which the solver would write or read.
//!
//! There are too many solvers for a list of their options, so an option is judged by the words in its name, such as
//! `trace_file_name`, `proof.log` and `dump-to`, and by its value. Solvers differ in which letters and separators they
//! treat alike; here, case does not matter, and all separators are alike.

/// Words that are used only for files and channels. The value of such an option is a file, whatever it looks like.
const SURE: &[&str] = &["channel", "dir", "directory", "path"];

/// Words of options whose value is a file, unless it is `true`, `false` or a number.
const LIKELY: &[&str] = &[
    "aig", "dimacs", "dump", "err", "export", "import", "include", "json", "load", "log", "out",
    "prefix", "save", "tee", "trace", "write",
];

/// Options with such a word in their names whose value is nevertheless the name of a mode.
const MODES: &[&str] = &["dump", "sygus-out", "trace"];

/// Values that no solver takes for a file of the user's.
const STREAMS: &[&str] = &[
    "",
    "-",
    "--",
    "stdin",
    "stdout",
    "stderr",
    "/dev/null",
    "/dev/stdout",
    "/dev/stderr",
];

/// How a path begins.
const PATHS: &[&str] = &["/", "~", "./", "../"];

/// Whether an option with this name and value names a file. Both are as they are written, without quotes.
pub(crate) fn names_file(name: &str, value: &str) -> bool {
    let value = value.trim();
    if STREAMS.contains(&value) || matches!(value, "false" | "none") {
        return false;
    }
    let name = name.to_ascii_lowercase().replace(['_', '.', ':'], "-");
    let name = name.trim_matches('-');
    let words = || name.split('-');
    let is_sure =
        |word: &str| SURE.contains(&word) || word.contains("file") && !word.contains("profile");
    let is_switch = value == "true" || value.parse::<f64>().is_ok();
    let is_likely = !is_switch
        && !MODES.contains(&name)
        && (words().any(|word| LIKELY.contains(&word)) || name == "in" || name.ends_with("-to"));
    words().any(is_sure) || is_likely || PATHS.iter().any(|path| value.starts_with(path))
}

/// The first of these arguments of a program that names a file, such as `--dump-to=FILE`, `-o FILE` and
/// `trace_file_name=FILE`.
pub(crate) fn file_argument<S: AsRef<str>>(arguments: &[S]) -> Option<&str> {
    let mut arguments = arguments.iter().map(AsRef::as_ref).peekable();
    while let Some(argument) = arguments.next() {
        let option = argument.trim_start_matches('-');
        let is_option = option.len() < argument.len();
        let next = arguments
            .peek()
            .copied()
            .filter(|next| !next.starts_with('-'));
        let is_found = match option.split_once(['=', ':']) {
            Some((name, value)) => names_file(name, value) || name == "o" && is_file(value),
            None if !is_option => is_path(option),
            None => next
                .is_some_and(|value| names_file(option, value) || option == "o" && is_file(value)),
        };
        if is_found {
            return Some(argument);
        }
    }
    None
}

/// Whether the value of `-o` is a file. If it has neither a directory nor an extension, it is a mode.
fn is_file(value: &str) -> bool {
    !STREAMS.contains(&value) && value.contains(['/', '.'])
}

fn is_path(argument: &str) -> bool {
    !STREAMS.contains(&argument) && PATHS.iter().any(|path| argument.starts_with(path))
}

#[cfg(test)]
mod tests {
    use super::{file_argument, names_file};

    #[test]
    fn an_option_names_a_file_by_the_words_of_its_name_and_by_its_value() {
        for (name, value) in [
            ("trace_file_name", "x"),
            ("TRACE-file-name", "true"),
            ("regular-output-channel", "out"),
            ("diagnostic-output-channel", "5"),
            ("dump-to", "x"),
            ("dot_proof_file", "x.dot"),
            ("sat.drat.file", "x"),
            ("sat.inprocess.out", "x"),
            ("solver.cancel_backup_file", "x"),
            ("solver.smtlib2_log", "x"),
            ("solver.proof.log", "x"),
            ("solver.axioms2files", "true"),
            ("opt.solution_prefix", "x"),
            ("fp.print_aig", "x"),
            ("fp.spacer.print_json", "x"),
            ("fp.spacer.trace_file", "x"),
            ("fixedpoint.duality.conjecture_file", "x"),
            ("write-partitions-to", "x"),
            ("partitions-out", "x"),
            ("out", "x"),
            ("err", "x"),
            ("in", "x"),
            ("debug.api_call_trace_filename", "x"),
            ("dump-query-name", "x"),
            ("sygus-query-gen-dump-files", "all"),
            ("whatever", "/home/x"),
            ("whatever", "../x"),
        ] {
            assert!(names_file(name, value), "{name} {value}");
        }
    }

    #[test]
    fn a_stream_a_switch_and_a_mode_are_no_files() {
        for (name, value) in [
            ("regular-output-channel", "stdout"),
            ("diagnostic-output-channel", "/dev/null"),
            ("trace", "true"),
            ("trace", "simplify"),
            ("dump", "assertions"),
            ("dump_models", "true"),
            ("dump-difficulty", "false"),
            ("opt.dump_benchmarks", "true"),
            ("fp.spacer.dump_threshold", "5.0"),
            ("smt.qi.profile", "true"),
            ("smt.qi.profile_freq", "7"),
            ("smt.logic", "QF_LIA"),
            ("output-language", "smt2"),
            ("sygus-out", "status"),
            ("produce-models", "true"),
            ("opt.priority", "box"),
            ("smt.qi.cost", "(+ weight generation)"),
            ("bv-to-bool", "true"),
            ("solve-int-as-bv", "8"),
            ("incremental", "true"),
        ] {
            assert!(!names_file(name, value), "{name} {value}");
        }
    }

    #[test]
    fn an_argument_names_a_file_with_its_value_in_the_same_word_or_the_next() {
        for arguments in [
            &["--incremental", "--dump-to=x"][..],
            &["--dump-to", "x"],
            &["-o", "x.txt"],
            &["trace=true", "trace_file_name=x"],
            &["--regular-output-channel=x"],
            &["-tr:/tmp/x"],
            &["/etc/passwd"],
        ] {
            assert!(file_argument(arguments).is_some(), "{arguments:?}");
        }
        for arguments in [
            &["-o", "raw-benchmark"][..],
            &["--strings-exp", "--dump-models", "--lang=smt2.6"],
            &["--regular-output-channel=stdout", "-"],
            &["model_validate=true", "-st", "check-sat"],
        ] {
            assert_eq!(file_argument(arguments), None, "{arguments:?}");
        }
    }
}
