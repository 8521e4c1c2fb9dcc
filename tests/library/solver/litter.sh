#!/bin/sh
# Lists the directory, then writes files beside the input and changes what is there.
ls -A
mkdir -p deep/er
echo x > deep/er/file
echo y > .hidden
echo more >> "$1"
[ ! -e rules ] || echo more >> rules
ln -s /etc link
