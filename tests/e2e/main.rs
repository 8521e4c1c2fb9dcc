//! End-to-end cases: the real binary on files, with scripts in place of solvers. Each call of the program has a
//! deadline, so that a hang is a failure with a name.
//!
//! What needs no program to be shown is tested where it is written; here it is shown that the parts are joined.

mod answer_set_programs;
mod bad_input;
mod budget;
mod code;
mod command_line;
mod configuration;
mod counted_runs;
mod deaths;
mod effort;
mod flaky;
mod fuzz;
mod fuzz_judges;
mod harmful;
mod hints;
mod inherited;
mod init;
mod inputs;
mod interruption;
mod jobs;
mod ladder;
mod lift;
mod limits;
mod lines;
mod minimal;
mod odd_inputs;
mod options;
mod or_tests;
mod paper;
mod progress;
mod real_answer_sets;
mod real_many_facts;
mod real_solvers;
mod refused;
mod replaced;
mod report;
mod rerun;
mod script;
mod scripted;
mod second_batch;
mod slowness;
mod stdin;
mod stops;
mod strangers;
mod streams;
mod support;
mod terminal;
mod trace;
mod two_nights;
mod unwritable;
mod wrong_answers;
mod wrong_commands;
