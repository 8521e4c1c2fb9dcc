//! Reads the source and fails on what breaks the architecture: a dependency that points up, a word that belongs to
//! another layer, files that import from each other in a circle, a file that is too long or does not say what it is for.
//!
//! The table of layers is the one in `src/README.md`; there is no second one. Comments and `#[cfg(test)]` modules may
//! say what they like, but for paths of somebody's machine.

#[path = "tidy/circles.rs"]
mod circles;

use circles::Program;
use regex::Regex;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A file may have so many lines.
const LONGEST_FILE: usize = 500;

/// Below by layer, and forbidden all the same: these modules are pure, and each knows only what it must.
const FORBIDDEN: &[(&str, &[&str])] = &[
    ("mutator", &["solver", "store"]),
    ("oracle", &["solver", "store"]),
    ("search", &["solver", "store", "oracle"]),
];

/// A word that only some files may use.
struct Word {
    /// What must not occur, as a regular expression over one line of code.
    pattern: &'static str,
    /// Where it may: beginnings of paths below `src/`; with `everywhere_but`, where it may not.
    places: &'static [&'static str],
    everywhere_but: bool,
    /// The rule, and what to do instead.
    rule: &'static str,
}

const PURE: &[&str] = &[
    "tree/",
    "outcome.rs",
    "key.rs",
    "language/",
    "mutator/",
    "oracle/",
    "search/",
    "fuzz/",
];

const WORDS: &[Word] = &[
    Word {
        pattern: r"\bsmtlib\b|\bSmtLib\b|\bLines\b|\blines::",
        places: &[
            "batch/",
            "checker/",
            "cli/",
            "corpus/",
            "reduction/",
            "report/",
            "search/",
        ],
        everywhere_but: true,
        rule: "this module names no language: ask the `Language` of the case",
    },
    Word {
        pattern: r"process::Command\b|process::\{[^}]*\bCommand\b|\b(fork|execve|posix_spawnp?)\(",
        places: &["solver/"],
        everywhere_but: false,
        rule: "only `solver` starts processes: give it the run as a value",
    },
    Word {
        pattern: r#"\brusqlite\b|"\s*(SELECT|INSERT|UPDATE|DELETE FROM|CREATE TABLE|DROP TABLE|PRAGMA)\b"#,
        places: &["store/"],
        everywhere_but: false,
        rule: "only `store` says SQL: add a method to it",
    },
    Word {
        pattern: r"\be?print(ln)?!|\bprocess::exit\b|\bdbg!",
        places: &["cli/", "main.rs"],
        everywhere_but: false,
        rule: "only `cli` prints or exits: return a value that it can show",
    },
    Word {
        pattern: r"\bInstant\b|\bSystemTime\b|\bthread::sleep\b",
        places: PURE,
        everywhere_but: true,
        rule: "this module has no clock: time is measured in `solver` and above",
    },
    Word {
        pattern: r"\bSystemTime\b|\bUNIX_EPOCH\b|\bREALTIME|Realtime\b|\bmodified\(\)|\blocaltime|\bgettimeofday",
        places: &["store/opening.rs", "store/writer.rs"],
        everywhere_but: false,
        rule: "no limit, deadline or age may change when the clock is set: use `Instant`",
    },
    Word {
        pattern: r"\bfs::|\bFile::|\bstd::(io|net|env)\b",
        places: PURE,
        everywhere_but: true,
        rule: "this module has no input or output: take the bytes as a value",
    },
    Word {
        pattern: r"\bRandomState\b|\bthread_rng\b|\bgetrandom\b",
        places: PURE,
        everywhere_but: true,
        rule: "this module has no randomness: the same input gives the same answer",
    },
    Word {
        pattern: r"\bunsafe\b",
        places: &["solver/sys.rs"],
        everywhere_but: false,
        rule: "`unsafe` stands in `solver/sys.rs` alone: add a safe function there",
    },
    Word {
        pattern: r"\bblake3::Hasher\b",
        places: &["key.rs", "solver/", "store/"],
        everywhere_but: false,
        rule: "only `key` decides what is hashed into a key: add the field there and raise `KEY_VERSION`",
    },
];

/// One row of the table of layers: the modules of a layer, left to right.
type Layers = Vec<Vec<String>>;

/// The table in `src/README.md`: the modules of each layer are in its second column.
fn layers() -> Layers {
    let design = source("README.md");
    let table = design.split("<!-- layers -->").nth(1).expect("the table");
    let row = Regex::new(r"^\| \d[^|]*\|(?P<modules>[^|]*)\|").expect("a regular expression");
    let module = Regex::new(r"`(\w+)`").expect("a regular expression");
    table
        .lines()
        .filter_map(|line| row.captures(line))
        .map(|row| names(&module, &row["modules"]))
        .collect()
}

fn names(pattern: &Regex, text: &str) -> Vec<String> {
    pattern
        .captures_iter(text)
        .map(|found| found[1].to_owned())
        .collect()
}

/// Whether `above` may use `below`: a lower layer, or in the lowest one to its left, and not forbidden.
fn may_use(layers: &Layers, above: &str, below: &str) -> bool {
    let place = |name: &str| {
        layers.iter().enumerate().find_map(|(layer, modules)| {
            let column = modules.iter().position(|module| module == name)?;
            Some((layer, column))
        })
    };
    let forbidden = FORBIDDEN
        .iter()
        .any(|(module, others)| *module == above && others.contains(&below));
    let (Some(above), Some(below)) = (place(above), place(below)) else {
        return true; // not a module of the table: the table's own test tells
    };
    !forbidden
        && (above == below
            || below.0 < above.0
            || above.0 == 0 && below.0 == 0 && below.1 < above.1)
}

/// A line without its comment; none behind the beginning of the tests.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .take_while(|line| line.trim() != "#[cfg(test)]")
        .enumerate()
        .map(|(index, line)| (index + 1, without_comment(line)))
}

fn without_comment(line: &str) -> &str {
    match line.find("//") {
        Some(0) => "",
        Some(at) if line[..at].ends_with(' ') => &line[..at],
        _ => line,
    }
}

/// The modules of this crate that a file names, with the line. Reads `crate::a`, `crate::{a, b::c}` over lines.
fn uses(text: &str) -> Vec<(usize, String)> {
    let path = Regex::new(r"\bcrate::(\w+|\{)").expect("a regular expression");
    let lines: Vec<_> = code(text).collect();
    let whole = lines.iter().map(|(_, line)| format!("{line}\n"));
    let whole: String = whole.collect();
    let mut found = Vec::new();
    for hit in path.captures_iter(&whole) {
        let end = hit.get(0).map_or(0, |all| all.end());
        let line = whole[..end].matches('\n').count() + 1;
        match &hit[1] {
            "{" => found.extend(heads(&whole[end..]).into_iter().map(|name| (line, name))),
            name => found.push((line, name.to_owned())),
        }
    }
    found
}

/// The first names of the paths in a braced list whose opening brace has been read.
fn heads(text: &str) -> Vec<String> {
    let mut depth = 1;
    let mut names = vec![String::new()];
    for c in text.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => names.push(String::new()),
            _ if depth == 1 => names.last_mut().into_iter().for_each(|name| name.push(c)),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    let head = |name: &String| name.trim().split("::").next().unwrap_or("").to_owned();
    names
        .iter()
        .map(head)
        .filter(|name| !name.is_empty())
        .collect()
}

/// What is wrong with a file of `src/`; `path` is below that.
fn violations(layers: &Layers, path: &str, text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    if path.ends_with("/tests.rs") {
        return wrong; // a `#[cfg(test)]` module in its own file
    }
    let module = path
        .split('/')
        .next()
        .unwrap_or(path)
        .trim_end_matches(".rs");
    if !["lib", "main"].contains(&module) {
        for (line, used) in uses(text) {
            if !may_use(layers, module, &used) {
                wrong.push(format!(
                    "src/{path}:{line}: `{module}` must not use `{used}`: dependencies point down (table in \
                     src/README.md); move the value to a lower layer, or let `{module}` define a trait"
                ));
            }
        }
    }
    for word in WORDS {
        let listed = word.places.iter().any(|place| path.starts_with(place));
        if listed == word.everywhere_but {
            let pattern = Regex::new(word.pattern).expect("a regular expression");
            for (line, _) in code(text).filter(|(_, line)| pattern.is_match(line)) {
                wrong.push(format!("src/{path}:{line}: {}", word.rule));
            }
        }
    }
    wrong
}

/// What is wrong with any Rust file, of the program or of its tests.
fn shape(path: &str, text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let lines = text.lines().count();
    if lines > LONGEST_FILE {
        wrong.push(format!(
            "{path}:{lines}: longer than {LONGEST_FILE} lines: split it by idea"
        ));
    }
    if !text.starts_with("//!") {
        wrong.push(format!(
            "{path}:1: begin with a `//!` comment: what the file is for, and its invariants"
        ));
    }
    wrong
}

/// Paths of the machine at hand, and work left over. (`/home/…` may stand in recorded outputs of solvers.)
fn leftovers(path: &str, text: &str) -> Vec<String> {
    let machine = Regex::new(r"(^|[^\w.])/(root|work)/\w").expect("a regular expression");
    let left = Regex::new(r"\b(TO[D]O|FIX[M]E|XX[X])\b").expect("a regular expression");
    let mut wrong = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if machine.is_match(line) {
            wrong.push(format!(
                "{path}:{}: a path of one machine: say it relative to the repository",
                index + 1
            ));
        }
        if left.is_match(line) {
            wrong.push(format!(
                "{path}:{}: work left over: do it, or open an issue and name it",
                index + 1
            ));
        }
    }
    wrong
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The files below a directory, sorted, relative to it, with their text where it is text.
fn files(below: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(below).sort_by_file_name() {
        let entry = entry.expect("the source can be read");
        let relative = entry.path().strip_prefix(below).expect("it is below");
        let text = std::fs::read_to_string(entry.path());
        if let (true, Ok(text)) = (entry.file_type().is_file(), text) {
            found.push((relative.to_string_lossy().into_owned(), text));
        }
    }
    found
}

fn rust(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|ext| ext == "rs")
}

fn report(wrong: &[String]) {
    let mut text = String::new();
    for line in wrong {
        let _ = writeln!(text, "{line}");
    }
    assert!(wrong.is_empty(), "{} broken rules:\n{text}", wrong.len());
}

/// The text of a file of `src/`.
fn source(path: &str) -> String {
    let path = root().join("src").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_source_keeps_to_its_layers_and_words() {
    let layers = layers();
    let wrong: Vec<_> = files(&root().join("src"))
        .iter()
        .filter(|(path, _)| rust(path))
        .flat_map(|(path, text)| violations(&layers, path, text))
        .collect();
    report(&wrong);
}

#[test]
fn no_files_import_from_each_other_in_a_circle() {
    let sources = files(&root().join("src")).into_iter();
    let sources = sources
        .filter(|(path, _)| rust(path) && !path.ends_with("/tests.rs") && path != "main.rs")
        .map(|(path, text)| {
            let lines: Vec<&str> = code(&text).map(|(_, line)| line).collect();
            (path, lines.join("\n"))
        });
    let circles = Program::of(sources).circles();
    let wrong: Vec<String> = circles
        .iter()
        .map(|files| {
            format!(
                "src/{}: these files import from each other in a circle: move what both need to a file of its own",
                files.join(" -> ")
            )
        })
        .collect();
    report(&wrong);
}

#[test]
fn every_file_is_short_and_says_what_it_is_for() {
    let wrong: Vec<_> = ["src", "tests", "benchmarks"]
        .iter()
        .flat_map(|folder| {
            files(&root().join(folder))
                .into_iter()
                .filter(|(path, _)| rust(path))
                .flat_map(move |(path, text)| shape(&format!("{folder}/{path}"), &text))
        })
        .collect();
    report(&wrong);
}

#[test]
fn nothing_names_a_path_of_one_machine_or_work_left_over() {
    let wrong: Vec<_> = ["src", "tests", "benchmarks", "scripts", ".ci"]
        .iter()
        .flat_map(|folder| {
            files(&root().join(folder))
                .into_iter()
                .flat_map(move |(path, text)| leftovers(&format!("{folder}/{path}"), &text))
        })
        .collect();
    report(&wrong);
}

#[test]
fn every_module_has_its_place_in_the_table_of_layers() {
    let module = Regex::new(r"(?m)^pub(?:\(crate\))? mod (\w+);").expect("a regular expression");
    let mut declared = names(&module, &source("lib.rs"));
    let mut placed: Vec<_> = layers().into_iter().flatten().collect();
    declared.sort();
    placed.sort();
    assert_eq!(
        declared, placed,
        "modules of src/lib.rs, and those in the table of src/README.md"
    );
}

#[test]
fn every_file_is_a_module_of_the_program() {
    let sources: Vec<(String, String)> = files(&root().join("src"))
        .into_iter()
        .filter(|(path, _)| rust(path))
        .collect();
    let declared = |path: &str| {
        let path = Path::new(path);
        let (Some(name), Some(directory)) = (path.file_stem(), path.parent()) else {
            return true;
        };
        if ["mod", "lib", "main"].iter().any(|root| name == *root) {
            return true;
        }
        let line = Regex::new(&format!(
            r"(?m)^\s*(pub(\(\w+\))? )?mod {};",
            name.display()
        ))
        .expect("a pattern");
        let above = [
            directory.join("mod.rs"),
            directory.join("lib.rs"),
            directory.with_extension("rs"),
        ];
        sources.iter().any(|(file, text)| {
            above.iter().any(|above| above == Path::new(file)) && line.is_match(text)
        })
    };
    let wrong: Vec<String> = sources
        .iter()
        .filter(|(path, _)| !declared(path))
        .map(|(path, _)| format!("{path}: no module declares this file; declare it or delete it"))
        .collect();
    report(&wrong);
}

#[test]
fn a_broken_rule_is_found() {
    let layers = layers();
    let broken: &[(&str, &str)] = &[
        ("solver/clock.rs", "let now = SystemTime::now();"),
        ("tree/mod.rs", "use crate::language::TestCase;"),
        ("observation.rs", "use crate::key::Key;"),
        ("solver/process.rs", "use crate::{\n    store::Store,\n};"),
        (
            "search/mod.rs",
            "use crate::{mutator::{A, B}, oracle::Rule};",
        ),
        ("mutator/core.rs", "fn f() { crate::solver::run(); }"),
        ("checker/mod.rs", "use crate::report::Table;"),
        ("batch/mod.rs", "use std::process::{Child, Command};"),
        ("batch/mod.rs", "    connection.execute(\"INSERT INTO t\")"),
        ("report/mod.rs", "    println!(\"{x}\"); // shown"),
        ("search/mod.rs", "use std::time::Instant;"),
        ("oracle/mod.rs", "    let text = fs::read(path)?;"),
        ("tree/mod.rs", "    unsafe { *p }"),
        (
            "checker/mod.rs",
            "    let mut hasher = blake3::Hasher::new();",
        ),
    ];
    for (path, text) in broken {
        assert_eq!(violations(&layers, path, text).len(), 1, "{path}: {text}");
    }
    assert_eq!(shape("src/a.rs", "fn f() {}").len(), 1);
    assert_eq!(
        shape("src/a.rs", &"//!\n".repeat(LONGEST_FILE + 1)).len(),
        1
    );
    assert_eq!(
        leftovers("src/a.rs", &("// see `/ro".to_owned() + "ot/notes`")).len(),
        1
    );
}

#[test]
fn a_kept_rule_is_left_alone() {
    let layers = layers();
    let kept: &[(&str, &str)] = &[
        ("key.rs", "use crate::observation::Limits;"),
        (
            "search/mod.rs",
            "use crate::{language::TestCase, mutator::MUTATORS};",
        ),
        ("tree/mod.rs", "// as crate::store does, with println!"),
        (
            "tree/mod.rs",
            "#[cfg(test)]\nmod tests { use crate::language::smtlib; }",
        ),
        ("solver/process.rs", "use std::process::Command;"),
        ("oracle/golden/tests.rs", "use crate::solver::dialect;"),
        ("cli/mod.rs", "    println!(\"{x}\");"),
    ];
    for (path, text) in kept {
        assert_eq!(violations(&layers, path, text), [""; 0], "{path}: {text}");
    }
}
