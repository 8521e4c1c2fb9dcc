//! `smelt status`: what became of the cases of a batch, from its journal alone.

use super::outputs::batch_rows;
use crate::cli::args::{StatusArgs, StatusFormat};
use crate::cli::error::CliError;
use crate::cli::since::{SinceValue, since};
use crate::cli::status_view::print_status;
use crate::cli::{exit, output};
use crate::event::RowKey;
use crate::report::{
    Comparison, Earlier, Entry, Frame, Since, status_json, status_junit, status_markdown,
};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use std::path::Path;

pub(super) fn run(args: &StatusArgs) -> Result<u8, CliError> {
    let zone = TimeZone::system();
    let wanted = args.since.as_deref();
    let wanted = wanted.map(|text| since(text, Timestamp::now(), &zone));
    let wanted = wanted.transpose()?;
    let time = match &wanted {
        Some(SinceValue::Time(time)) => Some(*time),
        Some(SinceValue::Output(_)) | None => None,
    };
    let (history, places) = batch_rows(&args.output, time)?;
    let now = &history.now;
    let mut frame = Frame::of_last_run(args.output.display().to_string(), now, zone);
    let comparison = match wanted {
        None => Comparison::of(now, Earlier::State(&history.before)),
        Some(SinceValue::Time(time)) => {
            let then = history.then().ok_or_else(|| untimed(&args.output))?;
            frame.since = Since::Time(time);
            Comparison::of(now, Earlier::State(then))
        }
        Some(SinceValue::Output(other)) => {
            let (other_history, _) = batch_rows(&other, None)?;
            frame.since = Since::Output(other.display().to_string());
            Comparison::of(now, Earlier::Output(&other_history.now))
        }
    };
    match args.format {
        StatusFormat::Text => print_status(&comparison, &frame, args.all)?,
        StatusFormat::Markdown => output::data(&status_markdown(&comparison, &frame))?,
        StatusFormat::Json => {
            let place = |key: &RowKey, side| places.minimized(key, side);
            output::report(status_json(&comparison, &frame, &place))?;
        }
        StatusFormat::Junit => output::report(status_junit(&comparison, &frame))?,
    }
    let needs_a_look = args.exit_code && comparison.entries.iter().any(Entry::needs_a_look);
    Ok(exit::if_so(needs_a_look, exit::CASES))
}

fn untimed(output: &Path) -> CliError {
    CliError::usage(
        format!(
            "the journal of `{}` does not say when the results of that time were made: an older smelt has written it",
            output.display()
        ),
        "leave `--since` out to compare with the run before, or name another output",
    )
}
