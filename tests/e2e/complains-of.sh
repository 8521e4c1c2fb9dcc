#!/bin/sh
# Always exits with 1; says so where the file contains the phrase.
if grep -qF -- "$1" "$2"; then echo "error: $1 is not supported"; fi
exit 1
