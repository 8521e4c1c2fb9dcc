#!/bin/sh
# Ends, and leaves a child that holds nothing.
sleep 1000 >/dev/null 2>&1 &
echo $!
