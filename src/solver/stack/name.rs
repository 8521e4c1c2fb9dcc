//! The name of a function for people: without its parameters, and without what the compiler appends to the parts into
//! which it splits a function.

use crate::observation::Stack;
use cpp_demangle::{DemangleOptions, Symbol};

/// What compilers append, after a dot, to the name of a part or a copy of a function.
const PARTS: [&str; 9] = [
    "cold",
    "part",
    "constprop",
    "isra",
    "lto_priv",
    "localalias",
    "llvm",
    "warm",
    "hot",
];

/// The readable name of a symbol.
pub(super) fn readable(symbol: &str) -> String {
    let symbol = whole_function(symbol);
    // A symbol of a shared object may have a version, after an `@`.
    let symbol = symbol.split('@').next().unwrap_or(symbol);
    let demangled = of_rust(symbol).or_else(|| of_cpp(symbol));
    let name = demangled.as_deref().unwrap_or(symbol);
    let plain = name
        .chars()
        .map(|char| if char.is_control() { '?' } else { char });
    let short: String = plain.clone().take(Stack::LONGEST_NAME).collect();
    if plain.count() > Stack::LONGEST_NAME {
        short + "…"
    } else {
        short
    }
}

/// The name of a function of Rust, without the hash that distinguishes its builds.
fn of_rust(symbol: &str) -> Option<String> {
    let name = rustc_demangle::try_demangle(symbol).ok()?;
    Some(format!("{name:#}"))
}

/// The name of a function of C++.
fn of_cpp(symbol: &str) -> Option<String> {
    let symbol = Symbol::new(symbol).ok()?;
    let options = DemangleOptions::new().no_params().no_return_type();
    symbol.demangle_with_options(&options).ok()
}

/// The name of the function that this is a part of.
fn whole_function(symbol: &str) -> &str {
    for (at, _) in symbol.match_indices('.') {
        let rest = &symbol[at + 1..];
        let word = rest.split('.').next().unwrap_or(rest);
        if at > 0 && PARTS.contains(&word) {
            return &symbol[..at];
        }
    }
    symbol
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn names_are_readable_and_without_parameters() {
        let table = [
            (
                "_ZN3smt10theory_seq7expand1EP4exprRPN7obj_refIS1_E",
                "_ZN3smt10theory_seq7expand1EP4exprRPN7obj_refIS1_E",
            ),
            (
                "_ZN3smt10theory_seq7expand1EP4expr",
                "smt::theory_seq::expand1",
            ),
            (
                "_ZN4CVC46theory7strings6StringC2ERKS2_",
                "CVC4::theory::strings::String::String",
            ),
            ("_Z3foov.cold", "foo"),
            ("_Z3fooi.constprop.0.isra.3", "foo"),
            ("raise@@GLIBC_2.2.5", "raise"),
            ("main", "main"),
            (".text", ".text"),
            ("a\u{1b}[31m", "a?[31m"),
        ];
        for (symbol, name) in table {
            assert_eq!(readable(symbol), name);
        }
    }

    #[test]
    fn a_long_name_is_cut() {
        assert_eq!(readable(&"x".repeat(500)), "x".repeat(200) + "…");
    }
}
