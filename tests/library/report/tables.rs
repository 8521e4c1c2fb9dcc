//! The tables of the papers, from rows whose figures were computed by hand.

use smelt::event::{Measurement, ResultKind, Row, Status, ToolEnd};
use smelt::report::tables::{PaperTable, csv, latex, markdown};
use smelt::report::{Selection, Trials};

/// A row of a comparison: set, case and tool; bytes before and after; runs, seconds and memory.
fn measured(
    [set, case, tool]: [&str; 3],
    (before, after): (u64, u64),
    (runs, wall_seconds, memory): (u64, f64, f64),
) -> Measurement {
    Measurement {
        set: set.to_owned(),
        case: case.to_owned(),
        solver: "z3".to_owned(),
        tool: tool.to_owned(),
        repetition: 1,
        result: ResultKind::Same,
        bytes_before: before,
        bytes_after: Some(after),
        runs,
        wall_seconds,
        memory_mb: Some(memory),
        ..Measurement::default()
    }
}

/// Three cases in two sets, with three tools: `old` has an error, a wrong result and a time-out; `none` makes the text
/// longer or leaves it as it is.
fn fixture() -> Vec<Measurement> {
    let mut rows = vec![
        measured(["bv", "bv/a", "new"], (1000, 10), (100, 2.0, 20.0)),
        measured(["bv", "bv/a", "old"], (1000, 40), (400, 4.0, 10.0)),
        measured(["bv", "bv/a", "none"], (1000, 1000), (1, 1.0, 1.0)),
        measured(["bv", "bv/b", "new"], (400, 40), (50, 4.0, 40.0)),
        measured(["bv", "bv/b", "old"], (400, 0), (7, 1.0, 12.0)),
        measured(["bv", "bv/b", "none"], (400, 800), (1, 1.0, 1.0)),
        measured(["lia", "lia/c", "new"], (200, 20), (200, 8.0, 30.0)),
        measured(["lia", "lia/c", "old"], (200, 100), (900, 60.0, 14.0)),
        measured(["lia", "lia/c", "none"], (200, 20), (1, 1.0, 1.0)),
    ];
    rows[4].end = ToolEnd::Error;
    rows[4].result = ResultKind::Missing;
    rows[4].bytes_after = None;
    rows[7].end = ToolEnd::TimeLimit;
    rows
}

fn cells(table: PaperTable, trials: &Trials) -> Vec<Vec<String>> {
    let text = csv(&table.of(trials)).expect("a table").expect("one");
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.has_headers(false).from_reader(&text[..]);
    let rows = reader.records().map(|row| row.expect("RFC 4180"));
    rows.map(|row| row.iter().map(str::to_owned).collect())
        .collect()
}

/// The rows of a table without its header, each with a word for each cell.
fn rows(table: PaperTable, measurements: &[Measurement]) -> Vec<String> {
    let rows = cells(table, &Trials::of_measurements(measurements));
    rows[1..].iter().map(|row| row.join(" ")).collect()
}

#[test]
fn ddsmt_2013_has_average_minimum_and_maximum_for_each_tool_and_set() {
    let trials = Trials::of_measurements(&fixture());
    assert_eq!(
        cells(PaperTable::Ddsmt2013, &trials)[0].join(","),
        "tool,set,files,reduction [%] avg,reduction [%] min,reduction [%] max,time [s] avg,time [s] min,time [s] max,\
         runs avg,runs min,runs max,memory [MB] avg,memory [MB] min,memory [MB] max"
    );
    assert_eq!(
        rows(PaperTable::Ddsmt2013, &fixture()),
        [
            // 99 % and 90 %; what fails has removed nothing, as deltaSMT on the first set of the paper.
            "new bv 2 94.5 90 99 3 2 4 75 50 100 30 20 40",
            "new lia 1 90 90 90 8 8 8 200 200 200 30 30 30",
            "old bv 2 48 0 96 2.5 1 4 203.5 7 400 11 10 12",
            "old lia 1 50 50 50 60 60 60 900 900 900 14 14 14",
            "none bv 2 -50 -100 0 1 1 1 1 1 1 1 1 1",
            "none lia 1 90 90 90 1 1 1 1 1 1 1 1 1",
        ]
    );
}

#[test]
fn ddsmt2_counts_what_went_wrong_and_averages_with_and_without_it() {
    let mut rows_of = fixture();
    rows_of[1].result = ResultKind::OtherFailure;
    assert_eq!(
        rows(PaperTable::Ddsmt2, &rows_of),
        [
            "errors 0 1 0",
            "incorrect output 0 1 0",
            "timeouts 0 1 0",
            "any simplification 3 1 1",
            // `none` has the same size as `new` on the last one: both have the smallest.
            "smallest output 3 0 1",
            // -99, -90, -90; 0, 0, -50; 0, +100, -90.
            "average reduction [%] -93 -16.667 3.333",
            "… without errors -93 -50 3.333",
            "… without timeouts and errors -93  3.333",
        ]
    );
    let shown = markdown(&PaperTable::Ddsmt2.of(&Trials::of_measurements(&rows_of)));
    assert!(shown.starts_with(
        "## Results over all 3 cases\n\n|  | new | old | none |\n| --- | --: | --: | --: |\n"
    ));
    assert!(shown.contains("| average reduction \\[%\\] | -93 | -17 | +3 |\n"));
    assert!(shown.contains("| … without timeouts and errors | -93 | – | +3 |\n"));
}

#[test]
fn deltaasp_has_a_table_for_each_set_with_the_better_average_in_bold() {
    let trials = Trials::of_measurements(&fixture());
    let two = trials
        .only(&["new".to_owned(), "old".to_owned()])
        .expect("these");
    let shown = markdown(&PaperTable::Deltaasp.of(&two));
    assert!(shown.contains(
        "## Delta debugging results for bv\n\n\
         | solver | instances | classes | time \\[s\\] new | time \\[s\\] old | size \\[B\\] new | size \\[B\\] old | \
         reduction \\[%\\] new | reduction \\[%\\] old |\n\
         | --- | --: | --: | --: | --: | --: | --: | --: | --: |\n\
         | z3 | 2 | – | 3.0 | **2.5** | **25** | 220 | **94.5** | 48.0 |\n\n\
         Average number of solver calls: 75 for new, 204 for old.\n"
    ), "{shown}");
    assert!(shown.contains("| z3 | 1 | – | **8.0** | 60.0 | **20** | 100 | **90.0** | 50.0 |\n"));
    assert_eq!(
        cells(PaperTable::Deltaasp, &two)[1..]
            .iter()
            .map(|row| row.join(" "))
            .collect::<Vec<_>>(),
        [
            "bv z3 2  3 2.5 25 220 94.5 48",
            "lia z3 1  8 60 20 100 90 50"
        ]
    );
    assert_eq!(
        Trials::of_measurements(&fixture()).only(&["other".to_owned()]),
        Err("other".to_owned())
    );
}

#[test]
fn the_overview_has_geometric_means_and_scores_against_the_first_tool() {
    let rows = rows(PaperTable::Overview, &fixture());
    // (10 · 40 · 20)^(1/3) = 20; runs: (100 · 50 · 200)^(1/3) = 100; times: 64^(1/3) = 4.
    assert_eq!(rows[0], "new 3 3 0 20   100   4     ");
    // Sizes 40, 400, 100: ratios 4, 10, 5, so 200^(1/3). Only two are correct for runs and times: 400 · 900 and
    // 4 · 60, against 100 · 200 and 2 · 8. Of three signs in one direction, p is 2/8; of two, 2/4.
    assert_eq!(
        rows[1],
        "old 3 2 1 116.961 5.848 0.25 600 4.243 0.5 15.492 3.873 0.5 0 0 3"
    );
    // Sizes 1000, 800, 20: ratios 100, 20, 1.
    assert_eq!(
        rows[2],
        "none 3 3 0 251.984 12.599 0.5 1 0.01 0.25 1 0.25 0.25 0 1 2"
    );
}

#[test]
fn a_limit_without_a_result_an_error_and_no_run_have_no_part_in_costs() {
    let mut calls = fixture();
    // At the limit, there is nothing; after an error, there is a correct text, but the costs are of no whole search.
    calls[7].result = ResultKind::Missing;
    calls[7].bytes_after = None;
    calls[1].end = ToolEnd::Error;
    calls[8].runs = 0;
    let table = rows(PaperTable::Overview, &calls);
    // Sizes 40, 400, 200: ratios 4, 10, 10.
    assert_eq!(table[1], "old 3 1 1 147.361 7.368 0.25       0 0 3");
    // Runs 1 and 1 against 100 and 50; times as before.
    assert_eq!(
        table[2],
        "none 3 3 0 251.984 12.599 0.5 1 0.014 0.5 1 0.25 0.25 0 1 2"
    );
}

#[test]
fn of_repetitions_the_median_counts_and_the_worst_end() {
    let mut three = Vec::new();
    for (repetition, (after, seconds)) in (1..).zip([(10, 1.0), (30, 2.0), (20, 9.0)]) {
        three.push(Measurement {
            repetition,
            ..measured(["s", "a", "new"], (100, after), (5, seconds, 1.0))
        });
    }
    let trials = Trials::of_measurements(&three);
    assert_eq!(trials.repetitions, 3);
    assert_eq!(
        (trials.all[0].bytes_after, trials.all[0].seconds),
        (20.0, 2.0)
    );
    // 8 seconds between 1 and 9, of 2.
    assert_eq!(
        rows(PaperTable::Overview, &three),
        ["new 1 1 0 20   5   2      400"]
    );
    three[1].result = ResultKind::NoFailure;
    assert_eq!(
        rows(PaperTable::Overview, &three),
        ["new 1 0 0 100            400"]
    );
}

#[test]
fn the_rows_of_a_batch_make_the_same_tables_and_a_search_is_a_tool() {
    let row = |case: &str, strategy: &str, status, after| Row {
        case: case.to_owned(),
        solver: "cvc4".to_owned(),
        strategy: strategy.to_owned(),
        effort: "normal".to_owned(),
        status,
        bytes_before: 100,
        bytes_after: after,
        runs: 3,
        wall_seconds: 1.0,
        self_max_rss_mb: Some(100.0),
        group: Some("0123456789ab".to_owned()),
        ..Row::default()
    };
    let batch = [
        row("nlp/a", "auto", Status::Reduced, Some(10)),
        row("nlp/a", "ddmin", Status::Stopped, Some(20)),
        row("b", "auto", Status::NotReproduced, None),
        // The search of the first has failed; nobody could work on the second.
        Row {
            signature: Some("exit 1".to_owned()),
            ..row("c", "auto", Status::Failed, None)
        },
        row("d", "auto", Status::Failed, None),
    ];
    let trials = Trials::of_batch(&Selection::of(&batch));
    let table = cells(PaperTable::Ddsmt2013, &trials);
    let table: Vec<String> = table[1..].iter().map(|row| row.join(" ")).collect();
    assert_eq!(
        table,
        [
            "auto . 1 0 0 0 1 1 1 3 3 3 104.858 104.858 104.858",
            "auto nlp 1 90 90 90 1 1 1 3 3 3 104.858 104.858 104.858",
            "ddmin nlp 1 80 80 80 1 1 1 3 3 3 104.858 104.858 104.858",
        ]
    );
    let shown = markdown(&PaperTable::Deltaasp.of(&trials));
    assert!(shown.contains("| cvc4 | 1 | 1 | 1.0 | 1.0 | **10** | 20 | **90.0** | 80.0 |\n"));
}

#[test]
fn a_letter_that_latex_lacks_is_a_symbol_or_its_number() {
    let name = "λ→é ≤ Ř 中";
    let rows = [measured(["s", "a", name], (100, 10), (5, 1.0, 1.0))];
    let tables = PaperTable::Ddsmt2013.of(&Trials::of_measurements(&rows));
    let text = latex(&tables);
    let shown = "\n$\\lambda$→é $\\leq$ Ř \\texttt{U+4E2D} & s & ";
    assert!(text.contains(shown), "{text}");
}

#[test]
fn no_name_becomes_a_command_of_latex_markup_or_a_formula() {
    let hostile = "=\\input{/etc/passwd}_50%&#$~^<script>|\u{1b}[31m\n--";
    let rows = [measured(["[s]", "a", hostile], (100, 10), (5, 1.0, 1.0))];
    let tables = PaperTable::Ddsmt2013.of(&Trials::of_measurements(&rows));
    let text = latex(&tables);
    let line = text
        .lines()
        .find(|line| line.contains("input"))
        .expect("its row");
    assert_eq!(
        line,
        "=\\textbackslash{}input\\{/etc/passwd\\}\\_50\\%\\&\\#\\$\\textasciitilde{}\\textasciicircum{}\
         \\textless{}script\\textgreater{}|\\textbackslash{}u\\{1b\\}{[}31m {-}{-} & {[}s{]} & 1 & 90.0 & 90.0 & 90.0 & \
         1.0 & 1.0 & 1.0 & 5 & 5 & 5 & 1 & 1 & 1 \\\\"
    );
    assert!(text.contains(
        " &  &  & \\multicolumn{3}{c}{reduction {[}\\%{]}} & \\multicolumn{3}{c}{time {[}s{]}} & \
         \\multicolumn{3}{c}{runs} & \\multicolumn{3}{c}{memory {[}MB{]}} \\\\\n\
         \\cmidrule(lr){4-6}\\cmidrule(lr){7-9}\\cmidrule(lr){10-12}\\cmidrule(lr){13-15}\n\
         tool & set & files & avg & min & max & avg & min & max & avg & min & max & avg & min & max \\\\\n\\midrule\n"
    ), "{text}");
    assert!(
        text.contains("\\ifdim\\wd0>\\linewidth\\resizebox"),
        "{text}"
    );
    let csv = String::from_utf8(csv(&tables).expect("CSV").expect("a table")).expect("UTF-8");
    assert!(csv.contains("\n\"'=\\input"), "{csv}");
    assert!(markdown(&tables).contains("\\<script>\\|"));
}
