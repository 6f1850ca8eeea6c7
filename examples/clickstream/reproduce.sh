#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The figures about top-k histograms. Usage: examples/clickstream/reproduce.sh BUILD_FOLDER OUT [--fast]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$1 out=$2 speed=${3:-}
export here build out speed
mkdir -p "$out"
measure() {
  set -euo pipefail
  # shellcheck disable=SC2086 # nothing if there is no speed
  gzip -dc "$here/data/$1.csv.gz" | "$build/bin/clickstream_figures" "$1" $speed >"$out/clickstream_$1.csv"
}
export -f measure
printf '%s\n' kosarak retail t10 t40 | xargs -P "$(nproc)" -I{} bash -c 'measure {}'
# shellcheck disable=SC2086 # as above
/usr/bin/python3 "$here/figures.py" "$out" $speed
