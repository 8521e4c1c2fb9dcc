//! `smelt merge`: joins the outputs of the shards of a batch.

use super::cache;
use super::journalled::cases_now;
use super::preparation::absolute;
use crate::batch::{self, JournalRows, MergeError, ResultPlaces, merge_shards};
use crate::cli::args::MergeArgs;
use crate::cli::error::CliError;
use crate::cli::status_view::print_status;
use crate::cli::{escape, exit, output, store};
use crate::event::Row;
use crate::input::InputFile;
use crate::report::{Comparison, Earlier, Frame};
use crate::store::Store;
use jiff::tz::TimeZone;
use std::path::{Path, PathBuf};

pub(super) fn run(args: &MergeArgs) -> Result<u8, CliError> {
    // Looking for the cases may change the current directory.
    let out = absolute(&args.out)?;
    let shards: Vec<PathBuf> = args
        .shards
        .iter()
        .map(|shard| absolute(shard))
        .collect::<Result<_, _>>()?;
    let merged = merge_shards(&shards, &out)?;
    let is_damaged = merge_stores(&shards, &out)?;
    let (JournalRows { history, call, .. }, places) = JournalRows::read_at(&out, None)?;
    batch::rewrite_reports(&out, &cases_now(call.as_ref()))?;
    let now = &history.now;
    let comparison = Comparison::of(now, Earlier::State(&history.before));
    let frame = Frame::of_last_run(args.out.display().to_string(), now, TimeZone::system());
    print_status(&comparison, &frame, false)?;
    output::say(&format!(
        "{} shards, {} cases, {} files copied",
        merged.shards, merged.cases, merged.copied
    ));
    let rows = now.current();
    let missing = rows.iter().filter(|row| !has_result(&out, row, &places));
    let is_damaged = missing.count() > 0 || is_damaged;
    Ok(exit::of_rows(now.current().iter(), false)
        .max(exit::if_so(now.pending() > 0, exit::CUT))
        .max(exit::if_so(is_damaged, exit::CASES)))
}

/// Whether the minimized file of a row is the one that its shard has delivered. If it is not, a note says so.
fn has_result(out: &Path, row: &Row, places: &ResultPlaces) -> bool {
    let place = places.minimized(&row.key(), row.side());
    let Some((digest, place)) = row.minimized_blake3.as_ref().zip(place) else {
        return true;
    };
    let file = InputFile::own(out.join(&place)).bytes();
    let is_it = file.is_ok_and(|text| blake3::hash(&text).to_hex().as_str() == digest);
    if !is_it {
        output::say(&format!(
            "note: `{}` is not there as its shard has delivered it; run that shard again",
            escape(&place)
        ));
    }
    is_it
}

/// Adds what the stores of the shards know to that of the output. Returns whether something was damaged.
fn merge_stores(shards: &[PathBuf], out: &Path) -> Result<bool, CliError> {
    let paths = shards.iter().map(|shard| shard.join(store::BESIDE));
    let others: Vec<PathBuf> = paths.filter(|path| path.exists()).collect();
    if others.is_empty() {
        return Ok(false);
    }
    let own = || Ok(store::noted(Store::open(&out.join(store::BESIDE))?));
    let (_, is_damaged) = cache::merged(&others, own)?;
    Ok(is_damaged)
}

impl From<MergeError> for CliError {
    fn from(error: MergeError) -> CliError {
        match error {
            MergeError::NotAWhole(what) => CliError::usage(
                format!("cannot merge: {what}"),
                "name the outputs of all shards of one batch, and an output of its own (`smelt help cluster`)",
            ),
            MergeError::Batch(error) => error.into(),
        }
    }
}
