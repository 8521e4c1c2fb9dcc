//! A solver that deletes or rewrites its input: the user's own file is as it was, and the case ends with an error.

use crate::support::{Bench, INPUT};
use std::os::unix::fs::PermissionsExt;

/// What such solvers do to the file that they are given.
const HARM: [&str; 4] = [
    "rm -f \"$1\"",
    "chmod u+w \"$1\"; echo gone >\"$1\"",
    "chmod u+w \"$1\"; echo more >>\"$1\"",
    "rm -f \"$1\"; ln -s \"${0%/*}/victim\" \"$1\"",
];

#[test]
fn the_users_file_survives_a_solver_that_harms_its_input() {
    for harm in HARM {
        let bench = Bench::new();
        let case = bench.write("case.smt2", INPUT);
        bench.write("victim", "precious");
        let solver = bench.script("solver", &format!("#!/bin/sh\n{harm}\nexit 9\n"));
        bench
            .reduce("case.smt2", &solver)
            .exits(3)
            .says(&["deletes or rewrites its input", "case.smt2"]);
        assert_eq!(bench.text("case.smt2"), INPUT, "{harm}");
        assert!(case.is_file() && !case.is_symlink(), "{harm}");
        assert_eq!(bench.text("victim"), "precious", "{harm}");
        assert!(!bench.path("small.smt2").exists(), "{harm}");
    }
}

#[test]
fn a_file_that_is_given_to_the_solver_in_its_own_directory_is_put_back() {
    for harm in HARM {
        let bench = Bench::new();
        let case = bench.write("case.smt2", INPUT);
        let kept = std::fs::Permissions::from_mode(0o640);
        std::fs::set_permissions(&case, kept).expect("permissions");
        bench.write("beside", "");
        bench.write("victim", "precious");
        // Harmless, and without a failure, anywhere else.
        let script =
            format!("#!/bin/sh\n[ -e \"$(dirname \"$1\")/beside\" ] || exit 0\n{harm}\nexit 9\n");
        let solver = bench.script("solver", &script);
        bench
            .reduce(&case, &solver)
            .exits(3)
            .says(&["deletes or rewrites its input", "has been put back"]);
        let mode = std::fs::metadata(&case)
            .expect("a file")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o640, "{harm}");
        assert_eq!(bench.text("case.smt2"), INPUT, "{harm}");
        assert!(case.is_file() && !case.is_symlink(), "{harm}");
        assert_eq!(bench.text("victim"), "precious", "{harm}");
    }
}

#[test]
fn a_link_by_which_the_file_is_named_is_put_back_too() {
    let bench = Bench::new();
    let real = bench.write("elsewhere/real.smt2", INPUT);
    let case = bench.path("case.smt2");
    std::os::unix::fs::symlink(&real, &case).expect("a link");
    bench.write("beside", "");
    let script = "#!/bin/sh\n[ -e \"$(dirname \"$1\")/beside\" ] || exit 0\nrm -f \"$1\"\nexit 9\n";
    let solver = bench.script("solver", script);
    let ran = bench.reduce(&case, &solver);
    ran.exits(3).says(&["has been put back"]);
    assert!(case.is_symlink());
    assert_eq!(bench.text("case.smt2"), INPUT);
    assert_eq!(bench.text("elsewhere/real.smt2"), INPUT);
}
