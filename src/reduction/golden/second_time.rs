//! Limits of the solver under test that follow from the time of the second solver.
//!
//! The second solver is a faster reference, or a trusted solver that ends on the file. For rules about slowness, its
//! time sets the limit of all runs, if none is configured. For hangs, it sets a short limit: a run that reaches it
//! presumably hangs.

use crate::corpus::Settings;
use crate::observation::{End, Limit};
use crate::oracle::{Answer, NotReproduced, Which};
use crate::reduction::NotReduced;
use crate::reduction::limits::{give_limits, second_sets_limit, steering_cpu};
use crate::reduction::prepare::Prepared;
use std::sync::Arc;
use std::time::Duration;

/// Measures the second solver's time on the golden text, and limits the runs of the first solver by it. This is done
/// before the first solver runs at all, because otherwise it would run up to the longest limit.
pub(in crate::reduction) fn set_limits(prepared: &mut Prepared<'_>) -> Result<(), NotReduced> {
    let settings = prepared.task.settings;
    let is_hang = is_hang_beside_second(settings);
    if !is_hang && !second_sets_limit(settings) {
        return Ok(());
    }
    let kept = kept_second(prepared);
    let text = prepared.case.text();
    let Some(second) = prepared.solvers.clients.get_mut(1) else {
        return Ok(());
    };
    // The time is that in the store, else that of an earlier run of this reduction, else it is measured.
    let cpu = match (second.stored(text, 0).map(Arc::new), kept) {
        (None, Some(kept)) => kept,
        (stored, _) => {
            let run = match stored {
                Some(stored) => Some(stored),
                None => second.run(text)?.map(|evidence| evidence.observation),
            };
            let not_told = NotReproduced::NotTold(Which::Second);
            let Some(run) = run else {
                return Err(NotReduced::failed(not_told.to_string()));
            };
            match run.end {
                End::LimitHit(Limit::Wall) => return Err(NotReduced::failed(not_told.to_string())),
                End::LimitHit(limit) => {
                    let stopped = NotReproduced::Stopped(Which::Second, limit, run.limits);
                    return Err(NotReduced::not_reproduced(stopped.to_string()));
                }
                End::Exited(_) | End::Signaled(_) => run.cpu,
            }
        }
    };
    prepared.second_cpu = Some(cpu);
    if second_sets_limit(settings) {
        limit_first(prepared, cpu);
    }
    prepared.source_cpu = hang_limit_after(prepared, cpu);
    Ok(())
}

/// The CPU limit at which a run of the first solver presumably hangs, if a trusted solver takes this time and the full
/// limit is at least twice as long.
fn hang_limit_after(prepared: &Prepared<'_>, trusted: Duration) -> Option<Duration> {
    let full = prepared.solvers.clients.first()?.limits().cpu;
    let limit = steering_cpu(trusted);
    (is_hang_beside_second(prepared.task.settings) && limit * 2 <= full).then_some(limit)
}

/// Whether the rule looks for a hang of the first solver, while another one ends.
fn is_hang_beside_second(settings: &Settings) -> bool {
    settings.rule.is_hang() && !settings.others.is_empty()
}

/// The second solver's time that an earlier run of this reduction has measured.
pub(super) fn kept_second(prepared: &Prepared<'_>) -> Option<Duration> {
    let kept = prepared
        .task
        .memory
        .golden_cpu(&prepared.solvers.fingerprint())?;
    kept.get(1).copied()
}

/// Lets a short limit steer the search for a hang, if a trusted solver ends on the golden text: a run that reaches that
/// limit presumably hangs. This is done only if the solver has used up its CPU time; one that waits uses none.
pub(super) fn steer(prepared: &Prepared<'_>, golden: &[Answer], cpu: &[Duration]) {
    let evidence = golden.first().and_then(|answer| answer.evidence.as_ref());
    let is_cpu = evidence.is_some_and(|run| run.observation.end == End::LimitHit(Limit::Cpu));
    if is_cpu
        && let Some(first) = prepared.solvers.clients.first()
        && let Some(&trusted) = cpu.get(1)
        && let Some(limit) = hang_limit_after(prepared, trusted)
    {
        first.solver().ladder.let_short_limit_decide(limit);
    }
}

/// Limits the solver under test by the second solver's time.
pub(super) fn limit_first(prepared: &mut Prepared<'_>, second: Duration) {
    let settings = prepared.task.settings;
    let Some(limit) = settings.rule.limit_from_second(second) else {
        return;
    };
    for (number, client) in prepared.solvers.clients.iter_mut().enumerate() {
        if settings.is_under_test(number) {
            give_limits(client, settings, limit);
        }
    }
}
