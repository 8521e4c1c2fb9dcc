//! Constraints for a program in gringo's text format, ground or not.
//!
//! Before grounding, it is not known which atoms there are. So the atoms that must be false are described by
//! predicates: the predicates of the text and those of the model. If the model has atoms of a predicate, these are
//! listed as facts of a new predicate, and no other atom of the old one may be true.

use super::shown::{Shown, shown};
use super::signatures::signatures;
use crate::language::asp::lexer::{tokens, tokens_of_any};
use crate::language::asp::signature::{Signature, predicate, unsigned};
use std::collections::{BTreeMap, BTreeSet};

/// Predicates with more arguments than this are left free.
const MOST_ARGUMENTS: usize = 1 << 10;

/// Once the constraints have more bytes than this, the remaining predicates are left free.
const MOST_BYTES: usize = 64 << 20;

/// The program with constraints for this model; none if the program may print terms that are not atoms.
pub(super) fn with_model(program: &[u8], printed: &BTreeSet<&[u8]>) -> Option<Vec<u8>> {
    let mut atoms: BTreeMap<Signature, Vec<&[u8]>> = match shown(program) {
        Shown::All => {
            let constants = constants(program);
            signatures(program)
                .into_iter()
                .filter(|found| found.arity > 0 || !constants.contains(&found.name[..]))
                .map(|signature| (signature, Vec::new()))
                .collect()
        }
        Shown::Only(only) => only
            .into_iter()
            .map(|signature| (signature, Vec::new()))
            .collect(),
        Shown::Terms => return None,
    };
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
    let has_parts = tokens_of_any(program).any(|token| token.bytes == b"#program");
    let base: &[u8] = if has_parts { b"#program base.\n" } else { b"" };
    Some([program, b"\n", base, &added].concat())
}

/// The names of constants, which stand for other terms and cannot be atoms.
fn constants(program: &[u8]) -> BTreeSet<&[u8]> {
    let mut constants = BTreeSet::new();
    let mut tokens = tokens_of_any(program);
    while tokens.any(|token| token.bytes == b"#const") {
        constants.extend(tokens.next().and_then(|token| predicate(token.bytes)));
    }
    constants
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

/// A beginning of names that does not occur in the program.
fn unused(program: &[u8]) -> Vec<u8> {
    let mut prefix = b"smelt_".to_vec();
    while memchr::memmem::find(program, &prefix).is_some() {
        prefix.push(b'_');
    }
    prefix
}

fn add(out: &mut Vec<u8>, parts: &[&[u8]]) {
    for part in parts {
        out.extend_from_slice(part);
    }
}
