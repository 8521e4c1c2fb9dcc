//! Statistics on a store, for `smelt cache stats`.

use std::path::PathBuf;

use rusqlite::Connection;

use super::location::bytes_at;

/// Statistics on a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    /// The store's file.
    pub path: PathBuf,
    /// The size of the file and its log in bytes.
    pub bytes: u64,
    /// The version of the tables.
    pub version: i32,
    /// Observations.
    pub observations: u64,
    /// The number of distinct questions. One question may have several observations, at different limits.
    pub questions: u64,
    /// The number of distinct output texts.
    pub texts: u64,
    /// The number of commands.
    pub fingerprints: u64,
    /// The last use of the least recently used observation: when that run began, as `2026-11-20T08:00:00Z`.
    pub oldest_use: Option<String>,
    /// The last use of the most recently used observation.
    pub newest_use: Option<String>,
    /// The number of observations by the way the run ended, the most frequent first.
    pub ends: Vec<(String, u64)>,
}

impl Stats {
    pub(super) fn read(connection: &Connection, path: PathBuf) -> rusqlite::Result<Stats> {
        let count = |sql| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
        let count = |sql| count(sql).map(i64::unsigned_abs);
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
            version: connection.pragma_query_value(None, "user_version", |row| row.get(0))?,
            observations: count("SELECT count(*) FROM obs")?,
            questions: count("SELECT count(*) FROM (SELECT DISTINCT fp, key, n FROM obs)")?,
            texts: count("SELECT count(*) FROM texts")?,
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
        let used = |when: &Option<String>| when.clone().unwrap_or_else(|| "never".to_owned());
        let mut lines = vec![
            line("path", self.path.display().to_string()),
            line("bytes", self.bytes.to_string()),
            line("version", self.version.to_string()),
            line("observations", self.observations.to_string()),
            line("questions", self.questions.to_string()),
            line("texts", self.texts.to_string()),
            line("commands", self.fingerprints.to_string()),
            line("oldest use", used(&self.oldest_use)),
            line("newest use", used(&self.newest_use)),
        ];
        let ends = self.ends.iter();
        lines.extend(ends.map(|(name, count)| line("ended", format!("{count} × {name}"))));
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
