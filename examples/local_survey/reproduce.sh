#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The figures about surveys by local mechanisms. Usage: examples/local_survey/reproduce.sh BUILD_FOLDER OUT [--fast]
#
# Writes OUT/local_*.csv and OUT/local_*.svg, and prints one line for each figure or table. --fast does few runs with fewer
# users at fewer points, leaves one survey out, and draws nothing.
set -euo pipefail
if [ $# -lt 2 ] || [ $# -gt 3 ] || [ "${3:---fast}" != --fast ]; then
  echo "usage: examples/local_survey/reproduce.sh BUILD_FOLDER OUT [--fast]" >&2
  exit 1
fi
here=$(cd "$(dirname "$0")" && pwd)
build=$1 out=$2 speed=${3:-}
raw=$(mktemp -d)
trap 'rm -rf "$raw"' EXIT
export here build raw speed
mkdir -p "$out"

# survey DATA SURVEY USERS
survey() {
  set -euo pipefail
  # shellcheck disable=SC2086 # nothing if there is no speed
  gzip -dc "$here/$1.csv.gz" | "$build/bin/local_survey" "$2" "$3" $speed >"$raw/$1_$2.csv"
}
export -f survey

# Half of the people of Manhattan, as in the paper; 240,000 of the others, as in its figure with most attributes.
if [ "$speed" = --fast ]; then
  half=51237 many=24000 last=
else
  half=51237 many=240000 last="manhattan sensitive $half"
fi
# The longest first.
printf '%s\n' "census_like attributes $many" "census_like sensitive $many" "census_like eps $many" "$last" \
  "manhattan eps $half" "manhattan personalized $half" "manhattan theorem_one $half" "manhattan worst_cases $half" |
  grep . | xargs -P "$(nproc)" -I{} bash -c 'survey {}'
# shellcheck disable=SC2086 # nothing if there is no speed
/usr/bin/python3 "$here/figures.py" "$raw" "$out" $speed
