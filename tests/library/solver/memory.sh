#!/bin/sh
# Allocates 200 MB.
exec python3 -c "len(bytearray(200 << 20))"
