//! Calls of the program under mounts that nobody else sees and that end with the call: for root and, where the system
//! lets others have a user namespace, for them.

use crate::support::{Bench, Ran};
use std::process::Command;

/// The ways to get mounts of one's own.
const WAYS: [&str; 2] = ["-m", "-rm"];

/// Runs a script in the bench's directory, in which `"$@"` is a call of the program with these arguments. None if no
/// mounts can be had, which is said.
#[expect(clippy::print_stderr, reason = "it says that it was skipped")]
pub(crate) fn in_own_mounts(bench: &Bench, script: &str, arguments: &[&str]) -> Option<Ran> {
    let works = |way: &&&str| {
        let try_it = "mount -t tmpfs none . && mount --bind -o ro . .";
        let tried = Command::new("unshare")
            .args([**way, "sh", "-c", try_it])
            .current_dir(bench.path("."))
            .output();
        tried.is_ok_and(|ran| ran.status.success())
    };
    let Some(way) = WAYS.iter().find(works) else {
        eprintln!("skipped: this process may not mount anything");
        return None;
    };
    let mut command = Command::new("timeout");
    command
        .args(["--kill-after=1", "120", "unshare", way, "sh", "-ec", script])
        .args(["sh", env!("CARGO_BIN_EXE_smelt")])
        .args(arguments);
    Some(bench.through(&mut command))
}
