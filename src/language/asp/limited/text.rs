//! Constraints for a program in gringo's text format, ground or not.
//!
//! Before grounding, it is not known which atoms there are. So the atoms that must be false are described by
//! predicates: the predicates of the text and those of the model. If the model has atoms of a predicate, these are
//! listed as facts of a new predicate, and no other atom of the old one may be true.

use super::predicates::{Shown, shown, signatures};
use crate::language::asp::lexer::{tokens, tokens_of_any};
use crate::language::asp::signature::{Signature, predicate, unsigned};
use std::collections::{BTreeMap, BTreeSet};

/// Predicates with more arguments than this are left free.
const MOST_ARGUMENTS: usize = 1 << 10;

/// Once the constraints have more bytes than this, the remaining predicates are left free.
const MOST_BYTES: usize = 64 << 20;

/// The program with constraints for this model. None if the program may print terms that are not atoms, or if a script
/// or another file may add to it, show something or ground its parts one after the other.
pub(super) fn with_model(program: &[u8], printed: &BTreeSet<&[u8]>) -> Option<Vec<u8>> {
    let has = |begins: &[u8]| tokens_of_any(program).any(|token| token.bytes.starts_with(begins));
    if has(b"#include") || has(b"#script") {
        return None;
    }
    let predicates = match shown(program) {
        Shown::All => signatures(program),
        Shown::Only(only) => only,
        Shown::Terms => return None,
    };
    let free = |signature| (signature, Vec::new());
    let mut atoms: BTreeMap<Signature, Vec<&[u8]>> = predicates.into_iter().map(free).collect();
    let mut added = Vec::new();
    for &text in printed {
        let (signature, arguments) = atom(text)?;
        atoms.entry(signature).or_default().push(arguments);
        add(&mut added, &[b":- not ", text, b".\n"]);
    }
    let prefix = unused(program);
    for (signature, arguments) in &atoms {
        forbid_others(&mut added, signature, arguments, &prefix);
    }
    let base: &[u8] = if has(b"#program") {
        b"#program base.\n"
    } else {
        b""
    };
    Some([program, b"\n", base, &added].concat())
}

/// The predicate of an atom as a solver prints it, such as `-p(1,"a")`, and the text of its arguments without the
/// parentheses. None for anything else, such as a number or a string.
fn atom(text: &[u8]) -> Option<(Signature, &[u8])> {
    let tokens = tokens(text).ok()?;
    let all: Vec<&[u8]> = tokens.iter().map(|token| token.bytes).collect();
    let (is_negated, all) = unsigned(&all);
    let (&name, rest) = all.split_first()?;
    let (arity, arguments) = match rest {
        [] => (0, &text[..0]),
        [b"(", inner @ .., b")"] => {
            let begin = tokens[usize::from(is_negated) + 1].at + 1;
            (arity(inner)?, &text[begin..text.len() - 1])
        }
        _ => return None,
    };
    let signature = Signature {
        is_negated,
        name: predicate(name)?.to_vec(),
        arity,
    };
    Some((signature, arguments))
}

/// The number of arguments that these tokens spell. None if their parentheses do not match.
fn arity(arguments: &[&[u8]]) -> Option<usize> {
    let (mut depth, mut commas) = (0_usize, 0);
    for &token in arguments {
        match token {
            b"(" => depth += 1,
            b")" => depth = depth.checked_sub(1)?,
            b"," if depth == 0 => commas += 1,
            _ => {}
        }
    }
    Some(if arguments.is_empty() { 0 } else { commas + 1 })
}

/// Forbids the atoms of a predicate that are not in the model. `listed` has the arguments of those that are. A
/// predicate with very many arguments is left free: `#show p/999999999.` does not mean that it has an atom.
fn forbid_others(out: &mut Vec<u8>, signature: &Signature, listed: &[&[u8]], prefix: &[u8]) {
    let Signature {
        is_negated,
        name,
        arity,
    } = signature;
    let sign: &[u8] = if *is_negated { b"-" } else { b"" };
    if *arity == 0 {
        if listed.is_empty() {
            add(out, &[b":- ", sign, name, b".\n"]);
        }
        return;
    }
    if *arity > MOST_ARGUMENTS || out.len() > MOST_BYTES {
        return;
    }
    let names: Vec<String> = (1..=*arity).map(|nth| format!("V{nth}")).collect();
    let joined = names.join(",");
    let variables = joined.as_bytes();
    if listed.is_empty() {
        add(out, &[b":- ", sign, name, b"(", variables, b").\n"]);
        return;
    }
    let sort: &[u8] = if *is_negated { b"n_" } else { b"p_" };
    let model = [prefix, sort, name].concat();
    for arguments in listed {
        add(out, &[&model, b"(", arguments, b").\n"]);
    }
    add(
        out,
        &[
            b":- ", sign, name, b"(", variables, b"), not ", &model, b"(", variables, b").\n",
        ],
    );
}

/// A beginning of names that does not occur in the program: it has more underscores behind `smelt` than any name there.
fn unused(program: &[u8]) -> Vec<u8> {
    let name = b"smelt";
    let underscores = |at: usize| {
        let rest = program[at + name.len()..].iter();
        rest.take_while(|&&byte| byte == b'_').count()
    };
    let places = memchr::memmem::find_iter(program, name);
    let most = places.map(underscores).max().unwrap_or(0);
    [&name[..], &vec![b'_'; most + 1]].concat()
}

fn add(out: &mut Vec<u8>, parts: &[&[u8]]) {
    for part in parts {
        out.extend_from_slice(part);
    }
}
