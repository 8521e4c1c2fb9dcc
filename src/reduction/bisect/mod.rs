//! Finds the builds of a solver between which a failure began, or was fixed.
//!
//! `changes` decides which build is asked about which text next; here, a build is asked: its command is that of the
//! case with another program. Answers go through the store, and what the store knows already is looked up before any
//! run.

mod changes;

pub(crate) use changes::{About, Bisection, Change, Kind, Standing};

use super::golden::{lack_of_memory, limit_by_second};
use super::limits::{candidate_cpu, give_limits};
use super::prepare::{prepare, read};
use super::solvers::Solvers;
use super::{NotReduced, Progress, ReductionContext, Task, after_colon};
use crate::checker::{CheckError, Purpose};
use crate::corpus::Settings;
use crate::event::Status;
use crate::input::InputFile;
use crate::observation::{End, FailureRank, Sighting};
use crate::oracle::{Answer, Evidence, NotReproduced, NotWrong, Reproduced, complains};
use crate::outcome::Patience;
use crate::solver::SlotError;
use crate::solver::dialect::is_same_of_another_build;
use std::time::Duration;

/// The least CPU limit of a build, unless the settings have one.
const LEAST_CPU: Duration = Duration::from_mins(1);

/// A build may take this many times as long as the build that is known to fail.
const SLOWER: u32 = 10;

/// A run on the original that takes at most this much CPU time is as good as one on the minimized text.
const SHORT: Duration = Duration::from_secs(1);

/// The case whose failure is looked for.
pub(crate) struct BisectedCase<'a> {
    /// Its id, for messages.
    pub id: &'a str,
    /// The original file.
    pub input: &'a InputFile,
    /// The minimized text, if there is one.
    pub minimized: Option<Vec<u8>>,
    /// The CPU time of a run on the original that fails, if it is known from a result.
    pub original_cpu: Option<Duration>,
    /// How many runs of a text a build may need to show the failure: more than one if it is flaky.
    pub tries: u32,
    /// The failure in one line, if it is known from a result.
    pub signature: Option<String>,
    /// The build to ask first, by its number: probably it shows the failure.
    pub first: Option<usize>,
    /// Whether that build has made the result, and so has shown the failure on the original too.
    pub is_author: bool,
}

/// What is known of the failure that is looked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct WantedFailure {
    /// The failure in one line; none before a build has shown it.
    pub signature: Option<String>,
    /// The functions from which the one that crashed was called, if that was seen.
    callers: Vec<String>,
    /// What else a run must show, if that was seen.
    demands: Vec<String>,
    /// Whether failures are compared; otherwise, whatever else the rule demands. None if that was not seen.
    compares_failure: Option<bool>,
    /// The CPU time of a run that shows it.
    cpu: Option<Duration>,
    /// Whether such a run refuses a part of the text.
    complains: bool,
    /// Whether such a run ends well: then another that does says nothing.
    ends_well: bool,
}

/// What became of the search.
#[derive(Debug)]
pub(crate) struct Bisected {
    /// The change, if there is one.
    pub change: Option<Change>,
    /// What is known of the builds.
    pub bisection: Bisection,
    /// What each build did, in words; empty for one that was not asked.
    pub said: Vec<String>,
    /// The failure, if a build has shown it or it was known.
    pub signature: Option<String>,
    /// The number of runs of solvers.
    pub runs: u64,
    /// The number of answers that the store gave.
    pub hits: u64,
}

/// Looks for a change among these builds, the oldest first. Each has the settings of the case with its own command for
/// the original, and with perhaps fewer arguments for the minimized text.
///
/// # Errors
/// The file cannot be read, a run cannot be made, or the work was stopped.
pub(crate) fn bisect(
    case: &BisectedCase<'_>,
    [builds, on_minimized]: [&[Settings]; 2],
    kind: Kind,
    context: &ReductionContext<'_>,
) -> Result<Bisected, NotReduced> {
    let mut pairs = builds.iter().zip(on_minimized);
    let is_one_command = pairs.all(|(build, other)| build.command == other.command);
    let on_minimized = if is_one_command { &[] } else { on_minimized };
    let mut trials = Trials {
        case,
        context,
        ready: builds
            .iter()
            .chain(on_minimized)
            .map(|build| (build, None))
            .collect(),
        original: None,
        wanted: WantedFailure {
            signature: case.signature.clone(),
            ..WantedFailure::default()
        },
        said: vec![String::new(); builds.len()],
        hits: 0,
    };
    let mut bisection = Bisection::of(builds.len(), case.minimized.is_some());
    if case.original_cpu.is_some_and(|cpu| cpu <= SHORT) {
        bisection.original_is_short();
    }
    // What the first build shows is what the others are compared with.
    if let Some(first) = case.first {
        let about = match case.minimized {
            Some(_) => About::Minimized,
            None => About::Original,
        };
        let standing = trials.standing(first, about, Purpose::Search)?;
        let standing = standing.unwrap_or(Standing::Skipped);
        bisection.put(first, about, standing);
        if case.is_author && standing == Standing::Bad {
            bisection.put(first, About::Original, standing);
        }
    }
    // What the store knows costs nothing, and may show changes that the search would not look at.
    if trials.wanted.signature.is_some() && context.store.is_some() {
        for build in 0..builds.len() {
            for about in [About::Minimized, About::Original] {
                if bisection.on(build, about).is_none()
                    && let Some(standing) = trials.standing(build, about, Purpose::Replay)?
                {
                    bisection.put(build, about, standing);
                }
            }
        }
    }
    let change = bisection.find(kind, &mut |build, about| {
        let standing = trials.standing(build, about, Purpose::Search)?;
        Ok::<_, NotReduced>(standing.unwrap_or(Standing::Skipped))
    })?;
    Ok(Bisected {
        change,
        bisection,
        runs: trials.runs(),
        hits: trials.hits,
        signature: trials.wanted.signature,
        said: trials.said,
    })
}

/// The builds, prepared as they are needed.
struct Trials<'a> {
    case: &'a BisectedCase<'a>,
    context: &'a ReductionContext<'a>,
    /// Each build with its solvers, or why it cannot run; then each once more, if it has another command on the
    /// minimized text. There may be many, so none has a copy of the case.
    ready: Vec<(&'a Settings, Option<Result<Solvers, String>>)>,
    /// The text of the file, once a build is ready.
    original: Option<Vec<u8>>,
    wanted: WantedFailure,
    /// What each build did last, in words.
    said: Vec<String>,
    hits: u64,
}

/// What a run of a build shows.
struct Shown {
    standing: Standing,
    /// In words: the failure, or why there is none.
    said: String,
}

impl Trials<'_> {
    fn runs(&self) -> u64 {
        let clients = self.ready.iter().filter_map(|(_, ready)| match ready {
            Some(Ok(solvers)) => Some(&solvers.clients),
            _ => None,
        });
        clients.flatten().map(|client| client.counts().runs).sum()
    }

    /// What a build does on a text; in a replay, none if the store does not know.
    fn standing(
        &mut self,
        build: usize,
        about: About,
        purpose: Purpose,
    ) -> Result<Option<Standing>, NotReduced> {
        let trial = self.trial(build, about);
        let Some(text) = self.text(trial, about)? else {
            return Ok((purpose == Purpose::Search).then_some(Standing::Skipped));
        };
        let before = self.runs();
        for nth in 0..self.case.tries.max(1) {
            let answers = match self.answers(trial, &text, nth, purpose) {
                Err(CheckError::Slot(why)) if self.is_of_build(trial, &why) => {
                    self.said[build] = why.to_string();
                    return Ok(Some(Standing::Skipped));
                }
                answers => answers?,
            };
            let Some(answers) = answers else {
                return Ok(None);
            };
            let shown = self.shown(trial, &answers);
            self.said[build] = shown.said;
            let is_last = nth + 1 >= self.case.tries || shown.standing != Standing::Good;
            if is_last {
                self.hits += u64::from(self.runs() == before);
                return Ok(Some(shown.standing));
            }
        }
        Ok(None)
    }

    /// The place of a build with its command for a text.
    fn trial(&self, build: usize, about: About) -> usize {
        let builds = self.said.len();
        match about {
            About::Minimized if self.ready.len() > builds => builds + build,
            About::Minimized | About::Original => build,
        }
    }

    /// The text that a build is asked about; none if the build cannot run.
    fn text(&mut self, trial: usize, about: About) -> Result<Option<Vec<u8>>, NotReduced> {
        if self.ready[trial].1.is_none() {
            let ready = self.prepare(self.ready[trial].0, about);
            if let Err(NotReduced {
                status: Status::Stopped,
                ..
            }) = &ready
            {
                return Err(NotReduced::from(CheckError::Interrupted));
            }
            self.ready[trial].1 = Some(ready.map_err(|why| why.detail));
        }
        Ok(match (&self.ready[trial].1, about) {
            (Some(Err(why)), _) => {
                let build = trial % self.said.len();
                self.said[build] = after_colon(why);
                None
            }
            (Some(Ok(_)), About::Minimized) => self.case.minimized.clone(),
            (Some(Ok(_)), About::Original) => self.original.clone(),
            (None, _) => None,
        })
    }

    fn prepare(&mut self, settings: &Settings, about: About) -> Result<Solvers, NotReduced> {
        let progress = Progress::unseen();
        let BisectedCase { id, input, .. } = *self.case;
        let task = Task::unrecorded(id, input, settings, &progress);
        let mut prepared = prepare(&task, self.context, read(&task)?)?;
        limit_by_second(&mut prepared)?;
        if settings.timeout.is_none()
            && !settings.rule.decides_by_time()
            && let Some(cpu) = match about {
                About::Minimized => self.wanted.cpu,
                About::Original => self.wanted.cpu.max(self.case.original_cpu),
            }
            && let Some(client) = prepared.solvers.clients.first_mut()
        {
            let cpu = LEAST_CPU.max(candidate_cpu(cpu) * SLOWER);
            give_limits(client, settings, cpu);
        }
        self.original.get_or_insert(prepared.original);
        Ok(prepared.solvers)
    }

    /// Whether it is the program of the build that cannot be started, and not that of another command of the rule.
    fn is_of_build(&self, trial: usize, why: &SlotError) -> bool {
        let mut words = self.ready[trial].0.command.iter();
        why.no_program()
            .is_some_and(|program| words.any(|word| **word == *program))
    }

    /// The answers of a build about a text; in a replay, none if the store lacks one.
    fn answers(
        &mut self,
        trial: usize,
        text: &[u8],
        nth: u32,
        purpose: Purpose,
    ) -> Result<Option<Vec<Answer>>, CheckError> {
        let Some(Ok(solvers)) = &mut self.ready[trial].1 else {
            return Ok(None);
        };
        let answers = solvers.answers(text, |client, ask, read| {
            client.ask(read, ask.nth + nth, Patience::Full, purpose)
        });
        match answers {
            Err(CheckError::NotStored) => Ok(None),
            answers => answers.map(Some),
        }
    }

    /// What these answers of a build show. The first failure that is seen is the one that is looked for.
    fn shown(&mut self, trial: usize, answers: &[Answer]) -> Shown {
        let Some(Ok(solvers)) = &self.ready[trial].1 else {
            let build = trial % self.said.len();
            return Shown::new(Standing::Skipped, self.said[build].clone());
        };
        if let Some(sign) = lack_of_memory(self.ready[trial].0, answers) {
            return Shown::new(Standing::Skipped, after_colon(&sign));
        }
        // A build that does not understand all of the text says nothing, unless the failing one does not either.
        let refuses = !self.wanted.complains && does_complain(answers);
        let reproduced = match solvers.oracle.accept_golden(answers) {
            Ok(reproduced) => reproduced,
            Err(why) => {
                let crashes = !run_under_test(answers).is_some_and(is_through);
                return Shown::without(&why, refuses, crashes);
            }
        };
        let wanted = &mut self.wanted;
        if wanted.is_shown_by(&reproduced) {
            if wanted.compares_failure.is_none() {
                wanted.learn(&reproduced, answers);
            }
            return Shown::new(Standing::Bad, reproduced.signature);
        }
        let said = &reproduced.signature;
        if refuses {
            return Shown::new(Standing::Refuses, refusal(said));
        }
        if let Some(doubt) = reproduced.doubt.as_ref().filter(|_| !wanted.complains) {
            return Shown::new(
                Standing::Skipped,
                format!("it may refuse the file or an option: {doubt}"),
            );
        }
        if run_under_test(answers).is_some_and(|run| wanted.is_passed_by(run)) {
            return Shown::new(Standing::Good, format!("not this failure: {said}"));
        }
        Shown::new(Standing::Skipped, format!("fails in another way: {said}"))
    }
}

/// The run of the solver under test.
fn run_under_test(answers: &[Answer]) -> Option<&Evidence> {
    answers.first()?.evidence.as_ref()
}

/// Whether the solver under test refuses a part of the text.
fn does_complain(answers: &[Answer]) -> bool {
    run_under_test(answers).is_some_and(|run| complains(&run.observation))
}

/// Whether a run has worked on all of the text, as far as its failures say: one that crashed may not have come to the
/// one that is looked for.
fn is_through(run: &Evidence) -> bool {
    let mut failures = run.failures.iter();
    failures.all(|failure| failure.rank >= FailureRank::OwnWord)
}

/// Whether a run ends with exit code 0 and shows no failure.
fn ends_well(run: &Evidence) -> bool {
    run.failures.is_empty() && run.observation.end == End::Exited(0)
}

/// What a build does that refuses the text with this message.
fn refusal(message: &str) -> String {
    format!("it refuses the file or an option: {message}")
}

impl WantedFailure {
    /// Whether a run shows the failure. The first failure that is seen is the one that is looked for.
    fn is_shown_by(&self, shown: &Reproduced) -> bool {
        let Some(signature) = &self.signature else {
            return true;
        };
        let wanted = Sighting {
            signature,
            callers: &self.callers,
        };
        let is_same = |shown: Sighting<'_>| is_same_of_another_build(wanted, shown);
        let compares = shown.compared.is_some();
        is_same(shown.sighting())
            || compares
                && shown
                    .failures
                    .iter()
                    .any(|failure| is_same(failure.sighting()))
            || !compares && !self.demands.is_empty() && self.demands == shown.demands
    }

    /// Whether a run that does not show the failure has worked on all of the text, even if it ends with an exit code of
    /// its own or shows another wrong answer. If failures are not compared, nobody knows what such a code means.
    fn is_passed_by(&self, run: &Evidence) -> bool {
        match self.compares_failure {
            Some(true) => is_through(run),
            Some(false) => !self.ends_well && ends_well(run),
            None => false,
        }
    }

    fn learn(&mut self, reproduced: &Reproduced, answers: &[Answer]) {
        self.signature = Some(reproduced.signature.clone());
        self.callers = reproduced.sighting().callers.to_vec();
        self.compares_failure = Some(reproduced.compared.is_some());
        self.demands.clone_from(&reproduced.demands);
        self.cpu = run_under_test(answers).map(|run| run.observation.cpu);
        self.complains = does_complain(answers);
        self.ends_well = run_under_test(answers).is_some_and(ends_well);
    }
}

impl Shown {
    fn new(standing: Standing, said: String) -> Shown {
        Shown { standing, said }
    }

    /// What a run shows that the rule does not accept. Whether a build is good is known only if it has worked on all of
    /// the text, and no more could be hidden in what is not kept of the run.
    fn without(why: &NotReproduced, refuses: bool, crashes: bool) -> Shown {
        let said = match why {
            NotReproduced::NoFailure | NotReproduced::NoWrongAnswer => "no failure".to_owned(),
            NotReproduced::NoDifference => "the solvers agree".to_owned(),
            NotReproduced::NoMatch { pattern, .. } => format!("no `{pattern}`"),
            NotReproduced::Refused(message) => refusal(message),
            _ => after_colon(&why.to_string()),
        };
        let has_worked = match why {
            NotReproduced::NoFailure
            | NotReproduced::NoWrongAnswer
            | NotReproduced::NoDifference
            | NotReproduced::NoMatch { .. }
            | NotReproduced::NotMore(_)
            | NotReproduced::NotSlow(_)
            | NotReproduced::Holds(_) => !refuses && !crashes,
            NotReproduced::NotWrong(why) => {
                !refuses && !crashes && !matches!(why, NotWrong::Unanswered { .. })
            }
            // With one seed at least, it still fails.
            NotReproduced::NotSeeded { .. }
            | NotReproduced::NotTold(_)
            | NotReproduced::NotStarted(..)
            | NotReproduced::Stopped(..)
            | NotReproduced::NoAnswers(_)
            | NotReproduced::NotKept(_)
            | NotReproduced::AnswerCounts(..)
            | NotReproduced::Rejected(_)
            | NotReproduced::FailsToo(..)
            | NotReproduced::Refused(_)
            | NotReproduced::ScriptRefuses { .. } => false,
        };
        let standing = if has_worked && !why.is_open() {
            Standing::Good
        } else if refuses || matches!(why, NotReproduced::Refused(_)) {
            Standing::Refuses
        } else {
            Standing::Skipped
        };
        Shown { standing, said }
    }
}
