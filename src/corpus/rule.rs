//! Finds the rule for what is interesting from the options.

use super::limits::seconds;
use super::slowness::factor_and_reference;
use super::{CaseOptions, CommandLine, CorpusError, HangLimit, MatchMode};
use crate::oracle::{MatchRule, Rule, SecondRule, StreamPattern};

/// The rule according to the options, and the commands of the other solvers that the rule needs. Options that contradict
/// each other are refused, because any choice between them could be the wrong one.
pub(super) fn rule(options: &CaseOptions) -> Result<(Rule, Vec<CommandLine>), CorpusError> {
    contradictions(options)?;
    if let Some(reference) = &options.differs_from {
        let rule = Rule::Differs {
            either_direction: options.either_direction,
            rejecters: options.reject.len(),
        };
        let others = std::iter::once(reference).chain(&options.reject);
        return Ok((rule, others.cloned().collect()));
    }
    if let Some(wrong) = wrong_answer(options) {
        return Ok(wrong);
    }
    if let Some(words) = &options.slower_than_factor {
        let (factor, reference) = factor_and_reference(words).map_err(|what| {
            CorpusError::options(
                format!("cannot use `slower-than-factor`: {what}"),
                "give a factor and a command, such as `--slower-than-factor 10 z3`",
            )
        })?;
        return Ok((Rule::SlowerThanFactor(factor), vec![reference]));
    }
    if options.script.is_some() {
        return Ok((Rule::Script, Vec::new()));
    }
    let second = options.cross_check.as_ref().or(options.solved_by.as_ref());
    let second: Vec<CommandLine> = second.cloned().into_iter().collect();
    let behaves = |_: &CommandLine| SecondRule::Behaves(second_rule(options));
    let solves = options.solved_by.as_ref().map(|_| SecondRule::Solves);
    let checked = options.cross_check.as_ref().map(behaves).or(solves);
    if options.hangs.is_some() {
        return Ok((Rule::Hangs(checked), second));
    }
    if let Some(time) = seconds("slower-than", options.slower_than)? {
        return Ok((Rule::SlowerThan(time, checked), second));
    }
    let own = own_rule(options);
    Ok(match &options.cross_check {
        Some(_) => (Rule::CrossCheck(own, second_rule(options)), second),
        None => (Rule::Same(own), second),
    })
}

/// The rule about wrong answers of answer-set solvers, if there is one.
fn wrong_answer(options: &CaseOptions) -> Option<(Rule, Vec<CommandLine>)> {
    if let Some(reference) = &options.models_differ_from {
        return Some((Rule::ModelsDiffer, vec![reference.clone()]));
    }
    if let Some(trusted) = &options.invalid_model {
        return Some((Rule::InvalidModel, vec![trusted.clone()]));
    }
    if let Some(trusted) = &options.incorrect {
        let is_verified = options.verified_by.is_some();
        let others = [Some(trusted), options.verified_by.as_ref()];
        let others = others.into_iter().flatten().cloned();
        return Some((Rule::Incorrect { is_verified }, others.collect()));
    }
    let voters = options.outvoted_by.len();
    (voters > 0).then(|| (Rule::Outvoted { voters }, options.outvoted_by.clone()))
}

fn own_rule(options: &CaseOptions) -> MatchRule {
    MatchRule {
        whole: false,
        exact: options.match_mode == Some(MatchMode::Exact),
        out: pattern(options.match_out.as_ref(), options.match_out_regex.as_ref()),
        err: pattern(options.match_err.as_ref(), options.match_err_regex.as_ref()),
        ignore_out: options.ignore_out || options.ignore_output,
        ignore_err: options.ignore_err || options.ignore_output,
        ignore_exit: options.ignore_exit,
        same_stack: None,
    }
}

fn second_rule(options: &CaseOptions) -> MatchRule {
    MatchRule {
        out: pattern(options.match_out_cc.as_ref(), None),
        err: pattern(options.match_err_cc.as_ref(), None),
        ignore_out: options.ignore_output_cc,
        ignore_err: options.ignore_output_cc,
        ..MatchRule::default()
    }
}

fn pattern(text: Option<&String>, regex: Option<&String>) -> Option<StreamPattern> {
    let text = text.map(|text| StreamPattern::Text(text.clone().into_bytes()));
    text.or_else(|| regex.map(|regex| StreamPattern::Regex(regex.clone())))
}

/// Checks the options that each are a whole rule: at most one of them may be given, without options of another rule. A
/// cross-check may accompany those that judge a single run.
fn whole_rules(o: &CaseOptions) -> Result<(), CorpusError> {
    let rules = [
        ("differs-from", o.differs_from.is_some(), false),
        ("models-differ-from", o.models_differ_from.is_some(), false),
        ("invalid-model", o.invalid_model.is_some(), false),
        ("incorrect", o.incorrect.is_some(), false),
        ("outvoted-by", !o.outvoted_by.is_empty(), false),
        ("hangs", o.hangs.is_some(), true),
        ("slower-than", o.slower_than.is_some(), true),
        ("slower-than-factor", o.slower_than_factor.is_some(), false),
        ("script", o.script.is_some(), false),
    ];
    let given: Vec<_> = rules.iter().filter(|(_, is_given, _)| *is_given).collect();
    match given[..] {
        [(one, ..), (other, ..), ..] => Err(contradiction(one, other)),
        [(one, ..)] if o.says_own_rule() => {
            Err(contradiction(one, "match`, `match-*` or `ignore-*"))
        }
        [(one, ..)] if o.match_mode.is_some() => Err(contradiction(one, "match")),
        [(one, _, false)] if o.says_second_rule() => {
            Err(contradiction(one, "cross-check` or `solved-by"))
        }
        [(_, _, true)] => Ok(()),
        [] | [_] if o.solved_by.is_some() => Err(CorpusError::options(
            "`solved-by` is given without a rule about time",
            "add `--hangs` or `--slower-than`; `smelt reduce --help` explains each",
        )),
        [] | [_] => Ok(()),
    }
}

fn contradiction(one: &str, other: &str) -> CorpusError {
    CorpusError::options(
        format!("options `{one}` and `{other}` cannot be used together"),
        "use one of them; `smelt reduce --help` explains each",
    )
}

fn contradictions(o: &CaseOptions) -> Result<(), CorpusError> {
    let out = o.match_out.is_some() || o.match_out_regex.is_some();
    let err = o.match_err.is_some() || o.match_err_regex.is_some();
    let cc = o.match_out_cc.is_some() || o.match_err_cc.is_some();
    let own = o.says_own_rule();
    let exact = o.match_mode.is_some();
    let limit = matches!(o.hangs, Some(HangLimit::Seconds(_)));
    let timeout = o.timeout.is_some();
    let pairs = [
        ("match", exact, "match-*` or `ignore-*", own),
        (
            "match-out",
            o.match_out.is_some(),
            "match-out-regex",
            o.match_out_regex.is_some(),
        ),
        (
            "match-err",
            o.match_err.is_some(),
            "match-err-regex",
            o.match_err_regex.is_some(),
        ),
        ("match-out", out, "ignore-out", o.ignore_out),
        ("match-err", err, "ignore-err", o.ignore_err),
        ("match-*", out || err, "ignore-output", o.ignore_output),
        ("match-*-cc", cc, "ignore-output-cc", o.ignore_output_cc),
        ("hangs=S", limit, "timeout", timeout),
        ("slower-than", o.slower_than.is_some(), "timeout", timeout),
        (
            "solved-by",
            o.solved_by.is_some(),
            "cross-check",
            o.cross_check.is_some(),
        ),
    ];
    for (one, is_one, other, is_other) in pairs {
        if is_one && is_other {
            return Err(contradiction(one, other));
        }
    }
    whole_rules(o)?;
    if o.verified_by.is_some() && o.incorrect.is_none() {
        return Err(CorpusError::options(
            "`verified-by` is given without `incorrect`",
            "name the trusted solver whose answer set it checks with `--incorrect CMD`",
        ));
    }
    if o.differs_from.is_none()
        && let Some(option) = o.says_difference()
    {
        return Err(CorpusError::options(
            format!("`{option}` is given without `differs-from`"),
            "name the reference with `--differs-from CMD`",
        ));
    }
    if (cc || o.ignore_output_cc) && o.cross_check.is_none() {
        return Err(CorpusError::options(
            "an option of the cross-check is given without `cross-check`",
            "give the second command with `--cross-check CMD`",
        ));
    }
    for regex in [&o.match_out_regex, &o.match_err_regex]
        .into_iter()
        .flatten()
    {
        if let Err(error) = regex::bytes::Regex::new(regex) {
            let what = format!("cannot use the regular expression `{regex}`: {error}");
            return Err(CorpusError::options(
                what,
                "correct the expression, or match plain text with `--match-out` or `--match-err`",
            ));
        }
    }
    Ok(())
}
