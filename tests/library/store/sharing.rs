//! Several threads and processes on one store, killed ones among them, and a disk that is full.

use std::io::{BufRead, BufReader};
use std::sync::Arc;
use std::thread;

use smelt::store::{Store, StoreError};

use super::children::start;
use super::made_up::{NOTHING, fill, fingerprint, found, fresh, key, limits, observation};

const PLAIN: &str = "exec \"$@\"";

#[test]
fn processes_that_create_and_fill_one_store_lose_nothing() {
    let (_directory, path) = fresh();
    let roles = [
        "write 0 600",
        "write 300 900",
        "write 600 1200",
        "write 0 1200",
    ];
    let children: Vec<_> = roles.map(|role| start(PLAIN, role, &path)).into();
    for child in children {
        let output = child.wait_with_output().expect("the other process");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success() && said.contains("write well"),
            "{said}"
        );
    }
    let store = Store::open(&path).expect("the store");
    assert_eq!((found(&store, 1200), store.notes().len()), (1200, 0));
    let stats = store.stats().expect("statistics");
    assert_eq!((stats.questions, stats.observations), (1200, 3000));
}

#[test]
fn threads_find_what_the_others_inserted() {
    let (_directory, path) = fresh();
    let store = Store::open(&path).expect("a new store");
    thread::scope(|scope| {
        for part in 0..4 {
            let store = &store;
            scope.spawn(move || {
                let session = store.session(&fingerprint(1));
                for i in (part..2000).step_by(4) {
                    session.insert(&key(i), 0, Arc::new(observation(i)));
                    let own = session.lookup(&key(i), 0, &limits(8), NOTHING);
                    assert_eq!(own, Some(observation(i)), "at once");
                }
            });
        }
    });
    assert_eq!(found(&store, 2000), 2000, "before and after their commits");
    drop(store);
    assert_eq!(found(&Store::open(&path).expect("the store"), 2000), 2000);
}

#[test]
fn a_session_may_outlive_its_store() {
    let (_directory, path) = fresh();
    let store = Store::open(&path).expect("a new store");
    fill(&store, 3);
    let session = store.session(&fingerprint(1));
    drop(store);
    session.insert(&key(7), 0, Arc::new(observation(7)));
    assert_eq!(
        session.lookup(&key(2), 0, &limits(8), NOTHING),
        Some(observation(2))
    );
}

#[test]
fn a_killed_process_loses_the_last_rows_only() {
    let mut losses = Vec::new();
    for round in 1..=5 {
        let (_directory, path) = fresh();
        let mut child = start(PLAIN, "pace", &path);
        let out = child.stdout.take().expect("its output");
        let (mut said, mut flushed) = (0, 0);
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            if let Some(number) = line.strip_prefix("pace flushed ") {
                flushed = number.parse().expect("a number");
            } else if let Some(number) = line.strip_prefix("pace ") {
                said = number.parse::<u64>().expect("a number");
            }
            if said == round * 61 {
                // The rest of its output is read to the end, so that the last row it said is known.
                child.kill().expect("kill");
            }
        }
        child.wait().expect("wait");
        let store = Store::open(&path).expect("the store");
        let stored = found(&store, said + 1);
        assert_eq!(
            found(&store, stored),
            stored,
            "the first rows are there, without a gap"
        );
        assert!(stored >= flushed, "{stored} of {flushed} flushed");
        assert_eq!(store.notes(), [""; 0]);
        losses.push(said - stored.min(said));
    }
    // A busy machine may hold up any one commit.
    assert!(losses.iter().min() <= Some(&64), "{losses:?}");
}

#[test]
fn a_full_disk_ends_writing_and_nothing_else() {
    let (_directory, path) = fresh();
    fill(&Store::open(&path).expect("a new store"), 100);
    // No file may grow beyond 160 KiB, and to try is an error, not a signal.
    let full = "trap '' XFSZ; ulimit -f 320; exec \"$@\"";
    let child = start(full, "write 100 30000", &path);
    let output = child.wait_with_output().expect("the other process");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && said.contains("write cannot write the verdict store"),
        "{said}"
    );
    let store = Store::open(&path).expect("the store");
    assert_eq!((found(&store, 100), store.notes().len()), (100, 0));
    assert!(found(&store, 30000) < 30000);
}

#[test]
fn a_process_that_may_open_too_few_files_leaves_a_sound_store_as_it_was_whichever_file_it_lacks() {
    let (directory, path) = fresh();
    fill(&Store::open(&path).expect("a new store"), 100);
    let mut opened = Vec::new();
    for files in 3..20 {
        let few = format!("ulimit -n {files}; exec \"$@\" 2>&-");
        let child = start(&few, "write 100 120", &path);
        let output = child.wait_with_output().expect("the other process");
        opened.push(output.status.success());
        let store = Store::open(&path).expect("the store");
        assert_eq!((found(&store, 100), store.notes().len()), (100, 0));
    }
    assert!(opened.contains(&true) && opened.contains(&false));
    assert!(
        opened.is_sorted(),
        "with more files it works too: {opened:?}"
    );
    let entries = std::fs::read_dir(directory.path()).expect("a directory");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let strangers: Vec<_> = names
        .filter(|name| name.to_string_lossy().contains("corrupt"))
        .collect();
    assert_eq!(strangers, [""; 0]);
}

#[test]
fn a_session_does_not_see_what_came_after_its_filter_from_elsewhere() {
    let (_directory, path) = fresh();
    let early = Store::open(&path).expect("a new store");
    let session = early.session(&fingerprint(1));
    let late = Store::open(&path).expect("the store");
    fill(&late, 3);
    assert_eq!(
        session.lookup(&key(1), 0, &limits(8), NOTHING),
        None,
        "a miss costs a run"
    );
    assert_eq!(found(&Store::open(&path).expect("the store"), 3), 3);
}

#[test]
fn an_error_says_what_and_where_and_has_a_hint_that_names_no_option_of_the_program() {
    let error = StoreError::Network("/nfs/verdicts.db".into(), "NFS");
    assert_eq!(
        error.to_string(),
        "the verdict store `/nfs/verdicts.db` would be on a network file system (NFS)"
    );
    assert!(error.hint().contains("local disk"));
    assert!(!error.hint().contains("--"), "there may be no command line");
}
