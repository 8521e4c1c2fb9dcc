#!/bin/sh
# Prints bytes that are not UTF-8.
printf 'a\377\376\000z'
