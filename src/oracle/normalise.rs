//! Removes from an output what changes from run to run or moves with the text: the candidate's name and slot, line and
//! column positions, addresses, process ids, temporary paths and times.
//!
//! Invariant: whatever is removed leaves a mark, so that outputs with and without it remain different.

use regex::bytes::{Captures, Regex};
use std::borrow::Cow;
use std::sync::LazyLock;

/// What is removed. The first alternative that matches wins; groups named `keep…` are kept.
static NOISE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"(?x-u)
        # the candidate, wherever it lies, with a position
          (?: [^\s"'`(),;:]* / )? case \.[A-Za-z][A-Za-z0-9]* (?: : \d+ (?: [.:] \d+ )? )? \b
        # temporary paths
        | (?: /tmp | /var/tmp | /dev/shm | /run/user/\d+ ) / [^\s"'`(),;:]+ (?: : \d+ (?: [.:] \d+ )? )?
        # positions
        | \b (?P<keep1> (?i: line | column | col | position ) \b :? \s? ) \d+
        | (?P<keep2> [A-Za-z0-9_] ) : \d+ [.:] \d+ \b
        # addresses and process ids
        | \b 0x [0-9a-fA-F]+ \b
        | \b \d+ [a-f] [0-9a-f]{5,} \b
        | == \d+ ==
        | \b (?P<keep3> (?i: pid | process | thread | tid | lwp ) [\s:=]\s? ) (?: 0x [0-9a-f]+ | \d+ )
        | (?P<keep5> \w ) \[ \d+ \] :
        # times
        | \b \d+ \.\d+ \s? (?: s | secs? | seconds? | ms | us | ns ) \b
        | \b \d+ \s? (?: ms | secs? | seconds? ) \b
        | \b \d+ (?: s | us | ns ) \b
        | (?P<keep4> : (?: [a-z]+ - )* time \s+ ) \d+ (?: \.\d+ )?"#,
    )
    .expect("a constant pattern")
});

/// The output without the parts that vary.
pub fn normalise(output: &[u8]) -> Cow<'_, [u8]> {
    NOISE.replace_all(output, |noise: &Captures<'_>| {
        let kept = ["keep1", "keep2", "keep3", "keep4", "keep5"]
            .iter()
            .find_map(|group| noise.name(group));
        let mut left = kept.map_or(Vec::new(), |kept| kept.as_bytes().to_vec());
        left.push(b'#');
        left
    })
}
