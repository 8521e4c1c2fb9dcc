//! Honesty: whatever a solver does, what is delivered fails, and is no larger than the original. Whole reductions of random
//! texts with random options and made-up solvers, the first 100 of them unless `SMELT_HONEST_REDUCTIONS` says how many.

mod solvers;
mod texts;

use crate::reduction::world::World;
use smelt::corpus::{Effort, IllFormedMode};
use smelt::event::{Row, Status};
use smelt::fuzz::Random;
use smelt::search::{MINIMISERS, STRATEGIES};
use solvers::Solver;
use std::fs;
use std::process::Command;
use texts::Text;

/// How many there are of all kinds together.
const REDUCTIONS: u64 = 100;

/// How many are made of a kind that has this share of all, in percent.
fn how_many(share: u64) -> u64 {
    let given = std::env::var("SMELT_HONEST_REDUCTIONS").ok();
    let all = given.and_then(|all| all.parse().ok());
    all.unwrap_or(REDUCTIONS) * share / 100
}

/// One of these.
fn one_of<T: Copy>(random: &mut Random, of: &[T]) -> T {
    let chosen = random.below(u32::try_from(of.len()).unwrap_or(0));
    of[chosen as usize]
}

/// Random options of a search.
fn draw_options(world: &mut World, text: &Text, random: &mut Random) {
    let options = &mut world.options;
    options.language = Some(text.language.to_owned());
    let strategies: Vec<_> = STRATEGIES.iter().map(|strategy| strategy.name).collect();
    let strategy = one_of(random, &strategies);
    options.strategy = Some(strategy.to_owned());
    if random.chance(20) {
        let minimisers: Vec<_> = MINIMISERS.iter().map(|entry| entry.name).collect();
        options.minimiser = Some(one_of(random, &minimisers).to_owned());
    }
    options.effort = Some(one_of(
        random,
        &[Effort::Quick, Effort::Normal, Effort::Deep],
    ));
    let ill_formed = [
        IllFormedMode::Never,
        IllFormedMode::Last,
        IllFormedMode::Always,
    ];
    options.ill_formed = Some(one_of(random, &ill_formed));
    options.patience = Some(one_of(random, &[0.0, 1.0, f64::INFINITY]));
    options.pretty = random.chance(25);
}

/// Reduces one text. Fails unless what is delivered fails too.
fn reduce_honestly(name: &str, number: u64, solver: fn(&Text, &mut Random) -> Solver) -> Row {
    let mut random = Random::of(number, 0);
    let text = Text::draw(&mut random);
    let solver = solver(&text, &mut random);
    let mut world = World::of(&text.bytes, &solver.script);
    draw_options(&mut world, &text, &mut random);
    world.options.timeout = solver.timeout;
    world.options.hangs = solver.hangs;
    let row = world.reduce();
    let runs = world.runs() as u64;
    if row.status == Status::NotReproduced {
        // Of what did not fail at all, there is nothing to deliver.
        assert!(
            !world.path("small.smt2").exists(),
            "{name} {number}: {row:#?}"
        );
        return row;
    }
    let delivered = world.delivered();
    let what = format!(
        "{name} {number}: {:#?}\n{}\n{}\n{delivered}\n{row:#?}",
        world.options, solver.script, text.bytes
    );
    assert!(delivered.len() <= text.bytes.len(), "larger: {what}");
    assert!(can_fail(&world), "does not fail: {what}");
    assert_ne!(row.status, Status::Failed, "{what}");
    assert_eq!(row.runs, runs, "{what}");
    row
}

/// Whether what was delivered fails, if a solver that fails only sometimes does, and how long it takes does not matter.
fn can_fail(world: &World) -> bool {
    let ended = Command::new(world.path("solver"))
        .arg(world.path("small.smt2"))
        .current_dir(world.path(""))
        .env("JUDGED", "yes")
        .status();
    ended.expect("the solver runs").code() == Some(solvers::FAILS)
}

/// Reduces as many texts as this share says, in percent. At least so many percent of them must become smaller, so that it
/// is not only originals that are judged.
fn all_honest(name: &str, share: u64, smaller: u64, solver: fn(&Text, &mut Random) -> Solver) {
    let reductions = how_many(share);
    let mut reduced = 0;
    for number in 0..reductions {
        let row = reduce_honestly(name, number, solver);
        reduced += u64::from(row.status == Status::Reduced);
    }
    assert!(
        100 * reduced >= smaller * reductions,
        "{name}: {reduced} of {reductions} reduced"
    );
}

#[test]
fn what_is_delivered_fails_where_parts_are_needed() {
    all_honest("monotone", 30, 90, solvers::needing_parts);
}

#[test]
fn what_is_delivered_fails_where_more_may_fail_less() {
    all_honest("not monotone", 30, 80, solvers::by_a_sum);
}

#[test]
fn what_is_delivered_fails_where_parts_need_others() {
    all_honest("dependencies", 25, 90, solvers::with_dependencies);
}

#[test]
fn what_is_delivered_fails_where_candidates_are_slow_near_the_limit() {
    all_honest("slow", 5, 80, solvers::near_a_limit);
}

#[test]
fn what_is_delivered_fails_where_the_solver_fails_only_sometimes() {
    all_honest("flaky", 10, 50, solvers::failing_sometimes);
}

#[test]
fn a_text_that_does_not_fail_is_found_out() {
    let world = World::of("k00\n", &solvers::needing("k01"));
    fs::write(world.path("small.smt2"), "k00\n").expect("a text");
    assert!(!can_fail(&world));
    fs::write(world.path("small.smt2"), "k01\n").expect("a text");
    assert!(can_fail(&world));
}
