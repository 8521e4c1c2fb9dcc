//! Batches with made-up reductions: no solver is run.

mod apart;
mod reports;

use smelt::batch::{
    Apart, Batch, BatchError, Budget, Journal, Output, Reduce, SingleRun, Watch, run,
};
use smelt::corpus::{CaseOptions, CommandLine, Planned, Settings, discover, plan};
use smelt::event::{Event, PackedRow, Provenance, Row, Status};
use smelt::reduction::{Gauge, Memory, Notice, PrefetchPool, ReductionContext, Task};
use smelt::solver::Stop;
use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A reduction that keeps the first half of a file; what a case's name begins with makes it fail.
#[derive(Default)]
struct Halves {
    begun: Mutex<Vec<String>>,
    stops: bool,
    fingerprint: Option<String>,
    /// What is remembered of the golden run before it is measured.
    remembered: Mutex<Vec<Option<Vec<Duration>>>>,
}

impl Reduce for Halves {
    fn reduce(&self, task: &Task<'_>, context: &ReductionContext<'_>) -> Row {
        self.begun.lock().expect("a list").push(task.id.to_owned());
        if let Some(fingerprint) = &self.fingerprint {
            let remembered = task.memory.golden_cpu(fingerprint);
            self.remembered.lock().expect("a list").push(remembered);
            let measured = [Duration::from_micros(task.id.len() as u64), Duration::ZERO];
            task.memory.keep_golden_cpu(fingerprint, &measured);
        }
        assert!(!task.id.starts_with("panic"), "a made-up panic");
        let status = match task.id.as_bytes()[0] {
            b'f' => Status::Failed,
            b'n' => Status::NotReproduced,
            _ if self.stops => Status::Stopped,
            _ => Status::Reduced,
        };
        if self.stops {
            context.stop.set();
        }
        let bytes = fs::read(task.input.path()).expect("a case");
        task.memory.begin_search(&Provenance {
            config: task.settings.digest().into(),
            source: blake3::hash(&bytes).to_hex().as_str().into(),
            ..Provenance::default()
        });
        let half = &bytes[..bytes.len() / 2];
        fs::write(task.output, half).expect("an output");
        Row {
            case: task.id.to_owned(),
            status,
            source_blake3: blake3::hash(&bytes).to_hex().to_string(),
            minimized_blake3: Some(blake3::hash(half).to_hex().to_string()),
            bytes_before: bytes.len() as u64,
            bytes_after: Some(half.len() as u64),
            fingerprint: self.fingerprint.clone(),
            ..Row::default()
        }
    }

    fn fingerprint(&self, _: &Settings, _: &Path, _: &ReductionContext<'_>) -> Option<String> {
        self.fingerprint.clone()
    }
}

/// Notes what it is told.
#[derive(Default)]
struct Notes {
    rows: Mutex<Vec<String>>,
    resumed: Mutex<Vec<String>>,
}

impl Watch for Notes {
    fn resumes(&self, done: usize, bytes: u64) {
        let told = format!("resumes {done} done, {bytes} bytes");
        self.resumed.lock().expect("a list").push(told);
    }
    fn begun(&self, _: &str, _: u64) -> Arc<Gauge> {
        Arc::default()
    }
    fn notice(&self, _: &str, _: &Notice<'_>) {}
    fn waits(&self, _: usize) {}
    fn row(&self, row: &Row, taken_up: bool) {
        let mark = if taken_up { "=" } else { "" };
        self.rows
            .lock()
            .expect("a list")
            .push(format!("{mark}{}", row.case));
    }
}

struct World {
    root: tempfile::TempDir,
    /// What was told of resumed runs.
    resumed: Mutex<Vec<String>>,
}

impl World {
    /// A corpus of files of these sizes.
    fn of(files: &[(&str, usize)]) -> World {
        let root = tempfile::tempdir().expect("a directory");
        let world = World {
            root,
            resumed: Mutex::default(),
        };
        for (name, size) in files {
            let path = world.case(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
            fs::write(path, "x".repeat(*size)).expect("a case");
        }
        world
    }

    fn case(&self, name: &str) -> PathBuf {
        self.root.path().join("bugs").join(name)
    }

    fn out(&self) -> PathBuf {
        self.root.path().join("out")
    }

    fn planned(&self, options: &CaseOptions) -> Vec<Planned> {
        let found = discover(&[self.root.path().join("bugs")]).expect("a corpus");
        let command: CommandLine = "solver -x".parse().expect("a command");
        plan(found.cases, &[None], options, Some(&command)).expect("a plan")
    }

    /// Runs a batch; what was told.
    fn run_with(&self, reduce: &dyn Reduce, options: &CaseOptions, jobs: usize) -> Vec<String> {
        let output = Output::open(&self.out()).expect("an output");
        self.run_into(&output, reduce, options, (jobs, Budget::default(), None))
    }

    /// The same with this output, which may be that of another process, a budget, and processes for single cases.
    fn run_into(
        &self,
        output: &Output,
        reduce: &dyn Reduce,
        options: &CaseOptions,
        (jobs, budget, apart): (usize, Budget, Option<&dyn Apart>),
    ) -> Vec<String> {
        let notes = Notes::default();
        let stop = Stop::default();
        let context = ReductionContext {
            prefetch: PrefetchPool::new(jobs),
            ..ReductionContext::new(None, &stop, output.nonce)
        };
        let batch = Batch {
            planned: &self.planned(options),
            part: None,
            context: &context,
            jobs: NonZeroUsize::new(jobs).expect("a job"),
            budget,
            traces: false,
            reduce,
            apart,
            watch: &notes,
        };
        run(&batch, output).expect("rows");
        let resumed = notes.resumed.into_inner().expect("a list");
        self.resumed.lock().expect("a list").extend(resumed);
        notes.rows.into_inner().expect("a list")
    }

    fn run(&self) -> Vec<String> {
        self.run_with(&Halves::default(), &CaseOptions::default(), 1)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.out().join(name)).expect(name)
    }

    /// A column of `results.csv`.
    fn column(&self, name: &str) -> Vec<String> {
        let text = self.read("results.csv");
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let at = Row::columns()
            .position(|column| column == name)
            .expect(name);
        let records = reader.records().map(|record| record.expect("a record"));
        records.map(|record| record[at].to_owned()).collect()
    }
}

#[test]
fn a_failure_or_a_panic_of_one_case_is_a_row_and_the_others_are_reduced() {
    let world = World::of(&[
        ("a.smt2", 10),
        ("fail.smt2", 20),
        ("panic.smt2", 30),
        ("n.smt2", 4),
    ]);
    assert_eq!(
        world.run(),
        ["panic.smt2", "fail.smt2", "a.smt2", "n.smt2"],
        "longest first"
    );
    assert_eq!(
        world.column("case"),
        ["a.smt2", "fail.smt2", "n.smt2", "panic.smt2"]
    );
    assert_eq!(
        world.column("status"),
        ["reduced", "failed", "not-reproduced", "failed"]
    );
    assert_eq!(world.column("detail")[3], "internal error: a made-up panic");
    assert_eq!(world.column("solver"), ["solver"; 4]);
    assert_eq!(world.read("minimized/a.smt2"), "xxxxx");
    assert!(
        world
            .read("summary.md")
            .contains("4 cases: 1 reduced, 1 not-reproduced, 2 failed.")
    );
}

#[test]
fn what_has_ended_is_taken_up_and_what_failed_is_done_again() {
    let world = World::of(&[("a/b.smt2", 10), ("fail.smt2", 20), ("n.smt2", 4)]);
    world.run();
    let first = world.column("case");
    assert_eq!(world.run(), ["=a/b.smt2", "=n.smt2", "fail.smt2"]);
    assert_eq!(world.column("case"), first);
    assert_eq!(world.column("starts"), ["1", "2", "1"]);
}

#[test]
fn another_source_configuration_or_minimized_file_is_done_again() {
    let world = World::of(&[("a.smt2", 10), ("b.smt2", 8)]);
    world.run();
    fs::write(world.case("a.smt2"), "yyyy").expect("a case");
    assert_eq!(world.run(), ["=b.smt2", "a.smt2"]);
    fs::remove_file(world.out().join("minimized/b.smt2")).expect("a file");
    assert_eq!(world.run(), ["=a.smt2", "b.smt2"]);
    let options = CaseOptions {
        timeout: Some(3.0),
        ..CaseOptions::default()
    };
    assert_eq!(
        world.run_with(&Halves::default(), &options, 1).join(" "),
        "b.smt2 a.smt2"
    );
}

#[test]
fn a_case_is_done_again_with_another_build_of_the_solver_and_where_there_is_none() {
    let world = World::of(&[("a.smt2", 10)]);
    let build = |name: Option<&str>| Halves {
        fingerprint: name.map(str::to_owned),
        ..Halves::default()
    };
    let run = |name| world.run_with(&build(name), &CaseOptions::default(), 1);
    assert_eq!(run(Some("1")), ["a.smt2"]);
    assert_eq!(run(Some("1")), ["=a.smt2"]);
    assert_eq!(run(Some("2")), ["a.smt2"]);
    assert_eq!(run(None), ["a.smt2"]);
    assert_eq!(world.column("starts"), ["1"], "the other one has ended");
}

#[test]
fn the_golden_time_that_was_measured_first_is_remembered_for_its_source_and_solver() {
    let world = World::of(&[("a.smt2", 10)]);
    let remembered = |fingerprint: &str| {
        let halves = Halves {
            stops: true,
            fingerprint: Some(fingerprint.to_owned()),
            ..Halves::default()
        };
        world.run_with(&halves, &CaseOptions::default(), 1);
        let mut seen = halves.remembered.into_inner().expect("a list");
        assert_eq!(seen.len(), 1);
        seen.remove(0)
    };
    let measured = Some(vec![Duration::from_micros(6), Duration::ZERO]);
    assert_eq!(remembered("1"), None);
    assert_eq!(remembered("1"), measured);
    assert_eq!(remembered("1"), measured);
    assert_eq!(remembered("2"), None, "another build");
    fs::write(world.case("a.smt2"), "yyyy").expect("a case");
    assert_eq!(remembered("1"), None, "another source");
}

#[test]
fn a_stopped_run_begins_no_more_cases_and_the_next_one_goes_on() {
    let world = World::of(&[("a.smt2", 10), ("b.smt2", 8)]);
    let stopping = Halves {
        stops: true,
        ..Halves::default()
    };
    assert_eq!(
        world.run_with(&stopping, &CaseOptions::default(), 1),
        ["a.smt2"]
    );
    assert_eq!(world.column("status"), ["stopped"]);
    // A new case comes before one that goes on.
    assert_eq!(world.run(), ["b.smt2", "a.smt2"]);
    assert_eq!(world.column("starts"), ["2", "1"]);
}

#[test]
fn the_deterministic_columns_are_equal_for_any_number_of_jobs() {
    let names: Vec<String> = (0..40).map(|i| format!("{i}.smt2")).collect();
    let files: Vec<(&str, usize)> = names
        .iter()
        .zip(10..)
        .map(|(name, size)| (&**name, size))
        .collect();
    let tables = [1, 8].map(|jobs| {
        let world = World::of(&files);
        world.run_with(&Halves::default(), &CaseOptions::default(), jobs);
        let columns = Row::DETERMINISTIC.iter();
        columns.map(|name| world.column(name)).collect::<Vec<_>>()
    });
    assert_eq!(tables[0], tables[1]);
}

/// The events of a journal that is opened, and the number of its unreadable lines.
fn opened(path: &Path) -> (Vec<Event>, usize) {
    let mut events = Vec::new();
    let (_, unreadable) = Journal::open(path, &mut |event| events.push(event)).expect("a journal");
    (events, unreadable)
}

#[test]
fn a_torn_last_line_is_cut_off_and_a_broken_one_is_counted() {
    let world = World::of(&[("a.smt2", 10), ("b.smt2", 8)]);
    world.run();
    let path = world.out().join("journal.jsonl");
    let whole = fs::read(&path).expect("a journal");
    let mut file = fs::OpenOptions::new()
        .append(true)
        .open(&path)
        .expect("a journal");
    file.write_all(br#"{"event":"finished","config":"#)
        .expect("a torn line");
    let (events, unreadable) = opened(&path);
    assert_eq!((events.len(), unreadable), (8, 0));
    assert_eq!(fs::read(&path).expect("a journal"), whole);

    file.write_all(b"{\"event\":\"unheard-of\"}\nno JSON\n")
        .expect("broken lines");
    let (events, unreadable) = opened(&path);
    assert_eq!((events.len(), unreadable), (8, 2));
    assert_eq!(world.run(), ["=a.smt2", "=b.smt2"]);
}

#[test]
fn every_prefix_of_a_journal_leads_to_the_same_results() {
    let world = World::of(&[("a.smt2", 10), ("b.smt2", 8)]);
    world.run();
    let results = world.column("minimized_blake3");
    let path = world.out().join("journal.jsonl");
    let whole = fs::read(&path).expect("a journal");
    for length in (0..whole.len()).step_by(41) {
        fs::write(&path, &whole[..length]).expect("a journal");
        world.run();
        assert_eq!(world.column("minimized_blake3"), results, "cut at {length}");
    }
}

#[test]
fn a_journal_of_a_newer_smelt_is_refused() {
    let world = World::of(&[]);
    fs::create_dir_all(world.out()).expect("a directory");
    let line = "{\"event\":\"start\",\"version\":99,\"new\":true}\n";
    fs::write(world.out().join("journal.jsonl"), line).expect("a journal");
    assert!(matches!(
        Output::open(&world.out()),
        Err(BatchError::Newer(_))
    ));
}

#[test]
fn a_second_run_of_one_output_is_refused_with_the_holders_process() {
    let world = World::of(&[]);
    let first = Output::open(&world.out()).expect("an output");
    match Output::open(&world.out()) {
        Err(BatchError::Locked { pid, .. }) => assert_eq!(pid, Some(std::process::id())),
        other => panic!("not locked: {other:?}"),
    }
    drop(first);
    assert!(
        Output::open(&world.out()).is_ok(),
        "the lock ends with its holder"
    );
}

#[test]
fn an_output_that_is_a_file_is_refused() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    assert!(matches!(
        Output::open(file.path()),
        Err(BatchError::NotADirectory(_))
    ));
    let below = file.path().join("out");
    assert!(matches!(Output::open(&below), Err(BatchError::Open { .. })));
}

#[test]
fn the_nonce_is_drawn_once_for_an_output() {
    let world = World::of(&[]);
    let nonce = || Output::open(&world.out()).expect("an output").nonce;
    let first = nonce();
    assert_eq!(first, nonce());
    assert_ne!(
        first,
        Output::open(Path::new(&world.case("other")))
            .expect("an output")
            .nonce
    );
}

#[test]
fn a_single_reduction_keeps_its_nonce_until_it_has_ended() {
    let root = tempfile::tempdir().expect("a directory");
    let output = root.path().join("small.smt2");
    let begin = |reduction| SingleRun::begin(&output, reduction);
    let nonce = begin("a").expect("a run").nonce;
    let other = begin("b").expect("a run");
    assert_eq!(
        (other.nonce, other.starts()),
        (nonce, 1),
        "another reduction"
    );
    assert!(begin("b").is_err(), "the output is in use");
    drop(other);
    let golden = [Duration::from_micros(7)];
    begin("b")
        .expect("a run")
        .keep_golden_cpu("solver", &golden);
    let again = begin("b").expect("a run");
    assert_eq!((again.nonce, again.starts()), (nonce, 3));
    assert!(!again.has_searched());
    let author = Provenance::default();
    again.begin_search(&author);
    again.begin_search(&author);
    assert_eq!(again.author(), Some(author));
    drop(again);
    let again = begin("c").expect("another reduction");
    assert!(again.has_searched(), "its output is still somebody's work");
    drop(again);
    let again = begin("b").expect("a run");
    again.keep_golden_cpu("solver", &golden);
    assert_eq!(again.golden_cpu("solver").as_deref(), Some(&golden[..]));
    assert_eq!(again.golden_cpu("another build"), None);
    again.end().expect("an end");
    assert_eq!(fs::read_dir(root.path()).expect("a directory").count(), 0);
    let anew = begin("b").expect("a run");
    assert_ne!(anew.nonce, nonce);
    assert_eq!(anew.starts(), 1);
}

#[test]
fn an_event_is_one_line_whatever_is_in_it() {
    let row = Row {
        detail: "two\nlines \u{1b}".to_owned(),
        ..Row::default()
    };
    let event = Event::Finished {
        config: String::new(),
        row: PackedRow::of(&row),
    };
    let line = serde_json::to_string(&event).expect("JSON");
    assert!(!line.contains('\n'));
    let Event::Finished { row: read, .. } = serde_json::from_str(&line).expect("an event") else {
        panic!("it is another event: {line}");
    };
    assert_eq!(read.row(), row);
}

#[test]
fn a_resumed_run_says_first_how_much_is_done_and_kept() {
    let world = World::of(&[("a.smt2", 10), ("b.smt2", 30), ("f.smt2", 50)]);
    world.run();
    let resumed = || std::mem::take(&mut *world.resumed.lock().expect("a list"));
    assert_eq!(resumed(), [""; 0], "a new output is not resumed");
    world.run();
    // Five and fifteen bytes of finished cases; the failed one has left its half.
    assert_eq!(resumed(), ["resumes 2 done, 45 bytes"]);
    fs::remove_dir_all(world.out().join("minimized")).expect("minimized files");
    world.run();
    assert_eq!(resumed(), ["resumes 0 done, 0 bytes"]);
}
