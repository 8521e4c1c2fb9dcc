//! `smelt help`: the help of a subcommand, or a topic of the guide.

use crate::cli::error::CliError;
use crate::cli::fit::wrapped;
use crate::cli::{definition, exit, output};
use crate::guide::{Block, Content, Span, Style, TOPICS, Topic, blocks, topic};
use std::fmt::Write as _;

/// Prints what these words name.
pub(super) fn run(words: &[String]) -> Result<u8, CliError> {
    let named = match words {
        [name] => topic(name),
        _ => None,
    };
    let text = match named {
        Some(topic) => shown(topic),
        None => help_of(words)?,
    };
    output::data(&text)?;
    Ok(exit::DONE)
}

/// The help of the program, or of a subcommand.
fn help_of(words: &[String]) -> Result<String, CliError> {
    let mut definition = definition::definition();
    definition.build();
    let mut command = &mut definition;
    for (nth, word) in words.iter().enumerate() {
        command = match command.find_subcommand_mut(word) {
            Some(found) => found,
            None => return Err(unknown(word, nth == 0)),
        };
    }
    Ok(command.render_help().to_string())
}

fn unknown(word: &str, is_first: bool) -> CliError {
    if is_first && topic(word).is_some() {
        return CliError::usage(
            format!("the topic `{word}` takes no further words"),
            format!("call `smelt help {word}`"),
        );
    }
    let names: Vec<&str> = TOPICS.iter().map(|topic| topic.name).collect();
    CliError::usage(
        format!("there is neither a subcommand nor a topic `{word}`"),
        format!("the topics are: {}", names.join(", ")),
    )
}

/// The most columns of a line; longer ones are hard to read.
const WIDEST: usize = 100;

/// The text of a topic, for the terminal.
pub(super) fn shown(topic: &Topic) -> String {
    let columns = output::columns().map_or(WIDEST, |columns| columns.min(WIDEST));
    let mut text = String::new();
    let mut last: Option<Block> = None;
    for block in blocks(&topic.markdown()) {
        // The items of a list stand together if each is one paragraph.
        let is_next_item = block.mark.is_some()
            && last.is_some_and(|last| {
                last.mark.is_some() && matches!(last.content, Content::Paragraph(_))
            });
        if !text.is_empty() && !is_next_item {
            text.push('\n');
        }
        show(&mut text, &block, columns);
        last = Some(block);
    }
    text
}

/// What a paragraph is indented by.
const INDENT: usize = 2;

fn show(text: &mut String, block: &Block, columns: usize) {
    let indent = INDENT + 4 * block.depth.saturating_sub(1) + if block.depth > 0 { 3 } else { 0 };
    match &block.content {
        Content::Heading(level, spans) => {
            let title = words(spans);
            let title = if *level == 1 {
                title.to_uppercase()
            } else {
                title
            };
            text.push_str(&wrapped(&title, 0, 0, Some(columns)));
        }
        Content::Paragraph(spans) => {
            let (words, first) = match &block.mark {
                Some(mark) => (format!("{mark} {}", words(spans)), indent - mark.len() - 1),
                None => (words(spans), indent),
            };
            text.push_str(&wrapped(&words, first, indent, Some(columns)));
        }
        Content::Code(lines) => {
            for line in lines.lines() {
                let _ = writeln!(text, "{}{line}", " ".repeat(indent + 2));
            }
        }
        Content::Table(head, rows) => rows.iter().for_each(|row| {
            text.push_str(&wrapped(
                &words(row.first().map_or(&[], Vec::as_slice)),
                indent,
                indent + 2,
                Some(columns),
            ));
            for (head, cell) in head.iter().zip(row).skip(1) {
                let cell = match row.len() {
                    0..=2 => words(cell),
                    _ => format!("{}: {}", words(head), words(cell)),
                };
                text.push_str(&wrapped(&cell, indent + 4, indent + 4, Some(columns)));
            }
        }),
    }
}

/// The words of spans, with code between backticks.
fn words(spans: &[Span]) -> String {
    let words = spans.iter().map(|span| match span.style {
        Style::Code => format!("`{}`", span.text),
        Style::Plain | Style::Emphasis => span.text.clone(),
    });
    words.collect()
}
