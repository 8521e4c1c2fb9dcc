//! `smelt slurm`: scripts with which Slurm runs the shards of a batch and merges them.

use super::cases::Cases;
use super::preparation::absolute;
use crate::cli::args::SlurmArgs;
use crate::cli::error::CliError;
use crate::cli::{exit, output};
use crate::command;
use crate::corpus::Planned;
use crate::disk::{make_directories, replace};
use crate::event::Call;
use crate::solver::{place, printed_by};
use crate::store::{Place, place_of};
use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

const JOB: &str = include_str!("slurm/job.sh");
const MERGE: &str = include_str!("slurm/merge.sh");

/// The options of a call that are not those of the batch of a shard.
const OWN_OPTIONS: [&str; 9] = [
    "--array",
    "--time",
    "--scratch",
    "--sbatch",
    "--restarts",
    "--out",
    "-o",
    "--cache",
    "--shard-store",
];

/// How long before its limit of time a task is told to end, in seconds.
const NOTICE: u64 = 120;

/// What a task needs besides what its solvers may take, in MB.
const OWN_MEMORY: u64 = 1024;

/// The memory limit of each run of a solver if none is given, in MB.
const USUAL_MEMORY: u64 = 4096;

pub(super) fn run(args: &SlurmArgs) -> Result<u8, CliError> {
    if args.batch.shards.shard.is_some() || args.batch.alone.is_some() {
        return Err(CliError::usage(
            "each task has its shard by its number in the array",
            "leave `--shard` out",
        ));
    }
    // What is wrong with the cases or their configuration is better said now than by each task.
    let planned = Cases::of_batch(&args.batch)?.planned;
    let files = Files::of(args)?;
    make_directories(&files.logs).map_err(|error| CliError::unwritten(&files.logs, &error))?;
    for (path, text) in [
        (&files.job, files.job_text(args, memory(&planned))?),
        (&files.merge, files.merge_text(args)?),
    ] {
        replace(path, text.as_encoded_bytes())
            .map_err(|error| CliError::unwritten(path, &error))?;
    }
    output::say(&format!("{} cases, {} shards", planned.len(), args.array));
    if args.submit {
        return submit(&files);
    }
    let (job, merge) = (files.job.display(), files.merge.display());
    output::data(&format!("{job}\n{merge}\n"))?;
    Ok(exit::DONE)
}

/// Submits the array, and the merge that waits for all of its tasks.
fn submit(files: &Files) -> Result<u8, CliError> {
    let sbatch = |words: &[OsString]| {
        let printed = printed_by("sbatch", words).map_err(|error| {
            let message = format!(
                "cannot submit `{}` with `sbatch`: {error}",
                files.job.display()
            );
            CliError::usage(message, "is this a host on which Slurm takes jobs?")
        })?;
        // The id of the job may be followed by the name of the cluster.
        let id = printed.trim().split(';').next().unwrap_or_default();
        Ok::<String, CliError>(id.to_owned())
    };
    let array = sbatch(&["--parsable".into(), files.job.clone().into()])?;
    let merge = sbatch(&[
        "--parsable".into(),
        format!("--dependency=afterany:{array}").into(),
        files.merge.clone().into(),
    ])?;
    output::data(&format!("array {array}\nmerge {merge}\n"))?;
    Ok(exit::DONE)
}

/// The paths below the output.
struct Files {
    out: PathBuf,
    logs: PathBuf,
    job: PathBuf,
    merge: PathBuf,
    smelt: PathBuf,
}

impl Files {
    fn of(args: &SlurmArgs) -> Result<Files, CliError> {
        let out = absolute(&args.batch.out)?;
        let logs = out.join("slurm");
        let smelt = std::env::current_exe().map_err(|error| {
            CliError::usage(format!("cannot find smelt's own program: {error}"), "")
        })?;
        Ok(Files {
            job: logs.join("job.sh"),
            merge: logs.join("merge.sh"),
            out,
            logs,
            smelt,
        })
    }

    fn job_text(&self, args: &SlurmArgs, memory: u64) -> Result<OsString, CliError> {
        let run = &args.batch.common.run;
        let jobs = run.jobs.map_or(1, NonZeroUsize::get) as u64;
        let jobs_word = if run.jobs.is_none() { "-j 1 " } else { "" };
        // The tasks only read the base, and their copies of it, whatever its name says.
        let base = match run.cache.as_deref().map(place_of) {
            Some(Place::Off) => None,
            Some(Place::At(path) | Place::ToRead(path)) => Some(absolute(&path)?),
            Some(Place::Unknown) | None => Some(self.out.join("merged/store.db")),
        };
        let cache = if base.is_some() {
            "\"$scratch/base.db\""
        } else {
            "none"
        };
        let scratch = match &args.scratch {
            Some(directory) => quoted(directory.as_os_str())?,
            None => "\"${TMPDIR:-/tmp}\"".to_owned(),
        };
        // Relative paths of the call begin there: those of cases, solvers and configurations.
        let here = absolute(Path::new("."))?;
        let mut more = options(args)?;
        if let Some(time) = args.time {
            let minutes = time.as_secs().div_ceil(60);
            let _ = writeln!(more, "#SBATCH --time={minutes}");
        }
        Ok(filled(
            JOB,
            &[
                ("@COUNT@", args.array.to_string()),
                ("@LOGS@", plain(&self.logs)?),
                ("@CPUS@", jobs.to_string()),
                ("@MEMORY@", (jobs * memory + OWN_MEMORY).to_string()),
                ("@NOTICE@", notice(args.time).to_string()),
                ("@RESTARTS@", args.restarts.to_string()),
                ("@MORE@", more),
                ("@OUT@", quoted(self.out.as_os_str())?),
                ("@SMELT@", quoted(self.smelt.as_os_str())?),
                ("@SCRATCH@", scratch),
                ("@HERE@", quoted(here.as_os_str())?),
                ("@BASE@", quoted(base.unwrap_or_default().as_os_str())?),
                ("@CACHE@", cache.to_owned()),
                ("@WORDS@", format!("{jobs_word}{}", words()?)),
            ],
        ))
    }

    fn merge_text(&self, args: &SlurmArgs) -> Result<OsString, CliError> {
        let shards: Vec<String> = (1..=args.array.get())
            .map(|shard| quoted(self.out.join(format!("shard-{shard}")).as_os_str()))
            .collect::<Result<_, _>>()?;
        Ok(filled(
            MERGE,
            &[
                ("@LOGS@", plain(&self.logs)?),
                ("@MORE@", options(args)?),
                ("@SMELT@", quoted(self.smelt.as_os_str())?),
                ("@SHARDS@", shards.join(" ")),
                ("@MERGED@", quoted(self.out.join("merged").as_os_str())?),
            ],
        ))
    }
}

/// The largest memory limit of a run of a solver, in MB.
fn memory(planned: &[Planned]) -> u64 {
    let settings = planned
        .iter()
        .filter_map(|planned| planned.settings.as_ref().ok());
    let limits = settings.map(|settings| settings.memory_mb.unwrap_or(USUAL_MEMORY));
    limits.max().unwrap_or(USUAL_MEMORY)
}

/// A template with its places filled. What is filled in is not looked at again.
fn filled(template: &str, values: &[(&str, String)]) -> OsString {
    let values = values
        .iter()
        .map(|(place, value)| (*place, OsStr::new(value)));
    place::filled(OsStr::new(template), &values.collect::<Vec<_>>())
}

/// How long before its end a task is told, in seconds: at most a quarter of its time.
fn notice(time: Option<Duration>) -> u64 {
    time.map_or(NOTICE, |time| NOTICE.min(time.as_secs() / 4))
}

/// Lines for further options of sbatch.
fn options(args: &SlurmArgs) -> Result<String, CliError> {
    let mut lines = String::new();
    for option in &args.sbatch {
        if option.contains(['\n', '\r']) {
            return Err(CliError::usage(
                "an option of sbatch has a line break",
                "give `--sbatch` once for each option",
            ));
        }
        let _ = writeln!(lines, "#SBATCH {option}");
    }
    Ok(lines)
}

/// The words of this call that are those of the batch of each shard.
fn words() -> Result<String, CliError> {
    let is_command = |word: &OsString| word == "--";
    let mut command = false;
    let all = std::env::args_os().skip(2).flat_map(|word| {
        command |= is_command(&word);
        if command { vec![word] } else { apart(word) }
    });
    let call = Call::new(Path::new("/"), &all.collect::<Vec<_>>());
    let left = call.without(&OWN_OPTIONS).words();
    let command = left.iter().position(is_command).unwrap_or(left.len());
    let own = left.iter().take(command);
    let own = own.filter(|word| *word != "--submit");
    let words = own.chain(left.iter().skip(command));
    let words: Vec<String> = words.map(|word| quoted(word)).collect::<Result<_, _>>()?;
    Ok(words.join(" "))
}

/// Splits a word in which `-o` comes after flags, as in `-qo DIR` and `-qoDIR`. Any other word stays as it is.
fn apart(word: OsString) -> Vec<OsString> {
    let letters = word.as_bytes();
    let flags = letters.iter().skip(1).take_while(|it| b"qv".contains(it));
    let end = 1 + flags.count();
    if end == 1 || !letters.starts_with(b"-") || letters.get(end) != Some(&b'o') {
        return vec![word];
    }
    let (flags, out) = letters.split_at(end);
    let out = [b"-", out].concat();
    vec![OsStr::from_bytes(flags).into(), OsString::from_vec(out)]
}

/// A word as a shell reads it.
fn quoted(word: &OsStr) -> Result<String, CliError> {
    Ok(command::quoted(&[text(word)?]))
}

/// A path for a line of options, where nothing can be quoted.
fn plain(path: &Path) -> Result<String, CliError> {
    let path = text(path.as_os_str())?;
    if path.contains(|letter: char| letter.is_whitespace() || letter == '%') {
        return Err(CliError::usage(
            format!("Slurm cannot write its logs to `{path}`"),
            "choose an output whose path has no spaces and no `%`",
        ));
    }
    Ok(path.to_owned())
}

fn text(word: &OsStr) -> Result<&str, CliError> {
    word.to_str().ok_or_else(|| {
        let word = word.display();
        let message = format!("`{word}` is no text in UTF-8, so no script can have it");
        CliError::usage(message, "rename it")
    })
}

#[cfg(test)]
mod tests {
    use super::{JOB, MERGE, apart, notice};
    use std::time::Duration;

    #[test]
    fn a_task_is_told_before_its_end_but_not_too_early() {
        assert_eq!(notice(None), 120);
        assert_eq!(notice(Some(Duration::from_mins(1))), 15);
        assert_eq!(notice(Some(Duration::from_hours(8))), 120);
    }

    #[test]
    fn the_output_after_flags_is_an_option_of_its_own() {
        for (word, words) in [
            ("-qo", &["-q", "-o"][..]),
            ("-qvoout", &["-qv", "-oout"]),
            ("-oqo", &["-oqo"]),
            ("-qj2", &["-qj2"]),
            ("qo", &["qo"]),
            ("-", &["-"]),
        ] {
            assert_eq!(apart(word.into()), words, "{word}");
        }
    }

    #[test]
    fn the_scripts_are_scripts_of_bash() {
        for script in [JOB, MERGE] {
            assert!(script.starts_with("#!/bin/bash\n#SBATCH "));
        }
    }
}
