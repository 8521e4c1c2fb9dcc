//! Operators of the theories: which operands each of them takes, and the sort of its result.
//!
//! One table maps an operator's name to the number of its operands and the rule for their sorts. Core, Ints, Reals and
//! bit-vectors are checked in full. For most operators of the other theories, only the sort of the result is known, and
//! the sorts of the operands are not checked. A sort that is not understood fits everywhere.

use super::{Sort, SortKind};
use crate::tree::Symbol;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// How the sort of an application follows from the sorts of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// All operands are `Bool`; the result is `Bool`.
    Bools,
    /// All operands have the same sort; the result is `Bool`.
    Alike,
    /// `Bool`, then two operands of the same sort, which is the sort of the result.
    Ite,
    /// Numbers; the result is `Real` if one of them is.
    Number,
    /// Numbers; the result has this sort.
    Numbers(Sort),
    /// Bit-vectors of the same width; the result has this width, too.
    Vectors,
    /// Bit-vectors of the same width; the result has this sort.
    VectorsTo(Sort),
    /// Bit-vectors of any width; the width of the result is the sum of their widths.
    Concat,
    /// One bit-vector; the result is `Int`.
    VectorToInt,
    /// `(_ extract i j)`
    Extract,
    /// `(_ zero_extend k)` and similar operators.
    Extend,
    /// `(_ rotate_left k)` and similar operators.
    Rotate,
    /// `(_ repeat k)`
    Repeat,
    /// `(_ int2bv w)`
    IntToVector,
    /// `select`
    Select,
    /// `store`
    Store,
    /// The result has the sort of the first operand.
    First,
    /// `(fp s e m)`
    Fp,
    /// `(_ to_fp e s)` and similar operators.
    ToFloat,
    /// `(_ fp.to_ubv w)` and similar operators.
    ToVector,
    /// Letters stand for the sorts of the operands, and the last of these letters also for all further operands. The
    /// second element of the pair stands for the sort of the result. `b` Bool, `i` Int, `s` String, `r` RegLan, `m`
    /// RoundingMode, `f` one floating-point sort.
    Typed(&'static str, char),
    /// Operands of any sort; the result has this sort.
    Makes(Sort),
    /// Known to be an operator; nothing else is known.
    Any,
}

/// What is known about an operator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operator {
    /// The least number of operands.
    pub(super) min: usize,
    /// The greatest number of operands.
    pub(super) max: usize,
    /// The rule for the sorts.
    pub(super) rule: Rule,
}

const MANY: usize = usize::MAX;
const BOOL: Rule = Rule::Makes(Sort::BOOL);
const INT: Rule = Rule::Makes(Sort::INT);

/// The operators by theory: names with the same rule, and the least and the greatest number of operands.
#[rustfmt::skip]
const OPERATORS: &[(&[&str], usize, usize, Rule)] = &[
    // Core. Real inputs contain `and`, `or`, `+` and `*` with one operand, and all solvers accept them. For other
    // operators that need two operands, some solvers reject one, and z3 4.5.1 reads uninitialised memory for `(>= x)`.
    (&["not"], 1, 1, Rule::Bools),
    (&["and", "or"], 1, MANY, Rule::Bools),
    (&["xor"], 2, MANY, Rule::Bools),
    (&["=>", "implies", "iff"], 2, MANY, Rule::Bools),
    (&["="], 2, MANY, Rule::Alike),
    (&["distinct"], 2, MANY, Rule::Alike),
    (&["ite"], 3, 3, Rule::Ite),
    // Ints, Reals, Reals_Ints
    (&["+", "-", "*"], 1, MANY, Rule::Number),
    (&["/"], 2, MANY, Rule::Numbers(Sort::REAL)),
    (&["div"], 2, MANY, Rule::Numbers(Sort::INT)),
    (&["mod", "rem"], 2, 2, Rule::Numbers(Sort::INT)),
    (&["abs"], 1, 1, Rule::Number),
    (&["<", "<=", ">", ">="], 2, MANY, Rule::Numbers(Sort::BOOL)),
    (&["to_real"], 1, 1, Rule::Numbers(Sort::REAL)),
    (&["to_int"], 1, 1, Rule::Numbers(Sort::INT)),
    (&["is_int"], 1, 1, Rule::Numbers(Sort::BOOL)),
    (&["_divisible"], 1, 1, Rule::Numbers(Sort::BOOL)),
    (&["^", "**"], 2, MANY, Rule::Number),
    (&["sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "sec", "csc", "cot",
       "arcsin", "arccos", "arctan", "arcsec", "arccsc", "arccot", "exp", "sqrt", "log"], 1, 1, Rule::Numbers(Sort::REAL)),
    (&["real.pi", "pi", "euler"], 0, 0, Rule::Makes(Sort::REAL)),
    // Bit-vectors
    (&["bvnot", "bvneg"], 1, 1, Rule::Vectors),
    (&["bvand", "bvor", "bvxor", "bvadd", "bvmul"], 2, MANY, Rule::Vectors),
    (&["bvxnor"], 2, MANY, Rule::Vectors),
    (&["bvnand", "bvnor", "bvsub", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod", "bvshl", "bvlshr", "bvashr"], 2, 2, Rule::Vectors),
    (&["ext_rotate_left", "ext_rotate_right"], 2, 2, Rule::Vectors),
    (&["bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge"], 2, 2, Rule::VectorsTo(Sort::BOOL)),
    (&["bvuaddo", "bvsaddo", "bvumulo", "bvsmulo", "bvusubo", "bvssubo", "bvsdivo", "bvumul_noovfl", "bvsmul_noovfl",
       "bvsmul_noudfl"], 2, 2, Rule::VectorsTo(Sort::BOOL)),
    (&["bvnego"], 1, 1, Rule::VectorsTo(Sort::BOOL)),
    (&["bvcomp", "bvultbv", "bvsltbv"], 2, 2, Rule::VectorsTo(Sort::BIT)),
    (&["bvredor", "bvredand"], 1, 1, Rule::VectorsTo(Sort::BIT)),
    (&["concat"], 2, MANY, Rule::Concat),
    (&["bv2nat", "bv2int", "ubv_to_int", "sbv_to_int"], 1, 1, Rule::VectorToInt),
    (&["_extract"], 1, 1, Rule::Extract),
    (&["_zero_extend", "_sign_extend"], 1, 1, Rule::Extend),
    (&["_rotate_left", "_rotate_right"], 1, 1, Rule::Rotate),
    (&["_repeat"], 1, 1, Rule::Repeat),
    (&["_int2bv", "_nat2bv", "_int_to_bv"], 1, 1, Rule::IntToVector),
    // Arrays
    (&["select"], 2, MANY, Rule::Select),
    (&["store"], 3, MANY, Rule::Store),
    // Floating point
    (&["fp"], 3, 3, Rule::Fp),
    (&["fp.abs", "fp.neg"], 1, 1, Rule::Typed("f", 'f')),
    (&["fp.rem", "fp.min", "fp.max"], 2, 2, Rule::Typed("f", 'f')),
    (&["fp.add", "fp.sub", "fp.mul", "fp.div"], 3, 3, Rule::Typed("mf", 'f')),
    (&["fp.fma"], 4, 4, Rule::Typed("mf", 'f')),
    (&["fp.sqrt", "fp.roundToIntegral"], 2, 2, Rule::Typed("mf", 'f')),
    (&["fp.leq", "fp.lt", "fp.geq", "fp.gt", "fp.eq"], 2, MANY, Rule::Typed("f", 'b')),
    (&["fp.isNormal", "fp.isSubnormal", "fp.isZero", "fp.isInfinite", "fp.isNaN", "fp.isNegative", "fp.isPositive"], 1, 1, Rule::Typed("f", 'b')),
    (&["fp.to_real"], 1, 1, Rule::Makes(Sort::REAL)),
    (&["_to_fp", "_to_fp_unsigned", "_to_fp_signed", "_to_fp_real", "_to_fp_bv"], 1, 3, Rule::ToFloat),
    (&["_fp.to_ubv", "_fp.to_sbv", "_fp.to_ubv_total", "_fp.to_sbv_total"], 2, 3, Rule::ToVector),
    (&["RNE", "RNA", "RTP", "RTN", "RTZ", "roundNearestTiesToEven", "roundNearestTiesToAway", "roundTowardPositive",
       "roundTowardNegative", "roundTowardZero"], 0, 0, Rule::Typed("", 'm')),
    // Strings and regular expressions
    (&["str.++"], 1, MANY, Rule::Typed("s", 's')),
    (&["str.substr"], 3, 3, Rule::Typed("sii", 's')),
    (&["str.at"], 2, 2, Rule::Typed("si", 's')),
    (&["str.replace", "str.replace_all", "str.replaceall"], 3, 3, Rule::Typed("s", 's')),
    (&["str.replace_re", "str.replace_re_all"], 3, 3, Rule::Typed("srs", 's')),
    (&["str.update"], 3, 3, Rule::Typed("sis", 's')),
    (&["str.rev", "str.tolower", "str.toupper", "str.to_lower", "str.to_upper"], 1, 1, Rule::Typed("s", 's')),
    (&["str.from_int", "int.to.str", "str.from_code", "str.from-int"], 1, 1, Rule::Typed("i", 's')),
    (&["_char", "_Char"], 0, MANY, Rule::Typed("", 's')),
    (&["str.len", "str.to_int", "str.to.int", "str.to-int", "str.to_code"], 1, 1, Rule::Typed("s", 'i')),
    (&["str.indexof"], 2, 3, Rule::Typed("ssi", 'i')),
    (&["str.indexof_re"], 3, 3, Rule::Typed("sri", 'i')),
    (&["str.<", "str.<=", "str.prefixof", "str.suffixof", "str.contains"], 2, MANY, Rule::Typed("s", 'b')),
    (&["str.in_re", "str.in.re"], 2, 2, Rule::Typed("sr", 'b')),
    (&["str.is_digit"], 1, 1, Rule::Typed("s", 'b')),
    (&["str.to_re", "str.to.re"], 1, 1, Rule::Typed("s", 'r')),
    (&["re.++", "re.union", "re.inter", "re.diff"], 1, MANY, Rule::Typed("r", 'r')),
    (&["re.*", "re.+", "re.opt", "re.comp", "_re.^", "_re.loop"], 1, 1, Rule::Typed("r", 'r')),
    (&["re.range"], 2, 2, Rule::Typed("s", 'r')),
    (&["re.loop", "re.^"], 1, 3, Rule::Typed("ri", 'r')),
    (&["re.none", "re.nostr", "re.all", "re.allchar", "re.full"], 0, 0, Rule::Typed("", 'r')),
    // Sequences, sets
    (&["seq.len", "seq.indexof", "seq.last_indexof", "set.card", "card"], 1, MANY, INT),
    (&["seq.prefixof", "seq.suffixof", "seq.contains", "set.member", "set.subset", "set.is_singleton", "member", "subset"], 1, MANY, BOOL),
    (&["seq.extract", "seq.replace", "seq.at", "seq.++", "seq.rev", "set.union", "set.inter", "set.minus", "set.complement",
       "union", "intersection", "setminus"], 1, MANY, Rule::First),
    (&["seq.unit", "seq.nth", "set.singleton", "set.insert", "set.choose", "singleton", "insert", "seq.empty"], 0, MANY, Rule::Any),
    // Separation logic
    (&["sep", "wand", "pto"], 1, MANY, BOOL),
    (&["sep.emp", "emp", "sep.nil"], 0, MANY, Rule::Any),
];

/// What is known about the plain (not indexed) operator with this name.
pub(super) fn operator(name: Symbol) -> Option<Operator> {
    table().0.get(&name).copied()
}

/// What is known about the indexed operator with this name, without the `_` that it has in the table.
pub(super) fn indexed(name: Symbol) -> Option<Operator> {
    table().1.get(&name).copied()
}

/// Whether the name is that of an operator, plain or indexed.
pub(super) fn is_operator(name: Symbol) -> bool {
    operator(name).is_some() || indexed(name).is_some()
}

/// Whether the operator takes any number of operands that are all treated alike, so that those of an operand with the
/// same operator can take its place.
pub fn takes_any_number(name: Symbol) -> bool {
    operator(name).is_some_and(|operator| {
        let all_alike = match operator.rule {
            Rule::Bools
            | Rule::Alike
            | Rule::Number
            | Rule::Numbers(_)
            | Rule::Vectors
            | Rule::Concat => true,
            Rule::Typed(operands, _) => operands.len() == 1,
            _ => false,
        };
        operator.max == MANY && all_alike
    })
}

type Table = FxHashMap<Symbol, Operator>;

/// The plain and the indexed operators.
fn table() -> &'static (Table, Table) {
    static TABLES: OnceLock<(Table, Table)> = OnceLock::new();
    TABLES.get_or_init(|| {
        let (mut plain, mut indexed) = (Table::default(), Table::default());
        for &(names, min, max, rule) in OPERATORS {
            for name in names {
                let operator = Operator { min, max, rule };
                match name.strip_prefix('_') {
                    Some(name) => indexed.insert(Symbol::of(name.as_bytes()), operator),
                    None => plain.insert(Symbol::of(name.as_bytes()), operator),
                };
            }
        }
        (plain, indexed)
    })
}

impl Operator {
    /// Whether a well-formed application stays well-formed and keeps its sort `made` if it loses an operand of sort
    /// `removed`. `first` is the sort of the first operand, if that one stays. False also if this is not enough to
    /// tell.
    pub(super) fn allows_without(&self, removed: Sort, first: Option<Sort>, made: Sort) -> bool {
        match self.rule {
            Rule::Bools | Rule::Numbers(_) => true,
            Rule::Number => made == Sort::INT || made == Sort::REAL && removed == Sort::INT,
            Rule::Alike | Rule::Vectors | Rule::VectorsTo(_) => {
                self.max == MANY
                    && removed != Sort::REAL
                    && first.is_some_and(|first| !first.has_unknown())
            }
            _ => false,
        }
    }

    /// The sort of an application. None if the number or the sorts of its operands are wrong.
    pub(super) fn apply(&self, indices: &[Option<u32>], operands: &[Sort]) -> Option<Sort> {
        let few = operands.len() < self.min;
        if few || operands.len() > self.max {
            return None;
        }
        result(self.rule, indices, operands)
    }
}

fn result(rule: Rule, indices: &[Option<u32>], operands: &[Sort]) -> Option<Sort> {
    match rule {
        Rule::Bools => all(operands, |sort| sort.fits(Sort::BOOL)).then_some(Sort::BOOL),
        Rule::Alike => alike(operands).map(|_| Sort::BOOL),
        Rule::Ite => {
            let sort = alike(&operands[1..])?;
            operands[0].fits(Sort::BOOL).then_some(sort)
        }
        Rule::Number => numbers(operands).then(|| number(operands)),
        Rule::Numbers(sort) => numbers(operands).then_some(sort),
        Rule::Vectors => vectors(operands),
        Rule::VectorsTo(sort) => vectors(operands).map(|_| sort),
        Rule::VectorToInt => vectors(operands).map(|_| Sort::INT),
        Rule::Concat => all(operands, is_vector).then(|| concat(operands)),
        Rule::Extract | Rule::Extend | Rule::Rotate | Rule::Repeat => {
            vectors(operands)?;
            resized(rule, indices, operands[0].width())
        }
        Rule::IntToVector => {
            let [width] = indices else { return None };
            numbers(operands).then(|| width.map_or(Sort::UNKNOWN, Sort::bitvec))
        }
        Rule::Select => array(operands).map(|(_, element)| element),
        Rule::Store => {
            let (array, element) = array(&operands[..operands.len() - 1])?;
            operands[operands.len() - 1].fits(element).then_some(array)
        }
        Rule::First => Some(operands[0]),
        Rule::Fp => Some(float(operands[1].width(), operands[2].width(), 1)),
        Rule::ToFloat => match *indices {
            [exponent, significand] => Some(float(exponent, significand, 0)),
            _ => None,
        },
        Rule::ToVector => match *indices {
            [width] => Some(width.map_or(Sort::UNKNOWN, Sort::bitvec)),
            _ => None,
        },
        Rule::Makes(sort) => Some(sort),
        Rule::Typed(takes, makes) => typed(takes, makes, operands),
        Rule::Any => Some(Sort::UNKNOWN),
    }
}

/// Checks operands against the letters of [`Rule::Typed`].
fn typed(takes: &str, makes: char, operands: &[Sort]) -> Option<Sort> {
    let mut float = Sort::UNKNOWN;
    let mut letters = takes.chars();
    let mut letter = None;
    for &sort in operands {
        letter = letters.next().or(letter);
        let fits = match letter {
            Some('f') => {
                let fits = matches!(sort.kind(), SortKind::Float(..)) || sort.has_unknown();
                let alike = sort.fits(float);
                float = if float.has_unknown() { sort } else { float };
                fits && alike
            }
            Some(letter) => sort.fits(of_letter(letter)),
            None => true,
        };
        if !fits {
            return None;
        }
    }
    Some(if makes == 'f' {
        float
    } else {
        of_letter(makes)
    })
}

fn of_letter(letter: char) -> Sort {
    static NAMED: OnceLock<[Sort; 3]> = OnceLock::new();
    let [string, reglan, rounding] = *NAMED.get_or_init(|| {
        let names: [&[u8]; 3] = [b"String", b"RegLan", b"RoundingMode"];
        names.map(|name| Sort::named(Symbol::of(name)))
    });
    match letter {
        'b' => Sort::BOOL,
        'i' => Sort::INT,
        's' => string,
        'r' => reglan,
        'm' => rounding,
        _ => Sort::UNKNOWN,
    }
}

fn all(operands: &[Sort], fits: impl Fn(Sort) -> bool) -> bool {
    operands.iter().all(|&sort| fits(sort))
}

fn is_vector(sort: Sort) -> bool {
    sort.width().is_some() || sort.has_unknown()
}

fn numbers(operands: &[Sort]) -> bool {
    all(operands, |sort| sort.is_number() || sort.has_unknown())
}

/// The common sort of terms that must have the same sort; for `Int` and `Real`, this is `Real`.
fn alike(operands: &[Sort]) -> Option<Sort> {
    let mut common = Sort::UNKNOWN;
    for &sort in operands {
        if !sort.fits(common) {
            return None;
        }
        if common.has_unknown() || sort == Sort::REAL {
            common = sort;
        }
    }
    Some(common)
}

/// The sort of an arithmetic operation on operands of these sorts.
fn number(operands: &[Sort]) -> Sort {
    if operands.contains(&Sort::REAL) {
        Sort::REAL
    } else if all(operands, |sort| sort == Sort::INT) {
        Sort::INT
    } else {
        Sort::UNKNOWN
    }
}

/// The sort of the array that is the first operand, before its index, and the sort of its elements.
fn array(operands: &[Sort]) -> Option<(Sort, Sort)> {
    match operands[0].kind() {
        SortKind::Array(index, element) => {
            (operands.len() == 2 && operands[1].fits(index)).then_some((operands[0], element))
        }
        SortKind::Bool | SortKind::Int | SortKind::Real | SortKind::BitVec(_) => None,
        _ => Some((operands[0], Sort::UNKNOWN)),
    }
}

/// The common sort of bit-vectors that must have the same width.
fn vectors(operands: &[Sort]) -> Option<Sort> {
    let sort = alike(operands)?;
    is_vector(sort).then_some(sort)
}

fn concat(operands: &[Sort]) -> Sort {
    let sum = operands
        .iter()
        .try_fold(0u32, |sum, sort| sum.checked_add(sort.width()?));
    sum.map_or(Sort::UNKNOWN, Sort::bitvec)
}

/// The result of the indexed operators that change a width. None if the indices do not fit the operator.
fn resized(rule: Rule, indices: &[Option<u32>], width: Option<u32>) -> Option<Sort> {
    let known = |number: Option<u32>| number.map_or(Sort::UNKNOWN, Sort::bitvec);
    match (rule, indices) {
        (Rule::Extract, &[high, low]) => {
            if low > high && low.is_some() && high.is_some() || width.is_some() && high >= width {
                return None;
            }
            Some(known(high.zip(low).map(|(high, low)| high - low + 1)))
        }
        (Rule::Extend, &[by]) => Some(known(
            width.zip(by).and_then(|(width, by)| width.checked_add(by)),
        )),
        (Rule::Rotate, &[_]) => Some(known(width)),
        (Rule::Repeat, &[Some(0)]) => Some(Sort::UNKNOWN), // old solvers fail on this, so candidates may contain it
        (Rule::Repeat, &[by]) => Some(known(
            width.zip(by).and_then(|(width, by)| width.checked_mul(by)),
        )),
        _ => None,
    }
}

fn float(exponent: Option<u32>, significand: Option<u32>, hidden: u32) -> Sort {
    match exponent.zip(significand) {
        Some((exponent, significand)) => Sort::of(SortKind::Float(
            exponent,
            significand.saturating_add(hidden),
        )),
        None => Sort::UNKNOWN,
    }
}
