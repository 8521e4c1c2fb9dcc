//! The location of a store: the default path, and whether a store can be at a path. Contains no SQL.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::{fs, io};

use rustix::fs::{Access, access, statfs};

use super::StoreError;
use crate::disk::{beside, directory};

/// File systems on which a store is refused, by their magic numbers in statfs(2). A write-ahead log needs memory that
/// all users of the store share, so they must run on one host.
const NETWORK: &[(u32, &str)] = &[
    (0x0000_6969, "NFS"),
    (0x0000_517b, "SMB"),
    (0xff53_4d42, "CIFS"),
    (0xfe53_4d42, "SMB2"),
    (0x6573_5546, "FUSE"),
    (0x0102_1997, "9p"),
    (0x0bd0_0bd0, "Lustre"),
    (0x00c3_6400, "Ceph"),
    (0x4750_4653, "GPFS"),
    (0x5346_414f, "AFS"),
    (0x6b41_4653, "AFS"),
    (0x7375_7245, "Coda"),
    (0x0000_564c, "NCP"),
    (0x0116_1970, "GFS2"),
    (0x7461_636f, "OCFS2"),
    (0x1983_0326, "BeeGFS"),
    (0xaad7_aaea, "PanFS"),
];

/// Where a run has its store, and whether it may write there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// At this path.
    At(PathBuf),
    /// At this path, and nothing is written there.
    ToRead(PathBuf),
    /// Nowhere: there is to be no store.
    Off,
    /// The user has no cache directory: neither `XDG_CACHE_HOME` nor `HOME` is set.
    Unknown,
}

/// The place that `--cache` names, or else `SMELT_CACHE`, or else `smelt/verdicts.db` in the user's cache directory.
/// Both may be a path, `none`, `ro:PATH`, or `ro` for the place that would be used without it.
pub(crate) fn place(option: Option<&Path>) -> Place {
    place_from(option.map(Path::as_os_str), |name| std::env::var_os(name))
}

fn place_from(option: Option<&OsStr>, variable: impl Fn(&str) -> Option<OsString>) -> Place {
    let value = |name| variable(name).filter(|value| !value.is_empty());
    let in_cache = || {
        // As the XDG specification says, a relative path is ignored.
        let directory = value("XDG_CACHE_HOME")
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
            .or_else(|| value("HOME").map(|home| Path::new(&home).join(".cache")));
        directory.map_or(Place::Unknown, |directory| {
            Place::At(directory.join("smelt").join("verdicts.db"))
        })
    };
    let by_variable = || named(value("SMELT_CACHE").as_deref(), in_cache);
    named(option, by_variable)
}

/// The place of this name; `usual` without one.
fn named(name: Option<&OsStr>, usual: impl Fn() -> Place) -> Place {
    let Some(name) = name else {
        return usual();
    };
    match name.as_bytes() {
        b"none" => Place::Off,
        b"ro" => match usual() {
            Place::At(path) => Place::ToRead(path),
            other => other,
        },
        name => match name.strip_prefix(b"ro:") {
            Some(path) if !path.is_empty() => Place::ToRead(OsStr::from_bytes(path).into()),
            _ => Place::At(OsStr::from_bytes(name).into()),
        },
    }
}

/// The place that this name alone stands for: unknown for `ro`, because that is another one, only read.
pub(crate) fn place_of(name: &Path) -> Place {
    named(Some(name.as_os_str()), || Place::Unknown)
}

/// The name of the same place in any current directory.
///
/// # Errors
/// The name is empty, or there is no current directory.
pub(crate) fn absolute_name(name: &Path) -> io::Result<PathBuf> {
    match place_of(name) {
        Place::Off | Place::Unknown => Ok(name.to_owned()),
        Place::At(path) => std::path::absolute(path),
        Place::ToRead(path) => {
            let mut name = OsString::from("ro:");
            name.push(std::path::absolute(path)?);
            Ok(name.into())
        }
    }
}

/// Resolves the links in a path, so that all users of a store lock the same file. The directory is created with mode
/// 0700 if it is missing.
pub(super) fn prepare(path: &Path) -> Result<PathBuf, StoreError> {
    let parent = directory(path);
    let failed = |what| StoreError::io(what, parent);
    if !parent.is_dir() {
        fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(parent)
            .map_err(failed("create the verdict store's directory"))?;
    }
    let resolved = fs::canonicalize(parent);
    let parent = resolved.map_err(failed("resolve the verdict store's directory"))?;
    let unusable = StoreError::io("use as a verdict store", path);
    match path.file_name() {
        // A device or a pipe.
        Some(_) if path.exists() && !path.is_file() && !path.is_dir() => {
            Err(unusable(io::ErrorKind::InvalidInput.into()))
        }
        Some(name) if !path.is_dir() => {
            Ok(fs::canonicalize(path).unwrap_or_else(|_| parent.join(name)))
        }
        _ => Err(unusable(io::ErrorKind::IsADirectory.into())),
    }
}

/// Refuses a path on a network file system.
pub(super) fn refuse_network(path: &Path) -> Result<(), StoreError> {
    let directory = path.parent().unwrap_or(path);
    // A link to a store on another file system counts as being there.
    let target = if path.exists() { path } else { directory };
    let found = statfs(target)
        .map_err(io::Error::from)
        .map_err(StoreError::io("ask for the file system of", target))?;
    match network_name(found.f_type.cast_unsigned()) {
        Some(name) => Err(StoreError::Network(path.to_owned(), name)),
        None => Ok(()),
    }
}

/// The name of a network file system with this magic number. Only 32 bits are significant, and some systems sign-extend
/// them.
fn network_name(magic: u64) -> Option<&'static str> {
    NETWORK
        .iter()
        .find(|(known, _)| u64::from(*known) == magic & 0xffff_ffff)
        .map(|(_, name)| *name)
}

/// Whether a store at this path could be written: whether its directory is writable, and the file if there is one.
pub(super) fn is_writable(path: &Path) -> bool {
    let directory = path.parent().unwrap_or(path);
    access(directory, Access::WRITE_OK).is_ok()
        && (!path.exists() || access(path, Access::WRITE_OK).is_ok())
}

/// Why a store that is only to be read cannot be found.
pub(super) fn missing_or(path: &Path, error: io::Error) -> StoreError {
    if error.kind() == io::ErrorKind::NotFound {
        return StoreError::ReadOnly(path.to_owned());
    }
    StoreError::io("look at the verdict store", path)(error)
}

/// The size of a store's file and its log, in bytes.
pub(super) fn bytes_at(path: &Path) -> u64 {
    let size = |suffix| fs::metadata(beside(path, suffix)).map_or(0, |found| found.len());
    size("") + size("-wal")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn location(option: Option<&str>, variables: &[(&str, &str)]) -> Place {
        place_from(option.map(OsStr::new), |name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| OsString::from(value))
        })
    }

    fn at(path: &str) -> Place {
        Place::At(path.into())
    }

    fn to_read(path: &str) -> Place {
        Place::ToRead(path.into())
    }

    #[test]
    fn the_default_place_follows_the_environment() {
        for (variables, expected) in [
            (&[][..], Place::Unknown),
            (&[("HOME", "")], Place::Unknown),
            (&[("SMELT_CACHE", "none"), ("HOME", "/h")], Place::Off),
            (&[("HOME", "/h")], at("/h/.cache/smelt/verdicts.db")),
            (
                &[("XDG_CACHE_HOME", "relative"), ("HOME", "/h")],
                at("/h/.cache/smelt/verdicts.db"),
            ),
            (
                &[("XDG_CACHE_HOME", "/x"), ("HOME", "/h")],
                at("/x/smelt/verdicts.db"),
            ),
            (
                &[("SMELT_CACHE", "/s.db"), ("XDG_CACHE_HOME", "/x")],
                at("/s.db"),
            ),
        ] {
            assert_eq!(location(None, variables), expected, "{variables:?}");
        }
    }

    #[test]
    fn a_place_to_read_is_named_alone_or_before_its_path() {
        let home: &[(&str, &str)] = &[("HOME", "/h")];
        let variable: &[(&str, &str)] = &[("SMELT_CACHE", "ro:/s.db"), ("HOME", "/h")];
        let usual = "/h/.cache/smelt/verdicts.db";
        for (option, variables, expected) in [
            (Some("ro"), home, to_read(usual)),
            (Some("ro:a b.db"), home, to_read("a b.db")),
            (Some("ro:"), home, at("ro:")),
            (Some("./ro"), home, at("./ro")),
            (Some("ro"), &[], Place::Unknown),
            (Some("ro"), &[("SMELT_CACHE", "none")], Place::Off),
            (Some("ro"), &[("SMELT_CACHE", "/s.db")], to_read("/s.db")),
            (None, variable, to_read("/s.db")),
            (Some("ro"), variable, to_read("/s.db")),
            (Some("/o.db"), variable, at("/o.db")),
            (
                None,
                &[("SMELT_CACHE", "ro"), ("HOME", "/h")],
                to_read(usual),
            ),
        ] {
            assert_eq!(
                location(option, variables),
                expected,
                "{option:?} {variables:?}"
            );
        }
    }

    #[test]
    fn a_name_stays_that_of_its_place_in_another_directory() {
        let here = std::env::current_dir().expect("a directory");
        let below = |name: &str| here.join(name).display().to_string();
        for (name, expected) in [
            ("none", "none".to_owned()),
            ("ro", "ro".to_owned()),
            ("ro:a.db", format!("ro:{}", below("a.db"))),
            ("ro:/a.db", "ro:/a.db".to_owned()),
            ("./ro", below("ro")),
            ("a.db", below("a.db")),
            ("/a.db", "/a.db".to_owned()),
        ] {
            let found = absolute_name(Path::new(name)).expect(name);
            assert_eq!(found.display().to_string(), expected);
        }
        assert!(absolute_name(Path::new("")).is_err());
    }

    #[test]
    fn a_network_file_system_is_known_by_its_magic_number() {
        assert_eq!(network_name(0xef53), None, "ext4");
        assert_eq!(network_name(0x0102_1994), None, "tmpfs");
        assert_eq!(network_name(0x6969), Some("NFS"));
        assert_eq!(network_name(0xffff_ffff_ff53_4d42), Some("CIFS"));
    }
}
