//! The results as tables: `fuzz.csv`, and those of the paper on FuzzASP.

use super::{Assessment, Category, Tallies, Tally};
use crate::fuzz::{Preset, ProgramClass, ProgramDialect, Recipe};
use crate::report::tables::{Table, TableCell, TableColumn};
use crate::report::thousands;
use clap::ValueEnum;
use std::io;

/// A row for each solver and class.
pub(crate) fn csv(
    tallies: &Tallies,
    recipes: &[Recipe],
    preset: Preset,
    dialect: ProgramDialect,
) -> io::Result<Vec<u8>> {
    let seed = recipes.first().map_or(0, |recipe| recipe.seed);
    let (preset, dialect) = (preset.name(), dialect.name());
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    let keys = ["solver", "class", "preset", "dialect", "seed", "programs"].map(str::to_owned);
    writer.write_record(keys.into_iter().chain(columns()))?;
    for &class in &tallies.classes {
        for (solver, tally) in tallies.of(class) {
            let about = (solver, class.name(), preset, dialect, seed);
            writer.serialize((about, tally.total(), tally.columns()))?;
        }
    }
    writer.into_inner().map_err(csv::IntoInnerError::into_error)
}

/// A table for each class, in the form of Tables 1 to 3 of the paper on FuzzASP. Of the columns that the paper lacks, those
/// without any count are left out.
pub(crate) fn tables(tallies: &Tallies) -> Vec<Table> {
    let headings = Category::ALL.map(Category::heading);
    let headings = headings.into_iter().chain(Assessment::OTHERS);
    let has_count = |column: usize| {
        let mut classes = tallies.classes.iter();
        classes.any(|&class| {
            tallies
                .of(class)
                .any(|(_, tally)| tally.columns()[column] > 0)
        })
    };
    let shown: Vec<(usize, &str)> = headings
        .enumerate()
        .filter(|(column, _)| *column <= Category::Incorrect as usize || has_count(*column))
        .collect();
    let classes = tallies.classes.iter();
    classes
        .map(|&class| class_table(tallies, class, &shown))
        .collect()
}

fn class_table(tallies: &Tallies, class: ProgramClass, shown: &[(usize, &str)]) -> Table {
    let programs = tallies.of(class).map(|(_, tally)| tally.total()).max();
    let mut columns = vec![TableColumn::words("solver")];
    columns.extend(
        shown
            .iter()
            .map(|(_, heading)| TableColumn::numbers(heading)),
    );
    let row = |(solver, tally): (&str, &Tally)| {
        let counts = shown.iter().map(|(column, _)| tally.columns()[*column]);
        let counts =
            counts.map(|count| TableCell::count(usize::try_from(count).unwrap_or(usize::MAX)));
        std::iter::once(TableCell::text(solver))
            .chain(counts)
            .collect()
    };
    Table {
        name: format!("fuzzasp-{}", class.name()),
        title: format!(
            "{} fuzzing results on {} programs",
            class.name().to_uppercase(),
            thousands(programs.unwrap_or_default())
        ),
        about: class.name().to_owned(),
        columns,
        rows: tallies.of(class).map(row).collect(),
        notes: Vec::new(),
    }
}

/// Reads `fuzz.csv` again.
///
/// # Errors
/// It is not the table of a run of the fuzzer. The error says where.
pub(crate) fn read(table: &[u8]) -> Result<Tallies, String> {
    let mut reader = csv::Reader::from_reader(table);
    let header = reader.headers().map_err(|error| error.to_string())?.clone();
    let place = |name: &str| {
        let place = header.iter().position(|column| column == name);
        place.ok_or_else(|| format!("there is no column `{name}`"))
    };
    let (solver, class) = (place("solver")?, place("class")?);
    let counts = columns()
        .iter()
        .map(|name| place(name))
        .collect::<Result<Vec<_>, _>>()?;
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| error.to_string())?;
        let line = record.position().map_or(0, csv::Position::line);
        let cell = |place: usize| record.get(place).unwrap_or_default();
        let known = ProgramClass::from_str(cell(class), false)
            .map_err(|_| format!("line {line}: no such class: `{}`", cell(class)))?;
        let counts = counts.iter().map(|&place| cell(place).parse());
        let counts = counts.collect::<Result<Vec<u64>, _>>();
        let counts = counts.map_err(|_| format!("line {line}: a count is no number"))?;
        rows.push((cell(solver).to_owned(), known, counts));
    }
    Ok(Tallies::of_rows(rows))
}

/// The columns of counts of `fuzz.csv`.
fn columns() -> Vec<String> {
    let categories = Category::ALL.map(|category| category.name().replace('-', "_"));
    let others = Assessment::OTHERS.map(str::to_owned);
    categories.into_iter().chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::{csv, read, tables};
    use crate::fuzz::{Preset, ProgramClass, ProgramDialect};
    use crate::fuzzing::Tallies;
    use crate::report::tables::{latex, markdown};

    #[test]
    fn the_table_of_a_run_is_read_again_and_has_the_form_of_the_paper() {
        let mut counts = vec![0; 15];
        counts[..3].copy_from_slice(&[3221, 1, 2]);
        counts[10] = 6966;
        let none = vec![0; 15];
        let tallies = Tallies::of_rows(vec![
            ("lp2sat, old".to_owned(), ProgramClass::Nlp, counts),
            ("dlv".to_owned(), ProgramClass::Nlp, none.clone()),
            ("lp2sat, old".to_owned(), ProgramClass::Dlp, none.clone()),
            ("dlv".to_owned(), ProgramClass::Dlp, none),
        ]);
        let table = csv(&tallies, &[], Preset::Paper, ProgramDialect::Gringo).expect("a table");
        assert_eq!(read(&table), Ok(tallies.clone()));
        let text = markdown(&tables(&tallies)[..1]);
        assert_eq!(
            text,
            "## NLP fuzzing results on 10,190 programs\n\n\
             | solver | errors | invalid models | incorrect | satisfiable |\n\
             | --- | --: | --: | --: | --: |\n\
             | lp2sat, old | 3,221 | 1 | 2 | 6,966 |\n\
             | dlv | 0 | 0 | 0 | 0 |\n\n"
        );
        assert!(latex(&tables(&tallies)).contains("lp2sat, old & 3,221 & 1 & 2 & 6,966 \\\\"));
    }

    #[test]
    fn what_is_no_table_of_a_run_is_refused_with_its_place() {
        assert_eq!(
            read(b"solver,class\n"),
            Err("there is no column `error`".to_owned())
        );
        assert!(read(b"").is_err());
    }
}
