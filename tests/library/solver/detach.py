#!/usr/bin/python3
"""Leaves a grandchild in a session of its own that holds both pipes; with an argument, spins there first."""
import os
import sys
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        print(os.getpid(), flush=True)
        while sys.argv[1] == "spin":
            pass
        time.sleep(1000)
    os._exit(0)
time.sleep(0.2 if sys.argv[1] == "leave" else 1000)
os._exit(4)
