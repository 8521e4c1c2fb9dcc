#!/bin/sh
# Writes a gigabyte to standard error.
head -c 1000000000 /dev/zero >&2
