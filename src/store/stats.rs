//! Statistics on a store, for `smelt cache stats`.

use std::path::{Path, PathBuf};

use rusqlite::Connection;
use serde::{Serialize, Serializer};

use super::location::bytes_at;
use crate::observation::KEPT;

/// A path that is no UTF-8 cannot be written in JSON as it is.
fn as_shown<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.display())
}

/// Statistics on a store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// The store's file.
    #[serde(serialize_with = "as_shown")]
    pub path: PathBuf,
    /// The size of the file and its log in bytes.
    pub bytes: u64,
    /// What the file holds, in bytes.
    pub held: Held,
    /// The version of the tables.
    pub version: i32,
    /// Observations.
    pub observations: u64,
    /// The number of distinct questions. One question may have several observations, at different limits.
    pub questions: u64,
    /// The number of distinct texts: outputs and stacks.
    pub texts: u64,
    /// What is kept of all texts, in bytes, before it is compressed.
    pub text_length: u64,
    /// The number of distinct stacks.
    pub stacks: u64,
    /// The number of commands.
    pub fingerprints: u64,
    /// The last use of the least recently used observation: when that run began, as `2026-11-20T08:00:00Z`.
    pub oldest_use: Option<String>,
    /// The last use of the most recently used observation.
    pub newest_use: Option<String>,
    /// The number of observations by the way the run ended, the most frequent first.
    pub ends: Vec<(String, u64)>,
}

/// The bytes of a store's file by what they hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Held {
    /// The observations, without their texts.
    pub rows: u64,
    /// The texts, with their index.
    pub texts: u64,
    /// Of the texts, the stacks as they are stored.
    pub stacks: u64,
    /// Free pages.
    pub free: u64,
}

impl Held {
    fn read(connection: &Connection) -> rusqlite::Result<Held> {
        // The pages of a table and of its index.
        let pages = |table: &str| {
            let sql = format!(
                "SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE aggregate = TRUE
                 AND name IN (SELECT name FROM main.sqlite_schema WHERE tbl_name = '{table}')"
            );
            count(connection, &sql)
        };
        let free: i64 = connection.pragma_query_value(None, "freelist_count", |row| row.get(0))?;
        let page: i64 = connection.pragma_query_value(None, "page_size", |row| row.get(0))?;
        Ok(Held {
            rows: pages("obs")?,
            texts: pages("texts")?,
            stacks: count(
                connection,
                "SELECT coalesce(sum(length(head)), 0) FROM texts WHERE id IN (SELECT stack FROM obs)",
            )?,
            free: (free * page).unsigned_abs(),
        })
    }
}

/// The number that a query returns.
pub(super) fn count(connection: &Connection, sql: &str) -> rusqlite::Result<u64> {
    let count = connection.query_row(sql, [], |row| row.get::<_, i64>(0))?;
    Ok(count.unsigned_abs())
}

impl Stats {
    pub(super) fn read(connection: &Connection, path: PathBuf) -> rusqlite::Result<Stats> {
        let count = |sql: &str| count(connection, sql);
        let when = |aggregate: &str| {
            connection.query_row(
                &format!(
                    "SELECT strftime('%Y-%m-%dT%H:%M:%SZ', {aggregate}(started), 'unixepoch')
                     FROM generations WHERE id IN (SELECT gen FROM obs)"
                ),
                [],
                |row| row.get(0),
            )
        };
        Ok(Stats {
            bytes: bytes_at(&path),
            held: Held::read(connection)?,
            version: connection.pragma_query_value(None, "user_version", |row| row.get(0))?,
            observations: count("SELECT count(*) FROM obs")?,
            questions: count("SELECT count(*) FROM (SELECT DISTINCT fp, key, n FROM obs)")?,
            texts: count("SELECT count(*) FROM texts")?,
            text_length: count(&format!(
                "SELECT coalesce(sum(min(len, {KEPT})), 0) FROM texts"
            ))?,
            stacks: count("SELECT count(DISTINCT stack) FROM obs WHERE stack <> 0")?,
            fingerprints: count("SELECT count(*) FROM fingerprints")?,
            oldest_use: when("min")?,
            newest_use: when("max")?,
            ends: ends(connection)?,
            path,
        })
    }

    /// The lines to print, each with a name and a value.
    pub fn lines(&self) -> Vec<String> {
        let line = |name: &str, value: String| format!("{name:<14}{value}");
        let number = |name: &str, value: u64| line(name, value.to_string());
        let a_run = match self.observations {
            0 => "-".to_owned(),
            runs => format!("{:.1}", self.bytes as f64 / runs as f64),
        };
        let used = |when: &Option<String>| when.clone().unwrap_or_else(|| "never".to_owned());
        let mut lines = vec![
            line("path", self.path.display().to_string()),
            number("bytes", self.bytes),
            line("version", self.version.to_string()),
            number("observations", self.observations),
            number("questions", self.questions),
            number("texts", self.texts),
            number("stacks", self.stacks),
            number("commands", self.fingerprints),
            line("bytes a run", a_run),
            number("row bytes", self.held.rows),
            number("text bytes", self.held.texts),
            number("stack bytes", self.held.stacks),
            number("free bytes", self.held.free),
            number("text length", self.text_length),
            line("oldest use", used(&self.oldest_use)),
            line("newest use", used(&self.newest_use)),
        ];
        for (name, count) in &self.ends {
            lines.push(line("ended", format!("{count} × {name}")));
        }
        lines
    }
}

fn ends(connection: &Connection) -> rusqlite::Result<Vec<(String, u64)>> {
    let mut statement = connection.prepare(
        "SELECT ending, code, count(*) FROM obs GROUP BY 1, 2 ORDER BY count(*) DESC, 1, 2",
    )?;
    let rows = statement.query_map([], |row| {
        let (ending, code) = (row.get::<_, i64>(0)?, row.get::<_, i64>(1)?);
        let name = match ending {
            0 => format!("exit code {code}"),
            1 => format!("signal {code}"),
            2 => "CPU limit".to_owned(),
            3 => "idle limit".to_owned(),
            4 => "output limit".to_owned(),
            other => format!("unknown ({other})"),
        };
        Ok((name, row.get::<_, i64>(2)?.unsigned_abs()))
    })?;
    rows.collect()
}
