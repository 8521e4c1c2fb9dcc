//! Reduces a file in process, as a fuzzer would: `cargo run --release --example reduce_in_process -- FILE WORD…` prints
//! the smallest text that was found with all these words in it.
//!
//! The closure is where a fuzzer runs its solver, or calls it if it is linked.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program of its own"
)]

use std::env::args;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = args().skip(1);
    let Some(path) = arguments.next() else {
        eprintln!("usage: reduce_in_process FILE WORD…");
        return ExitCode::from(2);
    };
    match reduce(Path::new(&path), &arguments.collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn reduce(path: &Path, words: &[String]) -> Result<(), Box<dyn Error>> {
    let text = std::fs::read(path)?;
    let extension = path.extension().and_then(|extension| extension.to_str());
    // Each language knows the extensions of its files; `lines` reads any text.
    let mut languages = smelt::LANGUAGES.iter().copied();
    let language = languages
        .find(|language| extension.is_some_and(|own| language.extensions().contains(&own)))
        .unwrap_or(&smelt::Lines);
    let has_all = |candidate: &[u8]| {
        let candidate = String::from_utf8_lossy(candidate);
        words.iter().all(|word| candidate.contains(word))
    };
    let reduced = smelt::reduce(&text, language, has_all)?;
    print!("{}", String::from_utf8_lossy(&reduced.text));
    eprintln!(
        "{} of {} bytes are left; {} texts were asked about, {} of them accepted",
        reduced.text.len(),
        text.len(),
        reduced.asked,
        reduced.accepted
    );
    Ok(())
}
