//! The cases of a batch on several builds: a line for each case, a column for each build.

use super::thousands;
use crate::event::{Row, Status};
use std::collections::BTreeMap;

/// The table of these rows with a column for each of these builds, aligned with blanks.
pub(crate) fn by_build(rows: impl Iterator<Item = Row>, builds: &[&str]) -> String {
    let mut cases: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in rows {
        if let Some(at) = builds.iter().position(|build| *build == row.solver) {
            let empty = || vec!["-".to_owned(); builds.len()];
            let text = cell(&row);
            let cells = cases.entry(row.case).or_insert_with(empty);
            if let Some(place) = cells.get_mut(at) {
                *place = text;
            }
        }
    }
    let mut lines = vec![
        [&["case"], builds]
            .concat()
            .iter()
            .map(|&word| word.to_owned())
            .collect(),
    ];
    for (case, cells) in cases {
        let mut line: Vec<String> = vec![case.replace('\n', " ")];
        line.extend(cells);
        lines.push(line);
    }
    let widths: Vec<usize> = (0..=builds.len())
        .map(|column| {
            lines
                .iter()
                .map(|line| line[column].chars().count())
                .max()
                .unwrap_or(0)
        })
        .collect();
    let mut text = String::from("\n");
    for line in &lines {
        let cells = line
            .iter()
            .zip(&widths)
            .map(|(cell, &width)| format!("{cell:width$}"));
        let joined = cells.collect::<Vec<_>>().join("  ");
        text.push_str(joined.trim_end());
        text.push('\n');
    }
    text
}

/// What a build does on a case: the size of its result, or its status.
fn cell(row: &Row) -> String {
    match (row.status, row.bytes_after) {
        (Status::Reduced | Status::AlreadyMinimal, Some(bytes)) => {
            format!("fails, {} bytes", thousands(bytes))
        }
        (Status::NotReproduced, _) if row.passes => "does not fail".to_owned(),
        // It refuses the file, or a limit ended the run.
        (Status::NotReproduced, _) => "not reproduced".to_owned(),
        (status, _) => status.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::by_build;
    use crate::event::{Row, Status};

    #[test]
    fn a_case_has_a_line_and_a_build_has_a_column() {
        let row = |case: &str, solver: &str, status| Row {
            case: case.to_owned(),
            solver: solver.to_owned(),
            status,
            bytes_after: Some(1_234),
            ..Row::default()
        };
        let rows = [
            row("a", "z3-1", Status::Reduced),
            row("a", "z3-2", Status::NotReproduced),
            row("b", "z3-1", Status::Flaky),
            Row {
                passes: true,
                ..row("b", "z3-2", Status::NotReproduced)
            },
            row("c", "cvc5", Status::Reduced),
        ];
        let table = "\ncase  z3-1                z3-2\na     fails, 1,234 bytes  not reproduced\nb     flaky               does not fail\n";
        assert_eq!(by_build(rows.into_iter(), &["z3-1", "z3-2"]), table);
    }
}
