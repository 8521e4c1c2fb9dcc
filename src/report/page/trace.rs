//! The trace of a search as the points of a small plot.

use crate::report::plots::read_trace;

/// The most points. More cannot be seen.
const MOST: usize = 120;

/// Solver runs so far, and bytes of the text, at the accepted texts of a trace.
pub(super) fn points(trace: &[u8]) -> Vec<[u64; 2]> {
    let all = read_trace(trace).unwrap_or_default();
    let step = all.len().div_ceil(MOST).max(1);
    let mut points: Vec<[u64; 2]> = all.iter().step_by(step).copied().collect();
    if points.last() != all.last() {
        points.extend(all.last());
    }
    points
}

#[cfg(test)]
mod tests {
    use super::{MOST, points};
    use std::fmt::Write;

    #[test]
    fn a_long_trace_is_thinned_to_its_first_last_and_some_other_points_and_no_trace_has_none() {
        let mut trace = String::from("step,shortest_bytes,runs\n");
        for step in 0..1_000_u64 {
            let _ = writeln!(trace, "{step},{},{}", 5_000 - step, step * 2);
        }
        let found = points(trace.as_bytes());
        assert!(found.len() <= MOST + 1, "{}", found.len());
        assert_eq!(found.first(), Some(&[0, 5_000]));
        assert_eq!(found.last(), Some(&[1_998, 4_001]));
        for broken in ["", "a,b\n1,2\n", "runs,shortest_bytes\nx,\"\n\u{ff}"] {
            assert!(points(broken.as_bytes()).is_empty());
        }
    }
}
