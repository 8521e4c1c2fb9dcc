//! What is compared: searches of smelt, known tools, and any command.

use super::template::{INPUT, MATCH, OUTPUT, PLACES, SCRIPT, SOLVER, unknown_place};
use crate::command::{CommandLine, with_name};
use crate::corpus::did_you_mean;
use crate::input::InputFile;
use crate::search::STRATEGIES;
use crate::solver::place::has;
use crate::solver::{CommandSpec, Invocation, ResolveError, Slot, asked_version, find_program};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The word for smelt itself.
const OWN: &str = "smelt";

/// The commands of the tools that are known by their names, with which the commands begin.
const PRESETS: [&str; 4] = [
    "ddsmt -q -j1 {variant} {match} {input} {output} {solver}",
    "pydelta --max-threads 1 --ignore-output --outputfile {output} {input} {script}",
    "cvise --n 1 --not-c {script} {input}",
    "shrinkray --parallelism=1 --ui=basic {script} {input}",
];

/// Where the command of such a tool may have an option for what comes after a colon, as in `ddsmt:ddmin`.
const VARIANT: &str = "{variant}";

/// That option.
const STRATEGY: &str = "--strategy";

/// Why something is no tool, and what to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ToolError {
    /// What is wrong.
    pub(crate) what: String,
    /// What to try.
    pub(crate) hint: String,
}

impl ToolError {
    fn new(what: String, hint: impl Into<String>) -> ToolError {
        ToolError {
            what,
            hint: hint.into(),
        }
    }
}

/// A tool to compare.
#[derive(Clone, Debug)]
pub(crate) struct Tool {
    /// Its name in the comparison, which is also that of a directory.
    pub(crate) name: String,
    /// Its words: `smelt` and options, or a template.
    words: Vec<OsString>,
    /// The program of a template; none for smelt itself.
    program: Option<PathBuf>,
}

impl Tool {
    /// The tool that `--tool` names: `NAME=COMMAND`; or the name of one of these tools, of a strategy or of a preset.
    ///
    /// # Errors
    /// There is none, or its program is missing.
    pub(crate) fn of(
        text: &str,
        configured: &[(String, Vec<OsString>)],
    ) -> Result<Tool, ToolError> {
        if let Some((name, command)) = text.split_once('=') {
            let command: CommandLine = command.parse().map_err(|what| {
                ToolError::new(format!("tool `{name}`: {what}"), "give `NAME=COMMAND`")
            })?;
            return Tool::new(name, command.0);
        }
        if let Some((name, words)) = configured.iter().find(|(name, _)| name == text) {
            return Tool::new(name, words.clone());
        }
        if STRATEGIES.iter().any(|strategy| strategy.name == text) {
            return Tool::new(text, [OWN, STRATEGY, text].map(OsString::from).to_vec());
        }
        match preset(text) {
            Some(words) => Tool::new(text, words),
            None => Err(unknown(text, configured)),
        }
    }

    /// A tool with this name.
    ///
    /// # Errors
    /// The name cannot be that of a directory, a place is missing, or there is no such program.
    pub(crate) fn new(name: &str, mut words: Vec<OsString>) -> Result<Tool, ToolError> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_+.:,".contains(c);
        if name.is_empty() || name.starts_with(['.', '-']) || !name.chars().all(is_plain) {
            return Err(ToolError::new(
                format!("`{name}` cannot be the name of a tool"),
                "use letters, digits and any of `-_+.:,`, and begin with a letter or digit",
            ));
        }
        let has_place = |place| words.iter().any(|word| has(word, place));
        let is_own = words.first().is_some_and(|word| word == OWN);
        if is_own && !PLACES.into_iter().any(has_place) {
            if words.get(1).is_some_and(|word| word == "reduce") {
                words.remove(1);
            }
            return Ok(Tool {
                name: name.to_owned(),
                words,
                program: None,
            });
        }
        if let Some(word) = words.iter().find_map(|word| unknown_place(word)) {
            return Err(ToolError::new(
                format!("the command of tool `{name}` has the unknown place {word}"),
                the_places(),
            ));
        }
        if !has_place(INPUT) || !(has_place(SOLVER) || has_place(SCRIPT)) {
            return Err(ToolError::new(
                format!("the command of tool `{name}` needs {INPUT}, and {SOLVER} or {SCRIPT}"),
                format!(
                    "{}; a search of smelt is `smelt` and its options, as in `{name}=smelt --effort quick`",
                    the_places()
                ),
            ));
        }
        let program = words.first().map(OsString::as_os_str).unwrap_or_default();
        let program = find_program(program).map_err(|error| {
            let what = match error {
                ResolveError::Program(program, why) => {
                    format!("cannot run `{}`: {why}", program.display())
                }
                other => other.to_string(),
            };
            let hint = "install it, or name it with its path";
            ToolError::new(format!("tool `{name}`: {what}"), hint)
        })?;
        Ok(Tool {
            name: name.to_owned(),
            words,
            program: Some(program),
        })
    }

    /// The options of smelt; none for another tool.
    pub(crate) fn options(&self) -> Option<&[OsString]> {
        match self.program {
            None => self.words.get(1..),
            Some(_) => None,
        }
    }

    /// The program and the words after it that have places; none for smelt.
    pub(super) fn template(&self) -> Option<(&PathBuf, &[OsString])> {
        Some((self.program.as_ref()?, self.words.get(1..)?))
    }

    /// Whether its command has this place.
    pub(super) fn has(&self, place: &str) -> bool {
        self.words.iter().any(|word| has(word, place))
    }

    /// Its command in one line, without the directory of its program.
    pub(crate) fn shown(&self) -> String {
        let program = self.words.first().map(Path::new);
        let name = program.and_then(Path::file_name).unwrap_or_default();
        let mut line = with_name(&name.to_string_lossy(), &self.words);
        for place in PLACES {
            line = line.replace(&format!("'{place}'"), place);
        }
        line
    }

    /// What its results depend on: its words, the contents of its program and of each file that they name, and the version
    /// of a known tool.
    pub(super) fn identity(&self) -> String {
        let own = || std::env::current_exe().unwrap_or_default();
        let program = self.program.clone().unwrap_or_else(own);
        let files = self.words.iter().skip(1).flat_map(|word| named_files(word));
        let contents: Vec<_> = std::iter::once(program.clone())
            .chain(files)
            .map(|file| crate::input::digest(&InputFile::named(file)).ok())
            .collect();
        format!(
            "{:?} {contents:?} {:?}",
            self.words,
            known_version(&program)
        )
    }
}

/// The files that a word may name: a program on PATH, the word itself, or the value of an option.
fn named_files(word: &OsStr) -> impl Iterator<Item = PathBuf> {
    let value = word.to_str().and_then(|word| word.split_once('='));
    let value = value.map(|(_, value)| OsStr::new(value));
    let files = [Some(word), value].into_iter().flatten().map(PathBuf::from);
    let program = find_program(word).ok();
    program
        .into_iter()
        .chain(files.filter(|path| path.is_file()))
}

/// The version that a known tool says it has. What pip puts on PATH only starts the tool, and a newer one leaves it as it is.
fn known_version(program: &Path) -> Option<String> {
    let name = program.file_name()?;
    if !PRESETS.iter().any(|command| name == name_of(command)) {
        return None;
    }
    let spec = CommandSpec {
        argv: vec![program.into()],
        ..CommandSpec::default()
    };
    let invocation = Invocation::resolve(&spec).ok()?;
    let ask = || asked_version(&invocation, None, &mut Slot::new().ok()?);
    // That there is no answer makes another tool of it, so a slow one is asked twice.
    ask().or_else(ask)
}

/// Which places a command may have, in words.
fn the_places() -> String {
    format!("the places are {INPUT}, {OUTPUT}, {SOLVER}, {MATCH} and {SCRIPT}")
}

/// The name of a known tool.
fn name_of(command: &str) -> &str {
    command.split(' ').next().unwrap_or_default()
}

/// The words of a known tool or of smelt, by its name and perhaps a variant after a colon.
fn preset(text: &str) -> Option<Vec<OsString>> {
    let (name, variant) = match text.split_once(':') {
        Some((name, variant)) => (name, Some(variant)),
        None => (text, None),
    };
    let mut known = PRESETS.into_iter().chain(["smelt {variant}"]);
    let command = known.find(|command| name_of(command) == name)?;
    let mut words: Vec<OsString> = Vec::new();
    for word in command.split(' ') {
        match variant {
            _ if word != VARIANT => words.push(word.into()),
            Some(variant) => words.extend([STRATEGY, variant].map(OsString::from)),
            None => {}
        }
    }
    (variant.is_none() || command.contains(VARIANT)).then_some(words)
}

fn unknown(text: &str, configured: &[(String, Vec<OsString>)]) -> ToolError {
    let names: Vec<&str> = configured
        .iter()
        .map(|(name, _)| name.as_str())
        .chain(STRATEGIES.iter().map(|strategy| strategy.name))
        .chain(PRESETS.map(name_of))
        .collect();
    let hint = did_you_mean(text, &names)
        .unwrap_or_else(|| format!("give `NAME=COMMAND`, or one of {}", names.join(", ")));
    ToolError::new(format!("there is no tool `{text}`"), hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_is_named_or_spelled_out() {
        let configured = [(
            "quick".to_owned(),
            vec!["smelt".into(), "--effort".into(), "quick".into()],
        )];
        for (text, name, shown) in [
            ("quick", "quick", "smelt --effort quick"),
            ("hybrid", "hybrid", "smelt --strategy hybrid"),
            ("smelt:ddmin", "smelt:ddmin", "smelt --strategy ddmin"),
            ("smelt", "smelt", "smelt"),
            ("a=smelt reduce -j 2", "a", "smelt -j 2"),
            ("b=/bin/sh x {input} {solver}", "b", "sh x {input} {solver}"),
            (
                "c=env TOKEN=secret sh {input} {solver}",
                "c",
                "env TOKEN=… sh {input} {solver}",
            ),
        ] {
            let tool = Tool::of(text, &configured).expect(text);
            assert_eq!((&*tool.name, &*tool.shown()), (name, shown), "{text}");
            assert_eq!(tool.program.is_none(), shown.starts_with("smelt"), "{text}");
        }
    }

    #[test]
    fn what_is_no_tool_is_refused_with_what_to_try() {
        for (text, what) in [
            ("hybird", "there is no tool `hybird`"),
            ("../x=smelt", "cannot be the name"),
            ("a=sh {input}", "needs {input}, and {solver} or {script}"),
            ("a=no-such-program {input} {solver}", "no such file on PATH"),
            ("a='", "cannot split"),
            ("cvise:x", "there is no tool"),
        ] {
            let error = Tool::of(text, &[]).expect_err(text);
            assert!(error.what.contains(what), "{text}: {error:?}");
            assert!(!error.hint.is_empty(), "{text}");
        }
    }

    #[test]
    fn a_tool_is_another_one_after_a_change_of_a_file_that_its_command_names() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("t.py");
        let write = |text: &str| std::fs::write(&path, text).expect("a file");
        for word in ["FILE", "--script=FILE"] {
            let word = word.replace("FILE", &path.to_string_lossy());
            let command = format!("mine=/bin/sh {word} {{input}} {{solver}}");
            let tool = Tool::of(&command, &[]).expect("a tool");
            write("first");
            let first = tool.identity();
            assert_eq!(tool.identity(), first, "{word}");
            write("second");
            assert_ne!(tool.identity(), first, "{word}");
        }
        let started = named_files(OsStr::new("sh"))
            .next()
            .expect("a program on PATH");
        assert!(started.ends_with("sh"), "{}", started.display());
        assert_eq!(named_files(OsStr::new("{input}")).next(), None);
    }

    #[test]
    fn a_preset_may_have_a_variant() {
        let line = |text| {
            let words = preset(text)?;
            let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
            Some(words.join(" "))
        };
        let ddsmt = "ddsmt -q -j1 --strategy ddmin {match} {input} {output} {solver}";
        assert_eq!(line("ddsmt:ddmin").as_deref(), Some(ddsmt));
        assert_eq!(line("ddsmt"), Some(ddsmt.replace("--strategy ddmin ", "")));
        assert_eq!(
            line("cvise").as_deref(),
            Some("cvise --n 1 --not-c {script} {input}")
        );
    }
}
