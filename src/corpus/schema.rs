//! The JSON schema of a `smelt.toml`, for editors. It is made from the types that the file is read into, and its
//! descriptions are the help texts of the options.

use super::tables::ConfigTables;
use schemars::generate::SchemaSettings;
use serde_json::Value;

/// The schema, in draft 7, which editors of TOML understand.
pub fn schema() -> Value {
    let generator = SchemaSettings::draft07().into_generator();
    let mut schema = generator.into_root_schema_for::<ConfigTables>().to_value();
    plain(&mut schema);
    if let Some(table) = schema.as_object_mut() {
        table.insert("title".to_owned(), "smelt.toml".into());
    }
    schema
}

/// Removes what a file in TOML cannot say: that a value is null. Missing keys have no value either.
fn plain(schema: &mut Value) {
    match schema {
        Value::Object(table) => {
            table.retain(|key, value| key != "default" || value.is_object());
            for key in ["type", "anyOf", "enum"] {
                if let Some(Value::Array(choices)) = table.get_mut(key) {
                    choices.retain(|choice| !is_null(choice));
                    if key == "type" && choices.len() == 1 {
                        let only = choices.remove(0);
                        table.insert(key.to_owned(), only);
                    }
                }
            }
            table.values_mut().for_each(plain);
        }
        Value::Array(values) => values.iter_mut().for_each(plain),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn is_null(choice: &Value) -> bool {
    choice.is_null() || choice == "null" || choice["type"] == "null"
}

#[cfg(test)]
mod tests {
    use super::schema;
    use crate::corpus::CaseOptions;
    use clap::{Args, Command};
    use serde_json::Value;

    /// The schema of the tables.
    fn table() -> Value {
        schema()["definitions"]["CaseOptions"].clone()
    }

    #[test]
    fn every_option_of_a_case_is_a_key_with_its_help_text() {
        let table = table();
        let options = CaseOptions::augment_args(Command::new("options"));
        let mut options: Vec<_> = options.get_arguments().collect();
        options.retain(|option| option.get_id() != "help");
        assert!(options.len() > 40);
        for option in options {
            let name = option.get_long().expect("a long option");
            let described = table["properties"][name]["description"].as_str();
            let help = option.get_help().expect("help").to_string();
            let begin = described.unwrap_or_default().get(..20);
            assert_eq!(begin, help.get(..20), "{name}");
        }
        for key in [
            "command",
            "arguments",
            "case_arguments",
            "glob",
            "solver",
            "mutators",
        ] {
            assert!(table["properties"][key].is_object(), "{key}");
        }
        assert_eq!(table["additionalProperties"], false);
    }

    #[test]
    fn nothing_is_null_and_times_may_be_numbers_or_texts() {
        let text = schema().to_string();
        assert!(!text.contains("null"), "{text}");
        let timeout = table()["properties"]["timeout"].to_string();
        assert!(
            timeout.contains("\"number\"") && timeout.contains("\"string\""),
            "{timeout}"
        );
        assert_eq!(schema()["properties"]["case"]["type"], "array");
    }
}
