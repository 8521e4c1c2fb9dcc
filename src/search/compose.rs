//! Searches made of other searches: one after another, repeated until nothing changes, or under a name.

use super::{Candidate, Fed, Position, Search};
use crate::language::TestCase;

/// Runs searches one after another, each to its fixpoint.
#[derive(Clone)]
pub struct Sequence {
    parts: Vec<Box<dyn Search>>,
    at: usize,
}

impl Sequence {
    /// Runs these searches in sequence.
    pub fn new(parts: Vec<Box<dyn Search>>) -> Self {
        Sequence { parts, at: 0 }
    }

    fn has_ended(&self) -> bool {
        self.at >= self.parts.len()
    }
}

impl Search for Sequence {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        while let Some(part) = self.parts.get_mut(self.at) {
            if let Some(candidate) = part.next(current) {
                return Some(candidate);
            }
            self.at += 1;
        }
        None
    }

    fn feed(&mut self, fed: &Fed) {
        if let Some(part) = self.parts.get_mut(self.at) {
            part.feed(fed);
        }
    }

    fn restart(&mut self) {
        self.at = 0;
        self.parts.iter_mut().for_each(|part| part.restart());
    }

    fn position(&self) -> Option<Position> {
        self.parts.get(self.at)?.position()
    }
}

/// Runs a search while the text has at least a given number of cells. On smaller texts, finds nothing.
#[derive(Clone)]
pub struct WhileLarge {
    part: Box<dyn Search>,
    least_cells: usize,
}

impl WhileLarge {
    /// Runs this search on texts with at least `least_cells` cells.
    pub fn new(least_cells: usize, part: Box<dyn Search>) -> Self {
        WhileLarge { part, least_cells }
    }
}

impl Search for WhileLarge {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        let is_large = current.tree().cells().len() >= self.least_cells;
        is_large.then(|| self.part.next(current))?
    }

    fn feed(&mut self, fed: &Fed) {
        self.part.feed(fed);
    }

    fn restart(&mut self) {
        self.part.restart();
    }

    fn position(&self) -> Option<Position> {
        self.part.position()
    }
}

/// Runs a search as long as it pays: until the last questions together have removed only a small part of the text. Then
/// it ends until it starts again. In a small text, it always pays.
#[derive(Clone)]
pub struct WhilePays {
    part: Box<dyn Search>,
    /// The bytes of the text when the questions were last counted anew.
    bytes: Option<usize>,
    asked: usize,
    is_over: bool,
}

/// How many questions are counted together.
const WINDOW: usize = 16;

/// These questions pay if they remove more than the text divided by this number.
const PAYS: usize = 50;

/// In a text with fewer bytes, a search always pays.
const SMALL: usize = 16_384;

impl WhilePays {
    /// This search as long as it pays.
    pub fn new(part: Box<dyn Search>) -> Self {
        WhilePays {
            part,
            bytes: None,
            asked: 0,
            is_over: false,
        }
    }

    /// Whether the questions since the last count have paid, once there are enough of them.
    fn pays(&mut self, now: usize) -> bool {
        let before = *self.bytes.get_or_insert(now);
        if now < SMALL || self.asked < WINDOW {
            return true;
        }
        (self.asked, self.bytes) = (0, Some(now));
        before.saturating_sub(now) > before / PAYS
    }
}

impl Search for WhilePays {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        self.is_over |= !self.pays(current.text().len());
        (!self.is_over).then(|| self.part.next(current))?
    }

    fn feed(&mut self, fed: &Fed) {
        self.asked += usize::from(!matches!(fed, Fed::Skipped | Fed::Held));
        self.part.feed(fed);
    }

    fn restart(&mut self) {
        (self.bytes, self.asked, self.is_over) = (None, 0, false);
        self.part.restart();
    }

    fn position(&self) -> Option<Position> {
        self.part.position()
    }
}

/// Gives each of its searches a turn of a few questions, again and again. So the first questions of each search, which
/// ask about the most at once, come before the later questions of any. A success prolongs a turn. Turns get longer from
/// round to round.
#[derive(Clone)]
pub struct Turns {
    /// The searches, and whether each has ended.
    parts: Vec<(Box<dyn Search>, bool)>,
    at: usize,
    /// How many questions of a turn may fail in this round.
    quota: usize,
    failed: usize,
}

/// How many questions of a turn may fail in the first round.
const FIRST_QUOTA: usize = 3;

impl Turns {
    /// These searches in turn.
    pub fn new(parts: Vec<Box<dyn Search>>) -> Self {
        Turns {
            parts: parts.into_iter().map(|part| (part, false)).collect(),
            at: 0,
            quota: FIRST_QUOTA,
            failed: 0,
        }
    }

    fn next_turn(&mut self) {
        (self.at, self.failed) = (self.at + 1, 0);
        if self.at >= self.parts.len() {
            (self.at, self.quota) = (0, self.quota * 2);
        }
    }
}

impl Search for Turns {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        while self.parts.iter().any(|(_, has_ended)| !has_ended) {
            let quota = self.quota;
            let (part, has_ended) = &mut self.parts[self.at];
            if !*has_ended && self.failed < quota {
                if let Some(candidate) = part.next(current) {
                    return Some(candidate);
                }
                *has_ended = true;
            }
            self.next_turn();
        }
        None
    }

    fn feed(&mut self, fed: &Fed) {
        match fed {
            Fed::Interesting { .. } => self.failed = 0,
            Fed::Uninteresting | Fed::Unresolved => self.failed += 1,
            Fed::Held | Fed::Skipped => {}
        }
        if let Some((part, _)) = self.parts.get_mut(self.at) {
            part.feed(fed);
        }
    }

    fn restart(&mut self) {
        (self.at, self.quota, self.failed) = (0, FIRST_QUOTA, 0);
        for (part, has_ended) in &mut self.parts {
            *has_ended = false;
            part.restart();
        }
    }

    fn position(&self) -> Option<Position> {
        let (part, _) = self.parts.get(self.at)?;
        part.position()
    }
}

/// Repeats a search until a round of it changes nothing.
#[derive(Clone)]
pub struct Repeat {
    /// What comes first in each round. Its own changes make no further round.
    first: Sequence,
    part: Box<dyn Search>,
    progress: bool,
}

impl Repeat {
    /// Repeats this search.
    pub fn new(part: impl Search + 'static) -> Self {
        Repeat::after(Vec::new(), part)
    }

    /// Repeats this search, each time after these.
    pub(super) fn after(first: Vec<Box<dyn Search>>, part: impl Search + 'static) -> Self {
        Repeat {
            first: Sequence::new(first),
            part: Box::new(part),
            progress: false,
        }
    }
}

impl Search for Repeat {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        loop {
            let candidate = self.first.next(current);
            let candidate = candidate.or_else(|| self.part.next(current));
            if candidate.is_some() || !self.progress {
                return candidate;
            }
            self.restart();
        }
    }

    fn feed(&mut self, fed: &Fed) {
        if !self.first.has_ended() {
            return self.first.feed(fed);
        }
        self.progress |= matches!(fed, Fed::Interesting { adopted: true, .. });
        self.part.feed(fed);
    }

    fn restart(&mut self) {
        self.progress = false;
        self.first.restart();
        self.part.restart();
    }

    fn position(&self) -> Option<Position> {
        if self.first.has_ended() {
            self.part.position()
        } else {
            self.first.position()
        }
    }
}

/// Runs a search, and after it another one if the first one has changed the text.
#[derive(Clone)]
pub(crate) struct Followed {
    first: Box<dyn Search>,
    then: Box<dyn Search>,
    has_changed: bool,
    is_over: bool,
}

impl Followed {
    /// Runs `first`, and then `then` if `first` has changed the text.
    pub(crate) fn new(first: Box<dyn Search>, then: Box<dyn Search>) -> Self {
        Followed {
            first,
            then,
            has_changed: false,
            is_over: false,
        }
    }
}

impl Search for Followed {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        if !self.is_over {
            if let Some(candidate) = self.first.next(current) {
                return Some(candidate);
            }
            self.is_over = true;
        }
        self.has_changed.then(|| self.then.next(current))?
    }

    fn feed(&mut self, fed: &Fed) {
        if self.is_over {
            self.then.feed(fed);
        } else {
            self.has_changed |= matches!(fed, Fed::Interesting { adopted: true, .. });
            self.first.feed(fed);
        }
    }

    fn restart(&mut self) {
        (self.has_changed, self.is_over) = (false, false);
        self.first.restart();
        self.then.restart();
    }

    fn position(&self) -> Option<Position> {
        let part = if self.is_over {
            &self.then
        } else {
            &self.first
        };
        part.position()
    }
}

/// A search as a stage of a strategy, with the name that displays show.
#[derive(Clone)]
pub struct Staged {
    name: &'static str,
    part: Box<dyn Search>,
}

impl Staged {
    /// This search as a stage with this name.
    pub fn new(name: &'static str, part: Box<dyn Search>) -> Self {
        Staged { name, part }
    }
}

impl Search for Staged {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        self.part.next(current)
    }

    fn feed(&mut self, fed: &Fed) {
        self.part.feed(fed);
    }

    fn restart(&mut self) {
        self.part.restart();
    }

    fn position(&self) -> Option<Position> {
        Some(Position {
            stage: self.name,
            ..self.part.position().unwrap_or_default()
        })
    }
}
