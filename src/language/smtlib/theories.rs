//! The theories, declared in the notation of SMT-LIB in the files of `theories/`, which are read once.
//!
//! A theory has these attributes:
//!
//! - `:sorts`: the sorts of the standard, each with its smallest `:constants`, those of an older dialect
//!   (`:older-constants`), and those that matter only in rare cases (`:other-constants`);
//! - `:funs`: the operators of the standard, one rank a row;
//! - `:extensions`: ranks that the standard does not have, but some solvers do;
//! - `:binders`: words that begin a term that binds names;
//! - `:words`: words with a fixed meaning in every term;
//! - `:attributes` of terms;
//! - `:reserved` and `:prefixes`: other names that belong to the theory, and the beginnings of such names.
//!
//! A row of `:funs` is a rank, as in `((_ extract i j) (_ BitVec m) (_ BitVec i-j+1) :where (j<=i i<m))`. Where the
//! standard explains an index in words, a row has an expression in one token: a sum, difference or product of numbers
//! and lower-case variables. `_` stands for any sort, and `?` for what is not understood. A rank may have these
//! attributes:
//!
//! - `:where`: conditions on the indices;
//! - `:count`: the index that is the number of operands;
//! - `:exact true`: `Int` and `Real` never mix;
//! - `:neutral`, `:right-neutral`, `:absorbing`: special operands; for bit-vectors, `zero`, `one` or `ones`;
//! - `:commutative true`: two operands may be swapped;
//! - `:adds-up true`: `(f (f x a) b)` equals `(f x (+ a b))`;
//! - `:short`: a shorter name of the operator;
//! - `:older true`: the name occurs only in texts in an older dialect;
//! - `:as-bool`, `:as-int`: what corresponds to an application when single bits become truth values, or when
//!   bit-vectors or reals become integers: an operator, a constant, or `operand` for the first operand.

use super::attributes::{self, expression};
use super::matching::{INDICES, Index, Pattern};
use super::operator::Operator;
use super::parse::parse;
use super::rank::{Rank, Repeats};
use super::{Sort, SortKind};
use crate::tree::{Node, ROOT, Symbol, Tree};
use rustc_hash::{FxHashMap, FxHashSet};

/// The files, in the order in which they are read.
const FILES: &[&str] = &[
    include_str!("theories/core.smt2"),
    include_str!("theories/numbers.smt2"),
    include_str!("theories/bitvectors.smt2"),
    include_str!("theories/floats.smt2"),
    include_str!("theories/arrays.smt2"),
    include_str!("theories/strings.smt2"),
    include_str!("theories/sequences.smt2"),
    include_str!("theories/sets.smt2"),
    include_str!("theories/others.smt2"),
];

/// The attribute with the smallest constants of a sort.
pub(super) const USUAL: &str = ":constants";
/// That with constants that matter only in rare cases.
pub(super) const OTHER: &str = ":other-constants";
/// That with the smallest constants in texts in an older dialect.
pub(super) const OLDER: &str = ":older-constants";

/// All theories together.
#[derive(Debug, Default)]
pub(super) struct Theories {
    /// The operators in the order of the files.
    pub(super) operators: Vec<Operator>,
    /// The index of each operator in `operators`, by its name and whether it has indices.
    pub(super) places: FxHashMap<(Symbol, bool), usize>,
    pub(super) sorts: FxHashMap<Symbol, SortName>,
    /// The constants of each sort, by the attribute that lists them, the least one first.
    pub(super) constants: FxHashMap<(Sort, &'static str), Vec<Symbol>>,
    /// The shorter names of sorts, such as `Float32`.
    pub(super) aliases: FxHashMap<Sort, Symbol>,
    pub(super) binders: FxHashMap<Symbol, Binder>,
    pub(super) words: FxHashSet<Symbol>,
    pub(super) attributes: FxHashMap<Symbol, Attribute>,
    pub(super) reserved: FxHashSet<Symbol>,
    pub(super) prefixes: Vec<Symbol>,
}

/// An attribute of terms that needs a value.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// Whether it says something about a quantifier, and belongs at the quantifier's body.
    pub is_of_quantifier: bool,
}

/// The kind of a word that begins a term that binds names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binder {
    /// The word has a syntax of its own.
    Own,
    /// A quantifier: the term is a formula, like its body.
    Formula,
    /// The term has the sort of its variable, if there is exactly one.
    Variable,
    /// The sort of the term is not understood.
    Unknown,
}

/// What a name means as a sort.
#[derive(Clone, Copy, Debug)]
pub(super) struct SortName {
    /// The theory that has the name.
    pub(super) theory: Symbol,
    /// The sort, with a variable for each argument.
    pub(super) sort: Sort,
    /// How many arguments it has; indices are not counted.
    pub(super) arguments: usize,
    /// Which argument may be repeated.
    pub(super) repeats: Repeats,
    /// Whether it has indices.
    pub(super) is_indexed: bool,
}

impl SortName {
    /// Whether there may be this number of arguments.
    pub(super) fn takes(&self, arguments: usize) -> bool {
        arguments == self.arguments
            || arguments > self.arguments && self.repeats != Repeats::None
            || self.sort == Sort::UNKNOWN
    }
}

impl Theories {
    /// Reads all files.
    ///
    /// # Errors
    /// The text of the row that cannot be read.
    pub(super) fn read() -> Result<Theories, String> {
        let mut theories = Theories::default();
        for file in FILES {
            let parsed = parse(file.as_bytes()).map_err(|error| format!("{error}"))?;
            let mut reader = Reader {
                tree: &parsed.tree,
                theory: Symbol::LIST,
                theories: &mut theories,
            };
            for theory in parsed.tree.children(ROOT) {
                reader.theory(theory)?;
            }
        }
        Ok(theories)
    }
}

/// Reads one file.
struct Reader<'a> {
    tree: &'a Tree,
    theory: Symbol,
    theories: &'a mut Theories,
}

/// The names of the variables of a row, by number.
#[derive(Default)]
struct Names {
    sorts: Vec<Symbol>,
    indices: Vec<Symbol>,
}

impl Reader<'_> {
    fn children(&self, node: Node) -> Vec<Node> {
        self.tree.children(node).collect()
    }

    fn symbols(&self, list: Node) -> impl Iterator<Item = Symbol> {
        self.tree.children(list).map(|node| self.tree.sym(node))
    }

    fn error(&self, node: Node) -> String {
        String::from_utf8_lossy(self.tree.bytes(node)).into_owned()
    }

    /// `(theory Name :attribute (…) …)`
    fn theory(&mut self, theory: Node) -> Result<(), String> {
        let parts = self.children(theory);
        let [_, name, attributes @ ..] = &parts[..] else {
            return Err(self.error(theory));
        };
        self.theory = self.tree.sym(*name);
        for pair in attributes.chunks_exact(2) {
            self.attribute(pair[0], pair[1])?;
        }
        Ok(())
    }

    /// Reads an attribute of a theory.
    fn attribute(&mut self, keyword: Node, list: Node) -> Result<(), String> {
        let symbols: Vec<Symbol> = self.symbols(list).collect();
        match self.tree.sym(keyword).bytes() {
            b":words" => self.theories.words.extend(symbols),
            b":reserved" => self.theories.reserved.extend(symbols),
            b":prefixes" => self.theories.prefixes.extend(symbols),
            rows => {
                for row in self.children(list) {
                    let read = match rows {
                        b":sorts" => self.sort_name(row),
                        b":attributes" => self.term_attribute(row),
                        b":binders" => self.binder(row),
                        b":funs" => self.row(row, true),
                        b":extensions" => self.row(row, false),
                        _ => None,
                    };
                    read.ok_or_else(|| self.error(row))?;
                }
            }
        }
        Ok(())
    }

    /// `(:named)` or `(:pattern :of-quantifier)`
    fn term_attribute(&mut self, row: Node) -> Option<()> {
        let mut symbols = self.symbols(row);
        let name = symbols.next()?;
        let attribute = Attribute {
            is_of_quantifier: symbols.any(|symbol| symbol.bytes() == b":of-quantifier"),
        };
        drop(symbols);
        self.theories.attributes.insert(name, attribute);
        Some(())
    }

    /// `(let)`, `(forall Bool)`, `(choice :variable)`, or `(lambda ?)`
    fn binder(&mut self, row: Node) -> Option<()> {
        let symbols: Vec<Symbol> = self.symbols(row).collect();
        let (&word, rest) = symbols.split_first()?;
        let binder = match rest.first().map(|symbol| symbol.bytes()) {
            None => Binder::Own,
            Some(b"Bool") => Binder::Formula,
            Some(b":variable") => Binder::Variable,
            Some(b"?") => Binder::Unknown,
            Some(_) => return None,
        };
        self.theories.binders.insert(word, binder);
        Some(())
    }

    /// `(Array A B)`, `(_ BitVec m)`, or `(Float16 (_ FloatingPoint 5 11))`
    fn sort_name(&mut self, row: Node) -> Option<()> {
        let mut names = Names::default();
        let mut parts = self.children(row);
        // What is left after the attributes is the sort.
        let repeats = self.repeats(&mut parts);
        let constants = [USUAL, OTHER, OLDER].map(|list| (list, self.constants(list, &mut parts)));
        let head = *parts.first()?;
        let is_indexed = self.tree.bytes(head) == b"_";
        let name = self
            .tree
            .sym(if is_indexed { *parts.get(1)? } else { head });
        let alias = parts.get(1).filter(|&&part| self.tree.is_list(part));
        let sort = match alias {
            _ if is_indexed => Sort::UNKNOWN,
            Some(&alias) => match self.pattern(alias, &mut names)? {
                Pattern::Float(Index::Number(exponent), Index::Number(significand)) => {
                    let exponent = u32::try_from(exponent).ok()?;
                    let significand = u32::try_from(significand).ok()?;
                    Sort::of(SortKind::Float(exponent, significand))
                }
                _ => return None,
            },
            None => {
                names.sorts = parts[1..].iter().map(|&part| self.tree.sym(part)).collect();
                let arguments: Vec<Pattern> = parts[1..]
                    .iter()
                    .map(|&part| self.pattern(part, &mut names))
                    .collect::<Option<_>>()?;
                compound(name, &arguments)?
            }
        };
        if alias.is_some() {
            self.theories.aliases.insert(sort, name);
        }
        let sort_name = SortName {
            theory: self.theory,
            sort,
            arguments: names.sorts.len(),
            repeats,
            is_indexed,
        };
        let constants = constants.map(|(list, constants)| ((sort, list), constants));
        self.theories.constants.extend(constants);
        self.theories.sorts.insert(name, sort_name);
        Some(())
    }

    /// Reads a rank, which may be inside of `(par (A …) …)`.
    fn row(&mut self, row: Node, is_standard: bool) -> Option<()> {
        let mut names = Names::default();
        let parts = self.children(row);
        if self.tree.bytes(*parts.first()?) == b"par" {
            names.sorts = self.symbols(*parts.get(1)?).collect();
            self.rank(*parts.get(2)?, names, is_standard)
        } else {
            self.rank(row, names, is_standard)
        }
    }

    /// Reads a rank: the head, the sorts of the operands and of the result, and the attributes.
    fn rank(&mut self, row: Node, mut names: Names, is_standard: bool) -> Option<()> {
        let mut parts = self.children(row);
        let repeats = self.repeats(&mut parts);
        let is_keyword = |&node: &Node| self.tree.bytes(node).starts_with(b":");
        let end = parts.iter().position(is_keyword).unwrap_or(parts.len());
        let (head, sorts) = parts[..end].split_first()?;
        let name = if self.tree.is_list(*head) {
            let mut symbols = self.symbols(*head).skip(1);
            let name = symbols.next()?;
            names.indices = symbols.collect();
            name
        } else {
            self.tree.sym(*head)
        };
        let indices = names.indices.len();
        let mut patterns: Vec<Pattern> = sorts
            .iter()
            .map(|&sort| self.pattern(sort, &mut names))
            .collect::<Option<_>>()?;
        let result = patterns.pop()?;
        let mut rank = Rank {
            operands: patterns,
            result,
            repeats,
            indices,
            conditions: Vec::new(),
            count: None,
            is_exact: false,
        };
        let (tree, pairs) = (self.tree, &parts[end..]);
        let operator = self.operator(name, indices > 0);
        attributes::read(tree, pairs, &mut names.indices, &mut rank, operator)?;
        if is_standard {
            operator.ranks.push(rank);
        } else {
            operator.extensions.push(rank);
        }
        (names.indices.len() <= INDICES).then_some(())
    }

    /// The operator with this name, made when its first row is read.
    fn operator(&mut self, name: Symbol, is_indexed: bool) -> &mut Operator {
        let Theories {
            operators, places, ..
        } = self.theories;
        let place = *places.entry((name, is_indexed)).or_insert_with(|| {
            operators.push(Operator {
                name,
                theory: self.theory,
                ..Operator::default()
            });
            operators.len() - 1
        });
        &mut operators[place]
    }

    /// Removes the attribute that says which operands may be repeated, and returns its meaning.
    fn repeats(&self, parts: &mut Vec<Node>) -> Repeats {
        for place in 0..parts.len() {
            let repeats = match self.tree.bytes(parts[place]) {
                b":left-assoc" => Repeats::Last,
                b":pairwise" => Repeats::Pairs,
                b":chainable" => Repeats::Chain,
                b":right-assoc" => Repeats::First,
                _ => continue,
            };
            parts.remove(place);
            return repeats;
        }
        Repeats::None
    }

    /// Removes the attribute with this name, which lists constants of a sort, and returns the constants.
    fn constants(&self, name: &str, parts: &mut Vec<Node>) -> Vec<Symbol> {
        let is_named = |&node: &Node| self.tree.bytes(node) == name.as_bytes();
        let place = parts.iter().position(is_named);
        match place {
            Some(place) if place + 1 < parts.len() => {
                let list = parts[place + 1];
                parts.drain(place..place + 2);
                self.symbols(list).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Reads a sort of a rank.
    fn pattern(&self, node: Node, names: &mut Names) -> Option<Pattern> {
        let name = self.tree.sym(node);
        if !self.tree.is_list(node) {
            return match name.bytes() {
                b"_" => Some(Pattern::Anything),
                b"?" => Some(Pattern::NotUnderstood),
                _ => match names.sorts.iter().position(|&sort| sort == name) {
                    Some(variable) => Some(Pattern::Sort(Sort::variable(variable))),
                    None => compound(name, &[]).map(Pattern::Sort),
                },
            };
        }
        let parts = self.children(node);
        let head = self.tree.sym(*parts.first()?);
        if head.bytes() == b"_" {
            let mut index_at =
                |k: usize| expression(self.tree.sym(*parts.get(k)?).bytes(), &mut names.indices);
            return match self.tree.bytes(*parts.get(1)?) {
                b"BitVec" => Some(Pattern::BitVec(index_at(2)?)),
                b"FloatingPoint" => Some(Pattern::Float(index_at(2)?, index_at(3)?)),
                _ => None,
            };
        }
        let arguments: Vec<Pattern> = parts[1..]
            .iter()
            .map(|&part| self.pattern(part, names))
            .collect::<Option<_>>()?;
        compound(head, &arguments).map(Pattern::Sort)
    }
}

/// The sort with this head and these arguments; none if an argument has a width.
fn compound(head: Symbol, arguments: &[Pattern]) -> Option<Sort> {
    let sorts: Vec<Sort> = arguments
        .iter()
        .map(|argument| match argument {
            Pattern::Sort(sort) => Some(*sort),
            Pattern::Anything | Pattern::NotUnderstood => Some(Sort::UNKNOWN),
            Pattern::BitVec(_) | Pattern::Float(..) => None,
        })
        .collect::<Option<_>>()?;
    Some(match (head.bytes(), &sorts[..]) {
        (b"Bool", []) => Sort::BOOL,
        (b"Int", []) => Sort::INT,
        (b"Real", []) => Sort::REAL,
        (b"RegEx", _) => Sort::UNKNOWN,
        (b"Array", &[index, element]) => Sort::of(SortKind::Array(index, element)),
        _ => Sort::of(SortKind::Other(head, sorts)),
    })
}
