//! The location of a store: the default path, and whether a store can be at a path. Contains no SQL.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access, statfs};

use super::StoreError;

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

/// The default location according to the environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DefaultLocation {
    /// At this path.
    At(PathBuf),
    /// No store: `SMELT_CACHE` is `none`.
    Off,
    /// The user has no cache directory: neither `XDG_CACHE_HOME` nor `HOME` is set.
    Unknown,
}

/// The location of the store without `--cache`: `SMELT_CACHE`, or else `smelt/verdicts.db` in the user's cache
/// directory.
pub(crate) fn default_location() -> DefaultLocation {
    location_from(|name| std::env::var_os(name))
}

fn location_from(variable: impl Fn(&str) -> Option<OsString>) -> DefaultLocation {
    let value = |name| variable(name).filter(|value| !value.is_empty());
    if let Some(path) = value("SMELT_CACHE") {
        return if path == "none" {
            DefaultLocation::Off
        } else {
            DefaultLocation::At(path.into())
        };
    }
    // As the XDG specification says, a relative path is ignored.
    let directory = value("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
        .or_else(|| value("HOME").map(|home| Path::new(&home).join(".cache")));
    directory.map_or(DefaultLocation::Unknown, |directory| {
        DefaultLocation::At(directory.join("smelt").join("verdicts.db"))
    })
}

/// Resolves the links in a path, so that all users of a store lock the same file. The directory is created with mode
/// 0700 if it is missing.
pub(super) fn prepare(path: &Path) -> Result<PathBuf, StoreError> {
    let parent = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let io = |doing, error| StoreError::Io(doing, parent.to_owned(), error);
    if !parent.is_dir() {
        fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(parent)
            .map_err(|error| io("create the verdict store's directory", error))?;
    }
    let parent = fs::canonicalize(parent)
        .map_err(|error| io("resolve the verdict store's directory", error))?;
    match path.file_name() {
        // A device or a pipe.
        Some(_) if path.exists() && !path.is_file() && !path.is_dir() => Err(StoreError::Io(
            "use as a verdict store",
            path.to_owned(),
            std::io::ErrorKind::InvalidInput.into(),
        )),
        Some(name) if !path.is_dir() => {
            Ok(fs::canonicalize(path).unwrap_or_else(|_| parent.join(name)))
        }
        _ => Err(StoreError::Io(
            "use as a verdict store",
            path.to_owned(),
            std::io::ErrorKind::IsADirectory.into(),
        )),
    }
}

/// Refuses a path on a network file system.
pub(super) fn refuse_network(path: &Path) -> Result<(), StoreError> {
    let directory = path.parent().unwrap_or(path);
    // A link to a store on another file system counts as being there.
    let target = if path.exists() { path } else { directory };
    let found = statfs(target).map_err(|error| {
        StoreError::Io(
            "ask for the file system of",
            target.to_owned(),
            error.into(),
        )
    })?;
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

/// The size of a store's file and its log, in bytes.
pub(super) fn bytes_at(path: &Path) -> u64 {
    let size = |suffix| fs::metadata(beside(path, suffix)).map_or(0, |found| found.len());
    size("") + size("-wal")
}

/// The path with a suffix appended to the file name.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn location(variables: &[(&str, &str)]) -> DefaultLocation {
        location_from(|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| OsString::from(value))
        })
    }

    fn at(path: &str) -> DefaultLocation {
        DefaultLocation::At(path.into())
    }

    #[test]
    fn the_default_place_follows_the_environment() {
        for (variables, expected) in [
            (&[][..], DefaultLocation::Unknown),
            (&[("HOME", "")], DefaultLocation::Unknown),
            (
                &[("SMELT_CACHE", "none"), ("HOME", "/h")],
                DefaultLocation::Off,
            ),
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
            assert_eq!(location(variables), expected, "{variables:?}");
        }
    }

    #[test]
    fn a_network_file_system_is_known_by_its_magic_number() {
        assert_eq!(network_name(0xef53), None, "ext4");
        assert_eq!(network_name(0x0102_1994), None, "tmpfs");
        assert_eq!(network_name(0x6969), Some("NFS"));
        assert_eq!(network_name(0xffff_ffff_ff53_4d42), Some("CIFS"));
    }
}
