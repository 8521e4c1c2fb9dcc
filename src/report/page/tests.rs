//! Whole pages.

use super::{CasesPage, FileText, PageFiles};
use crate::event::{Event, PackedRow, Row, Status};
use crate::report::{Earlier, Frame, Rows};
use jiff::tz::TimeZone;
use std::time::{Duration, Instant};

/// Every row has these texts.
struct Texts<'a> {
    original: &'a [u8],
    minimized: &'a [u8],
}

impl PageFiles for Texts<'_> {
    fn original(&self, _row: &Row) -> FileText {
        FileText::of(self.original.to_vec())
    }

    fn minimized(&self, _row: &Row) -> FileText {
        FileText::of(self.minimized.to_vec())
    }

    fn place(&self, row: &Row) -> Option<String> {
        Some(format!("minimized/{}", row.case))
    }

    fn trace(&self, _row: &Row) -> Option<Vec<u8>> {
        None
    }
}

/// The page of these rows, all of one run.
fn page(rows: impl Iterator<Item = Row>, files: &dyn PageFiles) -> String {
    let events: Vec<Event> = rows
        .map(|row| Event::Finished {
            config: String::new(),
            row: PackedRow::of(&row),
        })
        .collect();
    let rows = Rows::of(&events);
    let page = CasesPage {
        now: &rows,
        earlier: Earlier::State(&Rows::default()),
        frame: &Frame::of_last_run("smelt".to_owned(), &rows, TimeZone::UTC),
        plots: &[],
        files,
    };
    let mut html = Vec::new();
    page.write(&mut html).expect("memory takes all bytes");
    String::from_utf8(html).expect("text")
}

fn row(number: u64) -> Row {
    Row {
        case: format!("directory-{}/a-case-with-a-name-{number}.smt2", number % 7),
        status: Status::Reduced,
        language: "smtlib".to_owned(),
        solver: format!("z3-4.8.{}", number % 9),
        strategy: "auto".to_owned(),
        bytes_before: 90_000 + number,
        bytes_after: Some(number % 300),
        reduction_percent: Some(99.5),
        runs: number % 1_000,
        wall_seconds: number as f64 / 7.0,
        signature: Some(format!(
            "SIGSEGV in smt::function_{}: {number}",
            number % 50
        )),
        command: "/opt/solvers/z3 model_validate=true".to_owned(),
        minimized_blake3: Some("0123".repeat(16)),
        ..Row::default()
    }
}

#[test]
fn ten_thousand_cases_have_a_page_below_eight_megabytes_without_taking_long() {
    let original = "(assert (and (= x 1) (< y 2) (or a b c)))\n".repeat(40);
    let files = Texts {
        original: original.as_bytes(),
        minimized: b"(assert (< y 2))\n(check-sat)\n",
    };
    let begin = Instant::now();
    let page = page((0..10_000).map(row), &files);
    let took = begin.elapsed();
    assert!(page.len() < 8_000_000, "{}", page.len());
    assert!(page.len() > 6_000_000, "texts fill it: {}", page.len());
    assert!(took < Duration::from_mins(1), "{took:?}");
    assert!(page.contains("10,000 new"));
    assert!(page.contains("only the first 500 of 10,000 rows"));
}

#[test]
fn a_text_of_fifty_megabytes_is_cut_and_the_page_says_so() {
    let original = vec![b'('; 50_000_000];
    let files = Texts {
        original: &original,
        minimized: b"(exit)\n",
    };
    let page = page(std::iter::once(row(1)), &files);
    assert!(page.len() < 1_000_000, "{}", page.len());
    assert!(page.contains("cut: the first 65,536 of 50,000,000 bytes"));
}

#[test]
fn without_rows_there_is_a_page_all_the_same() {
    let files = Texts {
        original: b"",
        minimized: b"",
    };
    let page = page(std::iter::empty(), &files);
    assert!(
        page.contains("0 cases") && page.ends_with("</html>"),
        "{page}"
    );
}
