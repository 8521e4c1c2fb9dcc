//! Where a run crashed: the functions on the stack of the thread that a signal ended.

use std::fmt::Write as _;

/// A function on the stack.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Frame {
    /// Its name without parameters; in a program without symbols, the program's build id and the offset of the
    /// function.
    pub function: String,
    /// The base name of the program or shared object that it is in.
    pub module: String,
}

/// The stack of a crash, as far as it is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stack {
    /// The innermost function comes first. If a signal handler ended the run, the stack is that of the fault that it
    /// handled. If the stack overflowed, these are the functions of the recursion, sorted, each once.
    pub frames: Vec<Frame>,
    /// Whether the stack overflowed.
    pub is_overflow: bool,
}

/// The first line of the text form of an overflow.
const OVERFLOW: &str = "overflow";

impl Stack {
    /// The most frames that are kept.
    pub const MOST_FRAMES: usize = 32;

    /// The most characters of a name; longer names are cut.
    pub const LONGEST_NAME: usize = 200;

    /// The form in which it is stored: a line for each frame, the function and the module separated by a tab.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        if self.is_overflow {
            let _ = writeln!(text, "{OVERFLOW}");
        }
        for frame in &self.frames {
            let _ = writeln!(text, "{}\t{}", frame.function, frame.module);
        }
        text
    }

    /// The stack with this text form; none if it is not one.
    pub fn of_text(text: &str) -> Option<Stack> {
        let mut lines = text.lines().peekable();
        let is_overflow = lines.next_if_eq(&OVERFLOW).is_some();
        let mut frames = Vec::new();
        for line in lines {
            let (function, module) = line.split_once('\t')?;
            frames.push(Frame {
                function: function.to_owned(),
                module: module.to_owned(),
            });
        }
        Some(Stack {
            frames,
            is_overflow,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Frame, Stack};

    #[test]
    fn a_stack_is_read_back_from_its_text() {
        let frame = |function: &str| Frame {
            function: function.to_owned(),
            module: "z3".to_owned(),
        };
        for is_overflow in [false, true] {
            for functions in [&[][..], &["overflow", "smt::theory_seq::expand1"]] {
                let stack = Stack {
                    frames: functions.iter().map(|name| frame(name)).collect(),
                    is_overflow,
                };
                assert_eq!(Stack::of_text(&stack.to_text()), Some(stack));
            }
        }
        assert_eq!(Stack::of_text("no module\n"), None);
    }
}
