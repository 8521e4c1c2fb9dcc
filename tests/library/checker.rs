//! Checks through memory, store and helper, with scripts in place of solvers. Runs are counted from outside: each
//! script writes a line to a file that is neither an argument nor in the environment.

use smelt::checker::{CheckError, Checker, Purpose, Rerun, Solver, SolverClient};
use smelt::language::smtlib::SmtLib;
use smelt::observation::Limits;
use smelt::oracle::{Answer, Ask, Criterion, MatchRule, Same};
use smelt::outcome::{Outcome, Patience};
use smelt::solver::{CommandSpec, Dependencies, Invocation, Slot, use_runner};
use smelt::store::{SingleFlight, Store};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

const GOLDEN: &[u8] = b"(assert false)(check-sat)";

/// A script that fails on texts with `check-sat`, and a store.
struct World {
    dir: TempDir,
    store: Store,
    single_flight: Arc<SingleFlight>,
}

impl World {
    /// A world whose script does this before it looks at the text (`$1`).
    fn of(first: &str) -> World {
        use_runner(Path::new(env!("CARGO_BIN_EXE_smelt")));
        let dir = TempDir::new().expect("a directory");
        let store = Store::open(&dir.path().join("store.db")).expect("a store");
        let world = World {
            dir,
            store,
            single_flight: Arc::default(),
        };
        world.script(first);
        world
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Replaces the script. Another process copies it into place: one that this process has open for writing
    /// cannot be started.
    fn script(&self, first: &str) {
        let text = format!(
            "#!/bin/sh\necho run >>'{}'\n{first}\nif grep -q check-sat \"$1\"; then exit 9; fi\n",
            self.path("runs").display()
        );
        fs::write(self.path("draft"), text).expect("a script");
        let install = Command::new("install")
            .args(["-m", "755"])
            .args([self.path("draft"), self.path("solver")])
            .status();
        assert!(install.expect("install runs").success());
    }

    fn runs(&self) -> usize {
        fs::read_to_string(self.path("runs")).map_or(0, |runs| runs.lines().count())
    }

    /// A checker under these limits, whose golden run was made.
    fn checker(&self, limits: Limits) -> Checker {
        self.checker_with(limits, |_| {})
    }

    /// The same with a ladder, whose lowest rung is in force.
    fn checker_on_ladder(&self, limits: Limits) -> Checker {
        self.checker_with(limits, |client| {
            client.solver().ladder.begin(Duration::ZERO);
        })
    }

    fn checker_with(&self, limits: Limits, prepare: impl FnOnce(&SolverClient)) -> Checker {
        let spec = CommandSpec {
            argv: vec![self.path("solver").into_os_string()],
            extension: "smt2".into(),
            ..CommandSpec::default()
        };
        let invocation = Invocation::resolve(&spec).expect("a command that resolves");
        let mut slot = Slot::new().expect("a slot");
        let dependencies = Dependencies::of(&invocation, &mut slot).expect("dependencies");
        let fingerprint = dependencies.fingerprint(Some(&[7; 32]));
        let session = self.store.session(&fingerprint);
        let solver = Solver {
            is_guarded: false,
            launches: None,
            invocation,
            dependencies,
            fingerprint,
            session: Some(session),
            single_flight: Arc::clone(&self.single_flight),
            prefetched: Arc::default(),
            ladder: Arc::default(),
            tracing: Arc::default(),
        };
        let mut client = SolverClient::new(slot, solver, wide());
        let ask = Ask::of(0);
        let evidence = client
            .ask(GOLDEN, ask.nth, Patience::Full, Purpose::Search)
            .expect("a golden run");
        client.set_limits(limits);
        prepare(&client);
        let oracle = Same(MatchRule::default()).oracle().expect("an oracle");
        let golden = vec![Answer { ask, evidence }];
        Checker::new(&SmtLib, vec![client], oracle, golden)
    }
}

/// Limits that no script here reaches.
fn wide() -> Limits {
    Limits {
        wall: Duration::from_mins(1),
        idle: Duration::from_secs(30),
        ..Limits::of_cpu(Duration::from_secs(20))
    }
}

#[test]
fn a_repeated_text_is_a_hit_and_no_run() {
    let world = World::of("");
    let mut checker = world.checker(wide());
    let golden = world.runs();
    for _ in 0..3 {
        let outcome = checker
            .check(b"(check-sat)", Patience::Short)
            .expect("an outcome");
        assert_eq!(outcome, Outcome::Interesting);
    }
    assert_eq!(world.runs() - golden, 1);
    let counts = checker.counts();
    assert_eq!((counts.hits, counts.runs), (2, 2), "golden is a run too");
}

#[test]
fn a_text_that_the_store_knows_is_no_run_for_the_next_checker() {
    let world = World::of("");
    let texts: [&[u8]; 2] = [b"(check-sat)", b"(exit)"];
    let ask = |checker: &mut Checker| {
        texts.map(|text| checker.check(text, Patience::Short).expect("an outcome"))
    };
    let cold = ask(&mut world.checker(wide()));
    assert_eq!(cold, [Outcome::Interesting, Outcome::Uninteresting]);
    let runs = world.runs();
    assert_eq!(ask(&mut world.checker(wide())), cold);
    assert_eq!(world.runs(), runs);
}

#[test]
fn a_replay_asks_again_for_a_share_of_what_the_store_answers() {
    let world = World::of("");
    let texts: Vec<String> = (0..64).map(|n| format!("(check-sat){n}")).collect();
    let check = |checker: &mut Checker| {
        for text in &texts {
            let outcome = checker.check(text.as_bytes(), Patience::Short);
            assert_eq!(outcome.expect("an outcome"), Outcome::Interesting);
        }
    };
    check(&mut world.checker(wide()));
    for (share, asked) in [(0.0, 0..=0), (0.25, 8..=24), (1.0, 64..=64)] {
        let rerun = Arc::new(Rerun::of(share, [7; 32]));
        let mut checker = world.checker(wide());
        checker.replay(Arc::clone(&rerun), "case");
        let before = world.runs();
        check(&mut checker);
        assert_eq!(rerun.known(), 64);
        assert!(asked.contains(&rerun.again()), "{share}: {}", rerun.again());
        assert_eq!(world.runs() - before, rerun.again());
        assert_eq!(rerun.differences(), []);
    }
}

#[test]
fn a_text_checked_afresh_is_run_although_store_and_memory_know_it() {
    let world = World::of("");
    let mut checker = world.checker(wide());
    checker
        .check(b"(check-sat)", Patience::Short)
        .expect("an outcome");
    let runs = world.runs();
    let (outcome, answers) = checker.check_afresh(b"(check-sat)").expect("an outcome");
    assert_eq!(outcome, Outcome::Interesting);
    assert_eq!(world.runs() - runs, 1);
    assert!(checker.signature(&answers).is_some());
}

#[test]
fn a_wall_kill_is_unresolved_and_never_stored() {
    let slow = "if grep -q slow \"$1\"; then sleep 20; fi";
    let world = World::of(slow);
    let text = b"(slow)(check-sat)";
    let short = Limits {
        wall: Duration::from_millis(300),
        ..wide()
    };
    for kills in 1..=2 {
        let mut checker = world.checker(short);
        let outcome = checker.check(text, Patience::Short).expect("an outcome");
        assert_eq!(outcome, Outcome::Unresolved);
        assert_eq!(checker.counts().wall_kills, 1);
        assert_eq!(world.runs(), 1 + kills, "golden once, and a run each time");
    }
}

#[test]
fn an_idle_solver_is_a_fact_that_is_stored() {
    let world = World::of("if grep -q slow \"$1\"; then sleep 20; fi");
    let short = Limits {
        idle: Duration::from_millis(300),
        ..wide()
    };
    for _ in 0..2 {
        // Golden is asked under other limits, and was stored under those.
        let mut checker = world.checker(short);
        let outcome = checker
            .check(b"(slow)(check-sat)", Patience::Short)
            .expect("an outcome");
        assert_eq!(outcome, Outcome::Uninteresting);
    }
    assert_eq!(world.runs(), 2);
}

#[test]
fn a_solver_replaced_while_in_use_is_an_error_with_a_word_and_its_run_is_not_stored() {
    let world = World::of("");
    let mut checker = world.checker(wide());
    world.script("exit 0");
    let error = checker
        .check(b"(check-sat)", Patience::Short)
        .expect_err("another solver answered");
    assert!(matches!(error, CheckError::Changed(_)), "{error:?}");
    assert!(error.to_string().contains("solver"), "{error}");
    world.script("");
    let outcome = world.checker(wide()).check(b"(check-sat)", Patience::Short);
    assert_eq!(outcome.expect("an outcome"), Outcome::Interesting);
}

/// Takes a tenth of a second or two of CPU time on slow texts, and for ever on others.
const SLOW: &str = "i=0\nif grep -q slow \"$1\"; then while [ $i -lt 200000 ]; do i=$((i+1)); done; fi\n\
                    if grep -q spins \"$1\"; then while :; do :; done; fi";

/// Limits that spinning reaches after half a second.
fn half_a_second() -> Limits {
    Limits {
        cpu: Duration::from_millis(500),
        ..wide()
    }
}

/// The outcomes of checks, each with a patience.
fn outcomes(checker: &mut Checker, text: &[u8], patience: &[Patience]) -> Vec<Outcome> {
    let mut check = |&patience: &Patience| checker.check(text, patience).expect("an outcome");
    patience.iter().map(&mut check).collect()
}

#[test]
fn a_text_that_spins_is_put_off_at_the_lowest_rung_and_decided_at_the_full_limit() {
    use Outcome::{Uninteresting, Unresolved};
    use Patience::{Full, Short};
    let world = World::of(SLOW);
    let text = b"(spins)(check-sat)";
    for runs in [3, 0] {
        // The second checker finds in the store what the first one found in runs.
        let before = world.runs();
        let mut checker = world.checker_on_ladder(half_a_second());
        let began = world.runs();
        let found = outcomes(&mut checker, text, &[Short, Short, Full, Short, Full]);
        let rest = [Uninteresting; 3];
        assert_eq!(found, [&[Unresolved; 2][..], &rest].concat());
        let limits =
            "two at the lowest rung, of which the first is not believed, and one at the full limit";
        assert_eq!(world.runs() - began, runs, "{limits}");
        assert!(began - before <= 1, "golden");
        let counts = checker.counts();
        assert_eq!(counts.limit_hits, runs as u64);
        assert_eq!(counts.near_limit, 0, "nobody knows how long it takes");
    }
}

#[test]
fn a_text_that_is_interesting_at_the_full_limit_makes_room_for_others_that_are_as_slow() {
    use Patience::{Full, Short};
    let world = World::of(SLOW);
    let mut checker = world.checker_on_ladder(wide());
    let [first, second]: [&[u8]; 2] = [b"(slow)(check-sat)", b"(slow 2)(check-sat)"];
    assert_eq!(
        outcomes(&mut checker, second, &[Short]),
        [Outcome::Unresolved]
    );
    let found = outcomes(&mut checker, first, &[Short, Full, Short]);
    let interesting = [Outcome::Interesting; 2];
    assert_eq!(found, [&[Outcome::Unresolved][..], &interesting].concat());
    assert_eq!(checker.counts().near_limit, 1, "what raises a limit counts");
    let found = outcomes(&mut checker, second, &[Short]);
    assert_eq!(
        found,
        [Outcome::Interesting],
        "it was put off at a lower rung only"
    );
}

#[test]
fn what_is_known_to_finish_above_a_rung_is_put_off_without_a_run() {
    use Patience::{Full, Short};
    let world = World::of(SLOW);
    let text = b"(slow)";
    let known = outcomes(&mut world.checker(wide()), text, &[Full]);
    assert_eq!(known, [Outcome::Uninteresting]);
    let runs = world.runs();
    let mut checker = world.checker_on_ladder(wide());
    let found = outcomes(&mut checker, text, &[Short, Full]);
    assert_eq!(found, [Outcome::Unresolved, Outcome::Uninteresting]);
    assert_eq!(world.runs(), runs);
}

#[test]
fn what_was_prefetched_at_a_lower_rung_does_not_answer_the_full_limit() {
    use Patience::{Full, Short};
    let world = World::of(SLOW);
    let mut checker = world.checker_on_ladder(wide());
    let text = b"(slow)(check-sat)";
    let ahead = checker.prefetch(text, Short).expect("an outcome");
    assert_eq!(ahead, Outcome::Unresolved);
    let runs = world.runs();
    let found = outcomes(&mut checker, text, &[Short]);
    assert_eq!(found, [Outcome::Unresolved]);
    assert_eq!(world.runs(), runs, "it was prefetched");
    let ahead = checker.prefetch(text, Full).expect("an outcome");
    assert_eq!(ahead, Outcome::Interesting);
    let found = outcomes(&mut checker, text, &[Full]);
    assert_eq!(found, [Outcome::Interesting]);
    assert_eq!(world.runs(), runs + 1, "prefetched once more");
}

#[test]
fn a_replay_puts_off_what_was_put_off_and_runs_again_only_what_was_decided() {
    use Patience::{Full, Short};
    let world = World::of(SLOW);
    let text = b"(spins)";
    let mut checker = world.checker_on_ladder(half_a_second());
    let found = outcomes(&mut checker, text, &[Short, Full]);
    outcomes(&mut checker, b"(spins too)", &[Short]);
    let rerun = Arc::new(Rerun::of(1.0, [7; 32]));
    let mut checker = world.checker_on_ladder(half_a_second());
    checker.replay(Arc::clone(&rerun), "case");
    assert_eq!(outcomes(&mut checker, text, &[Short]), found[..1]);
    assert_eq!((rerun.known(), rerun.again()), (1, 0));
    assert_eq!(outcomes(&mut checker, text, &[Full]), found[1..]);
    assert_eq!(rerun.differences(), []);
    outcomes(&mut checker, b"(spins too)", &[Short]);
    assert!(!rerun.is_unknown("case"));
    let unknown = checker.check(b"(spins too)", Full);
    assert!(matches!(unknown, Err(CheckError::NotStored)));
    assert!(rerun.is_unknown("case"));
}
