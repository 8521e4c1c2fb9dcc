//! Names that are the language's, not the input's.

/// Reserved words, and what the theories define; their operators with a prefix are told by it.
const RESERVED: &str = "\
    ! _ as let forall exists lambda match par BINARY DECIMAL HEXADECIMAL NUMERAL STRING assert check-sat \
    declare-const declare-fun define-fun define-sort echo exit get-model get-value pop push reset \
    set-info set-logic set-option true false not and or xor => = distinct ite if implies iff + - * / div \
    mod abs < <= > >= ^ pi sin cos tan exp sqrt to_real to_int is_int divisible select store const concat \
    extract repeat zero_extend sign_extend rotate_left rotate_right int2bv fp to_fp RNE RNA RTP RTN RTZ \
    NaN Bool Int Real String RegLan Array BitVec FloatingPoint RoundingMode Float16 Float32 Float64 \
    Float128 Seq Set List nil cons insert head tail is map char union intersection setminus subset member \
    singleton card complement emptyset univset join product transpose tuple update sep pto wand emp";

/// What theory operators begin with.
const PREFIXES: [&str; 7] = ["fp.", "str.", "re.", "seq.", "set.", "bag.", "int."];

/// Whether the name is the language's, not the input's.
pub fn is_reserved(name: &[u8]) -> bool {
    let is_bv = |rest: &[u8]| !rest.is_empty() && rest.iter().all(u8::is_ascii_lowercase);
    RESERVED
        .split_ascii_whitespace()
        .any(|word| word.as_bytes() == name)
        || PREFIXES
            .iter()
            .any(|prefix| name.starts_with(prefix.as_bytes()))
        || name.strip_prefix(b"bv").is_some_and(is_bv)
}
