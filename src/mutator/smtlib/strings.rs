//! Strings, regular expressions and sequences.

use super::rewrite::rules;
use super::toolkit::literals::{Literals, Simpler};
use super::toolkit::names::fresh_name;
use super::toolkit::pieces::{before_command, word};
use crate::language::TestCase;
use crate::language::smtlib::{Role, analysis};
use crate::mutator::proposal::none;
use crate::mutator::{At, ByDefault, Mutator};
use crate::tree::{Edit, Node, Piece, Splice, Symbol};
use std::ops::Range;

/// `(seq.nth (seq.unit t) i)` → `t`
pub static SEQ_NTH_UNIT: Mutator = Mutator::smtlib("seq-nth-unit", "strings")
    .about("Replace an element of a sequence of one element by that element")
    .by(rules! {
        "(seq.nth (seq.unit ?x) ?i)" => "?x",
    });

/// `(str.indexof s t 0)` → `(- 1)`
pub static INDEX_NOT_FOUND: Mutator = Mutator::smtlib("str-index-not-found", "strings")
    .about("Replace an index in a string by that for not found")
    .by_default(ByDefault::InDeepSearches)
    .by(rules! {
        "(str.indexof ?x ...)" => "(- 1)",
        "(str.indexof_re ?x ...)" => "(- 1)",
        "(seq.indexof ?x ...)" => "(- 1)",
    });

/// `str.replace_all` → `str.replace`, also for regular expressions
pub static REPLACE_ALL: Mutator = Mutator::smtlib("str-replace-all", "strings")
    .about("Replace only the first occurrence in a string, not all")
    .by(rules! {
        "(str.replace_all ?x ...)" => "(str.replace ?x ...)",
        "(str.replaceall ?x ...)" => "(str.replace ?x ...)",
        "(str.replace_re_all ?x ...)" => "(str.replace_re ?x ...)",
    });

/// `(str.to_int (str.from_int n))` → `n`, `(str.in_re s (str.to_re t))` → `(= s t)`, …
pub static IDENTITIES: Mutator = Mutator::smtlib("str-identities", "strings")
    .about("Replace a term about strings or sequences by a smaller one")
    .by(rules! {
        "(str.to_int (str.from_int ?x))" => "?x",
        "(str.to.int (int.to.str ?x))" => "?x",
        "(str.from_int (str.to_int ?x))" => "?x",
        "(int.to.str (str.to.int ?x))" => "?x",
        "(str.to_code (str.from_code ?x))" => "?x",
        "(str.from_code (str.to_code ?x))" => "?x",
        "(str.rev (str.rev ?x))" => "?x",
        "(str.len (str.rev ?x))" => "(str.len ?x)",
        "(str.contains ?x ?y)" => "(= ?x ?y)",
        "(str.prefixof ?x ?y)" => "(= ?x ?y)",
        "(str.suffixof ?x ?y)" => "(= ?x ?y)",
        "(str.<= ?x ?y)" => "(= ?x ?y)",
        "(str.substr ?x 0 (str.len ?x))" => "?x",
        "(str.substr ?x ?i 1)" => "(str.at ?x ?i)",
        "(str.replace ?x ?x ?y)" => "?y",
        "(= (str.++ ?x ?y) (str.++ ?x ?z))" => "(= ?y ?z)",
        "(= (str.++ ?y ?x) (str.++ ?z ?x))" => "(= ?y ?z)",
        "(= (str.len ?x) (str.len ?y))" => "(= ?x ?y)",
        "(= 0 (str.len ?x))" => "(= \"\" ?x)",
        "(str.in_re ?x (str.to_re ?y))" => "(= ?x ?y)",
        "(str.in.re ?x (str.to.re ?y))" => "(= ?x ?y)",
        "(str.in_re ?x (re.comp ?r))" => "(not (str.in_re ?x ?r))",
        "(re.comp (re.comp ?r))" => "?r",
        "(re.* (re.+ ?r))" => "(re.* ?r)",
        "(re.* (re.opt ?r))" => "(re.* ?r)",
        "(re.+ (re.opt ?r))" => "(re.* ?r)",
        "(re.opt (re.+ ?r))" => "(re.* ?r)",
        "(re.union (str.to_re \"\") ?r)" => "(re.opt ?r)",
        "(re.++ ?r (re.* ?r))" => "(re.+ ?r)",
        "(re.range ?x ?x)" => "(str.to_re ?x)",
        "(seq.rev (seq.rev ?x))" => "?x",
        "(seq.len (seq.unit ?x))" => "1",
        "(seq.len (seq.rev ?x))" => "(seq.len ?x)",
        "(seq.contains ?x ?y)" => "(= ?x ?y)",
        "(seq.prefixof ?x ?y)" => "(= ?x ?y)",
        "(seq.suffixof ?x ?y)" => "(= ?x ?y)",
        "(seq.at (seq.unit ?x) 0)" => "(seq.unit ?x)",
        "(seq.extract ?x 0 (seq.len ?x))" => "?x",
        "(seq.extract ?x ?i 1)" => "(seq.at ?x ?i)",
        "(seq.nth (seq.++ (seq.unit ?x) ?y ...) 0)" => "?x",
        "(= (seq.unit ?x) (seq.unit ?y))" => "(= ?x ?y)",
        "(= (seq.++ ?x ?y) (seq.++ ?x ?z))" => "(= ?y ?z)",
        "(= (seq.++ ?y ?x) (seq.++ ?z ?x))" => "(= ?y ?z)",
    });

/// The smallest sections that are removed are the string divided by this number.
const PARTS: usize = 64;

/// The smallest sections of a long string are larger: what is left when each of them is removed has no more bytes than
/// this in total, because a token stays in memory. Halves are always removed.
const MOST_BYTES: usize = 1 << 24;

/// `"abc123"` → `""`, `"abc"`, `"123"`, `"bc123"`, `"abc12"`. Escapes such as `""`, `\u{1F600}`, `\u00ab` and `\x0a`
/// are single characters.
pub static CONSTANTS: Mutator = Mutator::smtlib("str-constants", "strings")
    .about("Replace a string constant by a shorter one")
    .by(&Literals(simpler));

fn simpler(token: &'static [u8]) -> Simpler {
    let [b'"', content @ .., _] = token else {
        return none();
    };
    if content.is_empty() {
        return none();
    }
    let ends = ends_of_characters(content);
    let count = ends.len();
    // All characters, then halves, quarters and so on from the end, then the first and the last character.
    let whole = 0..count;
    let mut removed: Vec<Range<usize>> = vec![whole];
    let most = (MOST_BYTES / content.len()).clamp(2, PARTS);
    let mut parts = 2;
    while 2 * parts <= count && parts <= most {
        removed.extend(
            (0..parts)
                .rev()
                .map(|part| part * count / parts..(part + 1) * count / parts),
        );
        parts *= 2;
    }
    removed.extend([0..1, count - 1..count]);
    removed.dedup();
    Box::new(removed.into_iter().map(move |gone| {
        let end = |character: usize| character.checked_sub(1).map_or(0, |last| ends[last]);
        let rest = [&content[..end(gone.start)], &content[end(gone.end)..]].concat();
        Symbol::of(&[b"\"", &rest[..], b"\""].concat())
    }))
}

/// Where each character of a string ends. An escape sequence and a doubled quote are one character.
fn ends_of_characters(content: &[u8]) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut at = 0;
    while at < content.len() {
        at += length(&content[at..]);
        ends.push(at);
    }
    ends
}

/// The length of the first character: an escape, or a character in UTF-8, or a byte.
fn length(content: &[u8]) -> usize {
    let is_hexadecimal = |digits: &[u8]| digits.iter().all(u8::is_ascii_hexdigit);
    match content {
        // In old texts, `\"` is a quote; in new ones, `\` is an ordinary character before a doubled quote.
        [b'\\', b'"', b'"', ..] => 1,
        [b'"', b'"', ..] | [b'\\', b'"' | b'\\', ..] => 2,
        [b'\\', b'u', b'{', rest @ ..] => {
            match rest.iter().take(6).position(|&byte| byte == b'}') {
                Some(digits) if is_hexadecimal(&rest[..digits]) => 3 + digits + 1,
                _ => 1,
            }
        }
        [b'\\', b'u', rest @ ..] if rest.len() >= 4 && is_hexadecimal(&rest[..4]) => 6,
        [b'\\', b'x', rest @ ..] if rest.len() >= 2 && is_hexadecimal(&rest[..2]) => 4,
        [0xc0..=0xff, rest @ ..] => {
            1 + rest.iter().take_while(|&&byte| byte & 0xc0 == 0x80).count()
        }
        _ => 1,
    }
}

/// `(str.contains v w)` → `(= v (str.++ p w s))` with two new constants `p` and `s`, there and at all equal terms. A
/// pump, because it has more cells. The constants are declared before the command of the first such term.
pub static CONTAINS_TO_CONCAT: Mutator = Mutator::smtlib("str-contains-to-concat", "strings")
    .about("Replace str.contains by an equality with a concatenation")
    .at(At::Head(b"str.contains"))
    .only(|case, node| {
        analysis(case).role(node) == Role::Term && case.tree().elements::<3>(node).is_some()
    })
    .edit(concatenated)
    .judged();

fn concatenated(case: &TestCase, node: Node) -> Option<Edit> {
    let tree = case.tree();
    let names = ["prefix", "suffix"].map(|kind| Piece::Leaf(fresh_name(case, kind, node)));
    let declarations = names
        .into_iter()
        .flat_map(|name| Piece::list([word("declare-const"), name, word("String")]))
        .collect();
    let mut splices = vec![before_command(case, node, declarations)?];
    for at in std::iter::once(node).chain(case.equal_subterms(node)) {
        let [_, whole, part] = tree.elements(at)?;
        let [prefix, suffix] = names;
        let joined = Piece::list([word("str.++"), prefix, Piece::Copy(part), suffix]);
        let sides = [Piece::Copy(whole)].into_iter().chain(joined);
        let with = Piece::changed_list(at, [word("=")].into_iter().chain(sides));
        splices.push(Splice::replace(tree, at, with));
    }
    Some(Edit::new(splices))
}
