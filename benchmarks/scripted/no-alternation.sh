#!/bin/sh
# A solver that aborts on an existential quantifier inside a universal one, wherever its lines are broken.
text=$(tr '\n' ' ' <"$1")
case "$text" in
*'(forall ('*'(exists ('*)
    echo "ASSERTION VIOLATION" >&2
    echo "File: ../src/quantifiers.cpp" >&2
    echo "Line: 41" >&2
    exit 134
    ;;
esac
echo unsat
