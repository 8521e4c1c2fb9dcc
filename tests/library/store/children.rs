//! Other processes that use a store: this test binary once more, with a role.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use smelt::store::{Claim, Store};

use super::made_up::{fingerprint, key, observation};

const ROLE: &str = "SMELT_TEST_ROLE";
const STORE: &str = "SMELT_TEST_STORE";

/// Starts this binary as another process: `write FROM TO`, or `pace` or `claim` until it is killed. Lines it prints begin
/// with its role. `wrapper` is a shell command that ends in `exec "$@"`.
pub(crate) fn start(wrapper: &str, role: &str, path: &Path) -> Child {
    let binary = std::env::current_exe().expect("this binary");
    Command::new("sh")
        .args(["-c", wrapper, "sh"])
        .arg(binary)
        .args([
            "--exact",
            "store::children::play_the_role",
            "--nocapture",
            "--test-threads=1",
        ])
        .env(ROLE, role)
        .env(STORE, path)
        .stdout(Stdio::piped())
        .spawn()
        .expect("another process")
}

/// No test of its own: what the other processes do.
#[test]
fn play_the_role() {
    let (Ok(role), Some(path)) = (std::env::var(ROLE), std::env::var_os(STORE)) else {
        return;
    };
    let store = Store::open(Path::new(&path)).expect("the store");
    let mut words = role.split(' ').skip(1).map(str::parse::<u64>);
    match (words.next(), words.next()) {
        (Some(Ok(from)), Some(Ok(to))) => write(&store, from, to),
        _ if role == "claim" => claim(&store),
        _ => pace(&store),
    }
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "\n{line}")
        .and_then(|()| out.flush())
        .expect("stdout");
}

/// Inserts a range and says how the store is at the end.
fn write(store: &Store, from: u64, to: u64) {
    let session = store.session(&fingerprint(1));
    for i in from..to {
        session.insert(&key(i), 0, Arc::new(observation(i)));
        if i % 16 == 0 {
            sleep(Duration::from_millis(1));
        }
    }
    store.flush();
    say(&format!(
        "write {}",
        store.degraded().unwrap_or("well".to_owned())
    ));
}

/// Inserts a row about every millisecond, saying its number before; every hundredth time it flushes, and says so.
fn pace(store: &Store) {
    let session = store.session(&fingerprint(1));
    for i in 0..1_000_000 {
        say(&format!("pace {i}"));
        session.insert(&key(i), 0, Arc::new(observation(i)));
        if i % 100 == 99 {
            store.flush();
            say(&format!("pace flushed {}", i + 1));
        }
        sleep(Duration::from_millis(1));
    }
}

/// Claims a case and says so.
fn claim(store: &Store) {
    let claim = store.try_claim(&[7; 32], &fingerprint(1));
    assert!(matches!(claim, Claim::Held(_)));
    say("claim held");
    sleep(Duration::from_mins(10));
}
