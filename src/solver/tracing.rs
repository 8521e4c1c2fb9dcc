//! Whether the stacks of a solver's crashes can be read, and why they cannot.

use super::dependencies::Dependencies;
use super::process_tree;
use rustix::process::getpid;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::sync::OnceLock;

/// Why a solver is not traced, if that is known. All slots that run the solver share this.
#[derive(Debug, Default)]
pub struct Tracing {
    refusal: OnceLock<String>,
}

impl Tracing {
    /// Why the stacks of this command's crashes cannot be read; none if nothing is known against it.
    pub fn refusal(&self) -> Option<&str> {
        self.refusal.get().map(String::as_str)
    }

    /// Records that the system has refused to trace a run.
    pub fn refused(&self, error: &io::Error) {
        self.refusal.get_or_init(|| cause(error));
    }

    /// Whether this command may be traced. A program that runs with the rights of its owner would lose them.
    pub fn permits(&self, dependencies: &Dependencies) -> bool {
        // One of the bits for setuid and setgid.
        const PRIVILEGES: u32 = 0o6000;
        let privileged = dependencies.files().find(|file| {
            fs::metadata(file).is_ok_and(|found| found.permissions().mode() & PRIVILEGES != 0)
        });
        if let Some(file) = privileged {
            let file = file.display();
            let words = format!("`{file}` is setuid or setgid, and would lose its rights");
            self.refusal.get_or_init(|| words);
        }
        if !process_tree::is_readable() {
            let words = "`/proc` is that of another PID namespace; mount that of this one, as `unshare --mount-proc` does";
            self.refusal.get_or_init(|| words.to_owned());
            return false;
        }
        // A sanitizer that looks for leaks cannot work in a traced process. Its reports have stacks of their own.
        privileged.is_none() && !dependencies.sanitized()
    }
}

/// What keeps this process from tracing its children.
fn cause(error: &io::Error) -> String {
    let scope = fs::read_to_string("/proc/sys/kernel/yama/ptrace_scope").unwrap_or_default();
    let scope = scope.trim();
    if matches!(scope, "2" | "3") {
        return format!("`kernel.yama.ptrace_scope` is {scope}");
    }
    let seccomp = process_tree::status_field(getpid().as_raw_nonzero().get(), "Seccomp:");
    let is_filtered = seccomp.as_deref() == Some("2");
    if is_filtered {
        format!("a seccomp filter refuses ptrace: {error}")
    } else {
        format!("the system refuses ptrace: {error}")
    }
}
