//! Shards: which of several runs works on which case.

use super::Planned;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::num::NonZeroU32;
use std::str::FromStr;

/// One of several runs that share the cases, written as `2/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which one, from 1.
    pub index: NonZeroU32,
    /// The number of runs.
    pub count: NonZeroU32,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/').and_then(|(index, count)| {
            let index = index.parse::<NonZeroU32>().ok()?;
            Some((index, count.parse::<NonZeroU32>().ok()?))
        });
        match parts {
            Some((index, count)) if index <= count => Ok(Shard { index, count }),
            _ => Err("expected I/N with I from 1 to N, such as 2/8".to_owned()),
        }
    }
}

/// How cases are shared out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ShardMode {
    /// By a hash of its name: a case stays where it is when others are added
    #[default]
    Hash,
    /// The most expensive first, each to the shard with the least to do (LPT)
    Lpt,
}

impl Shard {
    /// The shard, from 1, of the case with this id when they are shared out by hash.
    pub fn of_case(id: &str, count: NonZeroU32) -> u32 {
        let digest = blake3::hash(id.as_bytes());
        let mut first = [0; 8];
        first.copy_from_slice(&digest.as_bytes()[..8]);
        let place = u64::from_le_bytes(first) % u64::from(count.get());
        1 + u32::try_from(place).unwrap_or_default()
    }

    /// Keeps the cases of this shard. `cost` is what a case will probably cost, in any unit; all shards must reckon with
    /// the same costs. All rows of a case belong to one shard.
    pub fn keep(self, planned: &mut Vec<Planned>, mode: ShardMode, cost: &dyn Fn(&Planned) -> u64) {
        let here = self.index.get();
        match mode {
            ShardMode::Hash => {
                planned.retain(|planned| Shard::of_case(&planned.case.id, self.count) == here);
            }
            ShardMode::Lpt => {
                let mut costs: HashMap<&str, u64> = HashMap::new();
                for planned in planned.iter() {
                    let sum = costs.entry(&planned.case.id).or_default();
                    *sum = sum.saturating_add(cost(planned));
                }
                let shares = longest_first(&costs, self.count);
                let shares: HashMap<String, u32> = shares
                    .into_iter()
                    .map(|(id, shard)| (id.to_owned(), shard))
                    .collect();
                planned.retain(|planned| shares.get(&*planned.case.id) == Some(&here));
            }
        }
    }
}

/// Gives each id a shard, from 1: the longest processing time first (Graham 1969), each to the shard with the least to
/// do; of equal ones, the first. The result does not depend on the order of the ids.
fn longest_first<'a>(costs: &HashMap<&'a str, u64>, count: NonZeroU32) -> Vec<(&'a str, u32)> {
    let mut order: Vec<(&str, u64)> = costs.iter().map(|(&id, &cost)| (id, cost)).collect();
    order.sort_by_key(|&(id, cost)| (Reverse(cost), id));
    let mut loads: BinaryHeap<Reverse<(u64, u32)>> =
        (1..=count.get()).map(|shard| Reverse((0, shard))).collect();
    let mut shares = Vec::with_capacity(order.len());
    for (id, cost) in order {
        if let Some(Reverse((load, shard))) = loads.pop() {
            shares.push((id, shard));
            // A case that costs nothing still takes its start.
            loads.push(Reverse((load.saturating_add(cost.max(1)), shard)));
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::{Shard, longest_first};
    use std::collections::HashMap;
    use std::num::NonZeroU32;

    #[test]
    fn shards_are_counted_from_one() {
        let shard: Shard = "2/8".parse().expect("a shard");
        assert_eq!((shard.index.get(), shard.count.get()), (2, 8));
        for wrong in ["0/8", "9/8", "8", "1/0", "-1/2", "1/2/3", ""] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_case_stays_in_its_shard_when_others_are_added_and_shards_are_about_equal() {
        let count = NonZeroU32::new(8).expect("8");
        let mut sizes = [0; 8];
        for case in 0..8000 {
            let shard = Shard::of_case(&format!("bugs/{case}.smt2"), count);
            sizes[shard as usize - 1] += 1;
        }
        assert!(
            sizes.iter().all(|size| (850..1150).contains(size)),
            "{sizes:?}"
        );
    }

    #[test]
    fn the_longest_cases_are_shared_out_first() {
        let costs: HashMap<&str, u64> = [("a", 7), ("b", 6), ("c", 5), ("d", 4), ("e", 3)].into();
        let mut shares = longest_first(&costs, NonZeroU32::new(2).expect("2"));
        shares.sort_unstable();
        // 7 + 4 and 6 + 5, and then the last to either.
        assert_eq!(shares, [("a", 1), ("b", 2), ("c", 2), ("d", 1), ("e", 1)]);
    }
}
