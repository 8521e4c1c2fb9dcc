"""What the benchmarks share: the cases of a manifest, the wrapper that counts solver runs from outside, and the judge.

A manifest is a list of cases: `id`, `file` (relative to the root, by default the manifest's directory), `solver` (a
file of the solvers' directory), `args`, and `match`: `kind` (exitcode, stdout or stderr), `exitcode` and, for a stream,
the `phrase` that it must contain. A kind `differs` has none of these: some answer differs from that of the `reference`,
another solver and its arguments.

A case with `settings` is reduced by these keys of smelt.toml in place of the match rule, which then only tells how the
solver ends. `others` are the solvers that the settings name: for each name, a file of the solvers' directory and its
arguments.
"""
import csv
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
JUDGE_SECONDS = 120
TOKEN = re.compile(rb';[^\n]*|"(?:[^"]|"")*"|\|[^|]*\||[()]|[^\s()";|]+')
LOUD = re.compile(rb"(?i)assert|violation|fatal|unreachable|invalid model|exception")
VARIABLE = re.compile(rb"0x[0-9a-f]+|\S*case\.\S*|\d+")


# --- cases --------------------------------------------------------------------------------------------------------


def case_arguments(parser):
    """The options that say which cases there are."""
    manifest = HERE / "corpus/manifest.json"
    parser.add_argument("--solvers", type=pathlib.Path, required=True, metavar="DIR")
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="DIR")
    parser.add_argument("--manifest", type=pathlib.Path, default=manifest, metavar="FILE")
    parser.add_argument("--root", type=pathlib.Path, metavar="DIR")
    parser.add_argument("--only", action="append", default=[], metavar="PART", help="cases whose id contains this")


def read_cases(options, parser):
    """Makes the paths of the options absolute and adds the cases that they name."""
    options.solvers = options.solvers.resolve()
    options.root = (options.root or options.manifest.parent).resolve()
    try:
        manifest = json.loads(options.manifest.read_text())
    except (OSError, ValueError) as error:
        parser.error(f"cannot read the manifest `{options.manifest}`: {error}")
    wanted = lambda case: not options.only or any(part in case["id"] for part in options.only)
    options.cases = [case for case in manifest if wanted(case)]
    for case in options.cases:
        others = [options.solvers / words[0] for words in case.get("others", {}).values()]
        for path in (options.root / case["file"], options.solvers / case["solver"], *others):
            if not path.is_file():
                parser.error(f"case `{case['id']}`: there is no `{path}`")


def match_options(case, solvers):
    """The options of smelt for the case's match rule."""
    rule = case["match"]
    phrase = rule.get("phrase", "")
    if rule["kind"] == "differs":
        reference = case["reference"]
        return ["--differs-from", shlex.join([str(solvers / reference["solver"]), *reference["args"]])]
    return {
        "exitcode": ["--ignore-output"],
        "stderr": ["--match-err", phrase, "--ignore-out"],
        "stdout": ["--match-out", phrase, "--ignore-err"],
    }[rule["kind"]]


# --- a directory of cases -----------------------------------------------------------------------------------------


def name_of(case):
    """The name of a case's file in a directory of cases."""
    return case["id"] + pathlib.PurePath(case["file"]).suffix


def solver_table(name, words):
    """The lines of smelt.toml for a solver."""
    return [f"[solver.{json.dumps(name)}]", f"command = {json.dumps([str(word) for word in words])}", ""]


def case_table(case, solver, settings):
    """The lines of smelt.toml for a case on the solver of this name."""
    keys = {"glob": name_of(case), "solver": solver, "arguments": case["args"], **settings}
    return ["[[case]]", *(f"{key} = {json.dumps(value)}" for key, value in keys.items() if value != []), ""]


def reference_settings(case, solvers):
    """The keys of smelt.toml that compare a case with its reference, if it has one."""
    if case["match"]["kind"] != "differs":
        return {}
    reference = case["reference"]
    return {"differs-from": shlex.join([str(solvers / reference["solver"]), *reference["args"]])}


def match_settings(case, solvers):
    """The keys of smelt.toml for the case's match rule."""
    rule = case["match"]
    return {
        "differs": reference_settings(case, solvers),
        "exitcode": {"ignore-output": True},
        "stdout": {"match-out": rule.get("phrase"), "ignore-err": True},
        "stderr": {"match-err": rule.get("phrase"), "ignore-out": True},
    }[rule["kind"]]


def write_cases(cases, options, directory):
    """Copies the files of cases into a directory."""
    for case in cases:
        (directory / name_of(case)).write_bytes((options.root / case["file"]).read_bytes())


def cases_config(cases, solvers, prefix=()):
    """The text of smelt.toml for a directory of cases, whose solvers are started by the words before them."""
    commands = {case["solver"]: [case["solver"]] for case in cases}
    for case in cases:
        commands |= case.get("others", {})
    lines = []
    for name, (solver, *arguments) in sorted(commands.items()):
        lines += solver_table(name, [*prefix, solvers / solver, *arguments])
    for case in cases:
        settings = case.get("settings")
        lines += case_table(case, case["solver"], match_settings(case, solvers) if settings is None else settings)
    return "\n".join(lines)


# --- rows ---------------------------------------------------------------------------------------------------------


def append_row(path, columns, row):
    is_new = not path.exists()
    if not is_new and path.read_text().splitlines()[0] != ",".join(columns):
        sys.exit(f"{path} has other columns: choose another directory with --out")
    with open(path, "a", newline="") as file:
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        if is_new:
            writer.writeheader()
        writer.writerow({column: cell(value) for column, value in row.items()})


def cell(value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else value


# --- the wrapper that counts --------------------------------------------------------------------------------------


def counting_wrapper(smelt, counter, place=None):
    """A program that appends a byte to the counter and becomes the command in its arguments: smelt as a stand-in.

    The counter's name stands beside it. Were it an argument or in the environment, it would be part of the question that
    a tool asks, and a tool that remembers answers would find none of them again. `place` puts smelt there.
    """
    directory = counter.with_name(counter.name + ".stand-in")
    wrapper = directory / "smelt-stand-in" / "wrapper"
    if not wrapper.parent.exists():
        wrapper.parent.mkdir(parents=True)
        (place or os.symlink)(pathlib.Path(smelt).resolve(), wrapper)
    counter.touch()
    # As src/solver/stand_in.rs writes them: whether it is a script, and what it does.
    path = {"Unix": list(os.fsencode(counter.resolve()))}
    does = {"counter": path, "most": None, "command": [], "place": "{}", "reads_stdin": False, "cwd": None,
            "file": {"Unix": []}}
    (directory / "orders").write_text(json.dumps([False, does]))
    return wrapper


# --- what a tool has left -----------------------------------------------------------------------------------------


def judge(case, solver, text, suffix):
    """Whether the solver fails on a text by the case's rule, and its first loud line without what may differ."""
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory) / f"case{suffix}"
        path.write_bytes(text)
        try:
            streams = {"stdin": subprocess.DEVNULL, "capture_output": True}
            ran = subprocess.run([*solver, str(path)], cwd=directory, timeout=JUDGE_SECONDS, **streams)
        except subprocess.TimeoutExpired:
            return False, None
    loud = [line for line in (ran.stderr + b"\n" + ran.stdout).splitlines() if LOUD.search(line)]
    return matches(case, ran), VARIABLE.sub(b"#", loud[0]) if loud else None


def matches(case, ran):
    """Whether a run that has ended shows the case's failure by its match rule."""
    code = ran.returncode if ran.returncode >= 0 else 128 - ran.returncode
    rule = case["match"]
    streams = {"stdout": ran.stdout, "stderr": ran.stderr}
    says = rule["kind"] == "exitcode" or rule["phrase"].encode() in streams[rule["kind"]]
    return code == rule["exitcode"] and says
