//! An oracle is one struct and one line in a table: here are both, through the public interface.

use super::make::{answer, exit, of, outcome};
use smelt::oracle::{
    Answer, Ask, Choice, Configured, Criterion, Given, Next, NotReproduced, ORACLES, Oracle,
    OracleEntry, Reproduced, Rule, RuleError, configured, says_rule,
};
use smelt::outcome::Outcome::{self, Interesting, Uninteresting};

/// The line of the table.
const CHATTY: OracleEntry = OracleEntry {
    name: "chatty",
    about: "The solver prints at least so many bytes",
    options: &["chatty"],
    choice: Some(Choice {
        may_have_second: false,
        missing: "",
        solvers: |_| Ok(Vec::new()),
        read: |given| {
            let least = given.get("chatty").ok_or_else(|| {
                RuleError::options("`chatty` is no number", "give a number of bytes")
            })?;
            Ok(Configured::rule(Rule::of(Chatty { least })))
        },
    }),
};

/// The solver prints at least so many bytes.
#[derive(Clone, Debug)]
struct Chatty {
    least: usize,
}

impl Criterion for Chatty {
    fn oracle(&self) -> Result<Box<dyn Oracle>, RuleError> {
        Ok(Box::new(self.clone()))
    }

    fn shown(&self) -> String {
        format!("chatty {}", self.least)
    }
}

impl Oracle for Chatty {
    fn name(&self) -> &'static str {
        CHATTY.name
    }

    fn golden_ask(&self, answers: &[Answer]) -> Option<Ask> {
        answers.is_empty().then(|| Ask::of(0))
    }

    fn accept_golden(&self, golden: &[Answer]) -> Result<Reproduced, NotReproduced> {
        if self.of(golden) != Interesting {
            return Err(NotReproduced::NoFailure);
        }
        let demand = format!("the solver prints {} bytes", self.least);
        Ok(Reproduced::without_failure(demand.clone(), demand))
    }

    fn judge(&self, _: &[Answer], seen: &[Answer]) -> Result<Outcome, Next> {
        if seen.is_empty() {
            return Err(Next::Ask(Ask::of(0)));
        }
        Ok(self.of(seen))
    }
}

impl Chatty {
    fn of(&self, seen: &[Answer]) -> Outcome {
        let run = seen.first().and_then(|answer| answer.evidence.as_ref());
        let is_chatty =
            |run: &smelt::oracle::Evidence| run.observation.out.len >= self.least as u64;
        if run.is_some_and(is_chatty) {
            Interesting
        } else {
            Uninteresting
        }
    }
}

/// What a line of `smelt.toml` says.
fn given(line: &str) -> Given {
    line.parse::<toml::Table>().expect("a table").into()
}

#[test]
fn an_oracle_that_is_one_struct_and_one_line_is_chosen_by_its_key_and_decides() {
    let oracles = [CHATTY];
    assert!(says_rule(&oracles, &given("chatty = 3")));
    assert!(!says_rule(&oracles, &given("timeout = 3")));
    let (configured, others) = configured(&oracles, &given("chatty = 3")).expect("a rule");
    assert!(others.is_empty());
    let rule = configured.rule;
    assert_eq!(
        (rule.shown().as_str(), rule.repeat(), rule.decides_by_time()),
        ("chatty 3", 1, false)
    );
    assert_eq!(format!("{rule:?}"), "Chatty { least: 3 }");
    let oracle = of(&*rule);
    let run = |out: &[u8]| [answer(0, exit(0, out, b""))];
    let golden = run(b"sat\n");
    let shown = oracle.accept_golden(&golden).expect("accepted");
    assert_eq!(shown.signature, "the solver prints 3 bytes");
    assert!(oracle.accept_golden(&run(b"-\n")).is_err());
    for (out, expected) in [(&b"abc"[..], Interesting), (b"ab", Uninteresting)] {
        assert_eq!(outcome(oracle.as_ref(), &golden, &run(out)), expected);
    }
}

#[test]
fn an_oracle_of_the_table_is_refused_with_options_of_another_rule() {
    let oracles = [CHATTY];
    for other in ["match-out = 'a'", "match = 'exact'", "cross-check = 'z3'"] {
        let both = given(&format!("chatty = 3\n{other}"));
        let error = configured(&oracles, &both).expect_err(other).to_string();
        assert!(error.contains("`chatty` and `"), "{error}");
    }
    let error = configured(&oracles, &given("chatty = 'much'")).expect_err("no number");
    assert_eq!(error.hint(), "give a number of bytes");
}

#[test]
fn every_oracle_but_those_that_are_read_together_has_an_option_of_its_own() {
    let mut seen: Vec<&str> = Vec::new();
    for oracle in ORACLES {
        assert!(oracle.choice.is_none() || !oracle.options.is_empty());
        seen.extend(oracle.options);
    }
    let all = seen.len();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), all, "an option belongs to one oracle");
}
