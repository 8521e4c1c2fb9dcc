//! Where a failure began, or was fixed, in a list of builds: the search, without any run of a solver.
//!
//! A build is good or bad: it shows the failure, or does not. The oldest or the newest build is asked about the original,
//! because it decides on which side of the known bad build the change is. The builds between are asked about the
//! minimized text, because such a run is short, and the two builds at the change about the original again. Where the
//! texts disagree, the original is right, and from then on it alone counts. Where the original says nothing, because a run
//! on it takes too long, what the build does on the minimized text stands, and is not confirmed.
//!
//! A build that is at the change whatever it does is asked about the original at once, which saves a run. So a change
//! among ten builds of which one is known to be bad is found by at most six runs, and one more for each build that must
//! be passed over.

/// What a build does on a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It shows the failure.
    Bad,
    /// It does not.
    Good,
    /// It cannot be known: the build does not run, or does something else altogether.
    Skipped,
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
    /// Whether the texts disagree about a build.
    disagree: bool,
}

impl Bisection {
    /// Nothing is known of these builds.
    pub(crate) fn of(builds: usize, has_minimized: bool) -> Bisection {
        Bisection {
            minimized: has_minimized.then(|| vec![None; builds]),
            original: vec![None; builds],
            disagree: false,
        }
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
    }

    /// Whether the minimized text and the original disagree about a build.
    pub(crate) fn disagree(&self) -> bool {
        self.disagree
    }

    /// What a build does, as far as it is known.
    pub(crate) fn standing(&self, build: usize) -> Option<Standing> {
        let minimized = self.on(build, About::Minimized).filter(|_| !self.disagree);
        match self.on(build, About::Original) {
            Some(Standing::Skipped) if self.asks_minimized() => minimized,
            Some(known) => Some(known),
            None => minimized,
        }
    }

    /// Whether the minimized text says what builds do.
    fn asks_minimized(&self) -> bool {
        self.minimized.is_some() && !self.disagree
    }

    /// The text to ask about. `is_end` says that the build is the outermost one, or at the change whatever it does.
    fn text(&self, build: usize, is_end: bool) -> About {
        let asks_original = is_end && self.on(build, About::Original).is_none();
        if self.asks_minimized() && !asks_original {
            About::Minimized
        } else {
            About::Original
        }
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
            Kind::Began => &[Kind::Began, Kind::Fixed],
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
            // No bad build is known yet. It is looked for at both ends, then in the middle of what is left.
            let next = order(self.original.len())
                .into_iter()
                .find(|&build| self.standing(build).is_none());
            return next.map_or(Step::None, |build| {
                Step::Ask(build, self.text(build, false))
            });
        };
        // The builds on the side where the change is, from the bad one outwards.
        let outwards: Vec<usize> = match kind {
            Kind::Began => (0..bad).rev().collect(),
            Kind::Fixed => (bad + 1..self.original.len()).collect(),
        };
        let is = |build: usize, standing| self.standing(build) == Some(standing);
        let Some(good) = outwards.iter().position(|&at| is(at, Standing::Good)) else {
            // No good build is known there: the outermost one is asked.
            let outermost = outwards
                .iter()
                .rfind(|&&build| !is(build, Standing::Skipped));
            return match outermost {
                Some(&build) if self.standing(build).is_none() => {
                    Step::Ask(build, self.text(build, true))
                }
                _ => Step::None,
            };
        };
        // The bad build that is nearest to the good one, and the unknown ones between the two.
        let (inner, nearest) = match outwards[..good]
            .iter()
            .rposition(|&at| is(at, Standing::Bad))
        {
            Some(at) => (at + 1, outwards[at]),
            None => (0, bad),
        };
        let open: Vec<usize> = outwards[inner..good]
            .iter()
            .copied()
            .filter(|&build| self.standing(build).is_none())
            .collect();
        if let Some(&middle) = open.get(open.len() / 2) {
            return Step::Ask(middle, self.text(middle, open.len() == 1));
        }
        // Both ends are confirmed on the original.
        let change = Change {
            kind,
            good: outwards[good],
            bad: nearest,
        };
        let unconfirmed = [change.good, change.bad]
            .into_iter()
            .find(|&build| self.on(build, About::Original).is_none());
        unconfirmed.map_or(Step::Found(change), |build| {
            Step::Ask(build, About::Original)
        })
    }

    /// A bad build: the newest that is known.
    fn bad(&self) -> Option<usize> {
        (0..self.original.len()).rfind(|&build| self.standing(build) == Some(Standing::Bad))
    }

    /// All changes between builds that are known, in order.
    pub(crate) fn changes(&self) -> Vec<Change> {
        let known: Vec<(usize, Standing)> = (0..self.original.len())
            .filter_map(|build| Some((build, self.standing(build)?)))
            .filter(|(_, standing)| *standing != Standing::Skipped)
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
