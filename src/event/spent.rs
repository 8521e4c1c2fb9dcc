//! What a reduction has cost, over all its starts.

use super::Row;
use serde::{Deserialize, Serialize};
use std::ops::{Add, BitOr};

/// Generates [`Spent`] from one table: each field with its type, and how the values of two starts become one.
macro_rules! costs {
    ($($name:ident: $type:ty, $joined:expr;)*) => {
        /// The accounting columns of a row that add up over the starts of a reduction; the row describes each of them.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(default)]
        pub struct Spent {
            $(pub $name: $type,)*
        }

        impl Spent {
            /// The costs in a row.
            pub fn of(row: &Row) -> Spent {
                Spent { $($name: row.$name,)* }
            }
        }

        impl Add for Spent {
            type Output = Spent;

            fn add(self, other: Spent) -> Spent {
                Spent { $($name: $joined(self.$name, other.$name),)* }
            }
        }

        impl Row {
            /// Fills in what was spent, and what follows from it.
            pub fn spend(&mut self, spent: Spent) {
                $(self.$name = spent.$name;)*
                self.overhead_percent = (spent.wall_seconds > 0.0 && !spent.overlapping)
                    .then(|| 100.0 * (1.0 - spent.solver_seconds / spent.wall_seconds));
            }
        }
    };
}

costs! {
    hits: u64, u64::add;
    runs: u64, u64::add;
    runs_wasted: u64, u64::add;
    limit_hits: u64, u64::add;
    wall_kills: u64, u64::add;
    near_limit: u64, u64::add;
    wall_seconds: f64, f64::add;
    solver_seconds: f64, f64::add;
    solver_cpu_seconds: f64, f64::add;
    solver_max_rss_mb: Option<f64>, greater;
    self_max_rss_mb: Option<f64>, greater;
    overlapping: bool, bool::bitor;
}

/// The greater of two values, or the one that is known.
fn greater(one: Option<f64>, other: Option<f64>) -> Option<f64> {
    one.into_iter().chain(other).reduce(f64::max)
}

#[cfg(test)]
mod tests {
    use super::Spent;
    use crate::event::Row;

    #[test]
    fn costs_add_up_and_peaks_do_not() {
        let one = Spent {
            runs: 3,
            wall_seconds: 2.0,
            solver_seconds: 1.0,
            solver_max_rss_mb: Some(7.0),
            ..Spent::default()
        };
        let other = Spent {
            runs: 4,
            wall_seconds: 2.0,
            solver_seconds: 2.0,
            solver_max_rss_mb: Some(5.0),
            ..Spent::default()
        };
        let mut row = Row::default();
        row.spend(one + other);
        let found = (row.runs, row.solver_max_rss_mb, row.self_max_rss_mb);
        assert_eq!(found, (7, Some(7.0), None));
        assert_eq!(row.overhead_percent, Some(25.0));
        assert_eq!(Spent::of(&row), one + other);
        row.spend(Spent {
            overlapping: true,
            ..one
        });
        assert_eq!(row.overhead_percent, None);
    }
}
