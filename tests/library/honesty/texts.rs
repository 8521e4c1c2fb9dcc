//! Random texts of all languages. A text has a few parts, whose names are in it.

use smelt::fuzz::Random;

/// A text, with its parts.
pub(crate) struct Text {
    pub(crate) bytes: String,
    pub(crate) language: &'static str,
    /// Their names, none of which is part of another.
    pub(crate) parts: Vec<String>,
}

impl Text {
    pub(crate) fn draw(random: &mut Random) -> Text {
        let parts: Vec<_> = (0..random.between(4, 9)).map(name).collect();
        let lines = random.between(4, 16);
        let (language, bytes) = match random.below(3) {
            0 => ("smtlib", smtlib(&parts, lines, random)),
            1 => ("asp", asp(&parts, lines, random)),
            _ => ("lines", plain(&parts, lines, random)),
        };
        Text {
            bytes,
            language,
            parts,
        }
    }

    /// Some part.
    pub(crate) fn part(&self, random: &mut Random) -> &str {
        let chosen = random.below(u32::try_from(self.parts.len()).unwrap_or(0));
        &self.parts[chosen as usize]
    }
}

/// The name of a part.
fn name(number: u32) -> String {
    format!("k{number:02}")
}

fn any<'a>(parts: &'a [String], random: &mut Random) -> &'a str {
    let chosen = random.below(u32::try_from(parts.len()).unwrap_or(0));
    &parts[chosen as usize]
}

fn smtlib(parts: &[String], lines: u32, random: &mut Random) -> String {
    let mut all = vec!["; made up".to_owned(), "(set-logic QF_UF)".to_owned()];
    all.extend(
        parts
            .iter()
            .map(|part| format!("(declare-const {part} Bool)")),
    );
    all.extend((0..lines).map(|_| format!("(assert {})", term(parts, 3, random))));
    all.join("\n") + "\n(check-sat)\n"
}

fn term(parts: &[String], depth: u32, random: &mut Random) -> String {
    if depth == 0 || random.chance(25) {
        return any(parts, random).to_owned();
    }
    let inner: Vec<_> = (0..random.between(2, 3))
        .map(|_| term(parts, depth - 1, random))
        .collect();
    let operator = ["and", "or", "xor"][random.below(3) as usize];
    format!("({operator} {})", inner.join(" "))
}

fn asp(parts: &[String], lines: u32, random: &mut Random) -> String {
    let rule = |_| {
        let [head, first, second] = [0; 3].map(|_| any(parts, random));
        match random.below(3) {
            0 => format!("{head} :- {first}, not {second}.\n"),
            1 => format!("{head} | {first} :- {second}.\n"),
            _ => format!(":- {head}, {first}.\n"),
        }
    };
    format!("{{{}}}.\n", parts.join(";")) + &(0..lines).map(rule).collect::<String>()
}

fn plain(parts: &[String], lines: u32, random: &mut Random) -> String {
    let line = |_| format!("{} and {}\n", any(parts, random), any(parts, random));
    parts.join("\n") + "\n" + &(0..lines).map(line).collect::<String>()
}
