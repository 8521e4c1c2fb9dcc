//! `report.html`: what is in it, that it follows from the journal, and what a browser makes of it.

use crate::support::{Bench, INPUT, script};
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const REPORTS: [&str; 5] = [
    "results.csv",
    "mutators.csv",
    "groups.csv",
    "summary.md",
    "report.html",
];

/// No browser needs a tenth of it, on a machine that is not busy.
const DEADLINE: Duration = Duration::from_mins(1);

/// A bench with an output of these cases, some of which are made to break a page.
fn reduced() -> Bench {
    let bench = Bench::new();
    bench.write("cases/plain.smt2", INPUT);
    bench.write(
        "cases/<script>alert(1)<!--.smt2",
        INPUT.replace('x', "|<img src=a>|"),
    );
    bench.write(
        "cases/\u{202e}evil.smt2",
        format!("; \u{202e} </pre></script>\n{INPUT}"),
    );
    bench.write(
        "cases/bytes.smt2",
        [b"; \xff\xfe </script>\n", INPUT.as_bytes()].concat(),
    );
    let long = format!("{}{INPUT}", "; a comment\n".repeat(10_000));
    bench.write("cases/long.smt2", long);
    bench.write("cases/quiet.smt2", "(assert true)\n");
    bench.script(
        "solver",
        "#!/bin/sh\ngrep -q get-value \"$1\" || exit 0\necho '</pre></script><b>'\nexit 1\n",
    );
    night(&bench);
    bench
}

/// A batch over the cases of the bench.
fn night(bench: &Bench) {
    let solver = bench.path("solver").to_string_lossy().into_owned();
    let batch = [
        "batch",
        "cases",
        "--out",
        "out",
        "--cache",
        "none",
        "--trace",
        "--allow-trivial",
    ];
    bench
        .smelt(&[&batch[..], &["--", &solver]].concat())
        .exits(3);
}

fn page(bench: &Bench) -> String {
    bench.text("out/report.html")
}

/// How often a text contains another one.
fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

#[test]
fn all_reports_can_be_deleted_and_follow_byte_for_byte_from_the_journal() {
    let bench = reduced();
    // A second night, on which one case has gone and another one is new.
    fs::remove_file(bench.path("cases/long.smt2")).expect("a case");
    bench.write("cases/new.smt2", INPUT);
    night(&bench);
    let written = REPORTS.map(|name| bench.read(&format!("out/{name}")));
    for name in REPORTS {
        fs::remove_file(bench.path(&format!("out/{name}"))).expect("a report");
    }
    let ran = bench.smelt(&["report", "out", "--format", "html"]).exits(0);
    assert_eq!(ran.err, "");
    assert_eq!(ran.out.as_bytes(), written[4]);
    assert!(!bench.path("out/report.html").exists());
    let ran = bench.smelt(&["report", "./out/", "--write"]).exits(0);
    assert_eq!((ran.out, ran.err), (String::new(), String::new()));
    for (name, before) in REPORTS.iter().zip(&written) {
        assert!(*before == bench.read(&format!("out/{name}")), "{name}");
    }
    // Another name of the directory, another zone and another place to call it from change nothing.
    fs::rename(bench.path("out"), bench.path("other")).expect("a new name");
    let mut command = Command::new(env!("CARGO_BIN_EXE_smelt"));
    command
        .args(["report", "other", "--format", "html"])
        .env("TZ", "Asia/Tokyo");
    assert_eq!(bench.through(&mut command).out.as_bytes(), written[4]);
}

#[test]
fn an_original_that_is_gone_or_has_changed_is_not_shown_and_the_page_says_so() {
    let bench = reduced();
    bench.write("cases/plain.smt2", "; changed\n");
    fs::remove_file(bench.path("cases/bytes.smt2")).expect("a case");
    fs::write(bench.path("out/minimized/long.smt2"), "; changed\n").expect("a file");
    let page = bench
        .smelt(&["report", "out", "--format", "html"])
        .exits(0)
        .out;
    assert!(page.contains("not shown: the file is not where it was"));
    assert!(count(&page, "not shown: the file has changed since") >= 2);
    assert!(!page.contains("; changed"));
    fs::rename(bench.path("cases"), bench.path("moved")).expect("a new name");
    let page = bench
        .smelt(&["report", "out", "--format", "html"])
        .exits(0)
        .out;
    assert!(!page.contains("a comment"), "no original is left");
    assert!(page.contains("get-value"), "the minimized files are");
}

#[test]
fn nothing_of_a_case_or_a_solver_is_markup_in_the_page() {
    let bench = reduced();
    let page = page(&bench);
    assert_eq!(count(&page, "<script"), 2, "the data and the script");
    assert_eq!(count(&page, "</script>"), 2);
    assert_eq!(count(&page, "<!--"), 0);
    assert_eq!(count(&page, "<img"), 0);
    assert_eq!(count(&page, "<b>"), 0);
    assert!(!page.contains('\u{202e}'));
    assert!(
        page.contains("\\u{202e} &lt;/pre&gt;&lt;/script&gt;"),
        "as text"
    );
    let names_of_svg = count(&page, "http://www.w3.org/2000/svg");
    assert_eq!(
        (count(&page, "http:"), count(&page, "https:")),
        (names_of_svg, 0)
    );
    assert!(page.contains("Content-Security-Policy") && !page.contains("unsafe-inline"));
    let long = format!("cut: the first 65,536 of 120,{} bytes", INPUT.len());
    assert!(page.contains(&long), "a long original");
}

#[test]
fn a_page_shows_one_output_and_is_written_only_into_what_is_smelts() {
    let bench = reduced();
    bench
        .smelt(&["report", "out", "cases", "--format", "html"])
        .exits(2)
        .says(&["a page shows one output"]);
    bench
        .smelt(&["report", "out", "--format", "html", "--stable"])
        .exits(2)
        .says(&["a page shows all columns"]);
    bench
        .smelt(&["report", "cases", "--write"])
        .exits(2)
        .says(&["is not the output of a batch"]);
    bench
        .smelt(&["report", "out", "--write", "--stable"])
        .exits(2)
        .says(&["cannot be used with"]);
    assert!(!bench.path("cases/journal.jsonl").exists());
}

#[test]
fn the_page_of_a_comparison_has_a_column_for_each_tool_and_follows_from_its_journal() {
    let bench = Bench::new();
    bench.write("cases/<b>one.smt2", INPUT);
    let solver = script("contains.sh");
    let [copy, small] = [
        ("copy", "cp \"$1\" \"$2\""),
        ("small", "echo '(get-value (x))' >\"$2\""),
    ]
    .map(|(name, text)| {
        let path = bench.script(name, &format!("#!/bin/sh\n{text}\n"));
        format!("{name}={} {{input}} {{output}} {{solver}}", path.display())
    });
    let compare = [
        "compare",
        "cases",
        "--out",
        "out",
        "--allow-trivial",
        "--tool",
        &copy,
        "--tool",
        &small,
    ];
    bench
        .smelt(&[&compare[..], &["--", &solver, "get-value"]].concat())
        .exits(0);
    let page = page(&bench);
    assert!(page.contains("ties included: copy 0, small 1."), "{page}");
    assert!(page.contains("&lt;b&gt;one.smt2") || page.contains("%3Cb%3Eone.smt2"));
    assert!(page.contains("★") && count(&page, "<b>") == 0);
    let reports = ["comparison.csv", "summary.md", "report.html"].map(|name| format!("out/{name}"));
    let before = reports.each_ref().map(|name| bench.read(name));
    let printed = bench
        .smelt(&["report", "out", "--format", "html"])
        .exits(0)
        .out;
    assert_eq!(printed.as_bytes(), before[2]);
    for name in &reports {
        fs::remove_file(bench.path(name)).expect("a report");
    }
    bench.smelt(&["report", "out", "--write"]).exits(0);
    assert!(before == reports.each_ref().map(|name| bench.read(name)));
}

/// A browser that can be driven without a screen, if there is one.
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn browser() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let found = std::env::split_paths(&path)
        .flat_map(|directory| names.map(|name| directory.join(name)))
        .find(|program| program.is_file());
    if found.is_none() {
        eprintln!("skipped: there is no chromium on PATH");
    }
    found
}

/// What a browser prints when it opens the page of a bench at this fragment.
fn browsed(bench: &Bench, browser: &PathBuf, mode: &str, fragment: &str) -> String {
    let profile = bench.path("profile");
    let url = format!(
        "file://{}#{fragment}",
        bench.path("out/report.html").display()
    );
    let out = bench.path("browser-out");
    let mut child = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
        ])
        .args([
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--window-size=1280,900",
        ])
        .arg(format!("--user-data-dir={}", profile.display()))
        .args([mode, &url])
        .env("HOME", bench.path("home"))
        .stdin(Stdio::null())
        .stdout(fs::File::create(&out).expect("a file"))
        .stderr(Stdio::null())
        .spawn()
        .expect("the browser starts");
    let begin = Instant::now();
    while child
        .try_wait()
        .expect("the browser can be waited for")
        .is_none()
    {
        if begin.elapsed() > DEADLINE {
            let _ = child.kill();
            let _ = child.wait();
            panic!("the browser hangs");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    fs::read_to_string(out).expect("text")
}

/// The part of a document that the script has drawn.
fn drawn(document: &str) -> &str {
    let from = document.find("id=\"cases\"").expect("the cases");
    let to = document[from..].find("<footer").expect("what follows");
    &document[from..from + to]
}

#[test]
fn a_browser_sorts_filters_and_groups_the_table_as_the_url_says() {
    let Some(browser) = browser() else { return };
    let bench = reduced();
    let document = browsed(
        &bench,
        &browser,
        "--dump-dom",
        "sort=-bytes_before&filter=smt2+reduced",
    );
    let table = drawn(&document);
    assert!(
        table.contains("class=\"controls\""),
        "the script runs: {table}"
    );
    let row = |name: &str| {
        table
            .find(name)
            .unwrap_or_else(|| panic!("{name} in {table}"))
    };
    assert!(row(">long.smt2<") < row(">bytes.smt2<") && row(">bytes.smt2<") < row(">plain.smt2<"));
    assert!(!table.contains(">quiet.smt2<"), "it is not reduced");
    assert!(table.contains("aria-sort=\"descending\"") && table.contains("(of 6) rows"));
    assert!(
        table.contains("&lt;script&gt;alert(1)&lt;!--.smt2"),
        "{table}"
    );
    let document = browsed(
        &bench,
        &browser,
        "--dump-dom",
        "by=status&status=not-reproduced",
    );
    let table = drawn(&document);
    assert!(
        table.contains("scope=\"colgroup\">not-reproduced"),
        "{table}"
    );
    assert!(table.contains(">quiet.smt2<") && !table.contains(">plain.smt2<"));
}

#[test]
fn a_browser_opens_a_case_with_its_texts_side_by_side_and_prints_it() {
    let Some(browser) = browser() else { return };
    let bench = reduced();
    let page = page(&bench);
    let at = page.find(">plain.smt2</a>").expect("its link");
    let anchor = &page[..at];
    let anchor = &anchor[anchor.rfind('#').expect("a fragment") + 1..anchor.len() - 1];
    let document = browsed(&bench, &browser, "--dump-dom", anchor);
    let case = drawn(&document);
    assert!(
        case.contains(&format!("<article data-case=\"{anchor}\"")),
        "{case}"
    );
    for part in [
        "<h2>plain.smt2</h2>",
        "aria-label=\"original\"",
        "aria-label=\"minimized\"",
        "class=\"c4 alone\">set-logic",
        "class=\"c4 both\">get-value",
        "minimized/plain.smt2</pre>",
        "smelt issue . plain.smt2</pre>",
        "class=\"trace\"",
    ] {
        assert!(case.contains(part), "{part} in {case}");
    }
    let pdf = bench.path("page.pdf");
    let mode = format!("--print-to-pdf={}", pdf.display());
    browsed(&bench, &browser, &mode, anchor);
    let pdf = fs::read(pdf).expect("a PDF");
    assert!(
        pdf.starts_with(b"%PDF") && pdf.len() > 5_000,
        "{}",
        pdf.len()
    );
}

#[test]
fn a_case_whose_name_is_no_text_has_a_page_too() {
    let bench = Bench::new();
    let name = OsString::from_vec(b"cases/\xff\x07.smt2".to_vec());
    fs::create_dir(bench.path("cases")).expect("a directory");
    fs::write(
        bench.path("cases").parent().expect("above").join(name),
        INPUT,
    )
    .expect("a case");
    let solver = script("contains.sh");
    bench
        .smelt(&[
            "batch",
            "cases",
            "--out",
            "out",
            "--cache",
            "none",
            "--",
            &solver,
            "get-value",
        ])
        .exits(0);
    assert!(page(&bench).contains("minimized/%FF%07.smt2"));
}
