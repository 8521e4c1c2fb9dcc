//! How much memory smelt itself has used.

use std::fs;

/// The largest resident set of this process so far in MB, if the system reports it.
pub(super) fn peak_mb() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib / 1024.0)
}

#[cfg(test)]
mod tests {
    use super::peak_mb;

    #[test]
    fn this_process_uses_some_memory() {
        assert!(peak_mb().is_some_and(|mb| mb > 0.1));
    }
}
