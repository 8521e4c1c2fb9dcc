//! Which atoms of a ground program are determined by the others: those with a single rule, as long as none depends on
//! itself.
//!
//! Such an atom holds in an answer set exactly where the body of its rule does, and so in each model of the reduct that
//! counts. So only the sets of the other atoms need to be tried.

use super::bounds::GroundLiteral;
use super::ground_rule::GroundRule;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The rules that determine atoms, each behind the rules that determine atoms of its body.
pub(super) fn definitions(rules: &[GroundRule]) -> Vec<usize> {
    let mut graph = Graph::of(rules);
    let mut found = Vec::new();
    let mut ready: VecDeque<usize> = graph.ready().collect();
    for next in 0..rules.len() {
        while let Some(rule) = ready.pop_front() {
            found.push(rule);
            ready.extend(graph.settle(rule));
        }
        // What is left depends on itself, until the atom of one of these rules is given.
        if graph.waits_for[next] > Some(0) {
            ready.extend(graph.settle(next));
        }
    }
    found
}

/// Rules that could determine atoms, and which of them need which.
struct Graph {
    /// For each rule, how many atoms of its body are to be determined first. None if the rule determines nothing, or not
    /// any more.
    waits_for: Vec<Option<usize>>,
    /// The rules with the atom of a rule in their bodies, as often as it stands there.
    users: Vec<Vec<usize>>,
}

impl Graph {
    fn of(rules: &[GroundRule]) -> Graph {
        let mut times: FxHashMap<GroundLiteral, usize> = FxHashMap::default();
        for &head in rules.iter().flat_map(|rule| &rule.heads) {
            *times.entry(head).or_default() += 1;
        }
        let alone = |rule: &GroundRule| match rule.heads[..] {
            [head] if !rule.is_choice && times.get(&head) == Some(&1) => Some(head),
            _ => None,
        };
        let determined = rules.iter().enumerate();
        let determined = determined.filter_map(|(nth, rule)| Some((alone(rule)?, nth)));
        let determined: FxHashMap<GroundLiteral, usize> = determined.collect();
        let mut users = vec![Vec::new(); rules.len()];
        let mut waits_for = vec![None; rules.len()];
        for &nth in determined.values() {
            let needed = rules[nth].body.atoms();
            let needed: Vec<usize> = needed
                .filter_map(|atom| determined.get(&atom).copied())
                .collect();
            waits_for[nth] = Some(needed.len());
            for other in needed {
                users[other].push(nth);
            }
        }
        for users in &mut users {
            users.sort_unstable();
        }
        Graph { waits_for, users }
    }

    /// The rules that need no others.
    fn ready(&self) -> impl Iterator<Item = usize> {
        let all = self.waits_for.iter().enumerate();
        all.filter_map(|(nth, waits_for)| (*waits_for == Some(0)).then_some(nth))
    }

    /// Takes out a rule, whose atom is determined or given. Returns the rules that need no others now.
    fn settle(&mut self, rule: usize) -> Vec<usize> {
        self.waits_for[rule] = None;
        let mut ready = Vec::new();
        for user in std::mem::take(&mut self.users[rule]) {
            if let Some(waits_for) = &mut self.waits_for[user] {
                *waits_for -= 1;
                if *waits_for == 0 {
                    ready.push(user);
                }
            }
        }
        ready
    }
}
