//! Power cuts: the operations on files of one batch are recorded, the power is cut after each, and what a disk may then
//! have is made in a directory of its own. In every such state each minimized file is a whole text that fails, and the
//! same batch goes on to the same results.

#[path = "power_cut/disk.rs"]
mod disk;

use disk::{Disk, Loss};
use rayon::prelude::*;
use smelt::batch::{Batch, Output, Reduction, Watch, run};
use smelt::corpus::{CaseOptions, CommandLine, discover, plan};
use smelt::disk::{Operation, record_to};
use smelt::event::Row;
use smelt::reduction::{Gauge, Notice, ReductionContext};
use smelt::solver::{Stop, use_runner};
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};

const CASES: [&str; 2] = ["a.smt2", "dir/b.smt2"];

/// What the solver fails on. Each run takes long enough for a text to be delivered while the search goes on.
fn fails(text: &[u8]) -> bool {
    String::from_utf8_lossy(text).contains("check-sat")
}

struct Quiet;

impl Watch for Quiet {
    fn resumes(&self, _: usize, _: u64) {}
    fn begun(&self, _: &str, _: u64) -> Arc<Gauge> {
        Arc::default()
    }
    fn notice(&self, _: &str, _: &Notice<'_>) {}
    fn waits(&self, _: usize) {}
    fn row(&self, _: &Row, _: bool) {}
}

/// A corpus of two cases, and a solver.
struct World {
    root: tempfile::TempDir,
}

impl World {
    fn new() -> World {
        use_runner(Path::new(env!("CARGO_BIN_EXE_smelt")));
        let root = tempfile::tempdir().expect("a directory");
        let world = World { root };
        for name in CASES {
            let path = world.path("bugs").join(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
            let text = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n";
            fs::write(path, text).expect("a case");
        }
        let script = "#!/bin/sh\nif grep -q check-sat \"$1\"; then exit 9; fi\n";
        fs::write(world.path("draft"), script).expect("a script");
        let installed = Command::new("install")
            .args(["-m", "755"])
            .args([world.path("draft"), world.path("solver")])
            .status();
        assert!(installed.expect("install runs").success());
        world
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    /// Runs the batch into a directory. The minimized files.
    fn batch(&self, out: &Path) -> BTreeMap<&'static str, Vec<u8>> {
        let found = discover(&[self.path("bugs")]).expect("a corpus");
        let solver = self.path("solver");
        let command: CommandLine = solver.to_string_lossy().parse().expect("a command");
        let options = CaseOptions {
            allow_trivial: true,
            ..CaseOptions::default()
        };
        let planned = plan(found.cases, &[None], &options, Some(&command)).expect("a plan");
        let output = Output::open(out).expect("an output");
        let stop = Stop::default();
        let context = ReductionContext::new(None, &stop, output.nonce);
        let batch = Batch {
            planned: &planned,
            part: None,
            context: &context,
            jobs: NonZeroUsize::MIN,
            budget: smelt::batch::Budget::default(),
            traces: false,
            reduce: &Reduction,
            apart: None,
            watch: &Quiet,
        };
        let rows = run(&batch, &output).expect("rows");
        assert_eq!(rows.len(), CASES.len());
        let minimized = |name| fs::read(out.join("minimized").join(name)).expect("a result");
        CASES.map(|name| (name, minimized(name))).into()
    }

    /// The results of a batch, and its operations on files.
    fn recorded(&self, out: &Path) -> (BTreeMap<&'static str, Vec<u8>>, Vec<Operation>) {
        let operations = Arc::new(Mutex::new(Vec::new()));
        let list = Arc::clone(&operations);
        record_to(Some(Box::new(move |operation| {
            list.lock().expect("a list").push(operation);
        })));
        let results = self.batch(out);
        record_to(None);
        let operations = operations.lock().expect("a list").clone();
        (results, operations)
    }
}

#[test]
fn after_a_power_cut_at_any_point_results_are_whole_and_the_batch_goes_on_to_the_same() {
    let world = World::new();
    let out = world.path("out");
    let (results, operations) = world.recorded(&out);
    assert!(operations.len() > 30, "{operations:#?}");
    let replayed = Disk::after(&operations, Loss::None);
    assert_eq!(
        replayed.file(&out.join("minimized/a.smt2")),
        Some(&*results["a.smt2"]),
        "everything that is written is recorded"
    );
    let mut seen = HashSet::new();
    let mut states = Vec::new();
    for cut in 0..=operations.len() {
        for loss in Loss::ALL {
            let disk = Disk::after(&operations[..cut], loss);
            for name in CASES {
                let left = disk.file(&out.join("minimized").join(name));
                assert!(
                    left.is_none_or(fails),
                    "{name} after {cut} operations, {loss:?}"
                );
            }
            let again = world.path(&format!("again-{cut}-{loss:?}"));
            if seen.insert(disk.lay_out(&out, &again)) {
                states.push((again, cut, loss));
            }
        }
    }
    states.par_iter().for_each(|(again, cut, loss)| {
        let resumed = world.batch(again);
        assert_eq!(resumed, results, "after {cut} operations, {loss:?}");
    });
    assert!(seen.len() > 20, "{} states", seen.len());
}

#[test]
fn a_file_that_is_renamed_before_it_is_synced_may_be_empty_after_a_power_cut() {
    let [new, old, root] = ["/d/new", "/d/old", "/d"].map(PathBuf::from);
    let mut operations = vec![
        Operation::MakeDirectory(root.clone()),
        Operation::Create(old.clone()),
        Operation::Append(old.clone(), b"text".to_vec()),
        Operation::Rename(old.clone(), new.clone()),
    ];
    let empty = Disk::after(&operations, Loss::Data);
    assert_eq!(
        empty.file(&new),
        Some(&b""[..]),
        "the model finds the fault"
    );
    operations.insert(3, Operation::Sync(old));
    let whole = Disk::after(&operations, Loss::Data);
    assert_eq!(whole.file(&new), Some(&b"text"[..]));
}
