//! Oracles: the rules that decide whether a candidate is interesting.
//!
//! Invariants: oracles are pure functions of what the store keeps; no clock, no randomness, no input or output. An
//! `unknown`, a limit or an error on a trusted side is uninteresting or unresolved, never interesting. If the kept
//! parts of a stream do not suffice to decide, the outcome is unresolved.

mod amount;
mod asking;
mod behaviour;
mod combination;
mod complaint;
mod configuration;
mod criterion;
mod cross_check;
mod disagreement;
mod effort;
mod entry;
mod evidence;
mod failure;
mod fault;
mod given;
mod hang;
mod incorrect;
mod invalid_core;
mod invalid_model;
mod marks;
mod match_rule;
mod matching;
mod memory;
mod models_differ;
pub mod normalise;
mod not_more;
mod not_slow;
mod not_wrong;
mod numbering;
mod option_words;
mod outvoted;
mod passes;
mod place;
mod proof_rejected;
mod repeated;
mod reproduced;
mod rule_error;
mod same;
mod script;
mod seeds;
mod shared_options;
mod single;
mod slower_than;
mod slower_than_factor;
mod smt_answers;
mod solves;
mod stream;
mod which;

pub use asking::{Next, Oracle};
pub use behaviour::Behaviour::{self, CrossCheck, PassesOn, Same};
pub(crate) use complaint::{complains, is_refused};
pub use configuration::{configured, is_of_rule, other_solvers, says_rule};
pub use criterion::{Criterion, Otherwise, Rule};
pub use cross_check::SecondRule;
pub use disagreement::Differs;
pub use entry::{Choice, Configured, OracleEntry, Solvers};
pub use evidence::{About, Answer, Ask, Evidence, crash_site};
use evidence::{NoEvidence, evidence};
pub use fault::FaultKind;
pub use given::{Given, possible_time};
pub use hang::Hangs;
pub use incorrect::Incorrect;
pub use invalid_core::InvalidCore;
pub use invalid_model::InvalidModel;
pub use marks::bug_marks;
pub use match_rule::{MatchRule, StreamPattern};
pub use models_differ::{ModelsDiffer, differences};
pub use not_more::NotMore;
pub use not_slow::NotSlow;
pub use not_wrong::NotWrong;
pub use outvoted::Outvoted;
pub use proof_rejected::ProofRejected;
pub use reproduced::{NotReproduced, Reproduced};
pub use rule_error::RuleError;
pub use script::Script;
pub use seeds::Seeds;
pub use slower_than::SlowerThan;
pub use slower_than_factor::SlowerThanFactor;
pub use which::Which;

use std::sync::Arc;

/// All oracles, in the order of the help, the default first.
pub const ORACLES: &[OracleEntry] = &[
    failure::ORACLE,
    matching::EXACT,
    matching::ORACLE,
    cross_check::ORACLE,
    passes::ORACLE,
    disagreement::ORACLE,
    models_differ::ORACLE,
    invalid_model::ORACLE,
    invalid_core::ORACLE,
    proof_rejected::ORACLE,
    incorrect::ORACLE,
    outvoted::ORACLE,
    hang::ORACLE,
    slower_than::ORACLE,
    slower_than_factor::ORACLE,
    amount::bound::<effort::Effort>(),
    amount::factor::<effort::Effort>(),
    amount::bound::<memory::Memory>(),
    amount::factor::<memory::Memory>(),
    combination::ORACLE,
    script::ORACLE,
];

/// The same oracle, but a text is interesting only if at least `wanted` of `times` runs are.
pub fn repeated(oracle: Arc<dyn Oracle>, wanted: u32, times: u32) -> Arc<dyn Oracle> {
    if times <= 1 {
        return oracle;
    }
    Arc::new(repeated::Repeated {
        oracle,
        wanted,
        times,
    })
}
