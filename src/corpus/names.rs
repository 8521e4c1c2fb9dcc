//! Suggestions for an unknown name: the known names that are similar to it, by the Jaro-Winkler similarity.

use super::CorpusError;

/// The largest number of suggestions.
const SUGGESTED: usize = 3;

/// How similar a name must be to be suggested, from 0 to 1.
const ALIKE: f64 = 0.8;

/// A name of more bytes is no misspelling of any, and to compare it takes long.
const LONGEST: usize = 256;

/// The question whether one of the known names was meant, the most similar first. None if no name is similar.
pub fn did_you_mean(name: &str, known: &[&str]) -> Option<String> {
    let close = closest(name, known);
    (!close.is_empty()).then(|| format!("did you mean {}?", listed(&close, "or")))
}

fn closest<'a>(name: &str, known: &[&'a str]) -> Vec<&'a str> {
    if name.len() > LONGEST {
        return Vec::new();
    }
    let mut close: Vec<(f64, &str)> = known
        .iter()
        .map(|&other| (strsim::jaro_winkler(name, other), other))
        .filter(|(similarity, _)| *similarity >= ALIKE)
        .collect();
    close.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    close.truncate(SUGGESTED);
    close.into_iter().map(|(_, name)| name).collect()
}

/// The names in backticks, with this word before the last one.
pub(super) fn listed(names: &[&str], word: &str) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {word} {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// What has this name, if one is given; or the error that there is none.
pub(super) fn known<T>(
    what: &str,
    name: Option<String>,
    all: impl Iterator<Item = T> + Clone,
    name_of: impl Fn(&T) -> &'static str,
) -> Result<Option<T>, CorpusError> {
    let Some(name) = name else {
        return Ok(None);
    };
    let mut found = all.clone();
    match found.find(|entry| name_of(entry) == name) {
        None => Err(unknown(what, &name, all.map(|entry| name_of(&entry)))),
        found => Ok(found),
    }
}

/// The error for a name that is none of these.
pub(super) fn unknown<'a>(
    what: &str,
    name: &str,
    names: impl Iterator<Item = &'a str>,
) -> CorpusError {
    let names: Vec<&str> = names.collect();
    let hint = did_you_mean(name, &names)
        .unwrap_or_else(|| format!("choose one of: {}", names.join(", ")));
    CorpusError::options(format!("unknown {what} `{name}`"), hint)
}
