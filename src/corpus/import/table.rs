//! A `[[case]]` table as text.

use crate::corpus::CaseOptions;
use std::fmt::Write as _;
use toml::Value;

/// The table of these options for a glob.
pub(super) fn text(glob: &str, options: &CaseOptions) -> String {
    let (glob, keys) = (Value::from(glob), keys(options));
    format!("[[case]]\nglob = {glob}\n{keys}\n")
}

/// The keys that an import can set, a line each.
pub(super) fn keys(options: &CaseOptions) -> String {
    let text = |text: &Option<String>| text.clone().map(Value::from);
    let flag = |flag: bool| flag.then_some(Value::Boolean(true));
    let arguments = Value::from(options.arguments.clone());
    let depends = options.depends.iter();
    let depends: Vec<Value> = depends
        .map(|file| Value::from(file.to_string_lossy().into_owned()))
        .collect();
    let reference = options.differs_from.as_ref();
    let reference = reference
        .and_then(|command| command.name())
        .map(Value::from);
    let keys = [
        ("solver", text(&options.solver)),
        ("arguments", Some(arguments).filter(is_some)),
        ("match-out", text(&options.match_out)),
        ("match-out-regex", text(&options.match_out_regex)),
        ("match-err", text(&options.match_err)),
        ("ignore-output", flag(options.ignore_output)),
        ("ignore-out", flag(options.ignore_out)),
        ("ignore-err", flag(options.ignore_err)),
        ("differs-from", reference),
        ("depends", Some(Value::Array(depends)).filter(is_some)),
    ];
    let mut lines = String::new();
    for (key, value) in keys {
        if let Some(value) = value {
            // Writing to a string cannot fail.
            let _ = writeln!(lines, "{key} = {value}");
        }
    }
    lines
}

fn is_some(list: &Value) -> bool {
    list.as_array().is_some_and(|list| !list.is_empty())
}
