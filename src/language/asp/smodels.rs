//! The numeric format of lparse and smodels, with the extensions of gringo.
//!
//! The tree has no counts and no ends of sections; the printer adds them, and puts negative literals first. A rule of a
//! kind that neither lparse nor gringo writes is kept as it is. A constraint has a head: an atom that the compute
//! statement makes false.

use super::bounds::WeightedLiterals;
use super::ground_rule::Body;
use super::numeric::{
    Fields, LineWriter, NumericBuilder, Weighted, head, sign_and_atom, weighted, weights,
};
use crate::language::ParseError;
use crate::tree::{Node, ROOT, Tree};

/// Reads a program.
///
/// # Errors
/// A section is missing, or a line in one is not what the section holds.
pub(super) fn parse_smodels(text: &[u8]) -> Result<Tree, ParseError> {
    ParseError::refuse_larger_than_4_gib(text.len().saturating_mul(3))?;
    let mut lines = LineReader::of(text);
    let mut program = NumericBuilder::with_capacity(text.len());
    // The rules.
    while let Some(line) = lines.within_section()? {
        if rule(&mut program, line).is_none() {
            program.token(line);
        }
    }
    // The table of symbols.
    while let Some(line) = lines.within_section()? {
        let (atom, name) =
            named(line).ok_or_else(|| lines.error("this line gives no atom its name"))?;
        program.output(name, &[atom]);
    }
    // The compute statement.
    let mut compute = Vec::new();
    for (mark, sign) in [(&b"B+"[..], 1), (b"B-", -1)] {
        if lines.next()? != mark {
            return Err(lines.error("the compute statement must begin here"));
        }
        while let Some(line) = lines.within_section()? {
            compute.push(sign * lines.atom(line)?);
        }
    }
    if !compute.is_empty() {
        program.directive(b"#assume", &compute);
    }
    // The external atoms, if there are any. Their values are open.
    let mut last = lines.next()?;
    if last == b"E" {
        while let Some(line) = lines.within_section()? {
            program.external(lines.atom(line)?, b"free");
        }
        last = lines.next()?;
    }
    // The number of models that are wanted.
    if last != b"1" {
        let models = lines.atom(last)?;
        program.open().token(b"#models").number(models).close();
    }
    if text[lines.at..].trim_ascii().is_empty() {
        Ok(program.finish())
    } else {
        Err(lines.error("there is something behind the number of models"))
    }
}

/// The lines of a program, section by section.
pub(super) struct LineReader<'a> {
    text: &'a [u8],
    /// The offset after the line that was read last.
    pub(super) at: usize,
}

impl<'a> LineReader<'a> {
    pub(super) fn of(text: &'a [u8]) -> LineReader<'a> {
        LineReader { text, at: 0 }
    }

    /// The next line that is not empty.
    pub(super) fn next(&mut self) -> Result<&'a [u8], ParseError> {
        loop {
            let rest = &self.text[self.at..];
            if rest.is_empty() {
                return Err(self.error("a section is missing"));
            }
            let length = rest.iter().position(|&byte| byte == b'\n');
            let line = &rest[..length.unwrap_or(rest.len())];
            self.at += (line.len() + 1).min(rest.len());
            let line = line.trim_ascii();
            if !line.is_empty() {
                return Ok(line);
            }
        }
    }

    /// The next line of a section; none at its end.
    pub(super) fn within_section(&mut self) -> Result<Option<&'a [u8]>, ParseError> {
        self.next().map(|line| (line != b"0").then_some(line))
    }

    /// The only number of a line.
    fn atom(&self, line: &[u8]) -> Result<i64, ParseError> {
        let mut fields = Fields(line);
        let number = fields.number().filter(|&number| number >= 0);
        number
            .filter(|_| fields.end().is_some())
            .ok_or_else(|| self.error("this line is no number"))
    }

    /// An error in the line that was read last.
    fn error(&self, what: &'static str) -> ParseError {
        ParseError::at(self.text, self.at.saturating_sub(1), what)
    }
}

/// Adds a rule. None, with nothing added, if it is not understood.
fn rule(program: &mut NumericBuilder, line: &[u8]) -> Option<()> {
    let mut fields = Fields(line);
    let kind = fields.number()?;
    let heads: Vec<i64> = match kind {
        1 | 2 | 5 => vec![atom(&mut fields)?],
        3 | 8 => {
            let count = fields.count()?;
            let atoms = (0..count).map(|_| atom(&mut fields));
            atoms.collect::<Option<_>>()?
        }
        6 => {
            (fields.number()? == 0).then_some(())?;
            let elements = weighted_body(&mut fields)?;
            fields.end()?;
            program.minimize(0, &elements);
            return Some(());
        }
        _ => return None,
    };
    let body = match kind {
        2 => {
            let (all, negative) = (fields.count()?, fields.count()?);
            let bound = fields.number()?;
            let literals = signed(&mut fields, all, negative)?;
            Body::Sum(
                bound,
                literals.into_iter().map(|literal| (literal, 1)).collect(),
            )
        }
        5 => Body::Sum(fields.number()?, weighted_body(&mut fields)?),
        _ => Body::Literals(body(&mut fields)?),
    };
    fields.end()?;
    program.rule(kind == 3, &heads, &body);
    Some(())
}

/// The atom of gringo's line `91 a v` or `92 a`, which is kept as it is, and its value as an external atom.
pub(super) fn assigned(line: &[u8]) -> Option<(i64, &'static [u8])> {
    let mut fields = Fields(line);
    let kind = fields.number()?;
    let atom = atom(&mut fields)?;
    let value = match kind {
        91 => match fields.number()? {
            0 => &b"false"[..],
            1 => b"true",
            2 => b"free",
            _ => return None,
        },
        92 => b"release",
        _ => return None,
    };
    fields.end().map(|()| (atom, value))
}

fn atom(fields: &mut Fields<'_>) -> Option<i64> {
    fields.number().filter(|&atom| atom > 0)
}

fn body(fields: &mut Fields<'_>) -> Option<Vec<i64>> {
    let (all, negative) = (fields.count()?, fields.count()?);
    signed(fields, all, negative)
}

/// Reads this many atoms, the first of which are negated.
fn signed(fields: &mut Fields<'_>, all: usize, negative: usize) -> Option<Vec<i64>> {
    (negative <= all).then_some(())?;
    let sign = |place| if place < negative { -1 } else { 1 };
    (0..all)
        .map(|place| Some(sign(place) * atom(fields)?))
        .collect()
}

fn weighted_body(fields: &mut Fields<'_>) -> Option<WeightedLiterals> {
    let literals = body(fields)?;
    let weights = fields.numbers(literals.len())?;
    Some(literals.into_iter().zip(weights).collect())
}

/// The atom of a line in the table of symbols, and its name.
pub(super) fn named(line: &[u8]) -> Option<(i64, &[u8])> {
    let mut fields = Fields(line);
    let atom = atom(&mut fields)?;
    let name = fields.rest();
    (!name.is_empty()).then_some((atom, name))
}

/// Prints a program, section by section.
pub(super) fn print_smodels(tree: &Tree) -> Vec<u8> {
    let mut out = Vec::with_capacity(tree.text().len());
    let mut line = LineWriter::default();
    let of_kind = |kind: &'static [u8]| {
        let statements = tree.children(ROOT);
        statements.filter(move |&node| tree.head_bytes(node) == kind)
    };
    for node in tree.children(ROOT) {
        if print_rule(&mut line, tree, node) {
            line.end(&mut out);
        }
    }
    line.put(b"0").end(&mut out);
    for node in of_kind(b"#output") {
        let condition = tree.child(node, 2);
        let atom = condition.and_then(|condition| tree.child(condition, 0));
        if let (Some(name), Some(atom)) = (tree.child(node, 1), atom) {
            line.put(tree.bytes(atom))
                .put(tree.bytes(name))
                .end(&mut out);
        }
    }
    line.put(b"0").end(&mut out);
    for (mark, is_negative) in [(&b"B+"[..], false), (b"B-", true)] {
        line.put(mark).end(&mut out);
        for literal in of_kind(b"#assume").flat_map(|node| tree.children(node).skip(1)) {
            if tree.is_list(literal) == is_negative {
                let atom = if is_negative {
                    tree.child(literal, 1)
                } else {
                    Some(literal)
                };
                line.put(atom.map_or(b"", |atom| tree.bytes(atom)))
                    .end(&mut out);
            }
        }
        line.put(b"0").end(&mut out);
    }
    let mut externals = of_kind(b"#external")
        .filter_map(|node| tree.child(node, 1))
        .peekable();
    if externals.peek().is_some() {
        line.put(b"E").end(&mut out);
        for atom in externals {
            line.put(tree.bytes(atom)).end(&mut out);
        }
        line.put(b"0").end(&mut out);
    }
    let models = of_kind(b"#models").find_map(|node| tree.child(node, 1));
    line.put(models.map_or(b"1", |models| tree.bytes(models)))
        .end(&mut out);
    out
}

/// Prints the line of a rule or of a statement that was not understood. Returns false if the statement belongs to
/// another section.
fn print_rule(line: &mut LineWriter, tree: &Tree, node: Node) -> bool {
    let parts: Vec<Node> = tree.children(node).collect();
    match parts[..] {
        [] => {
            line.put(tree.bytes(node));
        }
        [heads, body] if tree.is_list(heads) => print_body(line, tree, heads, body),
        [kind, _, ref elements @ ..] if tree.bytes(kind) == b"minimize" => {
            let elements = weighted(tree, elements.iter().copied()).collect();
            let elements = negative_first(tree, elements, |&(literal, _)| literal);
            line.put(b"6").put(b"0");
            print_weighted(line, tree, &elements);
        }
        _ => return false,
    }
    true
}

/// Prints a rule. The kind of its line depends on its head and its body.
fn print_body(line: &mut LineWriter, tree: &Tree, heads: Node, body: Node) {
    let (is_choice, atoms) = head(tree, heads);
    let Some((bound, elements)) = weights(tree, body) else {
        match (is_choice, &atoms[..]) {
            (false, &[only]) => line.put(b"1").literal(tree, only),
            (false, _) => line.put(b"8").counted(tree, atoms.into_iter()),
            (true, _) => line.put(b"3").counted(tree, atoms.into_iter()),
        };
        let literals = negative_first(tree, tree.children(body).collect(), |&literal| literal);
        print_counts(line, tree, &literals);
        print_atoms(line, tree, &literals);
        return;
    };
    let elements = negative_first(tree, elements, |&(literal, _)| literal);
    let is_count = elements
        .iter()
        .all(|&(_, weight)| tree.bytes(weight) == b"1");
    line.put(if is_count { b"2" } else { b"5" });
    match atoms.first() {
        Some(&only) => line.literal(tree, only),
        None => line.put(b""),
    };
    if is_count {
        let literals: Vec<Node> = elements.iter().map(|&(literal, _)| literal).collect();
        print_counts(line, tree, &literals);
        line.put(bound);
        print_atoms(line, tree, &literals);
    } else {
        line.put(bound);
        print_weighted(line, tree, &elements);
    }
}

/// Prints how many literals there are, and how many of them are negative.
fn print_counts(line: &mut LineWriter, tree: &Tree, literals: &[Node]) {
    let is_negative = |literal: &&Node| sign_and_atom(tree, **literal).0;
    let negative = literals.iter().filter(is_negative);
    line.number(literals.len()).number(negative.count());
}

/// Prints the atoms of literals.
fn print_atoms(line: &mut LineWriter, tree: &Tree, literals: &[Node]) {
    for &literal in literals {
        line.put(sign_and_atom(tree, literal).1);
    }
}

/// Prints weighted literals: the two counts, then all atoms, then all weights.
fn print_weighted(line: &mut LineWriter, tree: &Tree, elements: &[Weighted]) {
    let (literals, weights): (Vec<Node>, Vec<Node>) = elements.iter().copied().unzip();
    print_counts(line, tree, &literals);
    print_atoms(line, tree, &literals);
    for weight in weights {
        line.put(tree.bytes(weight));
    }
}

/// The elements with negative literals first, as the format requires; otherwise in their old order.
fn negative_first<T>(tree: &Tree, mut elements: Vec<T>, literal: impl Fn(&T) -> Node) -> Vec<T> {
    elements.sort_by_key(|element| !sign_and_atom(tree, literal(element)).0);
    elements
}
