//! The README and the guide must say what the program does: their lists are compared with what the program prints, and
//! their commands are tried.

use regex::Regex;
use smelt::event::Status;
use smelt::guide::{TOPICS, topic};
use smelt::report::{Columns, Described, dictionary};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn readme() -> String {
    std::fs::read_to_string(root().join("README.md")).expect("README.md can be read")
}

/// The text of a topic of the guide.
fn chapter(name: &str) -> String {
    let topic = topic(name).unwrap_or_else(|| panic!("no topic `{name}`"));
    topic.markdown().into_owned()
}

/// The README and all topics, each with the directory that its links start at.
fn documents() -> Vec<(PathBuf, String)> {
    let topics = TOPICS
        .iter()
        .map(|topic| (root().join("src/guide"), topic.markdown().into_owned()));
    topics.chain([(root(), readme())]).collect()
}

fn smelt(dir: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_smelt"))
        .args(arguments)
        .current_dir(dir)
        .env("HOME", dir)
        .env("XDG_CACHE_HOME", dir)
        .output()
        .expect("the program starts")
}

fn stdout(arguments: &[&str]) -> String {
    let dir = TempDir::new().expect("a temporary directory");
    let ran = smelt(dir.path(), arguments);
    assert!(ran.status.success(), "smelt {arguments:?}: {ran:?}");
    String::from_utf8_lossy(&ran.stdout).into_owned()
}

/// The first word of each line.
fn listed(what: &str) -> Vec<String> {
    let first = |line: &str| line.split_whitespace().next().map(str::to_owned);
    stdout(&["list", what]).lines().filter_map(first).collect()
}

/// What stands in backticks in the first column of the tables of a text.
fn first_column(text: &str) -> Vec<String> {
    let code = Regex::new("`([^`]+)`").expect("a regular expression");
    text.lines()
        .filter_map(|line| line.strip_prefix("| "))
        .filter_map(|row| row.split(" | ").next())
        .flat_map(|cell| code.captures_iter(cell).map(|found| found[1].to_owned()))
        .collect()
}

/// The table of a text whose first column has this heading.
fn table<'a>(text: &'a str, heading: &str) -> &'a str {
    let from = text.find(&format!("\n| {heading} |")).expect("the table");
    text[from..].split("\n\n").next().expect("its end")
}

/// The lines of the shell blocks of README and guide that call the program.
fn calls() -> Vec<String> {
    let mut calls = Vec::new();
    for (_, text) in documents() {
        let mut shell = false;
        for line in text.lines() {
            match line {
                "```sh" => shell = true,
                "```" => shell = false,
                _ if shell && line.starts_with("smelt ") => calls.push(line.to_owned()),
                _ => {}
            }
        }
    }
    calls
}

#[test]
fn the_readme_is_short_and_names_every_topic() {
    let readme = readme();
    assert!(readme.lines().count() <= 200);
    let named = table(&readme, "topic");
    let help = stdout(&["help"]);
    let summary = std::fs::read_to_string(root().join("src/guide/SUMMARY.md")).expect("a summary");
    for topic in TOPICS {
        let (name, about) = (topic.name, topic.about);
        let row = Regex::new(&format!(
            r"\| (\[{name}\]\(src/guide/{name}\.md\)|`{name}`) \| (.*) \|"
        ));
        let found = row.expect("a regular expression").captures(named);
        assert_eq!(
            found.map(|found| found[2].to_owned()).as_deref(),
            Some(about)
        );
        let has_file = root().join(format!("src/guide/{name}.md")).exists();
        let is_chapter = summary.contains(&format!("]({name}.md)"));
        assert_eq!(is_chapter, has_file, "{name}");
        let line = Regex::new(&format!(r"(?m)^  {name} +{}$", regex::escape(about)));
        assert!(
            line.expect("a regular expression").is_match(&help),
            "{name} in {help}"
        );
    }
    assert_eq!(named.lines().count(), TOPICS.len() + 3);
}

#[test]
fn every_topic_is_printed_in_lines_that_fit_but_for_what_is_to_be_typed() {
    for topic in TOPICS {
        let text = stdout(&["help", topic.name]);
        let title = text.lines().next().expect("a title");
        assert_eq!(title, title.to_uppercase(), "{}", topic.name);
        for line in text.lines() {
            let is_code = line.starts_with("    ") || line.trim().split(' ').count() == 1;
            assert!(
                is_code || line.chars().count() <= 100,
                "{}: {line}",
                topic.name
            );
            assert!(!line.contains("]("), "{}: {line}", topic.name);
        }
    }
}

#[test]
fn what_is_neither_a_topic_nor_a_subcommand_has_no_help() {
    let dir = TempDir::new().expect("a temporary directory");
    let ran = smelt(dir.path(), &["help", "stroe"]);
    let said = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(2));
    assert!(said.contains("`stroe`") && said.contains("store"), "{said}");
    assert_eq!(
        stdout(&["help", "cache", "gc"]),
        stdout(&["cache", "gc", "-h"])
    );
}

#[test]
fn the_usual_help_fits_two_screens_and_the_whole_one_has_every_option() {
    for verb in ["reduce", "batch"] {
        let (short, long) = (stdout(&[verb, "--help"]), stdout(&[verb, "--help-all"]));
        assert!(short.lines().count() <= 100, "{short}");
        assert_eq!(short, stdout(&[verb, "-h"]));
        for option in ["--match-out", "--timeout", "--hangs", "--help-all"] {
            assert!(short.contains(option), "{option}: {short}");
        }
        for option in ["--flaky-error", "--patience", "--cache-size"] {
            assert!(!short.contains(option) && long.contains(option), "{option}");
        }
    }
}

#[test]
fn the_strategies_are_those_of_the_program() {
    assert_eq!(
        first_column(table(&chapter("search"), "strategy")),
        listed("strategies")
    );
}

#[test]
fn the_minimisers_are_those_of_the_program() {
    assert_eq!(
        first_column(table(&chapter("search"), "minimiser")),
        listed("minimisers")
    );
}

#[test]
fn the_columns_are_those_of_the_report() {
    let dir = TempDir::new().expect("a temporary directory");
    let cases = root().join("benchmarks/scripted");
    let cases = cases.to_string_lossy();
    let ran = smelt(
        dir.path(),
        &["batch", &cases, "--out", "out", "--cache", "none"],
    );
    assert!(ran.status.success(), "{ran:?}");
    let mut report = csv::Reader::from_path(dir.path().join("out/results.csv")).expect("a report");
    let header: Vec<_> = report
        .headers()
        .expect("a header")
        .iter()
        .map(str::to_owned)
        .collect();
    let described: Vec<_> = dictionary(Columns::All).collect();
    let named: Vec<_> = described.iter().map(|column| column.name).collect();
    assert_eq!(named, header);
    let listed = [stdout(&["list", "columns"]), stdout(&["help", "columns"])];
    assert_eq!(listed[0], listed[1]);
    let words = listed[0].split_whitespace().collect::<Vec<_>>().join(" ");
    for Described {
        name,
        values,
        about,
    } in &described
    {
        let entry = format!("`{name}` values: {values} meaning: {about}");
        assert!(words.contains(&entry), "{entry}");
        assert!(about.ends_with('.'), "{name}: {about}");
    }
}

#[test]
fn the_statuses_are_those_of_the_program() {
    let mut named = first_column(table(&chapter("reports"), "status"));
    let mut statuses = Status::ALL.map(|status| status.name().to_owned());
    named.sort();
    statuses.sort();
    assert_eq!(named, statuses);
}

#[test]
fn every_exit_code_is_documented() {
    let text = chapter("exit-codes");
    let table = table(&text, "exit code");
    for code in ["0", "2", "3", "4", "5", "70", "129", "130", "143"] {
        let row =
            Regex::new(&format!(r"(?m)^\| [^|]*\b{code}\b[^|]*\|")).expect("a regular expression");
        assert!(row.is_match(table), "exit code {code}");
    }
}

/// Exit code 2 is usage; the files that the lines name do not exist, which gives 2 as well, but with another message.
#[test]
fn every_call_in_the_readme_and_the_guide_is_understood() {
    let calls = calls();
    assert!(calls.len() > 60, "{calls:?}");
    for call in calls {
        let words = shell_words::split(&call).expect("words");
        let arguments: Vec<_> = words[1..].iter().map(String::as_str).collect();
        let dir = TempDir::new().expect("a temporary directory");
        let ran = smelt(dir.path(), &arguments);
        let said = String::from_utf8_lossy(&ran.stderr);
        for complaint in [
            "Usage:",
            "unexpected argument",
            "unrecognized",
            "invalid value",
        ] {
            assert!(!said.contains(complaint), "{call}\n{said}");
        }
    }
}

#[test]
fn the_variables_that_choose_a_store_are_in_its_topic_and_in_the_help() {
    for text in [chapter("store"), stdout(&["reduce", "--help-all"])] {
        for variable in ["SMELT_CACHE", "SMELT_CACHE_SIZE"] {
            let name = Regex::new(&format!(r"\b{variable}\b")).expect("a regular expression");
            assert!(name.is_match(&text), "{variable} in {text}");
        }
    }
}

#[test]
fn every_file_that_is_linked_to_exists() {
    let link = Regex::new(r"\]\(([^)#:]+)(#[^)]*)?\)").expect("a regular expression");
    let mut count = 0;
    for (from, text) in documents() {
        for found in link.captures_iter(&text) {
            assert!(from.join(&found[1]).exists(), "{}", &found[1]);
            count += 1;
        }
    }
    assert!(count > 30, "{count}");
    assert!(root().join("scripts/quickstart").exists());
    assert!(root().join(".ci/run").exists());
}

#[test]
fn the_classes_and_columns_of_fuzzing_are_those_of_the_program() {
    use clap::ValueEnum;
    use smelt::fuzz::ProgramClass;
    let section = chapter("fuzz");
    let classes = ProgramClass::value_variants().iter();
    let classes: Vec<&str> = classes.map(|class| class.name()).collect();
    assert_eq!(first_column(table(&section, "class")), classes);
    let dir = TempDir::new().expect("a temporary directory");
    let ran = smelt(
        dir.path(),
        &[
            "fuzz", "asp", "--count", "1", "--out", "found", "--", "true",
        ],
    );
    assert!(ran.status.success(), "{ran:?}");
    let mut report = csv::Reader::from_path(dir.path().join("found/fuzz.csv")).expect("a report");
    let header = report.headers().expect("a header").iter();
    let header: Vec<_> = header
        .skip_while(|name| *name != "programs")
        .skip(1)
        .collect();
    assert_eq!(first_column(table(&section, "column")), header);
}
