//! A directory to work in, the program with a deadline, and scripts.

use std::collections::HashMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A case for solvers that look for a few words.
pub(crate) const INPUT: &str = "(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(assert (and (> x 0) (< y 10)))
(assert (or (= x y) (> x 3)))
(check-sat)
(get-value (x y))
(exit)
";

/// So many lists, one in another.
pub(crate) fn nested(depth: usize) -> String {
    "(".repeat(depth) + &")".repeat(depth)
}

/// No call here needs a tenth of it, on a machine that is not busy.
const DEADLINE: Duration = Duration::from_mins(2);

/// Fails the test if two rows differ in a column that must always be the same. Says in which, and what each cost: an
/// answer that a busy machine has cut off is seen there.
#[track_caller]
pub(crate) fn assert_same(
    one: &HashMap<String, String>,
    other: &HashMap<String, String>,
    which: &str,
) {
    let differ = |&&name: &&&str| one[name] != other[name];
    let differing = |names: &[&'static str]| -> Vec<(&str, String, String)> {
        let names = names.iter().filter(differ);
        names
            .map(|&name| (name, one[name].clone(), other[name].clone()))
            .collect()
    };
    let unequal = differing(smelt::event::Row::DETERMINISTIC);
    let costs = differing(smelt::event::Row::ACCOUNTING);
    assert!(unequal.is_empty(), "{which}: {unequal:#?} with {costs:#?}");
}

/// What a call of the program did.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// Fails the test unless the program ended so.
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Ran {
        assert_eq!(self.code, Some(code), "{self:#?}");
        self
    }

    /// Fails the test unless standard error has each of these, whatever its capitals.
    #[track_caller]
    pub(crate) fn says(self, phrases: &[&str]) -> Ran {
        for phrase in phrases {
            let said = self.err.to_lowercase();
            assert!(
                said.contains(&phrase.to_lowercase()),
                "`{phrase}` in {self:#?}"
            );
        }
        self
    }
}

/// A directory of one test: cases, outputs, stores.
pub(crate) struct Bench {
    dir: TempDir,
}

impl Bench {
    pub(crate) fn new() -> Bench {
        Bench {
            dir: TempDir::new().expect("a temporary directory"),
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Writes a file, and the directories above it.
    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(&path, text).expect("a file");
        path
    }

    /// Writes a script. Another process copies it into place: a file that a thread of this one has open for
    /// writing cannot be started, and a child that another thread is just forking may hold it open.
    pub(crate) fn script(&self, name: &str, text: &str) -> PathBuf {
        let draft = self.write(&format!("{name}.draft"), text);
        let path = self.path(name);
        let copied = Command::new("install")
            .args(["-m", "755"])
            .args([&draft, &path])
            .status();
        assert!(copied.expect("install runs").success());
        path
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The rows of a report, by column.
    pub(crate) fn rows(&self, name: &str) -> Vec<HashMap<String, String>> {
        let mut reader = csv::Reader::from_path(self.path(name)).expect("a report");
        reader
            .deserialize()
            .collect::<Result<_, _>>()
            .expect("rows of the header's length")
    }

    /// The row of a case in `OUT/results.csv`.
    #[track_caller]
    pub(crate) fn row(&self, out: &str, case: &str) -> HashMap<String, String> {
        let rows = self.rows(&format!("{out}/results.csv"));
        let found = rows.iter().find(|row| row["case"] == case);
        found
            .unwrap_or_else(|| panic!("{case} in {rows:#?}"))
            .clone()
    }

    /// Runs the program in this directory; its store, if it makes one unasked, stays here too.
    #[track_caller]
    pub(crate) fn smelt(&self, arguments: &[&str]) -> Ran {
        self.ran(arguments, "stdout", "stderr")
    }

    /// Reduces a case to `small.smt2`, without a store.
    #[track_caller]
    pub(crate) fn reduce(&self, case: impl AsRef<Path>, solver: impl AsRef<Path>) -> Ran {
        let [case, solver] = [case.as_ref(), solver.as_ref()].map(Path::to_string_lossy);
        let begin = ["reduce", "--cache", "none"];
        self.smelt(&[&begin[..], &[&case, "small.smt2", &solver]].concat())
    }

    /// The same while another call is writing to `stderr`.
    #[track_caller]
    pub(crate) fn smelt_beside(&self, arguments: &[&str]) -> Ran {
        self.ran(arguments, "stdout-beside", "stderr-beside")
    }

    #[track_caller]
    fn ran(&self, arguments: &[&str], out: &str, err: &str) -> Ran {
        let stream = |name| File::create(self.path(name)).expect("a file for output");
        let mut child = Command::new(env!("CARGO_BIN_EXE_smelt"))
            .args(arguments)
            .current_dir(self.dir.path())
            .env("HOME", self.path("home"))
            .env("XDG_CACHE_HOME", self.path("home/cache"))
            .env_remove("SMELT_CACHE")
            .stdin(Stdio::null())
            .stdout(stream(out))
            .stderr(stream(err))
            .spawn()
            .expect("the program starts");
        let begin = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().expect("the program can be waited for") {
                break status;
            }
            if begin.elapsed() > DEADLINE {
                let _ = child.kill();
                let _ = child.wait();
                panic!("smelt {arguments:?} hangs; so far: {}", self.text(err));
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        Ran {
            code: status.code(),
            out: self.text(out),
            err: self.text(err),
        }
    }

    /// What another command does that runs the program, in this directory.
    pub(crate) fn through(&self, command: &mut Command) -> Ran {
        let ran = command
            .current_dir(self.dir.path())
            .env("HOME", self.path("home"))
            .output()
            .expect("the command starts");
        let [out, err] =
            [ran.stdout, ran.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        let code = ran.status.code();
        Ran { code, out, err }
    }

    /// A file as text, lossily.
    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8_lossy(&self.read(name)).into_owned()
    }

    /// Fails the test unless the command exits so on the file.
    #[track_caller]
    pub(crate) fn still(&self, command: &[&str], file: &str, code: i32) {
        let ran = Command::new(command[0])
            .args(&command[1..])
            .arg(self.path(file))
            .stdin(Stdio::null())
            .output()
            .expect("the solver starts");
        assert_eq!(
            ran.status.code(),
            Some(code),
            "{command:?} on {file}: {}",
            self.text(file)
        );
    }
}

/// A script of `tests/e2e/`.
pub(crate) fn script(name: &str) -> String {
    repository(&format!("tests/e2e/{name}"))
}

/// A path in the repository.
pub(crate) fn repository(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    path.to_str().expect("a path in UTF-8").to_owned()
}

/// The arguments of the first call in the guide's topic on matching that has this option.
pub(crate) fn guide_call(option: &str) -> Vec<String> {
    let topic = smelt::guide::topic("match").expect("a topic").markdown();
    let lines = topic.lines().filter(|line| line.starts_with("smelt "));
    let mut calls = lines.map(|line| shell_words::split(line).expect("words"));
    let is_option = |word: &String| word.split('=').next() == Some(option);
    let call = calls.find(|words| words.iter().any(is_option));
    call.unwrap_or_else(|| panic!("no call with {option}"))[1..].to_vec()
}
