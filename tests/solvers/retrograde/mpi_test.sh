#!/usr/bin/env bash
# Two and four processes write the file of one, byte for byte, also after a cut.
# Arguments: trilith, trilith-mpi, mpirun.
set -euo pipefail
trilith=$1 trilith_mpi=$2 mpirun=$3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
game=(--rules nested,none,duel --pieces 1 --block 1024)
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
run() { "$mpirun" --oversubscribe -n "$1" "$trilith_mpi" "${game[@]}" --out "$2"; }

"$trilith" otrio tablebase build "${game[@]}" --out "$dir/one" --threads 1
for processes in 2 4; do
  run "$processes" "$dir/mpi$processes"
  cmp "$dir/one" "$dir/mpi$processes"
done
size=$(stat -c %s "$dir/one")
for cut in $((size / 3)) $((size * 2 / 3)); do
  head -c "$cut" "$dir/one" >"$dir/cut$cut.tmp"
  run 2 "$dir/cut$cut"
  cmp "$dir/one" "$dir/cut$cut"
done
if run 2 "$dir/one" 2>"$dir/refusal"; then
  echo "an existing file was overwritten" >&2
  exit 1
fi
grep -q "exists already" "$dir/refusal"
echo "equal: $size bytes"
