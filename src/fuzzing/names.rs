//! Names of solvers: short, different from each other, and fit to be the names of directories.

use crate::corpus::CommandLine;
use std::collections::HashMap;
use std::path::Path;

/// A name for each command: that of its program. Programs of the same name in different directories get the names of
/// these, which often contain the version. If names are still the same, a number is appended.
pub(super) fn names(commands: &[CommandLine]) -> Vec<String> {
    let places: Vec<(String, Option<String>)> = commands
        .iter()
        .map(|command| (tame(&command.base_name()), directory(command)))
        .collect();
    let mut seen: HashMap<&String, usize> = HashMap::new();
    let mut names = Vec::new();
    for (program, directory) in &places {
        let is_elsewhere = places
            .iter()
            .any(|(other, place)| other == program && place != directory);
        let name = match directory {
            Some(directory) if is_elsewhere => directory,
            _ => program,
        };
        let nth = seen.entry(name).or_default();
        *nth += 1;
        names.push(match *nth {
            1 => name.clone(),
            nth => format!("{name}~{nth}"),
        });
    }
    names
}

fn directory(command: &CommandLine) -> Option<String> {
    let program = Path::new(command.0.first()?);
    let directory = program.parent()?.file_name()?;
    Some(tame(&directory.to_string_lossy()))
}

/// The name with an underscore instead of anything that has a meaning in a path or a glob.
fn tame(name: &str) -> String {
    let plain = name.replace(|c: char| !c.is_alphanumeric() && !"-_.".contains(c), "_");
    if plain.starts_with('.') {
        format!("_{plain}")
    } else {
        plain
    }
}

#[cfg(test)]
mod tests {
    use super::names;
    use crate::corpus::CommandLine;

    #[test]
    fn names_are_short_and_different_and_fit_for_directories() {
        let commands = [
            "/s/clingo-5.3.0/clingo",
            "/s/clingo-5.8.0/clingo --mode=clasp",
            "/s/clingo-5.8.0/clingo",
            "clasp",
            "./we?ird*",
            "clasp -n 0",
            "/s/wasp -e brave",
            "/s/wasp -e cautious",
        ];
        let commands = commands.map(|text| text.parse::<CommandLine>().expect("a command"));
        let expected = [
            "clingo-5.3.0",
            "clingo-5.8.0",
            "clingo-5.8.0~2",
            "clasp",
            "we_ird_",
            "clasp~2",
            "wasp",
            "wasp~2",
        ];
        assert_eq!(names(&commands), expected);
    }
}
