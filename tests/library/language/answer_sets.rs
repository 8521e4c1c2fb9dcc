//! What answer-set solvers print, recorded from releases, is read as what it says.

use smelt::language::answer_sets::{AnswerClass, ModelCount, Reasoning, Report, read};
use smelt::observation::{End, Limit, Limits, Observation, Stream};
use std::time::Duration;

fn run(end: End, out: &[u8], err: &[u8]) -> Observation {
    Observation {
        end,
        out: Stream::of(out),
        err: Stream::of(err),
        cpu: Duration::ZERO,
        wall: Duration::ZERO,
        rss_kib: 0,
        stack: None,
        limits: Limits::of_cpu(Duration::from_secs(1)),
    }
}

/// The report on a recorded run. A stream that is not recorded was empty.
fn recorded(name: &str, code: i32) -> Report {
    let stream = |which: &str| {
        let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/asp");
        std::fs::read(format!("{dir}/{which}-{name}.txt")).unwrap_or_default()
    };
    let (out, err) = (stream("out"), stream("err"));
    assert!(out.len() + err.len() > 0, "{name} is recorded");
    read(&run(End::Exited(code), &out, &err))
}

fn all(counted: u64) -> ModelCount {
    let is_all = true;
    ModelCount { counted, is_all }
}

fn some(counted: u64) -> ModelCount {
    let is_all = false;
    ModelCount { counted, is_all }
}

#[test]
fn the_answer_and_the_number_of_models_are_read_from_every_release() {
    use AnswerClass::{Error, Optimum, Sat, Signal, Unknown, Unsat};
    for (name, code, class, number, models) in [
        ("clingo-5.3.0-models", 30, Sat, Some(all(2)), 2),
        ("clingo-5.8.0-models", 30, Sat, Some(all(2)), 2),
        ("clingo-5.8.0-models-json", 30, Sat, Some(all(2)), 2),
        ("pyclingo-5.8.0-models", 0, Sat, Some(all(2)), 2),
        ("clingo-5.8.0-first", 10, Sat, Some(some(1)), 1),
        ("clasp-3.3.5-models", 30, Sat, Some(all(4)), 4),
        ("clasp-3.3.5-models-json", 30, Sat, Some(all(4)), 4),
        ("clingo-5.3.0-optimum", 30, Optimum, Some(all(2)), 2),
        ("clingo-5.8.0-optimum-json", 30, Optimum, Some(all(2)), 2),
        ("clingo-5.8.0-all-optimal", 30, Optimum, Some(all(2)), 2),
        ("clingo-5.3.0-unsat", 20, Unsat, Some(all(0)), 0),
        ("clingo-5.8.0-brave", 30, Sat, None, 0),
        ("clingo-5.8.0-cautious-json", 30, Sat, None, 0),
        ("clingo-5.3.0-syntax", 65, Error, Some(some(0)), 0),
        ("clasp-3.3.5-syntax", 65, Error, Some(some(0)), 0),
        ("pyclingo-5.8.0-syntax", 0, Error, Some(some(0)), 0),
        ("clasp-3.3.5-internal", 65, Error, Some(some(0)), 0),
        ("clingo-5.8.0-option", 1, Error, None, 0),
        ("clasp-3.3.5-time-limit", 1, Unknown, Some(some(0)), 0),
        ("clasp-3.3.5-crash", 139, Signal, None, 0),
    ] {
        let report = recorded(name, code);
        let found = (report.class, report.number, report.models.len());
        assert_eq!(found, (class, number, models), "{name}: {report:?}");
        assert!(report.is_known, "{name}");
    }
}

#[test]
fn atoms_are_read_as_they_are_printed() {
    for name in [
        "clingo-5.3.0-models",
        "clingo-5.8.0-models",
        "clingo-5.8.0-models-json",
        "pyclingo-5.8.0-models",
    ] {
        let mut models = recorded(name, 30).models;
        for model in &mut models {
            model.sort();
        }
        models.sort();
        let expected = [vec!["-c", "a"], vec!["-c", "a", "b(1,\"x (\\\"y\")"]];
        assert_eq!(models, expected, "{name}");
    }
}

#[test]
fn consequences_are_read_from_the_last_step_of_a_finished_search() {
    let of = |name: &str| recorded(name, 30).consequences.expect(name);
    let brave = of("clingo-5.8.0-brave");
    assert_eq!(brave.reasoning, Reasoning::Brave);
    assert_eq!(brave.atoms, ["b", "c", "a"]);
    let cautious = of("clingo-5.8.0-cautious-json");
    assert_eq!(cautious.reasoning, Reasoning::Cautious);
    assert_eq!(cautious.atoms, ["c"]);
    for (name, summary) in [
        (
            "not finished",
            "Models : 1+\n  Brave : yes\nConsequences : 1\n",
        ),
        (
            "another count",
            "Models : 1\n  Brave : yes\nConsequences : 2\n",
        ),
        ("no count", "Models : 1\n  Brave : yes\n"),
    ] {
        let text = format!("Answer: 1\na\nSATISFIABLE\n\n{summary}");
        let report = read(&run(End::Exited(10), text.as_bytes(), b""));
        assert_eq!(report.class, AnswerClass::Sat, "{name}");
        assert_eq!(report.consequences, None, "{name}");
        assert!(
            report.models.is_empty() && report.number.is_none(),
            "{name}"
        );
    }
}

#[test]
fn costs_and_messages_are_read() {
    for name in ["clingo-5.3.0-optimum", "clingo-5.8.0-optimum-json"] {
        assert_eq!(recorded(name, 30).costs, ["0", "2"], "{name}");
    }
    assert_eq!(recorded("clingo-5.8.0-models", 30).costs, [""; 0]);
    for (name, code, message) in [
        ("clingo-5.3.0-syntax", 65, "parsing failed"),
        ("pyclingo-5.8.0-syntax", 0, "parsing failed"),
        (
            "clasp-3.3.5-internal",
            65,
            "Extended bodies not supported - use '--trans-ext=weight'",
        ),
    ] {
        let error = recorded(name, code).error;
        assert_eq!(error.as_deref(), Some(message), "{name}");
    }
}

#[test]
fn a_code_that_contradicts_the_words_makes_the_answer_unknown_and_a_code_of_an_error_an_error() {
    use AnswerClass::{Error, Optimum, Sat, Signal, Unknown, Unsat};
    let text = |words: &str| format!("clasp version 3\nSolving...\n{words}\n\nModels : 1\n");
    let limit = End::LimitHit(Limit::Cpu);
    for (words, end, class) in [
        ("SATISFIABLE", End::Exited(10), Sat),
        ("SATISFIABLE", End::Exited(11), Sat),
        ("SATISFIABLE", End::Exited(30), Sat),
        ("SATISFIABLE", End::Exited(0), Sat),
        ("SATISFIABLE", End::Exited(20), Unknown),
        ("UNSATISFIABLE", End::Exited(20), Unsat),
        ("UNSATISFIABLE", End::Exited(0), Unsat),
        ("UNSATISFIABLE", End::Exited(10), Unknown),
        ("UNSATISFIABLE", End::Exited(1), Unknown),
        ("OPTIMUM FOUND", End::Exited(30), Optimum),
        ("OPTIMUM FOUND", End::Exited(10), Unknown),
        ("OPTIMUM FOUND", End::Exited(11), Unknown),
        ("UNKNOWN", End::Exited(0), Unknown),
        ("UNKNOWN", End::Exited(1), Unknown),
        ("SATISFIABLE", End::Exited(65), Error),
        ("SATISFIABLE", End::Exited(33), Error),
        ("SATISFIABLE", End::Exited(75), Error),
        ("SATISFIABLE", End::Exited(128), Error),
        ("UNSATISFIABLE", End::Exited(139), Signal),
        ("UNSATISFIABLE", End::Signaled(libc::SIGSEGV), Signal),
        ("SATISFIABLE", limit, AnswerClass::Stopped(Limit::Cpu)),
        ("SATISFIABLE!", End::Exited(10), Unknown),
        (" SATISFIABLE", End::Exited(10), Unknown),
    ] {
        let found = read(&run(end, text(words).as_bytes(), b"")).class;
        assert_eq!(found, class, "{words}, {end}");
    }
}

#[test]
fn words_in_a_model_are_not_taken_for_the_answer() {
    let text = "Answer: 1\nUNSATISFIABLE\nAnswer: 2\nModels : 7\nSATISFIABLE\n\nModels : 2\n";
    let report = read(&run(End::Exited(30), text.as_bytes(), b""));
    assert_eq!(report.class, AnswerClass::Sat);
    assert_eq!(report.number, Some(all(2)));
    let models = [vec!["UNSATISFIABLE"], vec!["Models", ":", "7"]];
    assert_eq!(report.models, models);
}

#[test]
fn of_an_output_that_is_not_kept_whole_the_end_and_the_models_before_the_gap_are_believed() {
    let models: Vec<String> = (1..=20_000)
        .map(|nth| format!("Answer: {nth}\na(\"SATISFIABLE\") b({nth})\n"))
        .collect();
    let models = models.concat();
    let text = format!("clingo version 5\n{models}SATISFIABLE\n\nModels       : 20000\n");
    let report = read(&run(End::Exited(30), text.as_bytes(), b""));
    assert_eq!(
        (report.class, report.number),
        (AnswerClass::Sat, Some(all(20_000)))
    );
    assert_eq!(report.all_models(), None);
    assert!(report.models.len() > 100 && report.models.len() < 20_000);
    for (nth, model) in report.models.iter().enumerate() {
        assert_eq!(model[1], format!("b({})", nth + 1));
    }

    let long = "x".repeat(100_000);
    let json = format!(
        "{{\n  \"Call\": [\n    {{\n      \"Witnesses\": [ {{ \"Value\": [ \"{long}\" ] }} ]\n    }}\n  ],\n  \"Result\": \
         \"SATISFIABLE\",\n  \"Models\": {{\n    \"Number\": 1,\n    \"More\": \"no\"\n  }}\n}}\n"
    );
    let report = read(&run(End::Exited(30), json.as_bytes(), b""));
    assert_eq!(
        (report.class, report.number),
        (AnswerClass::Sat, Some(all(1)))
    );
    assert_eq!(report.all_models(), None);
}

#[test]
fn an_output_that_a_crash_cut_short_or_that_is_none_says_nothing() {
    for text in [
        "{\n  \"Solver\": \"clasp version 3.3.5\",\n  \"Call\": [\n",
        "{",
        "Answer: 1",
        "Answer: 1\n",
        "Answer: 1\na b",
        "",
        "sat\n",
        "\u{0}\n:\n::::\n",
    ] {
        let report = read(&run(End::Exited(0), text.as_bytes(), b"\xff\xfe:"));
        assert_eq!(report.class, AnswerClass::Unknown, "{text:?}");
        assert!(!report.is_answered() && report.models.is_empty());
    }
}
