//! How long the filter takes to judge a candidate, and whether it agrees with an analysis of the whole edited text.
//!
//! `cargo run --release --example judging -- FILE...` judges each single edit that a mutator proposes for the files and
//! prints the times; then again with the files made ill-formed in some places, which the filter must tolerate.
//! `cargo run --release --example judging -- --check N FILE...` judges N random edits in all and prints those on which
//! the two judgements differ.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a benchmark prints its figures"
)]

#[path = "judging/generated.rs"]
mod generated;
#[path = "judging/random_edits.rs"]
mod random_edits;

use generated::generated;
use random_edits::{Random, joined, judged_twice, proposed};
use smelt::language::smtlib::{Analysis, SmtLib, WellFormedness, analysis, parse};
use smelt::language::{Parsed, TestCase};
use smelt::mutator::MUTATORS;
use smelt::tree::Edit;
use std::error::Error;
use std::time::{Duration, Instant};

/// At most so many candidates of a file are timed, evenly chosen.
const TIMED: usize = 100_000;

/// At most so many of them are applied, too.
const APPLIED: usize = 1000;

/// How many faults a file is given.
const FAULTS: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [check, edits, files @ ..] if check == "--check" => agree(edits.parse()?, files),
        files => measure(files),
    }
}

fn read(path: &str) -> Result<TestCase, Box<dyn Error>> {
    let parsed = parse(&std::fs::read(path)?).map_err(|error| error.to_string())?;
    Ok(TestCase::new(&SmtLib, parsed))
}

fn measure(files: &[String]) -> Result<(), Box<dyn Error>> {
    println!(
        "file,bytes,faults,analysis_us,apply_us,anew_us,candidates,held,median_us,p90_us,p99_us,max_us,sum_ms"
    );
    for path in files {
        let case = read(path)?;
        print_times(path, &case);
        print_times(path, &with_faults(&case));
    }
    Ok(())
}

fn print_times(path: &str, case: &TestCase) {
    let filter = WellFormedness::of(case);
    let edits = edits(case);
    let mut times: Vec<Duration> = Vec::with_capacity(edits.len());
    let mut held = 0;
    for edit in &edits {
        let began = Instant::now();
        held += usize::from(filter.edited(case, edit).is_some());
        times.push(began.elapsed());
    }
    let began = Instant::now();
    let analysing = (Analysis::of(case.tree()), began.elapsed()).1;
    let (applying, anew) = applying(case, &edits);
    let faults = filter.faults(case).count();
    times.sort_unstable();
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    let at = |percent: usize| times.get(times.len() * percent / 100);
    let at = |percent| at(percent).copied().unwrap_or_default();
    println!(
        "{},{},{faults},{:.0},{:.0},{:.0},{},{held},{:.2},{:.1},{:.1},{:.0},{:.1}",
        path.rsplit('/').next().unwrap_or_default(),
        case.tree().text().len(),
        micros(analysing),
        micros(applying),
        micros(anew),
        times.len(),
        micros(at(50)),
        micros(at(90)),
        micros(at(99)),
        micros(times.last().copied().unwrap_or_default()),
        micros(times.iter().sum()) / 1e3,
    );
}

/// The median times that it takes to make and analyse the test case of an accepted edit: from its base, and anew.
fn applying(case: &TestCase, edits: &[Edit]) -> (Duration, Duration) {
    let step = edits.len().div_ceil(APPLIED).max(1);
    let edits = || edits.iter().step_by(step);
    let dialect = case.dialect();
    let median = |make: &dyn Fn(&Edit) -> TestCase| {
        let time = |edit: &Edit| {
            let began = Instant::now();
            let edited = make(edit);
            analysis(&edited);
            (began.elapsed(), edited).0
        };
        let mut times: Vec<Duration> = edits().map(time).collect();
        times.sort_unstable();
        times.get(times.len() / 2).copied().unwrap_or_default()
    };
    let anew = |edit: &Edit| {
        let tree = case.edited_tree(edit);
        TestCase::new(&SmtLib, Parsed { tree, dialect })
    };
    (median(&|edit| case.apply(edit)), median(&anew))
}

/// The smaller candidates of all mutators.
fn edits(case: &TestCase) -> Vec<Edit> {
    let nodes = case.tree().end();
    let mut edits = Vec::new();
    for mutator in MUTATORS {
        if !mutator.profile().understands("smtlib") {
            continue;
        }
        for node in (0..nodes).filter(|&node| mutator.applies(case, node)) {
            let proposals = mutator.proposals(case, node).take(8);
            let smaller = proposals.filter(|proposal| !proposal.is_pump);
            let smaller = smaller.filter(|proposal| case.is_simplification(&proposal.edit));
            edits.extend(smaller.map(|proposal| proposal.edit));
        }
    }
    let step = edits.len().div_ceil(TIMED).max(1);
    edits.into_iter().step_by(step).collect()
}

/// The text after a few edits that the filter refuses.
fn with_faults(case: &TestCase) -> TestCase {
    let mut random = Random::of(1);
    let mut spoilt = case.clone();
    let mut faults = 0;
    while faults < FAULTS {
        let filter = WellFormedness::of(&spoilt);
        let edit = proposed(&spoilt, &mut random);
        let small = edit.parts().iter().all(|part| part.cells < 50);
        if small && filter.edited(&spoilt, &edit).is_some() {
            spoilt = spoilt.apply(&edit);
            faults += 1;
        }
    }
    spoilt
}

/// A case, the same with faults, and a generated text.
fn bases(case: &TestCase, random: &mut Random) -> Vec<TestCase> {
    vec![case.clone(), with_faults(case), generated(3, random)]
}

/// Compares the two judgements on random edits, as many of each file.
fn agree(edits: usize, files: &[String]) -> Result<(), Box<dyn Error>> {
    let (mut compared, mut refused, mut differing) = (0, 0, 0);
    for (k, path) in files.iter().enumerate() {
        let case = read(path)?;
        let mut random = Random::of(k as u64 + 1);
        let mut bases = bases(&case, &mut random);
        for n in 0..edits.div_ceil(files.len()) {
            let which = random.below(bases.len());
            let base = &bases[which];
            let filter = WellFormedness::of(base);
            let edit = joined(base, &mut random);
            let judged = judged_twice(&filter, base, &edit);
            compared += 1;
            refused += usize::from(judged == Ok(true));
            if let Err(difference) = &judged {
                differing += 1;
                println!("{path}: edit {n}: {difference}");
            }
            if n % 16 == 15 && judged == Ok(false) {
                let edited = base.apply(&edit);
                if analysis(&edited).bindings().len() > 2 {
                    bases[which] = edited;
                }
            } else if n % 1000 == 999 {
                bases = self::bases(&case, &mut random);
            }
        }
        eprintln!("{path}: {compared} edits compared so far, {differing} differ");
    }
    println!("{compared} edits compared, {refused} refused, {differing} differ");
    Ok(())
}
