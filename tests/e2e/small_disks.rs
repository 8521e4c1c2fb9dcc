//! Real file systems that are full: a word, no loss, and the same results once there is room.

use crate::mounts::in_own_mounts;
use crate::support::{Bench, INPUT, Ran};
use crate::toys::{batch, cases, results};

/// Calls the program with two megabytes at `small`, all but so many kilobytes of them taken. What is there after the
/// call is copied to `left`; there is room again, `more` is done, and what is there then is copied to `end`.
fn on_two_megabytes(bench: &Bench, free: u32, arguments: &[&str], more: &str) -> Option<Ran> {
    std::fs::create_dir_all(bench.path("small")).expect("a directory");
    let script = format!(
        "mount -t tmpfs -o size=2m none small\nhead -c $(((2048 - {free}) * 1024)) /dev/zero >small/taken\n\
         code=0; \"$@\" || code=$?\ncp -r small left\nrm small/taken\n{more}\ncp -r small end\nexit $code\n"
    );
    in_own_mounts(bench, &script, arguments)
}

#[test]
fn a_named_store_without_room_on_its_disk_is_gone_on_without_whenever_the_room_ends() {
    let whole = Bench::new();
    let names = cases(&whole, 2);
    whole.smelt(&batch("out", &["--cache", "none"])).exits(0);
    let expected = results(&whole, "out", &names);
    let mut told = 0;
    // None at all, or too little for a store, for its log or for its rows.
    for free in [0, 8, 64, 128] {
        let bench = Bench::new();
        cases(&bench, 2);
        let arguments = batch("out", &["--cache", "small/s.db", "-j", "2"]);
        let Some(ran) = on_two_megabytes(&bench, free, &arguments, "") else {
            return;
        };
        let ran = ran.exits(0);
        told += u32::from(ran.err.contains("verdict store") && ran.err.contains("make room"));
        assert_eq!(results(&bench, "out", &names), expected, "{free} KB");
    }
    assert!(told >= 2, "{told}");
}

#[test]
fn a_batch_whose_output_is_on_a_full_disk_ends_with_3_and_goes_on_when_there_is_room() {
    let whole = Bench::new();
    let names = cases(&whole, 4);
    whole.smelt(&batch("out", &["--cache", "none"])).exits(0);
    let expected = results(&whole, "out", &names);
    let mut cut = 0;
    for free in [0, 8, 16] {
        let bench = Bench::new();
        cases(&bench, 4);
        let arguments = batch(
            "small/out",
            &["--cache", "none", "-j", "1", "--min-free", "0"],
        );
        let Some(ran) = on_two_megabytes(&bench, free, &arguments, "\"$@\" >said 2>&1") else {
            return;
        };
        assert!(matches!(ran.code, Some(0 | 3)), "{free} KB: {ran:#?}");
        if ran.code != Some(0) {
            cut += 1;
            assert!(ran.err.contains("No space left"), "{free} KB: {ran:#?}");
        }
        for name in &names {
            let small = bench.path(&format!("left/out/minimized/{name}"));
            let small = std::fs::read(small).unwrap_or_else(|_| b"there is none".into());
            assert!(!small.is_empty(), "{free} KB: {name} is empty");
        }
        assert_eq!(results(&bench, "end/out", &names), expected, "{free} KB");
    }
    assert!(cut >= 2, "{cut}");
}

#[test]
fn a_batch_stops_before_it_takes_the_last_of_a_disk_and_goes_on_when_there_is_room() {
    let whole = Bench::new();
    let names = cases(&whole, 4);
    whole.smelt(&batch("out", &["--cache", "none"])).exits(0);
    let expected = results(&whole, "out", &names);
    let bench = Bench::new();
    cases(&bench, 4);
    let arguments = batch(
        "small/out",
        &["--cache", "none", "-j", "1", "--min-free", "1M"],
    );
    let Some(ran) = on_two_megabytes(&bench, 512, &arguments, "\"$@\" >said 2>&1") else {
        return;
    };
    let said = ["less than 1 MB", "`--min-free`", "run the same command"];
    let ran = ran.exits(5).says(&said);
    assert!(!ran.err.contains("No space left"), "{ran:#?}");
    assert_eq!(results(&bench, "end/out", &names), expected);
}

#[test]
fn what_a_killed_program_has_left_is_removed_whether_or_not_its_place_has_room_now() {
    // A process has its directory in memory, or in that for temporary files if there is too little room in memory.
    for size in ["2m", "400m"] {
        let bench = Bench::new();
        bench.write("case.smt2", INPUT);
        bench.script("solver", "#!/bin/sh\ngrep -q '> x 0' \"$1\" && exit 9\n");
        let script = format!(
            "mount -t tmpfs -o size={size} none /dev/shm\nmkdir -p /dev/shm/smelt-1-a/run-b tmp/smelt-1-a/run-b\n\
             code=0; TMPDIR=$PWD/tmp \"$@\" || code=$?\necho /dev/shm/* tmp/* >left\nexit $code\n"
        );
        let check = ["check", "--cache", "none", "case.smt2", "./solver"];
        let Some(ran) = in_own_mounts(&bench, &script, &check) else {
            return;
        };
        ran.exits(0);
        assert_eq!(bench.text("left"), "/dev/shm/* tmp/*\n", "{size}");
    }
}

#[test]
fn a_configuration_for_which_there_is_no_room_is_not_there_at_all_and_can_be_written_later() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    std::fs::create_dir_all(bench.path("small")).expect("a directory");
    let script = "mount -t tmpfs -o size=64k none small\ncp case.smt2 small\n\
                  cat /dev/zero >small/taken 2>/dev/null || true\ncode=0; \"$@\" || code=$?\nls -A small >left\n\
                  rm small/taken\n\"$@\" && cp small/smelt.toml .\nexit $code\n";
    let Some(ran) = in_own_mounts(&bench, script, &["init", "small"]) else {
        return;
    };
    ran.exits(3).says(&["No space left", "free space"]);
    assert_eq!(bench.text("left"), "case.smt2\ntaken\n");
    assert!(bench.text("smelt.toml").contains("[defaults]"));
}
