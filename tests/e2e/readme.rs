//! The README must say what the program does: its lists are compared with what the program prints.

use regex::Regex;
use smelt::event::Status;
use smelt::report::{Columns, Described, dictionary, dictionary_table};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn readme() -> String {
    std::fs::read_to_string(root().join("README.md")).expect("README.md can be read")
}

/// The part between `<!-- NAME: begin -->` and `<!-- NAME: end -->`.
fn part(name: &str) -> String {
    let readme = readme();
    let begin = format!("<!-- {name}: begin -->");
    let end = format!("<!-- {name}: end -->");
    let from = readme.find(&begin).expect("the part begins") + begin.len();
    let to = readme.find(&end).expect("the part ends");
    readme[from..to].to_owned()
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

/// The lines of the README's shell blocks that call the program.
fn calls() -> Vec<String> {
    let mut shell = false;
    let mut calls = Vec::new();
    for line in readme().lines() {
        match line {
            "```sh" => shell = true,
            "```" => shell = false,
            _ if shell && line.starts_with("smelt ") => calls.push(line.to_owned()),
            _ => {}
        }
    }
    calls
}

#[test]
fn the_mutators_are_those_of_the_program() {
    let named: Vec<_> = part("mutators")
        .split(',')
        .map(|name| name.trim().to_owned())
        .collect();
    assert_eq!(named, listed("mutators"));
}

#[test]
fn the_strategies_are_those_of_the_program() {
    let readme = readme();
    let from = readme.find("\n| strategy |").expect("the table");
    let table = readme[from..].split("\n\n").next().expect("its end");
    assert_eq!(first_column(table), listed("strategies"));
}

#[test]
fn the_minimisers_are_those_of_the_program() {
    let readme = readme();
    let from = readme.find("\n| minimiser |").expect("the table");
    let table = readme[from..].split("\n\n").next().expect("its end");
    assert_eq!(first_column(table), listed("minimisers"));
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
    let (first, last) = described.split_at(dictionary(Columns::Stable).count());
    for (name, columns) in [
        ("deterministic columns", first),
        ("accounting columns", last),
    ] {
        let table = dictionary_table(columns.iter().cloned());
        assert_eq!(
            part(name).trim(),
            table.trim(),
            "the table is to be\n{table}"
        );
    }
    let listed = [stdout(&["list", "columns"]), stdout(&["help", "columns"])];
    assert_eq!(listed[0], listed[1]);
    let words = listed[0].split_whitespace().collect::<Vec<_>>().join(" ");
    for Described {
        name,
        values,
        about,
    } in &described
    {
        let entry = format!("{name}: {values} {about}");
        assert!(words.contains(&entry), "{entry}");
        assert!(about.ends_with('.'), "{name}: {about}");
    }
}

#[test]
fn the_statuses_are_those_of_the_program() {
    let readme = readme();
    let from = readme.find("\n| status |").expect("the table");
    let table = readme[from..].split("\n\n").next().expect("its end");
    let mut named = first_column(table);
    let mut statuses = Status::ALL.map(|status| status.name().to_owned());
    named.sort();
    statuses.sort();
    assert_eq!(named, statuses);
}

#[test]
fn the_options_are_those_of_the_program() {
    let help = [stdout(&["reduce", "--help"]), stdout(&["batch", "--help"])].concat();
    let readme = readme();
    let option = Regex::new(r"`[^`]*?(--[a-z][a-z-]*)").expect("a regular expression");
    let table = &readme[readme.find("| option |").expect("the table")..];
    let table = table.split("\n\n").next().expect("its end");
    let switches = ["--no-", "--disable-all"];
    let mut named = 0;
    for found in option.captures_iter(table) {
        let name = &found[1];
        if !switches.iter().any(|switch| name.starts_with(switch)) {
            assert!(help.contains(name), "{name} is not in --help");
            named += 1;
        }
    }
    assert!(named > 20, "{named} options in the table");
}

#[test]
fn every_option_of_the_program_is_in_the_readme() {
    let help = [stdout(&["reduce", "--help"]), stdout(&["batch", "--help"])].concat();
    let option = Regex::new(r"(?m)^ +(?:-\w, )?(--[a-z][a-z-]*)").expect("a regular expression");
    let mutators = listed("mutators");
    let readme = readme();
    for found in option.captures_iter(&help) {
        let name = &found[1];
        let switch = name.trim_start_matches("--").trim_start_matches("no-");
        let everywhere = ["help", "version", "out", "quiet", "verbose", "NAME"];
        if !everywhere.contains(&switch) && !mutators.iter().any(|mutator| mutator == switch) {
            assert!(readme.contains(name), "{name} is not in the README");
        }
    }
}

#[test]
fn every_exit_code_is_documented() {
    let readme = readme();
    let table = &readme[readme.find("| exit code |").expect("the table")..];
    let table = table.split("\n\n").next().expect("its end");
    for code in ["0", "2", "3", "4", "5", "70", "129", "130", "143"] {
        let row =
            Regex::new(&format!(r"(?m)^\| [^|]*\b{code}\b[^|]*\|")).expect("a regular expression");
        assert!(row.is_match(table), "exit code {code}");
    }
}

/// Exit code 2 is usage; the files that the lines name do not exist, which gives 2 as well, but with another message.
#[test]
fn every_call_in_the_readme_is_understood() {
    let calls = calls();
    assert!(calls.len() > 8, "{calls:?}");
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
fn every_file_that_the_readme_links_to_exists() {
    let link = Regex::new(r"\]\(([^)#:]+)\)").expect("a regular expression");
    let readme = readme();
    for found in link.captures_iter(&readme) {
        assert!(root().join(&found[1]).exists(), "{}", &found[1]);
    }
    assert!(root().join("scripts/quickstart").exists());
    assert!(root().join(".ci/run").exists());
}

/// The section on `smelt fuzz`.
fn fuzzing() -> String {
    let readme = readme();
    let from = readme.find("\n## Fuzzing ").expect("the section") + 1;
    let to = readme[from..].find("\n## Config").expect("its end");
    readme[from..from + to].to_owned()
}

/// The table below this heading of its first column.
fn table<'a>(text: &'a str, heading: &str) -> &'a str {
    let from = text.find(&format!("\n| {heading} |")).expect("the table");
    text[from..].split("\n\n").next().expect("its end")
}

#[test]
fn the_options_of_fuzzing_are_those_of_the_program() {
    let help = stdout(&["fuzz", "asp", "--help"]);
    let section = fuzzing();
    let option = Regex::new(r"--[a-z][a-z-]*").expect("a regular expression");
    let of = |text: &str| {
        let found = option
            .find_iter(text)
            .map(|found| found.as_str().to_owned());
        found.collect::<std::collections::BTreeSet<_>>()
    };
    let cells = [
        table(&section, "option of `smelt fuzz asp`"),
        table(&section, "parameter"),
    ];
    let named = first_column(&cells.concat()).join(" ");
    let defined = Regex::new(r"(?m)^ +(?:-\w, )?(--[a-z][a-z-]*)").expect("a regular expression");
    let defined: Vec<_> = defined
        .captures_iter(&help)
        .map(|found| found[1].to_owned())
        .collect();
    let everywhere = ["--help", "--quiet", "--verbose"];
    let defined = defined
        .iter()
        .filter(|name| !everywhere.contains(&name.as_str()));
    assert_eq!(of(&named), defined.cloned().collect());
}

#[test]
fn the_parameters_of_fuzzing_have_the_values_that_the_readme_says() {
    use smelt::fuzz::{PARAMETERS, Parameters, Preset, ProgramClass};
    let section = fuzzing();
    for entry in PARAMETERS {
        let values =
            Preset::ALL.map(|preset| Parameters::of(preset, ProgramClass::Mixed)[entry.parameter]);
        let row = format!("| `--{}` |", entry.name);
        let row = section.lines().find(|line| line.starts_with(&row));
        let row = row.unwrap_or_else(|| panic!("{} is not in the README", entry.name));
        let end = format!(" | {} | {} |", values[0], values[1]);
        assert!(row.ends_with(&end), "{row}");
    }
}

#[test]
fn the_classes_and_columns_of_fuzzing_are_those_of_the_program() {
    use smelt::fuzz::ProgramClass;
    let section = fuzzing();
    let classes = ProgramClass::ALL.map(|class| class.name().to_owned());
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
