//! Finds the rule for what is interesting from the options.

use super::limits::seconds;
use super::slowness::factor_and_reference;
use super::{CaseOptions, CommandLine, CorpusError, HangLimit, MatchMode};
use crate::oracle::{MatchRule, Pattern, Rule};

/// The rule according to the options, and the second command if the rule needs one. Options that contradict each other
/// are refused, because any choice between them could be the wrong one.
pub(super) fn rule(options: &CaseOptions) -> Result<(Rule, Option<CommandLine>), CorpusError> {
    contradictions(options)?;
    if let Some(reference) = &options.differs_from {
        return Ok((Rule::Differs, Some(reference.clone())));
    }
    if let Some(words) = &options.slower_than_factor {
        let (factor, reference) = factor_and_reference(words).map_err(|what| {
            CorpusError::options(
                format!("cannot use `slower-than-factor`: {what}"),
                "give a factor and a command, such as `--slower-than-factor 10 z3`",
            )
        })?;
        return Ok((Rule::SlowerThanFactor(factor), Some(reference)));
    }
    if options.script.is_some() {
        return Ok((Rule::Script, None));
    }
    let checked = options.cross_check.as_ref().map(|_| second_rule(options));
    if options.hangs.is_some() {
        return Ok((Rule::Hangs(checked), options.cross_check.clone()));
    }
    if let Some(time) = seconds("slower-than", options.slower_than)? {
        let rule = Rule::SlowerThan(time, checked);
        return Ok((rule, options.cross_check.clone()));
    }
    let own = own_rule(options);
    Ok(match &options.cross_check {
        Some(second) => (
            Rule::CrossCheck(own, second_rule(options)),
            Some(second.clone()),
        ),
        None => (Rule::Same(own), None),
    })
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

fn pattern(text: Option<&String>, regex: Option<&String>) -> Option<Pattern> {
    let text = text.map(|text| Pattern::Text(text.clone().into_bytes()));
    text.or_else(|| regex.map(|regex| Pattern::Regex(regex.clone())))
}

/// Checks the options that each are a whole rule: at most one of them may be given, without options of another rule. A
/// cross-check may accompany those that judge a single run.
fn whole_rules(o: &CaseOptions) -> Result<(), CorpusError> {
    let rules = [
        ("differs-from", o.differs_from.is_some(), false),
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
        [(one, _, false)] if o.says_second_rule() => Err(contradiction(one, "cross-check")),
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
    ];
    for (one, is_one, other, is_other) in pairs {
        if is_one && is_other {
            return Err(contradiction(one, other));
        }
    }
    whole_rules(o)?;
    if o.says_second_rule() && o.cross_check.is_none() {
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
