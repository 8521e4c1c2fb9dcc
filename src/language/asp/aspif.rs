//! aspif, the intermediate format of gringo 5 and clasp 3: one statement per line, in which atoms and literals are
//! numbers.
//!
//! A statement that is not understood is kept as it is, and so is every line of version 2. The tree has neither the
//! header, the counts, the lengths of names nor the end; the printer adds them. Comments are dropped.

use super::ground_rule::Body;
use super::numeric::{Fields, LineWriter, NumericBuilder, Weighted, head, weighted, weights};
use crate::language::{ParseError, Printed};
use crate::tree::{Node, ROOT, Tree};

/// The first line of a file with several steps.
const INCREMENTAL: &[u8] = b"asp 1 0 0 incremental";

/// The names of the values of externals, by number.
const VALUES: &[&[u8]] = &[b"free", b"true", b"false", b"release"];

/// The names of the modifiers of heuristics, by number.
pub(super) const MODIFIERS: &[&[u8]] = &[b"level", b"sign", b"factor", b"init", b"true", b"false"];

/// The headers that can be read. The index of a header is kept in the dialect.
pub(super) const HEADERS: &[&[u8]] = &[
    b"asp 1 0 0",
    INCREMENTAL,
    b"asp 2 0 0",
    b"asp 2 0 0 incremental",
];

/// Reads a program. Also returns the index of its header in [`HEADERS`].
///
/// # Errors
/// The header is none of those, or the last line is not `0`.
pub(super) fn parse_aspif(text: &[u8]) -> Result<(Tree, usize), ParseError> {
    ParseError::refuse_larger_than_4_gib(text.len().saturating_mul(3))?;
    let end = text.trim_ascii_end().len();
    let mut lines = lines(&text[..end]).map(|(_, line)| line);
    let first = words(lines.next().unwrap_or_default());
    let header = HEADERS
        .iter()
        .position(|header| words(header) == first)
        .ok_or_else(|| ParseError::at(text, 0, "this version of aspif is unknown"))?;
    let mut statements: Vec<&[u8]> = lines.collect();
    if statements.pop() != Some(b"0") {
        return Err(ParseError::at(text, end, "the last line is not `0`"));
    }
    let is_version_1 = header < 2;
    let mut program = NumericBuilder::with_capacity(text.len());
    for line in statements.into_iter().filter(|line| !line.is_empty()) {
        let is_comment = line.starts_with(b"10 ") || line == b"10";
        let is_read = is_version_1 && statement(&mut program, line).is_some();
        if !is_read && !is_comment {
            program.token(line);
        }
    }
    Ok((program.finish(), header))
}

fn words(line: &[u8]) -> Vec<&[u8]> {
    line.split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty())
        .collect()
}

/// The lines of a program without the blanks around them, each with its offset. In version 1, the name of an output may
/// contain any bytes, even line feeds, and blanks at its end belong to it.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let has_names = text.starts_with(b"asp 1 ");
    let mut next = 0;
    std::iter::from_fn(move || {
        let at = next;
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let is_blank = |byte: &&u8| byte.is_ascii_whitespace() && **byte != b'\n';
        let begin = rest.iter().take_while(is_blank).count();
        let name = has_names.then(|| name_end(&rest[begin..])).flatten();
        let from = name.map_or(begin, |end| begin + end);
        let length = memchr::memchr(b'\n', &rest[from..]).map_or(rest.len(), |end| from + end);
        next = at + length + 1;
        let end = from + rest[from..length].trim_ascii_end().len();
        Some((at, &rest[begin..end]))
    })
}

/// Where the name ends if the text begins with an output statement.
fn name_end(text: &[u8]) -> Option<usize> {
    let mut fields = Fields(text.strip_prefix(b"4 ")?);
    name(&mut fields)?;
    Some(text.len() - fields.0.len())
}

/// Reads the length of a name, and the name.
fn name<'a>(fields: &mut Fields<'a>) -> Option<&'a [u8]> {
    let length = fields.count()?;
    fields.bytes(length)
}

/// The name and the condition of an output, if the line is one.
pub(super) fn output(line: &[u8]) -> Option<(&[u8], Vec<i64>)> {
    let mut fields = Fields(line.strip_prefix(b"4 ")?);
    let found = (name(&mut fields)?, counted(&mut fields)?);
    fields.end().map(|()| found)
}

/// Adds a statement of version 1. None, with nothing added, if it is not understood.
fn statement(program: &mut NumericBuilder, line: &[u8]) -> Option<()> {
    let mut fields = Fields(line);
    match fields.number()? {
        1 => {
            let is_choice = fields.one_of(&[false, true])?;
            let heads = counted(&mut fields)?;
            let body = if fields.one_of(&[false, true])? {
                Body::Sum(fields.number()?, pairs(&mut fields)?)
            } else {
                Body::Literals(counted(&mut fields)?)
            };
            fields.end()?;
            program.rule(is_choice, &heads, &body);
        }
        2 => {
            let (priority, elements) = (fields.number()?, pairs(&mut fields)?);
            fields.end()?;
            program.minimize(priority, &elements);
        }
        kind @ (3 | 6) => {
            let literals = counted(&mut fields)?;
            fields.end()?;
            program.directive(if kind == 3 { b"#project" } else { b"#assume" }, &literals);
        }
        4 => {
            let name = name(&mut fields).filter(|name| !name.is_empty())?;
            let condition = counted(&mut fields)?;
            fields.end()?;
            program.output(name, &condition);
        }
        5 => {
            let (atom, value) = (fields.number()?, fields.one_of(VALUES)?);
            fields.end()?;
            program.external(atom, value);
        }
        7 => {
            let modifier = fields.one_of(MODIFIERS)?;
            let atom = fields.number()?;
            let weight = (fields.number()?, fields.number()?);
            let condition = counted(&mut fields)?;
            fields.end()?;
            program.heuristic(atom, weight, modifier, &condition);
        }
        8 => {
            let nodes = [fields.number()?, fields.number()?];
            let condition = counted(&mut fields)?;
            fields.end()?;
            program.edge(nodes, &condition);
        }
        _ => return None,
    }
    Some(())
}

/// Reads a count and that many literals. Zero is not a literal.
fn counted(fields: &mut Fields<'_>) -> Option<Vec<i64>> {
    let count = fields.count()?;
    let numbers = fields.numbers(count)?;
    numbers.iter().all(|&number| number != 0).then_some(numbers)
}

/// Reads a count and that many literals with their weights.
fn pairs(fields: &mut Fields<'_>) -> Option<Vec<(i64, i64)>> {
    let count = fields.count()?;
    (0..count)
        .map(|_| {
            Some((
                fields.number().filter(|&literal| literal != 0)?,
                fields.number()?,
            ))
        })
        .collect()
}

/// Prints a program with the header that has this index in [`HEADERS`].
pub(super) fn print_aspif(tree: &Tree, header: usize) -> Printed {
    let mut out = Vec::with_capacity(tree.text().len());
    let mut places = Vec::new();
    let mut line = LineWriter::default();
    line.put(HEADERS.get(header).unwrap_or(&HEADERS[0]))
        .end(&mut out);
    for node in tree.children(ROOT) {
        places.push(out.len());
        if tree.is_list(node) {
            print_statement(&mut line, tree, node);
        } else {
            line.put(tree.bytes(node));
        }
        line.end(&mut out);
    }
    places.push(out.len());
    line.put(b"0").end(&mut out);
    Printed { text: out, places }
}

fn print_statement(line: &mut LineWriter, tree: &Tree, node: Node) {
    let parts: Vec<Node> = tree.children(node).collect();
    let kind = tree.head_bytes(node);
    let rest = parts.get(1..).unwrap_or_default();
    match (kind, rest) {
        (b"minimize", [priority, elements @ ..]) => {
            line.put(b"2")
                .put(tree.bytes(*priority))
                .number(elements.len());
            print_weighted(line, tree, weighted(tree, elements.iter().copied()));
        }
        (b"#project" | b"#assume", elements) => {
            line.put(if kind == b"#assume" { b"6" } else { b"3" })
                .counted(tree, elements.iter().copied());
        }
        (b"#output", &[name, condition]) => {
            let name = tree.bytes(name);
            line.put(b"4")
                .number(name.len())
                .put(name)
                .counted(tree, tree.children(condition));
        }
        (b"#external", &[atom, _, value]) => {
            let value = tree.child(value, 0).map(|value| tree.bytes(value));
            let number = VALUES.iter().position(|&known| Some(known) == value);
            line.put(b"5")
                .literal(tree, atom)
                .number(number.unwrap_or(0));
        }
        (b"#heuristic", &[atom, condition, value]) => {
            let modifier = tree.child(value, 1).map(|modifier| tree.bytes(modifier));
            let number = MODIFIERS.iter().position(|&known| Some(known) == modifier);
            line.put(b"7")
                .number(number.unwrap_or(MODIFIERS.len()))
                .literal(tree, atom);
            // The bias and the priority, after the `@`.
            if let Some(weight) = tree.child(value, 0) {
                for part in tree.children(weight).skip(1) {
                    line.put(tree.bytes(part));
                }
            }
            line.counted(tree, tree.children(condition));
        }
        (b"#edge", &[from, to, condition]) => {
            line.put(b"8").put(tree.bytes(from)).put(tree.bytes(to));
            line.counted(tree, tree.children(condition));
        }
        (_, _) if parts.len() == 2 && tree.head(node).is_none() => {
            print_rule(line, tree, parts[0], parts[1]);
        }
        _ => {
            line.put(tree.bytes(node));
        }
    }
}

fn print_rule(line: &mut LineWriter, tree: &Tree, heads: Node, body: Node) {
    let (is_choice, atoms) = head(tree, heads);
    line.put(b"1")
        .number(usize::from(is_choice))
        .counted(tree, atoms.into_iter());
    match weights(tree, body) {
        None => {
            line.put(b"0").counted(tree, tree.children(body));
        }
        Some((bound, elements)) => {
            line.put(b"1").put(bound).number(elements.len());
            print_weighted(line, tree, elements.into_iter());
        }
    }
}

fn print_weighted(line: &mut LineWriter, tree: &Tree, elements: impl Iterator<Item = Weighted>) {
    for (literal, weight) in elements {
        line.literal(tree, literal).put(tree.bytes(weight));
    }
}
