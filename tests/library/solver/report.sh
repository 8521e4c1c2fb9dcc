#!/bin/sh
# Reports where it runs, on what, and its environment.
pwd
echo "$1"
cat "$1"
env | LC_ALL=C sort
