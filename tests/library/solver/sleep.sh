#!/bin/sh
# Hangs idle.
echo waiting
exec sleep 1000
