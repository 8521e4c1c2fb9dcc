//! Merges the outputs of shards into one output, as one run of all cases would have written it.
//!
//! The merged journal is a function of the shards' journals (see [`super::shard_journals`]). So merging again, in any order
//! or after a kill, gives the same bytes. What is copied is never removed from a shard.

use super::journal::{each_event, is_begun};
use super::lock::{self, Lock};
use super::shard_journals::{ShardJournal, each_merged_event};
use super::{BatchError, marker};
use crate::disk::{make_directories, replace_below, replace_with};
use crate::event::{Event, Part, SharedText};
use crate::input::InputFile;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// The directories of an output that have files of cases. Those of the side `changed` are below `changed`.
const AREAS: [&str; 6] = [
    "minimized",
    "trace",
    "lifted",
    "changed",
    "chain",
    "earlier",
];

/// What a merge has come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MergedShards {
    /// How many shards there were.
    pub(crate) shards: usize,
    /// How many cases they have, including those without a row.
    pub(crate) cases: usize,
    /// How many files were copied, because the output did not have them yet.
    pub(crate) copied: usize,
}

/// Why shards are not merged.
#[derive(Debug)]
pub(crate) enum MergeError {
    /// They are not the parts of one whole.
    NotAWhole(String),
    /// An output cannot be read or written, or is in use.
    Batch(BatchError),
}

impl MergeError {
    /// Two shards have different files at this place: a case has moved from one to the other between two nights.
    fn two_of(below: &Path, [one, other]: [&Path; 2]) -> MergeError {
        let [below, one, other] = [below, one, other].map(Path::display);
        MergeError::NotAWhole(format!(
            "`{one}` and `{other}` have different files `{below}`: a case has moved between shards"
        ))
    }
}

impl From<BatchError> for MergeError {
    fn from(error: BatchError) -> MergeError {
        MergeError::Batch(error)
    }
}

/// A shard's output.
struct ShardOutput {
    part: Part,
    smelt: String,
    planned: usize,
    /// The cases on which the last run has worked.
    cases: BTreeSet<SharedText>,
    journal: ShardJournal,
}

/// Merges the outputs of all shards of a batch into another one, which has no results of its own. Reports are not written.
///
/// # Errors
/// A shard is missing or given twice, they are not of one configuration, one set of cases and one smelt, or two have
/// different files for one case; or an output is in use, or cannot be read or written.
pub(crate) fn merge_shards(roots: &[PathBuf], out: &Path) -> Result<MergedShards, MergeError> {
    let place = |path: &Path| path.canonicalize().ok();
    if roots
        .iter()
        .any(|root| place(root).is_some() && place(root) == place(out))
    {
        return Err(MergeError::NotAWhole(format!(
            "`{}` is one of the shards, and all together need an output of their own",
            out.display()
        )));
    }
    let _locks = lock_all(roots)?;
    let mut shards = roots
        .iter()
        .map(|root| ShardOutput::read(root))
        .collect::<Result<Vec<_>, _>>()?;
    shards.sort_by_key(|shard| shard.part.shard);
    check_whole(&shards)?;
    make_directories(out).map_err(BatchError::open(out))?;
    marker::claim(out)?;
    let _lock = lock::lock(out)?;
    check_merged(out)?;
    let mut merged = MergedShards {
        shards: shards.len(),
        cases: shards.iter().map(|shard| shard.planned).sum(),
        copied: 0,
    };
    // The files come first: a journal never names a result that is not there.
    let mut owners = BTreeMap::new();
    for shard in &shards {
        merged.copied += shard.copy_files(out, &mut owners)?;
    }
    drop(owners);
    let shards: Vec<ShardJournal> = shards.into_iter().map(|shard| shard.journal).collect();
    write_journal(&shards, merged.cases, &out.join("journal.jsonl"))?;
    Ok(merged)
}

/// Locks these outputs, so that nobody writes to them meanwhile. One that is named twice is locked once, and what is no
/// output is not locked, because the file would stay there.
fn lock_all(roots: &[PathBuf]) -> Result<Vec<Lock>, BatchError> {
    let outputs = roots.iter().filter(|root| is_begun(root));
    let real = |root: &PathBuf| root.canonicalize().map_err(BatchError::open(root));
    let distinct = outputs.map(real).collect::<Result<BTreeSet<_>, _>>()?;
    distinct.iter().map(|root| lock::lock(root)).collect()
}

impl ShardOutput {
    fn read(root: &Path) -> Result<ShardOutput, MergeError> {
        let mut journal = ShardJournal::read(root)?;
        let (Some((planned, Some(part))), Some(smelt)) =
            (journal.planned.take(), journal.smelt.take())
        else {
            return Err(MergeError::NotAWhole(format!(
                "`{}` is not the output of `smelt batch --shard`",
                root.display()
            )));
        };
        Ok(ShardOutput {
            part,
            smelt,
            planned,
            cases: journal.cases(),
            journal,
        })
    }

    /// The directory.
    fn root(&self) -> &Path {
        &self.journal.root
    }

    /// Copies the files of its cases to another output. Returns how many that did not have. `owners` are the shards that
    /// files have come from, by their places.
    fn copy_files<'a>(
        &'a self,
        out: &Path,
        owners: &mut BTreeMap<PathBuf, &'a ShardOutput>,
    ) -> Result<usize, MergeError> {
        let mut copied = 0;
        for area in AREAS {
            // Links are not followed, and not copied.
            for entry in WalkDir::new(self.root().join(area)).sort_by_file_name() {
                let entry = match entry {
                    Ok(entry) => entry,
                    Err(error) if is_missing(&error) => continue,
                    Err(error) => {
                        let path = error.path().unwrap_or(self.root()).to_owned();
                        let source = error.into();
                        return Err(BatchError::Read { path, source }.into());
                    }
                };
                if entry.file_type().is_file()
                    && let Ok(below) = entry.path().strip_prefix(self.root())
                {
                    let owner = owners.entry(below.to_owned()).or_insert(self);
                    copied += usize::from(self.copy(below, out, owner)?);
                }
            }
        }
        Ok(copied)
    }

    /// Copies a file to the same place below an output, unless it is there already. `owner` is the shard that has brought
    /// the one that is there now, or this one. If a case has moved to another shard since an earlier night, the file is that
    /// of the shard which has the case now.
    fn copy<'a>(
        &'a self,
        below: &Path,
        out: &Path,
        owner: &mut &'a ShardOutput,
    ) -> Result<bool, MergeError> {
        let read = |path: &Path| InputFile::own(path).at_most(u64::MAX).bytes();
        let (from, to) = (self.root().join(below), out.join(below));
        let bytes = read(&from).map_err(|source| BatchError::Read { path: from, source })?;
        if read(&to).is_ok_and(|there| there == bytes) {
            return Ok(false);
        }
        if owner.root() != self.root() {
            match (owner.has_case_of(below), self.has_case_of(below)) {
                (true, false) => return Ok(false),
                (false, true) => *owner = self,
                _ => return Err(MergeError::two_of(below, [owner.root(), self.root()])),
            }
        }
        replace_below(out, below, &bytes).map_err(BatchError::write(&to))?;
        Ok(true)
    }

    /// Whether a file at this place is of a case on which the last run of this shard has worked. The id of the case is in
    /// the path, perhaps below the directory of a search, and perhaps a directory itself.
    fn has_case_of(&self, below: &Path) -> bool {
        let names: Vec<_> = below.components().collect();
        let ends = |begin: usize| (begin + 1..=names.len()).map(move |end| (begin, end));
        let mut parts = (1..names.len()).flat_map(ends);
        parts.any(|(begin, end)| {
            let id: PathBuf = names[begin..end].iter().collect();
            id.to_str().is_some_and(|id| self.cases.contains(id))
        })
    }
}

fn is_missing(error: &walkdir::Error) -> bool {
    error
        .io_error()
        .is_some_and(|error| error.kind() == std::io::ErrorKind::NotFound)
}

/// Checks that shards, in order, are all parts of one whole.
fn check_whole(shards: &[ShardOutput]) -> Result<(), MergeError> {
    let not_a_whole = |what: String| Err(MergeError::NotAWhole(what));
    let Some(first) = shards.first() else {
        return not_a_whole("there are no shards".to_owned());
    };
    for shard in shards {
        let (one, other) = (first.root().display(), shard.root().display());
        let what = if shard.part.of != first.part.of {
            format!("of {} shards and of {}", first.part.of, shard.part.of)
        } else if shard.smelt != first.smelt {
            format!("of smelt {} and of smelt {}", first.smelt, shard.smelt)
        } else if (&shard.part.corpus, shard.part.all) != (&first.part.corpus, first.part.all) {
            "of other cases or other settings".to_owned()
        } else {
            continue;
        };
        return not_a_whole(format!(
            "`{one}` and `{other}` are not parts of one batch: they are {what}"
        ));
    }
    let mut places: BTreeMap<u32, &Path> = BTreeMap::new();
    for shard in shards {
        if let Some(before) = places.insert(shard.part.shard, shard.root()) {
            let (one, other) = (before.display(), shard.root().display());
            return not_a_whole(format!(
                "`{one}` and `{other}` are both shard {}",
                shard.part.shard
            ));
        }
    }
    let missing: Vec<String> = (1..=first.part.of)
        .filter(|shard| !places.contains_key(shard))
        .map(|shard| shard.to_string())
        .collect();
    if !missing.is_empty() {
        return not_a_whole(format!(
            "of {} shards, these are missing: {}",
            first.part.of,
            missing.join(", ")
        ));
    }
    let cases: usize = shards.iter().map(|shard| shard.planned).sum();
    if cases != first.part.all {
        return not_a_whole(format!(
            "the shards have {cases} cases, and all together were to have {}",
            first.part.all
        ));
    }
    check_apart(shards)
}

/// Checks that no case is in two shards, as it may be if the cases were divided differently for each.
fn check_apart(shards: &[ShardOutput]) -> Result<(), MergeError> {
    let mut owners: BTreeMap<&str, &Path> = BTreeMap::new();
    for shard in shards {
        for case in &shard.cases {
            if let Some(other) = owners.insert(case, shard.root()) {
                return Err(MergeError::NotAWhole(format!(
                    "`{case}` is in `{}` and in `{}`, so the cases were not divided once for all shards: give each the same \
                     files, `--shard-mode` and `--costs`",
                    other.display(),
                    shard.root().display()
                )));
            }
        }
    }
    Ok(())
}

/// Refuses an output that has results of its own: its journal would be lost.
fn check_merged(out: &Path) -> Result<(), MergeError> {
    // Each run of it begins as a merge writes it.
    let starts = |event: &Event| matches!(event, Event::Start { .. });
    let mut before: Option<bool> = None;
    let mut is_merged = true;
    let read = each_event(out, &mut |event, _| {
        is_merged &= match before {
            None => starts(&event),
            Some(true) => matches!(event, Event::Merged { .. }),
            Some(false) => true,
        };
        before = Some(starts(&event));
    });
    is_merged &= before != Some(true);
    match read {
        Err(BatchError::NoOutput(_)) => return Ok(()),
        read => drop(read?),
    }
    if is_merged {
        return Ok(());
    }
    Err(MergeError::NotAWhole(format!(
        "`{}` has results of its own, which a merge would replace",
        out.display()
    )))
}

/// Writes the merged journal.
fn write_journal(shards: &[ShardJournal], cases: usize, path: &Path) -> Result<(), BatchError> {
    let mut unread = None;
    let written = replace_with(path, |file| {
        let written = each_merged_event(shards, cases, &mut |event| {
            write_line(file, &event).map_err(BatchError::write(path))
        });
        written.map_err(|error| {
            unread = Some(error);
            io::Error::other("a journal cannot be merged")
        })
    });
    match unread {
        Some(error) => Err(error),
        None => written.map_err(BatchError::write(path)),
    }
}

fn write_line(file: &mut dyn Write, event: &Event) -> io::Result<()> {
    let mut line = serde_json::to_vec(event)?;
    line.push(b'\n');
    file.write_all(&line)
}

#[cfg(test)]
mod tests {
    use super::merge_shards;
    use crate::batch::JournalRows;
    use crate::event::{Event, JOURNAL_VERSION, Part, Provenance, RowKey, Side};
    use std::fs;

    fn key(strategy: &str) -> RowKey {
        let key = format!(r#"{{"case":"a","solver":"z3","strategy":"{strategy}"}}"#);
        serde_json::from_str(&key).expect("a key")
    }

    #[test]
    fn a_case_with_two_searches_has_the_places_that_it_has_in_its_shard() {
        let root = tempfile::tempdir().expect("a directory");
        let [shard, merged] = ["shard", "merged"].map(|name| root.path().join(name));
        let part = Part {
            shard: 1,
            of: 1,
            all: 1,
            corpus: String::new(),
        };
        let mut journal = String::new();
        for strategy in ["hybrid", "auto", "auto"] {
            for event in [
                Event::Start {
                    version: JOURNAL_VERSION,
                    smelt: String::new(),
                    nonce: String::new(),
                    call: None,
                    at: None,
                },
                Event::Planned {
                    cases: 1,
                    on_builds: false,
                    part: Some(part.clone()),
                },
                Event::Searching {
                    key: key(strategy),
                    side: Side::Usual,
                    provenance: Provenance::default(),
                },
            ] {
                journal += &serde_json::to_string(&event).expect("JSON");
                journal.push('\n');
            }
        }
        fs::create_dir(&shard).expect("a directory");
        fs::write(shard.join("journal.jsonl"), journal).expect("a journal");
        merge_shards(&[shard], &merged).expect("a whole");
        let (_, places) = JournalRows::read_at(&merged, None).expect("a journal");
        let places = ["hybrid", "auto"].map(|it| places.minimized(&key(it), Side::Usual));
        let expected = ["minimized/a", "minimized/z3+auto/a"];
        assert_eq!(places, expected.map(|place| Some(place.to_owned())));
    }
}
