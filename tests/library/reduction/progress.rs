//! What a reduction tells while it runs.

use super::{FAILS, INPUT, World};
use smelt::event::Status;
use smelt::reduction::Notice;
use std::cell::RefCell;

#[test]
fn notices_tell_the_failure_first_and_then_stages_that_begin_and_end_in_turn() {
    let world = World::of(INPUT, FAILS);
    let told = RefCell::new(Vec::new());
    let accepted = RefCell::new((0, 0));
    let row = world.reduce_to(&world.path("small.smt2"), &|notice| {
        let mut told = told.borrow_mut();
        match *notice {
            Notice::Reproduced { limits, .. } => {
                told.push(format!("golden, {} limits", limits.len()));
            }
            Notice::SearchBegun { strategy, .. } => told.push(format!("search {strategy}")),
            Notice::StageBegun { stage, .. } => told.push(format!("begin {stage}")),
            Notice::StageEnded {
                stage,
                accepted: of,
                ..
            } => {
                told.push(format!("end {stage}"));
                accepted.borrow_mut().0 += of;
            }
            Notice::Accepted { .. } => accepted.borrow_mut().1 += 1,
            Notice::Slipped { .. } => told.push("slipped".to_owned()),
        }
    });
    assert_eq!(row.status, Status::Reduced, "{row:#?}");
    let (told, accepted) = (told.into_inner(), accepted.into_inner());
    assert_eq!(told[..2], ["golden, 1 limits", "search auto"], "{told:?}");
    assert!(told.len() > 4 && told.len() % 2 == 0, "{told:?}");
    for pair in told[2..].chunks(2) {
        let stage = pair[0].strip_prefix("begin ").expect("a beginning");
        assert_eq!(pair[1], format!("end {stage}"));
    }
    assert_eq!(accepted, (row.accepted, row.accepted));
}
