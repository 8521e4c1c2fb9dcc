//! What must hold of the bytes of smelt's other files, whatever they are: configurations, headers of cases, files that are
//! imported, journals and rows of the store.

use super::made_up::{fill, found, fresh};
use rusqlite::{Connection, params};
use smelt::batch::read_journal;
use smelt::corpus::{CaseOptions, Config, Import, ImportKind, discover, import, plan};
use smelt::event::Event;
use smelt::store::Store;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A root file that lets a case say as much as it may.
const ROOT: &str = "
[solver.free]
command = 'free-solver'
case_arguments = true

[[case]]
glob = '*'
solver = 'free'
";

/// That a configuration is taken or refused.
pub(crate) fn configures(text: &[u8]) {
    if let Ok(text) = std::str::from_utf8(text) {
        drop(Config::parse(Path::new("/nowhere/smelt.toml"), text));
    }
}

/// That a case with this text gets settings, or a reason why it has none; and that no case trusts itself.
pub(crate) fn has_headers(directory: &Path, text: &[u8]) {
    fs::write(directory.join("smelt.toml"), ROOT).expect("a file");
    fs::write(directory.join("case.smt2"), text).expect("a file");
    let config = Config::of_directory(directory).expect("the root file");
    let found = discover(&[directory.to_owned()]).expect("a corpus");
    let planned = plan(found.cases, &[config], &CaseOptions::default(), None).expect("a plan");
    for settings in planned.into_iter().filter_map(|one| one.settings.ok()) {
        let program = settings.command.first();
        assert!(program.is_some_and(|program| program.to_string_lossy().ends_with("free-solver")));
        assert!(!settings.allow_code && settings.env.is_empty());
    }
}

/// The conventions of other tools, with the file in which each says what the case needs.
const CONVENTIONS: [(ImportKind, &str); 4] = [
    (ImportKind::Cvc5, "case.smt2"),
    (ImportKind::Z3, "case.expected.out"),
    (ImportKind::Benchexec, "case.yml"),
    (ImportKind::Ddsmt, "database.json"),
];

/// That such a file, of the convention that the first byte chooses, is imported as a configuration in which the case
/// has a solver of the root file, or is refused.
pub(crate) fn imports(directory: &Path, bytes: &[u8]) {
    let Some((&choice, text)) = bytes.split_first() else {
        return;
    };
    let (kind, file) = CONVENTIONS[usize::from(choice) % CONVENTIONS.len()];
    let table = ROOT.split("[[case]]").next().unwrap_or_default();
    fs::write(directory.join("smelt.toml"), table).expect("a file");
    fs::write(directory.join("case.smt2"), "(check-sat)").expect("a file");
    fs::write(directory.join(file), text).expect("a file");
    let root = directory.canonicalize().expect("a path");
    let database = root.join("database.json");
    let wanted = Import {
        kind,
        path: if kind == ImportKind::Ddsmt {
            &database
        } else {
            &root
        },
        solver: Some("free"),
        reference: Some("free"),
        expected: true,
    };
    let config = Config::of_directory(directory)
        .expect("the root file")
        .expect("is there");
    let found = discover(&[directory.to_owned()]).expect("a corpus");
    if let Ok(imported) = import(&wanted, &root, &found.cases, &config) {
        let text = format!("{table}{}", imported.text);
        let config = Config::parse(&directory.join("smelt.toml"), &text);
        let config = config.unwrap_or_else(|error| panic!("{error}: {text}"));
        let planned = plan(found.cases, &[Some(config)], &CaseOptions::default(), None);
        for settings in planned
            .into_iter()
            .flatten()
            .filter_map(|one| one.settings.ok())
        {
            let program = settings.command.first();
            assert!(
                program.is_some_and(|program| program.to_string_lossy().ends_with("free-solver"))
            );
            assert!(!settings.allow_code && settings.env.is_empty());
        }
    }
    drop(fs::remove_file(directory.join(file)));
}

/// That the lines of a journal are events or are ignored, and that each event is written as it is read.
pub(crate) fn is_journal(directory: &Path, bytes: &[u8]) {
    fs::write(directory.join("journal.jsonl"), bytes).expect("a file");
    let Ok(read) = read_journal(directory) else {
        return;
    };
    read.call();
    read.nonce();
    for event in read.events {
        let line = serde_json::to_vec(&event).expect("a line");
        let again: Event = serde_json::from_slice(&line).expect("an event");
        assert_eq!(serde_json::to_vec(&again).expect("a line"), line);
    }
}

/// The columns of a store that hold what was observed, with their tables.
const COLUMNS: [(&str, &str); 20] = [
    ("obs", "ending"),
    ("obs", "code"),
    ("obs", "out"),
    ("obs", "err"),
    ("obs", "cpu"),
    ("obs", "wall"),
    ("obs", "rss"),
    ("obs", "lim"),
    ("obs", "chk"),
    ("obs", "stack"),
    ("limits", "cpu"),
    ("limits", "wall"),
    ("limits", "idle"),
    ("limits", "memory"),
    ("limits", "output"),
    ("texts", "len"),
    ("texts", "base"),
    ("texts", "digest"),
    ("texts", "hash"),
    ("texts", "head"),
];

/// A store with some observations, and a connection past it.
pub(crate) struct Rows {
    path: PathBuf,
    whole: Vec<u8>,
    _directory: TempDir,
}

/// How many observations there are.
const ROWS: u64 = 6;

impl Rows {
    pub(crate) fn new() -> Rows {
        let (directory, path) = fresh();
        fill(&Store::open(&path).expect("a store"), ROWS);
        let whole = fs::read(&path).expect("a store");
        Rows {
            path,
            whole,
            _directory: directory,
        }
    }

    /// That a store with another value in a column, in one or all rows, gives right observations or none.
    pub(crate) fn hold(&self, bytes: &[u8]) {
        let Some((&[column, row], value)) = bytes.split_first_chunk() else {
            return;
        };
        for rest in ["-wal", "-shm"] {
            let mut name = self.path.clone().into_os_string();
            name.push(rest);
            drop(fs::remove_file(name));
        }
        fs::write(&self.path, &self.whole).expect("a store");
        let (table, column) = COLUMNS[usize::from(column) % COLUMNS.len()];
        let connection = Connection::open(&self.path).expect("a connection");
        let which = match row {
            0 => "1".to_owned(),
            row => format!("rowid = {row}"),
        };
        let which = if table == "obs" {
            "1".to_owned()
        } else {
            which
        };
        let update = format!("UPDATE {table} SET {column} = ?1 WHERE {which}");
        let number = value.first_chunk().map(|bytes| i64::from_le_bytes(*bytes));
        // What does not fit the type or the rules of the column is refused by the database itself.
        let _ = match number {
            Some(number) if !matches!(column, "digest" | "hash" | "head") => {
                connection.execute(&update, params![number])
            }
            _ => connection.execute(&update, params![value]),
        };
        drop(connection);
        if let Ok(store) = Store::open(&self.path) {
            found(&store, ROWS);
        }
    }
}
