//! A disk as it may be when the power is cut: what was synced is there, and of the rest as much as a model says.

use smelt::disk::Operation;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What is lost of what was not synced.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Loss {
    /// Nothing: the process was killed.
    None,
    /// The bytes of files; their names are there.
    Data,
    /// The bytes of files, but not their lengths: there are zeros.
    Zeroed,
    /// Half of the bytes that were appended last.
    Torn,
    /// Names: whatever was made, renamed or removed.
    Names,
    /// Every second name, so that what came later may be there without what came before.
    EvenNames,
    /// The others.
    OddNames,
    /// Names and bytes.
    All,
}

impl Loss {
    pub(crate) const ALL: [Loss; 8] = [
        Loss::None,
        Loss::Data,
        Loss::Zeroed,
        Loss::Torn,
        Loss::Names,
        Loss::EvenNames,
        Loss::OddNames,
        Loss::All,
    ];

    /// Whether a change of a name that was not synced is lost, by its number.
    fn takes_name(self, number: usize) -> bool {
        match self {
            Loss::None | Loss::Data | Loss::Zeroed | Loss::Torn => false,
            Loss::Names | Loss::All => true,
            Loss::EvenNames => number.is_multiple_of(2),
            Loss::OddNames => !number.is_multiple_of(2),
        }
    }

    /// The bytes of a file that had some when it was last synced and has others since.
    fn bytes(self, synced: &[u8], now: &[u8]) -> Vec<u8> {
        match self {
            Loss::None | Loss::Names | Loss::EvenNames | Loss::OddNames => now.to_vec(),
            Loss::Data | Loss::All => synced.to_vec(),
            Loss::Zeroed | Loss::Torn if !now.starts_with(synced) => synced.to_vec(),
            Loss::Zeroed => {
                let mut bytes = synced.to_vec();
                bytes.resize(now.len(), 0);
                bytes
            }
            Loss::Torn => now[..now.len().midpoint(synced.len())].to_vec(),
        }
    }
}

/// A file, whatever its names.
#[derive(Clone, Default)]
struct Inode {
    now: Vec<u8>,
    synced: Vec<u8>,
}

/// A change of a name, in the order in which they were made.
struct Change {
    operation: Operation,
    /// The file that was created, or got another name.
    inode: usize,
    is_synced: bool,
}

/// The names and bytes that are left.
pub(crate) struct Disk {
    directories: Vec<PathBuf>,
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl Disk {
    /// The disk after these operations and a power cut.
    pub(crate) fn after(operations: &[Operation], loss: Loss) -> Disk {
        let mut inodes: Vec<Inode> = Vec::new();
        let mut names: BTreeMap<PathBuf, usize> = BTreeMap::new();
        let mut changes: Vec<Change> = Vec::new();
        for operation in operations {
            let mut inode = 0;
            match operation {
                Operation::Append(path, bytes) => {
                    inodes[names[path]].now.extend(bytes);
                    continue;
                }
                Operation::Truncate(path, length) => {
                    let length = usize::try_from(*length).expect("a length");
                    inodes[names[path]].now.truncate(length);
                    continue;
                }
                Operation::Sync(path) => {
                    let inode = &mut inodes[names[path]];
                    inode.synced.clone_from(&inode.now);
                    continue;
                }
                Operation::SyncDirectory(path) => {
                    let of = |change: &&mut Change| is_in(path, &change.operation);
                    changes
                        .iter_mut()
                        .filter(of)
                        .for_each(|change| change.is_synced = true);
                    continue;
                }
                Operation::Create(path) => {
                    inode = inodes.len();
                    inodes.push(Inode::default());
                    names.insert(path.clone(), inode);
                }
                Operation::Rename(from, to) => {
                    inode = names.remove(from).expect("a file");
                    names.insert(to.clone(), inode);
                }
                Operation::Remove(path) => drop(names.remove(path)),
                Operation::MakeDirectory(_) => {}
            }
            changes.push(Change {
                operation: operation.clone(),
                inode,
                is_synced: false,
            });
        }
        Disk::of(&changes, &inodes, loss)
    }

    fn of(changes: &[Change], inodes: &[Inode], loss: Loss) -> Disk {
        let mut disk = Disk {
            directories: Vec::new(),
            files: BTreeMap::new(),
        };
        for (number, change) in changes.iter().enumerate() {
            if !change.is_synced && loss.takes_name(number) {
                continue;
            }
            let inode = &inodes.get(change.inode);
            let bytes = || inode.map_or(Vec::new(), |inode| loss.bytes(&inode.synced, &inode.now));
            match &change.operation {
                Operation::MakeDirectory(path) => disk.directories.push(path.clone()),
                Operation::Create(path) => drop(disk.files.insert(path.clone(), bytes())),
                Operation::Rename(from, to) => {
                    disk.files.remove(from);
                    disk.files.insert(to.clone(), bytes());
                }
                Operation::Remove(path) => drop(disk.files.remove(path)),
                _ => {}
            }
        }
        disk
    }

    /// The bytes of a file, if it is there.
    pub(crate) fn file(&self, path: &Path) -> Option<&[u8]> {
        self.files.get(path).map(Vec::as_slice)
    }

    /// Makes what is left below one directory in another one; a digest of it.
    pub(crate) fn lay_out(&self, root: &Path, to: &Path) -> blake3::Hash {
        let mut digest = Vec::new();
        for directory in &self.directories {
            if let Ok(below) = directory.strip_prefix(root)
                && self.is_reachable(root, directory)
            {
                fs::create_dir_all(to.join(below)).expect("a directory");
                digest.push(format!("{}", below.display()));
            }
        }
        for (path, bytes) in &self.files {
            if let Ok(below) = path.strip_prefix(root)
                && path
                    .parent()
                    .is_some_and(|parent| self.is_reachable(root, parent))
            {
                fs::write(to.join(below), bytes).expect("a file");
                // Nobody reads the reports, so that they make no difference to a run that goes on.
                if is_report(below) {
                    continue;
                }
                digest.push(format!("{} {}", below.display(), blake3::hash(bytes)));
            }
        }
        blake3::hash(digest.join("\n").as_bytes())
    }

    /// Whether a directory and those above it are there.
    fn is_reachable(&self, root: &Path, directory: &Path) -> bool {
        let mut above = directory
            .ancestors()
            .take_while(|above| above.starts_with(root));
        above.all(|above| self.directories.iter().any(|made| made == above))
    }
}

fn is_report(below: &Path) -> bool {
    let name = below.to_string_lossy();
    let reports = [
        "results.csv",
        "groups.csv",
        "mutators.csv",
        "summary.md",
        "report.html",
    ];
    reports.iter().any(|report| name.starts_with(report))
}

/// Whether an operation changes a name in this directory.
fn is_in(directory: &Path, operation: &Operation) -> bool {
    let (Operation::MakeDirectory(path)
    | Operation::Create(path)
    | Operation::Remove(path)
    | Operation::Rename(_, path)) = operation
    else {
        return false;
    };
    path.parent() == Some(directory)
}
