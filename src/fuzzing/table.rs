//! The results as tables: `fuzz.csv`, and Markdown in the form of Tables 1 to 3 of the paper on FuzzASP.

use super::{Assessment, Category, Tallies};
use crate::fuzz::{Preset, ProgramClass, ProgramDialect, Recipe};
use crate::report::thousands;
use std::fmt::Write as _;

/// A row for each solver and class.
pub(crate) fn csv(
    tallies: &Tallies,
    recipes: &[Recipe],
    preset: Preset,
    dialect: ProgramDialect,
) -> String {
    let seed = recipes.first().map_or(0, |recipe| recipe.seed);
    let mut text = "solver,class,preset,dialect,seed,programs".to_owned();
    let categories = Category::ALL
        .map(Category::name)
        .map(|name| name.replace('-', "_"));
    let others = Assessment::OTHERS.map(str::to_owned);
    for column in categories.iter().chain(&others) {
        let _ = write!(text, ",{column}");
    }
    text.push_str("\r\n");
    for &class in &tallies.classes {
        for (solver, tally) in tallies.of(class) {
            let (preset, dialect) = (preset.name(), dialect.name());
            let _ = write!(
                text,
                "{},{},{preset},{dialect},{seed},{}",
                quoted(solver),
                class.name(),
                tally.total()
            );
            for count in tally.columns() {
                let _ = write!(text, ",{count}");
            }
            text.push_str("\r\n");
        }
    }
    text
}

fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// A table for each class. Of the columns that the paper lacks, those without any count are left out.
pub(crate) fn markdown(tallies: &Tallies) -> String {
    let mut text = String::new();
    for &class in &tallies.classes {
        class_table(&mut text, tallies, class);
    }
    text
}

fn class_table(text: &mut String, tallies: &Tallies, class: ProgramClass) {
    let programs = tallies.of(class).map(|(_, tally)| tally.total()).max();
    let _ = writeln!(
        text,
        "## {} fuzzing results on {} programs\n",
        class.name().to_uppercase(),
        thousands(programs.unwrap_or_default())
    );
    let headings: Vec<&str> = Category::ALL
        .map(Category::heading)
        .into_iter()
        .chain(Assessment::OTHERS)
        .collect();
    let has_count = |column: usize| {
        let mut counts = tallies.of(class).map(|(_, tally)| tally.columns()[column]);
        counts.any(|count| count > 0)
    };
    let shown: Vec<usize> = (0..headings.len())
        .filter(|&column| column <= Category::Incorrect as usize || has_count(column))
        .collect();
    text.push_str("| solver |");
    for &column in &shown {
        let _ = write!(text, " {} |", headings[column]);
    }
    text.push_str("\n| --- |");
    text.push_str(&" ---: |".repeat(shown.len()));
    text.push('\n');
    for (solver, tally) in tallies.of(class) {
        let _ = write!(text, "| {} |", solver.replace('|', "\\|"));
        for &column in &shown {
            let _ = write!(text, " {} |", thousands(tally.columns()[column]));
        }
        text.push('\n');
    }
    text.push('\n');
}
