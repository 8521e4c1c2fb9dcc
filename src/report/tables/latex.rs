//! Tables as LaTeX, with the packages booktabs and graphicx. A table that is wider than the text is scaled down to it.

use super::{Table, TableColumn};
use crate::event::harmless;
use std::fmt::Write;

/// Letters and marks that the encoding T1 and the kernel of LaTeX have beside those of Latin 1.
const KNOWN: &str = "ĄąĆćČčĎďĘęĚěĞğİıŁłŃńŇňŐőŒœŘřŚśŞşŠšŤťŮůŰűŸŹźŻżŽž–—‘’‚“”„…•†‡‰€→←";

/// What LaTeX has in formulas only, with its command.
const SYMBOLS: &[(char, &str)] = &[
    ('×', "times"),
    ('Γ', "Gamma"),
    ('Δ', "Delta"),
    ('Θ', "Theta"),
    ('Λ', "Lambda"),
    ('Ξ', "Xi"),
    ('Π', "Pi"),
    ('Σ', "Sigma"),
    ('Υ', "Upsilon"),
    ('Φ', "Phi"),
    ('Ψ', "Psi"),
    ('Ω', "Omega"),
    ('α', "alpha"),
    ('β', "beta"),
    ('γ', "gamma"),
    ('δ', "delta"),
    ('ε', "varepsilon"),
    ('ζ', "zeta"),
    ('η', "eta"),
    ('θ', "theta"),
    ('ι', "iota"),
    ('κ', "kappa"),
    ('λ', "lambda"),
    ('μ', "mu"),
    ('ν', "nu"),
    ('ξ', "xi"),
    ('π', "pi"),
    ('ρ', "rho"),
    ('ς', "varsigma"),
    ('σ', "sigma"),
    ('τ', "tau"),
    ('υ', "upsilon"),
    ('φ', "varphi"),
    ('χ', "chi"),
    ('ψ', "psi"),
    ('ω', "omega"),
    ('∀', "forall"),
    ('∃', "exists"),
    ('∧', "land"),
    ('∨', "lor"),
    ('⇒', "Rightarrow"),
    ('≠', "neq"),
    ('≤', "leq"),
    ('≥', "geq"),
];

/// The tables, each with its caption, in a form that a paper can `\input`.
pub fn latex(tables: &[Table]) -> String {
    let mut text = String::from(
        "% \\usepackage{booktabs,graphicx}, \\usepackage[T1]{fontenc}, and UTF-8 as in LaTeX since 2020\n",
    );
    for table in tables {
        write(&mut text, table);
    }
    text
}

fn write(text: &mut String, table: &Table) {
    let aligned = |column: &TableColumn| if column.is_text { 'l' } else { 'r' };
    let alignment: String = table.columns.iter().map(aligned).collect();
    let _ = write!(
        text,
        "\\begin{{table}}\n\\centering\n\\caption{{{}}}\n\\label{{tab:{}}}\n\\sbox0{{%\n\\begin{{tabular}}{{{alignment}}}\n\
         \\toprule\n",
        escaped(&table.title),
        label(&table.name),
    );
    write_groups(text, &table.columns);
    line(
        text,
        table.columns.iter().map(|column| escaped(&column.name)),
    );
    text.push_str("\\midrule\n");
    for row in &table.rows {
        let cells = row.iter().map(|cell| match escaped(&cell.shown()) {
            shown if cell.is_best() => format!("\\textbf{{{shown}}}"),
            shown => shown,
        });
        line(text, cells);
    }
    text.push_str(
        "\\bottomrule\n\\end{tabular}}%\n\
         \\ifdim\\wd0>\\linewidth\\resizebox{\\linewidth}{!}{\\usebox0}\\else\\usebox0\\fi\n",
    );
    if !table.notes.is_empty() {
        text.push_str("\\par\\smallskip\\footnotesize\n");
    }
    for note in &table.notes {
        let _ = writeln!(text, "{}", escaped(note));
    }
    text.push_str("\\end{table}\n");
}

/// The headings that several columns have together, with a rule below each.
fn write_groups(text: &mut String, columns: &[TableColumn]) {
    if columns.iter().all(|column| column.group.is_empty()) {
        return;
    }
    let mut headings = Vec::new();
    let mut rules = String::new();
    let mut at = 1;
    for group in columns.chunk_by(|one, other| one.group == other.group) {
        let width = group.len();
        let name = group.first().map_or("", |column| &column.group);
        if name.is_empty() {
            headings.extend(std::iter::repeat_n(String::new(), width));
        } else {
            let name = escaped(name);
            headings.push(format!("\\multicolumn{{{width}}}{{c}}{{{name}}}"));
            let _ = write!(rules, "\\cmidrule(lr){{{at}-{}}}", at + width - 1);
        }
        at += width;
    }
    line(text, headings.into_iter());
    text.push_str(&rules);
    text.push('\n');
}

fn line(text: &mut String, cells: impl Iterator<Item = String>) {
    let _ = writeln!(text, "{} \\\\", cells.collect::<Vec<_>>().join(" & "));
}

/// The text without anything that LaTeX takes for a command.
fn escaped(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    for letter in harmless(words).chars() {
        match letter {
            '\\' => text.push_str("\\textbackslash{}"),
            '~' => text.push_str("\\textasciitilde{}"),
            '^' => text.push_str("\\textasciicircum{}"),
            '<' => text.push_str("\\textless{}"),
            '>' => text.push_str("\\textgreater{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => text.extend(['\\', letter]),
            // After the end of a row, `[` would begin an argument; `--` and `''` are ligatures.
            '[' => text.push_str("{[}"),
            ']' => text.push_str("{]}"),
            '-' | '\'' | '`' | '"' => text.extend(['{', letter, '}']),
            '\n' | '\r' | '\t' => text.push(' '),
            letter => push_letter(&mut text, letter),
        }
    }
    text
}

/// A letter as LaTeX can print it: as it is, as a symbol of mathematics, or else by its number, because a paper must not
/// fail to compile for the name of a file.
fn push_letter(text: &mut String, letter: char) {
    let symbol = SYMBOLS.iter().find(|(symbol, _)| *symbol == letter);
    if let Some((_, command)) = symbol {
        let _ = write!(text, "$\\{command}$");
    } else if letter.is_ascii() || ('\u{a0}'..='\u{ff}').contains(&letter) || KNOWN.contains(letter)
    {
        text.push(letter);
    } else {
        let _ = write!(text, "\\texttt{{U+{:04X}}}", u32::from(letter));
    }
}

/// A label has letters, digits and hyphens only.
fn label(name: &str) -> String {
    name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "-")
}
