//! Interned tokens: each token is a number, and equal tokens have equal numbers.
//!
//! Each process has one table, which only grows: it holds the distinct tokens (names and literals) of all texts. So a
//! symbol's bytes can be read without a lock and as long as the process lives. The numbers depend on the order in which
//! threads meet tokens: never order anything by them.

use super::blocks::Blocks;
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::{OnceLock, PoisonError, RwLock};

/// An interned token, or [`Symbol::LIST`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symbol(u32);

/// The tokens by number.
static TOKENS: Blocks<&'static [u8]> = Blocks::new();

/// The numbers by token. Threads that look up tokens of the table do not wait for one another.
static NUMBERS: OnceLock<RwLock<FxHashMap<&'static [u8], u32>>> = OnceLock::new();

impl Symbol {
    /// The mark of a list. It is not a token and has no bytes.
    pub const LIST: Symbol = Symbol(0);

    /// The symbol of this token.
    ///
    /// # Panics
    /// At the 2^32nd distinct token, for which no machine has the memory.
    pub fn of(token: &[u8]) -> Symbol {
        let numbers = NUMBERS.get_or_init(RwLock::default);
        let known = numbers.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = known.get(token) {
            return Symbol(number);
        }
        drop(known);
        let mut numbers = numbers.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have been faster.
        if let Some(&number) = numbers.get(token) {
            return Symbol(number);
        }
        let token: &'static [u8] = Box::leak(token.into());
        let number = u32::try_from(numbers.len() + 1)
            .expect("fewer than 2^32 distinct tokens fit in memory");
        TOKENS.set(number, token);
        numbers.insert(token, number);
        Symbol(number)
    }

    /// The token's bytes; empty for [`Symbol::LIST`].
    pub fn bytes(self) -> &'static [u8] {
        TOKENS.get(self.0).copied().unwrap_or(b"")
    }
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
