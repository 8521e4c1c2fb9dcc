#!/bin/sh
# Fails where the phrase stands on one line of the file, just so.
if grep -qF -- "$1" "$2"; then exit 1; fi
exit 0
