//! The searches of a reduction, one after the other: the strategy, and what `--effort deep` adds.

use super::answers::CaseAnswers;
use crate::checker::CheckError;
use crate::corpus::{Effort, IllFormedMode, Settings};
use crate::search::{
    ContainedTexts, Driver, Plan, minimiser, option_removal, shorter_tokens, unfiltered_sweep,
};

/// No leap starts from a text with more cells than this, because all nodes are tried in it, mostly in vain.
const LARGEST_LEAP: usize = 2000;

/// The minimiser with which a deep search thins lists when it starts from the original for the last time. Of those that
/// begin elsewhere than the strategies do, its texts have most often been the smallest.
const LAST_MINIMISER: &str = "cdd";

/// Runs the searches that the settings ask for.
///
/// Different searches end at different small texts, and which one is best cannot be known beforehand. So a deep search
/// runs the strategy and its counterpart from the same text and keeps the shorter result. Then it leaps from that text to
/// anything shorter than the result, as Shrink Ray does when it starts again, and runs the strategy once more with
/// another minimiser. In the end, each of the two goes on from what the other has found, and shorter tokens are tried,
/// until none of them finds anything.
pub(super) fn search_all(
    driver: &mut Driver<CaseAnswers<'_>>,
    settings: &Settings,
    plan: &Plan,
) -> Result<(), CheckError> {
    let is_deep = settings.effort == Effort::Deep;
    let start = is_deep.then(|| driver.current.text().to_vec());
    let strategy = settings.strategy;
    if settings.reduce_options {
        driver.converge(&|may_lengthen| option_removal(&plan.lengthening(may_lengthen)))?;
    }
    driver.converge(&|_| Box::new(ContainedTexts::new(&plan.known)))?;
    driver.converge(&|may_lengthen| strategy.search(&plan.lengthening(may_lengthen)))?;
    // `--stages` chooses among the stages of the named strategy only.
    let plan = &Plan {
        stages: None,
        ..plan.clone()
    };
    if let Some(start) = start.and_then(|start| driver.current.read(&start).ok()) {
        driver.start_again(start.clone());
        let other = strategy.counterpart();
        driver.converge(&|may_lengthen| other.search(&plan.lengthening(may_lengthen)))?;
        if start.tree().cells().len() <= LARGEST_LEAP {
            driver.leap(start.clone(), &|may_lengthen| {
                other.search(&plan.lengthening(may_lengthen))
            })?;
            let last = &Plan {
                minimiser: minimiser(LAST_MINIMISER),
                ..plan.clone()
            };
            driver.start_again(start);
            driver.converge(&|may_lengthen| strategy.search(&last.lengthening(may_lengthen)))?;
        }
        let taking_all = match settings.ill_formed {
            IllFormedMode::Never => plan.clone(),
            _ => plan.clone().unfiltered(),
        };
        // What was asked before is not run again, so a round that finds nothing new costs a second look at a small text.
        let mut before = usize::MAX;
        while driver.best.text().len() < before {
            before = driver.best.text().len();
            for each in [strategy, other] {
                driver.converge(&|may_lengthen| each.search(&plan.lengthening(may_lengthen)))?;
            }
            // What the search before has left unasked stays unknown.
            let left_unasked = driver.tally.left_unasked;
            driver
                .converge(&|may_lengthen| shorter_tokens(&taking_all.lengthening(may_lengthen)))?;
            driver.tally.left_unasked += left_unasked;
        }
    }
    if settings.ill_formed == IllFormedMode::Last {
        driver.converge(&|may_lengthen| unfiltered_sweep(&plan.lengthening(may_lengthen)))?;
    }
    Ok(())
}
