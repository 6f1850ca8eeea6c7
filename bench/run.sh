#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# All benchmarks. Usage: bench/run.sh BUILD_FOLDER
set -eu
build=$1
source=$(dirname "$0")
echo '== plumb check beside a bare z3 on the same questions =='
python3 "$source/check_speed.py" "$build/bin/plumb" $(printf '%s\n' "$source"/../examples/*/*.plumb | grep -v __)
echo
echo '== wrong mechanisms of the literature: milliseconds until they are refuted, and the loss at eps = 1 =='
python3 "$source/wrong_mechanisms.py" "$build/bin/plumb" "$source/../tests/golden/proof/wrong_in_the_literature.plumb"
echo
echo '== noise: nanoseconds for one sample, random bits for one sample, tables =='
"$build/bin/noise_sampling" --benchmark_min_time=0.1 2>/dev/null
echo
echo '== one private top-k release of 41,270 counts, exact noise, beside numpy with floating-point noise =='
"$build/bin/noise_topk"
/usr/bin/python3 "$source/noise_topk_numpy.py"
echo
echo '== location updates per second through the emitted streams, beside hand-written code with doubles =='
"$build/bin/location_monitoring_speed"
echo
echo '== local mechanisms: a million values on the user'\''s side, exact, beside doubles =='
"$build/bin/perturb"
echo
echo '== local mechanisms: EM on 240,000 reports of 12,800 symbols =='
# What does not converge is given up early: RAPPOR's steps alone would take most of the time of all tables.
"$build/bin/estimate_em" 12800 240000 15
