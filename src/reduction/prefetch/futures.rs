//! The courses that a search may take, the most probable first.
//!
//! A future is a copy of the search that is about to be fed an answer: the known one, or one that is assumed. Following
//! a future leads to the next question of that copy, which has two futures in its turn: one in which the candidate is
//! interesting, and one in which it is not. The probability of a future is the product of those of its assumptions, and
//! the success rate of the stage so far is the probability of a success. As soon as a real answer is known, the futures
//! that assume another one are dropped.

use super::wanted::{KnownOutcomes, Wanted};
use crate::outcome::Outcome;
use crate::search::{Ahead, Speculation};
use rustc_hash::FxHashMap;

/// An answer that is less probable than this is never assumed, because following it costs a copy of the search.
const LEAST: f64 = 0.1;

/// In a text of more bytes, no success is assumed, because following one takes the memory of a whole test case.
const LONG: usize = 1 << 20;

/// The success rate of a stage begins as if these questions had been answered before: of three in ten, on average, the
/// candidate is interesting.
const BEFORE: SuccessRate = SuccessRate {
    answers: 2.0,
    successes: 0.6,
};

/// Answers that are assumed, though they are not known.
#[derive(Clone, Default)]
pub(super) struct Assumed(Vec<Assumption>);

#[derive(Clone, Copy)]
struct Assumption {
    wanted: Wanted,
    is_interesting: bool,
    probability: f64,
}

impl Assumed {
    /// Whether all assumptions agree with what is known.
    pub(super) fn is_possible(&self, known: &KnownOutcomes) -> bool {
        self.0.iter().all(|assumption| {
            let outcome = known.get(&assumption.wanted);
            let is_interesting = outcome.map(|outcome| *outcome == Outcome::Interesting);
            is_interesting.is_none_or(|known| known == assumption.is_interesting)
        })
    }

    /// Drops the assumptions that are known to be right. Returns the probability that all others are.
    fn drop_known(&mut self, known: &KnownOutcomes) -> f64 {
        self.0
            .retain(|assumption| !known.contains_key(&assumption.wanted));
        self.0
            .iter()
            .map(|assumption| assumption.probability)
            .product()
    }

    /// These assumptions and one more.
    fn and(&self, assumption: Assumption) -> Assumed {
        Assumed(self.0.iter().copied().chain([assumption]).collect())
    }
}

/// What happens next if all assumptions are right.
pub(super) struct Future {
    assumed: Assumed,
    next: FutureEvent,
}

enum FutureEvent {
    /// The search gets the answer to a question: the known one, or else this outcome.
    Answer {
        search: Speculation,
        to: Wanted,
        outcome: Outcome,
    },
    /// A text is run once more.
    Again { text: Vec<u8>, nth: u32 },
}

/// A text that will be wanted if all assumptions are right.
pub(super) struct Prediction {
    pub(super) text: Vec<u8>,
    pub(super) wanted: Wanted,
    pub(super) assumed: Assumed,
    /// The stage of the search that wants it.
    pub(super) stage: &'static str,
}

/// The futures that are followed.
#[derive(Default)]
pub(in crate::reduction) struct Futures {
    open: Vec<Future>,
    /// The success rate of each stage of the search.
    rates: FxHashMap<&'static str, SuccessRate>,
}

/// How often candidates were interesting.
#[derive(Clone, Copy)]
struct SuccessRate {
    answers: f64,
    successes: f64,
}

impl Futures {
    /// The futures in which a text is run this many times, past the store.
    pub(in crate::reduction) fn of_runs(text: &[u8], times: u32) -> Futures {
        Futures {
            open: (0..times)
                .map(|nth| Future {
                    assumed: Assumed::default(),
                    next: FutureEvent::Again {
                        text: text.to_vec(),
                        nth,
                    },
                })
                .collect(),
            ..Futures::default()
        }
    }

    /// Drops all futures, and follows those of a search that waits for the answer to this question.
    pub(super) fn start_from(&mut self, search: &Speculation, asked: Wanted) {
        self.open.clear();
        self.diverge(search, asked, &Assumed::default());
    }

    /// Learns from an answer how often a stage of the search succeeds.
    pub(super) fn learn(&mut self, stage: &'static str, outcome: Outcome) {
        let rate = self.rates.entry(stage).or_insert(BEFORE);
        rate.answers += 1.0;
        rate.successes += f64::from(u8::from(outcome == Outcome::Interesting));
    }

    /// Removes the most probable future and returns it; of several, the first. Drops those that have become impossible.
    pub(super) fn most_probable(&mut self, known: &KnownOutcomes) -> Option<Future> {
        self.open.retain(|future| future.assumed.is_possible(known));
        let mut best = None;
        for (at, future) in self.open.iter_mut().enumerate() {
            let probability = future.assumed.drop_known(known);
            if best.is_none_or(|(_, most)| probability > most) {
                best = Some((at, probability));
            }
        }
        let (at, _) = best?;
        let mut future = self.open.remove(at);
        if let FutureEvent::Answer { to, outcome, .. } = &mut future.next
            && let Some(real) = known.get(to)
        {
            *outcome = *real;
        }
        Some(future)
    }

    /// Follows a future to the next text that will be wanted in it, and adds the futures from there. None if
    /// `is_wanted` no longer holds for its assumptions before that.
    pub(super) fn follow(
        &mut self,
        Future { assumed, next }: Future,
        is_wanted: impl Fn(&Assumed) -> bool,
    ) -> Option<Prediction> {
        let (text, wanted, stage) = match next {
            FutureEvent::Again { text, nth } => {
                let wanted = Wanted::again(&text, nth);
                (text, wanted, "")
            }
            FutureEvent::Answer {
                mut search,
                outcome,
                ..
            } => match search.go_on(outcome, || is_wanted(&assumed)) {
                Ahead::Asks(text, patience) => {
                    let (wanted, stage) = (Wanted::check(&text, patience), search.stage());
                    self.diverge(&search, wanted, &assumed);
                    (text, wanted, stage)
                }
                // The result is run once more.
                Ahead::Ends(case) => {
                    let text = case.text().to_vec();
                    let wanted = Wanted::again(&text, 0);
                    (text, wanted, "")
                }
                Ahead::Cut => return None,
            },
        };
        Some(Prediction {
            text,
            wanted,
            assumed,
            stage,
        })
    }

    /// Adds the futures of a search that waits for the answer to this question.
    fn diverge(&mut self, search: &Speculation, asked: Wanted, assumed: &Assumed) {
        let rate = self.rates.get(search.stage()).unwrap_or(&BEFORE);
        let success = rate.successes / rate.answers;
        let answers = [
            (Outcome::Uninteresting, 1.0 - success),
            (Outcome::Interesting, success),
        ];
        for (outcome, probability) in answers {
            let is_affordable = outcome == Outcome::Uninteresting || search.bytes() <= LONG;
            if probability >= LEAST && is_affordable {
                let assumption = Assumption {
                    wanted: asked,
                    is_interesting: outcome == Outcome::Interesting,
                    probability,
                };
                self.open.push(Future {
                    assumed: assumed.and(assumption),
                    next: FutureEvent::Answer {
                        search: search.clone(),
                        to: asked,
                        outcome,
                    },
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Futures, KnownOutcomes, LONG, Prediction, Wanted};
    use crate::outcome::Outcome;
    use crate::reduction::prefetch::wanted::asked;
    use crate::search::made_up::{letters, one_by_one};

    /// The futures of a search that waits for the answer about `bcd`, with what is known of some texts.
    struct World {
        futures: Futures,
        known: KnownOutcomes,
    }

    impl World {
        /// A search of which every stage had this many successes and failures.
        fn after(successes: usize, failures: usize) -> World {
            let mut futures = Futures::default();
            let learnt = [
                (Outcome::Interesting, successes),
                (Outcome::Uninteresting, failures),
            ];
            for (outcome, times) in learnt {
                (0..times).for_each(|_| futures.learn("", outcome));
            }
            futures.start_from(&one_by_one("abcd"), asked("bcd"));
            World {
                futures,
                known: KnownOutcomes::default(),
            }
        }

        fn know(&mut self, lines: &str, outcome: Outcome) {
            self.known.insert(asked(lines), outcome);
        }

        fn next(&mut self) -> Option<Prediction> {
            let future = self.futures.most_probable(&self.known)?;
            self.futures.follow(future, |_| true)
        }

        /// The next texts, a letter a line.
        fn texts(&mut self, most: usize) -> Vec<String> {
            let prediction = std::iter::from_fn(|| self.next()).take(most);
            prediction
                .map(|prediction| letters(&prediction.text))
                .collect()
        }
    }

    #[test]
    fn where_nothing_succeeds_only_failures_are_expected() {
        let mut world = World::after(0, 30);
        assert_eq!(world.texts(9), ["acd", "abd", "abc", "abcd"]);
    }

    #[test]
    fn where_most_succeeds_success_is_expected_first() {
        let mut world = World::after(30, 0);
        assert_eq!(world.texts(3), ["cd", "d", ""]);
    }

    #[test]
    fn in_a_long_text_no_success_is_assumed() {
        let mut world = World::after(30, 30);
        let lines = "abcd".to_owned() + &"e".repeat(LONG / 2);
        world
            .futures
            .start_from(&one_by_one(&lines), asked(&lines[1..]));
        let next = world.texts(3);
        assert!(next.iter().all(|text| text.len() == lines.len() - 1));
    }

    #[test]
    fn an_improbable_success_comes_after_several_probable_failures() {
        // A success has a probability of 0.3, two failures one of 0.49, and three of 0.34.
        let mut world = World::after(0, 0);
        assert_eq!(world.texts(4), ["acd", "abd", "abc", "cd"]);
    }

    #[test]
    fn behind_a_known_success_the_prediction_goes_on_in_the_smaller_text() {
        let mut world = World::after(0, 0);
        assert_eq!(world.texts(1), ["acd"]);
        world.know("acd", Outcome::Interesting);
        assert_eq!(
            world.texts(2),
            ["ad", "ac"],
            "what comes behind a failure of `acd` is dropped"
        );
    }

    #[test]
    fn behind_a_known_failure_only_failure_is_followed() {
        let mut world = World::after(30, 30);
        world.know("bcd", Outcome::Uninteresting);
        assert_eq!(world.texts(3), ["acd", "abd", "ad"]);
    }

    #[test]
    fn an_answer_that_leads_elsewhere_makes_what_was_predicted_impossible() {
        let mut world = World::after(0, 0);
        let prediction = world.next().expect("a text");
        assert!(prediction.assumed.is_possible(&world.known));
        world.know("bcd", Outcome::Interesting);
        assert!(!prediction.assumed.is_possible(&world.known));
    }

    #[test]
    fn at_the_end_of_a_search_its_result_is_run_once_more() {
        let mut world = World::after(0, 30);
        let last = std::iter::from_fn(|| world.next()).last();
        assert!(last.expect("a text").wanted == Wanted::again(b"a\nb\nc\nd\n", 0));
    }
}
