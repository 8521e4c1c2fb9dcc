//! The schedule: which stages make up each strategy, and what each of them does with which mutators, in which order.
//!
//! This file is data; [`super::build`] builds searches from it, and `smelt list stages` prints it. A name is ignored if
//! its mutator is not enabled or does not know the language. `NAME/FORM` is a form of a mutator
//! ([`Mutator::forms`](crate::mutator::Mutator::forms)). Where a stage takes all mutators, they come in the order of
//! [`MUTATORS`](crate::mutator::MUTATORS).
//!
//! `hybrid`, `ddmin` and `hierarchical` are ddSMT 2.0's, with ddSMT's order of mutators; `deltaasp` has the phases of
//! DeltaASP.

use super::SkipRule;
use super::stage::{By, Names, Part, Rounds, SkippingPart, Stage, Step, Sweeping, Swept};
use super::sweep::ProposalKind;
use crate::language::InnerList;

/// Mutators that make a text easier to read. They come first in the last sweeps, because the other mutators do not
/// depend on what they change.
const COSMETIC: Names =
    "simplify-quoted-symbols simplify-symbol-names str-constants asp-rename-atoms";

/// Mutators that remove only what is unused. Their candidates are never presumed to fail.
pub(super) const CLEANERS: Names = "remove-unused";

/// Mutators that replace a command by many parts, few of which may matter.
pub(super) const EXPANDING: Names = "asp-derive asp-all-instances";

/// Mutators that change declarations together with all their uses. They come late, because smaller terms have fewer
/// uses.
const DECLARATIONS: Names = "inline-definitions merge-symbols interpret-sorts asp-settle asp-propositional \
    asp-flatten-atoms asp-inline-constants asp-instantiate asp-drop-argument asp-all-instances asp-unfold \
    asp-derive asp-rank-numbers asp-shift-numbers asp-rename-atoms";

/// Mutators that descend into the terms that make up a large part of the text.
const HEAVY: Names = "substitute-children/heads constants/with-unused";

/// Mutators that only change tokens or their order.
const SPELLING: Names = "simplify-symbol-names respell-literals sort-children declare-constants";

/// Forms that save bytes but hardly ever make other edits possible. They come last in a deep search, because what follows
/// takes another course in the shorter text.
pub(super) const SHORTER_TOKENS: Names = "constants/shorter other-operator/of-reals";

/// In `auto`, texts with fewer cells than this need no coarse search.
const LARGE: usize = 500;

/// Texts that the standard does not have, though some solvers take them. They come last but for the sweeps over all nodes:
/// so most is done on standard texts, and these sweeps are made only once.
const DIALECTS: Stage = Stage::once("dialects", &[Step::WithUnused(&[Step::LastRound])]);

/// How `auto` thins the lists of commands. A long list hardly ever goes as a whole, and its last element hardly ever
/// goes, so neither is tried.
const COMMANDS: &[Step] = &[
    Step::BehindFailure,
    Step::Commands(By::All, "push-pop asp-settle asp-propositional"),
    Step::Lists(By::Related),
    Step::Commands(By::All, "check-sat-assuming asp-inline-constants"),
    Step::Replaced(By::All, EXPANDING),
    Step::Commands(
        By::All,
        "asp-unfold asp-flatten-atoms asp-rank-numbers asp-shift-numbers asp-rename-atoms",
    ),
];

/// The first stage of each strategy, if commands may be removed. It comes first because the filter tolerates the faults
/// of its base.
pub(super) static BEFORE: Stage = Stage::once("ill-formed commands", &[Step::IllFormed]);

/// The strategy `auto`: what removes most comes first, and what will probably fail is skipped until the end, when
/// everything is tried.
///
/// First come the lists of commands, and then the text without its main content, in case the failure needs only what is
/// around it. In a large text, the coarse search follows. Then come heavy terms, the levels of the text, and each
/// mutator at each node. A candidate is skipped if it removes at least what could not be removed before; in the coarse
/// search, only recent failures count. An edit also removes what it leaves unused. After that, each mutator is tried at
/// each node again, and fewer candidates are skipped: a failure in another text counts only for the same edit and for
/// candidates that remove many nodes. In the end, nothing is skipped, so a text in which nothing is found is 1-minimal.
///
/// A failure in any stage counts for all later ones. The nodes that an edit removes are those of the current text that
/// are not in the candidate; an edit that replaces a term removes it. After a success in the sweep over all nodes or in
/// a later stage, the search goes on with the first stage after the coarse search, so that the cheap stages do whatever
/// has become possible; if that is nothing several times in a row, they wait for more successes. Only after a success of
/// the dialects, it goes on after them. The search ends when the last stage has tried everything on one text in vain.
///
/// A solver must refute every candidate if it answered `unsat` in the golden run and `--hints never` is not given. Then
/// much of the text matters and most candidates fail: hints come first ([`super::Hinted`]), labels and names of a large
/// text are shortened before the coarse search, a list is left once its last runs have removed too little for what they
/// cost, and the steps of the coarse search take turns of a few questions.
///
/// To thin a list is to look for a small subset of its elements that must stay, with a minimiser:
/// `smelt list minimisers`. The elements are nodes, and to remove one is to make the first proposal of the mutator
/// there.
///
/// This is the order of delta debugging tools that work from the coarse to the fine (HDD, Perses). That failures are
/// remembered during the whole reduction is our own idea; [`super::Skipping`] says what is skipped and why.
pub(super) static AUTO: &[SkippingPart] = &[
    SkippingPart {
        skips: SkipRule::Implied,
        parts: &[Part::once(
            "commands",
            &[Step::WithUnused(&[
                Step::WhileItPays(COMMANDS),
                Step::Principal,
            ])],
        )],
    },
    SkippingPart {
        // Names and labels make up most of the text that a verifier writes, and hardly any failure needs them.
        skips: SkipRule::Implied,
        parts: &[Part::WhileLarge(
            LARGE,
            &Part::once(
                "labels",
                &[Step::IfRefuted(&[Step::Terms(
                    By::Coarse,
                    "remove-annotation/labels simplify-symbol-names",
                )])],
            ),
        )],
    },
    SkippingPart {
        // In a chain of definitions, the whole chain can become unused at once. So only removals take unused parts with
        // them. Terms come before declarations: removing parts of terms leaves declarations unused, and those go
        // together.
        skips: SkipRule::ImpliedLately,
        parts: &[Part::WhileLarge(
            LARGE,
            &Part::Stage(Stage {
                name: "coarse",
                rounds: Rounds::TakingTurns,
                steps: &[
                    Step::WithUnused(&[Step::WhileItPays(COMMANDS)]),
                    Step::HeavyTerms(HEAVY),
                    Step::Terms(By::CoarseAndClean, "constants/bound"),
                    Step::Terms(By::WholeAndClean, "let-elimination/of-constants"),
                    Step::Terms(By::CoarseAndClean, COARSE_FORMS),
                    Step::Commands(By::CoarseAndClean, COARSE_LISTS),
                    Step::Commands(By::CoarseAndClean, DECLARATIONS),
                ],
            }),
        )],
    },
    SkippingPart {
        skips: SkipRule::Implied,
        parts: FINE,
    },
    SkippingPart {
        skips: SkipRule::Repeated,
        parts: &[Part::Stage(DIALECTS)],
    },
    SkippingPart {
        skips: SkipRule::ImpliedHere,
        parts: &[Part::once(
            "all nodes",
            // The proposals of binary-reduction have been made by thinning lists.
            &[Step::Sweep(Sweeping {
                mutators: Swept::All {
                    first: COSMETIC,
                    without: "binary-reduction",
                },
                ..PLAIN
            })],
        )],
    },
    SkippingPart {
        skips: SkipRule::Repeated,
        parts: &[Part::once(
            "expansions",
            &[Step::WithUnused(&[Step::Expansions(EXPANDING)])],
        )],
    },
    SkippingPart {
        skips: SkipRule::Repeated,
        parts: &[Part::once(
            "abbreviations",
            &[Step::Sweep(Sweeping {
                kind: ProposalKind::Abbreviations,
                ..PLAIN
            })],
        )],
    },
    SkippingPart {
        skips: SkipRule::None,
        parts: &[Part::once(
            "proof",
            // Edits that lengthen the text do not count for 1-minimality.
            &[Step::Sweep(Sweeping {
                only_shortens: true,
                ..FULL
            })],
        )],
    },
];

/// The index in [`AUTO`] of the part that starts again after each later success. It is also the last part of a quick
/// search.
pub(super) const RESTART: usize = 3;

/// The index in [`AUTO`] of the dialects. A success there changes so little that the search goes on after it.
pub(super) const MINOR: usize = 4;

/// From heavy terms down to single nodes.
const FINE: &[Part] = &[
    // Respelling changes the text of every later candidate, so it comes early if it is cheap.
    Part::once("spelling", &[Step::WithUnused(&[Step::Joined(SPELLING)])]),
    Part::once(
        "spelling",
        &[Step::WithUnused(&[Step::Terms(By::Whole, SPELLING)])],
    ),
    Part::once(
        "heavy terms",
        &[Step::WithUnused(&[Step::HeavyTerms(
            "substitute-children/heads constants/with-unused hoist \
            substitute-children",
        )])],
    ),
    Part::once(
        "levels",
        &[Step::WithUnused(&[Step::ByDepth(
            "erase-node constants asp-drop-argument asp-replace-by-part \
            asp-drop-negation asp-drop-bound asp-lower-numbers asp-choice-to-disjunction \
            asp-aggregate-to-literals asp-sum-to-count asp-merge-atoms",
        )])],
    ),
    Part::once("commands", &[Step::WithUnused(COMMANDS)]),
    Part::once(
        "nodes",
        &[Step::WithUnused(&[Step::Sweep(Sweeping {
            mutators: Swept::All {
                first: COSMETIC,
                // `other-operator` and `asp-other-atom` save only bytes and mostly fail, so they wait for the sweep over
                // all nodes.
                without: "simplify-symbol-names respell-literals sort-children declare-constants \
                    other-operator asp-other-atom binary-reduction",
            },
            has_streaks: true,
            ..PLAIN
        })])],
    ),
    Part::once(
        "spelling",
        &[Step::WithUnused(&[Step::Terms(By::All, SPELLING)])],
    ),
];

/// What most sweeps have in common: edits are tried at one node and at all that are equal, one by one.
const PLAIN: Sweeping = Sweeping {
    mutators: Swept::All {
        first: "",
        without: "",
    },
    at_all_occurrences: true,
    has_streaks: false,
    kind: ProposalKind::Simplifications,
    only_shortens: false,
};

/// All mutators at every node, and edits that save bytes but add cells.
pub(super) const FULL: Sweeping = Sweeping {
    mutators: Swept::All {
        first: COSMETIC,
        without: "",
    },
    kind: ProposalKind::WithAbbreviations,
    ..PLAIN
};

/// The strategy `hybrid`: a coarse search of large texts, and then `ddmin` and `hierarchical` in turn.
pub(super) static HYBRID: &[Part] = &[
    Part::WhileLarge(
        200,
        &Part::Stage(Stage {
            name: "coarse",
            rounds: Rounds::Repeated,
            steps: &[
                Step::Lists(By::CoarseAndClean),
                Step::HeavyTerms(HEAVY),
                Step::Commands(By::CoarseAndClean, COARSE_LISTS),
                Step::Commands(By::CoarseAndClean, DECLARATIONS),
                Step::Terms(By::CoarseAndClean, "constants/bound"),
                Step::Terms(By::WholeAndClean, "let-elimination/of-constants"),
                Step::Terms(By::CoarseAndClean, COARSE_FORMS),
            ],
        }),
    ),
    Part::OnlyQuick(DDMIN),
    Part::UnlessQuick(&[Part::Repeated(&[
        Part::Repeated(DDMIN_ROUND),
        Part::InTurn(HIERARCHICAL),
    ])]),
];

/// Mutators that change commands in the coarse search, apart from removals.
const COARSE_LISTS: Names = "push-pop check-sat-assuming drop-declaration/in-lists";

/// Mutators that change many terms at a time in the coarse search. They change nodes that rarely contain one another,
/// or their edits compose.
const COARSE_FORMS: Names =
    "let-elimination erase-node substitute-children substitute-children/largest hoist";

/// The strategy `ddmin`. Its order is that of ddSMT 2.0: stage 1 erases commands and repeats each mutator until it
/// finds nothing more; stage 2 simplifies terms with each mutator once. All stages are repeated until nothing changes.
/// There are two differences: nodes below the top level are erased, too, and a third stage changes declarations
/// together with all their uses.
pub(super) static DDMIN: &[Part] = &[Part::Repeated(DDMIN_ROUND)];

pub(super) const DDMIN_ROUND: &[Part] = &[
    Part::once(
        "ddmin commands",
        &[
            Step::Commands(By::MinimiserRepeated, "push-pop"),
            Step::Lists(By::MinimiserRepeated),
            Step::Commands(
                By::MinimiserRepeated,
                "check-sat-assuming drop-declaration/in-lists",
            ),
        ],
    ),
    Part::once("ddmin terms", &[Step::Terms(By::Minimiser, DDMIN_TERMS)]),
    Part::once(
        "ddmin declarations",
        &[Step::Commands(By::MinimiserRepeated, DECLARATIONS)],
    ),
];

/// The mutators of the stage `ddmin terms`. Those that ddSMT has are in its order.
pub(super) const DDMIN_TERMS: Names = "hoist constants substitute-children erase-node drop-nonterminal \
    neutral-operands introduce-fresh-variables let-elimination let-substitution replace-by-variable \
    merge-children merge-operands sort-children evaluate congruence swap-children arith-negate-relations \
    arith-constants arith-split-nary-relations arith-strengthen-relations arith-identities bv-norm-constants \
    bv-zero-concat bv-double-negation bv-identities bv-elim-bvcomp bv-eval-extend bv-extract-constants \
    bv-extract-zeroextend bv-ite-to-bvcomp bv-merge-extend bv-merge-shift bv-merge-reduced-bw \
    bv-reduce-bitwidth bv-reflexive-nand bv-simp-constants bv-to-bool bv-zeroextend-pred bv-signextend-pred \
    bool-de-morgan bool-double-negations bool-identities bool-false-eq bool-implications bool-negate-quants \
    bool-xor-binary bool-xor-constants eliminate-distinct dt-rm-constructor dt-rm-datatype drop-field \
    dt-rm-identity array-identities set-identities fp-short-sort fp-identities eliminate-variables \
    inline-functions remove-annotation remove-recursive-function simplify-logic simplify-quoted-symbols \
    simplify-symbol-names seq-nth-unit str-contains-to-concat str-identities str-index-not-found \
    declare-constants str-replace-all respell-literals str-constants drop-parameter drop-bound-variable \
    free-bound-variables asp-settle asp-propositional asp-flatten-atoms asp-replace-by-part \
    asp-inline-constants asp-instantiate asp-drop-argument asp-empty-head asp-empty-body asp-merge-atoms \
    asp-drop-negation asp-shift-negation asp-choice-to-disjunction asp-aggregate-to-literals asp-sum-to-count \
    asp-rank-numbers asp-drop-bound asp-shift-numbers asp-disjunction-to-choice asp-lower-numbers asp-unfold \
    asp-other-atom asp-rename-atoms";

/// The strategy `hierarchical`: the five passes of ddSMT 2.0, from the most promising mutators to all mutators.
pub(super) static HIERARCHICAL: &[Part] = &[
    Part::once("pass 1 of 5", &[Step::PrincipalLists]),
    Part::once(
        "pass 2 of 5",
        // Mutators that need few checks.
        &[Step::Sweep(Sweeping {
            mutators: Swept::These("constants binary-reduction respell-literals"),
            at_all_occurrences: false,
            ..PLAIN
        })],
    ),
    Part::once(
        "pass 3 of 5",
        // The mutators that remove most.
        &[Step::Sweep(Sweeping {
            mutators: Swept::These(
                "hoist erase-node drop-nonterminal constants introduce-fresh-variables \
                let-elimination let-substitution substitute-children binary-reduction check-sat-assuming \
                push-pop drop-declaration inline-definitions merge-symbols drop-parameter drop-field \
                interpret-sorts narrow-bitvectors narrow-floats replace-sorts",
            ),
            at_all_occurrences: false,
            ..PLAIN
        })],
    ),
    Part::UnlessQuick(&[
        Part::once(
            "pass 4 of 5",
            &[Step::Sweep(Sweeping {
                mutators: Swept::All {
                    first: "",
                    without: COSMETIC,
                },
                ..PLAIN
            })],
        ),
        Part::Stage(DIALECTS),
        Part::once("pass 5 of 5", &[Step::Sweep(FULL)]),
    ]),
];

/// The strategy `deltaasp`: the seven phases of DeltaASP (Brummayer and Järvisalo, TPLP 2010, section 5).
///
/// Phases 1, 4 and 5 thin lists with the elimination strategy of the paper, which is a minimiser here: `obo` or
/// `zeller`. Phases 2 and 6 try each of their candidates once. Phases 3 and 7 decide whether to start again. In a
/// language whose expressions have no inner lists, only phase 1 finds anything.
pub(super) static DELTAASP: &[Part] = &[Part::StartAgain {
    number: 7,
    since: 4,
    first: &[Part::StartAgain {
        number: 3,
        since: 2,
        first: &[Part::phase(
            1,
            "phase 1 of 7",
            &[Step::Lists(By::MinimiserAlone)],
        )],
        then: &[Part::phase(
            2,
            "phase 2 of 7",
            // Empties one of the two parts of a rule.
            &[Step::Commands(
                By::EachOnce,
                "asp-empty-head/any asp-empty-body/any",
            )],
        )],
    }],
    then: &[
        Part::phase(4, "phase 4 of 7", &[Step::Inner(InnerList::Part)]),
        Part::phase(5, "phase 5 of 7", &[Step::Inner(InnerList::Elements)]),
        Part::phase(
            6,
            "phase 6 of 7",
            &[Step::Terms(By::EachOnce, "asp-drop-negation")],
        ),
    ],
}];
