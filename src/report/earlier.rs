//! The results that have made way for others: where they are kept, and what they were made from.

use super::markdown::plain;
use super::thousands;
use crate::event::{Provenance, SetAside};
use std::fmt::Write;

/// How many digits of a digest are shown.
const DIGITS: usize = 8;

/// A table of these results; nothing if there are none.
pub fn earlier<'a>(results: impl IntoIterator<Item = &'a SetAside>) -> String {
    let mut text = String::new();
    let mut results = results.into_iter().peekable();
    if results.peek().is_none() {
        return text;
    }
    text.push_str(
        "\nThese results have made way for others, and are kept. A digest stands for the input, and one for the commands \
         of the solvers.\n\n| file | search | bytes | input | solver | signature |\n\
         | --- | --- | --: | --- | --- | --- |\n",
    );
    for SetAside {
        key,
        file,
        bytes,
        provenance,
        ..
    } in results
    {
        let from =
            |part: fn(&Provenance) -> &str| provenance.as_ref().map_or("unknown", part).to_owned();
        let digest = |part| from(part).chars().take(DIGITS).collect::<String>();
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} |",
            plain(file),
            plain(&key.directory()),
            thousands(*bytes),
            digest(|made| &made.source),
            digest(|made| &made.fingerprint),
            plain(&from(|made| &made.signature)),
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::earlier;
    use crate::event::{Provenance, Row, SetAside, Side};

    #[test]
    fn what_is_known_of_an_earlier_result_is_listed() {
        assert_eq!(earlier(&[]), "");
        let row = Row {
            solver: "z3".to_owned(),
            strategy: "auto".to_owned(),
            effort: "normal".to_owned(),
            ..Row::default()
        };
        let of = |provenance| SetAside {
            side: Side::Usual,
            key: row.key(),
            file: "earlier/a.smt2/1.smt2".to_owned(),
            bytes: 1091,
            provenance,
        };
        let known = Provenance {
            source: "0123456789".into(),
            fingerprint: "abcdefghij".into(),
            signature: "SIGSEGV".into(),
            ..Provenance::default()
        };
        let text = earlier(&[of(Some(known)), of(None)]);
        let lines: Vec<&str> = text.lines().rev().take(2).collect();
        assert_eq!(
            lines,
            [
                "| earlier/a.smt2/1.smt2 | z3+auto | 1,091 | unknown | unknown | unknown |",
                "| earlier/a.smt2/1.smt2 | z3+auto | 1,091 | 01234567 | abcdefgh | SIGSEGV |",
            ]
        );
    }
}
