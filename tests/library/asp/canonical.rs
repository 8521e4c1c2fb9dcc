//! Canonical forms of programs.

use super::case;
use smelt::language::Language;
use smelt::language::asp::Asp;

fn are_alike(one: &str, other: &str) -> bool {
    Asp.canonical(&case(one)) == Asp.canonical(&case(other))
}

#[test]
fn names_and_order_do_not_matter_and_everything_else_does() {
    let program = "a:-b. b:-a. :-not a. a|b|c|d|e|f.";
    for same in [
        "x1:-x2. x2:-x1. :-not x1. x1|x2|x3|x4|x5|x6.",
        ":-not q. p|u|q|r|s|t. p:-q. q:-p.",
        "f|e|d|c|b|a. :-not f. a:-f. f:-a.",
    ] {
        assert!(are_alike(program, same), "{same}");
    }
    for other in [
        "a:-b. b:-a. :-not a. a|b|c|d|e.",
        "a:-b. b:-a. :-a. a|b|c|d|e|f.",
        "a:-b. b:-c. :-not a. a|b|c|d|e|f.",
        "a:-b. b:-a. :-not c. a|b|c|d|e|f.",
        "a:-b. b:-a. :-not a. {a;b;c;d;e;f}.",
    ] {
        assert!(!are_alike(program, other), "{other}");
    }
}
