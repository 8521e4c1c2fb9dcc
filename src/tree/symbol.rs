//! Interned tokens: each token is a number, and equal tokens have equal numbers.
//!
//! Each process has one table, which only grows: it holds the distinct tokens (names and literals) of all texts. So a
//! symbol's bytes can be read without a lock and as long as the process lives. The numbers depend on the order in which
//! threads meet tokens: never order anything by them.

use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::{Mutex, OnceLock, PoisonError};

/// An interned token, or [`Symbol::LIST`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symbol(u32);

/// A block of tokens; each entry is set once.
type Block = Box<[OnceLock<&'static [u8]>]>;

/// The tokens by number. Block `b` holds `1024 << b` tokens; as the blocks double in size, no token ever moves.
static BLOCKS: [OnceLock<Block>; 22] = [const { OnceLock::new() }; 22];

/// The numbers by token.
static NUMBERS: OnceLock<Mutex<FxHashMap<&'static [u8], u32>>> = OnceLock::new();

impl Symbol {
    /// The mark of a list. It is not a token and has no bytes.
    pub const LIST: Symbol = Symbol(0);

    /// The symbol of this token.
    ///
    /// # Panics
    /// At the 2^32nd distinct token, for which no machine has the memory.
    pub fn of(token: &[u8]) -> Symbol {
        let numbers = NUMBERS.get_or_init(Mutex::default);
        let mut numbers = numbers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = numbers.get(token) {
            return Symbol(number);
        }
        let token: &'static [u8] = Box::leak(token.into());
        let number = u32::try_from(numbers.len() + 1)
            .expect("fewer than 2^32 distinct tokens fit in memory");
        let (block, index) = place(number);
        let slots = BLOCKS[block]
            .get_or_init(|| (0..1024usize << block).map(|_| OnceLock::new()).collect());
        slots[index].get_or_init(|| token);
        numbers.insert(token, number);
        Symbol(number)
    }

    /// The token's bytes; empty for [`Symbol::LIST`].
    pub fn bytes(self) -> &'static [u8] {
        if self == Symbol::LIST {
            return b"";
        }
        let (block, index) = place(self.0);
        BLOCKS[block]
            .get()
            .and_then(|slots| slots[index].get())
            .copied()
            .unwrap_or(b"")
    }
}

/// The block of a number, and the index in it.
fn place(number: u32) -> (usize, usize) {
    let position = number as usize + 1024;
    let block = position.ilog2() as usize - 10;
    (block, position - (1024 << block))
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", String::from_utf8_lossy(self.bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_tokens_are_one_symbol_and_keep_their_bytes() {
        let symbols: Vec<Symbol> = (0..5000)
            .map(|i| Symbol::of(format!("t{i}").as_bytes()))
            .collect();
        for (i, symbol) in symbols.iter().enumerate() {
            assert_eq!(symbol.bytes(), format!("t{i}").as_bytes());
            assert_eq!(*symbol, Symbol::of(format!("t{i}").as_bytes()));
        }
    }
}
