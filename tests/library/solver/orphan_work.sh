#!/bin/sh
# Two children in a row spend a quarter of a second each.
for i in 1 2; do
  timeout 0.25 sh -c "while :; do :; done"
done
exit 5
