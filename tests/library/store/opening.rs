//! What is found at a path, and what becomes of it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use smelt::store::{Store, StoreError};

use super::made_up::{fill, found, fresh};

/// Changes the file as another program would.
fn sql(path: &Path, statements: &str) {
    let connection = rusqlite::Connection::open(path).expect("a database");
    connection.execute_batch(statements).expect(statements);
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("a directory");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().display().to_string())
        .collect();
    names.sort();
    names
}

#[test]
fn a_file_of_another_program_is_refused_and_left_as_it_was() {
    let (directory, path) = fresh();
    for content in ["case,solver\n1,z3\n", &"text ".repeat(5000), "x"] {
        fs::write(&path, content).expect("write");
        let error = Store::open(&path).expect_err("refused");
        assert!(matches!(error, StoreError::Foreign(_)), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("read"), content);
        assert_eq!(names(directory.path()), ["verdicts.db"]);
    }
    fs::remove_file(&path).expect("remove");
    sql(
        &path,
        "CREATE TABLE bookmarks(url TEXT); PRAGMA user_version = 1",
    );
    let error = Store::open(&path).expect_err("refused");
    assert!(matches!(error, StoreError::Foreign(_)), "{error}");
    assert!(!error.hint().is_empty());
}

#[test]
fn a_newer_store_is_refused_and_left_as_it_was() {
    let (_directory, path) = fresh();
    drop(Store::open(&path).expect("a new store"));
    sql(&path, "PRAGMA user_version = 7");
    let before = fs::read(&path).expect("read");
    let error = Store::open(&path).expect_err("refused");
    assert!(matches!(error, StoreError::Newer(_, 7, 2)), "{error}");
    assert_eq!(fs::read(&path).expect("read"), before);
}

#[test]
fn a_store_of_a_version_that_never_was_is_set_aside() {
    for version in [0, -3] {
        let (_directory, path) = fresh();
        fill(&Store::open(&path).expect("a new store"), 3);
        sql(&path, &format!("PRAGMA user_version = {version}"));
        let store = Store::open(&path).expect("a store begun anew");
        let note = &store.notes()[0];
        assert!(
            note.contains("ever was") && note.contains("moved to"),
            "{note}"
        );
        assert_eq!(found(&store, 3), 0);
    }
}

#[test]
fn a_directory_is_refused() {
    let (directory, _path) = fresh();
    let error = Store::open(directory.path()).expect_err("refused");
    assert!(matches!(error, StoreError::Io(..)), "{error}");
}

#[test]
fn a_new_store_is_its_owners_alone() {
    let (directory, _path) = fresh();
    let path = directory.path().join("a/b/verdicts.db");
    let store = Store::open(&path).expect("a new store");
    assert_eq!(store.notes(), [""; 0]);
    fill(&store, 3);
    let names = ["", "-wal", "-shm", ".lock"].map(|suffix| format!("verdicts.db{suffix}"));
    for name in names {
        let mode = fs::metadata(path.with_file_name(&name)).expect(&name);
        assert_eq!(mode.permissions().mode() & 0o777, 0o600, "{name}");
    }
}

#[test]
fn a_link_to_a_store_is_that_store() {
    let (directory, path) = fresh();
    fill(&Store::open(&path).expect("a new store"), 3);
    let link = directory.path().join("link.db");
    std::os::unix::fs::symlink(&path, &link).expect("a link");
    let store = Store::open(&link).expect("the store");
    assert_eq!(found(&store, 3), 3);
    assert_eq!(store.path(), path.canonicalize().expect("its path"));
    assert!(!directory.path().join("link.db.lock").exists());
}

#[test]
fn an_empty_file_becomes_a_store() {
    let (_directory, path) = fresh();
    fs::write(&path, "").expect("write");
    let store = Store::open(&path).expect("a new store");
    fill(&store, 3);
    assert_eq!(found(&store, 3), 3);
    assert_eq!(store.notes(), [""; 0]);
}

#[test]
fn a_store_with_a_garbage_header_is_set_aside() {
    let (directory, path) = fresh();
    fill(&Store::open(&path).expect("a new store"), 3);
    let mut bytes = fs::read(&path).expect("read");
    bytes[..100].fill(0xaa);
    fs::write(&path, &bytes).expect("write");
    let store = Store::open(&path).expect("a store begun anew");
    assert!(store.notes()[0].contains("moved to"), "{:?}", store.notes());
    assert_eq!(found(&store, 3), 0);
    fill(&store, 3);
    drop(store);
    let store = Store::open(&path).expect("the new store");
    assert_eq!((found(&store, 3), store.notes().len()), (3, 0));
    let aside = names(directory.path());
    let aside = aside.iter().find(|name| name.contains(".corrupt-"));
    let aside = directory.path().join(aside.expect("the damaged file"));
    assert_eq!(fs::read(aside).expect("read"), bytes);
}

#[test]
fn a_damaged_store_that_others_use_is_left_to_them() {
    let (_directory, path) = fresh();
    let user = Store::open(&path).expect("a new store");
    fill(&user, 3);
    fs::write(path.with_file_name("verdicts.db-wal"), "").expect("write");
    fs::write(&path, "garbage").expect("write");
    let error = Store::open(&path).expect_err("held by another");
    assert!(matches!(error, StoreError::InUse(_)), "{error}");
    assert_eq!(fs::read(&path).expect("read"), b"garbage");
}

#[test]
fn a_store_that_may_only_be_read_is_read() {
    let (_directory, path) = fresh();
    let error = Store::open_read_only(&path).expect_err("nothing there");
    assert!(matches!(error, StoreError::ReadOnly(_)), "{error}");
    fill(&Store::open(&path).expect("a new store"), 3);
    let store = Store::open_read_only(&path).expect("a store to read");
    assert_eq!((found(&store, 3), store.notes().len()), (3, 0));
    fill(&store, 5);
    assert_eq!((found(&store, 5), store.degraded()), (3, None));
    assert_eq!(store.stats().expect("statistics").observations, 3);
}

/// As root permissions stop nobody, so the directory is mounted read-only where that is allowed.
#[test]
fn a_store_in_a_read_only_directory_is_read() {
    let (directory, path) = fresh();
    fill(&Store::open(&path).expect("a new store"), 3);
    let before = names(directory.path());
    let mut permissions = fs::metadata(directory.path())
        .expect("metadata")
        .permissions();
    permissions.set_mode(0o500);
    fs::set_permissions(directory.path(), permissions.clone()).expect("chmod");
    let mounted = rustix::process::geteuid().is_root() && mount_read_only(directory.path());
    if mounted || !rustix::process::geteuid().is_root() {
        let store = Store::open(&path).expect("a store to read");
        assert_eq!((found(&store, 3), store.notes().len()), (3, 1));
        let new = directory.path().join("new/verdicts.db");
        let error = Store::open(&new).expect_err("nothing can be created");
        assert!(matches!(error, StoreError::Io(..)), "{error}");
    }
    if mounted {
        run("umount", &[directory.path().as_os_str()]);
    }
    permissions.set_mode(0o700);
    fs::set_permissions(directory.path(), permissions).expect("chmod");
    assert_eq!(names(directory.path()), before);
}

fn mount_read_only(directory: &Path) -> bool {
    let directory = directory.as_os_str();
    let bind = ["--bind", "-o", "ro"].map(std::ffi::OsStr::new);
    run("mount", &[&bind[..], &[directory, directory]].concat())
}

fn run(program: &str, arguments: &[&std::ffi::OsStr]) -> bool {
    let status = Command::new(program).args(arguments).status();
    status.is_ok_and(|status| status.success())
}

#[test]
fn a_device_is_no_store_and_gets_no_files_beside_it() {
    let error = Store::open(Path::new("/dev/null")).expect_err("a device");
    assert!(matches!(error, StoreError::Io(..)), "{error}");
    assert!(!Path::new("/dev/null.lock").exists());
}
