//! The page of a batch: what became of each case, as `smelt status` says it, and its texts.

use super::PageFiles;
use super::data::{Detail, Field, PageRow, PageRows, Place};
use super::document::{Document, Standings};
use super::repeat::with_place;
use super::texts::texts;
use super::trace::points;
use crate::command::quoted;
use crate::event::{Kind, ReportCell, Row, anchor, harmless};
use crate::language::language_or_plain;
use crate::report::comparison::{Beside, counted, counts};
use crate::report::plots::Plot;
use crate::report::selection::Selected;
use crate::report::{Earlier, Entry, Frame, Rows, Standing};
use std::cmp::Reverse;
use std::io::{self, Write};

/// The page of a batch.
pub(crate) struct CasesPage<'a> {
    /// The rows now.
    pub now: &'a Rows,
    /// What became of them since then.
    pub earlier: Earlier<'a>,
    /// What is compared.
    pub frame: &'a Frame,
    /// The plots.
    pub plots: &'a [Plot],
    /// The texts.
    pub files: &'a dyn PageFiles,
}

/// A case of the page, as long as it is looked at.
struct PageCase {
    entry: Entry,
    row: Option<Row>,
}

/// What makes a case of the page. There may be many thousand, so a row stays packed.
enum Origin<'a> {
    Row(Selected<'a>),
    WithoutRow(Box<Entry>),
}

/// A case of the page, and what its place among the others depends on.
struct Placed<'a> {
    standing: Standing,
    gain: u64,
    origin: Origin<'a>,
}

/// Where a value comes from.
enum Source {
    /// A column of `results.csv`, under its own name.
    Column(&'static str),
    /// The same under another label.
    Labelled(&'static str, &'static str),
    /// Something else: its label, whether it is text, and the value.
    Other(&'static str, fn(&PageCase) -> ReportCell),
}

use Source::{Column, Labelled, Other};

/// The fields: name, value, where it is shown, and whether rows can be chosen and grouped by it.
const FIELDS: &[(&str, Source, Place, bool)] = &[
    (
        "case",
        Other("case", |it| text(&it.entry.case)),
        Place::Table,
        false,
    ),
    (
        "standing",
        Other("what became of it", |it| text(it.entry.standing.name())),
        Place::Table,
        true,
    ),
    ("status", Column("status"), Place::Table, true),
    (
        "solver",
        Other("solver", |it| text(&it.entry.solver)),
        Place::Table,
        true,
    ),
    (
        "search",
        Other("search", |it| text(&it.entry.search)),
        Place::Table,
        true,
    ),
    ("group", Column("group"), Place::Table, true),
    (
        "bytes_before",
        Labelled("bytes_before", "original"),
        Place::Table,
        false,
    ),
    (
        "bytes_after",
        Labelled("bytes_after", "result"),
        Place::Table,
        false,
    ),
    (
        "reduction_percent",
        Labelled("reduction_percent", "smaller by"),
        Place::Table,
        false,
    ),
    ("runs", Column("runs"), Place::Table, false),
    (
        "wall_seconds",
        Labelled("wall_seconds", "time"),
        Place::Table,
        false,
    ),
    (
        "what",
        Other("failure, or why", |it| text(&it.entry.what())),
        Place::Table,
        false,
    ),
    (
        "signature",
        Labelled("signature", "failure of the original"),
        Place::Facts,
        true,
    ),
    (
        "signature_after",
        Labelled("signature_after", "failure of the result"),
        Place::Facts,
        false,
    ),
    (
        "signature_then",
        Other("failure before", |it| {
            optional(it.entry.signature_then.as_deref())
        }),
        Place::Facts,
        false,
    ),
    (
        "crash_place",
        Other("where it crashed", |it| {
            mark(it, |row| row.marks.place.as_ref())
        }),
        Place::Facts,
        false,
    ),
    (
        "message",
        Other("what the solver says", |it| {
            mark(it, |row| row.marks.message.as_ref())
        }),
        Place::Facts,
        false,
    ),
    ("failure_rate", Column("failure_rate"), Place::Facts, false),
    ("detail", Labelled("detail", "why"), Place::Facts, false),
    ("notes", Column("notes"), Place::Facts, false),
    ("duplicate_of", Column("duplicate_of"), Place::Facts, false),
    ("language", Column("language"), Place::Facts, true),
    ("logic", Column("logic"), Place::Facts, true),
    ("oracle", Labelled("oracle", "rule"), Place::Facts, true),
    (
        "tokens_before",
        Column("tokens_before"),
        Place::Facts,
        false,
    ),
    ("tokens_after", Column("tokens_after"), Place::Facts, false),
    (
        "one_minimal",
        Labelled("one_minimal", "1-minimal"),
        Place::Facts,
        false,
    ),
    ("checks", Column("checks"), Place::Facts, false),
    (
        "hits",
        Labelled("hits", "checks answered by memory or store"),
        Place::Facts,
        false,
    ),
    (
        "solver_cpu_seconds",
        Labelled("solver_cpu_seconds", "CPU time of the solver"),
        Place::Facts,
        false,
    ),
    (
        "solver_max_rss_mb",
        Labelled("solver_max_rss_mb", "largest solver process"),
        Place::Facts,
        false,
    ),
    (
        "reduced_command",
        Labelled("reduced_command", "arguments that it needs"),
        Place::Facts,
        false,
    ),
    (
        "other_commands",
        Labelled("other_commands", "other solvers"),
        Place::Facts,
        false,
    ),
    (
        "solver_version",
        Column("solver_version"),
        Place::Facts,
        false,
    ),
    ("host", Column("host"), Place::Facts, false),
    ("ended", Column("ended"), Place::Facts, false),
];

fn text(text: &str) -> ReportCell {
    match text {
        "" => ReportCell::Empty,
        text => ReportCell::Text(text.to_owned()),
    }
}

fn optional(text: Option<&str>) -> ReportCell {
    text.map_or(ReportCell::Empty, |text| ReportCell::Text(text.to_owned()))
}

fn mark(it: &PageCase, of: fn(&Row) -> Option<&String>) -> ReportCell {
    optional(it.row.as_ref().and_then(of).map(String::as_str))
}

impl CasesPage<'_> {
    /// Writes the page.
    ///
    /// # Errors
    /// Those of `out`.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let beside = Beside::of(self.now, self.earlier);
        let cases = Placed::all(&beside);
        let case = |number: usize| cases[number].case(&beside);
        let counts = counts(cases.iter().map(|case| case.standing));
        let sentence = counted(&counts, beside.waiting());
        let counts = counts.into_iter();
        let document = Document {
            title: self.frame.heading(),
            heading: vec![format!("{sentence}. Times are in UTC.")],
            counts: counts
                .map(|(standing, count)| Standings {
                    name: standing.name(),
                    count,
                    tone: tone(standing),
                })
                .collect(),
            by: "standing",
            fields: fields(),
            rows: PageRows {
                count: cases.len(),
                row: &|number| page_row(&case(number)),
            },
            plots: self.plots,
        };
        let detail = |number: usize| {
            let row = case(number).row;
            row.map_or_else(Detail::default, |row| self.detail(&row))
        };
        document.write(&detail, out)
    }

    fn detail(&self, row: &Row) -> Detail {
        let language = language_or_plain(&row.language);
        Detail {
            texts: texts(
                language,
                self.files.original(row),
                vec![("minimized".to_owned(), self.files.minimized(row))],
            ),
            trace: self
                .files
                .trace(row)
                .map_or_else(Vec::new, |trace| points(&trace)),
            commands: commands(row, self.files.place(row)),
            calls: Vec::new(),
        }
    }
}

impl<'a> Placed<'a> {
    /// The cases in the order of the status.
    fn all(beside: &'a Beside<'_>) -> Vec<Placed<'a>> {
        let placed = |(entry, selected): (Entry, Option<Selected<'a>>)| Placed {
            standing: entry.standing,
            gain: entry.gain(),
            origin: selected.map_or_else(|| Origin::WithoutRow(Box::new(entry)), Origin::Row),
        };
        let mut cases: Vec<Placed<'a>> = beside.entries().map(placed).collect();
        cases.sort_by(|one, other| one.place().cmp(&other.place()));
        cases
    }

    fn case(&self, beside: &Beside<'_>) -> PageCase {
        match &self.origin {
            Origin::Row(selected) => {
                let row = selected.row();
                PageCase {
                    entry: beside.entry(row.clone()),
                    row: Some(row),
                }
            }
            Origin::WithoutRow(entry) => PageCase {
                entry: (**entry).clone(),
                row: None,
            },
        }
    }

    fn place(&self) -> (Standing, Reverse<u64>, [&str; 2], String) {
        let ([case, solver], search) = match &self.origin {
            Origin::Row(selected) => {
                let key = selected.key();
                ([&*key.case, &*key.solver], key.search())
            }
            Origin::WithoutRow(entry) => ([&*entry.case, &*entry.solver], entry.search.to_string()),
        };
        (self.standing, Reverse(self.gain), [case, solver], search)
    }
}

/// How the word for a standing looks.
fn tone(standing: Standing) -> &'static str {
    match standing {
        Standing::Fixed | Standing::FixedBefore => "good",
        standing if standing.is_open() => "open",
        _ => "other",
    }
}

fn fields() -> Vec<Field> {
    let of = |(name, source, place, choice): &(&str, Source, Place, bool)| {
        let field = Field {
            name: (*name).to_owned(),
            place: *place,
            choice: *choice,
            ..Field::default()
        };
        match source {
            Other(label, _) => Field {
                label: (*label).to_owned(),
                text: true,
                ..field
            },
            Column(column) | Labelled(column, _) => {
                let column = Row::described_columns().find(|other| other.name == *column);
                let (about, unit, kind) = column.map_or(("", "", Kind::Text), |column| {
                    (column.about, column.unit, column.kind)
                });
                let label = match source {
                    Labelled(_, label) => (*label).to_owned(),
                    _ => name.replace('_', " "),
                };
                Field {
                    label,
                    about,
                    unit,
                    text: !matches!(kind, Kind::Count | Kind::Number),
                    ..field
                }
            }
        }
    };
    FIELDS.iter().map(of).collect()
}

fn page_row(case: &PageCase) -> PageRow {
    let PageCase { entry, row } = case;
    let cells = row.as_ref().map(Row::cells).unwrap_or_default();
    let column = |name: &str| {
        let at = Row::columns().position(|column| column == name);
        at.and_then(|at| cells.get(at).cloned())
    };
    let value = |source: &Source| match source {
        Column(name) | Labelled(name, _) => column(name).unwrap_or(ReportCell::Empty),
        Other(_, value) => value(case),
    };
    PageRow {
        anchor: anchor(&entry.case, &entry.solver, &entry.search),
        cells: FIELDS.iter().map(|(_, source, ..)| value(source)).collect(),
    }
}

/// How a reader repeats what the row says.
fn commands(row: &Row, place: Option<String>) -> Vec<[String; 2]> {
    let solver = with_place(&row.command);
    let mut commands = Vec::new();
    let mut add = |what: &str, command: String| commands.push([what.to_owned(), command]);
    match place {
        _ if solver.is_empty() => {}
        None => add("The solver; {} is the case:", solver),
        Some(place) => {
            let file = quoted(&[&place]);
            add(
                "The solver on the minimized file, in the output directory:",
                solver.replace("{}", &file),
            );
            let case = quoted(&[&row.case]);
            add(
                "A report for the developers of the solver, from there:",
                format!("smelt issue . {case}"),
            );
        }
    }
    let shown = |[what, command]: [String; 2]| [what, harmless(&command)];
    commands.into_iter().map(shown).collect()
}
