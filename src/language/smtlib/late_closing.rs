//! What becomes of names if levels are closed later than before, or dissolved: a `push` goes together with its `pop`.
//!
//! The names that are declared in such a level are then visible to more commands. If none of them occurs there, nothing
//! else changes. If one is declared there, it is declared twice. Both can be known without an analysis of the whole
//! edited text. In a long row of levels, an analysis for each edit would take quadratic time.

use super::all_bindings::{is_overloaded, spellings};
use super::binding::ScopedName;
use super::{Analysis, BindingId};
use crate::tree::{Node, Symbol};
use rustc_hash::FxHashMap;

/// A command that opens or closes levels, and the number of levels that are open after it.
pub(super) type LevelCommand = (Node, i64);

/// What becomes of the names of a text in which some levels are closed later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lateness {
    /// All names mean the same.
    Harmless,
    DeclaredTwice,
    Unknown,
}

/// The names that are declared in the levels of a text, by the `pop`s that close these levels. The commands that open or
/// close levels are numbered in order.
#[derive(Clone, Debug)]
pub(super) struct LateClosing {
    /// In the order of the `pop`s.
    closed: Vec<ClosedName>,
    /// For each command, the next one after which fewer levels are open.
    next_lower: Vec<Option<usize>>,
    /// For each `pop`, whether the levels that it closes may be closed later, because no name that they declare occurs
    /// after them.
    is_gone: Vec<bool>,
    /// For each command, whether all levels that are open after it may be closed later.
    may_last: Vec<bool>,
}

/// A `pop` that closes fewer levels than before, or a `push` that opens more.
struct Later {
    command: usize,
    /// How many fewer, or more.
    levels: i64,
    /// Whether a `push` opens as many fewer, so that later commands open and close the same levels as before.
    is_dissolved: bool,
}

/// A name that is declared in a level which a `pop` closes.
#[derive(Clone, Debug)]
struct ClosedName {
    id: BindingId,
    /// In how many levels it is declared.
    depth: i64,
    pop: usize,
    /// Where the same name is declared next. None if it is declared with several signatures, which is no fault.
    next: Option<Node>,
}

impl LateClosing {
    /// Finds the `pop` that closes each level. `declared` are the names that are declared for later commands, each with
    /// the number of levels that are open there. `places` returns the nodes with a token.
    pub(super) fn of<'t>(
        analysis: &Analysis,
        commands: &[LevelCommand],
        declared: &[(BindingId, i64)],
        places: impl Fn(Symbol) -> &'t [Node],
    ) -> LateClosing {
        let closed = closed_names(analysis, commands, declared);
        let next_lower = next_lower(commands);
        let mut is_gone = vec![true; commands.len()];
        let mut last = FxHashMap::default();
        for name in &closed {
            let binding = analysis.get(name.id);
            is_gone[name.pop] &= spellings(binding).into_iter().all(|token| {
                let last = last.entry(token);
                *last.or_insert_with(|| last_global(analysis, places(token))) < binding.scope.end
            });
        }
        let mut may_last = vec![true; commands.len()];
        for k in (0..commands.len()).rev() {
            may_last[k] = next_lower[k].is_none_or(|pop| is_gone[pop] && may_last[pop]);
        }
        LateClosing {
            closed,
            next_lower,
            is_gone,
            may_last,
        }
    }

    /// Judges a text in which each of these commands, given by its number, opens so many additional levels, or closes as
    /// many fewer.
    pub(super) fn judge(&self, commands: &[LevelCommand], changes: &[(usize, i64)]) -> Lateness {
        let Some(later) = self.later(commands, changes) else {
            return Lateness::Unknown;
        };
        let is_harmless = |later: &Later| {
            if later.is_dissolved {
                self.is_gone[later.command]
            } else {
                later.command == 0 || self.may_last[later.command - 1]
            }
        };
        if later.iter().all(is_harmless) {
            return Lateness::Harmless;
        }
        // The other changes only make levels last even longer.
        if later.iter().any(|later| self.is_twice(commands, later)) {
            return Lateness::DeclaredTwice;
        }
        Lateness::Unknown
    }

    /// The changes by which levels last longer. None if a level may be closed earlier.
    fn later(&self, commands: &[LevelCommand], changes: &[(usize, i64)]) -> Option<Vec<Later>> {
        // How many fewer levels each `pop` has to close, because of the `push` before it.
        let mut fewer: FxHashMap<usize, i64> = FxHashMap::default();
        let mut later = Vec::new();
        for &(command, levels) in changes {
            if levels < 0 {
                let before = command.checked_sub(1).map_or(0, |k| commands[k].1);
                if commands[command].1 < before {
                    return None; // a `pop` closes more
                }
                // A level that is never closed may go without the others being closed earlier.
                if let Some(pop) = self.next_lower[command] {
                    let is_balanced = commands[pop].1 == before;
                    is_balanced.then(|| fewer.insert(pop, -levels))?;
                }
                continue;
            }
            let dissolved = fewer.remove(&command);
            if dissolved.is_some_and(|dissolved| dissolved != levels) {
                return None;
            }
            later.push(Later {
                command,
                levels,
                is_dissolved: dissolved.is_some(),
            });
        }
        fewer.is_empty().then_some(later)
    }

    /// Whether something that is declared in a level that is closed later is declared once more before its end.
    fn is_twice(&self, commands: &[LevelCommand], later: &Later) -> bool {
        let from = self.closed.partition_point(|name| name.pop < later.command);
        let closed = self.closed[from..].iter();
        let mut closed = closed.take_while(|name| name.pop == later.command);
        closed.any(|name| {
            let end = self.new_end(name, commands, later.levels);
            name.next.is_some_and(|next| next < end)
        })
    }

    /// Where the scope of a name ends if the `pop` that ends it closes so many fewer levels, or if the name is declared in
    /// as many fewer.
    fn new_end(&self, name: &ClosedName, commands: &[LevelCommand], fewer: i64) -> Node {
        let mut pop = Some(name.pop);
        while let Some(k) = pop
            && commands[k].1 + fewer >= name.depth
        {
            pop = self.next_lower[k];
        }
        pop.map_or(Node::MAX, |pop| commands[pop].0)
    }
}

/// The names that are declared in levels which are closed, in the order of the `pop`s.
fn closed_names(
    analysis: &Analysis,
    commands: &[LevelCommand],
    declared: &[(BindingId, i64)],
) -> Vec<ClosedName> {
    let node = |id: BindingId| analysis.get(id).node;
    let next = next_declarations(analysis, declared);
    let mut closed = Vec::new();
    let mut open: Vec<(usize, i64)> = Vec::new();
    let mut place = 0;
    for (pop, &(command, levels)) in commands.iter().enumerate() {
        while place < declared.len() && node(declared[place].0) < command {
            open.push((place, declared[place].1));
            place += 1;
        }
        while let Some((place, depth)) = open.pop_if(|&mut (_, depth)| depth > levels) {
            closed.push(ClosedName {
                id: declared[place].0,
                depth,
                pop,
                next: next[place],
            });
        }
    }
    closed
}

/// For each of these declarations, where the same name is declared next; none if it is declared with several signatures.
fn next_declarations(analysis: &Analysis, declared: &[(BindingId, i64)]) -> Vec<Option<Node>> {
    let binding = |id: BindingId| analysis.get(id);
    let mut next = vec![None; declared.len()];
    // The next declaration of each name; none if the name is overloaded.
    let mut of_name: FxHashMap<ScopedName, Option<BindingId>> = FxHashMap::default();
    for (k, &(id, _)) in declared.iter().enumerate().rev() {
        let key = binding(id).key();
        let later = of_name.insert(key, Some(id));
        let Some(later) = later else { continue };
        match later.filter(|&later| !is_overloaded(binding(later), binding(id))) {
            Some(later) => next[k] = Some(binding(later).node),
            None => _ = of_name.insert(key, None),
        }
    }
    for (next, &(id, _)) in next.iter_mut().zip(declared) {
        *next = next.filter(|_| of_name[&binding(id).key()].is_some());
    }
    next
}

/// For each command, the next one after which fewer levels are open.
fn next_lower(commands: &[LevelCommand]) -> Vec<Option<usize>> {
    let mut next = vec![None; commands.len()];
    let mut rising: Vec<usize> = Vec::new();
    for (k, &(_, levels)) in commands.iter().enumerate() {
        while let Some(higher) = rising.pop_if(|&mut higher| commands[higher].1 > levels) {
            next[higher] = Some(k);
        }
        rising.push(k);
    }
    next
}

/// The last of these nodes that may refer to a name of the whole text; the first node of the text if there is none.
fn last_global(analysis: &Analysis, places: &[Node]) -> Node {
    let is_global = |&&node: &&Node| analysis.meaning(node).is_none_or(|binding| binding.global);
    places.iter().rev().find(is_global).copied().unwrap_or(0)
}
