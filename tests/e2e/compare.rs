//! Tools that are scripts are compared on cases whose solver is one: what is measured of each, whatever it does.

use crate::interruption::{ends, signal, start, wait};
use crate::support::Bench;
use std::collections::HashMap;
use std::fs;

/// The solver crashes in a way on `get-value`, and in another one on `quantifier`.
const SOLVER: &str = "#!/bin/sh
if grep -q get-value \"$1\"; then echo 'FATAL ERROR: no values' >&2; exit 134; fi
if grep -q forall \"$1\"; then echo 'FATAL ERROR: no quantifiers' >&2; exit 134; fi
echo sat
";

const ONE: &str = "(set-logic QF_LIA)\n; a comment\n(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n(get-value (x))\n(exit)\n";

const TWO: &str = "(declare-const y Int)\n(assert (< y 0))\n(check-sat)\n(get-value (y))\n";

/// A comparison of scripts on two cases.
struct Comparison {
    bench: Bench,
}

impl Comparison {
    fn new() -> Comparison {
        let bench = Bench::new();
        bench.write("bugs/one.smt2", ONE);
        bench.write("bugs/deep/two.smt2", TWO);
        bench.script("solver.sh", SOLVER);
        Comparison { bench }
    }

    /// A tool that is a script: it has `$in` and `$out`, and `$solver`.
    fn tool(&self, name: &str, text: &str) -> String {
        let file = format!("{name}.sh");
        self.bench
            .write(&file, format!("in=$1 out=$2 solver=$3\n{text}\n"));
        let path = self.bench.path(&file);
        format!(
            "{name}=/bin/sh {} {{input}} {{output}} {{solver}} {{match}}",
            path.display()
        )
    }

    fn words<'a>(tools: &'a [String], options: &[&'a str]) -> Vec<&'a str> {
        let mut words = vec!["compare", "bugs", "--out", "out"];
        words.extend(options);
        for tool in tools {
            words.extend(["--tool", tool]);
        }
        words.extend(["--", "./solver.sh"]);
        words
    }

    /// The rows by case and tool.
    fn rows(&self) -> HashMap<(String, String), HashMap<String, String>> {
        let rows = self.bench.rows("out/comparison.csv");
        let key = |row: &HashMap<String, String>| (row["case"].clone(), row["tool"].clone());
        rows.into_iter().map(|row| (key(&row), row)).collect()
    }

    /// The table without what is measured in seconds or megabytes.
    fn stable(&self) -> Vec<Vec<String>> {
        let timed = ["wall_seconds", "cpu_seconds", "memory_mb"];
        let mut rows: Vec<Vec<String>> = Vec::new();
        for row in self.bench.rows("out/comparison.csv") {
            let mut cells: Vec<_> = row
                .into_iter()
                .filter(|(name, _)| !timed.contains(&&**name))
                .collect();
            cells.sort();
            rows.push(
                cells
                    .into_iter()
                    .map(|(name, value)| format!("{name}={value}"))
                    .collect(),
            );
        }
        rows
    }
}

fn of<'a>(
    rows: &'a HashMap<(String, String), HashMap<String, String>>,
    case: &str,
    tool: &str,
) -> &'a HashMap<String, String> {
    let key = (case.to_owned(), tool.to_owned());
    rows.get(&key)
        .unwrap_or_else(|| panic!("{case} {tool} in {rows:#?}"))
}

const COPIES: &str = "\"$solver\" \"$in\"; \"$solver\" \"$in\"; cp \"$in\" \"$out\"";

#[test]
fn every_tool_is_measured_from_outside_and_its_result_is_run_again() {
    let comparison = Comparison::new();
    let tools = [
        "auto".to_owned(),
        comparison.tool("copies", COPIES),
        comparison.tool("empties", "echo '(exit)' >\"$out\""),
        comparison.tool(
            "slides",
            "echo '(assert (forall ((x Int)) true))' >\"$out\"",
        ),
        comparison.tool("nothing", "\"$solver\" \"$in\"; exit 3"),
        comparison.tool("silent", "\"$solver\" \"$in\"; rm -f \"$out\""),
    ];
    let ran = comparison
        .bench
        .smelt(&Comparison::words(&tools, &[]))
        .exits(0);
    assert!(ran.err.contains("FAILS DIFFERENTLY"), "{}", ran.err);
    let rows = comparison.rows();
    assert_eq!(rows.len(), 12);
    for case in ["one.smt2", "deep/two.smt2"] {
        let cell = |tool, column| of(&rows, case, tool)[column].clone();
        let [copied, empty, slid, nothing] =
            ["copies", "empties", "slides", "nothing"].map(|tool| cell(tool, "result"));
        assert_eq!(
            [&*copied, &*empty, &*slid],
            ["same", "no-failure", "other-failure"],
            "{case}"
        );
        assert_eq!(
            (&*nothing, &*cell("nothing", "end")),
            ("missing", "error"),
            "{case}"
        );
        assert!(
            cell("nothing", "detail").contains("exit code 3"),
            "{rows:?}"
        );
        assert_eq!(
            (&*cell("copies", "runs"), &*cell("nothing", "runs")),
            ("2", "1"),
            "{case}"
        );
        // Who writes no file has removed nothing.
        assert_eq!(&*cell("silent", "result"), "same", "{case}");
        assert!(cell("silent", "detail").contains("wrote no file"), "{case}");
        // Comments do not count.
        assert_eq!(
            cell("copies", "bytes_before"),
            cell("copies", "bytes_after"),
            "{case}"
        );
        assert_eq!(&*cell("auto", "result"), "same", "{case}");
        assert!(
            cell("auto", "bytes_after").parse::<u64>().expect("bytes") < 20,
            "{rows:?}"
        );
        assert!(
            cell("auto", "checks").parse::<u64>().expect("checks") > 2,
            "{rows:?}"
        );
        assert!(
            cell("auto", "runs").parse::<u64>().expect("runs") > 4,
            "{rows:?}"
        );
        let result = comparison.bench.text(&format!("out/results/auto/{case}"));
        assert!(result.contains("get-value"), "{result}");
    }
    assert_eq!(of(&rows, "deep/two.smt2", "auto")["set"], "deep");
    assert_eq!(of(&rows, "one.smt2", "auto")["set"], "bugs");
    let summary = comparison.bench.text("out/summary.md");
    assert!(
        summary.contains("| auto | smelt --strategy auto |"),
        "{summary}"
    );
}

#[test]
fn a_tool_that_misbehaves_costs_only_its_own_row() {
    let comparison = Comparison::new();
    let killers = comparison.bench.path("killers");
    let tools = [
        comparison.tool("removes", &format!("{COPIES}; rm \"$in\"")),
        comparison.tool("overwrites", &format!("{COPIES}; echo >\"$in\"")),
        comparison.tool("hangs", &format!("{COPIES}; sleep 77")),
        comparison.tool("leaves", &format!("{COPIES}; sleep 76 & exit 0")),
        // It kills what watches it.
        comparison.tool(
            "kills",
            &format!(
                "sleep 75 & echo $! $$ >>'{}'; kill -9 $PPID; sleep 75",
                killers.display()
            ),
        ),
        comparison.tool(
            "floods",
            "while :; do echo flood flood flood flood flood flood; done",
        ),
        "absent=/bin/sh absent.sh {input} {output} {solver}".to_owned(),
        comparison.tool("copies", COPIES),
    ];
    let options = ["--tool-time", "3s", "-j", "2"];
    comparison
        .bench
        .smelt(&Comparison::words(&tools, &options))
        .exits(0);
    let rows = comparison.rows();
    for (tool, end, result, detail) in [
        ("removes", "finished", "same", "removed its input"),
        ("overwrites", "finished", "same", "wrote into its input"),
        ("hangs", "time-limit", "same", ""),
        ("leaves", "finished", "same", "left a process behind"),
        (
            "kills",
            "error",
            "missing",
            "what watches the tool has ended",
        ),
        ("absent", "error", "missing", "absent.sh"),
        ("copies", "finished", "same", ""),
    ] {
        let row = of(&rows, "one.smt2", tool);
        assert_eq!((&*row["end"], &*row["result"]), (end, result), "{row:?}");
        assert!(row["detail"].contains(detail), "{row:?}");
        assert_eq!(row["detail"].is_empty(), detail.is_empty(), "{row:?}");
    }
    for killer in comparison.bench.text("killers").split_whitespace() {
        // What has ended has no command any more.
        let command = fs::read_to_string(format!("/proc/{killer}/cmdline"));
        assert_eq!(command.unwrap_or_default(), "", "{killer} runs on");
    }
    let flood = of(&rows, "one.smt2", "floods");
    assert!(
        ["error", "time-limit"].contains(&&*flood["end"]),
        "{flood:?}"
    );
    assert_eq!(
        fs::read_to_string(comparison.bench.path("bugs/one.smt2")).expect("a case"),
        ONE
    );
}

#[test]
fn a_run_above_the_limit_never_begins_also_of_solvers_at_the_same_time() {
    let comparison = Comparison::new();
    let tools = [
        comparison.tool(
            "many",
            "cp \"$in\" \"$out\"; for i in 1 2 3 4 5 6 7 8 9; do \"$solver\" \"$in\" & done; wait",
        ),
        "auto".to_owned(),
    ];
    comparison
        .bench
        .smelt(&Comparison::words(&tools, &["--tool-runs", "5"]))
        .exits(0);
    for row in comparison.rows().values() {
        assert_eq!((&*row["end"], &*row["runs"]), ("run-limit", "5"), "{row:?}");
        assert!(["same", "missing"].contains(&&*row["result"]), "{row:?}");
    }
    assert_eq!(of(&comparison.rows(), "one.smt2", "many")["result"], "same");
}

#[test]
fn a_script_judges_by_any_rule_and_a_tool_may_work_in_place() {
    let comparison = Comparison::new();
    let bench = &comparison.bench;
    // The script is given a file, or looks for one that is named like the input.
    bench.write(
        "lines.sh",
        "n=$(wc -l <$2); i=1
while [ $i -le $n ]; do
  mkdir -p sub; sed \"${i}d\" $2 >sub/$2
  if (cd sub && $1) && $1 sub/$2; then cp sub/$2 $2; n=$((n - 1)); else i=$((i + 1)); fi
done
! $1 /dev/null\n",
    );
    let script = format!(
        "lines=/bin/sh {} {{script}} {{input}}",
        bench.path("lines.sh").display()
    );
    let tools = [
        script,
        comparison.tool(
            "copies",
            "test \"$4\" = --ignore-output && \"$solver\" \"$in\" && cp \"$in\" \"$out\"",
        ),
    ];
    let options = ["--match-err-regex", "no v.l", "--ignore-out"];
    bench.smelt(&Comparison::words(&tools, &options)).exits(0);
    let rows = comparison.rows();
    let row = of(&rows, "one.smt2", "lines");
    assert_eq!(
        (&*row["end"], &*row["result"]),
        ("finished", "same"),
        "{row:?}"
    );
    assert_eq!(
        bench.text("out/results/lines/one.smt2"),
        "(get-value (x))\n"
    );
    assert!(row["runs"].parse::<u64>().expect("runs") >= 8, "{row:?}");
    let copies = of(&rows, "one.smt2", "copies");
    assert_eq!(
        (&*copies["result"], &*copies["runs"]),
        ("same", "1"),
        "{copies:?}"
    );
}

#[test]
fn a_comparison_that_was_killed_continues_and_ends_with_the_same_table() {
    let comparison = Comparison::new();
    let tools = [
        comparison.tool("copies", COPIES),
        comparison.tool("slow", &format!("{COPIES}; sleep 0.3")),
        "smelt:ddmin".to_owned(),
    ];
    let words = Comparison::words(&tools, &["--repetitions", "2"]);
    let bench = &comparison.bench;
    let mut running = start(bench, &words);
    let journal = bench.path("out/journal.jsonl");
    let measured = || {
        let journal = fs::read_to_string(&journal).unwrap_or_default();
        journal.matches("\"measured\"").count()
    };
    wait("no call has ended", || measured() >= 3);
    signal(&running, "KILL");
    ends(&mut running);
    let before = measured();
    // A kill may leave half a line.
    let mut cut = fs::read(&journal).expect("a journal");
    cut.extend_from_slice(b"{\"event\":\"meas");
    fs::write(&journal, cut).expect("a journal");
    bench.smelt(&words).exits(0);
    let continued = comparison.stable();
    assert_eq!((continued.len(), measured()), (12, 12), "{before} before");
    fs::rename(bench.path("out"), bench.path("killed")).expect("another name");
    bench.smelt(&words).exits(0);
    assert_eq!(comparison.stable(), continued);
    // A second call has nothing to do.
    let table = bench.read("out/comparison.csv");
    bench.smelt(&words).exits(0);
    assert_eq!((bench.read("out/comparison.csv"), measured()), (table, 12));
    // What a report on tools does not have is refused.
    for option in ["--stable", "--mutators"] {
        bench
            .smelt(&["report", "out", option, "--format", "csv"])
            .exits(2)
            .says(&["compared tools"]);
    }
    assert!(
        bench
            .path("out/results/smelt:ddmin@2/deep/two.smt2")
            .is_file()
    );
}

#[test]
fn tools_of_the_configuration_are_compared_and_wrong_ones_are_refused_before_anything_runs() {
    let comparison = Comparison::new();
    let bench = &comparison.bench;
    bench.write(
        "bugs/smelt.toml",
        "[solver.mine]\ncommand = \"../solver.sh\"\n[[case]]\nglob = \"**/*.smt2\"\nsolver = \"mine\"\n\
         [tool.quick]\ncommand = \"smelt --effort quick\"\n[tool.none]\ncommand = \"smelt --cache none --max-checks 3\"\n",
    );
    let words = ["compare", "bugs", "--out", "out"];
    bench.smelt(&words).exits(0);
    let rows = comparison.rows();
    assert_eq!(of(&rows, "one.smt2", "quick")["result"], "same");
    assert_eq!(of(&rows, "one.smt2", "none")["checks"], "3");
    assert_eq!(of(&rows, "one.smt2", "none")["solver"], "mine");
    for (tool, phrase) in [
        ("hybird", "there is no tool"),
        ("a=smelt --strategy no", "no"),
        ("a=smelt --cache s.db", "--cache none"),
        ("a=smelt in out", "words besides options"),
        ("a/b=smelt", "cannot be the name"),
    ] {
        let words = ["compare", "bugs", "--out", "new", "--tool", tool];
        bench.smelt(&words).exits(2).says(&[phrase]);
    }
    let twice = [
        "compare", "bugs", "--out", "new", "--tool", "auto", "--tool", "auto",
    ];
    bench
        .smelt(&twice)
        .exits(2)
        .says(&["two tools have the name"]);
    assert!(!bench.path("new").exists());
    bench.smelt(&["batch", "bugs", "--out", "batch"]).exits(0);
    let words = ["compare", "bugs", "--out", "batch"];
    bench.smelt(&words).exits(2).says(&["results of a batch"]);
}

#[test]
fn a_case_that_does_not_fail_is_left_out_and_said_so() {
    let comparison = Comparison::new();
    comparison
        .bench
        .write("bugs/fine.smt2", "(check-sat)\n(exit)\n");
    let tools = [comparison.tool("copies", COPIES)];
    let ran = comparison
        .bench
        .smelt(&Comparison::words(&tools, &[]))
        .exits(3);
    let ran = ran.says(&["`fine.smt2` is not compared", "left_out=1"]);
    let bench = &comparison.bench;
    assert!(bench.text("out/summary.md").contains("- fine.smt2: "));
    let junit = bench.smelt(&["report", "out", "--format", "junit"]);
    assert!(junit.exits(0).out.contains("not compared"));
    assert!(ran.err.contains("same=2"), "{}", ran.err);
    assert_eq!(comparison.rows().len(), 2);
}

#[test]
fn a_case_is_left_out_if_a_tool_would_mistake_a_file_beside_it_for_its_own() {
    let comparison = Comparison::new();
    let tools = [comparison.tool("copies", COPIES)];
    for name in ["output", "input.smt2"] {
        comparison.bench.write(name, ONE);
        let words = Comparison::words(&tools, &["--depends", name]);
        let said = format!("a tool would take `{name}`");
        let ran = comparison.bench.smelt(&words).exits(3);
        ran.says(&["`one.smt2` is not compared", &said, "left_out=2"]);
    }
}

#[test]
fn a_second_strategy_in_one_output_is_told_that_the_store_was_warm() {
    let comparison = Comparison::new();
    let bench = &comparison.bench;
    let batch = |strategy| {
        let begin = ["batch", "bugs", "--out", "out", "--strategy", strategy];
        bench
            .smelt(&[&begin[..], &["--", "./solver.sh"]].concat())
            .exits(0)
            .err
    };
    let warm = "the store knew answers that `auto` had asked for";
    assert!(!batch("auto").contains(warm));
    let said = batch("hybrid");
    assert!(said.contains(warm) && said.contains("on 2 cases"), "{said}");
    assert!(said.contains("Checks do not depend on the store"), "{said}");
    // Rows that were taken up have asked for nothing.
    assert!(!batch("hybrid").contains(warm));
}

#[test]
fn what_became_of_bugs_is_not_asked_of_a_comparison() {
    let comparison = Comparison::new();
    let tools = [comparison.tool("copies", COPIES)];
    let bench = &comparison.bench;
    bench.smelt(&Comparison::words(&tools, &[])).exits(0);
    for command in [
        &["status", "out"][..],
        &["groups", "out"],
        &["issue", "out", "one.smt2"],
        &["bundle", "out", "one.smt2"],
        &["check", "--minimal", "out"],
    ] {
        let asked = bench.smelt(command).exits(2);
        asked.says(&["it compares tools", "`smelt report`"]);
    }
}

#[test]
fn a_run_that_is_refused_leaves_what_was_there() {
    let comparison = Comparison::new();
    let bench = &comparison.bench;
    let tools = [comparison.tool("copies", COPIES)];
    let batch = |out| bench.smelt(&["batch", "bugs", "--out", out, "--", "./solver.sh"]);
    batch("batch").exits(0);
    let journal = bench.read("batch/journal.jsonl");
    let mut words = Comparison::words(&tools, &[]);
    words[3] = "batch";
    bench.smelt(&words).exits(2).says(&["results of a batch"]);
    assert_eq!(bench.read("batch/journal.jsonl"), journal);
    bench.smelt(&Comparison::words(&tools, &[])).exits(0);
    let journal = bench.read("out/journal.jsonl");
    batch("out").exits(2).says(&["comparison of tools"]);
    assert_eq!(bench.read("out/journal.jsonl"), journal);
}

#[test]
fn what_was_measured_is_in_the_reports_of_a_run_that_does_not_come_to_its_end() {
    let comparison = Comparison::new();
    let bench = &comparison.bench;
    let mut tools = vec![comparison.tool("copies", COPIES)];
    bench.smelt(&Comparison::words(&tools, &[])).exits(0);
    tools.insert(0, comparison.tool("sleeps", "sleep 77"));
    let mut running = start(bench, &Comparison::words(&tools, &[]));
    let journal = bench.path("out/journal.jsonl");
    let kept = || {
        let journal = fs::read_to_string(&journal).unwrap_or_default();
        journal.matches("\"kept\"").count()
    };
    wait("it begins", || kept() >= 2);
    signal(&running, "KILL");
    ends(&mut running);
    let report = bench.smelt(&["report", "out", "--format", "csv"]).exits(0);
    assert_eq!(report.out.lines().count(), 3, "{}", report.out);
}
