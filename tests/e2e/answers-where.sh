#!/bin/sh
# Prints the first argument where the file (the fourth) contains the second, else the third.
text=$(tr -s ' \t\r\n' ' ' <"$4")
case "$text" in
*"$2"*) echo "$1" ;;
*) echo "$3" ;;
esac
