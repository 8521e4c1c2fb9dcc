//! How many solvers this machine can run at once. More would only wait for each other, or could not be started.

use rustix::process::{Resource, getrlimit};
use std::num::NonZeroUsize;
use std::thread::available_parallelism;

/// The number of solvers per core: solvers that wait for something leave the core to others.
const PER_CORE: u64 = 8;

/// The number of solvers on a small machine, where tests and users may ask for more jobs than there are cores.
const AT_LEAST: u64 = 16;

/// The number of files that a job keeps open: a socket to its helper, files of the store, the candidate; more with a
/// second solver.
const FILES_PER_JOB: u64 = 12;

/// The number of files that are open for any number of jobs: streams, the output, the store, signals, corpora; and the
/// additional ones of a job with several solvers.
const FILES: u64 = 28;

/// The number of processes and threads of a job: a thread, a helper, and the solver with its children; more with a
/// second solver.
const PROCESSES_PER_JOB: u64 = 8;

/// The largest useful number of jobs on this machine: a multiple of the cores, within this process's limits on open
/// files and its user's limit on processes.
pub(crate) fn most_jobs() -> NonZeroUsize {
    let cores = available_parallelism().map_or(1, NonZeroUsize::get);
    let most = most(
        cores as u64,
        getrlimit(Resource::Nofile).current,
        getrlimit(Resource::Nproc).current,
    );
    NonZeroUsize::new(usize::try_from(most).unwrap_or(usize::MAX)).unwrap_or(NonZeroUsize::MIN)
}

/// The limit of this process on open files, and the number that it needs, if that is more.
pub(crate) fn lacking_files() -> Option<(u64, u64)> {
    let needed = FILES + FILES_PER_JOB;
    let limit = getrlimit(Resource::Nofile).current?;
    (limit < needed).then_some((limit, needed))
}

fn most(cores: u64, files: Option<u64>, processes: Option<u64>) -> u64 {
    let within = |limit: Option<u64>, each: u64| limit.map_or(u64::MAX, |limit| limit / each);
    cores
        .saturating_mul(PER_CORE)
        .max(AT_LEAST)
        .min(within(
            files.map(|files| files.saturating_sub(FILES)),
            FILES_PER_JOB,
        ))
        .min(within(processes, PROCESSES_PER_JOB))
        .max(1)
}

#[cfg(test)]
mod tests {
    use super::{most, most_jobs};

    #[test]
    fn jobs_are_bounded_by_cores_files_and_processes_and_never_none() {
        for (cores, files, processes, expected) in [
            (2, None, None, 16),
            (4, None, None, 32),
            (64, Some(1024), None, 83),
            (64, Some(1_048_576), Some(256), 32),
            (2, Some(10), Some(10), 1),
            (u64::MAX, None, None, u64::MAX),
        ] {
            assert_eq!(most(cores, files, processes), expected, "{cores} cores");
        }
    }

    #[test]
    fn this_machine_can_run_something() {
        assert!(most_jobs().get() >= 1);
    }
}
