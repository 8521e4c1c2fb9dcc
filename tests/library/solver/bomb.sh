#!/bin/sh
# Ends while its children, half of them detached, start two of themselves each, to $1 generations; they stay $2 seconds.
if [ "$1" -gt 0 ]; then
  "$0" $(($1 - 1)) "$2" child &
  setsid "$0" $(($1 - 1)) "$2" child &
fi
if [ "$3" = child ]; then sleep "$2"; else sleep 0.3; fi
exit 3
