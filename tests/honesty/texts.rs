//! Random texts of all languages. A text has a few parts, whose names are in it.

use smelt::fuzz::Random;

/// A text, with its parts.
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) language: &'static str,
    /// Their names, none of which is part of another.
    pub(crate) parts: Vec<String>,
}

impl Text {
    pub(crate) fn draw(random: &mut Random) -> Text {
        let parts: Vec<_> = (0..random.between(4, 9)).map(name).collect();
        let lines = random.between(4, 16);
        let (language, draw): (_, fn(&[String], u32, &mut Random) -> String) = match random.below(3)
        {
            0 => ("smtlib", smtlib),
            1 => ("asp", asp),
            _ => ("lines", plain),
        };
        Text {
            text: draw(&parts, lines, random),
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
    let mut text = "; made up\n(set-logic QF_UF)\n".to_owned();
    for part in parts {
        text += &format!("(declare-const {part} Bool)\n");
    }
    for _ in 0..lines {
        text += &format!("(assert {})\n", term(parts, 3, random));
    }
    text + "(check-sat)\n"
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
    let mut text = format!("{{{}}}.\n", parts.join(";"));
    for _ in 0..lines {
        let [head, first, second] = [0; 3].map(|_| any(parts, random));
        text += &match random.below(3) {
            0 => format!("{head} :- {first}, not {second}.\n"),
            1 => format!("{head} | {first} :- {second}.\n"),
            _ => format!(":- {head}, {first}.\n"),
        };
    }
    text
}

fn plain(parts: &[String], lines: u32, random: &mut Random) -> String {
    let mut text = parts.join("\n") + "\n";
    for _ in 0..lines {
        text += &format!("{} and {}\n", any(parts, random), any(parts, random));
    }
    text
}
