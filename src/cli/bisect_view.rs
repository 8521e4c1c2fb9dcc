//! What `smelt bisect` prints: a line for each build and the two at the change, or all of it as JSON.

use super::args::BisectFormat;
use super::fit::{aligned, cut, widths};
use super::progress::count;
use crate::reduction::{About, Bisected, Change, Kind, Standing};
use crate::solver::{Build, version_words};
use serde_json::{Value, json};

/// The longest text that says what a build did, in columns.
const LONGEST: usize = 100;

/// A build and what it prints as its version.
pub(super) struct NamedBuild {
    /// The build.
    pub(super) build: Build,
    /// The line with its version, if it prints one.
    pub(super) version: Option<String>,
}

/// What was found.
pub(super) struct View<'a> {
    /// The case's name.
    pub(super) case: &'a str,
    /// The builds, the oldest first.
    pub(super) builds: &'a [NamedBuild],
    /// Whether their versions decide about the order, and not their names.
    pub(super) by_version: bool,
    /// Whether there is a minimized text besides the original.
    pub(super) has_minimized: bool,
    /// The change that was looked for.
    pub(super) kind: Kind,
    /// The result.
    pub(super) found: &'a Bisected,
}

impl View<'_> {
    /// Whether there is a change, and both builds at it were seen on the original.
    pub(super) fn is_confirmed(&self) -> bool {
        let is =
            |build, standing| self.found.bisection.on(build, About::Original) == Some(standing);
        self.found
            .change
            .is_some_and(|change| is(change.good, Standing::Good) && is(change.bad, Standing::Bad))
    }

    /// The answer in this format.
    pub(super) fn shown(&self, format: BisectFormat) -> String {
        match format {
            BisectFormat::Text => self.text(),
            BisectFormat::Json => format!("{:#}\n", self.json()),
        }
    }

    /// All of it: `good` and `bad` are the builds at the change, if there is one, and `confirmed` says whether both were
    /// seen to be so on the original. `other_changes` are further ones that the runs show.
    fn json(&self) -> Value {
        let found = self.found;
        let other_changes: Vec<Value> = self
            .other_changes()
            .map(|other| {
                json!({
                    "change": kind(other.kind),
                    "good": self.name(other.good),
                    "bad": self.name(other.bad),
                })
            })
            .collect();
        let builds: Vec<Value> = (0..self.builds.len())
            .map(|build| self.build(build))
            .collect();
        json!({
            "case": self.case,
            "signature": found.signature,
            "ordered_by": if self.by_version { "version" } else { "name" },
            "change": found.change.map(|change| kind(change.kind)),
            "good": found.change.map(|change| self.build(change.good)),
            "bad": found.change.map(|change| self.build(change.bad)),
            "confirmed": self.is_confirmed(),
            "texts_disagree": found.bisection.disagree(),
            "other_changes": other_changes,
            "runs": found.runs,
            "hits": found.hits,
            "builds": builds,
        })
    }

    /// A build in JSON. It is `good`, `bad` or `skipped` on a text, or nothing if it was not asked.
    fn build(&self, build: usize) -> Value {
        let NamedBuild {
            build: named,
            version,
        } = &self.builds[build];
        let on = |about| self.found.bisection.on(build, about).map(word);
        json!({
            "name": named.name,
            "program": named.program.display().to_string(),
            "version": version,
            "minimized": on(About::Minimized),
            "original": on(About::Original),
            "said": self.found.said[build],
        })
    }

    fn name(&self, build: usize) -> &str {
        &self.builds[build].build.name
    }

    /// The changes that the runs show besides the one that was found.
    fn other_changes(&self) -> impl Iterator<Item = Change> {
        let found = self.found.change;
        let all = self.found.bisection.changes().into_iter();
        all.filter(move |change| Some(*change) != found)
    }

    fn text(&self) -> String {
        let mut lines = vec![format!(
            "{}: {}",
            self.case,
            self.found
                .signature
                .as_deref()
                .unwrap_or("no build shows a failure")
        )];
        let ordered = if self.by_version {
            "the versions that they print"
        } else {
            "their names"
        };
        let number = self.builds.len();
        lines.push(format!("{number} builds in the order of {ordered}:"));
        lines.push(String::new());
        let rows: Vec<[String; 4]> = (0..self.builds.len())
            .map(|build| self.cells(build))
            .collect();
        let widths = widths(&rows);
        let line = |row| format!("  {}", aligned(row, widths, [false; 4]));
        lines.extend(rows.iter().map(line));
        lines.push(String::new());
        lines.extend(self.conclusion());
        lines.push(format!(
            "{}, {} from the store",
            count(self.found.runs, "run"),
            count(self.found.hits, "answer")
        ));
        lines.join("\n") + "\n"
    }

    /// The cells of a build: its name, its version, how it stands and on which texts, and what it did.
    fn cells(&self, build: usize) -> [String; 4] {
        let NamedBuild {
            build: named,
            version,
        } = &self.builds[build];
        let version = version.as_deref().and_then(version_words).unwrap_or("?");
        let on = |about| self.found.bisection.on(build, about).map(word);
        let standing = match (on(About::Minimized), on(About::Original)) {
            (None, None) => "not run".to_owned(),
            (Some(word), None) => format!("{word} on the minimized file"),
            (None, Some(word)) if !self.has_minimized => word.to_owned(),
            (None, Some(word)) => format!("{word} on the original"),
            (Some(one), Some(other)) if one == other => format!("{one} on both"),
            (Some(one), Some(other)) => format!("{one} minimized, {other} on the original"),
        };
        let said = cut(&self.found.said[build], LONGEST);
        [named.name.clone(), version.to_owned(), standing, said]
    }

    /// The sentences about the change.
    fn conclusion(&self) -> Vec<String> {
        let mut lines = Vec::new();
        match self.found.change {
            Some(change) => {
                let (good, bad) = match change.kind {
                    Kind::Began => ("last good build", "first bad build"),
                    Kind::Fixed => ("first good build", "last bad build"),
                };
                let mut ends = [
                    (change.good, good, Standing::Good),
                    (change.bad, bad, Standing::Bad),
                ];
                ends.sort_by_key(|end| end.0);
                for (build, words, standing) in ends {
                    lines.push(format!(
                        "{words}: {}{}",
                        self.name(build),
                        self.how_sure(build, standing)
                    ));
                }
                if change.kind != self.kind {
                    lines.push(
                        "no older build is known to be good, so this is where the failure was fixed"
                            .to_owned(),
                    );
                }
                let between = change.good.min(change.bad) + 1..change.good.max(change.bad);
                if !between.is_empty() {
                    let names: Vec<&str> = between.map(|build| self.name(build)).collect();
                    lines.push(format!("between them, and not known: {}", names.join(", ")));
                }
            }
            None => lines.push(self.no_change()),
        }
        for other in self.other_changes() {
            let (first, second) = (other.good.min(other.bad), other.good.max(other.bad));
            let what = match other.kind {
                Kind::Began => "begins",
                Kind::Fixed => "is fixed",
            };
            lines.push(format!(
                "more than one change: the failure also {what} between {} and {}",
                self.name(first),
                self.name(second)
            ));
        }
        if self.found.bisection.disagree() {
            lines.push(
                "the minimized file and the original disagree about a build; the original counts"
                    .to_owned(),
            );
        }
        lines
    }

    /// Why there is no change.
    fn no_change(&self) -> String {
        let standings =
            (0..self.builds.len()).filter_map(|build| self.found.bisection.standing(build));
        let (mut good, mut bad) = (false, false);
        for standing in standings {
            good |= standing == Standing::Good;
            bad |= standing == Standing::Bad;
        }
        let why = match (good, bad) {
            (_, false) => "no build shows the failure",
            (false, true) => "no build is known to be good",
            (true, true) => "on this side of the failing build, no build is known to be good",
        };
        format!("no change found: {why}")
    }

    fn how_sure(&self, build: usize, standing: Standing) -> &'static str {
        match self.found.bisection.on(build, About::Original) {
            _ if !self.has_minimized => "",
            Some(seen) if seen == standing => " (confirmed on the original)",
            _ => " (not confirmed on the original)",
        }
    }
}

fn word(standing: Standing) -> &'static str {
    match standing {
        Standing::Bad => "bad",
        Standing::Good => "good",
        Standing::Refuses | Standing::Skipped => "skipped",
    }
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Began => "began",
        Kind::Fixed => "fixed",
    }
}
