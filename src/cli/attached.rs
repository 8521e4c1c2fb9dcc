//! Options between the files and the solver's command whose value is attached, as in `smelt reduce IN OUT -j1 z3`.
//!
//! clap takes such a word for the beginning of the command, because not all of its letters are names of options, and a
//! command may contain any word. No program has a name that begins with `-`, so this module splits the word, and then
//! the line is parsed again.

use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Command};
use std::ffi::OsString;

/// The words with the option and its value as two words, if the command that clap found in them begins with such an
/// option. Refuses a command that begins with any other option.
pub(super) fn detached(
    verb: &Command,
    words: &[OsString],
    given: &ArgMatches,
) -> Result<Option<Vec<OsString>>, clap::Error> {
    let command: Vec<&OsString> = given
        .try_get_many("command")
        .ok()
        .flatten()
        .into_iter()
        .flatten()
        .collect();
    let Some(option) = command
        .first()
        .and_then(|word| word.to_str())
        .filter(|word| word.starts_with('-'))
    else {
        return Ok(None);
    };
    // The command is the end of the line; only `--` may be missing in it.
    let end = words.len().saturating_sub(command.len() + 1);
    let at = words[end..].iter().position(|word| word == option);
    let (Some(at), Some(halves)) = (at, halves(verb, option)) else {
        let message = format!(
            "unexpected argument '{option}' in place of a solver; options of the solver come after its command"
        );
        return Err(verb.clone().error(ErrorKind::UnknownArgument, message));
    };
    let mut detached = words.to_vec();
    detached.splice(end + at..=end + at, halves.map(OsString::from));
    Ok(Some(detached))
}

/// A word such as `-j1`, `-j=1` or `-qj1` as an option and its value; none if it does not have this form.
fn halves(verb: &Command, word: &str) -> Option<[String; 2]> {
    let letters = word.strip_prefix('-')?;
    let named = |letter| {
        verb.get_arguments()
            .find(move |arg| arg.get_short() == Some(letter))
    };
    // Flags come first; then the letter of the option that takes the rest as its value.
    let (end, _) = letters.char_indices().find(|(_, letter)| {
        named(*letter).is_none_or(|arg: &Arg| arg.get_action().takes_values())
    })?;
    let (options, value) = letters.split_at(end + letters[end..].chars().next()?.len_utf8());
    let value = value.strip_prefix('=').unwrap_or(value);
    let is_option = options.chars().all(|letter| named(letter).is_some());
    (is_option && !value.is_empty()).then(|| [format!("-{options}"), value.to_owned()])
}
