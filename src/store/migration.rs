//! Older versions of the tables: how they become the newest, and how they are read where nothing may be changed.

use rusqlite::{Connection, Result, TransactionBehavior};

/// The newest version of the tables. A newer file is refused; an older one is migrated.
pub(super) const VERSION: i32 = STEPS[STEPS.len() - 1].to;

/// The way from one version to the next.
struct Step {
    /// The version that it leads to.
    to: i32,
    /// Changes the tables. It must be fast, because others wait meanwhile. (To add a column to a strict table, SQLite
    /// reads the whole table, but writes nothing.)
    change: &'static str,
    /// Temporary views that show the unchanged tables as they would be.
    overlay: &'static str,
}

/// One for each older version, the oldest first.
const STEPS: [Step; 1] = [Step {
    to: 2,
    change: "ALTER TABLE obs ADD COLUMN stack INTEGER NOT NULL DEFAULT 0;
             ALTER TABLE texts ADD COLUMN base INTEGER NOT NULL DEFAULT -1",
    overlay: "CREATE TEMP VIEW obs AS SELECT *, 0 AS stack FROM main.obs;
              CREATE TEMP VIEW texts AS SELECT *, -1 AS base FROM main.texts",
}];

/// Brings the tables to the newest version: all of the way or, if interrupted, none of it. Nobody else may use the
/// store.
pub(super) fn migrate(connection: &mut Connection) -> Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for step in steps(&transaction)? {
        transaction.execute_batch(step.change)?;
    }
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}

/// Lets this connection see older tables as if they were migrated. The file is not changed.
pub(super) fn overlay(connection: &Connection) -> Result<()> {
    for step in steps(connection)? {
        connection.execute_batch(step.overlay)?;
    }
    Ok(())
}

/// The steps that the tables of a store still need; none if it is no store.
fn steps(connection: &Connection) -> Result<impl Iterator<Item = &'static Step>> {
    let version =
        connection.pragma_query_value(None, "user_version", |row| row.get::<_, i32>(0))?;
    let is_known = version > 0;
    Ok(STEPS
        .iter()
        .filter(move |step| is_known && version < step.to))
}
