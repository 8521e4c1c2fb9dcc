#!/bin/bash
#SBATCH --job-name=smelt
#SBATCH --array=1-@COUNT@
#SBATCH --output=@LOGS@/%a.log
#SBATCH --open-mode=append
#SBATCH --cpus-per-task=@CPUS@
#SBATCH --mem=@MEMORY@M
#SBATCH --signal=B:INT@@NOTICE@
#SBATCH --requeue
@MORE@
# Each task of the array works on one shard. What is found is on the shared file system at once. Candidates and the store
# are on the disk of the node; the store comes back whole or not at all.

# Relative paths begin where `smelt slurm` was called, wherever the array is submitted.
cd @HERE@ || exit 75
shard=$SLURM_ARRAY_TASK_ID
out=@OUT@/shard-$shard
smelt=@SMELT@
scratch=$(mktemp -d @SCRATCH@/smelt-"$SLURM_JOB_ID"-XXXXXX) || exit 75
trap 'rm -rf "$scratch"' EXIT
export TMPDIR=$scratch

if [ -f "$out/store.db" ]; then cp "$out/store.db" "$scratch/own.db" || exit 75; fi
if [ -f @BASE@ ]; then cp @BASE@ "$scratch/base.db" || exit 75; fi

# The limit of time is near, or somebody cancels the task: smelt ends cleanly and keeps its best.
stopped=
trap 'stopped=1; kill -INT "$batch" 2>/dev/null' INT TERM
"$smelt" batch --shard "$shard/@COUNT@" --shard-store "$scratch/own.db" --cache @CACHE@ --out "$out" @WORDS@ &
batch=$!
while :; do
    wait "$batch"
    code=$?
    kill -0 "$batch" 2>/dev/null || break
done

if [ -f "$scratch/own.db" ] && "$smelt" cache export "$scratch/copy.db" --cache "$scratch/own.db" >/dev/null; then
    cp "$scratch/copy.db" "$out/store.db.new" && mv "$out/store.db.new" "$out/store.db"
fi

# Cases that fail or are cut are in the report; the task has done its work.
case $code in
0 | 3 | 5) exit 0 ;;
esac
if [ -n "$stopped" ] && [ "${SLURM_RESTART_COUNT:-0}" -lt @RESTARTS@ ]; then
    rm -rf "$scratch"
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_$shard"
fi
exit "$code"
