//! What a strategy consists of, as data: parts, stages and steps. The strategies themselves are in [`super::schedule`].

use super::SkipRule;
use crate::language::InnerList;

/// Mutators in the order in which they have their turns, each as `NAME` or `NAME/FORM`, with spaces between them.
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
}

/// A stage: steps in turn, under a name that the progress display shows.
#[derive(Debug)]
pub(super) struct Stage {
    /// Its name.
    pub(super) name: &'static str,
    /// How often the steps have their turns.
    pub(super) rounds: Rounds,
    /// What it does.
    pub(super) steps: &'static [Step],
}

/// How often the steps of a stage have their turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rounds {
    /// Each once, to its end.
    One,
    /// Each to its end, again and again until a round changes nothing.
    Repeated,
    /// The same; but where a solver must refute every candidate, no step is done to its end before the next one begins,
    /// because most candidates leave too little to refute.
    TakingTurns,
}

/// What a stage does.
#[derive(Debug)]
pub(super) enum Step {
    /// Removes the commands that the filter holds ill-formed in the text itself, together.
    IllFormed,
    /// Removes the commands behind the place of the failure, together.
    BehindFailure,
    /// Removes the main content, together.
    Principal,
    /// Thins the lists of commands that the language names, with `erase-node`.
    Lists(By),
    /// Thins those of them that have the main content, in the name of `binary-reduction`, again and again.
    PrincipalLists(By),
    /// Thins the list of the commands to which a mutator applies, one mutator after the other.
    Commands(By, Names),
    /// Puts parts in the place of commands, and then thins the lists, because others may be superfluous now.
    Replaced(By, Names),
    /// Thins the inner lists of commands.
    Inner(InnerList),
    /// Thins the list of all nodes below the commands to which a mutator applies, one mutator after the other.
    Terms(By, Names),
    /// All edits of all of these mutators in one candidate, and then fewer.
    Joined(Names),
    /// Goes down from terms with a large part of the text, one term at a time.
    HeavyTerms(Names),
    /// Goes down by the depth of nodes, many nodes at a time.
    ByDepth(Names),
    /// Each proposal at each node.
    Sweep(Sweeping),
    /// Puts many parts in the place of a command, in the hope that few of them matter.
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
    /// The same, again and again until nothing changes.
    MinimiserRepeated,
    /// By the minimiser alone.
    MinimiserAlone,
    /// Each element once.
    EachOnce,
    /// Elements that are related go together; the last one stays where the language says so. A given minimiser takes
    /// precedence.
    Related,
    /// All together at first, and then fewer. A given minimiser takes precedence.
    All,
    /// As a whole or not at all.
    Whole,
    /// The same, and what has no use goes whenever many elements are gone.
    WholeAndClean,
    /// By halves down to pairs.
    Pairs,
    /// By parts, and never one by one.
    Coarse,
    /// The same, and what has no use goes whenever many elements are gone.
    CoarseAndClean,
}

/// A sweep over all nodes.
#[derive(Debug)]
pub(super) struct Sweeping {
    /// The mutators that are tried.
    pub(super) mutators: Swept,
    /// Whether an edit is also tried at all equal terms.
    pub(super) at_all_occurrences: bool,
    /// Whether successes in a row are followed by joined edits.
    pub(super) has_streaks: bool,
    /// What is tried that saves bytes and has more cells.
    pub(super) abbreviations: Abbreviations,
    /// Whether nothing may lengthen the text.
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

/// What a sweep tries that saves bytes and has more cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Abbreviations {
    /// Nothing.
    None,
    /// That, too.
    Also,
    /// Nothing else.
    Only,
}

/// The stages of a strategy.
#[derive(Clone, Copy)]
pub(super) enum Schedule {
    /// Each part skips what will probably fail.
    Skipping(&'static [SkippingPart]),
    /// These parts in turn.
    Parts(&'static [Part]),
    /// Phases with their numbers.
    Phases(&'static [(u8, Phase)]),
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
            Schedule::Phases(phases) => {
                let stage = |(_, phase): &'static (u8, Phase)| match phase {
                    Phase::Stage(stage) => Some(stage),
                    Phase::StartAgain { .. } => None,
                };
                phases.iter().filter_map(stage).collect()
            }
        }
    }
}

/// Whether a stage is among those that are chosen; all are if there is no choice.
pub(super) fn is_chosen(stage: &str, chosen: Option<&[String]>) -> bool {
    chosen.is_none_or(|chosen| chosen.iter().any(|name| name == stage))
}

/// The stages of these parts, in order.
fn stages_of(parts: &'static [Part]) -> Vec<&'static Stage> {
    let within = |part: &'static Part| match part {
        Part::Stage(stage) => vec![stage],
        Part::WhileLarge(_, inner) => stages_of(std::slice::from_ref(inner)),
        Part::Repeated(inner)
        | Part::InTurn(inner)
        | Part::UnlessQuick(inner)
        | Part::OnlyQuick(inner) => stages_of(inner),
    };
    parts.iter().flat_map(within).collect()
}

/// A part of `auto`, and what it skips.
#[derive(Debug)]
pub(super) struct SkippingPart {
    /// The candidates that are presumed to fail.
    pub(super) skips: SkipRule,
    /// What is done in turn.
    pub(super) parts: &'static [Part],
}

/// A phase of `deltaasp`.
#[derive(Debug)]
pub(super) enum Phase {
    /// Its steps.
    Stage(Stage),
    /// Goes back to the first phase if anything was reduced in a phase with at least this number.
    StartAgain {
        /// The number.
        since: u8,
    },
}

/// The mutator of a form.
pub(super) fn mutator_of(name: &str) -> &str {
    name.split_once('/').map_or(name, |(mutator, _)| mutator)
}

impl Stage {
    /// The mutators and forms that the stage names, in order.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        names_of(self.steps).into_iter()
    }
}

fn names_of(steps: &[Step]) -> Vec<&'static str> {
    let words = |names: Names| names.split_ascii_whitespace().collect();
    let names = |step: &Step| match *step {
        Step::IllFormed | Step::BehindFailure | Step::Principal | Step::Inner(_) => Vec::new(),
        Step::Lists(_) => vec!["erase-node"],
        Step::PrincipalLists(_) => vec!["binary-reduction"],
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
    steps.iter().flat_map(names).collect()
}
