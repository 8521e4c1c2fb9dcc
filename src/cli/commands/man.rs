//! `smelt man`: manual pages, generated from the definition of the command line and from the guide.

use crate::cli::error::CliError;
use crate::cli::{definition, exit, output};
use crate::disk::{OwnFile, make_directories};
use crate::guide::{Block, Content, Span, Style, TOPICS, Topic, blocks};
use clap::Command;
use clap_mangen::Man;
use roff::{Inline, Roff, bold, italic, roman};
use std::io;
use std::path::Path;

/// Prints smelt(1), or writes a page for each subcommand and each topic and prints the paths of the files.
pub(super) fn run(directory: Option<&Path>) -> Result<u8, CliError> {
    let definition = definition::definition();
    match directory {
        None => output::bytes(&page(definition).map_err(|error| unmade(&error))?)?,
        Some(directory) => {
            let written = write_all(definition, directory)?;
            output::data(&written)?;
        }
    }
    Ok(exit::DONE)
}

fn page(command: Command) -> io::Result<Vec<u8>> {
    // Of an option that short help hides, clap_mangen would leave out what it does.
    let command = command.mut_args(|arg| arg.hide_short_help(false));
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(page)
}

/// Writes all pages below a directory as `man` looks for them: those of commands are named after the full command, as in
/// `man1/smelt-cache-gc.1`.
fn write_all(mut definition: Command, directory: &Path) -> Result<String, CliError> {
    definition = definition.disable_help_subcommand(true);
    definition.build();
    let mut pages = Vec::new();
    let mut left = vec![definition];
    while let Some(command) = left.pop() {
        left.extend(command.get_subcommands().cloned());
        let name = command.get_display_name().unwrap_or(command.get_name());
        let name = name.to_owned();
        let page = page(command).map_err(|error| unmade(&error))?;
        pages.push((name, "1", page));
    }
    for topic in TOPICS {
        let page = topic_page(topic).into_bytes();
        pages.push((topic.page.to_owned(), topic.section, page));
    }
    let mut written = String::new();
    for (name, section, page) in pages {
        let directory = directory.join(format!("man{section}"));
        make_directories(&directory).map_err(|error| CliError::unwritten(&directory, &error))?;
        let path = directory.join(format!("{name}.{section}"));
        OwnFile::create(&path)
            .and_then(|mut file| file.append(&page))
            .map_err(|error| CliError::unwritten(&path, &error))?;
        written.push_str(&path.to_string_lossy());
        written.push('\n');
    }
    Ok(written)
}

/// The page of a topic of the guide.
fn topic_page(topic: &Topic) -> String {
    let mut page = Roff::new();
    let title = [topic.page, topic.section, "", "smelt", "The guide of smelt"];
    page.control("TH", title);
    page.control("SH", ["NAME"]);
    page.text([roman(format!("{} - {}", topic.page, topic.about))]);
    for block in blocks(&topic.markdown()) {
        add(&mut page, &block);
    }
    page.to_roff()
}

/// Adds a block to a page.
fn add(page: &mut Roff, block: &Block) {
    match &block.content {
        Content::Heading(1, _) => {
            page.control("SH", ["DESCRIPTION"]);
        }
        Content::Heading(_, spans) => {
            let title: String = spans.iter().map(|span| &*span.text).collect();
            page.control("SH", [&*title]);
        }
        Content::Paragraph(spans) => {
            match &block.mark {
                Some(mark) => page.control("IP", [&**mark, "4"]),
                None if block.depth > 0 => page.control("IP", ["", "4"]),
                None => page.control("PP", []),
            };
            page.text(inlines(spans));
        }
        Content::Code(lines) => {
            page.control("PP", []);
            page.control("RS", ["4"]).control("nf", []);
            for line in lines.lines() {
                page.text([roman(line)]);
            }
            page.control("fi", []).control("RE", []);
        }
        Content::Table(head, rows) => {
            for row in rows {
                page.control("TP", []);
                page.text(row.first().map(|cell| inlines(cell)).unwrap_or_default());
                for (nth, (head, cell)) in head.iter().zip(row).enumerate().skip(1) {
                    if nth > 1 {
                        page.control("br", []);
                    }
                    let mut text = inlines(cell);
                    if row.len() > 2 {
                        text.insert(0, roman(": "));
                        text.splice(0..0, inlines(head));
                    }
                    page.text(text);
                }
            }
        }
    }
}

fn inlines(spans: &[Span]) -> Vec<Inline> {
    let inline = |span: &Span| match span.style {
        Style::Plain => roman(&*span.text),
        Style::Code => bold(&*span.text),
        Style::Emphasis => italic(&*span.text),
    };
    spans.iter().map(inline).collect()
}

fn unmade(error: &io::Error) -> CliError {
    CliError::internal(format!("cannot make a manual page: {error}"))
}
