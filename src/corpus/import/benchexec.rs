//! Task definitions of BenchExec, version 2.0: YAML files that name input files and the verdicts that are expected.
//!
//! Their properties are those of programs, too. A verdict is understood where it is the answer of a solver: `sat` or
//! `unsat`, or true or false for the property of satisfiability (`sat.prp`) or the only one.

use super::files::{Files, named};
use super::wish::{Import, Wish, Wishes};
use crate::corpus::CaseOptions;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// The largest task definition, in bytes.
const LONGEST: usize = 1 << 20;

/// A task definition, without what does not matter here.
#[derive(Deserialize)]
struct Task {
    format_version: Option<serde_json::Value>,
    input_files: OneOrMany,
    #[serde(default)]
    properties: Vec<Property>,
    #[serde(default)]
    options: serde_json::Value,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize)]
struct Property {
    #[serde(default)]
    property_file: Option<String>,
    #[serde(default)]
    expected_verdict: serde_json::Value,
}

/// What the task definitions below a directory say.
pub(super) fn wishes(import: &Import<'_>, files: &Files<'_>) -> Result<Wishes, String> {
    let below = files.below(import.path)?;
    let mut found = Wishes::default();
    let walk = WalkDir::new(files.path(&below)).sort_by_file_name();
    for entry in walk {
        let entry = entry.map_err(|error| error.to_string())?;
        let is_task = entry
            .path()
            .extension()
            .is_some_and(|end| end == "yml" || end == "yaml");
        let Ok(relative) = files.below(entry.path()) else {
            continue;
        };
        if !entry.file_type().is_file() || !is_task {
            continue;
        }
        match wish(import, files, &relative) {
            Ok(wish) => found.wishes.push(wish),
            Err(why) => found.leave(relative.display().to_string(), why),
        }
    }
    Ok(found)
}

fn wish(import: &Import<'_>, files: &Files<'_>, path: &Path) -> Result<Wish, String> {
    let text = files.text(path)?.ok_or("it is gone")?;
    if text.len() > LONGEST {
        return Err(format!("it is longer than {LONGEST} bytes"));
    }
    let task: Task = serde_saphyr::from_str(&text).map_err(|error| {
        let error = error.to_string();
        format!("it is no task definition: {}", first_line(&error))
    })?;
    let version = task.format_version.as_ref().map(ToString::to_string);
    let version = version.as_deref().map(|version| version.trim_matches('"'));
    if !matches!(version, Some("2.0" | "2" | "2.1")) {
        return Err("its `format_version` is not 2.0".to_owned());
    }
    let (case, depends) = inputs(files, path.parent().unwrap_or(Path::new("")), &task)?;
    let mut options = CaseOptions {
        arguments: arguments(&task.options),
        depends,
        ..CaseOptions::default()
    };
    if import.expected {
        let verdict = verdict(&task.properties)
            .ok_or("none of its properties says whether `sat` or `unsat` is expected")?;
        options.match_out_regex = Some(format!("(?m)^{verdict}$"));
    }
    Ok(Wish {
        relative: case,
        solvers: Vec::new(),
        options,
        is_wrong_answer: false,
    })
}

/// The case, which is the first input, and the other ones.
fn inputs(
    files: &Files<'_>,
    directory: &Path,
    task: &Task,
) -> Result<(PathBuf, Vec<PathBuf>), String> {
    let names: Vec<&str> = match &task.input_files {
        OneOrMany::One(name) => vec![name],
        OneOrMany::Many(names) => names.iter().map(String::as_str).collect(),
    };
    let place = |name: &&str| {
        if name.contains(['*', '?', '[']) {
            return Err(format!(
                "`{name}` is a pattern, and not the name of an input"
            ));
        }
        named(directory, name)
    };
    let mut places = names
        .iter()
        .map(place)
        .collect::<Result<Vec<_>, _>>()?
        .into_iter();
    let case = places.next().ok_or("it has no input")?;
    if !files.is_case(&case) {
        return Err(format!("its input `{}` is no case", case.display()));
    }
    let others: Vec<PathBuf> = places.collect();
    for other in &others {
        files
            .file(other)
            .length()
            .map_err(|error| format!("its input `{}` cannot be read: {error}", other.display()))?;
    }
    Ok((case, others))
}

/// Options that are words. Those for programs, such as a data model, are no arguments of a solver.
fn arguments(options: &serde_json::Value) -> Vec<String> {
    let list = options
        .as_array()
        .or_else(|| options["arguments"].as_array());
    let words = list.into_iter().flatten();
    words
        .filter_map(|word| word.as_str().map(str::to_owned))
        .collect()
}

/// The answer that is expected.
fn verdict(properties: &[Property]) -> Option<&'static str> {
    let is_of_solver = |property: &Property| {
        let file = property.property_file.as_deref().unwrap_or_default();
        properties.len() == 1 || file.ends_with("sat.prp")
    };
    let mut verdicts = properties.iter().filter(|property| is_of_solver(property));
    verdicts.find_map(|property| match &property.expected_verdict {
        serde_json::Value::Bool(true) => Some("sat"),
        serde_json::Value::Bool(false) => Some("unsat"),
        serde_json::Value::String(text) => match &**text {
            "sat" | "true" => Some("sat"),
            "unsat" | "false" => Some("unsat"),
            _ => None,
        },
        _ => None,
    })
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
