#!/bin/sh
# A solver that does not support `get-value`: fails on every input that has one.
if grep -qw get-value "$1"; then exit 1; fi
exit 0
