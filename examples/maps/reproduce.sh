#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The maps of docs/limits.md. Usage: examples/maps/reproduce.sh BUILD_FOLDER OUT [--fast]
#
# Writes OUT/FIGURE.csv and OUT/FIGURE.svg and prints one line for each figure. --fast draws nothing.
set -euo pipefail
if [ $# -lt 2 ] || [ $# -gt 3 ] || [ "${3:---fast}" != --fast ]; then
  echo "usage: examples/maps/reproduce.sh BUILD_FOLDER OUT [--fast]" >&2
  exit 1
fi
here=$(dirname "$0") build=$1 out=$2 speed=${3:-}
mkdir -p "$out"

# drawn SCRIPT NAME ARGUMENTS...: of OUT/NAME.csv
drawn() {
  local script=$1 name=$2
  shift 2
  if [ "$speed" != --fast ]; then
    "$here/../figures/$script" "$out/$name.csv" "$out/$name.svg" "$@"
  fi
}

python3 "$here/batch.py" >"$out/maps_batch.csv"
drawn draw.py maps_batch --title 'Places by the number of their visits in a batch of 500, on average' --x visits --y places --log-y
echo "maps_batch: $(awk -F, '$2 == 0 { print $3 " places with no visit" }' "$out/maps_batch.csv")"
for wrong in 0 1/100; do
  name=maps_told_wrong_${wrong/\//_of_}
  python3 "$here/told.py" "$build/bin/plumb" "$wrong" >"$out/$name.csv"
  drawn draw_map.py "$name" --title "Cells that can be told: wrong with probability $wrong at most" --values 'safe (blue), dangerous (red)'
  echo "$name: $(python3 "$here/told.py" "$build/bin/plumb" "$wrong" --totals | paste -s -d ';')"
done
python3 "$here/homes.py" >"$out/maps_homes.csv"
drawn draw_map.py maps_homes --title 'Homes and places of work: a list, and the truth' --values share
echo "maps_homes: $(python3 "$here/homes.py" --distances | paste -s -d ';')"
