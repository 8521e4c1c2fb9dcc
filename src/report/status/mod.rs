//! What became of the cases of an output, in formats for programs and pages. The one for people is in `cli`.

mod json;
mod junit;
mod markdown;

pub use json::status_json;
pub use junit::status_junit;
pub use markdown::status_markdown;

use super::{Rows, Since};
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// What is compared, for the headings.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The output directory.
    pub output: String,
    /// When its last run began, if that is known.
    pub run: Option<Timestamp>,
    /// What it is compared with.
    pub since: Since,
    /// The zone in which times are shown.
    pub zone: TimeZone,
}

impl Frame {
    /// The last run in these rows beside the one before.
    pub fn of_last_run(output: String, rows: &Rows, zone: TimeZone) -> Frame {
        Frame {
            output,
            run: rows.began(),
            since: rows.run_before(),
            zone,
        }
    }

    /// What is compared, in one line: `out, run of 2026-11-26 22:00, since the run before of 2026-11-25 22:00`.
    pub fn heading(&self) -> String {
        let run = self.run.map(|run| format!(", run of {}", self.shown(run)));
        let since = match &self.since {
            Since::Nothing => ", the first run".to_owned(),
            Since::RunBefore(None) => ", since the run before".to_owned(),
            Since::RunBefore(Some(time)) => {
                format!(", since the run before of {}", self.shown(*time))
            }
            Since::Time(time) => format!(", since {}", self.shown(*time)),
            Since::Output(output) => format!(", since {output}"),
        };
        format!("{}{}{since}", self.output, run.unwrap_or_default())
    }

    fn shown(&self, time: Timestamp) -> String {
        let time = time.to_zoned_datetime(self.zone.clone());
        time.strftime("%Y-%m-%d %H:%M").to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::{Frame, Since};
    use jiff::tz::{TimeZone, offset};

    #[test]
    fn a_heading_says_what_is_compared_with_what_in_the_zone_of_the_reader() {
        let time = |text: &str| text.parse().expect("a time");
        let night = time("2026-11-25T22:00:03Z");
        for (since, end) in [
            (Since::Nothing, "the first run"),
            (Since::RunBefore(None), "since the run before"),
            (
                Since::RunBefore(Some(night)),
                "since the run before of 2026-11-25 23:00",
            ),
            (Since::Time(night), "since 2026-11-25 23:00"),
            (Since::Output("old".to_owned()), "since old"),
        ] {
            let frame = Frame {
                output: "out".to_owned(),
                run: Some(time("2026-11-26T22:00:03Z")),
                since,
                zone: TimeZone::fixed(offset(1)),
            };
            assert_eq!(
                frame.heading(),
                format!("out, run of 2026-11-26 23:00, {end}")
            );
        }
    }
}
