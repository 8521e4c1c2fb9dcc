//! Makes answers, and asks oracles about them.

use smelt::observation::{End, Frame, Limit, Limits, Observation, Stack, Stream};
use smelt::oracle::{Answer, Ask, Criterion, Evidence, Next, Oracle};
use smelt::outcome::Outcome;
use smelt::solver::dialect;
use std::sync::Arc;
use std::time::Duration;

/// A run that exited with this code and these streams.
pub(crate) fn exit(code: i32, out: &[u8], err: &[u8]) -> Option<Evidence> {
    ended(End::Exited(code), out, err)
}

/// A run that smelt stopped.
pub(crate) fn stopped(limit: Limit) -> Option<Evidence> {
    ended(End::LimitHit(limit), b"", b"")
}

/// A run that ended so.
#[expect(
    clippy::unnecessary_wraps,
    reason = "the rows of the tables hold None too"
)]
pub(crate) fn ended(end: End, out: &[u8], err: &[u8]) -> Option<Evidence> {
    Some(evidence(end, out, err, None))
}

/// A run that ended so, with these functions on its stack, and said this on standard error.
#[expect(
    clippy::unnecessary_wraps,
    reason = "the rows of the tables hold None too"
)]
pub(crate) fn at_site(end: End, err: &[u8], functions: &[&str]) -> Option<Evidence> {
    let frame = |function: &&str| Frame {
        function: (*function).to_owned(),
        module: "solver".to_owned(),
    };
    let stack = Stack {
        frames: functions.iter().map(frame).collect(),
        is_overflow: false,
    };
    Some(evidence(end, b"", err, Some(stack)))
}

fn evidence(end: End, out: &[u8], err: &[u8], stack: Option<Stack>) -> Evidence {
    let observation = Observation {
        end,
        out: Stream::of(out),
        err: Stream::of(err),
        cpu: Duration::ZERO,
        wall: Duration::ZERO,
        rss_kib: 0,
        stack,
        limits: Limits::of_cpu(Duration::from_secs(1)),
    };
    let failures = dialect::failures(&observation).into();
    let observation = Arc::new(observation);
    Evidence {
        cpu_limit: observation.limits.cpu,
        observation,
        failures,
    }
}

/// The answer of a solver.
pub(crate) fn answer(solver: usize, evidence: Option<Evidence>) -> Answer {
    let ask = Ask::of(solver);
    Answer { ask, evidence }
}

/// The oracle of a rule that makes one.
pub(crate) fn of(rule: &dyn Criterion) -> Box<dyn Oracle> {
    rule.oracle().expect("a rule that makes an oracle")
}

/// The outcome of a candidate, asked as the checker asks: each question answered, until it is decided.
pub(crate) fn outcome(oracle: &dyn Oracle, golden: &[Answer], candidate: &[Answer]) -> Outcome {
    let mut seen = Vec::new();
    loop {
        match oracle.next(golden, &seen) {
            Next::Outcome(outcome) => return outcome,
            Next::Ask(ask) => {
                assert!(
                    seen.iter().all(|seen: &Answer| seen.ask != ask),
                    "asked twice"
                );
                let answer = candidate.iter().find(|answer| answer.ask == ask);
                seen.push(answer.expect("only what was foreseen is asked").clone());
            }
        }
    }
}

/// 100 000 bytes with this at the end.
pub(crate) fn long(end: &str) -> Vec<u8> {
    let mut text = b"noise ".repeat(100_000 / 6);
    text.extend_from_slice(end.as_bytes());
    text
}

/// Walks a table of candidates of one oracle under test.
pub(crate) fn table(
    rule: &dyn Criterion,
    golden: Option<Evidence>,
    rows: Vec<(&str, Option<Evidence>, Outcome)>,
) {
    let oracle = of(rule);
    let golden = [answer(0, golden)];
    oracle
        .accept_golden(&golden)
        .expect("golden shows what is to be kept");
    assert!(oracle.same(&golden, &golden), "golden is like itself");
    for (name, candidate, expected) in rows {
        let found = outcome(oracle.as_ref(), &golden, &[answer(0, candidate)]);
        assert_eq!(found, expected, "{name}");
    }
}
