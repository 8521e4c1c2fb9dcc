//! Evaluates the expressions in unwind tables.

use super::memory::Memory;
use super::module::Bytes;
use super::position::Registers;
use gimli::{EvaluationResult, Expression, Location, Piece, Value};

/// The most steps that an expression may take, because the tables of any program are evaluated.
const STEPS: u32 = 1000;

/// The value of an expression, which begins with `initial` on its stack. None if it asks for something that no unwind
/// table needs.
pub(super) fn value(
    expression: Expression<Bytes<'_>>,
    initial: Option<u64>,
    registers: &Registers,
    memory: &Memory,
) -> Option<u64> {
    let encoding = gimli::Encoding {
        address_size: 8,
        format: gimli::Format::Dwarf32,
        version: 4,
    };
    let mut evaluation = expression.evaluation(encoding);
    evaluation.set_max_iterations(STEPS);
    if let Some(initial) = initial {
        evaluation.set_initial_value(initial);
    }
    // The evaluation stops whenever it needs a register or a word of memory, and goes on with its value.
    let mut needs = evaluation.evaluate().ok()?;
    loop {
        needs = match needs {
            EvaluationResult::Complete => break,
            EvaluationResult::RequiresRegister { register, .. } => {
                let value = *registers.get(usize::from(register.0))?;
                evaluation
                    .resume_with_register(Value::Generic(value))
                    .ok()?
            }
            EvaluationResult::RequiresMemory {
                address, size: 8, ..
            } => {
                let value = memory.word(address)?;
                evaluation.resume_with_memory(Value::Generic(value)).ok()?
            }
            _ => return None,
        };
    }
    match evaluation.result().as_slice() {
        [
            Piece {
                location: Location::Address { address },
                ..
            },
        ] => Some(*address),
        _ => None,
    }
}
