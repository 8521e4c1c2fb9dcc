//! The files of a corpus, as an import sees them: below its root, through no link, and not larger than it needs.

use crate::corpus::Case;
use crate::input::{Directory, InputFile};
use std::collections::HashSet;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The largest file that describes cases, in bytes.
const LONGEST: u64 = 16 << 20;

/// The cases of a corpus, and access to the files beside them.
pub(super) struct Files<'a> {
    pub(super) cases: &'a [Case],
    root: PathBuf,
    open: Arc<Directory>,
    known: HashSet<&'a Path>,
}

impl<'a> Files<'a> {
    /// The files below a directory with these cases.
    pub(super) fn of(root: &Path, cases: &'a [Case]) -> Result<Files<'a>, String> {
        let unread = |error: io::Error| format!("cannot read `{}`: {error}", root.display());
        let root = root.canonicalize().map_err(unread)?;
        Ok(Files {
            cases,
            open: Directory::open(&root).map_err(unread)?,
            root,
            known: cases.iter().map(|case| &*case.relative).collect(),
        })
    }

    /// A path of the user's, below the root.
    pub(super) fn below(&self, path: &Path) -> Result<PathBuf, String> {
        let real = path
            .canonicalize()
            .map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
        let below = real.strip_prefix(&self.root).map_err(|_| {
            format!(
                "`{}` is not below `{}`, whose configuration gets the cases; name another directory with `--into DIR`",
                path.display(),
                self.root.display()
            )
        })?;
        Ok(below.to_owned())
    }

    /// The whole path of what is at this path below the root.
    pub(super) fn path(&self, below: &Path) -> PathBuf {
        self.root.join(below)
    }

    pub(super) fn is_case(&self, relative: &Path) -> bool {
        self.known.contains(relative)
    }

    /// A file below the root.
    pub(super) fn file(&self, relative: &Path) -> InputFile {
        let file = self.open.file(relative.into(), &self.root.join(relative));
        file.at_most(LONGEST)
    }

    /// The text of a file below the root; none if there is no such file.
    pub(super) fn text(&self, relative: &Path) -> Result<Option<String>, String> {
        match self.file(relative).bytes() {
            Ok(bytes) => Ok(Some(
                String::from_utf8(bytes).map_err(|_| "it is not UTF-8")?,
            )),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// What a file in this directory names: a path below the root.
pub(super) fn named(directory: &Path, name: &str) -> Result<PathBuf, String> {
    let mut path = directory.to_owned();
    for component in Path::new(name).components() {
        match component {
            Component::Normal(part) => path.push(part),
            Component::CurDir => {}
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => {
                return Err(format!("`{name}` leaves the directory"));
            }
        }
    }
    Ok(path)
}
