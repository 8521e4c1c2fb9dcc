//! Several SMT-LIB texts in one: the solver reads one after another, and prints a mark behind each.
//!
//! `(reset)` takes the solver back to its initial state, `(echo …)` prints the mark, and an option makes solvers that
//! know it end at the first error (SMT-LIB 2.6, sections 4.1.7 and 4.2).

/// What is printed behind each text: Z3 and Yices print it as it is, cvc4 and cvc5 in quotation marks.
const MARKS: [&[u8]; 2] = [b"smelt: next text", b"\"smelt: next text\""];

/// What stands behind each text.
const BETWEEN: &[u8] = b"(echo \"smelt: next text\")\n(reset)\n";

/// What stands before each text if the run is to end at the first error.
const STRICT: &[u8] = b"(set-option :error-behavior immediate-exit)\n";

/// The command that would end the run before the next text is read.
const EXIT: &[u8] = b"(exit)";

/// These texts in one. A text ends at its first `(exit)`, if it has one.
pub(super) fn in_turn(texts: &[&[u8]], ends_at_error: bool) -> Vec<u8> {
    let mut all = Vec::new();
    for text in texts {
        if ends_at_error {
            all.extend_from_slice(STRICT);
        }
        // In printed texts, every command has its own line.
        let lines = text.split_inclusive(|&byte| byte == b'\n');
        lines
            .take_while(|line| line.trim_ascii() != EXIT)
            .for_each(|line| all.extend_from_slice(line));
        all.extend_from_slice(BETWEEN);
    }
    all
}

/// What was printed before the first mark, between two marks, and behind the last mark.
pub(super) fn parts(output: &[u8]) -> Vec<&[u8]> {
    let mut parts = Vec::new();
    let (mut start, mut end) = (0, 0);
    for line in output.split_inclusive(|&byte| byte == b'\n') {
        let is_mark = MARKS.contains(&line.trim_ascii());
        if is_mark {
            parts.push(&output[start..end]);
        }
        end += line.len();
        if is_mark {
            start = end;
        }
    }
    parts.push(&output[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::{in_turn, parts};

    #[test]
    fn each_text_is_followed_by_a_mark_and_a_reset_and_ends_before_its_exit() {
        let texts = [&b"(check-sat)\n"[..], b"(assert a)\n(exit)\n(check-sat)\n"];
        let between = "(echo \"smelt: next text\")\n(reset)\n";
        assert_eq!(
            String::from_utf8_lossy(&in_turn(&texts, false)),
            format!("(check-sat)\n{between}(assert a)\n{between}")
        );
        let strict = "(set-option :error-behavior immediate-exit)\n";
        assert_eq!(
            String::from_utf8_lossy(&in_turn(&texts, true)),
            format!("{strict}(check-sat)\n{between}{strict}(assert a)\n{between}")
        );
    }

    #[test]
    fn output_is_cut_at_the_marks_of_every_solver() {
        let table: [(&str, &[&str]); 5] = [
            ("", &[""]),
            ("sat\n", &["sat\n"]),
            (
                "sat\nsmelt: next text\nunsat\n\"smelt: next text\"\n",
                &["sat\n", "unsat\n", ""],
            ),
            ("smelt: next text\r\nSegm", &["", "Segm"]),
            ("no smelt: next text\n", &["no smelt: next text\n"]),
        ];
        for (output, expected) in table {
            let expected: Vec<&[u8]> = expected.iter().map(|part| part.as_bytes()).collect();
            assert_eq!(parts(output.as_bytes()), expected, "{output}");
        }
    }
}
