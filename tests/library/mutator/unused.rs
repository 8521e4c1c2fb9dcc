//! What an edit leaves without a use goes with it, whether the edit is small or removes most of a text with few names.

use super::support::case;
use proptest::prelude::*;
use smelt::language::smtlib::SmtLib;
use smelt::mutator::with_unused;
use smelt::tree::{Edit, Node, ROOT, Splice};

/// A command: a definition of the name with its own number, or else an assertion.
#[derive(Clone, Debug)]
struct Command {
    is_definition: bool,
    /// The numbers of the definitions that it uses.
    uses: Vec<usize>,
    /// So many further operands make it larger.
    padding: usize,
}

impl Command {
    /// The command with this number. A definition may use its own name and earlier ones.
    fn text(&self, number: usize) -> String {
        let uses = self.uses.iter().map(|used| format!("(f{used} 1)"));
        let operands = uses.chain(vec!["1".to_owned(); self.padding]);
        let operands: Vec<String> = operands.chain(["0".to_owned()]).collect();
        let term = format!("(+ {})", operands.join(" "));
        if self.is_definition {
            format!("(define-fun-rec f{number} ((x Int)) Int {term})\n")
        } else {
            format!("(assert (= 0 {term}))\n")
        }
    }
}

/// Definitions and assertions, which use what is defined before them or in them.
fn commands() -> impl Strategy<Value = Vec<Command>> {
    let command = (
        any::<bool>(),
        prop::collection::vec(0..100_usize, 0..5),
        0..20_usize,
    );
    prop::collection::vec(command, 1..24).prop_map(|drawn| {
        let mut commands: Vec<Command> = Vec::new();
        for (is_definition, draws, padding) in drawn {
            let number = commands.len();
            let mut names: Vec<usize> =
                (0..number).filter(|&k| commands[k].is_definition).collect();
            names.extend(is_definition.then_some(number));
            let used = draws.iter().filter(|_| !names.is_empty());
            commands.push(Command {
                is_definition,
                uses: used.map(|draw| names[draw % names.len()]).collect(),
                padding,
            });
        }
        commands
    })
}

/// Which commands are left if some go, and then, one by one, definitions that were used and no longer are.
fn left(commands: &[Command], gone: &[bool]) -> Vec<usize> {
    let numbers = 0..commands.len();
    let is_used = |number: usize, by: &[usize]| {
        let mut others = by.iter().filter(|&&other| other != number);
        others.any(|&other| commands[other].uses.contains(&number))
    };
    let all: Vec<usize> = numbers.clone().collect();
    let mut left: Vec<usize> = numbers.filter(|&number| !gone[number]).collect();
    loop {
        let unused = left.iter().position(|&number| {
            commands[number].is_definition && is_used(number, &all) && !is_used(number, &left)
        });
        match unused {
            Some(at) => left.remove(at),
            None => return left,
        };
    }
}

proptest! {
    #[test]
    fn with_an_edit_goes_all_that_had_a_use_and_has_none_any_more(
        commands in commands(),
        draws in prop::collection::vec(any::<bool>(), 24),
    ) {
        let text: String = commands.iter().enumerate().map(|(k, command)| command.text(k)).collect();
        let case = case(&text);
        let nodes: Vec<Node> = case.tree().children(ROOT).collect();
        let goes = |number: usize| draws[number] && !commands[number].is_definition;
        let gone: Vec<bool> = (0..commands.len()).map(goes).collect();
        let deleted = nodes.iter().zip(&gone).filter(|(_, gone)| **gone);
        let deleted = deleted.map(|(&node, _)| Splice::delete(case.tree(), node));
        let edit = with_unused(&SmtLib)(&case, Edit::new(deleted.collect()));
        let expected: String = left(&commands, &gone).iter().map(|&k| commands[k].text(k)).collect();
        let text = case.edited_text(&edit);
        prop_assert_eq!(String::from_utf8_lossy(&text), expected);
    }
}
