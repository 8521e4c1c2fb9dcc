//! What a strategy consists of, as data: parts, stages and steps. The strategies themselves are in [`super::schedule`].

use super::SkipRule;
use super::sweep::ProposalKind;
use crate::language::InnerList;

/// Names of mutators, each as `NAME` or `NAME/FORM`, with spaces between them, in the order in which they are used.
pub(super) type Names = &'static str;

/// A part of a strategy.
#[derive(Debug)]
pub(super) enum Part {
    /// One stage.
    Stage(Stage),
    /// These parts in turn, again and again until a round changes nothing.
    Repeated(&'static [Part]),
    /// A part that ends once the text has fewer cells than this.
    WhileLarge(usize, &'static Part),
    /// These parts in turn.
    InTurn(&'static [Part]),
    /// These parts, unless the search is quick.
    UnlessQuick(&'static [Part]),
    /// These parts, if the search is quick.
    OnlyQuick(&'static [Part]),
    /// A stage that is a phase of `deltaasp`, with its number.
    Phase(u8, Stage),
    /// Some parts, and then others; all of them start again as long as the others change anything. To decide that is a
    /// phase of `deltaasp`, too: a search without this phase does not start again.
    StartAgain {
        /// The number of the phase.
        number: u8,
        /// The number of the phase with which the others begin.
        since: u8,
        /// What comes first.
        first: &'static [Part],
        /// The others.
        then: &'static [Part],
    },
}

impl Part {
    /// A stage of this name that takes each of its steps once.
    pub(super) const fn once(name: &'static str, steps: &'static [Step]) -> Part {
        Part::Stage(Stage::once(name, steps))
    }

    /// A phase of this number and name that takes each of its steps once.
    pub(super) const fn phase(number: u8, name: &'static str, steps: &'static [Step]) -> Part {
        Part::Phase(number, Stage::once(name, steps))
    }
}

/// A stage: steps in turn, under the name that the progress display shows.
#[derive(Debug)]
pub(super) struct Stage {
    /// Its name.
    pub(super) name: &'static str,
    /// How often the steps have their turns.
    pub(super) rounds: Rounds,
    /// What it does.
    pub(super) steps: &'static [Step],
}

/// How often the steps of a stage are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rounds {
    /// Each step once, to its end.
    One,
    /// Each step to its end, again and again until a round changes nothing.
    Repeated,
    /// The same. But where a solver must refute every candidate, the steps take turns of a few questions, because most
    /// candidates leave too little to refute.
    TakingTurns,
}

/// What a stage does.
#[derive(Debug)]
pub(super) enum Step {
    /// Removes all commands that the filter considers ill-formed in the text itself, at once.
    IllFormed,
    /// Removes all commands after the point of failure, at once.
    BehindFailure,
    /// Removes the main content, such as all assertions, at once.
    Principal,
    /// Thins the lists of commands that the language names, with `erase-node`.
    Lists(By),
    /// Thins those of these lists that have the main content by halves, down to pairs, in the name of `binary-reduction`,
    /// again and again.
    PrincipalLists,
    /// Thins the list of the commands to which a mutator applies, one mutator after the other.
    Commands(By, Names),
    /// Replaces commands by parts, and then thins the lists, because other commands may be superfluous now.
    Replaced(By, Names),
    /// Thins the inner lists of commands.
    Inner(InnerList),
    /// Thins the list of all nodes below the commands to which a mutator applies, one mutator after the other.
    Terms(By, Names),
    /// Makes all edits of all these mutators in one candidate, once.
    Joined(Names),
    /// Descends from terms that make up a large part of the text, one term at a time.
    HeavyTerms(Names),
    /// Descends level by level, many nodes at a time.
    ByDepth(Names),
    /// Tries each proposal at each node.
    Sweep(Sweeping),
    /// Tries each proposal of the mutators of the last round at each node, without the filter.
    LastRound,
    /// Replaces a command by many parts, in the hope that few of them matter.
    Expansions(Names),
    /// These steps, in which an edit also removes everything that it leaves unused.
    WithUnused(&'static [Step]),
    /// These steps, which, where a solver must refute every candidate, end once they no longer pay off.
    WhileItPays(&'static [Step]),
    /// These steps, but only where a solver must refute every candidate; each ends once it no longer pays off.
    IfRefuted(&'static [Step]),
}

/// How a list is thinned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// By the minimiser of the search, and then one by one.
    Minimiser,
    /// As `Minimiser`, again and again until nothing changes.
    MinimiserRepeated,
    /// By the minimiser alone.
    MinimiserAlone,
    /// Each element once.
    EachOnce,
    /// Related elements together; the last one is left out where it hardly ever goes. A given minimiser takes
    /// precedence.
    Related,
    /// All elements together at first, and then fewer. A given minimiser takes precedence.
    All,
    /// As a whole or not at all.
    Whole,
    /// As `Whole`, and the cleaners remove what has become unused.
    WholeAndClean,
    /// By large parts, and never one by one.
    Coarse,
    /// As `Coarse`, and the cleaners remove what has become unused.
    CoarseAndClean,
}

/// A sweep over all nodes.
#[derive(Debug)]
pub(super) struct Sweeping {
    /// The mutators that are tried.
    pub(super) mutators: Swept,
    /// Whether an edit is also tried at all equal terms together.
    pub(super) at_all_occurrences: bool,
    /// Whether a mutator that succeeds several times in a row is tried at many nodes together.
    pub(super) has_streaks: bool,
    /// Which proposals are tried: whether also, or only, those that save bytes but add cells.
    pub(super) kind: ProposalKind,
    /// Whether edits that lengthen the text are left out.
    pub(super) only_shortens: bool,
}

/// The mutators of a sweep.
#[derive(Debug)]
pub(super) enum Swept {
    /// These.
    These(Names),
    /// First these, and then all others but `without`.
    All {
        /// Those that come first.
        first: Names,
        /// Those that are not tried.
        without: Names,
    },
}

/// The stages of a strategy.
#[derive(Clone, Copy)]
pub(super) enum Schedule {
    /// Each part skips what will probably fail.
    Skipping(&'static [SkippingPart]),
    /// These parts in turn.
    Parts(&'static [Part]),
}

impl Schedule {
    /// The stages, in order.
    pub(super) fn stages(self) -> Vec<&'static Stage> {
        match self {
            Schedule::Skipping(parts) => parts
                .iter()
                .flat_map(|part| stages_of(part.parts))
                .collect(),
            Schedule::Parts(parts) => stages_of(parts),
        }
    }
}

/// Whether a stage is among those that are chosen; all are if there is no choice.
pub(super) fn is_chosen(stage: &str, chosen: Option<&[String]>) -> bool {
    chosen.is_none_or(|chosen| chosen.iter().any(|name| name == stage))
}

/// The stages of these parts, in order.
fn stages_of(parts: &'static [Part]) -> Vec<&'static Stage> {
    parts
        .iter()
        .flat_map(|part| match part {
            Part::Stage(stage) | Part::Phase(_, stage) => vec![stage],
            Part::StartAgain { first, then, .. } => [stages_of(first), stages_of(then)].concat(),
            Part::WhileLarge(_, inner) => stages_of(std::slice::from_ref(inner)),
            Part::Repeated(inner)
            | Part::InTurn(inner)
            | Part::UnlessQuick(inner)
            | Part::OnlyQuick(inner) => stages_of(inner),
        })
        .collect()
}

/// A part of `auto`, and what it skips.
#[derive(Debug)]
pub(super) struct SkippingPart {
    /// The candidates that are presumed to fail.
    pub(super) skips: SkipRule,
    /// What is done in turn.
    pub(super) parts: &'static [Part],
}

/// The name of the mutator, without that of its form.
pub(super) fn mutator_of(name: &str) -> &str {
    name.split_once('/').map_or(name, |(mutator, _)| mutator)
}

impl Stage {
    /// A stage of this name that takes each of its steps once.
    pub(super) const fn once(name: &'static str, steps: &'static [Step]) -> Stage {
        Stage {
            name,
            rounds: Rounds::One,
            steps,
        }
    }

    /// The mutators and forms that the stage names, in order.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        names_of(self.steps).into_iter()
    }
}

fn names_of(steps: &[Step]) -> Vec<&'static str> {
    let words = |names: Names| names.split_ascii_whitespace().collect();
    let names_of_step = |step: &Step| match *step {
        Step::IllFormed
        | Step::BehindFailure
        | Step::Principal
        | Step::Inner(_)
        | Step::LastRound => Vec::new(),
        Step::Lists(_) => vec!["erase-node"],
        Step::PrincipalLists => vec!["binary-reduction"],
        Step::Commands(_, names)
        | Step::Replaced(_, names)
        | Step::Terms(_, names)
        | Step::Joined(names)
        | Step::HeavyTerms(names)
        | Step::ByDepth(names)
        | Step::Expansions(names) => words(names),
        Step::Sweep(ref sweeping) => match sweeping.mutators {
            Swept::These(names) => words(names),
            Swept::All { first, without } => [words(first), words(without)].concat(),
        },
        Step::WithUnused(inner) | Step::WhileItPays(inner) | Step::IfRefuted(inner) => {
            names_of(inner)
        }
    };
    steps.iter().flat_map(names_of_step).collect()
}
