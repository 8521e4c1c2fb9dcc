//! The page around the data: what can be read without a script, the plots, and the script and style themselves.

use super::LARGEST_PAGE;
use super::data::{Detail, Field, PageRows, Place, json, word, write_table};
use super::marked_text::ALONE;
use crate::event::ReportCell;
use crate::report::plots::Plot;
use crate::report::thousands;
use data_encoding::BASE64;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};
use std::io::{self, Write};

const SCRIPT: &str = include_str!("page.js");
const STYLE: &str = include_str!("page.css");

/// How many rows can be read without a script.
const PLAIN_ROWS: usize = 500;

/// How many bytes of texts can be read without a script.
const PLAIN_TEXTS: usize = 200_000;

/// Details stop if there is less room than this.
const LEAST_ROOM: usize = 20_000;

/// A page, before its details are known.
pub(super) struct Document<'a> {
    /// What is shown, in a few words.
    pub title: String,
    /// Sentences below the title.
    pub heading: Vec<String>,
    /// The values of the field `by` that occur, with how many rows have each and how it looks.
    pub counts: Vec<Standings>,
    /// The field by which rows are grouped at first; empty if by none.
    pub by: &'static str,
    /// The columns and facts.
    pub fields: Vec<Field>,
    /// The rows in order.
    pub rows: PageRows<'a>,
    /// The plots.
    pub plots: &'a [Plot],
}

/// How many rows stand in a way.
#[derive(serde::Serialize)]
pub(super) struct Standings {
    /// The word for it.
    pub name: &'static str,
    /// How many do.
    pub count: usize,
    /// `open`, `good` or `other`: how the word looks.
    pub tone: &'static str,
}

impl Document<'_> {
    /// Writes the whole page. The details of rows are asked for in the order of the table, until the page is full.
    ///
    /// It has megabytes, so each part is written as soon as it is made.
    ///
    /// # Errors
    /// Those of `out`.
    pub(super) fn write(
        &self,
        detail: &dyn Fn(usize) -> Detail,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut page = Counted { out, bytes: 0 };
        let (doctype, head, header) = (html! { (DOCTYPE) }, self.head(), self.header());
        write!(
            page,
            "{}<html lang=\"en\">{}<body>{}",
            doctype.0, head.0, header.0
        )?;
        page.write_all(b"<script id=\"data\" type=\"application/json\">")?;
        let plain = self.write_data(detail, &mut page)?;
        page.write_all(b"</script>")?;
        self.write_content(&plain, &mut page)?;
        page.write_all(b"</body></html>")
    }

    /// Writes what the script works on. Returns the details that can be read without it, with the numbers of their rows.
    fn write_data(
        &self,
        detail: &dyn Fn(usize) -> Detail,
        page: &mut Counted<'_>,
    ) -> io::Result<Vec<(usize, Detail)>> {
        write_table(&self.fields, &self.rows, page)?;
        let (by, counts) = (json(self.by), json(&self.counts));
        write!(
            page,
            ",\n\"by\":{by},\n\"counts\":{counts},\n\"details\":{{"
        )?;
        let plots: usize = self.plots.iter().map(|plot| plot.svg.len()).sum();
        // As HTML, words and texts take more room than as JSON.
        let plain = 2 * PLAIN_TEXTS + 700 * PLAIN_ROWS.min(self.rows.count);
        let to_come = SCRIPT.len() + plots + plain;
        let mut room = LARGEST_PAGE.saturating_sub(page.bytes + to_come);
        let mut comma = "";
        let mut plain = Vec::new();
        let mut plain_room = PLAIN_TEXTS;
        for number in 0..self.rows.count {
            if room < LEAST_ROOM {
                break;
            }
            let mut detail = detail(number);
            let mut text = format!("{comma}\n\"{number}\":{}", json(&detail));
            if text.len() > room {
                detail.texts.clear();
                text = format!("{comma}\n\"{number}\":{}", json(&detail));
            }
            if text.len() > room {
                continue;
            }
            room -= text.len();
            page.write_all(text.as_bytes())?;
            comma = ",";
            if text.len() <= plain_room {
                plain_room -= text.len();
                plain.push((number, detail));
            }
        }
        page.write_all(b"}}")?;
        Ok(plain)
    }

    fn head(&self) -> Markup {
        html! {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                title { (self.title) }
                style { (PreEscaped(STYLE)) }
            }
        }
    }

    fn header(&self) -> Markup {
        html! {
            header {
                h1 { (self.title) }
                @for sentence in &self.heading { p { (sentence) } }
                (self.counted())
            }
        }
    }

    /// Writes what can be read without a script, and the script.
    fn write_content(&self, plain: &[(usize, Detail)], page: &mut Counted<'_>) -> io::Result<()> {
        // The script puts its table and details into the section.
        page.write_all(b"<main id=\"main\"><section id=\"cases\">")?;
        self.write_plain_table(page)?;
        for (number, detail) in plain {
            write(page, &self.plain_detail(*number, detail))?;
        }
        page.write_all(b"</section>")?;
        if !self.plots.is_empty() {
            page.write_all(b"<section id=\"plots\"><h2>Plots</h2>")?;
            for plot in self.plots {
                let figure = html! {
                    figure {
                        figcaption { (plot.title) }
                        (PreEscaped(plot.inline()))
                    }
                };
                write(page, &figure)?;
            }
            page.write_all(b"</section>")?;
        }
        let end = html! {
            footer { p { "Made by smelt " (env!("CARGO_PKG_VERSION")) "." } }
            script { (PreEscaped(SCRIPT)) }
        };
        page.write_all(b"</main>")?;
        write(page, &end)
    }

    /// How many rows stand in which way.
    fn counted(&self) -> Markup {
        html! {
            @if !self.counts.is_empty() {
                ul.counts {
                    @for Standings { name, count, tone } in &self.counts {
                        li.(tone) {
                            a href=(format!("#{}={}", self.by, name.replace(' ', "+"))) {
                                (thousands(*count as u64)) " " (name)
                            }
                        }
                    }
                }
            }
        }
    }

    fn write_plain_table(&self, page: &mut Counted<'_>) -> io::Result<()> {
        let fields = self.fields.iter().enumerate();
        let shown: Vec<(usize, &Field)> = fields
            .filter(|(_, field)| field.place == Place::Table)
            .collect();
        let count = self.rows.count;
        let head = html! {
            @if count > PLAIN_ROWS {
                p { "Without scripts, only the first " (PLAIN_ROWS) " of " (thousands(count as u64)) " rows." }
            }
        };
        write(page, &head)?;
        page.write_all(b"<div class=\"table\"><table>")?;
        let head = html! {
            thead { tr { @for (_, field) in &shown { th scope="col" { (field.label) } } } }
        };
        write(page, &head)?;
        page.write_all(b"<tbody>")?;
        for row in self.rows.iter().take(PLAIN_ROWS) {
            let line = html! {
                tr {
                    @for (at, field) in &shown {
                        td.number[!field.text] {
                            @let cell = plain(row.cells.get(*at), count);
                            @if *at == 0 { a href=(format!("#{}", row.anchor)) { (cell) } }
                            @else { (cell) }
                        }
                    }
                }
            };
            write(page, &line)?;
        }
        page.write_all(b"</tbody></table></div>")
    }

    fn plain_detail(&self, number: usize, detail: &Detail) -> Markup {
        let row = (self.rows.row)(number);
        html! {
            article id=(row.anchor) {
                h2 { (plain(row.cells.first(), self.rows.count)) }
                dl {
                    @for (field, cell) in self.fields.iter().zip(&row.cells) {
                        @if field.place == Place::Facts && *cell != ReportCell::Empty {
                            div { dt { (field.label) } dd { (plain(Some(cell), self.rows.count)) } }
                        }
                    }
                }
                @for [what, command] in &detail.commands { p { (what) } pre { (command) } }
                @for text in &detail.texts {
                    h3 { (text.title) }
                    @if !text.note.is_empty() { p { (text.note) } }
                    pre { @for (class, piece) in &text.pieces { span.(format!("c{}", class % ALONE)) { (piece) } } }
                }
                @if !detail.calls.is_empty() {
                    div.table { table {
                        @for row in &detail.calls { tr { @for cell in row { td { (cell) } } } }
                    } }
                }
            }
        }
    }
}

/// A writer that counts its bytes.
struct Counted<'a> {
    out: &'a mut dyn Write,
    bytes: usize,
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.bytes += written;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes a part of a page. The whole page at once would take megabytes.
fn write(page: &mut Counted<'_>, part: &Markup) -> io::Result<()> {
    page.write_all(part.0.as_bytes())
}

/// A cell for a reader.
fn plain(cell: Option<&ReportCell>, rows: usize) -> String {
    match cell {
        None | Some(ReportCell::Empty) => "–".to_owned(),
        Some(ReportCell::Count(number)) => thousands(*number),
        Some(ReportCell::Text(text)) => word(text, rows),
        Some(cell) => crate::report::csv_text(cell.clone()),
    }
}

/// The page may run its own script and use its own style. Nothing is loaded, sent or embedded.
fn policy() -> String {
    let digest = |text: &str| BASE64.encode(&Sha256::digest(text));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        digest(SCRIPT),
        digest(STYLE)
    )
}
