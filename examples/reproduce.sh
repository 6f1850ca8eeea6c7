#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The figures of all examples. Usage: examples/reproduce.sh BUILD_FOLDER OUT [--fast]
#
# A folder of examples that has figures has a reproduce.sh of its own with the same arguments. It writes OUT/FIGURE.csv and
# OUT/FIGURE.svg and prints one line for each figure. --fast does few runs: wide bands, and enough for a test. It
# needs no matplotlib: then the CSV files are all.
set -euo pipefail
if [ $# -lt 2 ] || [ $# -gt 3 ] || [ "${3:---fast}" != --fast ]; then
  echo "usage: examples/reproduce.sh BUILD_FOLDER OUT [--fast]" >&2
  exit 1
fi
if [ -z "${3:-}" ] && ! /usr/bin/python3 -c 'import matplotlib'; then
  echo "examples/reproduce.sh: matplotlib draws the figures (Debian: python3-matplotlib)" >&2
  exit 1
fi
mkdir -p "$2"
for figures in "$(dirname "$0")"/*/reproduce.sh; do
  bash "$figures" "$@"
done
