//! The lines of verbose output about a reduction (`-v`).

use super::words::count;
use crate::observation::Limits;
use crate::reduction::Notice;
use crate::report::thousands;
use std::time::Duration;

/// The lines for a notice at this level of `-v`; none if the notice belongs to a higher level.
pub(super) fn lines(notice: &Notice<'_>, level: i16) -> Vec<String> {
    match *notice {
        _ if level < 1 => Vec::new(),
        Notice::Reproduced {
            signature,
            ended,
            limits,
        } => {
            let mut lines = vec![format!(
                "failure to keep: {signature} (the golden run ended with {ended})"
            )];
            lines.extend(limits.iter().enumerate().map(self::limits));
            lines
        }
        Notice::SearchBegun {
            strategy,
            mutators,
            filtered,
            bytes,
        } => {
            let mutators = count(mutators as u64, "mutator");
            let held = if filtered {
                "ill-formed candidates are held"
            } else {
                "ill-formed candidates are run too"
            };
            let bytes = thousands(bytes as u64);
            vec![format!(
                "strategy {strategy} with {mutators}, from {bytes} bytes; {held}"
            )]
        }
        Notice::StageBegun { stage, bytes } => {
            let bytes = thousands(bytes as u64);
            vec![format!("{stage} begins at {bytes} bytes")]
        }
        Notice::StageEnded {
            stage,
            bytes: (before, after),
            checks,
            accepted,
            took,
        } => {
            let [before, after] = [before, after].map(|bytes| thousands(bytes as u64));
            let checks = count(checks, "check");
            let accepted = thousands(accepted);
            let seconds = took.as_secs_f64();
            vec![format!(
                "{stage} ends: {before} → {after} bytes, {checks}, {accepted} accepted, {seconds:.1} s"
            )]
        }
        Notice::Accepted { .. } | Notice::Slipped { .. } if level < 2 => Vec::new(),
        Notice::Slipped { original, copy } => original
            .lines()
            .chain(copy.lines())
            .map(str::to_owned)
            .collect(),
        Notice::Accepted {
            mutator,
            granularity,
            bytes,
            checks,
        } => {
            let times = match granularity {
                0 | 1 => String::new(),
                _ => format!(" ×{}", thousands(granularity as u64)),
            };
            let (bytes, checks) = (thousands(bytes as u64), count(checks, "check"));
            vec![format!(
                "accepted {mutator}{times}: {bytes} bytes after {checks}"
            )]
        }
    }
}

/// The limits of candidates for the solver with this index. The second duration is the first rung of their CPU limit.
fn limits((solver, (limits, first)): (usize, &(Limits, Duration))) -> String {
    let which = match solver {
        0 => "",
        _ => " of the second solver",
    };
    let [cpu, wall, idle] = [limits.cpu, limits.wall, limits.idle].map(|time| time.as_secs_f64());
    let memory = limits.memory.map_or_else(
        || "no memory limit".to_owned(),
        |bytes| format!("{} MB memory", thousands(bytes >> 20)),
    );
    let first = if *first < limits.cpu {
        format!("; at first {} s CPU", first.as_secs_f64())
    } else {
        String::new()
    };
    format!(
        "limits of a candidate's run{which}: {cpu} s CPU, {wall} s wall, {idle} s idle, {memory}{first}"
    )
}

#[cfg(test)]
mod tests {
    use super::lines;
    use crate::observation::Limits;
    use crate::reduction::Notice;
    use std::time::Duration;

    #[test]
    fn each_level_says_more() {
        let limits = Limits {
            memory: Some(4 << 30),
            ..Limits::of_cpu(Duration::from_secs(4))
        };
        let limits = [(limits, Duration::from_millis(50)), (limits, limits.cpu)];
        let reproduced = Notice::Reproduced {
            signature: "SIGSEGV",
            ended: "SIGSEGV",
            limits: &limits,
        };
        let ended = Notice::StageEnded {
            stage: "ddmin terms",
            bytes: (19_332, 812),
            checks: 1_051,
            accepted: 7,
            took: Duration::from_millis(1_240),
        };
        let accepted = Notice::Accepted {
            mutator: "erase-node",
            granularity: 64,
            bytes: 1_812,
            checks: 51,
        };
        assert!(lines(&reproduced, 0).is_empty());
        assert!(lines(&accepted, 1).is_empty());
        let told = lines(&reproduced, 1);
        assert_eq!(
            told[0],
            "failure to keep: SIGSEGV (the golden run ended with SIGSEGV)"
        );
        assert!(
            told[1].starts_with("limits of a candidate's run: 4 s CPU, "),
            "{told:?}"
        );
        assert!(
            told[1].ends_with(" s idle, 4,096 MB memory; at first 0.05 s CPU"),
            "{told:?}"
        );
        assert!(told[2].ends_with(" s idle, 4,096 MB memory"), "{told:?}");
        assert_eq!(
            lines(&ended, 1),
            ["ddmin terms ends: 19,332 → 812 bytes, 1,051 checks, 7 accepted, 1.2 s"]
        );
        assert_eq!(
            lines(&accepted, 2),
            ["accepted erase-node ×64: 1,812 bytes after 51 checks"]
        );
    }
}
