#!/bin/sh
# Fails where a file `beside` exists in the current directory, and the input contains `check-sat`.
if [ -e ./beside ] && grep -q check-sat "$1"; then exit 1; fi
exit 0
