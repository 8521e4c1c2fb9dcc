//! The key `interesting`: rules combined by `all`, `any` and `not`.

use super::unknown_key::unknown_key;
use crate::oracle::{ORACLES, is_of_rule};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use toml::{Table, Value};

/// An expression whose rules have been checked to be options of a case that say what is interesting.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression<Options> {
    table: Table,
    /// The options of each rule in it. They are kept as they were read, so that none can be lost later.
    rules: Vec<Options>,
}

impl<Options> Expression<Options> {
    /// The options of each rule in it.
    pub(super) fn rules(&self) -> &[Options] {
        &self.rules
    }
}

/// Whether a key combines rules.
fn combines(key: &str) -> bool {
    matches!(key, "all" | "any" | "not")
}

impl<Options> Serialize for Expression<Options> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.table.serialize(serializer)
    }
}

impl<Options> JsonSchema for Expression<Options> {
    fn schema_name() -> Cow<'static, str> {
        "Expression".into()
    }

    /// Either one of the keys that combine, or the options of a rule, which are those of a case.
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let part = generator.subschema_for::<Expression<Options>>();
        let parts = json_schema!({ "type": "array", "items": part });
        json_schema!({
            "type": "object",
            "properties": { "all": parts, "any": parts, "not": part },
        })
    }
}

/// The key of an expression whose rules have these options.
pub(super) fn expression<'de, Options: DeserializeOwned + Serialize, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<Expression<Options>>, D::Error> {
    let table = Table::deserialize(from)?;
    let mut rules = Vec::new();
    let table = checked(table, &mut rules).map_err(Error::custom)?;
    Ok(Some(Expression { table, rules }))
}

/// The same expression, with the values of rules as options have them. The options of each rule are added to `rules`.
fn checked<Options: DeserializeOwned + Serialize>(
    table: Table,
    rules: &mut Vec<Options>,
) -> Result<Table, String> {
    let mut keys = table.keys();
    if let (Some(key), None) = (keys.next(), keys.next())
        && combines(key)
    {
        let part = |(key, value)| Ok::<_, String>((key, checked_part(value, rules)?));
        return table.into_iter().map(part).collect();
    }
    if let Some(key) = table.keys().find(|key| !may_be_combined(key)) {
        return Err(if combines(key) {
            format!("`{key}` must be the only key of its table in `interesting`")
        } else {
            unknown::<Options>(&table)
                .unwrap_or_else(|| format!("`{key}` cannot be part of `interesting`"))
        });
    }
    let options: Options = table.try_into().map_err(|error: toml::de::Error| {
        let message = error.message();
        unknown_key(message).unwrap_or_else(|| message.to_owned())
    })?;
    let table = Table::try_from(&options).map_err(|error| error.to_string())?;
    rules.push(options);
    Ok(table)
}

fn checked_part<Options: DeserializeOwned + Serialize>(
    value: Value,
    rules: &mut Vec<Options>,
) -> Result<Value, String> {
    match value {
        Value::Table(table) => checked(table, rules).map(Value::Table),
        Value::Array(parts) => {
            let parts = parts.into_iter().map(|part| checked_part(part, rules));
            Ok(Value::Array(parts.collect::<Result<_, _>>()?))
        }
        other => Ok(other),
    }
}

/// Whether a key may be in a rule of an expression. A script is the command itself, and expressions combine by `all`.
fn may_be_combined(key: &str) -> bool {
    is_of_rule(ORACLES, key) && !matches!(key, "script" | "interesting")
}

/// What is said of a key that no case has.
fn unknown<Options: DeserializeOwned>(table: &Table) -> Option<String> {
    let read: Result<Options, toml::de::Error> = table.clone().try_into();
    unknown_key(read.err()?.message())
}
