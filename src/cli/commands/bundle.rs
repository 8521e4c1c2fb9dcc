//! `smelt bundle`: an archive with which anybody can see a bug without smelt.
//!
//! The same result gives the same bytes: times and owners are fixed. Every name in the archive is made here, or is that
//! of a file without its directory, so nothing is unpacked outside of its one directory.

use super::delivered::{Delivered, DeliveredBy};
use super::issue::extension;
use crate::cli::args::BundleArgs;
use crate::cli::error::CliError;
use crate::cli::escape::on_a_line;
use crate::cli::{exit, output};
use crate::command::CommandWord;
use crate::corpus::{SEED, Settings};
use crate::disk;
use crate::input::{self, InputFile};
use crate::report::{Replay, portable, thousands, typed};
use flate2::{Compression, GzBuilder};
use serde_json::json;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tar::{Builder, EntryType, Header};

/// The time of all files in an archive: 1 January 2000. Some programs complain about 1970.
const TIME: u64 = 946_684_800;

/// The longest name of the directory in an archive.
const LONGEST: usize = 60;

/// A file of an archive.
struct BundledFile {
    name: String,
    bytes: Vec<u8>,
    is_program: bool,
}

impl BundledFile {
    fn of(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> BundledFile {
        BundledFile {
            name: name.into(),
            bytes: bytes.into(),
            is_program: false,
        }
    }
}

pub(super) fn run(args: &BundleArgs) -> Result<u8, CliError> {
    let to = args
        .to
        .as_deref()
        .map(super::preparation::absolute)
        .transpose()?;
    let here = super::preparation::absolute(Path::new("."))?;
    let by = DeliveredBy::of(&args.output, &args.case)?;
    let delivered = by.result()?;
    let directory = directory(&delivered.result.row.case);
    let to = to.unwrap_or_else(|| here.join(format!("{directory}.tar.gz")));
    if to.symlink_metadata().is_ok() {
        return Err(CliError::usage(
            format!("`{}` exists already", to.display()),
            "name another file with `--to`, or remove this one",
        ));
    }
    let files = files(&by.root, &delivered)?;
    let unwritten = |error| CliError::unwritten(&to, &error);
    let archive = archive(&directory, &files).map_err(unwritten)?;
    disk::replace(&to, &archive).map_err(unwritten)?;
    output::say(&format!(
        "{}: {} files, {} bytes",
        to.display(),
        files.len(),
        thousands(archive.len() as u64)
    ));
    Ok(exit::DONE)
}

/// The name of the directory in the archive: that of the case's file without its extension.
fn directory(case: &str) -> String {
    let stem = Path::new(case)
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    let plain: String = stem
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || "-_.".contains(c) {
                c
            } else {
                '_'
            }
        })
        .take(LONGEST)
        .collect();
    let plain = plain.trim_start_matches(['.', '-']);
    if plain.is_empty() { "case" } else { plain }.to_owned()
}

/// The files of the archive.
fn files(root: &Path, delivered: &Delivered<'_>) -> Result<Vec<BundledFile>, CliError> {
    let Delivered { result, path, text } = delivered;
    let original = input::read(&result.planned.case.file, true).map_err(|error| {
        let path = result.planned.case.path().display();
        CliError::usage(
            format!("cannot read the original `{path}`: {error}"),
            "put it back where the batch has found it",
        )
    })?;
    let extension = extension(path);
    let minimized = format!("minimized.{extension}");
    let settings = result.settings_of_result();
    let command = portable(&settings.command);
    let failure = result
        .row
        .signature_after
        .clone()
        .or_else(|| result.row.signature.clone());
    let comments = [
        "Runs the solver on the minimized file of this directory.".to_owned(),
        format!("The failure: {}", failure.unwrap_or_default()),
    ];
    let script = |command: &[CommandWord], comments: &[String], seeds: Option<u32>| {
        let replay = Replay {
            command,
            input: &minimized,
            comments,
            seeds: seeds.map(|seeds| (SEED, seeds)),
            needs_files: !settings.depends.is_empty(),
        };
        replay.script()
    };
    let program = |name: String, script: Vec<u8>| BundledFile {
        is_program: true,
        ..BundledFile::of(name, script)
    };
    let mut files = vec![
        BundledFile::of("README.txt", readme(&minimized, &command, &settings)),
        BundledFile::of("bundle.json", description(delivered, &settings)),
        BundledFile::of(format!("original.{extension}"), original.text),
        program(
            "replay".to_owned(),
            script(&command, &comments, settings.seeds),
        ),
        BundledFile::of(&*minimized, text.clone()),
    ];
    for (number, other) in settings.others.iter().enumerate() {
        let name = format!("replay-{}", number + 2);
        files.push(program(
            name,
            script(&portable(other), &comments[..1], None),
        ));
    }
    files.extend(chain(root, path));
    for path in &settings.depends {
        let needed = needed(path)?;
        let own = |file: &BundledFile| file.name.split('/').next() == Some(&*needed.name);
        if files.iter().any(own) {
            let message = format!("the archive has a file of its own called `{}`", needed.name);
            let hint = "give the file of `depends` another name";
            return Err(CliError::usage(message, hint));
        }
        files.push(needed);
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}

/// A file that the solver needs beside its input.
fn needed(path: &Path) -> Result<BundledFile, CliError> {
    let unusable = |why: String| {
        let message = format!("`{}`, which the solver needs, {why}", path.display());
        CliError::usage(message, "put it back where the batch has found it")
    };
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| unusable("has a name that is not UTF-8".to_owned()))?;
    let bytes = InputFile::named(path).bytes();
    let bytes = bytes.map_err(|error| unusable(format!("cannot be read: {error}")))?;
    let mode = path
        .metadata()
        .map_or(0, |found| found.permissions().mode());
    Ok(BundledFile {
        is_program: mode & 0o111 != 0,
        ..BundledFile::of(name, bytes)
    })
}

/// The texts between the original and the minimized file, as the output keeps them.
fn chain(root: &Path, minimized: &Path) -> Vec<BundledFile> {
    let Ok(place) = minimized.strip_prefix(root.join("minimized")) else {
        return Vec::new();
    };
    let directory = root.join("chain").join(place);
    let mut paths: Vec<PathBuf> = match directory.read_dir() {
        Ok(entries) => entries.flatten().map(|entry| entry.path()).collect(),
        Err(_) => return Vec::new(),
    };
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        let name = path.file_name().and_then(|name| name.to_str());
        let is_plain = |name: &&str| {
            !name.starts_with('.') && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '.')
        };
        if let Some(name) = name.filter(is_plain)
            && let Ok(bytes) = InputFile::own(&path).bytes()
        {
            files.push(BundledFile::of(format!("chain/{name}"), bytes));
        }
    }
    files
}

/// What a reader needs to know.
fn readme(minimized: &str, command: &[CommandWord], settings: &Settings) -> String {
    let command = on_a_line(&typed(command, minimized));
    let mut more = String::new();
    if let Some(seeds) = settings.seeds {
        let _ = writeln!(
            more,
            "{SEED} is a seed: replay tries 1 to {seeds}, with some of which the solver fails.\n"
        );
    }
    if !settings.depends.is_empty() {
        more.push_str(
            "The solver also reads other files beside these, so it runs in their directory.\n\n",
        );
    }
    format!(
        "An input on which a solver fails, made small with smelt.\n\n\
         {minimized}: the small input.\n\
         original.*: the input that it was made from.\n\
         replay: runs the solver on the small input, as in\n\n    {command}\n\n{more}\
         Give it another file to run the solver on that. If the program is not on PATH, name it:\n\n    \
         SOLVER=/path/to/program ./replay\n\n\
         replay-2, …: the same for the solvers to compare with, if there are any.\n\
         chain/: texts between the two, if they were kept: zstd, a line of JSON with their lengths, then the texts.\n\
         bundle.json: the command word by word, the names of variables that the solver was given, and digests.\n"
    )
}

/// `bundle.json`.
fn description(delivered: &Delivered<'_>, settings: &Settings) -> String {
    let Delivered { result, text, .. } = delivered;
    let row = &result.row;
    let names = |words: &[OsString]| -> Vec<String> {
        words
            .iter()
            .map(|word| word.to_string_lossy().into_owned())
            .collect()
    };
    let words = |command: &[OsString]| -> Vec<String> {
        portable(command).iter().map(CommandWord::text).collect()
    };
    let depends: Vec<_> = settings
        .depends
        .iter()
        .filter_map(|path| path.file_name())
        .map(|name| name.to_string_lossy())
        .collect();
    let others: Vec<_> = settings
        .others
        .iter()
        .map(|command| words(command))
        .collect();
    let description = json!({
        "smelt": env!("CARGO_PKG_VERSION"),
        "case": row.case,
        "solver": row.solver,
        "oracle": row.oracle,
        "command": words(&settings.command),
        "other_commands": others,
        "environment": names(&settings.env),
        "depends": depends,
        "failure": row.signature_after.as_ref().or(row.signature.as_ref()),
        "group": row.group,
        "original": {"bytes": row.bytes_before, "blake3": row.source_blake3},
        "minimized": {"bytes": text.len(), "blake3": blake3::hash(text).to_hex().to_string()},
    });
    format!("{description:#}\n")
}

/// The archive.
fn archive(directory: &str, files: &[BundledFile]) -> io::Result<Vec<u8>> {
    let compressed = GzBuilder::new().write(Vec::new(), Compression::best());
    let mut archive = Builder::new(compressed);
    for file in files {
        let mut header = Header::new_ustar();
        header.set_entry_type(EntryType::Regular);
        header.set_mode(if file.is_program { 0o755 } else { 0o644 });
        header.set_uid(0);
        header.set_gid(0);
        header.set_mtime(TIME);
        header.set_size(file.bytes.len() as u64);
        archive.append_data(
            &mut header,
            format!("{directory}/{}", file.name),
            &file.bytes[..],
        )?;
    }
    archive.into_inner()?.finish()
}
