//! Of those who share a store, one at a time works on a case.

use std::fs;
use std::io::{BufRead, BufReader};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use smelt::store::{Claim, Store};

use super::children::start;
use super::made_up::{NOTHING, fill, fingerprint, found, fresh, key, limits, observation};

const CASE: [u8; 32] = [7; 32];

fn is_held(claim: &Claim<'_>) -> bool {
    matches!(claim, Claim::Held(_))
}

fn is_busy(claim: &Claim<'_>) -> bool {
    matches!(claim, Claim::Busy)
}

#[test]
fn a_claimed_case_is_busy_until_the_claim_is_dropped() {
    let (_directory, path) = fresh();
    let one = Store::open(&path).expect("a new store");
    let two = Store::open(&path).expect("the store");
    let claim = one.try_claim(&CASE, &fingerprint(1));
    assert!(is_held(&claim));
    assert!(is_busy(&two.try_claim(&CASE, &fingerprint(1))));
    assert!(
        is_busy(&one.try_claim(&CASE, &fingerprint(1))),
        "the same source twice in one process"
    );
    assert!(is_held(&two.try_claim(&CASE, &fingerprint(2))));
    assert!(is_held(&two.try_claim(&[8; 32], &fingerprint(1))));
    drop(claim);
    assert!(is_held(&two.try_claim(&CASE, &fingerprint(1))));
}

#[test]
fn a_killed_holder_frees_its_claim() {
    let (_directory, path) = fresh();
    let store = Store::open(&path).expect("a new store");
    let mut child = start("exec \"$@\"", "claim", &path);
    let out = BufReader::new(child.stdout.take().expect("its output"));
    let said = out.lines().map_while(Result::ok);
    assert!(said.into_iter().any(|line| line == "claim held"));
    assert!(is_busy(&store.try_claim(&CASE, &fingerprint(1))));
    child.kill().expect("kill");
    child.wait().expect("wait");
    assert!(is_held(&store.try_claim(&CASE, &fingerprint(1))));
}

#[test]
fn a_store_that_may_only_be_read_has_no_claims() {
    let (directory, path) = fresh();
    fill(&Store::open(&path).expect("a new store"), 3);
    let store = Store::open_read_only(&path).expect("a store to read");
    let claim = store.try_claim(&CASE, &fingerprint(1));
    assert!(matches!(claim, Claim::Unavailable));
    assert!(!directory.path().join("verdicts.db.cases").exists());
}

#[test]
fn a_place_where_no_claim_can_be_kept_has_no_claims() {
    let (directory, path) = fresh();
    let store = Store::open(&path).expect("a new store");
    fs::create_dir(directory.path().join("verdicts.db.cases")).expect("in the way");
    let claim = store.try_claim(&CASE, &fingerprint(1));
    assert!(matches!(claim, Claim::Unavailable));
}

#[test]
fn who_had_to_wait_finds_what_the_other_has_learnt() {
    let (_directory, path) = fresh();
    let one = Store::open(&path).expect("a new store");
    let two = Store::open(&path).expect("the store");
    assert_eq!(found(&two, 3), 0, "the filter is read");
    let claim = one.try_claim(&CASE, &fingerprint(1));
    one.session(&fingerprint(1))
        .insert(&key(0), 0, Arc::new(observation(0)));
    assert!(is_busy(&two.try_claim(&CASE, &fingerprint(1))));
    // Commits what was inserted.
    drop(claim);
    let claim = two.try_claim(&CASE, &fingerprint(1));
    assert!(is_held(&claim));
    assert_eq!(found(&two, 3), 1);
    fill(&one, 3);
    // From now on, sessions look again now and then.
    let begin = Instant::now();
    while found(&two, 3) < 3 {
        assert!(begin.elapsed() < Duration::from_mins(1));
        sleep(Duration::from_millis(1));
    }
}

#[test]
fn who_never_met_another_reads_a_filter_once() {
    let (_directory, path) = fresh();
    let one = Store::open(&path).expect("a new store");
    let two = Store::open(&path).expect("the store");
    assert!(is_held(&two.try_claim(&CASE, &fingerprint(1))));
    assert_eq!(found(&two, 3), 0);
    fill(&one, 3);
    let session = two.session(&fingerprint(1));
    assert_eq!(session.lookup(&key(1), 0, &limits(8), NOTHING), None);
}
