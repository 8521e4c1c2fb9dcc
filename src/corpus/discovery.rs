//! Discovery: which files below some directories are cases.
//!
//! The walk is sorted, so that the same tree always gives the same list. It does not follow links that leave the
//! corpus, opens no pipe or device, and does not enter the output directory of an earlier run. A compressed file counts
//! as the case that it contains: `a.smt2.gz` is found, named and configured as `a.smt2`.

use super::{CorpusError, case_id};
use crate::event::SharedText;
use crate::input::{self, Directory, InputFile, ending, plain_name};
use crate::language::language_of_extension;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::FileType;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use walkdir::{DirEntry, WalkDir};

/// The file that marks an output directory.
const JOURNAL_NAME: &str = "journal.jsonl";

/// A file to reduce.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its id in reports.
    pub id: SharedText,
    /// Where it is.
    pub file: InputFile,
    /// Its path below its directory, for globs; without the ending of compressed files.
    pub relative: Arc<Path>,
    /// The index of the directory that it was found in.
    pub directory: usize,
    /// The size in bytes of what it contained when it was found.
    pub bytes: u64,
}

impl Case {
    /// Its path.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// The directory that it was found below.
    pub fn root(&self) -> &Path {
        let depth = self.relative.components().count();
        let above = self.path().ancestors().nth(depth);
        above.unwrap_or(self.path())
    }
}

/// A file that is not a case, or a directory that was not entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Where it is.
    pub path: PathBuf,
    /// Why.
    pub why: String,
    /// Whether cases may be missing because it could not be read.
    pub is_failure: bool,
}

/// The result of a search for cases.
#[derive(Clone, Debug, Default)]
pub struct Discovery {
    /// The cases, sorted by id.
    pub cases: Vec<Case>,
    /// How many files were examined.
    pub seen: usize,
    /// The files and directories that were skipped.
    pub skipped: Vec<Skipped>,
}

impl Discovery {
    /// Sets how many bytes of each case are read at most. A larger case is refused when it is read.
    pub fn limit(&mut self, most: u64) {
        for case in &mut self.cases {
            case.file = case.file.clone().at_most(most);
        }
    }
}

/// Finds the cases below directories. With several directories, ids begin with their names.
///
/// # Errors
/// A directory cannot be read.
pub fn discover(directories: &[PathBuf]) -> Result<Discovery, CorpusError> {
    walk_all(directories, false)
}

/// Finds the cases below directories as [`discover`] does, but files with any extension are cases, except smelt's own
/// configuration.
///
/// # Errors
/// A directory cannot be read.
pub fn discover_any(directories: &[PathBuf]) -> Result<Discovery, CorpusError> {
    walk_all(directories, true)
}

fn walk_all(directories: &[PathBuf], any_extension: bool) -> Result<Discovery, CorpusError> {
    let roots = roots(directories)?;
    let mut found = Discovery::default();
    for (root, prefix) in roots.iter().zip(prefixes(&roots)) {
        let walk = DirectoryWalk {
            root,
            prefix,
            any_extension,
        };
        walk.run(&mut found);
    }
    rename_clashing(&mut found.cases);
    found.cases.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(found)
}

/// A directory to search.
struct Root<'a> {
    /// Its place among those that were named.
    index: usize,
    /// Its path as it was named.
    named: &'a Path,
    /// Its path without links.
    path: PathBuf,
    open: Arc<Directory>,
}

/// The directories, each once.
fn roots(directories: &[PathBuf]) -> Result<Vec<Root<'_>>, CorpusError> {
    let mut seen = HashSet::new();
    let mut roots = Vec::new();
    for (index, directory) in directories.iter().enumerate() {
        let unread = CorpusError::read(directory);
        let root = directory.canonicalize().map_err(&unread)?;
        if !root.is_dir() {
            return Err(CorpusError::NotADirectory(directory.clone()));
        }
        let open = Directory::open(&root).map_err(unread)?;
        if seen.insert(root.clone()) {
            roots.push(Root {
                index,
                named: directory,
                path: root,
                open,
            });
        }
    }
    Ok(roots)
}

/// The prefix of the ids of each directory: empty if there is only one directory, else its name, made unique.
fn prefixes(roots: &[Root<'_>]) -> Vec<PathBuf> {
    if let [_] = roots {
        return vec![PathBuf::new()];
    }
    let mut taken = HashSet::new();
    let prefix = |root: &Root<'_>| {
        let name = root.path.file_name().unwrap_or(OsStr::new("root"));
        let numbered = (2..).map(|n| {
            let mut numbered = name.to_owned();
            numbered.push(format!("-{n}"));
            numbered
        });
        // The first of `name`, `name-2`, `name-3` and so on that is free.
        let free = std::iter::once(name.to_owned())
            .chain(numbered)
            .find(|name| taken.insert(name.clone()));
        free.unwrap_or_default().into()
    };
    roots.iter().map(prefix).collect()
}

/// Gives a compressed file another id if an uncompressed file has its id already: that of `a.smt2.gz` beside `a.smt2`
/// is `a.gz.smt2`.
fn rename_clashing(cases: &mut [Case]) {
    let (packed, plain): (Vec<&mut Case>, Vec<&mut Case>) = cases
        .iter_mut()
        .partition(|case| ending(case.path()).is_some());
    let mut taken: HashSet<SharedText> = plain.iter().map(|case| case.id.clone()).collect();
    for case in packed {
        let ending = ending(case.path()).unwrap_or_default();
        let path = Path::new(&*case.id);
        let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        let with = |mark: String| path.with_extension(format!("{mark}.{extension}"));
        // The first of `a.smt2`, `a.gz.smt2`, `a.gz-2.smt2` and so on that is free.
        let mut ids = [path.to_owned(), with(ending.to_owned())]
            .into_iter()
            .chain((2..).map(|n| with(format!("{ending}-{n}"))))
            .map(|path| SharedText::from(&*path.to_string_lossy()));
        case.id = ids.find(|id| taken.insert(id.clone())).unwrap_or_default();
    }
}

/// The walk through one directory.
struct DirectoryWalk<'a> {
    root: &'a Root<'a>,
    prefix: PathBuf,
    /// Whether files of any extension are cases.
    any_extension: bool,
}

impl DirectoryWalk<'_> {
    fn run(&self, found: &mut Discovery) {
        let (mut skipped, mut failures) = (Vec::new(), Vec::new());
        let walk = WalkDir::new(self.root.named)
            .follow_links(true)
            .sort_by_file_name();
        for entry in walk
            .into_iter()
            .filter_entry(|entry| self.enters(entry, &mut skipped))
        {
            match entry {
                Ok(entry) => self.visit(&entry, found),
                Err(error) => failures.push(failure(&error)),
            }
        }
        found.skipped.append(&mut skipped);
        found.skipped.append(&mut failures);
    }

    /// Whether the walk enters or looks at an entry.
    fn enters(&self, entry: &DirEntry, skipped: &mut Vec<Skipped>) -> bool {
        let why = if entry.path_is_symlink() && entry.depth() > 0 && !self.holds(entry.path()) {
            "link that leaves the corpus"
        } else if entry.file_type().is_dir() && entry.path().join(JOURNAL_NAME).exists() {
            "output of smelt"
        } else {
            return true;
        };
        skipped.push(Skipped {
            path: entry.path().to_owned(),
            why: why.to_owned(),
            is_failure: false,
        });
        false
    }

    /// The file at a path, which has this one below the directory. Links that lead to it are resolved now, not when it is
    /// read.
    fn file(&self, path: &Path, relative: &Arc<Path>) -> InputFile {
        let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let below = real
            .strip_prefix(&self.root.path)
            .or_else(|_| path.strip_prefix(self.root.named))
            .unwrap_or(path);
        let below = if *below == **relative {
            Arc::clone(relative)
        } else {
            below.into()
        };
        self.root.open.file(below, path)
    }

    /// Whether a link leads to something below the root.
    fn holds(&self, path: &Path) -> bool {
        path.canonicalize()
            .is_ok_and(|target| target.starts_with(&self.root.path))
    }

    fn visit(&self, entry: &DirEntry, found: &mut Discovery) {
        if entry.file_type().is_dir() {
            return;
        }
        found.seen += 1;
        let path = entry.path();
        if let Some(why) = no_case(path, entry.file_type(), self.any_extension) {
            found.skipped.push(Skipped {
                path: path.to_owned(),
                why: why.to_owned(),
                is_failure: false,
            });
            return;
        }
        let relative = plain_name(path.strip_prefix(self.root.named).unwrap_or(path)).into();
        let file = self.file(path, &relative);
        found.cases.push(Case {
            id: case_id(&self.prefix.join(&relative)).into(),
            relative,
            directory: self.root.index,
            bytes: input::length(&file).unwrap_or(0),
            file,
        });
    }
}

/// Why a file is no case; none if it is one.
fn no_case(path: &Path, kind: FileType, any_extension: bool) -> Option<&'static str> {
    if kind.is_fifo() || kind.is_socket() || kind.is_char_device() || kind.is_block_device() {
        return Some("pipe, socket or device");
    }
    let extension = plain_name(path)
        .extension()
        .and_then(OsStr::to_str)
        .unwrap_or_default();
    let is_case = if any_extension {
        extension != "toml"
    } else {
        language_of_extension(extension).is_some()
    };
    if is_case && kind.is_file() {
        None
    } else {
        Some("unknown extension")
    }
}

/// An entry that could not be examined. Nothing is lost by a cyclic link, whose target is visited anyway, or by a
/// broken one.
fn failure(error: &walkdir::Error) -> Skipped {
    let is_loop = error.loop_ancestor().is_some();
    let why = match error.io_error() {
        _ if is_loop => "cyclic link".to_owned(),
        Some(error) => error.to_string(),
        None => error.to_string(),
    };
    let is_broken_link = error
        .path()
        .is_some_and(|path| path.is_symlink() && !path.exists());
    Skipped {
        path: error.path().unwrap_or(Path::new("")).to_owned(),
        why,
        is_failure: !is_loop && !is_broken_link,
    }
}
