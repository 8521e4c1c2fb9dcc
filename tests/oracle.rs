//! The oracles: tables of golden × candidate → outcome. Nothing is run.

#[path = "oracle/answer_sets.rs"]
mod answer_sets;
#[path = "oracle/crash_sites.rs"]
mod crash_sites;
#[path = "oracle/cross_check.rs"]
mod cross_check;
#[path = "oracle/disagreement.rs"]
mod disagreement;
#[path = "oracle/failure.rs"]
mod failure;
#[path = "oracle/make.rs"]
mod make;
#[path = "oracle/matching.rs"]
mod matching;
#[path = "oracle/models_differ.rs"]
mod models_differ;
#[path = "oracle/normalise.rs"]
mod normalise;
#[path = "oracle/reproduced.rs"]
mod reproduced;
#[path = "oracle/slowness.rs"]
mod slowness;
#[path = "oracle/toy.rs"]
mod toy;
#[path = "oracle/wrong_answers.rs"]
mod wrong_answers;
