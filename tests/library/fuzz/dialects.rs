//! The dialects of generated programs: their texts are understood, and mean what the program means.

use super::recipe;
use clap::ValueEnum;
use smelt::fuzz::{
    Aggregate, Atom, BodyLiteral, Head, Literal, Parameter, Preset, Program, ProgramClass,
    ProgramDialect, Statement,
};
use smelt::language::asp::{ASPIF, Asp, GRINGO, LPARSE, SMODELS};
use smelt::language::{Syntax, language};

#[test]
fn each_generated_program_is_legal_in_each_dialect_and_reads_back_as_it_was_printed() {
    let asp = language("asp").expect("a language");
    for &class in ProgramClass::value_variants() {
        let changes = [(Parameter::Classical, "0:20"), (Parameter::Minimize, "0:2")];
        let recipe = recipe(Preset::Sparse, class, &changes);
        for number in 0..20 {
            let program = recipe.program(number);
            for dialect in ProgramDialect::value_variants() {
                let text = dialect.print(&program);
                let parsed = Asp.parse(text.as_bytes());
                let parsed = parsed.unwrap_or_else(|error| panic!("{text}: {error}"));
                let expected = match dialect {
                    ProgramDialect::Gringo => &[GRINGO][..],
                    // What has no aggregate is the same in both.
                    ProgramDialect::Lparse => &[LPARSE, GRINGO],
                    ProgramDialect::Aspif => &[ASPIF],
                    ProgramDialect::Smodels => &[SMODELS],
                };
                assert!(
                    expected.contains(&parsed.dialect),
                    "{}:\n{text}",
                    dialect.name()
                );
                let case = smelt::language::TestCase::new(&Asp, parsed);
                let printed = String::from_utf8_lossy(case.text()).into_owned();
                let again = Asp.parse(printed.as_bytes()).expect("what was printed");
                let again = smelt::language::TestCase::new(&Asp, again);
                assert_eq!(again.text(), case.text());
                assert!(asp.extensions().contains(&dialect.extension()));
            }
        }
    }
}

fn atom(number: u32) -> Atom {
    Atom {
        number,
        is_negated: number > 100,
    }
}

/// A literal: `-2` is `not x2`, and 103 is the classical negation of x3.
fn literal(number: i32) -> Literal {
    let sign = |number: u32| {
        if number > 100 {
            Atom {
                number: number - 100,
                is_negated: true,
            }
        } else {
            atom(number)
        }
    };
    Literal {
        atom: sign(number.unsigned_abs()),
        is_negated: number < 0,
    }
}

fn aggregate(has_weights: bool, elements: &[(i32, u32)], bounds: [Option<u32>; 2]) -> Aggregate {
    Aggregate {
        has_weights,
        elements: elements
            .iter()
            .map(|(number, weight)| (literal(*number), *weight))
            .collect(),
        lower: bounds[0],
        upper: bounds[1],
    }
}

fn example() -> Program {
    let normal = |number| BodyLiteral::Literal(literal(number));
    let rule = |head, body| Statement::Rule { head, body };
    let sum = aggregate(true, &[(1, 2), (-2, 1)], [Some(2), None]);
    let count = aggregate(false, &[(1, 1), (-2, 1)], [Some(1), Some(1)]);
    let atoms = |numbers: &[i32]| numbers.iter().map(|number| literal(*number).atom).collect();
    Program {
        atoms: 3,
        statements: vec![
            rule(Head::Atoms(atoms(&[1])), Vec::new()),
            rule(Head::Atoms(atoms(&[1, 2])), vec![normal(-103)]),
            rule(Head::Atoms(Vec::new()), vec![normal(3), normal(-1)]),
            rule(
                Head::Choice(atoms(&[2, 3])),
                vec![BodyLiteral::Aggregate(sum)],
            ),
            rule(Head::Aggregate(count), vec![normal(3)]),
            Statement::Minimize {
                priority: 1,
                elements: vec![(literal(1), 1), (literal(-2), 3)],
            },
        ],
    }
}

#[test]
fn the_text_formats_print_each_statement_as_their_grounders_read_it() {
    assert_eq!(
        ProgramDialect::Gringo.print(&example()),
        "x1.\nx1 | x2 :- not -x3.\n:- x3, not x1.\n{x2; x3} :- 2 #sum {2,1: x1; 1,2: not x2}.\n\
         1 {x1; not x2} 1 :- x3.\n#minimize {1@1,1: x1; 3@1,2: not x2}.\n"
    );
    assert_eq!(
        ProgramDialect::Lparse.print(&example()),
        "x1.\nx1 | x2 :- not -x3.\n:- x3, not x1.\n{x2, x3} :- 2 [x1 = 2, not x2].\n\
         1 {x1, not x2} 1 :- x3.\nminimize [x1, not x2 = 3].\n"
    );
}

#[test]
fn the_numeric_formats_have_a_rule_for_each_bound() {
    // x1, x2, x3 and -x3 are 1 to 4; 5 is the body of the head aggregate, 6 and 7 are its bounds.
    assert_eq!(
        ProgramDialect::Aspif.print(&example()),
        "asp 1 0 0\n1 0 1 1 0 0\n1 0 2 1 2 0 1 -4\n1 0 0 0 2 3 -1\n1 1 2 2 3 1 2 2 1 2 -2 1\n\
         1 0 1 5 0 1 3\n1 1 1 1 0 1 5\n1 0 1 6 1 1 2 1 1 -2 1\n1 0 1 7 1 2 2 1 1 -2 1\n\
         1 0 0 0 2 5 -6\n1 0 0 0 2 5 7\n1 0 0 0 2 3 4\n2 1 2 1 1 -2 3\n\
         4 2 x1 1 1\n4 2 x2 1 2\n4 2 x3 1 3\n4 3 -x3 1 4\n0\n"
    );
    assert_eq!(
        ProgramDialect::Smodels.print(&example()),
        "1 2 0 0\n8 2 2 3 1 1 5\n1 1 2 1 2 4\n5 6 2 2 1 3 2 1 2\n3 2 3 4 1 0 6\n1 7 1 0 4\n\
         3 1 2 1 0 7\n2 8 2 1 1 3 2\n2 9 2 1 2 3 2\n1 1 2 1 8 7\n1 1 2 0 7 9\n1 1 2 0 4 5\n\
         6 0 2 1 3 2 3 1\n0\n2 x1\n3 x2\n4 x3\n5 -x3\n0\nB+\n0\nB-\n1\n0\n1\n"
    );
}
