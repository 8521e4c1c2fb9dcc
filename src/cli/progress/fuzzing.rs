//! The progress of `smelt fuzz`: programs, programs per second, and defects by category.

use super::one_line::{InOneLine, OneLine};
use super::words::{clock, count, rate};
use crate::cli::output;
use crate::fuzzing::{Category, Defect, FuzzWatch, Tally};
use crate::report::thousands;
use std::time::Duration;

/// Shows progress until it is dropped.
pub(crate) struct FuzzDisplay {
    /// How much is printed; no progress if it is negative.
    level: i16,
    line: OneLine<FuzzedSoFar>,
}

struct FuzzedSoFar {
    budget: Option<Duration>,
    programs: u64,
    total: Tally,
}

impl FuzzDisplay {
    pub(crate) fn new(level: i16, budget: Option<Duration>) -> FuzzDisplay {
        let so_far = FuzzedSoFar {
            budget,
            programs: 0,
            total: Tally::default(),
        };
        FuzzDisplay {
            level,
            line: OneLine::begin(so_far, level < 0),
        }
    }
}

impl InOneLine for FuzzedSoFar {
    fn text(&self, elapsed: Duration) -> String {
        let per_second = self.programs as f64 / elapsed.as_secs_f64().max(0.001);
        let left = self.budget.map_or_else(String::new, |budget| {
            format!("  {} left", clock(budget.saturating_sub(elapsed)))
        });
        format!(
            "{}  {} a second  {}  {}{left}",
            count(self.programs, "program"),
            rate(per_second),
            defects(&self.total),
            clock(elapsed),
        )
    }
}

/// The number of defects, and of those of each category that has any.
fn defects(total: &Tally) -> String {
    let mut each = Vec::new();
    for category in Category::ALL {
        let number = total.of(category);
        if number > 0 {
            each.push(format!("{} {}", thousands(number), category.name()));
        }
    }
    if each.is_empty() {
        return "no defects".to_owned();
    }
    format!("{} ({})", count(total.defects(), "defect"), each.join(", "))
}

impl FuzzWatch for FuzzDisplay {
    fn tried(&self, programs: u64, total: &Tally) {
        let mut so_far = self.line.shown();
        so_far.programs = programs;
        so_far.total.clone_from(total);
    }

    fn found(&self, program: &str, solver: &str, defect: &Defect) {
        if self.level > 0 {
            let (category, signature) = (defect.category.name(), &defect.signature);
            output::say(&format!("{program}: {solver}: {category}: {signature}"));
        }
    }

    fn refuses(&self, solver: &str, message: &str) {
        output::say(&format!(
            "note: {solver} refuses a program: {message}; see `--dialect` and `--options`"
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::{FuzzedSoFar, InOneLine};
    use crate::fuzzing::Tally;
    use std::time::Duration;

    #[test]
    fn the_line_has_the_rate_and_what_was_found() {
        let seconds = Duration::from_secs;
        let so_far = FuzzedSoFar {
            budget: Some(seconds(180)),
            programs: 1200,
            total: Tally::default(),
        };
        assert_eq!(
            so_far.text(seconds(10)),
            "1,200 programs  120 a second  no defects  0:10  2:50 left"
        );
    }
}
