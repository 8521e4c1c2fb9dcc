#!/bin/sh
# Writes 8 MiB to each pipe, alternating, and ends.
i=0
while [ $i -lt 128 ]; do
  head -c 65536 /dev/zero
  head -c 65536 /dev/zero >&2
  i=$((i + 1))
done
