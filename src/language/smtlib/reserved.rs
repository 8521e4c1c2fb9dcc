//! Names that belong to the language, not to the input. No binding may get one of them.

use super::operators;
use super::sorts::is_builtin;
use super::words::is_reserved_word;
use crate::tree::Symbol;

/// The prefixes of theory operators. There are operators with these prefixes that the table of operators lacks.
const PREFIXES: [&str; 7] = ["fp.", "str.", "re.", "seq.", "set.", "bag.", "int."];

/// Names that are in no other table: indexed sorts, constants, and what solvers' own theories define.
const OTHERS: &[&[u8]] = &[
    b"BitVec",
    b"FloatingPoint",
    b"true",
    b"false",
    b"if",
    b"const",
    b"is",
    b"update",
    b"tuple",
    b"List",
    b"nil",
    b"cons",
    b"head",
    b"tail",
    b"map",
    b"char",
    b"complement",
    b"emptyset",
    b"univset",
    b"join",
    b"product",
    b"transpose",
    b"NaN",
];

/// Whether the name belongs to the language, not to the input.
pub fn is_reserved(name: &[u8]) -> bool {
    let is_bv = |rest: &[u8]| !rest.is_empty() && rest.iter().all(u8::is_ascii_lowercase);
    let symbol = Symbol::of(name);
    is_reserved_word(name)
        || OTHERS.contains(&name)
        || operators::is_operator(symbol)
        || is_builtin(symbol)
        || PREFIXES
            .iter()
            .any(|prefix| name.starts_with(prefix.as_bytes()))
        || name.strip_prefix(b"bv").is_some_and(is_bv)
}

#[cfg(test)]
mod tests {
    use super::is_reserved;

    #[test]
    fn words_operators_and_sorts_of_every_theory_are_the_languages() {
        let words = "\
            ! _ as let forall exists lambda match par BINARY NUMERAL STRING assert check-sat declare-const define-fun \
            echo exit get-model pop push reset set-info set-logic set-option true false not and or xor => = distinct ite \
            if implies iff + - * / div mod abs < <= > >= ^ pi sin sqrt to_real is_int divisible select store const \
            concat extract repeat zero_extend rotate_left int2bv fp to_fp RNE RTZ NaN Bool Int Real String RegLan Array \
            BitVec FloatingPoint RoundingMode Float16 Float128 Seq Set List nil cons head tail is map char union \
            intersection setminus subset member singleton card complement emptyset univset join product transpose tuple \
            update sep pto wand emp bvadd bvfoo fp.add str.new re.all seq.unit set.union bag.count int.pow2";
        for word in words.split_ascii_whitespace() {
            assert!(is_reserved(word.as_bytes()), "{word}");
        }
        for name in ["x", "bv1", "fpx", "Sets", "assertion", "v12"] {
            assert!(!is_reserved(name.as_bytes()), "{name}");
        }
    }
}
