//! The ends of help texts: topics, exit codes and examples.

use crate::guide::{TOPICS, Topic};
use std::fmt::Write as _;

/// The topics and what they are about.
pub(super) fn topics() -> String {
    let longest = TOPICS.iter().map(|topic| topic.name.len()).max();
    let longest = longest.unwrap_or_default();
    let mut text = String::from("Topics (`smelt help TOPIC`):\n");
    for Topic { name, about, .. } in TOPICS {
        let _ = writeln!(text, "  {name:longest$}  {about}");
    }
    text
}

pub(super) const EXIT_CODES: &str = "\
Exit codes (if several apply, the highest one):
    0  every case is reduced, already minimal, fixed or regressed
    2  the command line or the configuration is wrong, or OUT is in use
    3  a case failed, is flaky or does not reproduce its failure, or has changed; or an
       output cannot be written (a full disk, for example); or the verdict store is
       damaged; or a result is not proved to be 1-minimal (`check --minimal`); or builds
       show no change
    4  no cases were found
    5  the budget or the number of checks ran out; the best result so far is written
   70  smelt itself has a bug
  129  SIGHUP, 130 SIGINT (Ctrl-C), 143 SIGTERM: the best result so far is written";

pub(super) const REDUCE_EXAMPLES: &str = "\
Examples:
  smelt reduce bug.smt2 small.smt2 z3 model_validate=true
  smelt reduce --match-err 'Fatal failure' --ignore-out bug.smt2 small.smt2 cvc4 -i
  smelt reduce -c 'cvc5 --quiet' bug.smt2 small.smt2 ./my-solver
  smelt reduce --differs-from z3 bug.smt2 small.smt2 ./my-solver
  smelt reduce --hangs=5 bug.smt2 small.smt2 ./my-solver
  smelt reduce --slower-than-factor 10 z3 bug.smt2 small.smt2 ./my-solver
  smelt reduce --script ./test.sh bug.smt2 small.smt2

Options of smelt come before INPUT. COMMAND and all words after it go to the solver.
`{}` in COMMAND stands for the candidate's path; without `{}` the path comes last.
A COMMAND given as one string is split into words like in a shell, but no shell runs it.";

pub(super) const COMPARE_EXAMPLES: &str = "\
Examples:
  smelt compare bugs --out compared --tool auto --tool hybrid --tool ddsmt
  smelt compare bugs --out compared --tool auto --tool 'quick=smelt --effort quick' \\
      --repetitions 3 --tool-time 10m -- z3 model_validate=true
  smelt compare bugs --out compared --tool auto \\
      --tool 'mine=./reduce.py {match} {input} {output} {solver}'

Places in the COMMAND of a tool:
  {input}   a copy of the case
  {output}  where the tool is to put its result; without it, what is at {input} counts
  {solver}  a program that runs the solver with its arguments on the file it is given
  {match}   the case's rule, as --match-out, --match-err, --ignore-output and so on
  {script}  a program that exits with 0 if the file it is given still fails by the rule

Run the same command again to continue: calls that have ended are kept.";

pub(super) const BATCH_EXAMPLES: &str = "\
Examples:
  smelt batch bugs --out minimized
  smelt batch bugs --out minimized -- z3 model_validate=true
  smelt batch bugs more-bugs --out minimized --config night.toml -j 8

Run the same command again to continue: finished cases are kept, not reduced again.

`smelt.toml` in DIR names the solver of each case. `smelt init DIR` writes a first one,
and `--config FILE` replaces it. Further settings can stand closer to a case: in the
`smelt.toml` of a subdirectory, in comments `; smelt: key = value` of the case, and in
NAME.smelt.toml next to it. `smelt check --explain FILE` shows the settings in effect.
The keys are the long names of the options. The first [[case]] whose glob matches
applies; a glob without `/` is matched against the file name alone. A relative path is
relative to the directory of the file that contains it.

  [defaults]
  timeout = 10

  [solver.z3]
  command = [\"../bin/z3-4.8.7\", \"model_validate=true\"]

  [[case]]
  glob = \"strings-*.smt2\"
  solver = \"z3\"
  arguments = [\"smt.string_solver=z3str3\"]
  match-out = \"an invalid model was generated\"";

pub(super) const GC_EXAMPLES: &str = "\
Examples:
  smelt cache gc --max-size 500M
  smelt cache gc --max-age 30d

A result is as old as the last run of smelt that has used it.";

pub(super) const MERGE_EXAMPLES: &str = "\
Examples:
  smelt cache merge ci-1.db ci-2.db
  smelt cache merge monday.db tuesday.db --into all.db

Merging again adds nothing, and the order of stores does not matter. If two results of the
same question contradict each other, both are kept, and the older one counts. Damaged
results are left out. Exit code 3 means that there were some.";

pub(super) const EXPORT_EXAMPLES: &str = "\
Examples:
  smelt cache export night.smelt
  smelt cache import night.smelt
  smelt batch bugs --out out --cache ro:night.smelt

An exported file is a store of its own, an SQLite database. It holds no inputs, but what
solvers have printed. Import only what you trust: digests show what has been damaged, but
not what somebody has made up.";
pub(super) const BISECT_EXAMPLES: &str = "\
Examples:
  smelt bisect out/strings/bug.smt2 --builds releases
  smelt bisect out/bug.smt2 --builds z3-4.8.7,z3-4.8.8,z3-4.8.10 --fixed
  smelt bisect bug.smt2 --builds releases -- z3 model_validate=true
  smelt bisect bug.smt2 --builds releases -- timeout 60 {build} --strings-exp

For a case of an output directory, its minimized file, its settings and its failure are
used, and both builds at the change are confirmed on the original. Of a file, the failure
is that of COMMAND's own solver if it is one of the builds, and otherwise the first one
that is seen. A build that cannot run, or fails in another way, is named and passed over.

Exit codes: 0 the change is found and confirmed, 2 wrong usage, 3 there is no change, or
it is not confirmed, 130 interrupted.";

pub(super) const VERIFY_EXAMPLES: &str = "\
Examples:
  smelt cache verify
  smelt cache verify --rerun 5% bugs
  smelt cache verify --rerun 100% bugs -- z3 model_validate=true

With --rerun, give the directories, configuration and options of the batch that you want
to verify. All case and search options of `smelt batch --help-all` are accepted. Results
of a solver that is a script are not shared between outputs, so they cannot be verified.";

pub(super) const CHECK_EXAMPLES: &str = "\
Examples:
  smelt check bug.smt2 z3 model_validate=true
  smelt check --explain bugs/strings/bug.smt2
  smelt check --minimal out

`--explain` runs nothing. It reads the same configuration as `smelt batch DIR`, where DIR
is the topmost directory above the file that has a smelt.toml, or else the file's own.
It uses COMMAND only if no smelt.toml names a solver for the case.";

pub(super) const INIT_EXAMPLES: &str = "\
Examples:
  smelt init bugs
  smelt init --solvers ~/solvers --probe bugs && smelt batch bugs --out out

A program counts as a solver if its name starts with that of a known solver, like z3 or
z3-4.13.0. The solver of a case is guessed from file and directory names
(bugs/z3-4.13/x.smt2, x-cvc5-1.0.3.smt2), from `; COMMAND-LINE:` headers, and from
comments and set-info commands at the beginning of the file.";

pub(super) const IMPORT_EXAMPLES: &str = "\
Examples:
  smelt init --solvers ~/solvers cvc5/test/regress
  smelt import cvc5 cvc5/test/regress
  smelt import ddsmt artifact/database.json --reference z3

Tables are put before those that the smelt.toml has. A case keeps its table if that says
more than which solver it has, so importing again adds only what is new. What is imported
gives arguments and texts to match, and never a program: solvers are those that the
smelt.toml defines. What cannot be used is named with the reason.";

pub(super) const REPORT_EXAMPLES: &str = "\
Examples:
  smelt report minimized
  smelt report minimized --format csv --stable >expected.csv
  smelt report minimized --format csv --mutators
  smelt report monday tuesday
  smelt report minimized --format html >now.html
  smelt report minimized --tables ddsmt2,deltaasp --format latex
  smelt report minimized --plots plots
  smelt report minimized --write

Except for --write and --plots, this command only reads: it locks, writes and runs
nothing. It shows the cases that were finished or kept since the last start. With several
OUTs, the name of the output comes before the name of the case; in tables and plots,
before that of the tool.";

pub(super) const GROUPS_EXAMPLES: &str = "\
Examples:
  smelt groups minimized
  smelt groups minimized --members

Results are of one group if they crash in the same place; where that is not known, if the
solver says the same of what is wrong with it; and else, if their minimized texts differ
only in names, values and order. The smallest result comes first. This command only reads
the journal; OUT/groups.csv has the same as a table.";

pub(super) const ISSUE_EXAMPLES: &str = "\
Examples:
  smelt issue minimized strings/bug.smt2 >issue.md
  smelt issue minimized minimized/minimized/strings/bug.smt2
  smelt issue small.smt2 bug.smt2 z3 model_validate=true
  smelt issue --differs-from cvc5 small.smt2 bug.smt2 z3

The last two are for results of `smelt reduce`: the minimized file, its original, and the
options and the command of the reduction. The settings of a batch are those of its latest
run.

The solver runs on the minimized file, so the report shows what it does now. Of paths,
only the names of the files are shown.";

pub(super) const BUNDLE_EXAMPLES: &str = "\
Examples:
  smelt bundle minimized strings/bug.smt2
  smelt bundle minimized strings/bug.smt2 --to bug.tar.gz

`replay` in the archive is a shell script that runs the solver on the minimized file, or
on the file that it is given. SOLVER=PROGRAM names the program, if it is not on PATH.";
pub(super) const STATUS_EXAMPLES: &str = "\
Examples:
  smelt status out
  smelt status out --since yesterday
  smelt status monday --since friday --format markdown
  smelt status out --format junit >smelt.xml

This command only reads the journals: it locks, writes and runs nothing, also while a
batch is running. Exit code 0: shown; 2: OUT is not the output of a batch, or `--since`
cannot be understood; 3: see `--exit-code`.";

pub(super) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  smelt completions bash >~/.local/share/bash-completion/completions/smelt
  smelt completions zsh >~/.zfunc/_smelt
  smelt completions fish >~/.config/fish/completions/smelt.fish";

pub(super) const MAN_EXAMPLES: &str = "\
Examples:
  smelt man | man -l -
  smelt man ~/.local/share/man";

pub(super) const SHARD_MERGE_EXAMPLES: &str = "\
Examples:
  smelt batch bugs --shard 1/2 --out night/shard-1
  smelt batch bugs --shard 2/2 --out night/shard-2
  smelt merge night/shard-* --out merged

All shards must be there, of the same cases, settings and smelt. Merging again gives the
same bytes; nothing is removed from the shards. Their stores are merged into
OUT/store.db.";

pub(super) const SLURM_EXAMPLES: &str = "\
Examples:
  smelt slurm bugs --out /shared/night --array 8 --time 8h --submit
  smelt slurm bugs --out /shared/night --array 8 --sbatch=--partition=long -j 4
  smelt status /shared/night

All options of `smelt batch` are accepted but those of shards. Without `--submit`, the
paths of the two scripts are printed: `sbatch OUT/slurm/job.sh`, then
`sbatch --dependency=afterany:ID OUT/slurm/merge.sh`. The shards are in OUT/shard-1 and so
on, what is merged is in OUT/merged.";

pub(super) const MUTATIONS_EXAMPLES: &str = "\
Examples:
  smelt mutations a.smt2 --only hoist
  smelt mutations a.smt2 | sort | uniq -d";

pub(super) const FUZZ_EXAMPLES: &str = "\
Examples:
  smelt fuzz asp --class dlp --time 10m --trusted ./clingo-5.8 --out found -- clasp
  smelt fuzz asp --class nlp,wcp,dlp --count 1000 --trusted ./clingo-5.8 --subject clasp
  smelt fuzz asp --all-models --options '' --options --eq=0 --trusted clingo -- ./clingo
  smelt fuzz asp --class wcp --atoms 4:9 --seed 7 --emit 100 --out programs
  smelt batch found --out minimized

COMMAND and `--subject` are the solvers under test. A program depends on nothing but its
class, the parameters, the seed and its number, which stand in the names of the files.";
