#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The figures of docs/limits.md. Usage: examples/limits/reproduce.sh BUILD_FOLDER OUT [--fast]
#
# Writes OUT/FIGURE.csv and OUT/FIGURE.svg and prints one line for each figure. Nothing is drawn at random. --fast draws nothing.
set -euo pipefail
if [ $# -lt 2 ] || [ $# -gt 3 ] || [ "${3:---fast}" != --fast ]; then
  echo "usage: examples/limits/reproduce.sh BUILD_FOLDER OUT [--fast]" >&2
  exit 1
fi
here=$(dirname "$0") build=$1 out=$2 speed=${3:-}
mkdir -p "$out"

# figure NAME TITLE X_LABEL Y_LABEL [--log-x] [--log-y]: of OUT/NAME.csv
figure() {
  local name=$1 title=$2 x=$3 y=$4
  shift 4
  if [ "$speed" != --fast ]; then
    "$here/../figures/draw.py" "$out/$name.csv" "$out/$name.svg" --title "$title" --x "$x" --y "$y" "$@"
  fi
}

told='mean probability that a safe place is told to be'
for varied in eps threshold delta alpha; do
  name=limits_safe_by_$varied
  python3 "$here/safe_places.py" "$build/bin/plumb" "$varied" >"$out/$name.csv"
  case $varied in threshold) scale=() ;; *) scale=(--log-x) ;; esac
  figure "$name" 'Safe places that can be told (threshold 10, eps = 1, delta = 1e-6, alpha = 0 unless varied)' "$varied" "$told" "${scale[@]}"
  echo "$name: $(python3 -c '
import csv, sys
last = {row["series"]: row["y"] for row in csv.DictReader(open(sys.argv[1]))}
print("; ".join(f"{series} ends at {y}" for series, y in last.items()))' "$out/$name.csv")"
done
python3 "$here/safe_places.py" "$build/bin/plumb" answers >"$out/limits_answers.csv"
figure limits_answers 'A sparse vector that stops after 5 answers "unsafe": right answers' 'right answers, at least' probability
echo "limits_answers: $(grep -c asymmetric "$out/limits_answers.csv") points"
for varied in eps threshold; do
  name=limits_right_by_$varied
  python3 "$here/safe_places.py" "$build/bin/plumb" "right_$varied" >"$out/$name.csv"
  case $varied in threshold) scale=() ;; *) scale=(--log-x) ;; esac
  figure "$name" 'A sparse vector that stops after 5 answers "unsafe", at 60 places' "$varied" 'right answers, on average' "${scale[@]}"
  echo "$name: $(grep -c asymmetric "$out/$name.csv") points"
done
python3 "$here/subsampling.py" >"$out/limits_subsampling.csv"
figure limits_subsampling 'Up to which count subsampling with one-sided noise has less variance than Laplace noise' eps count
echo "limits_subsampling: $(grep -c better "$out/limits_subsampling.csv") points"
