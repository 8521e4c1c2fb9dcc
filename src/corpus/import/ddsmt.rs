//! The `database.json` of ddSMT's artifact: for each file, the build of a solver, arguments, and what shows the failure.

use super::files::{Files, named};
use super::wish::{Import, Wish, Wishes};
use crate::corpus::CaseOptions;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The directory with the files, beside the database.
const INPUTS: &str = "inputs";

/// An entry.
#[derive(Deserialize)]
struct Entry {
    /// The name of a program.
    binary: Option<String>,
    #[serde(default)]
    args: Vec<String>,
    /// `stderr`, `stdout`, `exitcode`, `incorrect` or `incorrect-unknown`.
    r#match: String,
    stderr: Option<String>,
    stdout: Option<String>,
    /// `z3-commit` and the like.
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

/// What a database says.
pub(super) fn wishes(import: &Import<'_>, files: &Files<'_>) -> Result<Wishes, String> {
    let path = files.below(import.path)?;
    let shown = import.path.display();
    let text = files
        .text(&path)
        .map_err(|why| format!("cannot read `{shown}`: {why}"))?;
    let text = text.ok_or_else(|| format!("`{shown}` does not exist"))?;
    let entries: BTreeMap<String, Value> = serde_json::from_str(&text)
        .map_err(|error| format!("`{shown}` is no database of ddSMT's artifact: {error}"))?;
    let directory = path.parent().unwrap_or(Path::new(""));
    let mut found = Wishes::default();
    for (name, entry) in entries {
        match wish(files, directory, &name, entry) {
            Ok(wish) => found.wishes.push(wish),
            Err(why) => found.leave(name, why),
        }
    }
    Ok(found)
}

fn wish(files: &Files<'_>, directory: &Path, name: &str, entry: Value) -> Result<Wish, String> {
    let entry: Entry = serde_json::from_value(entry).map_err(|error| error.to_string())?;
    let mut options = CaseOptions {
        arguments: entry.args.clone(),
        ..CaseOptions::default()
    };
    let text = |text: &Option<String>| {
        let text = text.clone().filter(|text| !text.is_empty());
        text.ok_or_else(|| format!("it has no text for `{}`", entry.r#match))
            .map(Some)
    };
    match &*entry.r#match {
        "stderr" => {
            options.match_err = text(&entry.stderr)?;
            options.ignore_out = true;
        }
        "stdout" => {
            options.match_out = text(&entry.stdout)?;
            options.ignore_err = true;
        }
        "exitcode" => options.ignore_output = true,
        "incorrect" | "incorrect-unknown" => {}
        other => return Err(format!("`match` may not be `{other}`")),
    }
    Ok(Wish {
        relative: case(files, directory, name)?,
        solvers: solvers(&entry),
        options,
        is_wrong_answer: entry.r#match.starts_with("incorrect"),
    })
}

/// The file of an entry: in the directory of inputs, or beside the database.
fn case(files: &Files<'_>, directory: &Path, name: &str) -> Result<PathBuf, String> {
    let places = [
        named(&directory.join(INPUTS), name)?,
        named(directory, name)?,
    ];
    let found = places.into_iter().find(|place| files.is_case(place));
    found.ok_or_else(|| "there is no such case".to_owned())
}

/// The names by which the configuration may know the solver: `z3-79734f2`, then `z3`.
fn solvers(entry: &Entry) -> Vec<String> {
    let mut names: Vec<String> = entry.binary.iter().cloned().collect();
    for (key, value) in &entry.others {
        if let (Some(family), Some(commit)) = (key.strip_suffix("-commit"), value.as_str()) {
            names.push(format!("{family}-{commit}"));
            names.push(family.to_owned());
        }
    }
    names
}
