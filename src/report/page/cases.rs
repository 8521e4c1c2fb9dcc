//! The page of a batch: what became of each case, as `smelt status` says it, and its texts.

use super::PageFiles;
use super::data::{Detail, Field, PageRow, PageRows, Place};
use super::document::{Document, Standings};
use super::repeat::with_place;
use super::texts::texts;
use super::trace::points;
use crate::command::{quoted, shortened};
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
    /// The column of `results.csv` with this name.
    Column,
    /// The same under another label.
    Labelled(&'static str),
    /// Something else, which is text: its label, and the value.
    Other(&'static str, fn(&PageCase) -> ReportCell),
}

use Source::{Column, Labelled, Other};

/// A field: its name, and where its value comes from.
type NamedSource = (&'static str, Source);

/// The fields in the table.
const TABLE: &[NamedSource] = &[
    ("case", Other("case", |it| text(&it.entry.case))),
    (
        "standing",
        Other("what became of it", |it| text(it.entry.standing.name())),
    ),
    ("status", Column),
    ("solver", Other("solver", |it| text(&it.entry.solver))),
    ("search", Other("search", |it| text(&it.entry.search))),
    ("group", Column),
    ("bytes_before", Labelled("original")),
    ("bytes_after", Labelled("result")),
    ("reduction_percent", Labelled("smaller by")),
    ("runs", Column),
    ("wall_seconds", Labelled("time")),
    (
        "what",
        Other("failure, or why", |it| text(&it.entry.what())),
    ),
];

/// The fields that are facts of a row.
const FACTS: &[NamedSource] = &[
    ("signature", Labelled("failure of the original")),
    ("signature_after", Labelled("failure of the result")),
    (
        "signature_then",
        Other("failure before", |it| {
            optional(it.entry.signature_then.as_deref())
        }),
    ),
    (
        "crash_place",
        Other("where it crashed", |it| {
            mark(it, |row| row.marks.place.as_ref())
        }),
    ),
    (
        "message",
        Other("what the solver says", |it| {
            mark(it, |row| row.marks.message.as_ref())
        }),
    ),
    ("failure_rate", Column),
    ("detail", Labelled("why")),
    ("notes", Column),
    ("duplicate_of", Column),
    ("language", Column),
    ("logic", Column),
    ("oracle", Labelled("rule")),
    ("tokens_before", Column),
    ("tokens_after", Column),
    ("one_minimal", Labelled("1-minimal")),
    ("checks", Column),
    ("hits", Labelled("checks answered by memory or store")),
    ("solver_cpu_seconds", Labelled("CPU time of the solver")),
    ("solver_max_rss_mb", Labelled("largest solver process")),
    ("reduced_command", Labelled("arguments that it needs")),
    ("other_commands", Labelled("other solvers")),
    ("solver_version", Column),
    ("host", Column),
    ("ended", Column),
];

/// The fields by which rows can be chosen and grouped.
const CHOICES: [&str; 9] = [
    "standing",
    "status",
    "solver",
    "search",
    "group",
    "signature",
    "language",
    "logic",
    "oracle",
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
        cases.sort_unstable_by(|one, other| one.place().cmp(&other.place()));
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
                ([&*key.case, &*key.made_by.solver], key.search())
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
    let of = |place: Place, (name, source): &NamedSource| {
        let field = Field {
            name: (*name).to_owned(),
            place,
            choice: CHOICES.contains(name),
            ..Field::default()
        };
        let label = match source {
            Other(label, _) => {
                return Field {
                    label: (*label).to_owned(),
                    text: true,
                    ..field
                };
            }
            Labelled(label) => (*label).to_owned(),
            Column => name.replace('_', " "),
        };
        let column = Row::described_columns().find(|column| column.name == *name);
        let (about, unit, kind) = column.map_or(("", "", Kind::Text), |column| {
            (column.about, column.unit, column.kind)
        });
        Field {
            label,
            about,
            unit,
            text: !matches!(kind, Kind::Count | Kind::Number),
            ..field
        }
    };
    let table = TABLE.iter().map(|named| of(Place::Table, named));
    let facts = FACTS.iter().map(|named| of(Place::Facts, named));
    table.chain(facts).collect()
}

fn page_row(case: &PageCase) -> PageRow {
    let PageCase { entry, row } = case;
    let cells = row.as_ref().map(Row::cells).unwrap_or_default();
    let column = |name: &str| {
        let at = Row::columns().position(|column| column == name);
        at.and_then(|at| cells.get(at).cloned())
    };
    let value = |(name, source): &NamedSource| match source {
        Column | Labelled(_) => column(name).unwrap_or(ReportCell::Empty),
        Other(_, value) => value(case),
    };
    PageRow {
        anchor: anchor(&entry.case, &entry.solver, &entry.search),
        cells: TABLE.iter().chain(FACTS).map(value).collect(),
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
            let needed = row.reduced_command.as_ref().map_or(solver, |shorter| {
                with_place(&shortened(&row.command, &row.solver, shorter))
            });
            let what = if needed.contains("{seed}") {
                "The solver on the minimized file, in the output directory, with a seed in place of {seed}:"
            } else {
                "The solver on the minimized file, in the output directory:"
            };
            add(what, needed.replace("{}", &file));
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
