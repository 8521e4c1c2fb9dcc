//! The `smelt.toml` of a directory of findings: the solvers, and the rule of each category.

use super::{Category, Defect, Fuzzing, Panel};
use std::fmt::Write as _;
use toml::Value;

const HEAD: &str = "\
# Programs on which solvers fail, found by `smelt fuzz`. To reduce them: `smelt batch DIR --out OUT`.
";

/// The programs of a category on which a member of the panel fails.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Group {
    pub(super) category: Category,
    pub(super) member: usize,
    /// The members that judge this one.
    pub(super) voters: Vec<usize>,
}

impl Group {
    /// The directory of its programs, below that of all findings.
    pub(super) fn directory(&self, panel: &Panel) -> String {
        let name = &panel.members[self.member].name;
        format!("{}/{name}", self.category.name())
    }
}

/// The configuration at the root of the directory.
pub(super) fn root<'g>(fuzzing: &Fuzzing<'_>, groups: impl Iterator<Item = &'g Group>) -> String {
    let panel = fuzzing.panel;
    let mut text = HEAD.to_owned();
    if let Some(memout) = fuzzing.memout {
        let _ = write!(text, "\n[defaults]\nmemout = {memout}\n");
    }
    for member in &panel.members {
        let words: Vec<Value> = member
            .command
            .iter()
            .map(|word| Value::from(&*word.to_string_lossy()))
            .collect();
        let (name, words) = (Value::from(&*member.name), Value::from(words));
        let _ = write!(text, "\n[solver.{name}]\ncommand = {words}\n");
    }
    for group in groups {
        let glob = Value::from(format!("{}/*", group.directory(panel)));
        let solver = Value::from(&*panel.members[group.member].name);
        let _ = write!(text, "\n[[case]]\nglob = {glob}\nsolver = {solver}\n");
        let against = group.voters.first().copied();
        text.push_str(&rule(fuzzing, group.category, &group.voters, against));
    }
    text
}

/// The configuration beside a program, which it needs if the root file names a voter that does not show the defect.
pub(super) fn beside(fuzzing: &Fuzzing<'_>, defect: &Defect) -> Option<String> {
    let Defect {
        category,
        voters,
        against,
        ..
    } = defect;
    let (first, against) = (voters.first()?, *against.first()?);
    if *first == against || is_put_to_the_vote(*category, voters) {
        return None;
    }
    Some(rule(fuzzing, *category, voters, Some(against)))
}

/// Whether the rule names all voters instead of one that shows the defect.
fn is_put_to_the_vote(category: Category, voters: &[usize]) -> bool {
    category == Category::Incorrect && voters.len() > 1
}

/// The keys of the rule for a category.
fn rule(
    fuzzing: &Fuzzing<'_>,
    category: Category,
    voters: &[usize],
    against: Option<usize>,
) -> String {
    let name = |member: &usize| Value::from(fuzzing.panel.members[*member].name.as_str());
    if is_put_to_the_vote(category, voters) {
        let names: Vec<Value> = voters.iter().map(name).collect();
        return format!("outvoted-by = {}\n", Value::from(names));
    }
    let Some(voter) = against.as_ref().map(name) else {
        return String::new();
    };
    match category {
        Category::Error => String::new(),
        Category::InvalidModel => format!("invalid-model = {voter}\n"),
        Category::Incorrect => format!("incorrect = {voter}\n"),
        Category::Hang => {
            let seconds = fuzzing.timeout.as_secs_f64();
            format!("hangs = {seconds}\nsolved-by = {voter}\n")
        }
        Category::WrongOptimum
        | Category::MissingModel
        | Category::ExtraModel
        | Category::RepeatedModel
        | Category::OtherNumber
        | Category::WrongConsequences => format!("models-differ-from = {voter}\n"),
    }
}
