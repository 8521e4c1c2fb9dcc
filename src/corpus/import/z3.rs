//! Tests of z3: `NAME.expected.out` beside `NAME.smt2` is what z3 should print.

use super::files::Files;
use super::wish::{Import, Wish, Wishes};
use crate::corpus::CaseOptions;

/// The largest output that is matched as a text, in bytes.
const LONGEST: usize = 4096;

/// What the expected outputs beside the cases below a directory say.
pub(super) fn wishes(import: &Import<'_>, files: &Files<'_>) -> Wishes {
    let mut found = Wishes::default();
    for case in found.cases(import, files) {
        let beside = case.relative.with_extension("expected.out");
        let expected = match files.text(&beside) {
            Ok(None) => continue,
            Ok(Some(text)) => text,
            Err(why) => {
                found.leave(beside.display().to_string(), why);
                continue;
            }
        };
        let mut options = CaseOptions::default();
        if import.expected {
            let text = expected.trim();
            if text.is_empty() || text.len() > LONGEST {
                let why = format!("the expected output is empty, or longer than {LONGEST} bytes");
                found.leave(&*case.id, why);
                continue;
            }
            options.match_out = Some(text.to_owned());
        }
        found.wishes.push(Wish {
            relative: case.relative.to_path_buf(),
            solvers: vec!["z3".to_owned()],
            options,
            is_wrong_answer: false,
        });
    }
    found
}
