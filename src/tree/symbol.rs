//! Interned tokens: each token is a number, and equal tokens have equal numbers.
//!
//! Each process has one table, which only grows: it holds the distinct tokens (names and literals) of all texts. So the
//! bytes of a symbol can be read without a lock for as long as the process lives. A batch may meet millions of tokens,
//! so each takes little more memory than its bytes. The numbers depend on the order in which threads meet tokens: never
//! order anything by them.

use super::blocks::Blocks;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::fmt;
use std::hash::BuildHasher;
use std::mem::take;
use std::sync::{LazyLock, PoisonError, RwLock};

/// How many bytes are allocated at a time for tokens. Longer tokens have allocations of their own.
const CHUNK: usize = 16 << 10;

/// An interned token, or [`Symbol::LIST`].
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Symbol(u32);

/// The tokens by number.
static TOKENS: Blocks<&'static [u8]> = Blocks::new();

/// The numbers by token. Threads that look up known tokens do not wait for one another.
static NUMBERS: LazyLock<RwLock<Numbers>> = LazyLock::new(RwLock::default);

/// The numbers of the tokens by hash, and room for the bytes of further tokens.
#[derive(Default)]
struct Numbers {
    by_hash: HashTable<u32>,
    free: &'static mut [u8],
}

impl Symbol {
    /// The mark of a list. It is not a token and has no bytes.
    pub const LIST: Symbol = Symbol(0);

    /// The symbol of this token.
    ///
    /// # Panics
    /// At the 2^31st distinct token, for which no machine has the memory.
    pub fn of(token: &[u8]) -> Symbol {
        let hash = hash(token);
        let numbers = NUMBERS.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(symbol) = numbers.find(hash, token) {
            return symbol;
        }
        drop(numbers);
        let mut numbers = NUMBERS.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have been faster.
        let known = numbers.find(hash, token);
        known.unwrap_or_else(|| numbers.add(hash, token))
    }

    /// The number of the symbol; that of a token is less than 2^31.
    pub(super) fn number(self) -> u32 {
        self.0
    }

    /// The symbol with this number.
    pub(super) fn numbered(number: u32) -> Symbol {
        Symbol(number)
    }

    /// The token's bytes; empty for [`Symbol::LIST`].
    pub fn bytes(self) -> &'static [u8] {
        TOKENS.get(self.0).copied().unwrap_or(b"")
    }
}

impl Numbers {
    fn find(&self, hash: u64, token: &[u8]) -> Option<Symbol> {
        self.by_hash
            .find(hash, |&number| Symbol(number).bytes() == token)
            .map(|&number| Symbol(number))
    }

    fn add(&mut self, hash: u64, token: &[u8]) -> Symbol {
        let number = u32::try_from(self.by_hash.len() + 1).ok();
        let number = number
            .filter(|&number| number < 1 << 31)
            .expect("fewer than 2^31 distinct tokens fit in memory");
        TOKENS.set(number, self.kept(token));
        let rehash = |&number: &u32| self::hash(Symbol(number).bytes());
        self.by_hash.insert_unique(hash, number, rehash);
        Symbol(number)
    }

    /// A copy of the token's bytes that lives as long as the process.
    fn kept(&mut self, token: &[u8]) -> &'static [u8] {
        if token.len() > CHUNK {
            return Box::leak(token.into());
        }
        if self.free.len() < token.len() {
            self.free = Box::leak(vec![0; CHUNK].into());
        }
        let (own, free) = take(&mut self.free).split_at_mut(token.len());
        own.copy_from_slice(token);
        self.free = free;
        own
    }
}

fn hash(token: &[u8]) -> u64 {
    FxBuildHasher.hash_one(token)
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
    fn tokens_of_any_length_keep_their_bytes() {
        let lengths = [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3];
        let tokens: Vec<Vec<u8>> = (b'a'..)
            .zip(lengths)
            .map(|(byte, length)| vec![byte; length])
            .collect();
        let symbols: Vec<Symbol> = tokens.iter().map(|token| Symbol::of(token)).collect();
        for (symbol, token) in symbols.iter().zip(&tokens) {
            assert_eq!(symbol.bytes(), token);
        }
    }

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
