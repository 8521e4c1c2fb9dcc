//! One case, reduced with a script in place of its solver.

use smelt::corpus::{CaseOptions, Settings, resolve};
use smelt::event::Row;
use smelt::input::InputFile;
use smelt::reduction::{Memory, NoMemory, Notice, Progress, ReductionContext, Task, reduce};
use smelt::solver::{Stop, use_runner};
use smelt::store::Store;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use tempfile::TempDir;

/// A case, its solver and its output in a directory of their own.
pub(crate) struct World {
    dir: TempDir,
    pub(crate) options: CaseOptions,
    pub(crate) stop: Stop,
}

impl World {
    /// The input with a solver of this script, where `runs N` tells whether it has been started at most N times, and
    /// `again TEXT` whether it has been started on this text more than once, as for a re-check.
    pub(crate) fn of(input: &str, script: &str) -> World {
        use_runner(Path::new(env!("CARGO_BIN_EXE_smelt")));
        let world = World {
            dir: TempDir::new().expect("a directory"),
            // These solvers look for a word or two, which may be all of a trivial text.
            options: CaseOptions {
                allow_trivial: true,
                ..CaseOptions::default()
            },
            stop: Stop::default(),
        };
        fs::write(world.path("case.smt2"), input).expect("a case");
        world.script(script);
        world
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Replaces the solver. Another process copies it into place: one that this process has open for writing cannot
    /// be started.
    pub(crate) fn script(&self, text: &str) {
        let (runs, seen) = (self.path("runs"), self.path("seen"));
        let (runs, seen) = (runs.display(), seen.display());
        let text = format!(
            "#!/bin/sh
case=$1
echo run >>'{runs}'
runs() {{ [ $(wc -l <'{runs}') -le $1 ]; }}
is() {{ [ \"$(cat \"$case\")\" = \"$(echo \"$1\")\" ]; }}
again() {{ if is \"$1\"; then echo seen >>'{seen}'; fi; [ $(cat '{seen}' 2>/dev/null | wc -l) -gt 1 ]; }}
{text}
"
        );
        fs::write(self.path("draft"), text).expect("a script");
        let install = Command::new("install")
            .args(["-m", "755"])
            .args([self.path("draft"), self.path("solver")])
            .status();
        assert!(install.expect("install runs").success());
    }

    fn settings(&self) -> Settings {
        let words: [OsString; 1] = [self.path("solver").into()];
        resolve(&self.options, None, &words).expect("settings")
    }

    pub(crate) fn reduce(&self) -> Row {
        self.reduce_to(&self.path("small.smt2"), &|_| ())
    }

    pub(crate) fn reduce_to(&self, output: &Path, tell: &dyn Fn(&Notice<'_>)) -> Row {
        self.reduce_with(&NoMemory, output, tell)
    }

    pub(crate) fn reduce_with(
        &self,
        memory: &dyn Memory,
        output: &Path,
        tell: &dyn Fn(&Notice<'_>),
    ) -> Row {
        self.reduce_in((memory, None), output, tell)
    }

    /// Reduces with a store beside the case, which is kept for the next time.
    pub(crate) fn reduce_with_store(&self) -> Row {
        let store = Store::open(&self.path("store.db")).expect("a store");
        self.reduce_in((&NoMemory, Some(&store)), &self.path("small.smt2"), &|_| ())
    }

    fn reduce_in(
        &self,
        (memory, store): (&dyn Memory, Option<&Store>),
        output: &Path,
        tell: &dyn Fn(&Notice<'_>),
    ) -> Row {
        let input = InputFile::named(self.path("case.smt2"));
        let task = Task {
            id: "case.smt2",
            input: &input,
            output,
            trace: None,
            lifted: None,
            turn: &smelt::reduction::NoTurn,
            settings: &self.settings(),
            memory,
            beside: None,
            progress: &Progress::new(Arc::default(), tell),
        };
        reduce(&task, &ReductionContext::new(store, &self.stop, [7; 32]))
    }

    /// What was delivered.
    pub(crate) fn delivered(&self) -> String {
        fs::read_to_string(self.path("small.smt2")).expect("an output")
    }

    pub(crate) fn runs(&self) -> usize {
        fs::read_to_string(self.path("runs")).map_or(0, |runs| runs.lines().count())
    }
}
