#!/bin/sh
# Spins in a child: the clock of the shell itself stands still.
sh -c "while :; do :; done"
exit 0
