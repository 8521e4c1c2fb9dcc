//! `smelt batch`: reduces directories of cases into an output directory.

use super::apart::SameProgram;
use super::cases::{Cases, cases_of_others};
use super::journalled::this_call;
use super::preparation::size_pool;
use super::shard;
use crate::batch::{self, Apart, Batch, Budget, Output, Reduction};
use crate::cli::args::BatchArgs;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::progress::Display;
use crate::cli::status_view::print_status;
use crate::cli::{definition, exit, guess, output, store};
use crate::corpus::{CommandLine, Planned};
use crate::event::Status;
use crate::reduction::{PrefetchPool, ReductionContext, Stopwatch};
use crate::report::{self, Selection};
use crate::solver::end_with_parent;
use crate::store::Store;
use std::num::NonZeroU64;
use std::time::Instant;

pub(super) fn run(args: &BatchArgs) -> Result<u8, CliError> {
    let begun = Instant::now();
    if args.alone.is_some() {
        end_with_parent();
    }
    let mut found = Cases::of_batch(args)?;
    if args.alone.is_none() {
        found.tell_unmatched_globs();
    }
    let part = shard::keep(args, &mut found.planned)?;
    if found.builds.is_empty() {
        tell_unused_command(args, &found.planned);
    }
    check_out(args)?;
    size_pool(&args.common)?;
    let (planned, out) = match &args.alone {
        None => (found.planned, Output::open_for(&args.out, this_call())?),
        Some(case) => {
            let only = found
                .planned
                .into_iter()
                .filter(|planned| planned.case.id == *case)
                .collect();
            (only, Output::join(&args.out)?)
        }
    };
    if out.unreadable > 0 {
        output::say(&format!(
            "note: {} lines of the journal are unreadable; their cases are reduced again",
            out.unreadable
        ));
    }
    let store = open_store(args)?;
    let interrupt = Interrupt::listen(args.budget)?;
    interrupt.at_full_disk(out.root(), args.min_free);
    let (jobs, level) = (args.common.run.jobs(), args.common.run.level());
    let display = Display::of_batch(&planned, jobs, &args.out, level, args.budget);
    let context = ReductionContext {
        prefetch: PrefetchPool::new(jobs.get()),
        ..ReductionContext::new(store.as_ref(), &interrupt.stop, out.nonce)
    };
    let batch = Batch {
        planned: &planned,
        part,
        context: &context,
        jobs,
        budget: Budget {
            time: args.budget,
            runs: args.budget_runs.map(NonZeroU64::get),
            cpu: args.budget_cpu,
        },
        traces: args.trace,
        reduce: &Reduction,
        apart: args.alone.is_none().then_some(&SameProgram as &dyn Apart),
        watch: &display,
    };
    let rows = batch::run(&batch, &out);
    drop(display);
    let cases = planned.len();
    drop(planned); // What is printed now takes memory for each case, as this does.
    store::say_if_degraded(store.as_ref());
    let rows = rows?;
    let (comparison, frame) = out.status();
    print_status(&comparison, &frame, false)?;
    if !found.builds.is_empty() {
        let names: Vec<&str> = found.builds.iter().map(|build| &*build.name).collect();
        output::data(&report::by_build(rows.iter(), &names))?;
    }
    if store.is_some() && level >= 0 {
        for warm in out.warm_searches() {
            output::say(&format!("note: {warm}"));
        }
    }
    if level > 0 {
        output::say(&written(&out, &context.checkpoints, begun));
    }
    tell_usual_reasons(args, &rows);
    output::say(&last_line(&rows, cases, begun));
    let of_rows = exit::of_rows(rows.iter(), !found.builds.is_empty());
    Ok(of_rows
        .max(exit::if_so(rows.len() < cases, exit::CUT))
        .max(interrupt.code())
        .max(exit::if_so(found.unread, exit::CASES)))
}

/// The store of a shard, or of a batch of all cases.
fn open_store(args: &BatchArgs) -> Result<Option<Store>, CliError> {
    let common = &args.common.run;
    if args.shards.shard.is_none() {
        return store::open(common, Some(&args.out));
    }
    let usual = || args.out.join(store::BESIDE);
    let own = args.shards.shard_store.clone().unwrap_or_else(usual);
    store::open_of_shard(common, &own)
}

/// Says where to read on if some case was not reproduced.
fn tell_usual_reasons(args: &BatchArgs, rows: &Selection) {
    if rows.iter().any(|row| row.status == Status::NotReproduced) {
        let usual = || "`smelt help faq` has the usual reasons for `not-reproduced`".to_owned();
        let guessed = guess::option_behind_command(&definition(), &args.command);
        output::hint(Some(guessed.unwrap_or_else(usual)));
    }
}

/// Refuses an output directory whose minimized files would be cases of the next run.
fn check_out(args: &BatchArgs) -> Result<(), CliError> {
    let Ok(out) = args.out.canonicalize() else {
        return Ok(());
    };
    for directory in &args.directories {
        let is_inside = directory
            .canonicalize()
            .is_ok_and(|dir| dir == out || dir.starts_with(out.join("minimized")));
        if is_inside {
            let message = format!(
                "`{}` cannot be both a corpus and the output directory",
                directory.display()
            );
            return Err(CliError::usage(
                message,
                "choose another directory with `--out`",
            ));
        }
    }
    Ok(())
}

/// Says that a command after `--` is not used for cases whose solver is configured.
fn tell_unused_command(args: &BatchArgs, planned: &[Planned]) {
    let Ok(command) = CommandLine::of_words(&args.command) else {
        return;
    };
    let others = cases_of_others(planned, &command);
    if others > 0 {
        output::say(&format!(
            "note: the command after `--` is not used for {others} of {} cases, because the configuration names their solver",
            planned.len()
        ));
    }
}

/// The time that was spent on writing results, in words.
fn written(out: &Output, checkpoints: &Stopwatch, begun: Instant) -> String {
    let (journal, checkpoints) = (out.time_written(), checkpoints.total());
    let share = (journal + checkpoints).as_secs_f64() / begun.elapsed().as_secs_f64();
    format!(
        "time spent writing: {:.3} s for the journal and reports, {:.3} s for minimized files ({:.2} % of the wall time)",
        journal.as_secs_f64(),
        checkpoints.as_secs_f64(),
        100.0 * share,
    )
}

/// The result of a batch in one line, for scripts.
fn last_line(rows: &Selection, planned: usize, begun: Instant) -> String {
    let mut statuses = Vec::with_capacity(rows.len());
    let mut sums = [0; 6];
    for row in rows.iter() {
        statuses.push(row.status);
        let left = row.bytes_after.unwrap_or(row.bytes_before);
        let costs = [row.checks, row.runs, row.runs_wasted, row.hits];
        let values = [row.bytes_before, left].into_iter().chain(costs);
        sums.iter_mut()
            .zip(values)
            .for_each(|(sum, value)| *sum += value);
    }
    let [before, after, checks, runs, wasted, hits] = sums;
    format!(
        "{} pending={} bytes_before={before} bytes_after={after} checks={checks} runs={runs} runs_wasted={wasted} \
         hits={hits} wall_seconds={:.1}",
        report::counts(&statuses),
        planned - rows.len(),
        begun.elapsed().as_secs_f64(),
    )
}
