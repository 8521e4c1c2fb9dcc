//! The schedule in words, as `smelt list stages` prints it.

use super::schedule::{BEFORE, DDMIN_ROUND, MINOR, RESTART};
use super::stage::{
    By, Part, Rounds, Schedule, SkippingPart, Stage, Step, Sweeping, Swept, mutator_of,
};
use super::sweep::ProposalKind;
use super::{SkipRule, Strategy};
use crate::language::InnerList;

/// A line of an outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OutlineLine {
    /// How deep it is indented.
    pub depth: usize,
    /// The text of the line, which is long where it names many mutators.
    pub text: String,
}

/// The stages of a strategy, in order, and what each does.
pub(crate) fn outline(strategy: &Strategy) -> Vec<OutlineLine> {
    let mut outline = Outline::default();
    outline.stage(&BEFORE);
    match strategy.schedule {
        Schedule::Skipping(parts) => outline.skipping(parts),
        Schedule::Parts(parts) => outline.parts(parts),
    }
    outline.lines
}

#[derive(Default)]
struct Outline {
    lines: Vec<OutlineLine>,
    depth: usize,
}

impl Outline {
    fn line(&mut self, text: impl Into<String>) {
        self.lines.push(OutlineLine {
            depth: self.depth,
            text: text.into(),
        });
    }

    /// A line, and the lines that belong to it.
    fn under(&mut self, text: impl Into<String>, inner: impl FnOnce(&mut Outline)) {
        self.line(text);
        self.depth += 1;
        inner(self);
        self.depth -= 1;
    }

    fn skipping(&mut self, parts: &'static [SkippingPart]) {
        let (always, unless_quick) = parts.split_at(RESTART + 1);
        let (before, again) = always.split_at(RESTART);
        self.each_skipping(before);
        let minor = Schedule::Skipping(&parts[MINOR..=MINOR]).stages();
        let names: Vec<&str> = minor.iter().map(|stage| stage.name).collect();
        self.line(format!(
            "after each success of a stage below this group, or more rarely if that is mostly in vain, the search goes on from here; only after one of {}, it goes on behind that stage:",
            names.join(", ")
        ));
        self.each_skipping(again);
        self.under("not with --effort quick:", |outline| {
            outline.each_skipping(unless_quick);
        });
    }

    fn each_skipping(&mut self, parts: &'static [SkippingPart]) {
        for part in parts {
            self.under(skips(part.skips), |outline| outline.parts(part.parts));
        }
    }

    fn parts(&mut self, parts: &[Part]) {
        for part in parts {
            match part {
                Part::Stage(stage) | Part::Phase(_, stage) => self.stage(stage),
                Part::Repeated(inner) => {
                    self.under("again and again, until nothing changes:", |outline| {
                        outline.parts(inner);
                    });
                }
                Part::InTurn(inner) => self.parts(inner),
                Part::WhileLarge(cells, inner) => {
                    let text = format!(
                        "only as long as the text has at least {cells} nodes (lists and tokens):"
                    );
                    self.under(text, |outline| outline.parts(std::slice::from_ref(inner)));
                }
                Part::UnlessQuick(inner) => {
                    self.under("not with --effort quick:", |outline| outline.parts(inner));
                }
                Part::OnlyQuick(inner) => {
                    self.under("with --effort quick:", |outline| outline.parts(inner));
                }
                Part::StartAgain {
                    number,
                    since,
                    first,
                    then,
                } => {
                    self.parts(first);
                    self.parts(then);
                    self.line(format!(
                        "phase {number} of 7: back to phase 1 if phase {since} or a later one has reduced anything"
                    ));
                }
            }
        }
    }

    fn stage(&mut self, stage: &Stage) {
        let rounds = match stage.rounds {
            Rounds::One => "",
            Rounds::Repeated => " (again and again, until nothing changes)",
            Rounds::TakingTurns => {
                " (again and again, until nothing changes; where a solver must refute each candidate, the steps take turns of a few questions)"
            }
        };
        let text = format!("{}{rounds}", stage.name);
        self.under(text, |outline| outline.steps(stage.steps));
    }

    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            match step {
                Step::WithUnused(inner) => {
                    let text = "each edit also removes what it leaves unused:";
                    self.under(text, |outline| outline.steps(inner));
                }
                Step::WhileItPays(inner) => {
                    let text = "where a solver must refute each candidate, these end early, once they no longer pay off:";
                    self.under(text, |outline| outline.steps(inner));
                }
                Step::IfRefuted(inner) => {
                    let text = "only where a solver must refute each candidate; each ends once it no longer pays off:";
                    self.under(text, |outline| outline.steps(inner));
                }
                simple => self.line(in_words(simple)),
            }
        }
    }
}

/// What a step without inner steps does.
fn in_words(step: &Step) -> String {
    match step {
        Step::IllFormed => "remove all commands that are ill-formed, at once".into(),
        Step::BehindFailure => "remove all commands after the point of failure, at once".into(),
        Step::Principal => "remove the main content (all assertions or rules), at once".into(),
        Step::Lists(by) => format!("thin the lists of commands {}: erase-node", how(*by)),
        Step::PrincipalLists => {
            "thin the lists with the main content by halves, down to pairs, until nothing changes: \
             binary-reduction"
                .into()
        }
        Step::Commands(by, names) => format!("thin the commands {}: {names}", how(*by)),
        Step::Replaced(by, names) => format!(
            "replace commands by parts {}, then thin the lists: {names}",
            how(*by)
        ),
        Step::Inner(InnerList::Part) => "thin each part of a command, down to one element".into(),
        Step::Inner(InnerList::Elements) => "thin the lists within these parts".into(),
        Step::Terms(by, names) => {
            format!("thin the nodes below the commands {}: {names}", how(*by))
        }
        Step::Joined(names) => format!("all edits at once, once: {names}"),
        Step::HeavyTerms(names) => format!("one term at a time, the largest first: {names}"),
        Step::ByDepth(names) => {
            format!("level by level from the outside in, many nodes at a time: {names}")
        }
        Step::Sweep(sweeping) => swept(sweeping),
        Step::LastRound => "one edit per candidate that only some solvers may take".into(),
        Step::Expansions(names) => {
            format!("replace a command by many parts, and thin these: {names}")
        }
        Step::WithUnused(_) | Step::WhileItPays(_) | Step::IfRefuted(_) => String::new(),
    }
}

fn swept(sweeping: &Sweeping) -> String {
    let mut text = String::from("one edit per candidate, node by node");
    if sweeping.at_all_occurrences {
        text.push_str(", then at all equal terms together");
    }
    if sweeping.has_streaks {
        text.push_str(", or at many nodes together after successes in a row");
    }
    match sweeping.kind {
        ProposalKind::Simplifications | ProposalKind::Pumps => {}
        ProposalKind::WithAbbreviations => {
            text.push_str(", also edits that save bytes but add nodes");
        }
        ProposalKind::Abbreviations => text.push_str(", only edits that save bytes but add nodes"),
    }
    if sweeping.only_shortens {
        text.push_str(", none that lengthens the text");
    }
    let mutators = match sweeping.mutators {
        Swept::These(names) => names.to_owned(),
        Swept::All { first, without } => {
            let is_tried = |name: &&str| without.split_ascii_whitespace().all(|out| out != *name);
            let first: Vec<&str> = first.split_ascii_whitespace().filter(is_tried).collect();
            let then = if first.is_empty() { "" } else { ", then " };
            let first = first.join(" ");
            let but = if without.is_empty() { "" } else { " but " };
            format!("{first}{then}all mutators{but}{without}")
        }
    };
    format!("{text}: {mutators}")
}

fn how(by: By) -> &'static str {
    match by {
        By::Minimiser => "by the minimiser, then one by one",
        By::MinimiserRepeated => "by the minimiser, then one by one, until nothing changes",
        By::MinimiserAlone => "by the minimiser",
        By::EachOnce => "one by one, each once",
        By::Related => "by groups of related ones, or by --minimiser",
        By::All => "from all of them down, or by --minimiser",
        By::Whole => "all at once or not at all",
        By::WholeAndClean => "all at once or not at all, and what becomes unused",
        By::Coarse => "in chunks",
        By::CoarseAndClean => "in chunks, and what becomes unused",
    }
}

fn skips(rule: SkipRule) -> &'static str {
    match rule {
        SkipRule::Implied => {
            "skipping candidates that remove a superset of what could not be removed:"
        }
        SkipRule::ImpliedLately => {
            "skipping candidates that remove a superset of what could not be removed lately, from a text at most half as large again:"
        }
        SkipRule::ImpliedHere => {
            "skipping candidates that remove a superset of what could not be removed from this very text, and large ones as above:"
        }
        SkipRule::Repeated => "skipping edits that failed in a larger text:",
        SkipRule::None => "skipping nothing:",
    }
}

/// The stages of `ddmin` that use a mutator, joined by `+`; `-` if there are none.
pub(crate) fn ddmin_stages(mutator: &str) -> String {
    let stages: Vec<&str> = DDMIN_ROUND
        .iter()
        .filter_map(|part| match part {
            Part::Stage(stage) if stage.names().any(|name| mutator_of(name) == mutator) => {
                stage.name.strip_prefix("ddmin ")
            }
            _ => None,
        })
        .collect();
    if stages.is_empty() {
        "-".to_owned()
    } else {
        stages.join("+")
    }
}

#[cfg(test)]
mod tests {
    use super::{OutlineLine, in_words, outline};
    use crate::search::STRATEGIES;
    use crate::search::schedule::{AUTO, MINOR};
    use crate::search::stage::{Part, Step};

    #[test]
    fn each_strategy_has_an_outline_and_says_what_each_stage_does() {
        for strategy in STRATEGIES {
            let lines = outline(strategy);
            assert!(lines.len() > 5, "{}: {lines:?}", strategy.name);
            assert!(lines.iter().all(|line| !line.text.is_empty()));
        }
    }

    #[test]
    fn the_stage_whose_successes_start_no_other_again_is_an_exception_in_the_outline() {
        let [Part::Stage(minor)] = AUTO[MINOR].parts else {
            panic!("{:?}", AUTO[MINOR]);
        };
        let exception = format!("only after one of {}, ", minor.name);
        let said = |line: &&OutlineLine| line.text.contains(&exception);
        assert_eq!(outline(&STRATEGIES[0]).iter().filter(said).count(), 1);
    }

    #[test]
    fn what_a_quick_search_leaves_out_is_said_in_the_outline() {
        let lines = outline(&STRATEGIES[0]);
        let at = |text: &str| lines.iter().position(|line| line.text == text);
        let left_out = at("not with --effort quick:");
        assert!(left_out.is_some() && at("levels") < left_out && left_out < at("proof"));
    }

    #[test]
    fn no_mutator_comes_first_in_a_sweep_that_leaves_it_out() {
        let mut seen = 0;
        for line in STRATEGIES.iter().flat_map(outline) {
            if let Some((first, without)) = line.text.split_once(", then all mutators but ") {
                let (_, first) = first.rsplit_once(": ").expect("what comes first");
                let mut first = first.split_ascii_whitespace();
                let is_out = |name: &str| without.split_ascii_whitespace().any(|out| out == name);
                assert!(!first.any(is_out), "{}", line.text);
                seen += 1;
            }
        }
        assert!(seen > 0);
    }

    #[test]
    fn edits_that_are_joined_once_are_said_to_be() {
        let step = Step::Joined("hoist constants");
        assert_eq!(in_words(&step), "all edits at once, once: hoist constants");
    }
}
