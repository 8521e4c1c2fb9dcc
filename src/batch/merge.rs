//! Merges the outputs of shards into one output, as one run of all cases would have written it.
//!
//! The merged journal is a function of the shards' journals (see [`super::shard_journals`]). So merging again, in any
//! order or after a kill, gives the same bytes. What is copied is never removed from a shard.

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

/// Merges the outputs of all shards of a batch into another one, which has no results of its own. Reports are not
/// written.
///
/// # Errors
/// A shard is missing or given twice, they are not of one configuration, one set of cases and one smelt, or two have
/// worked on one case; or an output is in use, or cannot be read or written.
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
    let owners = owners(&shards)?;
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
    for shard in &shards {
        merged.copied += shard.copy_files(out, &owners)?;
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

    /// Copies the files of its cases to another output. Returns how many that did not have. If a case has moved to
    /// another shard since an earlier night, a file that both have is that of the shard that has it now.
    fn copy_files(&self, out: &Path, owners: &Owners<'_>) -> Result<usize, MergeError> {
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
                    let is_of_other = self.is_of_other(below, owners);
                    copied += usize::from(!is_of_other && self.copy(below, out)?);
                }
            }
        }
        Ok(copied)
    }

    /// Whether the shard that has the case of a file now is another one, and has this very file. What it lacks may be the
    /// result of a search that the journal of this shard names.
    fn is_of_other(&self, below: &Path, owners: &Owners<'_>) -> bool {
        let owner = case_of(below, owners).and_then(|case| owners.get(case));
        owner.is_some_and(|owner| *owner != self.root() && owner.join(below).is_file())
    }

    /// Copies a file to the same place below an output. Returns whether it was not there already.
    fn copy(&self, below: &Path, out: &Path) -> Result<bool, MergeError> {
        let read = |path: &Path| InputFile::own(path).at_most(u64::MAX).bytes();
        let (from, to) = (self.root().join(below), out.join(below));
        let bytes = read(&from).map_err(|source| BatchError::Read { path: from, source })?;
        if read(&to).is_ok_and(|there| there == bytes) {
            return Ok(false);
        }
        replace_below(out, below, &bytes).map_err(BatchError::write(&to))?;
        Ok(true)
    }
}

/// The shards that have worked on cases in their last runs, by the cases.
type Owners<'a> = BTreeMap<&'a str, &'a Path>;

/// The case that a file below an output is of, if it is one of these. Its id is in the path: below the directory of an
/// area and perhaps of a search, and perhaps with an extension, or a directory itself. Of several such ids, it is the
/// longest.
fn case_of<'a>(below: &Path, owners: &Owners<'a>) -> Option<&'a str> {
    let found = [below.to_owned(), below.with_extension("")];
    let known = found.iter().flat_map(|path| {
        let names: Vec<_> = path.components().collect();
        let runs = (1..names.len()).flat_map(|begin| {
            let ends = begin + 1..=names.len();
            ends.map(move |end| (begin, end))
        });
        let ids = runs.map(|(begin, end)| names[begin..end].iter().collect::<PathBuf>());
        let known = ids.filter_map(|id| Some(*owners.get_key_value(id.to_str()?)?.0));
        known.collect::<Vec<_>>()
    });
    known.max_by_key(|id| id.len())
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
    Ok(())
}

/// The shard of each case. That no case is in two shards is checked: it may be if the cases were divided differently
/// for each.
fn owners(shards: &[ShardOutput]) -> Result<Owners<'_>, MergeError> {
    let mut owners = Owners::new();
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
    Ok(owners)
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
