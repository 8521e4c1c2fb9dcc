//! End-to-end cases: the real binary on files, with scripts in place of solvers. Each call of the program has a
//! deadline, so that a hang is a failure with a name.
//!
//! What needs no program to be shown is tested where it is written; here it is shown that the parts are joined.

mod bad_input;
mod budget;
mod configuration;
mod interruption;
mod jobs;
mod odd_inputs;
mod options;
mod paper;
mod progress;
mod real_solvers;
mod report;
mod rerun;
mod scripted;
mod second_batch;
mod support;
mod terminal;
mod unwritable;
