//! Which atoms of a ground program are determined by the others: those that are the head of a single rule, as long as
//! none depends on itself.
//!
//! Such an atom is in an answer set exactly if the body of its rule holds, and it is enough to consider models of the
//! reduct for which the same is true. So only the sets of the other atoms need to be tried.
//!
//! The rules are ordered topologically. Where only cycles are left, the atom of the first rule on one is left
//! undetermined.

use super::bounds::GroundLiteral;
use super::ground_rule::GroundRule;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The indices of the rules that determine atoms, each after the rules that determine the atoms of its body.
pub(super) fn definitions(rules: &[GroundRule]) -> Vec<usize> {
    let mut graph = Graph::of(rules);
    let mut found = Vec::new();
    let mut ready: VecDeque<usize> = graph.ready().collect();
    for next in 0..rules.len() {
        while let Some(rule) = ready.pop_front() {
            found.push(rule);
            ready.extend(graph.settle(rule));
        }
        // The rules that are left depend on cycles. The first of their atoms is not determined, but given.
        if graph.waits_for[next] > Some(0) {
            ready.extend(graph.settle(next));
        }
    }
    found
}

/// Rules that could determine atoms, and which of them need which.
struct Graph {
    /// For each rule, how many atoms of its body are still to be determined. None if the rule determines no atom, or is
    /// settled.
    waits_for: Vec<Option<usize>>,
    /// For each rule, the rules with its atom in their bodies, each as often as the atom occurs there.
    users: Vec<Vec<usize>>,
}

impl Graph {
    fn of(rules: &[GroundRule]) -> Graph {
        let mut times: FxHashMap<GroundLiteral, usize> = FxHashMap::default();
        for &head in rules.iter().flat_map(|rule| &rule.heads) {
            *times.entry(head).or_default() += 1;
        }
        let mut determined: FxHashMap<GroundLiteral, usize> = FxHashMap::default();
        for (nth, rule) in rules.iter().enumerate() {
            if let [head] = rule.heads[..]
                && !rule.is_choice
                && times.get(&head) == Some(&1)
            {
                determined.insert(head, nth);
            }
        }
        let mut users = vec![Vec::new(); rules.len()];
        let mut waits_for = vec![None; rules.len()];
        for &nth in determined.values() {
            let needed: Vec<usize> = rules[nth]
                .body
                .atoms()
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

    /// The rules that wait for no others.
    fn ready(&self) -> impl Iterator<Item = usize> {
        (0..self.waits_for.len()).filter(|&nth| self.waits_for[nth] == Some(0))
    }

    /// Removes a rule whose atom is determined or given. Returns the rules that now wait for no others.
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
