//! Files that smelt has not made: they are not written to, whatever their names, and neither is what a link points to.

use crate::support::{Bench, INPUT, script};
use std::os::unix::fs::symlink;

/// A corpus of one case, and the arguments of a batch of it.
fn corpus(bench: &Bench) -> Vec<String> {
    bench.write("cases/one.smt2", INPUT);
    let solver = script("contains.sh");
    let batch = "batch cases --out out --cache none --allow-trivial --".split(' ');
    batch
        .chain([&*solver, "check-sat"])
        .map(str::to_owned)
        .collect()
}

fn words(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

#[test]
fn a_directory_with_files_of_the_user_is_no_output() {
    for name in [
        "lock",
        "results.csv",
        "summary.md",
        "journal.jsonl",
        "notes/a.txt",
    ] {
        let bench = Bench::new();
        let batch = corpus(&bench);
        bench.write(&format!("out/{name}"), "precious\n");
        bench
            .smelt(&words(&batch))
            .exits(2)
            .says(&["not written by smelt", "does not exist or is empty"]);
        assert_eq!(bench.text(&format!("out/{name}")), "precious\n");
        let left = std::fs::read_dir(bench.path("out")).expect("a directory");
        assert_eq!(left.count(), 1, "{name}: nothing was added");
    }
}

#[test]
fn an_empty_output_is_marked_and_one_of_an_older_smelt_is_accepted_and_marked() {
    let bench = Bench::new();
    let batch = corpus(&bench);
    std::fs::create_dir(bench.path("out")).expect("a directory");
    bench.smelt(&words(&batch)).exits(0);
    let marker = bench.read("out/smelt-output");
    std::fs::remove_file(bench.path("out/smelt-output")).expect("a marker");
    bench.smelt(&words(&batch)).exits(0);
    assert_eq!(bench.read("out/smelt-output"), marker);
    assert_eq!(
        bench.row("out", "one.smt2")["starts"],
        "1",
        "it was taken up"
    );
}

#[test]
fn a_marked_output_may_have_lost_everything_else() {
    let bench = Bench::new();
    let batch = corpus(&bench);
    bench.smelt(&words(&batch)).exits(0);
    std::fs::remove_file(bench.path("out/journal.jsonl")).expect("a journal");
    bench.smelt(&words(&batch)).exits(0);
}

#[test]
fn links_in_an_output_are_replaced_or_refused_and_never_followed() {
    let links = [
        ("lock", 2),
        ("journal.jsonl", 2),
        ("results.csv", 0),
        ("summary.md", 0),
        ("report.html", 0),
        ("results.csv.smelt-tmp", 0),
        ("minimized", 3),
        ("minimized/one.smt2", 0),
    ];
    for (name, code) in links {
        let bench = Bench::new();
        let batch = corpus(&bench);
        bench.smelt(&words(&batch)).exits(0);
        let path = bench.path(&format!("out/{name}"));
        let target = if name == "minimized" {
            std::fs::create_dir(bench.path("elsewhere")).expect("a directory");
            std::fs::remove_dir_all(&path).expect("a directory");
            bench.path("elsewhere")
        } else {
            if path.exists() {
                std::fs::remove_file(&path).expect("a file");
            }
            bench.write("precious", "precious")
        };
        symlink(&target, &path).expect("a link");
        let ran = bench.smelt(&words(&batch));
        assert_eq!(ran.code, Some(code), "{name}: {ran:#?}");
        if name == "minimized" {
            assert_eq!(target.read_dir().expect("a directory").count(), 0);
            assert!(bench.row("out", "one.smt2")["detail"].contains("is a link"));
        } else {
            assert_eq!(bench.text("precious"), "precious", "{name}");
        }
    }
}

#[test]
fn the_state_beside_a_single_output_is_not_written_through_a_link_or_into_a_file_of_the_user() {
    for is_link in [true, false] {
        let bench = Bench::new();
        bench.write("case.smt2", INPUT);
        if is_link {
            symlink(
                bench.write("precious", "precious"),
                bench.path("small.smt2.smelt-run"),
            )
            .expect("a link");
        } else {
            bench.write("small.smt2.smelt-run", "precious");
        }
        bench.reduce("case.smt2", "false").exits(2).says(&[
            "small.smt2.smelt-run",
            if is_link {
                "link"
            } else {
                "not written by smelt"
            },
        ]);
        assert_eq!(bench.text("small.smt2.smelt-run"), "precious");
    }
}

#[test]
fn an_id_in_a_strangers_journal_leads_to_no_file_outside() {
    let bench = Bench::new();
    let batch = corpus(&bench);
    bench.smelt(&words(&batch)).exits(0);
    let journal = bench.text("out/journal.jsonl");
    // It could be taken for the result, if it was looked for there.
    let precious = bench.read("out/minimized/one.smt2");
    let path = bench.write("precious.smt2", &precious);
    for id in ["../../precious.smt2", &*path.to_string_lossy()] {
        bench.write("out/journal.jsonl", journal.replace("one.smt2", id));
        bench.write("precious.smt2", [&precious[..], b" "].concat());
        let proof = bench.smelt(&["check", "--minimal", "out"]).exits(3);
        assert!(
            !proof.out.contains("not the file"),
            "it was read: {proof:#?}"
        );
        bench.smelt(&["report", "out"]).exits(0);
        bench.smelt(&words(&batch)).exits(0);
        assert_eq!(bench.read("precious.smt2"), [&precious[..], b" "].concat());
    }
}

/// Two configurations, of which the second one's result makes way for the first one's again. Where the state of the output
/// says that this is kept is changed in between.
fn put_back_from(bench: &Bench, call: &[&str], state: &str, kept: &str) {
    bench.script(
        "solver",
        "#!/bin/sh\ngrep -q check-sat \"$1\" && exit 9\nexit 0\n",
    );
    let other = [&call[..1], &["--timeout", "7"], &call[1..]].concat();
    bench.smelt(call).exits(0);
    bench.smelt(&other).exits(0);
    let text = bench.text(state);
    let name = text
        .split("\"file\":\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    let name = name.expect("a result that has made way");
    bench.write(state, text.replace(name, kept));
    bench.smelt(call).exits(0);
}

#[test]
fn a_result_that_a_strangers_journal_names_outside_is_not_taken_from_there() {
    let bench = Bench::new();
    corpus(&bench);
    bench.write("precious", "precious");
    bench.write("needed", "");
    let path = bench.path("precious").to_string_lossy().into_owned();
    for kept in ["../precious", &*path] {
        let batch =
            "batch cases --out out --cache none --allow-trivial --depends needed -- ./solver";
        let batch: Vec<&str> = batch.split(' ').collect();
        put_back_from(&bench, &batch, "out/journal.jsonl", kept);
        for entry in walkdir::WalkDir::new(bench.path("out")) {
            let text = std::fs::read(entry.expect("an entry").path()).unwrap_or_default();
            assert_ne!(text, b"precious", "it was copied");
        }
        std::fs::remove_dir_all(bench.path("out")).expect("an output");
    }
}
