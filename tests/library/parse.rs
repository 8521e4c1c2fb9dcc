//! Reading SMT-LIB: every kind of token, both dialects, errors with their place, and printing back.

use proptest::prelude::*;
use smelt::language::Dialect;
use smelt::language::smtlib::{BACKSLASH, MODERN, parse, parse_as};

/// The canonical text of a text, and how it was read.
fn read(text: &[u8]) -> (Vec<u8>, Dialect) {
    let parsed = parse(text).unwrap_or_else(|error| panic!("{}: {error}", text.escape_ascii()));
    (parsed.tree.text().to_vec(), parsed.dialect)
}

fn cells(text: &[u8]) -> usize {
    parse(text).map_or(0, |parsed| parsed.tree.cells().len() - 1)
}

#[test]
fn what_is_not_closed_is_an_error_with_its_line_and_column() {
    let table: &[(&[u8], &str)] = &[
        (
            b"(a\n (b",
            "line 2, column 2: this list is not closed before the end of the file",
        ),
        (b"(a))", "line 1, column 4: this `)` closes nothing"),
        (
            b"(a\n\"b",
            "line 2, column 1: this string is not closed before the end of the file",
        ),
        (
            b"x |a\n",
            "line 1, column 3: this quoted symbol is not closed before the end of the file",
        ),
        (
            b"\r\n\r\n(",
            "line 3, column 1: this list is not closed before the end of the file",
        ),
    ];
    for (text, expected) in table {
        let error = parse(text).map(|parsed| parsed.tree.text().len());
        assert_eq!(
            error.map_err(|error| error.to_string()),
            Err((*expected).to_owned())
        );
    }
}

#[test]
fn each_kind_of_token_prints_as_it_was_read() {
    let table: &[(&str, &[u8], &[u8])] = &[
        ("nothing", b"", b""),
        (
            "blanks of every kind",
            b" (a\tb\r\n c\x0cd ) ",
            b"(a b c d)\n",
        ),
        (
            "a comment inside and behind",
            b"(a ; (b\n c) ; d",
            b"(a c)\n",
        ),
        (
            "a comment that holds bytes beyond ASCII",
            b"; \xe4\xff\n(a)",
            b"(a)\n",
        ),
        ("top-level tokens", b"a \"b\" |c|", b"a\n\"b\"\n|c|\n"),
        (
            "a string with a doubled quote",
            b"(a \"x\"\"y ; (\")",
            b"(a \"x\"\"y ; (\")\n",
        ),
        (
            "a backslash is an ordinary character",
            b"(a \"x\\\" \"\\\\\")",
            b"(a \"x\\\" \"\\\\\")\n",
        ),
        (
            "bytes beyond ASCII in strings and symbols",
            b"(\xe4 \"\xff\" |\xfe|)",
            b"(\xe4 \"\xff\" |\xfe|)\n",
        ),
        (
            "a quoted symbol over two lines",
            b"(|a\n ;b| c)",
            b"(|a\n ;b| c)\n",
        ),
        (
            "tokens side by side",
            b"(a\"b\"|c|(d)e)",
            b"(a \"b\" |c| (d) e)\n",
        ),
        (
            "numbers, binaries, keywords",
            b"(0 1.50 #b01 #xaF :k ! _)",
            b"(0 1.50 #b01 #xaF :k ! _)\n",
        ),
        ("an empty list", b"( )()", b"()\n()\n"),
        ("no newline at the end", b"(a)", b"(a)\n"),
    ];
    for (what, text, expected) in table {
        let (printed, dialect) = read(text);
        assert_eq!(
            printed.escape_ascii().to_string(),
            expected.escape_ascii().to_string(),
            "{what}"
        );
        assert_eq!(dialect, MODERN, "{what}");
        assert_eq!(read(&printed).0, printed, "{what}: reading it again");
    }
}

#[test]
fn a_text_that_reads_only_with_escapes_is_read_so_and_that_is_kept() {
    let text = b"(echo \"a \\\" b\")(echo \"\\\\\")";
    let (printed, dialect) = read(text);
    assert_eq!(dialect, BACKSLASH);
    assert_eq!(printed, b"(echo \"a \\\" b\")\n(echo \"\\\\\")\n");
}

#[test]
fn every_literal_is_one_token() {
    let ones: &[&str] = &[
        "12",
        "1.5",
        "\"a b\"",
        "#b0",
        "#x0",
        "true",
        "(_ bv12 32)",
        "(_ +zero 8 24)",
        "(_ -zero 8 24)",
        "(_ +oo 8 24)",
        "(_ -oo 8 24)",
        "(_ NaN 8 24)",
        "(fp #b0 #b10 #b1)",
        "(fp (_ bv0 1) #x1 #b1)",
    ];
    for literal in ones {
        assert_eq!(cells(literal.as_bytes()), 1, "{literal}");
    }
    let lists = [
        "(- 1)",
        "(_ BitVec 8)",
        "(_ bv1)",
        "(_ bvx 8)",
        "(fp x #b1 #b1)",
        "(_ extract 1 0)",
        "(bv1 8)",
    ];
    for list in lists {
        assert!(cells(list.as_bytes()) > 1, "{list}");
    }
}

#[test]
fn a_literal_inside_a_list_leaves_its_neighbours_in_place() {
    let (printed, _) = read(b"(f (_ bv1 8) (g (fp #b0 #b1 #b1)) x)((_ bv0 1) y)");
    assert_eq!(
        printed,
        b"(f (_ bv1 8) (g (fp #b0 #b1 #b1)) x)\n((_ bv0 1) y)\n"
    );
}

#[test]
fn a_printed_text_is_read_in_the_dialect_in_which_it_was_read_first() {
    // Without its comment, which hid the end of a list, the other dialect can read this text, too.
    let text = br#"()"\"(;""(\");""""#;
    let first = parse(text).expect("the escapes are read");
    let printed = first.tree.text().to_vec();
    assert_ne!(parse(&printed).expect("it is read").dialect, first.dialect);
    let again = parse_as(&printed, first.dialect).expect("it is read");
    assert_eq!(again, first.tree);
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused_and_what_is_read_prints_to_a_fixpoint(
        text in prop::collection::vec(prop_oneof![
            Just(b'('), Just(b')'), Just(b' '), Just(b'\n'), Just(b'"'), Just(b'|'), Just(b'\\'), Just(b';'),
            Just(b'_'), Just(b'b'), Just(b'v'), Just(b'1'), Just(b'#'), any::<u8>()], 0..60)
    ) {
        if let Ok(parsed) = parse(&text) {
            let printed = parsed.tree.text().to_vec();
            let again = parse_as(&printed, parsed.dialect);
            prop_assert_eq!(again.ok(), Some(parsed.tree));
        }
    }
}
