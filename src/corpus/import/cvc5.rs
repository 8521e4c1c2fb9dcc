//! Regression tests of cvc5: `; COMMAND-LINE:` gives arguments, `; EXPECT:` and `; EXPECT-ERROR:` lines of output.
//! `; SCRUBBER:` and `; ERROR-SCRUBBER:` are commands for a shell and are never run, so output that they would change is
//! not matched.

use super::files::Files;
use super::wish::{Import, Wish, Wishes};
use crate::corpus::CaseOptions;
use crate::corpus::header::Header;

/// What the headers of the cases below a directory say.
pub(super) fn wishes(import: &Import<'_>, files: &Files<'_>) -> Wishes {
    let mut found = Wishes::default();
    for case in found.cases(import, files) {
        let header = match Header::read(&case.file) {
            Ok(header) => header,
            Err((line, what)) => {
                found.leave(&*case.id, format!("line {line}: {what}"));
                continue;
            }
        };
        if !header.is_of_a_test() {
            continue;
        }
        let mut options = CaseOptions {
            arguments: header.command_line.map_or(Vec::new(), |(_, words)| words),
            ..CaseOptions::default()
        };
        if import.expected {
            if header.is_scrubbed {
                found.leave(
                    &*case.id,
                    "its output is compared after a scrubber, which is not run",
                );
                continue;
            }
            let lines = |lines: Vec<String>| Some(lines.join("\n")).filter(|text| !text.is_empty());
            options.match_out = lines(header.expected);
            options.match_err = lines(header.expected_errors);
        }
        found.wishes.push(Wish {
            relative: case.relative.to_path_buf(),
            solvers: vec!["cvc5".to_owned(), "cvc4".to_owned()],
            options,
            is_wrong_answer: false,
        });
    }
    found
}
