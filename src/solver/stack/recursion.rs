//! Recognizes a stack overflow, and names it by the functions of the recursion. Which of these functions reaches the
//! end of the stack is a coincidence, because it depends on how much of the stack each call takes.

use super::mappings::Mappings;
use crate::observation::{Frame, Stack};
use std::collections::BTreeMap;

/// The most bytes that may be left at the end of an overflowed stack. A function with a large frame may reach beyond
/// them.
const NEARLY: u64 = 64 << 10;

/// The kernel ends the main stack at most this many bytes before its limit: the gap below it, and what lies above the
/// first frame.
const KEPT_FREE: u64 = 2 << 20;

/// A function belongs to the recursion if it occurs at least once for this many occurrences of the most frequent one.
const RARELY: usize = 4;

/// Whether the stack that this pointer is in has no room left.
pub(super) fn has_overflowed(mappings: &Mappings, stack_pointer: u64) -> bool {
    // The pointer may be beyond the end already, in the guard or below it.
    let stack = match mappings.at(stack_pointer) {
        Some(stack) if stack.is_readable => stack,
        Some(_) | None => match mappings.above(stack_pointer) {
            Some(stack) if stack.start - stack_pointer <= NEARLY => stack,
            Some(_) | None => return false,
        },
    };
    if stack_pointer > stack.start + NEARLY {
        return false;
    }
    match mappings.main_stack_limit(stack) {
        // The main stack grows until its limit, so that its pointer is often near its end.
        Some(limit) => stack.end - stack.start + KEPT_FREE >= limit,
        None => mappings
            .below(stack)
            .is_some_and(|guard| !guard.is_readable),
    }
}

/// The stack that is kept of an overflow with these frames: the functions of the recursion, sorted.
pub(super) fn of(frames: &[Frame]) -> Stack {
    let mut counts: BTreeMap<&Frame, usize> = BTreeMap::new();
    for frame in frames.iter().filter(|frame| !frame.function.is_empty()) {
        *counts.entry(frame).or_default() += 1;
    }
    let most = counts.values().copied().max().unwrap_or(0);
    let recursion = counts
        .into_iter()
        .filter(|&(_, count)| count * RARELY >= most)
        .map(|(frame, _)| frame.clone());
    Stack {
        frames: recursion.take(Stack::MOST_FRAMES).collect(),
        is_overflow: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recursion_is_told_by_its_functions_wherever_it_ends() {
        let frame = |function: &&str| Frame {
            function: (*function).to_owned(),
            module: "z3".to_owned(),
        };
        let cycle = ["visit", "rewrite", "mk_app"];
        let ends: [&[&str]; 3] = [&["malloc"], &["rewrite", "mk_app"], &["hash", "mk_app"]];
        let stacks: Vec<Stack> = ends
            .iter()
            .map(|end| {
                let frames: Vec<Frame> = end
                    .iter()
                    .chain(cycle.iter().cycle().take(300))
                    .map(frame)
                    .collect();
                of(&frames)
            })
            .collect();
        let names: Vec<&str> = stacks[0]
            .frames
            .iter()
            .map(|frame| frame.function.as_str())
            .collect();
        assert_eq!(names, ["mk_app", "rewrite", "visit"]);
        assert!(stacks.iter().all(|stack| *stack == stacks[0]));
    }
}
