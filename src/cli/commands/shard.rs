//! The part of a batch that `--shard` names.

use crate::batch::JournalRows;
use crate::cli::args::BatchArgs;
use crate::cli::error::CliError;
use crate::corpus::{Planned, ShardMode};
use crate::event::Part;
use std::collections::HashMap;
use std::path::Path;

/// Keeps the cases of the shard, if there is one. Returns which part of all they are.
pub(super) fn keep(args: &BatchArgs, planned: &mut Vec<Planned>) -> Result<Option<Part>, CliError> {
    let Some(shard) = args.shards.shard else {
        return Ok(None);
    };
    if args.shards.costs.is_some() && args.shards.shard_mode != ShardMode::Lpt {
        return Err(CliError::usage(
            "`--costs` has no effect when cases are shared out by hash",
            "add `--shard-mode lpt`",
        ));
    }
    let part = Part {
        shard: shard.index.get(),
        of: shard.count.get(),
        all: planned.len(),
        corpus: digest(planned),
    };
    let costs = Costs::of(args.shards.costs.as_deref(), planned)?;
    shard.keep(planned, args.shards.shard_mode, &|planned| {
        costs.of_case(planned)
    });
    Ok(Some(part))
}

/// The digest of all cases and their settings.
fn digest(planned: &[Planned]) -> String {
    let mut all: Vec<(&str, String)> = planned
        .iter()
        .map(|planned| {
            let settings = match &planned.settings {
                Ok(settings) => settings.digest(),
                Err(why) => why.clone(),
            };
            (&*planned.case.id, settings)
        })
        .collect();
    all.sort_unstable();
    // The debug output of texts has quotation marks, so that none runs into the next one.
    let text = format!("{all:?}");
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// What cases will probably cost.
struct Costs {
    /// The CPU time of the solvers in earlier runs, in milliseconds.
    known: HashMap<String, u64>,
    /// The same for a million bytes of cases of which it is not known.
    a_megabyte: u64,
}

impl Costs {
    /// The costs that an output knows; without one, a case costs its size.
    fn of(output: Option<&Path>, planned: &[Planned]) -> Result<Costs, CliError> {
        let mut known: HashMap<String, u64> = HashMap::new();
        if let Some(output) = output {
            for row in JournalRows::read(output)?.history.now.all().iter() {
                let cost = std::time::Duration::try_from_secs_f64(row.solver_cpu_seconds);
                let milliseconds = cost.unwrap_or_default().as_millis();
                let sum = known.entry(row.case).or_default();
                *sum = sum.saturating_add(u64::try_from(milliseconds).unwrap_or(u64::MAX));
            }
        }
        let of_known = planned
            .iter()
            .filter(|planned| known.contains_key(&*planned.case.id));
        let bytes: u64 = of_known.map(|planned| planned.case.bytes).sum();
        let total: u64 = known.values().sum();
        let a_megabyte = total.saturating_mul(1_000_000).checked_div(bytes);
        Ok(Costs {
            known,
            a_megabyte: a_megabyte.unwrap_or(1_000_000).max(1),
        })
    }

    fn of_case(&self, planned: &Planned) -> u64 {
        let by_size = || planned.case.bytes.saturating_mul(self.a_megabyte) / 1_000_000;
        let known = self.known.get(&*planned.case.id).copied();
        known.unwrap_or_else(by_size)
    }
}
