//! What answer-set solvers say, made up, and oracles asked about it.

use super::make::{ended, exit, long, stopped};
use smelt::observation::{End, Limit};
use smelt::oracle::{About, Answer, Ask, Evidence, Oracle};
use smelt::outcome::Outcome::{self, Uninteresting, Unresolved};

/// The output of a solver that has found all models.
pub(crate) fn sat(models: &[&str]) -> Option<Evidence> {
    let printed: Vec<String> = (1..)
        .zip(models)
        .map(|(nth, model)| format!("Answer: {nth}\n{model}\n"))
        .collect();
    let (printed, count) = (printed.concat(), models.len());
    let out = format!("clasp version 3.3.5\n{printed}SATISFIABLE\n\nModels : {count}\n");
    exit(30, out.as_bytes(), b"")
}

/// The output of a solver that has found all brave consequences in these steps.
pub(crate) fn brave(steps: &[&str]) -> Option<Evidence> {
    consequences("Brave", steps)
}

/// The output of a solver that has found all cautious consequences in these steps.
pub(crate) fn cautious(steps: &[&str]) -> Option<Evidence> {
    consequences("Cautious", steps)
}

fn consequences(reasoning: &str, steps: &[&str]) -> Option<Evidence> {
    let evidence = sat(steps)?;
    let count = steps.last()?.split_whitespace().count();
    let summary = format!("  {reasoning} : yes\nConsequences : {count}\n");
    let out = [&evidence.observation.out.head[..], summary.as_bytes()].concat();
    exit(30, &out, b"")
}

/// The output of a solver that has stopped at its first models.
pub(crate) fn first(models: &[&str]) -> Option<Evidence> {
    let mut evidence = sat(models)?;
    let observation = (*evidence.observation).clone();
    let mut text = observation.out.head.clone();
    text.pop();
    text.extend_from_slice(b"+\n");
    evidence = exit(10, &text, b"")?;
    Some(evidence)
}

pub(crate) fn unsat() -> Option<Evidence> {
    exit(
        20,
        b"clasp version 3.3.5\nUNSATISFIABLE\n\nModels : 0\n",
        b"",
    )
}

pub(crate) fn unknown() -> Option<Evidence> {
    exit(0, b"clasp version 3.3.5\nUNKNOWN\n\nModels : 0+\n", b"")
}

pub(crate) fn optimum(costs: &str) -> Option<Evidence> {
    let out = format!(
        "Answer: 1\na\nOptimization: {costs}\nOPTIMUM FOUND\n\nModels : 1\n  Optimum : yes\nOptimization : {costs}\n"
    );
    exit(30, out.as_bytes(), b"")
}

pub(crate) fn syntax_error() -> Option<Evidence> {
    exit(
        65,
        b"clingo version 5\nUNKNOWN\n",
        b"*** ERROR: (clingo): parsing failed\n",
    )
}

/// As `python -m clingo` does it.
pub(crate) fn syntax_error_with_code_0() -> Option<Evidence> {
    exit(
        0,
        b"pyclingo version 5\nUNKNOWN\n",
        b"*** ERROR: (pyclingo): parsing failed\n",
    )
}

/// What no trusted side may show: each of these says nothing.
pub(crate) fn useless() -> Vec<(&'static str, Option<Evidence>, Outcome)> {
    vec![
        ("unknown", unknown(), Uninteresting),
        ("syntax error", syntax_error(), Uninteresting),
        (
            "syntax error, code 0",
            syntax_error_with_code_0(),
            Uninteresting,
        ),
        ("crash", ended(End::Signaled(11), b"", b""), Uninteresting),
        (
            "crash after an answer",
            ended(End::Signaled(11), b"UNSATISFIABLE\n", b""),
            Uninteresting,
        ),
        ("CPU limit", stopped(Limit::Cpu), Uninteresting),
        ("idle limit", stopped(Limit::Idle), Uninteresting),
        ("output limit", stopped(Limit::Output), Uninteresting),
        ("wall limit", stopped(Limit::Wall), Unresolved),
        ("no result", None, Unresolved),
        ("empty", exit(0, b"", b""), Uninteresting),
        (
            "code and word differ",
            exit(10, b"UNSATISFIABLE\n", b""),
            Uninteresting,
        ),
        ("not kept", exit(20, &long("nothing"), b""), Uninteresting),
    ]
}

/// An answer to a question about a model.
pub(crate) fn about_model(
    solver: usize,
    of: usize,
    number: usize,
    evidence: Option<Evidence>,
) -> Answer {
    let about = About::Model { of, number };
    let ask = Ask {
        about,
        ..Ask::of(solver)
    };
    Answer { ask, evidence }
}

#[track_caller]
pub(crate) fn decides(
    oracle: &dyn Oracle,
    golden: &[Answer],
    candidate: &[Answer],
    name: &str,
    is: Outcome,
) {
    let found = super::make::outcome(oracle, golden, candidate);
    assert_eq!(found, is, "{name}");
}
