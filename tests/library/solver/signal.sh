#!/bin/sh
# Ends by the signal that its first argument names.
echo before
kill -"$1" $$
sleep 5
