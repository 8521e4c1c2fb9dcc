#!/usr/bin/env bash
# Busy for 6 s, then fails where the file still has its check-sat.
end=$((SECONDS + 6))
while [ $SECONDS -lt $end ]; do :; done
if grep -q check-sat "$1"; then echo "Fatal failure in slow.c:12: unreachable" >&2; exit 134; fi
