//! Reserved words of the language. Operators of the theories and sorts have tables of their own.

/// The words that begin a term which binds names.
const BINDERS: &[&[u8]] = &[
    b"let",
    b"forall",
    b"exists",
    b"match",
    b"lambda",
    b"choice",
    b"witness",
    b"set.comprehension",
    b"comprehension",
];

/// The words that have a fixed meaning in every term, so that no solver takes them for an ordinary name.
const IN_EVERY_TERM: &[&[u8]] = &[
    b"let", b"forall", b"exists", b"_", b"!", b"as", b"par", b"match",
];

/// The names of kinds of literals and of commands.
const ELSEWHERE: &[&[u8]] = &[
    b"BINARY",
    b"DECIMAL",
    b"HEXADECIMAL",
    b"NUMERAL",
    b"STRING",
    b"assert",
    b"check-sat",
    b"declare-const",
    b"declare-fun",
    b"define-fun",
    b"define-sort",
    b"echo",
    b"exit",
    b"get-model",
    b"get-value",
    b"pop",
    b"push",
    b"reset",
    b"set-info",
    b"set-logic",
    b"set-option",
];

/// Whether the word begins a term which binds names.
pub(super) fn is_binder(word: &[u8]) -> bool {
    BINDERS.contains(&word)
}

/// Whether the word has a fixed meaning in every term.
pub(super) fn is_reserved_in_terms(word: &[u8]) -> bool {
    IN_EVERY_TERM.contains(&word)
}

/// Whether the word is reserved anywhere in a text.
pub(super) fn is_reserved_word(word: &[u8]) -> bool {
    is_binder(word) || is_reserved_in_terms(word) || ELSEWHERE.contains(&word)
}
