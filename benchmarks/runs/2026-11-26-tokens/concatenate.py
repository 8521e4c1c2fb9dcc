"""Writes a text of about SIZE bytes to corpus.smt2: the SMT-LIB files below DIR one after another and again, each in its
own level. concatenate.py SIZE DIR"""
import pathlib
import re
import sys

SIZE = int(sys.argv[1])
LEFT_OUT = re.compile(r"\(\s*(exit|reset|set-logic\s+\S+)\s*\)")

size = 0
files = [file.read_text(errors="replace") for file in sorted(pathlib.Path(sys.argv[2]).rglob("*.smt2"))]
with open("corpus.smt2", "w") as out:
    while size < SIZE:
        for file in files:
            size += out.write(f"(push 1)\n{LEFT_OUT.sub('', file)}\n(pop 1)\n")
            if size >= SIZE:
                break
