//! A position on a stack: the registers in one of the functions that have not returned yet.

/// Registers by their numbers in DWARF.
pub(super) type Registers = [u64; 17];

/// The register that holds the address of the frame, in programs that keep one.
pub(super) const FRAME_POINTER: usize = 6;
/// The stack pointer.
pub(super) const STACK_POINTER: usize = 7;
/// The instruction pointer, or where a call returns to.
pub(super) const INSTRUCTION_POINTER: usize = 16;

/// A position on the stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) registers: Registers,
    /// Whether the instruction pointer is where the function was interrupted, and not where a call returns to.
    pub(super) is_exact: bool,
    /// Whether the function is the signal handler of a fault.
    pub(super) has_handled_fault: bool,
}

impl Position {
    /// The position at which a task is stopped.
    pub(super) fn at_crash(registers: Registers) -> Position {
        Position {
            registers,
            is_exact: true,
            has_handled_fault: false,
        }
    }

    /// The stack pointer.
    pub(super) fn stack_pointer(&self) -> u64 {
        self.registers[STACK_POINTER]
    }

    /// An address within the function. The address to which a call returns may already belong to the next function,
    /// because a call may be the last instruction of its function.
    pub(super) fn look_up(&self) -> u64 {
        let pointer = self.registers[INSTRUCTION_POINTER];
        pointer.saturating_sub(u64::from(!self.is_exact))
    }

    /// The position in the caller, to which a function returns.
    pub(super) fn returned(back: u64, stack_pointer: u64, mut registers: Registers) -> Position {
        registers[INSTRUCTION_POINTER] = back;
        registers[STACK_POINTER] = stack_pointer;
        Position {
            registers,
            is_exact: false,
            has_handled_fault: false,
        }
    }
}
