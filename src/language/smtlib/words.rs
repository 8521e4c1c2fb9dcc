//! Words that the language keeps for itself, beside the operators of its theories and its sorts.

/// What begins a term that binds names.
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

/// Binders that no solver takes for an ordinary name, and the other words with a meaning of their own in every term.
const IN_EVERY_TERM: &[&[u8]] = &[
    b"let", b"forall", b"exists", b"_", b"!", b"as", b"par", b"match",
];

/// Kinds of literals, and the names of commands.
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

/// Whether the word begins a term that binds names.
pub(super) fn is_binder(word: &[u8]) -> bool {
    BINDERS.contains(&word)
}

/// Whether the word has a meaning of its own in every term.
pub(super) fn is_reserved_in_terms(word: &[u8]) -> bool {
    IN_EVERY_TERM.contains(&word)
}

/// Whether the word is the language's own, wherever it stands.
pub(super) fn is_kept(word: &[u8]) -> bool {
    is_binder(word) || is_reserved_in_terms(word) || ELSEWHERE.contains(&word)
}
