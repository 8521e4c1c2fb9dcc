//! Reads the stack of a task that a signal is about to end, while the helper holds it.
//!
//! No debugger, core file or privilege is needed: the driver is an ancestor of the task and may read its memory. The
//! return addresses are found with the unwind tables of the programs (`unwind`), and named with their symbols
//! (`module`, `name`). Whatever cannot be read ends the stack early; it never fails the run. `memory` and `mappings`
//! are what the system says about the task, `recursion` recognizes a stack overflow.

mod expression;
mod mappings;
mod memory;
mod module;
mod name;
mod position;
mod recursion;
mod unwind;

use super::wire::Crash;
use crate::observation::{Frame, Stack};
use mappings::Mappings;
use memory::Memory;
use position::Position;
use unwind::Unwinder;

/// How many frames of an overflowed stack are read. They must show each function of the recursion a few times.
const RECURSION_FRAMES: usize = 2000;

/// The stack of a held task. It is empty if nothing could be read.
pub(super) fn of(crash: &Crash) -> Stack {
    read(crash).unwrap_or_default()
}

fn read(crash: &Crash) -> Option<Stack> {
    let memory = Memory::of(crash.task)?;
    let mappings = Mappings::of(crash.task)?;
    let unwinder = Unwinder::new(&memory, &mappings);
    let at_fault = unwinder.fault(Position::at_crash(crash.registers));
    let is_overflow = recursion::has_overflowed(&mappings, at_fault.stack_pointer());
    let most = if is_overflow {
        RECURSION_FRAMES
    } else {
        Stack::MOST_FRAMES
    };
    let frames: Vec<Frame> = unwinder
        .positions(at_fault)
        .take(most)
        .map(|position| mappings.frame(&position))
        .collect();
    Some(if is_overflow {
        recursion::of(&frames)
    } else {
        Stack {
            frames,
            is_overflow: false,
        }
    })
}
