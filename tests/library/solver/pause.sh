#!/bin/sh
# Sleeps for a second and ends.
sleep 1
echo done
