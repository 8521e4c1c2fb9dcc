//! An invalid unsatisfiable core: the assertions that the solver under test names do not suffice, because a trusted
//! solver finds them satisfiable.
//!
//! The text must ask for the core itself (`get-unsat-core`) and name assertions. Those without a name are always part of
//! it. The trusted solver reads the text without the named assertions that are not in the core.

use super::entry::{Choice, Configured, OracleEntry};
use super::fault::{FaultFinder, FoundFault, NoFault};
use super::smt_answers::{believed, run, says};
use super::{About, Answer, Ask, NotWrong, Rule};
use crate::language::smtlib::Said;

pub(super) const ORACLE: OracleEntry = OracleEntry {
    name: "invalid-core",
    about: "A trusted solver satisfies what the solver calls an unsatisfiable core",
    options: &["invalid-core"],
    choice: Some(Choice {
        may_have_second: false,
        missing: "",
        solvers: |given| Ok(given.commands(&["invalid-core"])),
        read: |_| Ok(Configured::rule(Rule::of(InvalidCore))),
    }),
};

/// At most this many cores of one run are checked.
const MOST: usize = 16;

/// A trusted solver satisfies an unsatisfiable core (`--invalid-core`). Solver 0 is under test, solver 1 is trusted.
#[derive(Clone, Copy, Debug)]
pub struct InvalidCore;

impl FaultFinder for InvalidCore {
    const ENTRY: OracleEntry = ORACLE;

    fn find(&self, answers: &[Answer]) -> Result<FoundFault, NoFault> {
        let ask = Ask::of(0);
        let printed = believed(run(answers, ask)?, ask)?;
        if printed.cores() == 0 {
            return Err(NoFault::Sound(NotWrong::NoCore));
        }
        for number in 0..printed.cores().min(MOST) {
            let core = Ask::about(1, About::Core { of: 0, number });
            if says(answers, core, Said::Sat)? {
                return Ok(FoundFault {
                    signature: "invalid unsatisfiable core".to_owned(),
                    demand: "the solver prints a core that the trusted solver satisfies".to_owned(),
                    kinds: Vec::new(),
                });
            }
        }
        Err(NoFault::Sound(NotWrong::CoreHolds))
    }
}
