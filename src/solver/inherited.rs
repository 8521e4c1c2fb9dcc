//! The limits of the system that solvers inherit. They are the same whether smelt was called from a shell, by cron or
//! in a container, because solvers behave differently with another stack: a deep term is an answer here and a crash
//! there.
//!
//! The helper sets the limits as far as it may. Soft limits cannot be raised above hard ones; if a hard limit is lower
//! than wanted, it is part of the key of each question.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::io;

/// The stack of a solver, in bytes: what most systems give to a program.
const STACK: u64 = 8 << 20;

/// The soft limits that solvers get, none for the hard limit itself. A solver may raise them to the hard ones.
const WANTED: [(Resource, &str, Option<u64>); 8] = [
    (Resource::Stack, "stack", Some(STACK)),
    (Resource::Nofile, "open files", Some(1024)),
    (Resource::As, "address space", None),
    (Resource::Data, "data", None),
    (Resource::Rss, "resident set", None),
    (Resource::Memlock, "locked memory", None),
    (Resource::Nproc, "processes", None),
    (Resource::Sigpending, "pending signals", None),
];

/// The resources that are usually unlimited. If they are not, their hard limit is part of the key.
const USUALLY_UNLIMITED: [Resource; 2] = [Resource::As, Resource::Data];

/// Sets the limits of this process, which the processes that it starts inherit.
///
/// # Errors
/// The system refuses one.
pub(super) fn set() -> io::Result<()> {
    for (resource, _, wanted) in WANTED {
        let maximum = getrlimit(resource).maximum;
        let current = wanted.map_or(maximum, |wanted| Some(at_most(wanted, maximum)));
        setrlimit(resource, Rlimit { current, maximum })?;
    }
    Ok(())
}

/// The limits that are lower here than they should be, because the hard limit is.
pub(super) fn lowered() -> Vec<(&'static str, u64)> {
    let mut lowered = Vec::new();
    for (resource, name, wanted) in WANTED {
        let wanted = match wanted {
            Some(wanted) => wanted,
            None if USUALLY_UNLIMITED.contains(&resource) => u64::MAX,
            None => continue,
        };
        let allowed = at_most(wanted, getrlimit(resource).maximum);
        if allowed < wanted {
            lowered.push((name, allowed));
        }
    }
    lowered
}

/// The address space that a solver can be given, in bytes: what is asked for, or the hard limit if that is lower.
pub(crate) fn allowed_memory(asked: u64) -> u64 {
    at_most(asked, getrlimit(Resource::As).maximum)
}

/// The stack that a solver gets, in bytes: the usual one, or the hard limit if that is lower.
pub(crate) fn stack_limit() -> u64 {
    at_most(STACK, getrlimit(Resource::Stack).maximum)
}

fn at_most(wanted: u64, maximum: Option<u64>) -> u64 {
    maximum.map_or(wanted, |maximum| wanted.min(maximum))
}
