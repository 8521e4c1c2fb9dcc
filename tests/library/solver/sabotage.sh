#!/bin/sh
# Harms its slot or its helper in the way that the first argument says; the second is a directory outside.
case $1 in
remove) rm -rf "$PWD" ;;
replace) slot=$PWD && rm -rf "$slot" && ln -s "$2" "$slot" ;;
link) ln -s "$2" link && ln -s "$2/kept" "kept" ;;
lock) mkdir -p a/b/c && touch a/b/c/file && chmod 000 a/b/c a/b a && chmod 000 . ;;
readonly) chmod 500 . ;;
deep) exec python3 -c '
import os
for _ in range(30000):
    os.mkdir("d", 0o700)
    os.chdir("d")
open("file", "w").close()' ;;
stop) kill -STOP $PPID && sleep 30 ;;
wait) sleep 12 ;;
esac
echo done
