//! Commands for other people: without the paths of this machine, and without what may be secret.

use crate::command::{CommandWord, classified};
use crate::solver::place::{PLACE, has_place};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

/// A command without absolute paths: of each, only the name of the file is left. The input is in it.
pub(crate) fn portable(words: &[OsString]) -> Vec<CommandWord> {
    let words = classified(words).map(|word| match word {
        CommandWord::Program(ref path) => {
            let name = Path::new(path).file_name().unwrap_or(path);
            CommandWord::Program(name.to_owned())
        }
        CommandWord::Argument(word) => CommandWord::Argument(without_directory(&word)),
        CommandWord::Variable(_) | CommandWord::Bar | CommandWord::From => word,
    });
    let mut portable: Vec<CommandWord> = words.collect();
    let has_place = portable.iter().any(|word| match word {
        CommandWord::Argument(word) => has_place(word),
        _ => false,
    });
    if !has_place {
        // The first program of a pipeline reads the input.
        let end = portable.iter().position(|word| *word == CommandWord::Bar);
        let place = CommandWord::Argument(PLACE.into());
        portable.insert(end.unwrap_or(portable.len()), place);
    }
    portable
}

/// A word in which an absolute path, alone or after a `=`, has become the name of its file.
fn without_directory(word: &OsStr) -> OsString {
    let bytes = word.as_bytes();
    let begin = match memchr::memchr(b'=', bytes) {
        Some(equals) if bytes[equals + 1..].starts_with(b"/") => equals + 1,
        _ if bytes.starts_with(b"/") => 0,
        _ => return word.to_owned(),
    };
    let path = Path::new(OsStr::from_bytes(&bytes[begin..]));
    let name = path.file_name().unwrap_or_default();
    OsString::from_vec([&bytes[..begin], name.as_bytes()].concat())
}

/// A portable command in one line, as it can be typed, with this name of the input.
pub(crate) fn typed(words: &[CommandWord], input: &str) -> String {
    let word = |word: &CommandWord| match word {
        CommandWord::Program(_) => crate::command::quoted(&[word.text()]),
        CommandWord::Argument(_) => crate::command::quoted(&[word.text().replace(PLACE, input)]),
        CommandWord::Variable(_) | CommandWord::Bar | CommandWord::From => word.text(),
    };
    words.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// What a script for any POSIX shell repeats.
#[derive(Default)]
pub(crate) struct Replay<'a> {
    /// A portable command. Standard input is as the command has it.
    pub command: &'a [CommandWord],
    /// The file beside the script that it runs on, unless it is given another one.
    pub input: &'a str,
    /// What it says of itself.
    pub comments: &'a [String],
    /// The place for a seed in the command, and how many seeds there are.
    pub seeds: Option<(&'a str, u32)>,
    /// Whether the solver also reads files that are beside the script.
    pub needs_files: bool,
}

impl Replay<'_> {
    /// The script. `SOLVER` names the first program.
    pub(crate) fn script(&self) -> Vec<u8> {
        let mut script = b"#!/bin/sh\n".to_vec();
        for comment in self.comments {
            let line: String = comment
                .chars()
                .map(|c| if c.is_control() || c == '\\' { ' ' } else { c })
                .collect();
            script.extend_from_slice(format!("# {line}\n").as_bytes());
        }
        let input = self.input;
        let beside = if self.needs_files {
            "case $file in /*) ;; *) file=$PWD/$file ;; esac\n\
             case ${SOLVER-} in /*) ;; */*) SOLVER=$PWD/$SOLVER ;; esac\n\
             cd -- \"$here\" || exit 2\n"
        } else {
            ""
        };
        script.extend_from_slice(
            format!(
                "# Usage: ./replay [FILE]\n# SOLVER=PROGRAM names another program than the first one below.\n\
                 case $0 in */*) here=${{0%/*}} ;; *) here=. ;; esac\n\
                 here=$(CDPATH= cd -- \"$here\" && pwd) || exit 2\n\
                 file=${{1:-$here/{input}}}\n{beside}\
                 LC_ALL=C TZ=UTC\nexport LC_ALL TZ\n\
                 # The same stack as in the run that failed, because a solver may exhaust it.\n\
                 ulimit -S -s 8192 2>/dev/null\n"
            )
            .as_bytes(),
        );
        let mut is_first = true;
        let mut line: Vec<Vec<u8>> = Vec::new();
        for word in self.command {
            line.push(match word {
                CommandWord::Program(name) if std::mem::take(&mut is_first) => {
                    let solver = [b"SOLVER=${SOLVER:-".as_slice(), &quoted(name), b"}\n"].concat();
                    script.extend_from_slice(&solver);
                    b"\"$SOLVER\"".to_vec()
                }
                CommandWord::Program(name) => quoted(name),
                CommandWord::Argument(word) => self.argument(word),
                CommandWord::Variable(name) => with_own_value(name),
                CommandWord::Bar => b"|".to_vec(),
                CommandWord::From => b"<".to_vec(),
            });
        }
        script.extend_from_slice(&self.with_each_seed(&line.join(&b' ')));
        script
    }

    /// The lines that run a command, once or with each seed. The script then ends with the code of the last seed with
    /// which the solver does not end with 0.
    fn with_each_seed(&self, command: &[u8]) -> Vec<u8> {
        let Some((_, seeds)) = self.seeds else {
            return [command, b"\n"].concat();
        };
        let begin =
            format!("seed=1 code=0\nwhile [ \"$seed\" -le {seeds} ]; do\necho \"seed $seed:\"\n");
        let end = b" || code=$?\nseed=$((seed + 1))\ndone\nexit $code\n";
        [begin.as_bytes(), command, end].concat()
    }

    /// A quoted word in which variables stand for the places of the input and of a seed.
    fn argument(&self, word: &OsStr) -> Vec<u8> {
        let seed = self.seeds.map(|(place, _)| (place, "\"$seed\""));
        let places: Vec<(&str, &str)> = [(PLACE, "\"$file\"")].into_iter().chain(seed).collect();
        let mut argument = Vec::new();
        let mut rest = word.as_bytes();
        let next = |rest: &[u8]| {
            let found = places.iter().filter_map(|(place, variable)| {
                let at = memchr::memmem::find(rest, place.as_bytes())?;
                Some((at, place.len(), *variable))
            });
            found.min()
        };
        while let Some((at, length, variable)) = next(rest) {
            if at > 0 {
                argument.extend_from_slice(&quoted(OsStr::from_bytes(&rest[..at])));
            }
            argument.extend_from_slice(variable.as_bytes());
            rest = &rest[at + length..];
        }
        if !rest.is_empty() || argument.is_empty() {
            argument.extend_from_slice(&quoted(OsStr::from_bytes(rest)));
        }
        argument
    }
}

/// A word that sets a variable to the value that it has where the script runs. Where no shell can name it, it is empty.
fn with_own_value(name: &OsStr) -> Vec<u8> {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let can_be_named = |name: &&str| {
        name.starts_with(|first: char| is_of_name(first) && !first.is_ascii_digit())
            && name.chars().all(is_of_name)
    };
    match name.to_str().filter(can_be_named) {
        Some(name) => format!("\"{name}=${{{name}-}}\"").into_bytes(),
        None => [&quoted(name)[..], b"="].concat(),
    }
}

/// A word that a shell takes as it is.
fn quoted(word: &OsStr) -> Vec<u8> {
    let parts: Vec<&[u8]> = word.as_bytes().split(|byte| *byte == b'\'').collect();
    [&b"'"[..], &*parts.join(&b"'\\''"[..]), b"'"].concat()
}

#[cfg(test)]
mod tests {
    use super::{Replay, portable, typed};
    use std::ffi::OsString;

    fn words(words: &[&str]) -> Vec<OsString> {
        words.iter().map(OsString::from).collect()
    }

    #[test]
    fn a_command_has_no_path_and_no_value_of_a_variable() {
        for (command, line) in [
            (&["/home/me/z3", "-T:5"][..], "z3 -T:5 a.smt2"),
            (&["../bin/z3", "in={}", "x y"], "z3 in=a.smt2 'x y'"),
            (
                &["z3", "--lib=/home/me/l.so", "/etc/x"],
                "z3 --lib=l.so x a.smt2",
            ),
            (
                &["/usr/bin/env", "TOKEN=secret", "-u", "z3", "a=b"],
                "env TOKEN=… -u z3 a=… a.smt2",
            ),
            (
                &["env", "OMP_NUM_THREADS=1", "z3", "model_validate=true"],
                "env OMP_NUM_THREADS=… z3 model_validate=true a.smt2",
            ),
            (&["gringo", "|", "clasp", "0"], "gringo a.smt2 | clasp 0"),
            (&["z3", "-in", "<", "{}"], "z3 -in < a.smt2"),
        ] {
            assert_eq!(typed(&portable(&words(command)), "a.smt2"), line);
        }
    }

    #[test]
    fn a_script_passes_variables_on_and_arguments_as_they_are() {
        let command = ["env", "A=secret", "b-c=secret", "z3", "model_validate=true"];
        let script = Replay {
            command: &portable(&words(&command)),
            input: "a.smt2",
            ..Replay::default()
        };
        let line = "\"$SOLVER\" \"A=${A-}\" 'b-c'= 'z3' 'model_validate=true' \"$file\"";
        let script = script.script();
        assert_eq!(String::from_utf8_lossy(&script).lines().last(), Some(line));
    }

    #[test]
    fn a_script_runs_the_words_of_the_command_and_nothing_else() {
        let directory = tempfile::tempdir().expect("a directory");
        let show = directory.path().join("show words");
        std::fs::write(&show, "#!/bin/sh\nprintf '<%s>' \"$@\"\n").expect("a file");
        let hostile = [
            "$(touch bad)",
            "`touch bad`",
            "it's",
            "a\nb",
            "; touch bad",
            "-x{}y{}",
            "",
            "\\",
        ];
        let command = [&["sh", "show words"], &hostile[..]].concat();
        let script = Replay {
            command: &portable(&words(&command)),
            input: "minimized.smt2",
            comments: &["a comment\ntouch bad".to_owned()],
            ..Replay::default()
        };
        let path = directory.path().join("replay");
        std::fs::write(&path, script.script()).expect("a file");
        let ran = std::process::Command::new("sh")
            .arg(&path)
            .current_dir(directory.path())
            .env("here", "no")
            .output()
            .expect("a shell");
        let here = directory.path().canonicalize().expect("a path");
        let file = here.join("minimized.smt2");
        let words = hostile.map(|word| word.replace("{}", &file.to_string_lossy()));
        let shown = format!("<{}>", words.join("><"));
        assert_eq!(String::from_utf8_lossy(&ran.stdout), shown);
        assert!(!directory.path().join("bad").exists());
    }
}
