//! The commands of the language and of its dialects, and which parts each of them has.

use crate::tree::Symbol;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// The parts of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parts {
    /// A formula.
    Formula,
    /// A formula, and possibly a name for it.
    FormulaAndName,
    /// A formula, and attributes.
    FormulaAndAttributes,
    /// A term, and attributes.
    TermAndAttributes,
    /// A name for an answer, a formula, and possibly a grammar of the answer.
    AnswerAndFormula,
    /// Any number of formulas.
    Formulas,
    /// Any number of terms.
    Terms,
    /// A list of formulas.
    ListOfFormulas,
    /// A list of terms, which is not empty.
    ListOfTerms,
    /// Variables, and formulas over them.
    Clause,
    /// A new name, the sorts of its parameters, and its sort.
    Function,
    /// A new name, and the sorts of its parameters.
    Relation,
    /// A new name, and its sort.
    Constant,
    /// A new name that is two names, and its sort.
    PrimedConstant,
    /// A new name, parameters, a sort, and a body, which may use the new name if `recursive`.
    FunctionDefinition { recursive: bool },
    /// A new name, its sort, and its body.
    ConstantDefinition,
    /// A list of new names with parameters and sorts, and a list of their bodies.
    MutualDefinitions,
    /// A new name, parameters, a sort, and possibly a grammar.
    Synthesis,
    /// A new name, parameters, and possibly a grammar.
    InvariantSynthesis,
    /// A new sort.
    Sort,
    /// A new sort, its parameters, and the sort for which it stands.
    SortDefinition,
    /// A new sort, and what it is made of.
    Datatype,
    /// New sorts, and what each of them is made of.
    Datatypes,
    /// Pairs of sorts.
    Heap,
    /// How many levels to open.
    Push,
    /// How many levels to close.
    Pop,
    /// Nothing; the command forgets all declarations.
    Reset,
    /// A name.
    Name,
    /// A keyword.
    Keyword,
    /// A keyword and a value.
    Info,
    /// A keyword that is an option, its value, and possibly more.
    Setting,
    /// One part, which is not analysed.
    Anything,
    /// Nothing.
    Nothing,
    /// Nothing; the solver answers the command with one line.
    Search,
    /// Nothing that matters; solvers stop here.
    Exit,
}

/// All commands that are analysed, with the least number of parts.
#[rustfmt::skip]
const COMMANDS: &[(Parts, usize, &[&str])] = &[
    (Parts::Formula, 1, &["assert", "constraint", "assume"]),
    (Parts::FormulaAndName, 1, &["rule"]),
    (Parts::FormulaAndAttributes, 1, &["assert-soft"]),
    // A query is about a formula, or about a relation, whose name alone stands for it.
    (Parts::TermAndAttributes, 1, &["minimize", "maximize", "simplify", "eval", "get-qe", "get-qe-disjunct", "query"]),
    (Parts::AnswerAndFormula, 2, &["get-interpolant", "get-abduct"]),
    (Parts::Formulas, 0, &["check-sat"]),
    (Parts::Terms, 0, &["inv-constraint"]),
    (Parts::ListOfFormulas, 1, &["check-sat-assuming"]),
    (Parts::ListOfTerms, 1, &["get-value", "block-model-values"]),
    (Parts::Clause, 2, &["chc-constraint"]),
    (Parts::Function, 3, &["declare-fun"]),
    (Parts::Relation, 2, &["declare-rel"]),
    (Parts::Constant, 2, &["declare-const", "declare-var"]),
    (Parts::PrimedConstant, 2, &["declare-primed-var"]),
    (Parts::FunctionDefinition { recursive: false }, 4, &["define-fun"]),
    (Parts::FunctionDefinition { recursive: true }, 4, &["define-fun-rec"]),
    (Parts::ConstantDefinition, 3, &["define-const"]),
    (Parts::MutualDefinitions, 2, &["define-funs-rec"]),
    (Parts::Synthesis, 3, &["synth-fun"]),
    (Parts::InvariantSynthesis, 2, &["synth-inv"]),
    (Parts::Sort, 1, &["declare-sort"]),
    (Parts::SortDefinition, 3, &["define-sort"]),
    (Parts::Datatype, 2, &["declare-datatype", "declare-codatatype"]),
    (Parts::Datatypes, 2, &["declare-datatypes", "declare-codatatypes"]),
    (Parts::Heap, 0, &["declare-heap"]),
    (Parts::Push, 0, &["push"]),
    (Parts::Pop, 0, &["pop"]),
    (Parts::Reset, 0, &["reset"]),
    (Parts::Name, 1, &["set-logic"]),
    (Parts::Keyword, 1, &["get-info", "get-option"]),
    (Parts::Info, 2, &["set-info"]),
    (Parts::Setting, 2, &["set-option"]),
    (Parts::Anything, 1, &["echo"]),
    (Parts::Nothing, 0, &["get-model", "get-assertions", "get-unsat-core", "get-proof", "get-assignment",
                          "get-unsat-assumptions", "reset-assertions", "get-objectives", "get-interpolant-next", "get-abduct-next"]),
    (Parts::Search, 0, &["check-synth"]),
    (Parts::Exit, 0, &["exit"]),
];

impl Parts {
    /// Whether a command that only declares or defines something binds exactly one name.
    pub(crate) fn is_one_name(self) -> bool {
        !matches!(self, Parts::MutualDefinitions | Parts::Datatypes)
    }

    /// Whether the bodies may use the functions that are defined.
    pub(crate) fn is_recursive(self) -> bool {
        matches!(
            self,
            Parts::FunctionDefinition { recursive: true } | Parts::MutualDefinitions
        )
    }
}

/// The parts of a command with this name, if it only binds names for later commands. One datatype counts as several.
pub(crate) fn declares(name: Symbol) -> Option<Parts> {
    match parts(name)? {
        Parts::Datatype => Some(Parts::Datatypes),
        declares @ (Parts::Function
        | Parts::Constant
        | Parts::FunctionDefinition { .. }
        | Parts::ConstantDefinition
        | Parts::Sort
        | Parts::SortDefinition
        | Parts::MutualDefinitions
        | Parts::Datatypes) => Some(declares),
        _ => None,
    }
}

/// Whether a command with this name is analysed. What the parts of other commands mean is unknown.
pub(crate) fn is_command(name: Symbol) -> bool {
    parts(name).is_some()
}

/// Whether a solver answers a command with this name with one line, such as `sat`.
pub(super) fn is_query(name: Symbol) -> bool {
    matches!(
        parts(name),
        Some(Parts::Formulas | Parts::ListOfFormulas | Parts::Search)
    )
}

/// Whether solvers print what stands in a command with this name, or take it for the name of something outside the
/// text, such as a file.
pub fn is_verbatim(name: Symbol) -> bool {
    matches!(
        parts(name),
        Some(Parts::Info | Parts::Setting | Parts::Anything)
    )
}

/// The parts of the command with this name; none if the command is not known.
pub(super) fn parts(name: Symbol) -> Option<Parts> {
    command(name).map(|(parts, _)| parts)
}

/// The least number of parts of the command with this name; none if the command is not known.
pub(super) fn fewest_parts(name: Symbol) -> Option<usize> {
    command(name).map(|(_, fewest)| fewest)
}

fn command(name: Symbol) -> Option<(Parts, usize)> {
    static TABLE: OnceLock<FxHashMap<Symbol, (Parts, usize)>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let mut table = FxHashMap::default();
        for &(parts, fewest, names) in COMMANDS {
            for name in names {
                table.insert(Symbol::of(name.as_bytes()), (parts, fewest));
            }
        }
        table
    });
    table.get(&name).copied()
}
