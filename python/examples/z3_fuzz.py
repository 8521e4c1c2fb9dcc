#!/usr/bin/env python3
"""Fuzzes z3's Python interface, and minimizes what it finds in the same process.

usage: z3_fuzz.py [SEED [SEEDS]]        (default: 1000 seeds from 0 on)

Makes random problems about reals and integers with z3's own operators, and has z3 solve each. If z3 says `sat` with a
model that makes one of the assertions false, it is wrong; smelt then looks for a small problem on which it is wrong as
well. z3 4.8.7 has such bugs, and needs an old setuptools:

    pip install smelt-dd z3-solver==4.8.7.0 'setuptools<70'
    python z3_fuzz.py
"""

import random
import sys

import smelt
import z3

# Units of z3's work for a problem. They are the same in every run, which seconds are not.
ENOUGH = 100_000


def main(first: int = 0, seeds: int = 1000) -> int:
    for seed in range(first, first + seeds):
        text = problem(random.Random(seed))
        if is_wrong(text):
            print(f"; z3 {z3.get_version_string()}, seed {seed}: a model that makes an assertion false")
            reduced = smelt.reduce(text, is_wrong, progress=tell)
            print(f"; {len(text)} -> {len(reduced.text)} bytes, z3 was called {reduced.asked} times")
            print(reduced.text, end="")
            return 0
    print(f"z3 {z3.get_version_string()} was right about all {seeds} problems", file=sys.stderr)
    return 1


def is_wrong(text: str) -> bool:
    """Whether z3 has a model for the problem, and the model does not satisfy it."""
    solver = z3.Solver()
    solver.set("rlimit", ENOUGH)
    try:
        solver.from_string(text)
        if solver.check() != z3.sat:
            return False
        model = solver.model()
        return any(z3.is_false(model.eval(wanted, model_completion=True)) for wanted in solver.assertions())
    except z3.Z3Exception:
        return False


def tell(so_far: "smelt.Reduced[str]") -> None:
    print(f"{len(so_far.text)} bytes after {so_far.asked} texts", file=sys.stderr)


def problem(chance: random.Random) -> str:
    """A random problem in SMT-LIB."""
    leaves = [z3.Real("a"), z3.Real("b"), z3.ToReal(z3.Int("n"))]
    solver = z3.Solver()
    for _ in range(chance.randint(2, 6)):
        left, right = term(chance, leaves, 3), term(chance, leaves, 3)
        solver.add(chance.choice([left < right, left <= right, left == right, z3.Or(left != right, left > 1)]))
    return solver.to_smt2()


def term(chance: random.Random, leaves: "list[z3.ArithRef]", depth: int) -> "z3.ArithRef":
    if depth == 0 or chance.random() < 0.2:
        return chance.choice([*leaves, z3.RealVal(chance.randint(-2, 2))])
    left, right = term(chance, leaves, depth - 1), term(chance, leaves, depth - 1)
    choices = [left + right, left - right, 2 * left, left / chance.randint(-2, 2), z3.If(left < right, left, right)]
    return chance.choice(choices)


if __name__ == "__main__":
    sys.exit(main(*(int(argument) for argument in sys.argv[1:3])))
