//! Walks up a stack, from a function to the one that has called it, by the unwind tables of the programs (DWARF 5,
//! section 6.4, as `.eh_frame` has them).
//!
//! From a signal handler, the walk goes on in the code that the signal had interrupted. If there is no table, the frame
//! pointer is tried.

use super::expression;
use super::mappings::Mappings;
use super::memory::Memory;
use super::module::{Bytes, Module};
use super::position::{FRAME_POINTER, INSTRUCTION_POINTER, Position, Registers};
use crate::observation::FAULTS;
use gimli::{CfaRule, Register, RegisterRule, UnwindContext, UnwindTableRow};

/// The code to which a signal handler returns: it asks the kernel to restore the registers.
const SIGNAL_RETURN: [u8; 9] = [0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05];

/// Where the kernel has kept the registers of what a signal interrupted: from the stack pointer at that code, in the
/// order r8 to r15, rdi, rsi, rbp, rbx, rdx, rax, rcx, rsp, rip.
const KEPT_REGISTERS: u64 = 40;
const KEPT_ORDER: [usize; 17] = [8, 9, 10, 11, 12, 13, 14, 15, 5, 4, 6, 3, 1, 0, 2, 7, 16];

/// Where the kernel has kept the number of the processor's fault, if there ever was one in the thread.
const KEPT_FAULT: u64 = 200;

/// Where the kernel has kept the number of the signal, if the handler takes more arguments than this number.
const KEPT_SIGNAL: u64 = 304;

/// The instruction for a system call, and the registers of its second and third argument.
const SYSTEM_CALL: [u8; 2] = [0x0f, 0x05];
const SECOND_ARGUMENT: usize = 4;
const THIRD_ARGUMENT: usize = 1;

/// How many frames above a crash are searched for the handler of its signal.
const HANDLER_FRAMES: usize = 64;

/// Walks up the stacks of one task.
pub(super) struct Unwinder<'a> {
    memory: &'a Memory,
    mappings: &'a Mappings,
}

impl<'a> Unwinder<'a> {
    /// An unwinder for the task with this memory and these mappings.
    pub(super) fn new(memory: &'a Memory, mappings: &'a Mappings) -> Unwinder<'a> {
        Unwinder { memory, mappings }
    }

    /// The position of the fault that led to this position: if this is in the signal handler of a fault, the position
    /// that the signal interrupted, else this one.
    pub(super) fn fault(&self, position: Position) -> Position {
        self.positions(position.clone())
            .take(HANDLER_FRAMES)
            .filter(|position| position.has_handled_fault)
            .last()
            .unwrap_or(position)
    }

    /// The position and those above it.
    pub(super) fn positions(&self, position: Position) -> impl Iterator<Item = Position> {
        let mut context = UnwindContext::new();
        std::iter::successors(Some(position), move |position| {
            let caller = self.caller(position, &mut context)?;
            let has_moved =
                caller.has_handled_fault || caller.stack_pointer() > position.stack_pointer();
            (has_moved && self.mappings.has_code(caller.look_up())).then_some(caller)
        })
    }

    /// The position in the function that has called this one.
    fn caller(&self, position: &Position, context: &mut UnwindContext<usize>) -> Option<Position> {
        let pointer = position.registers[INSTRUCTION_POINTER];
        if self.memory.bytes(pointer) == Some(SIGNAL_RETURN) {
            return self.interrupted(position);
        }
        if position.is_exact && !self.mappings.has_code(pointer) {
            return self.caller_of_nothing(position);
        }
        self.by_table(position, context)
            .or_else(|| self.by_frame_pointer(position))
    }

    /// The position that a signal had interrupted, whose handler returns to this position.
    fn interrupted(&self, position: &Position) -> Option<Position> {
        let kept = position.stack_pointer();
        let mut registers = position.registers;
        for (nth, number) in (0..).zip(KEPT_ORDER) {
            registers[number] = self.memory.word(kept + KEPT_REGISTERS + 8 * nth)?;
        }
        Some(Position {
            registers,
            is_exact: true,
            has_handled_fault: self.is_fault(kept, &registers),
        })
    }

    /// Whether the task itself caused the signal, unlike that of a timer: according to its number, because the
    /// processor had found a fault, or because the task was just sending the signal to itself.
    fn is_fault(&self, kept: u64, registers: &Registers) -> bool {
        let signal = self
            .memory
            .bytes(kept + KEPT_SIGNAL)
            .map(i32::from_ne_bytes);
        let is_signal = |number: u64| i32::try_from(number).is_ok_and(|n| FAULTS.contains(&n));
        let before = registers[INSTRUCTION_POINTER].wrapping_sub(2);
        signal.is_some_and(|signal| FAULTS.contains(&signal))
            || self
                .memory
                .word(kept + KEPT_FAULT)
                .is_some_and(|fault| fault != 0)
            || self.memory.bytes(before) == Some(SYSTEM_CALL)
                && (is_signal(registers[THIRD_ARGUMENT]) || is_signal(registers[SECOND_ARGUMENT]))
    }

    /// The function that has called an address without code: the call has pushed the address to return to.
    fn caller_of_nothing(&self, position: &Position) -> Option<Position> {
        let pointer = position.stack_pointer();
        let back = self.memory.word(pointer)?;
        Some(Position::returned(back, pointer + 8, position.registers))
    }

    fn by_table(
        &self,
        position: &Position,
        context: &mut UnwindContext<usize>,
    ) -> Option<Position> {
        let address = position.look_up();
        let loaded = self.mappings.loaded(address)?;
        let module = &*loaded.module;
        let own = address.wrapping_sub(loaded.bias);
        let entry = module.entry(own)?;
        let (table, bases) = (module.table(), module.bases());
        let row = entry
            .unwind_info_for_address(&table, &bases, context, own)
            .ok()?;
        let frame = self.frame_address(row, position, module)?;
        let mut registers = position.registers;
        for (number, register) in registers.iter_mut().enumerate() {
            let dwarf = Register(u16::try_from(number).ok()?);
            if let Some(rule) = row.register(dwarf) {
                *register = self.restored(&rule, number, frame, position, module)?;
            }
        }
        let return_register = usize::from(entry.cie().return_address_register().0);
        let back = *registers.get(return_register)?;
        Some(Position::returned(back, frame, registers))
    }

    /// The canonical frame address: the value of the stack pointer before the call.
    fn frame_address(
        &self,
        row: &UnwindTableRow<usize>,
        position: &Position,
        module: &Module,
    ) -> Option<u64> {
        match row.cfa() {
            CfaRule::RegisterAndOffset { register, offset } => {
                let base = position.registers.get(usize::from(register.0))?;
                Some(base.wrapping_add_signed(*offset))
            }
            CfaRule::Expression(expression) => {
                let expression = expression.get::<Bytes<'_>, _>(&module.table()).ok()?;
                expression::value(expression, None, &position.registers, self.memory)
            }
        }
    }

    /// The value that a register had in the caller.
    fn restored(
        &self,
        rule: &RegisterRule<usize>,
        number: usize,
        frame: u64,
        position: &Position,
        module: &Module,
    ) -> Option<u64> {
        let evaluate = |expression: &gimli::UnwindExpression<usize>| {
            let expression = expression.get::<Bytes<'_>, _>(&module.table()).ok()?;
            expression::value(expression, Some(frame), &position.registers, self.memory)
        };
        match rule {
            // This is the outermost function.
            RegisterRule::Undefined if number == INSTRUCTION_POINTER => None,
            RegisterRule::Undefined | RegisterRule::SameValue => Some(position.registers[number]),
            RegisterRule::Offset(offset) => self.memory.word(frame.wrapping_add_signed(*offset)),
            RegisterRule::ValOffset(offset) => Some(frame.wrapping_add_signed(*offset)),
            RegisterRule::Register(other) => position.registers.get(usize::from(other.0)).copied(),
            RegisterRule::Expression(expression) => self.memory.word(evaluate(expression)?),
            RegisterRule::ValExpression(expression) => evaluate(expression),
            RegisterRule::Constant(value) => Some(*value),
            RegisterRule::Architectural => None,
        }
    }

    fn by_frame_pointer(&self, position: &Position) -> Option<Position> {
        let frame = position.registers[FRAME_POINTER];
        if frame < position.stack_pointer() {
            return None;
        }
        let mut registers = position.registers;
        registers[FRAME_POINTER] = self.memory.word(frame)?;
        let back = self.memory.word(frame + 8)?;
        Some(Position::returned(back, frame + 16, registers))
    }
}
