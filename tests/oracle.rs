//! The oracles: tables of golden × candidate → outcome. Nothing is run.

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
#[path = "oracle/normalise.rs"]
mod normalise;
#[path = "oracle/reproduced.rs"]
mod reproduced;
#[path = "oracle/slowness.rs"]
mod slowness;
