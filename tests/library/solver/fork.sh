#!/bin/sh
# Ends, and leaves a child that holds both pipes.
sleep 1000 &
echo $!
exit 3
