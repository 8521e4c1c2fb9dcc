//! Shards of a batch and what is merged of them: what one run of all cases would have left.

use crate::support::{Bench, INPUT, repository, script};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A bench with a dozen cases and a solver that fails on `get-value`, and counts its runs.
fn bench() -> Bench {
    let bench = Bench::new();
    for nth in 0..12 {
        let more = format!("(assert (> y {nth}))\n").repeat(nth % 5);
        bench.write(
            &format!("cases/{}/{nth}.smt2", nth % 3),
            INPUT.replace("(check-sat)", &format!("{more}(check-sat)")),
        );
    }
    let text = format!(
        "#!/bin/sh\necho run >>'{}'\nif grep -q get-value \"$1\"; then echo 'error: get-value is not supported'; exit 1; fi\n",
        bench.path("runs").display()
    );
    bench.script("solver", &text);
    bench.write("runs", "");
    bench
}

fn batch(bench: &Bench, out: &str, options: &[&str]) -> usize {
    let runs = || bench.text("runs").lines().count();
    let before = runs();
    let solver = bench.path("solver");
    let begin = [
        "batch",
        "cases",
        "--out",
        out,
        "-j",
        "1",
        "--depends",
        "solver",
    ];
    let end = ["--", solver.to_str().expect("a path in UTF-8")];
    bench.smelt(&[&begin[..], options, &end].concat()).exits(0);
    runs() - before
}

/// The files below a directory, but for those that have times.
fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in walkdir::WalkDir::new(root) {
        let entry = entry.expect("an entry");
        let name = entry.path().strip_prefix(root).expect("below");
        let name = name.to_string_lossy().into_owned();
        if entry.file_type().is_file() && !name.starts_with("store.db") && name != "lock" {
            found.insert(name, fs::read(entry.path()).expect("a file"));
        }
    }
    found
}

fn shards(bench: &Bench, count: usize, options: &[&str]) -> Vec<String> {
    let shard = |nth: usize| {
        let out = format!("shards/shard-{nth}");
        let shard = format!("{nth}/{count}");
        batch(bench, &out, &[&["--shard", &shard], options].concat());
        out
    };
    (1..=count).map(shard).collect()
}

fn merge(bench: &Bench, shards: &[String], out: &str) -> crate::support::Ran {
    let mut arguments = vec!["merge"];
    arguments.extend(shards.iter().map(String::as_str));
    arguments.extend(["--out", out]);
    bench.smelt(&arguments)
}

#[test]
fn shards_merged_in_any_order_leave_what_one_run_of_all_cases_leaves() {
    let bench = bench();
    batch(&bench, "one", &["--cache", "none"]);
    for mode in ["hash", "lpt"] {
        let mut outs = shards(&bench, 3, &["--shard-mode", mode]);
        let merged = format!("merged-{mode}");
        merge(&bench, &outs, &merged)
            .exits(0)
            .says(&["3 shards, 12 cases"]);
        let first = files(&bench.path(&merged));
        outs.rotate_left(1);
        outs.swap(0, 1);
        merge(&bench, &outs, &merged)
            .exits(0)
            .says(&["0 files copied"]);
        assert!(files(&bench.path(&merged)) == first, "merged again");
        let minimized = |out: &str| files(&bench.path(out).join("minimized"));
        assert_eq!(minimized(&merged), minimized("one"));
        let table = |out: &str| {
            let csv = ["report", out, "--format", "csv", "--stable"];
            bench.smelt(&csv).exits(0).out
        };
        assert_eq!(table(&merged), table("one"));
        fs::remove_dir_all(bench.path("shards")).expect("shards");
    }
}

#[test]
fn an_interrupted_merge_is_completed_by_the_next_one() {
    let bench = bench();
    let outs = shards(&bench, 2, &[]);
    merge(&bench, &outs, "merged").exits(0);
    let whole = files(&bench.path("merged"));
    // What a kill can leave: some files and no journal, or no reports.
    fs::remove_file(bench.path("merged/journal.jsonl")).expect("a journal");
    fs::remove_file(bench.path("merged/results.csv")).expect("a report");
    fs::remove_dir_all(bench.path("merged/minimized/1")).expect("results");
    merge(&bench, &outs, "merged").exits(0);
    assert!(files(&bench.path("merged")) == whole, "completed");
}

#[test]
fn what_is_not_all_parts_of_one_batch_is_not_merged() {
    let bench = bench();
    let outs = shards(&bench, 3, &[]);
    merge(&bench, &outs[..2], "merged")
        .exits(2)
        .says(&["missing: 3"]);
    let twice = [&outs[..], &outs[..1]].concat();
    fs::create_dir_all(bench.path("copy")).expect("a directory");
    merge(&bench, &twice, "merged")
        .exits(2)
        .says(&["both shard 1"]);
    batch(
        &bench,
        "other/shard-2",
        &["--shard", "2/3", "--strategy", "ddmin"],
    );
    let mixed = [outs[0].clone(), "other/shard-2".to_owned(), outs[2].clone()];
    merge(&bench, &mixed, "merged")
        .exits(2)
        .says(&["other settings"]);
    merge(&bench, &outs, &outs[0])
        .exits(2)
        .says(&["one of the shards"]);
    batch(&bench, "one", &[]);
    merge(&bench, &["one".to_owned()], "merged")
        .exits(2)
        .says(&["--shard"]);
    merge(&bench, &outs, "one")
        .exits(2)
        .says(&["results of its own"]);
    assert!(!bench.path("merged/journal.jsonl").exists());
    // The file of a case is that of its shard, whatever others have.
    let case = files(&bench.path("one/minimized"));
    let case = case.keys().next().expect("a result");
    for out in &outs {
        bench.write(&format!("{out}/minimized/{case}"), format!("({out})\n"));
    }
    let ran = merge(&bench, &outs, "merged").exits(3);
    ran.says(&["is not there as its shard has delivered it", case]);
}

#[test]
fn shards_between_which_the_cases_were_divided_anew_are_not_merged() {
    let bench = bench();
    let by_size = |nth: &str, out: &str| {
        batch(&bench, out, &["--shard", nth, "--shard-mode", "lpt"]);
        out.to_owned()
    };
    let first = by_size("1/2", "first");
    for nth in 0..12 {
        let text = bench.text(&format!("cases/{}/{nth}.smt2", nth % 3));
        let comment = "; larger\n".repeat(7 * (12 - nth));
        bench.write(&format!("cases/{}/{nth}.smt2", nth % 3), comment + &text);
    }
    let outs = [first, by_size("2/2", "second")];
    let ran = merge(&bench, &outs, "merged").exits(2);
    ran.says(&["were not divided once", "--shard-mode"]);
    assert!(!bench.path("merged/journal.jsonl").exists());
}

#[test]
fn a_case_that_has_moved_to_another_shard_has_the_file_of_that_one() {
    let bench = bench();
    let night = |options: &[&str]| {
        let by_size = ["--shard-mode", "lpt", "--cache", "none", "--trace"];
        let by_size = [&by_size[..], options].concat();
        let outs = shards(&bench, 2, &by_size);
        merge(&bench, &outs, "merged")
    };
    night(&["--stop-at", "60"]).exits(0);
    // The largest case goes first, so the others change their shards; their results are smaller than before.
    let padding = "(declare-const z Int)\n".repeat(200);
    bench.write("cases/0/large.smt2", format!("{padding}{INPUT}"));
    night(&["--stop-at", "20"]).exits(0);
    let [first, second] =
        [1, 2].map(|nth| files(&bench.path(&format!("shards/shard-{nth}/minimized"))));
    let differ =
        |(name, text): &(&String, &Vec<u8>)| second.get(*name).is_some_and(|it| it != *text);
    assert!(first.iter().any(|pair| differ(&pair)), "a case has moved");
    for row in bench.rows("merged/results.csv") {
        let path = format!("merged/minimized/{}", row["case"]);
        let digest = blake3::hash(&bench.read(&path)).to_hex();
        assert_eq!(digest.as_str(), row["minimized_blake3"], "{path}");
    }
}

#[test]
fn a_result_that_is_not_as_its_shard_has_delivered_it_is_told() {
    let bench = bench();
    let outs = shards(&bench, 2, &["--cache", "none"]);
    let rows = bench.rows(&format!("{}/results.csv", outs[1]));
    let [gone, other] = [&rows[0]["case"], &rows[1]["case"]];
    fs::remove_file(bench.path(&format!("{}/minimized/{gone}", outs[1]))).expect("a file");
    bench.write(&format!("{}/minimized/{other}", outs[1]), "(exit)\n");
    let told = merge(&bench, &outs, "merged").exits(3);
    for case in [gone, other] {
        assert!(
            told.err
                .contains(&format!("note: `minimized/{case}` is not there")),
            "{}",
            told.err
        );
    }
}

#[test]
fn a_shard_reads_the_usual_store_and_writes_its_own() {
    let bench = bench();
    batch(&bench, "one", &["--cache", "store.db"]);
    let stored = bench.read("store.db");
    let runs: usize = (1..=2)
        .map(|nth| {
            let shard = format!("{nth}/2");
            batch(
                &bench,
                &format!("shards/shard-{nth}"),
                &["--shard", &shard, "--cache", "store.db"],
            )
        })
        .sum();
    // The source run and the last run of each case are always made.
    assert!(runs <= 12 * 5, "{runs}");
    assert!(
        bench.read("store.db") == stored,
        "the usual store is only read"
    );
    let cold: usize = (1..=2)
        .map(|nth| {
            let shard = format!("{nth}/2");
            batch(&bench, &format!("cold/{nth}"), &["--shard", &shard])
        })
        .sum();
    assert!(cold > runs + 12, "{cold} without the store, {runs} with it");
    // Afterwards, the merged store answers for all.
    merge(
        &bench,
        &["cold/1".to_owned(), "cold/2".to_owned()],
        "merged",
    )
    .exits(0);
    let warm = batch(&bench, "two", &["--cache", "merged/store.db"]);
    assert!(warm <= runs, "{warm} with the merged store");
}

#[test]
fn the_store_of_a_shard_is_made_smaller_if_it_is_larger_than_it_may_be() {
    let bench = bench();
    let out = &shards(&bench, 1, &[])[0];
    let solver = bench.path("solver");
    let begin = ["batch", "cases", "--out", out, "--depends", "solver"];
    let size = ["--shard", "1/1", "--cache-size", "1K", "--"];
    let solver = [solver.to_str().expect("a path in UTF-8")];
    let again = [&begin[..], &size, &solver].concat();
    let shrunk = "the verdict store was larger than 1024 bytes";
    bench.smelt(&again).exits(0).says(&[shrunk]);
}

#[test]
fn the_status_of_merged_shards_compares_with_the_night_before() {
    let bench = bench();
    shards(&bench, 2, &[]);
    bench.write("cases/new.smt2", INPUT);
    let outs = shards(&bench, 2, &[]);
    let ran = merge(&bench, &outs, "merged").exits(0);
    assert!(ran.out.contains("new (1)"), "{}", ran.out);
    let status = bench.smelt(&["status", "merged"]).exits(0).out;
    assert!(status.contains("new (1)"), "{status}");
    // The same from the shards as they are, while they run or afterwards.
    let running = bench.smelt(&["status", "shards"]).exits(0).out;
    let below = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(below(&running), below(&status));
}

#[test]
fn shards_are_counted_from_one_to_their_number() {
    let bench = bench();
    for wrong in ["0/3", "4/3", "3"] {
        let ran = bench.smelt(&["batch", "cases", "--out", "out", "--shard", wrong]);
        ran.exits(2).says(&["from 1 to N"]);
    }
}

#[test]
fn the_output_of_a_shard_is_not_that_of_another_one_or_of_another_division() {
    let bench = bench();
    batch(&bench, "here", &["--shard", "1/3"]);
    let rows = bench.read("here/results.csv");
    let solver = bench.path("solver");
    for another in ["2/3", "1/2"] {
        let call = ["batch", "cases", "--out", "here", "--shard", another, "--"];
        bench
            .smelt(&[&call[..], &[solver.to_str().expect("a path in UTF-8")]].concat())
            .exits(2)
            .says(&["has the results of shard 1 of 3", "--out"]);
        assert_eq!(bench.read("here/results.csv"), rows);
    }
    batch(&bench, "here", &["--shard", "1/3"]);
}

#[test]
#[expect(clippy::print_stderr, reason = "it says that it was skipped")]
#[ignore = "needs root and installs Slurm from Debian, if it can be had; takes three minutes"]
fn an_array_of_slurm_that_is_disturbed_ends_like_a_single_run() {
    let ran = Command::new("python3")
        .args([&*repository("scripts/slurm"), "--smelt"])
        .arg(env!("CARGO_BIN_EXE_smelt"))
        .output()
        .expect("python3");
    let said = String::from_utf8_lossy(&ran.stdout) + String::from_utf8_lossy(&ran.stderr);
    match ran.status.code() {
        Some(0) => assert!(said.contains("all held"), "{said}"),
        Some(4) => eprintln!("skipped: {said}"),
        _ => panic!("{said}"),
    }
}

#[test]
fn a_script_for_slurm_begins_where_it_was_written_wherever_it_is_submitted() {
    let bench = Bench::new();
    bench.write("cases/bug.smt2", INPUT);
    fs::copy(script("contains.sh"), bench.path("solver")).expect("a solver");
    let call = [
        "slurm", "cases", "--out", "out", "--array", "1", "--cache", "none",
    ];
    bench
        .smelt(&[&call[..], &["--", "./solver", "> x 0"]].concat())
        .exits(0);
    let ran = Command::new("bash")
        .arg(bench.path("out/slurm/job.sh"))
        .current_dir("/")
        .envs([("SLURM_ARRAY_TASK_ID", "1"), ("SLURM_JOB_ID", "1")])
        .output()
        .expect("a shell");
    assert_eq!(ran.status.code(), Some(0), "{ran:#?}");
    assert_eq!(bench.row("out/shard-1", "bug.smt2")["status"], "reduced");
}

#[test]
fn a_script_for_slurm_gives_a_word_with_braces_to_the_solver_as_one_word() {
    let bench = Bench::new();
    bench.write("cases/bug.smt2", INPUT);
    fs::copy(script("contains.sh"), bench.path("solver")).expect("a solver");
    let call = ["slurm", "cases", "--out", "out", "--array", "1"];
    bench
        .smelt(&[&call[..], &["--", "./solver", "x{1..3}"]].concat())
        .exits(0);
    let job = bench.text("out/slurm/job.sh");
    assert!(job.contains(" ./solver 'x{1..3}'"), "{job}");
}

#[test]
fn a_script_for_slurm_takes_a_base_by_each_name_of_a_store() {
    let bench = Bench::new();
    bench.write("cases/bug.smt2", INPUT);
    fs::copy(script("contains.sh"), bench.path("solver")).expect("a solver");
    let here = bench.path("").canonicalize().expect("a path");
    let below = |name: &str| here.join(name).display().to_string();
    let (copy, merged) = ("\"$scratch/base.db\"", below("out/merged/store.db"));
    for (name, base, cache) in [
        ("none", "''".to_owned(), "none"),
        ("ro", merged, copy),
        ("a.db", below("a.db"), copy),
        ("ro:a.db", below("a.db"), copy),
    ] {
        let call = [
            "slurm", "cases", "--out", "out", "--array", "1", "--cache", name,
        ];
        bench
            .smelt(&[&call[..], &["--", "./solver", "> x 0"]].concat())
            .exits(0);
        let job = bench.text("out/slurm/job.sh");
        let copies = format!("if [ -f {base} ]; then cp {base} \"$scratch/base.db\"");
        assert!(job.contains(&copies), "{name}: {job}");
        assert!(job.contains(&format!("--cache {cache} ")), "{name}: {job}");
    }
}

#[test]
fn a_task_of_slurm_asks_for_the_largest_memory_limit_of_a_case() {
    let bench = Bench::new();
    bench.write("cases/bug.smt2", INPUT);
    bench.write("cases/large.smt2", INPUT);
    fs::copy(script("contains.sh"), bench.path("solver")).expect("a solver");
    let case =
        |glob: &str, limit: &str| format!("[[case]]\nglob = '{glob}'\nsolver = 's'\n{limit}\n");
    let solver = "[solver.s]\ncommand = ['../solver', '> x 0']\n";
    let all = case("*", "");
    let with_large = case("large.smt2", "memout = 6000") + &all;
    let small = "[defaults]\nmemout = 100\n";
    for (defaults, cases, memory) in [
        ("", &all, 4096),
        (small, &all, 100),
        (small, &with_large, 6000),
    ] {
        bench.write("cases/smelt.toml", format!("{defaults}{solver}{cases}"));
        let call = ["slurm", "cases", "--out", "out", "--array", "1", "-j", "2"];
        bench.smelt(&call).exits(0);
        let asked = format!("#SBATCH --mem={}M\n", 2 * memory + 1024);
        let job = bench.text("out/slurm/job.sh");
        assert!(job.contains(&asked), "{job}");
    }
}
