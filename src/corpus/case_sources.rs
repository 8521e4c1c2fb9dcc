//! Configuration that is more specific than the root file: `NAME.smelt.toml` beside a case, the headers of the case,
//! and the `smelt.toml` files of its directory and of the parents below the root.
//!
//! An error there concerns some cases only and never ends a batch: it is the reason why these cases have no settings.

use super::header::Header;
use super::settings::settings;
use super::source::{Source, SourceKind};
use super::tables::{CONFIG_NAME, Wrong, compiled, error, key_at, misplaced, parsed, said};
use super::trust::Trust;
use super::{Case, CaseOptions, Config, CorpusError};
use crate::disk::beside;
use crate::input::{Directory, plain_name};
use globset::GlobMatcher;
use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The largest size of a configuration file beside cases, in bytes.
const LONGEST: u64 = 1 << 20;

/// Why options are refused, and the key that is to blame if it is a single one.
type Refusal = (Option<&'static str>, String);

/// The specific sources of one case, the most specific first, and remarks on what is not used.
#[derive(Default)]
pub(super) struct CaseSources {
    pub(super) sources: Vec<Source>,
    pub(super) notes: Vec<String>,
}

/// Reads such sources below one root. The file of a directory is read only once.
pub(super) struct CaseSourceReader<'a> {
    trust: Trust<'a>,
    read: HashMap<PathBuf, Result<Option<Rc<Config>>, String>>,
}

impl<'a> CaseSourceReader<'a> {
    pub(super) fn new(
        root: &Path,
        config: Option<&'a Config>,
        command_line: &CaseOptions,
    ) -> CaseSourceReader<'a> {
        CaseSourceReader {
            trust: Trust::new(root, config, command_line),
            read: HashMap::new(),
        }
    }

    /// The sources of a case.
    pub(super) fn of(&mut self, case: &Case) -> Result<CaseSources, String> {
        let mut found = CaseSources::default();
        let beside = side_path(plain_name(case.path()));
        if let Some(text) = self.text(&beside).map_err(|error| error.to_string())? {
            let options = self.options(&beside, &text)?;
            found.push(
                options,
                &beside,
                beside.display().to_string(),
                SourceKind::Near,
            );
        }
        self.headers(case, &mut found)?;
        for (directory, relative) in self.above(case)? {
            let options = [directory.case(relative), directory.defaults()];
            let near = |source| Source {
                kind: SourceKind::Near,
                ..source
            };
            found
                .sources
                .extend(options.into_iter().flatten().map(near));
        }
        Ok(found)
    }

    /// The `smelt.toml` of each directory below the root, from that of the case upwards, with the path of the case below
    /// that directory.
    pub(super) fn above<'c>(
        &mut self,
        case: &'c Case,
    ) -> Result<Vec<(Rc<Config>, &'c Path)>, String> {
        let mut found = Vec::new();
        let above = case.relative.parent().into_iter().flat_map(Path::ancestors);
        for below in above.filter(|below| !below.as_os_str().is_empty()) {
            let path = self.trust.root.join(below).join(CONFIG_NAME);
            if let Some(directory) = self.directory(&path)? {
                let relative = case.relative.strip_prefix(below).unwrap_or(&case.relative);
                found.push((directory, relative));
            }
        }
        Ok(found)
    }

    /// Adds what the headers of a case say.
    fn headers(&self, case: &Case, found: &mut CaseSources) -> Result<(), String> {
        let header = Header::read(&case.file).map_err(|(line, what)| {
            CorpusError::Config {
                path: case.path().to_owned(),
                line: Some(line),
                what,
            }
            .to_string()
        })?;
        if !header.toml.is_empty() {
            let options = self.options(case.path(), &header.toml)?;
            found.push(options, case.path(), "header".to_owned(), SourceKind::Near);
        }
        if let Some((line, arguments)) = header.command_line {
            let options = CaseOptions {
                arguments,
                ..CaseOptions::default()
            };
            let from = format!("header, line {line}, COMMAND-LINE");
            found.push(options, case.path(), from, SourceKind::Regression);
        }
        found.notes.extend(header.notes);
        Ok(())
    }

    /// The options in a side file or in headers.
    fn options(&self, path: &Path, text: &str) -> Result<CaseOptions, String> {
        let options = parsed::<CaseOptions>(text).and_then(|options| {
            let wrong = |(key, what): Refusal| (key.and_then(|key| key_at(text, 0, key)), what);
            if options.glob.is_some() {
                let what =
                    "`glob` has no effect here, because these settings are for a single case";
                return Err(wrong((Some("glob"), what.to_owned())));
            }
            self.check(path, &options).map_err(wrong)?;
            Ok(options)
        });
        options.map_err(|wrong| error(path, text, wrong).to_string())
    }

    /// The file of a directory, if it has one.
    fn directory(&mut self, path: &Path) -> Result<Option<Rc<Config>>, String> {
        if let Some(read) = self.read.get(path) {
            return read.clone();
        }
        let read = self
            .read_directory(path)
            .map(|directory| directory.map(Rc::new))
            .map_err(|error| error.to_string());
        self.read.insert(path.to_owned(), read.clone());
        read
    }

    fn read_directory(&self, path: &Path) -> Result<Option<Config>, CorpusError> {
        let Some(text) = self.text(path)? else {
            return Ok(None);
        };
        Config::parse_with(path, &text, |directory| self.checked(&text, directory)).map(Some)
    }

    /// Checks the tables of a directory. Returns the globs of the cases.
    fn checked(&self, text: &str, directory: &Config) -> Result<Vec<GlobMatcher>, Wrong> {
        let tables = &directory.tables;
        let solver = tables.solver.first_key_value();
        let solver = solver.map(|(name, table)| (format!("[solver.{name}]"), table.span()));
        let build = tables.build.first_key_value();
        let build = build.map(|(_, program)| ("[build]".to_owned(), program.span()));
        let tool = tables.tool.first_key_value();
        let tool = tool.map(|(name, table)| (format!("[tool.{name}]"), table.span()));
        if let Some((table, at)) = solver.or(build).or(tool) {
            let what =
                format!("`{table}` is only allowed in the smelt.toml at the root of the corpus");
            return Err((Some(at), what));
        }
        let check = |begin: usize, options: &CaseOptions| {
            let wrong = |(key, what): Refusal| {
                let at = key.and_then(|key| key_at(text, begin, key));
                (at.or(Some(begin..begin)), what)
            };
            self.check(&directory.path, options).map_err(wrong)
        };
        if let Some(defaults) = &tables.defaults {
            let keys = ["arguments", "glob", "solver"];
            misplaced("[defaults]", defaults.get_ref(), &keys)
                .map_err(|what| (Some(defaults.span()), what))?;
            check(defaults.span().start, defaults.get_ref())?;
        }
        let mut globs = Vec::new();
        for case in &tables.case {
            let wrong = |what| (Some(case.span()), what);
            let Some(glob) = &case.get_ref().glob else {
                return Err(wrong("a `[[case]]` has no `glob`".to_owned()));
            };
            globs.push(compiled(glob).map_err(wrong)?);
            check(case.span().start, case.get_ref())?;
        }
        Ok(globs)
    }

    /// Refuses options that are not allowed here, or that no run could use.
    fn check(&self, path: &Path, options: &CaseOptions) -> Result<(), Refusal> {
        let base = path.parent().unwrap_or(Path::new(""));
        self.trust
            .check(options, base)
            .map_err(|(key, what)| (Some(key), what))?;
        let source = Source {
            options: options.clone(),
            base: base.to_owned(),
            from: String::new(),
            kind: SourceKind::Near,
        };
        settings("", Vec::new(), &[source], self.trust.config)
            .map(|_| ())
            .map_err(|error| (None, said(&error)))
    }

    /// The text of a file of the corpus; none if there is no such file. Links that leave the corpus are not followed.
    fn text(&self, path: &Path) -> Result<Option<String>, CorpusError> {
        let unread = CorpusError::read(path);
        let wrong = |what: &str| CorpusError::Config {
            path: path.to_owned(),
            line: None,
            what: what.to_owned(),
        };
        match path.symlink_metadata() {
            // The name of a file beside the case is longer than that of the case, and may be too long.
            Err(error)
                if [ErrorKind::NotFound, ErrorKind::InvalidFilename].contains(&error.kind()) =>
            {
                return Ok(None);
            }
            found => found.map_err(&unread)?,
        };
        let real = path.canonicalize().map_err(&unread)?;
        let root = self.trust.root.canonicalize().map_err(&unread)?;
        let Ok(below) = real.strip_prefix(&root) else {
            return Err(wrong("it is a link that leaves the corpus"));
        };
        let root = Directory::open(&root).map_err(&unread)?;
        let file = root.file(below.into(), path).at_most(LONGEST);
        let bytes = file.bytes().map_err(|error| match error.kind() {
            // Not an error of the system: the file is too long, or is not a regular one.
            ErrorKind::Other | ErrorKind::FileTooLarge => wrong(&error.to_string()),
            _ => unread(error),
        })?;
        String::from_utf8(bytes)
            .map(Some)
            .map_err(|_| wrong("it is not UTF-8"))
    }
}

impl CaseSources {
    /// Adds a source that lies in the directory of `path`.
    fn push(&mut self, options: CaseOptions, path: &Path, from: String, kind: SourceKind) {
        self.sources.push(Source {
            options,
            base: path.parent().unwrap_or(Path::new("")).to_owned(),
            from,
            kind,
        });
    }
}

/// The path of the configuration file beside a case.
fn side_path(case: &Path) -> PathBuf {
    beside(case, &format!(".{CONFIG_NAME}"))
}
