//! Wrong answers of answer-set solvers: invalid models, incorrect answers, votes; and answers that are no failure.

use super::answer_sets::{
    about_model, decides, first, optimum, sat, syntax_error, syntax_error_with_code_0, unknown,
    unsat, useless,
};
use super::make::{answer, exit, of, stopped};
use smelt::observation::Limit;
use smelt::oracle::{
    Answer, Ask, Incorrect, InvalidModel, MatchRule, ModelsDiffer, Next, NotReproduced, NotWrong,
    Outvoted, Rule, Same, Which, repeated,
};
use smelt::outcome::Outcome::{Interesting, Uninteresting, Unresolved};

#[test]
fn the_golden_questions_follow_from_the_answers() {
    let oracle = of(&InvalidModel);
    let models = answer(0, sat(&["a", "b"]));
    let (valid, invalid) = (
        about_model(1, 0, 0, sat(&["a"])),
        about_model(1, 0, 1, unsat()),
    );
    let told = [models, valid, invalid];
    assert_eq!(oracle.golden_ask(&[]), Some(Ask::of(0)));
    for nth in 1..3 {
        assert_eq!(oracle.golden_ask(&told[..nth]), Some(told[nth].ask));
    }
    assert_eq!(oracle.golden_ask(&told), None);
    let shown = oracle.accept_golden(&told).expect("an invalid model");
    assert_eq!(shown.signature, "invalid model");
    assert!(oracle.same(&told, &told));
}

#[test]
fn a_model_is_invalid_only_if_the_trusted_solver_says_so() {
    let oracle = of(&InvalidModel);
    let golden = [answer(0, sat(&["a"])), about_model(1, 0, 0, unsat())];
    let refuted = |evidence| [answer(0, sat(&["a"])), about_model(1, 0, 0, evidence)];
    let decides = |name: &str, candidate: &[Answer], is| {
        decides(oracle.as_ref(), &golden, candidate, name, is);
    };
    decides("refuted", &refuted(unsat()), Interesting);
    decides("accepted", &refuted(sat(&["a"])), Uninteresting);
    decides("accepted, optimum", &refuted(optimum("3")), Uninteresting);
    for (name, evidence, is) in useless() {
        decides(name, &refuted(evidence), is);
    }
    let ours = |evidence| [answer(0, evidence)];
    decides("no model", &ours(unsat()), Uninteresting);
    decides("model not printed", &ours(sat(&[])), Uninteresting);
    for (name, evidence, is) in useless() {
        decides(name, &ours(evidence), is);
    }
    let second = |evidence| {
        [
            answer(0, sat(&["a", "b"])),
            about_model(1, 0, 0, sat(&["a"])),
            about_model(1, 0, 1, evidence),
        ]
    };
    decides("the second is refuted", &second(unsat()), Interesting);
    decides("none is refuted", &second(sat(&["b"])), Uninteresting);
}

#[test]
fn an_answer_is_incorrect_only_if_the_trusted_solvers_have_and_accept_an_answer_set() {
    for is_verified in [false, true] {
        let oracle = of(&Incorrect { is_verified });
        let candidate = |ours, theirs, verified| {
            let all = [
                answer(0, ours),
                answer(1, theirs),
                about_model(2, 1, 0, verified),
            ];
            all[..2 + usize::from(is_verified)].to_vec()
        };
        let golden = candidate(unsat(), first(&["a"]), sat(&["a"]));
        let shown = oracle.accept_golden(&golden).expect("incorrect");
        assert_eq!(
            shown.signature,
            "unsatisfiable where the trusted solver has an answer set"
        );
        let decides = |name: &str, candidate: &[Answer], is| {
            decides(oracle.as_ref(), &golden, candidate, name, is);
        };
        decides("as golden", &golden, Interesting);
        decides(
            "an optimum",
            &candidate(unsat(), optimum("3"), sat(&["a"])),
            Interesting,
        );
        decides("sat", &[answer(0, sat(&["a"]))], Uninteresting);
        decides(
            "both unsat",
            &candidate(unsat(), unsat(), None)[..2],
            Uninteresting,
        );
        for (name, evidence, is) in useless() {
            decides(name, &[answer(0, evidence.clone())], is);
            decides(name, &candidate(unsat(), evidence.clone(), None)[..2], is);
            if is_verified {
                decides(name, &candidate(unsat(), sat(&["a"]), evidence), is);
            }
        }
        if is_verified {
            let refuted = candidate(unsat(), sat(&["a"]), unsat());
            decides("not verified", &refuted, Uninteresting);
            let why = oracle.accept_golden(&refuted);
            assert_eq!(why, Err(NotReproduced::NotWrong(NotWrong::NotVerified)));
        }
    }
}

#[test]
fn more_than_half_of_all_voters_must_contradict() {
    let voters = 3;
    let oracle = of(&Outvoted { voters });
    let golden: Vec<Answer> = [unsat(), sat(&["a"]), sat(&["a"])]
        .into_iter()
        .enumerate()
        .map(|(solver, evidence)| answer(solver, evidence))
        .collect();
    let shown = oracle.accept_golden(&golden).expect("outvoted");
    assert_eq!(
        shown.signature,
        "unsatisfiable, which a majority contradicts"
    );
    let silent = || stopped(Limit::Cpu);
    let yes = || sat(&["a"]);
    for (name, cast, is) in [
        ("all", vec![unsat(), yes(), yes()], Interesting),
        (
            "two of three",
            vec![unsat(), yes(), unsat(), yes()],
            Interesting,
        ),
        (
            "two, and one is silent",
            vec![unsat(), silent(), yes(), yes()],
            Interesting,
        ),
        (
            "one, and two are silent",
            vec![unsat(), yes(), silent(), silent()],
            Uninteresting,
        ),
        (
            "one of three",
            vec![unsat(), yes(), unsat(), unsat()],
            Uninteresting,
        ),
        (
            "hopeless after two",
            vec![unsat(), unsat(), unsat()],
            Uninteresting,
        ),
        (
            "one and an open vote that could decide",
            vec![unsat(), yes(), None, unsat()],
            Unresolved,
        ),
        (
            "an open vote that cannot decide",
            vec![unsat(), None, unsat(), unsat()],
            Uninteresting,
        ),
        (
            "the other kind of error",
            vec![yes(), unsat(), unsat()],
            Uninteresting,
        ),
        ("no answer", vec![unknown()], Uninteresting),
    ] {
        let cast = cast.into_iter().enumerate();
        let cast: Vec<Answer> = cast
            .map(|(solver, evidence)| answer(solver, evidence))
            .collect();
        decides(oracle.as_ref(), &golden, &cast, name, is);
    }
    for evidence in [syntax_error(), silent(), unknown()] {
        let cast = [yes(), evidence.clone(), evidence, yes()];
        let cast = cast.into_iter().enumerate();
        let cast: Vec<Answer> = cast
            .map(|(solver, evidence)| answer(solver, evidence))
            .collect();
        let why = oracle.accept_golden(&cast);
        let (against, voters) = (0, 3);
        let not = NotWrong::NotOutvoted { against, voters };
        assert_eq!(why, Err(NotReproduced::NotWrong(not)));
    }
}

#[test]
fn a_golden_run_that_shows_no_wrong_answer_is_refused_with_the_reason() {
    let unanswered = |which, said: &str| {
        let said = said.to_owned();
        NotReproduced::NotWrong(NotWrong::Unanswered { which, said })
    };
    let wrong = NotReproduced::NotWrong;
    for (rule, golden, why) in [
        (
            Rule::of(ModelsDiffer),
            vec![answer(0, sat(&["a"])), answer(1, sat(&["a"]))],
            wrong(NotWrong::Agree {
                said: "satisfiable, 1 model".to_owned(),
                lacks_models: false,
            }),
        ),
        (
            Rule::of(ModelsDiffer),
            vec![answer(0, sat(&["a"])), answer(1, syntax_error())],
            unanswered(Which::Second, "error: parsing failed"),
        ),
        (
            Rule::of(InvalidModel),
            vec![answer(0, unsat())],
            wrong(NotWrong::NoModel("unsatisfiable".to_owned())),
        ),
        (
            Rule::of(InvalidModel),
            vec![answer(0, sat(&["a"])), about_model(1, 0, 0, None)],
            wrong(NotWrong::Unchecked),
        ),
        (
            Rule::of(InvalidModel),
            vec![answer(0, sat(&["a"])), about_model(1, 0, 0, sat(&["a"]))],
            wrong(NotWrong::NotRefuted),
        ),
        (
            Rule::of(Incorrect { is_verified: false }),
            vec![answer(0, sat(&["a"]))],
            wrong(NotWrong::NotUnsat("satisfiable".to_owned())),
        ),
        (
            Rule::of(Incorrect { is_verified: true }),
            vec![
                answer(0, unsat()),
                answer(1, sat(&["a"])),
                about_model(2, 1, 0, syntax_error()),
            ],
            unanswered(Which::Other(2), "error: parsing failed"),
        ),
        (
            Rule::of(Incorrect { is_verified: false }),
            vec![answer(0, None)],
            NotReproduced::NotTold(Which::Solver),
        ),
    ] {
        let found = of(&*rule).accept_golden(&golden);
        assert_eq!(found, Err(why.clone()), "{rule:?}");
        assert!(why.to_string().ends_with('.'), "{why}");
    }
}

#[test]
fn a_repetition_asks_about_its_own_models() {
    let oracle = repeated(of(&InvalidModel).into(), 2, 2);
    let golden = [answer(0, sat(&["a"])), about_model(1, 0, 0, unsat())];
    let again = |answer: &Answer| Answer {
        ask: Ask {
            nth: 1,
            ..answer.ask
        },
        evidence: answer.evidence.clone(),
    };
    let both: Vec<Answer> = golden
        .iter()
        .cloned()
        .chain(golden.iter().map(again))
        .collect();
    for told in 0..4 {
        let next = oracle.next(&golden, &both[..told]);
        assert_eq!(next, Next::Ask(both[told].ask));
    }
    assert_eq!(oracle.next(&golden, &both), Next::Outcome(Interesting));
}

#[test]
fn an_answer_or_a_syntax_error_is_no_failure_and_an_internal_error_is() {
    let oracle = of(&Same(MatchRule::default()));
    for (evidence, why) in [
        (sat(&["a"]), NotReproduced::NoWrongAnswer),
        (unsat(), NotReproduced::NoWrongAnswer),
        (unknown(), NotReproduced::NoWrongAnswer),
        (
            syntax_error(),
            NotReproduced::Refused("parsing failed".to_owned()),
        ),
        (
            syntax_error_with_code_0(),
            NotReproduced::Refused("parsing failed".to_owned()),
        ),
        (
            exit(
                65,
                b"UNKNOWN\n",
                b"a.lp:20:12-13: error: syntax error\n\n*** ERROR: (clingo): too many messages.\n",
            ),
            NotReproduced::Refused("too many messages.".to_owned()),
        ),
        (
            exit(
                65,
                b"UNKNOWN\n",
                b"a.lp:1:1-3:6: error: lua support not available\n\n*** ERROR: (clingo): fatal error\n",
            ),
            NotReproduced::Refused("fatal error".to_owned()),
        ),
    ] {
        assert_eq!(oracle.accept_golden(&[answer(0, evidence)]), Err(why));
    }
    let internal = || exit(65, b"", b"*** ERROR: (clasp): Extended bodies\n");
    let golden = [answer(0, internal())];
    let shown = oracle.accept_golden(&golden).expect("a failure");
    assert_eq!(shown.signature, "exit 65: Extended bodies");
    let syntax = [answer(0, syntax_error())];
    decides(oracle.as_ref(), &golden, &syntax, "syntax", Uninteresting);
    decides(oracle.as_ref(), &golden, &golden, "itself", Interesting);
}
