//! Reads the Markdown of the guide into a list of blocks, which is all that a terminal or a man page needs.

use super::topic;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// A block of a text, such as a paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// How many lists it is in.
    pub depth: usize,
    /// The mark of the item of a list that begins with it, such as `-` or `2.`.
    pub mark: Option<String>,
    /// What it has.
    pub content: Content,
}

/// What a block has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A heading of this level; 1 is the title.
    Heading(u8, Vec<Span>),
    /// A paragraph.
    Paragraph(Vec<Span>),
    /// Lines to show as they are.
    Code(String),
    /// A table: its heading and its rows, which have as many cells.
    Table(Vec<Vec<Span>>, Vec<Vec<Vec<Span>>>),
}

/// A piece of text in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its style.
    pub style: Style,
    /// Its text, in one line.
    pub text: String,
}

/// The style of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As the text around it.
    Plain,
    /// Something to type or to read literally.
    Code,
    /// A word that is stressed or explained.
    Emphasis,
}

/// The blocks of a text in Markdown.
pub fn blocks(markdown: &str) -> Vec<Block> {
    let mut reader = Reader::default();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        reader.read(event);
    }
    reader.end_paragraph();
    reader.blocks
}

#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    spans: Vec<Span>,
    /// The number of the next item of each list that is open; none if its items have no numbers.
    lists: Vec<Option<u64>>,
    /// The mark of an item whose first block has not come yet.
    mark: Option<String>,
    is_stressed: bool,
    link: Option<String>,
    code: Option<String>,
    rows: Vec<Vec<Vec<Span>>>,
}

impl Reader {
    fn read(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => match &mut self.code {
                Some(code) => code.push_str(&text),
                None if self.is_stressed => self.span(Style::Emphasis, &text),
                None => self.span(Style::Plain, &text),
            },
            Event::Code(text) => self.span(Style::Code, &text),
            Event::SoftBreak | Event::HardBreak => self.span(Style::Plain, " "),
            // Comments are for those who edit the file; the rest is not used in the guide.
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::List(first) => {
                self.end_paragraph();
                self.lists.push(first);
            }
            Tag::Item => {
                self.mark = Some(match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}.", *number - 1)
                    }
                    _ => "-".to_owned(),
                });
            }
            Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented) => {
                self.end_paragraph();
                self.code = Some(String::new());
            }
            Tag::Emphasis | Tag::Strong => self.is_stressed = true,
            Tag::Link { dest_url, .. } => self.link = Some(dest_url.into_string()),
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::Item => self.end_paragraph(),
            TagEnd::Heading(level) => {
                let spans = std::mem::take(&mut self.spans);
                self.push(Content::Heading(level as u8, spans));
            }
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::CodeBlock => {
                if let Some(code) = self.code.take() {
                    self.push(Content::Code(code));
                }
            }
            TagEnd::Emphasis | TagEnd::Strong => self.is_stressed = false,
            TagEnd::Link => {
                if let Some(to) = self.link.take() {
                    let words = self.spans.last().map_or("", |span| &span.text);
                    let target = target(words, &to);
                    self.span(Style::Plain, &target);
                }
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.spans);
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => {
                let mut rows = std::mem::take(&mut self.rows);
                if !rows.is_empty() {
                    let head = rows.remove(0);
                    self.push(Content::Table(head, rows));
                }
            }
            _ => {}
        }
    }

    fn span(&mut self, style: Style, text: &str) {
        match self.spans.last_mut() {
            Some(last) if last.style == style => last.text.push_str(text),
            _ => self.spans.push(Span {
                style,
                text: text.to_owned(),
            }),
        }
    }

    /// Ends a paragraph, also one of a tight list, which has no tags of its own.
    fn end_paragraph(&mut self) {
        if !self.spans.is_empty() {
            let spans = std::mem::take(&mut self.spans);
            self.push(Content::Paragraph(spans));
        }
    }

    fn push(&mut self, content: Content) {
        self.blocks.push(Block {
            depth: self.lists.len(),
            mark: self.mark.take(),
            content,
        });
    }
}

/// What follows the words of a link where nobody can click: the topic or the file that it leads to.
fn target(words: &str, link: &str) -> String {
    let file = link.split('#').next().unwrap_or_default();
    let below = file.trim_start_matches("../");
    match file.strip_suffix(".md").and_then(topic) {
        Some(topic) => format!(" (smelt help {})", topic.name),
        // The words may be the file already.
        None if words.ends_with(below) => String::new(),
        None => format!(": {below}"),
    }
}
