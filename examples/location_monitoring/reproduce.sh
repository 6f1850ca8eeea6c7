#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The figures about location monitoring. Usage: examples/location_monitoring/reproduce.sh BUILD_FOLDER OUT [--fast]
#
# Writes OUT/FIGURE.csv and OUT/FIGURE.svg and prints one line for each figure. --fast does few runs, and draws one figure of
# each kind, if matplotlib is installed.
set -euo pipefail
if [ $# -lt 2 ] || [ $# -gt 3 ] || [ "${3:---fast}" != --fast ]; then
  echo "usage: examples/location_monitoring/reproduce.sh BUILD_FOLDER OUT [--fast]" >&2
  exit 1
fi
here=$(dirname "$0") build=$1 out=$2 speed=${3:-}
mkdir -p "$out"

# is_drawn NAME
is_drawn() {
  if [ "$speed" != --fast ]; then return 0; fi
  case $1 in
    figure4_threshold5 | figure5_map) /usr/bin/python3 -c 'import matplotlib' 2>/dev/null ;;
    *) return 1 ;;
  esac
}

# measure NAME RUNS COUNTS
measure() {
  gzip -dc "$here/$3.csv.gz" | "$build/bin/location_monitoring" "$1" "$2" >"$out/$1.csv"
}

# figure NAME RUNS TITLE X_LABEL Y_LABEL [--log-x] [--log-y]
figure() {
  local name=$1 runs=$2 title=$3 x=$4 y=$5
  shift 5
  if [ "$speed" = --fast ]; then runs=6; fi
  measure "$name" "$runs" gowalla_nyc_location_visitors
  if is_drawn "$name"; then
    "$here/../figures/draw.py" "$out/$name.csv" "$out/$name.svg" --title "$title" --x "$x" --y "$y" "$@"
  fi
}

# at NAME X SERIES...: what the figure says of each series at X, for the lines that are printed
at() {
  local name=$1 x=$2 series
  shift 2
  for series in "$@"; do
    awk -F, -v x="$x" -v series="$series" \
      '$1 == series && $2 == x { printf "; %s %.3g in %.3g .. %.3g", $1, $3, $4, $5 }' "$out/$name.csv"
  done
  echo
}

false_negatives='false-negative ratio'
for threshold in 5 10; do
  name=figure4_threshold$threshold
  figure "$name" 60 "One place, threshold $threshold: answered with \"unsafe\" although safe" \
    'true count at the update' "$false_negatives" --log-y
  echo "$name: 0 visits$(at "$name" 0 'asymmetric (eps = 1)' 'two-sided (eps = 1)')"
done
figure figure5_hot_spots 200 'All places after 5 updates, threshold 10' 'eps' 'places' --log-x --log-y
echo "figure5_hot_spots: eps = 1/2$(at figure5_hot_spots 0.5 'unsafe places' 'asymmetric: shown as unsafe' 'two-sided: shown as unsafe')"
measure figure5_map 1 gowalla_manhattan_cells
if is_drawn figure5_map; then
  "$here/../figures/draw_map.py" "$out/figure5_map.csv" "$out/figure5_map.svg" --title 'Cells of Manhattan with at least 10 visits, after 5 updates'
fi
echo "figure5_map: unsafe cells: $(awk -F, '$3 == 1 { ++cells[$1] } NR > 1 && !($1 in seen) { seen[$1] = 1; names[++n] = $1 }
  END { for (i = 1; i <= n; ++i) printf "%s%s %d", (i > 1 ? "; " : ""), names[i], cells[names[i]] }' "$out/figure5_map.csv")"
figure figure6_updates 200 'All places, threshold 10' 'update' "$false_negatives" --log-y
echo "figure6_updates: update 5$(at figure6_updates 5 'asymmetric (eps = 1/2)' 'asymmetric (eps = 1)' 'two-sided (eps = 1)')"
figure location_thresholds 60 'All places after 5 updates' 'threshold' "$false_negatives" --log-y
echo "location_thresholds: threshold 2$(at location_thresholds 2 'asymmetric (eps = 1)' 'two-sided (eps = 1)')"
figure location_periods 60 'Periods of 5 updates that share eps = 1, threshold 10' 'number of periods' "$false_negatives" --log-y
echo "location_periods: 10 periods$(at location_periods 10 'asymmetric' 'two-sided')"
figure location_wrongly_safe 60 'One place, threshold 10: answered with "safe" although unsafe' \
  'visits above the least unsafe count' 'false-positive ratio'
echo "location_wrongly_safe: at the threshold$(at location_wrongly_safe 0 'asymmetric (eps = 1)' 'two-sided (eps = 1)')"
figure location_silence 60 'One place, threshold 10: updates in silence (Algorithm 3)' 'true count at the update' 'share of the updates'
echo "location_silence: 9 visits$(at location_silence 9 'asymmetric (eps = 1/2)' 'asymmetric (eps = 1)' 'asymmetric (eps = 2)')"
figure location_records 1 'The most visited place, each visit a record, threshold 25, eps = 1' 'update' visits
echo "location_records: $(awk -F, '{ ++lines[$1] } END {
  printf "%d updates; told: safe %d; unsafe %d", lines["visits"], lines["told: safe"], lines["told: unsafe"] }' "$out/location_records.csv")"
