//! The half under test: checks of candidates as a reduction makes them, from the tree to the outcome: print (one
//! command spliced out), key, look-up in a store on disk that begins empty, run by the helper, row to the store's
//! writer, oracle.

use smelt::checker::{Checker, Solver, SolverClient};
use smelt::language::smtlib::{SmtLib, parse};
use smelt::observation::Limits;
use smelt::oracle::{Answer, Ask, Criterion, MatchRule, Same};
use smelt::outcome::{Outcome, Patience};
use smelt::solver::{CommandSpec, Dependencies, Invocation, Slot, use_runner};
use smelt::store::Store;
use smelt::tree::{Edit, Node, ROOT, Tree};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

/// The solver of `count_word.rs`, as a static executable in `dir`.
///
/// # Errors
/// It cannot be compiled.
pub(crate) fn compiled(dir: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benchmarks/micro/count_word.rs");
    let solver = dir.join("count_word");
    let compiled = Command::new("rustc")
        .args(["--edition=2024", "-O", "-C", "target-feature=+crt-static"])
        .arg("-o")
        .args([&solver, &source])
        .status()?;
    if compiled.success() {
        Ok(solver)
    } else {
        Err(format!("cannot compile {} statically", source.display()).into())
    }
}

/// What checks need.
pub(crate) struct Checked {
    tree: Tree,
    /// The commands of the text, each of which one candidate lacks.
    commands: Vec<Node>,
    checker: Checker,
    /// After the checker, so that its writer outlives what is inserted.
    _store: Store,
}

impl Checked {
    /// Runs the solver on the text that candidates are made from; the store is a file in `dir`.
    ///
    /// # Errors
    /// Files, the store, or the solver.
    pub(crate) fn new(solver: &Path, dir: &Path, text: &[u8]) -> Result<Checked, Box<dyn Error>> {
        use_runner(Path::new(env!("CARGO_BIN_EXE_smelt")));
        let tree = parse(text)?.tree;
        let store = Store::open(&dir.join("store.db"))?;
        let mut client = client(solver, &store)?;
        let ask = Ask::of(0);
        let evidence = client.run(tree.text())?;
        let golden = vec![Answer { ask, evidence }];
        let oracle = Same(MatchRule::default()).oracle()?;
        Ok(Checked {
            commands: tree.children(ROOT).collect(),
            tree,
            checker: Checker::new(&SmtLib, vec![client], oracle, golden),
            _store: store,
        })
    }

    /// Whether the solver answers otherwise on the text without its `nth` command, as it must, and whether that was
    /// asked of the solver.
    ///
    /// # Errors
    /// The solver cannot be run.
    pub(crate) fn uninteresting(&mut self, nth: usize) -> Result<bool, Box<dyn Error>> {
        let edit = Edit::delete(&self.tree, self.commands[nth]);
        let candidate = self.tree.spliced(&edit);
        let outcome = self.checker.check(&candidate, Patience::Full)?;
        Ok(outcome == Outcome::Uninteresting && self.checker.counts().hits == 0)
    }
}

/// The solver with its slot, under the limits that a candidate has by default.
fn client(solver: &Path, store: &Store) -> Result<SolverClient, Box<dyn Error>> {
    let invocation = Invocation::resolve(&CommandSpec {
        argv: vec![solver.into()],
        extension: "smt2".into(),
        ..CommandSpec::default()
    })?;
    let mut slot = Slot::new()?;
    let dependencies = Dependencies::of(&invocation, &mut slot)?;
    let fingerprint = dependencies.fingerprint(None);
    let session = store.session(&fingerprint);
    let limits = Limits::of_cpu(Duration::from_millis(1750));
    let solver = Solver {
        is_guarded: false,
        launches: None,
        invocation: invocation.traced(), // as in a reduction
        dependencies,
        fingerprint,
        session: Some(session),
        single_flight: Arc::default(),
        prefetched: Arc::default(),
        ladder: Arc::default(),
        tracing: Arc::default(),
    };
    Ok(SolverClient::new(slot, solver, limits))
}
