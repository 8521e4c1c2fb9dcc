//! Arguments of strangers: what a case may not give to a solver, even where the user lets cases give arguments.

use crate::language::file_argument;
use crate::solver::is_pipeline;
use std::ffi::OsString;

/// Why arguments that a case brings along are refused; none if they are harmless.
///
/// A bar begins another program, so it is refused whoever is trusted: only the user names programs. With `trusts_code`,
/// arguments may name files that the solver reads or writes.
pub(super) fn harm(arguments: &[String], trusts_code: bool) -> Option<String> {
    let words: Vec<OsString> = arguments.iter().map(OsString::from).collect();
    if is_pipeline(&words) {
        return Some("`|` would start another program, which only the user may name".to_owned());
    }
    let file = file_argument(arguments).filter(|_| !trusts_code)?;
    Some(format!(
        "the argument `{file}` names a file that the solver would read or write; if you trust the case, use `--allow-code`"
    ))
}
