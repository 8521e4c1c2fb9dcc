#!/bin/sh
# Ignores SIGTERM and what else can be ignored, and hangs.
trap "" TERM INT HUP QUIT
sleep 1000
sleep 1000
