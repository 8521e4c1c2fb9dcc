//! `smelt convert`: prints a file in another format of its language.

use super::reading::read;
use crate::cli::args::ConvertArgs;
use crate::cli::error::CliError;
use crate::cli::{exit, output};

pub(super) fn run(args: &ConvertArgs) -> Result<u8, CliError> {
    let (case, language) = read(&args.input, args.language.as_deref())?;
    let formats = language.formats();
    if formats.is_empty() {
        let what = format!("`{}` has only one format", language.name());
        return Err(CliError::usage(what, "answer-set programs have several"));
    }
    if !formats.contains(&args.to.as_str()) {
        let what = format!("unknown format `{}`", args.to);
        let hint = format!("the formats are {}", formats.join(", "));
        return Err(CliError::usage(what, hint));
    }
    let name = args.input.display();
    let hint = "convert a ground program; gringo grounds one with variables";
    let text = language
        .convert(&case, &args.to)
        .map_err(|why| CliError::usage(format!("cannot convert `{name}`: {why}"), hint))?;
    output::bytes(&text)?;
    Ok(exit::DONE)
}
