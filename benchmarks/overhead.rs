//! What a check costs beyond a bare spawn-and-wait of the solver: blocks of 100 checks through the checker in turn
//! with blocks of 100 plain spawns (no input, both pipes read, no limits), 20 of each; the median of the differences.
//!
//! The solver is `overhead/count_word.rs`, compiled statically; the text has 50 KB, each candidate lacks another of
//! its commands, and none is accepted. `cargo bench --bench overhead` prints the figure; more than 0.3 ms is a failure.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "overhead/blocks.rs"]
mod blocks;
#[path = "overhead/checked.rs"]
mod checked;

use blocks::{BLOCK, BLOCKS, Pair};
use checked::Checked;
use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// What a check may cost beyond a plain run, in milliseconds.
const ALLOWED_MS: f64 = 0.3;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
    let solver = compile(dir.path())?;
    let mut checked = Checked::new(&solver, dir.path(), text().as_bytes())?;
    let pairs = blocks::alternate(|| plain(&solver), |nth| check(&mut checked, nth))?;
    let overhead = report(&pairs, checked.bytes());
    Ok(if overhead <= ALLOWED_MS {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// A static executable in `dir`.
fn compile(dir: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benchmarks/overhead/count_word.rs");
    let solver = dir.join("count_word");
    let compiled = Command::new("rustc")
        .args([
            "--edition=2024",
            "-O",
            "-C",
            "target-feature=+crt-static",
            "-o",
        ])
        .args([&solver, &source])
        .status()?;
    if compiled.success() {
        Ok(solver)
    } else {
        Err(format!("cannot compile {} statically", source.display()).into())
    }
}

/// A text of 50 KB with a command for every candidate.
fn text() -> String {
    (0..BLOCK * BLOCKS).fold(String::new(), |mut text, n| {
        let _ = writeln!(text, "(assert (> x{n:04} {n:05}))");
        text
    })
}

fn plain(solver: &Path) -> Result<(), Box<dyn Error>> {
    let ran = Command::new(solver).stdin(Stdio::null()).output()?;
    if ran.status.success() {
        Ok(())
    } else {
        Err("the plain run failed".into())
    }
}

fn check(checked: &mut Checked, nth: usize) -> Result<(), Box<dyn Error>> {
    if checked.uninteresting(nth)? {
        Ok(())
    } else {
        Err("a candidate was accepted or not run: this measures something else".into())
    }
}

fn report(pairs: &[Pair], bytes: usize) -> f64 {
    let overhead = blocks::overhead_ms(pairs);
    println!("block,plain_seconds,checked_seconds");
    for (block, pair) in pairs.iter().enumerate() {
        println!("{block},{},{}", pair.plain, pair.checked);
    }
    println!();
    println!("text: {bytes} bytes; {BLOCKS} blocks of {BLOCK} of each");
    println!("plain run: {:.3} ms", blocks::plain_ms(pairs));
    println!("overhead of a check: {overhead:.3} ms (at most {ALLOWED_MS} allowed)");
    overhead
}
