#!/bin/bash
#SBATCH --job-name=smelt-merge
#SBATCH --output=@LOGS@/merge.log
#SBATCH --open-mode=append
#SBATCH --cpus-per-task=1
@MORE@
# Joins what the tasks of the array have left. It can be run again at any time.
@SMELT@ merge @SHARDS@ --out @MERGED@
code=$?
case $code in
0 | 3 | 5) exit 0 ;;
esac
exit "$code"
