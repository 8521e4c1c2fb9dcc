//! Terms: numbers, strings, names, variables, functions, tuples and arithmetic. They are read and printed without
//! recursion: reading is operator-precedence parsing with a stack of operators and a stack of operands.
//!
//! `f(X,1+Y)` becomes `(f X (+ 1 Y))`, the tuple `(a,b)` becomes `(, a b)`, and `|X|` becomes `(|| X)`.

use super::draft::{Draft, Id};
use super::lexer::Token;
use super::output::TextWriter;
use crate::tree::{Node, Symbol, Tree};

/// The head of a tuple.
pub(super) const TUPLE: &[u8] = b",";
/// The head of an absolute value.
const ABSOLUTE: &[u8] = b"||";

/// The binary operators with their strengths: stronger ones bind more tightly. All but `**` associate to the left.
const BINARY: &[(&[u8], u8)] = &[
    (b"..", 1),
    (b"^", 2),
    (b"?", 3),
    (b"&", 4),
    (b"+", 5),
    (b"-", 5),
    (b"*", 6),
    (b"/", 6),
    (b"\\", 6),
    (b"**", 7),
];
/// The strength of `**`.
const POWER: u8 = 7;
/// The strength of unary operators.
const UNARY: u8 = 8;

fn strength(operator: &[u8]) -> Option<u8> {
    let (_, strength) = BINARY.iter().find(|(known, _)| *known == operator)?;
    Some(*strength)
}

/// An operator or bracket that waits for its operands.
enum PendingOperator<'a> {
    Binary(&'a [u8], u8),
    Unary(&'a [u8]),
    /// A parenthesis, alone or after the name of a function, and the number of operands before it.
    Parenthesis {
        name: Option<&'a [u8]>,
        before: usize,
        has_comma: bool,
    },
    Absolute,
}

/// Reads a term. None if the tokens are not a term, or a term with pools, such as `(1;2)`.
pub(super) fn term(draft: &mut Draft, tokens: &[Token<'_>]) -> Option<Id> {
    let mut reader = TermReader {
        draft,
        operands: Vec::new(),
        open: Vec::new(),
    };
    let mut wants_operand = true;
    let mut tokens = tokens.iter().peekable();
    while let Some(token) = tokens.next() {
        let calls = tokens.peek().is_some_and(|next| next.bytes == b"(");
        wants_operand = if wants_operand {
            reader.operand(token.bytes, calls)?
        } else {
            reader.operator(token.bytes)?
        };
        if calls && is_name(token.bytes) {
            tokens.next();
        }
    }
    reader.reduce(0);
    let is_whole = !wants_operand && reader.open.is_empty() && reader.operands.len() == 1;
    is_whole.then(|| reader.operands[0])
}

struct TermReader<'a, 'd> {
    draft: &'d mut Draft,
    operands: Vec<Id>,
    open: Vec<PendingOperator<'a>>,
}

impl<'a> TermReader<'a, '_> {
    /// Takes a token where an operand is expected. Returns whether one is expected next.
    fn operand(&mut self, token: &'a [u8], calls: bool) -> Option<bool> {
        match token {
            b"-" | b"~" => self.open.push(PendingOperator::Unary(token)),
            b"|" => self.open.push(PendingOperator::Absolute),
            b"(" => self.parenthesis(None),
            b")" => return self.close_early(),
            _ if is_name(token) && calls => self.parenthesis(Some(token)),
            _ if is_simple(token) => {
                let leaf = self.draft.leaf(token);
                self.operands.push(leaf);
                return Some(false);
            }
            _ => return None,
        }
        Some(true)
    }

    fn parenthesis(&mut self, name: Option<&'a [u8]>) {
        self.open.push(PendingOperator::Parenthesis {
            name,
            before: self.operands.len(),
            has_comma: false,
        });
    }

    /// Closes a parenthesis where an operand is expected: `f()`, `()` or `(a,)`.
    fn close_early(&mut self) -> Option<bool> {
        let Some(PendingOperator::Parenthesis {
            name,
            before,
            has_comma,
        }) = self.open.last()
        else {
            return None;
        };
        let is_one_tuple = name.is_none() && *has_comma && self.operands.len() == before + 1;
        let is_empty = !has_comma && self.operands.len() == *before;
        if !is_one_tuple && !is_empty {
            return None;
        }
        self.close(true)
    }

    /// Takes a token after an operand. Returns whether an operand is expected next.
    fn operator(&mut self, token: &'a [u8]) -> Option<bool> {
        match token {
            b")" => {
                self.reduce(0);
                self.close(false)
            }
            b"|" => {
                self.reduce(0);
                matches!(self.open.pop()?, PendingOperator::Absolute).then_some(())?;
                let inner = self.operands.pop()?;
                let value = self.draft.form(ABSOLUTE, [inner]);
                self.operands.push(value);
                Some(false)
            }
            b"," => {
                self.reduce(0);
                let Some(PendingOperator::Parenthesis { has_comma, .. }) = self.open.last_mut()
                else {
                    return None;
                };
                *has_comma = true;
                Some(true)
            }
            _ => {
                let strength = strength(token)?;
                // An operator of the same strength to the left is applied first, unless it is `**`.
                self.reduce(if strength == POWER {
                    POWER + 1
                } else {
                    strength
                });
                self.open.push(PendingOperator::Binary(token, strength));
                Some(true)
            }
        }
    }

    /// Closes the innermost parenthesis. An operator is expected next.
    fn close(&mut self, is_tuple: bool) -> Option<bool> {
        let PendingOperator::Parenthesis {
            name,
            before,
            has_comma,
        } = self.open.pop()?
        else {
            return None;
        };
        let elements = self.operands.split_off(before);
        let closed = match name {
            Some(name) if elements.is_empty() => self.draft.leaf(name),
            Some(name) => self.draft.form(name, elements),
            None if has_comma || is_tuple => self.draft.form(TUPLE, elements),
            None => *elements.first()?,
        };
        self.operands.push(closed);
        Some(false)
    }

    /// Applies the last operators, as long as they have at least this strength.
    fn reduce(&mut self, least: u8) {
        loop {
            match self.open.last() {
                Some(&PendingOperator::Binary(operator, strength)) if strength >= least => {
                    let (Some(right), Some(left)) = (self.operands.pop(), self.operands.pop())
                    else {
                        return;
                    };
                    let applied = self.draft.form(operator, [left, right]);
                    self.operands.push(applied);
                }
                Some(&PendingOperator::Unary(operator)) if UNARY >= least => {
                    let Some(operand) = self.operands.pop() else {
                        return;
                    };
                    let applied = self.unary(operator, operand);
                    self.operands.push(applied);
                }
                _ => return,
            }
            self.open.pop();
        }
    }

    /// Applies a unary operator.
    fn unary(&mut self, operator: &[u8], operand: Id) -> Id {
        match self.draft.token(operand).and_then(negative) {
            Some(number) if operator == b"-" => self.draft.leaf(&number),
            _ => self.draft.form(operator, [operand]),
        }
    }
}

/// The token that a minus sign makes of a number without one. None for other tokens.
pub(super) fn negative(token: &[u8]) -> Option<Vec<u8>> {
    let is_number = token.first().is_some_and(u8::is_ascii_digit);
    is_number.then(|| [b"-", token].concat())
}

/// Whether the token can be the name of a function or of a predicate.
pub(super) fn is_name(token: &[u8]) -> bool {
    let letter = token
        .iter()
        .find(|&&byte| byte != b'_' && byte != b'\'' && byte != b'@');
    letter.is_some_and(u8::is_ascii_lowercase) && token != b"not"
}

/// Whether the token can be the name of a function or of a predicate, perhaps after the sign of classical negation.
pub(super) fn is_signed_name(token: &[u8]) -> bool {
    is_name(token.strip_prefix(b"-").unwrap_or(token))
}

/// Whether the token is a variable.
pub(crate) fn is_variable(token: &[u8]) -> bool {
    let letter = token.iter().find(|&&byte| byte != b'_' && byte != b'\'');
    match letter {
        Some(letter) => letter.is_ascii_uppercase(),
        None => token == b"_",
    }
}

/// The variable at a node, if one stands there.
pub fn variable(tree: &Tree, node: Node) -> Option<Symbol> {
    let is_variable = !tree.is_list(node) && is_variable(tree.bytes(node));
    is_variable.then(|| tree.sym(node))
}

/// Whether the token is a number.
pub(crate) fn is_number(token: &[u8]) -> bool {
    let digits = token.strip_prefix(b"-").unwrap_or(token);
    digits.first().is_some_and(u8::is_ascii_digit)
}

/// The value of a number. None for other tokens, and for numbers that are too large.
pub fn number(token: &[u8]) -> Option<i64> {
    let text = str::from_utf8(token).ok().filter(|_| is_number(token))?;
    text.parse().ok()
}

/// Whether the token alone is a term.
fn is_simple(token: &[u8]) -> bool {
    let is_limit = matches!(token, b"#inf" | b"#sup" | b"#infimum" | b"#supremum");
    is_limit || token[0] == b'"' || is_number(token) || is_variable(token) || is_name(token)
}

/// Prints a term.
pub(super) fn print_term(out: &mut TextWriter, tree: &Tree, node: Node) {
    /// What is still to be printed.
    enum Unprinted {
        /// A term, and the least strength that needs no parentheses.
        Term(Node, u8),
        Text(&'static [u8]),
    }
    // The last job comes next, so the parts of a term are pushed from right to left.
    let mut jobs = vec![Unprinted::Term(node, 0)];
    while let Some(job) = jobs.pop() {
        let (node, least) = match job {
            Unprinted::Text(text) => {
                out.put(text);
                continue;
            }
            Unprinted::Term(node, least) => (node, least),
        };
        if !tree.is_list(node) {
            out.put(tree.sym(node).bytes());
            continue;
        }
        let mut parts: Vec<Node> = tree.children(node).collect();
        let head = tree.head_bytes(node);
        if !head.is_empty() {
            parts.remove(0);
        }
        match (strength(head), &parts[..]) {
            (Some(strength), &[left, right]) => {
                // An operand of the same strength needs parentheses, except on the side to which the operator
                // associates.
                let (least_left, least_right) = if strength == POWER {
                    (strength + 1, strength)
                } else {
                    (strength, strength + 1)
                };
                let needs_parentheses = strength < least;
                jobs.extend(needs_parentheses.then_some(Unprinted::Text(b")")));
                jobs.push(Unprinted::Term(right, least_right));
                jobs.push(Unprinted::Text(head));
                jobs.push(Unprinted::Term(left, least_left));
                jobs.extend(needs_parentheses.then_some(Unprinted::Text(b"(")));
            }
            (_, &[operand]) if head == b"-" || head == b"~" => {
                jobs.push(Unprinted::Term(operand, UNARY));
                jobs.push(Unprinted::Text(head));
            }
            (_, &[operand]) if head == ABSOLUTE => {
                jobs.extend([
                    Unprinted::Text(b"|"),
                    Unprinted::Term(operand, 0),
                    Unprinted::Text(b"|"),
                ]);
            }
            _ => {
                jobs.push(Unprinted::Text(b")"));
                if head == TUPLE && parts.len() == 1 {
                    jobs.push(Unprinted::Text(b","));
                }
                for (place, part) in parts.iter().enumerate().rev() {
                    jobs.push(Unprinted::Term(*part, 0));
                    jobs.extend((place > 0).then_some(Unprinted::Text(b",")));
                }
                jobs.push(Unprinted::Text(b"("));
                if head != TUPLE {
                    jobs.push(Unprinted::Text(head));
                }
            }
        }
    }
}
