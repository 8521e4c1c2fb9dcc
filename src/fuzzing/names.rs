//! Names of solvers: short, different from each other, and fit to be the names of directories.

use crate::corpus::CommandLine;
use std::collections::HashMap;
use std::path::Path;

/// A name for each command: that of its program. Where programs of the same name are in different directories, that of
/// the directory, which often has the version; and where that does not tell them apart, a number behind it.
pub(super) fn names(commands: &[CommandLine]) -> Vec<String> {
    let programs: Vec<String> = commands.iter().map(|it| tame(&it.base_name())).collect();
    let directories: Vec<Option<String>> = commands.iter().map(directory).collect();
    let places = || programs.iter().zip(&directories);
    let longer: Vec<String> = places()
        .map(|(name, directory)| {
            let is_elsewhere = |(other, place): (_, _)| other == name && place != directory;
            let directory = directory.as_ref().filter(|_| places().any(is_elsewhere));
            directory.unwrap_or(name).clone()
        })
        .collect();
    let mut seen: HashMap<&String, usize> = HashMap::new();
    longer
        .iter()
        .map(|name| {
            let nth = seen.entry(name).or_default();
            *nth += 1;
            if *nth == 1 {
                name.clone()
            } else {
                format!("{name}~{nth}")
            }
        })
        .collect()
}

fn directory(command: &CommandLine) -> Option<String> {
    let program = Path::new(command.0.first()?);
    let directory = program.parent()?.file_name()?;
    Some(tame(&directory.to_string_lossy()))
}

/// The name with an underscore in place of anything that could mean something in a path or a glob.
fn tame(name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    let name: String = name
        .chars()
        .map(|c| if plain(c) { c } else { '_' })
        .collect();
    if name.starts_with('.') {
        format!("_{name}")
    } else {
        name
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
