//! The oracles: tables of golden × candidate → outcome. Nothing is run.

mod amounts;
mod answer_sets;
mod combination;
mod crash_sites;
mod cross_check;
mod disagreement;
mod failure;
mod make;
mod matching;
mod models_differ;
mod normalise;
mod reproduced;
mod slowness;
mod toy;
mod wrong_answers;
