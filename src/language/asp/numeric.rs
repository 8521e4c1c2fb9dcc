//! What the numeric formats have in common: numbers in lines, and literals that are numbers.

use super::bounds::GroundLiteral;
use super::ground_rule::Body;
use crate::tree::{Builder, Node, Symbol, Tree};

/// The fields of a line, from left to right.
pub(super) struct Fields<'a>(pub(super) &'a [u8]);

impl<'a> Fields<'a> {
    /// The next field of this line. A line feed ends the line: only a name can contain one.
    pub(super) fn word(&mut self) -> Option<&'a [u8]> {
        let is_blank = |byte: &u8| byte.is_ascii_whitespace() && *byte != b'\n';
        let blanks = self.0.iter().take_while(|byte| is_blank(byte)).count();
        let rest = &self.0[blanks..];
        let length = rest
            .iter()
            .position(u8::is_ascii_whitespace)
            .unwrap_or(rest.len());
        let word;
        (word, self.0) = rest.split_at(length);
        (!word.is_empty()).then_some(word)
    }

    /// The next field, if it is a number in its usual spelling that can be negated.
    pub(super) fn number(&mut self) -> Option<i64> {
        let word = self.word()?;
        let number: i64 = str::from_utf8(word).ok()?.parse().ok()?;
        let is_usual = number != i64::MIN && number.to_string().as_bytes() == word;
        is_usual.then_some(number)
    }

    /// The value that the next field stands for, if it is the index of one of these.
    pub(super) fn one_of<T: Copy>(&mut self, values: &[T]) -> Option<T> {
        let index = usize::try_from(self.number()?).ok()?;
        values.get(index).copied()
    }

    /// The next field, if it can be the number of some fields in the rest of the line.
    pub(super) fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        // This bounds what is allocated for the fields.
        (count <= self.0.len()).then_some(count)
    }

    /// This many numbers.
    pub(super) fn numbers(&mut self, count: usize) -> Option<Vec<i64>> {
        (0..count).map(|_| self.number()).collect()
    }

    /// This many bytes, after one space.
    pub(super) fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let rest = self.0.strip_prefix(b" ")?;
        let (bytes, rest) = rest.split_at_checked(count)?;
        self.0 = rest;
        Some(bytes)
    }

    /// Everything that is left.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.0.trim_ascii()
    }

    /// Checks that nothing is left.
    pub(super) fn end(&self) -> Option<()> {
        self.rest().is_empty().then_some(())
    }
}

/// Builds the tree of a program in a numeric format.
#[derive(Debug, Default)]
pub(crate) struct NumericBuilder(Builder);

impl NumericBuilder {
    /// A builder for a text of this many bytes.
    pub(super) fn with_capacity(text: usize) -> NumericBuilder {
        NumericBuilder(Builder::with_capacity(text, text * 3))
    }

    pub(super) fn open(&mut self) -> &mut NumericBuilder {
        self.0.open();
        self
    }

    pub(super) fn close(&mut self) -> &mut NumericBuilder {
        self.0.close();
        self
    }

    pub(super) fn token(&mut self, token: &[u8]) -> &mut NumericBuilder {
        self.0.leaf(Symbol::of(token));
        self
    }

    pub(super) fn number(&mut self, number: i64) -> &mut NumericBuilder {
        self.token(number.to_string().as_bytes())
    }

    /// Adds atoms and negated atoms.
    fn literals(&mut self, literals: &[GroundLiteral]) -> &mut NumericBuilder {
        for &literal in literals {
            if literal < 0 {
                self.open().token(b"not").number(-literal).close();
            } else {
                self.number(literal);
            }
        }
        self
    }

    /// Adds a list of literals.
    pub(super) fn body(&mut self, literals: &[GroundLiteral]) -> &mut NumericBuilder {
        self.open().literals(literals).close()
    }

    /// Adds literals with their weights.
    fn weighted(&mut self, elements: &[(GroundLiteral, i64)]) -> &mut NumericBuilder {
        for &(literal, weight) in elements {
            self.open().number(weight).literals(&[literal]).close();
        }
        self
    }

    /// Adds a rule. A sum becomes a weight constraint with a lower bound.
    pub(crate) fn rule(&mut self, is_choice: bool, heads: &[GroundLiteral], body: &Body) {
        self.open();
        if is_choice {
            self.open().open().token(b"{}").body(&[]).body(&[]);
            self.literals(heads).close().close();
        } else {
            self.body(heads);
        }
        match body {
            Body::Literals(literals) => self.body(literals),
            Body::Sum(bound, elements) => {
                self.open().open().token(b"[]");
                self.open().token(b"<=").number(*bound).close().body(&[]);
                self.weighted(elements).close().close()
            }
        };
        self.close();
    }

    /// Adds a statement that minimizes the sum of these weights.
    pub(crate) fn minimize(&mut self, priority: i64, elements: &[(GroundLiteral, i64)]) {
        self.open().token(b"minimize").number(priority);
        self.weighted(elements).close();
    }

    /// Adds the name that is printed where the condition holds.
    pub(crate) fn output(&mut self, name: &[u8], condition: &[GroundLiteral]) {
        self.open().token(b"#output").token(name);
        self.body(condition).close();
    }

    /// Adds a statement about literals, such as `#assume`.
    pub(crate) fn directive(&mut self, kind: &[u8], literals: &[GroundLiteral]) {
        self.open().token(kind).literals(literals).close();
    }

    /// Adds an atom whose value is given from outside.
    pub(super) fn external(&mut self, atom: i64, value: &[u8]) {
        self.open().token(b"#external").number(atom).body(&[]);
        self.open().token(value).close().close();
    }

    /// Adds advice about an atom: a bias with its priority, and what it modifies.
    pub(super) fn heuristic(
        &mut self,
        atom: i64,
        (bias, priority): (i64, i64),
        modifier: &[u8],
        condition: &[GroundLiteral],
    ) {
        self.open().token(b"#heuristic").number(atom);
        self.body(condition).open().open().token(b"@");
        self.number(bias).number(priority).close();
        self.token(modifier).close().close();
    }

    /// Adds an edge between two nodes.
    pub(super) fn edge(&mut self, [from, to]: [i64; 2], condition: &[GroundLiteral]) {
        self.open().token(b"#edge").number(from).number(to);
        self.body(condition).close();
    }

    /// The tree.
    pub(crate) fn finish(self) -> Tree {
        self.0.finish()
    }
}

/// A line of numbers and names that is being printed.
#[derive(Default)]
pub(super) struct LineWriter(Vec<u8>);

impl LineWriter {
    /// Adds a field, after a space unless it is the first one.
    pub(super) fn put(&mut self, field: &[u8]) -> &mut LineWriter {
        if !self.0.is_empty() {
            self.0.push(b' ');
        }
        self.0.extend_from_slice(field);
        self
    }

    pub(super) fn number(&mut self, number: impl Copy + ToString) -> &mut LineWriter {
        self.put(number.to_string().as_bytes())
    }

    /// Adds a literal as a number: the atom, or minus the atom.
    pub(super) fn literal(&mut self, tree: &Tree, literal: Node) -> &mut LineWriter {
        let (is_negative, atom) = sign_and_atom(tree, literal);
        self.put(if is_negative { b"-" } else { b"" });
        self.0.extend_from_slice(atom);
        self
    }

    /// Adds the number of these literals, then the literals.
    pub(super) fn counted(
        &mut self,
        tree: &Tree,
        literals: impl Iterator<Item = Node> + Clone,
    ) -> &mut LineWriter {
        self.number(literals.clone().count());
        for literal in literals {
            self.literal(tree, literal);
        }
        self
    }

    /// Moves the line to the output, and begins the next one.
    pub(super) fn end(&mut self, out: &mut Vec<u8>) {
        out.append(&mut self.0);
        out.push(b'\n');
    }
}

/// Whether a literal is negated, and its atom.
pub(super) fn sign_and_atom(tree: &Tree, literal: Node) -> (bool, &[u8]) {
    if let (Some(_), Some(atom)) = (tree.head(literal), tree.child(literal, 1)) {
        return (true, tree.bytes(atom));
    }
    let number = tree.bytes(literal);
    let atom = number.strip_prefix(b"-");
    (atom.is_some(), atom.unwrap_or(number))
}

/// The head of a rule: whether it is a choice, and its atoms.
pub(super) fn head(tree: &Tree, list: Node) -> (bool, Vec<Node>) {
    match tree.child(list, 0) {
        Some(choice) if tree.head_bytes(choice) == b"{}" => {
            (true, tree.children(choice).skip(3).collect())
        }
        _ => (false, tree.children(list).collect()),
    }
}

/// A literal and its weight.
pub(super) type Weighted = (Node, Node);

/// The weight constraint of a body, if it is one: its lower bound, and its literals with their weights.
pub(super) fn weights(tree: &Tree, body: Node) -> Option<(&[u8], Vec<Weighted>)> {
    let constraint = tree
        .child(body, 0)
        .filter(|&only| tree.head_bytes(only) == b"[]")?;
    let lower = tree
        .child(constraint, 1)
        .and_then(|guard| tree.child(guard, 1))
        .map_or(&b"0"[..], |bound| tree.bytes(bound));
    let elements = tree.children(constraint).skip(3);
    Some((lower, weighted(tree, elements).collect()))
}

/// The literals and the weights of elements.
pub(super) fn weighted(
    tree: &Tree,
    elements: impl Iterator<Item = Node>,
) -> impl Iterator<Item = Weighted> {
    elements.filter_map(|element| Some((tree.child(element, 1)?, tree.child(element, 0)?)))
}
