//! How solvers and their libraries report that memory ran out.

use crate::observation::{Observation, quoted_line};
use regex::bytes::Regex;
use std::sync::LazyLock;

static WORDS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i-u)\b(?:out of memory|memory exhausted|memory limit (?:exceeded|reached|was reached)|max\.? memory exceeded|not enough memory|insufficient memory|cannot allocate memory|memory allocation (?:of \d+ bytes )?failed|failed to allocate|failed to map segment|std::bad_alloc|MemoryError|OutOfMemoryError)\b",
    )
    .expect("a constant pattern")
});

/// The line in which a run reports that memory ran out, if there is one. Standard error is searched first.
pub fn out_of_memory(run: &Observation) -> Option<String> {
    [&run.err, &run.out]
        .into_iter()
        .flat_map(|stream| [&stream.head, &stream.tail])
        .find_map(|text| {
            let words = WORDS.find(text)?;
            Some(quoted_line(text, words.range()))
        })
}

#[cfg(test)]
mod tests {
    use super::out_of_memory;
    use crate::observation::{End, Limits, Observation, Stream};
    use std::time::Duration;

    fn run(out: &str, err: &str) -> Observation {
        Observation {
            end: End::Exited(101),
            out: Stream::of(out.as_bytes()),
            err: Stream::of(err.as_bytes()),
            cpu: Duration::ZERO,
            wall: Duration::ZERO,
            rss_kib: 0,
            stack: None,
            limits: Limits::of_cpu(Duration::from_secs(1)),
        }
    }

    #[test]
    fn the_line_that_says_so_is_found_on_either_stream() {
        let table = [
            (
                "sat\n(error \"out of memory\")\n",
                "",
                Some("(error \"out of memory\")"),
            ),
            (
                "",
                "terminate called after throwing an instance of 'std::bad_alloc'\n",
                Some("terminate called after throwing an instance of 'std::bad_alloc'"),
            ),
            (
                "",
                "memory allocation of 1024 bytes failed\n",
                Some("memory allocation of 1024 bytes failed"),
            ),
            (
                "",
                "z3: error while loading shared libraries: libgcc_s.so.1: failed to map segment from shared object\n",
                Some(
                    "z3: error while loading shared libraries: libgcc_s.so.1: failed to map segment from shared object",
                ),
            ),
            ("unsat\n", "memory used: 300 MB\n", None),
            (":memory 17.5\n:max-memory 18.2\n", "", None),
        ];
        for (out, err, line) in table {
            assert_eq!(out_of_memory(&run(out, err)).as_deref(), line, "{out}{err}");
        }
    }
}
