//! Where a failure began, or was fixed, in a list of builds: the search, without any run of a solver.
//!
//! A build is good or bad: it shows the failure, or does not. The unknown builds next to a bad one are halved until a good
//! one is beside a bad one. A build that says nothing of the text counts as not bad there: those that refuse it are mostly
//! the oldest, and those between two that refuse it are taken to do so, too. What is left unknown beside the change is
//! halved next.
//!
//! The original decides. If a run on it is short, builds are asked about it, except near one that says nothing of it.
//! Otherwise they are asked about the minimized text, and the two at the change about the original again; a build that is at
//! the change whatever it does is asked about the original at once, which saves a run. Where the texts disagree, the original
//! is right, and from then on it alone counts. Where it says nothing, what the build does on the minimized text stands, and
//! is not confirmed.
//!
//! A search may make a text that only some builds take. So if a build that refuses the minimized text is between the bad one
//! and a good one, it is asked about the original too. If it takes that, refusing the minimized text says nothing any more.
//!
//! Whether a failure began here at all is known from the oldest build, which is asked first. So a change among ten builds of
//! which one is known to be bad is found by at most six runs, however many of the oldest refuse the text.

/// What a build does on a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It shows the failure.
    Bad,
    /// It does not.
    Good,
    /// It does not understand a part of the text, or an option of the command.
    Refuses,
    /// It cannot be known: the build does not run, or does something else altogether.
    Skipped,
}

impl Standing {
    /// Whether this does not say if the build is good or bad.
    fn is_silent(self) -> bool {
        matches!(self, Standing::Refuses | Standing::Skipped)
    }
}

/// A text that a build is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// The result of a reduction.
    Minimized,
    /// The file of the case.
    Original,
}

/// Which change is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The failure began: a good build, and a newer bad one.
    Began,
    /// It was fixed: a bad build, and a newer good one.
    Fixed,
}

/// Two builds at a change, by their numbers. Those between them, if any, cannot be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    /// What happened.
    pub kind: Kind,
    /// The good build.
    pub good: usize,
    /// The bad build.
    pub bad: usize,
}

/// What is known of a list of builds, the oldest first.
#[derive(Clone, Debug)]
pub(crate) struct Bisection {
    /// What they do on the minimized text, if there is one.
    minimized: Option<Vec<Option<Standing>>>,
    /// What they do on the original.
    original: Vec<Option<Standing>>,
    /// Whether a run on the original is about as short as one on the minimized text.
    is_original_short: bool,
    /// Whether the texts disagree about a build.
    disagree: bool,
    /// Whether a build refuses the minimized text and takes the original.
    refuses_minimized_alone: bool,
}

impl Bisection {
    /// Nothing is known of these builds.
    pub(crate) fn of(builds: usize, has_minimized: bool) -> Bisection {
        Bisection {
            minimized: has_minimized.then(|| vec![None; builds]),
            original: vec![None; builds],
            is_original_short: false,
            disagree: false,
            refuses_minimized_alone: false,
        }
    }

    /// Records that a run on the original is about as short as one on the minimized text.
    pub(crate) fn original_is_short(&mut self) {
        self.is_original_short = true;
    }

    /// What a build does on a text, if that is known.
    pub(crate) fn on(&self, build: usize, about: About) -> Option<Standing> {
        match about {
            About::Minimized => *self.minimized.as_ref()?.get(build)?,
            About::Original => *self.original.get(build)?,
        }
    }

    /// Records what a build does on a text.
    pub(crate) fn put(&mut self, build: usize, about: About, standing: Standing) {
        let list = match about {
            About::Minimized => self.minimized.as_mut(),
            About::Original => Some(&mut self.original),
        };
        if let Some(place) = list.and_then(|list| list.get_mut(build)) {
            *place = Some(standing);
        }
        let both = [About::Minimized, About::Original].map(|about| self.on(build, about));
        self.disagree |= matches!(
            both,
            [Some(Standing::Bad), Some(Standing::Good)]
                | [Some(Standing::Good), Some(Standing::Bad)]
        );
        self.refuses_minimized_alone |= matches!(
            both,
            [
                Some(Standing::Refuses),
                Some(Standing::Bad | Standing::Good)
            ]
        );
    }

    /// Whether the minimized text and the original disagree about a build.
    pub(crate) fn disagree(&self) -> bool {
        self.disagree
    }

    /// What a build does, as far as it is known. Where the original says nothing, the minimized text does.
    pub(crate) fn standing(&self, build: usize) -> Option<Standing> {
        let says_nothing = |&standing: &Standing| {
            self.disagree || self.refuses_minimized_alone && standing == Standing::Refuses
        };
        let minimized = self.on(build, About::Minimized);
        let minimized = minimized.filter(|standing| !says_nothing(standing));
        match self.on(build, About::Original) {
            known @ Some(Standing::Bad | Standing::Good) => known,
            silent => minimized.or(silent),
        }
    }

    /// Whether the minimized text says what builds do.
    fn asks_minimized(&self) -> bool {
        self.minimized.is_some() && !self.disagree
    }

    /// The text to ask an unknown build about. `is_end` says that it is at the change whatever it does, and `beyond` are the
    /// builds further out.
    fn text(&self, build: usize, is_end: bool, beyond: &[usize]) -> About {
        let is_open = self.asks_minimized() && self.on(build, About::Minimized).is_none();
        if is_open && !is_end && self.relies_on_minimized(beyond) {
            About::Minimized
        } else {
            About::Original
        }
    }

    /// Whether builds are asked about the minimized text first: the original is long and not all that some builds take, or it
    /// says nothing of the next of the builds further out that was asked about it, so that it rarely says something of these.
    fn relies_on_minimized(&self, beyond: &[usize]) -> bool {
        let mut originals = beyond.iter().filter_map(|&at| self.original[at]);
        let is_original_silent = originals.next().is_some_and(Standing::is_silent);
        is_original_silent || !self.is_original_short && !self.refuses_minimized_alone
    }

    /// Looks for a change of this kind; without one for `Began`, the failure is as old as the oldest build, and the other
    /// kind is looked for. None if there is no change, or no bad build. `ask` finds out what a build does on a text.
    ///
    /// # Errors
    /// What `ask` returns.
    pub(crate) fn find<E>(
        &mut self,
        kind: Kind,
        ask: &mut dyn FnMut(usize, About) -> Result<Standing, E>,
    ) -> Result<Option<Change>, E> {
        let kinds: &[Kind] = match kind {
            // When the texts disagree by then, the failure may have begun here after all.
            Kind::Began => &[Kind::Began, Kind::Fixed, Kind::Began],
            Kind::Fixed => &[Kind::Fixed],
        };
        for &kind in kinds {
            loop {
                match self.step(kind) {
                    Step::Ask(build, about) => {
                        let standing = ask(build, about)?;
                        self.put(build, about, standing);
                    }
                    Step::Found(change) => return Ok(Some(change)),
                    Step::None => break,
                }
            }
        }
        Ok(None)
    }

    /// What to do next to find a change of this kind.
    fn step(&self, kind: Kind) -> Step {
        let Some(bad) = self.bad() else {
            return self.look_for_bad();
        };
        // The builds on the side where the change is, from the bad one outwards.
        let outwards: Vec<usize> = match kind {
            Kind::Began => (0..bad).rev().collect(),
            Kind::Fixed => (bad + 1..self.original.len()).collect(),
        };
        let standings: Vec<Option<Standing>> =
            outwards.iter().map(|&at| self.standing(at)).collect();
        let good = standings
            .iter()
            .position(|&standing| standing == Some(Standing::Good));
        if let (None, Kind::Began, Some(&oldest)) = (good, kind, outwards.last())
            && self.standing(oldest).is_none()
        {
            return Step::Ask(oldest, About::Original);
        }
        // What is left lies between the bad build that is nearest to the good one, and the good one.
        let end = good.unwrap_or(outwards.len());
        let is_bad = |&standing: &Option<Standing>| standing == Some(Standing::Bad);
        let inner = standings[..end].iter().rposition(is_bad);
        let begin = inner.map_or(0, |at| at + 1);
        if let Some(step) = self.halve(kind, &outwards[begin..], &standings[begin..end]) {
            return step;
        }
        let Some(good) = good else {
            return self.last_resort(&outwards[begin..]);
        };
        // Both ends are confirmed on the original.
        let change = Change {
            kind,
            good: outwards[good],
            bad: inner.map_or(bad, |at| outwards[at]),
        };
        let unconfirmed = [change.good, change.bad]
            .into_iter()
            .find(|&build| self.on(build, About::Original).is_none());
        unconfirmed.map_or(Step::Found(change), |build| {
            Step::Ask(build, About::Original)
        })
    }

    /// The next of these builds, from a bad one outwards, to ask about; the standings are those of the builds before a good
    /// one. It is the middle of the unknown ones next to the bad build; if these are known, that of others further out.
    fn halve(&self, kind: Kind, builds: &[usize], standings: &[Option<Standing>]) -> Option<Step> {
        let has_good = builds.len() > standings.len();
        if let Some(refusing) = self.refusing_alone(builds, standings).filter(|_| has_good) {
            return Some(Step::Ask(refusing, About::Original));
        }
        let mut begin = 0;
        while begin <= standings.len() {
            let is_known = |standing: &Option<Standing>| standing.is_some();
            let length = standings[begin..].iter().position(is_known);
            let end = length.map_or(standings.len(), |length| begin + length);
            let open = &builds[begin..end];
            let inner = begin.checked_sub(1).and_then(|at| standings[at]);
            let outer = standings.get(end).copied().flatten();
            let both_refuse = inner == Some(Standing::Refuses) && outer == inner;
            if !open.is_empty() && !both_refuse {
                // Of two in the middle it is the older one: failures are often older than one thinks, and fixed soon.
                let middle = match kind {
                    Kind::Began => open[open.len() / 2],
                    Kind::Fixed => open[(open.len() - 1) / 2],
                };
                let is_end = open.len() == 1 && outer != Some(Standing::Refuses);
                let text = self.text(middle, is_end, &builds[end..]);
                return Some(Step::Ask(middle, text));
            }
            if end == 0
                && !standings.is_empty()
                && let Some(about) = self.asked_too(builds, has_good)
            {
                return Some(Step::Ask(builds[0], about));
            }
            begin = end + 1;
        }
        None
    }

    /// The first of these builds that refuses a text, if that is the minimized one and nobody knows yet whether it takes the
    /// original.
    fn refusing_alone(&self, builds: &[usize], standings: &[Option<Standing>]) -> Option<usize> {
        let refuses = |&standing: &Option<Standing>| standing == Some(Standing::Refuses);
        let first = builds[standings.iter().position(refuses)?];
        self.on(first, About::Original).is_none().then_some(first)
    }

    /// The other text about which the first of these builds, which is next to the bad one, is asked because it says nothing of
    /// the first text. What only the minimized text shows cannot be confirmed, so that is asked about where builds there are
    /// anyway, or where none is known to be good.
    fn asked_too(&self, builds: &[usize], has_good: bool) -> Option<About> {
        let [minimized, original] =
            [About::Minimized, About::Original].map(|about| self.on(builds[0], about));
        match (minimized, original) {
            (Some(Standing::Skipped), None) => Some(About::Original),
            (None, Some(_)) if self.asks_minimized() => {
                let is_needed = !has_good || self.relies_on_minimized(&builds[1..]);
                is_needed.then_some(About::Minimized)
            }
            _ => None,
        }
    }

    /// What to do where none of these builds, from a bad one outwards, is known to be good: the outermost may be good on the
    /// minimized text. If the one next to the bad build refuses that, it does so, too.
    fn last_resort(&self, builds: &[usize]) -> Step {
        match builds {
            [next, .., outermost]
                if self.standing(*next) != Some(Standing::Refuses)
                    && self.asks_minimized()
                    && self.on(*outermost, About::Minimized).is_none() =>
            {
                Step::Ask(*outermost, About::Minimized)
            }
            _ => Step::None,
        }
    }

    /// What to do where no bad build is known: one is looked for at both ends, then in the middle of what is left.
    fn look_for_bad(&self) -> Step {
        let order = order(self.original.len());
        if let Some(&next) = order.iter().find(|&&at| self.standing(at).is_none()) {
            return Step::Ask(next, self.text(next, false, &[]));
        }
        // One of which the original says nothing may be bad on the minimized text.
        let silent = order.into_iter().find(|&at| {
            self.asks_minimized()
                && self.standing(at).is_some_and(Standing::is_silent)
                && self.on(at, About::Minimized).is_none()
        });
        silent.map_or(Step::None, |at| Step::Ask(at, About::Minimized))
    }

    /// A bad build: the newest that is known.
    fn bad(&self) -> Option<usize> {
        (0..self.original.len()).rfind(|&build| self.standing(build) == Some(Standing::Bad))
    }

    /// All changes between builds that are known, in order.
    pub(crate) fn changes(&self) -> Vec<Change> {
        let known: Vec<(usize, Standing)> = (0..self.original.len())
            .filter_map(|build| Some((build, self.standing(build)?)))
            .filter(|(_, standing)| !standing.is_silent())
            .collect();
        known
            .windows(2)
            .filter_map(|pair| match *pair {
                [(good, Standing::Good), (bad, Standing::Bad)] => Some(Change {
                    kind: Kind::Began,
                    good,
                    bad,
                }),
                [(bad, Standing::Bad), (good, Standing::Good)] => Some(Change {
                    kind: Kind::Fixed,
                    good,
                    bad,
                }),
                _ => None,
            })
            .collect()
    }
}

/// The next step of a search.
enum Step {
    Ask(usize, About),
    Found(Change),
    None,
}

/// The order in which a bad build is looked for: the newest, the oldest, and then the middle of each gap, level by
/// level, the newer gaps first.
fn order(builds: usize) -> Vec<usize> {
    let Some(last) = builds.checked_sub(1) else {
        return Vec::new();
    };
    let mut order = vec![last];
    if last > 0 {
        order.push(0);
    }
    let mut gaps = std::collections::VecDeque::from([(0, last)]);
    while let Some((from, to)) = gaps.pop_front() {
        let middle = usize::midpoint(from, to);
        if middle > from {
            order.push(middle);
            gaps.extend([(middle, to), (from, middle)]);
        }
    }
    order
}

#[cfg(test)]
mod tests;
