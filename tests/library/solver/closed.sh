#!/bin/sh
# Closes both pipes, goes on for a while, and ends.
exec >&- 2>&-
sleep 0.3
exit 7
