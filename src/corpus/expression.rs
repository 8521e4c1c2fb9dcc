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
pub struct Expression(Table);

impl Expression {
    /// The options of each rule in it.
    pub(super) fn rules<Options: DeserializeOwned>(&self) -> Vec<Options> {
        let mut rules = Vec::new();
        let mut tables = vec![&self.0];
        while let Some(table) = tables.pop() {
            let parts = table.iter().filter(|(key, _)| combines(key));
            let before = tables.len();
            for (_, part) in parts {
                let list = part.as_array().into_iter().flatten();
                tables.extend(list.chain([part]).filter_map(Value::as_table));
            }
            if tables.len() == before {
                rules.extend(table.clone().try_into::<Options>());
            }
        }
        rules
    }
}

/// Whether a key combines rules.
fn combines(key: &str) -> bool {
    matches!(key, "all" | "any" | "not")
}

impl Serialize for Expression {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl JsonSchema for Expression {
    fn schema_name() -> Cow<'static, str> {
        "Expression".into()
    }

    /// Either one of the keys that combine, or the options of a rule, which are those of a case.
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let part = generator.subschema_for::<Expression>();
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
) -> Result<Option<Expression>, D::Error> {
    let table = Table::deserialize(from)?;
    let table = checked::<Options>(table).map_err(Error::custom)?;
    Ok(Some(Expression(table)))
}

/// The same expression, with the values of rules as options have them.
fn checked<Options: DeserializeOwned + Serialize>(table: Table) -> Result<Table, String> {
    let mut keys = table.keys();
    if let (Some(key), None) = (keys.next(), keys.next())
        && combines(key)
    {
        let part = |(key, value)| Ok::<_, String>((key, checked_part::<Options>(value)?));
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
    Table::try_from(options).map_err(|error| error.to_string())
}

fn checked_part<Options: DeserializeOwned + Serialize>(value: Value) -> Result<Value, String> {
    match value {
        Value::Table(table) => checked::<Options>(table).map(Value::Table),
        Value::Array(parts) => {
            let parts = parts.into_iter().map(checked_part::<Options>);
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
