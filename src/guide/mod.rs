//! The guide: topics that `smelt help TOPIC` prints, and that are man pages and the chapters of a book, too.
//!
//! A topic is a Markdown file in this directory and a line in [`TOPICS`]. Only the columns of reports have no file: their
//! dictionary is in `report`. `SUMMARY.md` lists the files for mdBook.

mod blocks;

pub use blocks::{Block, Content, Span, Style, blocks};

use crate::report::{Columns, dictionary, dictionary_table};
use std::borrow::Cow;
use std::fmt::Write as _;

/// A topic of the guide.
#[derive(Clone, Copy, Debug)]
pub struct Topic {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is about, in a few words.
    pub about: &'static str,
    /// The name of its man page, such as `smelt-match`.
    pub page: &'static str,
    /// The section of that: 5 for formats of files, 7 for all else.
    pub section: &'static str,
    text: Option<&'static str>,
}

macro_rules! topic {
    ($name:literal, $about:literal) => {
        topic!($name, $about, concat!("smelt-", $name), "7")
    };
    ($name:literal, $about:literal, $page:expr, $section:literal) => {
        Topic {
            name: $name,
            about: $about,
            page: $page,
            section: $section,
            text: Some(include_str!(concat!($name, ".md"))),
        }
    };
}

/// All topics, in the order in which to read them.
pub const TOPICS: &[Topic] = &[
    topic!("match", "what \"the same failure\" is, and how to say it"),
    topic!("slow", "hangs and slow-downs as bugs; slow candidates"),
    topic!(
        "answer-sets",
        "wrong answers of answer-set solvers; formats"
    ),
    topic!("languages", "which files are read, and how"),
    topic!("search", "strategies, minimisers, efforts, mutators"),
    topic!("nightly", "a corpus every night, and the morning after"),
    topic!(
        "config",
        "smelt.toml and what else configures a case",
        "smelt.toml",
        "5"
    ),
    topic!("builds", "new builds, several builds, bisection"),
    topic!(
        "reports",
        "tables, plots, pages, groups, issues, output files"
    ),
    Topic {
        name: "columns",
        about: "the columns of results.csv",
        page: "smelt-columns",
        section: "5",
        text: None,
    },
    topic!("store", "what is remembered, and its upkeep"),
    topic!("compare", "comparing strategies and other reducers"),
    topic!("cluster", "shards, merging, Slurm"),
    topic!("fuzz", "random answer-set programs"),
    topic!("exit-codes", "what the exit codes mean"),
    topic!("limits", "what smelt cannot do"),
    topic!("faq", "questions that are often asked"),
];

/// The topic with this name.
pub fn topic(name: &str) -> Option<&'static Topic> {
    TOPICS.iter().find(|topic| topic.name == name)
}

impl Topic {
    /// Its text, as Markdown.
    pub fn markdown(&self) -> Cow<'static, str> {
        self.text.map_or_else(|| columns().into(), Cow::Borrowed)
    }
}

/// The columns of `results.csv`, as Markdown.
fn columns() -> String {
    let (stable, all) = (dictionary(Columns::Stable), dictionary(Columns::All));
    let accounting = all.skip(dictionary(Columns::Stable).count());
    let mut text = String::from("# The columns of results.csv\n");
    for (title, table) in [
        (
            "The same for any number of jobs, any store, interrupted or not",
            dictionary_table(stable),
        ),
        (
            "How, when and where a row was made, and what it cost",
            dictionary_table(accounting),
        ),
    ] {
        let _ = write!(text, "\n## {title}\n\n{table}");
    }
    text
}
