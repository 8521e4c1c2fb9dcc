"""Writes texts of tokens of one letter, of about SIZE bytes each, to the current directory: make.py SIZE"""
import sys

SIZE = int(sys.argv[1])
LETTERS = "abcdefghijklmnopqrstuvwxyz"
DECLARED = "".join(f"(declare-const {letter} Bool)\n" for letter in LETTERS)


def letters(begin, count):
    return " ".join(LETTERS[k % 26] for k in range(begin, begin + count))


def commands(width):
    command = len(f"(assert (or {letters(0, width)}))\n")
    return "".join(f"(assert (or {letters(7 * k, width)}))\n" for k in range(SIZE // command))


TEXTS = {
    "list": f"(assert (and {letters(0, SIZE // 2)}))\n",
    "declared": f"{DECLARED}(assert (and {letters(0, SIZE // 2)}))\n",
    "pairs": "(assert (and " + " ".join(f"({letters(k, 2)})" for k in range(SIZE // 6)) + "))\n",
    "hundreds": DECLARED + commands(100),
    "short": DECLARED + commands(4),
}
for name, text in TEXTS.items():
    with open(f"{name}.smt2", "w") as file:
        file.write(text)
